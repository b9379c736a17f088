//! When a lease is renewed and when it stops, as plain arithmetic.

use std::time::Duration;

use crate::options::quotient;

/// When a lease is renewed and when it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) ttl: Duration,
    pub(crate) renew_every: Duration,
    pub(crate) margin: Duration,
}

impl Schedule {
    /// When the generator stops, unless the lease is renewed: counted from before the renewal was sent, since the database did not begin the lease
    /// earlier than that.
    pub(crate) fn deadline(&self, sent_at: Duration) -> Duration {
        sent_at.saturating_add(self.ttl.saturating_sub(self.margin))
    }

    /// When the next renewal is due; `random` takes up to an eighth off.
    pub(crate) fn renewal(&self, sent_at: Duration, random: u8) -> Duration {
        sent_at.saturating_add(less_an_eighth(self.renew_every, random))
    }

    /// How long to wait after this many failures in a row, up to an eighth less.
    ///
    /// From a sixteenth of the usual interval up to an eighth while the lease lasts, since it may be saved; up to the whole afterwards, since a database that comes back should not find all its users at
    /// the door.
    pub(crate) fn pause(&self, failures: u32, lasts: bool, random: u8) -> Duration {
        let doublings = failures.saturating_sub(1).min(if lasts { 1 } else { 4 });
        less_an_eighth(quotient(self.renew_every, 16).saturating_mul(2_u32.saturating_pow(doublings)), random)
    }
}

/// A length less up to an eighth of it.
fn less_an_eighth(length: Duration, random: u8) -> Duration {
    length.saturating_sub(quotient(quotient(length, 8).saturating_mul(u32::from(random)), 255))
}

/// How a lease stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// A worker id is held.
    Held {
        /// The worker id.
        worker: u32,
        /// How often its slot had been taken with this lease.
        fence: i64,
        /// The first instant of the window, in ms since 1970.
        lo_ms: i64,
        /// The end of the window, in ms since 1970.
        hi_ms: i64,
    },
    /// The lease could not be renewed before its end, and no ids are given; it goes on when the database answers, unless another has the slot.
    Expired {
        /// The worker id.
        worker: u32,
    },
    /// The slot was lost, and another one is asked for.
    Seeking,
    /// The lease was given back or dropped, or the task that kept it is gone with its runtime, and no more ids are given.
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const DEFAULT: Schedule =
        Schedule { ttl: Duration::from_secs(60), renew_every: Duration::from_secs(15), margin: Duration::from_secs(5) };

    #[test]
    fn a_lease_stops_before_it_can_be_taken() {
        assert_eq!(DEFAULT.deadline(100 * SECOND), 155 * SECOND);
    }

    #[test]
    fn renewals_spread() {
        assert_eq!(DEFAULT.renewal(100 * SECOND, 0), 115 * SECOND);
        assert_eq!(DEFAULT.renewal(100 * SECOND, 255), Duration::from_millis(113_125));
    }

    #[test]
    fn clocks_and_lengths_without_a_sum_end_at_the_largest() {
        let longest = Schedule { ttl: Duration::MAX, renew_every: Duration::MAX, margin: Duration::ZERO };
        assert_eq!(longest.deadline(SECOND), Duration::MAX);
        assert_eq!(longest.renewal(SECOND, 0), Duration::MAX);
        assert_eq!(DEFAULT.deadline(Duration::MAX), Duration::MAX);
        assert_eq!(DEFAULT.renewal(Duration::MAX, 255), Duration::MAX);
        assert_eq!(longest.pause(u32::MAX, false, 0), Duration::MAX / 16 * 16);
    }

    #[test]
    fn pauses_grow() {
        let pauses = |lasts| [1, 2, 3, 4, 5, 6, u32::MAX].map(|failures| DEFAULT.pause(failures, lasts, 0).as_micros());
        assert_eq!(pauses(true), [937_500, 1_875_000, 1_875_000, 1_875_000, 1_875_000, 1_875_000, 1_875_000]);
        assert_eq!(pauses(false), [937_500, 1_875_000, 3_750_000, 7_500_000, 15_000_000, 15_000_000, 15_000_000]);
        assert_eq!(DEFAULT.pause(1, true, 255), Duration::from_nanos(820_312_500));
    }
}
