//! The 56-bit predecessor, read only.

use idspec_core::column::{Stored, form};
use idspec_core::text::{Text, digit, hex};
use idspec_core::{Field, FixedFault, Form, Id, ParseError, Piece, Role, Scheme, TextCodec, id_impls};

use crate::IdType;

const ZERO: Field = Field::new("zero", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 56)]);
const TYPE: Field = Field::new("type", Role::Number, &[Piece::bits(55, 48)]);
const MACHINE: Field = Field::new("machine", Role::Number, &[Piece::bits(47, 32)]);
const VALUE: Field = Field::new("value", Role::Number, &[Piece::bits(31, 0)]);

/// The digits of 2^56 - 1 in base 36.
const MAX_BASE36: usize = 11;
const HEX_DIGITS: usize = 14;

const CODEC: TextCodec = TextCodec {
    parse: parse_number,
    write: write_number,
    decimal: false,
    forms: &[Form::Canonical, Form::Decimal, Form::Hex],
    expects: "14 hexadecimal digits, or 1 to 11 digits in base 36",
    pattern: "[0-9A-F]{14}",
};

/// The table of the 56-bit predecessor.
pub static LEGACY56: Scheme =
    Scheme::table("nalix-typed", "Nalix id of 56 bits", 64, CODEC, &[TYPE, MACHINE, VALUE, ZERO])
        .with_layout("legacy56")
        .read_only(7);

/// An id of the 56-bit predecessor: `type`, a 16-bit machine and a 32-bit value. It is read, and never composed or generated.
///
/// Text is the 14 upper-case hexadecimal digits of the 7 little-endian octets; the older base-36 text of the number is read as well.
///
/// ```
/// use idspec_nalix_typed::Legacy56;
/// let id = Legacy56::parse("44332211665577")?;
/// assert_eq!((id.id_type().0, id.machine(), id.value()), (119, 0x5566, 0x1122_3344));
/// assert_eq!(Legacy56::parse("96QGE3TPIKK")?, id);
/// # Ok::<(), idspec_nalix_typed::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Legacy56(u64);

impl Legacy56 {
    /// Reads 14 hexadecimal digits, or 1 to 11 digits in base 36, in either case.
    ///
    /// # Errors
    /// `character`, `length`, `overflow` or `noncanonical`, see [`ParseError`].
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        match parse(text.as_bytes()) {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The number, below 2^56.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// The type.
    #[must_use]
    pub const fn id_type(self) -> IdType {
        let [_, id_type, ..] = self.0.to_be_bytes();
        IdType(id_type)
    }

    /// The machine, 0 to 65535.
    #[must_use]
    pub const fn machine(self) -> u32 {
        MACHINE.read_u32(self.0 as u128)
    }

    /// The value.
    #[must_use]
    pub const fn value(self) -> u32 {
        VALUE.read_u32(self.0 as u128)
    }
}

const fn parse(text: &[u8]) -> Result<u64, ParseError> {
    if let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = *text
        && let Some(number) = hex::read_u64(&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, b'0', b'0'])
    {
        return Ok(number.swap_bytes());
    }
    match base36(text) {
        Some(number) => Ok(number),
        None => Err(diagnose(text)),
    }
}

/// Reads the shortest base-36 form of a number below 2^56, or gives nothing.
const fn base36(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > MAX_BASE36 || matches!(text, [b'0', _, ..]) {
        return None;
    }
    let (mut number, mut rest) = (0u64, text);
    while let [octet, tail @ ..] = rest {
        let Some(value) = digit(*octet, 36) else { return None };
        // Eleven digits of base 36 are less than 2^57, so nothing saturates.
        (number, rest) = (number.saturating_mul(36).saturating_add(value as u64), tail);
    }
    if number >> 56 == 0 { Some(number) } else { None }
}

#[cold]
const fn diagnose(text: &[u8]) -> ParseError {
    match text.len() {
        1..=MAX_BASE36 => {
            if let Some(error) = hex::character_fault(&LEGACY56, text, 36) {
                return error;
            }
            // A leading zero makes at most ten digits, so no text has both faults.
            if matches!(text, [b'0', ..]) {
                ParseError::leading_zero(&LEGACY56)
            } else {
                ParseError::overflow(&LEGACY56)
            }
        }
        _ => hex::diagnose(&LEGACY56, text, HEX_DIGITS),
    }
}

fn parse_number(_: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    parse(text).map(u128::from)
}

fn write_number(number: u128) -> Text {
    let [octets @ .., _, _, _, _, _, _, _, _] = number.to_le_bytes();
    // The eighth octet is always zero.
    hex::write_upper(u64::from_be_bytes(octets)).without_last(2)
}

impl Id for Legacy56 {
    type Repr = u64;
    const SCHEME: &'static Scheme = &LEGACY56;

    fn from_repr(number: u64) -> Result<Self, ParseError> {
        LEGACY56.check(u128::from(number)).map(|()| Self(number))
    }

    fn to_repr(self) -> u64 {
        self.0
    }

    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError> {
        parse(text).map(Self)
    }

    fn to_text(self) -> Text {
        write_number(u128::from(self.0))
    }
}

impl Stored for Legacy56 {
    type Form = form::I64;
}

id_impls!([] Legacy56, "Legacy56", u64);
