//! `idspec sort`, `idspec check-order` and `idspec explain`: what they print, and how they end.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Runs the program on an input, with the temporary folder given.
fn run_in(temporary: &str, words: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_idspec"), "--now", "2026-12-01"]).args(words).env_clear();
    command.env("HOME", "/nonexistent").env("TMPDIR", temporary);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends early does not read all of it.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run(words: &str, input: &str) -> (i32, String, String) {
    run_in(std::env::temp_dir().to_str().unwrap(), &words.split(' ').collect::<Vec<_>>(), input)
}

fn ended(code: i32, output: &str, errors: &str) -> (i32, String, String) {
    (code, output.to_owned(), errors.to_owned())
}

#[test]
fn ids_are_put_in_order() {
    let input = "9\n18446744073709551615\n10\n9\n";
    let by = |words: &str| run(&format!("sort --as discord --by {words}"), input);
    assert_eq!(by("unsigned"), ended(0, "9\n9\n10\n18446744073709551615\n", ""));
    assert_eq!(by("numeric -r"), ended(0, "18446744073709551615\n10\n9\n9\n", ""));
    assert_eq!(by("signed"), ended(0, "18446744073709551615\n9\n9\n10\n", ""));
    assert_eq!(by("text"), ended(0, "10\n18446744073709551615\n9\n9\n", ""));
    // 9 and 10 are of one millisecond, and stay as they came.
    assert_eq!(by("time"), ended(0, "9\n10\n9\n18446744073709551615\n", ""));
    assert_eq!(by("time --reverse"), ended(0, "18446744073709551615\n9\n10\n9\n", ""));
}

#[test]
fn every_database_has_an_order_of_its_own() {
    // 00000000-0000-1000-8000-000000000000, whose blocks MariaDB turns round, with an octet of 80 as its first, fourth, tenth and last.
    let names = [
        ("40000000002008000000000000", "a"),
        ("00000800002008000000000000", "b"),
        ("00000000002008100000000000", "c"),
        ("00000000002008000000000040", "d"),
    ];
    let input: String = names.iter().fold(String::new(), |mut text, (id, _)| {
        writeln!(text, "{id}").unwrap();
        text
    });
    let sorted = |order: &str| {
        let (code, output, errors) = run(&format!("sort --as ulid --by {order}"), &input);
        assert_eq!((code, errors.as_str()), (0, ""));
        let name = |line: &str| names.iter().find(|(id, _)| *id == line).unwrap().1;
        output.lines().map(name).collect::<String>()
    };
    let found = ["net", "text", "unsigned", "java", "dn", "mssql", "mariadb-uuid"].map(sorted);
    assert_eq!(found, ["dcba", "dcba", "dcba", "adcb", "dcab", "abcd", "bacd"]);
}

#[test]
fn what_is_no_id_is_left_out_and_named() {
    let (bad, why) = ("3\nx\u{1b}\n\n1\n", "is --as right? `idspec inspect` shows every reading");
    let (code, output, errors) = run("sort --as discord --by time", bad);
    assert_eq!((code, output.as_str()), (1, "3\n1\n"));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    assert!(lines[0].starts_with("idspec: standard input:2:1: \"x\\u{1b}\": ") && lines[0].ends_with(why), "{errors}");
    assert!(lines[1].starts_with("idspec: standard input:3:1: \"\": "), "{errors}");
    assert_eq!(lines[2], "idspec: 2 of 4 not valid");
    let (code, output, errors) = run("sort --as discord --by time --strict -q", bad);
    assert_eq!((code, output.as_str(), errors.lines().count()), (1, "", 1));
    let (code, output, _) = run("check-order --as discord --by unsigned", "3\nx\n1\n");
    assert_eq!(
        (code, output.as_str()),
        (1, "standard input:3:1: \"1\" belongs before \"3\" of line 1\n2 ids, 1 inversion\n")
    );
    let (code, output, _) = run("check-order --as discord --by unsigned", "1\nx\n3\n");
    assert_eq!((code, output.as_str()), (1, "2 ids, 0 inversions\n"));
}

#[test]
fn schemes_are_not_guessed() {
    let several = "idspec: standard input:1:1: \"1776266104373063681\": several readings: twitter-snowflake, \
        instagram-sharded, nalix-typed, discord; add --as SCHEME\n";
    for command in ["sort", "check-order"] {
        assert_eq!(run(&format!("{command} --by time"), "1776266104373063681\n"), ended(3, "", several));
        let wrong = "idspec: ids of discord have no order java, which is one of ids with 128 bits\n";
        assert_eq!(run(&format!("{command} --as discord --by java"), "1\n"), ended(2, "", wrong));
        let wrong = "idspec: ids of nalix-typed:legacy56 have no order time, which is one of ids with a time\n";
        assert_eq!(run(&format!("{command} --as nalix-typed:legacy56 --by time"), "1\n"), ended(2, "", wrong));
    }
    // Letters of a ULID are nothing else; it has no signed 64-bit order.
    let ulids = "01HTQW7X5R1KR5G0Y75M3EF00H\n01HTQW311N1KR5G0Y75M3EF00H\n";
    assert_eq!(run("sort --by time", ulids), ended(0, "01HTQW311N1KR5G0Y75M3EF00H\n01HTQW7X5R1KR5G0Y75M3EF00H\n", ""));
    let (code, output, errors) = run("sort --by signed -q", ulids);
    assert_eq!((code, output.as_str(), errors.lines().count()), (1, "", 2));
    assert!(errors.contains("ids of ulid have no order signed, which is one of ids with 64 bits"), "{errors}");
}

#[test]
fn other_forms_of_input_and_output() {
    assert_eq!(run("sort --as discord --by unsigned -0", "10\x009\x00"), ended(0, "9\x0010\x00", ""));
    let csv = "id,name\n10,a\n9,b\n";
    assert_eq!(run("sort --as discord --by unsigned --csv --column id", csv), ended(0, "9\n10\n", ""));
    let (_, output, _) = run("sort --as discord --by unsigned --csv --column 2 --header --json", "a,b\n1,10\n1,9\n");
    let objects: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let object = |line: u64, text: &str| json!({"format": "idspec-sort/1", "file": "standard input", "line": line, "column": 3, "input": text});
    assert_eq!(objects, [object(3, "9"), object(2, "10")]);
}

/// Ids of few milliseconds, so that many are equal by time; the number tells them apart.
fn random(count: u64) -> String {
    let mut state = 3_u64;
    let mut text = String::new();
    for place in 0..count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        writeln!(text, "{}", ((state >> 58) << 22) | (place % (1 << 22))).unwrap();
    }
    text
}

#[test]
fn little_memory_gives_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().to_str().unwrap();
    let input = random(5000);
    for words in ["--by time", "--by time -r", "--by text", "--by unsigned"] {
        let words: Vec<&str> = "sort --as discord".split(' ').chain(words.split(' ')).collect();
        let (code, output, _) = run_in(temporary, &words, &input);
        assert_eq!((code, output.lines().count()), (0, 5000));
        let limited = run_in(temporary, &[words.as_slice(), &["--memory", "1K"]].concat(), &input);
        assert!(limited == (0, output, String::new()), "{words:?}");
    }
    // The last place decides nothing: equal times stay as they came.
    let (_, output, _) = run_in(temporary, &["sort", "--as", "discord", "--by", "time", "--memory", "1K"], &input);
    let ids: Vec<(u64, u64)> =
        output.lines().map(|line| line.parse::<u64>().unwrap()).map(|id| (id >> 22, id % (1 << 22))).collect();
    assert!(ids.is_sorted());
    assert_eq!(ids.iter().filter(|(time, _)| *time == 0).count(), ids.partition_point(|(time, _)| *time == 0));
    // Nothing stays behind, not even after a failure in the middle.
    let ambiguous = ["sort", "--by", "time", "--memory", "1K"];
    let ulids = "01HTQW311N1KR5G0Y75M3EF00H\n".repeat(500);
    assert_eq!(run_in(temporary, &ambiguous, &format!("{ulids}1776266104373063681\n")).0, 3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let (code, output, errors) = run_in("/nonexistent", &ambiguous, &ulids);
    assert_eq!((code, output.as_str()), (5, ""));
    assert!(errors.starts_with("idspec: temporary file in /nonexistent: "), "{errors}");
    assert_eq!(run("sort --as discord --by time --memory 10", "").0, 2);
}

#[test]
fn inversions_are_named_and_counted() {
    let (code, output, errors) = run("check-order --as discord --by unsigned", "1\n1\n3\n2\n2\n1\n");
    let shown = "standard input:4:1: \"2\" belongs before \"3\" of line 3\n\
        standard input:6:1: \"1\" belongs before \"2\" of line 5\n6 ids, 2 inversions\n";
    assert_eq!((code, output.as_str(), errors.as_str()), (1, shown, ""));
    assert_eq!(run("check-order --as discord --by unsigned", "1\n1\n3\n"), ended(0, "3 ids, 0 inversions\n", ""));
    assert_eq!(run("check-order --as discord --by unsigned", ""), ended(0, "0 ids, 0 inversions\n", ""));
    assert_eq!(run("check-order --as discord --by unsigned -r", "3\n3\n1\n"), ended(0, "3 ids, 0 inversions\n", ""));
    assert_eq!(run("check-order --as discord --by unsigned -r", "3\n4\n").0, 1);
    let falling: String = (0..50).rev().map(|id| format!("{id}\n")).collect();
    let (_, output, _) = run("check-order --as discord --by unsigned", &falling);
    assert_eq!(output.lines().count(), 21);
    assert_eq!(output.lines().last(), Some("50 ids, 49 inversions, 29 of them not shown"));
    let plain = run("check-order --as discord --by unsigned --max 1 --plain", &falling);
    assert_eq!(plain, ended(1, "2\t1\t\"48\"\t\"49\"\n", ""));
    let (code, output, _) = run("check-order --as discord --by text --json", "9\n10\n");
    let objects: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let file = "standard input";
    let expected = [
        json!({"format": "idspec-check-order/1", "file": file, "line": 2, "column": 1, "input": "10",
            "after": {"file": file, "line": 1, "input": "9"}}),
        json!({"format": "idspec-check-order/1", "order": "text", "checked": 2, "inversions": 1}),
    ];
    assert_eq!((code, objects.as_slice()), (1, expected.as_slice()));
}

#[test]
fn files_follow_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(name("a"), "5\n6\n").unwrap();
    std::fs::write(name("b"), "4\n").unwrap();
    let (a, b) = (name("a"), name("b"));
    let (code, output, _) = run(&format!("check-order --as discord --by unsigned {a} {b}"), "");
    let shown = format!("{b}:1:1: \"4\" belongs before \"6\" of line 2 of {a}\n3 ids, 1 inversion\n");
    assert_eq!((code, output), (1, shown));
    assert_eq!(run(&format!("sort --as discord --by unsigned {a} {b}"), ""), ended(0, "4\n5\n6\n", ""));
}

#[test]
fn two_ids_are_explained() {
    let shown = "likely twitter-snowflake: Twitter snowflake, both read as its text\n  \
          first   2024-04-05T15:10:15.368Z\n  second  2024-04-05T15:10:15.367Z\n  the second is older by 0.001 s\n  \
          same datacenter 28, worker 19\n  sequence 2 and 1\n  by time in: text, unsigned, signed\n  not in: none\n";
    let twitter = "explain --as twitter-snowflake 1776266104377257986 1776266104373063681";
    assert_eq!(run(twitter, ""), ended(0, shown, ""));
    let shown = "likely nalix-typed: Nalix id, both read as its text\n  \
          first   2024-01-01T00:00:00Z\n  second  2024-01-01T00:00:00Z\n  \
          both in one tick of 1 s: their order does not say which was made first\n  \
          same sequence 1\n  type 11 and 128\n  machine 1 and 2\n  \
          first before second in: text, unsigned\n  second before first in: signed\n";
    let nalix = "explain --as nalix-typed 010400800092650B 0204008000926580";
    assert_eq!(run(nalix, ""), ended(0, shown, ""));
    let same = "explain 01HTQW311N1KR5G0Y75M3EF00H 01HTQW311N1KR5G0Y75M3EF00H";
    assert!(run(same, "").1.ends_with("  both are the same id\n"));
}

#[test]
fn several_readings_are_shown_and_refused_where_one_is_needed() {
    let lines = "possible\ttwitter-snowflake\tfirst\t10000\tdatacenter,worker\ttext,unsigned,signed\n\
        possible\tinstagram-sharded\t-\t0\t-\t-\npossible\tnalix-typed\t-\t0\ttype\t-\n\
        unlikely\tdiscord\tfirst\t10000\tworker,process\ttext,unsigned,signed\n";
    let ids = "--plain 1776266104373063681 1776266104377257986";
    assert_eq!(run(&format!("explain {ids}"), ""), ended(0, lines, ""));
    let refused =
        "idspec: several readings: twitter-snowflake, instagram-sharded, nalix-typed, discord; add --as SCHEME\n";
    assert_eq!(run(&format!("explain --one {ids}"), ""), ended(3, lines, refused));
    assert_eq!(run(&format!("explain --one --as discord {ids}"), "").0, 0);
    let none = "idspec: no scheme reads both \"01HTQW311N1KR5G0Y75M3EF00H\" and \"5\\u{1b}\"; `idspec inspect --all` shows why\n";
    assert_eq!(run("explain 01HTQW311N1KR5G0Y75M3EF00H 5\u{1b}", ""), ended(1, "", none));
}

#[test]
fn an_explanation_is_an_object() {
    let (code, output, _) =
        run("explain --json --as ulid 01HTQW311N1KR5G0Y75M3EF00H 018eafc1-ffb8-0cf0-5803-c72d06e78011", "");
    let agrees = json!({"before": "first", "agrees": true});
    let reading = json!({
        "scheme": "ulid",
        "verdict": "likely",
        "first": {"read_as": "text", "id": "01HTQW311N1KR5G0Y75M3EF00H"},
        "second": {"read_as": "uuid", "id": "01HTQW3ZXR1KR5G0Y75M3EF00H"},
        "times": {
            "first": "2024-04-05T19:34:38.901Z", "second": "2024-04-05T19:35:10.520Z", "older": "first",
            "apart_100ns": "316190000", "tick_100ns": "10000", "same_tick": false,
        },
        "fields": {"random": {"first": "0cf05803c72d06e78011", "second": "0cf05803c72d06e78011", "same": true}},
        "orders": {
            "text": agrees, "unsigned": agrees, "net": agrees, "dn": agrees, "mssql": agrees, "mariadb-uuid": agrees,
            "java": agrees,
        },
    });
    assert_eq!(code, 0);
    let mut found: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(found["readings"].take(), json!([reading]));
    let expected = json!({
        "format": "idspec-explain/1",
        "first": "01HTQW311N1KR5G0Y75M3EF00H",
        "second": "018eafc1-ffb8-0cf0-5803-c72d06e78011",
        "readings": null,
    });
    assert_eq!(found, expected);
}
