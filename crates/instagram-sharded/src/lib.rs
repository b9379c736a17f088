//! Instagram sharded ids: 41 bits of milliseconds, a logical shard and a table sequence modulo 1024 in 64 bits.
//!
//! | bits | field | values |
//! |---|---|---|
//! | 63..23 | `unix_ms` | ms since the epoch, by default 1314220021721 (2011-08-24T21:07:01.721Z) |
//! | 22..10 | `shard` | 0 to 8191 |
//! | 9..0 | `sequence` | 0 to 1023, the table's sequence modulo 1024 |
//!
//! All 64 bits are used and the text is the unsigned decimal. The published function computes in a signed `bigint`, so its results are negative
//! from 2046-06-27T17:00:49.497Z on: read those with [`Bigint::from_i64_bits`]. Ids sort by time as unsigned numbers; within a
//! millisecond the sequence wraps and says nothing about age. Source of the format: "Sharding & IDs at Instagram" (2011), its function and
//! its worked example.
//!
//! ```
//! use idspec_instagram_sharded::{InstagramSharded, Timestamped};
//!
//! let id = InstagramSharded::parse("11637205501278089")?;
//! assert_eq!((id.shard(), id.sequence()), (1341, 905));
//! assert_eq!(id.timestamp().to_string(), "2011-09-09T22:28:04.721Z");
//! # Ok::<(), idspec_instagram_sharded::ParseError>(())
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

/// The epoch of the published function in ms since 1970: 2011-08-24T21:07:01.721Z.
pub const EPOCH_MS: i64 = 1_314_220_021_721;

const UNIX_MS: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 23)]);
const SHARD: Field = Field::new("shard", Role::Number, &[Piece::bits(22, 10)]);
const SEQUENCE: Field = Field::new("sequence", Role::Number, &[Piece::bits(9, 0)]);

/// The table of the layout at its default epoch.
pub static SCHEME: Scheme =
    Scheme::table("instagram-sharded", "Instagram sharded id", 64, text::DECIMAL, &[UNIX_MS, SHARD, SEQUENCE])
        .with_epoch(EPOCH_MS)
        .with_epoch_parameter()
        .generated_by(Generation::Sequence("sequence"));

/// Every table of this crate.
pub const SCHEMES: &[&Scheme] = &[&SCHEME];

/// An id with a custom epoch, in ms since 1970. Every 64-bit number is one.
///
/// `Ord` is the order of the unsigned numbers: time, shard, sequence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WithEpoch<const EPOCH_MS: i64>(u64);

/// An id with the published epoch.
pub type InstagramSharded = WithEpoch<EPOCH_MS>;

impl<const EPOCH_MS: i64> WithEpoch<EPOCH_MS> {
    const AT_EPOCH: Layout = match Layout::at_epoch(&SCHEME, EPOCH_MS) {
        Ok(layout) => layout,
        #[allow(clippy::panic, reason = "refuses an impossible epoch at compile time")]
        Err(error) => panic!("{}", error.as_str()),
    };

    /// The length of the longest text.
    pub const TEXT_LEN: usize = decimal::MAX_DIGITS;

    /// Reads unsigned decimal text strictly.
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

    /// Writes the text into the end of `buffer`, and gives that end.
    #[inline]
    pub fn encode(self, buffer: &mut [u8; decimal::MAX_DIGITS]) -> &str {
        decimal::encode(self.0, buffer)
    }

    /// The id of these fields: `unix_ms` in ms since 1970, `shard` 0 to 8191, `sequence` 0 to 1023 (already modulo 1024).
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit.
    ///
    /// ```
    /// use idspec_instagram_sharded::InstagramSharded;
    /// let id = InstagramSharded::from_parts(1_315_607_284_721, 31341 % 2000, 5001 % 1024)?;
    /// assert_eq!(id.to_u64(), 11_637_205_501_278_089);
    /// # Ok::<(), idspec_instagram_sharded::FieldError>(())
    /// ```
    pub const fn from_parts(unix_ms: i64, shard: u32, sequence: u32) -> Result<Self, FieldError> {
        let composer = Self::AT_EPOCH
            .compose()
            .int("unix_ms", unix_ms as i128)
            .int("shard", shard as i128)
            .int("sequence", sequence as i128);
        match composer.finish_u64() {
            Ok(number) => Ok(Self(number)),
            Err(error) => Err(error),
        }
    }

    /// The logical shard, 0 to 8191.
    #[must_use]
    pub const fn shard(self) -> u32 {
        SHARD.read_u32(self.0 as u128)
    }

    /// The table's sequence modulo 1024.
    #[must_use]
    pub const fn sequence(self) -> u32 {
        SEQUENCE.read_u32(self.0 as u128)
    }
}

impl<const EPOCH_MS: i64> Id for WithEpoch<EPOCH_MS> {
    type Repr = u64;
    const SCHEME: &'static Scheme = &SCHEME;
    const LAYOUT: Layout = Self::AT_EPOCH;

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

impl<const EPOCH_MS: i64> Timestamped for WithEpoch<EPOCH_MS> {
    #[inline]
    fn timestamp(self) -> Timestamp {
        // The table above has a time.
        Self::AT_EPOCH.timestamp(u128::from(self.0)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl<const EPOCH_MS: i64> TimeOrdered for WithEpoch<EPOCH_MS> {}

impl<const EPOCH_MS: i64> Stored for WithEpoch<EPOCH_MS> {
    type Form = form::I64;
}

id_impls!([const EPOCH_MS: i64] WithEpoch<EPOCH_MS>, "InstagramSharded", u64);
