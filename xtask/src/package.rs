//! Builds `idspec-conformance` from its packaged files, with vectors and pages inside.

use std::fs;
use std::process::{Command, Stdio};

use crate::{Exit, root, target};

/// What has to be in the package.
const INSIDE: [&str; 3] = ["vectors/manifest.json", "vectors/ulid/parse.json", "spec/common.md"];

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
    let folder = target().join("packaged");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let target_folder = folder.display().to_string();
    // Cargo's own verification keeps what it once unpacked of a version, and would build with an older core of the same number.
    call(
        Command::new("cargo")
            .args(["package", "--quiet", "--allow-dirty", "--no-verify", "--locked", "--target-dir", &target_folder])
            .args(["--package", "idspec-core", "--package", "idspec-conformance"])
            .current_dir(root()),
    )?;
    let packages = folder.join("package");
    let version = env!("CARGO_PKG_VERSION");
    for name in ["idspec-core", "idspec-conformance"] {
        call(Command::new("tar").arg("xzf").arg(format!("{name}-{version}.crate")).current_dir(&packages))?;
        // The unpacked files lie inside of this workspace's folder and are not part of it.
        let manifest = packages.join(format!("{name}-{version}/Cargo.toml"));
        let text = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
        fs::write(&manifest, text + "\n[workspace]\n").map_err(|error| format!("{}: {error}", manifest.display()))?;
    }
    let unpacked = packages.join(format!("idspec-conformance-{version}"));
    for file in INSIDE {
        let data = fs::symlink_metadata(unpacked.join(file)).map_err(|error| format!("{file}: {error}"))?;
        if !data.is_file() {
            return Err(format!("{file} is no file in the package"));
        }
    }
    let core = packages.join(format!("idspec-core-{version}"));
    let patch = format!("patch.crates-io.idspec-core.path={:?}", core.display().to_string());
    let words = ["build", "--quiet", "--lib", "--config", &patch, "--target-dir", &target_folder];
    call(Command::new("cargo").args(words).current_dir(&unpacked))?;
    let files = fs::read_dir(unpacked.join("vectors")).map_err(|error| error.to_string())?.count();
    println!("idspec-conformance {version} builds from its package, with {files} entries in vectors/");
    Ok(())
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
