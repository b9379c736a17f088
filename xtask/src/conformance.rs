//! `cargo xtask conformance` and `cargo xtask adapter`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use idspec_conformance::run::Implementation as _;
use idspec_conformance::suite::{Problem, list};
use idspec_conformance::{Reference, Run, SUITE_VERSION, Suite, cli, coverage, lint, lock, report, spec};

use crate::{Exit, adapters, derive, faults, root};

fn reference() -> Reference {
    Reference::new(&idspec::schemes().collect::<Vec<_>>())
}

/// Vectors and specification as they were read, with every problem in them.
struct Loaded {
    suite: Suite,
    spec: spec::Spec,
    problems: Vec<Problem>,
}

/// Reads the vectors of this repository, or of another folder, where only the vectors themselves and their clauses are checked.
fn load(other: Option<&Path>) -> Loaded {
    let own = root().join("vectors");
    let spec_folder = root().join("spec");
    let folder = other.unwrap_or(&own);
    let (suite, mut problems) = Suite::read_all(folder);
    let (spec, spec_problems) = spec::Spec::read_all(&spec_folder);
    if other.is_some() {
        problems.extend(coverage::case_problems(&spec, &suite));
    } else {
        problems.extend(spec_problems);
        problems.extend(spec::layout_problems(&spec, &idspec::schemes().collect::<Vec<_>>()));
        problems.extend(coverage::problems(&spec, &suite, folder, &spec_folder));
        problems.extend(lock::problems(&spec, &read_lock()));
        problems.extend(lint::format_problems(&suite));
        problems.extend(lint::padding_problems(&suite));
        problems.extend(lint::manifest_problems(&suite, folder));
        problems.extend(lint::companion_problems(folder));
    }
    problems.sort();
    problems.dedup();
    Loaded { suite, spec, problems }
}

fn invalid(problems: &[Problem]) -> Exit {
    eprint!("{}", list(problems));
    eprintln!("{} problem(s) in vectors or specification", problems.len());
    Exit::Invalid
}

/// `cargo xtask conformance …`
pub(crate) fn command(words: &[&str]) -> Exit {
    match words {
        ["lint"] => {
            let loaded = load(None);
            if !loaded.problems.is_empty() {
                return invalid(&loaded.problems);
            }
            println!("{} cases in {} files, no problem", loaded.suite.cases.len(), loaded.suite.files.len());
            Exit::Fine
        }
        ["coverage"] => show_coverage(),
        ["fmt"] => format(false),
        ["fmt", "--check"] => format(true),
        ["faults"] => {
            let loaded = load(None);
            if loaded.problems.is_empty() {
                faults::command(&loaded.suite, &loaded.spec)
            } else {
                invalid(&loaded.problems)
            }
        }
        ["accept"] => accept(),
        ["explain", case] => explain(case),
        ["run", "--all"] => adapters::run_all(false),
        ["run", "--all", "--check"] => adapters::run_all(true),
        ["run", rest @ ..] if rest.contains(&"--adapter") => match cli::Options::read(rest) {
            Ok(options) => cli::run(&options).into(),
            Err(reason) => {
                eprintln!("{reason}");
                Exit::CouldNotRun
            }
        },
        ["run", rest @ ..] | rest => match Options::read(rest) {
            Ok(options) => run(&options),
            Err(reason) => {
                eprintln!("{reason}");
                Exit::CouldNotRun
            }
        },
    }
}

#[derive(Default)]
struct Options {
    vectors: Option<PathBuf>,
    filter: Option<String>,
    report: Option<PathBuf>,
}

impl Options {
    fn read(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().map(ToString::to_string).ok_or(format!("{word} needs a value"));
            match *word {
                "--vectors" => options.vectors = Some(value()?.into()),
                "--filter" => options.filter = Some(value()?),
                "--report" => options.report = Some(value()?.into()),
                other => return Err(format!("unknown word {other:?}: see cargo xtask help")),
            }
        }
        Ok(options)
    }
}

fn run(options: &Options) -> Exit {
    if let Some(folder) = options.vectors.as_deref().filter(|folder| !folder.is_dir()) {
        eprintln!("{}: no such folder", folder.display());
        return Exit::CouldNotRun;
    }
    let loaded = load(options.vectors.as_deref());
    if !loaded.problems.is_empty() {
        return invalid(&loaded.problems);
    }
    let filter = options.filter.as_deref();
    let run = Run::of(&loaded.suite, &mut reference(), |case| filter.is_none_or(|part| case.text.id.contains(part)));
    if run.results.is_empty() {
        eprintln!("no case has {:?} in its id", filter.unwrap_or_default());
        return Exit::CouldNotRun;
    }
    for failure in run.failures() {
        println!("{failure}");
    }
    print!("{}", report::table(&run));
    let counts = coverage::count(&loaded.spec, &loaded.suite);
    println!(
        "{} clauses, {} of level MUST, {} of them shown by cases; {} pairs of clause and outcome",
        counts.total, counts.must, counts.covered, counts.pairs
    );
    if let Some(path) = &options.report {
        let vectors = options.vectors.as_ref().map_or("vectors".to_owned(), |folder| folder.display().to_string());
        let name = report::Implementation { name: "idspec".to_owned(), version: SUITE_VERSION.to_owned() };
        if let Err(error) = fs::write(path, report::json(&run, &vectors, filter, &name, counts)) {
            eprintln!("{}: {error}", path.display());
            return Exit::CouldNotRun;
        }
    }
    println!("{}", report::closing_line(&run));
    if run.failed() == 0 { Exit::Fine } else { Exit::Differs }
}

fn show_coverage() -> Exit {
    let loaded = load(None);
    let shown = coverage::shown(&loaded.suite);
    let mut uncovered = Vec::new();
    for clause in &loaded.spec.clauses {
        let cases = loaded.suite.cases.iter().filter(|case| case.text.clauses.contains(&clause.id)).count();
        let classes = shown.get(clause.id.as_str()).cloned().unwrap_or_default();
        let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
        println!("{:16} {:6} {cases:4} cases  {}", clause.id, clause.level.key_word(), classes.join(" "));
        if clause.level == spec::Level::Must && cases == 0 {
            uncovered.push(clause.id.as_str());
        }
    }
    let counts = coverage::count(&loaded.spec, &loaded.suite);
    let untestable = coverage::untestable_count(&root().join("spec"));
    #[allow(clippy::cast_precision_loss, reason = "some hundred clauses")]
    let percent = 100.0 * untestable as f64 / counts.total.max(1) as f64;
    println!("{} clauses, {} pairs of clause and outcome", counts.total, counts.pairs);
    println!("{untestable} untestable clauses ({percent:.1} %)");
    println!(
        "{} uncovered MUST clauses{}",
        uncovered.len(),
        uncovered.iter().map(|id| format!(" {id}")).collect::<String>()
    );
    if loaded.problems.is_empty() { Exit::Fine } else { invalid(&loaded.problems) }
}

fn format(check: bool) -> Exit {
    let folder = root().join("vectors");
    let (suite, problems) = Suite::read_all(&folder);
    if !problems.is_empty() {
        return invalid(&problems);
    }
    let differing: Vec<_> = suite.files.iter().filter(|file| file.text != file.canonical).collect();
    for file in &differing {
        println!("{}", file.path);
        if !check && let Err(error) = fs::write(folder.join(&file.path), &file.canonical) {
            eprintln!("{}: {error}", file.path);
            return Exit::CouldNotRun;
        }
    }
    match differing.len() {
        0 => println!("every file is in canonical form"),
        count if check => println!("{count} file(s) not in canonical form"),
        count => println!("{count} file(s) rewritten; `cargo xtask derive` brings the manifest up to date"),
    }
    if check && !differing.is_empty() { Exit::Differs } else { Exit::Fine }
}

fn read_lock() -> String {
    fs::read_to_string(root().join("spec").join(lock::FILE)).unwrap_or_default()
}

/// Accepts the clauses as they are.
pub(crate) fn accept() -> Exit {
    let (spec, problems) = spec::Spec::read_all(&root().join("spec"));
    if !problems.is_empty() {
        return invalid(&problems);
    }
    let before = read_lock();
    let back = lock::back_from_retirement(&spec, &before);
    if !back.is_empty() {
        return invalid(&back);
    }
    let after = lock::render(&spec, &before);
    for problem in lock::problems(&spec, &before) {
        println!("accepted {problem}");
    }
    if let Err(error) = fs::write(root().join("spec").join(lock::FILE), &after) {
        eprintln!("{}: {error}", lock::FILE);
        return Exit::CouldNotRun;
    }
    println!("{} clauses", spec.clauses.len());
    Exit::Fine
}

fn explain(id: &str) -> Exit {
    let loaded = load(None);
    let Some(case) = loaded.suite.cases.iter().find(|case| case.text.id == id) else {
        eprintln!("no case {id}");
        return Exit::CouldNotRun;
    };
    println!("{id}\n  {}\n  file      vectors/{}", case.text.comment, case.file);
    println!("  source    {} {}", case.text.source.kind, case.text.source.reference);
    for clause in case.text.clauses.iter().filter_map(|clause| loaded.spec.clause(clause)) {
        println!("  clause    [{}] spec/{}: {}", clause.id, clause.page, clause.text);
    }
    println!("  in        {}", idspec_conformance::canonical::inline(&case.text.input));
    for (policy, outcome) in case.expectation.labelled() {
        println!("  expected  {}{outcome}", policy.map_or(String::new(), |policy| format!("{policy}: ")));
    }
    match derive::one(id) {
        Ok(derived) => println!("  derived   {derived}"),
        Err(reason) => println!("  derived   not available: {reason}"),
    }
    println!("  idspec    {}", reference().answer(&case.scheme, case.op, &case.text.input));
    Exit::Fine
}

/// `cargo xtask adapter`
pub(crate) fn adapter() -> Exit {
    match idspec_conformance::protocol::serve(&mut reference(), io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => Exit::Fine,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            eprintln!("{error}");
            Exit::CouldNotRun
        }
    }
}
