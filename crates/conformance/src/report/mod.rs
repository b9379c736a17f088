//! Reports of a run: the table for people and the JSON for programs.

mod html;
mod junit;
mod matrix;

pub use html::page;
pub use junit::junit;
pub use matrix::{Entry, Finding, badge, markdown};

use std::fmt::Write as _;

use serde::Serialize;

use crate::coverage::Coverage;
use crate::model::Op;
use crate::outcome::{Outcome, Values};
use crate::run::{Answer, Count, Run, Verdict};

/// Name and version of what was checked.
#[derive(Clone, Debug, Serialize)]
pub struct Implementation {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

/// The counts of one scheme and operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The scheme.
    pub scheme: String,
    /// The operation.
    pub op: Op,
    /// Cases that passed.
    pub passed: usize,
    /// Cases that did not.
    pub failed: usize,
    /// Cases that were not run.
    pub skipped: usize,
}

/// The cells of a run that have cases, by scheme and operation.
#[must_use]
pub fn cells(run: &Run) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for result in &run.results {
        let found = cells.iter().position(|cell| cell.scheme == result.scheme && cell.op == result.op);
        let index = found.unwrap_or_else(|| {
            cells.push(Cell { scheme: result.scheme.clone(), op: result.op, passed: 0, failed: 0, skipped: 0 });
            cells.len() - 1
        });
        if let Some(cell) = cells.get_mut(index) {
            match result.verdict.count() {
                Count::Passed => cell.passed += 1,
                Count::Failed => cell.failed += 1,
                Count::Skipped => cell.skipped += 1,
            }
        }
    }
    cells.sort_by(|a, b| (&a.scheme, a.op).cmp(&(&b.scheme, b.op)));
    cells
}

/// A table of passed cases by scheme and operation; `12/15` where some did not pass.
#[must_use]
pub fn table(run: &Run) -> String {
    let cells = cells(run);
    let mut schemes: Vec<&str> = cells.iter().map(|cell| cell.scheme.as_str()).collect();
    schemes.dedup();
    let longest = schemes.iter().map(|scheme| scheme.len()).max().unwrap_or(0).max("scheme".len());
    // The formatter panics at more.
    let width = longest.min(usize::from(u16::MAX));
    let mut out = format!("{:width$}", "scheme");
    // A string takes everything, so results of writing to it are not looked at.
    for op in Op::ALL {
        let _ = write!(out, " {op:>8}");
    }
    let _ = writeln!(out, " {:>9}", "all");
    let show = |passed: usize, failed: usize| match (passed, failed) {
        (0, 0) => "-".to_owned(),
        (passed, 0) => passed.to_string(),
        (passed, failed) => format!("{passed}/{}", passed + failed),
    };
    let known = |cell: &Cell| {
        let here = run.results.iter().filter(|it| it.scheme == cell.scheme && it.op == cell.op);
        here.filter(|it| it.verdict == Verdict::ExpectedFail).count()
    };
    // A known failure has not passed.
    let sum = |cells: &[&Cell]| {
        let add = |total: (usize, usize), cell: &&Cell| (total.0 + cell.passed, total.1 + cell.failed + known(cell));
        cells.iter().fold((0, 0), add)
    };
    let mut row = |name: &str, of: &dyn Fn(&Cell) -> bool| {
        let _ = write!(out, "{name:width$}");
        let mut all = Vec::new();
        for op in Op::ALL {
            let here: Vec<&Cell> = cells.iter().filter(|cell| cell.op == op && of(cell)).collect();
            let (passed, failed) = sum(&here);
            let _ = write!(out, " {:>8}", show(passed, failed));
            all.extend(here);
        }
        let (passed, failed) = sum(&all);
        let _ = writeln!(out, " {:>9}", show(passed, failed));
    };
    for scheme in &schemes {
        row(scheme, &|cell| cell.scheme == *scheme);
    }
    row("all", &|_| true);
    out
}

/// The last line of a run.
#[must_use]
pub fn closing_line(run: &Run) -> String {
    format!("{} passed, {} failed, {} skipped", run.passed(), run.failed(), run.skipped())
}

#[derive(Serialize)]
struct Totals {
    passed: usize,
    failed: usize,
    skipped: usize,
}

#[derive(Serialize)]
struct ReportResult<'a> {
    id: &'a str,
    file: &'a str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<Given<'a>>,
}

/// An answer in a report.
#[derive(Serialize)]
#[serde(untagged)]
enum Given<'a> {
    Outcome(&'a Outcome),
    Partly(&'a Values),
    Refused { refused: bool },
    Unsupported { unsupported: &'a str },
    Fault { fault: &'a str },
    TimedOut { timeout: &'a str },
    Crashed { crashed: &'a str },
    NotAsked { not_asked: &'a str },
}

impl<'a> From<&'a Answer> for Given<'a> {
    fn from(answer: &'a Answer) -> Self {
        match answer {
            Answer::Outcome(outcome) => Self::Outcome(outcome),
            Answer::Partly(values) => Self::Partly(values),
            Answer::Refused => Self::Refused { refused: true },
            Answer::Unsupported(unsupported) => Self::Unsupported { unsupported },
            Answer::Fault(fault) => Self::Fault { fault },
            Answer::TimedOut(timeout) => Self::TimedOut { timeout },
            Answer::Crashed(crashed) => Self::Crashed { crashed },
            Answer::NotAsked(not_asked) => Self::NotAsked { not_asked },
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    format: &'static str,
    suite: &'static str,
    vectors: &'a str,
    filter: Option<&'a str>,
    implementation: &'a Implementation,
    totals: Totals,
    table: Vec<Cell>,
    clauses: Coverage,
    results: Vec<ReportResult<'a>>,
}

/// The JSON report, as `vectors/schema/report.schema.json` describes it.
#[must_use]
pub fn json(
    run: &Run,
    vectors: &str,
    filter: Option<&str>,
    implementation: &Implementation,
    clauses: Coverage,
) -> String {
    let results = run.results.iter().map(|result| {
        let failed = result.verdict.count() != Count::Passed;
        ReportResult {
            id: &result.id,
            file: &result.file,
            outcome: result.verdict.as_str(),
            expected: result.expected.as_ref().filter(|_| failed),
            actual: failed.then(|| Given::from(&result.actual)),
        }
    });
    let report = Report {
        format: "idspec-report/1",
        suite: crate::SUITE_VERSION,
        vectors,
        filter,
        implementation,
        totals: Totals { passed: run.passed(), failed: run.failed(), skipped: run.skipped() },
        table: cells(run),
        clauses,
        results: results.collect(),
    };
    // Strings and counts are always written.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::CaseResult;

    #[test]
    fn a_name_longer_than_any_column_is_written_as_it_is() {
        let scheme = "x".repeat(70_000);
        let (expected, actual) = (None, Answer::Refused);
        let (id, file, clauses) = (String::new(), String::new(), Vec::new());
        let result = CaseResult {
            id,
            file,
            scheme: scheme.clone(),
            op: Op::Parse,
            clauses,
            verdict: Verdict::Pass,
            expected,
            actual,
        };
        let table = table(&Run { results: vec![result] });
        let row = table.lines().find_map(|line| line.strip_prefix(&scheme));
        let others = Op::ALL.len() - 1;
        assert_eq!(row, Some(format!(" {:>8}{} {:>9}", 1, "        -".repeat(others), 1).as_str()));
    }
}
