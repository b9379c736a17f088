//! The rules that a table of bit fields keeps to be a scheme.

use core::fmt;

use crate::field::{Field, Role, ones};

/// Why a table of bit fields is not a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The width is neither 64 nor 128 bits.
    Width,
    /// A field has no piece, or a piece has no bits, or bits outside the number.
    Piece,
    /// Two fields, or two pieces of one field, share a bit.
    Overlap,
    /// A bit of the number belongs to no field.
    Gap,
    /// There is more than one field of time.
    SecondTime,
    /// A time has more than 64 bits, or a hole in its value.
    Time,
    /// A number has more than 64 bits: it is shown as octets.
    Number,
    /// Two fields have one name, or a time in seconds is called `unix_ms`, which field lists add.
    Name,
    /// A number of 128 bits has no decimal form.
    Decimal,
    /// A time counts in steps of no milliseconds.
    Unit,
    /// A fixed field has a value that does not fit.
    Fixed,
    /// The first or the last instant is outside the range of [`Timestamp`](crate::Timestamp), or the time's unit has a fixed epoch.
    Epoch,
}

impl TableError {
    /// What is wrong, in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Width => "a scheme has 64 or 128 bits",
            Self::Piece => "a field has no piece, or a piece has no bits, or bits outside the number",
            Self::Overlap => "two pieces share a bit",
            Self::Gap => "a bit of the number belongs to no field",
            Self::SecondTime => "more than one field is a time",
            Self::Time => "a time has more than 64 bits, or a hole in its value",
            Self::Number => "a number has more than 64 bits: make it octets",
            Self::Name => "two fields have one name, or a time in seconds is called unix_ms",
            Self::Decimal => "a number of 128 bits has no decimal form",
            Self::Unit => "a time counts in steps of no milliseconds",
            Self::Fixed => "a fixed value does not fit its field",
            Self::Epoch => "an instant is outside the range of Timestamp, or the unit has a fixed epoch",
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl core::error::Error for TableError {}

/// The first rule that a table breaks.
pub(crate) const fn table_fault(bits: u32, fields: &'static [Field]) -> Option<TableError> {
    let (mut seen, mut rest, mut timed) = (0u128, fields, false);
    while let [field, tail @ ..] = rest {
        if field.pieces().is_empty() {
            return Some(TableError::Piece);
        }
        let (mut value_seen, mut pieces) = (0u128, field.pieces());
        while let [piece, more @ ..] = pieces {
            let value_end = piece.value_low().saturating_add(piece.len());
            if piece.is_empty() || piece.high() >= bits || value_end > 128 {
                return Some(TableError::Piece);
            }
            if seen & piece.number_mask() != 0 || value_seen & piece.value_mask() != 0 {
                return Some(TableError::Overlap);
            }
            seen |= piece.number_mask();
            value_seen |= piece.value_mask();
            pieces = more;
        }
        match field.role() {
            Role::Time(_) if timed => return Some(TableError::SecondTime),
            Role::Time(_) if field.width() > 64 || field.value_mask() != ones(field.width()) => {
                return Some(TableError::Time);
            }
            Role::Number if field.width() > 64 => return Some(TableError::Number),
            Role::Time(crate::Unit::Milliseconds(0)) => return Some(TableError::Unit),
            // Field lists add `unix_ms` where the time counts in seconds.
            Role::Time(crate::Unit::Second) if same(field.name().as_bytes(), b"unix_ms") => {
                return Some(TableError::Name);
            }
            Role::Time(_) => timed = true,
            Role::Fixed(value, _) if field.place(value as u128).is_none() => return Some(TableError::Fixed),
            _ => {}
        }
        let mut others = tail;
        while let [other, more @ ..] = others {
            if same(field.name().as_bytes(), other.name().as_bytes()) {
                return Some(TableError::Name);
            }
            others = more;
        }
        rest = tail;
    }
    if seen == ones(bits) { None } else { Some(TableError::Gap) }
}

/// Equality of octets in a constant.
pub(crate) const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    loop {
        match (a, b) {
            ([], []) => return true,
            ([x, a_rest @ ..], [y, b_rest @ ..]) if *x == *y => (a, b) = (a_rest, b_rest),
            _ => return false,
        }
    }
}
