//! Shows what an id may be: every scheme that has such an id, its fields, its time and its bits.
//!
//! `cargo run -p idspec --example inspect -- 1541815603606036480 01HTQW311N1KR5G0Y75M3EF00H`
//!
//! A single number cannot be attributed by its date, so every reading is shown and none is preferred.

use std::fmt::Write as _;
use std::process::ExitCode;

use idspec::Layout;
use idspec::base::{Scheme, text};

/// A scheme that has such an id.
struct Reading {
    layout: Layout,
    number: u128,
    /// What the text is to the scheme.
    as_what: &'static str,
}

/// Every way to read a text: as a scheme's own text, as its number in decimal, or as the UUID form of its octets.
fn readings(input: &str) -> Vec<Reading> {
    let mut readings = Vec::new();
    for scheme in idspec::schemes() {
        let layout = Layout::of(scheme);
        let own = layout.parse(input.as_bytes()).ok().map(|number| (number, "its text"));
        if let Some((number, as_what)) = own.or_else(|| other_form(scheme, input)) {
            readings.push(Reading { layout, number, as_what });
        }
    }
    readings
}

fn other_form(scheme: &'static Scheme, input: &str) -> Option<(u128, &'static str)> {
    let (number, as_what) = match scheme.bits() {
        64 => (u128::from(text::decimal::parse(scheme, input.as_bytes()).ok()?), "its number in decimal"),
        _ => (text::uuid::parse(scheme, input.as_bytes()).ok()?, "its octets as a UUID"),
    };
    scheme.check(number).ok().map(|()| (number, as_what))
}

/// What is known about a text, as it is printed; and whether any scheme has such an id.
#[must_use]
pub(crate) fn report(input: &str) -> (String, bool) {
    let readings = readings(input);
    let mut out = String::new();
    // A string takes everything, so results of writing to it are not looked at.
    let _ = match readings.len() {
        0 => writeln!(out, "{input:?}: no scheme has such an id"),
        1 => writeln!(out, "{input:?}: 1 reading"),
        count => writeln!(out, "{input:?}: {count} readings"),
    };
    for reading in &readings {
        let (layout, number) = (reading.layout, reading.number);
        let _ = writeln!(out, "\n  {}, read as {}", layout.scheme(), reading.as_what);
        if let Some(time) = layout.timestamp(number) {
            let _ = writeln!(out, "    time {time}");
        }
        for (name, value) in layout.fields(number) {
            let _ = writeln!(out, "    {name} {value}");
        }
        for line in layout.diagram(number).to_string().lines() {
            let _ = writeln!(out, "    {}", line.trim_end());
        }
    }
    if readings.is_empty() {
        for scheme in idspec::schemes() {
            if let Err(error) = Layout::of(scheme).parse(input.as_bytes()) {
                let _ = writeln!(out, "  {error}");
            }
        }
    }
    (out, !readings.is_empty())
}

/// Prints a report for each argument; exit code 1 if one of them is no id, 2 without arguments.
pub(crate) fn main() -> ExitCode {
    let inputs: Vec<String> = std::env::args_os().skip(1).map(|input| input.to_string_lossy().into_owned()).collect();
    if inputs.is_empty() {
        eprintln!("usage: inspect ID…");
        return ExitCode::from(2);
    }
    let mut all = true;
    for input in &inputs {
        let (text, known) = report(input);
        println!("{text}");
        all &= known;
    }
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
