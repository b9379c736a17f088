//! Twitter snowflakes: 41 bits of milliseconds, a datacenter, a worker and a sequence in 63 bits.
//!
//! | bits | field | values |
//! |---|---|---|
//! | 63 | sign | always 0 |
//! | 62..22 | `unix_ms` | ms since the epoch, by default 1288834974657 (2010-11-04T01:42:54.657Z) |
//! | 21..17 | `datacenter` | 0 to 31 |
//! | 16..12 | `worker` | 0 to 31 |
//! | 11..0 | `sequence` | 0 to 4095 |
//!
//! Text is decimal. Ids sort by time as numbers and as `BIGINT`; as decimal text only among texts of equal length.
//! Source of the format: `IdWorker.scala` of `twitter-archive/snowflake`, tag `snowflake-2010`.
//!
//! ```
//! use idspec_twitter_snowflake::{Timestamped, TwitterSnowflake};
//!
//! let id = TwitterSnowflake::parse("1541815603606036480")?;
//! assert_eq!((id.datacenter(), id.worker(), id.sequence()), (11, 26, 0));
//! assert_eq!(id.timestamp().to_string(), "2022-06-28T16:07:40.105Z");
//! # Ok::<(), idspec_twitter_snowflake::ParseError>(())
//! ```
//!
//! The epoch is part of the type, so ids of two deployments do not mix: see [`WithEpoch`]. A home-grown bit split is a [`SnowflakeLayout`].
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

mod snowflake;

pub use idspec_core::{Bigint, FieldError, Id, IdRange, ParseError, TimeOrdered, Timestamp, Timestamped};
pub use snowflake::{Snowflake, SnowflakeLayout};

use idspec_core::{Field, FixedFault, Generation, Layout, Piece, Role, Scheme, Unit, text};

/// The epoch of Twitter's own ids in ms since 1970: 2010-11-04T01:42:54.657Z.
pub const EPOCH_MS: i64 = 1_288_834_974_657;

const UNIX_MS: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(62, 22)]);
const DATACENTER: Field = Field::new("datacenter", Role::Number, &[Piece::bits(21, 17)]);
const WORKER: Field = Field::new("worker", Role::Number, &[Piece::bits(16, 12)]);
const SEQUENCE: Field = Field::new("sequence", Role::Number, &[Piece::bits(11, 0)]);
const SIGN: Field = Field::new("sign", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 63)]);

/// The table of the Twitter layout at its default epoch.
pub static SCHEME: Scheme = Scheme::table(
    "twitter-snowflake",
    "Twitter snowflake",
    64,
    text::DECIMAL,
    &[UNIX_MS, DATACENTER, WORKER, SEQUENCE, SIGN],
)
.with_epoch(EPOCH_MS)
.with_epoch_parameter()
.generated_by(Generation::Sequence("sequence"));

/// Every table of this crate, the default first.
pub const SCHEMES: &[&Scheme] = &[&SCHEME];

/// The Twitter bit split with an epoch, in ms since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwitterAt<const EPOCH_MS: i64>;

impl<const EPOCH_MS: i64> SnowflakeLayout for TwitterAt<EPOCH_MS> {
    const LAYOUT: Layout = match Layout::at_epoch(&SCHEME, EPOCH_MS) {
        Ok(layout) => layout,
        #[allow(clippy::panic, reason = "refuses an impossible epoch at compile time")]
        Err(error) => panic!("{}", error.as_str()),
    };
}

/// An id of the Twitter bit split with a custom epoch, in ms since 1970.
///
/// ```
/// use idspec_twitter_snowflake::{Timestamped, WithEpoch};
/// type OrderId = WithEpoch<1_596_211_200_000>;
/// let id = OrderId::parse("3125927076831231")?;
/// assert_eq!(id.timestamp().to_string(), "2020-08-09T07:01:19.092Z");
/// # Ok::<(), idspec_twitter_snowflake::ParseError>(())
/// ```
pub type WithEpoch<const EPOCH_MS: i64> = Snowflake<TwitterAt<EPOCH_MS>>;

/// An id of Twitter itself.
pub type TwitterSnowflake = WithEpoch<EPOCH_MS>;

impl<const EPOCH_MS: i64> Snowflake<TwitterAt<EPOCH_MS>> {
    /// The id of these fields: `unix_ms` in ms since 1970, `datacenter` and `worker` 0 to 31, `sequence` 0 to 4095.
    ///
    /// # Errors
    /// `out_of_range` with the first field that does not fit.
    ///
    /// ```
    /// use idspec_twitter_snowflake::TwitterSnowflake;
    /// let id = TwitterSnowflake::from_parts(1_656_432_460_105, 11, 26, 0)?;
    /// assert_eq!(id.to_string(), "1541815603606036480");
    /// let error = TwitterSnowflake::from_parts(1_656_432_460_105, 11, 32, 0).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid Twitter snowflake: worker 32 is outside 0 to 31");
    /// # Ok::<(), idspec_twitter_snowflake::FieldError>(())
    /// ```
    pub const fn from_parts(unix_ms: i64, datacenter: u32, worker: u32, sequence: u32) -> Result<Self, FieldError> {
        let composer = <TwitterAt<EPOCH_MS> as SnowflakeLayout>::LAYOUT
            .compose()
            .int("unix_ms", unix_ms as i128)
            .int("datacenter", datacenter as i128)
            .int("worker", worker as i128)
            .int("sequence", sequence as i128);
        match composer.finish_u64() {
            Ok(number) => Ok(Self::composed(number)),
            Err(error) => Err(error),
        }
    }

    /// The datacenter, 0 to 31.
    #[must_use]
    pub const fn datacenter(self) -> u32 {
        DATACENTER.read_u32(self.number() as u128)
    }

    /// The worker, 0 to 31.
    #[must_use]
    pub const fn worker(self) -> u32 {
        WORKER.read_u32(self.number() as u128)
    }

    /// Datacenter and worker as one number, 0 to 1023.
    #[must_use]
    pub const fn machine(self) -> u32 {
        self.datacenter() << 5 | self.worker()
    }

    /// The sequence within the millisecond, 0 to 4095.
    #[must_use]
    pub const fn sequence(self) -> u32 {
        SEQUENCE.read_u32(self.number() as u128)
    }
}
