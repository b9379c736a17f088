//! Which cases of op `generate` an implementation is asked, and what is judged where its randomness cannot be set.

use std::cmp::Ordering;

use idspec_core::order;

use crate::model::{Case, Op, Policy};
use crate::outcome::{Outcome, StepOutcome};
use crate::run::{Implementation, Source};
use crate::suite::Policies;

/// Why a case is not asked, where it is not: a clock that cannot be set, or a policy that the implementation neither has nor can be given.
pub(crate) fn declined(policies: &Policies, case: &Case, implementation: &dyn Implementation) -> Option<String> {
    if case.op != Op::Generate {
        return None;
    }
    if !implementation.injects(&case.scheme, Source::Clock) {
        return Some("its clock cannot be set".to_owned());
    }
    let mut named = case.text.input.policy.iter().flat_map(Policy::named);
    let other = named.find(|(axis, value)| {
        let own = implementation.policy(&case.scheme, axis).or_else(|| policies.required(axis));
        own != Some(value) && !implementation.selects(&case.scheme, axis)
    });
    other.map(|(axis, value)| format!("policy {axis}={value}"))
}

/// Whether the ids of a case depend on randomness that the implementation cannot be given.
pub(crate) fn draws_its_own(case: &Case, implementation: &dyn Implementation) -> bool {
    let given = case.text.input.steps.iter().flatten().any(|step| step.random.is_some());
    given && !implementation.injects(&case.scheme, Source::Random)
}

/// Whether an answer has the shape of an expected outcome, and its ids the expected properties.
pub(crate) fn has_properties(case: &Case, expected: &Outcome, given: &Outcome, codes: bool) -> bool {
    let (Outcome::Ok(wanted), Some(steps), true) = (expected, given.steps(), expected.has_shape_of(given, codes))
    else {
        return false;
    };
    let digits = expected.steps().unwrap_or_default().iter().flat_map(StepOutcome::ids).map(str::len);
    if !digits.eq(steps.iter().flat_map(StepOutcome::ids).map(str::len)) {
        return false;
    }
    let last = case.text.input.state.iter().map(|state| state.last.as_str());
    let ids: Option<Vec<u128>> =
        last.chain(steps.iter().flat_map(StepOutcome::ids)).map(|id| u128::from_str_radix(id, 16).ok()).collect();
    let Some(ids) = ids else { return false };
    wanted.properties.iter().flatten().all(|property| match property.as_str() {
        STRICTLY_INCREASING => ids
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if order_of(case)(&a.to_be_bytes(), &b.to_be_bytes()).is_lt())),
        UNIQUE => {
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| !matches!(pair, [a, b] if a == b))
        }
        _ => false,
    })
}

const STRICTLY_INCREASING: &str = "strictly-increasing";
const UNIQUE: &str = "unique";

/// Checks that the properties of an expected outcome of steps are there and known.
///
/// # Errors
/// What is wrong, for a person.
pub(crate) fn check_properties(outcome: &Outcome) -> Result<(), String> {
    let Outcome::Ok(values) = outcome else { return Ok(()) };
    let Some(properties) = &values.properties else {
        return Err("`expect` of generate names no `properties`".to_owned());
    };
    match properties.iter().find(|name| ![STRICTLY_INCREASING, UNIQUE].contains(&name.as_str())) {
        Some(name) => Err(format!("unknown property {name:?}")),
        None => Ok(()),
    }
}

/// The order in which the ids of one generator increase: that of the numbers, for a GUID that of its kind.
fn order_of(case: &Case) -> fn(&[u8; 16], &[u8; 16]) -> Ordering {
    let config = case.text.input.config.as_ref();
    match config.and_then(|config| config.kind.as_deref()) {
        Some("as-binary") => order::cmp_guid_dn,
        Some("at-end") => order::cmp_mssql_uniqueidentifier,
        _ => order::cmp_guid_net,
    }
}
