//! Every interleaving of small groups of threads, by loom: the state machine of the generators, and broken ones that loom must reject.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use idspec_core::generate::state::{Rules, Run, Slots, Stop, Word};
use idspec_core::generate::{Exhaustion, Rollback, Start};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;

/// The word of the library, as loom sees it.
struct Whole(AtomicU64);

impl Word for Whole {
    fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    fn load(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    fn peek(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn compare_exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        // The weak form fails at will, which loom would try without end.
        self.0.compare_exchange(old, new, Ordering::AcqRel, Ordering::Acquire)
    }

    fn swap(&self, value: u64) -> u64 {
        self.0.swap(value, Ordering::AcqRel)
    }

    fn raise(&self, value: u64) {
        self.0.fetch_max(value, Ordering::Relaxed);
    }
}

/// A word whose exchange is a read and a write: the control.
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
        self.0.store(new, Ordering::SeqCst);
        Ok(found)
    }

    fn swap(&self, value: u64) -> u64 {
        let found = self.load();
        self.0.store(value, Ordering::SeqCst);
        found
    }

    fn raise(&self, value: u64) {
        let found = self.load();
        self.0.store(found.max(value), Ordering::SeqCst);
    }
}

const FREE: u64 = u64::MAX;

fn rules(bits: u32) -> Rules {
    Rules {
        bits,
        last_unit: 1 << 40,
        rollback: Rollback::Error,
        tolerance: 0,
        exhaustion: Exhaustion::Error,
        start: Start::Zero,
    }
}

fn take<W: Word>(
    slots: &Slots<W>,
    rules: &Rules,
    count: u64,
    clock: impl FnMut() -> Result<u64, Stop>,
) -> Result<Run, Stop> {
    slots.take(rules, count, clock, |_| Ok(0))
}

/// Whether loom finds a fault in a model.
fn rejected(model: impl Fn() + Send + Sync + 'static) -> bool {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = catch_unwind(AssertUnwindSafe(|| loom::model(model))).is_err();
    std::panic::set_hook(hook);
    found
}

/// Two threads, two ids each, in one unit.
fn unique<W: Word + 'static>() {
    let slots = Arc::new(Slots::<W>::new(0, FREE));
    let other = Arc::clone(&slots);
    let two = |slots: &Slots<W>| [0, 1].map(|_| take(slots, &rules(12), 1, || Ok(7)).unwrap().first);
    let theirs = thread::spawn(move || two(&other));
    let ours = two(&slots);
    let theirs = theirs.join().unwrap();
    assert!(ours[0] < ours[1] && theirs[0] < theirs[1], "a thread's ids increase");
    let mut all = [ours, theirs].concat();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3].map(|number| 7 << 12 | number));
}

#[test]
fn no_id_is_given_twice() {
    loom::model(unique::<Whole>);
}

#[test]
fn control_an_exchange_in_two_steps_gives_one_twice() {
    assert!(rejected(unique::<Torn>));
}

/// A unit of two numbers, and three takers.
#[test]
fn a_unit_never_gives_more_than_it_has() {
    loom::model(|| {
        let slots = Arc::new(Slots::<Whole>::new(0, FREE));
        let spawn = |slots: &Arc<Slots<Whole>>| {
            let slots = Arc::clone(slots);
            thread::spawn(move || take(&slots, &rules(1), 1, || Ok(3)))
        };
        let threads = [spawn(&slots), spawn(&slots)];
        let mut given = vec![take(&slots, &rules(1), 1, || Ok(3))];
        given.extend(threads.map(|thread| thread.join().unwrap()));
        let mut slots: Vec<u64> = given.iter().filter_map(|run| run.ok().map(|run| run.first)).collect();
        slots.sort_unstable();
        assert_eq!(slots, [6, 7]);
        assert!(given.contains(&Err(Stop::Exhausted { unit: 4 })));
    });
}

#[test]
fn batches_do_not_overlap() {
    loom::model(|| {
        let slots = Arc::new(Slots::<Whole>::new(0, FREE));
        let other = Arc::clone(&slots);
        let batch = thread::spawn(move || take(&other, &rules(2), 3, || Ok(0)).unwrap());
        let single = take(&slots, &rules(2), 1, || Ok(0)).unwrap();
        let batch = batch.join().unwrap();
        assert_eq!((single.count, batch.count), (1, 3));
        let inside = single.first >= batch.first && single.first < batch.first + batch.count;
        assert!(!inside && batch.first + batch.count <= 4);
    });
}

/// A clock that goes on while two threads take: nobody may see a rollback that is none.
fn never_behind(reads_again: bool) {
    let slots = Arc::new(Slots::<Whole>::new(0, FREE));
    let clock = Arc::new(AtomicU64::new(5));
    let (other, hand) = (Arc::clone(&slots), Arc::clone(&clock));
    let ahead = thread::spawn(move || {
        hand.store(6, Ordering::SeqCst);
        take(&other, &rules(12), 1, || Ok(hand.load(Ordering::SeqCst))).unwrap().first
    });
    let early = clock.load(Ordering::SeqCst);
    let mut reads = 0;
    let reading = || {
        reads += 1;
        Ok(if reads == 1 || !reads_again { early } else { clock.load(Ordering::SeqCst) })
    };
    let ours = take(&slots, &rules(12), 1, reading);
    let theirs = ahead.join().unwrap();
    assert_ne!(ours, Err(Stop::Behind { by: 1, unit: 6 }));
    assert_ne!(ours.unwrap().first, theirs);
}

#[test]
fn a_thread_that_was_held_up_is_not_refused() {
    loom::model(|| never_behind(true));
}

#[test]
fn control_a_clock_that_is_read_once_refuses_it() {
    assert!(rejected(|| never_behind(false)));
}

/// What a release writes must be after every id that was given.
fn sealed_after_all<W: Word + 'static>() {
    let slots = Arc::new(Slots::<W>::new(0, FREE));
    let other = Arc::clone(&slots);
    let taker = thread::spawn(move || take(&other, &rules(12), 1, || Ok(2)));
    let next = slots.seal().unwrap();
    match taker.join().unwrap() {
        Ok(run) => assert!(run.first < next, "an id at or after the seal"),
        Err(stop) => assert_eq!(stop, Stop::Sealed),
    }
    assert_eq!(take(&slots, &rules(12), 1, || Ok(9)), Err(Stop::Sealed));
    assert_eq!(slots.seal(), None);
}

#[test]
fn no_id_is_given_after_the_seal() {
    loom::model(sealed_after_all::<Whole>);
}

#[test]
fn control_a_seal_in_two_steps_lets_one_through() {
    assert!(rejected(sealed_after_all::<Torn>));
}

#[test]
fn no_id_lies_past_the_lease() {
    loom::model(|| {
        let slots = Arc::new(Slots::<Whole>::new(0, 10 << 12));
        let (renewing, watching) = (Arc::clone(&slots), Arc::clone(&slots));
        let renewal = thread::spawn(move || renewing.extend(20 << 12));
        let watchdog = thread::spawn(move || watching.revoke());
        for unit in [9, 12, 20] {
            match take(&slots, &rules(12), 1, || Ok(unit)) {
                Ok(run) => assert!(run.first < 20 << 12, "past any lease there was"),
                Err(stop) => assert_eq!(stop, Stop::Lease),
            }
        }
        renewal.join().unwrap();
        watchdog.join().unwrap();
    });
}
