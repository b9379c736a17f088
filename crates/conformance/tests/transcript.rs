//! What an adapter wrote, judged without its process.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use idspec_conformance::adapter::Transcript;
use idspec_conformance::model::Op;
use idspec_conformance::outcome::Outcome;
use idspec_conformance::run::Verdict;
use idspec_conformance::{Run, Suite};
use serde_json::json;

const HELLO: &str = r#"{"protocol": 1, "adapter": {"name": "a", "version": "1"}, "implementation": {"name": "i", "version": "1",
"language": "Rust", "runtime": "native", "source": "here", "license": "MIT"},
"schemes": {"ulid": {"ops": ["parse"], "inject": [], "policy": {}, "selectable": []}}}"#;

/// The first three cases in which text is read as a ULID.
fn suite() -> Suite {
    let mut suite = Suite::builtin();
    suite.cases.retain(|case| case.scheme == "ulid" && case.op == Op::Parse);
    suite.cases.truncate(3);
    suite
}

/// What an adapter wrote that answers three cases, with the second line replaced.
fn verdicts(second: Option<&[u8]>) -> Vec<(Verdict, String)> {
    let suite = suite();
    let mut output = HELLO.replace('\n', " ").into_bytes();
    for (case, seq) in suite.cases.iter().zip(1..) {
        let Some(Outcome::Ok(values)) = case.expectation.outcomes().next() else { continue };
        let right = json!({"seq": seq, "ok": values}).to_string();
        output.push(b'\n');
        output.extend_from_slice(second.filter(|_| seq == 2).unwrap_or(right.as_bytes()));
    }
    let mut transcript = Transcript::new(&output[..], &suite).unwrap();
    assert!(suite.cases.iter().all(|case| transcript.offers(case)));
    let run = Run::of(&suite, &mut transcript, |_| true);
    run.results.iter().map(|result| (result.verdict, result.actual.to_string())).collect()
}

#[test]
fn right_answers_pass() {
    let found: Vec<Verdict> = verdicts(None).into_iter().map(|(verdict, _)| verdict).collect();
    assert_eq!(found, [Verdict::Pass; 3]);
}

#[test]
fn after_a_line_that_is_no_reply_nothing_is_believed() {
    for (second, reason) in [
        (&b"\x1b[2J"[..], "fault: expected an object: \\u{1b}[2J"),
        (br#"{"seq": 9, "unsupported": {}}"#, r#"fault: seq 9, expected 2: {\"seq\": 9, \"unsupported\": {}}"#),
        (b"\xff", "fault: a line that is no UTF-8"),
    ] {
        let found = verdicts(Some(second));
        assert_eq!(found[0].0, Verdict::Pass);
        assert_eq!(found[1], (Verdict::Fault, reason.to_owned()));
        assert_eq!(found[2].0, Verdict::NotRun);
    }
}

#[test]
fn an_output_that_ends_early_is_a_death() {
    let suite = suite();
    let hello = HELLO.replace('\n', " ");
    let mut transcript = Transcript::new(hello.as_bytes(), &suite).unwrap();
    let run = Run::of(&suite, &mut transcript, |_| true);
    let found: Vec<Verdict> = run.results.iter().map(|result| result.verdict).collect();
    assert_eq!(found, [Verdict::Crashed, Verdict::NotRun, Verdict::NotRun]);
}

/// What says why a line is none quotes the line, and is shown on a terminal.
#[test]
fn an_unknown_member_is_named_without_its_escapes() {
    let suite = suite();
    let hello = HELLO.replace('\n', " ").replace("\"selectable\"", "\"\\u001b[2J\"");
    let Err(error) = Transcript::new(hello.as_bytes(), &suite) else { panic!("it is taken") };
    assert!(error.starts_with("no hello: unknown field `\\u{1b}[2J`, expected one of `ops`, "), "{error}");
    assert!(!error.contains('\u{1b}'), "{error:?}");

    let found = verdicts(Some(br#"{"seq": 2, "\u001b]0;x\u0007": 1}"#));
    let (verdict, reason) = &found[1];
    assert_eq!(*verdict, Verdict::Fault);
    assert!(reason.starts_with("fault: unknown field `\\u{1b}]0;x\\u{7}`, expected one of "), "{reason}");
    assert!(!reason.contains(char::is_control), "{reason:?}");
}
