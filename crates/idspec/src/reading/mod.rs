//! What a text may be: every scheme that reads it, with the evidence for and against each reading.
//!
//! A single 64-bit number cannot be attributed by its date: most ids of one snowflake scheme also have plausible dates in another, and two schemes share a
//! split of bits. So nothing is chosen here. [`Reader::read`] gives every [`Reading`], each with a [`Verdict`] and the [`Evidence`] that it comes from; what
//! settles it is the reader's knowledge: a scheme ([`Reader::only`]), an instant ([`Reader::near`]), or many ids together.
//!
//! ```
//! use idspec::reading::{Reader, Verdict};
//!
//! let now = idspec::Timestamp::from_utc(2026, 1, 1, 0, 0, 0).expect("a date");
//! let readings = Reader::new(now).read("01HTQW311N1KR5G0Y75M3EF00H");
//! let likely: Vec<_> = readings.iter().filter(|it| it.verdict() == Verdict::Likely).collect();
//! assert_eq!(likely.len(), 1);
//! assert_eq!(likely[0].layout().scheme().name(), "ulid");
//! ```

mod evidence;
mod forms;
mod hints;
mod reader;

pub use evidence::{Evidence, EvidenceCode, Sign, Verdict};
pub use forms::ReadAs;
pub use hints::{Hint, hints};
pub use reader::{Reader, Reading};
