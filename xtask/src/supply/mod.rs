//! What dependencies may be: their licences, where they come from, and which are not to come back. The lists are those of `deny.toml`.

mod licence;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Exit, root};

/// Every workspace of this repository that has a lock file.
const WORKSPACES: [&str; 6] = [".", "mssql", "bench", "bench/db", "fuzz", "adapters/rust"];

/// How cargo's name of the public registry begins and ends, whatever mirror it is fetched from.
const REGISTRY: [&str; 2] = ["registry+", "/crates.io-index"];

/// What `deny.toml` says, as far as it is checked here.
#[derive(Debug, Default, PartialEq, Eq)]
struct Rules {
    licences: Vec<String>,
    /// Licences of one crate.
    exceptions: Vec<(String, Vec<String>)>,
    banned: Vec<String>,
}

/// A package that cargo resolved.
#[derive(Debug)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// None for what is in this repository.
    source: Option<String>,
}

/// `cargo xtask supply-chain`
pub(crate) fn command() -> Exit {
    match run(&root()) {
        Ok(problems) if problems.is_empty() => Exit::Fine,
        Ok(problems) => {
            problems.iter().for_each(|problem| println!("{problem}"));
            Exit::Differs
        }
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

/// `cargo xtask supply-chain --deny`: cargo-deny, which looks into the files of licences too.
pub(crate) fn deny() -> Exit {
    let mut exit = Exit::Fine;
    for workspace in WORKSPACES {
        println!("== {workspace}");
        let mut command = Command::new("cargo");
        command.args(["deny", "--manifest-path", &format!("{workspace}/Cargo.toml"), "--config"]);
        command.arg(root().join("deny.toml")).args(["check", "licenses", "bans", "sources"]).current_dir(root());
        match command.stdin(Stdio::null()).status() {
            Ok(status) if status.success() => {}
            // What cargo says of a subcommand that it does not have.
            Ok(status) if status.code() == Some(101) => {
                eprintln!("cargo-deny is needed, and takes minutes to build: cargo install cargo-deny --locked");
                return Exit::CouldNotRun;
            }
            Ok(_) => exit = Exit::Differs,
            Err(error) => {
                eprintln!("cargo: {error}");
                return Exit::CouldNotRun;
            }
        }
    }
    exit
}

fn run(root: &Path) -> Result<Vec<String>, String> {
    let rules = rules(&fs::read_to_string(root.join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?)?;
    let mut found = Vec::new();
    for workspace in WORKSPACES {
        let packages = packages(root, workspace)?;
        let problems = problems(&packages, &rules);
        let ours = packages.iter().filter(|package| package.source.is_none()).count();
        println!("{workspace}: {} dependencies, {} problem(s)", packages.len() - ours, problems.len());
        found.extend(problems.into_iter().map(|problem| format!("{workspace}: {problem}")));
    }
    Ok(found)
}

/// Every package that a workspace may need, on any system and with any features.
fn packages(root: &Path, workspace: &str) -> Result<Vec<Package>, String> {
    // Not `--locked`: a new scheme is one more package in the lock files.
    let words = ["metadata", "--quiet", "--format-version", "1", "--all-features", "--manifest-path"];
    let mut command = Command::new("cargo");
    command.args(words).arg(format!("{workspace}/Cargo.toml")).current_dir(root).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata in {workspace}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{workspace}: {error}"))?;
    let found = metadata["packages"].as_array().ok_or(format!("{workspace}: no packages"))?;
    let text = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let package = |it: &Value| {
        Some(Package {
            name: text(it, "name")?,
            version: text(it, "version")?,
            licence: text(it, "license"),
            source: text(it, "source"),
        })
    };
    found.iter().map(package).collect::<Option<_>>().ok_or(format!("{workspace}: a package without a name"))
}

fn problems(packages: &[Package], rules: &Rules) -> Vec<String> {
    let mut problems = Vec::new();
    for package in packages {
        let mut say = |what: String| problems.push(format!("{} {}: {what}", package.name, package.version));
        let own = rules.exceptions.iter().find(|(name, _)| *name == package.name).map(|(_, licences)| licences);
        let allowed = |licence: &str| {
            rules.licences.iter().chain(own.into_iter().flatten()).any(|it| it.eq_ignore_ascii_case(licence))
        };
        match package.licence.as_deref().map(|expression| (expression, licence::satisfied(expression, &allowed))) {
            Some((_, Ok(true))) => {}
            Some((expression, Ok(false))) => say(format!("the licence {expression} is not allowed")),
            Some((_, Err(reason))) => say(format!("no licence expression: {reason}")),
            None => say("no licence".to_owned()),
        }
        match package.source.as_deref() {
            None => {}
            Some(source) if source.starts_with(REGISTRY[0]) && source.ends_with(REGISTRY[1]) => {}
            Some(other) => say(format!("comes from {other}")),
        }
        if rules.banned.contains(&package.name) {
            say("is banned".to_owned());
        }
    }
    problems
}

/// Reads the lists of `deny.toml`, which have an entry a line.
fn rules(text: &str) -> Result<Rules, String> {
    let mut rules = Rules::default();
    let (mut section, mut list) = ("", "");
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let quoted = || line.split('"').skip(1).step_by(2).map(str::to_owned);
        if let Some((name, rest)) = line.split_once(" = [").filter(|_| list.is_empty()) {
            list = if rest.is_empty() { name } else { "" };
        } else if line == "]" {
            list = "";
        } else if list.is_empty() {
            section = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(section);
        } else {
            match (section, list) {
                ("licenses", "allow") => rules.licences.extend(quoted()),
                ("licenses", "exceptions") => {
                    let mut words = quoted();
                    let name = words.next().ok_or(format!("deny.toml: {line}"))?;
                    rules.exceptions.push((name, words.collect()));
                }
                ("bans", "deny") => rules.banned.extend(quoted()),
                _ => return Err(format!("deny.toml: the list {list} of {section} is not known here")),
            }
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, licence: Option<&str>, source: Option<&str>) -> Package {
        let (licence, source) = (licence.map(str::to_owned), source.map(str::to_owned));
        Package { name: name.to_owned(), version: "1.0.0".to_owned(), licence, source }
    }

    #[test]
    fn the_lists_are_read_as_they_stand() {
        let rules = rules(&fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap();
        let allowed = "MIT Apache-2.0 BSD-2-Clause BSD-3-Clause ISC Zlib BSL-1.0 Unicode-3.0 Unlicense";
        assert_eq!(rules.licences.join(" "), allowed);
        let exceptions: Vec<String> =
            rules.exceptions.iter().map(|(name, licences)| format!("{name}: {}", licences.join(" "))).collect();
        let expected = ["idspec-conformance: CC0-1.0 CC-BY-4.0", "borrow-or-share: MIT-0", "libfuzzer-sys: NCSA"];
        assert_eq!(exceptions, expected);
        assert_eq!(rules.banned, ["async-std", "serde_yaml"]);
    }

    #[test]
    fn a_list_that_nobody_reads_is_an_error() {
        let reason = "deny.toml: the list skip of bans is not known here";
        assert_eq!(rules("[bans]\nskip = [\n    \"a\",\n]\n"), Err(reason.to_owned()));
    }

    #[test]
    fn each_rule_is_noticed() {
        let rules = Rules {
            licences: vec!["MIT".to_owned()],
            exceptions: vec![("data".to_owned(), vec!["CC0-1.0".to_owned()])],
            banned: vec!["old".to_owned()],
        };
        let [registry, other] = ["registry+https://example.org/crates.io-index", "registry+https://example.org/index"];
        let git = "git+https://example.org/a#0123";
        for (package, problem) in [
            (package("a", Some("MIT OR GPL-3.0-only"), Some(registry)), None),
            (package("a", Some("MIT"), None), None),
            (package("data", Some("MIT AND CC0-1.0"), None), None),
            (package("a", Some("CC0-1.0"), None), Some("a 1.0.0: the licence CC0-1.0 is not allowed")),
            (package("a", None, None), Some("a 1.0.0: no licence")),
            (
                package("a", Some("("), None),
                Some("a 1.0.0: no licence expression: \"(\": a licence is missing at the end"),
            ),
            (package("a", Some("MIT"), Some(git)), Some("a 1.0.0: comes from git+https://example.org/a#0123")),
            (package("a", Some("MIT"), Some(other)), Some("a 1.0.0: comes from registry+https://example.org/index")),
            (package("old", Some("MIT"), Some(registry)), Some("old 1.0.0: is banned")),
        ] {
            assert_eq!(problems(&[package], &rules), Vec::from_iter(problem));
        }
    }
}
