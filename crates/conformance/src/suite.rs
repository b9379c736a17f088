//! Reading a folder of vectors, with every problem in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::canonical;
use crate::embedded::VECTORS;
use crate::generators;
use crate::model::{Case, CaseText, Op, Policy};
use crate::outcome::{Expectation, When};

/// The format that this crate reads.
pub const FORMAT: &str = "idspec/1";
const LICENSE: &str = "CC0-1.0";
const POLICIES: &str = "policies.json";
/// Files beside the folders of schemes.
const COMPANIONS: [&str; 2] = ["manifest.json", "errors.json"];
const SOURCES: [&str; 6] = ["spec", "derived", "regression", "differential", "generated", "external"];
const NOTE_KINDS: [&str; 6] = ["boundary", "malformed", "known-value", "regression", "policy", "order"];

/// Something wrong in a folder of vectors or in the specification.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, relative to its folder.
    pub file: String,
    /// The case or clause, where one is to blame.
    pub item: Option<String>,
    /// What is wrong, for a person.
    pub reason: String,
}

impl Problem {
    /// A problem of a file.
    pub fn of_file(file: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { file: file.into(), item: None, reason: reason.to_string() }
    }

    /// A problem of a case or clause.
    pub fn of(file: impl Into<String>, item: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { item: Some(item.into()), ..Self::of_file(file, reason) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.item {
            Some(item) => write!(f, "{}: {item}: {}", self.file, self.reason),
            None => write!(f, "{}: {}", self.file, self.reason),
        }
    }
}

/// Problems, a line each.
#[must_use]
pub fn list(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// A page of the specification with its version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecPage {
    /// The path in the repository.
    pub doc: String,
    /// The version of the suite.
    pub version: String,
}

/// What a flag means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// `boundary`, `malformed`, `known-value`, `regression`, `policy` or `order`.
    pub kind: String,
    /// One sentence.
    pub description: String,
}

/// What stands around the cases of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Always [`FORMAT`].
    pub format: String,
    /// The scheme.
    pub scheme: String,
    /// The operation.
    pub op: String,
    /// The page that the cases show.
    pub spec: SpecPage,
    /// Always `CC0-1.0`.
    pub license: String,
    /// The flags of the file.
    pub notes: BTreeMap<String, Note>,
}

/// A file with its cases unread, and the other members read one by one so that each fault is named.
#[derive(Deserialize)]
struct RawFile<'a> {
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

/// A member of the envelope; where it is missing or of another type that is said, and the default goes on.
fn member<T: DeserializeOwned + Default>(
    rest: &mut BTreeMap<String, serde_json::Value>,
    name: &str,
    say: &mut impl FnMut(String),
) -> T {
    let Some(value) = rest.remove(name) else {
        say(format!("member {name:?} is missing"));
        return T::default();
    };
    serde_json::from_value(value).unwrap_or_else(|error| {
        say(format!("{name}: {error}"));
        T::default()
    })
}

/// An axis on which public implementations differ.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The name.
    pub axis: String,
    /// The values.
    pub values: Vec<String>,
    /// The value that the specification requires.
    pub required: String,
    /// What it is about.
    pub meaning: String,
}

/// `policies.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policies {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always `CC0-1.0`.
    pub license: String,
    /// The axes.
    pub axes: Vec<Axis>,
    /// The layout that a `config` without one means, by scheme.
    #[serde(default)]
    pub default_layouts: BTreeMap<String, String>,
}

impl Policies {
    /// The layout that a `config` without one means, for schemes that have several.
    #[must_use]
    pub fn default_layout(&self, scheme: &str) -> Option<&str> {
        self.default_layouts.get(scheme).map(String::as_str)
    }

    /// The value of an axis that the specification requires.
    #[must_use]
    pub fn required(&self, axis: &str) -> Option<&str> {
        self.axes.iter().find(|known| known.axis == axis).map(|known| known.required.as_str())
    }

    /// Every axis with the value that the specification requires.
    pub fn all_required(&self) -> impl Iterator<Item = (&str, &str)> {
        self.axes.iter().map(|known| (known.axis.as_str(), known.required.as_str()))
    }

    /// Whether an axis has a value.
    #[must_use]
    pub fn has(&self, axis: &str, value: &str) -> bool {
        self.axes.iter().any(|known| known.axis == axis && known.values.iter().any(|known| known == value))
    }
}

/// A folder of vectors.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The cases of all files, in the order of the files.
    pub cases: Vec<Case>,
    /// Where implementations differ.
    pub policies: Policies,
    /// Every vector file: its path, its text and its envelope.
    pub files: Vec<VectorFile>,
}

/// One file of vectors.
#[derive(Clone, Debug)]
pub struct VectorFile {
    /// The path relative to the folder, with `/`.
    pub path: String,
    /// The text as it stands.
    pub text: String,
    /// The text in canonical form.
    pub canonical: String,
}

impl Suite {
    /// The vectors that are part of this program.
    ///
    /// # Panics
    /// Never in a released version: its own vectors have no problem.
    #[must_use]
    #[allow(clippy::panic, reason = "a program whose own vectors are broken cannot check anything")]
    pub fn builtin() -> Self {
        let files = VECTORS.iter().map(|(path, text)| (*path, Ok((*text).to_owned())));
        match Self::of_files(files) {
            (suite, problems) if problems.is_empty() => suite,
            (_, problems) => panic!("{}", list(&problems)),
        }
    }

    /// Reads a folder; fails if anything in it is wrong.
    ///
    /// # Errors
    /// Every problem found.
    pub fn read(folder: &Path) -> Result<Self, Vec<Problem>> {
        let (suite, problems) = Self::read_all(folder);
        if problems.is_empty() { Ok(suite) } else { Err(problems) }
    }

    /// Reads all that can be read of a folder, and lists every problem.
    #[must_use]
    pub fn read_all(folder: &Path) -> (Self, Vec<Problem>) {
        let files = crate::folder::files(folder);
        let (mut suite, mut problems) =
            Self::of_files(files.texts.iter().map(|(path, text)| (path.as_str(), text.clone())));
        if suite.files.is_empty() && problems.is_empty() && files.problems.is_empty() {
            problems.push(Problem::of_file(folder.display().to_string(), "no vector file <scheme>/<op>.json in it"));
            suite = Self::default();
        }
        problems.extend(files.problems);
        problems.sort();
        (suite, problems)
    }

    /// Reads all that can be read of files that are held in memory, and lists every problem.
    ///
    /// Paths are relative to the folder of vectors, with `/`; in place of a text that could not be had stands the reason.
    ///
    /// ```
    /// use idspec_conformance::Suite;
    ///
    /// let (suite, problems) = Suite::of_files([("ulid/parse.json", Ok("{".to_owned()))].into_iter());
    /// assert!(suite.cases.is_empty());
    /// assert_eq!(problems[0].to_string(), "ulid/parse.json: EOF while parsing an object at line 1 column 1");
    /// ```
    pub fn of_files<'a>(files: impl Iterator<Item = (&'a str, Result<String, String>)>) -> (Self, Vec<Problem>) {
        let (vectors, companions): (Vec<_>, Vec<_>) = files.partition(|(path, _)| path.contains('/'));
        let mut suite = Self::default();
        let mut problems = Vec::new();
        let builtin = VECTORS.iter().find(|(path, _)| *path == POLICIES).map_or("", |(_, text)| text);
        let own = companions.iter().find(|(path, _)| *path == POLICIES);
        match own.map_or(Ok(builtin.to_owned()), |(_, text)| text.clone()).and_then(|text| read_policies(&text)) {
            Ok(policies) => suite.policies = policies,
            Err(reason) => problems.push(Problem::of_file(POLICIES, reason)),
        }
        for (path, text) in companions.iter().filter(|(path, _)| path.ends_with(".json") && *path != POLICIES) {
            if COMPANIONS.contains(path) {
                problems.extend(not_json(path, text));
            } else {
                problems.push(Problem::of_file(*path, "not in the folder of a scheme"));
            }
        }
        for (path, text) in vectors {
            match text {
                text if path.starts_with("schema/") => problems.extend(not_json(path, &text)),
                _ if !path.ends_with(".json") => {
                    problems.push(Problem::of_file(path, "not a vector file <scheme>/<op>.json"));
                }
                Ok(text) => suite.read_file(path, text, &mut problems),
                Err(error) => problems.push(Problem::of_file(path, error)),
            }
        }
        let mut seen = BTreeSet::new();
        for case in &suite.cases {
            if !seen.insert(case.text.id.as_str()) {
                problems.push(Problem::of(&case.file, &case.text.id, "the id stands twice in the suite"));
            }
        }
        problems.sort();
        (suite, problems)
    }

    /// The cases that show each clause.
    #[must_use]
    pub fn by_clause(&self) -> BTreeMap<&str, Vec<&Case>> {
        let mut found: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
        for case in &self.cases {
            for clause in &case.text.clauses {
                found.entry(clause).or_default().push(case);
            }
        }
        found
    }

    fn read_file(&mut self, path: &str, text: String, problems: &mut Vec<Problem>) {
        let mut raw: RawFile = match serde_json::from_str(&text) {
            Ok(raw) => raw,
            Err(error) => return problems.push(Problem::of_file(path, error)),
        };
        if raw.cases.is_empty() {
            problems.push(Problem::of_file(path, "no cases"));
        }
        let mut say = |reason: String| problems.push(Problem::of_file(path, reason));
        let envelope = Envelope {
            format: member(&mut raw.rest, "format", &mut say),
            scheme: member(&mut raw.rest, "scheme", &mut say),
            op: member(&mut raw.rest, "op", &mut say),
            spec: member(&mut raw.rest, "spec", &mut say),
            license: member(&mut raw.rest, "license", &mut say),
            notes: member(&mut raw.rest, "notes", &mut say),
        };
        raw.rest.keys().for_each(|name| say(format!("unknown member {name:?}")));
        problems.extend(check_envelope(path, &envelope).into_iter().map(|reason| Problem::of_file(path, reason)));
        let Some(op) = Op::ALL.into_iter().find(|op| op.as_str() == envelope.op) else { return };
        let mut texts = Vec::new();
        for (index, raw) in raw.cases.iter().enumerate() {
            let parsed: CaseText = match serde_json::from_str(raw.get()) {
                Ok(parsed) => parsed,
                Err(error) => {
                    problems.push(Problem::of(path, name_of(raw, index), reason_without_place(&error)));
                    continue;
                }
            };
            let reasons = check_case(&parsed, op, &envelope, &self.policies);
            problems.extend(reasons.into_iter().map(|reason| Problem::of(path, &parsed.id, reason)));
            texts.push(parsed);
        }
        let canonical = canonical::file(&envelope, &texts);
        self.files.push(VectorFile { path: path.to_owned(), text, canonical });
        self.cases.extend(texts.into_iter().filter_map(|text| {
            let expectation = match (&text.expect, &text.expect_when) {
                (Some(outcome), None) => Expectation::Always(outcome.clone()),
                (None, Some(list)) => Expectation::When(list.clone()),
                _ => return None,
            };
            Some(Case { scheme: envelope.scheme.clone(), op, file: path.to_owned(), expectation, text })
        }));
    }
}

/// The id of a case that could not be read, or its place in the file.
fn name_of(raw: &RawValue, index: usize) -> String {
    #[derive(Deserialize)]
    struct OnlyId {
        id: String,
    }
    serde_json::from_str(raw.get()).map_or_else(|_| format!("case {}", index.saturating_add(1)), |OnlyId { id }| id)
}

/// A message of `serde_json` without its line and column, which count from the case and would mislead.
fn reason_without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.clone(), |(reason, _)| reason.to_owned())
}

/// `policies.json`, with an axis's values checked.
fn read_policies(text: &str) -> Result<Policies, String> {
    let policies: Policies = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if policies.format != FORMAT || policies.license != LICENSE {
        return Err(format!("not of format {FORMAT} and licence {LICENSE}"));
    }
    match policies.axes.iter().find(|axis| !axis.values.contains(&axis.required)) {
        Some(axis) => Err(format!("the required value of {} is not one of its values", axis.axis)),
        None => Ok(policies),
    }
}

/// The problem of a file that is there and is no JSON.
fn not_json(path: &str, text: &Result<String, String>) -> Option<Problem> {
    let read = text.clone().and_then(|text| {
        serde_json::from_str::<serde::de::IgnoredAny>(&text).map(|_| ()).map_err(|error| error.to_string())
    });
    read.err().map(|reason| Problem::of_file(path, reason))
}

fn check_envelope(path: &str, envelope: &Envelope) -> Vec<String> {
    let mut reasons = Vec::new();
    if envelope.format != FORMAT {
        reasons.push(format!("format {:?}, expected {FORMAT:?}", envelope.format));
    }
    if envelope.license != LICENSE {
        reasons.push(format!("license {:?}, expected {LICENSE:?}", envelope.license));
    }
    if !Op::ALL.iter().any(|op| op.as_str() == envelope.op) {
        reasons.push(format!("unknown operation {:?}", envelope.op));
    }
    let expected = format!("{}/{}.json", envelope.scheme, envelope.op);
    if path != expected {
        reasons.push(format!("scheme and op make it {expected}"));
    }
    for (flag, note) in &envelope.notes {
        if !NOTE_KINDS.contains(&note.kind.as_str()) {
            reasons.push(format!("note {flag} has unknown kind {:?}", note.kind));
        }
    }
    reasons
}

fn check_case(case: &CaseText, op: Op, envelope: &Envelope, policies: &Policies) -> Vec<String> {
    let mut reasons = Vec::new();
    let prefix = format!("{}/{}/", envelope.scheme, op);
    let slug = case.id.strip_prefix(&prefix).unwrap_or_default();
    let plain = |octet: u8| matches!(octet, b'a'..=b'z' | b'0'..=b'9');
    if !slug.split('-').all(|word| !word.is_empty() && word.bytes().all(plain)) {
        reasons.push(format!("the id is not {prefix} and a slug of a-z, 0-9 and hyphens"));
    }
    if !["must", "should", "may"].contains(&case.level.as_str()) {
        reasons.push(format!("unknown level {:?}", case.level));
    }
    if !SOURCES.contains(&case.source.kind.as_str()) {
        reasons.push(format!("unknown source kind {:?}", case.source.kind));
    }
    for flag in &case.flags {
        if !envelope.notes.contains_key(flag) {
            reasons.push(format!("flag {flag} is not in the notes of the file"));
        }
    }
    reasons.extend(case.input.check(op).err());
    let outcomes: Vec<_> = match (&case.expect, &case.expect_when) {
        (Some(outcome), None) => vec![outcome],
        (None, Some(list)) => {
            reasons.extend(check_axis(list, policies).err());
            list.iter().map(|when| &when.expect).collect()
        }
        _ => {
            reasons.push("a case has either `expect` or `expect_when`".to_owned());
            Vec::new()
        }
    };
    for (axis, value) in case.input.policy.iter().flat_map(Policy::named) {
        if !policies.has(axis, value) {
            reasons.push(format!("unknown policy {axis}={value}"));
        }
    }
    if op == Op::Generate {
        reasons.extend(outcomes.iter().filter_map(|outcome| generators::check_properties(outcome).err()));
    }
    reasons.extend(outcomes.into_iter().filter_map(|outcome| outcome.check(op).err()));
    reasons
}

/// Checks that a list of outcomes has one for each value of one axis.
fn check_axis(list: &[When], policies: &Policies) -> Result<(), String> {
    let named: Vec<(&str, &str)> = list
        .iter()
        .flat_map(|when| when.policy.0.iter().map(|(axis, value)| (axis.as_str(), value.as_str())))
        .collect();
    let [(first, _), ..] = named.as_slice() else { return Err("`expect_when` names no policy".to_owned()) };
    let axis = policies.axes.iter().find(|axis| axis.axis == *first).ok_or(format!("unknown policy axis {first:?}"))?;
    let one_each = list.iter().all(|when| when.policy.0.len() == 1);
    let found: BTreeSet<&str> = named.iter().map(|(_, value)| *value).collect();
    let wanted: BTreeSet<&str> = axis.values.iter().map(String::as_str).collect();
    let same_axis = named.iter().all(|(name, _)| name == first);
    if one_each && same_axis && found == wanted && list.len() == wanted.len() {
        Ok(())
    } else {
        Err(format!("`expect_when` lists each value of {first} once: {}", axis.values.join(", ")))
    }
}
