//! What is said of tables, of names and epochs, of instants and of lines, and the list of codes.

use std::fmt::Write as _;

use idspec::base::{SelectError, TableError, select};
use idspec::{Config, ErrorCode};

use crate::kinds::{declared, shown};

#[test]
fn tables_that_are_no_scheme() {
    let all = [
        TableError::Width,
        TableError::Piece,
        TableError::Overlap,
        TableError::Gap,
        TableError::SecondTime,
        TableError::Time,
        TableError::Number,
        TableError::Name,
        TableError::Decimal,
        TableError::Unit,
        TableError::Fixed,
        TableError::Epoch,
    ];
    let mut out = String::new();
    all.iter().for_each(|error| writeln!(out, "{error:?}: {error}").unwrap());
    assert_eq!(shown(all), declared(include_str!("../../../core/src/table.rs"), "TableError"));
    insta::assert_snapshot!(out);
}

#[test]
fn names_and_epochs_that_choose_no_layout() {
    let schemes: Vec<_> = idspec::schemes().collect();
    let error = |name: &str, config: Config<'_>| select(&schemes, name, &config).unwrap_err();
    let errors: Vec<SelectError> = vec![
        error("snowflake", Config::default()),
        error("seq-guid", Config::default()),
        error("ulid", Config { epoch_ms: Some(1), ..Config::default() }),
    ];
    let mut out = String::new();
    errors.iter().for_each(|error| writeln!(out, "{error:?}: {error}").unwrap());
    assert_eq!(shown(errors), declared(include_str!("../../../core/src/catalog.rs"), "SelectError"));
    insta::assert_snapshot!(out);
}

#[test]
fn every_code_is_in_the_list() {
    let source = include_str!("../../../core/src/code.rs");
    assert_eq!(shown(ErrorCode::ALL), declared(source, "ErrorCode"));
    let words: Vec<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    insta::assert_snapshot!(words.join("\n"));
}

#[cfg(feature = "alloc")]
#[test]
fn lines_are_counted() {
    let mut ids: Vec<idspec::Ulid> = Vec::new();
    let error = idspec::bulk::parse_lines(b"01HTQW311N1KR5G0Y75M3EF00H\r\n01HTQW3\n", &mut ids).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"line 2, octet 28: invalid ULID: length 7, expected 26 letters");
}

#[cfg(feature = "std")]
#[test]
fn instants_end_somewhere() {
    let far = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 60);
    let error = idspec::Timestamp::try_from(far).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"the instant is outside the range of the other time type");
}
