//! New ids.

use idspec::{Layout, Timestamp};
use maud::{Markup, html};

use super::{Asked, english, language, options, text_field};
use crate::generate::{self, Request, Settable};
use crate::layouts::Named;
use crate::serve::bits;
use crate::serve::language::fill;
use crate::serve::page;
use crate::when;

/// How many ids are made at once; for more there is the command.
const MOST: usize = 50;

/// The scheme that is chosen at first.
const FIRST: &str = "ulid";

pub fn view(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let known = asked.site.generated();
    let name = asked.query.get("scheme").unwrap_or(FIRST);
    let Some(named) = known.iter().find(|it| it.name == name) else {
        return html! { (page::alert(&format!("{} {name}", words.not_made))) (form(asked, &known, None, 1)) };
    };
    let count = count(asked);
    let shown = *count.as_ref().unwrap_or(&1);
    let made = count.and_then(|count| generate::many(&request(asked, named.layout)?, count));
    html! {
        (form(asked, &known, Some(named), shown))
        section.result id="result" aria-label=(words.generate) {
            @match made {
                Ok(numbers) => (result(asked, named.layout, &numbers)),
                Err(why) => p.alert role="alert" { (words.not_made) " " (english(&why)) },
            }
        }
    }
}

/// How many are asked for: 1 where nothing is said, or the one of the reset.
fn count(asked: &Asked<'_>) -> Result<usize, String> {
    let Some(text) = asked.query.get("count").filter(|_| asked.query.get("reset").is_none()) else { return Ok(1) };
    let count = text.parse::<usize>().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| format!("not a number between 1 and {MOST}: {text}"))
}

fn request(asked: &Asked<'_>, layout: Layout) -> Result<Request, String> {
    let now = asked.site.now();
    let at: Option<Timestamp> = match asked.query.get("at") {
        None | Some("now") => None,
        Some(text) => Some(when::parse(text, now)?),
    };
    let mut settings = Vec::new();
    for field in generate::settable(layout.scheme()) {
        let Some(text) = asked.query.get(field.name) else { continue };
        let value = text.parse::<i128>().map_err(|_| format!("{} is not a number: {text}", field.name))?;
        settings.push((field.name.to_owned(), value));
    }
    Ok(Request { layout, at, settings })
}

fn form(asked: &Asked<'_>, known: &[Named], named: Option<&Named>, count: usize) -> Markup {
    let words = asked.language.words();
    let chosen = named.map_or(FIRST, |it| it.name.as_str());
    html! {
        form.panel action="/" method="get" data-live {
            (language(asked))
            div.controls {
                div.control {
                    label for="scheme" { (words.scheme) }
                    select id="scheme" name="scheme" {
                        @for (value, text) in options(known) { option value=(value) selected[value == chosen] { (text) } }
                    }
                }
                div.control.small {
                    label for="count" { (words.count) }
                    input type="number" id="count" name="count" min="1" max=(MOST) value=(count) required;
                }
                div.control.large { (text_field(asked, "at", words.time, Some(words.time_hint))) }
                div.controls.settings id="settings" {
                    @for field in named.map_or_else(Vec::new, |it| generate::settable(it.layout.scheme())) { (setting(asked, &field)) }
                }
            }
            div.buttons {
                button.primary type="submit" { (words.generate_button) }
                button type="submit" name="reset" value="1" { (words.reset_button) }
            }
        }
    }
}

fn setting(asked: &Asked<'_>, field: &Settable) -> Markup {
    let (min, max) = (field.min.to_string(), field.max.to_string());
    let value = asked.query.get(field.name).map_or_else(|| field.default.to_string(), str::to_owned);
    let id = format!("field-{}", field.name);
    html! {
        div.control.small {
            label for=(id) lang="en" { (field.name) }
            input type="number" id=(id) name=(field.name) min=(min) max=(max) value=(value)
                aria-describedby={ (id) "-hint" };
            p.hint id={ (id) "-hint" } { (fill(asked.language.words().between, &[("min", &min), ("max", &max)])) }
        }
    }
}

fn result(asked: &Asked<'_>, layout: Layout, numbers: &[u128]) -> Markup {
    let words = asked.language.words();
    let texts: Vec<String> = numbers.iter().filter_map(|it| layout.text(*it)).map(|it| it.to_string()).collect();
    let said = if texts.len() == 1 {
        words.made_one.to_owned()
    } else {
        fill(words.made_many, &[("n", &texts.len().to_string())])
    };
    html! {
        div.headed {
            h2 data-say { (said) }
            div.buttons {
                button type="button" data-copy=(texts.join("\n")) hidden { (words.copy_all) }
                form action="/download" method="post" {
                    input type="hidden" name="ids" value=(texts.join("\n"));
                    button type="submit" { (words.download) }
                }
            }
        }
        ol.ids {
            @for (place, text) in texts.iter().enumerate() {
                li {
                    code.id translate="no" id={ "id-" (place) } { (text) }
                    div.buttons {
                        button type="button" data-copy=(text) hidden aria-describedby={ "id-" (place) } { (words.copy) }
                        a.button href={ "/inspect?lang=" (asked.language.tag()) "&ids=" (text) } aria-describedby={ "id-" (place) } {
                            (words.inspect)
                        }
                    }
                }
            }
        }
        @if let (Some(number), Some(text)) = (numbers.first(), texts.first()) {
            h2 { (words.structure) }
            @if let Some(time) = layout.timestamp(*number) {
                p { (words.id_time) ": " time.mono datetime=(time.to_string()) { (asked.site.show(time)) } }
            }
            (bits::structure(layout, *number, text, asked.language))
        }
    }
}
