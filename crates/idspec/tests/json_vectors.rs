//! The vectors of operation `json`, through the serde implementations of the types themselves.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString, AtEnd};
use idspec::{DiscordSnowflake, Id, InstagramSharded, NalixTyped, TwitterSnowflake, Ulid};
use idspec_conformance::Suite;
use idspec_conformance::model::{Case, Op};
use idspec_conformance::outcome::{Expectation, Outcome};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Runs one case with one type: what is accepted, written and refused.
fn run<T: Id + Serialize + DeserializeOwned>(case: &Case) {
    let id = &case.text.id;
    let Expectation::Always(expected) = &case.expectation else { panic!("{id} depends on a policy") };
    let digits = T::SCHEME.bits() as usize / 4;
    if let Some(json) = &case.text.input.json {
        let read = serde_json::from_str::<T>(json).map(|id| format!("{:0digits$x}", id.to_repr().into()));
        let from_reader =
            serde_json::from_reader::<_, T>(json.as_bytes()).map(|id| format!("{:0digits$x}", id.to_repr().into()));
        match expected {
            Outcome::Ok(values) => {
                assert_eq!(read.ok(), values.bytes, "{id}");
                assert_eq!(from_reader.ok(), values.bytes, "{id}");
            }
            Outcome::Error(_) => {
                assert!(read.is_err(), "{id}: {read:?}");
                assert!(from_reader.is_err(), "{id}: {from_reader:?}");
            }
        }
    } else if let (Some(bytes), Outcome::Ok(values)) = (&case.text.input.bytes, expected) {
        let number = u128::from_str_radix(bytes, 16).unwrap_or_else(|error| panic!("{id}: {error}"));
        let narrowed = T::Repr::try_from(number).ok().and_then(|number| T::from_repr(number).ok());
        let json = narrowed.and_then(|id| serde_json::to_string(&id).ok());
        assert_eq!(json, values.json, "{id}");
    } else {
        panic!("{id} is no case of this operation");
    }
}

#[test]
fn serde_agrees_with_the_vectors() {
    let suite = Suite::builtin();
    let mut count = 0;
    for case in suite.cases.iter().filter(|case| case.op == Op::Json) {
        let config = case.text.input.config.as_ref();
        let kind = config.and_then(|config| config.kind.as_deref()).unwrap_or_default();
        let layout = config.and_then(|config| config.layout.as_deref()).unwrap_or_default();
        match (case.scheme.as_str(), kind, layout) {
            ("twitter-snowflake", "", "") => run::<TwitterSnowflake>(case),
            ("discord", "", "") => run::<DiscordSnowflake>(case),
            ("instagram-sharded", "", "") => run::<InstagramSharded>(case),
            ("nalix-typed", "", "") => run::<NalixTyped>(case),
            ("nalix-typed", "", "legacy56") => run::<Legacy56>(case),
            ("ulid", "", "") => run::<Ulid>(case),
            ("seq-guid", "as-string", "") => run::<AsString>(case),
            ("seq-guid", "as-binary", "") => run::<AsBinary>(case),
            ("seq-guid", "at-end", "") => run::<AtEnd>(case),
            // A scheme that was added: its own crate runs all of its vectors.
            _ => continue,
        }
        count += 1;
    }
    assert!(count >= 249, "{count}");
}
