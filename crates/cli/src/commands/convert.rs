//! `idspec convert`: other forms of ids, and the times in them.

use clap::Args;
use idspec::base::bulk;
use idspec::{DiscordSnowflake, Id, Layout, Ulid};
use serde_json::json;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::input::{IdArguments, Next, Record, shown};
use crate::output::Output;
use crate::resolve::{Refused, Resolver};
use crate::target::{Target, Writer};
use crate::when;

/// Write ids in another form, or only their times
///
/// What is read is one scheme with `--as`; without it, whatever has but one reading, such as the 26 letters of a ULID. Texts that are no id are named on
/// standard error, and leave no line in the output; where there are several readings nothing is guessed, and the command ends.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: IdArguments,
    /// canonical, decimal, signed, hex, uuid, uuid-simple, uuid-braced, uuid-urn, time, unix-ms; octets in hexadecimal: bytes-be, bytes-le, guid-net, guid-dn
    #[arg(long, value_name = "FORM", value_parser = Target::named)]
    to: Target,
}

const SAMPLES: &str = "Examples:
  $ idspec convert 01HTQW311N1KR5G0Y75M3EF00H --to uuid
  018eafc1-8435-0cf0-5803-c72d06e78011
  $ idspec convert --as ulid 018eafc1-8435-0cf0-5803-c72d06e78011 --to canonical
  01HTQW311N1KR5G0Y75M3EF00H
  $ echo 1776266104373063681 | idspec convert --as twitter-snowflake --to time
  2024-04-05T15:10:15.367Z";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let resolver = Resolver::new(context);
    if context.named.is_some()
        && let Some(layout) = resolver.layout()
    {
        has(context, layout, options.to)?;
    }
    let mut run = Run {
        context,
        target: options.to,
        writer: Writer::new(options.to),
        output: context.output(),
        text: Vec::new(),
        invalid: 0,
        count: 0,
        resolver,
    };
    let ended = run.all(options);
    // What was converted is handed on before anything is said of what was not.
    run.output.flush()?;
    ended?;
    if run.invalid > 0 && !context.quiet {
        anstream::eprintln!("idspec: {} of {} not valid", run.invalid, run.count);
    }
    Ok(if run.invalid > 0 { Ending::Invalid } else { Ending::Fine })
}

/// Refuses a form that ids of a layout do not have.
fn has(context: &Context, layout: Layout, target: Target) -> Result<(), Failure> {
    if Target::of(layout).any(|it| it == target) {
        return Ok(());
    }
    let names: Vec<&str> = Target::of(layout).map(Target::name).collect();
    let (name, target) = (context.name(layout), target.name());
    Err(Failure::usage(format!("{name} has no form {target}; --to takes {}", names.join(", "))))
}

struct Run<'a> {
    context: &'a Context,
    target: Target,
    writer: Writer,
    output: Output,
    /// Lines on their way to the output.
    text: Vec<u8>,
    invalid: u64,
    count: u64,
    resolver: Resolver<'a>,
}

/// Whether to go on.
type Goes = Result<bool, Failure>;

impl Run<'_> {
    fn all(&mut self, options: &Options) -> Result<(), Failure> {
        let mut records = options.input.records(self.context)?;
        // Lines of one layout are read many at a time.
        let single = self.resolver.layout().or(self.resolver.ulid());
        let many = single.filter(|_| !self.context.json && self.context.zone.is_none());
        loop {
            let goes = match records.next_or_lines(&mut self.output, many.is_some())? {
                Next::End => return Ok(()),
                Next::Record(record) => self.record(&record),
                Next::Lines { text, line, file } => match many {
                    Some(layout) if layout.scheme().name() == "ulid" => self.lines::<Ulid>(layout, text, line, file),
                    // Of the decimal schemes this is the one that has every number.
                    Some(layout) if layout.scheme().codec().decimal => {
                        self.lines::<DiscordSnowflake>(layout, text, line, file)
                    }
                    _ => self.lines_one_by_one(text, line, file),
                },
            };
            let text = std::mem::take(&mut self.text);
            self.output.octets(&text)?;
            self.text = text;
            self.text.clear();
            if !goes? {
                return Ok(());
            }
        }
    }

    /// Whole lines, of which the most are ids of a type.
    fn lines<T: Id>(&mut self, layout: Layout, text: &[u8], mut line: u64, file: &str) -> Goes {
        let mut ids: Vec<T> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            ids.clear();
            let ended = bulk::parse_lines(rest, &mut ids);
            let read = u64::try_from(ids.len()).unwrap_or(u64::MAX);
            for (id, line) in ids.iter().zip(line..) {
                let number: u128 = id.to_repr().into();
                self.count = self.count.saturating_add(1);
                let refused = match layout.scheme().check(number) {
                    Ok(()) => self.write(layout, number).err(),
                    Err(error) => Some(Refused::Invalid(error)),
                };
                if let Some(refused) = refused {
                    let text = layout.scheme().codec().write;
                    let text = text(number);
                    let record = Record { text: text.as_bytes(), line, column: 1, file: Some(file), fault: None };
                    if !self.refuse(&record, &refused)? {
                        return Ok(false);
                    }
                }
            }
            let Err(error) = ended else { return Ok(true) };
            line = line.saturating_add(read);
            let after = rest.get(error.offset()..).unwrap_or_default();
            let (bad, others) = first_line(after);
            if !self.line(bad, line, file)? {
                return Ok(false);
            }
            line = line.saturating_add(1);
            rest = others;
        }
        Ok(true)
    }

    fn lines_one_by_one(&mut self, text: &[u8], mut line: u64, file: &str) -> Goes {
        let mut rest = text;
        while !rest.is_empty() {
            let (one, others) = first_line(rest);
            if !self.line(one, line, file)? {
                return Ok(false);
            }
            line = line.saturating_add(1);
            rest = others;
        }
        Ok(true)
    }

    fn line(&mut self, text: &[u8], line: u64, file: &str) -> Goes {
        self.record(&Record { text, line, column: 1, file: Some(file), fault: None })
    }

    fn record(&mut self, record: &Record<'_>) -> Goes {
        self.count = self.count.saturating_add(1);
        match self.resolver.number(record) {
            Ok((layout, number)) if self.context.json => self.object(record, layout, number),
            Ok((layout, number)) => match self.write(layout, number) {
                Ok(()) => Ok(true),
                Err(refused) => self.refuse(record, &refused),
            },
            Err(refused) => self.refuse(record, &refused),
        }
    }

    /// Appends a line.
    fn write(&mut self, layout: Layout, number: u128) -> Result<(), Refused<'static>> {
        let written = self.writer.write(layout, number, &mut self.text);
        written.ok_or_else(|| Refused::NoForm(self.context.name(layout), self.target.name()))?;
        if let (Target::Time, Some(zone), Some(time)) = (self.target, &self.context.zone, layout.timestamp(number)) {
            self.text.push(b'\t');
            self.text.extend_from_slice(when::in_zone(time, zone).as_bytes());
        }
        self.text.push(b'\n');
        Ok(())
    }

    /// `idspec-convert/1`.
    fn object(&mut self, record: &Record<'_>, layout: Layout, number: u128) -> Goes {
        let mut made = Vec::new();
        if self.writer.write(layout, number, &mut made).is_none() {
            return self.refuse(record, &Refused::NoForm(self.context.name(layout), self.target.name()));
        }
        self.output.json(&json!({
            "format": "idspec-convert/1",
            "file": record.file,
            "line": record.line,
            "column": record.column,
            "input": shown(record.text),
            "scheme": self.context.name(layout),
            "to": self.target.name(),
            "output": String::from_utf8_lossy(&made),
        }))?;
        Ok(true)
    }

    /// Says why a text is not converted.
    fn refuse(&mut self, record: &Record<'_>, refused: &Refused<'_>) -> Goes {
        let message = self.resolver.message(record, refused);
        if let Refused::Ambiguous(_) = refused {
            return Err(Failure::Ambiguous(message));
        }
        self.invalid = self.invalid.saturating_add(1);
        if self.context.json {
            self.output.json(&json!({
                "format": "idspec-convert/1",
                "file": record.file,
                "line": record.line,
                "column": record.column,
                "input": shown(record.text),
                "error": {"code": refused.code(), "text": refused.to_string()},
            }))?;
        }
        anstream::eprintln!("idspec: {}", crate::escape::Escaped(&message));
        Ok(!self.context.strict)
    }
}

/// The first line without its end, and what is after it.
fn first_line(text: &[u8]) -> (&[u8], &[u8]) {
    let (line, rest) = match memchr::memchr(b'\n', text) {
        Some(end) => (text.get(..end), text.get(end.saturating_add(1)..)),
        None => (Some(text), None),
    };
    let line = line.unwrap_or_default();
    (line.strip_suffix(b"\r").unwrap_or(line), rest.unwrap_or_default())
}
