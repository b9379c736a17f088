//! The commands of this repository: `cargo xtask`.

#![forbid(unsafe_code)]

mod adapters;
mod bench;
mod browser;
mod conformance;
mod debian;
mod derive;
mod faults;
mod fuzz;
mod load;
mod metadata;
mod minimal;
mod mutants;
mod mutation;
mod new_scheme;
mod package;
mod pages;
mod scratch;
mod servers;
mod seventh;
mod supply;
mod sync;
mod test;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  conformance [run] [--vectors DIR] [--filter TEXT] [--report FILE]
                            checks vectors, coverage and our implementation
  conformance run --adapter 'CMD ARGS'… [--expected FILE] [--junit FILE] [--matrix FILE]… [--badges DIR]
                            checks other implementations through their adapters
  conformance run --all [--check]
                            every adapter that is set up, and the matrix of them
  conformance lint          only the vectors and the specification
  conformance coverage      which clauses the vectors show
  conformance fmt [--check] puts vector files into canonical form
  conformance faults        faulty implementations: each has to fail exactly what it breaks
  conformance accept        accepts the text of every clause as it is
  conformance explain CASE  one case: clauses, both derivations, our answer
  adapters setup [NAME…]    installs what the adapters in `adapters/` need
  adapter                   answers idspec-adapter/1 on stdin and stdout
  derive [--check]          the second derivation: fills in, or checks, every expectation
  sync [--check]            rewrites what is generated: lists of schemes, examples, tables of features, pages of crates
  new-scheme NAME           a new scheme that passes everything, to be turned into yours
  test                      everything that has to pass before a change lands
  with-db CMD ARGS…         runs a command with throw-away Postgres and MariaDB servers
  bench [codecs|bulk|generators…] [--json FILE] [--svg FILE] [--against FILE]
                            ours beside other implementations, in one run: the ratio counts
  bench --write             all of it, into `docs/benchmarks.md`, its figures and its picture
  bench counts [--write]    only instructions, against the committed ones
  bench --short             that it all runs, and instructions
  bench db [--only DATABASE | --quick | --rows N | --redraw] [--rounds N]
                            keys in throw-away databases: writes the tables and the picture of docs/choosing-a-key.md
  browser [--screenshots]   the page of `idspec serve` in headless Chromium, or the pictures of it in docs/images
  fuzz [--seconds N] [TARGET…]
                            the fuzz targets, each for 30 seconds or as many as are said, from seeds made of the
                            vectors; needs a nightly compiler and a C++ compiler
  load [--seconds N] [postgres|mysql|sqlite…]
                            the example service under load for a minute on each database, with faults put in
  mutants [--shard K[/N]] [FILE…]
                            every small change to core and the schemes, or to those files, each to be noticed by a test
  mutation                  breaks constants and checks on purpose: each has to be noticed
  seventh                   makes a seventh scheme in a scratch copy
  minimal                   builds what is published with the lowest versions that it says it works with
  package                   builds what is published from its packaged files, in the order of publishing
  supply-chain [--deny]     licences and sources of every dependency; with --deny by cargo-deny, which is to be installed
  tidy                      the style rules that a program can check

Exit codes: 0 as expected, 1 differences, 2 could not run, 3 vectors or specification invalid.
";

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// As expected.
    Fine,
    /// Something differs from what it should be.
    Differs,
    /// The command could not do its work.
    CouldNotRun,
    /// Vectors or specification are not valid.
    Invalid,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Differs => 1,
            Exit::CouldNotRun => 2,
            Exit::Invalid => 3,
        })
    }
}

impl From<idspec_conformance::cli::Ending> for Exit {
    fn from(ending: idspec_conformance::cli::Ending) -> Self {
        use idspec_conformance::cli::Ending;
        match ending {
            Ending::Fine => Self::Fine,
            Ending::Differs => Self::Differs,
            Ending::CouldNotRun => Self::CouldNotRun,
            Ending::Invalid => Self::Invalid,
        }
    }
}

/// The root of this repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Where builds and scratch copies go.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn main() -> ExitCode {
    idspec_conformance::cli::end_quietly_on_a_closed_pipe();
    let arguments: Result<Vec<String>, _> = std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let Ok(arguments) = arguments else {
        eprintln!("an argument is not well-formed Unicode");
        return Exit::CouldNotRun.into();
    };
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let exit = match words.as_slice() {
        ["conformance", rest @ ..] => conformance::command(rest),
        ["adapters", "setup", names @ ..] => adapters::setup(names),
        ["adapter"] => conformance::adapter(),
        ["derive"] => derive::write(),
        ["derive", "--check"] => derive::check(&root()),
        ["sync"] => sync::command(false),
        ["sync", "--check"] => sync::command(true),
        ["new-scheme", name] => new_scheme::command(name),
        ["test"] => test::command(),
        ["with-db", rest @ ..] => servers::with_db(rest),
        ["bench", rest @ ..] => bench::command(rest),
        ["browser"] => browser::command(false),
        ["browser", "--screenshots"] => browser::command(true),
        ["fuzz", rest @ ..] => fuzz::command(rest),
        ["load", rest @ ..] => load::command(rest),
        ["seventh"] => seventh::command(),
        ["supply-chain"] => supply::command(),
        ["supply-chain", "--deny"] => supply::deny(),
        ["minimal"] => minimal::command(),
        ["package"] => package::command(),
        ["mutation"] => mutation::command(),
        ["mutants", rest @ ..] => mutants::command(rest),
        ["tidy"] => tidy::command(),
        [] | ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => {
            print!("{HELP}");
            Exit::Fine
        }
        other => {
            eprintln!("unknown command: {}\n\n{HELP}", other.join(" "));
            Exit::CouldNotRun
        }
    };
    exit.into()
}
