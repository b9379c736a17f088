//! Testing an implementation by a few closures.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Case, Config, Input, Op};
use crate::outcome::{Outcome, Values};
use crate::run::{Answer, Implementation, Known, Run};
use crate::suite::Suite;

type Parse = Box<dyn FnMut(&str) -> Option<u128>>;
type Format = Box<dyn FnMut(u128) -> Option<String>>;
type Fields = Box<dyn FnMut(u128) -> Option<Vec<(&'static str, String)>>>;

/// An implementation of one scheme, given by what it offers; [`Check::run`] runs the cases of that.
///
/// Nothing is a refusal, which need not say why: it matches any expected error. Cases whose text is not well-formed Unicode are not run and count as
/// skipped; those of another configuration are left out, where a default written out is the same as none.
#[must_use = "a check does nothing until it is run"]
pub struct Check {
    scheme: String,
    config: Option<Config>,
    policies: BTreeMap<String, String>,
    parse: Option<Parse>,
    format: Option<Format>,
    fields: Option<Fields>,
    /// The count of digits of the scheme's `bytes`.
    digits: usize,
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Check").field("scheme", &self.scheme).field("config", &self.config).finish_non_exhaustive()
    }
}

impl Check {
    /// An implementation of a scheme that offers nothing yet; the names are those of the folders of vectors.
    pub fn new(scheme: &str) -> Self {
        Self {
            scheme: scheme.to_owned(),
            config: None,
            policies: BTreeMap::new(),
            parse: None,
            format: None,
            fields: None,
            digits: 0,
        }
    }

    /// The implementation is of this configuration.
    pub fn config(mut self, config: Config) -> Self {
        self.config = Some(config);
        self
    }

    /// The implementation chose another value on a policy axis than the specification requires.
    pub fn policy(mut self, axis: &str, value: &str) -> Self {
        self.policies.insert(axis.to_owned(), value.to_owned());
        self
    }

    /// It reads texts into numbers: the octets of an id, most significant first.
    pub fn parse(mut self, parse: impl FnMut(&str) -> Option<u128> + 'static) -> Self {
        self.parse = Some(Box::new(parse));
        self
    }

    /// It writes the canonical text of a number. Nothing is a refusal of a number that is no id.
    pub fn format(mut self, format: impl FnMut(u128) -> Option<String> + 'static) -> Self {
        self.format = Some(Box::new(format));
        self
    }

    /// It gives the fields of a number, by the names of the vectors; not all need to be there, but one. Nothing is a refusal.
    pub fn fields(mut self, fields: impl FnMut(u128) -> Option<Vec<(&'static str, String)>> + 'static) -> Self {
        self.fields = Some(Box::new(fields));
        self
    }

    /// Runs the cases of the built-in suite that the implementation offers something for.
    ///
    /// # Panics
    /// Where that tests nothing or something else than was meant: an unknown scheme, policy axis or value, a scheme of several kinds without one, or no
    /// case that fits.
    #[must_use]
    #[allow(clippy::panic, reason = "an assertion for tests")]
    pub fn run(mut self) -> Run {
        let suite = Suite::builtin();
        let scheme = self.scheme.clone();
        for (axis, value) in &self.policies {
            let known = suite.policies.axes.iter().find(|known| known.axis == *axis);
            assert!(known.is_some_and(|known| known.values.contains(value)), "no policy {axis} = {value}");
        }
        let of_scheme: Vec<&Case> = suite.cases.iter().filter(|case| case.scheme == scheme).collect();
        let bytes = of_scheme.iter().flat_map(|case| case.expectation.outcomes()).filter_map(Outcome::bytes).next();
        self.digits = bytes.map(str::len).unwrap_or_else(|| panic!("no scheme {scheme:?} in the suite"));
        let config = with_defaults(&suite, &scheme, self.config.as_ref());
        let offers = |op| match op {
            Op::Parse => self.parse.is_some(),
            Op::Format => self.format.is_some(),
            Op::Fields => self.fields.is_some(),
            _ => false,
        };
        let fits = |case: &Case| {
            let input = &case.text.input;
            let mut given = with_defaults(&suite, &scheme, input.config.as_ref());
            if case.op != Op::Fields {
                // An epoch plays no part in texts.
                given.epoch_ms.clone_from(&config.epoch_ms);
            }
            let canonical = case.op != Op::Format || input.form.as_deref() == Some("canonical");
            case.scheme == scheme && given == config && offers(case.op) && canonical
        };
        let chosen: Vec<&Case> = suite.cases.iter().filter(|case| fits(case)).collect();
        // A scheme of several kinds without one has only cases that are refused.
        let some_accepted =
            chosen.iter().any(|case| case.expectation.outcomes().any(|outcome| outcome.class() == "ok"));
        assert!(some_accepted, "no case of {scheme} fits: name what is offered, and the kind where there are several");
        let ill_formed = chosen.iter().filter(|case| case.text.input.utf8_hex.is_some());
        let unsupported = ill_formed.map(|case| case.text.id.clone()).collect();
        let ids: BTreeSet<&str> = chosen.into_iter().map(|case| case.text.id.as_str()).collect();
        let run = Run::of(&suite, &mut self, |case| ids.contains(case.text.id.as_str()));
        run.knowing(&Known { unsupported, ..Known::default() })
    }
}

/// A configuration with the default layout of the format written out: the first that its case says nothing of.
fn with_defaults(suite: &Suite, scheme: &str, config: Option<&Config>) -> Config {
    let mut config = config.cloned().unwrap_or_default();
    config.layout = config.layout.or_else(|| suite.policies.default_layout(scheme).map(str::to_owned));
    config
}

impl Implementation for Check {
    fn policy(&self, _: &str, axis: &str) -> Option<&str> {
        self.policies.get(axis).map(String::as_str)
    }

    fn answer(&mut self, _: &str, op: Op, input: &Input) -> Answer {
        if input.utf8_hex.is_some() {
            return Answer::Unsupported("a text that `str` cannot hold".to_owned());
        }
        let bytes = input.bytes.as_deref().unwrap_or_default();
        let number = u128::from_str_radix(bytes, 16).unwrap_or_default();
        let given = match (op, &mut self.parse, &mut self.format, &mut self.fields) {
            (Op::Parse, Some(parse), format, _) => {
                parse(input.text.as_deref().unwrap_or_default()).map(|number| Values {
                    bytes: Some(format!("{number:0digits$x}", digits = self.digits)),
                    text: format.as_mut().and_then(|format| format(number)),
                    ..Values::default()
                })
            }
            (Op::Format, _, Some(format), _) => {
                format(number).map(|text| Values { text: Some(text), ..Values::default() })
            }
            (Op::Fields, _, _, Some(fields)) => fields(number).map(|list| {
                let list = list.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                Values { fields: Some(crate::model::FieldList(list)), ..Values::default() }
            }),
            _ => return Answer::Unsupported(format!("operation {op}")),
        };
        given.map_or(Answer::Refused, |values| Answer::Partly(Box::new(values)))
    }
}
