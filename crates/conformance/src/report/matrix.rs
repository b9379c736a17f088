//! Implementations beside each other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::cells;
use crate::adapter::Identity;
use crate::model::Op;
use crate::run::{Count, Run, Verdict};

/// A difference from the specification that was reproduced by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The clauses.
    pub clauses: Vec<String>,
    /// What was seen, in a sentence.
    pub what: String,
    /// A line of the implementation's language that shows it.
    pub reproduction: String,
    /// What that line prints.
    pub prints: String,
    /// The day.
    pub date: String,
}

/// An implementation with its results.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of its adapter.
    pub name: String,
    /// What it is.
    pub identity: Identity,
    /// The policies that it declares to differ, by scheme.
    pub policies: Vec<String>,
    /// Its results.
    pub run: Run,
    /// What is known of its failures.
    pub findings: Vec<Finding>,
}

/// How the cases of one clause ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) differs: usize,
    pub(super) failed: usize,
    pub(super) declined: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::PolicyDiffers => self.differs += 1,
            Verdict::Declined => self.declined += 1,
            Verdict::ExpectedFail => self.failed += 1,
            verdict if verdict.count() == Count::Passed => self.passed += 1,
            // It passed, against what was known.
            Verdict::UnexpectedPass => self.passed += 1,
            _ => self.failed += 1,
        }
    }
}

impl Entry {
    /// How the cases of each clause ended.
    pub(super) fn by_clause(&self) -> BTreeMap<&str, Tally> {
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for result in &self.run.results {
            for clause in &result.clauses {
                tallies.entry(clause).or_default().add(result.verdict);
            }
        }
        tallies
    }

    /// Cases that did not pass, known ones too.
    fn failed(&self) -> usize {
        self.run.differences().count()
    }

    /// What it is, in a few words.
    pub(super) fn title(&self) -> String {
        format!("{} {} ({})", self.identity.name, self.identity.version, self.identity.language)
    }
}

/// The matrix as Markdown: implementation by operation, then every difference.
#[must_use]
pub fn markdown(entries: &[Entry], date: &str) -> String {
    let mut out = String::from("# What implementations pass\n\n");
    // A string takes everything, so results of writing to it are not looked at.
    let _ = writeln!(
        out,
        "Suite {}, {date}. A cell holds the cases that passed; `12/15` where some did not, `-` where an operation is not offered. What an implementation documents\nas a choice of its own is compared with that choice. A case that an implementation does not offer is not counted.\n",
        crate::SUITE_VERSION
    );
    let ops: Vec<Op> = Op::ALL.into_iter().filter(|op| entries.iter().any(|entry| has(entry, *op))).collect();
    let _ = writeln!(out, "| implementation | scheme | {} |", names(&ops, " | "));
    let _ = writeln!(out, "|---|---|{}", "---|".repeat(ops.len()));
    for entry in entries {
        let cells = cells_with_known(entry);
        let mut schemes: Vec<&str> = cells.keys().map(|(scheme, _)| *scheme).collect();
        schemes.dedup();
        for scheme in schemes {
            let show = |op: &Op| match cells.get(&(scheme, *op)) {
                None | Some((0, 0)) => "-".to_owned(),
                Some((passed, 0)) => passed.to_string(),
                Some((passed, failed)) => format!("**{passed}/{}**", passed + failed),
            };
            let row: Vec<String> = ops.iter().map(show).collect();
            let _ = writeln!(out, "| {} | {scheme} | {} |", escape(&entry.title()), row.join(" | "));
        }
    }
    out.push_str("\n## Differences\n");
    for entry in entries {
        let _ = writeln!(out, "\n### {}\n", escape(&entry.title()));
        // Without the runtime: its last digits differ from machine to machine.
        let _ = writeln!(out, "{}", escape(&entry.identity.source));
        if !entry.policies.is_empty() {
            let _ = writeln!(out, "\nDeclared choices: {}.", escape(&entry.policies.join(", ")));
        }
        match (entry.failed(), entry.findings.len()) {
            (0, 0) => out.push_str("\nNone.\n"),
            (1, _) => out.push_str("\n1 case differs.\n\n"),
            (failed, _) => {
                let _ = writeln!(out, "\n{failed} cases differ.\n");
            }
        }
        if entry.findings.is_empty() {
            for result in entry.run.differences() {
                let _ = writeln!(out, "* {} ({})", result.id, result.clauses.join(", "));
            }
        }
        for finding in &entry.findings {
            let _ = writeln!(
                out,
                "* **{}**: {} ({})\n\n  ```\n  {}\n  {}\n  ```\n",
                finding.clauses.join(", "),
                finding.what,
                finding.date,
                finding.reproduction.replace('\n', "\n  "),
                finding.prints.replace('\n', "\n  ")
            );
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Passed and failed cases by scheme and operation; known failures are failures here.
pub(super) fn cells_with_known(entry: &Entry) -> BTreeMap<(&str, Op), (usize, usize)> {
    let mut counts: BTreeMap<(&str, Op), (usize, usize)> = BTreeMap::new();
    for result in &entry.run.results {
        let mut tally = Tally::default();
        tally.add(result.verdict);
        let cell = counts.entry((&result.scheme, result.op)).or_default();
        cell.0 += tally.passed + tally.differs;
        cell.1 += tally.failed;
    }
    counts
}

fn has(entry: &Entry, op: Op) -> bool {
    cells(&entry.run).iter().any(|cell| cell.op == op)
}

fn names(ops: &[Op], between: &str) -> String {
    ops.iter().map(|op| op.as_str()).collect::<Vec<_>>().join(between)
}

/// Text for a cell of a Markdown table.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// A badge as shields.io reads it from an address (`endpoint`).
#[must_use]
pub fn badge(entry: &Entry) -> String {
    let (passed, failed) = cells_with_known(entry).values().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let message = if failed == 0 { format!("{passed} passed") } else { format!("{passed} passed, {failed} failed") };
    let color = if failed == 0 { "brightgreen" } else { "orange" };
    crate::canonical::inline(&json!({
        "schemaVersion": 1,
        "label": format!("idspec {}", crate::SUITE_VERSION),
        "message": message,
        "color": color,
    })) + "\n"
}
