//! What a generator does when the clock and its last id do not agree.

use core::time::Duration;

/// What happens when the clock stands behind the unit of the last id.
///
/// A unit is the step of the scheme's time: 1 ms, for Nalix 1 s, for GUIDs 100 ns. Bounds are rounded down to whole units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollback {
    /// An error at once. The default.
    #[default]
    Error,
    /// An error from `try_next`; the methods that wait do so while the clock is behind by no more than this.
    Wait(Duration),
    /// The last unit is held, and its numbers go on, while the clock is behind by no more than this.
    Hold(Duration),
    /// As `Hold`, and units after the last one are taken as long as they are ahead of the clock by no more than this.
    Borrow(Duration),
}

/// What happens when the unit of the last id has no numbers left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exhaustion {
    /// An error from every method.
    Error,
    /// An error from `try_next`; the methods that wait do so until the next unit. The default.
    #[default]
    Wait,
    /// The next units are taken while they are ahead of the clock by no more than this many; a clock that is behind the last id by no more than that is taken for
    /// ids borrowed earlier, so a rollback that small is not noticed, and repeats nothing.
    Borrow(u64),
}

/// Where the sequence begins in a new unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// At 0. The default: with one id in a unit, every id ends in 0, which a sharding by remainder would feel.
    #[default]
    Zero,
    /// At a number drawn from 0 up to and with this one; the unit still ends at the largest number, so it holds fewer ids.
    Spread(u64),
    /// After the number of the last id, as Discord's increment and Instagram's table sequence run on. Unlike those it never wraps inside a unit: the unit ends at the largest
    /// number, so a unit in which the wrap falls holds fewer ids, and none is repeated or out of order.
    Running,
}
