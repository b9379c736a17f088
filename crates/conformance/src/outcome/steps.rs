//! What the steps of a generator give.

use idspec_core::ErrorCode;
use serde::{Deserialize, Serialize};

use super::Rejection;
use crate::model::check_hex;

/// What one step gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields, expecting = "neither bytes, nor first and last, nor an error")]
pub enum StepOutcome {
    /// An id.
    Id {
        /// Its number.
        bytes: String,
    },
    /// Ids of calls alike.
    Run {
        /// The number of the first one.
        first: String,
        /// The number of the last one.
        last: String,
    },
    /// A call that is rejected.
    Error {
        /// Why.
        error: Rejection,
    },
}

impl StepOutcome {
    /// `ok`, or the error code.
    #[must_use]
    pub fn class(&self) -> &str {
        match self {
            Self::Id { .. } | Self::Run { .. } => "ok",
            Self::Error { error } => &error.code,
        }
    }

    /// The ids that stand in it.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let (one, other) = match self {
            Self::Id { bytes } => (Some(bytes), None),
            Self::Run { first, last } => (Some(first), Some(last)),
            Self::Error { .. } => (None, None),
        };
        one.into_iter().chain(other).map(String::as_str)
    }

    /// Whether an answer is this expected outcome but for its ids. An expected error without a field matches any field, and without
    /// `codes` any error.
    #[must_use]
    pub fn has_shape_of(&self, given: &Self, codes: bool) -> bool {
        match (self, given) {
            (Self::Error { error: expected }, Self::Error { error: given }) => {
                let field = expected.field.is_none() || expected.field == given.field;
                !codes || expected.code == given.code && field
            }
            (Self::Id { .. }, Self::Id { .. }) | (Self::Run { .. }, Self::Run { .. }) => true,
            _ => false,
        }
    }

    /// Whether an answer is this expected outcome.
    #[must_use]
    pub fn matches(&self, given: &Self, codes: bool) -> bool {
        self.has_shape_of(given, codes) && self.ids().eq(given.ids())
    }

    /// Checks that ids are octets and that the code exists.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Self::Error { error } if !ErrorCode::ALL.iter().any(|known| known.as_str() == error.code) => {
                Err(format!("unknown error code {:?}", error.code))
            }
            step => step.ids().try_for_each(check_hex),
        }
    }
}
