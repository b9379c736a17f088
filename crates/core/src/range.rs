//! Ranges of ids by time.

use core::ops::{Bound, RangeBounds};

use crate::error::{FieldError, FieldErrorKind};
use crate::field::{Field, Unit};
use crate::layout::{Composer, Layout, free_bits};
use crate::time::Timestamp;

/// The ids of a half-open window of time: those with `start <= id`, and `id < end` where there is an end.
///
/// There is no end where the window reaches past the scheme's last instant: the id that would follow does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdRange<T> {
    /// The smallest id.
    pub start: T,
    /// The smallest id that is too large, if any.
    pub end: Option<T>,
}

impl<T: Ord> IdRange<T> {
    /// Whether the id lies in the window, by the order that its scheme promises.
    #[must_use]
    pub fn contains(&self, id: &T) -> bool {
        *id >= self.start && self.end.as_ref().is_none_or(|end| id < end)
    }
}

impl<T> RangeBounds<T> for IdRange<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&T> {
        self.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

/// How an instant between two units is rounded.
#[derive(Clone, Copy)]
enum Round {
    Down,
    Up,
}

/// The unit that holds, or follows, an instant: its stored value, or on which side of the scheme's time it lies.
enum Slot {
    Before,
    In(u128),
    After,
}

impl Layout {
    /// The smallest and the largest id of the unit that holds `at`; `scope` gives the fields above the time ([`Scheme::scope`](crate::Scheme::scope)).
    ///
    /// # Errors
    /// A field of the scope that does not fit, is missing or unexpected; then `out_of_range` with field `unix_ms` or `ticks` where `at` is outside the scheme's time.
    pub fn bounds_at(&self, scope: &[(&str, i128)], at: Timestamp) -> Result<(u128, u128), FieldError> {
        let base = self.scope(scope)?;
        let (field, unit) = self.clock()?;
        match self.slot(field, unit, at, Round::Down) {
            Slot::In(stored) => {
                let min = self.at_unit(base, field, stored)?;
                Ok((min, min | free_bits(self.scheme())))
            }
            Slot::Before | Slot::After => Err(self.outside(unit, at, Round::Down)),
        }
    }

    /// The ids with `from <= time < until` as a half-open range of numbers; both instants are rounded up to the scheme's unit.
    ///
    /// # Errors
    /// As [`Layout::bounds_at`] for `from`; `out_of_range` with field `until` where `until` is before `from`.
    pub fn window(
        &self,
        scope: &[(&str, i128)],
        from: Timestamp,
        until: Timestamp,
    ) -> Result<IdRange<u128>, FieldError> {
        let base = self.scope(scope)?;
        let (field, unit) = self.clock()?;
        let start = self.first_unit(base, field, unit, from)?;
        if until < from {
            return Err(FieldError::new(self.scheme(), "until", FieldErrorKind::Reversed));
        }
        let end = match self.slot(field, unit, until, Round::Up) {
            Slot::In(stored) => Some(self.at_unit(base, field, stored)?),
            Slot::After => None,
            // Not reached: `until` is not before `from`, which is inside.
            Slot::Before => Some(start),
        };
        Ok(IdRange { start, end })
    }

    /// The ids with `from <= time <= to`: the smallest of the first unit that begins in the window and the largest of the last one, or nothing
    /// where no unit begins in it.
    ///
    /// A `to` past the scheme's last instant means that instant.
    ///
    /// # Errors
    /// As [`Layout::window`], with field `to` where it is before `from`.
    pub fn window_inclusive(
        &self,
        scope: &[(&str, i128)],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Option<(u128, u128)>, FieldError> {
        let base = self.scope(scope)?;
        let (field, unit) = self.clock()?;
        let start = self.first_unit(base, field, unit, from)?;
        if to < from {
            return Err(FieldError::new(self.scheme(), "to", FieldErrorKind::Reversed));
        }
        let last = match self.slot(field, unit, to, Round::Down) {
            Slot::In(stored) => stored,
            Slot::After => field.max_stored(),
            Slot::Before => return Ok(None),
        };
        let end = self.at_unit(base, field, last)?;
        // The free bits are zero in both, so that the units are compared.
        Ok((field.read(start) <= last).then(|| (start, end | free_bits(self.scheme()))))
    }

    /// The smallest id of the first unit that begins at or after `from`.
    fn first_unit(&self, base: u128, field: &'static Field, unit: Unit, from: Timestamp) -> Result<u128, FieldError> {
        match self.slot(field, unit, from, Round::Up) {
            Slot::In(stored) => self.at_unit(base, field, stored),
            Slot::Before | Slot::After => Err(self.outside(unit, from, Round::Up)),
        }
    }

    /// The number with this stored time and all else as in `base`.
    fn at_unit(&self, base: u128, field: &'static Field, stored: u128) -> Result<u128, FieldError> {
        let kind = FieldErrorKind::UnusedBits { value: stored, mask: field.value_mask() };
        field.place(stored).map(|placed| base | placed).ok_or(FieldError::new(self.scheme(), field.name(), kind))
    }

    fn scope(&self, given: &[(&str, i128)]) -> Result<u128, FieldError> {
        let mut composer: Composer = self.compose();
        for (name, value) in given {
            if !self.scheme().scope().any(|field| field.name() == *name) {
                return Err(FieldError::new(self.scheme(), "", FieldErrorKind::Unknown));
            }
            composer = composer.int(name, *value);
        }
        for field in self.scheme().scope() {
            if !given.iter().any(|(name, _)| *name == field.name()) {
                return Err(FieldError::new(self.scheme(), field.name(), FieldErrorKind::Missing));
            }
        }
        composer.partial()
    }

    fn clock(&self) -> Result<(&'static Field, Unit), FieldError> {
        self.scheme().time().ok_or(FieldError::new(self.scheme(), "unix_ms", FieldErrorKind::Missing))
    }

    fn slot(&self, field: &Field, unit: Unit, at: Timestamp, round: Round) -> Slot {
        let relative = i128::from(at.hundred_ns()).saturating_sub(unit.origin(self.epoch_ms()));
        let stored = rounded(relative, i128::from(unit.hundred_ns()), round);
        match u128::try_from(stored) {
            Ok(stored) if stored <= field.max_stored() => Slot::In(stored),
            Ok(_) => Slot::After,
            Err(_) => Slot::Before,
        }
    }

    /// The error for an instant that was rounded out of the scheme's time, in the unit of the vectors.
    fn outside(&self, unit: Unit, at: Timestamp, round: Round) -> FieldError {
        let (first, last) = self.first_and_last().unwrap_or((Timestamp::MIN, Timestamp::MAX));
        let (name, length, zero) = match unit {
            Unit::Milliseconds(_) | Unit::Second => ("unix_ms", 10_000, 0),
            Unit::Tick | Unit::TickMillisecond => ("ticks", 1, Unit::Tick.origin(0)),
        };
        let show = |time: Timestamp, round| rounded(i128::from(time.hundred_ns()).saturating_sub(zero), length, round);
        let (min, max) = (show(first, Round::Down), show(last, Round::Down));
        FieldError::new(self.scheme(), name, FieldErrorKind::OutOfRange { value: show(at, round), min, max })
    }
}

/// How many whole units lie in a distance.
fn rounded(distance: i128, length: i128, round: Round) -> i128 {
    match round {
        Round::Down => distance.div_euclid(length),
        Round::Up => distance.saturating_add(length.saturating_sub(1)).div_euclid(length),
    }
}
