//! The conformance suite of `idspec`: the vector model, the in-process runner, coverage of the specification, and reports.
//!
//! This crate knows the shared parts ([`idspec_core`]) and JSON, and no scheme: what it checks is handed to it as a list of
//! [`Scheme`](idspec_core::Scheme) tables, or as anything that implements [`Implementation`].
//!
//! | module | holds |
//! |---|---|
//! | [`model`] | a case and its input, as in `vectors/README.md` |
//! | [`outcome`] | what a case is expected to give, and what was given |
//! | [`suite`] | reading a folder of vectors, with every problem in it |
//! | [`spec`] | the clauses and layout tables of the specification's pages |
//! | [`coverage`] | which clauses the cases show |
//! | [`mod@reference`] | answers computed by the tables of `idspec` |
//! | [`run`] | running a suite against an implementation |
//! | [`report`] | the table, and the JSON report |
//! | [`lock`] | the accepted text of every clause |
//! | [`laws`] | what holds for every id type, for property tests |
//! | [`protocol`] | `idspec-adapter/1`, the side that answers |
//! | [`adapter`] | `idspec-adapter/1`, the side that asks: implementations in other processes |
//! | [`cli`] | the command of the program `idspec-conformance` |
//!
//! # Testing another implementation
//!
//! Vectors and specification are part of this crate. Any Rust implementation is tested by a few lines, here a parser that knows no overflow:
//!
//! ```
//! use idspec_conformance::Check;
//!
//! fn parse(text: &str) -> Option<u128> {
//!     let letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
//!     let value = |letter: char| letters.find(letter.to_ascii_uppercase()).map(|value| value as u128);
//!     let number = text.chars().try_fold(0u128, |number, letter| Some(number << 5 | value(letter)?));
//!     number.filter(|_| text.len() == 26)
//! }
//!
//! let run = Check::new("ulid").parse(parse).run();
//! assert_eq!(run.broken_clauses(), ["ULID-TXT-4"]);
//! ```
//!
//! Programs in other languages take the JSON files, or speak `idspec-adapter/1`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]

pub mod adapter;
pub mod canonical;
mod check;
pub mod cli;
pub mod coverage;
mod digest;
mod embedded;
mod folder;
mod generators;
#[allow(
    clippy::arithmetic_side_effects,
    reason = "laws are assertions, and panic: an overflow in one is a failure of it"
)]
pub mod laws;
pub mod lint;
pub mod lock;
pub mod model;
pub mod outcome;
pub mod protocol;
pub mod reference;
#[allow(clippy::arithmetic_side_effects, reason = "counts of results that are in memory")]
pub mod report;
pub mod run;
pub mod spec;
pub mod suite;

pub use check::Check;
pub use reference::Reference;
pub use run::{Implementation, Run};
pub use suite::{Problem, Suite};

/// The version of the suite: of vectors, clauses and protocol together.
pub const SUITE_VERSION: &str = "0.1.0";

/// Runs every case of the given tables' schemes against those tables.
///
/// # Panics
/// Where a scheme has no case, or a case fails; the message names all of them.
pub fn assert_conforms(schemes: &[&'static idspec_core::Scheme]) {
    let suite = Suite::builtin();
    for scheme in schemes {
        let name = scheme.name();
        let run = Run::of(&suite, &mut Reference::new(schemes), |case| case.scheme == name);
        assert!(!run.results.is_empty(), "no case of {name}");
        assert!(run.failed() == 0, "{run}");
    }
}
