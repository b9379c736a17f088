//! Faults of readers of fields and octets: bits, epochs, units and layouts.

use idspec_conformance::Reference;
use idspec_conformance::model::{Config, Op};
use idspec_conformance::outcome::{Outcome, Values};
use idspec_conformance::run::Answer;

use super::{Fault, Question, accepted, is_rejected, rejected};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        name: "datacenter-worker-swapped",
        what: "a Twitter id's datacenter and worker are exchanged",
        clauses: &[
            "COMMON-FLD-1",
            "COMMON-FLD-2",
            "COMMON-FLD-3",
            "TWITTER-BIT-1",
            "TWITTER-BIT-2",
            "TWITTER-FLD-1",
            "TWITTER-FLD-2",
            "TWITTER-FLD-3",
            "TWITTER-FLD-4",
        ],
        answer: |reference, question| {
            if question.is("twitter-snowflake", Op::Compose) {
                return question.with(reference, |input| {
                    for (name, _) in input.fields.iter_mut().flat_map(|fields| &mut fields.0) {
                        *name = exchanged(name, "datacenter", "worker");
                    }
                });
            }
            question.then(reference, |values| {
                if question.scheme == "twitter-snowflake" {
                    for (name, _) in values.fields.iter_mut().flat_map(|fields| &mut fields.0) {
                        *name = exchanged(name, "datacenter", "worker");
                    }
                }
            })
        },
    },
    Fault {
        name: "twitter-epoch-off",
        what: "the default epoch of Twitter ids is one millisecond late",
        clauses: &[
            "COMMON-FLD-3",
            "COMMON-RNG-1",
            "COMMON-RNG-2",
            "COMMON-RNG-3",
            "COMMON-RNG-4",
            "COMMON-RNG-5",
            "COMMON-RNG-6",
            "TWITTER-BIT-1",
            "TWITTER-BIT-2",
            "TWITTER-FLD-1",
            "TWITTER-FLD-2",
            "TWITTER-FLD-3",
            "TWITTER-FLD-4",
            "TWITTER-RNG-1",
        ],
        answer: |reference, question| with_epoch(reference, question, "twitter-snowflake", "1288834974658"),
    },
    Fault {
        name: "instagram-epoch-of-the-prose",
        what: "the default epoch of Instagram ids is 2011-01-01, as the article's prose says",
        clauses: &[
            "COMMON-FLD-2",
            "COMMON-FLD-3",
            "COMMON-RNG-1",
            "COMMON-RNG-2",
            "COMMON-RNG-3",
            "COMMON-RNG-4",
            "COMMON-RNG-5",
            "COMMON-RNG-6",
            "COMMON-RNG-7",
            "INSTAGRAM-BIT-1",
            "INSTAGRAM-BIT-2",
            "INSTAGRAM-FLD-1",
            "INSTAGRAM-FLD-2",
            "INSTAGRAM-FLD-3",
            "INSTAGRAM-RNG-1",
        ],
        answer: |reference, question| with_epoch(reference, question, "instagram-sharded", "1293840000000"),
    },
    Fault {
        name: "configured-epoch-ignored",
        what: "a configured epoch is ignored",
        clauses: &[
            "COMMON-FLD-3",
            "COMMON-RNG-4",
            "INSTAGRAM-BIT-2",
            "INSTAGRAM-FLD-1",
            "INSTAGRAM-RNG-1",
            "TWITTER-BIT-2",
            "TWITTER-FLD-1",
            "TWITTER-RNG-1",
        ],
        answer: |reference, question| {
            question.with(reference, |input| {
                if let Some(config) = &mut input.config {
                    config.epoch_ms = None;
                }
            })
        },
    },
    Fault {
        name: "instagram-sign-bit",
        what: "an Instagram id's time is shifted down as a signed number",
        clauses: &["INSTAGRAM-BIT-1", "INSTAGRAM-BIT-2"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.is("instagram-sharded", Op::Fields) {
                    change_field(
                        values,
                        "unix_ms",
                        |ms, negative| if negative { ms - (1 << 41) } else { ms },
                        question,
                    );
                }
            })
        },
    },
    Fault {
        name: "discord-sign-bit",
        what: "bit 63 of a Discord id is taken for a sign",
        clauses: &["DISCORD-BIT-1", "DISCORD-BIT-2"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.is("discord", Op::Fields) {
                    change_field(
                        values,
                        "unix_ms",
                        |ms, negative| if negative { ms - (1 << 42) } else { ms },
                        question,
                    );
                }
            })
        },
    },
    Fault {
        name: "instagram-negative-accepted",
        what: "the negative decimal of a signed column is read as an Instagram id",
        clauses: &["COMMON-DEC-2", "INSTAGRAM-TXT-2"],
        answer: |reference, question| {
            question.with(reference, |input| {
                let negative =
                    input.text.as_deref().and_then(|text| text.parse::<i64>().ok()).filter(|number| *number < 0);
                if let Some(number) = negative.filter(|_| question.scheme == "instagram-sharded") {
                    input.text = Some(number.cast_unsigned().to_string());
                }
            })
        },
    },
    Fault {
        name: "nalix-seconds-as-ms",
        what: "a Nalix id's seconds are taken for milliseconds",
        clauses: &["COMMON-FLD-3", "NALIX-BIT-1", "NALIX-BIT-2", "NALIX-TYP-1"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.scheme == "nalix-typed" {
                    change_field(values, "unix_ms", |ms, _| ms / 1000, question);
                }
            })
        },
    },
    Fault {
        name: "ticks-from-1970",
        what: "ticks are counted from 1970",
        clauses: &[
            "COMMON-FLD-3",
            "GUID-BIT-1",
            "GUID-BIT-10",
            "GUID-BIT-2",
            "GUID-BIT-3",
            "GUID-BIT-4",
            "GUID-BIT-5",
            "GUID-BIT-6",
            "GUID-BIT-7",
            "GUID-BIT-8",
            "GUID-BIT-9",
        ],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.scheme == "seq-guid" {
                    change_field(values, "ticks", |ticks, _| ticks - 621_355_968_000_000_000, question);
                }
            })
        },
    },
    Fault {
        name: "guid-octets-exchanged",
        what: "NET and DN octets are taken for each other",
        clauses: &[
            "COMMON-BIN-3",
            "COMMON-BIN-4",
            "COMMON-BIN-6",
            "GUID-BIN-1",
            "GUID-VER-1",
            "GUID-VER-2",
            "GUID-VER-3",
        ],
        answer: |reference, question| {
            question.with(reference, |input| {
                if question.op == Op::Bytes {
                    input.layout = input.layout.as_deref().map(|name| exchanged(name, "guid-net", "guid-dn"));
                }
            })
        },
    },
    Fault {
        name: "le-as-be",
        what: "little-endian octets are written and read big-endian",
        clauses: &["COMMON-BIN-2", "COMMON-BIN-6", "NALIX-BIN-1", "NALIX-OLD-8", "TWITTER-BIN-1"],
        answer: |reference, question| {
            question.with(reference, |input| {
                if question.op == Op::Bytes && input.layout.as_deref() == Some("le") {
                    input.layout = Some("be".to_owned());
                }
            })
        },
    },
    Fault {
        name: "plan1-for-plan2",
        what: "an AtEnd id of layout ticks64 is read by plan 1",
        clauses: &[
            "COMMON-BIN-1",
            "COMMON-BIN-3",
            "COMMON-BIN-4",
            "COMMON-FLD-3",
            "COMMON-RNG-1",
            "COMMON-RNG-2",
            "COMMON-RNG-3",
            "GUID-BIN-1",
            "GUID-BIT-6",
            "GUID-CFG-1",
            "GUID-FLD-1",
            "GUID-FLD-3",
            "GUID-RNG-1",
            "GUID-TXT-1",
            "GUID-TXT-8",
            "GUID-VER-4",
        ],
        answer: |reference, question| {
            question.with(reference, |input| {
                let config = input.config.iter_mut().filter(|config| config.kind.as_deref() == Some("at-end"));
                for config in config.filter(|config| config.layout.as_deref() == Some("ticks64")) {
                    config.layout = Some("ticks64-plan1".to_owned());
                }
            })
        },
    },
    Fault {
        name: "version-unchecked",
        what: "the version nibble of a GUID is not looked at",
        clauses: &["COMMON-BIN-6", "COMMON-COL-8", "COMMON-TXT-4", "GUID-VER-1"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if is_rejected(&answer, "wrong_version") { any_guid(reference, question) } else { answer }
        },
    },
    Fault {
        name: "variant-unchecked",
        what: "the variant nibble of a GUID is not looked at",
        clauses: &["COMMON-BIN-6", "COMMON-TXT-4", "GUID-VER-2"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            if is_rejected(&answer, "wrong_variant") { any_guid(reference, question) } else { answer }
        },
    },
    Fault {
        name: "reserved-unchecked",
        what: "the reserved nibble of an AtEnd GUID is not looked at",
        clauses: &["COMMON-BIN-6", "COMMON-TXT-4", "GUID-VER-3"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let guid = question.scheme == "seq-guid" && is_rejected(&answer, "noncanonical");
            if guid { any_guid(reference, question) } else { answer }
        },
    },
    Fault {
        name: "version-in-text-order",
        what: "the version of an AsBinary GUID is looked for at index 14 of the text, not 16",
        clauses: &["COMMON-TXT-5", "GUID-TXT-1", "GUID-TXT-3", "GUID-VER-1", "GUID-VER-4"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let text = question.input.text.as_deref().unwrap_or_default();
            let nibble = text.as_bytes().get(14).filter(|_| text.len() == 36);
            if question.op != Op::Parse || question.kind_and_layout() != ("as-binary", "rfc") || nibble.is_none() {
                return answer;
            }
            let accepts = matches!(&answer, Answer::Outcome(Outcome::Ok(_)));
            match (nibble == Some(&b'4'), accepts) {
                (false, true) => rejected("wrong_version"),
                (true, false) if is_rejected(&answer, "wrong_version") => any_guid(reference, question),
                _ => answer,
            }
        },
    },
    Fault {
        name: "ticks-unchecked",
        what: "ticks past the last instant are read",
        clauses: &["GUID-VER-4"],
        answer: |reference, question| {
            let answer = question.rightly(reference);
            let parses = question.is("seq-guid", Op::Parse) && is_rejected(&answer, "out_of_range");
            if parses { any_guid(reference, question) } else { answer }
        },
    },
    Fault {
        name: "legacy-machine-of-10-bits",
        what: "the machine of the 56-bit Nalix layout is masked to 10 bits",
        clauses: &["NALIX-OLD-7"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.kind_and_layout().1 == "legacy56" {
                    change_field(values, "machine", |machine, _| machine % 1024, question);
                }
            })
        },
    },
    Fault {
        name: "short-octets-padded",
        what: "missing octets are taken for zeros",
        clauses: &["COMMON-BIN-5", "NALIX-OLD-8"],
        answer: |reference, question| {
            let digits = if matches!(question.scheme, "ulid" | "seq-guid") { 32 } else { 16 };
            let digits = if question.kind_and_layout().1 == "legacy56" { 14 } else { digits };
            question.with(reference, |input| {
                input.octets = input.octets.as_ref().map(|octets| format!("{octets:0>digits$}"));
            })
        },
    },
    Fault {
        name: "legacy-top-octet-ignored",
        what: "the top octet of a 56-bit Nalix number is not looked at",
        clauses: &["NALIX-OLD-9"],
        answer: |reference, question| {
            let legacy = question.kind_and_layout().1 == "legacy56";
            let cut = |bytes: &String| format!("00{}", bytes.get(2..).unwrap_or_default());
            question.with(reference, |input| {
                if legacy && input.bytes.as_ref().is_some_and(|bytes| bytes.len() == 16) {
                    input.bytes = input.bytes.as_ref().map(cut);
                }
            })
        },
    },
    Fault {
        name: "ulid-time-in-seconds",
        what: "a ULID's milliseconds are given as seconds",
        clauses: &["ULID-BIT-1"],
        answer: |reference, question| {
            question.then(reference, |values| {
                if question.scheme == "ulid" {
                    change_field(values, "unix_ms", |ms, _| ms / 1000, question);
                }
            })
        },
    },
];

fn exchanged(name: &str, a: &str, b: &str) -> String {
    if name == a {
        b.to_owned()
    } else if name == b {
        a.to_owned()
    } else {
        name.to_owned()
    }
}

/// The right answer at another default epoch.
fn with_epoch(reference: &mut Reference, question: &Question<'_>, scheme: &str, epoch_ms: &str) -> Answer {
    question.with(reference, |input| {
        if question.scheme == scheme && question.op != Op::Order {
            let config = input.config.get_or_insert_with(Config::default);
            config.epoch_ms.get_or_insert(epoch_ms.to_owned());
        }
    })
}

/// Changes a numeric field of the values; the function also gets whether bit 63 of the id is set.
fn change_field(values: &mut Values, name: &str, change: fn(i128, bool) -> i128, question: &Question<'_>) {
    let top = question.input.bytes.as_deref().and_then(|bytes| bytes.chars().next());
    let negative = top.is_some_and(|digit| digit >= '8');
    for (found, value) in values.fields.iter_mut().flat_map(|fields| &mut fields.0) {
        if found == name {
            *value = change(value.parse().unwrap_or_default(), negative).to_string();
        }
    }
}

/// Reads any GUID text, as a reader does that does not look whether it is one of the layout.
fn any_guid(reference: &mut Reference, question: &Question<'_>) -> Answer {
    let answer = question.with(reference, |input| {
        input.config =
            Some(Config { kind: Some("as-string".to_owned()), layout: Some("ms48".to_owned()), ..Config::default() });
    });
    match (question.op, answer) {
        (Op::Parse, Answer::Outcome(Outcome::Ok(values))) => {
            accepted(values.bytes.unwrap_or_default(), values.text.unwrap_or_default())
        }
        (_, answer) => answer,
    }
}
