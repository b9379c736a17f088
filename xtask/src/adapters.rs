//! `cargo xtask adapters setup`, and the adapters of this repository run one after the other.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use idspec_conformance::Suite;
use idspec_conformance::adapter::{Description, Launch, Setup};
use idspec_conformance::cli;
use idspec_conformance::report::{self, Entry};
use idspec_conformance::run::Known;

use crate::{Exit, debian, root, target};

/// What is written by a run of all, in the folder of the adapters.
const MATRIX: [&str; 2] = ["MATRIX.md", "matrix.html"];

/// Where an adapter is set up.
fn home(name: &str) -> PathBuf {
    target().join("adapters").join(name)
}

/// Every adapter of the repository, by name.
fn descriptions() -> Result<Vec<(PathBuf, Description)>, String> {
    let folder = root().join("adapters");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let file = entry.path().join("adapter.json");
        if file.is_file() {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            found.push((
                entry.path(),
                Description::read(&text).map_err(|error| format!("{}: {error}", file.display()))?,
            ));
        }
    }
    found.sort_by(|(_, a), (_, b)| (&a.language, &a.name).cmp(&(&b.language, &b.name)));
    Ok(found)
}

/// `cargo xtask adapters setup [NAME…]`
pub(crate) fn setup(names: &[&str]) -> Exit {
    let descriptions = match descriptions() {
        Ok(descriptions) => descriptions,
        Err(reason) => return could_not(&reason),
    };
    if let Some(unknown) = names.iter().find(|name| descriptions.iter().all(|(_, known)| known.name != **name)) {
        return could_not(&format!("no adapter {unknown}"));
    }
    let mut failed = Vec::new();
    for (folder, it) in &descriptions {
        if !names.is_empty() && !names.contains(&it.name.as_str()) {
            continue;
        }
        match set_up(folder, it) {
            Ok(true) => println!("{}: set up", it.name),
            Ok(false) => println!("{}: already set up", it.name),
            Err(reason) => {
                println!("{}: {reason}", it.name);
                failed.push(it.name.as_str());
            }
        }
    }
    if failed.is_empty() { Exit::Fine } else { could_not(&format!("not set up: {}", failed.join(", "))) }
}

fn could_not(reason: &str) -> Exit {
    eprintln!("{reason}");
    Exit::CouldNotRun
}

/// What a set-up was made from: everything that an adapter's folder and the shared files hold.
fn fingerprint(folder: &Path, it: &Description) -> Result<String, String> {
    let mut folders = vec![folder.to_path_buf(), root().join("adapters/lib")];
    if it.setup == Setup::Cargo {
        folders.push(root().join("adapters/rust"));
        folders.push(root().join("adapters/rust/src"));
        folders.push(root().join("adapters/rust/src/bin"));
    }
    let mut digest = DefaultHasher::new();
    for folder in folders {
        let mut files: Vec<PathBuf> =
            fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.is_file() && !file.ends_with("adapter.json")) {
            let content = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            (file, content).hash(&mut digest);
        }
    }
    Ok(format!("{:016x}\n", digest.finish()))
}

/// Sets an adapter up where that is needed; whether it was.
fn set_up(folder: &Path, it: &Description) -> Result<bool, String> {
    let home = home(&it.name);
    let stamp = home.join("made-from");
    let made_from = fingerprint(folder, it)?;
    if fs::read_to_string(&stamp).is_ok_and(|before| before == made_from) {
        return Ok(false);
    }
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    let lib = root().join("adapters/lib");
    match it.setup {
        Setup::None => {}
        Setup::Python => {
            let (venv, requirements) = (home.join("venv"), folder.join("requirements.txt"));
            let make = |with_pip: &[&str]| {
                call(Command::new("python3").args(["-m", "venv", "--clear"]).args(with_pip).arg(&venv))
            };
            let install = |pip: &mut Command| {
                pip.args(["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--requirement"]);
                call(pip.arg(&requirements))
            };
            // A pip of its own takes most of the time of an environment; the one that is there may do, if it is not too old.
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "--python"]).arg(venv.join("bin/python"));
            if make(&["--without-pip"]).and_then(|()| install(&mut pip)).is_err() {
                // Debian's Python comes without the part that a virtual environment is made with.
                if make(&[]).is_err() {
                    debian::install("what makes virtual environments of Python", &["python3-venv"]);
                    make(&[])?;
                }
                install(&mut Command::new(venv.join("bin/pip")))?;
            }
        }
        Setup::Npm => {
            for (from, name) in [
                (folder, "package.json"),
                (folder, "package-lock.json"),
                (folder, "adapter.mjs"),
                (&lib, "idspec-adapter.mjs"),
                (&lib, "idspec-generate.mjs"),
            ] {
                let from = from.join(name);
                fs::copy(&from, home.join(name)).map_err(|error| format!("{}: {error}", from.display()))?;
            }
            let mut npm = Command::new("npm");
            npm.args(["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
            call(npm.current_dir(&home))?;
        }
        Setup::Cargo => {
            let mut cargo = Command::new("cargo");
            cargo.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
            cargo.arg(root().join("adapters/rust/Cargo.toml")).arg("--target-dir").arg(cargo_target());
            call(&mut cargo)?;
        }
    }
    fs::write(&stamp, made_from).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(true)
}

/// Where the adapters in Rust are built, all of them together.
fn cargo_target() -> PathBuf {
    target().join("adapters-rust")
}

/// Runs a command of a set-up, and shows what it said where it failed.
fn call(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&said)))
}

/// How an adapter is started, or nothing where it is not set up.
fn launch(folder: &Path, it: &Description, timeout_scale: u32) -> Option<Launch> {
    let home = home(&it.name);
    let python = match it.setup {
        Setup::None => PathBuf::from("python3"),
        _ => home.join("venv/bin/python"),
    };
    let there = fs::read_to_string(home.join("made-from")).ok()?;
    if fingerprint(folder, it).ok()? != there {
        return None;
    }
    let place = |word: &String| {
        word.replace("{python}", &python.display().to_string())
            .replace("{node}", "node")
            .replace("{target}", &cargo_target().display().to_string())
    };
    let lib = root().join("adapters/lib").display().to_string();
    Some(Launch {
        words: it.command.iter().map(place).collect(),
        folder: Some(if it.setup == Setup::Npm { home } else { folder.to_path_buf() }),
        variables: vec![("PYTHONPATH".to_owned(), lib), ("PYTHONDONTWRITEBYTECODE".to_owned(), "1".to_owned())],
        timeout_scale,
    })
}

/// `cargo xtask conformance run --all [--check]`: every adapter that is set up, and the matrix.
pub(crate) fn run_all(check: bool) -> Exit {
    let suite = Suite::builtin();
    let descriptions = match descriptions() {
        Ok(descriptions) => descriptions,
        Err(reason) => return could_not(&reason),
    };
    let (mut entries, mut absent, mut broken) = (Vec::new(), Vec::new(), Vec::new());
    for (folder, it) in &descriptions {
        let Some(launch) = launch(folder, it, 5) else {
            absent.push(it.name.as_str());
            continue;
        };
        let known = Known { expected: it.expected.clone(), unsupported: it.unsupported.clone() };
        match cli::check(&suite, launch, &known, None, &it.name) {
            Ok(entry) => entries.push(Entry { findings: it.findings.clone(), ..entry }),
            Err(reason) => {
                println!("{}: {reason}", it.name);
                broken.push(it.name.as_str());
            }
        }
    }
    if !absent.is_empty() {
        println!("SKIPPED, not set up (`cargo xtask adapters setup`): {}", absent.join(", "));
    }
    if !broken.is_empty() {
        return could_not(&format!("could not be run: {}", broken.join(", ")));
    }
    let unexplained: Vec<String> = entries.iter().flat_map(unexplained).collect();
    for line in &unexplained {
        println!("{line}");
    }
    // The table alone; the file has the differences too.
    let page = report::markdown(&entries, &cli::today());
    print!("{}", page.split("## Differences").next().unwrap_or_default());
    println!("{} implementations", entries.len());
    if absent.is_empty() {
        match write(&entries, check) {
            Ok(true) => {}
            Ok(false) => return Exit::Differs,
            Err(reason) => return could_not(&reason),
        }
    }
    let ending = cli::close(&entries);
    if ending == cli::Ending::Fine && unexplained.is_empty() { Exit::Fine } else { Exit::Differs }
}

/// Clauses of known failures that no finding names.
fn unexplained(entry: &Entry) -> Vec<String> {
    let named = |clause: &String| entry.findings.iter().any(|finding| finding.clauses.contains(clause));
    let without = entry.run.differences().filter(|result| !result.clauses.iter().any(named));
    without.map(|result| format!("{}: no finding explains {}", entry.name, result.id)).collect()
}

/// Writes the matrix, or compares it with what is there; whether it is the same.
fn write(entries: &[Entry], check: bool) -> Result<bool, String> {
    let folder = root().join("adapters");
    let mut same = true;
    for (name, page) in MATRIX.iter().zip([report::markdown as fn(&[Entry], &str) -> String, report::page]) {
        let path = folder.join(name);
        let before = fs::read_to_string(&path).unwrap_or_default();
        // The day of the page stays while nothing else changes.
        let day =
            before.split("Suite ").nth(1).and_then(|rest| rest.split([' ', '.', '\n']).find(|word| word.len() == 10));
        if day.is_some_and(|day| page(entries, day) == before) {
            continue;
        }
        same = false;
        if check {
            println!("adapters/{name} is not what this run gives: `cargo xtask conformance run --all`");
        } else {
            fs::write(&path, page(entries, &cli::today())).map_err(|error| format!("{}: {error}", path.display()))?;
            println!("adapters/{name} written");
        }
    }
    Ok(same || !check)
}
