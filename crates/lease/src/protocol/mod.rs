//! The protocol without input and output.
//!
//! Public for the tests and the examples of this crate; not part of the interface.

mod holder;
mod rules;
mod slot;
mod statement;

pub use holder::{Grant, Holder, Issuer, Loss, Request, Step, Terms};
pub use rules::Rules;
pub use slot::{Answer, Slot};
pub use statement::{After, Column, Condition, Order, Param, Query, Seen, Set, Statement, Update, Value};
