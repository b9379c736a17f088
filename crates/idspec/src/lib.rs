//! Exact application ids, with one trait.
//!
//! <!-- sync: schemes -->
//! | scheme | type | bits | text | sorts by time in |
//! |---|---|---|---|---|
//! | Twitter snowflake, with custom epochs and bit splits | [`TwitterSnowflake`] | 63 | decimal | numbers, `BIGINT` |
//! | Discord | [`DiscordSnowflake`] | 64 | decimal | unsigned numbers |
//! | Instagram sharded | [`InstagramSharded`] | 64 | decimal | unsigned numbers |
//! | Nalix typed, and its 56-bit predecessor | [`NalixTyped`] | 64 | 16 hexadecimal digits | unsigned numbers, within a type |
//! | ULID | [`Ulid`] | 128 | 26 letters | text, octets, Postgres `uuid` |
//! | Sequential GUID: `AsString`, `AsBinary`, `AtEnd` | [`mod@seq_guid`] | 128 | GUID | the column that the kind is made for |
//! <!-- end sync -->
//!
//! Reading is strict and exact: what is not an id of the scheme is an error that names the scheme and the offset or the field, and nothing is
//! ever masked, wrapped or guessed. Everything works without an allocator.
//!
//! ```
//! use idspec::{DiscordSnowflake, TimeOrdered, Timestamp, Timestamped, Ulid};
//!
//! let id: Ulid = "01HTQW311N1KR5G0Y75M3EF00H".parse()?;
//! assert_eq!(id.timestamp().to_string(), "2024-04-05T19:34:38.901Z");
//!
//! // All ids of a day: WHERE id >= start AND id < end
//! let day = Timestamp::from_utc(2024, 4, 5, 0, 0, 0).unwrap()..Timestamp::from_utc(2024, 4, 6, 0, 0, 0).unwrap();
//! assert!(Ulid::range(day.clone())?.contains(&id));
//! assert_eq!(DiscordSnowflake::range(day)?.start.to_string(), "1225595761459200000");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The feature of a scheme has the scheme's name; all are on by default. `std` adds `SystemTime`, `alloc` adds `String` conversions.
//!
//! With `sqlx` ids are columns of Postgres, MySQL, MariaDB, SQLite and whatever else has a driver, see [`mod@column`]; `sqlx-postgres` adds arrays.
//!
//! With `generate` new ids are made by a `Generator` of the module `generate`; `tokio` adds waiting in tasks.
//!
//! `serde`, `proptest`, `arbitrary`, `schemars` and `utoipa` implement their traits for ids, bare and typed; `uuid` converts ULIDs and sequential GUIDs; `jiff`, `chrono` and
//! `time` convert [`Timestamp`].
//!
//! # Features
//!
//! <!-- sync: features of the crate -->
//! | feature | adds |
//! |---|---|
//! | `fast`, on by default | Vector instructions, and text without a second look at each octet; the same answers, and one module with `unsafe` |
//! | `alloc` | `String` conversions, and many ids at once |
//! | `std`, on by default | `SystemTime` conversions |
//! | `rayon` | Many ids at once on all threads |
//! | `serde` | `Serialize` and `Deserialize` for ids, and the modules of `forms` |
//! | `jiff` | `Timestamp` from and to the instants of jiff |
//! | `chrono` | `Timestamp` from and to the instants of chrono |
//! | `time` | `Timestamp` from and to the instants of time |
//! | `uuid` | ULIDs and sequential GUIDs from and to `uuid::Uuid` |
//! | `arbitrary` | `Arbitrary` for ids: only valid ones, for fuzzing |
//! | `proptest` | `Arbitrary` for ids: only valid ones, for property tests |
//! | `rand` | `Distribution` for ids: any valid one, for tests and samples |
//! | `reading` | Every scheme that reads a text, with the evidence for and against |
//! | `generate` | Generators of new ids |
//! | `tokio` | Generators that wait in tasks |
//! | `schemars` | Schemas of ids for JSON Schema |
//! | `utoipa` | Schemas of ids for OpenAPI |
//! | `sqlx` | Columns through sqlx 0.9, with any driver and without one in the tree |
//! | `sqlx-postgres` | Arrays of Postgres; names its driver |
//! | `tiberius` | Columns of SQL Server through tiberius, without its TLS and its runtimes |
//! | `all-schemes`, on by default | Every scheme |
//! | `twitter-snowflake` | The scheme `idspec-twitter-snowflake` |
//! | `discord` | The scheme `idspec-discord` |
//! | `instagram-sharded` | The scheme `idspec-instagram-sharded` |
//! | `nalix-typed` | The scheme `idspec-nalix-typed` |
//! | `ulid` | The scheme `idspec-ulid` |
//! | `seq-guid` | The scheme `idspec-seq-guid` |
//! <!-- end sync -->

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

#[cfg(feature = "reading")]
extern crate alloc;

#[cfg(feature = "reading")]
pub mod reading;

pub use idspec_core as base;
#[cfg(feature = "alloc")]
pub use idspec_core::bulk;
#[doc(inline)]
pub use idspec_core::column::{
    self, AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsU64, AsUuid, ColumnError, ColumnErrorKind, Stored,
};
#[cfg(feature = "serde")]
pub use idspec_core::forms;
#[cfg(feature = "generate")]
pub use idspec_core::generate;
#[doc(inline)]
pub use idspec_core::{
    Bigint, Config, ErrorCode, FieldError, FieldErrorKind, Id, IdRange, Layout, ParseError, ParseErrorKind, Scheme,
    Seeded, TimeOrdered, Timestamp, TimestampError, Timestamped, order, seeded, typed_id,
};

// sync: exports
#[cfg(feature = "discord")]
pub use idspec_discord::{self as discord, DiscordSnowflake};
#[cfg(feature = "instagram-sharded")]
pub use idspec_instagram_sharded::{self as instagram_sharded, InstagramSharded};
#[cfg(feature = "nalix-typed")]
pub use idspec_nalix_typed::{self as nalix_typed, NalixTyped};
#[cfg(feature = "seq-guid")]
pub use idspec_seq_guid as seq_guid;
#[cfg(feature = "twitter-snowflake")]
pub use idspec_twitter_snowflake::{self as twitter_snowflake, TwitterSnowflake};
#[cfg(feature = "ulid")]
pub use idspec_ulid::{self as ulid, Ulid};
// end sync

/// The tables of every scheme whose feature is on; of several tables with one name the first is the default.
pub const SCHEMES: &[&[&Scheme]] = &[
    // sync: tables
    #[cfg(feature = "twitter-snowflake")]
    twitter_snowflake::SCHEMES,
    #[cfg(feature = "discord")]
    discord::SCHEMES,
    #[cfg(feature = "instagram-sharded")]
    instagram_sharded::SCHEMES,
    #[cfg(feature = "nalix-typed")]
    nalix_typed::SCHEMES,
    #[cfg(feature = "ulid")]
    ulid::SCHEMES,
    #[cfg(feature = "seq-guid")]
    seq_guid::SCHEMES,
    // end sync
];

/// [`SCHEMES`] one by one.
pub fn schemes() -> impl Iterator<Item = &'static Scheme> {
    SCHEMES.iter().copied().flatten().copied()
}

/// The programs of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The programs of the guide are run as tests.
#[cfg(all(doctest, feature = "generate"))]
#[doc = include_str!("../../../docs/generating-ids.md")]
struct Generating;
