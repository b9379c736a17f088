//! Leases that run: clocks, tasks and generators around the protocol.

mod acquire;
mod clocks;
mod generator;
mod keeper;
mod lease;
mod publisher;
mod schedule;
mod telemetry;

pub use clocks::{Clocks, SystemClocks};
pub use generator::LeasedGenerator;
pub use lease::{Lease, LeaseBuilder};
pub use schedule::Status;
