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
cargo xtask bench db [--only DATABASE | --quick | --rows N | --redraw] [--rounds N]

  without words       measures, and writes the tables and the picture of docs/choosing-a-key.md
  --only DATABASE     Postgres, MariaDB or SQLite; the figures of the others stay as they are
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
    /// One database of [`report::NAMES`], or all.
    only: Option<&'static str>,
}

/// The tables of the reference figures.
const FULL: Plan = Plan {
    postgres: 1_000_000,
    mariadb: 300_000,
    sqlite: 500_000,
    rounds: 3,
    bind_rows: 20_000,
    bind_rounds: 81,
    only: None,
};

const QUICK: Plan =
    Plan { postgres: 6_000, mariadb: 6_000, sqlite: 6_000, rounds: 1, bind_rows: 2_000, bind_rounds: 3, only: None };

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
            "--only" => {
                let wanted = *value()?;
                let known = report::NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(wanted));
                plan.only = Some(known.ok_or_else(|| format!("there is no {wanted}\n\n{HELP}"))?);
            }
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
        (Some(docs), true) => earlier(docs)?,
        (None, true) => return Err("--redraw needs --docs".into()),
        _ => tokio::runtime::Runtime::new()?.block_on(measure(&plan, docs.is_some()))?,
    };
    let report = match (&docs, plan.only) {
        (Some(docs), Some(_)) => report.with(earlier(docs)?),
        _ => report,
    };
    for (name, table) in tables::blocks(&report) {
        println!("\n== {name}\n{table}");
    }
    docs.map_or(Ok(()), |docs| write(&docs, &report))
}

/// The figures that the page has.
fn earlier(docs: &Path) -> Result<Report, Failure> {
    let file = docs.join(JSON);
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// Measures everything that there is a server for; with `all` each is needed.
async fn measure(plan: &Plan, all: bool) -> Result<Report, Failure> {
    let machine = machine::describe()?;
    let mut databases = Vec::new();
    let wanted = |name| plan.only.is_none_or(|only| only == name);
    let [first, second, third] = report::NAMES;
    let url = |database, name: &str| match std::env::var(name) {
        _ if !wanted(database) => Ok(None),
        Ok(url) => Ok(Some(url)),
        Err(_) if all => Err(format!("{name} is not set: `cargo xtask bench db` starts the servers")),
        Err(_) => Ok(None),
    };
    if let Some(url) = url(first, "IDSPEC_POSTGRES_URL")? {
        databases.push(postgres::measure(&url, &Keys::make(plan.postgres)?, plan).await?);
    }
    if let Some(url) = url(second, "IDSPEC_MYSQL_URL")? {
        databases.push(mariadb::measure(&url, &Keys::make(plan.mariadb)?, plan).await?);
    }
    if wanted(third) {
        databases.push(sqlite::measure(&Keys::make(plan.sqlite)?, plan).await?);
    }
    Ok(Report { machine, databases })
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
