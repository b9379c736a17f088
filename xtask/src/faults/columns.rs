//! Faults of columns.

use idspec_conformance::model::{Column, Op};
use idspec_conformance::run::Answer;

use super::{Fault, Question, is_rejected, rejected};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "column-bits-for-strict",
        what: "a strict column takes the two's complement of every id",
        clauses: &["COMMON-COL-1", "COMMON-COL-12", "COMMON-COL-2"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if strict(question) && is_rejected(&answer, "out_of_range") {
                return question.with(reference, |input| input.form = Some("AsI64Bits".to_owned()));
            }
            answer
        },
    },
    Fault {
        name: "column-clamped",
        what: "a number that does not fit a strict column becomes the largest that does",
        clauses: &["COMMON-COL-1", "COMMON-COL-12"],
        answer: |reference, question| {
            question.with(reference, |input| {
                let large = input.bytes.as_deref().is_some_and(|bytes| bytes.len() == 16 && bytes >= "8");
                if strict(question) && large {
                    input.bytes = Some(format!("{:016x}", i64::MAX));
                }
            })
        },
    },
    Fault {
        name: "column-negative-made-positive",
        what: "a negative number in a strict column is read without its sign",
        clauses: &["COMMON-COL-2"],
        answer: |reference, question| {
            let negative = number(question).filter(|number| *number < 0 && strict(question));
            question.with(reference, |input| {
                if let Some(number) = negative {
                    input.value = Some(Column::new("int64", number.unsigned_abs().min(i64::MAX as u64).to_string()));
                }
            })
        },
    },
    Fault {
        name: "column-bits-ordered",
        what: "`AsI64Bits` writes and reads the number minus 2^63",
        clauses: &["COMMON-BIN-6", "COMMON-COL-3"],
        answer: |reference, question| in_form(reference, question, "AsI64Bits", "AsI64Ordered"),
    },
    Fault {
        name: "column-ordered-bits",
        what: "`AsI64Ordered` writes and reads the two's complement",
        clauses: &["COMMON-BIN-6", "COMMON-COL-4"],
        answer: |reference, question| in_form(reference, question, "AsI64Ordered", "AsI64Bits"),
    },
    Fault {
        name: "column-unsigned-strict",
        what: "`AsU64` refuses ids from 2^63 on",
        clauses: &["COMMON-COL-5"],
        answer: |reference, question| {
            let high = question.input.bytes.as_deref().is_some_and(|bytes| bytes >= "8");
            let high = high || unsigned(question).is_some_and(|number| number > i64::MAX as u64);
            let answer = question.rightly(reference);
            // What the scheme does not have is refused rightly.
            let refused = is_rejected(&answer, "overflow");
            if high && !refused && form(question) == "AsU64" { rejected("out_of_range") } else { answer }
        },
    },
    Fault {
        name: "column-unsigned-as-text",
        what: "`AsU64` writes the number as text",
        clauses: &["COMMON-COL-5"],
        answer: |reference, question| {
            let unsigned = form(question) == "AsU64";
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|_| unsigned) {
                    value.kind = "text".to_owned();
                }
            })
        },
    },
    Fault {
        name: "column-text-lower-case",
        what: "text is written to columns in lower case",
        clauses: &["COMMON-COL-6"],
        answer: |reference, question| {
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|value| value.kind == "text") {
                    value.v = value.v.as_ref().map(|text| text.to_lowercase());
                }
            })
        },
    },
    Fault {
        name: "column-text-number",
        what: "decimal ids are written to text columns as integers",
        clauses: &["COMMON-COL-6"],
        answer: |reference, question| {
            let decimal = question.is_decimal();
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|value| decimal && value.kind == "text") {
                    value.kind = "uint64".to_owned();
                }
            })
        },
    },
    Fault {
        name: "column-text-padding-kept",
        what: "blanks after a text in a column are part of it",
        clauses: &["COMMON-COL-7"],
        answer: |reference, question| {
            let padded = text(question).is_some_and(|text| text.ends_with(' '));
            if padded { rejected("length") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "column-octets-padding-kept",
        what: "blanks after a text in a column of octets are part of it",
        clauses: &["COMMON-COL-7"],
        answer: |reference, question| {
            let padded = value(question, "blob").is_some_and(|hex| hex.ends_with("2020"));
            let text = form(question) == "AsText";
            if padded && text { rejected("length") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "column-other-padding-dropped",
        what: "tabs, line ends and NUL after a text in a column are dropped too",
        clauses: &["COMMON-COL-7", "COMMON-TXT-2"],
        answer: |reference, question| {
            question.with(reference, |input| {
                if let Some(hex) = value(question, "blob").filter(|_| form(question) == "AsText") {
                    let front = ["09", "0a", "00"].iter().find_map(|octet| hex.strip_suffix(octet));
                    input.value = front.map(|front| Column::new("blob", front)).or_else(|| input.value.take());
                }
            })
        },
    },
    Fault {
        name: "column-text-trimmed",
        what: "blanks before a text in a column are dropped too",
        clauses: &["COMMON-COL-7", "COMMON-TXT-2"],
        answer: |reference, question| {
            question.with(reference, |input| {
                let front = text(question).filter(|text| text.starts_with(' '));
                if let Some(text) = front {
                    input.value = Some(Column::new("text", text.trim()));
                }
            })
        },
    },
    Fault {
        name: "column-text-only",
        what: "text in a column of octets is not read",
        clauses: &["COMMON-COL-7", "COMMON-TXT-2"],
        answer: |reference, question| {
            let octets = kind(question) == "blob" && form(question) == "AsText";
            if octets { rejected("wrong_type") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "column-octets-net",
        what: "octets of kind `as-binary` are written and read in NET order",
        clauses: &["COMMON-BIN-6", "COMMON-COL-12", "COMMON-COL-8"],
        answer: |reference, question| {
            let binary = question.kind_and_layout().0 == "as-binary";
            let bytes = matches!(form(question), "AsBytes" | "bare") && question.op == Op::Store;
            if !(binary && bytes) || matches!(kind(question), "null" | "int64" | "text" | "uuid") {
                return question.rightly(reference);
            }
            question.with(reference, |input| {
                input.form = Some("AsUuid".to_owned());
                input.database = Some("sqlite".to_owned());
            })
        },
    },
    Fault {
        name: "column-octets-little-endian",
        what: "octets of 64-bit ids are written with the least significant one first",
        clauses: &["COMMON-COL-8"],
        answer: |reference, question| {
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|value| value.kind == "blob") {
                    value.v = value.v.as_ref().map(|hex| if hex.len() <= 16 { reversed(hex) } else { hex.clone() });
                }
            })
        },
    },
    Fault {
        name: "column-uuid-dn",
        what: "UUIDs are written in DN order",
        clauses: &["COMMON-COL-12", "COMMON-COL-9"],
        answer: |reference, question| {
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|value| value.kind == "uuid") {
                    value.v = value.v.as_ref().map(|text| swapped(text));
                }
            })
        },
    },
    Fault {
        name: "column-uuid-as-text",
        what: "UUIDs are written as text where the database has no such type",
        clauses: &["COMMON-COL-12", "COMMON-COL-9"],
        answer: |reference, question| {
            let uuid_form = form(question) == "AsUuid" || form(question) == "bare" && has_uuid_form(question);
            question.then(reference, |values| {
                for value in values.value.iter_mut().filter(|value| uuid_form && value.kind == "blob") {
                    value.kind = "text".to_owned();
                }
            })
        },
    },
    Fault {
        name: "column-uuid-octets-refused",
        what: "a UUID in a column of octets is not read",
        clauses: &["COMMON-BIN-6", "COMMON-COL-10", "COMMON-COL-11", "COMMON-COL-12"],
        answer: |reference, question| {
            let bare_uuid = form(question) == "bare" && has_uuid_form(question);
            let octets = kind(question) == "blob" && (form(question) == "AsUuid" || bare_uuid);
            if octets { rejected("wrong_type") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "column-octets-padded",
        what: "octets that are too few are filled up with zeros",
        clauses: &["COMMON-COL-11"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let short = kind(question) == "blob" && is_rejected(&answer, "length") && form(question) != "AsText";
            let width = if matches!(question.scheme, "ulid" | "seq-guid") { 32 } else { 16 };
            if !short {
                return answer;
            }
            question.with(reference, |input| {
                if let Some(Column { v: Some(hex), .. }) = &mut input.value {
                    *hex = format!("{hex:0<width$}");
                }
            })
        },
    },
    Fault {
        name: "column-octets-cut",
        what: "octets that are too many are cut off",
        clauses: &["COMMON-COL-11"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let wrong = kind(question) == "blob" && is_rejected(&answer, "length") && form(question) != "AsText";
            let width = if matches!(question.scheme, "ulid" | "seq-guid") { 32 } else { 16 };
            if !wrong {
                return answer;
            }
            question.with(reference, |input| {
                if let Some(Column { v: Some(hex), .. }) = &mut input.value {
                    hex.truncate(width);
                }
            })
        },
    },
    Fault {
        name: "column-bare-as-bits",
        what: "bare 64-bit ids are written in two's complement",
        clauses: &["COMMON-COL-1", "COMMON-COL-12", "COMMON-COL-2"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if form(question) == "bare" && is_rejected(&answer, "out_of_range") {
                return question.with(reference, |input| input.form = Some("AsI64Bits".to_owned()));
            }
            answer
        },
    },
    Fault {
        name: "column-null-is-zero",
        what: "NULL is the id zero",
        clauses: &["COMMON-COL-13"],
        answer: |reference, question| {
            let zero = match question.scheme {
                "ulid" | "seq-guid" => Column::new("blob", "0".repeat(32)),
                _ => Column::new("int64", "0"),
            };
            question.with(reference, |input| {
                if kind(question) == "null" && matches!(form(question), "bare" | "AsI64" | "AsUuid" | "AsBytes") {
                    input.value = Some(zero);
                }
            })
        },
    },
    Fault {
        name: "column-kinds-converted",
        what: "integers are read from the digits of a text column",
        clauses: &["COMMON-COL-14"],
        answer: |reference, question| {
            let digits = text(question).filter(|text| text.parse::<i64>().is_ok());
            question.with(reference, |input| {
                if let Some(text) = digits.filter(|_| form(question) != "AsText") {
                    input.value = Some(Column::new("int64", text));
                }
            })
        },
    },
    Fault {
        name: "column-text-as-octets",
        what: "the octets of a text are taken for those of an id",
        clauses: &["COMMON-COL-14"],
        answer: |reference, question| {
            let octets =
                text(question).map(|text| text.bytes().map(|octet| format!("{octet:02x}")).collect::<String>());
            question.with(reference, |input| {
                if let Some(hex) = octets.filter(|_| form(question) != "AsText") {
                    input.value = Some(Column::new("blob", hex));
                }
            })
        },
    },
];

fn form<'a>(question: &Question<'a>) -> &'a str {
    question.input.form.as_deref().filter(|_| question.op == Op::Store).unwrap_or_default()
}

fn kind<'a>(question: &Question<'a>) -> &'a str {
    question.input.value.as_ref().map_or("", |value| value.kind.as_str())
}

fn value<'a>(question: &Question<'a>, kind: &str) -> Option<&'a str> {
    question.input.value.as_ref().filter(|value| value.kind == kind).and_then(|value| value.v.as_deref())
}

fn text<'a>(question: &Question<'a>) -> Option<&'a str> {
    value(question, "text")
}

fn number(question: &Question<'_>) -> Option<i64> {
    value(question, "int64").and_then(|number| number.parse().ok())
}

fn unsigned(question: &Question<'_>) -> Option<u64> {
    value(question, "uint64").and_then(|number| number.parse().ok())
}

/// Whether the question is about a strict signed column.
fn strict(question: &Question<'_>) -> bool {
    form(question) == "AsI64" || form(question) == "bare" && !matches!(question.scheme, "ulid" | "seq-guid")
}

/// Whether the bare form is a UUID.
fn has_uuid_form(question: &Question<'_>) -> bool {
    question.scheme == "ulid" || question.scheme == "seq-guid" && question.kind_and_layout().0 != "as-binary"
}

fn in_form(reference: &mut super::Reference, question: &Question<'_>, from: &str, to: &str) -> Answer {
    question.with(reference, |input| {
        if form(question) == from {
            input.form = Some(to.to_owned());
        }
    })
}

fn reversed(hex: &str) -> String {
    hex.as_bytes().rchunks(2).map(String::from_utf8_lossy).collect()
}

/// The text of a UUID with its first three blocks reversed.
fn swapped(text: &str) -> String {
    let blocks: Vec<&str> = text.split('-').collect();
    match blocks.as_slice() {
        [a, b, c, rest @ ..] => [&[&*reversed(a), &*reversed(b), &*reversed(c)], rest].concat().join("-"),
        _ => text.to_owned(),
    }
}
