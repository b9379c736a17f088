//! Millions of ids from several threads on the real clock, and a broken word that must give some twice.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use idspec::generate::state::{Rules, Slots, Stop, Word};
use idspec::generate::{Exhaustion, Generator, Rollback, Start};
use idspec::seq_guid::AtEnd;
use idspec::{TwitterSnowflake, Ulid};

const THREADS: usize = 4;
const LIMIT: Duration = Duration::from_secs(60);

/// Runs the same work on several threads and gives all that they made.
fn on_threads<T: Send>(work: impl Fn(usize) -> Vec<T> + Sync) -> Vec<Vec<T>> {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn({
                    let work = &work;
                    move || work(thread)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// How many of the ids were given before; each thread's own have to increase.
fn repeated<T: Ord + Copy>(given: &[Vec<T>]) -> usize {
    assert!(given.iter().all(|ids| ids.windows(2).all(|pair| pair[0] < pair[1])), "a thread's ids increase");
    let mut all = given.concat();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    count - all.len()
}

#[test]
fn two_million_snowflakes_of_one_worker() {
    let ids = Generator::<TwitterSnowflake>::builder().machine(1).rollback(Rollback::Wait(LIMIT)).build().unwrap();
    let given = on_threads(|_| (0..500_000).map(|_| ids.next_blocking(LIMIT).unwrap()).collect());
    assert_eq!(repeated(&given), 0);
}

#[test]
fn snowflakes_one_by_one_and_in_batches() {
    let ids =
        Generator::<TwitterSnowflake>::builder().machine(2).exhaustion(Exhaustion::Borrow(100_000)).build().unwrap();
    let given = on_threads(|_| {
        let mut given = Vec::new();
        for batch in 0..300 {
            if batch % 2 == 0 {
                given.push(ids.try_next().unwrap());
            } else {
                given.extend(ids.reserve(700).unwrap());
            }
        }
        let mut filled = vec![given[0]; 50_000];
        let count = ids.fill(&mut filled).unwrap();
        given.extend(&filled[..count]);
        given
    });
    assert_eq!(repeated(&given), 0);
}

#[test]
fn two_million_ulids_and_a_million_guids() {
    let ids = Generator::<Ulid>::builder().build().unwrap();
    assert_eq!(repeated(&on_threads(|_| (0..500_000).map(|_| ids.try_next().unwrap()).collect())), 0);
    let ids = Generator::<AtEnd>::builder().exhaustion(Exhaustion::Borrow(100_000_000)).build().unwrap();
    assert_eq!(repeated(&on_threads(|_| (0..250_000).map(|_| ids.try_next().unwrap()).collect())), 0);
}

/// A word whose exchange lets others in between its read and its write.
struct Torn(AtomicU64);

impl Word for Torn {
    fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    fn load(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn peek(&self) -> u64 {
        self.load()
    }

    fn compare_exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        let found = self.load();
        if found != old {
            return Err(found);
        }
        thread::yield_now();
        self.0.store(new, Ordering::SeqCst);
        Ok(found)
    }

    fn swap(&self, value: u64) -> u64 {
        self.0.swap(value, Ordering::SeqCst)
    }

    fn raise(&self, value: u64) {
        self.0.fetch_max(value, Ordering::SeqCst);
    }
}

#[test]
fn control_a_torn_word_gives_ids_twice() {
    let rules = Rules {
        bits: 22,
        last_unit: 1,
        rollback: Rollback::Error,
        tolerance: 0,
        exhaustion: Exhaustion::Error,
        start: Start::Zero,
    };
    let state = Slots::<Torn>::new(0, u64::MAX);
    let take = || state.take::<Stop>(&rules, 1, || Ok(1), |_| Ok(0)).unwrap().first;
    let given: Vec<u64> = on_threads(|_| (0..100_000).map(|_| take()).collect()).concat();
    let distinct: std::collections::BTreeSet<u64> = given.iter().copied().collect();
    assert!(distinct.len() < given.len(), "the stress would not notice a repetition");
}
