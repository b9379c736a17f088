//! `idspec explain`: two ids side by side.

use std::cmp::Ordering;

use clap::Args;
use idspec::reading::Verdict;
use serde_json::{Map, Value, json};

use crate::comparison::{Comparison, Placed, Times, compare, exact};
use crate::context::Context;
use crate::escape::quoted;
use crate::failure::{Ending, Failure};
use crate::output::Output;
use crate::resolve::SHOWN;

/// Compare two ids: which is older and by how much, what they share, and which orders agree with their times
///
/// Both are read by one scheme; where several read both, all of them are shown, the likely ones first. Exit code 1 where none does.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// An id
    #[arg(value_name = "A", allow_negative_numbers = true)]
    first: String,
    /// Another one
    #[arg(value_name = "B", allow_negative_numbers = true)]
    second: String,
    /// One likely reading is needed: exit code 3 where there is none or more
    #[arg(long)]
    one: bool,
}

const SAMPLES: &str = "Samples:
  $ idspec explain 01HTQW311N1KR5G0Y75M3EF00H 01HTQW7X5R1KR5G0Y75M3EF00H
  $ idspec explain --plain --as twitter-snowflake 1776266104373063681 1776266104377257986
  likely\ttwitter-snowflake\tfirst\t10000\tdatacenter,worker\ttext,unsigned,signed";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let reader = context.reader();
    let found = compare(&reader, &options.first, &options.second);
    let likely = found.iter().filter(|it| it.verdict() == Verdict::Likely).count();
    let mut output = context.output();
    if context.json {
        output.json(&json!({
            "format": "idspec-explain/1",
            "first": options.first,
            "second": options.second,
            "readings": found.iter().map(|it| object(context, it)).collect::<Vec<Value>>(),
        }))?;
    } else if context.plain {
        for comparison in &found {
            output.line(plain(context, comparison))?;
        }
    } else {
        for (place, comparison) in found.iter().enumerate() {
            if place > 0 {
                output.line("")?;
            }
            show(context, &mut output, comparison)?;
        }
    }
    output.flush()?;
    if found.is_empty() {
        let of = |text: &str| quoted(text.as_bytes(), SHOWN);
        let (first, second) = (of(&options.first), of(&options.second));
        anstream::eprintln!("idspec: no scheme reads both {first} and {second}; `idspec inspect --all` shows why");
        return Ok(Ending::Invalid);
    }
    if options.one && likely != 1 && found.len() != 1 {
        let names: Vec<String> = found.iter().map(|it| context.name(it.layout())).collect();
        anstream::eprintln!("idspec: several readings: {}; add --as SCHEME", names.join(", "));
        return Ok(Ending::Ambiguous);
    }
    Ok(Ending::Fine)
}

/// Which of both is older.
const fn older(times: &Times) -> Option<&'static str> {
    match times.ordering {
        Ordering::Less => Some("first"),
        Ordering::Equal => None,
        Ordering::Greater => Some("second"),
    }
}

/// The names of orders, `none` where there are none.
fn names<'a>(orders: impl Iterator<Item = &'a Placed>) -> String {
    list(orders.map(|it| it.order.name().to_owned()), ", ").unwrap_or_else(|| "none".to_owned())
}

fn list(parts: impl Iterator<Item = String>, between: &str) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// Verdict, scheme, which is older, by how many 100 ns, the fields that are the same, and the orders that agree.
fn plain(context: &Context, comparison: &Comparison) -> String {
    let none = || "-".to_owned();
    let same = comparison.fields.iter().filter(|it| it.is_same()).map(|it| it.name.to_owned());
    let agreeing = comparison.orders.iter().filter(|it| it.agrees == Some(true)).map(|it| it.order.name().to_owned());
    [
        comparison.verdict().to_string(),
        context.name(comparison.layout()),
        comparison.times.as_ref().and_then(older).unwrap_or("-").to_owned(),
        comparison.times.map_or_else(none, |it| it.apart.to_string()),
        list(same, ",").unwrap_or_else(none),
        list(agreeing, ",").unwrap_or_else(none),
    ]
    .join("\t")
}

fn show(context: &Context, output: &mut Output, comparison: &Comparison) -> Result<(), Failure> {
    let layout = comparison.layout();
    let [one, other] = comparison.readings.each_ref().map(|it| it.read_as().words());
    let read_as = if one == other { format!("both read as {one}") } else { format!("read as {one} and as {other}") };
    let (verdict, name) = (comparison.verdict(), context.name(layout));
    output.line(format!("{verdict} {name}: {}, {read_as}", layout.scheme()))?;
    let [first, second] = comparison.numbers;
    if let Some(times) = &comparison.times {
        let [one, other] = times.both;
        output.line(format!("  first   {}", context.show(one)))?;
        output.line(format!("  second  {}", context.show(other)))?;
        match older(times) {
            Some(older) => output.line(format!("  the {older} is older by {}", exact(times.apart)))?,
            None if first == second => {}
            None => {
                let tick = exact(times.tick);
                output.line(format!("  both in one tick of {tick}: their order does not say which was made first"))?;
            }
        }
    }
    if first == second {
        return output.line("  both are the same id");
    }
    let same = comparison.fields.iter().filter(|it| it.is_same());
    if let Some(same) = list(same.map(|it| format!("{} {}", it.name, it.value())), ", ") {
        output.line(format!("  same {same}"))?;
    }
    for field in comparison.fields.iter().filter(|it| !it.is_same()) {
        let [one, other] = &field.values;
        output.line(format!("  {} {one} and {other}", field.name))?;
    }
    let orders = comparison.orders.iter();
    if comparison.times.is_some_and(|it| it.ordering.is_ne()) {
        output.line(format!("  by time in: {}", names(orders.clone().filter(|it| it.agrees == Some(true)))))?;
        return output.line(format!("  not in: {}", names(orders.filter(|it| it.agrees == Some(false)))));
    }
    output.line(format!("  first before second in: {}", names(orders.clone().filter(|it| it.ordering.is_lt()))))?;
    output.line(format!("  second before first in: {}", names(orders.filter(|it| it.ordering.is_gt()))))
}

/// One of `readings` of `idspec-explain/1`.
fn object(context: &Context, comparison: &Comparison) -> Value {
    let [one, other] = &comparison.readings;
    let fields: Map<String, Value> = comparison
        .fields
        .iter()
        .map(|it| {
            let [first, second] = &it.values;
            (it.name.to_owned(), json!({"first": first, "second": second, "same": it.is_same()}))
        })
        .collect();
    let orders: Map<String, Value> = comparison
        .orders
        .iter()
        .map(|it| {
            let before = match it.ordering {
                Ordering::Less => Some("first"),
                Ordering::Equal => None,
                Ordering::Greater => Some("second"),
            };
            (it.order.name().to_owned(), json!({"before": before, "agrees": it.agrees}))
        })
        .collect();
    let times = comparison.times.map(|times| {
        let [first, second] = times.both;
        json!({
            "first": first.to_string(),
            "second": second.to_string(),
            "older": older(&times),
            "apart_100ns": times.apart.to_string(),
            "tick_100ns": times.tick.to_string(),
            "same_tick": times.ordering.is_eq(),
        })
    });
    json!({
        "scheme": context.name(comparison.layout()),
        "verdict": comparison.verdict().as_str(),
        "first": {"read_as": one.read_as().as_str(), "id": one.text().map(|it| it.to_string())},
        "second": {"read_as": other.read_as().as_str(), "id": other.text().map(|it| it.to_string())},
        "times": times,
        "fields": fields,
        "orders": orders,
    })
}
