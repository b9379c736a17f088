//! The state machine of monotonic ids: the last number, counted up within a unit of time.
//!
//! 128 bits do not fit into an atomic, so they stand behind a mutex. Clock and entropy are read inside it, so that a thread with an older reading cannot come in after one with
//! a newer; nothing waits inside.

use std::sync::{Mutex, PoisonError};

use super::policy::Rollback;
use super::rules::{Rules, Stop};
use crate::field::ones;

/// A state that one thread at a time sees. The models of the tests put their own in its place.
pub trait Guarded: Send + Sync {
    /// A guarded state.
    fn new(state: State) -> Self;
    /// Runs `f` with nobody else at the state.
    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R;
}

impl Guarded for Mutex<State> {
    fn new(state: State) -> Self {
        Self::new(state)
    }

    fn with<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        // A panic of a clock or a source leaves the state as it was.
        f(&mut self.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The state machine.
#[derive(Debug)]
pub struct Monotonic<M = Mutex<State>> {
    state: M,
    /// The bits of the random part, below the time.
    random_bits: u32,
}

/// What is remembered.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The number of the last id, of the time and the random part.
    last: Option<u128>,
    /// The first unit that may not be used.
    limit: u64,
    sealed: bool,
    /// The count of forks at which the last number was this process's own.
    forks: u64,
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
        let state = State { last, limit, sealed: false, forks: super::fork::count() };
        Self { state: M::new(state), random_bits }
    }

    /// Takes up to `count` numbers at the time that `clock` gives in units; `draw` gives a new random part.
    ///
    /// In a forked child the first random part is drawn anew, in the same unit too: parent and child would otherwise count up from one number.
    ///
    /// # Errors
    /// Why there is no number; the state is then as it was.
    pub fn take<E: From<Stop>>(
        &self,
        rules: &Rules,
        count: u64,
        clock: impl FnOnce() -> Result<u64, E>,
        draw: impl FnOnce(u32) -> Result<u128, E>,
    ) -> Result<NumberRun, E> {
        self.state.with(|state| {
            if state.sealed {
                return Err(Stop::Sealed.into());
            }
            let now = clock()?;
            if now > rules.last_unit {
                return Err(Stop::Past.into());
            }
            let forks = super::fork::count();
            let next = match state.last {
                Some(last) => self.after(rules, last, now)?,
                None => None,
            };
            let first = match next {
                Some(next) if state.forks == forks => next,
                Some(next) => next >> self.random_bits << self.random_bits | draw(self.random_bits)?,
                None => u128::from(now) << self.random_bits | draw(self.random_bits)?,
            };
            if first >> self.random_bits >= u128::from(state.limit) {
                return Err(Stop::Lease.into());
            }
            let left = ones(self.random_bits) - (first & ones(self.random_bits));
            let count = count.min(u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1)).max(1);
            *state = State { last: Some(first + u128::from(count - 1)), forks, ..*state };
            Ok(NumberRun { first, count })
        })
    }

    /// The number after the last one where the clock stands in its unit or is tolerated behind it, nothing where the clock is past it.
    fn after(&self, rules: &Rules, last: u128, now: u64) -> Result<Option<u128>, Stop> {
        let unit = u64::try_from(last >> self.random_bits).unwrap_or(u64::MAX);
        if now > unit {
            return Ok(None);
        }
        let by = unit - now;
        let held = matches!(rules.rollback, Rollback::Hold(_)) && by <= rules.tolerance;
        if by > 0 && !held {
            return Err(Stop::Behind { by, unit });
        }
        let used_up = last & ones(self.random_bits) == ones(self.random_bits);
        if used_up { Err(Stop::RandomExhausted { unit }) } else { Ok(Some(last + 1)) }
    }

    /// Raises the end of the lease, in units; it is never lowered by this.
    pub fn extend(&self, limit: u64) {
        self.state.with(|state| state.limit = state.limit.max(limit));
    }

    /// Ends the lease now.
    pub fn revoke(&self) {
        self.state.with(|state| state.limit = 0);
    }

    /// Ends the giving of ids for good and gives the first unit that no id has. Nothing where it was sealed before.
    pub fn seal(&self) -> Option<u64> {
        self.state.with(|state| {
            if state.sealed {
                return None;
            }
            state.sealed = true;
            let unit = state.last.and_then(|last| u64::try_from(last >> self.random_bits).ok());
            Some(unit.map_or(0, |unit| unit.saturating_add(1)))
        })
    }
}
