//! Schemas of ids: what they say, and that every text that is written matches its pattern.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::collections::HashSet;

use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString, AtEnd, ms48, ticks64, ticks64_plan1};
use idspec::{DiscordSnowflake, Id, InstagramSharded, NalixTyped, TwitterSnowflake, Ulid, typed_id};
use idspec_conformance::Suite;
use idspec_conformance::model::Op;
use idspec_conformance::outcome::{Expectation, Outcome};
use proptest::arbitrary::{Arbitrary, any};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use regex::Regex;
use schemars::JsonSchema;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

typed_id! {
    /// An order.
    struct OrderId(Ulid) prefix "ord_";
}

fn schema<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).as_value().clone()
}

/// The name, where the two kinds of schema agree, the example is an id and every written text matches.
fn is_described<T: Id + Arbitrary + JsonSchema + ToSchema>() -> String {
    let json = schema::<T>();
    let openapi = serde_json::to_value(<T as PartialSchema>::schema()).unwrap();
    for key in ["type", "pattern", "examples"] {
        assert_eq!(json[key], openapi[key], "{key}");
    }
    assert_eq!(json["type"], "string");
    let pattern = Regex::new(json["pattern"].as_str().unwrap()).unwrap();
    let example = json["examples"][0].as_str().unwrap();
    assert_eq!(example.parse::<T>().unwrap().to_string(), example);
    assert!(pattern.is_match(example));
    let mut runner = TestRunner::deterministic();
    for _ in 0..1000 {
        let text = any::<T>().new_tree(&mut runner).unwrap().current().to_string();
        assert!(pattern.is_match(&text), "{text}");
    }
    let name = <T as ToSchema>::name();
    assert_eq!(<T as JsonSchema>::schema_name(), name);
    assert!(name.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{name}");
    name.into_owned()
}

#[test]
fn every_type_is_described() {
    let names = [
        is_described::<TwitterSnowflake>(),
        is_described::<DiscordSnowflake>(),
        is_described::<InstagramSharded>(),
        is_described::<NalixTyped>(),
        is_described::<Legacy56>(),
        is_described::<Ulid>(),
        is_described::<AsString>(),
        is_described::<AsBinary>(),
        is_described::<AtEnd>(),
        is_described::<ticks64::AsString>(),
        is_described::<ticks64::AsBinary>(),
        is_described::<ticks64::AtEnd>(),
        is_described::<ticks64_plan1::AtEnd>(),
        is_described::<ms48::AsString>(),
        is_described::<ms48::AsBinary>(),
        is_described::<ms48::AtEnd>(),
        is_described::<OrderId>(),
    ];
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
}

#[test]
fn a_typed_id_is_described_by_name_prefix_and_example() {
    #[derive(JsonSchema)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Order {
        id: OrderId,
        twin: Option<Ulid>,
    }
    let described = schema::<Order>();
    assert_eq!(described["properties"]["id"], json!({ "$ref": "#/$defs/OrderId" }));
    assert_eq!(
        described["$defs"]["OrderId"],
        json!({
            "type": "string",
            "pattern": "^ord_[0-7][0-9A-HJKMNP-TV-Z]{25}$",
            // 2024-01-01T00:00:00Z is 1704067200000 ms: 01HK153X00 in the alphabet.
            "examples": ["ord_01HK153X000000000000000001"],
        })
    );
}

#[test]
fn patterns_agree_with_the_vectors() {
    let suite = Suite::builtin();
    let (mut written, mut refused) = (0, 0);
    for case in suite.cases.iter() {
        let config = case.text.input.config.as_ref();
        if config.is_some_and(|config| config.layout.is_some()) {
            continue;
        }
        let scheme = idspec::schemes().find(|scheme| scheme.name() == case.scheme.as_str()).unwrap();
        let pattern = Regex::new(&format!("^{}$", scheme.codec().pattern)).unwrap();
        let Expectation::Always(expected) = &case.expectation else { continue };
        match (case.op, expected) {
            (Op::Format, Outcome::Ok(values)) if case.text.input.form.as_deref() == Some("canonical") => {
                assert!(pattern.is_match(values.text.as_ref().unwrap()), "{}", case.text.id);
                written += 1;
            }
            (Op::Parse, Outcome::Error(error)) => {
                let Some(text) = &case.text.input.text else { continue };
                if ["character", "length", "format"].contains(&error.code.as_str()) {
                    assert!(!pattern.is_match(text), "{}", case.text.id);
                    refused += 1;
                }
            }
            _ => {}
        }
    }
    assert!(written > 50 && refused > 600, "{written} {refused}");
}
