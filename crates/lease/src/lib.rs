//! Worker ids of id generators, leased from a database that a service has already.
#![forbid(unsafe_code)]

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
