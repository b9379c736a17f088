//! How a slot becomes the number of an id.

use super::time::Units;
use crate::field::Field;
use crate::generation::Generation;
use crate::layout::Layout;

/// Where the unit and the sequence number go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Two shifts, in a scheme of no more than 64 bits.
    Narrow { time: u32, sequence: u32 },
    /// Pieces.
    Wide { time: &'static Field, sequence: Option<&'static Field> },
}

impl Frame {
    const fn of(bits: u32, time: &'static Field, sequence: Option<&'static Field>) -> Self {
        if bits <= 64
            && let Some(counted) = sequence
            && let (Some(time), Some(sequence)) = (shift(time), shift(counted))
        {
            return Self::Narrow { time, sequence };
        }
        Self::Wide { time, sequence }
    }

    /// Whether a number has no bits where such a frame's numbers have none.
    pub(super) const fn admits(self, number: u128) -> bool {
        matches!(self, Self::Wide { .. }) || number <= u64::MAX as u128
    }

    /// The number of an id, of bits that are admitted and those of its unit and its number.
    #[inline(always)]
    pub(super) fn place_on(self, base: u128, unit: u64, number: u64) -> u128 {
        match self {
            // The upper half is nothing for sure then, and is not looked at by what makes an id of 64 bits of it.
            Self::Narrow { .. } => u128::from(lower(base) | lower(self.place(unit, number))),
            Self::Wide { .. } => base | self.place(unit, number),
        }
    }

    /// The bits of the number for a unit and a number that their fields can hold.
    #[inline(always)]
    pub(super) fn place(self, unit: u64, number: u64) -> u128 {
        match self {
            Self::Narrow { time, sequence } => u128::from(unit << time | number << sequence),
            Self::Wide { time, sequence } => {
                let placed = |field: &Field, value: u64| field.place(u128::from(value)).unwrap_or(0);
                placed(time, unit) | sequence.map_or(0, |field| placed(field, number))
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the lower half is what is asked for")]
const fn lower(number: u128) -> u64 {
    number as u64
}

/// The place of a field that stands in 64 bits in one piece.
const fn shift(field: &Field) -> Option<u32> {
    match field.pieces() {
        [piece] if piece.value_low() == 0 && piece.high() < 64 => Some(piece.low()),
        _ => None,
    }
}

/// What a layout says of its slots. For the layout of a type it is a constant, and with it the shifts and the division that an id costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) units: Units,
    /// The bits of the sequence, 0 where there is none.
    pub(super) bits: u32,
    pub(super) frame: Frame,
    /// The random field, where the scheme has one.
    pub(super) random: Option<&'static Field>,
    /// Whether that counts up, and there are no slots.
    pub(super) monotonic: bool,
}

impl Shape {
    /// The shape of a layout that has a time.
    pub(super) const fn of(layout: &Layout) -> Option<Self> {
        let (Some(units), Some((time, _))) = (Units::of(layout), layout.scheme().time()) else { return None };
        let sequence = layout.scheme().sequence();
        let bits = match sequence {
            Some(field) => field.width(),
            None => 0,
        };
        let monotonic = matches!(layout.scheme().generation(), Some(Generation::Monotonic));
        Some(Self {
            units,
            bits,
            frame: Frame::of(layout.scheme().bits(), time, sequence),
            random: layout.scheme().random(),
            monotonic,
        })
    }
}
