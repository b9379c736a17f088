//! Rules for the vectors of this repository, beyond what every folder of vectors has to keep.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::digest::sha256;
use crate::suite::{FORMAT, Problem, Suite};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    suite: String,
    cases: usize,
    files: BTreeMap<String, String>,
}

/// Files that are not in canonical form.
#[must_use]
pub fn format_problems(suite: &Suite) -> Vec<Problem> {
    let differ = suite.files.iter().filter(|file| file.text != file.canonical);
    differ.map(|file| Problem::of_file(&file.path, "not in canonical form: `cargo xtask conformance fmt`")).collect()
}

/// Cases of one operation that show the same: same clauses, flags and outcome, and nothing that says what differs.
#[must_use]
pub fn padding_problems(suite: &Suite) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen = BTreeMap::new();
    for case in &suite.cases {
        let mut clauses = case.text.clauses.clone();
        clauses.sort();
        let mut flags = case.text.flags.clone();
        flags.sort();
        let key = (&case.file, clauses, flags, case.expectation.class(), &case.text.covers);
        if let Some(earlier) = seen.insert(key, &case.text.id) {
            let reason = format!("same clauses, flags and outcome as {earlier}: say in `covers` what differs");
            problems.push(Problem::of(&case.file, &case.text.id, reason));
        }
    }
    problems
}

/// What in `manifest.json` is not so.
#[must_use]
pub fn manifest_problems(suite: &Suite, folder: &Path) -> Vec<Problem> {
    const FILE: &str = "manifest.json";
    let manifest: Manifest = match fs::read_to_string(folder.join(FILE)) {
        Err(error) => return vec![Problem::of_file(FILE, error)],
        Ok(text) => match serde_json::from_str(&text) {
            Err(error) => return vec![Problem::of_file(FILE, error)],
            Ok(manifest) => manifest,
        },
    };
    let mut problems = Vec::new();
    if manifest.format != FORMAT || manifest.suite != crate::SUITE_VERSION {
        problems.push(Problem::of_file(FILE, format!("not of format {FORMAT} and suite {}", crate::SUITE_VERSION)));
    }
    if manifest.cases != suite.cases.len() {
        let reason = format!("{} cases, but the files hold {}", manifest.cases, suite.cases.len());
        problems.push(Problem::of_file(FILE, reason));
    }
    let found: BTreeMap<String, String> =
        suite.files.iter().map(|file| (file.path.clone(), format!("sha256:{}", sha256(&file.text)))).collect();
    for (path, digest) in &found {
        if manifest.files.get(path) != Some(digest) {
            problems.push(Problem::of(FILE, path, "the digest is missing or differs: `cargo xtask derive`"));
        }
    }
    for path in manifest.files.keys().filter(|path| !found.contains_key(*path)) {
        problems.push(Problem::of(FILE, path, "no such file"));
    }
    problems
}

/// Files beside the vectors that are missing or not ASCII.
#[must_use]
pub fn companion_problems(folder: &Path) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in ["errors.json", "policies.json", "manifest.json"] {
        match fs::read_to_string(folder.join(name)) {
            Err(error) => problems.push(Problem::of_file(name, error)),
            Ok(text) if !text.is_ascii() => problems.push(Problem::of_file(name, "not ASCII")),
            Ok(_) => {}
        }
    }
    problems
}
