//! Many ids at once: lines of text to ids and back, and the times of a slice.
//!
//! ```
//! use idspec_core::bulk;
//! use idspec_ulid::Ulid;
//!
//! let text = b"01ARZ3NDEKTSV4RRFFQ69G5FAV\n01HTQW311N1KR5G0Y75M3EF00H\n";
//! let mut ids: Vec<Ulid> = Vec::new();
//! bulk::parse_lines(text, &mut ids)?;
//! let mut written = Vec::new();
//! bulk::write_lines(&ids, &mut written);
//! assert_eq!(written, text);
//!
//! let error = bulk::parse_lines::<Ulid>(b"01ARZ3NDEKTSV4RRFFQ69G5FAV\n\n", &mut ids).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, octet 27: invalid ULID: length 0, expected 26 letters");
//! # Ok::<(), bulk::LineError>(())
//! ```
//!
//! New ids come in numbers from [`Generator::fill`](crate::generate::Generator::fill) and `reserve`.

mod lines;

pub use lines::{LineError, complete_lines, parse_lines, write_lines};

use alloc::vec::Vec;

use crate::id::Timestamped;
use crate::time::Timestamp;

/// Puts the time of each id at the end of `times`, in their order.
pub fn timestamps<T: Timestamped>(ids: &[T], times: &mut Vec<Timestamp>) {
    times.extend(ids.iter().map(|id| id.timestamp()));
}
