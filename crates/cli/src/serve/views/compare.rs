//! Two ids.

use std::cmp::Ordering;

use idspec::Layout;
use idspec::base::Field;
use idspec::order::ColumnOrder;
use idspec::reading::{Reading, Verdict};
use maud::{Markup, html};

use super::{Asked, choice, english, language, options, text_field};
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
    let (of_a, of_b) = (reader.read(a), reader.read(b));
    let mut both: Vec<(Verdict, Layout, u128, u128)> = Vec::new();
    for first in &of_a {
        // An id has one number in a layout, in the likeliest way to read it.
        let layout = first.layout();
        let second = of_b.iter().find(|it| it.layout() == layout && it.outcome().is_ok());
        if let (Ok(a), Some(Ok(b))) = (first.outcome(), second.map(Reading::outcome))
            && !both.iter().any(|(_, seen, ..)| *seen == layout)
        {
            let worse = second.map_or(Verdict::Impossible, Reading::verdict).max(first.verdict());
            both.push((worse, layout, a, b));
        }
    }
    both.sort_by_key(|(verdict, ..)| *verdict);
    html! {
        @if both.is_empty() { p.alert role="alert" { (words.none_reads_both) } }
        @for (verdict, layout, a, b) in both {
            @if verdict == Verdict::Unlikely {
                details { summary { (words.unlikely) ": " code { (layouts::slug(layout)) } } (card(asked, layout, a, b)) }
            } @else { (card(asked, layout, a, b)) }
        }
    }
}

fn card(asked: &Asked<'_>, layout: Layout, a: u128, b: u128) -> Markup {
    let words = asked.language.words();
    let scheme = layout.scheme();
    let values = |field: &Field| match (field.read(a), field.read(b)) {
        (one, other) if one == other => format!("{} {one}", field.name()),
        (one, other) => format!("{} {one} / {other}", field.name()),
    };
    let machine: Vec<String> = scheme.machine_fields().map(values).collect();
    let same_machine = scheme.machine_fields().all(|field| field.read(a) == field.read(b));
    html! {
        section.card {
            h2 { (fill(words.read_by_both_as, &[("scheme", &layouts::slug(layout))])) }
            (ages(asked, layout, a, b))
            @if !machine.is_empty() {
                p { (fill(if same_machine { words.same_machine } else { words.other_machine }, &[("fields", &machine.join(", "))])) }
            }
            div.scrolls tabindex="0" role="group" aria-label=(words.orders) {
                table {
                    caption { (words.orders) }
                    thead { tr { th scope="col" { (words.order) } th scope="col" { (words.value) } } }
                    tbody { @for order in ColumnOrder::ALL.into_iter().filter(|it| it.applies_to(scheme.bits())) {
                        tr {
                            th scope="row" { (english(order.as_str())) }
                            td { @match order.compare(scheme, a, b) {
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
fn ages(asked: &Asked<'_>, layout: Layout, a: u128, b: u128) -> Markup {
    let words = asked.language.words();
    let (Some(first), Some(second)) = (layout.timestamp(a), layout.timestamp(b)) else {
        return html! { p { (words.no_time) } };
    };
    let apart = span(i128::from(first.hundred_ns()).abs_diff(i128::from(second.hundred_ns())));
    html! {
        p.strong { @match first.cmp(&second) {
            Ordering::Less => (fill(words.first_older, &[("span", &apart)])),
            Ordering::Greater => (fill(words.second_older, &[("span", &apart)])),
            Ordering::Equal => (words.same_time),
        } }
        @if first == second { p.hint { (words.same_unit) } }
        dl.pairs {
            dt { (words.first) } dd.mono { (asked.site.show(first)) }
            dt { (words.second) } dd.mono { (asked.site.show(second)) }
        }
    }
}

/// A span of 100 ns units, exactly: `3 d 04:05:06.789`.
fn span(hundred_ns: u128) -> String {
    let (seconds, rest) = (hundred_ns / 10_000_000, hundred_ns % 10_000_000);
    let (days, hours, minutes, seconds) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let fraction = match rest {
        0 => String::new(),
        rest if rest % 10_000 == 0 => format!(".{:03}", rest / 10_000),
        rest => format!(".{rest:07}"),
    };
    let days = if days == 0 { String::new() } else { format!("{days} d ") };
    format!("{days}{hours:02}:{minutes:02}:{seconds:02}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_exact() {
        assert_eq!(span(0), "00:00:00");
        assert_eq!(span(1), "00:00:00.0000001");
        assert_eq!(span(10_000), "00:00:00.001");
        assert_eq!(span(864_000_000_000 * 3 + 146_061_010_000), "3 d 04:03:26.101");
    }
}
