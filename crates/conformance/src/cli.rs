//! The command of the program `idspec-conformance`: checks an adapter with the vectors that are part of it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::adapter::{Adapter, Launch};
use crate::report::{self, Entry};
use crate::run::{Known, Verdict};
use crate::{Run, Suite, coverage, spec};

/// What the program can do.
pub const HELP: &str = "\
idspec-conformance COMMAND

  run --adapter \"CMD ARGS\" [options]   checks an implementation through its adapter
      --adapter \"CMD ARGS\"             once more for each further adapter; no shell is run
      --vectors DIR                    the vectors of a folder in place of the built-in ones
      --filter TEXT                    only cases with TEXT in their id; plain text, no wildcards
      --expected FILE                  known failures, an id a line, `*` for any characters; a pass among them fails
      --unsupported FILE               cases that the implementation does not offer, in the same form
      --report FILE                    JSON, see vectors/schema/report.schema.json (one adapter)
      --junit FILE                     JUnit XML (one adapter)
      --matrix FILE.md|FILE.html       implementations beside each other
      --badges DIR                     one shields.io endpoint for each adapter
      --timeout-scale N                N times the time limits (15 s for hello, 2 s a case)
  explain ID                           one case: its clauses, its input, what is expected
  export DIR                           writes the built-in vectors into a new folder
  help                                 this

Exit codes: 0 as expected, 1 differences, 2 could not run, 3 vectors invalid.
";

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As expected.
    Fine,
    /// Something differs.
    Differs,
    /// It could not do its work.
    CouldNotRun,
    /// The vectors are not valid.
    Invalid,
}

impl From<Ending> for std::process::ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(match ending {
            Ending::Fine => 0,
            Ending::Differs => 1,
            Ending::CouldNotRun => 2,
            Ending::Invalid => 3,
        })
    }
}

/// What `run` was asked for.
#[derive(Debug, Default)]
pub struct Options {
    /// The commands of the adapters.
    pub adapters: Vec<String>,
    vectors: Option<PathBuf>,
    filter: Option<String>,
    expected: Option<PathBuf>,
    unsupported: Option<PathBuf>,
    report: Option<PathBuf>,
    junit: Option<PathBuf>,
    matrix: Vec<PathBuf>,
    badges: Option<PathBuf>,
    timeout_scale: u32,
}

impl Options {
    /// Reads the words after `run`.
    ///
    /// # Errors
    /// The first word that is not understood, for a person.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().map(ToString::to_string).ok_or(format!("{word} needs a value"));
            match *word {
                "--adapter" => options.adapters.push(value()?),
                "--vectors" => options.vectors = Some(value()?.into()),
                "--filter" => options.filter = Some(value()?),
                "--expected" => options.expected = Some(value()?.into()),
                "--unsupported" => options.unsupported = Some(value()?.into()),
                "--report" => options.report = Some(value()?.into()),
                "--junit" => options.junit = Some(value()?.into()),
                "--matrix" => options.matrix.push(value()?.into()),
                "--badges" => options.badges = Some(value()?.into()),
                "--timeout-scale" => {
                    let scale = value()?.parse().ok().filter(|scale| *scale > 0);
                    options.timeout_scale = scale.ok_or("--timeout-scale needs a whole number from 1 on")?;
                }
                other => return Err(format!("unknown word {other:?}: see help")),
            }
        }
        if options.adapters.is_empty() {
            return Err("name an adapter: --adapter \"CMD ARGS\"".to_owned());
        }
        let known = |path: &PathBuf| path.extension().is_some_and(|it| it == "md" || it == "html");
        if let Some(path) = options.matrix.iter().find(|path| !known(path)) {
            return Err(format!("--matrix writes .md and .html, not {}", path.display()));
        }
        let several = options.adapters.len() > 1;
        if several && (options.report.is_some() || options.junit.is_some() || options.expected.is_some()) {
            return Err("--report, --junit and --expected are for one adapter".to_owned());
        }
        Ok(options)
    }
}

/// Ends the process without a word where the reader of the output is gone, as `head` is after its lines.
pub fn end_quietly_on_a_closed_pipe() {
    let shown = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let message = info.payload().downcast_ref::<String>().map(String::as_str).unwrap_or_default();
        if message.starts_with("failed printing to stdout: Broken pipe") {
            std::process::exit(141);
        }
        shown(info);
    }));
}

/// Runs the program with these words.
#[must_use]
pub fn command(words: &[&str]) -> Ending {
    match words {
        [] | ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => {
            print!("{HELP}");
            Ending::Fine
        }
        ["--version" | "-V"] => {
            println!("idspec-conformance {}", crate::SUITE_VERSION);
            Ending::Fine
        }
        ["run", rest @ ..] => match Options::read(rest) {
            Ok(options) => run(&options),
            Err(reason) => could_not(&reason),
        },
        ["explain", id] => explain(id),
        ["export", folder] => export(Path::new(folder)),
        ["export" | "explain"] => could_not("name what: export DIR, explain ID"),
        other => could_not(&format!("unknown command: {}\n\n{HELP}", other.join(" "))),
    }
}

fn could_not(reason: &str) -> Ending {
    eprintln!("{reason}");
    Ending::CouldNotRun
}

/// Runs the adapters that were asked for.
#[must_use]
pub fn run(options: &Options) -> Ending {
    let suite = match &options.vectors {
        None => Suite::builtin(),
        Some(folder) => match Suite::read(folder) {
            Ok(suite) => suite,
            Err(problems) => {
                eprint!("{}", crate::suite::list(&problems));
                return Ending::Invalid;
            }
        },
    };
    let known = match (patterns(options.expected.as_deref()), patterns(options.unsupported.as_deref())) {
        (Ok(expected), Ok(unsupported)) => Known { expected, unsupported },
        (Err(reason), _) | (_, Err(reason)) => return could_not(&reason),
    };
    let mut entries = Vec::new();
    for command in &options.adapters {
        let Some(words) = shlex::split(command).filter(|words| !words.is_empty()) else {
            return could_not(&format!("{command:?} is no command: a quote is open, or it is empty"));
        };
        let launch = Launch { words, timeout_scale: options.timeout_scale, ..Launch::default() };
        match check(&suite, launch, &known, options.filter.as_deref(), command) {
            Ok(entry) => entries.push(entry),
            Err(reason) => return could_not(&format!("{command}: {reason}")),
        }
    }
    match write(options, &suite, &entries) {
        Ok(()) => close(&entries),
        Err(reason) => could_not(&reason),
    }
}

/// Prints the table and the last line of all entries.
#[must_use]
pub fn close(entries: &[Entry]) -> Ending {
    let all = Run { results: entries.iter().flat_map(|entry| entry.run.results.clone()).collect() };
    println!("{}", report::closing_line(&all));
    if all.failed() == 0 { Ending::Fine } else { Ending::Differs }
}

/// Starts an adapter, runs the cases that it offers, and prints what did not pass.
///
/// # Errors
/// Where it does not start, or offers none of the cases.
pub fn check(suite: &Suite, launch: Launch, known: &Known, filter: Option<&str>, name: &str) -> Result<Entry, String> {
    let unused: Vec<&str> = known.unused(suite).collect();
    if !unused.is_empty() {
        return Err(format!("no case has the id {}", unused.join(", ")));
    }
    let mut adapter = Adapter::start(launch, suite)?;
    let identity = adapter.hello().implementation.clone();
    let offered: Vec<String> =
        suite.cases.iter().filter(|case| adapter.offers(case)).map(|case| case.text.id.clone()).collect();
    let offered: std::collections::BTreeSet<&str> = offered.iter().map(String::as_str).collect();
    let chosen = |id: &str| offered.contains(id) && filter.is_none_or(|part| id.contains(part));
    let run = Run::of(suite, &mut adapter, |case| chosen(&case.text.id)).knowing(known);
    if run.results.is_empty() {
        return Err(match filter {
            Some(part) => format!("it offers none of the cases with {part:?} in their id"),
            None => "it offers none of the cases".to_owned(),
        });
    }
    for failure in run.failures().filter(|result| result.verdict != Verdict::NotRun) {
        println!("{failure}");
    }
    let ended = |verdict| run.results.iter().filter(|result| result.verdict == verdict).count();
    if let Some(result) = run.failures().find(|result| result.verdict == Verdict::NotRun) {
        println!("{} cases were not run: {}", ended(Verdict::NotRun), result.actual);
    }
    println!("{} {} ({})", identity.name, identity.version, identity.language);
    print!("{}", report::table(&run));
    println!(
        "{name}: {} passed, {} failed, {} known failures, {} not offered",
        run.passed(),
        run.failed(),
        ended(Verdict::ExpectedFail),
        ended(Verdict::Declined)
    );
    let policies = adapter.hello().schemes.iter().flat_map(|(scheme, abilities)| {
        let differs = |(axis, value): &(&String, &String)| suite.policies.required(axis) != Some(value);
        abilities.policy.iter().filter(differs).map(move |(axis, value)| format!("{scheme} {axis}={value}"))
    });
    let policies = policies.collect();
    Ok(Entry { name: name.to_owned(), identity, policies, run, findings: Vec::new() })
}

/// The patterns of a file, a line each; `#` begins a remark.
fn patterns(path: Option<&Path>) -> Result<Vec<String>, String> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines =
        text.trim_start_matches('\u{feff}').lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// Writes the files that were asked for.
fn write(options: &Options, suite: &Suite, entries: &[Entry]) -> Result<(), String> {
    let save =
        |path: &Path, text: String| fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    if let [entry] = entries {
        if let Some(path) = &options.report {
            let vectors = options.vectors.as_ref().map_or("builtin".to_owned(), |folder| folder.display().to_string());
            let name =
                report::Implementation { name: entry.identity.name.clone(), version: entry.identity.version.clone() };
            let counts = coverage::count(&spec::Spec::builtin(), suite);
            save(path, report::json(&entry.run, &vectors, options.filter.as_deref(), &name, counts))?;
        }
        if let Some(path) = &options.junit {
            save(path, report::junit(&entry.run, &entry.identity.name))?;
        }
    }
    for path in &options.matrix {
        let html = path.extension().is_some_and(|extension| extension == "html");
        let today = today();
        save(path, if html { report::page(entries, &today) } else { report::markdown(entries, &today) })?;
    }
    if let Some(folder) = &options.badges {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            // Packages of two languages may have one name.
            let name = format!("{}-{}", entry.identity.language, entry.identity.name);
            let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            save(&folder.join(format!("{name}.json")), report::badge(entry))?;
        }
    }
    Ok(())
}

/// The day, as the clock of this machine has it in UTC.
#[must_use]
pub fn today() -> String {
    let now = idspec_core::Timestamp::try_from(std::time::SystemTime::now());
    now.map_or_else(|_| "undated".to_owned(), |now| now.to_string().chars().take(10).collect())
}

/// Shows a case of the built-in vectors.
fn explain(id: &str) -> Ending {
    let suite = Suite::builtin();
    let Some(case) = suite.cases.iter().find(|case| case.text.id == id) else {
        return could_not(&format!("no case {id}"));
    };
    println!("{id}\n  {}", case.text.comment);
    let spec = spec::Spec::builtin();
    for clause in case.text.clauses.iter().filter_map(|clause| spec.clause(clause)) {
        println!("  clause    [{}] {}", clause.id, clause.text);
    }
    println!("  in        {}", crate::canonical::inline(&case.text.input));
    for (policy, outcome) in case.expectation.labelled() {
        println!("  expected  {}{outcome}", policy.map_or(String::new(), |policy| format!("{policy}: ")));
    }
    Ending::Fine
}

/// Writes the built-in vectors into a new folder.
fn export(folder: &Path) -> Ending {
    if let Err(error) = fs::create_dir(folder) {
        return could_not(&format!("{}: {error}", folder.display()));
    }
    for (path, text) in crate::embedded::VECTORS {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        if let Err(error) = made {
            return could_not(&format!("{}: {error}", path.display()));
        }
    }
    println!("{} files", crate::embedded::VECTORS.len());
    Ending::Fine
}
