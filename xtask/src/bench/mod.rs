//! `cargo xtask bench`: ours and other implementations side by side, and keys in databases.

pub(crate) mod databases;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Exit, debian, root, target};

/// A group of comparisons.
struct Group {
    name: &'static str,
    /// The builds of ours that differ in it, the first being the one that users have.
    builds: &'static [&'static str],
    /// Processes of each build, and rounds of each process: a process has its own places in memory, which matter as much as noise does.
    processes: u32,
    rounds: u32,
    /// Whether its instructions are counted: without a clock and without chance they are always as many.
    counted: bool,
}

const GROUPS: &[Group] = &[
    Group { name: "codecs", builds: BUILDS, processes: 10, rounds: 60, counted: true },
    Group { name: "bulk", builds: BUILDS, processes: 10, rounds: 40, counted: true },
    Group { name: "generators", builds: &["fast"], processes: 30, rounds: 5, counted: false },
];

/// With vector instructions, and without.
const BUILDS: &[&str] = &["fast", "safe"];

/// The committed counts of instructions, and the page, the figures and the picture that `--write` renews.
const BOUNDS: &str = "bench/instructions.json";
const PAGE: &str = "docs/benchmarks.md";
const FIGURES: &str = "docs/benchmarks.json";
const PICTURE: &str = "docs/images/codecs.svg";

/// What was asked for.
#[derive(Default)]
struct Options {
    groups: Vec<&'static Group>,
    /// Only the counts of instructions.
    counts: bool,
    short: bool,
    write: bool,
    /// Options of the report.
    report: Vec<String>,
}

impl Options {
    fn of(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--short" => options.short = true,
                "--write" => options.write = true,
                "--json" | "--svg" | "--against" => {
                    let file = words.next().ok_or_else(|| format!("{word} needs a file"))?;
                    // The report runs in the root of the repository.
                    let file = std::path::absolute(file).map_err(|error| format!("{file}: {error}"))?;
                    options.report.extend([(*word).to_owned(), file.display().to_string()]);
                }
                "counts" => options.counts = true,
                name => match GROUPS.iter().find(|group| group.name == name) {
                    Some(group) => options.groups.push(group),
                    None => return Err(format!("unknown: {name}; there are codecs, bulk, generators, counts and db")),
                },
            }
        }
        if options.write && (options.short || !options.groups.is_empty()) {
            return Err("--write takes all groups, and takes its time".to_owned());
        }
        if options.write && options.report.iter().any(|word| word == "--json" || word == "--svg") {
            return Err(format!("--write has files of its own: {FIGURES} and {PICTURE}"));
        }
        if options.groups.is_empty() {
            options.groups = GROUPS.iter().collect();
        }
        Ok(options)
    }
}

/// `cargo xtask bench`
pub(crate) fn command(words: &[&str]) -> Exit {
    if let ["db", words @ ..] = words {
        return databases::command(words);
    }
    let ended = Options::of(words).and_then(|options| run(&options));
    match ended {
        Ok(()) => Exit::Fine,
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

/// `cargo xtask bench --short`, and what the workspace of the benchmark is otherwise tested with.
pub(crate) fn step() -> Exit {
    let manifest = ["--manifest-path", "bench/Cargo.toml"];
    let apart = ["--quiet", "--target-dir", &target().join("bench").display().to_string()];
    let strict = ["--", "-D", "warnings"];
    let steps: [Vec<&str>; 3] = [
        [&["fmt"], &manifest[..], &["--check"]].concat(),
        [&["clippy", "--all-targets"], &manifest[..], &apart, &strict].concat(),
        [&["test"], &manifest[..], &apart].concat(),
    ];
    let failed = steps.iter().any(|words| cargo(words).is_err());
    if failed { Exit::Differs } else { command(&["--short"]) }
}

fn run(options: &Options) -> Result<(), String> {
    let folder = target().join("bench");
    let programs: Vec<PathBuf> = BUILDS.iter().map(|build| built(build, &folder)).collect::<Result<_, _>>()?;
    let counts = count(options, &folder, &programs)?;
    if !counts.is_empty() && options.groups.len() == GROUPS.len() {
        let what = if options.write { "write" } else { "check" };
        call(first(&programs)?, [&["bounds", what, BOUNDS], &words(&counts)[..]].concat().as_slice())?;
    }
    if options.counts {
        return Ok(());
    }
    let measured = measure(options, &folder, &programs)?;
    let mut report = vec!["report".to_owned()];
    report.extend(options.report.iter().cloned());
    if options.write {
        let picture = root().join(PICTURE);
        std::fs::create_dir_all(picture.parent().unwrap_or(&picture)).map_err(|error| format!("{PICTURE}: {error}"))?;
        report.extend(["--json", FIGURES, "--svg", PICTURE, "--markdown", PAGE].map(str::to_owned));
    }
    report.extend(counts.into_iter().flat_map(|file| ["--counts".to_owned(), file]));
    report.extend(measured);
    call(first(&programs)?, &words(&report))
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

fn first(programs: &[PathBuf]) -> Result<&Path, String> {
    programs.first().map(PathBuf::as_path).ok_or_else(|| "there is no build".to_owned())
}

/// Runs the processes that measure, the builds in turn, and gives their files.
fn measure(options: &Options, folder: &Path, programs: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for group in &options.groups {
        let (processes, rounds) = if options.short { (1, 3) } else { (group.processes, group.rounds) };
        for process in 0..processes {
            for (build, program) in BUILDS.iter().zip(programs).filter(|(build, _)| group.builds.contains(build)) {
                let file = folder.join(format!("{}-{build}-{process}.json", group.name)).display().to_string();
                call(program, &["measure", &file, &rounds.to_string(), group.name])?;
                files.push(file);
            }
        }
    }
    Ok(files)
}

/// Counts instructions with each build, and gives the files.
fn count(options: &Options, folder: &Path, programs: &[PathBuf]) -> Result<Vec<String>, String> {
    let groups: Vec<&str> = options.groups.iter().filter(|group| group.counted).map(|group| group.name).collect();
    let mut files = Vec::new();
    if groups.is_empty() || !has_valgrind()? {
        return Ok(files);
    }
    for (build, program) in BUILDS.iter().zip(programs) {
        let file = folder.join(format!("counts-{build}.json")).display().to_string();
        call(program, &[&["counts", &file], &groups[..]].concat())?;
        files.push(file);
    }
    Ok(files)
}

/// Builds the benchmark in its own workspace, and gives a copy of the program, since the next build takes its place.
fn built(build: &str, folder: &Path) -> Result<PathBuf, String> {
    let target = folder.display().to_string();
    let words = ["build", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--target-dir", &target];
    let portable: &[&str] = if build == "fast" { &[] } else { &["--no-default-features"] };
    cargo(&[&words, portable].concat())?;
    let name = format!("idspec-bench-{build}{}", std::env::consts::EXE_SUFFIX);
    let from = folder.join("release").join(format!("idspec-bench{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(&from, folder.join(&name)).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(folder.join(name))
}

fn cargo(words: &[&str]) -> Result<(), String> {
    call(Path::new("cargo"), words)
}

fn call(program: &Path, words: &[&str]) -> Result<(), String> {
    let status = Command::new(program).args(words).current_dir(root()).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", words.first().copied().unwrap_or_default())),
        Err(error) => Err(format!("{}: {error}", program.display())),
    }
}

/// Whether instructions can be counted. Where they cannot, that is said, and an error in CI.
fn has_valgrind() -> Result<bool, String> {
    let there = || {
        let mut command = Command::new("valgrind");
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !there() {
        debian::install("what counts instructions", &["valgrind"]);
    }
    if there() {
        return Ok(true);
    }
    eprintln!("SKIPPED: counts of instructions, since they need the Debian package valgrind");
    if std::env::var_os("CI").is_some() { Err("valgrind is needed".to_owned()) } else { Ok(false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_group_all_are_measured() {
        let names = |words: &[&str]| -> Vec<&str> {
            Options::of(words)
                .map(|options| options.groups.iter().map(|group| group.name).collect())
                .unwrap_or_default()
        };
        assert_eq!(names(&[]), ["codecs", "bulk", "generators"]);
        assert_eq!(names(&["--short"]), ["codecs", "bulk", "generators"]);
        assert_eq!(names(&["bulk", "--json", "x"]), ["bulk"]);
    }

    #[test]
    fn what_it_does_not_know_it_refuses() {
        for words in
            [&["codec"][..], &["--json"], &["--write", "--short"], &["--write", "codecs"], &["--write", "--json", "x"]]
        {
            assert!(Options::of(words).is_err(), "{words:?}");
        }
    }
}
