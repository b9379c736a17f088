//! The commands as they are run: exit codes, what is named, and the closing line.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests panic too")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn xtask(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// Exit code, standard output and standard error.
fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let output = xtask(words);
    let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn copy_of_the_vectors() -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in fs::read_dir(root().join("vectors")).unwrap() {
        let from = entry.unwrap().path();
        let to = folder.path().join(from.file_name().unwrap());
        if from.is_dir() {
            fs::create_dir(&to).unwrap();
            for file in fs::read_dir(&from).unwrap() {
                let file = file.unwrap().path();
                fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
            }
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
    folder
}

fn replace(folder: &TempDir, file: &str, from: &str, to: &str) {
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} lacks {from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn the_suite_passes_and_says_so_in_its_last_line() {
    let report = TempDir::new().unwrap();
    let path = report.path().join("report.json");
    let (code, out, err) = run(&["conformance", "--report", path.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let words: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
    let [passed, "passed,", "0", "failed,", "0", "skipped"] = words[..] else { panic!("{out}") };
    assert!(passed.parse::<u32>().unwrap() >= 600);
    for word in ["discord", "instagram-sharded", "nalix-typed", "seq-guid", "twitter-snowflake", "ulid"] {
        assert!(out.lines().any(|line| line.starts_with(word)), "{out}");
    }
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(json["totals"]["passed"].to_string(), passed);
}

#[test]
fn coverage_is_complete() {
    let (code, out, _) = run(&["conformance", "coverage"]);
    assert_eq!((code, out.lines().last()), (Some(0), Some("0 uncovered MUST clauses")));
}

#[test]
fn a_changed_expectation_is_a_failure_that_names_the_case() {
    let folder = copy_of_the_vectors();
    replace(&folder, "ulid/parse.json", "018eafc184350cf05803c72d06e78011", "018eafc184350cf05803c72d06e78012");
    let path = folder.path().to_str().unwrap();
    let (code, out, err) = run(&["conformance", "--vectors", path]);
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    let failed = out.lines().find(|line| line.starts_with("fail ulid/parse/")).expect("the case is named");
    let id = failed.trim_start_matches("fail ");
    let (code, out, _) = run(&["conformance", "--vectors", path, "--filter", id]);
    assert_eq!((code, out.lines().last()), (Some(1), Some("0 passed, 1 failed, 0 skipped")));
}

#[test]
fn every_problem_of_a_folder_is_named_with_exit_code_3() {
    let folder = copy_of_the_vectors();
    replace(&folder, "discord/parse.json", "{", "");
    replace(&folder, "ulid/fields.json", "\"clauses\": [\"", "\"clauses\": [\"NO-SUCH-1\", \"");
    replace(&folder, "ulid/range.json", "\"at\": \"", "\"at\": \"x");
    let (code, _, err) = run(&["conformance", "--vectors", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(3));
    for start in ["discord/parse.json: ", "ulid/fields.json: ulid/fields/", "ulid/range.json: ulid/range/"] {
        assert!(err.lines().any(|line| line.starts_with(start)), "{err}");
    }
    assert!(err.contains("unknown clause NO-SUCH-1"), "{err}");
    assert!(err.ends_with("3 problem(s) in vectors or specification\n"), "{err}");
}

#[test]
fn what_cannot_be_run_has_exit_code_2() {
    for words in [
        &["conformance", "--vectors", "/no/such/folder"][..],
        &["conformance", "--vectors"],
        &["conformance", "--loud"],
        &["conformance", "--filter", "no case has this"],
        &["conformance", "--report", "/no/such/folder/report.json", "--filter", "ulid/parse/"],
        &["conformance", "explain", "no/such/case"],
        &["dance"],
    ] {
        let (code, _, err) = run(words);
        assert_eq!(code, Some(2), "{words:?}");
        assert_ne!(err, "", "{words:?}");
    }
}

#[test]
fn a_case_is_explained_with_both_derivations() {
    let vectors = fs::read_to_string(root().join("vectors/ulid/parse.json")).unwrap();
    let id = vectors.lines().find_map(|line| line.trim().strip_prefix("\"id\": \"")?.strip_suffix("\",")).unwrap();
    let (code, out, _) = run(&["conformance", "explain", id]);
    assert_eq!(code, Some(0));
    for word in ["file", "source", "clause", "in", "expected", "derived", "idspec"] {
        assert!(out.lines().any(|line| line.trim_start().starts_with(word)), "{word}\n{out}");
    }
    assert!(!out.contains("not available"), "{out}");
}

#[test]
fn the_second_derivation_agrees() {
    let (code, out, err) = run(&["derive", "--check"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("cases agree"), "{out}");
}

#[test]
fn files_are_in_canonical_form() {
    let (code, out, _) = run(&["conformance", "fmt", "--check"]);
    assert_eq!((code, out.as_str()), (Some(0), "every file is in canonical form\n"));
}
