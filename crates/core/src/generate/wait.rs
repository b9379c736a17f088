//! Waiting for an id, as a thin layer on the calls that do not.

use core::cell::Cell;
use core::time::Duration;

use super::clock::Clock as _;
use super::error::GenerateError;
use super::numbers::Numbers;
use crate::time::Timestamp;

/// The shortest wait: a clock that does not move cannot make a loop of these endless.
const SHORTEST: Duration = Duration::from_micros(20);
/// The longest wait in one go, so that a generator that was revoked or sealed meanwhile is noticed.
const LONGEST: Duration = Duration::from_millis(50);

impl Numbers {
    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    ///
    /// # Errors
    /// As [`Numbers::try_next`], and what that last said when the time is over.
    pub fn next_blocking(&self, limit: Duration) -> Result<u128, GenerateError> {
        let mut left = limit;
        loop {
            let now = Cell::new(Timestamp::UNIX_EPOCH);
            match self.attempt(1, &now) {
                Ok(taken) => return Ok(taken.first),
                Err(error) => {
                    let pause = self.pause(&error, now.get(), left)?;
                    self.shared.clock.sleep(pause);
                    left = left.saturating_sub(pause);
                }
            }
        }
    }

    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Dropping the future cancels it, and nothing is lost then.
    ///
    /// # Errors
    /// As [`Numbers::try_next`], and what that last said when the time is over.
    #[cfg(feature = "tokio")]
    pub async fn next(&self, limit: Duration) -> Result<u128, GenerateError> {
        let mut left = limit;
        loop {
            let now = Cell::new(Timestamp::UNIX_EPOCH);
            match self.attempt(1, &now) {
                Ok(taken) => return Ok(taken.first),
                Err(error) => {
                    let pause = self.pause(&error, now.get(), left)?;
                    tokio::time::sleep(pause).await;
                    left = left.saturating_sub(pause);
                }
            }
        }
    }

    /// How long to wait after an error before the next try.
    ///
    /// # Errors
    /// That error, where waiting is not asked for or no time is left.
    fn pause(&self, error: &GenerateError, now: Timestamp, left: Duration) -> Result<Duration, GenerateError> {
        let retry_at = error.retry_at().filter(|_| self.shared.waits(error) && !left.is_zero()).ok_or(*error)?;
        let missing = retry_at.hundred_ns().saturating_sub(now.hundred_ns());
        let missing = Duration::from_nanos(u64::try_from(missing).unwrap_or(0).saturating_mul(100));
        Ok(missing.clamp(SHORTEST, LONGEST).min(left))
    }
}
