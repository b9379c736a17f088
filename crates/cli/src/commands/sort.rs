//! `idspec sort`: ids in an order.

use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::input::{FileArguments, shown};
use crate::keyed::Keyed;
use crate::orders::Order;
use crate::sorter::{Item, Sorter};

/// Put ids in the order of their times, or in that of a database or a program
///
/// The ids are written as they were read; equal ones stay in the order in which they came. Of CSV and JSON the ids are written, and not the records. What is
/// no id is named on standard error and left out. Input beyond --memory goes through temporary files.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: FileArguments,
    /// time, text, unsigned (or numeric), signed; of 128 bits net, dn, mssql, mariadb-uuid, java
    #[arg(long, value_name = "ORDER", value_parser = Order::named)]
    by: Order,
    /// The last ones first; equal ones stay in the order in which they came
    #[arg(short, long)]
    reverse: bool,
    /// How much to hold in memory, in octets or with K, M or G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = memory)]
    memory: usize,
}

const SAMPLES: &str = "\
Examples:
  $ printf '9\\n10\\n' | idspec sort --by text --as discord
  10
  9
  $ printf '01HTQW311N1KR5G0Y75M3EF00H\\n01HTQW2ZZZ1KR5G0Y75M3EF00H\\n' | idspec sort --by time
  01HTQW2ZZZ1KR5G0Y75M3EF00H
  01HTQW311N1KR5G0Y75M3EF00H";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let mut keyed = Keyed::new(context, options.by)?;
    let mut output = context.output();
    let mut records = options.input.records(context)?;
    let mut sorter = Sorter::new(options.reverse, options.memory);
    // By the number of the file; the last is the one that is read.
    let mut files: Vec<String> = Vec::new();
    while let Some(record) = records.next(&mut output)? {
        match keyed.key(&record)? {
            Some(key) => {
                let name = record.file.unwrap_or_default();
                if files.last().is_none_or(|last| last != name) {
                    files.push(name.to_owned());
                }
                let file = u32::try_from(files.len().saturating_sub(1)).unwrap_or(u32::MAX);
                sorter.push(&key, Item { text: record.text, line: record.line, column: record.column, file })?;
            }
            // Half of an order is none.
            None if context.strict => return Ok(keyed.ending()),
            None => {}
        }
    }
    let end: &[u8] = if options.input.options.null { b"\0" } else { b"\n" };
    sorter.finish(|item| {
        if context.json {
            let file = usize::try_from(item.file).ok().and_then(|place| files.get(place));
            return output.json(&json!({
                "format": "idspec-sort/1",
                "file": file,
                "line": item.line,
                "column": item.column,
                "input": shown(item.text),
            }));
        }
        output.octets(item.text)?;
        output.octets(end)
    })?;
    output.flush()?;
    Ok(keyed.ending())
}

/// A size, of 1 KiB at least.
fn memory(text: &str) -> Result<usize, String> {
    let wrong = || format!("not a size: {text}; write a number of octets from 1K on, such as 64M or 2G");
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (text.get(..text.len().saturating_sub(1)), 1_usize << 10),
        Some(b'M' | b'm') => (text.get(..text.len().saturating_sub(1)), 1 << 20),
        Some(b'G' | b'g') => (text.get(..text.len().saturating_sub(1)), 1 << 30),
        _ => (Some(text), 1),
    };
    let count: usize = digits.and_then(|digits| digits.parse().ok()).ok_or_else(wrong)?;
    count.checked_mul(unit).filter(|size| *size >= 1 << 10).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(memory("1024"), Ok(1024));
        assert_eq!(memory("64K"), Ok(65_536));
        assert_eq!(memory("256M"), Ok(268_435_456));
        assert_eq!(memory("2g"), Ok(2_147_483_648));
        for wrong in ["", "M", "1023", "-1", "1.5G", "1T", "99999999999999999999", "18446744073709551615G", "é"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
