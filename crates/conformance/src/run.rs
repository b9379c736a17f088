//! Running a suite against an implementation.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::generators;
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
    /// It could not answer: malformed input, garbage, a panic. Never passes.
    Fault(String),
    /// It gave no answer within the time.
    TimedOut(String),
    /// Its process ended.
    Crashed(String),
    /// It was not asked, since its process cannot be started any more.
    NotAsked(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => write!(f, "{outcome}"),
            Self::Partly(values) => f.write_str(&crate::canonical::inline(values)),
            Self::Refused => f.write_str("a refusal"),
            Self::Unsupported(reason) => write!(f, "unsupported: {reason}"),
            Self::Fault(reason) => write!(f, "fault: {reason}"),
            Self::TimedOut(reason) => write!(f, "no answer: {reason}"),
            Self::Crashed(reason) => write!(f, "crashed: {reason}"),
            Self::NotAsked(reason) => write!(f, "not asked: {reason}"),
        }
    }
}

/// What a generator reads beside its configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The clock.
    Clock,
    /// Randomness.
    Random,
}

impl Source {
    /// The word in an adapter's hello.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Random => "random",
        }
    }
}

/// Anything that can be checked: the reference, an adapter, a test double.
pub trait Implementation {
    /// The value that it chose on a policy axis for a scheme; `None` is the one that the specification requires.
    fn policy(&self, scheme: &str, axis: &str) -> Option<&str>;

    /// Whether each run of a generator may choose the value of a policy axis.
    fn selects(&self, scheme: &str, axis: &str) -> bool {
        let _ = (scheme, axis);
        true
    }

    /// Whether a generator takes its clock, or its randomness, from the input.
    fn injects(&self, scheme: &str, source: Source) -> bool {
        let _ = (scheme, source);
        true
    }

    /// Whether an error code says why a step was refused; otherwise only that it was refused is compared.
    fn knows_codes(&self, scheme: &str) -> bool {
        let _ = scheme;
        true
    }

    /// Answers one input.
    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer;
}

/// How one case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// As expected of an implementation that chose another value of a policy axis than the specification requires.
    PolicyDiffers,
    /// Ids of its own randomness, which have the shape and the properties of the expected ones.
    PropertyOnly,
    /// Another outcome.
    Fail,
    /// Not offered by the implementation, and not declared so.
    Unsupported,
    /// Not offered by the implementation, as it declared; or of a policy that it does not have, and so not asked.
    Declined,
    /// Did not pass, and was known not to.
    ExpectedFail,
    /// Passed, and was known not to.
    UnexpectedPass,
    /// No usable answer.
    Fault,
    /// No answer in time.
    Timeout,
    /// The process ended in place of an answer.
    Crashed,
    /// Not asked, since the process could not be started again.
    NotRun,
}

/// What a verdict counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Passed.
    Passed,
    /// Failed.
    Failed,
    /// Skipped, for a declared reason.
    Skipped,
}

impl Verdict {
    /// The word in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::PolicyDiffers => "policy-differs",
            Self::PropertyOnly => "property-only",
            Self::Fail => "fail",
            Self::Unsupported | Self::Declined => "unsupported",
            Self::ExpectedFail => "expected-fail",
            Self::UnexpectedPass => "unexpected-pass",
            Self::Fault => "fault",
            Self::Timeout => "timeout",
            Self::Crashed => "crashed",
            Self::NotRun => "not-run",
        }
    }

    /// What it counts as.
    #[must_use]
    pub const fn count(self) -> Count {
        match self {
            Self::Pass | Self::PolicyDiffers | Self::PropertyOnly => Count::Passed,
            Self::Declined | Self::ExpectedFail => Count::Skipped,
            _ => Count::Failed,
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
        write!(f, "\n  got      {}\n  clauses  {}", self.actual, self.clauses.join(" "))
    }
}

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Case by case.
    pub results: Vec<CaseResult>,
}

impl Run {
    /// Runs the chosen cases of a suite.
    pub fn of(suite: &Suite, implementation: &mut dyn Implementation, chosen: impl Fn(&Case) -> bool) -> Self {
        let cases = suite.cases.iter().filter(|case| chosen(case));
        Self { results: cases.map(|case| judge(suite, case, implementation)).collect() }
    }

    /// The same results, with what is known of the implementation taken into account.
    #[must_use]
    pub fn knowing(mut self, known: &Known) -> Self {
        for result in &mut self.results {
            let expected = Known::has(&known.expected, &result.id);
            result.verdict = match result.verdict {
                Verdict::Unsupported if Known::has(&known.unsupported, &result.id) => Verdict::Declined,
                verdict if expected && verdict.count() == Count::Passed => Verdict::UnexpectedPass,
                // A case that was never asked is no known failure.
                verdict if expected && verdict.count() == Count::Failed && verdict != Verdict::NotRun => {
                    Verdict::ExpectedFail
                }
                verdict => verdict,
            };
        }
        self
    }

    /// The results that count as failed.
    pub fn failures(&self) -> impl Iterator<Item = &CaseResult> {
        self.results.iter().filter(|result| result.verdict.count() == Count::Failed)
    }

    /// The results that neither passed nor were declined: failures, known ones too.
    pub fn differences(&self) -> impl Iterator<Item = &CaseResult> {
        let differs = |verdict: Verdict| verdict.count() == Count::Failed || verdict == Verdict::ExpectedFail;
        self.results.iter().filter(move |result| differs(result.verdict) && result.verdict != Verdict::UnexpectedPass)
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
        self.counted(Count::Passed)
    }

    /// The count of cases that did not pass.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.counted(Count::Failed)
    }

    /// The count of cases that were skipped for a declared reason.
    #[must_use]
    pub fn skipped(&self) -> usize {
        self.counted(Count::Skipped)
    }

    fn counted(&self, count: Count) -> usize {
        self.results.iter().filter(|result| result.verdict.count() == count).count()
    }
}

/// What is known of an implementation before it is run: ids of cases, in which `*` stands for any characters.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Cases that it is known not to pass.
    pub expected: Vec<String>,
    /// Cases that it says it does not offer.
    pub unsupported: Vec<String>,
}

impl Known {
    /// Whether a pattern of a list matches an id.
    fn has(patterns: &[String], id: &str) -> bool {
        patterns.iter().any(|pattern| glob(pattern, id))
    }

    /// The patterns that match no case of a suite.
    pub fn unused<'a>(&'a self, suite: &'a Suite) -> impl Iterator<Item = &'a str> {
        let matches = |pattern: &str| suite.cases.iter().any(|case| glob(pattern, &case.text.id));
        self.expected.iter().chain(&self.unsupported).map(String::as_str).filter(move |pattern| !matches(pattern))
    }
}

/// Whether a text is a pattern's, in which `*` stands for any characters.
fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((front, rest)) => text.strip_prefix(front).is_some_and(|tail| {
            let mut starts = tail.char_indices().map(|(start, _)| start).chain([tail.len()]);
            starts.any(|start| tail.get(start..).is_some_and(|tail| glob(rest, tail)))
        }),
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
    let chosen = |axis: &str| implementation.policy(&case.scheme, axis);
    case.expectation.under(|axis| chosen(axis).or_else(|| suite.policies.required(axis)))
}

/// Whether the outcome of a case depends on an axis on which the implementation chose another value than the required one.
fn chose_otherwise(suite: &Suite, case: &Case, implementation: &dyn Implementation) -> bool {
    let mut axes = case.expectation.axes();
    axes.any(|axis| {
        implementation.policy(&case.scheme, axis).is_some_and(|it| Some(it) != suite.policies.required(axis))
    })
}

fn judge(suite: &Suite, case: &Case, implementation: &mut dyn Implementation) -> CaseResult {
    let expected = expected(suite, case, implementation).cloned();
    let (verdict, actual) = match generators::declined(&suite.policies, case, implementation) {
        Some(reason) => (Verdict::Declined, Answer::Unsupported(reason)),
        None => {
            let call = || implementation.answer(&case.scheme, case.op, &case.text.input);
            let panicked = |_| Answer::Fault("it panicked".to_owned());
            let answer = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(panicked);
            (verdict(suite, case, implementation, &answer, expected.as_ref()), answer)
        }
    };
    CaseResult {
        id: case.text.id.clone(),
        file: case.file.clone(),
        scheme: case.scheme.clone(),
        op: case.op,
        clauses: case.text.clauses.clone(),
        verdict,
        expected,
        actual,
    }
}

fn verdict(
    suite: &Suite,
    case: &Case,
    implementation: &dyn Implementation,
    answer: &Answer,
    expected: Option<&Outcome>,
) -> Verdict {
    let passed = if chose_otherwise(suite, case, implementation) { Verdict::PolicyDiffers } else { Verdict::Pass };
    let codes = implementation.knows_codes(&case.scheme);
    let by_property = generators::draws_its_own(case, implementation);
    match (answer, expected) {
        (Answer::Outcome(given @ Outcome::Ok(_)), Some(expected @ Outcome::Ok(_))) if by_property => {
            let holds = generators::has_properties(case, expected, given, codes);
            if holds { Verdict::PropertyOnly } else { Verdict::Fail }
        }
        (Answer::Outcome(given), Some(expected)) if expected.matches(given, codes) => passed,
        (Answer::Partly(given), Some(expected)) if expected.agrees_with(given) => passed,
        (Answer::Refused, Some(Outcome::Error(_))) => passed,
        (Answer::Outcome(_) | Answer::Partly(_) | Answer::Refused, _) => Verdict::Fail,
        (Answer::Unsupported(_), _) => Verdict::Unsupported,
        (Answer::Fault(_), _) => Verdict::Fault,
        (Answer::TimedOut(_), _) => Verdict::Timeout,
        (Answer::Crashed(_), _) => Verdict::Crashed,
        (Answer::NotAsked(_), _) => Verdict::NotRun,
    }
}
