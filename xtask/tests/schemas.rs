//! The JSON Schemas: they accept what is there and refuse what is broken.

#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use idspec_conformance::Suite;
use jsonschema::Registry;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schema(name: &str) -> Value {
    let path: PathBuf = root().join("vectors/schema").join(format!("{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Validates with one of the schemas; the others can be referred to.
fn with_validator(name: &str, check: impl FnOnce(&jsonschema::Validator)) {
    let vectors = schema("vectors");
    let id = vectors["$id"].as_str().unwrap().to_owned();
    let registry = Registry::new().add(id, vectors).unwrap().prepare().unwrap();
    let validator = jsonschema::options().with_registry(&registry).build(&schema(name)).unwrap();
    check(&validator);
}

#[test]
fn schemas_are_valid_themselves() {
    for name in ["vectors", "adapter", "report"] {
        assert!(jsonschema::meta::is_valid(&schema(name)), "{name}");
    }
}

#[test]
fn every_file_is_valid_and_broken_ones_are_not() {
    let suite = Suite::read(&root().join("vectors")).unwrap();
    with_validator("vectors", |validator| {
        for file in &suite.files {
            let mut document: Value = serde_json::from_str(&file.text).unwrap();
            let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert_eq!(errors, Vec::<String>::new(), "{}", file.path);
            for (pointer, broken) in [
                ("/format", json!("idspec/2")),
                ("/op", json!("guess")),
                ("/license", json!("MIT")),
                ("/cases/0/id", json!("No/slug")),
                ("/cases/0/clauses", json!("COMMON-TXT-1")),
                ("/cases/0/in", json!({"unknown": "1"})),
                ("/cases/0/level", json!("shall")),
            ] {
                let place = document.pointer_mut(pointer).unwrap_or_else(|| panic!("{} has no {pointer}", file.path));
                let good = std::mem::replace(place, broken);
                assert!(!validator.is_valid(&document), "{} with a broken {pointer}", file.path);
                *document.pointer_mut(pointer).unwrap() = good;
            }
        }
    });
}

#[test]
fn a_report_is_valid_also_with_failures() {
    let folder = tempfile::TempDir::new().unwrap();
    let vectors = folder.path().join("vectors/discord");
    fs::create_dir_all(&vectors).unwrap();
    let text = fs::read_to_string(root().join("vectors/discord/format.json")).unwrap();
    fs::write(vectors.join("format.json"), text.replace("\"text\": \"", "\"text\": \"9")).unwrap();
    let report = folder.path().join("report.json");
    let status = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["conformance", "--vectors"])
        .arg(folder.path().join("vectors"))
        .arg("--report")
        .arg(&report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(1));
    let document: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    with_validator("report", |validator| {
        let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
        let mut broken = document.clone();
        broken["results"][0]["outcome"] = json!("good");
        assert!(!validator.is_valid(&broken));
    });
}
