//! `idspec check-order`: whether ids are in an order.

use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::escape::quoted;
use crate::failure::{Ending, Failure};
use crate::figures::grouped;
use crate::input::{FileArguments, Record, shown};
use crate::keyed::Keyed;
use crate::orders::{Key, Order};
use crate::output::Output;
use crate::resolve::SHOWN;

/// Look whether ids are in an order, and name the lines where they are not
///
/// Each id is compared with the one before it; equal ones are in order. Exit code 1 where one belongs before the one that it follows, or is no id. Files
/// are read as one after another.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: FileArguments,
    /// time, text, unsigned (or numeric), signed; of 128 bits net, dn, mssql, mariadb-uuid, java
    #[arg(long, value_name = "ORDER", value_parser = Order::named)]
    by: Order,
    /// Expect the last ones first
    #[arg(short, long)]
    reverse: bool,
    /// Name so many lines at most; all are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    max: u64,
}

const SAMPLES: &str = "Samples:
  $ printf '9\\n10\\n' | idspec check-order --by unsigned --as discord
  2 ids, 0 inversions
  $ printf '9\\n10\\n' | idspec check-order --by text --as discord
  standard input:2:1: \"10\" belongs before \"9\" of line 1
  2 ids, 1 inversion";

/// The id before.
#[derive(Debug)]
struct Last {
    key: Key,
    text: Vec<u8>,
    line: u64,
    file: String,
}

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let mut keyed = Keyed::new(context, options.by)?;
    let mut output = context.output();
    let mut records = options.input.records(context)?;
    let mut last: Option<Last> = None;
    let mut inversions = 0_u64;
    while let Some(record) = records.next(&mut output)? {
        let Some(key) = keyed.key(&record)? else {
            if context.strict {
                break;
            }
            continue;
        };
        if let Some(last) = last.as_ref().filter(|it| if options.reverse { it.key < key } else { key < it.key }) {
            inversions = inversions.saturating_add(1);
            if inversions <= options.max {
                show(context, &mut output, &record, last)?;
            }
        }
        let name = record.file.unwrap_or_default();
        match &mut last {
            Some(last) => {
                (last.key, last.line) = (key, record.line);
                last.text.clear();
                last.text.extend_from_slice(record.text);
                if last.file != name {
                    name.clone_into(&mut last.file);
                }
            }
            None => last = Some(Last { key, text: record.text.to_vec(), line: record.line, file: name.to_owned() }),
        }
    }
    if context.json {
        output.json(&json!({
            "format": "idspec-check-order/1",
            "order": options.by.name(),
            "checked": keyed.valid(),
            "inversions": inversions,
        }))?;
    } else if !context.plain {
        let (ids, plural) = (grouped(keyed.valid()), if inversions == 1 { "" } else { "s" });
        let more = match inversions.saturating_sub(options.max) {
            0 => String::new(),
            more => format!(", {} of them not shown", grouped(more)),
        };
        output.line(format!("{ids} ids, {} inversion{plural}{more}", grouped(inversions)))?;
    }
    output.flush()?;
    let ending = keyed.ending();
    Ok(if inversions > 0 { Ending::Invalid } else { ending })
}

fn show(context: &Context, output: &mut Output, record: &Record<'_>, last: &Last) -> Result<(), Failure> {
    if context.json {
        return output.json(&json!({
            "format": "idspec-check-order/1",
            "file": record.file,
            "line": record.line,
            "column": record.column,
            "input": shown(record.text),
            "after": {"file": last.file, "line": last.line, "input": shown(&last.text)},
        }));
    }
    let (text, before) = (quoted(record.text, SHOWN), quoted(&last.text, SHOWN));
    if context.plain {
        return output.line(format!("{}\t{}\t{text}\t{before}", record.line, last.line));
    }
    let file = if record.file == Some(last.file.as_str()) { String::new() } else { format!(" of {}", last.file) };
    output.line(format!("{}: {text} belongs before {before} of line {}{file}", record.place(), last.line))
}
