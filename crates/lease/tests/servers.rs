//! A dozen processes on real databases: held still past their leases, killed, and with the server restarted under them.
//!
//! The servers are those of `IDSPEC_POSTGRES_URL` and `IDSPEC_MYSQL_URL`, which `cargo xtask with-db` and `cargo xtask test` start and set; SQLite is a file. Without a
//! server a test says loudly that it was skipped, and fails where `CI` is set.

#![cfg(all(unix, feature = "postgres", feature = "mysql", feature = "sqlite"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[path = "servers/child.rs"]
mod child;
#[path = "servers/contest.rs"]
mod contest;
#[path = "servers/database.rs"]
mod database;

use contest::{Contest, Outcome};
use database::TestDatabase;
use idspec_lease::protocol::Rules;

/// Run by the tests below in processes of its own; nothing otherwise.
#[test]
fn child() {
    child::main();
}

fn compare(database: &TestDatabase) {
    let name = database.name;
    let outcome = Contest { database, rules: Rules::ALL, millis: 5_000, restart: true }.run();
    report(name, "windows", &outcome);
    let naive = Rules { acquire_compares: false, ..Rules::ALL };
    // The control is left to chance as well: a quiet run of it proves nothing, so it may have five more.
    let overlaps = (0..6).any(|_| {
        let control = Contest { database, rules: naive, millis: 5_000, restart: false }.run();
        report(name, "control", &control);
        control.overlaps > 0
    });
    assert_eq!((outcome.overlaps, outcome.duplicates), (0, 0), "{name}");
    // Enough happened for that to mean something.
    assert!(outcome.grants > 100 && outcome.ids > 10_000, "{name}: {outcome:?}");
    assert!(outcome.killed > 5 && outcome.overslept > 5, "{name}: {outcome:?}");
    assert!(overlaps, "{name}: the control without comparison does not overlap");
}

fn report(name: &str, what: &str, outcome: &Outcome) {
    use std::io::Write as _;
    // Past the capture of the test runner, so that a run shows how much happened.
    let _ = writeln!(std::io::stderr(), "{name}, {what}: {outcome:?}");
}

#[test]
fn postgres() {
    if let Some(database) = TestDatabase::postgres() {
        compare(&database);
    }
}

#[test]
fn mariadb() {
    if let Some(database) = TestDatabase::mysql() {
        compare(&database);
    }
}

#[test]
fn sqlite() {
    compare(&TestDatabase::sqlite());
}
