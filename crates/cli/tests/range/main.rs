//! What `idspec range` prints is tried on real databases: it selects exactly the rows of its window; and what the command refuses gives wrong rows there, or none.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test, with helpers outside of its functions")]

mod rows;

use std::process::Command;

use idspec::column::{ColumnForm, StoredValue};
use idspec::{Layout, Timestamp};
use rows::{Rows, Window};
use serde_json::Value;
use sqlx::{AssertSqlSafe, MySqlPool, PgPool, Row as _, SqlitePool};

/// The layouts, by the name that `--as` takes, with their type where they have one.
fn layouts() -> Vec<(String, Layout, Option<i128>)> {
    let names = String::from_utf8(idspec(&["inspect", "--all", "--plain", "5"]).1).unwrap();
    let mut names: Vec<String> = names.lines().map(|line| line.split('\t').nth(2).unwrap().to_owned()).collect();
    names.sort();
    names.dedup();
    let mut found = Vec::new();
    for scheme in idspec::schemes() {
        let layout = Layout::of(scheme);
        let suffix =
            [scheme.kind(), scheme.layout()].into_iter().flatten().map(|it| format!(":{it}")).collect::<String>();
        let long = format!("{}{suffix}", scheme.name());
        let short = format!("{}{}", scheme.name(), scheme.kind().map(|it| format!(":{it}")).unwrap_or_default());
        let name = if names.contains(&long) { long } else { short };
        assert!(names.contains(&name), "{name}");
        if scheme.scope().next().is_some() {
            // A type below and one above the middle, which is where a signed number turns negative.
            found.extend([20, 200].map(|kind| (name.clone(), layout, Some(kind))));
        } else if scheme.time().is_some() {
            found.push((name, layout, None));
        }
    }
    found
}

fn idspec(words: &[&str]) -> (i32, Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_idspec")).args(words).output().unwrap();
    (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

/// What the columns are called, the form that fills them, and the type of a test's table in a database.
const COLUMNS: [(&str, ColumnForm, [&str; 3]); 8] = [
    ("bigint", ColumnForm::I64, ["BIGINT", "BIGINT", "INTEGER"]),
    ("bigint-ordered", ColumnForm::I64Ordered, ["BIGINT", "BIGINT", "INTEGER"]),
    ("bigint-bits", ColumnForm::I64Bits, ["BIGINT", "BIGINT", "INTEGER"]),
    ("bigint-unsigned", ColumnForm::U64, ["", "BIGINT UNSIGNED", ""]),
    ("numeric", ColumnForm::U64, ["NUMERIC(20)", "DECIMAL(20)", ""]),
    ("uuid", ColumnForm::Uuid, ["UUID", "UUID", ""]),
    ("binary", ColumnForm::Bytes, ["BYTEA", "VARBINARY(16)", "BLOB"]),
    ("text", ColumnForm::Text, ["TEXT", "VARCHAR(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci", "TEXT"]),
];

const DATABASES: [&str; 3] = ["postgres", "mariadb", "sqlite"];

/// A database that rows are put into and selected from.
trait Engine {
    /// Its place in [`DATABASES`].
    const PLACE: usize;

    async fn run(&self, statement: String) -> Result<(), sqlx::Error>;

    /// The places of the rows that a condition selects, with texts and integers bound to its placeholders.
    async fn select(&self, condition: &str, values: &[Value]) -> Result<Vec<i64>, sqlx::Error>;
}

macro_rules! engine {
    ($pool:ty, $place:literal) => {
        impl Engine for $pool {
            const PLACE: usize = $place;

            async fn run(&self, statement: String) -> Result<(), sqlx::Error> {
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(self).await.map(|_| ())
            }

            async fn select(&self, condition: &str, values: &[Value]) -> Result<Vec<i64>, sqlx::Error> {
                // A text of its own for each kind of value: sqlx keeps a statement with the types of its first parameters.
                let kinds: Vec<&str> = values.iter().filter_map(|value| value["kind"].as_str()).collect();
                let text = format!("SELECT place FROM t WHERE {condition} ORDER BY place /* {} */", kinds.join(" "));
                let mut query = sqlx::query(AssertSqlSafe(text));
                for value in values {
                    let text = value["value"].as_str().unwrap();
                    query = match value["kind"].as_str().unwrap() {
                        "integer" => query.bind(text.parse::<i64>().unwrap()),
                        "octets" => query.bind(octets(text)),
                        "uuid" if $place == 0 => query.bind(text.parse::<uuid::Uuid>().unwrap()),
                        _ => query.bind(text.to_owned()),
                    };
                }
                Ok(query.fetch_all(self).await?.iter().map(|row| row.get(0)).collect())
            }
        }
    };
}

engine!(PgPool, 0);
engine!(MySqlPool, 1);
engine!(SqlitePool, 2);

fn octets(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|place| u8::from_str_radix(&hex[2 * place..2 * place + 2], 16).unwrap()).collect()
}

/// A value as this test writes it, apart from the command: as the plainest literal that the column takes.
fn plain(value: StoredValue, database: &str) -> String {
    let hex = |octets: &[u8]| octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>();
    match value {
        StoredValue::Int64(i64::MIN) => "(-9223372036854775807 - 1)".to_owned(),
        StoredValue::Int64(number) => number.to_string(),
        StoredValue::Uint64(number) => number.to_string(),
        StoredValue::Text(text) => format!("'{text}'"),
        StoredValue::Uuid(octets) => format!("'{}'", uuid::Uuid::from_bytes(octets)),
        StoredValue::Blob { octets, len } if database == "postgres" => format!("'\\x{}'::bytea", hex(&octets[..len])),
        StoredValue::Blob { octets, len } => format!("X'{}'", hex(&octets[..len])),
        other => panic!("{other:?}"),
    }
}

/// Fills the table anew, and gives the places of the rows that the database took.
async fn fill<E: Engine>(engine: &E, declared: &str, layout: Layout, form: ColumnForm, rows: &Rows) -> Vec<usize> {
    let database = DATABASES[E::PLACE];
    engine.run("DROP TABLE IF EXISTS t".to_owned()).await.unwrap();
    engine.run(format!("CREATE TABLE t (place BIGINT NOT NULL, id {declared} NOT NULL)")).await.unwrap();
    let held = |place: &usize| layout.to_column(rows.ids[*place], form).ok();
    let stored: Vec<(usize, String)> =
        (0..rows.ids.len()).filter_map(|place| Some((place, plain(held(&place)?, database)))).collect();
    if stored.is_empty() {
        return Vec::new();
    }
    let lines: Vec<String> = stored.iter().map(|(place, value)| format!("({place}, {value})")).collect();
    if engine.run(format!("INSERT INTO t VALUES {}", lines.join(", "))).await.is_ok() {
        return stored.into_iter().map(|(place, _)| place).collect();
    }
    // Some are refused: one by one, to keep the others.
    let mut taken = Vec::new();
    for ((place, _), line) in stored.iter().zip(&lines) {
        if engine.run(format!("INSERT INTO t VALUES {line}")).await.is_ok() {
            taken.push(*place);
        }
    }
    taken
}

/// What was tried: conditions that select the rows of their window, and refusals with wrong rows.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tried {
    accepted: usize,
    refused: usize,
}

async fn try_all<E: Engine>(engine: E) -> Tried {
    let database = DATABASES[E::PLACE];
    let mut tried = Tried::default();
    for (name, layout, kind) in layouts() {
        for (column, form, declared) in COLUMNS {
            let declared = declared[E::PLACE];
            if declared.is_empty() || !form.applies_to(layout.scheme().bits()) {
                continue;
            }
            let (mut accepted, mut refused) = (0, false);
            for window in Window::all(layout) {
                let rows = Rows::around(layout, kind, &window);
                let taken = fill(&engine, declared, layout, form, &rows).await;
                let expected: Vec<i64> = taken
                    .iter()
                    .filter(|place| rows.inside[**place])
                    .map(|place| i64::try_from(*place).unwrap())
                    .collect();
                let kind_text = kind.map(|kind| kind.to_string()).unwrap_or_default();
                let (from, until) = (window.from.to_string(), window.until.to_string());
                let mut words = vec!["range", "--as", &name, "--from", &from, "--to", &until, "--db", database];
                words.extend(["--column", column, "--json"]);
                if kind.is_some() {
                    words.extend(["--type", &kind_text]);
                }
                let (code, printed, error) = idspec(&words);
                let at = format!("{name} {kind_text} in {database} {column}, {from} to {until}");
                match code {
                    0 => {
                        let literal: Value = serde_json::from_slice(&printed).unwrap();
                        let condition = literal["condition"].as_str().unwrap();
                        assert_eq!(engine.select(condition, &[]).await.unwrap(), expected, "{at}: {condition}");
                        words.push("--params");
                        let bound: Value = serde_json::from_slice(&idspec(&words).1).unwrap();
                        let (condition, values) =
                            (bound["condition"].as_str().unwrap(), bound["values"].as_array().unwrap());
                        // Drivers bind no integers beyond those of 64 bits with a sign.
                        let bindable = |it: &Value| {
                            it["kind"] != "integer" || it["value"].as_str().unwrap().parse::<i64>().is_ok()
                        };
                        if values.iter().all(bindable) {
                            let found = engine.select(condition, values).await;
                            let found = found.unwrap_or_else(|error| panic!("{at}: {condition} {values:?}: {error}"));
                            assert_eq!(found, expected, "{at}: {condition} {values:?}");
                        }
                        assert!(!expected.is_empty(), "{at}: nothing to select");
                        accepted += 1;
                    }
                    4 => {
                        assert!(error.starts_with("idspec: "), "{error}");
                        refused = refused || wrong_there(&engine, layout, kind, form, declared, &window).await;
                    }
                    other => panic!("{at}: exit code {other}: {error}"),
                }
            }
            // Windows that a signed column cannot hold are refused where others are not.
            assert!(accepted > 0 || refused, "{name} in {database} {column} is refused, and would be right");
            tried.accepted += accepted;
            tried.refused += usize::from(accepted == 0);
        }
    }
    tried
}

/// Whether the condition made without looking at the order selects other rows than those of the window, or the database does not take the ids.
async fn wrong_there<E: Engine>(
    engine: &E,
    layout: Layout,
    kind: Option<i128>,
    form: ColumnForm,
    declared: &str,
    window: &Window,
) -> bool {
    let database = DATABASES[E::PLACE];
    let rows = Rows::many(layout, kind, window);
    let taken = fill(engine, declared, layout, form, &rows).await;
    if taken.len() < rows.ids.len() {
        return true;
    }
    let (start, end) = rows.bounds;
    let value = |number: u128| layout.to_column(number, form).map(|value| plain(value, database));
    let (Ok(start), Ok(end)) = (value(start), value(end)) else { return true };
    let uuid = |literal: String| match (form, database) {
        (ColumnForm::Uuid, "mariadb") => format!("CAST({literal} AS UUID)"),
        _ => literal,
    };
    let expected: Vec<i64> =
        taken.iter().filter(|place| rows.inside[**place]).map(|place| i64::try_from(*place).unwrap()).collect();
    // A bound that the type does not take is an error.
    match engine.select(&format!("id >= {} AND id < {}", uuid(start), uuid(end)), &[]).await {
        Ok(found) => found != expected,
        Err(_) => true,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ranges_of_postgres() {
    idspec_databases::postgres(|pool| async move {
        assert_eq!(try_all(pool).await, Tried { accepted: 108, refused: 24 });
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ranges_of_mariadb() {
    idspec_databases::mysql(|pool| async move {
        assert_eq!(try_all(pool).await, Tried { accepted: 119, refused: 27 });
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ranges_of_sqlite() {
    idspec_databases::sqlite(|pool| async move {
        assert_eq!(try_all(pool).await, Tried { accepted: 83, refused: 17 });
    })
    .await;
}

/// The instants of a window are those that the words say.
#[test]
fn a_window_is_rounded_outward_and_that_is_said() {
    let words = [
        "range",
        "--as",
        "nalix-typed",
        "--type",
        "20",
        "--db",
        "postgres",
        "--from",
        "2024-04-05T10:00:00.5Z",
        "--to",
        "2024-04-05T10:00:01.5Z",
    ];
    let (code, printed, error) = idspec(&words);
    let second = Timestamp::from_utc(2024, 4, 5, 10, 0, 0).unwrap().unix_seconds();
    let id = |seconds: i64| 20_i128 << 56 | i128::from(seconds) << 24;
    assert_eq!(code, 0);
    assert_eq!(String::from_utf8(printed).unwrap(), format!("id >= {} AND id < {}\n", id(second), id(second + 2)));
    assert_eq!(
        error,
        "note: ids hold whole seconds: 2024-04-05T10:00:00Z is taken as the beginning, not 2024-04-05T10:00:00.500Z, so that no id of the window is left out\n\
         note: ids hold whole seconds: 2024-04-05T10:00:02Z is taken as the end, not 2024-04-05T10:00:01.500Z, so that no id of the window is left out\n"
    );
}
