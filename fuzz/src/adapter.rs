//! The adapter protocol from both sides: whatever is asked gets an answer a line, and whatever a hostile adapter writes is judged and shown.

use std::sync::OnceLock;

use idspec::Scheme;
use idspec_conformance::adapter::{Description, Transcript};
use idspec_conformance::{Reference, Run, Suite, protocol, report};
use serde_json::Value;

/// One input: lines of a runner, and lines of an adapter.
pub fn run(data: &[u8]) {
    asked(data);
    answered(data);
    if let Ok(text) = str::from_utf8(data) {
        let _ = Description::read(text);
    }
}

/// Our own adapter, asked anything: each line that is not blank and comes before `bye` has one answer, an object of which one member says how it went.
fn asked(data: &[u8]) {
    let schemes: Vec<&'static Scheme> = idspec::schemes().collect();
    let mut output = Vec::new();
    protocol::serve(&mut Reference::new(&schemes), data, &mut output).expect("memory is read and written");
    let text = str::from_utf8(&output).expect("answers are UTF-8");
    let asked = data.split(|octet| *octet == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
    assert!(text.lines().count() <= asked);
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        let members = ["ok", "error", "unsupported", "fault", "protocol"];
        assert_eq!(members.iter().filter(|name| answer.get(name).is_some()).count(), 1, "{line}");
    }
}

/// Some cases of each scheme and operation.
fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| {
        let mut suite = Suite::builtin();
        let (mut last, mut count) = (None, 0);
        suite.cases.retain(|case| {
            let kind = (case.scheme.clone(), case.op);
            count = if last.as_ref() == Some(&kind) { count + 1 } else { 0 };
            last = Some(kind);
            count < 3
        });
        suite
    })
}

/// Anything as the output of an adapter: every case has a verdict, and no report of them has a character that a terminal would obey.
fn answered(data: &[u8]) {
    let suite = suite();
    let mut adapter = match Transcript::new(data, suite) {
        Ok(adapter) => adapter,
        Err(reason) => return assert!(is_plain(&reason), "{reason:?}"),
    };
    let offered: Vec<String> =
        suite.cases.iter().filter(|case| adapter.offers(case)).map(|case| case.text.id.clone()).collect();
    let run = Run::of(suite, &mut adapter, |case| offered.contains(&case.text.id));
    assert_eq!(run.results.len(), offered.len());
    assert_eq!(run.passed() + run.failed() + run.skipped(), offered.len());
    for shown in [run.to_string(), report::table(&run), report::junit(&run, "hostile")] {
        assert!(is_plain(&shown), "{shown:?}");
    }
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|character| character == '\n' || !character.is_control())
}
