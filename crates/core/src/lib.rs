//! The shared parts of the `idspec` id schemes.
//!
//! A [`Scheme`] is a constant table of bit fields that is checked when it is built; everything that reads, composes, draws
//! or bounds ids is driven by it. A [`Layout`] is a scheme together with its epoch and works on plain numbers chosen at run time;
//! the trait [`Id`] is the typed side of the same thing.
//!
//! Nothing here allocates, except behind the feature `alloc`.
//!
//! | module | holds |
//! |---|---|
//! | [`order`] | the orders in which databases and runtimes compare 16 octets |
//! | [`mod@column`] | what ids are in the columns of databases, and sqlx and tiberius (features of their names) |
//! | `generate` | generators of new ids (feature `generate`) |
//! | `forms` | how ids travel through serde (feature `serde`) |
//! | [`text`] | the text forms that several schemes share |
//! | `bulk` | many ids at once (feature `alloc`) |
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
//! | `arbitrary` | `Arbitrary` for ids: only valid ones, for fuzzing |
//! | `proptest` | `Arbitrary` for ids: only valid ones, for property tests |
//! | `rand` | `Distribution` for ids: any valid one, for tests and samples |
//! | `generate` | Generators of new ids |
//! | `tokio` | Generators that wait in tasks |
//! | `schemars` | Schemas of ids for JSON Schema |
//! | `utoipa` | Schemas of ids for OpenAPI |
//! | `sqlx` | Columns through sqlx 0.9, with any driver and without one in the tree |
//! | `sqlx-postgres` | Arrays of Postgres; names its driver |
//! | `tiberius` | Columns of SQL Server through tiberius, without its TLS and its runtimes |
//! <!-- end sync -->

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
// `generate::fork` and `text::fast`, which say why, are allowed to.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod bulk;
mod calendars;
mod catalog;
mod check;
mod civil;
mod code;
pub mod column;
mod diagram;
mod error;
mod field;
mod form;
#[cfg(feature = "serde")]
pub mod forms;
#[cfg(feature = "generate")]
pub mod generate;
mod generated;
mod generation;
mod id;
mod layout;
mod macros;
pub mod order;
mod range;
#[cfg(any(feature = "schemars", feature = "utoipa"))]
mod schema;
mod scheme;
mod table;
pub mod text;
mod time;
mod typed;

pub use catalog::{Config, SelectError, select};
pub use code::ErrorCode;
pub use diagram::Diagram;
pub use error::{FieldError, FieldErrorKind, ParseError, ParseErrorKind};
pub use field::{Field, FieldValue, FixedFault, Piece, Role, Unit};
pub use form::{ByteOrder, Form, TextCodec};
pub use generated::{Seeded, seeded};
pub use generation::Generation;
pub use id::{Bigint, Id, Repr, TimeOrdered, Timestamped};
pub use layout::{Composer, Layout};
pub use range::IdRange;
pub use scheme::Scheme;
pub use table::TableError;
pub use time::{Timestamp, TimestampError};

/// What the exported macros name; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "arbitrary")]
    pub use arbitrary;
    pub use core;
    #[cfg(feature = "proptest")]
    pub use proptest;
    #[cfg(feature = "rand")]
    pub use rand;
    #[cfg(feature = "schemars")]
    pub use schemars;
    #[cfg(feature = "serde")]
    pub use serde;
    #[cfg(feature = "sqlx")]
    pub use sqlx;
    #[cfg(feature = "tiberius")]
    pub use tiberius;
    #[cfg(feature = "utoipa")]
    pub use utoipa;

    #[cfg(feature = "sqlx")]
    pub use crate::column::decode;
    #[cfg(feature = "sqlx-postgres")]
    pub use crate::column::{array_compatible, array_type_info};
    #[cfg(feature = "tiberius")]
    pub use crate::column::{from_data, to_data};
    pub use crate::generated::from_bits;
    #[cfg(feature = "rand")]
    pub use crate::generated::random_id;
    #[cfg(feature = "proptest")]
    pub use crate::generated::{AnyId, any_id};
    #[cfg(feature = "utoipa")]
    pub use crate::schema::openapi_schema;
    #[cfg(any(feature = "schemars", feature = "utoipa"))]
    pub use crate::schema::schema_name;
    #[cfg(feature = "schemars")]
    pub use crate::schema::{json_schema, schema_id};
    #[cfg(any(feature = "schemars", feature = "utoipa"))]
    pub use alloc::borrow::Cow;

    #[cfg(feature = "alloc")]
    pub use crate::typed::string;
    pub use crate::typed::{check_form, display, parse_typed, text_typed, write_text_typed, write_wide_typed};
    #[cfg(feature = "alloc")]
    pub use alloc::string::String;
}
