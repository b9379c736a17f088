//! `idspec stats`: the bars, the findings, and how it ends.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn fed(words: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["--now", "2026-12-01"]).args(words).env_clear().env("HOME", "/nonexistent");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Discord's ids of two hours with a pause, of three workers.
fn ids() -> Vec<u64> {
    let at = |place: u64| 1_712_275_200_000 - 1_420_070_400_000 + place * 9_000 + place / 600 * 7_200_000;
    (0..800).map(|place| at(place) << 22 | (place % 4 % 3) << 17 | (place % 9)).collect()
}

fn lines(ids: &[u64]) -> String {
    ids.iter().fold(String::new(), |mut text, id| {
        writeln!(text, "{id}").unwrap();
        text
    })
}

#[test]
fn bars_of_a_clean_stream() {
    let (code, out, err) = fed(&["stats", "--as", "discord"], &lines(&ids()));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    insta::assert_snapshot!("clean", out);
}

#[test]
fn findings_have_their_rules() {
    let mut faulty = ids();
    faulty.push(faulty[799]);
    faulty.push(faulty[799]);
    let text = lines(&faulty) + "\u{1b}[31mx\n";
    let (code, out, _) = fed(&["stats", "--as", "discord"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("\n  no such ids    1, the first at -:803:1: \"\\u{1b}[31mx\"\n")
            || out.contains("803:1: \"\\u{1b}[31mx\"\n"),
        "{out}"
    );
    assert!(
        out.ends_with(
            "\n\nfinding duplicates: 2 ids stand there that stood before, first in record 801\n  rule: an id that was among those before it\n"
        ),
        "{out}"
    );
    assert_eq!(fed(&["stats", "--plain", "--as", "discord"], &text).1, "duplicates\n");
    let object: Value = serde_json::from_str(&fed(&["stats", "--json", "--as", "discord"], &text).1).unwrap();
    assert_eq!(object["format"], "idspec-stats/1");
    assert_eq!((&object["ids"], &object["invalid"], &object["stretch_ms"]), (&json!(802), &json!(1), &json!(600_000)));
    let finding = json!([{
        "code": "duplicates", "text": "2 ids stand there that stood before", "rule": "an id that was among those before it", "count": 2,
        "first_record": 801,
    }]);
    assert_eq!(object["findings"], finding);
}

#[test]
fn the_scheme_is_found_or_asked_for() {
    let words = ["stats", "--plain"];
    let (code, out, err) = fed(&words, &lines(&ids()));
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "idspec: read as discord, which alone fits\n"));
    // Whole seconds since Discord's epoch are what settled it; odd ms do not.
    let odd: Vec<u64> = (0_u64..).zip(ids()).map(|(place, id)| id + (place << 22)).collect();
    let (code, out, err) = fed(&["stats"], &lines(&odd));
    let several = "idspec: several schemes fit: twitter-snowflake, discord, instagram-sharded; add --as SCHEME\n";
    assert_eq!((code, out.as_str(), err.as_str()), (3, "", several));
    let few = "idspec: 2 lines are too few to tell the scheme; add --as SCHEME\n";
    assert_eq!(fed(&["stats"], "1\n2\n").2, few);
    // The whole input is counted, not only what was looked at.
    let many: String = (0..2500).fold(String::new(), |mut text, place| {
        writeln!(text, "{}", idspec::Ulid::from_parts(1_712_345_678_901 + place, 5).unwrap()).unwrap();
        text
    });
    let (code, out, _) = fed(&["stats", "-q", "--json"], &many);
    assert_eq!((code, &serde_json::from_str::<Value>(&out).unwrap()["ids"]), (0, &json!(2500)));
}

#[test]
fn clocks_and_lateness() {
    let mut stepped = ids();
    stepped.truncate(500);
    let back: Vec<u64> = stepped.iter().rev().take(20).rev().map(|id| id - (60_000 << 22) + 16).collect();
    stepped.extend(back);
    assert_eq!(
        fed(&["stats", "--as", "discord", "--plain"], &lines(&stepped)),
        (1, "clock_steps_back\n".into(), String::new())
    );
    assert_eq!(
        fed(&["stats", "--as", "discord", "--plain", "--late", "300000"], &lines(&stepped)),
        (0, String::new(), String::new())
    );
}

#[test]
fn input_that_is_none() {
    assert_eq!(fed(&["stats", "--as", "ulid"], ""), (1, "0 ids of ulid\n\n".into(), String::new()));
    assert_eq!(fed(&["stats", "--as", "seq-guid"], "").0, 3);
    assert_eq!(fed(&["stats", "--as", "ulid", "/nonexistent/ids.txt"], "").0, 5);
}
