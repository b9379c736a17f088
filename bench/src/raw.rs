//! What one process measured, as it goes to the report.

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Whose code a subject is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// This project's.
    Ours,
    /// Another package's.
    Peer,
    /// Nobody's: a part of the work by itself, which shows what is possible.
    Reference,
}

/// Which build of ours was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Build {
    /// With the feature `fast`.
    Fast,
    /// Without it: portable code only.
    Safe,
}

impl Build {
    /// This program's.
    pub const THIS: Self = if cfg!(feature = "fast") { Self::Fast } else { Self::Safe };

    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Safe => "safe",
        }
    }
}

/// The run of one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub build: Build,
    pub comparisons: Vec<Comparison>,
}

/// One thing, done by several.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comparison {
    pub id: String,
    pub group: String,
    pub title: String,
    /// Octets of text for one operation, where GB/s say more than ns.
    pub octets: Option<f64>,
    pub subjects: Vec<Measured>,
}

/// One subject and the ns of one operation in each round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    pub name: String,
    pub side: Side,
    pub version: Option<String>,
    pub strict: Option<bool>,
    pub takes: Vec<String>,
    /// Operations of one pass.
    pub count: u32,
    pub rounds: Vec<f64>,
}

/// Instructions for one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count {
    pub build: Build,
    pub comparison: String,
    pub subject: String,
    pub side: Side,
    pub instructions: f64,
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a text file.
pub fn write_text(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a JSON file.
pub fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, String> {
    serde_json::from_str(&read_text(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a JSON file.
pub fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    write_text(path, &(text + "\n"))
}
