//! Ours and other implementations side by side, in one run. `cargo xtask bench` calls this program; what counts is the ratio, and ns are those of one machine.
//!
//! ```text
//! measure FILE ROUNDS GROUP…      measures, and writes what it found
//! counts FILE GROUP…              counts instructions, by way of callgrind and of itself with `count`
//! bounds check FILE COUNTS…       compares counts of ours with those that were committed; `write` renews them
//! report OPTIONS FILE…            puts the files of `measure` and `counts` together
//! ```

mod bounds;
mod bulk;
mod codecs;
mod counts;
mod generators;
mod inputs;
mod measure;
mod placement;
mod raw;
mod report;
mod statistics;
mod targets;
mod versions;

use std::path::Path;
use std::process::ExitCode;

use measure::{Bench, Mode};
use raw::{Build, Run};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ended = match words.as_slice() {
        ["measure", file, rounds, groups @ ..] => measured(file, rounds, groups),
        ["count", file, groups @ ..] => {
            inputs::only(counts::INPUTS);
            run(Mode::Count, groups).and_then(|run| raw::write(Path::new(file), &run))
        }
        ["counts", file, groups @ ..] => counts::run(Path::new(file), groups),
        ["bounds", "check", bounds, counts @ ..] => bounds::check(Path::new(bounds), counts),
        ["bounds", "write", bounds, counts @ ..] => bounds::write(Path::new(bounds), counts),
        ["report", words @ ..] => report::command::run(words),
        other => Err(format!("unknown: {}; this program is called by `cargo xtask bench`", other.join(" "))),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn measured(file: &str, rounds: &str, groups: &[&str]) -> Result<(), String> {
    let rounds = rounds.parse().map_err(|_| format!("not a number of rounds: {rounds}"))?;
    if !placement::reaches_all() {
        eprintln!(
            "the stack stays where the system puts it: loops of a few instructions may differ from process to process"
        );
    }
    raw::write(Path::new(file), &run(Mode::Measure { rounds }, groups)?)
}

fn run(mode: Mode, groups: &[&str]) -> Result<Run, String> {
    let known = [codecs::GROUP, bulk::GROUP, generators::GROUP];
    if let Some(unknown) = groups.iter().find(|group| !known.contains(group)) {
        return Err(format!("there is no group {unknown}; there are: {}", known.join(", ")));
    }
    let mut bench = Bench {
        mode,
        groups: groups.iter().map(|group| (*group).to_owned()).collect(),
        group: String::new(),
        results: Vec::new(),
    };
    if bench.wants(codecs::GROUP) {
        codecs::run(&mut bench);
    }
    if bench.wants(bulk::GROUP) {
        bulk::run(&mut bench);
    }
    if bench.wants(generators::GROUP) {
        generators::run(&mut bench);
    }
    Ok(Run { build: Build::THIS, comparisons: bench.results })
}
