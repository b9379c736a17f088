//! A generator's policies in units of its scheme, and the reasons for which its state gives nothing.

use core::time::Duration;

use super::policy::{Exhaustion, Rollback, Start};

/// What the state machine is told once and for all.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The bits of the sequence, 0 where there is none.
    pub bits: u32,
    /// The scheme's last unit.
    pub last_unit: u64,
    /// What a clock behind the last id does.
    pub rollback: Rollback,
    /// The bound of `rollback` in whole units.
    pub tolerance: u64,
    /// What a used-up unit does.
    pub exhaustion: Exhaustion,
    /// Where a unit begins.
    pub start: Start,
}

impl Rules {
    /// The largest number of the sequence.
    pub(crate) const fn largest(&self) -> u64 {
        !(u64::MAX << self.bits)
    }

    /// How many slots the unit of `first` has from there on.
    pub(crate) const fn left_from(&self, first: u64) -> u64 {
        (!first & self.largest()).saturating_add(1)
    }
}

/// The bound of a tolerance in whole units of `hundred_ns`.
pub(crate) fn whole_units(rollback: Rollback, hundred_ns: u64) -> u64 {
    let bound = match rollback {
        Rollback::Error => Duration::ZERO,
        Rollback::Wait(bound) | Rollback::Hold(bound) | Rollback::Borrow(bound) => bound,
    };
    // There are no units of no length.
    let units = (bound.as_nanos() / 100).checked_div(u128::from(hundred_ns)).unwrap_or(0);
    u64::try_from(units).unwrap_or(u64::MAX)
}

/// Why the state gives nothing, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The unit of the last id is used up, and `unit` is the next one.
    Exhausted {
        /// The next unit.
        unit: u64,
    },
    /// The clock is behind the unit of the last id.
    Behind {
        /// By how many units.
        by: u64,
        /// The unit of the last id.
        unit: u64,
    },
    /// The clock, or the next slot, is past the scheme's last unit.
    Past,
    /// All random values of `unit` are given.
    RandomExhausted {
        /// The unit.
        unit: u64,
    },
    /// The lease ends before the slot.
    Lease,
    /// The generator was sealed.
    Sealed,
}
