//! `idspec range`: a window of time as a condition on ids in SQL.

use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::sql::{self, Column, Database, Refusal, Request};
use crate::when;

/// Write a window of time as a condition on ids, for the WHERE clause of a database
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// The beginning of the window
    #[arg(long, value_name = "DATE")]
    from: String,
    /// The end of the window, which is no part of it
    #[arg(long, value_name = "DATE")]
    to: String,
    /// The database
    #[arg(long, value_name = "DB")]
    db: Database,
    /// What the column holds [default: what the scheme is usually kept in there]
    #[arg(long, value_name = "TYPE")]
    column: Option<Column>,
    /// The column's name
    #[arg(long, value_name = "NAME", default_value = "id")]
    name: String,
    /// The type of Nalix ids, by number or by name
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// Placeholders, and the values to bind below them
    #[arg(long)]
    params: bool,
}

const SAMPLES: &str = "\
The window is half-open, and rounded outward to whole units of the ids. What does not sort by time in a column is refused with exit code 4 and what to use instead.
The conditions were tried on Postgres 15, MariaDB 10.11 and SQLite 3; those for MySQL, SQL Server and Oracle follow their documentation and were not run.

Examples:
  $ idspec range --as discord --from 2024-04-05 --to 2024-04-06 --db postgres
  id >= 1225595761459200000 AND id < 1225958149324800000

  $ idspec range --as ulid --from 2024-04-05 --to 2024-04-06 --db postgres --name events.id
  events.id >= '018eab8e-1800-0000-0000-000000000000'::uuid AND events.id < '018eb0b4-7400-0000-0000-000000000000'::uuid

  $ idspec range --as ulid --from 2024-04-05 --to 2024-04-06 --db mariadb --params
  id >= ? AND id < ?
  018eab8e180000000000000000000000
  018eb0b4740000000000000000000000

  $ idspec range --as seq-guid:as-string --from 2024-04-05 --to 2024-04-06 --db mssql --column uuid
  idspec: as UNIQUEIDENTIFIER in SQL Server a sequential GUID (AsString) does not sort by its time; what has it in SQL Server: --column binary, text";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let layout = context.one_layout()?;
    let instant = |text: &str| when::parse(text, context.now).map_err(Failure::Usage);
    let named = options.name.bytes().all(|octet| octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b'.' | b'$'));
    if !named || options.name.is_empty() || options.name.len() > 200 {
        return Err(Failure::usage(
            "--name is letters, digits, underscores and dots; quote the column afterwards where it needs that",
        ));
    }
    let mut scope = Vec::new();
    if let Some(kind) = &options.kind {
        scope.push(("type", super::r#gen::kind_number(kind)?));
    }
    let request = Request {
        layout,
        scope: &scope,
        from: instant(&options.from)?,
        until: instant(&options.to)?,
        database: options.db,
        column: options.column,
    };
    let range = sql::range(&request).map_err(|refusal| match refusal {
        Refusal::Words(words) => Failure::Inexpressible(words),
        Refusal::Field(error) if error.field() == "type" => {
            Failure::usage(format!("{error}; the ids of one type are a range: --type account"))
        }
        Refusal::Field(error) => Failure::usage(error.to_string()),
    })?;
    let mut output = context.output();
    let condition = if options.params { range.parameters(&options.name) } else { range.clause(&options.name) };
    if context.json {
        let values: Vec<_> = range.values().map(|it| json!({"kind": it.kind(), "value": it.to_string()})).collect();
        output.json(&json!({
            "format": "idspec-range/1",
            "scheme": context.name(layout),
            "database": range.database.name(),
            "column": range.column.name(),
            "declared": range.declared,
            "from": range.from.to_string(),
            "until": range.until.to_string(),
            "condition": condition,
            "values": values,
            "notes": range.notes,
        }))?;
    } else {
        output.line(&condition)?;
        if options.params {
            range.values().try_for_each(|value| output.line(value))?;
        }
        output.flush()?;
        if !context.quiet && !context.plain {
            range.notes.iter().for_each(|note| anstream::eprintln!("note: {note}"));
        }
    }
    output.flush()?;
    Ok(Ending::Fine)
}
