//! Scratch copies of this repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{root, target};

/// What is copied.
const PARTS: [&str; 14] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "clippy.toml",
    "crates",
    "docs",
    "fuzz",
    "rustfmt.toml",
    "spec",
    "vectors",
    "xtask",
];

/// A copy of the repository's sources, removed when dropped.
pub(crate) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// A new copy inside the target folder.
    ///
    /// # Errors
    /// Where a file cannot be copied.
    pub(crate) fn new(name: &str) -> io::Result<Self> {
        let folder = target().join("scratch").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        for part in PARTS {
            copy(&root().join(part), &folder.join(part))?;
        }
        Ok(Self { folder })
    }

    /// Where the copy is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Replaces a text that stands exactly once in a file, and gives the file's text from before.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or the text does not stand in it exactly once.
    pub(crate) fn replace(&self, file: &str, from: &str, to: &str) -> Result<String, String> {
        let path = self.folder.join(file);
        let before = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        match before.matches(from).count() {
            1 => self.write(file, &before.replace(from, to)).map(|()| before),
            count => Err(format!("{file}: {from:?} stands {count} times, expected once")),
        }
    }

    /// Writes a file.
    ///
    /// # Errors
    /// Where that fails.
    pub(crate) fn write(&self, file: &str, text: &str) -> Result<(), String> {
        fs::write(self.folder.join(file), text).map_err(|error| format!("{file}: {error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A copy left behind is overwritten by the next one.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    // Links within the repository stay links, so that a changed vector is the one that the crates are built with.
    #[cfg(unix)]
    if from.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
    }
    if !from.is_dir() {
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if name != "target" && name != "__pycache__" {
            copy(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}
