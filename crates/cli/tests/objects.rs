//! The objects that the commands print keep to their schemas; those of `inspect`, `convert` and `validate` have tests beside those of what they mean.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

fn objects(words: &[&str], input: &str) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["--now", "2026-12-01", "--json", "-q"]).args(words).env_clear().env("HOME", "/nonexistent");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn faults(schema: &str, object: &Value) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(object).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

const ULIDS: &str = "01HTQW311N1KR5G0Y75M3EF00H\n01HTQW311N1KR5G0Y75M3EF00H\nx\n";

#[test]
fn objects_keep_to_their_schemas() {
    let log: String = (0..100).fold(String::new(), |text, place| {
        format!(
            "{text}2024-04-05T19:{:02}:{:02}Z {}\n",
            place / 60,
            place % 60,
            (300_000_000_000_u64 + place * 1000) << 22
        )
    });
    let many = "175928847299117063\n".repeat(30);
    for (schema, words, input, count) in [
        (include_str!("../schema/gen.json"), &["gen", "seq-guid:at-end", "-n", "2"][..], "", 2),
        (include_str!("../schema/gen.json"), &["gen", "nalix-typed"], "", 1),
        (include_str!("../schema/schemes.json"), &["schemes"], "", 16),
        (include_str!("../schema/detect.json"), &["detect"], ULIDS, 1),
        (include_str!("../schema/detect.json"), &["detect"], &many, 1),
        (include_str!("../schema/detect.json"), &["detect"], "", 1),
        (include_str!("../schema/calibrate.json"), &["detect", "--calibrate"], &log, 1),
        (include_str!("../schema/calibrate.json"), &["detect", "--calibrate"], "", 1),
        (include_str!("../schema/stats.json"), &["stats", "--as", "ulid"], ULIDS, 1),
        (include_str!("../schema/stats.json"), &["stats", "--as", "discord"], &many, 1),
        (include_str!("../schema/stats.json"), &["stats", "--as", "discord"], "", 1),
        (
            include_str!("../schema/range.json"),
            &["range", "--as", "ulid", "--from", "2024-04-05", "--to", "2024-04-06", "--db", "mysql"],
            "",
            1,
        ),
        (
            include_str!("../schema/range.json"),
            &["range", "--as", "discord", "--from", "2024-04-05", "--to", "2154-06-06", "--db", "postgres", "--params"],
            "",
            1,
        ),
        (include_str!("../schema/sort.json"), &["sort", "--by", "text", "--as", "discord"], "9\n10\nx\n", 2),
        (include_str!("../schema/check-order.json"), &["check-order", "--by", "text", "--as", "discord"], "9\n10\n", 2),
        (include_str!("../schema/explain.json"), &["explain", "1776266104373063681", "1776266104377257986"], "", 1),
        (include_str!("../schema/explain.json"), &["explain", "01HTQW311N1KR5G0Y75M3EF00H", "5"], "", 1),
    ] {
        let objects = objects(words, input);
        assert_eq!(objects.len(), count, "{words:?}");
        for object in objects {
            assert_eq!(faults(schema, &object), Vec::<String>::new(), "{words:?}: {object}");
        }
    }
}

#[test]
fn schemas_notice_what_they_are_for() {
    let stats = objects(&["stats", "--as", "ulid"], ULIDS).remove(0);
    let mut wrong = stats.clone();
    wrong["findings"][0]["code"] = "repeats".into();
    assert_eq!(faults(include_str!("../schema/stats.json"), &wrong).len(), 1);
    let words = ["range", "--as", "ulid", "--from", "2024-04-05", "--to", "2024-04-06", "--db", "mysql"];
    let mut range = objects(&words, "").remove(0);
    range["values"][0]["value"] = 5.into();
    assert_eq!(faults(include_str!("../schema/range.json"), &range).len(), 1);
    let mut id = objects(&["gen", "discord"], "").remove(0);
    id["fields"]["worker"] = 0.into();
    id["format"] = "idspec-gen/2".into();
    assert_eq!(faults(include_str!("../schema/gen.json"), &id).len(), 2);
}
