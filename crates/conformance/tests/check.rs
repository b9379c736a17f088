//! `Check`: what it runs, and that it does not pass by testing nothing.

use std::panic::catch_unwind;

use idspec_conformance::Check;
use idspec_conformance::model::Config;

fn config(kind: &str, layout: Option<&str>) -> Config {
    Config { kind: Some(kind.to_owned()), layout: layout.map(str::to_owned), ..Config::default() }
}

/// Shortest decimal form, up to a largest number.
fn decimal(text: &str, largest: u64) -> Option<u128> {
    let number: u64 = text.parse().ok().filter(|number| *number <= largest)?;
    (number.to_string() == text).then_some(number.into())
}

#[test]
fn a_right_implementation_passes() {
    let parse = |text: &str| decimal(text, u64::MAX);
    let fields = |number: u128| Some(vec![("unix_ms", ((number >> 22) + 1_420_070_400_000).to_string())]);
    let run = Check::new("discord").parse(parse).format(|number| Some(number.to_string())).fields(fields).run();
    assert_eq!(run.failed(), 0, "{run}");
    assert!(run.passed() > 100 && run.skipped() > 0, "{run}");
}

#[test]
fn faults_are_found_by_clause() {
    let largest = Check::new("twitter-snowflake").parse(|text| decimal(text, u64::MAX)).run();
    assert_eq!(largest.broken_clauses(), ["TWITTER-TXT-1"]);
    let accepts = Check::new("discord").parse(|text| text.parse::<u64>().ok().map(u128::from)).run();
    assert_eq!(accepts.broken_clauses(), ["COMMON-DEC-2", "COMMON-DEC-3", "COMMON-DEC-4", "COMMON-TXT-4"]);
    let nothing = Check::new("discord").fields(|_| Some(Vec::new())).run();
    assert_eq!(nothing.passed(), 0);
}

#[test]
fn a_default_written_out_is_the_same_as_none() {
    let count = |config| Check::new("seq-guid").config(config).parse(|_| None).run().results.len();
    assert_eq!(count(config("as-string", None)), count(config("as-string", Some("rfc"))));
    assert!(count(config("as-string", None)) > 100);
    let epoch = Config { epoch_ms: Some("0".to_owned()), ..Config::default() };
    let with_epoch = Check::new("twitter-snowflake").config(epoch).parse(|_| None).run();
    assert_eq!(with_epoch.results.len(), Check::new("twitter-snowflake").parse(|_| None).run().results.len());
}

#[test]
fn what_would_test_nothing_is_no_pass() {
    let runs: [fn() -> Check; 6] = [
        || Check::new("discrod").parse(|_| None),
        || Check::new("seq-guid").parse(|_| None),
        || Check::new("seq-guid").config(config("as-string", Some("ticks32"))).parse(|_| None),
        || Check::new("discord"),
        || Check::new("ulid").parse(|_| None).policy("aliases", "crockford"),
        || Check::new("ulid").parse(|_| None).policy("alias", "all"),
    ];
    for (index, run) in runs.into_iter().enumerate() {
        assert!(catch_unwind(|| run().run()).is_err(), "{index}");
    }
}
