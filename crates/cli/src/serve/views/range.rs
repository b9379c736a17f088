//! From dates to SQL.

use idspec::base::Field;
use maud::{Markup, html};

use super::{Asked, choice, english, language, options, text_field};
use crate::layouts::Named;
use crate::serve::language::fill;
use crate::sql::{self, Column, Database, Range, Request};
use crate::when;

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
                        @for it in Database::ALL { option value=(it.name()) selected[it.name() == database] { (it.title()) } }
                    }
                }
                (choice(asked, "holds", words.column_type, Some(words.usual), &column_types()))
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

/// The types of columns, by the names that the command has for them.
fn column_types() -> Vec<(String, String)> {
    Column::ALL.into_iter().map(|it| (it.name().to_owned(), it.name().to_owned())).collect()
}

/// What goes into the WHERE clause, and what it was made of.
struct Condition {
    sql: String,
    range: Range,
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
            dt { (words.column_type) } dd { code { (made.range.declared) } }
            dt { (words.exact_from) } dd.mono { (asked.site.show(made.range.from)) }
            dt { (words.exact_to) } dd.mono { (asked.site.show(made.range.until)) }
        }
        @for note in &made.range.notes { p.hint { (english(note)) } }
    }
}

fn condition(asked: &Asked<'_>, known: &[Named], from: &str, to: &str) -> Result<Condition, String> {
    let now = asked.site.now();
    let (from, until) = (when::parse(from, now)?, when::parse(to, now)?);
    let name = asked.query.get("scheme").unwrap_or("ulid");
    let layout = known.iter().find(|it| it.name == name).ok_or_else(|| format!("no scheme is called {name}"))?.layout;
    let database = asked.query.get("db").unwrap_or("postgres");
    let database = Database::ALL
        .into_iter()
        .find(|it| it.name() == database)
        .ok_or_else(|| format!("no such database: {database}"))?;
    let holds = asked.query.get("holds").filter(|name| !name.is_empty());
    let known_type =
        |name| Column::ALL.into_iter().find(|it| it.name() == name).ok_or_else(|| format!("no such type: {name}"));
    let holds = holds.map(known_type).transpose()?;
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
    let request = Request { layout, scope: &scope, from, until, database, column: holds };
    let range = sql::range(&request).map_err(|refusal| refusal.to_string())?;
    let sql = format!("WHERE {}", range.clause(column).replacen(" AND ", "\n  AND ", 1));
    Ok(Condition { sql, range })
}
