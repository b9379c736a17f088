//! `idspec detect`: the table, the conclusion, epochs, and how it ends.

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

/// Discord's ids, one each 137 ms from 2024-04-05 on, of two workers.
fn discord(count: u64) -> String {
    let mut text = String::new();
    for place in 0..count {
        let ms = 1_712_275_200_000 - 1_420_070_400_000 + place * 137;
        writeln!(text, "{}", ms << 22 | (place % 2) << 17).unwrap();
    }
    text
}

const RULE: &str = "Rule: a scheme fits where 99 % of at least 20 lines are its ids with times in the window; a snowflake whose times are all even, or all \
odd, and not all whole 10 ms, does not, nor does a GUID layout without version bits where one with them fits.\n";

#[test]
fn a_table_and_no_conclusion_without_evidence() {
    let (code, out, err) = fed(&["detect"], &discord(1000));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "1,000 lines
scheme              parsed  in window  not falling  workers
twitter-snowflake  100.0 %    100.0 %      100.0 %        2
discord            100.0 %    100.0 %      100.0 %        2
instagram-sharded  100.0 %    100.0 %      100.0 %        2
nalix-typed        100.0 %      0.0 %      100.0 %        1

Several schemes fit: twitter-snowflake, discord, instagram-sharded. To settle it: --near DATE, --window FROM..TO, or --calibrate with a log.
"
        .to_owned()
            + RULE
    );
    assert_eq!(fed(&["detect", "--one"], &discord(1000)).0, 3);
}

#[test]
fn a_date_settles_it() {
    let (code, out, _) = fed(&["detect", "--one", "--near", "2024-04-05"], &(discord(198) + "total\n\n198\n"));
    assert_eq!(code, 0);
    assert!(out.starts_with("200 lines\n"), "{out}");
    assert!(out.ends_with(&format!("\n\nOnly discord fits.\n{RULE}")), "{out}");
    assert_eq!(fed(&["detect", "--plain", "--near", "2024-04-05"], &discord(20)).1, "discord\n");
    let (code, out, _) = fed(&["detect", "--json", "--as", "discord", "--near", "2024-04-05"], &discord(20));
    let object: Value = serde_json::from_str(&out).unwrap();
    let seen = json!([{
        "scheme": "discord", "parsed": 20, "in_window": 20, "pairs": 19, "not_falling": 19, "workers": 2, "more_workers": false,
        "time_stands_still": false, "fits": true,
    }]);
    assert_eq!(code, 0);
    assert_eq!(
        (&object["format"], &object["conclusion"], &object["schemes"]),
        (&json!("idspec-detect/1"), &json!("one"), &seen)
    );
}

#[test]
fn input_that_is_none() {
    let (code, out, _) = fed(&["detect"], "");
    assert_eq!((code, out), (1, format!("0 lines\n\nToo few for a conclusion: 0 of at least 20.\n{RULE}")));
    let words = "no \u{1b}[31mids\n".repeat(30);
    let (code, out, _) = fed(&["detect"], &words);
    let nothing = "No scheme fits. An epoch of your own: --calibrate with a log, or --as NAME@DATE.";
    assert_eq!((code, out), (1, format!("30 lines\n\n{nothing}\n{RULE}")));
    assert_eq!(fed(&["detect", "--one", "--near", "2001-01-01"], &discord(100)).0, 1);
    assert_eq!(fed(&["detect", "/nonexistent/ids.txt"], "").0, 5);
    assert_eq!(fed(&["detect", "--as", "nothing"], "").0, 2);
}

/// A log whose ids have 41 bits of ms from bit 22 up, since 2020, written up to 40 ms later.
fn log(count: u64) -> String {
    let mut text = String::from("starting up\n");
    for place in 0..count {
        let passed = 100_000_000_000 + place * 60_007;
        let written = 1_577_836_800_000 + passed + place * 7 % 41;
        let time = jiff::Timestamp::from_millisecond(i64::try_from(written).unwrap()).unwrap();
        let id = passed << 22 | (place * 7919 % (1 << 22));
        writeln!(text, "{} INFO order {id} of customer 1000000007", time.strftime("%Y-%m-%d %H:%M:%S,%3f")).unwrap();
    }
    text
}

#[test]
fn an_epoch_is_found() {
    let (code, out, err) = fed(&["detect", "--calibrate"], &log(1000));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "epoch 2020-01-01T00:00:00Z ± 38 ms from 1,000 lines
  the time counts 1 ms from bit 22 up
  2020-01-01T00:00:00Z lies within: a whole day
  read them with --as twitter-snowflake@1577836800000
  1,000 times have no offset and were taken for UTC
Rule: a line is written when its id is made or soon after; the epoch is the lower edge of the differences, ± the stretch to their upper tenth and both steps.
"
    );
    assert_eq!(fed(&["detect", "--calibrate", "--plain"], &log(1000)).1, "1577836800000\n");
    let object: Value = serde_json::from_str(&fed(&["detect", "--calibrate", "--json"], &log(1000)).1).unwrap();
    let expected = json!({
        "format": "idspec-calibrate/1", "lines": 1001, "timed": 1000, "without_offset": 1000, "epoch": "2020-01-01T00:00:00Z",
        "within_100ns": 380_000, "round": "2020-01-01T00:00:00Z", "agreeing": 1000, "compared": 1000,
        "split": {"unit_100ns": 10_000, "lowest_bit": 22}, "schemes": [], "why_not": null,
    });
    assert_eq!(object, expected);
}

#[test]
fn lines_of_another_zone_are_noticed() {
    let mut text = String::new();
    for place in 0..60 {
        let ulid = idspec::Ulid::from_parts(1_712_345_600_000 + place * 1000, 7).unwrap();
        // 19:33:20 UTC, written as in Paris without an offset.
        writeln!(text, "2024-04-05 21:{:02}:{:02}.000 {ulid}", 33 + (20 + place) / 60, (20 + place) % 60).unwrap();
    }
    let (code, out, _) = fed(&["detect", "--calibrate"], &text);
    assert_eq!(code, 0);
    let expected = "ulid: the lines' times are 2 h after the ids' times, ± 2 ms from 60 lines; are they of another zone?\n  60 times have no offset and were taken \
                    for UTC\nRule: ";
    assert!(out.starts_with(expected), "{out}");
}

#[test]
fn octets_that_are_no_text_are_no_ids() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["stats", "--as", "ulid", "--now", "2026-12-01"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"01HTQW311N1KR5G0Y75M3EF00H\n\xff\x00\x1b[2J\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("\n  no such ids    1, the first at standard input:2:1: \"\\xff\\u{0}\\u{1b}[2J\"\n"),
        "{text}"
    );
}

#[test]
fn no_epoch_is_said_with_the_reason() {
    let found = |input: &str| {
        let (code, out, _) = fed(&["detect", "--calibrate"], input);
        (code, out)
    };
    let none = |why: &str| (1, format!("no epoch found: {why}\n"));
    assert_eq!(found("175928847299117063\n"), none("no line has a time that is read here; see --help"));
    assert_eq!(found(&log(10)), none("10 lines have a time and an id, and it takes 30"));
    let counted: String = (0..100).fold(String::new(), |mut text, place| {
        writeln!(text, "2024-04-05T19:{:02}:00Z order {}", place % 60, 5_000_000_000_u64 + place).unwrap();
        text
    });
    assert_eq!(
        found(&counted),
        none(
            "the lines' times and their numbers have no consistent difference in any split; the numbers may hold no time"
        )
    );
    let object: Value = serde_json::from_str(&fed(&["detect", "--calibrate", "--json"], "x\n").1).unwrap();
    assert_eq!(
        (&object["epoch"], &object["why_not"]),
        (&Value::Null, &json!("no line has a time that is read here; see --help"))
    );
}
