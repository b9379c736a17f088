//! Keys in databases: what inserting, storing and reading costs, key by key. `cargo xtask bench db` starts the servers and this.
//!
//! The servers are those of `IDSPEC_POSTGRES_URL` and `IDSPEC_MYSQL_URL`, on this machine: CPU times come from `/proc`.

mod binds;
mod keys;
mod machine;
mod mariadb;
mod picture;
mod postgres;
mod report;
mod sqlite;
mod tables;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::keys::Keys;
use crate::report::{Key, Report};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const MB: f64 = 1_000_000.0;

/// The figures as they were measured, beside the page.
const JSON: &str = "choosing-a-key.json";
const PAGE: &str = "choosing-a-key.md";
const PICTURE: &str = "images/keys-in-databases.svg";

const HELP: &str = "\
cargo xtask bench db [--quick | --rows N | --redraw] [--rounds N]

  without words       measures, and writes the tables and the picture of docs/choosing-a-key.md
  --quick             some thousand rows, to see that it runs; writes nothing
  --rows N            N rows in every database; writes nothing
  --rounds N          how often each key is measured
  --redraw            tables and picture anew from docs/choosing-a-key.json, nothing is measured
";

/// How much is measured.
struct Plan {
    postgres: usize,
    mariadb: usize,
    sqlite: usize,
    rounds: usize,
    bind_rows: usize,
    bind_rounds: usize,
}

/// The tables of the reference figures.
const FULL: Plan =
    Plan { postgres: 1_000_000, mariadb: 300_000, sqlite: 500_000, rounds: 3, bind_rows: 20_000, bind_rounds: 41 };

const QUICK: Plan =
    Plan { postgres: 6_000, mariadb: 6_000, sqlite: 6_000, rounds: 1, bind_rows: 2_000, bind_rounds: 3 };

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match command(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

fn command(words: &[&str]) -> Result<(), Failure> {
    let (mut plan, mut docs, mut redraw) = (FULL, None, false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} of what?\n\n{HELP}"));
        match *word {
            "--quick" => plan = QUICK,
            "--rows" => {
                let rows = value()?.parse()?;
                plan = Plan { postgres: rows, mariadb: rows, sqlite: rows, ..plan };
            }
            "--rounds" => plan.rounds = value()?.parse()?,
            "--docs" => docs = Some(PathBuf::from(value()?)),
            "--redraw" => redraw = true,
            _ => return Err(format!("unknown: {word}\n\n{HELP}").into()),
        }
    }
    // Two ids a row for the least, so that medians and days exist.
    if plan.rounds == 0 || [plan.postgres, plan.mariadb, plan.sqlite].iter().any(|rows| *rows < 1_000) {
        return Err("at least 1 round and 1000 rows".into());
    }
    let report = match (&docs, redraw) {
        (Some(docs), true) => serde_json::from_str(&std::fs::read_to_string(docs.join(JSON))?)?,
        (None, true) => return Err("--redraw needs --docs".into()),
        _ => tokio::runtime::Runtime::new()?.block_on(measure(&plan, docs.is_some()))?,
    };
    for (name, table) in tables::blocks(&report) {
        println!("\n== {name}\n{table}");
    }
    docs.map_or(Ok(()), |docs| write(&docs, &report))
}

/// Measures everything that there is a server for; with `all` each is needed.
async fn measure(plan: &Plan, all: bool) -> Result<Report, Failure> {
    let machine = machine::describe()?;
    let mut databases = Vec::new();
    let url = |name: &str| match std::env::var(name) {
        Ok(url) => Ok(Some(url)),
        Err(_) if all => Err(format!("{name} is not set: `cargo xtask bench db` starts the servers")),
        Err(_) => Ok(None),
    };
    if let Some(url) = url("IDSPEC_POSTGRES_URL")? {
        databases.push(postgres::measure(&url, &Keys::make(plan.postgres)?, plan).await?);
    }
    if let Some(url) = url("IDSPEC_MYSQL_URL")? {
        databases.push(mariadb::measure(&url, &Keys::make(plan.mariadb)?, plan).await?);
    }
    databases.push(sqlite::measure(&Keys::make(plan.sqlite)?, plan).await?);
    Ok(Report { machine, rounds: plan.rounds, databases })
}

fn write(docs: &Path, report: &Report) -> Result<(), Failure> {
    let page = docs.join(PAGE);
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let text = tables::replace(&text, &tables::blocks(report))?;
    std::fs::write(&page, text)?;
    std::fs::write(docs.join(JSON), serde_json::to_string_pretty(report)? + "\n")?;
    std::fs::write(docs.join(PICTURE), picture::draw(report))?;
    println!("\nwritten: {}, {JSON}, {PICTURE}", page.display());
    Ok(())
}

/// Key by key the medians of the rounds.
fn medians(rounds: &[Vec<Key>]) -> Vec<Key> {
    let keys = rounds.first().map_or(0, Vec::len);
    let of = |key: usize| {
        let figures: Vec<Key> = rounds.iter().filter_map(|round| round.get(key).cloned()).collect();
        Key::median(&figures)
    };
    (0..keys).filter_map(of).collect()
}

/// An error where a day has another number of rows than were made on it.
fn same_count(key: &str, found: i64, made: i64) -> Result<(), Failure> {
    if found == made { Ok(()) } else { Err(format!("{key}: {found} rows of the day, {made} were made").into()) }
}

/// A statement with as many tuples of parameters as there are rows.
fn tuples(start: &str, tuple: &str, rows: usize) -> String {
    format!("{start}{}", vec![tuple; rows].join(","))
}
