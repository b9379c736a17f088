//! Every report of a run in which each way to end has happened, as it is read by people and by programs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests panic too")]

use std::process::{Command, Stdio};

use idspec_conformance::adapter::Identity;
use idspec_conformance::coverage::Coverage;
use idspec_conformance::model::Op;
use idspec_conformance::outcome::{Outcome, Rejection, Values};
use idspec_conformance::report::{self, Entry, Finding, Implementation};
use idspec_conformance::run::{Answer, CaseResult, Run, Verdict};
use idspec_core::ErrorCode;

/// Every way to end. A new one stops the compiler at `follows`, and is missing here until it is written down.
const VERDICTS: [Verdict; 12] = [
    Verdict::Pass,
    Verdict::PolicyDiffers,
    Verdict::PropertyOnly,
    Verdict::Fail,
    Verdict::Unsupported,
    Verdict::Declined,
    Verdict::ExpectedFail,
    Verdict::UnexpectedPass,
    Verdict::Fault,
    Verdict::Timeout,
    Verdict::Crashed,
    Verdict::NotRun,
];

/// The verdict that stands after another one in the list.
fn follows(verdict: Verdict) -> Option<Verdict> {
    let place = match verdict {
        Verdict::Pass => 0,
        Verdict::PolicyDiffers => 1,
        Verdict::PropertyOnly => 2,
        Verdict::Fail => 3,
        Verdict::Unsupported => 4,
        Verdict::Declined => 5,
        Verdict::ExpectedFail => 6,
        Verdict::UnexpectedPass => 7,
        Verdict::Fault => 8,
        Verdict::Timeout => 9,
        Verdict::Crashed => 10,
        Verdict::NotRun => 11,
    };
    VERDICTS.get(place + 1).copied()
}

fn values(text: &str) -> Values {
    Values { text: Some(text.to_owned()), ..Values::default() }
}

/// What such a case has been answered.
fn answer(verdict: Verdict) -> Answer {
    match verdict {
        Verdict::Pass | Verdict::PolicyDiffers | Verdict::PropertyOnly | Verdict::UnexpectedPass => {
            Answer::Outcome(Outcome::Ok(Box::new(values("7"))))
        }
        Verdict::Fail => Answer::Outcome(Outcome::Error(Rejection::new(ErrorCode::Overflow, None))),
        Verdict::Unsupported | Verdict::Declined => Answer::Unsupported("no such operation".to_owned()),
        Verdict::ExpectedFail => Answer::Partly(Box::new(values("<8> & \"9\""))),
        Verdict::Fault => Answer::Fault("expected `,` or `}` at line 1 column 7".to_owned()),
        Verdict::Timeout => Answer::TimedOut("no answer in time".to_owned()),
        Verdict::Crashed => Answer::Crashed("its output ended; exit status: 3; last of its log: oh no".to_owned()),
        Verdict::NotRun => Answer::NotAsked("it could not be started again".to_owned()),
    }
}

fn result(scheme: &str, op: Op, name: &str, verdict: Verdict) -> CaseResult {
    CaseResult {
        id: format!("{scheme}/{op}/{name}"),
        file: format!("{scheme}/{op}.json"),
        scheme: scheme.to_owned(),
        op,
        clauses: vec![format!("{}-2", scheme.to_uppercase()), format!("{}-10", scheme.to_uppercase())],
        verdict,
        expected: (verdict != Verdict::Declined).then(|| Outcome::Ok(Box::new(values("7")))),
        actual: answer(verdict),
    }
}

fn run() -> Run {
    let mut results: Vec<CaseResult> = VERDICTS
        .into_iter()
        .map(|verdict| result("ulid", Op::Parse, &format!("{}-{verdict:?}", verdict.as_str()), verdict))
        .collect();
    results.push(result("discord", Op::Format, "plain", Verdict::Pass));
    results.push(CaseResult { actual: Answer::Refused, ..result("discord", Op::Order, "refused", Verdict::Fail) });
    Run { results }
}

fn entries() -> [Entry; 2] {
    let identity = |name: &str| Identity {
        name: name.to_owned(),
        version: "1.2".to_owned(),
        language: "C|C++".to_owned(),
        runtime: "gcc 12".to_owned(),
        source: "https://example.org/<ids>".to_owned(),
        license: "MIT".to_owned(),
    };
    let finding = Finding {
        clauses: vec!["ULID-2".to_owned(), "ULID-10".to_owned()],
        what: "A first letter above 7 is wrapped".to_owned(),
        reproduction: "puts(parse(\"8ZZ\"));\nputs(1 < 2 ? \"a\" : \"b\");".to_owned(),
        prints: "0ZZ\na".to_owned(),
        date: "2026-11-01".to_owned(),
    };
    let good = Run { results: vec![result("ulid", Op::Parse, "plain", Verdict::Pass)] };
    [
        Entry {
            name: "ids".to_owned(),
            identity: identity("ids"),
            policies: vec!["ulid alias=crockford".to_owned()],
            run: run(),
            findings: vec![finding],
        },
        Entry {
            name: "good".to_owned(),
            identity: identity("good"),
            policies: Vec::new(),
            run: good,
            findings: Vec::new(),
        },
    ]
}

#[test]
fn every_verdict_is_in_the_list() {
    let listed = std::iter::successors(Some(VERDICTS[0]), |verdict| follows(*verdict));
    assert_eq!(listed.collect::<Vec<_>>(), VERDICTS);
}

#[test]
fn text() {
    let run = run();
    let lines: Vec<String> = VERDICTS
        .iter()
        .zip(&run.results)
        .map(|(verdict, result)| format!("[{:?}] {result}", verdict.count()))
        .chain(run.results.iter().skip(VERDICTS.len()).map(ToString::to_string))
        .collect();
    insta::assert_snapshot!(format!("{}\n{}{run}", lines.join("\n"), report::table(&run)));
}

#[test]
fn json() {
    let counts = Coverage { total: 12, must: 10, covered: 9, pairs: 30 };
    let name = Implementation { name: "ids".to_owned(), version: "1.2".to_owned() };
    insta::assert_snapshot!(report::json(&run(), "builtin", Some("ulid"), &name, counts));
}

#[test]
fn junit() {
    insta::assert_snapshot!(report::junit(&run(), "ids <1.2> & \"more\""));
}

#[test]
fn markdown() {
    insta::assert_snapshot!(report::markdown(&entries(), "2026-11-30"));
}

#[test]
fn html() {
    let page = report::page(&entries(), "2026-11-30");
    // The styles are the same in every page.
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>").unwrap();
    insta::assert_snapshot!(format!("{head}<style>…</style>{body}"));
}

#[test]
fn badges() {
    insta::assert_snapshot!(entries().iter().map(report::badge).collect::<String>());
}

/// What the program prints.
fn printed(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_idspec-conformance")).args(words).stdin(Stdio::null()).output();
    let output = output.unwrap();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    format!("{}{}exit code {}\n", text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
}

#[test]
fn explanations() {
    let one = printed(&["explain", "ulid/parse/overflow-nine"]);
    let by_policy = printed(&["explain", "ulid/parse/alias-upper-i-first"]);
    let none = printed(&["explain", "ulid/parse/nothing"]);
    insta::assert_snapshot!([one, by_policy, none].join("\n"));
}

#[test]
fn help() {
    insta::assert_snapshot!(printed(&["help"]));
}
