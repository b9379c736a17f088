//! What an adapter says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{said, shown};
use crate::model::{Case, Op};
use crate::run::Source;
use crate::suite::Suite;

/// The reply to `hello`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u32,
    /// The adapter.
    pub adapter: AdapterName,
    /// What it answers for.
    pub implementation: Identity,
    /// What it offers, by scheme.
    pub schemes: BTreeMap<String, Abilities>,
}

/// Name and version of an adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdapterName {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

/// What an adapter answers for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The programming language.
    pub language: String,
    /// What runs it.
    pub runtime: String,
    /// Where it comes from.
    pub source: String,
    /// Its licence.
    pub license: String,
}

/// What is offered for a scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abilities {
    /// The operations.
    pub ops: Vec<String>,
    /// What can be set from outside: `clock`, `random`.
    pub inject: Vec<String>,
    /// The value of each policy axis that differs from the required one, or is declared.
    pub policy: BTreeMap<String, String>,
    /// The axes whose value a run may choose.
    pub selectable: Vec<String>,
    /// Whether error codes say why something was refused; otherwise only that it was refused is compared.
    #[serde(default = "yes")]
    pub codes: bool,
}

const fn yes() -> bool {
    true
}

/// The longest name that is taken, in characters.
const MAX_NAME: usize = 200;

impl Hello {
    /// Reads the line that says hello.
    ///
    /// # Errors
    /// Where it is none, for a person.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("no hello: {}: {}", said(&error), shown(line)))
    }

    /// What is offered for a scheme.
    fn abilities(&self, scheme: &str) -> Option<&Abilities> {
        self.schemes.get(scheme)
    }

    /// Whether the scheme and operation of a case are offered.
    pub(super) fn offers(&self, case: &Case) -> bool {
        self.abilities(&case.scheme).is_some_and(|it| it.ops.iter().any(|op| op == case.op.as_str()))
    }

    /// The value of a policy axis that is declared.
    pub(super) fn policy(&self, scheme: &str, axis: &str) -> Option<&str> {
        self.abilities(scheme).and_then(|abilities| abilities.policy.get(axis)).map(String::as_str)
    }

    /// Whether each run may choose the value of an axis.
    pub(super) fn selects(&self, scheme: &str, axis: &str) -> bool {
        self.abilities(scheme).is_some_and(|abilities| abilities.selectable.iter().any(|it| it == axis))
    }

    /// Whether a source is set from outside.
    pub(super) fn injects(&self, scheme: &str, source: Source) -> bool {
        self.abilities(scheme).is_some_and(|abilities| abilities.inject.iter().any(|it| it == source.as_str()))
    }

    /// Whether error codes say why.
    pub(super) fn knows_codes(&self, scheme: &str) -> bool {
        self.abilities(scheme).is_none_or(|abilities| abilities.codes)
    }

    /// Checks the reply against the protocol and the suite.
    ///
    /// # Errors
    /// The first thing that is wrong, for a person.
    pub(super) fn check(&self, suite: &Suite) -> Result<(), String> {
        if self.protocol != 1 {
            return Err(format!("protocol {}, expected 1", self.protocol));
        }
        let Identity { name, version, language, runtime, source, license } = &self.implementation;
        let names = [&self.adapter.name, &self.adapter.version, name, version, language, runtime, source, license];
        for name in names {
            let length = name.chars().count();
            if length == 0 || length > MAX_NAME || name.chars().any(char::is_control) {
                return Err(format!("a name in hello is empty, too long or not printable: {name:?}"));
            }
        }
        if self.schemes.is_empty() {
            return Err("hello offers no scheme".to_owned());
        }
        for (scheme, abilities) in &self.schemes {
            if !suite.cases.iter().any(|case| case.scheme == *scheme) {
                return Err(format!("hello offers the unknown scheme {scheme:?}"));
            }
            let known = |op: &str| Op::ALL.iter().any(|known| known.as_str() == op);
            if let Some(op) = abilities.ops.iter().find(|op| !known(op)) {
                return Err(format!("hello offers the unknown operation {op:?}"));
            }
            let sources = [Source::Clock, Source::Random].map(Source::as_str);
            if let Some(source) = abilities.inject.iter().find(|source| !sources.contains(&source.as_str())) {
                return Err(format!("hello injects the unknown {source:?}"));
            }
            let axis = |name: &str| suite.policies.axes.iter().any(|known| known.axis == name);
            if let Some(name) = abilities.selectable.iter().find(|name| !axis(name)) {
                return Err(format!("hello can select the unknown policy {name:?}"));
            }
            for (axis, value) in &abilities.policy {
                if !suite.policies.has(axis, value) {
                    return Err(format!("hello declares the unknown policy {axis}={value}"));
                }
            }
        }
        Ok(())
    }
}
