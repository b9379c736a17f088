//! The statements as text, in every dialect.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use idspec_lease::{Dialect, Named, statements};
use sqlparser::dialect::{Dialect as Grammar, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

fn grammar(dialect: Dialect) -> Box<dyn Grammar> {
    match dialect {
        Dialect::Postgres => Box::new(PostgreSqlDialect {}),
        Dialect::MySql => Box::new(MySqlDialect {}),
        Dialect::Sqlite => Box::new(SQLiteDialect {}),
        Dialect::SqlServer => Box::new(MsSqlDialect {}),
    }
}

/// The columns of the tables that a text names.
fn columns(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let known = [
        "namespace",
        "worker_id",
        "holder",
        "fence",
        "rev",
        "expires_at_ms",
        "hwm_ms",
        "label",
        "layout",
        "epoch_ms",
        "tick_ms",
        "worker_bits",
    ];
    words.filter(|word| known.contains(word)).collect()
}

fn placeholders(dialect: Dialect, text: &str) -> usize {
    (1..)
        .take_while(|number| match dialect {
            Dialect::MySql | Dialect::Sqlite => text.matches('?').count() >= *number,
            _ => text.contains(&dialect.placeholder(*number)),
        })
        .count()
}

#[test]
fn every_statement_is_sql() {
    for dialect in Dialect::ALL {
        for Named { name, text, params } in statements(dialect) {
            let parsed = Parser::parse_sql(&*grammar(dialect), &text);
            let parsed = parsed.unwrap_or_else(|error| panic!("{} {name}: {error}\n{text}", dialect.name()));
            assert_eq!(parsed.len(), 1, "{name}");
            assert_eq!(placeholders(dialect, &text), params.len(), "{} {name}: {text}", dialect.name());
        }
    }
}

#[test]
fn migrations_are_sql_and_name_the_same_columns() {
    let all = columns(Dialect::Postgres.migration());
    assert_eq!(all.len(), 12);
    for dialect in Dialect::ALL {
        let parsed = Parser::parse_sql(&*grammar(dialect), dialect.migration());
        parsed.unwrap_or_else(|error| panic!("{}: {error}", dialect.name()));
        assert_eq!(columns(dialect.migration()), all, "{}", dialect.name());
    }
}

#[test]
fn dialects_say_the_same() {
    let model = statements(Dialect::Postgres);
    for dialect in Dialect::ALL {
        for (ours, theirs) in model.iter().zip(statements(dialect)) {
            assert_eq!(ours.name, theirs.name);
            assert_eq!(columns(&ours.text), columns(&theirs.text), "{} {}", dialect.name(), ours.name);
            let once = |params: &[&'static str]| params.iter().copied().collect::<BTreeSet<_>>();
            assert_eq!(once(&ours.params), once(&theirs.params), "{} {}", dialect.name(), ours.name);
        }
    }
}

/// What is sent to a database is looked at by eye when it changes.
#[test]
fn texts_are_as_reviewed() {
    let mut all = String::new();
    for dialect in Dialect::ALL {
        writeln!(all, "-- {}", dialect.name()).unwrap();
        for Named { name, text, params } in statements(dialect) {
            writeln!(all, "{name}({}):\n  {text}", params.join(", ")).unwrap();
        }
    }
    insta::assert_snapshot!(all);
}
