//! `idspec schemes`: the table, and one scheme bit by bit.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

fn printed(words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["--now", "2026-12-01"]).args(words).env_clear().env("HOME", "/nonexistent");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_table_and_every_scheme_in_it() {
    let (code, out, err) = printed(&["schemes"]);
    assert_eq!((code, err.as_str()), (0, ""));
    insta::assert_snapshot!("table", out);
    for name in ["twitter-snowflake", "nalix-typed", "nalix-typed:legacy56", "ulid", "seq-guid:at-end"] {
        insta::assert_snapshot!(format!("one_{}", name.replace(':', "_")), printed(&["schemes", name]).1);
    }
}

#[test]
fn names_are_those_that_are_read() {
    let (_, names, _) = printed(&["schemes", "--plain"]);
    assert_eq!(names.lines().count(), 16);
    for name in names.lines() {
        assert_eq!(printed(&["schemes", name, "--plain"]), (0, format!("{name}\n"), String::new()));
    }
    assert_eq!(printed(&["schemes", "seq-guid", "--plain"]).1.lines().count(), 10);
    assert_eq!(printed(&["schemes", "sonyflake"]).0, 2);
}

#[test]
fn objects_say_the_same() {
    let (_, out, _) = printed(&["schemes", "--json"]);
    let objects: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 16);
    let discord = &objects[1];
    assert_eq!(
        (&discord["format"], &discord["name"], &discord["epoch"]),
        (&"idspec-schemes/1".into(), &"discord".into(), &"2015-01-01T00:00:00Z".into())
    );
    assert_eq!(discord["last"], "2154-05-15T07:35:11.103Z");
    assert_eq!(discord["sample"], "1225891371395715072");
    let widths: Vec<u64> =
        discord["fields"].as_array().unwrap().iter().map(|field| field["pieces"][0]["low"].as_u64().unwrap()).collect();
    assert_eq!(widths, [22, 17, 12, 0]);
    // A sample is an id of its scheme, on every run the same.
    for object in &objects {
        let (Some(name), Some(sample)) = (object["name"].as_str(), object["sample"].as_str()) else { continue };
        assert_eq!(printed(&["validate", "--as", name, sample]).0, 0, "{name} {sample}");
    }
    assert_eq!(printed(&["schemes", "--json"]).1, out);
}

#[test]
fn schemes_of_ones_own_are_listed() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "[scheme.events]\nepoch = 1577836800000\nbits = \"time:39 machine:16 sequence:8\"\nunit = \"10ms\"")
        .unwrap();
    let config = file.path().to_str().unwrap();
    assert!(printed(&["--config", config, "schemes", "--plain"]).1.ends_with("\nevents\n"));
    let (code, out, _) = printed(&["--config", config, "schemes", "events"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!("own", out);
}
