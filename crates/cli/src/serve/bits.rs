//! The bits of an id: a drawing, and a table that says the same.

use idspec::base::{Field, Role};
use idspec::{Layout, base::FieldValue};
use maud::{Markup, html};

use super::language::{Language, fill};

/// Bits in a row of the drawing, so that they can be read on a telephone too.
const ROW: u32 = 32;

/// The sides of a bit's cell, and of a row with its numbers, in units of the drawing.
const WIDTH: u32 = 20;
const HEIGHT: u32 = 26;
const LINE: u32 = 62;

/// How many colours fields have, apart from fixed ones.
pub const COLOURS: usize = 6;

/// A run of bits of one field within one row.
struct Run {
    high: u32,
    low: u32,
    place: usize,
}

/// The fields of a scheme, the most significant first, each with its number in the drawing.
fn fields(layout: Layout) -> Vec<&'static Field> {
    let mut fields: Vec<&'static Field> = layout.scheme().fields().iter().collect();
    fields.sort_by_key(|field| std::cmp::Reverse(field.pieces().iter().map(|piece| piece.high()).max()));
    fields
}

/// The class of a field's colour.
fn class(field: &Field, place: usize) -> String {
    if field.is_fixed() { "fixed".to_owned() } else { format!("field-{}", place % COLOURS) }
}

fn runs(layout: Layout, fields: &[&'static Field]) -> Vec<Run> {
    let mut runs = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        for piece in field.pieces() {
            let mut high = piece.high();
            loop {
                let low = piece.low().max(high / ROW * ROW);
                runs.push(Run { high, low, place });
                if low == piece.low() {
                    break;
                }
                high = low.saturating_sub(1);
            }
        }
    }
    let bits = layout.scheme().bits();
    runs.retain(|run| run.high < bits);
    runs.sort_by_key(|run| std::cmp::Reverse(run.high));
    runs
}

/// The drawing and its table.
pub fn structure(layout: Layout, number: u128, id: &str, language: Language) -> Markup {
    let words = language.words();
    let fields = fields(layout);
    html! {
        figure.bits {
            div.scrolls tabindex="0" role="group" aria-label=(words.structure) {
                (drawing(layout, number, &fields, words.row_of_bits))
            }
            div.scrolls tabindex="0" role="group" aria-label=(words.structure) {
                table {
                    caption { (fill(words.bits_caption, &[("id", id)])) }
                    thead { tr { th scope="col" { (words.field) } th scope="col" { (words.bits) } th scope="col" { (words.value) } } }
                    tbody { @for (place, field) in fields.iter().enumerate() {
                        tr {
                            th scope="row" {
                                span.key.(class(field, place)) aria-hidden="true" { (place + 1) } " "
                                span lang="en" translate="no" { (field.name()) }
                            }
                            td.mono { (places(field)) }
                            td.mono { (value(layout, field, number)) }
                        }
                    } }
                }
            }
        }
    }
}

/// Where a field is; pieces beside each other are one place.
fn places(field: &Field) -> String {
    let mut places: Vec<(u32, u32)> = Vec::new();
    for piece in field.pieces() {
        match places.last_mut() {
            Some((_, low)) if *low == piece.high() + 1 => *low = piece.low(),
            _ => places.push((piece.high(), piece.low())),
        }
    }
    let one = |(high, low): &(u32, u32)| if high == low { high.to_string() } else { format!("{high}–{low}") };
    places.iter().map(one).collect::<Vec<String>>().join(", ")
}

fn value(layout: Layout, field: &Field, number: u128) -> String {
    if let Role::Fixed(value, _) = field.role() {
        return value.to_string();
    }
    let shown: Option<FieldValue> = layout.fields(number).find(|(name, _)| *name == field.name()).map(|(_, it)| it);
    shown.map_or_else(|| field.read(number).to_string(), |it| it.to_string())
}

fn drawing(layout: Layout, number: u128, fields: &[&'static Field], label: &str) -> Markup {
    let rows = layout.scheme().bits().div_ceil(ROW);
    let (width, height) = (ROW * WIDTH + 2, rows * LINE);
    // The place of a bit: rows from the most significant down, bits from left to right.
    let left = |bit: u32| (ROW - 1 - bit % ROW) * WIDTH + 1;
    let top = |bit: u32| (rows - 1 - bit / ROW) * LINE;
    html! {
        svg.ruler viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            @for run in runs(layout, fields) {
                @let length = run.high - run.low + 1;
                @let (x, y) = (left(run.high), top(run.high));
                @let class = fields.get(run.place).map_or_else(String::new, |field| class(field, run.place));
                text.place x=(x + 2) y=(y + 11) { (run.high) }
                rect.(class) x=(x + 1) y=(y + 15) width=(length * WIDTH - 2) height=(HEIGHT + 15) rx="4" {}
                @for bit in run.low..=run.high {
                    text.bit x=(left(bit) + WIDTH / 2) y=(y + 33) { (number >> bit & 1) }
                }
                text.label x=(x + length * WIDTH / 2) y=(y + 51) { (label_of(fields, &run, length)) }
            }
        }
    }
}

/// The number of the field in the table, with its name where there is room.
fn label_of(fields: &[&'static Field], run: &Run, length: u32) -> String {
    let name = fields.get(run.place).map_or("", |field| field.name());
    let number = run.place + 1;
    let long = format!("{number} {name}");
    let room = usize::try_from(length * WIDTH / 8).unwrap_or(0);
    if long.len() <= room { long } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_drawn_once() {
        for layout in crate::layouts::all().map(|it| it.layout) {
            let fields = fields(layout);
            let mut bits: Vec<u32> = runs(layout, &fields).iter().flat_map(|run| run.low..=run.high).collect();
            bits.sort_unstable();
            let whole: Vec<u32> = (0..layout.scheme().bits()).collect();
            assert_eq!(bits, whole, "{}", crate::layouts::slug(layout));
            assert!(runs(layout, &fields).iter().all(|run| run.high / ROW == run.low / ROW));
        }
    }

    #[test]
    fn pieces_beside_each_other_are_one_place() {
        let layout = crate::layouts::all().find(|it| it.name == "seq-guid:at-end").expect("it is there").layout;
        let shown: Vec<String> = fields(layout).iter().map(|field| places(field)).collect();
        assert_eq!(shown, ["127–80, 67–64", "79–76", "75–72", "71–68, 59–0", "63–60"]);
    }

    #[test]
    fn the_table_says_what_the_library_says() {
        let layout = crate::layouts::all().next().map(|it| it.layout).expect("there is one");
        let html = structure(layout, 1_541_815_603_606_036_480, "1541815603606036480", Language::En).into_string();
        assert!(html.contains("<td class=\"mono\">62–22</td><td class=\"mono\">1656432460105</td>"), "{html}");
        assert!(html.contains("<td class=\"mono\">21–17</td><td class=\"mono\">11</td>"), "{html}");
        assert!(html.contains("<td class=\"mono\">63</td><td class=\"mono\">0</td>"), "{html}");
    }
}
