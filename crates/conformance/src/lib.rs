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
//!
//! A scheme's own tests are one call:
//!
//! ```text
//! idspec_conformance::assert_conforms(idspec_ulid::SCHEMES);
//! ```

#![forbid(unsafe_code)]

pub mod canonical;
pub mod coverage;
mod digest;
pub mod laws;
pub mod lint;
pub mod lock;
pub mod model;
pub mod outcome;
pub mod protocol;
pub mod reference;
pub mod report;
pub mod run;
pub mod spec;
pub mod suite;

use std::path::{Path, PathBuf};

pub use reference::Reference;
pub use run::{Implementation, Run};
pub use suite::{Problem, Suite};

/// The version of the suite: of vectors, clauses and protocol together.
pub const SUITE_VERSION: &str = "0.1.0";

/// The folder of this repository that holds `vectors` and `spec`.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs every case of the given tables' schemes against those tables.
///
/// # Panics
/// Where the vectors cannot be read, a scheme has no case, or a case fails; the message names all of them.
#[allow(clippy::panic, reason = "an assertion for tests")]
pub fn assert_conforms(schemes: &[&'static idspec_core::Scheme]) {
    let folder = repository().join("vectors");
    let suite = match Suite::read(&folder) {
        Ok(suite) => suite,
        Err(problems) => panic!("{}", suite::list(&problems)),
    };
    for scheme in schemes {
        let name = scheme.name();
        let run = Run::of(&suite, &mut Reference::new(schemes), |case| case.scheme == name);
        let failures: Vec<String> = run.failures().map(ToString::to_string).collect();
        assert!(!run.results.is_empty(), "no case of {name} in {}", folder.display());
        assert!(
            failures.is_empty(),
            "{} of {} cases failed:\n{}",
            failures.len(),
            run.results.len(),
            failures.join("\n")
        );
    }
}
