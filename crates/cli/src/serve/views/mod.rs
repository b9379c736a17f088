//! What is on each page.

mod compare;
mod generate;
mod inspect;
mod learn;
mod range;

use maud::{Markup, html};

use super::language::Language;
use super::page::{self, View};
use super::query::Query;
use super::site::Site;
use crate::layouts::Named;

/// A request.
#[derive(Debug)]
pub struct Asked<'a> {
    pub site: &'a Site,
    pub language: Language,
    pub query: &'a Query,
}

/// A page as it was asked for.
pub fn render(asked: &Asked<'_>, view: View) -> Markup {
    let content = match view {
        View::Generate => generate::view(asked),
        View::Inspect => inspect::view(asked),
        View::Range => range::view(asked),
        View::Compare => compare::view(asked),
        View::Learn => learn::view(asked),
    };
    page::page(view, asked.language, &content)
}

/// A field of text with its label and, where there is one, a hint.
fn text_field(asked: &Asked<'_>, name: &str, label: &str, hint: Option<&str>) -> Markup {
    let hint_id = format!("{name}-hint");
    html! {
        div.control {
            label for=(name) { (label) }
            input.mono type="text" id=(name) name=(name) value=[asked.query.raw(name)] autocomplete="off"
                autocapitalize="none" spellcheck="false" aria-describedby=[hint.map(|_| hint_id.as_str())];
            @if let Some(hint) = hint { p.hint id=(hint_id) { (hint) } }
        }
    }
}

/// A choice with its label.
fn choice(asked: &Asked<'_>, name: &str, label: &str, all: Option<&str>, options: &[(String, String)]) -> Markup {
    let chosen = asked.query.get(name);
    html! {
        div.control {
            label for=(name) { (label) }
            select id=(name) name=(name) {
                @if let Some(all) = all { option value="" { (all) } }
                @for (value, text) in options {
                    option value=(value) selected[chosen == Some(value)] { (text) }
                }
            }
        }
    }
}

/// Layouts by name, as a choice has them.
fn options(named: &[Named]) -> Vec<(String, String)> {
    named.iter().map(|it| (it.name.clone(), it.name.clone())).collect()
}

/// The language, that a form keeps.
fn language(asked: &Asked<'_>) -> Markup {
    html! { input type="hidden" name="lang" value=(asked.language.tag()); }
}

/// What comes from the library is English, whatever the language of the page.
fn english(text: &str) -> Markup {
    html! { span lang="en" { (text) } }
}
