//! Every sample of the help texts and of the README is run, and prints what stands below it.
//!
//! A sample is a line `$ idspec …`; the lines that follow it, to the next sample or an empty line, are its output. Where none follow, only its end is
//! looked at.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    reason = "a test, with helpers outside of its functions"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What ends only when it is stopped.
const ENDLESS: [&str; 1] = ["serve"];

const PROGRAM: &str = env!("CARGO_BIN_EXE_idspec");

/// The instant that samples take for the present one.
const NOW: &str = "2026-12-01T00:00:00Z";

/// Runs words of a shell in a folder, with the program in the path and nothing of the user's own.
fn shell(words: &str, folder: &Path) -> Output {
    let path = format!("{}:{}", Path::new(PROGRAM).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("timeout");
    command.args(["60", "sh", "-c", words]).current_dir(folder).env_clear();
    command.env("PATH", path).env("HOME", folder).env("IDSPEC_NOW", NOW).env("LANG", "C.UTF-8");
    command.stdin(std::process::Stdio::null()).output().unwrap()
}

fn idspec(words: &[&str]) -> Output {
    Command::new(PROGRAM).args(words).env_remove("IDSPEC_CONFIG").output().unwrap()
}

/// A sample and its output, where any is shown.
struct Sample {
    words: String,
    shown: Vec<String>,
}

/// The samples among lines, each with the lines below it.
fn samples<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut open: Option<String> = None;
    for line in lines {
        let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
        if let Some(words) = line.trim_start().strip_prefix("$ ") {
            samples.push(Sample { words: words.to_owned(), shown: Vec::new() });
            open = Some(indent);
        } else if line.trim().is_empty() || line.starts_with("```") {
            open = None;
        } else if let (Some(indent), Some(last)) = (&open, samples.last_mut()) {
            last.shown.push(line.strip_prefix(indent.as_str()).unwrap_or(line).to_owned());
        }
    }
    samples
}

/// The commands, by the help of the program.
fn commands() -> Vec<String> {
    let help = String::from_utf8(idspec(&["--help"]).stdout).unwrap();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A description that is too long goes on further to the right.
    let lines = list.take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// The words of a text: help is broken into lines of a width.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Runs samples, and says which of them do not do what stands there.
fn faults(source: &str, samples: &[Sample], folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for sample in samples {
        let output = shell(&sample.words, folder);
        let ended =
            output.status.code().is_some_and(|code| code == 0 || (!sample.shown.is_empty() && code < 5 && code != 2));
        if !ended {
            faults.push(format!("{source}: {}: {output:?}", sample.words));
        }
        // What goes to standard error may be shown too.
        let printed = [output.stdout.clone(), [output.stdout, output.stderr].concat()]
            .map(|octets| words(&String::from_utf8(octets).unwrap()));
        let shown = words(&sample.shown.join("\n"));
        // Three dots stand for lines that are left out.
        let same = |printed: &Vec<String>| match shown.iter().position(|word| word == "…") {
            Some(cut) => printed.get(..cut).is_some_and(|front| front == &shown[..cut]),
            None => shown.is_empty() || printed == &shown,
        };
        if !printed.iter().any(same) {
            faults.push(format!(
                "{source}: {} prints\n{}\nand not\n{}",
                sample.words,
                printed[1].join(" "),
                shown.join(" ")
            ));
        }
    }
    faults
}

#[test]
fn samples_of_help_do_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let (mut found, mut without) = (Vec::new(), Vec::new());
    for command in commands().into_iter().filter(|it| !ENDLESS.contains(&it.as_str())) {
        let help = String::from_utf8(idspec(&[&command, "--help"]).stdout).unwrap();
        let samples = samples(help.lines());
        if samples.is_empty() {
            without.push(command.clone());
        }
        found.extend(faults(&format!("idspec {command} --help"), &samples, folder.path()));
    }
    assert_eq!(without, Vec::<String>::new(), "commands without a sample");
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn samples_of_the_guides_do_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (file, least) in [("README.md", 2)] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let blocks = text.split("```console").skip(1).filter_map(|rest| rest.split("\n```").next());
        let mut all = Vec::new();
        for block in blocks {
            all.extend(
                samples(block.lines())
                    .into_iter()
                    .filter(|it| it.words.contains("idspec ") && !it.words.contains("cargo ")),
            );
        }
        assert!(all.len() >= least, "{file} has {} samples", all.len());
        let found = faults(file, &all, folder.path());
        assert!(found.is_empty(), "{}", found.join("\n\n"));
    }
}

/// The pages of the manual, in a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let output = idspec(&["man", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

#[test]
fn manual_pages_are_there_and_show_the_samples() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> =
        pages(folder.path()).iter().map(|page| page.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let mut expected: Vec<String> = commands().iter().map(|name| format!("idspec-{name}.1")).collect();
    expected.push("idspec.1".to_owned());
    expected.sort();
    assert_eq!(names, expected);
    for command in commands() {
        let help = String::from_utf8(idspec(&[&command, "--help"]).stdout).unwrap();
        let page = std::fs::read_to_string(folder.path().join(format!("idspec-{command}.1"))).unwrap();
        let plain = page.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ga", "`").replace("\\e", "\\");
        for sample in samples(help.lines()) {
            assert!(plain.contains(&sample.words), "{command}: {}", sample.words);
        }
    }
}

#[test]
fn manual_pages_are_clean() {
    let folder = tempfile::tempdir().unwrap();
    let pages = pages(folder.path());
    let output = match Command::new("mandoc").args(["-T", "lint", "-W", "warning"]).args(&pages).output() {
        Ok(output) => output,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "mandoc is needed: {error}");
            eprintln!(
                "SKIPPED: the manual pages are not looked at, since that needs the Debian package mandoc: {error}"
            );
            return;
        }
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(output.status.success());
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = idspec(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    assert_eq!(idspec(&["completions", "tcl"]).status.code(), Some(2));
}
