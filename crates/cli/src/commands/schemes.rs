//! `idspec schemes`: what schemes there are, and what one of them looks like.

use clap::Args;
use idspec::base::{Field, Piece, Role, Scheme, Unit};
use idspec::{Layout, Timestamp};
use serde_json::{Value, json};

use crate::context::Context;
use crate::escape::Escaped;
use crate::failure::{Ending, Failure};
use crate::generate::{self, Request};
use crate::layouts::{self, Named};
use crate::output::Output;

/// List the schemes, or show one of them bit by bit
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// A scheme, as `--as` takes it
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

const SAMPLES: &str = "\
Examples:
  $ idspec schemes --plain
  twitter-snowflake
  discord
  instagram-sharded
  nalix-typed
  nalix-typed:legacy56
  ulid
  seq-guid:as-string
  seq-guid:as-binary
  seq-guid:at-end
  seq-guid:as-string:ticks64
  seq-guid:as-binary:ticks64
  seq-guid:at-end:ticks64
  seq-guid:at-end:ticks64-plan1
  seq-guid:as-string:ms48
  seq-guid:as-binary:ms48
  seq-guid:at-end:ms48

  $ idspec schemes discord";

/// The instant of samples, where the layout has it.
const SAMPLE: Option<Timestamp> = Timestamp::from_unix_ms(1_712_345_678_901);

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let listed: Vec<Named> = match (&options.name, &context.named) {
        (Some(name), _) => layouts::named(name, &context.own, context.now)?,
        (None, Some(named)) => named.clone(),
        (None, None) => layouts::all().chain(context.own.iter().cloned()).collect(),
    };
    let mut output = context.output();
    if context.json {
        for named in &listed {
            output.json(&object(named))?;
        }
    } else if context.plain {
        for named in &listed {
            output.line(Escaped(&named.name))?;
        }
    } else if options.name.is_none() && context.named.is_none() {
        table(&listed, context, &mut output)?;
    } else {
        for (place, named) in listed.iter().enumerate() {
            if place > 0 {
                output.line("")?;
            }
            one(named, context, &mut output)?;
        }
    }
    output.flush()?;
    Ok(Ending::Fine)
}

fn table(listed: &[Named], context: &Context, output: &mut Output) -> Result<(), Failure> {
    let width = listed.iter().map(|it| it.name.chars().count()).max().unwrap_or(0).max(4);
    output.line(format!("{:width$}  bits  first       last          text           sorts by time in", "name"))?;
    for named in listed {
        let scheme = named.layout.scheme();
        let (first, last) = ends(named.layout);
        output.line(format!(
            "{:width$}  {:>4}  {first:10}  {last:12}  {:13}  {}",
            Escaped(&named.name).to_string(),
            significant(scheme),
            text_form(scheme),
            sorts_in(named.layout),
        ))?;
    }
    if context.own.is_empty() && !context.quiet {
        output.line("")?;
        output.line("One of them bit by bit: `idspec schemes NAME`. Any epoch: `twitter-snowflake@2020-01-01`.")?;
    }
    Ok(())
}

/// The days of the first and the last instant; none where there is no time.
fn ends(layout: Layout) -> (String, String) {
    let day = |time: Timestamp| time.to_string().split('T').next().unwrap_or_default().to_owned();
    match layout.first_and_last() {
        Some((first, last)) => (day(first), day(last)),
        None => ("-".to_owned(), "-".to_owned()),
    }
}

/// The bits that are not always zero at the top.
fn significant(scheme: &Scheme) -> u32 {
    let free = scheme.fields().iter().filter(|field| !field.is_fixed());
    let mask = free.fold(0, |mask, field| mask | field.number_mask());
    if scheme.bits() == 64 { u128::BITS.saturating_sub(mask.leading_zeros()) } else { scheme.bits() }
}

fn text_form(scheme: &Scheme) -> &'static str {
    match (scheme.name(), scheme.layout(), scheme.codec().decimal, scheme.bits()) {
        (_, _, true, _) => "decimal",
        ("ulid", ..) => "26 letters",
        (_, Some("legacy56"), ..) => "14 hex digits",
        (_, _, _, 64) => "16 hex digits",
        _ => "GUID",
    }
}

/// Where ids sort by time.
fn sorts_in(layout: Layout) -> &'static str {
    let scheme = layout.scheme();
    match (scheme.name(), scheme.kind(), scheme.layout(), scheme.bits()) {
        (_, _, Some("legacy56"), _) => "nowhere, it has no time",
        ("nalix-typed", ..) => "unsigned numbers, within a type",
        (_, Some("as-string"), ..) => "text, Postgres uuid, octets",
        (_, Some("as-binary"), ..) => "octets in .NET's order",
        (_, Some("at-end"), Some("ticks64-plan1"), _) => "SQL Server, for 325 days at a time",
        (_, Some("at-end"), Some("rfc"), _) => "SQL Server, MariaDB UUID",
        (_, Some("at-end"), ..) => "SQL Server",
        ("ulid", ..) => "text, Postgres uuid, octets",
        _ if !scheme.time_is_first() => "nowhere",
        _ if significant(scheme) < 64 => "numbers, BIGINT",
        _ => "unsigned numbers",
    }
}

fn one(named: &Named, context: &Context, output: &mut Output) -> Result<(), Failure> {
    let (layout, scheme) = (named.layout, named.layout.scheme());
    output.line(format!("{} · {scheme}", Escaped(&named.name)))?;
    output.line(format!("  text           {}", scheme.codec().expects))?;
    if let Some((_, unit)) = scheme.time() {
        output.line(format!("  time           {} since {}", unit_words(unit), context.show(origin(layout, unit))))?;
        if let Some((first, last)) = layout.first_and_last() {
            output.line(format!("  first id time  {}", context.show(first)))?;
            output.line(format!("  last id time   {}", context.show(last)))?;
        }
        let own = context.own.iter().any(|it| it.name == named.name);
        let stays = match scheme.epoch_is_parameter() {
            true if own => "that of the configuration file",
            true => "may be another one: NAME@DATE",
            false => "fixed",
        };
        output.line(format!("  epoch          {stays}"))?;
        output.line(format!("  sorts by time  {}", sorts_in(layout)))?;
    }
    output.line(format!("  made by        {}", made(layout)))?;
    output.line("")?;
    output.line("  field        bits                width  values")?;
    for field in scheme.fields() {
        output.line(format!("  {:11}  {:18}  {:>5}  {}", field.name(), places(field), width(field), values(field)))?;
    }
    if let Some(number) = sample(layout) {
        output.line("")?;
        let text = layout.text(number).map(|text| text.to_string()).unwrap_or_default();
        let time = layout.timestamp(number).map(|time| format!(" at {}", context.show(time))).unwrap_or_default();
        output.line(format!("  sample {text}{time}"))?;
        for line in layout.diagram(number).to_string().lines() {
            output.line(format!("  {}", line.trim_end()))?;
        }
    }
    Ok(())
}

fn origin(layout: Layout, unit: Unit) -> Timestamp {
    match unit {
        Unit::Milliseconds(_) => Timestamp::from_unix_ms_saturating(i128::from(layout.epoch_ms())),
        Unit::Tick | Unit::TickMillisecond => Timestamp::from_ticks_saturating(0),
        _ => Timestamp::UNIX_EPOCH,
    }
}

fn unit_words(unit: Unit) -> String {
    match unit {
        Unit::Milliseconds(1) | Unit::TickMillisecond => "ms".to_owned(),
        Unit::Milliseconds(step) => format!("{step} ms"),
        Unit::Second => "s".to_owned(),
        Unit::Tick => "100 ns".to_owned(),
        _ => "units".to_owned(),
    }
}

fn made(layout: Layout) -> String {
    if !generate::is_generated(layout) {
        return "nobody any more: it is read only".to_owned();
    }
    match (generate::room(layout.scheme()), generate::rate(layout.scheme())) {
        (Some(room), Some(rate)) => {
            format!("`idspec gen`, {room} in one unit of time, {rate} in a second for one machine")
        }
        _ => "`idspec gen`, as many as the random part leaves".to_owned(),
    }
}

/// The places of a field in the number, most significant first; further pieces are counted.
fn places(field: &Field) -> String {
    let place = |piece: &Piece| match piece.len() {
        1 => piece.low().to_string(),
        _ => format!("{}..{}", piece.high(), piece.low()),
    };
    match field.pieces() {
        [one] => place(one),
        [first, second] => format!("{}, {}", place(first), place(second)),
        [first, rest @ ..] => format!("{} and {} more", place(first), rest.len()),
        [] => String::new(),
    }
}

fn width(field: &Field) -> u32 {
    field.number_mask().count_ones()
}

fn values(field: &Field) -> String {
    match field.role() {
        Role::Fixed(value, _) => format!("always {value}"),
        Role::Hex => format!("{} hexadecimal digits", field.hex_digits()),
        Role::Time(unit) => format!("time in {}", unit_words(unit)),
        _ => format!("0 to {}", field.max_stored()),
    }
}

/// An id of the layout with the same number on every run.
fn sample(layout: Layout) -> Option<u128> {
    let scheme = layout.scheme();
    if scheme.is_read_only() {
        return None;
    }
    let (first, last) = layout.first_and_last()?;
    let at = SAMPLE.filter(|at| (first..=last).contains(at)).unwrap_or(first);
    if matches!(scheme.generation(), Some(idspec::base::Generation::Sequence(_))) {
        let settings = generate::settable(scheme)
            .into_iter()
            .map(|it| (it.name.to_owned(), it.max.min(it.default.saturating_add(1))));
        let request = Request { layout, at: Some(at), settings: settings.collect() };
        return generate::many(&request, 1).ok()?.first().copied();
    }
    // The smallest id of the instant: random bits would differ from run to run.
    layout.bounds_at(&[], at).ok().map(|(smallest, _)| smallest)
}

/// `idspec-schemes/1`.
fn object(named: &Named) -> Value {
    let (layout, scheme) = (named.layout, named.layout.scheme());
    let ends = layout.first_and_last();
    let fields: Vec<Value> = scheme
        .fields()
        .iter()
        .map(|field| {
            let pieces: Vec<Value> = field
                .pieces()
                .iter()
                .map(|it| json!({"high": it.high(), "low": it.low(), "value_low": it.value_low()}))
                .collect();
            json!({"name": field.name(), "pieces": pieces, "values": values(field), "fixed": field.is_fixed()})
        })
        .collect();
    json!({
        "format": "idspec-schemes/1",
        "name": named.name,
        "title": scheme.title(),
        "scheme": scheme.name(),
        "kind": scheme.kind(),
        "layout": scheme.layout(),
        "bits": scheme.bits(),
        "text": text_form(scheme),
        "sorts_by_time_in": sorts_in(layout),
        "unit": scheme.time().map(|(_, unit)| unit_words(unit)),
        "epoch": scheme.time().map(|(_, unit)| origin(layout, unit).to_string()),
        "epoch_is_parameter": scheme.epoch_is_parameter(),
        "first": ends.map(|(first, _)| first.to_string()),
        "last": ends.map(|(_, last)| last.to_string()),
        "generated": generate::is_generated(layout),
        "fields": fields,
        "sample": sample(layout).and_then(|number| layout.text(number)).map(|text| text.to_string()),
    })
}
