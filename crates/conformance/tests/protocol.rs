//! The side of `idspec-adapter/1` that answers: what it does with lines that are no commands.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::io::Cursor;

use idspec_conformance::{Reference, protocol};
use idspec_core::{Field, Piece, Role, Scheme, Unit, text};

static SCHEME: Scheme = Scheme::table(
    "odd",
    "odd id",
    64,
    text::DECIMAL,
    &[
        Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 22)]),
        Field::new("rest", Role::Number, &[Piece::bits(21, 0)]),
    ],
);

fn answers(input: &str) -> Vec<String> {
    let mut output = Vec::new();
    protocol::serve(&mut Reference::new(&[&SCHEME]), Cursor::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_run_is_answered_and_bye_ends_it() {
    let run = r#"{"cmd":"run","seq":7,"scheme":"odd","op":"parse","in":{"text":"4194305"}}"#;
    let answer = r#"{"seq": 7, "ok": {"bytes": "0000000000400001", "text": "4194305"}}"#;
    assert_eq!(answers(&format!("{run}\n\n{run}\n{{\"cmd\":\"bye\"}}\n{run}\n")), [answer, answer]);
    // The last line may lack its end.
    assert_eq!(answers(run), [answer]);
}

#[test]
fn each_kind_of_answer_has_its_word() {
    let answer = |rest: &str| answers(&format!(r#"{{"cmd":"run","seq":1,"scheme":"odd",{rest}}}"#)).join("");
    assert_eq!(answer(r#""op":"parse","in":{"text":"01"}"#), r#"{"seq": 1, "error": {"code": "noncanonical"}}"#);
    assert_eq!(
        answer(r#""op":"compose","in":{"fields":{"unix_ms":"-1","rest":"0"}}"#),
        r#"{"seq": 1, "error": {"code": "out_of_range", "field": "unix_ms"}}"#
    );
    assert_eq!(answer(r#""op":"guess","in":{}"#), r#"{"seq": 1, "unsupported": {"reason": "operation \"guess\""}}"#);
    assert_eq!(
        answer(r#""op":"format","in":{"bytes":"0000000000000001","form":"uuid"}"#),
        r#"{"seq": 1, "unsupported": {"reason": "form \"uuid\""}}"#
    );
    assert_eq!(
        answer(r#""op":"compose","in":{"fields":{"unix_ms":"1"}}"#),
        r#"{"seq": 1, "fault": {"message": "the fields of odd id are unix_ms, rest"}}"#
    );
    assert_eq!(
        answer(r#""op":"parse","in":{}"#),
        r#"{"seq": 1, "fault": {"message": "`in` of parse holds text, or utf8_hex, found "}}"#
    );
}

#[test]
fn what_is_no_command_is_a_fault_and_the_next_line_is_read() {
    let run = r#"{"cmd":"run","seq":2,"scheme":"odd","op":"parse","in":{"text":"1"}}"#;
    let long = "x".repeat(3 << 20);
    for line in ["{", "[]", "\u{1f600}", r#"{"cmd":"dance"}"#, r#"{"cmd":"hello","protocol":2}"#, &long] {
        let given = answers(&format!("{line}\n{run}\n"));
        assert_eq!(given.len(), 2, "{line:.20}");
        assert!(given[0].starts_with(r#"{"fault": {"message": ""#), "{}", given[0]);
        assert!(given[1].starts_with(r#"{"seq": 2, "ok": "#), "{}", given[1]);
    }
    let typo = r#"{"cmd":"run","seq":3,"scheme":"odd","op":"parse","in":{"txet":"1"}}"#;
    assert!(answers(typo)[0].starts_with(r#"{"seq": 3, "fault": "#));
}
