//! `idspec inspect`: every reading of an id, with its evidence.

use clap::Args;
use idspec::reading::{self, Reading, Verdict};
use serde_json::{Value, json};

use crate::context::Context;
use crate::escape::{Escaped, quoted};
use crate::failure::{Ending, Failure};
use crate::input::IdArguments;
use crate::output::Output;

/// Show what an id may be: every scheme that reads it, its time, fields and bits
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: IdArguments,
    /// Show the schemes that read it in no way too, with the reason
    #[arg(long)]
    all: bool,
    /// No drawing of the bits
    #[arg(long)]
    short: bool,
    /// One likely reading is needed: exit code 3 where there is none or more
    #[arg(long)]
    one: bool,
}

const SAMPLES: &str = "\
A single 64-bit number cannot be attributed by its date, so every reading is shown, each with its evidence: + for it, - against it. Times are those in
the id, which a clock made that may have been wrong.

Examples:
  $ idspec inspect 01HTQW311N1KR5G0Y75M3EF00H --plain
  01HTQW311N1KR5G0Y75M3EF00H\tlikely\tulid\t01HTQW311N1KR5G0Y75M3EF00H\t2024-04-05T19:34:38.901Z

  $ idspec inspect 1541815603606036480 --near 2022-06-28 --short

  $ idspec inspect 3125927076831231 --as twitter-snowflake@2020-07-31T16:00:00Z --json";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let reader = context.reader();
    let mut output = context.output();
    let mut ending = Ending::Fine;
    let mut records = options.input.records(context)?;
    while let Some(record) = records.next(&mut output)? {
        let text = String::from_utf8_lossy(record.text);
        let readings = reader.read(&text);
        let found = readings.iter().filter(|it| it.verdict() != Verdict::Impossible).count();
        let likely = readings.iter().filter(|it| it.verdict() == Verdict::Likely).count();
        if context.json {
            output.json(&object(
                context,
                &text,
                readings.iter().filter(|it| options.all || found == 0 || it.outcome().is_ok()),
            ))?;
        } else if context.plain {
            plain(options, context, &mut output, &text, &readings)?;
        } else {
            show(options, context, &mut output, &text, &readings)?;
        }
        if found == 0 {
            ending = Ending::Invalid;
        } else if options.one && likely != 1 && found != 1 && ending == Ending::Fine {
            ending = Ending::Ambiguous;
        }
        if context.strict && ending != Ending::Fine {
            break;
        }
    }
    output.flush()?;
    Ok(ending)
}

/// A line for each reading: input, verdict, scheme, id and time, with tabs between.
fn plain(
    options: &Options,
    context: &Context,
    output: &mut Output,
    text: &str,
    readings: &[Reading],
) -> Result<(), Failure> {
    for reading in readings.iter().filter(|it| options.all || it.outcome().is_ok()) {
        let id = reading.text().map_or_else(|| "-".to_owned(), |it| it.to_string());
        let time = reading.timestamp().map_or_else(|| "-".to_owned(), |it| it.to_string());
        let (verdict, scheme) = (reading.verdict(), context.name(reading.layout()));
        output.line(format!("{}\t{verdict}\t{scheme}\t{id}\t{time}", Escaped(text)))?;
    }
    Ok(())
}

fn show(
    options: &Options,
    context: &Context,
    output: &mut Output,
    text: &str,
    readings: &[Reading],
) -> Result<(), Failure> {
    let possible = readings.iter().filter(|it| it.verdict() != Verdict::Impossible);
    let count = possible.clone().count();
    let shown = quoted(text.as_bytes(), 80);
    output.line(match count {
        0 => format!("{shown}: no scheme has such an id"),
        1 => format!("{shown}: 1 reading"),
        count => format!("{shown}: {count} readings"),
    })?;
    for hint in reading::hints(text) {
        output.line(format!("  note: {hint}"))?;
    }
    for reading in possible {
        let layout = reading.layout();
        output.line("")?;
        let (verdict, name) = (colored(output, reading.verdict()), context.name(layout));
        output.line(format!("  {verdict} {name}: {}, read as {}", layout.scheme(), reading.read_as().words()))?;
        if let Some(time) = reading.timestamp() {
            output.line(format!("    id time {}", context.show(time)))?;
        }
        if let Ok(number) = reading.outcome() {
            for (name, value) in layout.fields(number) {
                output.line(format!("    {name} {value}"))?;
            }
            for evidence in reading.evidence() {
                output.line(format!("    {evidence}"))?;
            }
            if !options.short {
                for line in layout.diagram(number).to_string().lines() {
                    output.line(format!("    {}", line.trim_end()))?;
                }
            }
        }
    }
    if options.all || count == 0 {
        output.line("")?;
        for reading in readings {
            if let Err(error) = reading.outcome() {
                output.line(format!("  {}: {}", context.name(reading.layout()), Escaped(&error.to_string())))?;
            }
        }
    }
    if count > 1 && context.named.is_none() && context.near.is_none() {
        output.line("")?;
        output.line("  to settle it: --as SCHEME, --near DATE, or `idspec detect` with many ids")?;
    }
    output.line("")
}

/// A verdict in its colour, where colours are wanted.
fn colored(output: &Output, verdict: Verdict) -> String {
    let code = match verdict {
        Verdict::Likely => "1;32",
        Verdict::Possible => "1",
        _ => "2",
    };
    if output.colored() { format!("\u{1b}[{code}m{verdict}\u{1b}[0m") } else { verdict.to_string() }
}

/// `idspec-inspect/1`: see `schema/inspect.json`.
pub fn object<'a>(context: &Context, text: &str, readings: impl Iterator<Item = &'a Reading>) -> Value {
    let hints: Vec<Value> =
        reading::hints(text).map(|hint| json!({"code": hint.as_str(), "text": hint.to_string()})).collect();
    json!({
        "format": "idspec-inspect/1",
        "input": text,
        "hints": hints,
        "readings": readings.map(|reading| one(context, reading)).collect::<Vec<Value>>(),
    })
}

fn one(context: &Context, reading: &Reading) -> Value {
    let layout = reading.layout();
    let evidence: Vec<Value> = reading
        .evidence()
        .iter()
        .map(|it| json!({"code": it.code().as_str(), "sign": it.sign().as_str(), "text": it.code().words()}))
        .collect();
    let mut object = json!({
        "scheme": context.name(layout),
        "verdict": reading.verdict().as_str(),
        "read_as": reading.read_as().as_str(),
        "evidence": evidence,
    });
    let Some(fields) = object.as_object_mut() else { return object };
    match reading.outcome() {
        Ok(number) => {
            let texts = layout.fields(number).map(|(name, value)| (name.to_owned(), Value::String(value.to_string())));
            fields.insert("id".to_owned(), json!(reading.text().map(|it| it.to_string())));
            fields.insert("time".to_owned(), json!(reading.timestamp().map(|it| it.to_string())));
            fields.insert("fields".to_owned(), Value::Object(texts.collect()));
        }
        Err(error) => {
            fields.insert("error".to_owned(), json!({"code": error.code().as_str(), "text": error.to_string()}));
        }
    }
    object
}
