//! `idspec stats`: the rate of ids, who made them, and what is wrong with them.

use clap::Args;
use idspec::{Layout, Timestamp};
use serde_json::{Value, json};

use crate::commands::detect::window;
use crate::context::Context;
use crate::detect::{Conclusion, Tally};
use crate::escape::{Escaped, quoted};
use crate::failure::{Ending, Failure};
use crate::figures::{bar, grouped, length, per, percent};
use crate::input::FileArguments;
use crate::layouts::{self, Named};
use crate::output::Output;
use crate::stats::Stats;

/// Show ids over time and by worker, and what is wrong with them
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: FileArguments,
    /// How much later than newer ids an id may stand in the input before it counts as a step of the clock, in ms
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    late: u64,
}

const SAMPLES: &str = "\
Findings, each shown with its rule: duplicates, clock_steps_back, skewed_workers, even_sequences, rounded, exhausted, outside_window. Exit code 1 where there is \
one, or a line is no id. Without --as the scheme is found as `detect` finds it, from the first 2,000 lines.

Examples:
  $ idspec gen discord -qn 3 --at 2024-04-05 | idspec stats --as discord
  3 ids of discord
    first id time  2024-04-05T00:00:00Z
    last id time   2024-04-05T00:00:00Z
    on average     all at one instant
  …

  $ idspec gen nalix-typed -qn 16000 --at 2024-04-05 | idspec stats --plain -q
  exhausted";

/// How many lines are looked at for the scheme.
const LOOKED_AT: u64 = 2000;
/// How many workers are shown.
const SHOWN: usize = 10;
/// The length of the longest bar.
const BAR: u64 = 40;

/// The first line that is no id.
struct Invalid {
    count: u64,
    first: Option<(String, String)>,
}

impl Invalid {
    fn note(&mut self, place: String, text: &[u8]) {
        self.count = self.count.saturating_add(1);
        if self.first.is_none() {
            self.first = Some((place, quoted(text, 60)));
        }
    }
}

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let late = options.late.saturating_mul(10_000);
    let mut output = context.output();
    let mut records = options.input.records(context)?;
    let mut stats = context
        .named
        .as_ref()
        .map(|_| context.one_layout())
        .transpose()?
        .map(|layout| Stats::new(layout, window(context), late));
    let mut tally = Tally::new(layouts::all().chain(context.own.iter().cloned()), window(context));
    let mut held: Vec<(String, Vec<u8>)> = Vec::new();
    let mut invalid = Invalid { count: 0, first: None };
    while let Some(record) = records.next(&mut output)? {
        let text = record.text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match &mut stats {
            Some(stats) => {
                if !stats.add(text) {
                    invalid.note(record.place(), text);
                    if context.strict {
                        break;
                    }
                }
            }
            None => {
                tally.add(text);
                held.push((record.place(), text.to_vec()));
                if tally.lines >= LOOKED_AT {
                    stats = Some(begin(context, &tally, late, &mut held, &mut invalid)?);
                }
            }
        }
    }
    let stats = match stats {
        Some(stats) => stats,
        None => begin(context, &tally, late, &mut held, &mut invalid)?,
    };
    if context.json {
        output.json(&object(context, &stats, &invalid))?;
    } else if context.plain {
        for finding in stats.findings() {
            output.line(finding.code)?;
        }
    } else {
        show(context, &stats, &invalid, &mut output)?;
    }
    output.flush()?;
    let fine = invalid.count == 0 && stats.ids > 0 && stats.findings().is_empty();
    Ok(if fine { Ending::Fine } else { Ending::Invalid })
}

/// Counts what was held until the scheme was known.
fn begin(
    context: &Context,
    tally: &Tally,
    late: u64,
    held: &mut Vec<(String, Vec<u8>)>,
    invalid: &mut Invalid,
) -> Result<Stats, Failure> {
    let layout = settle(tally)?;
    if !context.quiet {
        anstream::eprintln!("idspec: read as {}, which alone fits", Escaped(&context.name(layout)));
    }
    let mut stats = Stats::new(layout, window(context), late);
    for (place, text) in held.drain(..) {
        if !stats.add(&text) {
            invalid.note(place, &text);
        }
    }
    Ok(stats)
}

fn settle(tally: &Tally) -> Result<Layout, Failure> {
    let why = match tally.conclusion() {
        Conclusion::Fits(places) => {
            let fits: Vec<&Named> = places.iter().filter_map(|at| Some(&tally.seen.get(*at)?.named)).collect();
            if let [one] = fits.as_slice() {
                return Ok(one.layout);
            }
            let names: Vec<&str> = fits.iter().map(|it| it.name.as_str()).collect();
            format!("several schemes fit: {}", names.join(", "))
        }
        Conclusion::Nothing => "no scheme fits".to_owned(),
        Conclusion::TooFew => format!("{} lines are too few to tell the scheme", tally.lines),
    };
    Err(Failure::Ambiguous(format!("{why}; add --as SCHEME")))
}

fn show(context: &Context, stats: &Stats, invalid: &Invalid, output: &mut Output) -> Result<(), Failure> {
    let name = context.name(stats.layout);
    output.line(format!("{} ids of {}", grouped(stats.ids), Escaped(&name)))?;
    if let (Some(first), Some(last)) = (stats.rate.first, stats.rate.last) {
        output.line(format!("  first id time  {}", context.show(first)))?;
        output.line(format!("  last id time   {}", context.show(last)))?;
        output.line(format!("  on average     {}", average(stats, first, last)))?;
    }
    if let Some((place, text)) = &invalid.first {
        output.line(format!("  no such ids    {}, the first at {}: {text}", grouped(invalid.count), Escaped(place)))?;
    }
    over_time(context, stats, output)?;
    by_worker(stats, output)?;
    by_sequence(stats, output)?;
    output.line("")?;
    let findings = stats.findings();
    if findings.is_empty() && stats.ids > 0 {
        output.line("no findings")?;
    }
    for finding in &findings {
        let first = finding.first.map(|first| format!(", first in record {first}")).unwrap_or_default();
        output.line(format!("finding {}: {}{first}", finding.code, finding.text))?;
        output.line(format!("  rule: {}", finding.rule))?;
    }
    for note in stats.notes() {
        output.line(format!("note: {note}"))?;
    }
    Ok(())
}

/// Ids in a second with one digit; or how long one takes.
fn average(stats: &Stats, first: Timestamp, last: Timestamp) -> String {
    let passed = last.hundred_ns().abs_diff(first.hundred_ns());
    let steps = stats.ids.saturating_sub(1);
    if passed == 0 || steps == 0 {
        return "all at one instant".to_owned();
    }
    let tenths = per(steps, passed, 100_000_000);
    if tenths >= 10 {
        return format!("{}.{} in a second", grouped(tenths / 10), tenths % 10);
    }
    format!("one in {}", length(passed.checked_div(steps).unwrap_or(0)))
}

fn over_time(context: &Context, stats: &Stats, output: &mut Output) -> Result<(), Failure> {
    let Some(most) = stats.rate.buckets().map(|it| it.count).max() else { return Ok(()) };
    let stretch = stats.rate.length_ms().unsigned_abs().saturating_mul(10_000);
    output.line("")?;
    output.line(format!("ids over time, each line {}", length(stretch)))?;
    for bucket in stats.rate.buckets() {
        if bucket.after_gap {
            output.line("  …")?;
        }
        output.line(format!(
            "  {}  {:>9}  {}",
            context.show(bucket.from),
            grouped(bucket.count),
            bar(bucket.count, most, BAR)
        ))?;
    }
    Ok(())
}

fn by_worker(stats: &Stats, output: &mut Output) -> Result<(), Failure> {
    if !stats.has_workers() || stats.ids == 0 {
        return Ok(());
    }
    let mut workers: Vec<(u64, u64)> = stats.workers.iter().map(|(name, it)| (*name, it.count)).collect();
    workers.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let most = workers.first().map_or(0, |(_, count)| *count);
    let fields: Vec<&str> = stats.layout.scheme().machine_fields().map(idspec::base::Field::name).collect();
    output.line("")?;
    output.line(format!(
        "ids by worker ({} as one number): {}",
        fields.join(", "),
        grouped(u64::try_from(workers.len()).unwrap_or(u64::MAX))
    ))?;
    for (name, count) in workers.iter().take(SHOWN) {
        output.line(row(&name.to_string(), *count, stats.ids, most))?;
    }
    let rest: u64 = workers.iter().skip(SHOWN).map(|(_, count)| *count).sum();
    let rest = rest.saturating_add(stats.other_workers);
    if rest > 0 {
        output.line(row("others", rest, stats.ids, u64::MAX))?;
    }
    Ok(())
}

fn by_sequence(stats: &Stats, output: &mut Output) -> Result<(), Failure> {
    let Some(bits) = stats.sequence_bits().filter(|_| stats.ids > 0) else { return Ok(()) };
    let most = stats.sequences.iter().copied().max().unwrap_or(0);
    output.line("")?;
    output.line("sequence numbers")?;
    for (length, count) in (0_u32..=bits).zip(stats.sequences) {
        let from = 1_u64.checked_shl(length.saturating_sub(1)).unwrap_or(0);
        let label = match length {
            0 => "0".to_owned(),
            1 => "1".to_owned(),
            _ => format!("{from}..{}", from.saturating_mul(2).saturating_sub(1)),
        };
        output.line(row(&label, count, stats.ids, most))?;
    }
    Ok(())
}

fn row(label: &str, count: u64, all: u64, most: u64) -> String {
    let bar = if most == u64::MAX { String::new() } else { bar(count, most, BAR) };
    format!("  {label:>11}  {:>9}  {:>7}  {bar}", grouped(count), percent(count, all)).trim_end().to_owned()
}

/// `idspec-stats/1`.
fn object(context: &Context, stats: &Stats, invalid: &Invalid) -> Value {
    let findings: Vec<Value> = stats
        .findings()
        .iter()
        .map(|it| json!({"code": it.code, "text": it.text, "rule": it.rule, "count": it.count, "first_record": it.first}))
        .collect();
    let over_time: Vec<Value> =
        stats.rate.buckets().map(|it| json!({"from": it.from.to_string(), "count": it.count})).collect();
    let workers: Vec<Value> = match stats.has_workers() {
        true => stats.workers.iter().map(|(name, it)| json!({"worker": name, "count": it.count})).collect(),
        false => Vec::new(),
    };
    let sequences: Vec<u64> = match stats.sequence_bits() {
        Some(bits) => (0..=bits).zip(stats.sequences).map(|(_, count)| count).collect(),
        None => Vec::new(),
    };
    json!({
        "format": "idspec-stats/1",
        "scheme": context.name(stats.layout),
        "ids": stats.ids,
        "invalid": invalid.count,
        "first": stats.rate.first.map(|it| it.to_string()),
        "last": stats.rate.last.map(|it| it.to_string()),
        "stretch_ms": stats.rate.length_ms(),
        "over_time": over_time,
        "workers": workers,
        "other_workers": stats.other_workers,
        "sequence_lengths_in_bits": sequences,
        "findings": findings,
        "notes": stats.notes(),
    })
}
