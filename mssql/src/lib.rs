//! Tests of the columns of SQL Server.
//!
//! There is no SQL Server among the packages that a test machine installs from, so most of the tests talk to a [`Peer`]: it speaks enough of TDS, the
//! protocol of SQL Server, that its clients connect, records what they send, octet by octet, and answers with rows that a test has laid down.
//!
//! Source of the format: the specification MS-TDS, TDS 7.4.

mod answer;
mod clients;
mod kind;
mod peer;
mod request;
pub mod samples;
pub mod suite;
mod wire;

pub use answer::{Answer, Cell};
pub use clients::{Server, in_time, odbc, sqlserver, tds};
pub use kind::Kind;
pub use peer::Peer;
pub use request::{Parameter, Request};
