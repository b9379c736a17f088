//! `adapter.json`: how an adapter is set up and started, and what is known of it.

use serde::{Deserialize, Serialize};

use crate::report::Finding;

/// What an adapter needs before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// Nothing but its interpreter.
    None,
    /// A virtual environment of Python with `requirements.txt`.
    Python,
    /// `package-lock.json`, installed by npm.
    Npm,
    /// A program of the workspace of adapters in Rust.
    Cargo,
}

/// The description of an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name of its folder.
    pub name: String,
    /// The programming language.
    pub language: String,
    /// What it needs.
    pub setup: Setup,
    /// The program and its arguments; `{python}`, `{node}` and `{target}` stand for places of the machine.
    pub command: Vec<String>,
    /// Cases that the implementation is known not to pass, with `*` for any characters.
    #[serde(default)]
    pub expected: Vec<String>,
    /// Cases that it does not offer, in the same form.
    #[serde(default)]
    pub unsupported: Vec<String>,
    /// What its failures are, each reproduced by hand.
    #[serde(default)]
    pub findings: Vec<Finding>,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}
