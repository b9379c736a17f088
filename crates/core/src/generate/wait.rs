//! Waiting for an id, as a thin layer on the calls that do not.

use core::cell::Cell;
use core::time::Duration;
use std::time::Instant;

use super::clock::Clock;
use super::engine::Engine;
use super::entropy::Entropy;
use super::error::GenerateError;
use super::monotonic::Held;
use super::slots::Word;
use crate::time::Timestamp;

/// The shortest wait: a clock that does not move cannot make a loop of these endless.
const SHORTEST: Duration = Duration::from_micros(20);
/// The same for tasks: the timer of tokio counts in ms.
#[cfg(feature = "tokio")]
const SHORTEST_OF_TASKS: Duration = Duration::from_millis(1);
/// The longest wait in one go, so that a generator that was revoked or sealed meanwhile is noticed.
const LONGEST: Duration = Duration::from_millis(50);

impl<C: Clock, E: Entropy, W: Word, M: Held> Engine<C, E, W, M> {
    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    pub(super) fn next_blocking(&self, base: u128, limit: Duration) -> Result<u128, GenerateError> {
        let mut budget = Budget::new(limit);
        loop {
            let now = Cell::new(Timestamp::UNIX_EPOCH);
            match self.attempt(base, 1, &now) {
                Ok(taken) => return Ok(taken.first),
                Err(error) => {
                    let pause = self.pause(&error, now.get(), SHORTEST)?;
                    self.clock.sleep(budget.take(pause).ok_or(error)?);
                }
            }
        }
    }

    /// The same in a task: dropping the future cancels it, and nothing is lost then.
    #[cfg(feature = "tokio")]
    pub(super) async fn next_in_task(&self, base: u128, limit: Duration) -> Result<u128, GenerateError> {
        let mut budget = Budget::new(limit);
        loop {
            let now = Cell::new(Timestamp::UNIX_EPOCH);
            match self.attempt(base, 1, &now) {
                Ok(taken) => return Ok(taken.first),
                Err(error) => {
                    let pause = self.pause(&error, now.get(), SHORTEST_OF_TASKS)?;
                    tokio::time::sleep(budget.take(pause).ok_or(error)?).await;
                }
            }
        }
    }

    /// How long to wait after an error before the next try.
    ///
    /// # Errors
    /// That error, where waiting is not asked for.
    fn pause(&self, error: &GenerateError, now: Timestamp, shortest: Duration) -> Result<Duration, GenerateError> {
        let retry_at = error.retry_at().filter(|_| self.waits(error)).ok_or(*error)?;
        let missing = retry_at.hundred_ns().saturating_sub(now.hundred_ns());
        let missing = Duration::from_nanos(u64::try_from(missing).unwrap_or(0).saturating_mul(100));
        Ok(missing.clamp(shortest, LONGEST))
    }
}

/// What a call may still wait: bounded by the time that passed, since a sleep takes longer than it was asked to, and by what was asked, since a clock of a test may let none pass.
struct Budget {
    limit: Duration,
    begun: Instant,
    asked: Duration,
}

impl Budget {
    fn new(limit: Duration) -> Self {
        Self { limit, begun: Instant::now(), asked: Duration::ZERO }
    }

    /// As much of a pause as there is time for, or nothing where there is none.
    fn take(&mut self, pause: Duration) -> Option<Duration> {
        let left = self.limit.saturating_sub(self.asked.max(self.begun.elapsed()));
        let pause = pause.min(left);
        self.asked = self.asked.saturating_add(pause);
        (!pause.is_zero()).then_some(pause)
    }
}
