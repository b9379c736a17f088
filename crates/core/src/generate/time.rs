//! Instants to units of a scheme's time, and back.

use crate::field::Unit;
use crate::layout::Layout;
use crate::time::Timestamp;

/// The time of a layout: where its units begin, how long they are and which is the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    /// The beginning of unit 0, in 100 ns from 1970.
    origin: i64,
    /// The length of a unit in 100 ns.
    length: u64,
    /// The last unit.
    pub(crate) last: u64,
}

impl Units {
    /// The units of a layout that has a time.
    pub(crate) fn of(layout: &Layout) -> Option<Self> {
        let (field, unit): (_, Unit) = layout.scheme().time()?;
        let origin = i64::try_from(unit.origin(layout.epoch_ms())).ok()?;
        let length = u64::try_from(unit.hundred_ns()).ok().filter(|length| *length > 0)?;
        Some(Self { origin, length, last: u64::try_from(field.max_stored()).ok()? })
    }

    /// The length of a unit in 100 ns.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// The unit that holds an instant, which may be past the last one; nothing before the first.
    #[inline]
    pub(crate) fn holding(&self, time: Timestamp) -> Option<u64> {
        // The distance of two `i64` fits into a `u64` where it is not negative.
        let passed = if time.hundred_ns() < self.origin { None } else { Some(time.hundred_ns().abs_diff(self.origin)) };
        // The compiler turns a division by a constant into a multiplication.
        passed.map(|passed| match self.length {
            1 => passed,
            10_000 => passed / 10_000,
            10_000_000 => passed / 10_000_000,
            length => passed / length,
        })
    }

    /// The first unit that begins at an instant or after it.
    pub(crate) fn from(&self, time: Timestamp) -> u64 {
        let whole = self.holding(time).unwrap_or(0);
        if time > self.start(whole) { whole.saturating_add(1) } else { whole }
    }

    /// The beginning of a unit, or the nearest instant that there is.
    pub(crate) fn start(&self, unit: u64) -> Timestamp {
        Timestamp::saturating(i128::from(self.origin) + i128::from(unit) * i128::from(self.length))
    }
}
