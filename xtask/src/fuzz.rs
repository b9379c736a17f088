//! `cargo xtask fuzz`: the fuzz targets, each for some seconds.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Exit, root, target};

/// How long each target runs where nothing is said.
const SECONDS: u32 = 30;

/// `cargo xtask fuzz [--seconds N] [TARGET…]`
pub(crate) fn command(words: &[&str]) -> Exit {
    match run(words) {
        Ok(exit) => exit,
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

fn run(words: &[&str]) -> Result<Exit, String> {
    let (seconds, wanted) = options(words)?;
    let known = targets(&root().join("fuzz/targets"))?;
    if let Some(unknown) = wanted.iter().find(|name| !known.iter().any(|known| known == *name)) {
        return Err(format!("unknown fuzz target: {unknown}; there are {}", known.join(", ")));
    }
    let there = |words: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !there(&["+nightly", "--version"]) {
        return Err("fuzzing needs a nightly compiler: rustup toolchain install nightly".to_owned());
    }
    if !there(&["fuzz", "--version"]) {
        eprintln!("cargo-fuzz is missing, trying to install it");
        cargo(&["install", "cargo-fuzz", "--locked", "--quiet"])?;
    }
    let names: Vec<&String> =
        known.iter().filter(|name| wanted.is_empty() || wanted.contains(&name.as_str())).collect();
    let folder = target().join("fuzz").display().to_string();
    let place = ["--fuzz-dir", "fuzz", "--target-dir", &folder];
    cargo(&[&["+nightly", "fuzz", "build"], &place[..]].concat())?;
    for name in &names {
        println!("== {name}, {seconds} s");
        let time = format!("-max_total_time={seconds}");
        let options = [name.as_str(), "--", &time, "-max_len=2048", "-print_final_stats=1", "-verbosity=0"];
        if cargo(&[&["+nightly", "fuzz", "run"], &place[..], &options].concat()).is_err() {
            return Ok(Exit::Differs);
        }
    }
    println!("{} targets, {seconds} s each, nothing found", names.len());
    Ok(Exit::Fine)
}

/// The seconds and the targets that are asked for.
fn options<'a>(words: &[&'a str]) -> Result<(u32, Vec<&'a str>), String> {
    match words {
        ["--seconds", seconds, rest @ ..] => {
            let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
            Ok((seconds.ok_or("--seconds needs a number above zero")?, rest.to_vec()))
        }
        ["--seconds"] => Err("--seconds needs a number above zero".to_owned()),
        rest => Ok((SECONDS, rest.to_vec())),
    }
}

/// The names of the targets, which are those of their files.
fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| file.path().file_stem().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

fn cargo(words: &[&str]) -> Result<(), String> {
    let status = Command::new("cargo").args(words).current_dir(root()).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {}: {status}", words.join(" "))),
        Err(error) => Err(format!("cargo: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_declared() {
        let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let names = targets(&root().join("fuzz/targets")).unwrap();
        assert_eq!(names, ["lines", "paths"]);
        for name in names {
            assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")), "{name}");
        }
    }

    #[test]
    fn seconds_come_first() {
        assert_eq!(options(&["--seconds", "5", "paths"]), Ok((5, vec!["paths"])));
        assert_eq!(options(&[]), Ok((SECONDS, vec![])));
        assert!(options(&["--seconds"]).is_err() && options(&["--seconds", "0"]).is_err());
    }
}
