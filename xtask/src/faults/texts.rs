//! Faults of readers and writers of text.

use idspec_conformance::Reference;
use idspec_conformance::model::Op;
use idspec_conformance::outcome::Outcome;
use idspec_conformance::run::Answer;

use super::{Fault, Question, accepted, is_rejected, rejected};

const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "ulid-overflow-wraps",
        what: "the top two of a ULID's 130 bits are dropped",
        clauses: &["ULID-TXT-4"],
        answer: |reference, question| {
            if !question.is("ulid", Op::Parse) {
                return question.rightly(reference);
            }
            question.with_text(reference, |text| {
                let (first, rest) = text.split_at_checked(1).unwrap_or((text, ""));
                let value = CROCKFORD.find(&first.to_ascii_uppercase()).filter(|_| !first.is_empty());
                let letter = value.and_then(|value| CROCKFORD.chars().nth(value % 8));
                letter.map_or(text.to_owned(), |letter| format!("{letter}{rest}"))
            })
        },
    },
    Fault {
        name: "unicode-case-folding",
        what: "letters are folded by Unicode rules, not ASCII ones",
        clauses: &["COMMON-TXT-1", "COMMON-TXT-4", "ULID-TXT-8"],
        answer: |reference, question| {
            let fold = |text: &str| text.replace('\u{17f}', "S").replace('\u{212a}', "K");
            question.with_text(reference, fold)
        },
    },
    Fault {
        name: "folded-by-bit",
        what: "case is folded by setting bit 5, which turns some control characters into digits",
        clauses: &["COMMON-TXT-2", "GUID-TXT-6", "NALIX-OLD-4", "NALIX-TXT-4", "ULID-TXT-7"],
        answer: |reference, question| {
            let fold = |text: &str| text.replace(|it: char| ('\u{10}'..='\u{19}').contains(&it), "1");
            if question.op == Op::Parse { question.with_text(reference, fold) } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "aliases-on",
        what: "a ULID's I and L are read as 1 and O as 0 without being asked",
        clauses: &["ULID-TXT-5"],
        answer: |reference, question| {
            let read = |text: &str| text.replace(['I', 'i', 'L', 'l'], "1").replace(['O', 'o'], "0");
            if question.is("ulid", Op::Parse) {
                question.with_text(reference, read)
            } else {
                question.rightly(reference)
            }
        },
    },
    Fault {
        name: "hyphens-skipped",
        what: "hyphens in a ULID are skipped",
        clauses: &["COMMON-TXT-4", "ULID-TXT-3", "ULID-TXT-7"],
        answer: |reference, question| {
            let read = |text: &str| text.replace('-', "");
            if question.is("ulid", Op::Parse) {
                question.with_text(reference, read)
            } else {
                question.rightly(reference)
            }
        },
    },
    Fault {
        name: "leading-zero-accepted",
        what: "leading zeros of a decimal are dropped",
        clauses: &["COMMON-DEC-3", "COMMON-DEC-4", "COMMON-TXT-4"],
        answer: |reference, question| {
            if !(question.is_decimal() && question.op == Op::Parse) {
                return question.rightly(reference);
            }
            question.with_text(reference, |text| match text.trim_start_matches('0') {
                "" => text.chars().take(1).collect(),
                rest => rest.to_owned(),
            })
        },
    },
    Fault {
        name: "plus-accepted",
        what: "a plus sign before a decimal is skipped",
        clauses: &["COMMON-DEC-2"],
        answer: |reference, question| {
            let read = |text: &str| text.strip_prefix('+').unwrap_or(text).to_owned();
            if question.is_decimal() { question.with_text(reference, read) } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "blanks-trimmed",
        what: "blanks and line ends around a text are trimmed",
        clauses: &["COMMON-TXT-2", "GUID-TXT-5", "GUID-TXT-6", "NALIX-OLD-3", "NALIX-TXT-3", "ULID-TXT-3"],
        answer: |reference, question| question.with_text(reference, |text| text.trim_ascii().to_owned()),
    },
    Fault {
        name: "length-before-ascii",
        what: "the length in octets is judged before non-ASCII characters",
        clauses: &["COMMON-TXT-1", "COMMON-TXT-4", "ULID-TXT-8"],
        answer: |reference, question| {
            // Each octet above 0x7F becomes a blank, so that only the length can still be judged first.
            let answer = question.rightly(reference);
            let fixed = matches!(question.scheme, "ulid" | "nalix-typed" | "seq-guid");
            if !(fixed && question.op == Op::Parse && is_rejected(&answer, "character")) {
                return answer;
            }
            let blank = question.with_text(reference, |text| {
                text.bytes().map(|octet| if octet.is_ascii() { char::from(octet) } else { ' ' }).collect()
            });
            if question.input.text.is_some() { blank } else { answer }
        },
    },
    Fault {
        name: "decimal-clamped",
        what: "a decimal above the largest number becomes the largest",
        clauses: &["COMMON-DEC-3", "COMMON-TXT-4", "DISCORD-TXT-1", "INSTAGRAM-TXT-1", "TWITTER-TXT-1"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if !(question.is_decimal() && question.op == Op::Parse && is_rejected(&answer, "overflow")) {
                return answer;
            }
            let largest = if question.scheme == "twitter-snowflake" { i64::MAX.cast_unsigned() } else { u64::MAX };
            accepted(format!("{largest:016x}"), largest.to_string())
        },
    },
    Fault {
        name: "nalix-text-big-endian",
        what: "Nalix text is the number's hexadecimal, most significant octet first",
        clauses: &[
            "COMMON-BIN-1",
            "COMMON-FLD-3",
            "COMMON-TXT-5",
            "NALIX-BIN-1",
            "NALIX-FLD-1",
            "NALIX-FLD-2",
            "NALIX-FLD-3",
            "NALIX-FLD-4",
            "NALIX-TXT-1",
            "NALIX-TXT-2",
            "NALIX-TXT-5",
            "NALIX-TYP-1",
        ],
        answer: |reference, question| {
            if question.scheme != "nalix-typed" || question.kind_and_layout().1 == "legacy56" {
                return question.rightly(reference);
            }
            let mut answer = question.with_text(reference, octets_reversed);
            if let Answer::Outcome(Outcome::Ok(values)) = &mut answer
                && matches!(question.input.form.as_deref(), None | Some("canonical"))
            {
                values.text = values.text.as_deref().map(octets_reversed);
            }
            answer
        },
    },
    Fault {
        name: "nalix-upper-only",
        what: "Nalix text in lower case is refused",
        clauses: &["NALIX-OLD-1", "NALIX-OLD-2", "NALIX-OLD-5", "NALIX-TXT-2"],
        answer: |reference, question| {
            let lower = |text: &str| text.replace(|letter: char| letter.is_ascii_lowercase(), "?");
            let parses = question.is("nalix-typed", Op::Parse);
            if parses { question.with_text(reference, lower) } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "ulid-lower-case-written",
        what: "ULIDs are written in lower case",
        clauses: &[
            "COMMON-BIN-1",
            "COMMON-BIN-3",
            "COMMON-BIN-4",
            "COMMON-FLD-3",
            "COMMON-TXT-5",
            "ULID-FLD-1",
            "ULID-FLD-2",
            "ULID-TXT-1",
            "ULID-TXT-2",
            "ULID-TXT-4",
            "ULID-TXT-9",
        ],
        answer: |reference, question| {
            let canonical = matches!(question.input.form.as_deref(), None | Some("canonical"));
            question.then(reference, |values| {
                if question.scheme == "ulid" && canonical {
                    values.text = values.text.as_ref().map(|text| text.to_lowercase());
                }
            })
        },
    },
    Fault {
        name: "guid-upper-case-written",
        what: "GUIDs are written in upper case",
        clauses: &[
            "COMMON-BIN-1",
            "COMMON-BIN-3",
            "COMMON-BIN-4",
            "COMMON-FLD-3",
            "COMMON-TXT-5",
            "GUID-BIN-1",
            "GUID-CFG-1",
            "GUID-FLD-1",
            "GUID-FLD-2",
            "GUID-FLD-3",
            "GUID-TXT-1",
            "GUID-TXT-2",
            "GUID-TXT-3",
            "GUID-TXT-8",
            "GUID-TXT-9",
            "GUID-VER-1",
            "GUID-VER-2",
            "GUID-VER-3",
            "GUID-VER-4",
        ],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.scheme == "seq-guid" {
                    values.text = values.text.as_ref().map(|text| text.to_uppercase());
                }
            })
        },
    },
    Fault {
        name: "urn-case-sensitive",
        what: "the prefix of a URN is read in lower case only",
        clauses: &["GUID-TXT-3"],
        answer: |reference, question| {
            let prefix = question.input.text.as_deref().and_then(|text| text.get(..9)).unwrap_or_default();
            if question.scheme == "seq-guid" && prefix.eq_ignore_ascii_case("urn:uuid:") && prefix != "urn:uuid:" {
                return rejected("wrong_prefix");
            }
            question.rightly(reference)
        },
    },
    Fault {
        name: "guid-hyphens-anywhere",
        what: "hyphens of a GUID are skipped wherever they stand",
        clauses: &["COMMON-TXT-4", "GUID-TXT-7"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if !(question.is("seq-guid", Op::Parse) && is_rejected(&answer, "format")) {
                return answer;
            }
            question.with_text(reference, |text| text.replace('-', ""))
        },
    },
    Fault {
        name: "base36-overflow-wraps",
        what: "a base-36 number of 57 bits loses its top bit",
        clauses: &["NALIX-OLD-5"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if question.is("nalix-typed", Op::Parse) && is_rejected(&answer, "overflow") {
                let number = u64::from_str_radix(question.input.text.as_deref().unwrap_or_default(), 36).unwrap_or(0);
                let bytes = format!("{:016x}", number % (1 << 56));
                return question_of_bytes(reference, question, &bytes);
            }
            answer
        },
    },
    Fault {
        name: "empty-accepted",
        what: "the empty text is the id zero",
        clauses: &["COMMON-TXT-3"],
        answer: |reference, question| {
            let zero = match question.scheme {
                "nalix-typed" => "0000000000000000",
                "ulid" => "00000000000000000000000000",
                "seq-guid" => "00000000-0000-4000-8000-000000000000",
                _ => "0",
            };
            question.with_text(reference, |text| if text.is_empty() { zero } else { text }.to_owned())
        },
    },
    Fault {
        name: "decimal-as-signed",
        what: "decimals are read into a signed number",
        clauses: &["COMMON-BIN-1", "COMMON-BIN-2", "COMMON-DEC-1", "DISCORD-TXT-1", "INSTAGRAM-TXT-1"],
        answer: |reference, question| {
            let text = question.input.text.as_deref().unwrap_or_default();
            if question.is_decimal() && text.parse::<i64>().is_err() && text.parse::<u64>().is_ok() {
                return rejected("overflow");
            }
            question.rightly(reference)
        },
    },
    Fault {
        name: "decimal-through-a-double",
        what: "decimals are written from a double",
        clauses: &[
            "COMMON-BIN-1",
            "COMMON-BIN-2",
            "COMMON-DEC-1",
            "COMMON-DEC-5",
            "COMMON-FLD-3",
            "COMMON-HEX-2",
            "COMMON-TXT-5",
            "DISCORD-BIT-2",
            "DISCORD-FLD-1",
            "DISCORD-FLD-2",
            "DISCORD-FLD-3",
            "DISCORD-FLD-4",
            "DISCORD-TXT-1",
            "INSTAGRAM-BIT-2",
            "INSTAGRAM-FLD-1",
            "INSTAGRAM-FLD-2",
            "INSTAGRAM-FLD-3",
            "INSTAGRAM-TXT-1",
            "TWITTER-BIT-2",
            "TWITTER-FLD-1",
            "TWITTER-FLD-2",
            "TWITTER-FLD-3",
            "TWITTER-FLD-4",
            "TWITTER-TXT-1",
        ],
        answer: |reference, question| {
            #[allow(clippy::cast_precision_loss, reason = "the fault")]
            let through = |text: &String| text.parse().map_or(text.clone(), |number: u64| (number as f64).to_string());
            question.then(reference, |values| {
                if question.is_decimal() && question.input.form.as_deref() != Some("hex") {
                    values.text = values.text.as_ref().map(through);
                }
            })
        },
    },
    Fault {
        name: "hex-upper-case",
        what: "the form `hex` is written in upper case",
        clauses: &["COMMON-HEX-1"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.input.form.as_deref() == Some("hex") {
                    values.text = values.text.as_ref().map(|text| text.to_uppercase());
                }
            })
        },
    },
    Fault {
        name: "decimal-form-signed",
        what: "the form `decimal` is written as a signed number",
        clauses: &["COMMON-HEX-2"],
        answer: |reference, question| {
            let signed =
                |text: &String| text.parse().map_or(text.clone(), |number: u64| number.cast_signed().to_string());
            question.then(reference, |values| {
                if question.input.form.as_deref() == Some("decimal") {
                    values.text = values.text.as_ref().map(signed);
                }
            })
        },
    },
    Fault {
        name: "nalix-0x-accepted",
        what: "`0x` before the digits of a Nalix id is skipped",
        clauses: &["NALIX-OLD-4", "NALIX-TXT-3", "NALIX-TXT-4"],
        answer: |reference, question| {
            let skip = |text: &str| text.strip_prefix("0x").map_or(text.to_owned(), |rest| format!("{rest:0>16}"));
            let parses = question.is("nalix-typed", Op::Parse);
            if parses { question.with_text(reference, skip) } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "nalix-zero-refused",
        what: "the Nalix id zero is refused as empty",
        clauses: &["COMMON-BIN-1", "NALIX-BIN-1", "NALIX-TXT-6"],
        answer: |reference, question| {
            let zero = question.input.text.as_deref() == Some("0000000000000000");
            if zero && question.scheme == "nalix-typed" { rejected("length") } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "legacy-punctuation-skipped",
        what: "punctuation in texts of the 56-bit Nalix layout is skipped",
        clauses: &["COMMON-TXT-4", "NALIX-OLD-3", "NALIX-OLD-4"],
        answer: |reference, question| {
            let skip = |text: &str| text.replace(|letter: char| letter.is_ascii_punctuation(), "");
            let legacy = question.kind_and_layout().1 == "legacy56";
            if legacy { question.with_text(reference, skip) } else { question.rightly(reference) }
        },
    },
    Fault {
        name: "base36-leading-zero-accepted",
        what: "leading zeros of a base-36 number are dropped",
        clauses: &["NALIX-OLD-6"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if !(question.is("nalix-typed", Op::Parse) && is_rejected(&answer, "noncanonical")) {
                return answer;
            }
            question.with_text(reference, |text| match text.trim_start_matches('0') {
                "" => "0".to_owned(),
                rest => rest.to_owned(),
            })
        },
    },
    Fault {
        name: "any-urn-accepted",
        what: "the namespace of a URN is not looked at",
        clauses: &["COMMON-TXT-4", "GUID-TXT-4"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if !is_rejected(&answer, "wrong_prefix") {
                return answer;
            }
            question.with_text(reference, |text| {
                let guid = text.rsplit_once(':').map_or(text, |(_, guid)| guid);
                format!("urn:uuid:{guid}")
            })
        },
    },
    Fault {
        name: "u-read-as-v",
        what: "a ULID's U is read as V",
        clauses: &["COMMON-TXT-4", "ULID-TXT-6"],
        answer: |reference, question| {
            let read = |text: &str| text.replace(['U', 'u'], "V");
            if question.is("ulid", Op::Parse) {
                question.with_text(reference, read)
            } else {
                question.rightly(reference)
            }
        },
    },
    Fault {
        name: "uuid-form-without-hyphens",
        what: "the form `uuid` of a ULID is written without hyphens",
        clauses: &["ULID-TXT-10"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.input.form.as_deref() == Some("uuid") {
                    values.text = values.text.as_ref().map(|text| text.replace('-', ""));
                }
            })
        },
    },
];

/// The pairs of digits from last to first; a text that is no pairs stays as it is.
fn octets_reversed(text: &str) -> String {
    if !text.is_ascii() || text.len() != 16 {
        return text.to_owned();
    }
    text.as_bytes().rchunks(2).flatten().map(|octet| char::from(*octet)).collect()
}

/// The accepted id of a number in the layout that a question is about.
fn question_of_bytes(reference: &mut Reference, question: &Question<'_>, bytes: &str) -> Answer {
    let format = Question { op: Op::Format, ..*question };
    let answer = format.with(reference, |input| {
        input.text = None;
        input.bytes = Some(bytes.to_owned());
        input.form = Some("canonical".to_owned());
    });
    match answer {
        Answer::Outcome(Outcome::Ok(values)) => accepted(bytes.to_owned(), values.text.unwrap_or_default()),
        other => other,
    }
}
