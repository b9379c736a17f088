//! Adapters that behave badly: each leads to the right outcome, and the run goes on.
//!
//! This program is its own zoo: started with `IDSPEC_ZOO` set it is the adapter of that name, which answers from the vectors and does one thing wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use idspec_conformance::adapter::{Adapter, Launch};
use idspec_conformance::model::{Case, Op};
use idspec_conformance::outcome::Outcome;
use idspec_conformance::run::{Count, Known, Verdict};
use idspec_conformance::{Run, Suite, report};
use serde_json::{Value, json};

/// The variable that makes this program an adapter.
const ZOO: &str = "IDSPEC_ZOO";

/// The variable that names the file of right answers, which is read faster than the vectors are.
const ANSWERS: &str = "IDSPEC_ZOO_ANSWERS";

/// The request at which an animal does what it does: well after the canaries.
const MOMENT: u64 = 20;

fn main() -> ExitCode {
    if let Ok(animal) = std::env::var(ZOO) {
        answer(&animal);
        return ExitCode::SUCCESS;
    }
    let answers = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(answers.path(), right_answers().to_string()).unwrap();
    PATH.set(answers.path().display().to_string()).unwrap();
    let tests: [(&str, fn()); 9] = [
        ("a good adapter passes everything", good),
        ("one bad answer is one bad case, and the rest passes", one_bad_case),
        ("who dies on and on is given up", dies_always),
        ("who answers everything alike passes nothing", alike),
        ("what a dead adapter started is ended too", orphans),
        ("capabilities are believed until they are lies", lies),
        ("an adapter that says no hello does not run", no_hello),
        ("known failures, codes and policies", known),
        ("the program writes its reports", program),
    ];
    for (name, test) in tests {
        test();
        println!("{name}: ok");
    }
    // The line that counts tests is read by programs.
    println!("test result: ok. {} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", tests.len());
    ExitCode::SUCCESS
}

static PATH: OnceLock<String> = OnceLock::new();

/// The vectors, read once.
fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(Suite::builtin)
}

/// For each input of op parse of ULIDs: the right outcome, and that of Crockford's aliases.
fn right_answers() -> Value {
    let answer = |alias: &'static str, case: &Case| {
        let policy = |axis: &str| if axis == "alias" { Some(alias) } else { suite().policies.required(axis) };
        match case.expectation.under(policy) {
            Some(Outcome::Ok(values)) => json!({"ok": values}),
            Some(Outcome::Error(error)) => json!({"error": error}),
            None => json!({"unsupported": {"reason": "not offered"}}),
        }
    };
    let parse = suite().cases.iter().filter(|case| case.scheme == "ulid" && case.op == Op::Parse);
    let entry =
        |case: &Case| (json!(case.text.input).to_string(), json!([answer("reject", case), answer("crockford", case)]));
    parse.map(entry).collect::<serde_json::Map<_, _>>().into()
}

fn launch(animal: &str) -> Launch {
    Launch {
        words: vec![std::env::current_exe().unwrap().display().to_string()],
        variables: vec![(ZOO.to_owned(), animal.to_owned()), (ANSWERS.to_owned(), PATH.get().unwrap().clone())],
        ..Launch::default()
    }
}

fn run(animal: &str) -> Run {
    let suite = suite();
    let mut adapter = Adapter::start(launch(animal), suite).unwrap_or_else(|error| panic!("{animal}: {error}"));
    let offered: Vec<String> =
        suite.cases.iter().filter(|case| adapter.offers(case)).map(|case| case.text.id.clone()).collect();
    Run::of(suite, &mut adapter, |case| offered.contains(&case.text.id))
}

/// How many cases ended in which way.
fn verdicts(run: &Run) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for result in &run.results {
        *counts.entry(result.verdict.as_str()).or_default() += 1;
    }
    counts
}

/// How many cases of op parse the suite has for ULIDs.
fn all() -> usize {
    suite().cases.iter().filter(|case| case.scheme == "ulid" && case.op == Op::Parse).count()
}

fn good() {
    let run = run("good");
    assert_eq!(verdicts(&run), BTreeMap::from([("pass", all())]));
    assert!(all() > 200);
}

fn one_bad_case() {
    for (animal, verdict, reason) in [
        ("hangs", Verdict::Timeout, "no answer in time"),
        ("dies", Verdict::Crashed, "its output ended; exit status: 3; last of its log: oh no"),
        ("kills-itself", Verdict::Crashed, "signal: 9"),
        ("prints-garbage", Verdict::Fault, "expected"),
        ("prints-no-utf8", Verdict::Fault, "no UTF-8"),
        ("answers-out-of-order", Verdict::Fault, "seq"),
        ("answers-a-megabyte", Verdict::Fault, "a line of more than 1048576 octets"),
        ("never-ends-its-line", Verdict::Fault, "a line of more than 1048576 octets"),
        // Whether the second line comes before or after the next question.
        ("answers-twice", Verdict::Fault, "fault: "),
        ("has-its-own-codes", Verdict::Fault, "unknown error code \"bad\""),
        ("says-nothing", Verdict::Fault, "not exactly one of"),
        ("says-both", Verdict::Fault, "not exactly one of"),
        ("sends-escapes", Verdict::Fault, "\\u{1b}[2J"),
        ("nests-deeply", Verdict::Fault, "unknown field `unknown`"),
        ("answers-a-list", Verdict::Fault, "expected an object"),
    ] {
        let run = run(animal);
        let bad: Vec<_> = run.results.iter().filter(|result| result.verdict != Verdict::Pass).collect();
        assert_eq!(bad.len(), 1, "{animal}: {:?}", verdicts(&run));
        assert_eq!(bad[0].verdict, verdict, "{animal}: {}", bad[0]);
        let shown = bad[0].to_string();
        assert!(shown.contains(reason) && shown.len() < 1_500, "{animal}: {shown}");
        assert!(!shown.chars().any(|character| character.is_control() && character != '\n'), "{animal}: {shown:?}");
        assert_eq!(run.results.len(), all(), "{animal}");
    }
    // Standard error is read and forgotten, however much it is; who does not listen to `bye` is ended.
    for animal in ["floods-stderr", "does-not-listen"] {
        assert_eq!(verdicts(&run(animal)), BTreeMap::from([("pass", all())]), "{animal}");
    }
}

fn dies_always() {
    let run = run("dies-always");
    let counts = verdicts(&run);
    // Once for its hello, then twenty times more.
    assert_eq!(counts.get("not-run"), Some(&(all() - 21 + 4)), "{counts:?}");
    assert_eq!(counts.get("crashed"), Some(&(21 - 4)), "{counts:?}");
    assert_eq!((run.passed(), run.failed()), (0, all()));
}

fn alike() {
    for animal in ["accepts-everything", "refuses-everything"] {
        assert_eq!(verdicts(&run(animal)), BTreeMap::from([("fault", all())]), "{animal}");
    }
}

fn orphans() {
    let run = run("leaves-a-child");
    let bad: Vec<_> = run.results.iter().filter(|result| result.verdict != Verdict::Pass).collect();
    assert_eq!(bad.len(), 1, "{:?}", verdicts(&run));
    // The number of the child is the last of the log.
    let shown = bad[0].to_string();
    let child = shown.rsplit("child ").next().unwrap().lines().next().unwrap().trim();
    assert!(child.parse::<u32>().is_ok(), "{shown}");
    let gone = || {
        let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        // Ended, whether somebody has looked at how or not.
        state.is_empty() || state.contains(") Z ")
    };
    for _ in 0..100 {
        if gone() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("process {child} still runs");
}

fn lies() {
    let run = run("offers-json");
    assert_eq!(verdicts(&run).get("unsupported"), Some(&(run.results.len() - all())));
    assert!(run.failed() > 20, "what was offered and is not there has failed");
    let known = Known { unsupported: vec!["ulid/json/*".to_owned()], ..Known::default() };
    let run = run.knowing(&known);
    assert_eq!((run.passed(), run.failed()), (all(), 0));
    assert!(run.skipped() > 20);
}

fn no_hello() {
    for (animal, reason) in [
        ("no-hello", "no hello: expected"),
        ("ends-at-once", "no hello: its output ended; exit status: 0"),
        ("protocol-2", "protocol 2, expected 1"),
        ("unknown-scheme", "hello offers the unknown scheme \"uuid\""),
        ("unknown-policy", "hello declares the unknown policy alias=maybe"),
        ("nameless", "a name in hello is empty"),
        ("injects-luck", "hello injects the unknown \"luck\""),
        ("selects-a-mood", "hello can select the unknown policy \"mood\""),
    ] {
        let error = Adapter::start(launch(animal), suite()).map(|_| ()).unwrap_err();
        assert!(error.starts_with(reason), "{animal}: {error}");
    }
    let missing = Launch { words: vec!["/nowhere/adapter".to_owned()], ..Launch::default() };
    let error = Adapter::start(missing, suite()).map(|_| ()).unwrap_err();
    assert!(error.starts_with("/nowhere/adapter: "), "{error}");
    let run = run("another-hello");
    assert_eq!(verdicts(&run).get("crashed"), Some(&1));
    assert!(run.failures().any(|result| result.to_string().contains("another hello than before")));
    std::fs::remove_file(marker(std::process::id())).unwrap();
}

fn known() {
    let list = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    // Without codes a refusal is a refusal.
    assert_eq!(verdicts(&run("no-codes")), BTreeMap::from([("pass", all())]));
    let wrong = run("wrong-codes");
    assert!(wrong.failed() > 100);
    let failed: Vec<String> = wrong.failures().map(|result| result.id.clone()).collect();
    let settled = wrong.clone().knowing(&Known { expected: failed, ..Known::default() });
    assert_eq!((settled.failed(), settled.skipped()), (0, wrong.failed()));
    // A case that is known to fail and passes has failed.
    let settled = run("good").knowing(&Known { expected: list(&["ulid/parse/lower-*"]), ..Known::default() });
    assert!(settled.failed() > 0);
    assert!(settled.failures().all(|result| result.verdict == Verdict::UnexpectedPass));
    // A declared choice is compared with that choice, and said to differ.
    let counts = verdicts(&run("crockford"));
    assert!(counts["policy-differs"] > 5 && counts.len() == 2, "{counts:?}");
    assert_eq!(Verdict::PolicyDiffers.count(), Count::Passed);
}

fn program() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("known"), "# those of a reader without codes\nulid/parse/*\n").unwrap();
    let adapter = std::env::current_exe().unwrap().display().to_string();
    let call = |animal: &str, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_idspec-conformance"));
        command.arg("run").args(words).env(ZOO, animal).env(ANSWERS, PATH.get().unwrap()).stdin(Stdio::null());
        let output = command.output().unwrap();
        let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (report, junit, md, html) = (path("r.json"), path("j.xml"), path("m.md"), path("m.html"));
    let words = ["--report", &report, "--junit", &junit, "--matrix", &md, "--matrix", &html, "--badges", &path("b")];
    let (code, out, _) = call("good", &[&["--adapter", &adapter], &words[..]].concat());
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(out.lines().last(), Some(format!("{} passed, 0 failed, 0 skipped", all()).as_str()));
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let json: Value = serde_json::from_str(&read(&report)).unwrap();
    assert_eq!((&json["totals"]["passed"], &json["vectors"]), (&json!(all()), &json!("builtin")));
    let schema: Value =
        serde_json::from_str(&read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/schema/report.schema.json")))
            .unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&json));
    assert!(read(&junit).contains("<testsuite name=\"ulid/parse\""));
    assert!(read(&md).contains("| zoo 1 (Rust) | ulid |"), "{}", read(&md));
    assert!(read(&html).contains("<span>zoo 1 (Rust)</span>"));
    assert!(read(&path("b/Rust-zoo.json")).contains("passed"));

    let (code, out, _) = call("dies", &["--adapter", &adapter, "--filter", "ulid/parse", "--junit", &junit]);
    assert_eq!(code, Some(1));
    assert_eq!(out.lines().last(), Some(format!("{} passed, 1 failed, 0 skipped", all() - 1).as_str()));
    assert!(read(&junit).contains("<failure message=\"crashed: "));
    let (code, _, error) = call("good", &["--adapter", &adapter, "--expected", &path("known")]);
    assert_eq!(code, Some(1), "every pass was unexpected: {error}");
    for (words, reason) in [
        (&[][..], "name an adapter"),
        (&["--adapter", "'open"], "a quote is open"),
        (&["--adapter", "/nowhere"], "/nowhere: "),
        (&["--adapter", &adapter, "--filter", "nothing"], "it offers none of the cases with \"nothing\""),
        (&["--adapter", &adapter, "--expected", "/nowhere"], "/nowhere: "),
        (&["--adapter", &adapter, "--what"], "unknown word \"--what\""),
        (&["--adapter", &adapter, "--matrix", "x.txt"], "--matrix writes .md and .html"),
        (&["--adapter", &adapter, "--timeout-scale", "0"], "--timeout-scale needs"),
    ] {
        let (code, _, error) = call("good", words);
        assert_eq!(code, Some(2), "{words:?}");
        assert!(error.contains(reason), "{words:?}: {error}");
    }
    assert!(report::closing_line(&Run::default()).starts_with("0 passed"));
    assert!(Path::new(&report).is_file());
}

// --- the zoo ---

fn hello(animal: &str) -> Value {
    let mut ops = vec!["parse"];
    if animal == "offers-json" {
        ops.push("json");
    }
    let scheme = if animal == "unknown-scheme" { "uuid" } else { "ulid" };
    let alias = match animal {
        "crockford" => "crockford",
        "unknown-policy" => "maybe",
        _ => "reject",
    };
    let again =
        animal == "another-hello" && std::fs::exists(marker(std::os::unix::process::parent_id())).unwrap_or_default();
    json!({
        "protocol": if animal == "protocol-2" { 2 } else { 1 },
        "adapter": {"name": if animal == "nameless" { "" } else { "zoo" }, "version": if again { "2" } else { "1" }},
        "implementation": {"name": "zoo", "version": "1", "language": "Rust", "runtime": "native", "source": "here", "license": "MIT"},
        "schemes": {scheme: {
            "ops": ops,
            "inject": if animal == "injects-luck" { vec!["luck"] } else { Vec::new() },
            "policy": {"alias": alias},
            "selectable": if animal == "selects-a-mood" { vec!["mood"] } else { Vec::new() },
            "codes": animal != "no-codes",
        }},
    })
}

/// A file that tells the second process of a runner from the first.
fn marker(runner: u32) -> String {
    std::env::temp_dir().join(format!("idspec-zoo-{runner}")).display().to_string()
}

/// Answers commands, once badly.
fn answer(animal: &str) {
    let answers = std::fs::read_to_string(std::env::var(ANSWERS).unwrap()).unwrap();
    let answers: Value = serde_json::from_str(&answers).unwrap();
    let choice = usize::from(animal == "crockford");
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let command: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let Some(seq) = command["seq"].as_u64() else {
            match (animal, command["cmd"].as_str()) {
                ("no-hello", _) => writeln!(out, "good day").unwrap(),
                ("ends-at-once", _) => return,
                ("does-not-listen", Some("bye")) => std::thread::sleep(Duration::from_secs(60)),
                (_, Some("bye")) => return,
                _ => writeln!(out, "{}", hello(animal)).unwrap(),
            }
            continue;
        };
        let mut reply = match answers.get(command["in"].to_string()) {
            Some(found) if command["op"] == "parse" => found[choice].clone(),
            _ => json!({"unsupported": {"reason": "not offered"}}),
        };
        reply["seq"] = json!(seq);
        let refused = reply["error"].is_object();
        match animal {
            "accepts-everything" => {
                reply = json!({"seq": seq, "ok": {"bytes": "0".repeat(32), "text": "0".repeat(26)}});
            }
            "refuses-everything" => reply = json!({"seq": seq, "error": {"code": "format"}}),
            "no-codes" | "wrong-codes" if refused => reply = json!({"seq": seq, "error": {"code": "format"}}),
            "dies-always" => std::process::exit(3),
            _ if seq == MOMENT => misbehave(animal, &mut reply),
            _ => {}
        }
        writeln!(out, "{reply}").unwrap();
        out.flush().unwrap();
        if seq == MOMENT && animal == "answers-twice" {
            writeln!(out, "{reply}").unwrap();
            // So that both are there before anything is asked again.
            std::thread::sleep(Duration::from_millis(200));
        }
    }
    if animal == "does-not-listen" {
        std::thread::sleep(Duration::from_secs(60));
    }
}

/// The one thing that an animal does wrong.
fn misbehave(animal: &str, reply: &mut Value) {
    let mut out = std::io::stdout();
    match animal {
        "hangs" => std::thread::sleep(Duration::from_secs(60)),
        "dies" => {
            eprintln!("oh no");
            std::process::exit(3);
        }
        "kills-itself" => {
            let id = std::process::id().to_string();
            Command::new("sh").args(["-c", &format!("kill -9 {id}")]).status().unwrap();
        }
        "prints-garbage" => out.write_all(b"good day\n").unwrap(),
        "prints-no-utf8" => out.write_all(b"\xff\n").unwrap(),
        "answers-out-of-order" => reply["seq"] = json!(MOMENT + 1),
        "answers-a-megabyte" => out.write_all(&vec![b' '; 3 << 20]).unwrap(),
        "never-ends-its-line" => loop {
            // Ends when the runner does not read any more.
            if out.write_all(&[b'x'; 4096]).is_err() {
                std::process::exit(0);
            }
        },
        "has-its-own-codes" => *reply = json!({"seq": MOMENT, "error": {"code": "bad"}}),
        "answers-a-list" => *reply = json!([MOMENT, null, {"code": "length"}, null, null]),
        "says-nothing" => *reply = json!({"seq": MOMENT}),
        "says-both" => *reply = json!({"seq": MOMENT, "ok": {"text": ""}, "error": {"code": "length"}}),
        "sends-escapes" => *reply = json!({"seq": MOMENT, "fault": {"message": "\u{1b}[2J\u{1b}]0;title\u{7}"}}),
        "nests-deeply" => {
            out.write_all(br#"{"seq": 20, "unknown": "#).unwrap();
            out.write_all("[".repeat(100_000).as_bytes()).unwrap();
            out.write_all(b"\n").unwrap();
        }
        "floods-stderr" => {
            let line = [b'e'; 1 << 16];
            for _ in 0..800 {
                std::io::stderr().write_all(&line).unwrap();
            }
        }
        "leaves-a-child" => {
            let child = Command::new("sleep").arg("60").spawn().unwrap();
            eprintln!("child {}", child.id());
            std::process::exit(3);
        }
        "another-hello" => {
            std::fs::write(marker(std::os::unix::process::parent_id()), "").unwrap();
            std::process::exit(3);
        }
        _ => {}
    }
    out.flush().unwrap();
}
