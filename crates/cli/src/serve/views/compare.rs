//! Two ids.

use std::cmp::Ordering;

use idspec::reading::Verdict;
use maud::{Markup, html};

use super::{Asked, choice, english, language, options, text_field};
use crate::comparison::{Comparison, FieldPair, compare, exact};
use crate::layouts::{self, Named};
use crate::serve::language::fill;

pub fn view(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let known = asked.site.layouts();
    html! {
        form.panel action="/compare" method="get" {
            (language(asked))
            div.controls {
                (text_field(asked, "a", words.first, None))
                (text_field(asked, "b", words.second, None))
                (choice(asked, "as", words.read_as, Some(words.any_scheme), &options(&known)))
            }
            div.buttons { button.primary type="submit" { (words.compare_button) } }
        }
        section.result id="result" aria-label=(words.compare) {
            @if let (Some(a), Some(b)) = (asked.query.get("a"), asked.query.get("b")) { (result(asked, &known, a, b)) }
        }
    }
}

fn result(asked: &Asked<'_>, known: &[Named], a: &str, b: &str) -> Markup {
    let words = asked.language.words();
    let named = asked.query.get("as").and_then(|name| known.iter().find(|it| it.name == name));
    let reader = asked.site.reader(named, None);
    let found = compare(&reader, a, b);
    html! {
        @if found.is_empty() { p.alert role="alert" { (words.none_reads_both) } }
        @for comparison in &found {
            @if comparison.verdict() == Verdict::Unlikely {
                details {
                    summary { (words.unlikely) ": " code { (layouts::slug(comparison.layout())) } }
                    (card(asked, comparison))
                }
            } @else { (card(asked, comparison)) }
        }
    }
}

fn card(asked: &Asked<'_>, comparison: &Comparison) -> Markup {
    let words = asked.language.words();
    let layout = comparison.layout();
    let machine = layout.scheme().machine_fields().map(idspec::base::Field::name).collect::<Vec<&str>>();
    let machine: Vec<&FieldPair> = comparison.fields.iter().filter(|it| machine.contains(&it.name)).collect();
    let same_machine = machine.iter().all(|it| it.is_same());
    let values: Vec<String> = machine
        .iter()
        .map(|it| {
            if it.is_same() {
                format!("{} {}", it.name, it.value())
            } else {
                format!("{} {}", it.name, it.values.join(" / "))
            }
        })
        .collect();
    html! {
        section.card {
            h2 { (fill(words.read_by_both_as, &[("scheme", &layouts::slug(layout))])) }
            (ages(asked, comparison))
            @if !values.is_empty() {
                p { (fill(if same_machine { words.same_machine } else { words.other_machine }, &[("fields", &values.join(", "))])) }
            }
            div.scrolls tabindex="0" role="group" aria-label=(words.orders) {
                table {
                    caption { (words.orders) }
                    thead { tr { th scope="col" { (words.order) } th scope="col" { (words.value) } } }
                    tbody { @for placed in &comparison.orders {
                        tr {
                            th scope="row" { (english(placed.order.name())) }
                            td { @match placed.ordering {
                                Ordering::Less => (words.first_before),
                                Ordering::Greater => (words.second_before),
                                Ordering::Equal => (words.equal),
                            } }
                        }
                    } }
                }
            }
        }
    }
}

/// Which is older, and by how much.
fn ages(asked: &Asked<'_>, comparison: &Comparison) -> Markup {
    let words = asked.language.words();
    let Some(times) = comparison.times else { return html! { p { (words.no_time) } } };
    let ([first, second], apart) = (times.both, exact(times.apart));
    html! {
        p.strong { @match times.ordering {
            Ordering::Less => (fill(words.first_older, &[("span", &apart)])),
            Ordering::Greater => (fill(words.second_older, &[("span", &apart)])),
            Ordering::Equal => (words.same_time),
        } }
        @if times.ordering.is_eq() { p.hint { (words.same_unit) } }
        dl.pairs {
            dt { (words.first) } dd.mono { (asked.site.show(first)) }
            dt { (words.second) } dd.mono { (asked.site.show(second)) }
        }
    }
}
