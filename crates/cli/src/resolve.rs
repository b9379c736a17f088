//! The one number that a text stands for, where there is one.

use std::fmt;

use idspec::reading::{Reader, Reading, Verdict};
use idspec::{Layout, ParseError};

use crate::context::Context;
use crate::escape::quoted;
use crate::input::{Fault, Record};

/// No text of an id is longer.
const LONGEST: usize = 128;
/// How much of a text is shown.
pub const SHOWN: usize = 80;

/// Reads texts of which each is one id, and no guess.
#[derive(Debug)]
pub struct Resolver<'a> {
    context: &'a Context,
    reader: Reader,
    /// Whether the layouts were named.
    named: bool,
    ulid: Option<Layout>,
}

/// Why a text is no number.
#[derive(Debug)]
pub enum Refused<'a> {
    /// It is not there at all.
    Fault(&'a Fault),
    /// The scheme that was named has no such id.
    Invalid(ParseError),
    /// No scheme has such an id.
    Unknown,
    /// Ids of this layout have no form of this name.
    NoForm(String, &'static str),
    /// One reading, that nothing speaks for.
    Unsure(String),
    /// Several readings, with their names.
    Ambiguous(Vec<String>),
}

impl<'a> Resolver<'a> {
    pub fn new(context: &'a Context) -> Self {
        let reader = context.reader();
        let ulid = reader.layouts().iter().copied().find(|layout| layout.scheme().name() == "ulid");
        Self { context, reader, named: context.named.is_some(), ulid }
    }

    /// The layout, where there is but one.
    pub fn layout(&self) -> Option<Layout> {
        match self.reader.layouts() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The layout of texts of 26 letters, which no other scheme has.
    pub const fn ulid(&self) -> Option<Layout> {
        self.ulid
    }

    /// The number: by the scheme's own text before any other form; then the only likely reading.
    pub fn number<'r>(&self, record: &Record<'r>) -> Result<(Layout, u128), Refused<'r>> {
        if let Some(fault) = record.fault {
            return Err(Refused::Fault(fault));
        }
        let own = match (self.layout(), self.ulid) {
            (Some(layout), _) => Some(layout),
            (None, Some(ulid)) if record.text.len() == 26 => Some(ulid),
            _ => None,
        };
        let refused = match own.map(|layout| (layout, layout.parse(record.text))) {
            Some((layout, Ok(number))) => return Ok((layout, number)),
            Some((_, Err(error))) => Refused::Invalid(error),
            None => Refused::Unknown,
        };
        match std::str::from_utf8(record.text) {
            Ok(text) if text.len() <= LONGEST => self.only(&self.reader.read(text), refused),
            _ => Err(refused),
        }
    }

    fn only<'r>(&self, readings: &[Reading], refused: Refused<'r>) -> Result<(Layout, u128), Refused<'r>> {
        let found: Vec<(&Reading, u128)> =
            readings.iter().filter_map(|reading| Some((reading, reading.outcome().ok()?))).collect();
        let likely: Vec<_> = found.iter().filter(|(reading, _)| reading.verdict() == Verdict::Likely).collect();
        match (found.as_slice(), likely.as_slice()) {
            (_, [(reading, number)]) => Ok((reading.layout(), *number)),
            ([(reading, number)], _) if self.named => Ok((reading.layout(), *number)),
            ([(reading, _)], _) => Err(Refused::Unsure(self.context.name(reading.layout()))),
            ([], _) => Err(refused),
            _ => {
                let mut names: Vec<String> =
                    found.iter().map(|(reading, _)| self.context.name(reading.layout())).collect();
                names.dedup();
                Err(Refused::Ambiguous(names))
            }
        }
    }

    /// A message for a text that is no number: where, what, why, and what to do.
    pub fn message(&self, record: &Record<'_>, refused: &Refused<'_>) -> String {
        let offset = match refused {
            Refused::Invalid(error) => error.offset().unwrap_or(0),
            _ => 0,
        };
        let column = record.column.saturating_add(u64::from(offset));
        let place = Record { column, ..*record }.place();
        let next = match refused {
            Refused::Fault(_) | Refused::NoForm(..) => "",
            Refused::Ambiguous(_) | Refused::Unsure(_) => "; add --as SCHEME",
            Refused::Invalid(_) if self.named => "; is --as right? `idspec inspect` shows every reading",
            Refused::Invalid(_) | Refused::Unknown => "; `idspec inspect --all` shows why",
        };
        format!("{place}: {}: {refused}{next}", quoted(record.text, SHOWN))
    }
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => write!(f, "{fault}"),
            Self::Invalid(error) => write!(f, "{error}"),
            Self::NoForm(scheme, form) => write!(f, "{scheme} has no form {form}; see --to"),
            Self::Unknown => f.write_str("no scheme has such an id"),
            Self::Unsure(name) => write!(f, "nothing but {name} reads it, and nothing speaks for that"),
            Self::Ambiguous(names) => write!(f, "several readings: {}", names.join(", ")),
        }
    }
}

impl Refused<'_> {
    /// The code of the library's list; `ambiguous`, and `unknown` where there is no text or no scheme reads it.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invalid(error) => error.code().as_str(),
            Self::Unsure(_) => "unsure",
            Self::Ambiguous(_) => "ambiguous",
            Self::NoForm(..) => "no_form",
            Self::Fault(_) | Self::Unknown => "unknown",
        }
    }
}
