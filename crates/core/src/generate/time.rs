//! Instants to units of a scheme's time, and back.

use super::clock::Clock;
use super::error::GenerateErrorKind;
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
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked before each, since `try_from` is no constant function"
    )]
    pub(crate) const fn of(layout: &Layout) -> Option<Self> {
        let Some((field, unit)) = layout.scheme().time() else { return None };
        let (origin, length, last) = (unit.origin(layout.epoch_ms()), unit.hundred_ns(), field.max_stored());
        if origin < i64::MIN as i128 || origin > i64::MAX as i128 || length <= 0 || last > u64::MAX as u128 {
            return None;
        }
        Some(Self { origin: origin as i64, length: length as u64, last: last as u64 })
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
            // There are no units of no length.
            length => passed.checked_div(length).unwrap_or(0),
        })
    }

    /// What the clock shows, in ms from 1970 where the units are whole ones, and otherwise in 100 ns. Ms cost no second division.
    #[inline(always)]
    pub(crate) fn read(&self, clock: &impl Clock) -> i64 {
        if self.origin_ms().is_some() { clock.unix_ms() } else { clock.now().hundred_ns() }
    }

    /// As [`Units::holding`], of what was read.
    #[inline(always)]
    pub(crate) fn holding_read(&self, read: i64) -> Option<u64> {
        match self.origin_ms() {
            // The distance of two `i64` fits into a `u64` where it is not negative.
            Some(origin) => (read >= origin).then(|| read.abs_diff(origin)),
            None => self.holding(Timestamp::from_hundred_ns(read)),
        }
    }

    /// The instant that was read.
    pub(crate) fn instant_read(&self, read: i64) -> Timestamp {
        match self.origin_ms() {
            Some(_) => Timestamp::from_unix_ms_saturating(i128::from(read)),
            None => Timestamp::from_hundred_ns(read),
        }
    }

    /// The beginning of unit 0 in ms, where units are ms.
    const fn origin_ms(&self) -> Option<i64> {
        if self.length == 10_000 && self.origin % 10_000 == 0 { Some(self.origin / 10_000) } else { None }
    }

    /// The first unit that begins at an instant or after it.
    pub(crate) fn from(&self, time: Timestamp) -> u64 {
        let whole = self.holding(time).unwrap_or(0);
        if time > self.start(whole) { whole.saturating_add(1) } else { whole }
    }

    /// The beginning of a unit, or the nearest instant that there is.
    pub(crate) fn start(&self, unit: u64) -> Timestamp {
        let passed = i128::from(unit).saturating_mul(i128::from(self.length));
        Timestamp::saturating(passed.saturating_add(i128::from(self.origin)))
    }

    /// What is said of a clock outside these units, or of the last of them.
    pub(crate) fn outside(&self, now: Timestamp) -> GenerateErrorKind {
        GenerateErrorKind::OutsideEpoch { now, first: self.start(0), last: self.start(self.last) }
    }
}
