//! Worker ids of id generators, leased from the database that a service has already.
//!
//! Snowflake-like ids repeat as soon as two processes run under one worker id. This crate keeps the worker ids in a table of Postgres, MySQL, MariaDB or
//! SQLite, gives each process one, and sees to it that no id is given twice: not after a pause, a crash, a restart, a clock that is set back or a
//! database that was away.
//!
//! ```
//! # #[cfg(feature = "sqlite")] {
//! use idspec::TwitterSnowflake;
//! use idspec_lease::{Lease, Namespace, Store};
//!
//! # let runtime = tokio::runtime::Runtime::new()?;
//! # runtime.block_on(async {
//! # let options = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1);
//! let pool = options.connect("sqlite::memory:").await?;
//! let store = Store::new(pool, Namespace::new("orders")?);
//! store.migrate().await?;
//!
//! let lease = Lease::<TwitterSnowflake>::builder(store).slots(1024).start().await?;
//! let ids = lease.generator(); // a handle to clone into tasks and threads
//! let (a, b) = (ids.try_next()?, ids.try_next()?);
//! assert!(a < b);
//!
//! lease.shutdown().await?; // the worker id is free at once
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! Each worker id is a row, and each row has a *high-water mark*: every instant before it may have been used. A holder raises the mark in the database
//! first and then gives ids up to it, at most 60 s ahead; a successor starts at the mark that it finds. So two holders of one worker id never have an
//! instant in common, and neither clocks nor timeouts have to be right for that. What a wrong clock or a long outage can do is to stop ids, with an
//! error that says so.
//!
//! The lease is kept by a task of the tokio runtime that it was started in, so that runtime has to outlive the lease.
//!
//! The tests look at every order of events within bounds, messages that are late, lost or repeated and crashes among them, and show for each rule of the protocol
//! that there are duplicates without it; see `tests/model.rs`. That model covers the holder's side of the protocol, the statements and the rows. The task
//! that keeps a lease and the place where generators are put are outside of it: `tests/runtime.rs` and `tests/ends.rs` cover them in simulated time,
//! `tests/servers.rs` with processes on real servers.
//!
//! The guide, `docs/leasing-worker-ids.md`, says how to set it up, what is promised and what is not, and what to watch.
//!
//! # Features
//!
//! <!-- sync: features of the crate -->
//! | feature | adds |
//! |---|---|
//! | `postgres` | Slots in Postgres. One database at least is needed; TLS is a feature of the user's own sqlx |
//! | `mysql` | Slots in MySQL or MariaDB |
//! | `sqlite` | Slots in SQLite |
//! | `metrics` | Figures through the facade `metrics` |
//! <!-- end sync -->
//!
//! With a feature of a database sqlx's pool of it is a [`Backend`]. Events go to `tracing` always.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

mod error;
mod options;
#[doc(hidden)]
pub mod protocol;
mod runtime;
mod space;
mod sql;
mod store;

pub use error::{LeaseError, StoreError};
pub use options::Options;
pub use protocol::{Param, Value};
pub use runtime::{Clocks, Lease, LeaseBuilder, LeasedGenerator, Status, SystemClocks};
pub use space::{Namespace, Space};
pub use sql::{Cell, Dialect, Kind, Named, Sql, statements};
#[doc(hidden)]
pub use sql::{Now, render};
pub use store::{Backend, BackendError, Reply, Slots, Store, Tally};

/// The programs of the guide are run as tests.
#[cfg(all(doctest, feature = "sqlite"))]
#[doc = include_str!("../../../docs/leasing-worker-ids.md")]
struct Guide;
