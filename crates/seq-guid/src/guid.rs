//! The typed id of any kind and layout.

use core::cmp::Ordering;
use core::marker::PhantomData;

use idspec_core::column::Stored;
use idspec_core::text::{Text, uuid};
use idspec_core::{
    Field, FieldError, Id, Layout, ParseError, Scheme, TimeOrdered, Timestamp, Timestamped, id_impls, order,
};

use crate::layout::{GuidLayout, RandomOctets};

/// A sequential GUID of one kind in one layout.
///
/// `Ord` is the order of the kind, so time comes first; for the order of another column use [`order`]. Text is written hyphenated in lower
/// case; the simple, braced and URN forms are read too, in either case.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeqGuid<T> {
    /// The NET octets.
    number: u128,
    layout: PhantomData<T>,
}

impl<T: GuidLayout> SeqGuid<T> {
    /// The length of the text that is written.
    pub const TEXT_LEN: usize = uuid::HYPHENATED;

    /// Reads a GUID of this kind and layout strictly.
    ///
    /// # Errors
    /// `character`, `wrong_prefix`, `length` or `format` for the text; `wrong_version`, `wrong_variant`, `noncanonical` or `out_of_range`
    /// for a GUID that is not of this kind and layout.
    ///
    /// ```
    /// use idspec_seq_guid::{AsBinary, AsString};
    /// assert!(AsString::parse("08da7241-170b-4c8e-8f11-223344556677").is_ok());
    /// // For AsBinary the version stands at index 16 of the text.
    /// let error = AsBinary::parse("08da7241-170b-4c8e-8f11-223344556677").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid sequential GUID (AsBinary): version nibble 8, expected 4");
    /// ```
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        match uuid::parse(T::SCHEME, text.as_bytes()) {
            Ok(number) => Self::from_u128(number),
            Err(error) => Err(error),
        }
    }

    /// The GUID of the number of its NET octets.
    ///
    /// # Errors
    /// As [`SeqGuid::parse`] for a GUID that is not of this kind and layout.
    #[inline]
    pub const fn from_u128(number: u128) -> Result<Self, ParseError> {
        match T::SCHEME.check(number) {
            Ok(()) => Ok(Self::checked(number)),
            Err(error) => Err(error),
        }
    }

    /// The number of the NET octets.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        self.number
    }

    /// The GUID of NET octets: the order of the text, of RFC 9562 and of most drivers.
    ///
    /// # Errors
    /// As [`SeqGuid::from_u128`].
    pub const fn from_net_bytes(octets: [u8; 16]) -> Result<Self, ParseError> {
        Self::from_u128(u128::from_be_bytes(octets))
    }

    /// The NET octets.
    #[must_use]
    pub const fn to_net_bytes(self) -> [u8; 16] {
        self.number.to_be_bytes()
    }

    /// The GUID of DN octets: .NET's `Guid.ToByteArray()` and SQL Server's wire order.
    ///
    /// # Errors
    /// As [`SeqGuid::from_u128`].
    pub const fn from_guid_bytes(octets: [u8; 16]) -> Result<Self, ParseError> {
        Self::from_net_bytes(order::swap_guid(&octets))
    }

    /// The DN octets.
    #[must_use]
    pub const fn to_guid_bytes(self) -> [u8; 16] {
        order::swap_guid(&self.number.to_be_bytes())
    }

    /// Writes the hyphenated text into `buffer`.
    #[inline]
    pub fn encode(self, buffer: &mut [u8; uuid::HYPHENATED]) -> &str {
        uuid::encode(self.number, buffer)
    }

    /// The text as octets, all ASCII: for writers that take octets. Without the feature `fast`, [`Self::encode`] looks at each octet again to make it a `str`; this does not.
    ///
    /// ```
    /// use idspec_seq_guid::AsString;
    /// let id: AsString = "08da7241-170b-4c8e-8f11-223344556677".parse()?;
    /// assert_eq!(&id.to_text_bytes(), b"08da7241-170b-4c8e-8f11-223344556677");
    /// # Ok::<(), idspec_seq_guid::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn to_text_bytes(self) -> [u8; uuid::HYPHENATED] {
        uuid::octets(self.number)
    }

    /// The GUID of these fields: `ticks` of 100 ns since year 1, 0 to 3155378975999999999 (in layout `ms48` whole milliseconds up to
    /// 2814749767106550000), and the random octets as drawn, with every bit that the layout does not use at zero.
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit. [`SeqGuid::with_random`] takes octets as they come from a generator.
    pub fn from_parts(ticks: i64, random: T::Random) -> Result<Self, FieldError> {
        let composer =
            Layout::of(T::SCHEME).compose().int("ticks", i128::from(ticks)).hex("random", random.to_number());
        composer.finish().map(Self::checked)
    }

    /// The GUID of these ticks and of those bits of freshly drawn octets that the layout uses.
    ///
    /// # Errors
    /// `out_of_range` with field `ticks`.
    pub fn with_random(ticks: i64, drawn: T::Random) -> Result<Self, FieldError> {
        let used = T::SCHEME.field("random").map_or(0, Field::value_mask);
        Self::from_parts(ticks, T::Random::from_number(drawn.to_number() & used))
    }

    /// The ticks of 100 ns since year 1.
    #[must_use]
    pub fn ticks(self) -> i64 {
        // Every layout's last tick fits, see `Scheme::check`.
        self.timestamp().ticks().unwrap_or(i64::MAX)
    }

    /// The random octets as drawn; bits that the layout does not use are zero.
    #[must_use]
    pub fn random(self) -> T::Random {
        T::Random::from_number(T::SCHEME.field("random").map_or(0, |field| field.read(self.number)))
    }

    const fn checked(number: u128) -> Self {
        Self { number, layout: PhantomData }
    }
}

impl<T: GuidLayout> Ord for SeqGuid<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        T::ORDER.key(self.number).cmp(&T::ORDER.key(other.number))
    }
}

impl<T: GuidLayout> PartialOrd for SeqGuid<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: GuidLayout> Id for SeqGuid<T> {
    type Repr = u128;
    const SCHEME: &'static Scheme = T::SCHEME;

    fn from_repr(number: u128) -> Result<Self, ParseError> {
        Self::from_u128(number)
    }

    fn to_repr(self) -> u128 {
        self.number
    }

    #[inline]
    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError> {
        uuid::parse_fast(T::SCHEME, text).and_then(Self::from_u128)
    }

    #[inline]
    fn to_text(self) -> Text {
        uuid::hyphenated(self.number)
    }

    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        buffer.first_chunk_mut().map_or("", |front| self.encode(front))
    }
}

impl<T: GuidLayout> Timestamped for SeqGuid<T> {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // Every table of this crate has a time.
        Self::LAYOUT.timestamp(self.number).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// A range holds by `Ord`, and in SQL in the column that the kind is made for.
impl<T: GuidLayout> TimeOrdered for SeqGuid<T> {}

impl<T: GuidLayout> Stored for SeqGuid<T> {
    type Form = T::Form;
}

id_impls!([T: GuidLayout] SeqGuid<T>, "SeqGuid", u128);

#[cfg(feature = "uuid")]
mod foreign {
    use idspec_core::ParseError;
    use uuid::Uuid;

    use super::{GuidLayout, SeqGuid};

    /// The UUID of the same text. Its `as_bytes` are the NET octets, its `to_bytes_le` the DN octets.
    impl<T: GuidLayout> From<SeqGuid<T>> for Uuid {
        fn from(id: SeqGuid<T>) -> Self {
            Self::from_u128(id.to_u128())
        }
    }

    /// Reads the GUID of the same text, checked as text is.
    impl<T: GuidLayout> TryFrom<Uuid> for SeqGuid<T> {
        type Error = ParseError;

        fn try_from(uuid: Uuid) -> Result<Self, ParseError> {
            Self::from_u128(uuid.as_u128())
        }
    }
}
