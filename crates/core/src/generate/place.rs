//! Where a field's value goes in a number, as one shift where that is all.

use crate::field::Field;

/// The place of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// All bits of the value from this bit of the number on.
    Shift(u32),
    /// Pieces.
    Pieces(&'static Field),
}

impl Place {
    pub(super) fn of(field: &'static Field) -> Self {
        match field.pieces() {
            [piece] if piece.value_low() == 0 => Self::Shift(piece.low()),
            _ => Self::Pieces(field),
        }
    }

    /// The bits of the number for a value that the field can hold.
    #[inline]
    pub(super) fn put(&self, value: u64) -> u128 {
        match self {
            Self::Shift(by) => u128::from(value) << by,
            Self::Pieces(field) => field.place(u128::from(value)).unwrap_or(0),
        }
    }
}
