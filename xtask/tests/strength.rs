//! No case passes whatever its expectation is: each is run with every member of it wrong in turn.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use idspec::ErrorCode;
use idspec_conformance::model::Case;
use idspec_conformance::outcome::{Expectation, Outcome, StepOutcome, Values};
use idspec_conformance::{Reference, Run, Suite};

/// Another code than this one.
fn other_code(code: &str) -> String {
    let other = if code == ErrorCode::WrongType.as_str() { ErrorCode::WrongPrefix } else { ErrorCode::WrongType };
    other.as_str().to_owned()
}

/// Outcomes that differ from this one in one member each.
fn others(outcome: &Outcome) -> Vec<Outcome> {
    let mut others = Vec::new();
    match outcome {
        Outcome::Error(rejection) => {
            let mut code = rejection.clone();
            code.code = other_code(&code.code);
            others.push(Outcome::Error(code));
            if rejection.field.is_some() {
                let mut field = rejection.clone();
                field.field = Some("another".to_owned());
                others.push(Outcome::Error(field));
            }
        }
        Outcome::Ok(values) => {
            let members: [fn(&mut Values) -> Option<&mut String>; 7] = [
                |values| values.bytes.as_mut(),
                |values| values.text.as_mut(),
                |values| values.json.as_mut(),
                |values| values.octets.as_mut(),
                |values| values.min.as_mut(),
                |values| values.max.as_mut(),
                |values| values.end.as_mut().and_then(Option::as_mut),
            ];
            let mut with = |change: &dyn Fn(&mut Values) -> bool| {
                let mut changed = values.clone();
                if change(&mut changed) {
                    others.push(Outcome::Ok(changed));
                }
            };
            for member in members {
                with(&|values| member(values).map(|text| text.push('0')).is_some());
            }
            with(&|values| values.end.take_if(|end| end.is_none()).is_some());
            with(&|values| values.sorted.as_mut().map(Vec::pop).is_some());
            with(&|values| {
                let ids = values.sorted.as_mut().filter(|ids| ids.first() != ids.last());
                ids.map(|ids| ids.reverse()).is_some()
            });
            with(&|values| values.value.as_mut().and_then(|value| value.v.as_mut()).map(|v| v.push('0')).is_some());
            with(&|values| values.value.as_mut().map(|value| value.kind.push('x')).is_some());
            with(&|values| values.steps.as_mut().map(Vec::pop).is_some());
            for index in 0..values.steps.as_ref().map_or(0, Vec::len) {
                for last in [false, true] {
                    with(&|values| {
                        let step = values.steps.as_mut().and_then(|steps| steps.get_mut(index));
                        step.is_some_and(|step| spoil(step, last))
                    });
                }
            }
            for index in 0..values.fields.as_ref().map_or(0, |fields| fields.0.len()) {
                with(&|values| {
                    let field = values.fields.as_mut().and_then(|fields| fields.0.get_mut(index));
                    field.map(|(_, value)| value.push('0')).is_some()
                });
            }
        }
    }
    others
}

/// Makes the outcome of a step wrong, for repeated calls in their first or in their last id.
fn spoil(step: &mut StepOutcome, in_last: bool) -> bool {
    match step {
        StepOutcome::Id { bytes } => bytes.push_str("00"),
        StepOutcome::Run { first, last } => if in_last { last } else { first }.push_str("00"),
        StepOutcome::Error { error } => error.code = other_code(&error.code),
    }
    true
}

#[test]
fn each_case_fails_with_any_wrong_expectation() {
    let suite = Suite::builtin();
    let mut reference = Reference::new(&idspec::schemes().collect::<Vec<_>>());
    let mut wrong = 0;
    for case in &suite.cases {
        let expectations: Vec<Expectation> = match &case.expectation {
            Expectation::Always(outcome) => others(outcome).into_iter().map(Expectation::Always).collect(),
            Expectation::When(list) => {
                // The reference answers under the required policies, which stand first.
                let changed = list.first().map(|when| others(&when.expect)).unwrap_or_default();
                let with = |expect| {
                    let mut list = list.clone();
                    list.iter_mut().take(1).for_each(|when| when.expect = Outcome::clone(&expect));
                    Expectation::When(list)
                };
                changed.into_iter().map(with).collect()
            }
        };
        assert!(!expectations.is_empty(), "{} expects nothing", case.text.id);
        for expectation in expectations {
            let changed = Suite {
                cases: vec![Case { expectation, ..case.clone() }],
                policies: suite.policies.clone(),
                files: Vec::new(),
            };
            let run = Run::of(&changed, &mut reference, |_| true);
            assert_eq!(run.failed(), 1, "{} passes with {:?}", case.text.id, changed.cases);
            wrong += 1;
        }
    }
    assert!(wrong > suite.cases.len(), "{wrong}");
}
