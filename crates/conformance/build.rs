//! Lists the files of the vectors and of the specification, so that they are part of the program.
//!
//! Both folders are links of the repository, which packaging turns into real files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut code = String::new();
    for (name, folder) in [("VECTORS", "vectors"), ("SPEC", "spec")] {
        println!("cargo::rerun-if-changed={folder}");
        let root = package.join(folder);
        let mut files = Vec::new();
        list(&root, &mut files)?;
        files.sort();
        // A string takes everything.
        let _ = writeln!(code, "pub(crate) static {name}: &[(&str, &str)] = &[");
        for file in files {
            println!("cargo::rerun-if-changed={}", file.display());
            let relative = file.strip_prefix(&root).unwrap_or(&file).display().to_string().replace('\\', "/");
            let _ = writeln!(code, "    ({relative:?}, include_str!({:?})),", file.display().to_string());
        }
        code.push_str("];\n");
    }
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("embedded.rs"), code)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let known = path.extension().is_some_and(|it| ["json", "lock", "md", "toml"].iter().any(|known| it == *known));
        if hidden {
            // What editors leave behind.
        } else if path.is_dir() {
            list(&path, files)?;
        } else if known {
            files.push(path);
        }
    }
    Ok(())
}
