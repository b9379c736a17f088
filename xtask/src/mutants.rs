//! `cargo xtask mutants`: every small change to core and the schemes, each to be noticed by a test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::scratch::Scratch;
use crate::{Exit, metadata, root, target};

/// How many shards there are where nothing is said: each then ends within half an hour on two cores.
const SHARDS: u32 = 48;

/// How long the tests of one mutant may run, in seconds: several times what they need.
const LIMIT: u32 = 120;

/// Where the survivors that are no gap stand.
const EXPLAINED: &str = "xtask/mutants.txt";

/// What stands between a mutant and its explanation.
const WHY: &str = "  # ";

/// Tests of whole schedules of threads: ten seconds, so only for what everything quicker leaves.
const SCHEDULES: [&str; 2] = ["loom", "shuttle"];

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted<'a> {
    /// Which slice, from zero, of how many; all of the mutants of the files where files are named and no shard is.
    shard: Option<(u32, u32)>,
    files: Vec<&'a str>,
}

/// `cargo xtask mutants [--shard K/N] [FILE…]`
pub(crate) fn command(words: &[&str]) -> Exit {
    match wanted(words).and_then(|wanted| run(&wanted)) {
        Ok(exit) => exit,
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

fn run(wanted: &Wanted) -> Result<Exit, String> {
    let there =
        Command::new("cargo").args(["mutants", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        return Err("cargo-mutants is needed: cargo install cargo-mutants --locked --version 27.1.0".to_owned());
    }
    let explained = explanations(&fs::read_to_string(root().join(EXPLAINED)).map_err(|error| error.to_string())?)?;
    let start = Instant::now();
    let scratch = Scratch::new("mutants").map_err(|error| format!("scratch copy: {error}"))?;
    let output = target().join("mutants");
    let (mut all, mut ran, mut missed) = (Vec::new(), Vec::new(), Vec::new());
    let core_tests = quick_tests(&root().join("crates/core/tests"))?;
    let core = vec!["idspec-core".to_owned()];
    let schemes = metadata::schemes(&root())?;
    let schemes: Vec<String> = schemes.iter().map(|scheme| format!("idspec-{}", scheme.scheme)).collect();
    // First each with the tests of its own package.
    for (name, packages, tests) in [("core", &core, core_tests), ("schemes", &schemes, vec!["--tests".to_owned()])] {
        let chosen = choice(packages, wanted);
        all.extend(list(&scratch, &chosen)?);
        let sliced = [chosen, slice(wanted)].concat();
        let here = list(&scratch, &sliced)?;
        if !here.is_empty() {
            println!("== {name}: {} mutants, tests of their own package", here.len());
            let test = [vec!["--".to_owned(), "--lib".to_owned()], tests].concat();
            missed.extend(mutate(&scratch, &output.join(name), &[sliced, test].concat())?);
            ran.extend(here);
        }
    }
    // Then what is left with the vectors and laws of all schemes, and what is left of that with everything else.
    let everything: Vec<&str> = ["--lib", "--tests"].to_vec();
    for (name, packages, tests) in [
        ("vectors and laws", "idspec", ["--test=vectors", "--test=laws", "--test=bulk"].to_vec()),
        ("everything else", "idspec,idspec-conformance,idspec-core", everything),
    ] {
        if missed.is_empty() {
            break;
        }
        println!("== {name}: {} mutants that are left", missed.len());
        // Their files too: it takes mutants that leave out a field of a struct whatever the expressions say.
        let mut files: Vec<&str> = missed.iter().filter_map(|mutant| mutant.split(':').next()).collect();
        files.dedup();
        let mut options = choice(&[&core[..], &schemes].concat(), &Wanted { shard: None, files });
        options.extend(missed.iter().map(|mutant| format!("--re=^{}$", quoted(mutant))));
        let chosen = list(&scratch, &options)?;
        if let Some(lost) = missed.iter().find(|mutant| !chosen.contains(mutant)) {
            return Err(format!("cargo-mutants does not choose this one again: {lost}"));
        }
        options.extend([format!("--test-package={packages}"), "--".to_owned()]);
        options.extend(tests.into_iter().map(str::to_owned));
        let left = mutate(&scratch, &output.join(name), &options)?;
        missed.retain(|mutant| left.contains(mutant));
    }
    let findings = judge(&explained, &all, &ran, &missed);
    for finding in &findings {
        println!("{finding}");
    }
    let seconds = start.elapsed().as_secs();
    println!("{} mutants, {} not noticed, {} finding(s), {seconds} s", ran.len(), missed.len(), findings.len());
    Ok(if findings.is_empty() { Exit::Fine } else { Exit::Differs })
}

/// The shard and the files that are asked for.
fn wanted<'a>(words: &[&'a str]) -> Result<Wanted<'a>, String> {
    let wrong = || format!("--shard needs K/N, K from 0 to N - 1; there are {SHARDS} where N is not said");
    let (shard, files) = match words {
        ["--shard", shard, files @ ..] => {
            let (k, n) = shard.split_once('/').map_or((*shard, None), |(k, n)| (k, Some(n)));
            let n = n.map_or(Ok(SHARDS), str::parse).map_err(|_| wrong())?;
            (Some((k.parse().ok().filter(|k| *k < n).ok_or_else(wrong)?, n)), files)
        }
        ["--shard"] => return Err(wrong()),
        [] => return Err(format!("all mutants take a day: name files, or a shard as in --shard 0/{SHARDS}")),
        files => (None, files),
    };
    match files.iter().find(|file| file.starts_with('-') || !root().join(file).is_file()) {
        Some(unknown) => Err(format!("no such file, seen from the root of the repository: {unknown}")),
        None => Ok(Wanted { shard, files: files.to_vec() }),
    }
}

/// The options that choose mutants, before they are sliced.
fn choice(packages: &[String], wanted: &Wanted) -> Vec<String> {
    let packages = packages.iter().map(|package| format!("--package={package}"));
    packages.chain(wanted.files.iter().map(|file| format!("--file={file}"))).collect()
}

fn slice(wanted: &Wanted) -> Vec<String> {
    wanted.shard.map(|(k, n)| format!("--shard={k}/{n}")).into_iter().collect()
}

/// The options that name the tests of a folder, without those of schedules.
fn quick_tests(folder: &Path) -> Result<Vec<String>, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| file.path().file_stem().map(|name| name.to_string_lossy().into_owned()))
        .filter(|name| !SCHEDULES.contains(&name.as_str()))
        .map(|name| format!("--test={name}"))
        .collect();
    names.sort();
    Ok(names)
}

/// The names of mutants, as `FILE:LINE:COLUMN: DESCRIPTION`.
fn list(scratch: &Scratch, options: &[String]) -> Result<Vec<String>, String> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list"]).args(options).current_dir(scratch.folder()).stdin(Stdio::null());
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo mutants --list: {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Tries mutants, and names those that no test noticed.
fn mutate(scratch: &Scratch, output: &Path, options: &[String]) -> Result<Vec<String>, String> {
    fs::create_dir_all(output).map_err(|error| format!("{}: {error}", output.display()))?;
    let mut command = Command::new("cargo");
    let limit = format!("--timeout={LIMIT}");
    // Without a baseline: `cargo xtask test` says that everything passes.
    command.args(["mutants", "--in-place", "--baseline=skip", &limit, "--all-features", "--colors=never", "--output"]);
    command.arg(output).args(options);
    // One folder for all builds, so that only what a mutant changes is built again. Not the usual one: cargo takes the crates of a copy for
    // those of the repository, and a later build there would take a mutant for fresh.
    command.env("CARGO_TARGET_DIR", target().join("mutants/build")).env("CARGO_PROFILE_DEV_DEBUG", "false");
    let status = command.current_dir(scratch.folder()).stdin(Stdio::null()).status();
    // All noticed, some not noticed, some without an end.
    match status.map_err(|error| format!("cargo: {error}"))?.code() {
        Some(0 | 2 | 3) => {}
        other => return Err(format!("cargo mutants ended with {other:?}; see {}", output.display())),
    }
    let missed = output.join("mutants.out/missed.txt");
    let text = fs::read_to_string(&missed).map_err(|error| format!("{}: {error}", missed.display()))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// A text as a regular expression that matches nothing else.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        // Not `<` and `>`: with a backslash they are the edges of a word.
        if r"\.+*?()|[]{}^$#&-~".contains(letter) {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted
}

/// A mutant's name without line and column: `FILE: DESCRIPTION`.
fn placeless(mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(_), Some(_), Some(description)) => format!("{file}:{description}"),
        _ => mutant.to_owned(),
    }
}

/// How many survivors are explained, by mutant: a line explains one, so that two of the same name need two.
fn explanations(text: &str) -> Result<BTreeMap<String, usize>, String> {
    let mut explained = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(WHY) {
            Some((mutant, why)) if !why.trim().is_empty() => *explained.entry(mutant.to_owned()).or_default() += 1,
            _ => return Err(format!("{EXPLAINED}: a line is FILE: MUTANT{WHY}WHY, and this is none: {line}")),
        }
    }
    Ok(explained)
}

fn counted(mutants: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for mutant in mutants {
        *counts.entry(placeless(mutant)).or_default() += 1;
    }
    counts
}

/// What is wrong: survivors without an explanation, and explanations of nothing.
fn judge(explained: &BTreeMap<String, usize>, all: &[String], ran: &[String], missed: &[String]) -> Vec<String> {
    let (every, tried, left) = (counted(all), counted(ran), counted(missed));
    let count = |counts: &BTreeMap<String, usize>, mutant: &str| counts.get(mutant).copied().unwrap_or(0);
    let mut findings = Vec::new();
    for mutant in missed {
        let name = placeless(mutant);
        if count(&left, &name) > count(explained, &name) {
            findings.push(format!("not noticed: {mutant}"));
        }
    }
    let files: Vec<&str> = all.iter().filter_map(|mutant| mutant.split(':').next()).collect();
    for (mutant, lines) in explained {
        let file = mutant.split(':').next().unwrap_or_default();
        if files.contains(&file) && count(&every, mutant) < *lines {
            findings.push(format!("explained, and there is no such mutant any more: {mutant}"));
        } else if count(&tried, mutant) > 0
            && count(&tried, mutant) == count(&every, mutant)
            && count(&left, mutant) < *lines
        {
            findings.push(format!("explained, and noticed by now: {mutant}"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "crates/core/src/a.rs:1:2: replace | with ^ in f -> a::B";
    const SECOND: &str = "crates/core/src/a.rs:3:4: replace | with ^ in f -> a::B";
    const NAME: &str = "crates/core/src/a.rs: replace | with ^ in f -> a::B";

    fn named(mutants: &[&str]) -> Vec<String> {
        mutants.iter().map(|mutant| (*mutant).to_owned()).collect()
    }

    #[test]
    fn a_shard_comes_first() {
        let file = "crates/core/src/lib.rs";
        assert_eq!(wanted(&["--shard", "3/8", file]), Ok(Wanted { shard: Some((3, 8)), files: vec![file] }));
        assert_eq!(wanted(&["--shard", "47"]), Ok(Wanted { shard: Some((47, 48)), files: vec![] }));
        assert_eq!(wanted(&[file]), Ok(Wanted { shard: None, files: vec![file] }));
        for words in [&["--shard"][..], &["--shard", "8/8"], &["--shard", "48"], &["--shard", "1/x"], &[]] {
            assert!(wanted(words).is_err(), "{words:?}");
        }
        for unknown in ["crates/core/src/no.rs", "--all"] {
            assert!(wanted(&[unknown]).unwrap_err().ends_with(unknown), "{unknown}");
        }
    }

    #[test]
    fn a_name_is_without_its_place() {
        assert_eq!(placeless(FIRST), NAME);
        assert_eq!(quoted("f<a>(b) -> É"), r"f<a>\(b\) \-> É");
    }

    #[test]
    fn a_line_explains_one_survivor() {
        let text = format!("# A note.\n\n{NAME}  # the bits are apart\n");
        let one = explanations(&text).unwrap();
        assert_eq!(one, BTreeMap::from([(NAME.to_owned(), 1)]));
        let (first, both) = (named(&[FIRST]), named(&[FIRST, SECOND]));
        assert_eq!(judge(&one, &first, &first, &first), named(&[]));
        let findings = [format!("not noticed: {FIRST}"), format!("not noticed: {SECOND}")];
        assert_eq!(judge(&one, &both, &both, &both), findings);
        let two = explanations(&format!("{text}{NAME}  # and here\n")).unwrap();
        assert_eq!(judge(&two, &both, &both, &both), named(&[]));
        assert!(explanations(NAME).is_err() && explanations(&format!("{NAME}  # ")).is_err());
    }

    #[test]
    fn an_explanation_of_nothing_is_found() {
        let one = BTreeMap::from([(NAME.to_owned(), 1)]);
        let other = named(&["crates/core/src/a.rs:9:9: delete ! in g"]);
        let gone = format!("explained, and there is no such mutant any more: {NAME}");
        assert_eq!(judge(&one, &other, &other, &[]), [gone]);
        let first = named(&[FIRST]);
        assert_eq!(judge(&one, &first, &first, &[]), [format!("explained, and noticed by now: {NAME}")]);
        // Not in this shard, half in this shard, or in a file that is not looked at.
        assert_eq!(judge(&one, &first, &[], &[]), named(&[]));
        assert_eq!(judge(&one, &named(&[FIRST, SECOND]), &first, &[]), named(&[]));
        assert_eq!(judge(&one, &named(&["crates/ulid/src/lib.rs:9:9: delete !"]), &[], &[]), named(&[]));
    }

    #[test]
    fn schedules_are_left_for_later() {
        let tests = quick_tests(&root().join("crates/core/tests")).unwrap();
        let names = ["calendars", "column", "orders", "paths", "tables", "texts", "timestamps"];
        assert_eq!(tests, names.map(|name| format!("--test={name}")));
        assert!(SCHEDULES.iter().all(|name| root().join(format!("crates/core/tests/{name}.rs")).is_file()));
    }
}
