//! Generators of new ids that never repeat one.
//!
//! ```
//! use idspec_core::generate::{Generator, Rollback};
//! use idspec_twitter_snowflake::TwitterSnowflake;
//! use core::time::Duration;
//!
//! let ids = Generator::<TwitterSnowflake>::builder()
//!     .field("datacenter", 11)
//!     .field("worker", 26)
//!     .rollback(Rollback::Wait(Duration::from_millis(5)))
//!     .build()?;
//! let (a, b) = (ids.try_next()?, ids.next_blocking(Duration::from_secs(1))?);
//! assert!(a < b);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is promised: the ids of one generator increase strictly, whatever the clock does and however many threads share it; an id that was given is never given again by it; and a call that is
//! refused changes nothing. What a generator cannot know is whether another process has the same machine: that is what a lease of the machine's number is for.
//!
//! | part | holds |
//! |---|---|
//! | [`Generator`], [`Numbers`] | generators of typed ids, and of numbers for a layout chosen at run time |
//! | [`LocalGenerator`], [`LocalNumbers`] | the same for one thread, for less |
//! | [`RandomGenerator`] | random ULIDs, which do not increase |
//! | [`Builder`], [`Rollback`], [`Exhaustion`], [`Start`] | what may be configured |
//! | [`Clock`], [`Entropy`] | where time and randomness come from |
//! | [`Control`] | leases and shutdown |
//! | [`ProcessWide`], [`Generates`] | the one generator of a process, and whatever gives ids |

mod batch;
mod builder;
mod claim;
mod clock;
mod control;
mod engine;
mod entropy;
mod error;
mod fork;
mod frame;
mod generator;
mod local;
mod monotonic;
mod numbers;
mod policy;
mod random;
mod rules;
mod slots;
mod time;
mod wait;

pub use batch::Reserved;
pub use builder::Builder;
pub use clock::{Clock, SystemClock};
pub use control::Control;
pub use entropy::{Entropy, EntropyError, OsEntropy};
pub use error::{BuildError, GenerateError, GenerateErrorKind};
pub use generator::{Generates, Generator, ProcessWide};
pub use local::{LocalGenerator, LocalNumbers};
pub use numbers::Numbers;
pub use policy::{Exhaustion, Rollback, Start};
pub use random::RandomGenerator;

/// The state machines, for models of their concurrency; no part of the public interface.
#[doc(hidden)]
pub mod state {
    pub use super::monotonic::{Guarded, Monotonic, NumberRun, State};
    pub use super::rules::{Rules, Stop};
    pub use super::slots::{Run, Slots, Word};
}
