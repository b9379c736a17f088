//! `JUnit` XML: what continuous integration shows.

use std::fmt::Write as _;

use crate::run::{Count, Run, Verdict};

/// A run as `JUnit` XML, a test suite for each operation of a scheme.
#[must_use]
pub fn junit(run: &Run, name: &str) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // A string takes everything, so results of writing to it are not looked at.
    let _ = writeln!(
        out,
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
        xml(name),
        run.results.len(),
        run.failed(),
        run.skipped()
    );
    let mut suites: Vec<(&str, &str)> = run.results.iter().map(|it| (it.scheme.as_str(), it.op.as_str())).collect();
    suites.sort_unstable();
    suites.dedup();
    for (scheme, op) in suites {
        let here: Vec<_> = run.results.iter().filter(|it| it.scheme == scheme && it.op.as_str() == op).collect();
        let count = |count| here.iter().filter(|it| it.verdict.count() == count).count();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{scheme}/{op}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">",
            here.len(),
            count(Count::Failed),
            count(Count::Skipped)
        );
        for result in here {
            let _ = write!(out, "    <testcase classname=\"{scheme}.{op}\" name=\"{}\"", xml(&result.id));
            let word = result.verdict.as_str();
            let _ = match result.verdict.count() {
                Count::Passed => writeln!(out, "/>"),
                Count::Skipped => {
                    let why = format!("{word}: {}", result.actual);
                    writeln!(out, "><skipped message=\"{}\"/></testcase>", xml(&why))
                }
                Count::Failed if result.verdict == Verdict::UnexpectedPass => {
                    writeln!(out, "><failure message=\"{word}: take it off the list of known failures\"/></testcase>")
                }
                Count::Failed => {
                    let what = format!("{word}: {}", result.actual);
                    let text = xml(&result.to_string());
                    writeln!(out, "><failure message=\"{}\">{text}</failure></testcase>", xml(&what))
                }
            };
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// Text for XML; what XML cannot hold becomes a question mark.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            control if control.is_control() => out.push('?'),
            other => out.push(other),
        }
    }
    out
}
