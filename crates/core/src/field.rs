//! Bit fields: what one column of a layout table says.

use crate::time::{LAST_TICK, TICKS_PER_MS, Timestamp};

/// A run of bits of the number that holds a run of bits of a field's value.
///
/// Bit 0 is the least significant bit on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    low: u32,
    len: u32,
    value_low: u32,
}

impl Piece {
    /// The bits `high` down to `low` of the number, holding the value from its bit 0 on.
    ///
    /// A `high` below `low` makes a piece of no bits, which no [`Scheme`](crate::Scheme) accepts.
    #[must_use]
    pub const fn bits(high: u32, low: u32) -> Self {
        Self::of_value(high, low, 0)
    }

    /// The bits `high` down to `low` of the number, holding the value from its bit `value_low` on.
    #[must_use]
    pub const fn of_value(high: u32, low: u32, value_low: u32) -> Self {
        // A piece of more bits than any number has is refused with the table, so that nothing here has to overflow.
        Self { low, len: high.saturating_sub(low).saturating_add((high >= low) as u32), value_low }
    }

    /// The highest bit of the number in this piece.
    #[must_use]
    pub const fn high(self) -> u32 {
        self.low.saturating_add(self.len).saturating_sub(1)
    }

    /// The lowest bit of the number in this piece.
    #[must_use]
    pub const fn low(self) -> u32 {
        self.low
    }

    /// The count of bits.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.len
    }

    /// Whether the piece has no bits.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The lowest bit of the value that this piece holds.
    #[must_use]
    pub const fn value_low(self) -> u32 {
        self.value_low
    }

    pub(crate) const fn value_mask(self) -> u128 {
        shifted(ones(self.len), self.value_low)
    }

    pub(crate) const fn number_mask(self) -> u128 {
        shifted(ones(self.len), self.low)
    }

    /// The bits of the value that this piece of a number holds, in their place.
    const fn value_of(self, number: u128) -> u128 {
        shifted(moved_down(number, self.low) & ones(self.len), self.value_low)
    }

    /// The bits of the number that hold this piece of a value, in their place.
    const fn number_of(self, value: u128) -> u128 {
        shifted(moved_down(value, self.value_low) & ones(self.len), self.low)
    }
}

/// `len` low bits set, at most 128.
pub(crate) const fn ones(len: u32) -> u128 {
    if len == 0 { 0 } else { moved_down(u128::MAX, 128u32.saturating_sub(len)) }
}

/// A shift up that moves everything out from 128 bits on.
const fn shifted(value: u128, by: u32) -> u128 {
    match value.checked_shl(by) {
        Some(shifted) => shifted,
        None => 0,
    }
}

/// A shift down that moves everything out from 128 bits on.
const fn moved_down(value: u128, by: u32) -> u128 {
    match value.checked_shr(by) {
        Some(moved) => moved,
        None => 0,
    }
}

/// The unit in which a time field counts, with what its value is called in field lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Stored: steps of this many milliseconds since the layout's epoch. Shown: milliseconds since 1970, signed (`unix_ms`), always whole steps.
    Milliseconds(u32),
    /// Stored and shown: seconds since 1970. Field lists add `unix_ms`.
    Second,
    /// Stored and shown: ticks of 100 ns since year 1, at most 3155378975999999999.
    Tick,
    /// Stored: milliseconds since year 1. Shown: ticks of 100 ns since year 1, always whole milliseconds.
    TickMillisecond,
}

impl Unit {
    /// The length of one unit in 100 ns.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "2^32 times 10^4 is less than 2^46")]
    pub const fn hundred_ns(self) -> i64 {
        match self {
            Self::Milliseconds(step) => step as i64 * TICKS_PER_MS,
            Self::TickMillisecond => TICKS_PER_MS,
            Self::Second => 1000 * TICKS_PER_MS,
            Self::Tick => 1,
        }
    }

    /// What the values of this unit are counted in where they are shown: (offset, scale), shown = offset + stored * scale.
    const fn shown(self, epoch_ms: i64) -> (i128, i128) {
        match self {
            Self::Milliseconds(step) => (epoch_ms as i128, step as i128),
            Self::Second | Self::Tick => (0, 1),
            Self::TickMillisecond => (0, TICKS_PER_MS as i128),
        }
    }

    /// The largest stored value of a field of `width` bits.
    const fn max_stored(self, width: u32) -> u128 {
        let all = ones(width);
        match self {
            Self::Tick if all > LAST_TICK as u128 => LAST_TICK as u128,
            _ => all,
        }
    }

    /// The instant at which the stored value is zero, in 100 ns from 1970.
    #[allow(clippy::arithmetic_side_effects, reason = "2^64 times 10^4 is less than 2^78")]
    pub(crate) const fn origin(self, epoch_ms: i64) -> i128 {
        match self {
            Self::Milliseconds(_) => epoch_ms as i128 * TICKS_PER_MS as i128,
            Self::Second => 0,
            Self::Tick | Self::TickMillisecond => -(crate::time::UNIX_EPOCH_TICKS as i128),
        }
    }

    /// The instant of a stored value.
    pub(crate) const fn instant(self, stored: u128, epoch_ms: i64) -> Timestamp {
        // A `Layout` is only made when its last instant fits, so nothing saturates here.
        Timestamp::saturating(self.origin(epoch_ms).saturating_add(mul(stored, self.hundred_ns())))
    }
}

#[allow(
    clippy::cast_possible_wrap,
    clippy::arithmetic_side_effects,
    reason = "stored times have at most 64 bits, and the product of two such numbers has 128"
)]
const fn mul(stored: u128, unit: i64) -> i128 {
    (stored & ones(64)) as i128 * unit as i128
}

/// The error code of a fixed field that holds something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixedFault {
    /// Bits above the scheme's largest number: `overflow`.
    Overflow,
    /// A version nibble: `wrong_version`.
    Version,
    /// A variant nibble: `wrong_variant`.
    Variant,
    /// Reserved bits: `noncanonical`.
    Reserved,
}

/// What a field means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A plain number, shown in decimal.
    Number,
    /// Octets, shown in hexadecimal with a fixed count of digits.
    Hex,
    /// The time.
    Time(Unit),
    /// Always this value, and not part of field lists.
    Fixed(u64, FixedFault),
}

/// A field of a [`Scheme`](crate::Scheme): a name, the pieces of the number that hold it, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    name: &'static str,
    pieces: &'static [Piece],
    role: Role,
}

impl Field {
    /// A field of any role. The pieces go from the number's most significant bit down.
    #[must_use]
    pub const fn new(name: &'static str, role: Role, pieces: &'static [Piece]) -> Self {
        Self { name, pieces, role }
    }

    /// The name, as in field lists and errors.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The pieces, most significant bit of the number first.
    #[must_use]
    pub const fn pieces(&self) -> &'static [Piece] {
        self.pieces
    }

    /// What the field means.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Whether the field is always the same and so not listed.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        matches!(self.role, Role::Fixed(..))
    }

    /// The count of bits of the value, counting bits that no piece holds below the highest that one does.
    #[must_use]
    pub const fn width(&self) -> u32 {
        u128::BITS.saturating_sub(self.value_mask().leading_zeros())
    }

    /// The count of hexadecimal digits of the value.
    #[must_use]
    pub const fn hex_digits(&self) -> u32 {
        self.width().div_ceil(4)
    }

    /// The bits of the value that the number holds.
    #[must_use]
    pub const fn value_mask(&self) -> u128 {
        let (mut mask, mut rest) = (0, self.pieces);
        while let [piece, tail @ ..] = rest {
            mask |= piece.value_mask();
            rest = tail;
        }
        mask
    }

    /// The bits of the number that this field takes.
    #[must_use]
    pub const fn number_mask(&self) -> u128 {
        let (mut mask, mut rest) = (0, self.pieces);
        while let [piece, tail @ ..] = rest {
            mask |= piece.number_mask();
            rest = tail;
        }
        mask
    }

    /// The stored value in a number.
    #[must_use]
    pub const fn read(&self, number: u128) -> u128 {
        let (mut value, mut rest) = (0, self.pieces);
        while let [piece, tail @ ..] = rest {
            value |= piece.value_of(number);
            rest = tail;
        }
        value
    }

    /// The low 32 bits of the stored value, which is all of it for a field of at most 32 bits.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "masked in the same line")]
    pub const fn read_u32(&self, number: u128) -> u32 {
        (self.read(number) & ones(32)) as u32
    }

    /// The bits of the number for a stored value, or nothing where the value has a bit that no piece holds.
    #[must_use]
    pub const fn place(&self, value: u128) -> Option<u128> {
        if value & !self.value_mask() != 0 {
            return None;
        }
        let (mut number, mut rest) = (0, self.pieces);
        while let [piece, tail @ ..] = rest {
            number |= piece.number_of(value);
            rest = tail;
        }
        Some(number)
    }

    /// The largest stored value.
    #[must_use]
    pub const fn max_stored(&self) -> u128 {
        match self.role {
            Role::Time(unit) => unit.max_stored(self.width()),
            Role::Fixed(value, _) => value as u128,
            Role::Number | Role::Hex => self.value_mask(),
        }
    }

    /// The smallest and the largest value as shown, for fields that are shown as numbers.
    pub(crate) const fn shown_bounds(&self, epoch_ms: i64) -> (i128, i128) {
        let (offset, scale) = self.shown_scale(epoch_ms);
        (offset, offset.saturating_add(clamp(self.max_stored()).saturating_mul(scale)))
    }

    /// The value as shown.
    pub(crate) const fn shown(&self, number: u128, epoch_ms: i64) -> FieldValue {
        let stored = self.read(number);
        if matches!(self.role, Role::Hex) {
            return FieldValue::Hex(stored, self.hex_digits());
        }
        let (offset, scale) = self.shown_scale(epoch_ms);
        FieldValue::Int(offset.saturating_add(clamp(stored).saturating_mul(scale)))
    }

    /// The stored value of a shown one that is within the bounds, or nothing where it is no whole number of units.
    pub(crate) const fn stored(&self, shown: i128, epoch_ms: i64) -> Option<u128> {
        let (offset, scale) = self.shown_scale(epoch_ms);
        let Some(relative) = shown.checked_sub(offset) else { return None };
        match (relative.checked_div(scale), relative.checked_rem(scale)) {
            (Some(whole), Some(0)) if relative >= 0 => Some(whole.unsigned_abs()),
            _ => None,
        }
    }

    const fn shown_scale(&self, epoch_ms: i64) -> (i128, i128) {
        match self.role {
            Role::Time(unit) => unit.shown(epoch_ms),
            _ => (0, 1),
        }
    }
}

#[allow(clippy::cast_possible_wrap, reason = "checked the line above")]
const fn clamp(stored: u128) -> i128 {
    if stored > i128::MAX as u128 { i128::MAX } else { stored as i128 }
}

/// A field's value as it is shown: a number, or octets with their count of hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldValue {
    /// A number, shown in decimal.
    Int(i128),
    /// A value shown in this many hexadecimal digits, 32 at most, or as many as it has.
    Hex(u128, u32),
}

impl core::fmt::Display for FieldValue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::Int(value) => write!(f, "{value}"),
            // The formatter panics at a width of more than 16 bits; no value has more than 32 digits.
            Self::Hex(value, digits) => write!(f, "{value:0width$x}", width = digits.min(32) as usize),
        }
    }
}
