//! ULIDs: 48 bits of Unix milliseconds and 80 random bits, as 26 letters that sort as the numbers do.
//!
//! | bits | field | values |
//! |---|---|---|
//! | 127..80 | `unix_ms` | ms since 1970, up to 281474976710655 in the year 10889 |
//! | 79..0 | `random` | 80 bits |
//!
//! Text, number, big-endian octets and Postgres `uuid` sort alike. SQL Server's `uniqueidentifier`, .NET byte arrays and MariaDB's `UUID` do not.
//!
//! # What the public description leaves open
//!
//! | point | here |
//! |---|---|
//! | lower case | read by ASCII rules, never written |
//! | I, L, O | refused, unless [`Ulid::parse_lenient`] is called |
//! | U, hyphens, non-ASCII characters that fold to letters | refused by both readers |
//! | first letter above 7 | `overflow`, never wrapped |
//! | time outside 0 to 2^48 - 1 ms when composing | `out_of_range`, never masked |
//! | a date after the year 9999 | a valid id; only a conversion to a calendar that ends earlier fails |
//! | integers | never read as ULIDs |
//!
//! Source of the layout: the public `ulid/spec`; of the alphabet and its aliases: Crockford's Base 32.
//!
//! ```
//! use idspec_ulid::{Timestamped, Ulid};
//!
//! let id = Ulid::parse("01HTQW311N1KR5G0Y75M3EF00H")?;
//! assert_eq!(id.timestamp().to_string(), "2024-04-05T19:34:38.901Z");
//! assert_eq!(id.random(), 0x0cf0_5803_c72d_06e7_8011);
//! assert_eq!(
//!     Ulid::parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ").unwrap_err().to_string(),
//!     "invalid ULID: above the largest, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
//! );
//! # Ok::<(), idspec_ulid::ParseError>(())
//! ```
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
//! | `uuid` | Conversions from and to `uuid::Uuid` |
//! <!-- end sync -->

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

pub use idspec_core::{FieldError, Id, IdRange, ParseError, TimeOrdered, Timestamp, Timestamped, order};

use idspec_core::column::{Stored, form};
use idspec_core::text::crockford::{self, Letters};
use idspec_core::text::{self, Text};
use idspec_core::{Field, Form, Generation, Layout, Piece, Role, Scheme, TextCodec, Unit, id_impls};

const UNIX_MS: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(127, 80)]);
const RANDOM: Field = Field::new("random", Role::Hex, &[Piece::bits(79, 0)]);

const CODEC: TextCodec = TextCodec {
    parse: |scheme, text| crockford::parse_fast(scheme, text, Letters::Strict),
    write: crockford::write,
    decimal: false,
    forms: &[Form::Canonical, Form::Hex, Form::Uuid],
    expects: "26 letters",
    pattern: "[0-7][0-9A-HJKMNP-TV-Z]{25}",
};

/// The table of the layout.
pub static SCHEME: Scheme =
    Scheme::table("ulid", "ULID", 128, CODEC, &[UNIX_MS, RANDOM]).generated_by(Generation::Monotonic);

/// Every table of this crate.
pub const SCHEMES: &[&Scheme] = &[&SCHEME];

/// A ULID. Every 128-bit number is one.
///
/// `Ord` is the order of the numbers, which is that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ulid(u128);

impl Ulid {
    /// The ULID of which all bits are zero.
    pub const NIL: Self = Self(0);
    /// The ULID of which all bits are one, `7ZZZZZZZZZZZZZZZZZZZZZZZZZ`.
    pub const MAX: Self = Self(u128::MAX);
    /// The length of the text.
    pub const TEXT_LEN: usize = crockford::LETTERS;

    /// Reads 26 letters of the alphabet in either case, strictly.
    ///
    /// This also works in constants; `FromStr` and [`Id::parse_bytes`] use vector instructions where the machine has them.
    ///
    /// # Errors
    /// `character`, `length` or `overflow`, see [`ParseError`].
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        Self::read(text.as_bytes(), Letters::Strict)
    }

    /// Reads as [`Ulid::parse`] does, and takes I and L as 1 and O as 0 (Crockford's aliases). U and hyphens stay refused.
    ///
    /// Texts that only this reader accepts do not sort as their ids do, and two of them may be one id: keep what `Display` writes.
    ///
    /// # Errors
    /// As [`Ulid::parse`].
    ///
    /// ```
    /// use idspec_ulid::Ulid;
    /// assert!(Ulid::parse("O1ARZ3NDEITSV4RRFFQ69G5FAV").is_err());
    /// assert_eq!(Ulid::parse_lenient("O1ARZ3NDEITSV4RRFFQ69G5FAV")?.to_string(), "01ARZ3NDE1TSV4RRFFQ69G5FAV");
    /// # Ok::<(), idspec_ulid::ParseError>(())
    /// ```
    #[inline]
    pub const fn parse_lenient(text: &str) -> Result<Self, ParseError> {
        Self::read(text.as_bytes(), Letters::Lenient)
    }

    // Always, for the reason of `crockford::parse`.
    #[inline(always)]
    const fn read(text: &[u8], letters: Letters) -> Result<Self, ParseError> {
        match crockford::parse(&SCHEME, text, letters) {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The ULID of a number.
    #[must_use]
    pub const fn from_u128(number: u128) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        self.0
    }

    /// The ULID of 16 big-endian octets, which are also those of its UUID form.
    #[must_use]
    pub const fn from_be_bytes(octets: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(octets))
    }

    /// The 16 big-endian octets.
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The ULID of the octets of .NET's `Guid.ToByteArray()` (DN order).
    #[must_use]
    pub const fn from_guid_bytes(octets: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(order::swap_guid(&octets)))
    }

    /// The octets of .NET's `Guid.ToByteArray()` (DN order). They do not sort by time.
    #[must_use]
    pub const fn to_guid_bytes(self) -> [u8; 16] {
        order::swap_guid(&self.0.to_be_bytes())
    }

    /// The ULID of these fields: `unix_ms` 0 to 281474976710655 ms since 1970, `random` below 2^80.
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit.
    ///
    /// ```
    /// use idspec_ulid::Ulid;
    /// let id = Ulid::from_parts(1_712_345_678_901, 0x0cf0_5803_c72d_06e7_8011)?;
    /// assert_eq!(id.to_string(), "01HTQW311N1KR5G0Y75M3EF00H");
    /// assert_eq!(Ulid::from_parts(-1, 0).unwrap_err().field(), "unix_ms");
    /// # Ok::<(), idspec_ulid::FieldError>(())
    /// ```
    pub const fn from_parts(unix_ms: i64, random: u128) -> Result<Self, FieldError> {
        let composer = Layout::of(&SCHEME).compose().int("unix_ms", unix_ms as i128).hex("random", random);
        match composer.finish() {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The 80 random bits.
    #[must_use]
    pub const fn random(self) -> u128 {
        RANDOM.read(self.0)
    }

    /// Writes the text into `buffer`.
    ///
    /// ```
    /// # use idspec_ulid::Ulid;
    /// assert_eq!(Ulid::MAX.encode(&mut [0; Ulid::TEXT_LEN]), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    /// ```
    #[inline]
    pub fn encode(self, buffer: &mut [u8; Self::TEXT_LEN]) -> &str {
        crockford::encode(self.0, buffer)
    }

    /// The text as octets, all ASCII: for writers that take octets. Without the feature `fast`, [`Self::encode`] looks at each octet again to make it a `str`; this does not.
    ///
    /// ```
    /// # use idspec_ulid::Ulid;
    /// assert_eq!(&Ulid::MAX.to_text_bytes(), b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    /// ```
    #[inline]
    #[must_use]
    pub fn to_text_bytes(self) -> [u8; Self::TEXT_LEN] {
        crockford::octets(self.0)
    }

    /// The NET octets as 36 characters, the form of a `uuid` column.
    #[must_use]
    pub fn to_uuid_text(self) -> Text {
        text::uuid::hyphenated(self.0)
    }
}

impl Id for Ulid {
    type Repr = u128;
    const SCHEME: &'static Scheme = &SCHEME;

    fn from_repr(number: u128) -> Result<Self, ParseError> {
        Ok(Self(number))
    }

    fn to_repr(self) -> u128 {
        self.0
    }

    #[inline]
    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError> {
        crockford::parse_fast(&SCHEME, text, Letters::Strict).map(Self)
    }

    #[inline]
    fn to_text(self) -> Text {
        crockford::write(self.0)
    }

    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        self.write_wide(buffer).0.get(..Self::TEXT_LEN).unwrap_or_default()
    }

    #[inline]
    fn write_wide(self, buffer: &mut [u8; Text::CAPACITY]) -> (&str, usize) {
        (crockford::encode_padded(self.0, buffer), Self::TEXT_LEN)
    }

    fn read_lines(text: &[u8], ids: &mut impl Extend<Self>) -> usize {
        crockford::read_lines(text, Letters::Strict, |numbers| ids.extend(numbers.iter().copied().map(Self)))
    }

    fn write_lines(ids: &[Self], mut give: impl FnMut(&str, usize)) -> bool {
        crockford::write_lines(ids.iter().map(|id| id.0), |line| give(line, Self::TEXT_LEN + 1));
        true
    }
}

impl Timestamped for Ulid {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // The table above has a time.
        Self::LAYOUT.timestamp(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl TimeOrdered for Ulid {}

impl Stored for Ulid {
    type Form = form::Uuid;
}

id_impls!([] Ulid, "Ulid", u128);

#[cfg(feature = "uuid")]
mod foreign {
    use uuid::Uuid;

    use crate::Ulid;

    /// The UUID of the same 16 octets, which sorts as the ULID does. Its version and variant are whatever those bits are.
    impl From<Ulid> for Uuid {
        fn from(id: Ulid) -> Self {
            Self::from_u128(id.to_u128())
        }
    }

    /// The ULID of the same 16 octets. Any UUID has one; only of a ULID's UUID does it hold a meaningful time.
    impl From<Uuid> for Ulid {
        fn from(uuid: Uuid) -> Self {
            Self::from_u128(uuid.as_u128())
        }
    }
}
