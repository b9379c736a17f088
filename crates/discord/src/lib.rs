//! Discord snowflakes: 42 bits of milliseconds, an internal worker, an internal process and an increment in 64 bits.
//!
//! | bits | field | values |
//! |---|---|---|
//! | 63..22 | `unix_ms` | ms since 1420070400000 (2015-01-01T00:00:00Z) |
//! | 21..17 | `worker` | 0 to 31 |
//! | 16..12 | `process` | 0 to 31 |
//! | 11..0 | `increment` | 0 to 4095, per process, not restarted each millisecond |
//!
//! All 64 bits are used. Text is decimal; the service sends it as a JSON string. Ids sort by time as unsigned numbers; in a `BIGINT` those
//! from 2084-09-06 on are negative, see [`Bigint`]. Source of the format: the Discord developer documentation, "Snowflakes".
//!
//! ```
//! use idspec_discord::{DiscordSnowflake, Timestamped};
//!
//! let id: DiscordSnowflake = "175928847299117063".parse()?;
//! assert_eq!((id.worker(), id.process(), id.increment()), (1, 0, 7));
//! assert_eq!(id.timestamp().to_string(), "2016-04-30T11:18:25.796Z");
//! # Ok::<(), idspec_discord::ParseError>(())
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
//! <!-- end sync -->

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

pub use idspec_core::{Bigint, FieldError, Id, IdRange, ParseError, TimeOrdered, Timestamp, Timestamped};

use idspec_core::column::{Stored, form};
use idspec_core::text::{Text, decimal};
use idspec_core::{Field, Generation, Layout, Piece, Role, Scheme, Unit, id_impls, text};

/// The epoch in ms since 1970: 2015-01-01T00:00:00Z.
pub const EPOCH_MS: i64 = 1_420_070_400_000;

const UNIX_MS: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 22)]);
const WORKER: Field = Field::new("worker", Role::Number, &[Piece::bits(21, 17)]);
const PROCESS: Field = Field::new("process", Role::Number, &[Piece::bits(16, 12)]);
const INCREMENT: Field = Field::new("increment", Role::Number, &[Piece::bits(11, 0)]);

/// The table of the layout.
pub static SCHEME: Scheme =
    Scheme::table("discord", "Discord snowflake", 64, text::DECIMAL, &[UNIX_MS, WORKER, PROCESS, INCREMENT])
        .with_epoch(EPOCH_MS)
        .generated_by(Generation::Sequence("increment"));

/// Every table of this crate.
pub const SCHEMES: &[&Scheme] = &[&SCHEME];

/// A Discord id. Every 64-bit number is one.
///
/// `Ord` is the order of the unsigned numbers, which is that of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiscordSnowflake(u64);

impl DiscordSnowflake {
    /// The length of the longest text.
    pub const TEXT_LEN: usize = decimal::MAX_DIGITS;

    /// The smallest id, which the service's pagination takes as "from the beginning".
    pub const BEGINNING: Self = Self(0);

    /// Reads decimal text strictly.
    ///
    /// # Errors
    /// `character`, `length`, `overflow` or `noncanonical`, see [`ParseError`].
    #[inline]
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        match decimal::parse(&SCHEME, text.as_bytes()) {
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

    /// The 8 octets, least significant first; they do not sort as the ids do.
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The id of these fields: `unix_ms` in ms since 1970, `worker` and `process` 0 to 31, `increment` 0 to 4095.
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit.
    ///
    /// ```
    /// use idspec_discord::DiscordSnowflake;
    /// let error = DiscordSnowflake::from_parts(1_419_984_000_000, 0, 0, 0).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid Discord snowflake: unix_ms 1419984000000 is outside 1420070400000 to 5818116911103",
    /// );
    /// ```
    pub const fn from_parts(unix_ms: i64, worker: u32, process: u32, increment: u32) -> Result<Self, FieldError> {
        let composer = Layout::of(&SCHEME)
            .compose()
            .int("unix_ms", unix_ms as i128)
            .int("worker", worker as i128)
            .int("process", process as i128)
            .int("increment", increment as i128);
        match composer.finish_u64() {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// Writes the text into the end of `buffer`, and gives that end.
    #[inline]
    pub fn encode(self, buffer: &mut [u8; Self::TEXT_LEN]) -> &str {
        decimal::encode(self.0, buffer)
    }

    /// The internal worker, 0 to 31.
    #[must_use]
    pub const fn worker(self) -> u32 {
        WORKER.read_u32(self.0 as u128)
    }

    /// The internal process, 0 to 31.
    #[must_use]
    pub const fn process(self) -> u32 {
        PROCESS.read_u32(self.0 as u128)
    }

    /// The increment of the process, 0 to 4095.
    #[must_use]
    pub const fn increment(self) -> u32 {
        INCREMENT.read_u32(self.0 as u128)
    }
}

impl Id for DiscordSnowflake {
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
        decimal::parse(&SCHEME, text).map(Self)
    }

    #[inline]
    fn to_text(self) -> Text {
        decimal::write(self.0)
    }

    #[inline]
    fn write_text(self, buffer: &mut [u8; Text::CAPACITY]) -> &str {
        buffer.first_chunk_mut().map_or("", |front| self.encode(front))
    }

    fn read_lines(text: &[u8], ids: &mut impl Extend<Self>) -> usize {
        decimal::read_lines(text, |number| {
            ids.extend(Some(Self(number)));
            true
        })
    }
}

impl Timestamped for DiscordSnowflake {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // The table above has a time.
        Self::LAYOUT.timestamp(u128::from(self.0)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl TimeOrdered for DiscordSnowflake {}

impl Stored for DiscordSnowflake {
    type Form = form::I64;
}

id_impls!([] DiscordSnowflake, "DiscordSnowflake", u64);
