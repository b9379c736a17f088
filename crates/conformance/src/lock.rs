//! `spec/clauses.lock`: the text of every clause as it was accepted, and the ids that may never come back.

use std::collections::BTreeMap;

use crate::digest::sha256;
use crate::spec::{Clause, Spec};
use crate::suite::Problem;

/// The file, in the folder of the pages.
pub const FILE: &str = "clauses.lock";

const HEAD: &str = "\
# The digest of level and text of every clause as it was accepted: `cargo xtask conformance accept`.
# A clause whose text changed has cases to look at again; a retired id is never used again.
";

const RETIRED: &str = "retired";

fn digest(clause: &Clause) -> String {
    sha256(&format!("{} {}", clause.level.key_word(), clause.text)).chars().take(16).collect()
}

/// Ids with their digests, or the word for a retired one.
fn read(text: &str) -> BTreeMap<&str, &str> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' ')).collect()
}

/// The lock for the clauses as they are: ids of an earlier lock that are gone become retired.
#[must_use]
pub fn render(spec: &Spec, earlier: &str) -> String {
    let mut lines: BTreeMap<&str, String> = read(earlier).into_keys().map(|id| (id, RETIRED.to_owned())).collect();
    lines.extend(spec.clauses.iter().map(|clause| (clause.id.as_str(), digest(clause))));
    let lines: String = lines.iter().map(|(id, digest)| format!("{id} {digest}\n")).collect();
    format!("{HEAD}{lines}")
}

/// Clauses whose ids were retired by an earlier lock; such a specification is not accepted.
#[must_use]
pub fn back_from_retirement(spec: &Spec, lock: &str) -> Vec<Problem> {
    let locked = read(lock);
    let back = spec.clauses.iter().filter(|clause| locked.get(clause.id.as_str()) == Some(&RETIRED));
    back.map(|clause| Problem::of(&clause.page, &clause.id, "the id was retired and is never used again")).collect()
}

/// Clauses that are new, changed, gone or back from retirement since the lock was accepted.
#[must_use]
pub fn problems(spec: &Spec, lock: &str) -> Vec<Problem> {
    const ACCEPT: &str = "look at its cases, then `cargo xtask conformance accept`";
    let locked = read(lock);
    let mut problems = back_from_retirement(spec, lock);
    for clause in &spec.clauses {
        let reason = match locked.get(clause.id.as_str()) {
            Some(found) if *found == digest(clause) => continue,
            Some(&RETIRED) => continue,
            Some(_) => format!("level or text changed: {ACCEPT}"),
            None => format!("the clause is new: {ACCEPT}"),
        };
        problems.push(Problem::of(&clause.page, &clause.id, reason));
    }
    for (id, digest) in locked {
        if digest != RETIRED && spec.clause(id).is_none() {
            problems.push(Problem::of(FILE, id, format!("the clause is gone: {ACCEPT}")));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Level;

    fn spec(clauses: &[(&str, &str)]) -> Spec {
        let clause = |(id, text): &(&str, &str)| Clause {
            id: (*id).to_owned(),
            level: Level::Must,
            text: (*text).to_owned(),
            page: "x.md".to_owned(),
        };
        Spec { clauses: clauses.iter().map(clause).collect(), layouts: Vec::new() }
    }

    #[test]
    fn changes_are_noticed_until_they_are_accepted() {
        let first = spec(&[("X-TXT-1", "It MUST."), ("X-TXT-2", "It MUST.")]);
        let lock = render(&first, "");
        assert_eq!(problems(&first, &lock), []);
        let reasons = |spec: &Spec, lock: &str| -> Vec<String> {
            problems(spec, lock).iter().map(|problem| problem.reason.chars().take(14).collect()).collect()
        };
        let second = spec(&[("X-TXT-1", "It MUST not."), ("X-TXT-3", "It MUST.")]);
        assert_eq!(reasons(&second, &lock), ["level or text ", "the clause is ", "the clause is "]);
        let lock = render(&second, &lock);
        assert_eq!(problems(&second, &lock), []);
        assert!(lock.contains("X-TXT-2 retired\n"), "{lock}");
        assert_eq!(reasons(&first, &lock), ["the id was ret", "level or text ", "the clause is "]);
        let back: Vec<_> = back_from_retirement(&first, &lock).into_iter().filter_map(|problem| problem.item).collect();
        assert_eq!(back, ["X-TXT-2"]);
    }
}
