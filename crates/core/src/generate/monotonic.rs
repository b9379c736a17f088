//! The state machine of monotonic ids: the last number, counted up within a unit of time.
//!
//! 128 bits do not fit into an atomic, so where threads share them they stand behind a mutex. Clock and entropy are read inside it, so that a thread with an older reading cannot come in after one with
//! a newer; nothing waits inside.

use core::cell::{RefCell, RefMut};
use core::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::policy::Rollback;
use super::rules::{Rules, Stop};
use crate::field::ones;

/// A state that one call at a time sees: of any thread, or of the only one. The models of the tests put their own in its place.
pub trait Guarded {
    /// Whether there is only one thread: no later reading of the clock can come in between then, and it is taken before the guard.
    const ALONE: bool = false;
    /// A guarded state.
    fn new(state: State) -> Self;
    /// Runs `f` with nobody else at the state.
    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R;
}

/// One whose guard is a value, so that what is done under it stands in one piece in the code that does it: the reading of a clock in a function of its own costs as much as the mutex.
pub(super) trait Held: Guarded {
    /// The state, with nobody else at it.
    type Guard<'a>: DerefMut<Target = State>
    where
        Self: 'a;
    /// Keeps everybody else away.
    fn hold(&self) -> Self::Guard<'_>;
}

impl Guarded for Mutex<State> {
    fn new(state: State) -> Self {
        Self::new(state)
    }

    #[inline(always)]
    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        f(&mut self.hold())
    }
}

impl Held for Mutex<State> {
    type Guard<'a> = MutexGuard<'a, State>;

    #[inline(always)]
    fn hold(&self) -> MutexGuard<'_, State> {
        // A panic of a clock or a source leaves the state as it was.
        self.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The guard of a generator that one thread has.
impl Guarded for RefCell<State> {
    const ALONE: bool = true;

    fn new(state: State) -> Self {
        Self::new(state)
    }

    #[inline(always)]
    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        f(&mut self.hold())
    }
}

impl Held for RefCell<State> {
    type Guard<'a> = Borrowed<'a>;

    #[inline(always)]
    fn hold(&self) -> Borrowed<'_> {
        match self.try_borrow_mut() {
            Ok(state) => Borrowed::State(state),
            Err(_) => Borrowed::Busy(State::new(None, 0, true, 0)),
        }
    }
}

/// The state of one thread's generator.
pub(super) enum Borrowed<'a> {
    State(RefMut<'a, State>),
    /// A source that asks the generator it works for is refused as by a sealed one, since both calls would give one number.
    Busy(State),
}

impl Deref for Borrowed<'_> {
    type Target = State;

    #[inline(always)]
    fn deref(&self) -> &State {
        match self {
            Self::State(state) => state,
            Self::Busy(state) => state,
        }
    }
}

impl DerefMut for Borrowed<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut State {
        match self {
            Self::State(state) => state,
            Self::Busy(state) => state,
        }
    }
}

/// The state machine.
#[derive(Debug)]
pub struct Monotonic<M = Mutex<State>> {
    pub(super) state: M,
    /// The bits of the random part, below the time.
    random_bits: u32,
}

/// What is remembered.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The halves of the number of the last id, of the time and the random part; the ordinary case counts in the lower one alone.
    high: u64,
    low: u64,
    /// Whether there is a last id.
    given: bool,
    /// The unit of the last id, and up to which lower half numbers may be counted in it without asking anything else: none (0) where the lease or the generator has ended.
    unit: u64,
    end: u64,
    /// The first unit that may not be used.
    limit: u64,
    sealed: bool,
    /// The count of forks at which the last number was this process's own.
    forks: u64,
}

impl State {
    const fn new(last: Option<u128>, limit: u64, sealed: bool, forks: u64) -> Self {
        let (given, last) = match last {
            Some(last) => (true, last),
            None => (false, 0),
        };
        Self { high: upper(last), low: lower(last), given, unit: 0, end: 0, limit, sealed, forks }
    }

    /// The number of the last id.
    const fn last(&self) -> Option<u128> {
        if self.given { Some((self.high as u128) << 64 | self.low as u128) } else { None }
    }

    /// The next number in the ordinary case: the clock stands in the unit of the last one.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects, reason = "there is a larger number, `end`")]
    pub(super) fn next_ready(&mut self, now: u64) -> Option<u128> {
        if self.low < self.end && self.unit == now && self.forks == super::fork::count() {
            self.low += 1;
            return Some(u128::from(self.high) << 64 | u128::from(self.low));
        }
        None
    }
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn lower(number: u128) -> u64 {
    number as u64
}

#[inline(always)]
const fn upper(number: u128) -> u64 {
    lower(number >> 64)
}

/// Numbers that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRun {
    /// The first.
    pub first: u128,
    /// How many, at least one.
    pub count: u64,
}

impl<M: Guarded> Monotonic<M> {
    /// A state that goes on from the number of an id, where there is one.
    #[must_use]
    pub fn new(random_bits: u32, last: Option<u128>, limit: u64) -> Self {
        let state = State::new(last, limit, false, super::fork::count());
        Self { state: M::new(state), random_bits }
    }

    /// Takes up to `count` numbers at the time that `clock` gives in units; `draw` gives a new random part.
    ///
    /// In a forked child the first random part is drawn anew, in the same unit too: parent and child would otherwise count up from one number.
    ///
    /// # Errors
    /// Why there is no number; the state is then as it was.
    #[inline]
    pub fn take<E: From<Stop>>(
        &self,
        rules: &Rules,
        count: u64,
        clock: impl FnOnce() -> Result<u64, E>,
        draw: impl FnOnce(u32) -> Result<u128, E>,
    ) -> Result<NumberRun, E> {
        if M::ALONE {
            let now = clock();
            self.state.with(|state| self.take_in(state, rules, count, now, draw))
        } else {
            self.state.with(|state| self.take_in(state, rules, count, clock(), draw))
        }
    }

    /// The same with the state at hand.
    #[inline]
    pub(super) fn take_in<E: From<Stop>>(
        &self,
        state: &mut State,
        rules: &Rules,
        count: u64,
        now: Result<u64, E>,
        draw: impl FnOnce(u32) -> Result<u128, E>,
    ) -> Result<NumberRun, E> {
        let now = match now {
            Ok(now) => now,
            // A sealed state says so whatever the clock shows.
            Err(_) if state.sealed => return Err(Stop::Sealed.into()),
            Err(error) => return Err(error),
        };
        if count == 1
            && let Some(first) = state.next_ready(now)
        {
            return Ok(NumberRun { first, count: 1 });
        }
        self.take_at(state, rules, count, now, draw)
    }

    /// The same at a time, where that is not the ordinary case.
    #[cold]
    fn take_at<E: From<Stop>>(
        &self,
        state: &mut State,
        rules: &Rules,
        count: u64,
        now: u64,
        draw: impl FnOnce(u32) -> Result<u128, E>,
    ) -> Result<NumberRun, E> {
        if state.sealed {
            return Err(Stop::Sealed.into());
        }
        if now > rules.last_unit {
            return Err(Stop::Past.into());
        }
        let forks = super::fork::count();
        let next = match state.last() {
            Some(last) => self.after(rules, last, now)?,
            None => None,
        };
        // A source that gives more bits than it was asked for does not reach the time.
        let random = ones(self.random_bits);
        let first = match next {
            Some(next) if state.forks == forks => next,
            Some(next) => next & !random | draw(self.random_bits)? & random,
            None => u128::from(now) << self.random_bits | draw(self.random_bits)? & random,
        };
        let unit = u64::try_from(first >> self.random_bits).unwrap_or(u64::MAX);
        if unit >= state.limit {
            return Err(Stop::Lease.into());
        }
        let left = u64::try_from(!first & ones(self.random_bits)).unwrap_or(u64::MAX);
        let count = count.min(left.saturating_add(1)).max(1);
        // Of no other unit: what is left of the random part is all that is added.
        let last = first.saturating_add(u128::from(count.saturating_sub(1)));
        // Where the random part is wider than that half, a full half is looked at here, and so is a full random part.
        let end = lower(last | ones(self.random_bits));
        *state = State { high: upper(last), low: lower(last), given: true, unit, end, forks, ..*state };
        Ok(NumberRun { first, count })
    }

    /// The number after the last one where the clock stands in its unit or is tolerated behind it, nothing where the clock is past it.
    fn after(&self, rules: &Rules, last: u128, now: u64) -> Result<Option<u128>, Stop> {
        let unit = u64::try_from(last >> self.random_bits).unwrap_or(u64::MAX);
        if now > unit {
            return Ok(None);
        }
        let by = unit.saturating_sub(now);
        let held = matches!(rules.rollback, Rollback::Hold(_)) && by <= rules.tolerance;
        if by > 0 && !held {
            return Err(Stop::Behind { by, unit });
        }
        let used_up = last & ones(self.random_bits) == ones(self.random_bits);
        last.checked_add(1).filter(|_| !used_up).map(Some).ok_or(Stop::RandomExhausted { unit })
    }

    /// Raises the end of the lease, in units; it is never lowered by this.
    pub fn extend(&self, limit: u64) {
        self.state.with(|state| state.limit = state.limit.max(limit));
    }

    /// Ends the lease now.
    pub fn revoke(&self) {
        self.state.with(|state| (state.limit, state.end) = (0, 0));
    }

    /// Ends the giving of ids for good and gives the first unit that no id has. Nothing where it was sealed before.
    pub fn seal(&self) -> Option<u64> {
        self.state.with(|state| {
            if state.sealed {
                return None;
            }
            (state.sealed, state.end) = (true, 0);
            let unit = state.last().and_then(|last| u64::try_from(last >> self.random_bits).ok());
            Some(unit.map_or(0, |unit| unit.saturating_add(1)))
        })
    }
}
