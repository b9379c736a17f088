//! The state machine of generators with a sequence: one atomic number, the next free slot.
//!
//! A slot is `unit << bits | number`. The state is the slot *after* that of the last id, so that a new unit, the same unit, a clock that went back and a used-up unit are one
//! comparison, and nothing is ever put together out of two atomics. Nothing here reads a clock, sleeps or holds a lock.

use core::cell::Cell;
use core::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::policy::{Exhaustion, Rollback, Start};
use super::rules::{Rules, Stop};

/// One word of memory: one that threads share, or one of a single thread. The models of the tests put their own in its place.
pub trait Word {
    /// Whether there is only one thread: what was worked out of the words holds until the next call then.
    const ALONE: bool = false;
    /// A word that holds `value`.
    fn new(value: u64) -> Self;
    /// Reads it; what was written before the value was is seen.
    fn load(&self) -> u64;
    /// Reads it and promises nothing about anything else.
    fn peek(&self) -> u64;
    /// Writes `new` where it holds `old`, and otherwise gives what it holds.
    ///
    /// # Errors
    /// The value found.
    fn compare_exchange(&self, old: u64, new: u64) -> Result<u64, u64>;
    /// Writes a value and gives the one before.
    fn swap(&self, value: u64) -> u64;
    /// Writes a value where it is larger than the one found.
    fn raise(&self, value: u64);
}

impl Word for AtomicU64 {
    fn new(value: u64) -> Self {
        Self::new(value)
    }

    fn load(&self) -> u64 {
        self.load(Ordering::Acquire)
    }

    fn peek(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn compare_exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        self.compare_exchange_weak(old, new, Ordering::AcqRel, Ordering::Acquire)
    }

    fn swap(&self, value: u64) -> u64 {
        self.swap(value, Ordering::AcqRel)
    }

    fn raise(&self, value: u64) {
        self.fetch_max(value, Ordering::Relaxed);
    }
}

/// The word of a generator that one thread has.
impl Word for Cell<u64> {
    const ALONE: bool = true;

    fn new(value: u64) -> Self {
        Self::new(value)
    }

    fn load(&self) -> u64 {
        self.get()
    }

    fn peek(&self) -> u64 {
        self.get()
    }

    fn compare_exchange(&self, old: u64, new: u64) -> Result<u64, u64> {
        // Not always the same: a clock may have asked the generator in between.
        let found = self.get();
        if found != old {
            return Err(found);
        }
        self.set(new);
        Ok(found)
    }

    fn swap(&self, value: u64) -> u64 {
        self.replace(value)
    }

    fn raise(&self, value: u64) {
        self.set(self.get().max(value));
    }
}

/// The state of a sealed generator; no slot of a scheme reaches it.
const SEALED: u64 = u64::MAX;

/// Consecutive slots of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first.
    pub first: u64,
    /// How many, at least one.
    pub count: u64,
}

/// The state.
#[derive(Debug)]
pub struct Slots<A = AtomicU64> {
    next: A,
    /// The first slot that may not be given: the end of the lease.
    limit: A,
    /// Of one thread alone: the unit of the last slot, and where its slots or the lease end. A next slot before that is the clock's next one, and nothing else is looked at.
    unit: A,
    end: A,
}

impl<A: Word> Slots<A> {
    /// A state whose ids begin at `next` or later and end before `limit`.
    #[must_use]
    pub fn new(next: u64, limit: u64) -> Self {
        Self { next: A::new(next.min(SEALED - 1)), limit: A::new(limit), unit: A::new(0), end: A::new(0) }
    }

    /// Takes one slot in the ordinary case: the clock stands in the unit of the last slot or a later one, there are numbers left, and no other thread is in the way. Nothing in any
    /// other case, where [`Slots::take`] has the answer.
    #[inline(always)]
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "there is a larger slot than the one taken, and the one after the last of a scheme fits"
    )]
    pub fn take_quickly(&self, rules: &Rules, now: u64) -> Option<u64> {
        let next = self.next.load();
        if A::ALONE && next < self.end.peek() && now == self.unit.peek() {
            return self.next.compare_exchange(next, next + 1).ok();
        }
        // A sealed state is after every unit that a clock may show, so it is none of these.
        let slot = if !A::ALONE && next >> rules.bits == now && next & rules.largest() != 0 {
            next
        } else {
            match ordinary(rules, next, now)? {
                ControlFlow::Break(slot) => slot,
                ControlFlow::Continue(slot) if rules.start == Start::Zero => slot,
                ControlFlow::Continue(_) => return None,
            }
        };
        let limit = self.limit.peek();
        if slot < limit && self.next.compare_exchange(next, slot + 1).is_ok() {
            if A::ALONE {
                self.unit.swap(now);
                self.end.swap(limit.min(slot + rules.left_from(slot)));
            }
            return Some(slot);
        }
        None
    }

    /// Takes up to `count` slots, `count` being at least one, at the time that `clock` gives in units. `draw` gives the number at which a new unit begins.
    ///
    /// The clock is read before the state. A refusal would be the fault of the clock only if that was read after the state, so it is read once more before refusing: another
    /// thread may have taken a later slot in between.
    ///
    /// # Errors
    /// Why there is no slot; the state is then as it was.
    #[inline]
    #[allow(clippy::arithmetic_side_effects, reason = "the slot after the last one of a scheme fits")]
    pub fn take<E: From<Stop>>(
        &self,
        rules: &Rules,
        count: u64,
        mut clock: impl FnMut() -> Result<u64, E>,
        mut draw: impl FnMut(u64) -> Result<u64, E>,
    ) -> Result<Run, E> {
        let mut now = clock()?;
        let mut drawn = None;
        loop {
            let next = self.next.load();
            if next == SEALED {
                return Err(Stop::Sealed.into());
            }
            let first = match judge(rules, next, now) {
                Ok(found) => found,
                Err(_) => {
                    now = clock()?;
                    judge(rules, next, now)?
                }
            };
            let first = match (first, rules.start, drawn) {
                (ControlFlow::Break(slot), ..) | (ControlFlow::Continue(slot), Start::Zero, _) => slot,
                (ControlFlow::Continue(slot), Start::Running, _) => slot | next & rules.largest(),
                (ControlFlow::Continue(slot), Start::Spread(_), Some(offset)) => slot | offset,
                (ControlFlow::Continue(slot), Start::Spread(largest), None) => {
                    // Drawn once for a call, however often it has to try.
                    slot | *drawn.insert(draw(largest)?.min(rules.largest()))
                }
            };
            if first >= self.limit.peek() {
                return Err(Stop::Lease.into());
            }
            // A lease ends with a unit, so what is left of the unit lies in it.
            let count = count.min(rules.left_from(first)).max(1);
            if self.next.compare_exchange(next, first + count).is_ok() {
                return Ok(Run { first, count });
            }
        }
    }

    /// Raises the end of the lease; it is never lowered by this.
    pub fn extend(&self, limit: u64) {
        self.limit.raise(limit);
    }

    /// Ends the lease now.
    pub fn revoke(&self) {
        self.limit.swap(0);
        if A::ALONE {
            self.end.swap(0);
        }
    }

    /// Ends the giving of ids for good and gives the next free slot: no id of this state has that slot or a later one. Nothing where it was sealed before.
    pub fn seal(&self) -> Option<u64> {
        Some(self.next.swap(SEALED)).filter(|next| *next != SEALED)
    }
}

/// The slot that a clock standing at `now` allows: one that is decided (`Break`), or the beginning of the clock's own unit, of which nothing was given yet (`Continue`).
fn judge(rules: &Rules, next: u64, now: u64) -> Result<ControlFlow<u64, u64>, Stop> {
    if let Some(found) = ordinary(rules, next, now) {
        return Ok(found);
    }
    match next.checked_sub(1) {
        Some(last) if now <= rules.last_unit => ahead_of_clock(rules, next, last >> rules.bits, now),
        _ => Err(Stop::Past),
    }
}

/// The same where the clock's unit is later than the last slot's, or is the next slot's.
#[inline]
fn ordinary(rules: &Rules, next: u64, now: u64) -> Option<ControlFlow<u64, u64>> {
    if now > rules.last_unit || next >> rules.bits > now {
        return None;
    }
    let first = now << rules.bits;
    // The last slot is in the unit before that of the next one where that is a first slot.
    Some(if next > first { ControlFlow::Break(next) } else { ControlFlow::Continue(first) })
}

/// The same where the next slot is after the clock's unit: that is used up, or the clock is behind, or ids were borrowed.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "the next slot is after the clock's unit, so the last one is in it or after it"
)]
fn ahead_of_clock(rules: &Rules, next: u64, last: u64, now: u64) -> Result<ControlFlow<u64, u64>, Stop> {
    let (behind, unit) = (last - now, next >> rules.bits);
    let borrowed = match rules.exhaustion {
        Exhaustion::Borrow(ahead) => behind <= ahead,
        Exhaustion::Error | Exhaustion::Wait => false,
    };
    let mut ahead = if let Exhaustion::Borrow(ahead) = rules.exhaustion { ahead } else { 0 };
    if behind > 0 && !borrowed {
        match rules.rollback {
            Rollback::Hold(_) if behind <= rules.tolerance => {}
            // More than `exhaustion` allows, or this would be `borrowed`.
            Rollback::Borrow(_) if behind <= rules.tolerance => ahead = rules.tolerance,
            _ => return Err(Stop::Behind { by: behind, unit: last }),
        }
    }
    if unit > last {
        let within = unit - now <= ahead;
        // The slot after the scheme's last one is neither given nor waited for.
        if unit > rules.last_unit && (within || rules.exhaustion == Exhaustion::Wait) {
            return Err(Stop::Past);
        }
        if !within {
            return Err(Stop::Exhausted { unit });
        }
    }
    Ok(ControlFlow::Break(next))
}
