//! Everything that has to pass before a change lands.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{
    Exit, adapters, bench, browser, conformance, debian, derive, fuzz, metadata, mutation, package, root, servers,
    seventh, supply, sync, target,
};

/// The features of `idspec` beside those of the schemes.
const FEATURES: &[&str] = &[
    "reading",
    "alloc",
    "std",
    "fast",
    "rayon",
    "serde",
    "jiff",
    "chrono",
    "time",
    "uuid",
    "arbitrary",
    "proptest",
    "rand",
    "schemars",
    "utoipa",
    "sqlx",
    "sqlx-postgres",
    "tiberius",
    "generate",
    "tokio",
];

type Step = (&'static str, fn() -> Exit);

const STEPS: &[Step] = &[
    ("format", || cargo(&["fmt", "--all", "--check"], &[])),
    ("lints", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--locked", "--", "-D", "warnings"], &[])
    }),
    ("tests, with databases", || {
        let mut command = Command::new("cargo");
        command.args(["test", "--workspace", "--all-features", "--locked", "--no-fail-fast"]).current_dir(root());
        servers::run(command)
    }),
    ("tests, without vectors", portable),
    ("documentation", || {
        cargo(&["doc", "--workspace", "--all-features", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])
    }),
    ("features one by one", features),
    ("leases, feature by feature and at work", leases),
    ("no_std", no_std),
    ("a user's crate", user_crate),
    ("SQL Server's drivers", mssql),
    ("keys in databases, quickly", bench::databases::step),
    ("other implementations", other_implementations),
    ("second derivation", || derive::check(&root())),
    ("conformance", || conformance::command(&[])),
    ("generated blocks", || sync::command(true)),
    ("faulty implementations", || conformance::command(&["faults"])),
    ("faults put in", mutation::command),
    ("a seventh scheme", seventh::command),
    ("package", package::command),
    ("licences and sources", supply::command),
    ("benchmark, short", bench::step),
    ("the page in a browser", || browser::command(false)),
    ("fuzz, briefly", fuzz::step),
];

/// `cargo xtask test`
pub(crate) fn command() -> Exit {
    if let Err(reason) = set_up() {
        eprintln!("{reason}");
        return Exit::CouldNotRun;
    }
    let mut failed = Vec::new();
    for (name, step) in STEPS {
        println!("== {name}");
        let start = Instant::now();
        let exit = step();
        println!("== {name}: {exit:?}, {:.1} s", start.elapsed().as_secs_f64());
        if exit != Exit::Fine {
            failed.push(*name);
        }
    }
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("steps: {} passed, {} failed", STEPS.len() - failed.len(), failed.len());
    if failed.is_empty() { Exit::Fine } else { Exit::Differs }
}

/// Installs what the steps need and a machine with Rust may lack.
fn set_up() -> Result<(), String> {
    derive::python()?;
    let mut manual = Command::new("mandoc");
    // It has no option that only says that it is there: an empty page it reads.
    if manual.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        debian::install("what reads manual pages", &["mandoc"]);
    }
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if cargo_quietly(&[probe, "--version"]) {
            continue;
        }
        eprintln!("{component} is missing, trying to install it");
        let added = Command::new("rustup").args(["component", "add", component]).stdin(Stdio::null()).status();
        if !added.is_ok_and(|status| status.success()) {
            return Err(format!("{component} is needed: rustup component add {component}"));
        }
    }
    Ok(())
}

fn cargo_quietly(words: &[&str]) -> bool {
    let mut command = Command::new("cargo");
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn cargo(words: &[&str], variables: &[(&str, &str)]) -> Exit {
    let mut command = Command::new("cargo");
    command.args(words).envs(variables.iter().copied()).current_dir(root()).stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Exit::Fine,
        Ok(_) => Exit::Differs,
        Err(error) => {
            eprintln!("cargo: {error}");
            Exit::CouldNotRun
        }
    }
}

/// The folder of this workspace's build, also for the other workspaces: they find packages of the same version and features built.
fn shared() -> String {
    target().display().to_string()
}

fn features() -> Exit {
    let schemes = match metadata::schemes(&root()) {
        Ok(schemes) => schemes,
        Err(reason) => {
            eprintln!("{reason}");
            return Exit::CouldNotRun;
        }
    };
    let names: Vec<&str> = FEATURES.iter().copied().chain(schemes.iter().map(|it| it.scheme.as_str())).collect();
    let base = ["clippy", "--quiet", "--package", "idspec", "--locked", "--no-default-features"];
    let strict = ["--", "-D", "warnings"];
    let lint = |words: &[&str]| cargo(&[&base[..], words, &strict].concat(), &[]);
    // The library with each feature and nothing else, and its tests, which need the schemes, with each beside them.
    let alone = names.iter().map(|feature| lint(&["--features", feature]));
    let beside =
        FEATURES.iter().map(|feature| lint(&["--all-targets", "--features", &format!("all-schemes,{feature}")]));
    // All of them together are linted and tested by the steps before.
    std::iter::once(lint(&[])).chain(alone).chain(beside).find(|exit| *exit != Exit::Fine).unwrap_or(Exit::Fine)
}

/// Tests what has vector instructions and `unsafe` in a build without them.
fn portable() -> Exit {
    let schemes = match metadata::schemes(&root()) {
        Ok(schemes) => schemes,
        Err(reason) => {
            eprintln!("{reason}");
            return Exit::CouldNotRun;
        }
    };
    let packages = schemes.iter().map(|scheme| format!("idspec-{}", scheme.scheme));
    let packages = packages.chain(["idspec-core".to_owned(), "idspec".to_owned()]);
    let features = FEATURES.iter().filter(|feature| **feature != "fast").chain([&"all-schemes"]);
    let features: Vec<String> = features.map(|feature| format!("idspec/{feature}")).collect();
    let mut words = vec!["test".to_owned(), "--locked".to_owned(), "--no-fail-fast".to_owned()];
    words.extend(packages.flat_map(|package| ["--package".to_owned(), package]));
    words.extend(["--no-default-features".to_owned(), "--features".to_owned(), features.join(",")]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    cargo(&words, &[("IDSPEC_PATHS", "portable")])
}

/// Lints the leases with each feature, and runs their example, which ends with an error where an id is given twice.
fn leases() -> Exit {
    let base = ["clippy", "--quiet", "--package", "idspec-lease", "--locked", "--all-targets", "--features"];
    let lint = |features: &str| cargo(&[&base[..], &[features, "--", "-D", "warnings"]].concat(), &[]);
    let picture = target().join("three_processes.svg").display().to_string();
    let run = ["run", "--quiet", "--package", "idspec-lease", "--locked", "--example", "three_processes", "--features"];
    let run = || cargo(&[&run[..], &["sqlite", "--", "", &picture]].concat(), &[]);
    let linted = ["", "postgres", "mysql", "sqlite", "metrics"].into_iter().map(lint);
    linted.chain(std::iter::once_with(run)).find(|exit| *exit != Exit::Fine).unwrap_or(Exit::Fine)
}

/// Tests typed ids from a crate outside of the workspace, which has no features and knows the facade by another name.
fn user_crate() -> Exit {
    let manifest = "crates/idspec/tests/user/Cargo.toml";
    cargo(&["test", "--quiet", "--manifest-path", manifest, "--target-dir", &shared()], &[])
}

/// Lints and tests the workspace of SQL Server's drivers.
fn mssql() -> Exit {
    const PACKAGES: [&str; 4] = ["unixodbc-dev", "tdsodbc", "libssl-dev", "pkg-config"];
    let installed = || {
        let mut command = Command::new("dpkg");
        command.arg("--status").args(PACKAGES).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !installed() {
        debian::install("what SQL Server's drivers are built with", &PACKAGES);
    }
    if !installed() {
        eprintln!("SKIPPED: SQL Server's drivers, since they need the Debian packages {}", PACKAGES.join(" "));
        return if std::env::var_os("CI").is_some() { Exit::CouldNotRun } else { Exit::Fine };
    }
    let manifest = ["--manifest-path", "mssql/Cargo.toml"];
    let shared = shared();
    let apart = ["--quiet", "--target-dir", &shared];
    let format = cargo(&[&["fmt"], &manifest[..], &["--check"]].concat(), &[]);
    // Not `--locked`: a new scheme is one more package in the lock file.
    let lints = cargo(&[&["clippy", "--all-targets"], &manifest[..], &apart, &["--", "-D", "warnings"]].concat(), &[]);
    let tests = cargo(&[&["test", "--no-fail-fast"], &manifest[..], &apart].concat(), &[]);
    [format, lints, tests].into_iter().find(|exit| *exit != Exit::Fine).unwrap_or(Exit::Fine)
}

/// Builds a static library with its own panic handler, which fails as soon as anything links the standard library.
fn no_std() -> Exit {
    let manifest = "crates/idspec/tests/no-std/Cargo.toml";
    // Not `--locked`: a new scheme is one more package in the lock file.
    cargo(&["build", "--quiet", "--manifest-path", manifest, "--target-dir", &shared()], &[])
}

/// Runs the adapters of other implementations, as far as they can be set up, and compares the matrix.
fn other_implementations() -> Exit {
    if adapters::setup(&[]) != Exit::Fine {
        // Registries of other languages may be out of reach; the adapters are skipped then, loudly.
        eprintln!("SKIPPED: adapters that could not be set up");
    }
    adapters::run_all(true)
}
