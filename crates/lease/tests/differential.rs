//! The statements as SQL on SQLite, against what they do in memory: the model of the protocol is checked with the latter, and users run the former.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use std::sync::Arc;

use idspec_lease::protocol::{After, Answer, Rules, Seen, Slot, Statement};
use idspec_lease::{Namespace, Now, Slots, Space, Store};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

const STEPS: u32 = 4_000;
const WORKER: i64 = 5;

/// A sequence that looks random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_in(&mut self, count: i64) -> bool {
        self.below(count) == 0
    }

    fn text(&mut self) -> Arc<str> {
        Arc::from(["", "a", "b"][usize::try_from(self.below(3)).unwrap()])
    }

    /// Mostly the value that is there, so that conditions hold often enough.
    fn near(&mut self, value: i64) -> i64 {
        if self.one_in(6) { (value + self.below(3) - 1).max(0) } else { value }
    }

    /// Few values, so that all orders of mark, expiry and clock come up.
    fn row(&mut self) -> Slot {
        let texts = [(); 2].map(|()| (!self.one_in(3)).then(|| self.text()));
        let [holder, label] = texts;
        let (fence, rev) = (self.below(4), self.below(4));
        Slot { worker: WORKER, holder, fence, rev, expires_at: self.below(20), mark: self.below(20), label }
    }

    /// Each rule is off now and then, since the text differs then.
    fn rules(&mut self) -> Rules {
        let mut on = || !self.one_in(8);
        Rules {
            acquire_compares: on(),
            renew_compares_holder: on(),
            renew_compares_mark: on(),
            renew_compares_count: on(),
            release_compares_mark: on(),
            ..Rules::ALL
        }
    }

    fn statement(&mut self, row: &Slot) -> Statement {
        let worker = if self.one_in(16) { WORKER + 1 } else { WORKER };
        let holder = match &row.holder {
            Some(holder) if !self.one_in(6) => Arc::clone(holder),
            _ => self.text(),
        };
        let (fence, hi, rev) = (self.near(row.fence), self.near(row.mark), self.near(row.rev));
        let (ttl_ms, window_ms) = (self.below(8), self.below(8));
        match self.below(8) {
            0 | 1 => {
                let (seen, label) = (Seen { worker, fence, mark: hi }, self.text());
                Statement::Acquire { seen, holder, label, ttl_ms, window_ms }
            }
            2 | 3 => Statement::Renew { worker, holder, fence, hi, rev, ttl_ms, window_ms },
            4 => Statement::Release { worker, holder, fence, hi, first_free: hi - self.below(4) },
            5 => {
                let after = if self.one_in(2) { After::Acquire } else { After::Renew };
                Statement::ReadBack { worker, holder, fence, after }
            }
            6 => Statement::HeldBy { holder },
            _ => Statement::Candidates {
                label: holder,
                patience_ms: self.below(4),
                salt: 1 + self.below(8190),
                limit: 8,
            },
        }
    }
}

async fn write(pool: &SqlitePool, row: &Slot) {
    let text =
        "UPDATE idspec_worker_lease SET holder = ?, fence = ?, rev = ?, expires_at_ms = ?, hwm_ms = ?, label = ?";
    let query = sqlx::query(text).bind(row.holder.as_deref()).bind(row.fence).bind(row.rev).bind(row.expires_at);
    let done = query.bind(row.mark).bind(row.label.as_deref()).execute(pool).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test]
async fn sql_does_what_memory_does() {
    // One connection, since each would have a memory of its own.
    let pool = SqlitePoolOptions::new().max_connections(1);
    let pool = pool.connect_with(SqliteConnectOptions::new().in_memory(true)).await.unwrap();
    let store = Store::new(pool.clone(), Namespace::new("differential").unwrap()).at(Now::Given(0));
    store.migrate().await.unwrap();
    store.prepare(&Space::new("differential", 0, 1, 0, 10), Slots { first: 5, count: 1 }).await.unwrap();
    let mut dice = Dice(1);
    let mut row = Slot::new(WORKER);
    let (mut changed, mut found) = (0, 0);
    for step in 0..STEPS {
        if dice.one_in(4) {
            row = dice.row();
            write(&pool, &row).await;
        }
        let (statement, rules, now) = (dice.statement(&row), dice.rules(), dice.below(20));
        let before = row.clone();
        let expected = row.execute(&statement, &rules, now);
        let answer = store.clone().with_rules(rules).at(Now::Given(now)).run(&statement).await.unwrap();
        let case = || format!("step {step}, at {now}: {statement:?} on {before:?}, {rules:?}");
        assert_eq!(answer, expected, "{}", case());
        let look = store.run(&Statement::Look { worker: WORKER }).await.unwrap();
        assert_eq!(look, Answer::Rows(vec![row.clone()]), "{}", case());
        match expected {
            Answer::Changed(count) => changed += count,
            Answer::Rows(rows) => found += rows.len(),
        }
    }
    // Enough of them had an effect for the comparison to mean something; the dice are the same in every run.
    assert!(changed > 500 && found > 300, "{changed} {found}");
}
