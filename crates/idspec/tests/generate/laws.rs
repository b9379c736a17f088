//! What holds whatever the clock does and whatever the policies are.

use std::time::Duration;

use idspec::generate::{Builder, Exhaustion, Numbers, Rollback, Start};
use idspec::{Layout, Scheme, Timestamp};
use proptest::prelude::*;

use crate::clocks::{Always, Hand};

const T: i64 = 1_700_000_000_000;

/// Schemes whose numbers increase as their ids do.
fn schemes() -> impl Strategy<Value = &'static Scheme> {
    let by_name = |name: &str| idspec::schemes().find(|scheme| scheme.name() == name).unwrap();
    let names = ["twitter-snowflake", "discord", "instagram-sharded", "nalix-typed", "ulid"];
    prop::sample::select(names.map(by_name).to_vec())
}

fn policies() -> impl Strategy<Value = (Rollback, Exhaustion, Start)> {
    let bound = (0u64..4).prop_map(Duration::from_millis);
    let rollback = prop_oneof![
        Just(Rollback::Error),
        bound.clone().prop_map(Rollback::Wait),
        bound.clone().prop_map(Rollback::Hold),
        bound.prop_map(Rollback::Borrow),
    ];
    let exhaustion =
        prop_oneof![Just(Exhaustion::Error), Just(Exhaustion::Wait), (0u64..3).prop_map(Exhaustion::Borrow)];
    let start = prop_oneof![Just(Start::Zero), Just(Start::Running), Just(Start::Spread(1000))];
    (rollback, exhaustion, start)
}

fn builder(
    scheme: &'static Scheme,
    policies: (Rollback, Exhaustion, Start),
    clock: &Hand,
) -> Builder<Numbers, Hand, Always> {
    let builder = Numbers::builder(Layout::of(scheme)).unclaimed().clock(clock.clone()).entropy(Always(1000));
    let builder = if scheme.machine_fields().next().is_some() { builder.machine(7) } else { builder };
    let (rollback, exhaustion, start) = policies;
    builder.rollback(rollback).exhaustion(exhaustion).start(start)
}

/// One thing that happens: the clock is set so many units off, and so many ids are asked for.
fn steps() -> impl Strategy<Value = Vec<(i64, u16)>> {
    prop::collection::vec((-4i64..5, prop_oneof![1u16..4, 500u16..2000]), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn ids_increase_and_refusals_change_nothing(scheme in schemes(), policies in policies(), steps in steps()) {
        let (clock, twin_clock) = (Hand::at_ms(T), Hand::at_ms(T));
        let Ok(ids) = builder(scheme, policies, &clock).build() else { return Ok(()) };
        // The twin is asked only where the first one gives, so a refusal that changed anything would part them.
        let twin = builder(scheme, policies, &twin_clock).build().unwrap();
        // Those of one thread follow the same rules, refusals included.
        let local = builder(scheme, policies, &clock).build_local().unwrap();
        let local_twin = builder(scheme, policies, &twin_clock).build_local().unwrap();
        let unit = if scheme.name() == "nalix-typed" { 1000 } else { 1 };
        let mut last = None;
        for (units, count) in steps {
            let now = Timestamp::from_unix_ms(T + units * unit).unwrap();
            clock.set(now);
            for _ in 0..count {
                let given = ids.try_next();
                prop_assert_eq!(local.try_next(), given);
                let Ok(id) = given else { continue };
                twin_clock.set(now);
                prop_assert_eq!(twin.try_next(), Ok(id));
                prop_assert_eq!(local_twin.try_next(), Ok(id));
                prop_assert!(last < Some(id), "{:?} then {}", last, id);
                last = Some(id);
            }
        }
    }

    #[test]
    fn ids_stay_within_the_lease_and_before_the_seal(steps in steps(), lo in -3i64..4, length in 1i64..4) {
        let clock = Hand::at_ms(T);
        let at = |ms: i64| Timestamp::from_unix_ms(T + ms).unwrap();
        let layout = Layout::of(&idspec::twitter_snowflake::SCHEME);
        let builder = || {
            Numbers::builder(layout)
                .unclaimed()
                .machine(7)
                .clock(clock.clone())
                .rollback(Rollback::Hold(Duration::from_millis(2)))
                .exhaustion(Exhaustion::Borrow(1))
                .leased(at(lo), at(lo + length))
        };
        let (ids, local) = (builder().build().unwrap(), builder().build_local().unwrap());
        let mut latest = None;
        for (ms, count) in steps {
            clock.set(at(ms));
            for _ in 0..count {
                let given = ids.try_next();
                prop_assert_eq!(local.try_next(), given);
                let Ok(id) = given else { continue };
                let time = layout.timestamp(id).unwrap();
                prop_assert!(time >= at(lo) && time < at(lo + length));
                latest = latest.max(Some(time));
            }
        }
        let free = ids.control().seal();
        prop_assert!(latest < Some(free));
        prop_assert!(free >= at(lo));
        prop_assert_eq!(local.seal(), free);
        prop_assert!(ids.try_next().is_err());
        prop_assert_eq!(local.try_next(), ids.try_next());
    }
}
