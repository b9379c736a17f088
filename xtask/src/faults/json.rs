//! Faults of readers and writers of JSON.

use idspec_conformance::model::Op;
use idspec_conformance::outcome::Outcome;
use idspec_conformance::run::Answer;

use super::{Fault, Question, accepted, is_rejected, rejected};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "json-written-as-number",
        what: "decimal ids are written as JSON numbers",
        clauses: &["COMMON-JSN-1"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.is_decimal() {
                    values.json = values.json.as_ref().map(|json| json.replace('"', ""));
                }
            })
        },
    },
    Fault {
        name: "json-strings-trimmed",
        what: "blanks at the end of a JSON string are trimmed",
        clauses: &["COMMON-JSN-2", "COMMON-TXT-2"],
        answer: |reference, question| {
            question.with(reference, |input| input.json = input.json.as_ref().map(|json| json.replace(" \"", "\"")))
        },
    },
    Fault {
        name: "json-strings-only",
        what: "numbers are not read from JSON at all",
        clauses: &["COMMON-JSN-3", "COMMON-JSN-4", "COMMON-JSN-5"],
        answer: |reference, question| {
            let number = token(question).starts_with(|first: char| first == '-' || first.is_ascii_digit());
            if number { rejected("wrong_type") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "json-numbers-as-doubles",
        what: "JSON numbers are read into a double, and so are fractions and exponents",
        clauses: &["COMMON-JSN-3", "COMMON-JSN-6"],
        answer: |reference, question| {
            let number =
                Some(token(question)).filter(|_| question.is_decimal()).and_then(|token| token.parse::<f64>().ok());
            // The text of a double past 2^53 has other digits than the number that was written.
            question.with(reference, |input| {
                if let Some(number) = number {
                    input.json = Some(format!("{number:.0}"));
                }
            })
        },
    },
    Fault {
        name: "json-negative-as-bits",
        what: "negative JSON numbers are taken for the bits of an id",
        clauses: &["COMMON-JSN-5"],
        answer: |reference, question| {
            let negative = token(question).parse::<i64>().ok().filter(|number| *number < 0 && question.is_decimal());
            question.with(reference, |input| {
                if let Some(number) = negative {
                    input.json = Some(number.cast_unsigned().to_string());
                }
            })
        },
    },
    Fault {
        name: "json-overflow-clamped",
        what: "JSON numbers above 64 bits become the largest number",
        clauses: &["COMMON-JSN-4"],
        answer: |reference, question| {
            let large = token(question).parse::<u128>().is_ok_and(|number| number > u128::from(u64::MAX));
            question.with(reference, |input| {
                if large && question.is_decimal() {
                    input.json = Some(u64::MAX.to_string());
                }
            })
        },
    },
    Fault {
        name: "json-null-is-zero",
        what: "null is the id zero",
        clauses: &["COMMON-JSN-6"],
        answer: |reference, question| {
            question.with(reference, |input| {
                if input.json.as_deref() == Some("null") && question.is_decimal() {
                    input.json = Some("0".to_owned());
                }
            })
        },
    },
    Fault {
        name: "json-digits-as-text",
        what: "a JSON number is read as the text with its digits",
        clauses: &["COMMON-JSN-7"],
        answer: |reference, question| {
            let digits = token(question).bytes().all(|octet| octet.is_ascii_digit());
            question.with(reference, |input| {
                if digits && !question.is_decimal() {
                    input.json = input.json.as_ref().map(|json| format!("\"{}\"", json.trim()));
                }
            })
        },
    },
    Fault {
        name: "json-number-as-octets",
        what: "a JSON number is read as the number of a ULID or Nalix id",
        clauses: &["COMMON-JSN-7"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let number = token(question).parse::<u128>().ok();
            let digits = if question.scheme == "ulid" { 32 } else { 16 };
            match number {
                Some(number) if is_rejected(&answer, "wrong_type") && question.scheme != "seq-guid" => {
                    match accepted(format!("{number:0digits$x}"), String::new()) {
                        Answer::Outcome(Outcome::Ok(mut values)) => {
                            values.text = None;
                            Answer::Outcome(Outcome::Ok(values))
                        }
                        other => other,
                    }
                }
                _ => answer,
            }
        },
    },
];

/// The JSON value of a question, without blanks around it; empty for other operations.
fn token<'a>(question: &Question<'a>) -> &'a str {
    let json = question.input.json.as_deref().filter(|_| question.op == Op::Json);
    json.map(str::trim).unwrap_or_default()
}
