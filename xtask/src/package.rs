//! Builds the crates that are published from their packaged files, in the order in which they can be published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pages::{self, Published};
use crate::{Exit, root, target};

/// What has to be in every package.
const IN_EACH: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];
/// What has to be in the package of the suite.
const IN_SUITE: [&str; 3] = ["vectors/manifest.json", "vectors/ulid/parse.json", "spec/common.md"];

/// The step of `cargo xtask test`.
pub(crate) fn command() -> Exit {
    match run() {
        Ok(()) => Exit::Fine,
        Err(reason) => {
            println!("{reason}");
            Exit::Differs
        }
    }
}

fn run() -> Result<(), String> {
    let unpacked = Unpacked::new("packaged")?;
    // The versions that the workspace was tested with.
    let lock = root().join("Cargo.lock");
    fs::copy(&lock, unpacked.folder.join("Cargo.lock")).map_err(|error| format!("{}: {error}", lock.display()))?;
    // With the features that are on by default: all of them would be a second build of sqlx's drivers, and `cargo xtask minimal` has that.
    unpacked.cargo(&["check", "--quiet", "--workspace"])?;
    println!("{} crates build from their packages, and can be published in this order", unpacked.crates.len());
    Ok(())
}

/// The packages of all crates that are published, unpacked beside each other as one workspace.
pub(crate) struct Unpacked {
    folder: PathBuf,
    /// In the order in which they can be published.
    crates: Vec<Published>,
}

impl Unpacked {
    /// Packs and unpacks, looks for what has to be inside, and prints what there is.
    ///
    /// # Errors
    /// What went wrong, or is missing in a package.
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        let folder = target().join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let crates = in_order(pages::published(&root())?)?;
        let names = crates.iter().flat_map(|it| ["--package", it.name.as_str()]);
        // Cargo's own verification keeps what it once unpacked of a version, and would build with an older core of the same number.
        call(
            Command::new("cargo")
                .args(["package", "--quiet", "--allow-dirty", "--no-verify", "--locked"])
                .arg("--target-dir")
                .arg(&folder)
                .args(names)
                .current_dir(root()),
        )?;
        let folder = folder.join("package");
        let unpacked = Self { folder, crates };
        let (mut members, mut patches) = (String::new(), String::new());
        for it in &unpacked.crates {
            let name = format!("{}-{}", it.name, env!("CARGO_PKG_VERSION"));
            // With the time of today: files in a package are dated long ago, and cargo would not look at them again.
            call(Command::new("tar").arg("xzmf").arg(format!("{name}.crate")).current_dir(&unpacked.folder))?;
            let inside = unpacked.folder.join(&name);
            let suite = it.name == "idspec-conformance";
            for file in IN_EACH.iter().chain([&it.source]).chain(IN_SUITE.iter().filter(|_| suite)) {
                let data =
                    fs::symlink_metadata(inside.join(file)).map_err(|error| format!("{name}: {file}: {error}"))?;
                if !data.is_file() {
                    return Err(format!("{name}: {file} is no file in the package"));
                }
            }
            let (files, octets) = size(&inside).map_err(|error| format!("{name}: {error}"))?;
            println!("{name}: {files} files, {octets} octets");
            members.push_str(&format!("{name:?}, "));
            patches.push_str(&format!("{} = {{ path = {name:?} }}\n", it.name));
        }
        let manifest = unpacked.folder.join("Cargo.toml");
        let text = format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}");
        let text = text + "\n[profile.dev]\ndebug = \"line-tables-only\"\n";
        fs::write(&manifest, text).map_err(|error| format!("{}: {error}", manifest.display()))?;
        Ok(unpacked)
    }

    /// Takes what only tests need out of the packages' manifests.
    ///
    /// # Errors
    /// The first manifest that cannot be read or written.
    pub(crate) fn without_tests(&self) -> Result<(), String> {
        for it in &self.crates {
            let path = self.folder.join(format!("{}-{}/Cargo.toml", it.name, env!("CARGO_PKG_VERSION")));
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            fs::write(&path, without_dev(&text)).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// Runs cargo among the packages.
    ///
    /// # Errors
    /// What it printed, where it fails.
    pub(crate) fn cargo(&self, words: &[&str]) -> Result<String, String> {
        let mut command = Command::new("cargo");
        command.args(words).arg("--manifest-path").arg(self.folder.join("Cargo.toml")).current_dir(&self.folder);
        // The folder of this workspace's build: what others wrote is built there already, where version, features and profile are the same.
        call(command.env("CARGO_TARGET_DIR", target()))
    }
}

/// Each crate after those that it depends on.
fn in_order(mut left: Vec<Published>) -> Result<Vec<Published>, String> {
    let mut ordered: Vec<Published> = Vec::new();
    while !left.is_empty() {
        let ready = |it: &Published| !left.iter().any(|other| depends(&it.manifest, &other.name));
        let next = left.iter().position(ready).ok_or("crates that are published depend on each other in a circle")?;
        ordered.push(left.remove(next));
    }
    Ok(ordered)
}

/// Whether a manifest has a dependency that its package keeps; tests depend on crates of this repository by path, and packages drop that.
fn depends(manifest: &str, name: &str) -> bool {
    let mut kept = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            kept = line.ends_with("dependencies]") && !line.ends_with("dev-dependencies]");
        }
        let found = line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '.']));
        if kept && found {
            return true;
        }
    }
    false
}

/// A manifest as cargo packages it, without dependencies of tests.
fn without_dev(manifest: &str) -> String {
    let mut kept = true;
    let mut out = String::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            kept = !line.contains("dev-dependencies.");
        }
        if kept {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// The files in a folder, and their octets together.
fn size(folder: &Path) -> std::io::Result<(u32, u64)> {
    let mut sum = (0, 0);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (files, octets) =
            if entry.file_type()?.is_dir() { size(&entry.path())? } else { (1, entry.metadata()?.len()) };
        sum = (sum.0 + files, sum.1 + octets);
    }
    Ok(sum)
}

fn call(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(printed)
    } else {
        Err(format!("{command:?}: {}\n{printed}{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(name: &str, manifest: &str) -> Published {
        Published { name: name.to_owned(), folder: String::new(), manifest: manifest.to_owned(), source: "src/lib.rs" }
    }

    #[test]
    fn what_is_depended_on_comes_first() {
        let a = published("a", "[dependencies]\nb.workspace = true\n");
        let b = published("b", "[target.'cfg(unix)'.dependencies]\nc = \"1\"\n\n[dev-dependencies]\na = \"1\"\n");
        let c = published("c", "[features]\na = []\n\n[dependencies]\nab = \"1\"\n");
        let order = in_order(vec![a.clone(), b, c]).map(|it| it.into_iter().map(|it| it.name).collect::<Vec<_>>());
        assert_eq!(order, Ok(vec!["c".to_owned(), "b".to_owned(), "a".to_owned()]));
        let circle = published("b", "[build-dependencies]\na = \"1\"\n");
        assert!(in_order(vec![a, circle]).is_err());
    }

    #[test]
    fn dependencies_of_tests_are_taken_out() {
        let manifest = "[dependencies.a]\nversion = \"1\"\n\n[dev-dependencies.b]\nversion = \"1\"\n\n[lints]\nx = 1\n";
        assert_eq!(without_dev(manifest), "[dependencies.a]\nversion = \"1\"\n\n[lints]\nx = 1\n");
    }
}
