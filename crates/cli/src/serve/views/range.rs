//! From dates to SQL.

use idspec::base::{Field, column::ColumnForm, column::StoredValue};
use idspec::{Layout, Timestamp};
use maud::{Markup, html};

use super::{Asked, english, language, options, text_field};
use crate::layouts::Named;
use crate::serve::language::fill;
use crate::when;

/// The databases, with the names that they are chosen by.
const DATABASES: [(&str, Database, &str); 6] = [
    ("postgres", Database::Postgres, "PostgreSQL"),
    ("mysql", Database::Mysql, "MySQL"),
    ("mariadb", Database::Mariadb, "MariaDB"),
    ("sqlite", Database::Sqlite, "SQLite"),
    ("mssql", Database::Mssql, "SQL Server"),
    ("oracle", Database::Oracle, "Oracle"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Database {
    Postgres,
    Mysql,
    Mariadb,
    Sqlite,
    Mssql,
    Oracle,
}

pub fn view(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let known = asked.site.generated();
    let named = known.iter().find(|it| Some(it.name.as_str()) == asked.query.get("scheme"));
    let chosen = named.map_or("ulid", |it| it.name.as_str());
    let database = asked.query.get("db").unwrap_or("postgres");
    html! {
        form.panel action="/range" method="get" {
            (language(asked))
            div.controls {
                (text_field(asked, "from", words.from, Some("2024-04-05")))
                (text_field(asked, "to", words.to, Some("2024-04-06T12:00:00Z")))
            }
            div.controls {
                div.control {
                    label for="scheme" { (words.scheme) }
                    select id="scheme" name="scheme" {
                        @for (value, text) in options(&known) { option value=(value) selected[value == chosen] { (text) } }
                    }
                }
                div.control {
                    label for="db" { (words.database) }
                    select id="db" name="db" {
                        @for (value, _, text) in DATABASES { option value=(value) selected[value == database] { (text) } }
                    }
                }
                (text_field(asked, "column", words.column, Some("id")))
                @for field in named.into_iter().flat_map(|it| it.layout.scheme().scope()) { (scope(asked, field)) }
            }
            div.buttons { button.primary type="submit" { (words.range_button) } }
        }
        section.result id="result" aria-label=(words.range) {
            @if let (Some(from), Some(to)) = (asked.query.get("from"), asked.query.get("to")) {
                @match condition(asked, &known, from, to) {
                    Ok(made) => (result(asked, &made)),
                    Err(why) => p.alert role="alert" { (english(&why)) },
                }
            }
        }
    }
}

/// A field above the time, whose value a range needs.
fn scope(asked: &Asked<'_>, field: &'static Field) -> Markup {
    let max = field.max_stored().to_string();
    html! {
        div.control.small {
            label for=(field.name()) lang="en" { (field.name()) }
            input type="number" id=(field.name()) name=(field.name()) min="0" max=(max)
                value=(asked.query.get(field.name()).unwrap_or("0")) aria-describedby="scope-hint";
            p.hint id="scope-hint" { (fill(asked.language.words().between, &[("min", "0"), ("max", &max)])) }
        }
    }
}

/// What goes into the WHERE clause.
struct Condition {
    sql: String,
    column_type: &'static str,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

fn result(asked: &Asked<'_>, made: &Condition) -> Markup {
    let words = asked.language.words();
    html! {
        div.headed {
            h2 { "SQL" }
            div.buttons { button type="button" data-copy=(made.sql) hidden { (words.copy) } }
        }
        pre translate="no" tabindex="0" { (made.sql) }
        dl.pairs {
            dt { (words.column_type) } dd { code { (made.column_type) } }
            @if let Some(from) = made.from { dt { (words.exact_from) } dd.mono { (asked.site.show(from)) } }
            @if let Some(until) = made.until { dt { (words.exact_to) } dd.mono { (asked.site.show(until)) } }
        }
    }
}

fn condition(asked: &Asked<'_>, known: &[Named], from: &str, to: &str) -> Result<Condition, String> {
    let now = asked.site.now();
    let (from, until) = (when::parse(from, now)?, when::parse(to, now)?);
    let name = asked.query.get("scheme").unwrap_or("ulid");
    let layout = known.iter().find(|it| it.name == name).ok_or_else(|| format!("no scheme is called {name}"))?.layout;
    let database = asked.query.get("db").unwrap_or("postgres");
    let (_, database, _) =
        DATABASES.into_iter().find(|it| it.0 == database).ok_or_else(|| format!("no such database: {database}"))?;
    let column = asked.query.get("column").unwrap_or("id");
    let plain = |part: &str| {
        part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
            && !part.bytes().next().is_none_or(|it| it.is_ascii_digit())
    };
    if !column.split('.').all(plain) {
        return Err(format!("not the name of a column: {column}; write letters, digits, _ and dots between names"));
    }
    let mut scope: Vec<(&str, i128)> = Vec::new();
    for field in layout.scheme().scope() {
        let text = asked.query.get(field.name()).unwrap_or("0");
        scope.push((field.name(), text.parse().map_err(|_| format!("{} is not a number: {text}", field.name()))?));
    }
    let (form, column_type) = column_of(layout, database)?;
    let range = layout.window(&scope, from, until).map_err(|error| error.to_string())?;
    let start = literal(layout, range.start, form, database)?;
    let mut sql = format!("WHERE {column} >= {start}");
    match range.end {
        Some(end) => sql.push_str(&format!("\n  AND {column} < {}", literal(layout, end, form, database)?)),
        // The last instant of the scheme is inside; what a column holds above it are ids of another type.
        None if !scope.is_empty() => {
            return Err("the window reaches past the last instant of this type of ids; end it earlier".to_owned());
        }
        None => {}
    }
    let end = range.end.and_then(|end| layout.timestamp(end));
    Ok(Condition { sql, column_type, from: layout.timestamp(range.start), until: end })
}

/// The column in which ids of a layout sort by time, or why there is none.
fn column_of(layout: Layout, database: Database) -> Result<(ColumnForm, &'static str), String> {
    let scheme = layout.scheme();
    if scheme.bits() == 64 {
        return Ok((ColumnForm::I64, if database == Database::Oracle { "NUMBER(19)" } else { "BIGINT" }));
    }
    match (scheme.kind(), database) {
        (Some("at-end"), Database::Mssql) => Ok((ColumnForm::Uuid, "UNIQUEIDENTIFIER")),
        (Some("at-end"), Database::Mariadb) => Ok((ColumnForm::Uuid, "UUID")),
        (Some("at-end"), _) => Err("GUIDs of kind AtEnd sort by time in UNIQUEIDENTIFIER of SQL Server and UUID of MariaDB only; here no range finds them".to_owned()),
        (Some("as-binary"), Database::Postgres) => Ok((ColumnForm::Bytes, "BYTEA")),
        (_, Database::Postgres) => Ok((ColumnForm::Uuid, "UUID")),
        (_, Database::Sqlite) => Ok((ColumnForm::Bytes, "BLOB")),
        (_, Database::Oracle) => Ok((ColumnForm::Bytes, "RAW(16)")),
        _ => Ok((ColumnForm::Bytes, "BINARY(16)")),
    }
}

fn literal(layout: Layout, number: u128, form: ColumnForm, database: Database) -> Result<String, String> {
    let stored = layout.to_column(number, form).map_err(|error| error.to_string())?;
    let hex = |octets: &[u8]| octets.iter().map(|it| format!("{it:02x}")).collect::<String>();
    Ok(match stored {
        StoredValue::Int64(number) => number.to_string(),
        StoredValue::Blob { octets, len } => {
            let digits = hex(octets.get(..len).unwrap_or_default());
            match database {
                Database::Postgres => format!("'\\x{digits}'::bytea"),
                Database::Mssql => format!("0x{digits}"),
                Database::Oracle => format!("HEXTORAW('{digits}')"),
                _ => format!("x'{digits}'"),
            }
        }
        StoredValue::Uuid(octets) => {
            let uuid = idspec::base::text::uuid::hyphenated(u128::from_be_bytes(octets));
            if database == Database::Postgres { format!("'{uuid}'::uuid") } else { format!("'{uuid}'") }
        }
        other => return Err(format!("no literal for {}", other.as_value().kind())),
    })
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use idspec::order::ColumnOrder;

    use super::*;
    use crate::generate::{Request, is_generated, many};
    use crate::layouts;

    /// The order of the column that a literal is for.
    fn order(layout: Layout, form: ColumnForm, database: Database) -> ColumnOrder {
        match (layout.scheme().kind(), form, database) {
            (_, ColumnForm::I64, _) => ColumnOrder::ValueSigned64,
            (Some("as-binary"), ..) => ColumnOrder::GuidDn,
            (_, ColumnForm::Uuid, Database::Mssql) => ColumnOrder::MssqlUniqueidentifier,
            (_, ColumnForm::Uuid, Database::Mariadb) => ColumnOrder::MariadbUuid,
            _ => ColumnOrder::GuidNet,
        }
    }

    #[test]
    fn a_range_has_the_ids_of_its_time_in_the_order_of_its_column() {
        let at = |text| when::parse(text, Timestamp::UNIX_EPOCH).unwrap();
        let (from, until) = (at("2024-04-05"), at("2024-04-06"));
        let mut columns = 0;
        for layout in layouts::all().map(|it| it.layout).filter(|it| is_generated(*it)) {
            let scope: Vec<(&str, i128)> = layout.scheme().scope().map(|field| (field.name(), 0)).collect();
            let range = layout.window(&scope, from, until).unwrap();
            for (_, database, _) in DATABASES {
                let Ok((form, _)) = column_of(layout, database) else { continue };
                columns += 1;
                let order = order(layout, form, database);
                for (text, inside) in [
                    ("2024-04-04T23:59:59Z", false),
                    ("2024-04-05", true),
                    ("2024-04-05T13:00:00Z", true),
                    ("2024-04-05T23:59:59Z", true),
                    ("2024-04-06", false),
                ] {
                    let request = Request { layout, at: Some(at(text)), settings: Vec::new() };
                    for id in many(&request, 20).unwrap() {
                        let found = order.compare(layout.scheme(), id, range.start) != Ordering::Less
                            && order.compare(layout.scheme(), id, range.end.unwrap()) == Ordering::Less;
                        assert_eq!(found, inside, "{} in {database:?} at {text}", layouts::slug(layout));
                    }
                }
            }
        }
        assert_eq!(columns, 7 * 6 + 2);
    }
}
