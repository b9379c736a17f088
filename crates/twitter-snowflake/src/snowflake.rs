//! The typed id of any layout of the snowflake family.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use idspec_core::column::{Stored, form};
use idspec_core::text::{Text, decimal};
use idspec_core::{
    FieldError, FieldValue, Id, Layout, ParseError, Scheme, TimeOrdered, Timestamp, Timestamped, id_impls,
};

/// A bit split of the snowflake family: 64 bits in decimal text, the time above all other fields.
///
/// ```
/// use idspec_core::{Field, FixedFault, Layout, Piece, Role, Scheme, Unit, text};
/// use idspec_twitter_snowflake::{Snowflake, SnowflakeLayout, Timestamped};
///
/// static ORDERS: Scheme = Scheme::table("orders", "order number", 64, text::DECIMAL, &[
///     Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(62, 20)]),
///     Field::new("region", Role::Number, &[Piece::bits(19, 12)]),
///     Field::new("sequence", Role::Number, &[Piece::bits(11, 0)]),
///     Field::new("sign", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 63)]),
/// ]).with_epoch(1_577_836_800_000);
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Orders;
/// impl SnowflakeLayout for Orders {
///     const LAYOUT: Layout = Layout::of(&ORDERS);
/// }
///
/// let id = Snowflake::<Orders>::compose(&[("unix_ms", 1_600_000_000_000), ("region", 7), ("sequence", 1)])?;
/// assert_eq!(id.timestamp().to_string(), "2020-09-13T12:26:40Z");
/// assert_eq!(id.field("region"), Some(7));
/// # Ok::<(), idspec_twitter_snowflake::FieldError>(())
/// ```
pub trait SnowflakeLayout: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The bit-field table with its epoch.
    const LAYOUT: Layout;
}

/// An id of a layout of the snowflake family.
///
/// `Ord` is the order of the numbers, which is that of time. It agrees with `BIGINT` as long as bit 63 is zero, as it always is in
/// Twitter's own split.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Snowflake<L> {
    number: u64,
    layout: PhantomData<L>,
}

impl<L: SnowflakeLayout> Snowflake<L> {
    /// The length of the longest text.
    pub const TEXT_LEN: usize = decimal::MAX_DIGITS;

    const IS_SNOWFLAKE: () = assert!(
        L::LAYOUT.scheme().bits() == 64 && L::LAYOUT.scheme().time_is_first(),
        "a snowflake has 64 bits and its time above all other fields"
    );

    /// Reads decimal text strictly.
    ///
    /// # Errors
    /// `character`, `length`, `overflow` or `noncanonical`, see [`ParseError`].
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        match decimal::parse(L::LAYOUT.scheme(), text.as_bytes()) {
            Ok(number) => Self::from_u64(number),
            Err(error) => Err(error),
        }
    }

    /// The id of a number.
    ///
    /// # Errors
    /// `overflow` where a bit is set that the layout has at zero.
    #[inline]
    pub const fn from_u64(number: u64) -> Result<Self, ParseError> {
        match L::LAYOUT.scheme().check(number as u128) {
            Ok(()) => Ok(Self::composed(number)),
            Err(error) => Err(error),
        }
    }

    /// The number.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.number
    }

    /// The id of 8 octets, most significant first.
    ///
    /// # Errors
    /// As [`Snowflake::from_u64`].
    pub const fn from_be_bytes(octets: [u8; 8]) -> Result<Self, ParseError> {
        Self::from_u64(u64::from_be_bytes(octets))
    }

    /// The 8 octets, most significant first; they sort as the ids do.
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.number.to_be_bytes()
    }

    /// The id of 8 octets, least significant first.
    ///
    /// # Errors
    /// As [`Snowflake::from_u64`].
    pub const fn from_le_bytes(octets: [u8; 8]) -> Result<Self, ParseError> {
        Self::from_u64(u64::from_le_bytes(octets))
    }

    /// The 8 octets, least significant first; they do not sort as the ids do.
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.number.to_le_bytes()
    }

    /// Writes the text into the end of `buffer`, and gives that end.
    #[inline]
    pub fn encode(self, buffer: &mut [u8; decimal::MAX_DIGITS]) -> &str {
        decimal::encode(self.number, buffer)
    }

    /// The id of these fields by their names, all of them.
    ///
    /// # Errors
    /// The first field that does not fit, is unknown or is missing.
    pub fn compose(fields: &[(&str, i128)]) -> Result<Self, FieldError> {
        let composer = fields.iter().fold(L::LAYOUT.compose(), |composer, (name, value)| composer.int(name, *value));
        composer.finish_u64().map(Self::composed)
    }

    /// The value of a field by its name, as it is shown.
    #[must_use]
    pub fn field(self, name: &str) -> Option<i128> {
        let mut fields = L::LAYOUT.fields(u128::from(self.number));
        fields.find(|(found, _)| *found == name).and_then(|(_, value)| match value {
            FieldValue::Int(value) => Some(value),
            FieldValue::Hex(..) => None,
        })
    }

    pub(crate) const fn composed(number: u64) -> Self {
        let () = Self::IS_SNOWFLAKE;
        Self { number, layout: PhantomData }
    }

    pub(crate) const fn number(self) -> u64 {
        self.number
    }
}

impl<L: SnowflakeLayout> Id for Snowflake<L> {
    type Repr = u64;
    const SCHEME: &'static Scheme = L::LAYOUT.scheme();
    const LAYOUT: Layout = L::LAYOUT;

    fn from_repr(number: u64) -> Result<Self, ParseError> {
        Self::from_u64(number)
    }

    fn to_repr(self) -> u64 {
        self.number
    }

    #[inline]
    fn write_run(first: u64, step: u64, out: &mut [Self]) -> bool {
        let steps = u64::try_from(out.len().saturating_sub(1)).ok();
        let last = steps.and_then(|steps| steps.checked_mul(step)).and_then(|way| way.checked_add(first));
        let sure = last.is_some_and(|last| Self::SCHEME.holds_from_to(u128::from(first), u128::from(last)));
        if sure {
            let mut number = first;
            for slot in out {
                *slot = Self::composed(number);
                number = number.wrapping_add(step);
            }
        }
        sure
    }

    #[inline]
    fn parse_bytes(text: &[u8]) -> Result<Self, ParseError> {
        decimal::parse(L::LAYOUT.scheme(), text).and_then(Self::from_u64)
    }

    #[inline]
    fn to_text(self) -> Text {
        decimal::write(self.number)
    }

    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        buffer.first_chunk_mut().map_or("", |front| self.encode(front))
    }

    fn read_lines(text: &[u8], ids: &mut impl Extend<Self>) -> usize {
        decimal::read_lines(text, |number| Self::from_u64(number).map(|id| ids.extend(Some(id))).is_ok())
    }
}

impl<L: SnowflakeLayout> Timestamped for Snowflake<L> {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // A snowflake always has a time, see `IS_SNOWFLAKE`.
        L::LAYOUT.timestamp(u128::from(self.number)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl<L: SnowflakeLayout> TimeOrdered for Snowflake<L> {}

impl<L: SnowflakeLayout> Stored for Snowflake<L> {
    type Form = form::I64;
}

id_impls!([L: SnowflakeLayout] Snowflake<L>, "Snowflake", u64);
