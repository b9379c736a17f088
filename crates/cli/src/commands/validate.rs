//! `idspec validate`: whether texts are ids.

use clap::Args;
use idspec::{Layout, ParseError};
use serde_json::json;

use crate::context::Context;
use crate::escape::{Escaped, quoted};
use crate::failure::{Ending, Failure};
use crate::input::{IdArguments, Record, shown};
use crate::resolve::SHOWN;

/// Tell for every text whether it is an id as its scheme writes it, and why not
///
/// With `--as` an id of that scheme; without it of any one, all of which are named. Exit code 1 where one is not.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: IdArguments,
    /// Show only what is not valid
    #[arg(long)]
    invalid: bool,
}

const SAMPLES: &str = "Examples:
  $ idspec validate 01HTQW311N1KR5G0Y75M3EF00H
  argument 1: \"01HTQW311N1KR5G0Y75M3EF00H\": valid: ulid
  $ idspec validate --plain --as ulid 01HTQW311N1KR5G0Y75M3EF00H 01HTQW311N
  valid
  length";

/// What was found of a text.
enum Found {
    /// The layouts that read it.
    Valid(Vec<Layout>),
    Invalid {
        code: &'static str,
        why: String,
        offset: Option<u32>,
    },
}

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let reader = context.reader();
    let mut output = context.output();
    let mut records = options.input.records(context)?;
    let (mut valid, mut invalid) = (0_u64, 0_u64);
    while let Some(record) = records.next(&mut output)? {
        let found = look(reader.layouts(), &record);
        let is_valid = matches!(found, Found::Valid(_));
        *(if is_valid { &mut valid } else { &mut invalid }) += 1;
        if context.json && !(is_valid && options.invalid) {
            output.json(&object(context, &record, &found))?;
        } else if !(is_valid && options.invalid) {
            output.line(if context.plain { plain(&found).to_owned() } else { line(context, &record, &found) })?;
        }
        if context.strict && invalid > 0 {
            break;
        }
    }
    output.flush()?;
    if !context.quiet {
        anstream::eprintln!("idspec: {valid} valid, {invalid} not valid");
    }
    Ok(if invalid > 0 { Ending::Invalid } else { Ending::Fine })
}

fn look(layouts: &[Layout], record: &Record<'_>) -> Found {
    if let Some(fault) = record.fault {
        return Found::Invalid { code: "unknown", why: fault.to_string(), offset: None };
    }
    let outcomes: Vec<(Layout, Result<u128, ParseError>)> =
        layouts.iter().map(|layout| (*layout, layout.parse(record.text))).collect();
    let valid: Vec<Layout> = outcomes.iter().filter(|(_, it)| it.is_ok()).map(|(layout, _)| *layout).collect();
    match outcomes.as_slice() {
        _ if !valid.is_empty() => Found::Valid(valid),
        [(_, Err(error))] => {
            Found::Invalid { code: error.code().as_str(), why: error.to_string(), offset: error.offset() }
        }
        _ => Found::Invalid {
            code: "unknown",
            why: "no scheme writes such an id; `idspec inspect --all` shows why".to_owned(),
            offset: None,
        },
    }
}

const fn plain(found: &Found) -> &'static str {
    match found {
        Found::Valid(_) => "valid",
        Found::Invalid { code, .. } => code,
    }
}

fn line(context: &Context, record: &Record<'_>, found: &Found) -> String {
    let text = quoted(record.text, SHOWN);
    match found {
        Found::Valid(layouts) => format!("{}: {text}: valid: {}", record.place(), names(context, layouts).join(", ")),
        Found::Invalid { why, offset, .. } => {
            let column = record.column.saturating_add(u64::from(offset.unwrap_or(0)));
            format!("{}: {text}: {}", Record { column, ..*record }.place(), Escaped(why))
        }
    }
}

fn names(context: &Context, layouts: &[Layout]) -> Vec<String> {
    layouts.iter().map(|layout| context.name(*layout)).collect()
}

/// `idspec-validate/1`.
fn object(context: &Context, record: &Record<'_>, found: &Found) -> serde_json::Value {
    let (valid, schemes, error) = match found {
        Found::Valid(layouts) => (true, names(context, layouts), None),
        Found::Invalid { code, why, offset } => {
            (false, Vec::new(), Some(json!({"code": code, "text": why, "offset": offset})))
        }
    };
    json!({
        "format": "idspec-validate/1",
        "file": record.file,
        "line": record.line,
        "column": record.column,
        "input": shown(record.text),
        "valid": valid,
        "schemes": schemes,
        "error": error,
    })
}
