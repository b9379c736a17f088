//! `idspec gen`: ids, what is said beside them, and how it ends.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn printed(words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idspec"));
    command.args(["--now", "2026-12-01"]).args(words).env_clear().env("HOME", "/nonexistent");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |octets| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn fine(words: &[&str]) -> String {
    let (code, out, err) = printed(words);
    assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
    out
}

#[test]
fn ids_of_an_instant_in_every_form() {
    let at = ["--at", "2016-04-30T11:18:25.796Z"];
    let discord =
        |more: &[&str]| fine(&[&["gen", "discord", "--worker", "1", "--process", "0"], &at[..], more].concat());
    assert_eq!(discord(&["-n", "2"]), "175928847299117056\n175928847299117057\n");
    assert_eq!(discord(&["--form", "hex"]), format!("{:016x}\n", 175_928_847_299_117_056_u64));
    let twitter = ["--at", "@1656432460105", "gen", "twitter-snowflake"];
    assert_eq!(
        fine(&[&twitter[2..], &["--datacenter", "11", "--worker", "26"], &twitter[..2]].concat()),
        "1541815603606036480\n"
    );
    assert_eq!(fine(&[&twitter[2..], &["--machine", "378"], &twitter[..2]].concat()), "1541815603606036480\n");
    assert_eq!(
        fine(&[&twitter[2..], &["--set", "worker=26", "--set", "datacenter=11"], &twitter[..2]].concat()),
        "1541815603606036480\n"
    );
    assert_eq!(
        fine(&["gen", "nalix-typed", "--type", "11", "--machine", "1", "--at", "@1704067200000"]),
        "010000800092650B\n"
    );
    assert_eq!(
        fine(&["gen", "nalix-typed", "--type", "SESSION", "--machine", "1", "--at", "@1704067200000"]),
        "010000800092650B\n"
    );
    // The epoch is that of the name.
    assert_eq!(fine(&["gen", "twitter-snowflake@0", "-q", "--at", "@1000"]), format!("{}\n", 1000_u64 << 22));
    // The scheme of --as will do.
    assert_eq!(fine(&["gen", "--as", "discord", "-q", "--at", "2015-01-01"]), "0\n");
}

#[test]
fn random_parts_are_random_and_the_rest_is_not() {
    let ulids = fine(&["gen", "ulid", "-n", "3", "--at", "2024-04-05T19:34:38.901Z"]);
    let lines: Vec<&str> = ulids.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.len() == 26 && line.starts_with("01HTQW311N")), "{ulids}");
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]), "{ulids}");
    assert_ne!(fine(&["gen", "ulid", "--at", "@1712345678901"]), fine(&["gen", "ulid", "--at", "@1712345678901"]));
    let uuid = fine(&["gen", "ulid", "--form", "uuid", "--at", "@1712345678901"]);
    assert!(uuid.starts_with("018eafc1-8435-") && uuid.len() == 37, "{uuid}");
    let guid = fine(&["gen", "seq-guid:as-string", "--at", "2022-07-30T15:35:11.1435503Z"]);
    assert!(guid.starts_with("08da7241-170b-4c8e-8f"), "{guid}");
}

#[test]
fn objects_have_the_fields() {
    let out =
        fine(&["gen", "discord", "--json", "--worker", "1", "--process", "2", "--at", "2016-04-30T11:18:25.796Z"]);
    let object: Value = serde_json::from_str(&out).unwrap();
    let expected = json!({
        "format": "idspec-gen/1", "id": "175928847299125248", "scheme": "discord", "time": "2016-04-30T11:18:25.796Z",
        "fields": {"unix_ms": "1462015105796", "worker": "1", "process": "2", "increment": "0"},
    });
    assert_eq!(object, expected);
}

#[test]
fn a_worker_is_not_chosen_in_silence() {
    let words = ["gen", "twitter-snowflake", "--at", "2024-04-05", "--worker", "5"];
    assert_eq!(
        printed(&words).2,
        "idspec: datacenter 0, since none was given; another program with the same may make the same ids\n"
    );
    assert_eq!(printed(&[&words[..], &["-q"]].concat()).2, "");
    assert_eq!(
        printed(&["gen", "nalix-typed", "--machine", "7", "--at", "2024-04-05"]).2,
        "idspec: type 0, since none was given\n"
    );
    assert_eq!(printed(&["gen", "ulid"]).2, "");
}

#[test]
fn ids_of_the_clock_are_all_different() {
    let many = fine(&["gen", "discord", "-q", "-n", "20000"]);
    let numbers: Vec<u64> = many.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(numbers.len(), 20_000);
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn nobody_waits_for_ids_that_nobody_reads() {
    let mut command = Command::new("timeout");
    let words = format!("{} gen ulid -n 100000000000 | head -n 1", env!("CARGO_BIN_EXE_idspec"));
    let output = command.args(["20", "bash", "-c", &format!("set -o pipefail; {words}")]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 27, 0));
}

#[test]
fn what_cannot_be_is_refused() {
    for (words, code, why) in [
        (
            "discord -n 5000 --at 2024-04-05",
            2,
            "5000 ids at 2024-04-05T00:00:00Z are too many: for a Discord snowflake one unit of its time has 4096; ask for fewer, or leave the instant out and the clock goes on",
        ),
        ("discord --worker 32", 2, "worker 32 is outside 0 to 31 for a Discord snowflake"),
        ("ulid --worker 1", 2, "a ULID has no field worker that may be set; there are none"),
        ("ulid --form decimal", 2, "a ULID has no form decimal; write one of canonical, hex, uuid"),
        (
            "seq-guid",
            3,
            "the scheme has several kinds; write one of seq-guid:as-string, seq-guid:as-binary, seq-guid:at-end",
        ),
        (
            "nalix-typed:legacy56",
            2,
            "no ids of this layout are made: nalix-typed:legacy56; it is read, and others are made in its place",
        ),
        ("nalix-typed --set machine", 2, "not a field with its number: machine; write worker=5"),
        (
            "discord --at yesterday",
            2,
            "not an instant: yesterday; write 2024-04-05, 2024-04-05T19:34:38Z, @1712345678901 (ms since 1970) or now",
        ),
    ] {
        let words: Vec<&str> = ["gen"].into_iter().chain(words.split(' ')).collect();
        let (ended, out, err) = printed(&words);
        assert_eq!((ended, out.as_str(), err), (code, "", format!("idspec: {why}\n")), "{words:?}");
    }
    assert_eq!(printed(&["gen"]).0, 2);
    assert_eq!(printed(&["gen", "ulid", "-n", "0"]).0, 2);
    assert!(
        printed(&["gen", "nalix-typed", "--type", "cat"])
            .2
            .starts_with("idspec: no type is called cat; write its number, or one of unknown, ")
    );
}
