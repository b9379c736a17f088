//! The schemes, and samples of the command.

use idspec::Layout;
use maud::{Markup, html};

use super::Asked;
use crate::layouts::Named;

/// Samples of the command with their answers, which `tests/learn.rs` runs.
const SAMPLES: &str = include_str!("../samples.txt");

pub fn view(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    html! {
        section.panel {
            h2 { (words.schemes_title) }
            div.scrolls tabindex="0" role="group" aria-label=(words.schemes_title) {
                table {
                    thead { tr {
                        th scope="col" { (words.name) } th scope="col" { (words.bits) }
                        th scope="col" { (words.sorts_until) } th scope="col" { (words.fields_title) }
                    } }
                    tbody { @for named in asked.site.layouts() { (row(&named)) } }
                }
            }
        }
        (ulid_or_uuid(asked))
        section.panel {
            h2 { (words.samples_title) }
            p { (words.samples_lead) }
            @for sample in SAMPLES.split("\n\n$ ") { pre lang="en" translate="no" tabindex="0" { "$ " (sample.trim_start_matches("$ ").trim_end()) } }
        }
    }
}

fn row(named: &Named) -> Markup {
    let layout: Layout = named.layout;
    let scheme = layout.scheme();
    let fields: Vec<String> =
        scheme.fields().iter().filter(|it| !it.is_fixed()).map(|it| format!("{} {}", it.name(), it.width())).collect();
    html! {
        tr {
            th scope="row" { code { (named.name) } }
            td { (scheme.bits()) }
            td.mono { @if let Some((first, last)) = layout.first_and_last() { (first) br; (last) } }
            td lang="en" { (fields.join(", ")) }
        }
    }
}

fn ulid_or_uuid(asked: &Asked<'_>) -> Markup {
    let words = asked.language.words();
    let (yes, no) = (words.yes, words.no);
    let rows = [
        (words.length, ["26", "36", "36"]),
        (words.time_in_it, ["48 bit, ms", no, "48 bit, ms"]),
        (words.random_bits, ["80", "122", "74"]),
        (words.sorted_by_time, [yes, no, yes]),
        // Measured: MariaDB refuses a quarter of all ULIDs there and shuffles the others; the numbers are in docs/storing-ids.md.
        (words.ulid_mariadb, [no, yes, yes]),
    ];
    html! {
        section.panel {
            h2 { (words.ulid_title) }
            p { (words.ulid_lead) }
            div.scrolls tabindex="0" role="group" aria-label=(words.ulid_title) {
                table {
                    thead { tr { td {} th scope="col" { "ULID" } th scope="col" { "UUIDv4" } th scope="col" { "UUIDv7" } } }
                    tbody { @for (name, values) in rows {
                        tr { th scope="row" { (name) } @for value in values { td { (value) } } }
                    } }
                }
            }
            p { (words.ulid_choose) }
        }
    }
}
