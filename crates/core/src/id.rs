//! The traits of typed ids.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::{Range, RangeInclusive};
use core::str::FromStr;

use crate::error::{FieldError, FieldErrorKind, ParseError};
use crate::form::Form;
use crate::layout::Layout;
use crate::range::IdRange;
use crate::scheme::Scheme;
use crate::text::Text;
use crate::time::Timestamp;

/// The number of an id: `u64` or `u128`. Sealed.
pub trait Repr:
    Copy + Ord + Hash + Debug + Display + Send + Sync + Into<u128> + TryFrom<u128> + sealed::Sealed + 'static
{
    /// 64 or 128.
    const BITS: u32;

    /// The sum within its bits.
    #[doc(hidden)]
    fn plus(self, other: Self) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

impl Repr for u64 {
    const BITS: u32 = 64;

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Repr for u128 {
    const BITS: u32 = 128;

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

/// An id of one scheme.
///
/// `Ord` is the order that the scheme promises; its documentation says which texts, octets and columns sort the same way. `Display` writes the
/// canonical text and honours width and fill; `FromStr` reads strictly.
pub trait Id: Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The number's type.
    type Repr: Repr;

    /// The bit-field table.
    const SCHEME: &'static Scheme;

    /// The table with its epoch.
    const LAYOUT: Layout = Layout::of(Self::SCHEME);

    /// The id of a number.
    ///
    /// # Errors
    /// Where the number is not an id of the scheme; it is checked and never masked.
    fn from_repr(number: Self::Repr) -> Result<Self, ParseError>;

    /// The number.
    fn to_repr(self) -> Self::Repr;

    /// Reads any accepted text, given as octets.
    ///
    /// # Errors
    /// The first fault in the order of precedence of the specification.
    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError>;

    /// The canonical text, without allocating.
    fn to_text(self) -> Text;

    /// The canonical text, written to the front or the end of `buffer`, which is faster than moving a [`Text`].
    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        self.to_text().into_buffer(buffer)
    }

    /// Puts the ids of `first`, `first + step`, … into `out`, where all of these are sure to be ids; and whether they are.
    #[doc(hidden)]
    #[inline]
    fn write_run(_first: Self::Repr, _step: Self::Repr, _out: &mut [Self]) -> bool {
        false
    }

    /// The text and what may follow it in the buffer, and the length of the text: a copy of one size is a store or two, and waits for none that was made before.
    #[doc(hidden)]
    #[inline]
    fn write_wide(self, buffer: &mut [u8; Text::CAPACITY]) -> (&str, usize) {
        let text = self.write_text(buffer);
        (text, text.len())
    }

    /// Reads lines at the front of `text` as long as a faster way than one by one reads them into `ids`, and gives how many octets that were; the next line is looked at by itself then.
    #[doc(hidden)]
    #[inline]
    fn read_lines(_text: &[u8], _ids: &mut impl Extend<Self>) -> usize {
        0
    }

    /// Gives the line of each id, at the front of a text of one length, and its own length, where there is a faster way than one by one; and whether there is.
    #[doc(hidden)]
    #[inline]
    fn write_lines(_ids: &[Self], _give: impl FnMut(&str, usize)) -> bool {
        false
    }

    /// Another text form, or nothing where the scheme does not have it.
    fn to_form(self, form: Form) -> Option<Text> {
        Self::SCHEME.write(self.to_repr().into(), form)
    }
}

/// An id that holds a time.
pub trait Timestamped: Id {
    /// The id's time: the beginning of its unit.
    fn timestamp(self) -> Timestamp;
}

/// An id whose order is that of time first, so that a window of time is an interval of ids.
///
/// In SQL that is `WHERE id >= start AND id < end`, in the column whose order the scheme's page names.
pub trait TimeOrdered: Timestamped {
    /// The smallest id of the unit that holds `time`.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no such time.
    fn min_at(time: Timestamp) -> Result<Self, FieldError> {
        from_number(Self::LAYOUT.bounds_at(&[], time)?.0)
    }

    /// The largest id of the unit that holds `time`.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no such time.
    fn max_at(time: Timestamp) -> Result<Self, FieldError> {
        from_number(Self::LAYOUT.bounds_at(&[], time)?.1)
    }

    /// The ids with `window.start <= time < window.end`; both are rounded up to the scheme's unit.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no time from `window.start` on, or the window is reversed.
    fn range(window: Range<Timestamp>) -> Result<IdRange<Self>, FieldError> {
        let numbers = Self::LAYOUT.window(&[], window.start, window.end)?;
        let end = match numbers.end {
            Some(end) => Some(from_number(end)?),
            None => None,
        };
        Ok(IdRange { start: from_number(numbers.start)?, end })
    }

    /// The ids with `window.start() <= time <= window.end()`, or nothing where no unit begins in the window.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no time from `window.start()` on, or the window is reversed.
    fn range_inclusive(window: RangeInclusive<Timestamp>) -> Result<Option<RangeInclusive<Self>>, FieldError> {
        match Self::LAYOUT.window_inclusive(&[], *window.start(), *window.end())? {
            Some((first, last)) => Ok(Some(from_number(first)?..=from_number(last)?)),
            None => Ok(None),
        }
    }
}

/// The typed id of a number that its own layout made.
fn from_number<T: Id>(number: u128) -> Result<T, FieldError> {
    let narrowed = T::Repr::try_from(number).ok();
    // Not reached by numbers that the layout made; an error all the same, and no panic.
    let fault = FieldError::new(T::SCHEME, "", FieldErrorKind::Unknown);
    narrowed.and_then(|number| T::from_repr(number).ok()).ok_or(fault)
}

/// What a 64-bit id is in a signed column (`BIGINT`).
///
/// The strict pair refuses what would be negative; the *bits* pair takes the two's complement, which keeps ids apart but puts those from
/// 2^63 on before all others.
pub trait Bigint: Id<Repr = u64> {
    /// The id as a signed number.
    ///
    /// # Errors
    /// `out_of_range` for an id of 2^63 or more.
    fn to_i64(self) -> Result<i64, FieldError> {
        let number = self.to_repr();
        let kind = FieldErrorKind::OutOfRange { value: i128::from(number), min: 0, max: i128::from(i64::MAX) };
        i64::try_from(number).map_err(|_| FieldError::new(Self::SCHEME, "number", kind))
    }

    /// The id of a signed number.
    ///
    /// # Errors
    /// `out_of_range` for a negative number, and what [`Id::from_repr`] says.
    fn from_i64(number: i64) -> Result<Self, ParseError> {
        let unsigned = u64::try_from(number).map_err(|_| ParseError::negative(Self::SCHEME))?;
        Self::from_repr(unsigned)
    }

    /// The 64 bits as a signed number.
    fn to_i64_bits(self) -> i64 {
        self.to_repr().cast_signed()
    }

    /// The id with these 64 bits.
    ///
    /// # Errors
    /// What [`Id::from_repr`] says.
    fn from_i64_bits(number: i64) -> Result<Self, ParseError> {
        Self::from_repr(number.cast_unsigned())
    }
}

impl<T: Id<Repr = u64>> Bigint for T {}
