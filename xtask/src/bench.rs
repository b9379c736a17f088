//! `cargo xtask bench`: ours and other implementations side by side.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Exit, debian, root, target};

/// The groups of comparisons, each with the processes that measure it, for each build of ours, and the rounds of one.
const GROUPS: &[(&str, usize, usize)] = &[("codecs", 4, 60), ("generators", 2, 12)];

/// Builds of ours, and the groups that differ in them.
const BUILDS: &[(&str, &[&str])] = &[("fast", &["codecs", "generators"]), ("safe", &["codecs"])];

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    groups: Vec<&'static str>,
    short: bool,
    json: Option<PathBuf>,
}

impl Options {
    fn of(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut file = || words.next().map(PathBuf::from).ok_or_else(|| format!("{word} needs a file"));
            match *word {
                "--short" => options.short = true,
                "--json" => options.json = Some(file()?),
                name => match GROUPS.iter().find(|(group, ..)| *group == name) {
                    Some((group, ..)) => options.groups.push(group),
                    None => return Err(format!("unknown: {name}; the groups are codecs, generators")),
                },
            }
        }
        if options.groups.is_empty() {
            options.groups = GROUPS.iter().map(|(group, ..)| *group).collect();
        }
        Ok(options)
    }
}

/// `cargo xtask bench`
pub(crate) fn command(words: &[&str]) -> Exit {
    let ended = Options::of(words).and_then(|options| run(&options));
    ended.unwrap_or_else(|reason| {
        eprintln!("{reason}");
        Exit::CouldNotRun
    })
}

fn run(options: &Options) -> Result<Exit, String> {
    let folder = target().join("bench");
    let programs: Vec<PathBuf> = BUILDS.iter().map(|(build, _)| built(build, &folder)).collect::<Result<_, _>>()?;
    let mut files = Vec::new();
    for (group, processes, rounds) in GROUPS.iter().filter(|(group, ..)| options.groups.contains(group)) {
        let (processes, rounds) = if options.short { (1, 3) } else { (*processes, *rounds) };
        // The builds take turns, and each process has its own places in memory.
        for process in 0..processes {
            for ((build, groups), program) in BUILDS.iter().zip(&programs) {
                if !groups.contains(group) {
                    continue;
                }
                let file = folder.join(format!("{group}-{build}-{process}.json"));
                call(program, &["measure", &file.display().to_string(), &rounds.to_string(), group])?;
                files.push(file.display().to_string());
            }
        }
    }
    let mut counts = Vec::new();
    if has_valgrind()? && options.groups.contains(&"codecs") {
        for ((build, _), program) in BUILDS.iter().zip(&programs) {
            let file = folder.join(format!("counts-{build}.json")).display().to_string();
            call(program, &["counts", &file, "codecs"])?;
            counts.extend(["--counts".to_owned(), file]);
        }
    }
    let json = options.json.iter().flat_map(|file| ["--json".to_owned(), file.display().to_string()]);
    let words: Vec<String> = std::iter::once("report".to_owned()).chain(json).chain(counts).chain(files).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    call(programs.first().ok_or("no build")?, &words)?;
    Ok(Exit::Fine)
}

/// Builds the benchmark in its own workspace, and gives a copy of the program, since the next build takes its place.
fn built(build: &str, folder: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new("cargo");
    command.args(["build", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--target-dir"]).arg(folder);
    if build != "fast" {
        command.arg("--no-default-features");
    }
    let status = command.current_dir(root()).stdin(Stdio::null()).status();
    if !status.map_err(|error| format!("cargo: {error}"))?.success() {
        return Err(format!("the benchmark does not build ({build})"));
    }
    let name = format!("idspec-bench-{build}{}", std::env::consts::EXE_SUFFIX);
    let from = folder.join("release").join(format!("idspec-bench{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(&from, folder.join(&name)).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(folder.join(name))
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
