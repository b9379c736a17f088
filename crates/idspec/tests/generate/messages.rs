//! Every message of a generator that gives no id, and of one that is not made.

use std::collections::BTreeSet;
use std::fmt::{Debug, Write as _};

use idspec::generate::{BuildError, Exhaustion, GenerateError, Generator, Numbers, ProcessWide, Rollback, Start};
use idspec::nalix_typed::Legacy56;
use idspec::{DiscordSnowflake, ErrorCode, Id as _, NalixTyped, Timestamp, TwitterSnowflake, Ulid};

use crate::clocks::{Always, Dry, Hand};

const SOURCE: &str = include_str!("../../../core/src/generate/error.rs");
const T: i64 = 1_700_000_000_000;

/// The variants of an enum by the source, which may grow and so cannot be matched from here without a wildcard.
fn declared(name: &str) -> BTreeSet<String> {
    let (_, body) = SOURCE.split_once(&format!("pub enum {name} {{\n")).unwrap();
    let lines = body.split_once("\n}").unwrap().0.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
}

fn shown<T: Debug>(kinds: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    let name = |kind: T| format!("{kind:?}").chars().take_while(char::is_ascii_alphanumeric).collect();
    kinds.into_iter().map(name).collect()
}

/// The first refusal of a generator of Twitter ids, whose clock is set to each of these instants once.
fn twitter(times: &[i64], count: usize) -> GenerateError {
    let clock = Hand::at_ms(T);
    let ids = Numbers::builder(TwitterSnowflake::LAYOUT).unclaimed().machine(7).clock(clock.clone()).build().unwrap();
    let refused = times.iter().find_map(|ms| {
        clock.set_ms(*ms);
        (0..count).find_map(|_| ids.try_next().err())
    });
    refused.unwrap()
}

#[test]
fn no_id() {
    let at = |ms: i64| Timestamp::from_unix_ms(ms).unwrap();
    let clock = || Hand::at_ms(T);
    let ulids = Generator::<Ulid>::builder().clock(clock()).entropy(Always(u128::MAX)).build().unwrap();
    let random_exhausted = (0..3).find_map(|_| ulids.try_next().err()).unwrap();
    let sealed = Generator::<Ulid>::builder().clock(clock()).build().unwrap();
    let _ = sealed.control().seal();
    let dry = Generator::<Ulid>::builder().clock(clock()).entropy(Dry).build().unwrap();
    let leased = Numbers::builder(TwitterSnowflake::LAYOUT).unclaimed().machine(7).clock(clock());
    let leased = leased.leased(at(T - 10), at(T)).build().unwrap();
    static NOT_INSTALLED: ProcessWide<DiscordSnowflake> = ProcessWide::new();
    let errors = [
        twitter(&[T], 4097),
        twitter(&[T, T - 5], 1),
        twitter(&[0], 1),
        twitter(&[i64::MAX / 20_000], 1),
        random_exhausted,
        leased.try_next().unwrap_err(),
        sealed.try_next().unwrap_err(),
        dry.try_next().unwrap_err(),
        NOT_INSTALLED.get().map(|_| ()).unwrap_err(),
    ];
    let mut out = String::new();
    for error in errors {
        writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
    }
    let mut kinds = shown(errors.iter().map(GenerateError::kind));
    // Only a child of a fork sees this one: `tests/fork.rs` has its message.
    assert!(include_str!("../fork.rs").contains("GenerateErrorKind::Forked"));
    assert!(kinds.insert("Forked".to_owned()));
    assert_eq!(kinds, declared("GenerateErrorKind"));
    insta::assert_snapshot!(out);
}

#[test]
fn no_generator() {
    let at = |ms: i64| Timestamp::from_unix_ms(ms).unwrap();
    let twitter = || Numbers::builder(TwitterSnowflake::LAYOUT).unclaimed().clock(Hand::at_ms(T));
    let first = Generator::<TwitterSnowflake>::builder().machine(1009).build().unwrap();
    let place = ProcessWide::<TwitterSnowflake>::new();
    place.install(first.clone()).unwrap();
    let numbers = Numbers::builder(TwitterSnowflake::LAYOUT).unclaimed().machine(7).clock(Hand::at_ms(T));
    let errors: Vec<BuildError> = vec![
        twitter().field("datacenter", 32).field("worker", 0).build().unwrap_err(),
        twitter().field("datacenter", 1).build().unwrap_err(),
        twitter().field("colour", 1).build().unwrap_err(),
        Generator::<Ulid>::builder().field("colour", 1).build().unwrap_err(),
        twitter().machine(1024).build().unwrap_err(),
        Generator::<NalixTyped>::builder().field("type", 1).machine(0).build().unwrap_err(),
        Generator::<Ulid>::builder().machine(1).build().unwrap_err(),
        // The system has room: the message is that of the variant.
        BuildError::Fork("Twitter snowflake"),
        Generator::<Legacy56>::builder().build().unwrap_err(),
        Generator::<TwitterSnowflake>::builder().machine(1009).build().unwrap_err(),
        twitter().machine(7).start(Start::Spread(4096)).build().unwrap_err(),
        Generator::<Ulid>::builder().rollback(Rollback::Error).build_random().map(drop).unwrap_err(),
        Generator::<Ulid>::builder().exhaustion(Exhaustion::Error).build_random().map(drop).unwrap_err(),
        twitter().machine(7).leased(at(T), at(T)).build().unwrap_err(),
        numbers.after(1 << 63).build().map(drop).unwrap_err(),
        place.install(first).unwrap_err(),
    ];
    let mut out = String::new();
    for error in &errors {
        writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
    }
    assert_eq!(shown(errors), declared("BuildError"));
    insta::assert_snapshot!(out);
}
