//! How a slot becomes the number of an id.

use super::time::Units;
use crate::field::Field;
use crate::generation::Generation;
use crate::layout::Layout;

/// Where the unit and the sequence number go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Two shifts within 64 bits.
    Narrow { time: u32, sequence: u32 },
    /// Pieces.
    Wide { time: &'static Field, sequence: Option<&'static Field> },
}

impl Frame {
    const fn of(time: &'static Field, sequence: Option<&'static Field>) -> Self {
        if let Some(counted) = sequence
            && let (Some(time), Some(sequence)) = (shift(time), shift(counted))
        {
            return Self::Narrow { time, sequence };
        }
        Self::Wide { time, sequence }
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
        Some(Self { units, bits, frame: Frame::of(time, sequence), random: layout.scheme().random(), monotonic })
    }
}
