//! Faults of composers.

use idspec_conformance::Reference;
use idspec_conformance::model::Op;
use idspec_conformance::run::Answer;

use super::{Fault, Question};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "nalix-machine-masked",
        what: "a Nalix machine above 10 bits is masked",
        clauses: &["COMMON-FLD-1", "NALIX-FLD-4"],
        answer: |reference, question| with_value(reference, question, "nalix-typed", "machine", |value| value & 1023),
    },
    Fault {
        name: "twitter-worker-masked",
        what: "a Twitter worker above 5 bits is masked",
        clauses: &["COMMON-FLD-1", "COMMON-FLD-2", "TWITTER-FLD-3"],
        answer: |reference, question| {
            with_value(reference, question, "twitter-snowflake", "worker", |value| value & 31)
        },
    },
    Fault {
        name: "sequence-masked",
        what: "sequences and increments are masked to their bits",
        clauses: &["COMMON-FLD-1", "COMMON-FLD-2", "DISCORD-FLD-4", "INSTAGRAM-FLD-3", "NALIX-FLD-3", "TWITTER-FLD-4"],
        answer: |reference, question| {
            let (name, bits) = match question.scheme {
                "twitter-snowflake" => ("sequence", 12),
                "discord" => ("increment", 12),
                "instagram-sharded" => ("sequence", 10),
                _ => ("sequence", 14),
            };
            question.with(reference, |input| {
                for (_, value) in
                    input.fields.iter_mut().flat_map(|fields| &mut fields.0).filter(|(found, _)| found == name)
                {
                    let number: i128 = value.parse().unwrap_or_default();
                    *value = (number & ((1 << bits) - 1)).to_string();
                }
            })
        },
    },
    Fault {
        name: "time-clamped",
        what: "a time before the epoch of Discord or of ULIDs becomes the epoch",
        clauses: &["COMMON-FLD-2", "DISCORD-FLD-1", "ULID-FLD-1"],
        answer: |reference, question| {
            let first = match question.scheme {
                "discord" => 1_420_070_400_000,
                "ulid" => 0,
                _ => i128::MIN,
            };
            with_value_of(reference, question, "unix_ms", move |value| value.max(first))
        },
    },
    Fault {
        name: "nalix-types-closed",
        what: "a type that is not in the list is refused",
        clauses: &["COMMON-FLD-3", "NALIX-TYP-1"],
        answer: |reference, question| {
            const KNOWN: [i128; 16] = [0, 1, 2, 3, 10, 11, 20, 21, 22, 23, 30, 31, 32, 33, 34, 255];
            let closed = |value: i128| if KNOWN.contains(&value) { value } else { -1 };
            with_value(reference, question, "nalix-typed", "type", closed)
        },
    },
    Fault {
        name: "ulid-random-masked",
        what: "randomness above 80 bits is cut off",
        clauses: &["ULID-FLD-2"],
        answer: |reference, question| {
            if !question.is("ulid", Op::Compose) {
                return question.rightly(reference);
            }
            question.with(reference, |input| {
                for (_, value) in
                    input.fields.iter_mut().flat_map(|fields| &mut fields.0).filter(|(name, _)| name == "random")
                {
                    let padded = format!("{value:0>20}");
                    *value = padded.get(padded.len() - 20..).unwrap_or_default().to_owned();
                }
            })
        },
    },
    Fault {
        name: "unused-random-bits-dropped",
        what: "random bits that a GUID layout does not use are dropped without a word",
        clauses: &["GUID-FLD-3"],
        answer: |reference, question| {
            let used: u128 = match question.kind_and_layout() {
                ("as-string" | "as-binary", "rfc") => !0xff,
                ("at-end", "rfc") => !0xfff0,
                _ => u128::MAX,
            };
            if question.scheme != "seq-guid" {
                return question.rightly(reference);
            }
            question.with(reference, |input| {
                for (_, value) in
                    input.fields.iter_mut().flat_map(|fields| &mut fields.0).filter(|(name, _)| name == "random")
                {
                    let digits = value.len();
                    let number = u128::from_str_radix(value, 16).unwrap_or_default() & used;
                    *value = format!("{number:0digits$x}");
                }
            })
        },
    },
    Fault {
        name: "ms48-ticks-truncated",
        what: "ticks of layout ms48 are cut to the millisecond",
        clauses: &["GUID-FLD-2"],
        answer: |reference, question| {
            if question.kind_and_layout().1 != "ms48" {
                return question.rightly(reference);
            }
            with_value_of(reference, question, "ticks", |value| value.div_euclid(10_000) * 10_000)
        },
    },
    Fault {
        name: "discord-worker-masked",
        what: "a Discord worker above 5 bits is masked",
        clauses: &["COMMON-FLD-1", "COMMON-FLD-2", "DISCORD-FLD-2"],
        answer: |reference, question| with_value(reference, question, "discord", "worker", |value| value & 31),
    },
    Fault {
        name: "discord-process-masked",
        what: "a Discord process above 5 bits is masked",
        clauses: &["COMMON-FLD-1", "COMMON-FLD-2", "DISCORD-FLD-3"],
        answer: |reference, question| with_value(reference, question, "discord", "process", |value| value & 31),
    },
    Fault {
        name: "range-type-masked",
        what: "the type of a Nalix range is masked to 8 bits",
        clauses: &["NALIX-RNG-2", "NALIX-RNG-3"],
        answer: |reference, question| {
            let mask = |value: &String| value.parse().map_or(value.clone(), |value: i128| (value & 255).to_string());
            question.with(reference, |input| input.id_type = input.id_type.as_ref().map(mask))
        },
    },
];

/// The right answer to a changed value of one field of one scheme.
fn with_value(
    reference: &mut Reference,
    question: &Question<'_>,
    scheme: &str,
    name: &str,
    change: fn(i128) -> i128,
) -> Answer {
    if question.scheme != scheme {
        return question.rightly(reference);
    }
    with_value_of(reference, question, name, change)
}

/// The right answer to a changed value of one field.
fn with_value_of(
    reference: &mut Reference,
    question: &Question<'_>,
    name: &str,
    change: impl Fn(i128) -> i128,
) -> Answer {
    question.with(reference, |input| {
        for (_, value) in input.fields.iter_mut().flat_map(|fields| &mut fields.0).filter(|(found, _)| found == name) {
            if let Ok(number) = value.parse() {
                *value = change(number).to_string();
            }
        }
    })
}
