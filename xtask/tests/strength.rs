//! No case passes whatever its expectation is: each is run with a wrong one.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use idspec::ErrorCode;
use idspec_conformance::outcome::{Expectation, Outcome};
use idspec_conformance::{Reference, Run, Suite, repository};

/// A code that no operation of the suite gives.
const WRONG: ErrorCode = ErrorCode::ClockRollback;

/// An outcome that is not this one.
fn other(outcome: &Outcome) -> Outcome {
    match outcome {
        Outcome::Error(rejection) => {
            let mut rejection = rejection.clone();
            rejection.code = WRONG.as_str().to_owned();
            Outcome::Error(rejection)
        }
        Outcome::Ok(values) => {
            let mut values = values.clone();
            let members = [&mut values.bytes, &mut values.text, &mut values.octets, &mut values.min, &mut values.max];
            for member in members.into_iter().flatten() {
                member.push('0');
            }
            if let Some(sorted) = &mut values.sorted {
                sorted.reverse();
                sorted.push(String::new());
            }
            if let Some((_, value)) = values.fields.as_mut().and_then(|fields| fields.0.last_mut()) {
                value.push('0');
            }
            Outcome::Ok(values)
        }
    }
}

#[test]
fn each_case_fails_with_a_wrong_expectation() {
    let mut suite = Suite::read(&repository().join("vectors")).unwrap_or_else(|problems| panic!("{problems:?}"));
    for case in &mut suite.cases {
        case.expectation = match &case.expectation {
            Expectation::Always(outcome) => Expectation::Always(other(outcome)),
            Expectation::When(list) => {
                let mut list = list.clone();
                list.iter_mut().for_each(|when| when.expect = other(&when.expect));
                Expectation::When(list)
            }
        };
    }
    let schemes: Vec<_> = idspec::schemes().collect();
    let run = Run::of(&suite, &mut Reference::new(&schemes), |_| true);
    assert_eq!((run.passed(), run.failed()), (0, suite.cases.len()));
}
