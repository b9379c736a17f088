//! Sequential GUIDs: 128 bits with the time where a database looks first.
//!
//! | type | time is first in | use it in |
//! |---|---|---|
//! | [`AsString`] | the text and the NET octets | `CHAR(36)`, Postgres `uuid`, `BINARY(16)` or `BLOB` of NET octets |
//! | [`AsBinary`] | the octets of .NET's `Guid.ToByteArray()` (DN) | `BINARY(16)`, `RAW(16)`, `BYTEA` of DN octets |
//! | [`AtEnd`] | the last block | SQL Server `uniqueidentifier`, MariaDB `UUID` |
//!
//! Each kind sorts by time there and nowhere else. `Ord` of a type is the order of its kind; [`order`] has the comparators.
//!
//! | kind (layout `rfc`) | text, NET octets | DN octets | SQL Server `uniqueidentifier` | MySQL `UUID_TO_BIN(x, 1)` | MariaDB `UUID` (10.11.5 on) |
//! |---|---|---|---|---|---|
//! | `AsString` | yes | no | no | no | no |
//! | `AsBinary` | no | yes | no | no | no, and some inserts are refused |
//! | `AtEnd` | no | no | yes | no | yes |
//!
//! The types at the top are of layout `rfc`: 64 bits of ticks (100 ns since year 1) with the version and variant nibbles of RFC 9562. The modules
//! [`ticks64`], [`ticks64_plan1`] and [`ms48`] have the older layouts, for data that exists.
//! Sources: `jhtodd/SequentialGuid` and `abpframework/abp` for the kinds and the older layouts, .NET `Guid.ToByteArray` for DN octets.
//!
//! ```
//! use idspec_seq_guid::{AsBinary, AsString, AtEnd, Timestamped};
//!
//! let (ticks, random) = (637_947_921_111_435_503, [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88]);
//! assert_eq!(AsString::with_random(ticks, random)?.to_string(), "08da7241-170b-4c8e-8f11-223344556677");
//! assert_eq!(AsBinary::with_random(ticks, random)?.to_string(), "4172da08-0b17-8e4c-8f11-223344556677");
//! let id = AtEnd::with_random(ticks, random)?;
//! assert_eq!(id.to_string(), "44332211-6655-40f8-8c8e-08da7241170b");
//! assert_eq!(id.timestamp().to_string(), "2022-07-30T15:35:11.1435503Z");
//! # Ok::<(), idspec_seq_guid::FieldError>(())
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

mod guid;
mod layout;
mod tables;

pub use guid::SeqGuid;
pub use idspec_core::{FieldError, Id, IdRange, ParseError, TimeOrdered, Timestamp, Timestamped, order};
pub use layout::{GuidLayout, GuidOrder, Kind, RandomOctets, kinds, layouts};

use idspec_core::Scheme;

/// Sorts as text and NET octets; layout `rfc`.
pub type AsString = SeqGuid<(kinds::AsString, layouts::Rfc)>;
/// Sorts as DN octets; layout `rfc`.
pub type AsBinary = SeqGuid<(kinds::AsBinary, layouts::Rfc)>;
/// Sorts in SQL Server's `uniqueidentifier` and MariaDB's `UUID`; layout `rfc`.
pub type AtEnd = SeqGuid<(kinds::AtEnd, layouts::Rfc)>;

/// Layout `ticks64`: 64 bits of ticks and 64 random bits, without version and variant.
pub mod ticks64 {
    use crate::{SeqGuid, kinds, layouts};

    /// Sorts as text and NET octets.
    pub type AsString = SeqGuid<(kinds::AsString, layouts::Ticks64)>;
    /// Sorts as DN octets.
    pub type AsBinary = SeqGuid<(kinds::AsBinary, layouts::Ticks64)>;
    /// Sorts in SQL Server's `uniqueidentifier`. The high 48 bits of the ticks stand last (*plan 2*).
    pub type AtEnd = SeqGuid<(kinds::AtEnd, layouts::Ticks64)>;
}

/// Layout `ticks64-plan1`: the ticks in plain order in the last 8 octets.
pub mod ticks64_plan1 {
    use crate::{SeqGuid, kinds, layouts};

    /// Sorts nowhere for long: SQL Server's order starts anew every 325.78 days. `Ord` is by ticks.
    pub type AtEnd = SeqGuid<(kinds::AtEnd, layouts::Ticks64Plan1)>;
}

/// Layout `ms48`: 48 bits of milliseconds since year 1 and 80 random bits, without version and variant.
pub mod ms48 {
    use crate::{SeqGuid, kinds, layouts};

    /// Sorts as text and NET octets.
    pub type AsString = SeqGuid<(kinds::AsString, layouts::Ms48)>;
    /// Sorts as DN octets.
    pub type AsBinary = SeqGuid<(kinds::AsBinary, layouts::Ms48)>;
    /// Sorts in SQL Server's `uniqueidentifier`.
    pub type AtEnd = SeqGuid<(kinds::AtEnd, layouts::Ms48)>;
}

/// Every table of this crate. A kind has to be named, so there is no default among them.
pub const SCHEMES: &[&Scheme] = &[
    &tables::AS_STRING_RFC,
    &tables::AS_BINARY_RFC,
    &tables::AT_END_RFC,
    &tables::AS_STRING_TICKS64,
    &tables::AS_BINARY_TICKS64,
    &tables::AT_END_TICKS64,
    &tables::AT_END_TICKS64_PLAN1,
    &tables::AS_STRING_MS48,
    &tables::AS_BINARY_MS48,
    &tables::AT_END_MS48,
];
