//! The input of op `generate`: a script for a generator, its clock and its randomness.

use serde::{Deserialize, Serialize};

use super::{check_hex, check_hex_digits, check_integer};

/// The most ids that a step may ask for.
const MAX_REPEAT: u64 = 1 << 20;

/// The policies that a generator is configured with; an axis that is not named is of no consequence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// What happens when the clock stands behind the last id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollback: Option<String>,
    /// The ms that `rollback` tolerates, in decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance_ms: Option<String>,
    /// What happens when a unit is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhaustion: Option<String>,
    /// The units that `exhaustion` may borrow, in decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_ahead: Option<String>,
    /// Where the sequence begins in a new unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

impl Policy {
    /// The axes that are named, with their values.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let axes = [("rollback", &self.rollback), ("exhaustion", &self.exhaustion), ("start", &self.start)];
        axes.into_iter().filter_map(|(axis, value)| value.as_deref().map(|value| (axis, value)))
    }

    /// Checks that numbers are counts, and belong to an axis that is named.
    pub(super) fn check(&self) -> Result<(), String> {
        for number in [&self.tolerance_ms, &self.max_ahead].into_iter().flatten() {
            check_integer(number)?;
            if number.starts_with('-') {
                return Err(format!("{number:?} is no count"));
            }
        }
        if self.tolerance_ms.is_some() && self.rollback.is_none() {
            return Err("`tolerance_ms` without `rollback`".to_owned());
        }
        if self.max_ahead.is_some() && self.exhaustion.as_deref() != Some("borrow") {
            return Err("`max_ahead` without `exhaustion` borrow".to_owned());
        }
        Ok(())
    }
}

/// What a generator goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of the id that was given last.
    pub last: String,
}

/// What is drawn in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "neither digits nor {\"fill\": …}")]
pub enum Random {
    /// The value: digits of the field in hexadecimal, or a sequence number in decimal.
    Value(String),
    /// Every bit alike.
    Fill(Fill),
}

/// A drawn field of which every bit is alike, in whatever order it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// `00` or `ff`.
    pub fill: String,
}

/// One call of a generator, or several alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the clock reads.
    pub now: String,
    /// What it reads further on in the same call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
    /// What is drawn, where anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<Random>,
    /// How often the call is made, 2 times or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u64>,
    /// The type that the call asks for.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "type")]
    pub id_type: Option<String>,
}

impl Step {
    fn check(&self) -> Result<(), String> {
        for number in [&self.now].into_iter().chain(&self.then).chain(&self.id_type) {
            check_integer(number)?;
        }
        match &self.random {
            Some(Random::Value(digits)) => check_hex_digits(digits)?,
            Some(Random::Fill(Fill { fill })) if fill != "00" && fill != "ff" => {
                return Err(format!("{fill:?} is no fill: 00 or ff"));
            }
            _ => {}
        }
        match self.repeat {
            Some(count) if !(2..=MAX_REPEAT).contains(&count) => Err(format!("`repeat` is 2 to {MAX_REPEAT}")),
            Some(_) if !self.then.is_empty() => Err("a step with `repeat` has no `then`".to_owned()),
            _ => Ok(()),
        }
    }
}

/// Checks a script, as far as that needs no scheme.
pub(super) fn check(policy: Option<&Policy>, state: Option<&State>, steps: &[Step]) -> Result<(), String> {
    policy.map_or(Ok(()), Policy::check)?;
    state.map_or(Ok(()), |state| check_hex(&state.last))?;
    if steps.is_empty() {
        return Err("`steps` is empty".to_owned());
    }
    steps.iter().try_for_each(Step::check)
}
