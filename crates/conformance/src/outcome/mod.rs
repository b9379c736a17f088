//! The outcome of an operation, expected or given.

mod steps;

use std::collections::BTreeSet;
use std::fmt;

use idspec_core::ErrorCode;
use serde::{Deserialize, Deserializer, Serialize};

use crate::model::{Column, FieldList, Op};

pub use steps::StepOutcome;

/// What an operation gives when it succeeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Values {
    /// An id's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// A text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A value as it stands in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// A value for a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Column>,
    /// Octets in the order asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub octets: Option<String>,
    /// An id's fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldList>,
    /// Ids in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sorted: Option<Vec<String>>,
    /// The smallest id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The largest id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The id that follows a window; `Some(None)` is `null`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present_or_null")]
    pub end: Option<Option<String>>,
    /// What each step of a generator gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepOutcome>>,
    /// What holds for the ids of all steps; no part of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<Vec<String>>,
}

fn present_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl Values {
    /// The names of the members that are there.
    #[must_use]
    pub fn present(&self) -> Vec<&'static str> {
        let members = [
            ("bytes", self.bytes.is_some()),
            ("text", self.text.is_some()),
            ("json", self.json.is_some()),
            ("value", self.value.is_some()),
            ("octets", self.octets.is_some()),
            ("fields", self.fields.is_some()),
            ("sorted", self.sorted.is_some()),
            ("min", self.min.is_some()),
            ("max", self.max.is_some()),
            ("end", self.end.is_some()),
            ("steps", self.steps.is_some()),
            ("properties", self.properties.is_some()),
        ];
        members.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }
}

/// A documented rejection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rejection {
    /// The error code.
    pub code: String,
    /// The field to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Rejection {
    /// A rejection.
    #[must_use]
    pub fn new(code: ErrorCode, field: Option<&str>) -> Self {
        Self { code: code.as_str().to_owned(), field: field.map(str::to_owned) }
    }
}

/// The outcome of an operation, expected or given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawOutcome", into = "RawOutcome")]
pub enum Outcome {
    /// It succeeds with these values.
    Ok(Box<Values>),
    /// It is rejected.
    Error(Rejection),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorOnly {
    error: Rejection,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged, expecting = "neither values of an operation nor {\"error\": {\"code\": …}}")]
enum RawOutcome {
    Error(ErrorOnly),
    Ok(Box<Values>),
}

impl TryFrom<RawOutcome> for Outcome {
    type Error = String;

    fn try_from(raw: RawOutcome) -> Result<Self, String> {
        match raw {
            RawOutcome::Error(ErrorOnly { error }) => Ok(Self::Error(error)),
            RawOutcome::Ok(values) => Ok(Self::Ok(values)),
        }
    }
}

impl From<Outcome> for RawOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ok(values) => Self::Ok(values),
            Outcome::Error(error) => Self::Error(ErrorOnly { error }),
        }
    }
}

impl Outcome {
    /// `ok`, or the error code with its field: what makes two outcomes of one class. Of steps: each of theirs once.
    #[must_use]
    pub fn class(&self) -> String {
        match self {
            Self::Ok(values) => match &values.steps {
                None => "ok".to_owned(),
                Some(steps) => {
                    let classes: BTreeSet<&str> = steps.iter().map(StepOutcome::class).collect();
                    classes.into_iter().collect::<Vec<_>>().join("+")
                }
            },
            Self::Error(Rejection { code, field: None }) => code.clone(),
            Self::Error(Rejection { code, field: Some(field) }) => format!("{code}:{field}"),
        }
    }

    /// The id, where there is one.
    #[must_use]
    pub fn bytes(&self) -> Option<&str> {
        match self {
            Self::Ok(values) => values.bytes.as_deref(),
            Self::Error(_) => None,
        }
    }

    /// Whether the members of some values are those of this expected outcome, where they are given at all.
    #[must_use]
    pub fn agrees_with(&self, given: &Values) -> bool {
        let Self::Ok(expected) = self else { return false };
        let same = |given: &Option<String>, expected: &Option<String>| given.is_none() || given == expected;
        let fields = |list: &FieldList| {
            list.0
                .iter()
                .all(|(name, value)| expected.fields.as_ref().and_then(|expected| expected.get(name)) == Some(value))
        };
        same(&given.bytes, &expected.bytes)
            && same(&given.text, &expected.text)
            && same(&given.json, &expected.json)
            && (given.value.is_none() || given.value == expected.value)
            && same(&given.octets, &expected.octets)
            && given.fields.as_ref().is_none_or(|list| !list.0.is_empty() && fields(list))
            && given.steps.is_none()
    }

    /// Whether an answer is this expected outcome. An expected error without a field matches any field; of steps each is compared, where an error
    /// without `codes` matches any other.
    #[must_use]
    pub fn matches(&self, answer: &Self, codes: bool) -> bool {
        if let (Some(expected), Some(given)) = (self.steps(), answer.steps()) {
            return alike(expected, given, |expected, given| expected.matches(given, codes));
        }
        match (self, answer) {
            (Self::Error(expected), Self::Error(given)) if expected.field.is_none() => expected.code == given.code,
            _ => self == answer,
        }
    }

    /// Whether an answer differs from this expected outcome of steps by its ids only.
    #[must_use]
    pub fn has_shape_of(&self, answer: &Self, codes: bool) -> bool {
        match (self.steps(), answer.steps()) {
            (Some(expected), Some(given)) => {
                alike(expected, given, |expected, given| expected.has_shape_of(given, codes))
            }
            _ => false,
        }
    }

    /// What the steps of a generator give, where this is about steps.
    #[must_use]
    pub fn steps(&self) -> Option<&[StepOutcome]> {
        match self {
            Self::Ok(values) => values.steps.as_deref(),
            Self::Error(_) => None,
        }
    }

    /// Checks that the members are those of the operation and that the code exists.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn check(&self, op: Op) -> Result<(), String> {
        match self {
            Self::Error(Rejection { code, .. }) if ErrorCode::ALL.iter().any(|known| known.as_str() == code) => Ok(()),
            Self::Error(Rejection { code, .. }) => Err(format!("unknown error code {code:?}")),
            Self::Ok(values) => {
                let shapes: &[&[&str]] = match op {
                    Op::Parse | Op::Compose => &[&["bytes", "text"]],
                    Op::Format => &[&["text"]],
                    Op::Bytes => &[&["octets"], &["bytes", "text"]],
                    Op::Fields => &[&["fields"]],
                    Op::Order => &[&["sorted"]],
                    Op::Range => &[&["min", "max"], &["min", "end"]],
                    Op::Json => &[&["json"], &["bytes"]],
                    Op::Store => &[&["value"], &["bytes"]],
                    Op::Generate => &[&["steps"], &["steps", "properties"]],
                };
                let present = values.present();
                if shapes.contains(&present.as_slice()) {
                    values.steps.iter().flatten().try_for_each(StepOutcome::check)
                } else {
                    Err(format!("an outcome of {op} does not hold {}", present.join(" and ")))
                }
            }
        }
    }
}

/// Whether two lists are of one length and alike member by member.
fn alike<T>(expected: &[T], given: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    expected.len() == given.len() && expected.iter().zip(given).all(|(expected, given)| same(expected, given))
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::canonical::inline(self))
    }
}

/// The outcome under one value of a policy axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// One axis and its value.
    pub policy: FieldList,
    /// The outcome.
    pub expect: Outcome,
}

/// What a case is expected to give.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// Always this.
    Always(Outcome),
    /// This for each value of one axis.
    When(Vec<When>),
}

impl Expectation {
    /// The outcome for an implementation with these choices (axis to value), or nothing where its value is not listed.
    pub fn under<'a>(&'a self, policy: impl Fn(&str) -> Option<&'a str>) -> Option<&'a Outcome> {
        match self {
            Self::Always(outcome) => Some(outcome),
            Self::When(list) => list
                .iter()
                .find(|when| when.policy.0.iter().all(|(axis, value)| policy(axis) == Some(value)))
                .map(|when| &when.expect),
        }
    }

    /// The policy axes that the outcome depends on.
    pub fn axes(&self) -> impl Iterator<Item = &str> {
        let list: &[When] = match self {
            Self::Always(_) => &[],
            Self::When(list) => list,
        };
        list.first().into_iter().flat_map(|when| when.policy.0.iter().map(|(axis, _)| axis.as_str()))
    }

    /// Every outcome with the policy that it belongs to, as `alias=reject`, or nothing where it is always the same.
    pub fn labelled(&self) -> impl Iterator<Item = (Option<String>, &Outcome)> {
        let label = |when: &When| {
            when.policy.0.iter().map(|(axis, value)| format!("{axis}={value}")).collect::<Vec<_>>().join(", ")
        };
        let (one, many) = match self {
            Self::Always(outcome) => (Some((None, outcome)), None),
            Self::When(list) => (None, Some(list.iter().map(move |when| (Some(label(when)), &when.expect)))),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }

    /// Every outcome.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.labelled().map(|(_, outcome)| outcome)
    }

    /// The classes of all outcomes.
    #[must_use]
    pub fn class(&self) -> String {
        self.outcomes().map(Outcome::class).collect::<Vec<_>>().join("|")
    }
}
