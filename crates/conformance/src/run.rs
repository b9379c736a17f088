//! Running a suite against an implementation.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::model::{Case, Input, Op};
use crate::outcome::{Outcome, Values};
use crate::suite::Suite;

/// What an implementation gives for one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Values, or a documented rejection.
    Outcome(Outcome),
    /// Values without some members of the operation; those that are there are compared.
    Partly(Box<Values>),
    /// A rejection that does not say why; matches any expected error.
    Refused,
    /// The implementation does not offer this.
    Unsupported(String),
    /// It could not answer: malformed input, a crash, garbage. Never passes.
    Fault(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => write!(f, "{outcome}"),
            Self::Partly(values) => f.write_str(&crate::canonical::inline(values)),
            Self::Refused => f.write_str("a refusal"),
            Self::Unsupported(reason) => write!(f, "unsupported: {reason}"),
            Self::Fault(reason) => write!(f, "fault: {reason}"),
        }
    }
}

/// Anything that can be checked: the reference, an adapter, a test double.
pub trait Implementation {
    /// The value that it chose on a policy axis; `None` is the one that the specification requires.
    fn policy(&self, axis: &str) -> Option<&str>;

    /// Answers one input.
    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer;
}

/// How one case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Another outcome.
    Fail,
    /// Not offered by the implementation, and not declared so.
    Unsupported,
    /// No answer.
    Fault,
}

impl Verdict {
    /// The word in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unsupported => "unsupported",
            Self::Fault => "fault",
        }
    }
}

/// The result of one case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case's id.
    pub id: String,
    /// Its file.
    pub file: String,
    /// Its scheme.
    pub scheme: String,
    /// Its operation.
    pub op: Op,
    /// The clauses that it shows.
    pub clauses: Vec<String>,
    /// How it ended.
    pub verdict: Verdict,
    /// What was expected; nothing where the implementation's policies name no outcome.
    pub expected: Option<Outcome>,
    /// What was given.
    pub actual: Answer,
}

impl fmt::Display for CaseResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verdict.as_str(), self.id)?;
        match &self.expected {
            Some(expected) => write!(f, "\n  expected {expected}")?,
            None => f.write_str("\n  expected nothing under its policies")?,
        }
        write!(f, "\n  got      {}", self.actual)
    }
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Case by case.
    pub results: Vec<CaseResult>,
    /// Cases that were meant and could not be run.
    pub skipped: usize,
}

impl Run {
    /// Runs the chosen cases of a suite.
    pub fn of(suite: &Suite, implementation: &mut dyn Implementation, chosen: impl Fn(&Case) -> bool) -> Self {
        let cases = suite.cases.iter().filter(|case| chosen(case));
        Self { results: cases.map(|case| judge(suite, case, implementation)).collect(), skipped: 0 }
    }

    /// The results that did not pass.
    pub fn failures(&self) -> impl Iterator<Item = &CaseResult> {
        self.results.iter().filter(|result| result.verdict != Verdict::Pass)
    }

    /// The clauses of the cases that did not pass, each once and sorted.
    #[must_use]
    pub fn broken_clauses(&self) -> Vec<&str> {
        let clauses: BTreeSet<&str> = self.failures().flat_map(|it| &it.clauses).map(String::as_str).collect();
        clauses.into_iter().collect()
    }

    /// The count of passed cases.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.results.len() - self.failed()
    }

    /// The count of cases that did not pass.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.failures().count()
    }
}

/// What did not pass, and the counts.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in self.failures() {
            writeln!(f, "{failure}")?;
        }
        f.write_str(&crate::report::closing_line(self))
    }
}

/// The outcome of a case that an implementation should give.
#[must_use]
pub fn expected<'a>(suite: &'a Suite, case: &'a Case, implementation: &'a dyn Implementation) -> Option<&'a Outcome> {
    case.expectation.under(|axis| implementation.policy(axis).or_else(|| suite.policies.required(axis)))
}

fn judge(suite: &Suite, case: &Case, implementation: &mut dyn Implementation) -> CaseResult {
    let call = || implementation.answer(&case.scheme, case.op, &case.text.input);
    let answer = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Answer::Fault("it panicked".to_owned()));
    let expected = expected(suite, case, implementation);
    let verdict = match (&answer, expected) {
        (Answer::Outcome(given), Some(expected)) if expected.matches(given) => Verdict::Pass,
        (Answer::Partly(given), Some(expected)) if expected.agrees_with(given) => Verdict::Pass,
        (Answer::Refused, Some(Outcome::Error(_))) => Verdict::Pass,
        (Answer::Outcome(_) | Answer::Partly(_) | Answer::Refused, _) => Verdict::Fail,
        (Answer::Unsupported(_), _) => Verdict::Unsupported,
        (Answer::Fault(_), _) => Verdict::Fault,
    };
    CaseResult {
        id: case.text.id.clone(),
        file: case.file.clone(),
        scheme: case.scheme.clone(),
        op: case.op,
        clauses: case.text.clauses.clone(),
        verdict,
        expected: expected.cloned(),
        actual: answer,
    }
}
