//! Every reading of many ids.

use idspec::reading::{self, Evidence, Reader, Reading, Sign, Verdict};
use maud::{Markup, html};

use super::{Asked, choice, english, language, options, text_field};
use crate::escape::quoted;
use crate::layouts;
use crate::serve::bits;
use crate::serve::language::{Words, fill};
use crate::serve::page;
use crate::when;

/// How many lines are read at once; for more there is the command.
const MOST: usize = 100;

pub fn view(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let known = asked.site.layouts();
    html! {
        form.panel action="/inspect" method="post" {
            (language(asked))
            div.control.wide {
                label for="ids" { (words.inspect_label) }
                textarea.mono id="ids" name="ids" rows="5" autocomplete="off" autocapitalize="none" spellcheck="false"
                    aria-describedby="ids-hint" { "\n" (asked.query.raw("ids").unwrap_or_default()) }
                p.hint id="ids-hint" { (fill(words.inspect_hint, &[("n", &MOST.to_string())])) }
            }
            div.controls {
                (choice(asked, "as", words.read_as, Some(words.any_scheme), &options(&known)))
                (text_field(asked, "near", words.near, None))
            }
            div.buttons { button.primary type="submit" { (words.inspect_button) } }
        }
        section.result id="result" aria-label=(words.inspect) { (result(asked)) }
    }
}

fn result(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let named = asked.query.get("as").and_then(|name| asked.site.layouts().into_iter().find(|it| it.name == name));
    let near = match asked.query.get("near").map(|text| when::parse(text, asked.site.now())).transpose() {
        Ok(near) => near,
        Err(why) => return html! { p.alert role="alert" { (english(&why)) } },
    };
    let lines: Vec<&str> =
        asked.query.raw("ids").unwrap_or_default().lines().filter(|it| !it.trim().is_empty()).collect();
    if lines.is_empty() {
        return html! { p.hint { (words.empty) } };
    }
    let reader = asked.site.reader(named.as_ref(), near);
    let settled = named.is_some() || near.is_some();
    html! {
        @if lines.len() > MOST {
            (page::alert(&fill(words.first_only, &[("n", &MOST.to_string()), ("all", &lines.len().to_string())])))
        }
        @for line in lines.iter().take(MOST) { (one(asked, &reader, line, settled)) }
    }
}

fn one(asked: &Asked<'_>, reader: &Reader, line: &str, settled: bool) -> Markup {
    let words = asked.language.words();
    // Blanks around an id that was pasted are nobody's.
    let text = line.trim();
    let readings = reader.read(text);
    let (shown, other): (Vec<&Reading>, Vec<&Reading>) = readings
        .iter()
        .filter(|it| it.verdict() != Verdict::Impossible)
        .partition(|it| it.verdict() != Verdict::Unlikely);
    let count = shown.len() + other.len();
    html! {
        article.inspected {
            div.headed {
                h2 { code.id translate="no" { (quoted(text.as_bytes(), 80)) } }
                p { @match count {
                    0 => (words.no_reading),
                    1 => (words.one_reading),
                    _ => (fill(words.many_readings, &[("n", &count.to_string())])),
                } }
            }
            @for hint in reading::hints(text) { p.note { (words.note) ": " (english(&hint.to_string())) } }
            @for reading in &shown { (card(asked, reading)) }
            @if !other.is_empty() {
                details open[shown.is_empty()] {
                    summary { (fill(words.unlikely_ones, &[("n", &other.len().to_string())])) }
                    @for reading in &other { (card(asked, reading)) }
                }
            }
            @if count == 0 { (why_not(&readings)) }
            @if count > 1 && !settled { p.hint { (words.settle) } }
        }
    }
}

/// Why no scheme reads it.
fn why_not(readings: &[Reading]) -> Markup {
    html! {
        ul.plain lang="en" {
            @for reading in readings {
                @if let Err(error) = reading.outcome() {
                    li { code { (layouts::slug(reading.layout())) } ": " (error.to_string()) }
                }
            }
        }
    }
}

fn card(asked: &Asked<'_>, reading: &Reading) -> Markup {
    let words = asked.language.words();
    let (class, verdict) = match reading.verdict() {
        Verdict::Likely => ("likely", words.likely),
        Verdict::Possible => ("possible", words.possible),
        _ => ("unlikely", words.unlikely),
    };
    let layout = reading.layout();
    html! {
        section.card {
            div.headed {
                h3 { span.verdict.(class) { (verdict) } " " span lang="en" { (layout.scheme().to_string()) } }
                p.hint { code { (layouts::slug(layout)) } ", " (english(reading.read_as().words())) }
            }
            @if let Some(time) = reading.timestamp() {
                p.time { (words.id_time) ": " time.mono datetime=(time.to_string()) { (asked.site.show(time)) } }
            }
            h4 { (words.evidence) }
            ul.evidence { @for evidence in reading.evidence() { (piece(words, *evidence)) } }
            @if let (Ok(number), Some(text)) = (reading.outcome(), reading.text()) {
                details {
                    summary { (words.structure) }
                    (bits::structure(layout, number, text.as_str(), asked.language))
                }
            }
        }
    }
}

fn piece(words: &Words, evidence: Evidence) -> Markup {
    let (class, sign, name) = match evidence.sign() {
        Sign::For => ("for", "+", words.for_it),
        Sign::Against => ("against", "−", words.against_it),
        Sign::Note => ("note", "·", words.note),
    };
    html! {
        li.(class) {
            span.sign aria-hidden="true" { (sign) }
            span.visually-hidden { (name) ": " }
            (english(evidence.code().words()))
        }
    }
}
