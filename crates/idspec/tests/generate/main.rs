//! Generators of every scheme: policies, errors, handles, batches, and the rules that keep two of them apart.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

mod batches;
mod clocks;
mod handles;
mod laws;
mod local;
mod messages;
mod policies;
mod waiting;
