//! The statements as SQL, for every database.

mod dialect;
mod list;
mod render;

pub use dialect::Dialect;
pub use list::{Named, statements};
pub use render::{Cell, Kind, Now, Sql, render};
pub(crate) use render::{Writer, cell_int, cell_text, slot};
