//! Generators: what is asked of whom, and what is judged by properties.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests panic too")]

use std::collections::BTreeMap;

use idspec_conformance::model::{Case, Input, Op};
use idspec_conformance::outcome::{Outcome, Rejection, StepOutcome, Values};
use idspec_conformance::run::{Answer, Count, Known, Source, Verdict};
use idspec_conformance::{Implementation, Run, Suite};

/// Answers from the vectors, after a change to the steps.
struct Double<'a> {
    suite: &'a Suite,
    policy: BTreeMap<&'static str, &'static str>,
    selectable: &'static [&'static str],
    inject: &'static [Source],
    codes: bool,
    change: fn(&mut Vec<StepOutcome>),
    asked: usize,
}

impl<'a> Double<'a> {
    /// One that can be given everything and does everything rightly.
    fn new(suite: &'a Suite) -> Self {
        Self {
            suite,
            policy: BTreeMap::new(),
            selectable: &["rollback", "exhaustion", "start"],
            inject: &[Source::Clock, Source::Random],
            codes: true,
            change: |_| {},
            asked: 0,
        }
    }

    fn run(&mut self, chosen: impl Fn(&Case) -> bool) -> Run {
        let suite = self.suite;
        Run::of(suite, self, |case| case.op == Op::Generate && chosen(case))
    }

    /// How one case ends.
    fn verdict(&mut self, id: &str) -> Verdict {
        let run = self.run(|case| case.text.id == id);
        run.results.first().unwrap_or_else(|| panic!("no case {id}")).verdict
    }
}

impl Implementation for Double<'_> {
    fn policy(&self, _: &str, axis: &str) -> Option<&str> {
        self.policy.get(axis).copied()
    }

    fn selects(&self, _: &str, axis: &str) -> bool {
        self.selectable.contains(&axis)
    }

    fn injects(&self, _: &str, source: Source) -> bool {
        self.inject.contains(&source)
    }

    fn knows_codes(&self, _: &str) -> bool {
        self.codes
    }

    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer {
        self.asked += 1;
        let same = |case: &&Case| case.scheme == scheme && case.op == op && case.text.input == *input;
        let case = self.suite.cases.iter().find(same).unwrap();
        let policy = |axis: &str| self.policy.get(axis).copied().or_else(|| self.suite.policies.required(axis));
        match case.expectation.under(policy) {
            Some(Outcome::Ok(values)) => {
                let mut steps = values.steps.clone().unwrap();
                (self.change)(&mut steps);
                Answer::Outcome(Outcome::Ok(Box::new(Values { steps: Some(steps), ..Values::default() })))
            }
            Some(error) => Answer::Outcome(error.clone()),
            None => Answer::Unsupported("another policy".to_owned()),
        }
    }
}

/// Increases the last octet of the numbers of all ids, so that they keep their order.
fn other_randomness(steps: &mut Vec<StepOutcome>) {
    for step in steps {
        if let StepOutcome::Id { bytes } = step {
            let number = u128::from_str_radix(bytes, 16).unwrap() + 1;
            *bytes = format!("{number:032x}");
        }
    }
}

#[test]
fn right_answers_pass() {
    let suite = Suite::builtin();
    let run = Double::new(&suite).run(|_| true);
    assert_eq!((run.passed(), run.failed(), run.skipped()), (run.results.len(), 0, 0));
    assert!(run.results.iter().all(|result| result.verdict == Verdict::Pass));
    assert!(run.results.len() > 400);
}

#[test]
fn who_cannot_be_given_a_clock_is_not_asked() {
    let suite = Suite::builtin();
    let mut double = Double { inject: &[Source::Random], ..Double::new(&suite) };
    let run = double.run(|_| true);
    assert_eq!((run.skipped(), double.asked), (run.results.len(), 0));
    assert_eq!(run.results[0].actual, Answer::Unsupported("its clock cannot be set".to_owned()));
    // Such a case is no known failure that passes, nor one that fails.
    let known = Known { expected: vec!["*/generate/*".to_owned()], ..Known::default() };
    assert_eq!((run.clone().knowing(&known).skipped(), run.failed()), (run.results.len(), 0));
}

#[test]
fn only_policies_that_it_has_or_can_be_given_are_asked() {
    let suite = Suite::builtin();
    let hold = "twitter-snowflake/generate/rollback-hold";
    let error = "twitter-snowflake/generate/rollback-error-tolerates-nothing";
    let mut fixed = Double { selectable: &[], ..Double::new(&suite) };
    // What it says nothing of is as the specification requires.
    assert_eq!((fixed.verdict(error), fixed.verdict(hold)), (Verdict::Pass, Verdict::Declined));
    let run = fixed.run(|case| case.text.id == hold);
    assert_eq!(run.results[0].actual, Answer::Unsupported("policy rollback=hold".to_owned()));
    let mut holds = Double { selectable: &[], policy: BTreeMap::from([("rollback", "hold")]), ..Double::new(&suite) };
    assert_eq!((holds.verdict(error), holds.verdict(hold)), (Verdict::Declined, Verdict::Pass));
    let mut selects = Double { selectable: &["rollback"], ..Double::new(&suite) };
    assert_eq!((selects.verdict(error), selects.verdict(hold)), (Verdict::Pass, Verdict::Pass));
    // A choice by `expect_when` is compared with that choice.
    let carries = BTreeMap::from([("random_overflow", "carry")]);
    let verdict = Double { policy: carries, ..Double::new(&suite) }.verdict("ulid/generate/largest-random-drawn");
    assert_eq!(verdict, Verdict::PolicyDiffers);
}

#[test]
fn own_randomness_is_judged_by_properties() {
    let suite = Suite::builtin();
    let with = |change| Double { inject: &[Source::Clock], change, ..Double::new(&suite) };
    let id = "ulid/generate/rollback-refused-and-recovered";
    assert_eq!(with(|_| {}).verdict(id), Verdict::PropertyOnly);
    assert_eq!(with(other_randomness).verdict(id), Verdict::PropertyOnly);
    assert_eq!(Verdict::PropertyOnly.count(), Count::Passed);
    // Given its randomness, it has to use it.
    assert_eq!(Double { change: other_randomness, ..Double::new(&suite) }.verdict(id), Verdict::Fail);
    let wrong: [fn(&mut Vec<StepOutcome>); 7] = [
        |steps| steps.swap(0, 1),
        |steps| steps[1] = steps[0].clone(),
        |steps| steps.swap(1, 2),
        |steps| steps.truncate(3),
        |steps| steps[0] = StepOutcome::Id { bytes: "00".to_owned() },
        |steps| steps[0] = StepOutcome::Id { bytes: "x".repeat(32) },
        |steps| {
            let error = Rejection { code: "random_exhausted".to_owned(), field: None };
            steps[2] = StepOutcome::Error { error };
        },
    ];
    for change in wrong {
        assert_eq!(with(change).verdict(id), Verdict::Fail);
    }
    // Where nothing is drawn the answer is compared as it is.
    assert_eq!(with(|_| {}).verdict("twitter-snowflake/generate/first"), Verdict::Pass);
    assert_eq!(with(other_randomness).verdict("twitter-snowflake/generate/first"), Verdict::Fail);
    // A configuration is refused whatever would be drawn.
    assert_eq!(with(|_| {}).verdict("seq-guid/generate/kind-unknown"), Verdict::Pass);
}

#[test]
fn the_id_that_is_gone_on_from_counts_too() {
    let suite = Suite::builtin();
    let first_again = |steps: &mut Vec<StepOutcome>| {
        steps[0] = StepOutcome::Id { bytes: "018bcfe568000cf05803c72d06e78011".to_owned() };
    };
    let mut double = Double { inject: &[Source::Clock], change: first_again, ..Double::new(&suite) };
    assert_eq!(double.verdict("ulid/generate/restart-clock-equal"), Verdict::Fail);
}

#[test]
fn guids_increase_in_the_order_of_their_kind() {
    let suite = Suite::builtin();
    for kind in ["as-string", "as-binary", "at-end"] {
        let id = format!("seq-guid/generate/{kind}-later-ticks");
        let mut double = Double { inject: &[Source::Clock], ..Double::new(&suite) };
        assert_eq!(double.verdict(&id), Verdict::PropertyOnly, "{kind}");
        double.change = |steps| steps.reverse();
        assert_eq!(double.verdict(&id), Verdict::Fail, "{kind}");
    }
}

#[test]
fn without_codes_a_refusal_is_a_refusal() {
    let suite = Suite::builtin();
    let id = "twitter-snowflake/generate/known-rollback-recovery";
    let other_code = |steps: &mut Vec<StepOutcome>| {
        if let StepOutcome::Error { error } = &mut steps[2] {
            error.code = "format".to_owned();
        }
    };
    let mut double = Double { change: other_code, ..Double::new(&suite) };
    assert_eq!(double.verdict(id), Verdict::Fail);
    double.codes = false;
    assert_eq!(double.verdict(id), Verdict::Pass);
    double.change = |steps| steps[2] = steps[1].clone();
    assert_eq!(double.verdict(id), Verdict::Fail);
}
