//! Deliberately faulty implementations: each wraps the reference, breaks one thing, and has to fail exactly the clauses that it breaks.

mod columns;
mod compose;
mod generate;
mod json;
mod numbers;
mod orders;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use idspec::Scheme;
use idspec_conformance::model::{Case, Input, Op};
use idspec_conformance::outcome::{Outcome, Rejection, Values};
use idspec_conformance::run::{Answer, Implementation};
use idspec_conformance::{Reference, Run, Suite, spec};

use crate::Exit;

/// One input as an implementation gets it.
pub(crate) struct Question<'a> {
    scheme: &'a str,
    op: Op,
    input: &'a Input,
}

/// A faulty implementation.
pub(crate) struct Fault {
    /// A slug.
    name: &'static str,
    /// What it does wrong, for a person.
    what: &'static str,
    /// The clauses of all cases that it fails.
    clauses: &'static [&'static str],
    /// Its answers.
    answer: fn(&mut Reference, &Question<'_>) -> Answer,
}

impl Question<'_> {
    /// The right answer.
    fn rightly(&self, reference: &mut Reference) -> Answer {
        reference.answer(self.scheme, self.op, self.input)
    }

    /// The right answer to a changed input.
    fn with(&self, reference: &mut Reference, change: impl FnOnce(&mut Input)) -> Answer {
        let mut input = self.input.clone();
        change(&mut input);
        reference.answer(self.scheme, self.op, &input)
    }

    /// The right answer to the input with another text.
    fn with_text(&self, reference: &mut Reference, change: impl FnOnce(&str) -> String) -> Answer {
        self.with(reference, |input| input.text = input.text.as_deref().map(change))
    }

    /// The right answer, with its values changed where there are any.
    fn then(&self, reference: &mut Reference, change: impl FnOnce(&mut Values)) -> Answer {
        let mut answer = self.rightly(reference);
        if let Answer::Outcome(Outcome::Ok(values)) = &mut answer {
            change(values);
        }
        answer
    }

    fn is(&self, scheme: &str, op: Op) -> bool {
        self.scheme == scheme && self.op == op
    }

    fn is_decimal(&self) -> bool {
        matches!(self.scheme, "twitter-snowflake" | "discord" | "instagram-sharded")
    }

    /// The configured kind and layout, with the defaults of sequential GUIDs.
    fn kind_and_layout(&self) -> (&str, &str) {
        let config = self.input.config.as_ref();
        let kind = config.and_then(|config| config.kind.as_deref()).unwrap_or_default();
        (kind, config.and_then(|config| config.layout.as_deref()).unwrap_or("rfc"))
    }
}

/// Whether an answer is this rejection.
fn is_rejected(answer: &Answer, code: &str) -> bool {
    matches!(answer, Answer::Outcome(Outcome::Error(Rejection { code: found, .. })) if found == code)
}

/// A rejection without a field.
fn rejected(code: &str) -> Answer {
    Answer::Outcome(Outcome::Error(Rejection { code: code.to_owned(), field: None }))
}

/// An accepted id.
fn accepted(bytes: String, text: String) -> Answer {
    Answer::Outcome(Outcome::Ok(Box::new(Values { bytes: Some(bytes), text: Some(text), ..Values::default() })))
}

struct Faulty<'a> {
    fault: &'a Fault,
    reference: Reference,
}

impl Implementation for Faulty<'_> {
    fn policy(&self, _: &str, _: &str) -> Option<&str> {
        None
    }

    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer {
        (self.fault.answer)(&mut self.reference, &Question { scheme, op, input })
    }
}

/// The schemes whose clauses the faults declare. A new scheme joins when faults of its own are written.
const SCHEMES: [&str; 6] = ["twitter-snowflake", "discord", "instagram-sharded", "nalix-typed", "ulid", "seq-guid"];

/// Every faulty implementation.
fn all() -> impl Iterator<Item = &'static Fault> {
    [texts::FAULTS, numbers::FAULTS, compose::FAULTS, orders::FAULTS, json::FAULTS, columns::FAULTS]
        .into_iter()
        .flatten()
        .chain(generate::all())
}

/// Whether a fault can make a difference for an operation: faults of generators have a generator of their own, and the others have none.
fn concerns(fault: &Fault, op: Op) -> bool {
    fault.name.starts_with("generate-") == (op == Op::Generate)
}

/// What a faulty implementation did with a suite.
struct Found {
    /// The clauses of the cases that it failed.
    clauses: BTreeSet<String>,
    /// How many cases it failed.
    cases: usize,
    /// The first of them.
    first: Option<String>,
}

fn try_out(suite: &Suite, fault: &Fault) -> Found {
    let reference = Reference::new(&idspec::schemes().collect::<Vec<_>>());
    let known = |case: &Case| SCHEMES.contains(&case.scheme.as_str()) && concerns(fault, case.op);
    let run = Run::of(suite, &mut Faulty { fault, reference }, known);
    Found {
        clauses: run.broken_clauses().into_iter().map(str::to_owned).collect(),
        cases: run.failed(),
        first: run.failures().next().map(|result| result.id.clone()),
    }
}

/// `cargo xtask conformance faults`
pub(crate) fn command(suite: &Suite, spec: &spec::Spec) -> Exit {
    let mut exit = Exit::Fine;
    let mut by_clause: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = 0;
    for fault in all() {
        let found = try_out(suite, fault);
        let declared: BTreeSet<String> = fault.clauses.iter().map(ToString::to_string).collect();
        let clauses: Vec<&str> = found.clauses.iter().map(String::as_str).collect();
        println!("{:28} {}", fault.name, fault.what);
        println!("{:28} {} cases, first {}", "", found.cases, found.first.as_deref().unwrap_or("none"));
        println!("{:28} {}", "", clauses.join(" "));
        for clause in found.clauses.difference(&declared) {
            println!("NOT DECLARED: {} also breaks {clause}", fault.name);
            exit = Exit::Differs;
        }
        for clause in declared.difference(&found.clauses) {
            println!("NOT CAUGHT: {} should break {clause}", fault.name);
            exit = Exit::Differs;
        }
        if found.cases == 0 {
            println!("NOT CAUGHT: {} fails no case", fault.name);
            exit = Exit::Differs;
        }
        for clause in found.clauses {
            *by_clause.entry(clause).or_default() += 1;
        }
        count += 1;
    }
    let untouched: Vec<&str> =
        spec.clauses.iter().map(|clause| clause.id.as_str()).filter(|id| !by_clause.contains_key(*id)).collect();
    println!("faults by clause:");
    for (clause, faults) in &by_clause {
        println!("  {clause:16} {faults}");
    }
    let without: BTreeSet<&str> = idspec::schemes().map(Scheme::name).filter(|name| !SCHEMES.contains(name)).collect();
    for scheme in without {
        println!("{scheme} has no faults of its own yet");
    }
    println!("{} of {} clauses are broken by no fault: {}", untouched.len(), spec.clauses.len(), untouched.join(" "));
    println!("{count} faulty implementations");
    exit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> Suite {
        Suite::read(&crate::root().join("vectors")).unwrap()
    }

    #[test]
    fn each_fails_exactly_what_it_declares() {
        let suite = suite();
        for fault in all() {
            let found = try_out(&suite, fault);
            let clauses: Vec<&str> = found.clauses.iter().map(String::as_str).collect();
            assert_eq!(clauses, fault.clauses, "{}", fault.name);
        }
    }

    #[test]
    fn without_a_fault_nothing_fails() {
        let none =
            Fault { name: "none", what: "", clauses: &[], answer: |reference, question| question.rightly(reference) };
        for fault in [&none, &generate::NO_FAULT] {
            let found = try_out(&suite(), fault);
            assert_eq!((found.cases, found.first), (0, None), "{}", fault.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = all().map(|fault| fault.name).collect();
        assert_eq!(names.len(), all().count());
        assert!(names.len() >= 20);
    }
}
