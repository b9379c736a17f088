//! Faults of orders and ranges.

use std::cmp::Ordering;

use idspec_conformance::Reference;
use idspec_conformance::model::Op;
use idspec_conformance::outcome::{Outcome, Values};
use idspec_conformance::run::Answer;

use super::{Fault, Question};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "signed-compare",
        what: "numbers are compared signed where unsigned is asked for",
        clauses: &["COMMON-ORD-1", "COMMON-ORD-8", "DISCORD-ORD-1", "INSTAGRAM-ORD-1", "NALIX-ORD-1"],
        answer: |reference, question| {
            let signed = question.input.ids.iter().flatten().all(|id| id.len() == 16);
            other_order(reference, question, "value-unsigned", if signed { "value-signed64" } else { "value-unsigned" })
        },
    },
    Fault {
        name: "unsigned-compare",
        what: "numbers are compared unsigned where signed is asked for",
        clauses: &["COMMON-ORD-2", "COMMON-ORD-8", "DISCORD-ORD-1", "INSTAGRAM-ORD-1", "NALIX-ORD-2"],
        answer: |reference, question| other_order(reference, question, "value-signed64", "value-unsigned"),
    },
    Fault {
        name: "numbers-by-text",
        what: "numbers are compared as texts",
        clauses: &["COMMON-ORD-1", "COMMON-ORD-8", "DISCORD-ORD-1", "INSTAGRAM-ORD-1", "NALIX-ORD-1", "TWITTER-ORD-1"],
        answer: |reference, question| other_order(reference, question, "value-unsigned", "text"),
    },
    Fault {
        name: "net-as-dn",
        what: "NET octets are compared as DN octets",
        clauses: &["COMMON-ORD-4", "COMMON-ORD-8", "GUID-ORD-1", "ULID-ORD-1"],
        answer: |reference, question| other_order(reference, question, "guid-net", "guid-dn"),
    },
    Fault {
        name: "text-by-number",
        what: "texts are compared as numbers",
        clauses: &["COMMON-ORD-3", "COMMON-ORD-8"],
        answer: |reference, question| other_order(reference, question, "text", "value-unsigned"),
    },
    Fault {
        name: "mssql-by-text",
        what: "SQL Server's order is taken for that of the text",
        clauses: &["COMMON-ORD-6", "COMMON-ORD-8", "GUID-ORD-3"],
        answer: |reference, question| other_order(reference, question, "mssql-uniqueidentifier", "text"),
    },
    Fault {
        name: "dn-as-net",
        what: "DN octets are compared as NET octets",
        clauses: &["COMMON-ORD-5", "COMMON-ORD-8", "GUID-ORD-2"],
        answer: |reference, question| other_order(reference, question, "guid-dn", "guid-net"),
    },
    Fault {
        name: "mssql-blocks-as-net",
        what: "SQL Server's order takes the blocks from last to first, each as NET octets",
        clauses: &["COMMON-ORD-6"],
        answer: |reference, question| {
            sorted_by(reference, question, "mssql-uniqueidentifier", |a, b| blocks_reversed(a).cmp(&blocks_reversed(b)))
        },
    },
    Fault {
        name: "mariadb-always-swapped",
        what: "MariaDB's order swaps the blocks of every value",
        clauses: &["COMMON-ORD-7", "COMMON-ORD-8"],
        answer: |reference, question| {
            sorted_by(reference, question, "mariadb-uuid", |a, b| blocks_reversed(a).cmp(&blocks_reversed(b)))
        },
    },
    Fault {
        name: "mariadb-never-swapped",
        what: "MariaDB's order is taken for that of the octets",
        clauses: &["COMMON-ORD-7", "COMMON-ORD-8", "GUID-ORD-4"],
        answer: |reference, question| other_order(reference, question, "mariadb-uuid", "guid-net"),
    },
    Fault {
        name: "instants-cut-to-64-bits",
        what: "instants of a range are cut to 64 bits",
        clauses: &["COMMON-RNG-2", "COMMON-RNG-3", "COMMON-RNG-4", "COMMON-RNG-5", "INSTAGRAM-RNG-1", "TWITTER-RNG-1"],
        answer: |reference, question| {
            question.with(reference, |input| {
                for instant in [&mut input.at, &mut input.from, &mut input.until].into_iter().flatten() {
                    let number: i128 = instant.parse().unwrap_or_default();
                    *instant = (number - ((number >> 64) << 64)).to_string();
                }
            })
        },
    },
    Fault {
        name: "range-end-inclusive",
        what: "the end of a window is the last id inside, not the first one after it",
        clauses: &[
            "COMMON-RNG-2",
            "COMMON-RNG-4",
            "COMMON-RNG-6",
            "DISCORD-RNG-1",
            "GUID-RNG-1",
            "INSTAGRAM-RNG-1",
            "NALIX-RNG-1",
            "TWITTER-RNG-1",
            "ULID-RNG-1",
        ],
        answer: |reference, question| {
            question.then(reference, |values| {
                if let Some(Some(end)) = &mut values.end {
                    let digits = end.len();
                    let number = u128::from_str_radix(end, 16).unwrap_or_default();
                    *end = format!("{:0digits$x}", number.saturating_sub(1));
                }
            })
        },
    },
    Fault {
        name: "range-end-wraps",
        what: "a window that ends past the last unit ends at zero",
        clauses: &[
            "COMMON-RNG-3",
            "DISCORD-RNG-1",
            "GUID-RNG-1",
            "INSTAGRAM-RNG-1",
            "NALIX-RNG-1",
            "TWITTER-RNG-1",
            "ULID-RNG-1",
        ],
        answer: |reference, question| {
            question.then(reference, |values| {
                let zero = values.min.as_ref().map(|min| "0".repeat(min.len()));
                if values.end == Some(None) {
                    values.end = Some(zero);
                }
            })
        },
    },
    Fault {
        name: "range-from-rounded-down",
        what: "the start of a window is rounded down to the unit",
        clauses: &["COMMON-RNG-2"],
        answer: |reference, question| {
            let right = question.rightly(reference);
            let (Answer::Outcome(Outcome::Ok(values)), Some(from)) = (&right, &question.input.from) else {
                return right;
            };
            let at = Question { op: Op::Range, ..*question };
            let down = at.with(reference, |input| {
                input.at = Some(from.clone());
                (input.from, input.until) = (None, None);
            });
            match down {
                Answer::Outcome(Outcome::Ok(unit)) => {
                    let values = Values { min: unit.min, end: values.end.clone(), ..Values::default() };
                    Answer::Outcome(Outcome::Ok(Box::new(values)))
                }
                _ => right,
            }
        },
    },
    Fault {
        name: "range-max-is-min",
        what: "the largest id of a unit has its free bits at zero",
        clauses: &[
            "COMMON-RNG-1",
            "DISCORD-RNG-1",
            "GUID-RNG-1",
            "INSTAGRAM-RNG-1",
            "NALIX-RNG-1",
            "TWITTER-RNG-1",
            "ULID-RNG-1",
        ],
        answer: |reference, question| {
            question.then(reference, |values| {
                if values.max.is_some() {
                    values.max = values.min.clone();
                }
            })
        },
    },
    Fault {
        name: "range-window-reversed",
        what: "a window that ends before it starts is empty and no error",
        clauses: &["COMMON-RNG-5"],
        answer: |reference, question| {
            let right = question.rightly(reference);
            match &right {
                Answer::Outcome(Outcome::Error(rejection)) if rejection.field.as_deref() == Some("until") => {
                    question.with(reference, |input| input.until = input.from.clone())
                }
                _ => right,
            }
        },
    },
];

/// The right answer for another order than the one asked for.
fn other_order(reference: &mut Reference, question: &Question<'_>, asked: &str, given: &str) -> Answer {
    question.with(reference, |input| {
        if input.ordering.as_deref() == Some(asked) {
            input.ordering = Some(given.to_owned());
        }
    })
}

/// The ids in an order of one's own, where `asked` is asked for.
fn sorted_by(
    reference: &mut Reference,
    question: &Question<'_>,
    asked: &str,
    compare: fn(&str, &str) -> Ordering,
) -> Answer {
    let is_asked = question.input.ordering.as_deref() == Some(asked);
    question.then(reference, |values| {
        if let Some(sorted) = values.sorted.as_mut().filter(|_| is_asked) {
            sorted.sort_by(|a, b| compare(a, b));
        }
    })
}

/// The digits of a GUID's blocks from last to first.
fn blocks_reversed(bytes: &str) -> String {
    let blocks = [20..32, 16..20, 12..16, 8..12, 0..8];
    blocks.into_iter().filter_map(|block| bytes.get(block)).collect()
}
