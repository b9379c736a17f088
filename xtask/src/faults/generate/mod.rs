//! Faults of generators: a plain generator of its own, in which one thing is wrong at a time.

mod model;
mod policies;
mod schemes;
mod shape;
mod ulid;
mod units;
mod wrong;

use idspec_conformance::model::Op;
use idspec_conformance::run::Answer;

use super::{Fault, Question};
use wrong::Wrong;

/// Every fault of generators.
pub(super) fn all() -> impl Iterator<Item = &'static Fault> {
    [units::FAULTS, policies::FAULTS, schemes::FAULTS].into_iter().flatten()
}

/// Every other operation is done rightly, and left out of the trials.
fn wrongly(question: &Question<'_>, wrong: Wrong) -> Answer {
    if question.op == Op::Generate {
        model::answer(question, wrong)
    } else {
        Answer::Unsupported("only generators".to_owned())
    }
}

#[cfg(test)]
pub(super) const NO_FAULT: Fault =
    Fault { name: "generate-none", what: "", clauses: &[], answer: |_, question| wrongly(question, Wrong::Nothing) };
