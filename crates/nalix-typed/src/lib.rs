//! Nalix typed ids: an 8-bit type, 32 bits of Unix seconds, a 14-bit sequence per second and a 10-bit machine in 64 bits.
//!
//! | bits | field | values |
//! |---|---|---|
//! | 63..56 | `type` | 0 to 255, an open set: [`IdType`] |
//! | 55..24 | `value` | seconds since 1970, or any other 32-bit number |
//! | 23..10 | `sequence` | 0 to 16383 |
//! | 9..0 | `machine` | 0 to 1023 |
//!
//! Octets are little-endian and the text is their 16 upper-case hexadecimal digits, so the *last* two digits are the type: neither text nor
//! octets sort by time. The number sorts by type, second, sequence and machine; from type 128 on it is negative in a `BIGINT`, see [`Bigint`].
//! Source of the format: `ppn-systems/nalix`, `Nalix.Framework/Identifiers/Snowflake.cs`.
//!
//! ```
//! use idspec_nalix_typed::{IdType, NalixTyped, Timestamped};
//!
//! let id = NalixTyped::parse("010400800092650B")?;
//! assert_eq!((id.id_type(), id.sequence(), id.machine()), (IdType::SESSION, 1, 1));
//! assert_eq!(id.timestamp().to_string(), "2024-01-01T00:00:00Z");
//! # Ok::<(), idspec_nalix_typed::ParseError>(())
//! ```
//!
//! Data of the 56-bit predecessor is read by [`Legacy56`].
//!
//! # Features
//!
//! <!-- sync: features of the crate -->
//! | feature | adds |
//! |---|---|
//! | `fast`, on by default | Vector instructions where the machine has them; the same answers without |
//! | `alloc` | `String` conversions |
//! | `std`, on by default | `SystemTime` conversions |
//! | `serde` | `Serialize` and `Deserialize` |
//! <!-- end sync -->

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

mod id_type;
mod legacy;

pub use id_type::IdType;
pub use idspec_core::{Bigint, FieldError, Id, IdRange, ParseError, Timestamp, Timestamped};
pub use legacy::{LEGACY56, Legacy56};

use core::ops::{Range, RangeInclusive};

use idspec_core::column::{Stored, form};
use idspec_core::text::{Text, hex};
use idspec_core::{Field, Form, Generation, Layout, Piece, Role, Scheme, TextCodec, Unit, id_impls};

const TYPE: Field = Field::new("type", Role::Number, &[Piece::bits(63, 56)]);
const VALUE: Field = Field::new("value", Role::Time(Unit::Second), &[Piece::bits(55, 24)]);
const SEQUENCE: Field = Field::new("sequence", Role::Number, &[Piece::bits(23, 10)]);
const MACHINE: Field = Field::new("machine", Role::Number, &[Piece::bits(9, 0)]);

const CODEC: TextCodec = TextCodec {
    parse: parse_number,
    write: write_number,
    decimal: false,
    forms: &[Form::Canonical, Form::Decimal, Form::Hex],
    expects: "16 hexadecimal digits",
    pattern: "[0-9A-F]{16}",
};

/// The table of the current layout.
pub static SCHEME: Scheme = Scheme::table("nalix-typed", "Nalix id", 64, CODEC, &[TYPE, VALUE, SEQUENCE, MACHINE])
    .with_layout("current")
    .generated_by(Generation::Sequence("sequence"))
    .with_first_machine(1);

/// Every table of this crate, the default first.
pub const SCHEMES: &[&Scheme] = &[&SCHEME, &LEGACY56];

#[inline]
const fn parse(text: &[u8]) -> Result<u64, ParseError> {
    match hex::read_u64(text) {
        Some(number) => Ok(number.swap_bytes()),
        None => Err(hex::diagnose(&SCHEME, text, 16)),
    }
}

#[inline]
fn parse_fast(text: &[u8]) -> Result<u64, ParseError> {
    hex::read_u64_fast(text).map(u64::swap_bytes).ok_or_else(|| hex::diagnose(&SCHEME, text, 16))
}

fn parse_number(_: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    parse_fast(text).map(u128::from)
}

fn write_number(number: u128) -> Text {
    composed(number).to_text()
}

/// A Nalix typed id. Every 64-bit number is one.
///
/// `Ord` is the order of the unsigned numbers: type, second, sequence, machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NalixTyped(u64);

impl NalixTyped {
    /// The id of which all bits are zero, `0000000000000000`.
    pub const EMPTY: Self = Self(0);
    /// The length of the text.
    pub const TEXT_LEN: usize = 16;

    /// Reads 16 hexadecimal digits in either case, strictly.
    ///
    /// # Errors
    /// `character` or `length`, see [`ParseError`].
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        match parse(text.as_bytes()) {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The id of a number.
    #[must_use]
    pub const fn from_u64(number: u64) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// The id of 8 octets, most significant first.
    #[must_use]
    pub const fn from_be_bytes(octets: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(octets))
    }

    /// The 8 octets, most significant first; they sort as the ids do.
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The id of 8 octets, least significant first.
    #[must_use]
    pub const fn from_le_bytes(octets: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(octets))
    }

    /// The 8 octets, least significant first: the scheme's own order. They do not sort as the ids do.
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// Writes the text into `buffer`.
    #[inline]
    pub fn encode(self, buffer: &mut [u8; Self::TEXT_LEN]) -> &str {
        hex::encode_upper(self.0.swap_bytes(), buffer)
    }

    /// The text as octets, all ASCII: for writers that take octets. Without the feature `fast`, [`Self::encode`] looks at each octet again to make it a `str`; this does not.
    ///
    /// ```
    /// # use idspec_nalix_typed::NalixTyped;
    /// assert_eq!(&NalixTyped::from_u64(0x2a08).to_text_bytes(), b"082A000000000000");
    /// ```
    #[inline]
    #[must_use]
    pub fn to_text_bytes(self) -> [u8; Self::TEXT_LEN] {
        hex::octets_upper(self.0.swap_bytes())
    }

    /// The id of these fields: `seconds` since 1970 or any other number, `sequence` 0 to 16383, `machine` 0 to 1023.
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit.
    ///
    /// ```
    /// use idspec_nalix_typed::{IdType, NalixTyped};
    /// let id = NalixTyped::from_parts(IdType::ACCOUNT, 1_775_347_200, 258, 42)?;
    /// assert_eq!(id.to_string(), "2A080400A6D1690A");
    /// let error = NalixTyped::from_parts(IdType::ACCOUNT, 0, 0, 1024).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid Nalix id: machine 1024 is outside 0 to 1023");
    /// # Ok::<(), idspec_nalix_typed::FieldError>(())
    /// ```
    pub const fn from_parts(id_type: IdType, seconds: u32, sequence: u32, machine: u32) -> Result<Self, FieldError> {
        let composer = Layout::of(&SCHEME)
            .compose()
            .int("type", id_type.0 as i128)
            .int("value", seconds as i128)
            .int("sequence", sequence as i128)
            .int("machine", machine as i128);
        match composer.finish_u64() {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The id of a free 32-bit value, with sequence 0.
    ///
    /// # Errors
    /// `out_of_range` for a machine above 1023.
    pub const fn from_value(id_type: IdType, value: u32, machine: u32) -> Result<Self, FieldError> {
        Self::from_parts(id_type, value, 0, machine)
    }

    /// The type.
    #[must_use]
    pub const fn id_type(self) -> IdType {
        let [id_type, ..] = self.0.to_be_bytes();
        IdType(id_type)
    }

    /// The 32-bit value: seconds since 1970 in generated ids.
    #[must_use]
    pub const fn value(self) -> u32 {
        VALUE.read_u32(self.0 as u128)
    }

    /// The sequence within the second, 0 to 16383.
    #[must_use]
    pub const fn sequence(self) -> u32 {
        SEQUENCE.read_u32(self.0 as u128)
    }

    /// The machine, 0 to 1023.
    #[must_use]
    pub const fn machine(self) -> u32 {
        MACHINE.read_u32(self.0 as u128)
    }

    /// The smallest id of one type and of the second that holds `time`.
    ///
    /// # Errors
    /// `out_of_range` before 1970 or after 2106-02-07T06:28:15Z.
    pub fn min_at(id_type: IdType, time: Timestamp) -> Result<Self, FieldError> {
        Ok(composed(Self::LAYOUT.bounds_at(&id_type.scope(), time)?.0))
    }

    /// The largest id of one type and of the second that holds `time`.
    ///
    /// # Errors
    /// `out_of_range` before 1970 or after 2106-02-07T06:28:15Z.
    pub fn max_at(id_type: IdType, time: Timestamp) -> Result<Self, FieldError> {
        Ok(composed(Self::LAYOUT.bounds_at(&id_type.scope(), time)?.1))
    }

    /// The ids of one type with `window.start <= time < window.end`; both are rounded up to the second.
    ///
    /// A window that reaches past the last second ends at the first id of the next type; only for the last type there is no end.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no time from `window.start` on, or the window is reversed.
    pub fn range(id_type: IdType, window: Range<Timestamp>) -> Result<IdRange<Self>, FieldError> {
        let numbers = Self::LAYOUT.window(&id_type.scope(), window.start, window.end)?;
        let next_type = id_type.0.checked_add(1).map(|next| Self::from_be_bytes([next, 0, 0, 0, 0, 0, 0, 0]));
        Ok(IdRange { start: composed(numbers.start), end: numbers.end.map(composed).or(next_type) })
    }

    /// The ids of one type with `window.start() <= time <= window.end()`, or nothing where no second begins in the window.
    ///
    /// # Errors
    /// `out_of_range` where the scheme has no time from `window.start()` on, or the window is reversed.
    pub fn range_inclusive(
        id_type: IdType,
        window: RangeInclusive<Timestamp>,
    ) -> Result<Option<RangeInclusive<Self>>, FieldError> {
        let bounds = Self::LAYOUT.window_inclusive(&id_type.scope(), *window.start(), *window.end())?;
        Ok(bounds.map(|(first, last)| composed(first)..=composed(last)))
    }
}

/// The id of a number that the table above composed.
fn composed(number: u128) -> NalixTyped {
    let [octets @ .., _, _, _, _, _, _, _, _] = number.to_le_bytes();
    NalixTyped(u64::from_le_bytes(octets))
}

impl Id for NalixTyped {
    type Repr = u64;
    const SCHEME: &'static Scheme = &SCHEME;

    fn from_repr(number: u64) -> Result<Self, ParseError> {
        Ok(Self(number))
    }

    fn to_repr(self) -> u64 {
        self.0
    }

    #[inline]
    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError> {
        parse_fast(text).map(Self)
    }

    #[inline]
    fn to_text(self) -> Text {
        hex::write_upper(self.0.swap_bytes())
    }

    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        buffer.first_chunk_mut().map_or("", |front| self.encode(front))
    }
}

/// Means nothing where the value is not a time.
impl Timestamped for NalixTyped {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // The table above has a time.
        Self::LAYOUT.timestamp(u128::from(self.0)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl Stored for NalixTyped {
    type Form = form::I64;
}

id_impls!([] NalixTyped, "NalixTyped", u64);
