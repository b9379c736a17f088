//! What a lease needs of a database driver.

use std::error::Error;
use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use crate::sql::{Cell, Dialect, Sql};

/// What a driver says.
pub type BackendError = Box<dyn Error + Send + Sync>;

/// A reply that is still to come.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, BackendError>> + Send + 'a>>;

/// A driver of a database.
///
/// The pools of sqlx are backends, each with the feature of its name. SQL Server has its statements here and no driver: four methods over one that you have are
/// enough.
///
/// A call may be dropped before it is done. Then its connection must not be used again for anything that expects the next answer.
pub trait Backend: Debug + Send + Sync + 'static {
    /// Which SQL it speaks.
    fn dialect(&self) -> Dialect;

    /// Runs a script of several statements without values.
    fn script<'a>(&'a self, text: &'static str) -> Reply<'a, ()>;

    /// Runs a statement and commits it; gives how many rows it changed.
    fn execute<'a>(&'a self, sql: &'a Sql) -> Reply<'a, u64>;

    /// Runs a statement; gives its rows, with a cell for each of `sql.columns`.
    fn query<'a>(&'a self, sql: &'a Sql) -> Reply<'a, Vec<Vec<Cell>>>;
}
