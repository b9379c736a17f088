//! The protocol checked over every order of events within bounds, and the rules that it cannot do without.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[path = "model/explore.rs"]
mod explore;
#[path = "model/replay.rs"]
mod replay;
#[path = "model/world.rs"]
mod world;

use std::fmt::Write as _;
use std::io::Write as _;

use explore::{Found, explore};
use idspec_lease::protocol::{Rules, Slot};
use world::{Bounds, Duplicate, Step, WORKER, World};

/// Two holders, each of its own name.
const APART: Bounds = Bounds { names: ["a", "b"], clock: 1, exchanges: 4, late: 1, copies: true };
/// More messages that are late, lost or repeated, in fewer exchanges and without a copy.
const LATER: Bounds = Bounds { exchanges: 3, late: 2, copies: false, ..APART };
/// Two holders of one name.
const ALIKE: Bounds = Bounds { names: ["a", "a"], ..APART };

fn check(name: &str, bounds: Bounds, rules: Rules, most: usize) -> Found {
    let found = explore(World::new(bounds, rules, Slot::new(WORKER)), most);
    let Found { states, depth, complete, .. } = found;
    // Past the capture of the test runner, so that a run shows how much was looked at.
    let _ = writeln!(std::io::stderr(), "{name}: {states} states, depth {depth}, complete: {complete}");
    found
}

fn safe(name: &str, bounds: Bounds, rules: Rules, figures: (usize, usize)) {
    let found = check(name, bounds, rules, 3_000_000);
    assert_eq!(found.trace, None, "{name}");
    assert!(found.complete, "{name}");
    assert_eq!((found.states, found.depth), figures, "{name}");
}

#[test]
fn two_names_give_no_duplicate() {
    safe("two names", APART, Rules::ALL, (672_783, 15));
    safe("two names, later", LATER, Rules::ALL, (23_120, 16));
}

#[test]
fn one_name_gives_no_duplicate() {
    safe("one name", ALIKE, Rules::ALL, (582_088, 15));
}

/// Each rule switched off.
fn broken() -> Vec<(&'static str, Rules)> {
    let all = Rules::ALL;
    let renews = Rules { renew_compares_holder: false, renew_compares_mark: false, renew_compares_count: false, ..all };
    vec![
        ("a holder stops at hi", Rules { stops_at_hi: false, ..all }),
        ("a successor starts at the mark", Rules { starts_at_mark: false, ..all }),
        ("a slot is taken as it was seen", Rules { acquire_compares: false, ..all }),
        ("a renewal compares", renews),
        ("a renewal compares holder and fence", Rules { renew_compares_holder: false, ..all }),
        ("a renewal compares mark and count", Rules { renew_compares_holder: true, ..renews }),
        ("a renewal compares the count", Rules { renew_compares_count: false, ..all }),
        ("the mark is written before use", Rules { mark_before_use: false, ..all }),
        ("a release seals first", Rules { seals_first: false, ..all }),
        ("a release compares the mark", Rules { release_compares_mark: false, ..all }),
    ]
}

/// The shortest trace within the smallest bounds that have one.
fn duplicate(name: &str, rules: Rules) -> (Bounds, Vec<Step>) {
    let sizes = [(2, 0), (3, 0), (2, 1), (4, 0), (3, 1)];
    for (copies, (exchanges, late)) in [false, true].into_iter().flat_map(|copies| sizes.map(|size| (copies, size))) {
        let bounds = Bounds { exchanges, late, copies, ..APART };
        let found = check(&format!("without: {name}"), bounds, rules, 400_000);
        if let Some(trace) = found.trace {
            return (bounds, trace);
        }
    }
    panic!("without: {name}: no duplicate was found");
}

#[test]
fn without_any_rule_there_are_duplicates() {
    let mut text = String::new();
    for (name, rules) in broken() {
        let (bounds, trace) = duplicate(name, rules);
        assert!(trace.len() <= 10, "{name}: {} steps", trace.len());
        writeln!(text, "without: {name}, {} steps", trace.len()).unwrap();
        trace.iter().for_each(|step| writeln!(text, "    {step}").unwrap());
        let broken = replay::replay(&trace, bounds, rules);
        let Duplicate(instant) = broken.unwrap_or_else(|| panic!("{name}: SQLite gives no duplicate"));
        writeln!(text, "    = two ids of instant {instant}, on SQLite too").unwrap();
        assert_eq!(replay::replay(&trace, bounds, Rules::ALL), None, "{name}: with the rule on SQLite");
    }
    insta::assert_snapshot!(text);
}
