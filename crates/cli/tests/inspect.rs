//! `idspec inspect`: what it prints, how it ends, and the schema of its JSON.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::process::{Command, Output};

use serde_json::Value;

/// The ids that the page on the command shows, with every reading.
const SHOWN: [&str; 4] =
    ["1541815603606036480", "01HTQW311N1KR5G0Y75M3EF00H", "08da7241-170b-c8ef-a094-06224a651c6a", "6601004433221177"];

fn idspec(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["--now", "2026-12-01"]).args(words).env_clear().env("HOME", "/nonexistent");
    command.stdin(std::process::Stdio::null()).output().unwrap()
}

fn printed(words: &[&str]) -> (i32, String, String) {
    let output = idspec(words);
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_reading_is_shown_with_its_evidence() {
    for (name, id) in ["decimal", "ulid", "guid", "nalix"].into_iter().zip(SHOWN) {
        let (code, text, _) = printed(&["inspect", id]);
        assert_eq!(code, 0, "{id}");
        insta::assert_snapshot!(format!("inspect_{name}"), text);
    }
}

#[test]
fn objects_keep_to_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../schema/inspect.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let odd =
        ["", " 5", "'1541815603606036500'", "-1", "18446744073709551616", "é\u{1b}[31m", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"];
    let uuid = "018f2a3b-7c4d-7e6f-8a9b-0c1d2e3f4a5b";
    for id in SHOWN.into_iter().chain(odd).chain([uuid]) {
        let (_, text, _) = printed(&["inspect", "--json", "--", id]);
        let object: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&object).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert_eq!(errors, Vec::<String>::new(), "{id}");
        assert_eq!(object["input"], id);
    }
    // What reads it in no way is there where it is asked for.
    let count = |words: &[&str]| {
        let object: Value = serde_json::from_str(&printed(words).1).unwrap();
        object["readings"].as_array().unwrap().len()
    };
    assert_eq!(count(&["inspect", "--json", SHOWN[1]]), 1);
    assert_eq!(count(&["inspect", "--json", "--all", SHOWN[1]]), 16);
    assert_eq!(count(&["inspect", "--json", "no id"]), 16);
    // The schema notices what it is for.
    let (_, text, _) = printed(&["inspect", "--json", SHOWN[1]]);
    let wrong: Value = serde_json::from_str(&text.replace("own_form", "other_code")).unwrap();
    assert!(!validator.is_valid(&wrong));
    let number: Value = serde_json::from_str(&text.replace("\"1712345678901\"", "1712345678901")).unwrap();
    assert!(!validator.is_valid(&number));
}

#[test]
fn exit_codes_tell_what_was_found() {
    assert_eq!(printed(&["inspect", SHOWN[0]]).0, 0);
    assert_eq!(printed(&["inspect", "--one", SHOWN[0]]).0, 3);
    assert_eq!(printed(&["inspect", "--one", SHOWN[1]]).0, 0);
    assert_eq!(printed(&["inspect", "--one", SHOWN[0], "--as", "discord"]).0, 0);
    assert_eq!(printed(&["inspect", "--one", SHOWN[0], "--near", "2022-06-28"]).0, 0);
    assert_eq!(printed(&["inspect", "no id"]).0, 1);
    assert_eq!(printed(&["inspect", SHOWN[0], "--as", "no-scheme"]).0, 2);
    assert_eq!(printed(&["inspect", SHOWN[0], "--near", "soon"]).0, 2);
    assert_eq!(printed(&["inspect", SHOWN[0], "--window", "2024..2023"]).0, 2);
    assert_eq!(printed(&["inspect", SHOWN[0], "--tz", "Nowhere/Else"]).0, 2);
    assert_eq!(printed(&["inspect", "--config", "/nonexistent/c.toml", SHOWN[0]]).0, 5);
}

#[test]
fn a_line_a_reading_for_other_programs() {
    let (code, text, error) = printed(&["inspect", "--plain", SHOWN[0], SHOWN[1]]);
    assert_eq!((code, error.as_str()), (0, ""));
    let expected = "\
1541815603606036480\tpossible\ttwitter-snowflake\t1541815603606036480\t2022-06-28T16:07:40.105Z
1541815603606036480\tpossible\tdiscord\t1541815603606036480\t2026-08-25T14:24:45.448Z
1541815603606036480\tpossible\tinstagram-sharded\t1541815603606036480\t2017-06-21T04:19:24.445Z
1541815603606036480\tpossible\tnalix-typed\t00A017621FA16515\t2024-01-12T11:15:46Z
01HTQW311N1KR5G0Y75M3EF00H\tlikely\tulid\t01HTQW311N1KR5G0Y75M3EF00H\t2024-04-05T19:34:38.901Z
";
    assert_eq!(text, expected);
}

#[test]
fn a_zone_is_a_second_time() {
    let (_, text, _) = printed(&["inspect", "--short", "--tz", "Asia/Kuala_Lumpur", SHOWN[1]]);
    assert!(text.contains("id time 2024-04-05T19:34:38.901Z (2024-04-06T03:34:38.901+08:00)"), "{text}");
}

#[test]
fn a_scheme_of_ones_own_is_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    std::fs::write(&file, "[scheme.orders]\nbase = \"twitter-snowflake\"\nepoch = 1596211200000\n").unwrap();
    let config = file.to_str().unwrap();
    let (_, text, _) = printed(&["inspect", "--plain", "--config", config, "3125927076831231"]);
    assert!(text.contains("\tpossible\torders\t3125927076831231\t2020-08-09T07:01:19.092Z\n"), "{text}");
    let (code, text, _) =
        printed(&["inspect", "--plain", "--config", config, "--as", "orders", "--one", "3125927076831231"]);
    assert_eq!(code, 0);
    assert!(text.starts_with("3125927076831231\tlikely\torders\t"), "{text}");
}

#[test]
fn nothing_of_the_input_acts_on_a_terminal() {
    for words in [
        &["inspect", "--", "\u{1b}[31m\u{7}\u{202e}"][..],
        &["inspect", "--as", "\u{1b}[31m", "5"],
        &["inspect", "--plain", "--all", "\u{1b}]0;x\u{7}"],
    ] {
        let output = idspec(words);
        for octet in output.stdout.iter().chain(&output.stderr) {
            assert!(*octet == b'\n' || *octet == b'\t' || (*octet >= b' ' && *octet != 0x7f), "{words:?}");
        }
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!text.contains('\u{202e}'), "{words:?}");
    }
}

#[test]
fn colours_are_there_where_they_are_asked_for() {
    let (_, text, _) = printed(&["inspect", "--short", "--color", "always", SHOWN[1]]);
    assert!(text.contains("\u{1b}[1;32mlikely\u{1b}[0m"), "{text}");
    let (_, text, _) = printed(&["inspect", "--short", SHOWN[1]]);
    assert!(!text.contains('\u{1b}'), "{text}");
}
