//! Records, one after another.

use std::fmt;

use super::csv::{self, Column, RecordEnds};
use super::jsonl::{self, Found};
use super::source::{LIMIT, Piece, Separated, Source};
use super::{InputOptions, Origin};
use crate::context::Context;
use crate::escape::Escaped;
use crate::failure::Failure;
use crate::finder::Finder;
use crate::output::Output;

/// A text that should be an id.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub text: &'a [u8],
    /// The line, or the record where records end with NUL, from 1; the place of the argument for one.
    pub line: u64,
    /// The octet of the line at which the text begins, from 1.
    pub column: u64,
    /// The file's name, nothing for an argument.
    pub file: Option<&'a str>,
    /// Why there is no text in it.
    pub fault: Option<&'a Fault>,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
pub enum Next<'a> {
    Lines {
        text: &'a [u8],
        /// The number of the first line, from 1.
        line: u64,
        file: &'a str,
    },
    Record(Record<'a>),
    End,
}

/// Why there is no text in a record. Says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Longer than the limit, and passed by.
    TooLong,
    /// Fewer fields than the column's number, which is here.
    NoColumn(usize),
    /// What is wrong with a document of JSON.
    Json(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {} MiB, and not read; is it text?", LIMIT >> 20),
            Self::NoColumn(number) => write!(f, "no column {number}; see --delimiter"),
            Self::Json(what) => write!(f, "{what}; see --field"),
        }
    }
}

impl Record<'_> {
    /// Where it is, for messages: `file:line:column`.
    pub fn place(&self) -> String {
        match self.file {
            Some(file) => format!("{}:{}:{}", Escaped(file), self.line, self.column),
            None => format!("argument {}", self.line),
        }
    }
}

/// The form of the input, with what was found out about it.
#[derive(Debug)]
enum Format {
    Separated(Separated),
    Csv {
        ends: RecordEnds,
        delimiter: u8,
        column: Column,
        header: bool,
    },
    Jsonl {
        path: Vec<String>,
    },
    /// With what is left of a line, and the number of its octets before that.
    Scan {
        finder: Box<Finder>,
        line: Option<(Piece, usize)>,
    },
}

/// The records of arguments and files, one after the other.
#[derive(Debug)]
pub struct Records {
    format: Format,
    origins: std::vec::IntoIter<Origin>,
    source: Source,
    /// Whether the source is at its beginning.
    fresh: bool,
    /// The place of the column of this file.
    column: usize,
    /// An argument, or a text that is not in the buffer as it is.
    text: Vec<u8>,
    fault: Option<Fault>,
}

impl Records {
    /// Standard input where there are no origins.
    pub(super) fn new(options: &InputOptions, context: &Context, mut origins: Vec<Origin>) -> Result<Self, Failure> {
        if origins.is_empty() {
            origins.push(Origin::Standard);
        }
        Ok(Self {
            format: format(options, context)?,
            origins: origins.into_iter(),
            source: Source::empty(),
            fresh: false,
            column: 0,
            text: Vec::new(),
            fault: None,
        })
    }

    /// Whole lines where that is wanted and the input has no other form, or the next record. The lines end with a line feed each, but for the last of a file.
    pub fn next_or_lines(&mut self, output: &mut Output, lines: bool) -> Result<Next<'_>, Failure> {
        if lines && matches!(self.format, Format::Separated(Separated(b'\n'))) {
            if self.fresh {
                self.begin(output)?;
            }
            if let Some(piece) = self.source.lines(output)? {
                return Ok(Next::Lines {
                    text: self.source.text(piece.place),
                    line: piece.line,
                    file: self.source.name(),
                });
            }
        }
        Ok(self.next(output)?.map_or(Next::End, Next::Record))
    }

    /// The next record. What was written to the output is handed on before input is waited for.
    pub fn next(&mut self, output: &mut Output) -> Result<Option<Record<'_>>, Failure> {
        self.fault = None;
        loop {
            if self.fresh {
                self.begin(output)?;
            }
            if let Some((place, line, column)) = self.scanned() {
                let (text, file) = (self.source.text(place), Some(self.source.name()));
                return Ok(Some(Record { text, line, column, file, fault: None }));
            }
            let piece = match &mut self.format {
                Format::Separated(separated) => self.source.piece(separated, output)?,
                Format::Csv { ends, .. } => self.source.piece(ends, output)?,
                Format::Jsonl { .. } | Format::Scan { .. } => self.source.piece(&mut Separated(b'\n'), output)?,
            };
            if let (Format::Scan { line, .. }, Some(piece)) = (&mut self.format, &piece)
                && !piece.cut
            {
                *line = Some((piece.clone(), 0));
                continue;
            }
            if let Some(piece) = piece {
                return Ok(Some(self.record(piece)));
            }
            match self.origins.next() {
                None => return Ok(None),
                Some(Origin::Argument(place, text)) => {
                    self.text = text.into_bytes();
                    return Ok(Some(Record { text: &self.text, line: place, column: 1, file: None, fault: None }));
                }
                Some(Origin::File(path)) => self.source.open_file(&path)?,
                Some(Origin::Standard) => self.source.open_stdin(),
            }
            self.fresh = true;
        }
    }

    /// The next id of a line of free text: its place in the buffer, line and column.
    fn scanned(&mut self) -> Option<(std::ops::Range<usize>, u64, u64)> {
        let Format::Scan { finder, line: left } = &mut self.format else { return None };
        let (piece, from) = left.as_mut()?;
        let text = self.source.text(piece.place.clone());
        while let Some(found) = finder.next(text, *from, b'\n') {
            *from = found.place.end;
            if finder.is_expected(&found, text) {
                let start = piece.place.start.saturating_add(found.place.start);
                let place = start..start.saturating_add(found.place.len());
                return Some((place, piece.line, long(found.place.start).saturating_add(1)));
            }
        }
        *left = None;
        None
    }

    /// Reads what stands before the first record of a file.
    fn begin(&mut self, output: &mut Output) -> Result<(), Failure> {
        self.fresh = false;
        if !matches!(self.format, Format::Separated(Separated(0))) {
            self.source.drop_mark(output)?;
        }
        let Format::Csv { ends, delimiter, column, header } = &mut self.format else { return Ok(()) };
        if let Column::Place(place) = column {
            self.column = *place;
        }
        if !*header {
            return Ok(());
        }
        let Some(piece) = self.source.piece(ends, output)? else { return Ok(()) };
        let names = without_return(self.source.text(piece.place));
        if let Column::Name(wanted) = column {
            let mut found = None;
            for (place, field) in csv::fields(names, *delimiter).enumerate() {
                csv::unquote(names.get(field).unwrap_or_default(), &mut self.text);
                if self.text == wanted.as_bytes() {
                    found = Some(place);
                    break;
                }
            }
            let shown = crate::escape::quoted(names, 200);
            let name = self.source.name();
            self.column = found.ok_or_else(|| {
                Failure::usage(format!("{name}: no column is called {wanted} in the first record, which is {shown}"))
            })?;
        }
        Ok(())
    }

    fn record(&mut self, piece: Piece) -> Record<'_> {
        let Self { format, source, text, .. } = self;
        let whole = source.text(piece.place);
        let (mut line, mut column) = (piece.line, 1_u64);
        let shown: &[u8] = match format {
            _ if piece.cut => {
                self.fault = Some(Fault::TooLong);
                whole
            }
            Format::Separated(Separated(0)) => whole,
            Format::Separated(_) | Format::Scan { .. } => without_return(whole),
            Format::Csv { delimiter, .. } => {
                let record = without_return(whole);
                text.clear();
                match csv::field(record, *delimiter, self.column) {
                    Some(place) => {
                        let before = record.get(..place.start).unwrap_or_default();
                        let ends = memchr::memchr_iter(b'\n', before);
                        let last = ends.clone().next_back().map_or(0, |last| last.saturating_add(1));
                        line = line.saturating_add(long(ends.count()));
                        column = long(before.len().saturating_sub(last)).saturating_add(1);
                        csv::unquote(record.get(place).unwrap_or_default(), text);
                    }
                    None => self.fault = Some(Fault::NoColumn(self.column.saturating_add(1))),
                }
                text
            }
            Format::Jsonl { path } => {
                text.clear();
                match jsonl::find(without_return(whole), path) {
                    Found::Text(found, place) => {
                        *text = found.into_bytes();
                        column = long(place).saturating_add(1);
                    }
                    Found::Nothing(why) => self.fault = Some(Fault::Json(why)),
                }
                text
            }
        };
        Record { text: shown, line, column, file: Some(source.name()), fault: self.fault.as_ref() }
    }
}

fn format(options: &InputOptions, context: &Context) -> Result<Format, Failure> {
    if options.scan {
        return Ok(Format::Scan { finder: Box::new(Finder::new(context, options.scan_digits)), line: None });
    }
    if let Some(column) = options.column.as_deref().filter(|_| options.csv) {
        let delimiter = match options.delimiter.as_deref().map(str::as_bytes) {
            None => b',',
            Some(br"\t") => b'\t',
            Some([one]) if !matches!(one, b'"' | b'\n' | b'\r') => *one,
            Some(_) => return Err(Failure::usage("--delimiter is one ASCII character and no quote, or \\t")),
        };
        let column = Column::named(column);
        let header = options.header || matches!(column, Column::Name(_));
        return Ok(Format::Csv { ends: RecordEnds::new(delimiter), delimiter, column, header });
    }
    if let Some(path) = options.field.as_deref().filter(|_| options.jsonl) {
        return Ok(Format::Jsonl { path: path.split('.').map(str::to_owned).collect() });
    }
    Ok(Format::Separated(Separated(if options.null { 0 } else { b'\n' })))
}

fn without_return(text: &[u8]) -> &[u8] {
    text.strip_suffix(b"\r").unwrap_or(text)
}

fn long(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
