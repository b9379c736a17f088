//! Checking numbers against a table of bit fields, and what is worked out of it once.

use crate::error::{Fault, ParseError};
use crate::field::{Field, FixedFault, Role, Unit, ones};
use crate::scheme::Scheme;
use crate::time::Timestamp;

impl Scheme {
    /// Checks that a number is an id of this scheme: fixed fields in their order, then the largest time.
    ///
    /// # Errors
    /// `overflow`, `wrong_version`, `wrong_variant`, `noncanonical`, or `out_of_range` with the field of time.
    #[inline]
    pub const fn check(&'static self, number: u128) -> Result<(), ParseError> {
        if self.sure.holds(number) { Ok(()) } else { self.look_through(number) }
    }

    /// Whether all numbers from `first` to `last` are ids of this scheme for sure, at the price of one: those in between have the bits that are the same in both down to the
    /// highest one that is not. Others have to be checked one by one.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn holds_from_to(&'static self, first: u128, last: u128) -> bool {
        let counted = u128::BITS.saturating_sub((first ^ last).leading_zeros());
        first <= last && self.sure.mask & ones(counted) == 0 && self.sure.holds(first)
    }

    /// The same field by field.
    #[cold]
    const fn look_through(&'static self, number: u128) -> Result<(), ParseError> {
        if number & !ones(self.bits()) != 0 {
            return Err(ParseError::new(self, Fault::Overflow));
        }
        let (mut rest, mut index) = (self.fields(), 0u8);
        while let [field, tail @ ..] = rest {
            if let Role::Fixed(value, fault) = field.role() {
                let found = field.read(number);
                if found != value as u128 {
                    return Err(ParseError::new(self, fixed_fault(fault, found, index)));
                }
            }
            (rest, index) = (tail, index.saturating_add(1));
        }
        let (mut rest, mut index) = (self.fields(), 0);
        while let [field, tail @ ..] = rest {
            if matches!(field.role(), Role::Time(_)) && field.read(number) > field.max_stored() {
                return Err(ParseError::new(self, Fault::OutOfRange(index)));
            }
            (rest, index) = (tail, index.saturating_add(1));
        }
        Ok(())
    }

    /// The bits of all fixed fields.
    #[must_use]
    pub const fn fixed_bits(&self) -> u128 {
        self.fixed_bits
    }

    /// The number with every field at its largest.
    #[inline]
    #[must_use]
    pub const fn largest(&self) -> u128 {
        self.largest
    }
}

/// Bits by which a number is an id for sure; others have to be looked through.
///
/// That is the fixed fields, and for a time with a largest value below a power of two, its high bits at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sure {
    bits: u128,
    mask: u128,
}

impl Sure {
    pub(crate) const fn of(bits: u32, fields: &[Field]) -> Self {
        let (mut mask, mut rest) = (!ones(bits), fields);
        while let [field, tail @ ..] = rest {
            match field.role() {
                Role::Fixed(..) => mask |= field.number_mask(),
                Role::Time(_) if field.max_stored() != field.value_mask() => {
                    let free = field.max_stored().saturating_add(1).ilog2();
                    if let Some(high) = field.place(field.value_mask() & !ones(free)) {
                        mask |= high;
                    }
                }
                _ => {}
            }
            rest = tail;
        }
        Self { bits: fixed_bits(fields), mask }
    }

    #[inline]
    const fn holds(self, number: u128) -> bool {
        number & self.mask == self.bits
    }
}

/// Where the time of a number is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instants {
    /// The scheme has none.
    None,
    /// In one piece: so many bits up, under this mask.
    Plain { low: u32, mask: u64, unit: Unit },
    /// In several pieces.
    Pieces { field: Field, unit: Unit },
}

impl Instants {
    pub(crate) const fn of(fields: &[Field]) -> Self {
        let mut rest = fields;
        while let [field, tail @ ..] = rest {
            if let Role::Time(unit) = field.role() {
                return match field.pieces() {
                    [piece] if piece.value_low() == 0 => {
                        Self::Plain { low: piece.low(), mask: low64(piece.value_mask()), unit }
                    }
                    _ => Self::Pieces { field: *field, unit },
                };
            }
            rest = tail;
        }
        Self::None
    }

    /// The instant of a number, or nothing where the scheme has no time.
    #[inline]
    pub(crate) const fn instant(self, number: u128, epoch_ms: i64) -> Option<Timestamp> {
        match self {
            Self::None => None,
            Self::Plain { low, mask, unit } => {
                // A `Layout` is only made when its last instant fits, so the sum is right even where the product wraps.
                let passed = (low64(number >> low) & mask).cast_signed().wrapping_mul(unit.hundred_ns());
                Some(Timestamp::from_hundred_ns(
                    low64(unit.origin(epoch_ms).cast_unsigned()).cast_signed().wrapping_add(passed),
                ))
            }
            Self::Pieces { field, unit } => Some(unit.instant(field.read(number), epoch_ms)),
        }
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is asked for")]
const fn low64(number: u128) -> u64 {
    number as u64
}

/// The bits of all fixed fields.
pub(crate) const fn fixed_bits(fields: &[Field]) -> u128 {
    let (mut bits, mut rest) = (0, fields);
    while let [field, tail @ ..] = rest {
        if let Role::Fixed(value, _) = field.role()
            && let Some(placed) = field.place(value as u128)
        {
            bits |= placed;
        }
        rest = tail;
    }
    bits
}

/// The number with every field at its largest.
pub(crate) const fn largest(fields: &[Field]) -> u128 {
    let (mut bits, mut rest) = (0, fields);
    while let [field, tail @ ..] = rest {
        if let Some(placed) = field.place(field.max_stored()) {
            bits |= placed;
        }
        rest = tail;
    }
    bits
}

const fn fixed_fault(fault: FixedFault, found: u128, field: u8) -> Fault {
    let nibble = (found & 0xff) as u8;
    match fault {
        FixedFault::Overflow => Fault::Overflow,
        FixedFault::Version => Fault::Version { found: nibble, field },
        FixedFault::Variant => Fault::Variant { found: nibble, field },
        FixedFault::Reserved => Fault::Reserved,
    }
}
