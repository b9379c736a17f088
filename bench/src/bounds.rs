//! The instructions that operations of ours may take, as they were committed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::raw::{self, Count, Side};

/// A count may be so much above the committed one.
const SLACK: f64 = 1.03;

/// What was committed.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// Another compiler makes other code.
    rustc: String,
    /// Instructions for one operation: build, comparison and subject.
    instructions: BTreeMap<String, BTreeMap<String, f64>>,
}

impl Bounds {
    fn of(counts: &[Count]) -> Self {
        let mut bounds = Self { rustc: rustc(), ..Self::default() };
        for count in counts.iter().filter(|count| count.side == Side::Ours) {
            let of_build = bounds.instructions.entry(count.build.name().to_owned()).or_default();
            of_build.insert(key(count), (count.instructions * 10.0).round() / 10.0);
        }
        bounds
    }

    /// What is above its bound, or has none, or is no longer counted.
    fn problems(&self, counts: &[Count]) -> Vec<String> {
        let now = Self::of(counts).instructions;
        let mut problems = Vec::new();
        for (build, counted) in &now {
            let committed = self.instructions.get(build).cloned().unwrap_or_default();
            for (key, count) in counted {
                match committed.get(key) {
                    None => problems.push(format!("{build}, {key}: {count} instructions, and none are committed")),
                    // Half an instruction, since small counts are rounded.
                    Some(bound) if *count > bound * SLACK + 0.5 => {
                        problems.push(format!("{build}, {key}: {count} instructions, {bound} are committed"));
                    }
                    Some(_) => {}
                }
            }
            let gone = committed.keys().filter(|key| !counted.contains_key(*key));
            problems.extend(gone.map(|key| format!("{build}, {key}: committed, and not counted")));
        }
        problems
    }
}

fn key(count: &Count) -> String {
    format!("{}: {}", count.comparison, count.subject)
}

fn rustc() -> String {
    let output = Command::new("rustc").arg("--version").output().ok();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

fn counted(files: &[&str]) -> Result<Vec<Count>, String> {
    let mut counts = Vec::new();
    for file in files {
        counts.extend(raw::read::<Vec<Count>>(Path::new(file))?);
    }
    Ok(counts)
}

/// `bounds write FILE COUNTS…`
pub fn write(file: &Path, counts: &[&str]) -> Result<(), String> {
    raw::write(file, &Bounds::of(&counted(counts)?))
}

/// `bounds check FILE COUNTS…`
pub fn check(file: &Path, counts: &[&str]) -> Result<(), String> {
    let bounds: Bounds = raw::read(file)?;
    if !avx2() {
        println!("SKIPPED: bounds of instructions, which were counted on x86-64 with AVX2");
        return Ok(());
    }
    if bounds.rustc != rustc() {
        println!("SKIPPED: bounds of instructions, which were counted with {}", bounds.rustc);
        return Ok(());
    }
    let counts = counted(counts)?;
    let problems = bounds.problems(&counts);
    problems.iter().for_each(|problem| println!("{problem}"));
    let ours = counts.iter().filter(|count| count.side == Side::Ours).count();
    println!("instructions: {ours} counts of ours, {} out of bounds", problems.len());
    if problems.is_empty() {
        Ok(())
    } else {
        Err("renew them with `cargo xtask bench counts --write` if that is meant".to_owned())
    }
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn avx2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::Build;

    fn count(subject: &str, side: Side, instructions: f64) -> Count {
        Count { build: Build::Fast, comparison: "x".into(), subject: subject.into(), side, instructions }
    }

    #[test]
    fn only_more_than_the_slack_is_a_problem() {
        let committed = Bounds::of(&[count("idspec a", Side::Ours, 100.0), count("peer", Side::Peer, 5.0)]);
        let problems = |instructions| committed.problems(&[count("idspec a", Side::Ours, instructions)]);
        assert_eq!(problems(103.4), Vec::<String>::new());
        assert_eq!(problems(50.0), Vec::<String>::new());
        assert_eq!(problems(103.6), ["fast, x: idspec a: 103.6 instructions, 100 are committed"]);
    }

    #[test]
    fn new_and_lost_operations_are_noticed() {
        let committed = Bounds::of(&[count("idspec a", Side::Ours, 100.0)]);
        let problems = committed.problems(&[count("idspec b", Side::Ours, 1.0)]);
        assert_eq!(problems.len(), 2, "{problems:?}");
    }
}
