//! `cargo xtask browser`: the local page of the command in headless Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Exit, debian, root, target};

/// What the tests are made of; the packages are fetched into the folder of the build.
const FILES: [&str; 6] =
    ["package.json", "package-lock.json", ".npmrc", "browser.mjs", "page.test.mjs", "screenshots.mjs"];

/// Debian's names of the browser's program.
const BROWSERS: [&str; 2] = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/// `cargo xtask browser`, and a step of the test run; `--screenshots` renews the pictures of `docs/images` instead.
pub(crate) fn command(screenshots: bool) -> Exit {
    let Some(browser) = browser() else { return skipped("there is no Chromium, and none could be installed") };
    if !has_npm() {
        debian::install("what runs the tests of the page", &["nodejs", "npm"]);
    }
    if !has_npm() {
        return skipped("there is no npm, and none could be installed");
    }
    let home = target().join("browser");
    if let Err(reason) = set_up(&home) {
        return skipped(&reason);
    }
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--locked", "--package", "idspec-cli"]).current_dir(root());
    match build.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => {}
        Ok(_) => return Exit::Differs,
        Err(error) => {
            eprintln!("cargo: {error}");
            return Exit::CouldNotRun;
        }
    }
    let mut node = Command::new("node");
    if screenshots {
        node.arg("screenshots.mjs").arg(root().join("docs/images"));
    } else {
        node.args(["--test", "--test-reporter=spec", "page.test.mjs"]);
    }
    let program = format!("idspec{}", std::env::consts::EXE_SUFFIX);
    node.env("IDSPEC", target().join("debug").join(program)).env("CHROMIUM", browser);
    // The page is in the language that the tests ask for, and its ids of schemes that everybody has.
    for name in ["IDSPEC_AS", "IDSPEC_WINDOW", "IDSPEC_TZ", "IDSPEC_NOW", "IDSPEC_CONFIG"] {
        node.env_remove(name);
    }
    match node.current_dir(home).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Exit::Fine,
        Ok(_) => Exit::Differs,
        Err(error) => {
            eprintln!("node: {error}");
            Exit::CouldNotRun
        }
    }
}

fn skipped(reason: &str) -> Exit {
    eprintln!("SKIPPED: the page in a browser, since {reason}");
    Exit::Fine
}

/// The browser: what `CHROMIUM` names, or Debian's, which is installed where it is missing.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let there = || BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file());
    there().or_else(|| {
        debian::install("a browser for the tests of the page", &["chromium"]);
        there()
    })
}

fn has_npm() -> bool {
    let mut command = Command::new("npm");
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Copies the tests into `home`, and fetches their packages where the lock file is another one than last time.
fn set_up(home: &Path) -> Result<(), String> {
    let from = root().join("crates/cli/browser");
    fs::create_dir_all(home).map_err(|error| format!("{}: {error}", home.display()))?;
    for name in FILES {
        fs::copy(from.join(name), home.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    let lock = fs::read(home.join("package-lock.json")).map_err(|error| format!("package-lock.json: {error}"))?;
    let stamp = home.join("fetched");
    if fs::read(&stamp).is_ok_and(|before| before == lock) {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(home);
    match npm.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => {
            fs::write(&stamp, lock).map_err(|error| format!("{}: {error}", stamp.display()))
        }
        Ok(status) => Err(format!("npm ci: {status}")),
        Err(error) => Err(format!("npm: {error}")),
    }
}
