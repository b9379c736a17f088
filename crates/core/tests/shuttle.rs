//! Random schedules of more threads than loom can exhaust, by shuttle: both state machines, and broken ones that must fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use idspec_core::generate::state::{Guarded, Monotonic, Rules, Slots, State, Stop, Word};
use idspec_core::generate::{Exhaustion, Rollback, Start};
use shuttle::sync::atomic::{AtomicU64, Ordering};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

const SCHEDULES: usize = 5_000;

/// The word of the library, as shuttle sees it; `TORN` makes its exchange a read and a write.
struct Shared<const TORN: bool>(AtomicU64);

impl<const TORN: bool> Word for Shared<TORN> {
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
        if !TORN {
            return self.0.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst);
        }
        let found = self.load();
        if found != old {
            return Err(found);
        }
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

/// The guard of the library, as shuttle sees it; `TORN` works on a copy and writes that back.
struct Kept<const TORN: bool>(Mutex<State>);

impl<const TORN: bool> Guarded for Kept<TORN> {
    fn new(state: State) -> Self {
        Self(Mutex::new(state))
    }

    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        if !TORN {
            return f(&mut self.0.lock().unwrap());
        }
        let mut copy = *self.0.lock().unwrap();
        let given = f(&mut copy);
        *self.0.lock().unwrap() = copy;
        given
    }
}

fn rules(rollback: Rollback, exhaustion: Exhaustion, start: Start) -> Rules {
    Rules { bits: 2, last_unit: 1 << 40, rollback, tolerance: 1, exhaustion, start }
}

fn rejected(test: impl Fn() + Send + Sync + 'static) -> bool {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = catch_unwind(AssertUnwindSafe(|| shuttle::check_random(test, SCHEDULES))).is_err();
    std::panic::set_hook(hook);
    found
}

/// Four threads take from units of four numbers, with a clock that any of them moves, forwards and back.
fn slots<const TORN: bool>(rules: Rules) {
    let state = Arc::new(Slots::<Shared<TORN>>::new(0, u64::MAX));
    let clock = Arc::new(AtomicU64::new(10));
    let threads: Vec<_> = (0..4u64)
        .map(|thread| {
            let (state, clock) = (Arc::clone(&state), Arc::clone(&clock));
            thread::spawn(move || {
                let mut given = Vec::new();
                for turn in 0..4 {
                    if (thread + turn) % 3 == 0 {
                        clock.store(10 + (turn * 2 + thread) % 5, Ordering::SeqCst);
                    }
                    let reading = || Ok::<_, Stop>(clock.load(Ordering::SeqCst));
                    if let Ok(run) = state.take(&rules, 1 + turn % 2, reading, |largest| Ok(thread.min(largest))) {
                        given.extend(run.first..run.first + run.count);
                    }
                }
                assert!(given.windows(2).all(|pair| pair[0] < pair[1]), "a thread's ids increase");
                given
            })
        })
        .collect();
    let given: Vec<u64> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), given.len(), "an id is given once");
}

#[test]
fn slots_are_given_once_under_every_policy() {
    let bound = std::time::Duration::from_millis(1);
    for rules in [
        rules(Rollback::Error, Exhaustion::Error, Start::Zero),
        rules(Rollback::Hold(bound), Exhaustion::Wait, Start::Running),
        rules(Rollback::Borrow(bound), Exhaustion::Borrow(1), Start::Spread(3)),
    ] {
        shuttle::check_random(move || slots::<false>(rules), SCHEDULES);
    }
}

#[test]
fn control_an_exchange_in_two_steps_gives_one_twice() {
    assert!(rejected(|| slots::<true>(rules(Rollback::Error, Exhaustion::Error, Start::Zero))));
}

/// Three threads take numbers by a clock that goes on; with the reading taken `inside` the guard, none is refused.
fn numbers<const TORN: bool>(inside: bool) {
    let state = Arc::new(Monotonic::<Kept<TORN>>::new(8, None, u64::MAX));
    let clock = Arc::new(AtomicU64::new(10));
    let rules = rules(Rollback::Error, Exhaustion::Error, Start::Zero);
    let threads: Vec<_> = (0..3u64)
        .map(|thread| {
            let (state, clock) = (Arc::clone(&state), Arc::clone(&clock));
            thread::spawn(move || {
                let mut given = Vec::new();
                for turn in 0..3 {
                    clock.fetch_add((thread + turn) % 2, Ordering::SeqCst);
                    let early = clock.load(Ordering::SeqCst);
                    let reading = || Ok::<_, Stop>(if inside { clock.load(Ordering::SeqCst) } else { early });
                    let run = state.take(&rules, 1 + turn, reading, |_| Ok(u128::from(thread))).unwrap();
                    given.extend(run.first..run.first + u128::from(run.count));
                }
                assert!(given.windows(2).all(|pair| pair[0] < pair[1]), "a thread's ids increase");
                given
            })
        })
        .collect();
    let given: Vec<u128> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), given.len(), "an id is given once");
}

#[test]
fn numbers_are_given_once() {
    shuttle::check_random(|| numbers::<false>(true), SCHEDULES);
}

#[test]
fn control_a_clock_that_is_read_before_the_guard_refuses_a_call() {
    assert!(rejected(|| numbers::<false>(false)));
}

#[test]
fn control_a_guard_that_is_left_in_between_gives_one_twice() {
    assert!(rejected(|| numbers::<true>(true)));
}
