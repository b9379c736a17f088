//! What ids are read from: arguments, files, standard input; as lines, columns of CSV, fields of JSON, or found in free text.
//!
//! A command flattens [`IdArguments`] (ids as arguments, and `--file`) or [`FileArguments`] (files as arguments) into its options and reads one record after
//! another. Nothing is held but a buffer, however large the input is:
//!
//! ```text
//! let mut output = context.output();
//! let mut records = options.input.records(context)?;
//! while let Some(record) = records.next(&mut output)? {
//!     // record.text: &[u8], record.line, record.column: u64, record.place(): where it was, for messages
//!     // record.fault: why there is no text in it, such as a line that is too long; its text is then none that a scheme reads
//! }
//! ```
//!
//! `next` takes the output since it hands on what was written before it waits for more input, so that whoever writes a line to a pipe has its answer.
//! The text of a record is octets of any kind: show it with [`crate::escape::quoted`].

mod csv;
mod jsonl;
mod octets;
mod records;
mod source;

use std::path::{Path, PathBuf};

use clap::Args;

pub use octets::Octets;
pub use records::{Fault, Next, Record, Records};

use crate::context::Context;
use crate::failure::Failure;

/// How much of a text that may be no id is repeated in JSON.
const SHOWN: usize = 256;

/// In which form the input is.
#[derive(Args, Clone, Debug, Default)]
pub struct InputOptions {
    /// Read a column of CSV
    #[arg(help_heading = "Input", long, requires = "column")]
    pub csv: bool,
    /// The column, by its name in the first record or by its number from 1
    #[arg(help_heading = "Input", long, value_name = "NAME|NUMBER", requires = "csv")]
    pub column: Option<String>,
    /// What stands between the columns; `\t` for a tab [default: ,]
    #[arg(help_heading = "Input", long, value_name = "CHARACTER", requires = "csv")]
    pub delimiter: Option<String>,
    /// The first record of CSV holds names, also where the column is given by its number
    #[arg(help_heading = "Input", long, requires = "csv")]
    pub header: bool,
    /// Read a field of JSON objects, one a line
    #[arg(help_heading = "Input", long, requires = "field", conflicts_with = "csv")]
    pub jsonl: bool,
    /// The field, as names and places with dots between them, such as `user.id` or `items.0.id`
    #[arg(help_heading = "Input", long, value_name = "PATH", requires = "jsonl")]
    pub field: Option<String>,
    /// Find ids in free text: ULIDs and sequential GUIDs with an expected time, and numbers of 64 bits where --as names their scheme
    #[arg(help_heading = "Input", long, conflicts_with_all = ["csv", "jsonl", "null"])]
    pub scan: bool,
    /// With --scan: find numbers of so many digits and more, whatever their scheme [default: 16, and only with --as]
    #[arg(help_heading = "Input", long = "scan-digits", value_name = "COUNT", requires = "scan")]
    pub scan_digits: Option<usize>,
    /// Ids end with NUL and not with a line end
    #[arg(help_heading = "Input", short = '0', long = "null", conflicts_with_all = ["csv", "jsonl"])]
    pub null: bool,
}

/// Ids as arguments or in files.
#[derive(Args, Clone, Debug)]
pub struct IdArguments {
    /// Ids; `-` for standard input, which is also read where there are neither ids nor files
    #[arg(value_name = "ID", allow_negative_numbers = true)]
    pub ids: Vec<String>,
    /// Read ids from a file, one a line; may be given several times
    #[arg(short, long, value_name = "FILE", help_heading = "Input")]
    pub file: Vec<PathBuf>,
    #[command(flatten)]
    pub options: InputOptions,
}

/// Files as arguments.
#[derive(Args, Clone, Debug)]
pub struct FileArguments {
    /// Files with an id a line; `-`, or none, for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: InputOptions,
}

/// Where texts come from.
#[derive(Clone, Debug)]
enum Origin {
    /// An argument, by its place from 1.
    Argument(u64, String),
    File(PathBuf),
    Standard,
}

impl IdArguments {
    /// The records of all of it: the ids, then the files.
    pub fn records(&self, context: &Context) -> Result<Records, Failure> {
        let mut options = self.options.clone();
        let mut origins = Vec::new();
        for (place, id) in (1..).zip(&self.ids) {
            match id.as_str() {
                "-" => origins.push(Origin::Standard),
                // No id, and the parser of arguments takes it for a negative number.
                "-0" => options.null = true,
                _ => origins.push(Origin::Argument(place, id.clone())),
            }
        }
        origins.extend(self.file.iter().map(|path| file(path)));
        Records::new(&options, context, origins)
    }
}

impl FileArguments {
    /// The records of all files, one after the other.
    pub fn records(&self, context: &Context) -> Result<Records, Failure> {
        Records::new(&self.options, context, self.files.iter().map(|path| file(path)).collect())
    }
}

fn file(path: &Path) -> Origin {
    if path.as_os_str() == "-" { Origin::Standard } else { Origin::File(path.to_path_buf()) }
}

/// A text for JSON, where it is short enough to be of use.
pub fn shown(text: &[u8]) -> String {
    let front = text.get(..SHOWN).unwrap_or(text);
    String::from_utf8_lossy(front).into_owned()
}
