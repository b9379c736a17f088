//! How a slot becomes the number of an id.

use crate::field::Field;

/// Where the unit and the sequence number go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Two shifts within 64 bits.
    Narrow { time: u32, sequence: u32 },
    /// Pieces.
    Wide { time: &'static Field, sequence: Option<&'static Field> },
}

impl Frame {
    pub(super) fn of(time: &'static Field, sequence: Option<&'static Field>) -> Self {
        let shift = |field: &Field| match field.pieces() {
            [piece] if piece.value_low() == 0 && piece.high() < 64 => Some(piece.low()),
            _ => None,
        };
        match (shift(time), sequence.and_then(shift)) {
            (Some(time), Some(sequence)) => Self::Narrow { time, sequence },
            _ => Self::Wide { time, sequence },
        }
    }

    /// The bits of the number for a unit and a number that their fields can hold.
    #[inline]
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
