//! Testing an implementation by a few closures.

use std::collections::BTreeMap;

use crate::model::{Case, Config, Input, Op};
use crate::outcome::{Outcome, Values};
use crate::run::{Answer, Implementation, Run};
use crate::suite::Suite;

type Parse = Box<dyn FnMut(&str) -> Option<u128>>;
type Format = Box<dyn FnMut(u128) -> String>;
type Fields = Box<dyn FnMut(u128) -> Option<Vec<(&'static str, String)>>>;

/// An implementation of one scheme, given by what it offers; [`Check::run`] runs the cases of that.
///
/// A parser that refuses need not say why: any refusal matches any expected error. Cases whose text is not well-formed Unicode are left out, as
/// are those of another configuration.
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

    /// It writes the canonical text of a number.
    pub fn format(mut self, format: impl FnMut(u128) -> String + 'static) -> Self {
        self.format = Some(Box::new(format));
        self
    }

    /// It gives the fields of a number, by the names of the vectors; not all need to be there. Nothing is a refusal.
    pub fn fields(mut self, fields: impl FnMut(u128) -> Option<Vec<(&'static str, String)>> + 'static) -> Self {
        self.fields = Some(Box::new(fields));
        self
    }

    /// Runs the cases of the built-in suite that the implementation offers something for.
    #[must_use]
    pub fn run(mut self) -> Run {
        let suite = Suite::builtin();
        let (scheme, config) = (self.scheme.clone(), self.config.clone());
        let of_scheme = suite.cases.iter().filter(|case| case.scheme == scheme);
        let outcomes = of_scheme.flat_map(|case| case.expectation.outcomes());
        self.digits = outcomes.filter_map(Outcome::bytes).map(str::len).next().unwrap_or_default();
        let offered = [
            (Op::Parse, self.parse.is_some()),
            (Op::Format, self.format.is_some()),
            (Op::Fields, self.fields.is_some()),
        ];
        let chosen = |case: &Case| {
            let input = &case.text.input;
            let is_offered = offered.contains(&(case.op, true));
            let canonical = case.op != Op::Format || input.form.as_deref() == Some("canonical");
            case.scheme == scheme && input.config == config && is_offered && canonical && input.utf8_hex.is_none()
        };
        Run::of(&suite, &mut self, chosen)
    }
}

impl Implementation for Check {
    fn policy(&self, axis: &str) -> Option<&str> {
        self.policies.get(axis).map(String::as_str)
    }

    fn answer(&mut self, _: &str, op: Op, input: &Input) -> Answer {
        let bytes = input.bytes.as_deref().unwrap_or_default();
        let number = u128::from_str_radix(bytes, 16).unwrap_or_default();
        let given = match (op, &mut self.parse, &mut self.format, &mut self.fields) {
            (Op::Parse, Some(parse), format, _) => {
                parse(input.text.as_deref().unwrap_or_default()).map(|number| Values {
                    bytes: Some(format!("{number:0digits$x}", digits = self.digits)),
                    text: format.as_mut().map(|format| format(number)),
                    ..Values::default()
                })
            }
            (Op::Format, _, Some(format), _) => Some(Values { text: Some(format(number)), ..Values::default() }),
            (Op::Fields, _, _, Some(fields)) => fields(number).map(|list| {
                let list = list.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                Values { fields: Some(crate::model::FieldList(list)), ..Values::default() }
            }),
            _ => return Answer::Unsupported(format!("operation {op}")),
        };
        given.map_or(Answer::Refused, |values| Answer::Partly(Box::new(values)))
    }
}
