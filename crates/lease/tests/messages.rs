//! Every message of a lease that is not had.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::collections::BTreeSet;
use std::fmt::{Debug, Write as _};
use std::time::Duration;

use idspec_lease::{LeaseError, StoreError};

const SECOND: Duration = Duration::from_secs(1);

/// The variants of an enum by the source, which may grow and so cannot be matched from here without a wildcard.
fn declared(name: &str) -> BTreeSet<String> {
    let (_, body) = include_str!("../src/error.rs").split_once(&format!("pub enum {name} {{\n")).unwrap();
    let lines = body.split_once("\n}").unwrap().0.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
}

fn shown<'a, T: Debug + 'a>(errors: impl IntoIterator<Item = &'a T>) -> BTreeSet<String> {
    let name = |error: &T| format!("{error:?}").chars().take_while(char::is_ascii_alphanumeric).collect();
    errors.into_iter().map(name).collect()
}

fn store_errors() -> Vec<StoreError> {
    vec![
        StoreError::Database { statement: "take slot", source: "the connection was closed".into() },
        StoreError::Timeout { statement: "take slot", after: 5 * SECOND },
        StoreError::Shape { statement: "read settings" },
    ]
}

#[test]
fn every_reason_is_said_with_the_way_out() {
    let mut errors: Vec<LeaseError> = store_errors().into_iter().map(LeaseError::Store).collect();
    let in_use = || LeaseError::NameInUse { name: "billing-3".into(), worker: 7 };
    errors.extend([
        LeaseError::Name { what: "namespace", name: "my ids".to_owned(), max: 64 },
        LeaseError::Options { option: "lifetime", reason: "is shorter than three renewals" },
        LeaseError::Slots { first: 0, last: 1024, allowed: 0..=1023 },
        LeaseError::NotPrepared { namespace: "orders".into() },
        LeaseError::Settings {
            namespace: "orders".into(),
            setting: "epoch_ms",
            theirs: "1288834974657".to_owned(),
            ours: "0".to_owned(),
        },
        LeaseError::Exhausted { slots: 4, next_expiry: Some(12 * SECOND) },
        LeaseError::Exhausted { slots: 1, next_expiry: None },
        LeaseError::Contended { rounds: 8 },
        LeaseError::Contended { rounds: 1 },
        LeaseError::ClockSkew { database_ahead_ms: 2500, bound: SECOND },
        LeaseError::ClockSkew { database_ahead_ms: -2500, bound: SECOND },
        LeaseError::ClockBehind { by: 90 * SECOND, patience: 10 * SECOND },
        in_use(),
        LeaseError::Generator { reason: "Twitter snowflake: machine 1024 is outside 0 to 1023".to_owned() },
        LeaseError::Closed,
        LeaseError::Entropy,
        LeaseError::NoWorker { scheme: "ULID" },
        LeaseError::Task { reason: "the runtime was shut down".to_owned() },
        LeaseError::Deadline { after: 30 * SECOND, last: Some(Box::new(in_use())) },
        LeaseError::Deadline { after: 30 * SECOND, last: None },
    ]);
    let mut out = String::new();
    for error in &errors {
        let again = if error.is_transient() { ", may pass" } else { "" };
        writeln!(out, "{error} [{}{again}]", error.code()).unwrap();
    }
    assert_eq!(shown(&errors), declared("LeaseError"));
    assert_eq!(shown(&store_errors()), declared("StoreError"));
    insta::assert_snapshot!(out);
}
