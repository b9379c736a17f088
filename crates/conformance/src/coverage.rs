//! Which clauses the cases show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;
use crate::spec::{Level, Spec};
use crate::suite::{Problem, Suite};

/// The largest share of clauses that may be named in `untestable.toml`, in percent.
const MAX_UNTESTABLE_PERCENT: usize = 5;
const UNTESTABLE: &str = "untestable.toml";
const ERRORS: &str = "errors.json";

/// Counts for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// All clauses.
    pub total: usize,
    /// Clauses of level MUST.
    pub must: usize,
    /// Clauses of level MUST that a case shows.
    pub covered: usize,
    /// Distinct pairs of a clause and a class of outcome.
    pub pairs: usize,
}

/// Counts the clauses that the cases show.
#[must_use]
pub fn count(spec: &Spec, suite: &Suite) -> Coverage {
    let shown = shown(suite);
    let must: Vec<_> = spec.clauses.iter().filter(|clause| clause.level == Level::Must).collect();
    Coverage {
        total: spec.clauses.len(),
        must: must.len(),
        covered: must.iter().filter(|clause| shown.contains_key(clause.id.as_str())).count(),
        pairs: shown.values().map(BTreeSet::len).sum(),
    }
}

/// Each clause with the classes of outcome that its cases have.
#[must_use]
pub fn shown(suite: &Suite) -> BTreeMap<&str, BTreeSet<String>> {
    let mut shown: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for case in &suite.cases {
        for clause in &case.text.clauses {
            shown.entry(clause).or_default().extend(case.expectation.outcomes().map(Outcome::class));
        }
    }
    shown
}

#[derive(Deserialize)]
struct ErrorList {
    codes: Vec<ErrorEntry>,
}

#[derive(Deserialize)]
struct ErrorEntry {
    code: String,
    clauses: Vec<String>,
}

/// Clauses that no case shows, or no rejected case where they reject; cases that name an unknown clause or another level.
#[must_use]
pub fn problems(spec: &Spec, suite: &Suite, vectors: &Path, spec_folder: &Path) -> Vec<Problem> {
    let mut problems = case_problems(spec, suite);
    let shown = shown(suite);
    let untestable = untestable(spec_folder);
    for clause in spec.clauses.iter().filter(|clause| clause.level == Level::Must) {
        if untestable.iter().any(|entry| entry.clause == clause.id) {
            continue;
        }
        match shown.get(clause.id.as_str()) {
            None => problems.push(Problem::of(&clause.page, &clause.id, "no case shows this clause")),
            Some(classes) if clause.rejects() && classes.iter().all(|class| class == "ok") => {
                problems.push(Problem::of(
                    &clause.page,
                    &clause.id,
                    "the clause rejects, but no rejected case shows it",
                ));
            }
            Some(_) => {}
        }
    }
    for Untestable { clause, test } in &untestable {
        if spec.clause(clause).is_none() {
            problems.push(Problem::of(UNTESTABLE, clause, "no such clause"));
        }
        if !is_a_test(&spec_folder.join("../crates"), test) {
            problems.push(Problem::of(UNTESTABLE, clause, format!("no test {test:?} in the crates")));
        }
    }
    if untestable.len().saturating_mul(100) > spec.clauses.len().saturating_mul(MAX_UNTESTABLE_PERCENT) {
        problems
            .push(Problem::of_file("untestable.toml", format!("more than {MAX_UNTESTABLE_PERCENT} % of the clauses")));
    }
    let read = fs::read_to_string(vectors.join(ERRORS)).map_err(|error| error.to_string());
    let errors: ErrorList = match read.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())) {
        Ok(errors) => errors,
        Err(reason) => {
            problems.push(Problem::of_file(ERRORS, reason));
            return problems;
        }
    };
    let listed: Vec<&str> = errors.codes.iter().map(|entry| entry.code.as_str()).collect();
    let known: Vec<&str> = idspec_core::ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    if listed != known {
        problems.push(Problem::of_file(ERRORS, format!("lists {listed:?}, the code has {known:?}")));
    }
    for entry in &errors.codes {
        for clause in entry.clauses.iter().filter(|clause| spec.clause(clause).is_none()) {
            problems.push(Problem::of(ERRORS, &entry.code, format!("unknown clause {clause}")));
        }
    }
    problems
}

/// Cases that name an unknown clause or another level than the clause's.
#[must_use]
pub fn case_problems(spec: &Spec, suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    for case in &suite.cases {
        for id in &case.text.clauses {
            match spec.clause(id) {
                None => problems.push(Problem::of(&case.file, &case.text.id, format!("unknown clause {id}"))),
                Some(clause) if clause.level.as_str() != case.text.level => {
                    let reason = format!("level {:?}, but {id} is {}", case.text.level, clause.level.key_word());
                    problems.push(Problem::of(&case.file, &case.text.id, reason));
                }
                Some(_) => {}
            }
        }
    }
    problems
}

/// An entry of `untestable.toml`: a clause that no vector can show, and the test that stands in for it.
struct Untestable {
    clause: String,
    test: String,
}

/// How many clauses `untestable.toml` in this folder names.
#[must_use]
pub fn untestable_count(folder: &Path) -> usize {
    untestable(folder).len()
}

/// The entries of `untestable.toml`: tables `[[clause]]` with lines `id = "…"`, `reason = "…"` and `test = "…"`.
fn untestable(folder: &Path) -> Vec<Untestable> {
    let text = fs::read_to_string(folder.join(UNTESTABLE)).unwrap_or_default();
    let entries = text.split("\n[[clause]]\n").skip(1);
    let value = |entry: &str, name: &str| -> String {
        let start = format!("{name} = \"");
        let mut lines = entry.lines().filter_map(|line| line.trim().strip_prefix(start.as_str())?.strip_suffix('"'));
        lines.next().unwrap_or_default().to_owned()
    };
    entries.map(|entry| Untestable { clause: value(entry, "id"), test: value(entry, "test") }).collect()
}

/// Whether a function of this name is a test somewhere in the sources.
fn is_a_test(folder: &Path, name: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        let wanted = format!("fn {name}()");
        let is_rust = folder.extension().is_some_and(|extension| extension == "rs");
        return is_rust
            && fs::read_to_string(folder).is_ok_and(|text| text.contains("#[test]") && text.contains(&wanted));
    };
    !name.is_empty() && entries.flatten().any(|entry| entry.file_name() != "target" && is_a_test(&entry.path(), name))
}
