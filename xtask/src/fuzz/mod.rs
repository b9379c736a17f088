//! `cargo xtask fuzz`: the fuzz targets, each for some seconds, from seeds that are made of the vectors.

mod build;
mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use idspec_conformance::Suite;

use crate::{Exit, root, target};
use build::Fault;

/// How long each target runs where nothing is said, in seconds.
const SECONDS: u32 = 30;

/// How long each target runs in `cargo xtask test`: past its seeds, which take a part of a second.
const BRIEFLY: u32 = 2;

/// `cargo xtask fuzz [--seconds N] [TARGET…]`
pub(crate) fn command(words: &[&str]) -> Exit {
    let ended = options(words).and_then(|(seconds, wanted)| match run(seconds, &wanted, &[]) {
        Ok(exit) => Ok(exit),
        Err(Fault::Missing(reason) | Fault::Broken(reason)) => Err(reason),
    });
    ended.unwrap_or_else(|reason| {
        eprintln!("{reason}");
        Exit::CouldNotRun
    })
}

/// The step of `cargo xtask test`: builds all, and runs each for a moment, the same on each run as far as the clock lets it.
pub(crate) fn step() -> Exit {
    let mut format = Command::new("cargo");
    format.args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).current_dir(root()).stdin(Stdio::null());
    if !format.status().is_ok_and(|status| status.success()) {
        return Exit::Differs;
    }
    match run(BRIEFLY, &[], &["-seed=1"]) {
        Ok(exit) => exit,
        Err(Fault::Missing(reason)) => {
            eprintln!("SKIPPED: fuzzing, since {reason}");
            if std::env::var_os("CI").is_some() { Exit::CouldNotRun } else { Exit::Fine }
        }
        Err(Fault::Broken(reason)) => {
            eprintln!("{reason}");
            Exit::Differs
        }
    }
}

fn run(seconds: u32, wanted: &[&str], options: &[&str]) -> Result<Exit, Fault> {
    let known = targets(&root().join("fuzz/targets")).map_err(Fault::Broken)?;
    if let Some(unknown) = wanted.iter().find(|name| !known.iter().any(|known| known == *name)) {
        return Err(Fault::Broken(format!("unknown fuzz target: {unknown}; there are {}", known.join(", "))));
    }
    let names = known.into_iter().filter(|name| wanted.is_empty() || wanted.contains(&name.as_str()));
    let names: Vec<String> = names.collect();
    let start = Instant::now();
    let programs = build::build()?;
    println!("built in {:.0} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let suite = Suite::builtin();
    let fuzzer = Fuzzer { programs, folder: target().join("fuzz"), suite, seconds, options };
    let (count, waiting) = (names.len(), Mutex::new(names.into_iter()));
    let found = Mutex::new(Vec::new());
    let next = || waiting.lock().ok().and_then(|mut names| names.next());
    // Each target is one thread.
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(count);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(name) = next() {
                    match fuzzer.run(&name) {
                        Ok(line) => println!("{line}"),
                        Err(reason) => {
                            println!("{name}: FAILED\n{reason}");
                            found.lock().map(|mut found| found.push(name)).unwrap_or_default();
                        }
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    let took = start.elapsed().as_secs_f64();
    if found.is_empty() {
        println!("{count} targets, {seconds} s each, {took:.0} s in all: nothing found");
        Ok(Exit::Fine)
    } else {
        println!("{count} targets, {seconds} s each, {took:.0} s in all: failed: {}", found.join(", "));
        Ok(Exit::Differs)
    }
}

/// What all targets share.
struct Fuzzer<'a> {
    programs: PathBuf,
    folder: PathBuf,
    suite: Suite,
    seconds: u32,
    options: &'a [&'a str],
}

impl Fuzzer<'_> {
    /// Replays what was found once, then runs the target, and gives the line that tells of it.
    ///
    /// # Errors
    /// What was found, with the way to it.
    fn run(&self, name: &str) -> Result<String, String> {
        let io = |error: std::io::Error| format!("{name}: {error}");
        let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| self.folder.join(kind).join(name));
        for folder in [&corpus, &artifacts] {
            fs::create_dir_all(folder).map_err(io)?;
        }
        seeds::write(&corpus, name, &self.suite).map_err(io)?;
        let once = regressions(&root().join("fuzz/regressions").join(name));
        if !once.is_empty() {
            self.libfuzzer(name, &once)?;
        }
        let start = Instant::now();
        let mut words = vec![
            corpus.display().to_string(),
            format!("-max_total_time={}", self.seconds),
            format!("-max_len={}", seeds::longest(name)),
            format!("-artifact_prefix={}/", artifacts.display()),
            "-print_final_stats=1".to_owned(),
        ];
        words.extend(self.options.iter().map(ToString::to_string));
        let log = self.libfuzzer(name, &words)?;
        let (runs, coverage) = figures(&log).ok_or_else(|| format!("{name}: no figures in its log\n{log}"))?;
        let took = start.elapsed();
        let rate = u128::from(runs) * 1000 / took.as_millis().max(1);
        let [replayed, kept] = [once.len(), fs::read_dir(&corpus).map_err(io)?.count()];
        Ok(format!(
            "{name}: {runs} runs in {:.1} s, {rate}/s, {coverage} edges, {kept} inputs kept, {replayed} replayed",
            took.as_secs_f64()
        ))
    }

    /// Runs a target's program, and gives what it wrote.
    fn libfuzzer(&self, name: &str, words: &[String]) -> Result<String, String> {
        let program = self.programs.join(name);
        // An input that takes longer than that is a finding.
        let mut command = Command::new(&program);
        let output = command.arg("-timeout=20").args(words).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(log) } else { Err(failure(name, &program, &log)) }
    }
}

/// What a person has to know of a failure: what was wrong, the input, and how it is seen again.
fn failure(name: &str, program: &Path, log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    let wrong = |line: &&str| line.contains("panicked at") || line.contains("ERROR: ");
    let start = lines.iter().position(wrong).unwrap_or(lines.len().saturating_sub(20));
    let what: String = lines.iter().skip(start).take(8).map(|line| format!("  {line}\n")).collect();
    match artifact(log) {
        Some(input) => format!(
            "{what}input: {input}\nagain: {} {input}\nkeep:  cp {input} fuzz/regressions/{name}/",
            program.display()
        ),
        None => format!("{what}again: {} FILE, with what is in fuzz/regressions/{name}", program.display()),
    }
}

/// The file that a crashing input was written to.
fn artifact(log: &str) -> Option<&str> {
    log.lines().find_map(|line| line.split_once("Test unit written to ").map(|(_, path)| path.trim()))
}

/// The count of runs and of edges that the last line of a log tells.
fn figures(log: &str) -> Option<(u64, u64)> {
    let after = |line: &str, word: &str| {
        let mut words = line.split_whitespace().skip_while(|it| *it != word);
        words.nth(1).and_then(|number| number.parse().ok())
    };
    let runs = log.lines().find_map(|line| after(line, "stat::number_of_executed_units:"))?;
    let coverage = log.lines().rev().find_map(|line| after(line, "cov:"))?;
    Some((runs, coverage))
}

/// Inputs that failed once.
fn regressions(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<String> = files.map(|file| file.path().display().to_string()).collect();
    files.sort();
    files
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
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| file.path().file_stem().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_declared() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let names = targets(&root().join("fuzz/targets")).unwrap();
        assert_eq!(manifest.matches("[[bin]]").count(), names.len());
        for name in &names {
            assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")), "{name}");
        }
        // What fell once belongs to a target that there is.
        let kept = fs::read_dir(root().join("fuzz/regressions")).unwrap().flatten();
        for folder in kept.map(|file| file.file_name().into_string().unwrap()).filter(|name| name != "README.md") {
            assert!(names.contains(&folder), "{folder}");
        }
    }

    #[test]
    fn seconds_come_first() {
        assert_eq!(options(&["--seconds", "5", "paths"]), Ok((5, vec!["paths"])));
        assert_eq!(options(&[]), Ok((SECONDS, vec![])));
        assert!(options(&["--seconds"]).is_err() && options(&["--seconds", "0"]).is_err());
    }

    #[test]
    fn a_log_tells_of_runs_and_of_what_was_found() {
        let log =
            "#2\tINITED cov: 5 ft: 5\n#99\tDONE   cov: 311 ft: 712 corp: 12/1Kb\nstat::number_of_executed_units: 99\n";
        assert_eq!(figures(log), Some((99, 311)));
        assert_eq!(figures("==1== ERROR"), None);
        let log = "thread panicked at a.rs:1:\nno\nartifact_prefix='a/'; Test unit written to a/crash-1\n";
        let expected = "  thread panicked at a.rs:1:\n  no\n  artifact_prefix='a/'; Test unit written to a/crash-1\n\
                        input: a/crash-1\nagain: bin/lines a/crash-1\nkeep:  cp a/crash-1 fuzz/regressions/lines/";
        assert_eq!(failure("lines", Path::new("bin/lines"), log), expected);
    }
}
