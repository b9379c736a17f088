//! `idspec detect`: which scheme many ids belong to, and with `--calibrate` which epoch they have.

use clap::Args;
use idspec::Timestamp;
use serde_json::{Value, json};

use crate::calibrate::fit::{self, Fit, Split, Unfit};
use crate::calibrate::{self, Found, Log};
use crate::context::Context;
use crate::detect::{self, Conclusion, Seen, Tally};
use crate::escape::Escaped;
use crate::failure::{Ending, Failure};
use crate::figures::{grouped, length, percent};
use crate::input::FileArguments;
use crate::layouts::{self, Named};
use crate::output::Output;

/// Find the scheme of many ids, or the epoch of those in a log
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    #[command(flatten)]
    input: FileArguments,
    /// One scheme is needed: exit code 3 where several fit, 1 where none does
    #[arg(long)]
    one: bool,
    /// Compare ids in log lines with the times of the lines, and find the epoch and the place of the time's bits
    #[arg(long)]
    calibrate: bool,
}

const SAMPLES: &str = "\
A scheme fits where 99 % of at least 20 lines are its ids with times in the window (--window, --near). Snowflakes of several schemes have plausible dates in each \
other's terms: a narrow window or --calibrate settles which they are.

--calibrate reads the first time of each line (RFC 3339, also with a blank, a comma or without an offset; 05/Apr/2024:19:34:38 +0000; seconds or ms since 1970 at \
the beginning of the line, or any such count after a key as ts=) and up to four decimal numbers of 9 digits and more, or ids with a text of their own. The latter go first; --as with a scheme of decimal numbers leaves only numbers.

Examples:
  $ idspec gen discord -qn 1000 --at 2024-04-05 | idspec detect --near 2024-04-05 --plain
  discord

  $ idspec gen ulid -n 1000 --json | idspec detect --calibrate
  ulid: the lines' times agree with the ids' times within 2 ms, from 1,000 lines
  …";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let layouts: Vec<Named> = match &context.named {
        Some(named) => named.clone(),
        None => layouts::all().chain(context.own.iter().cloned()).collect(),
    };
    let mut output = context.output();
    let ending = if options.calibrate {
        run_calibrate(options, context, &layouts, &mut output)?
    } else {
        run_detect(options, context, layouts, &mut output)?
    };
    output.flush()?;
    Ok(ending)
}

/// The window that ids are expected in: that of `--near`, of `--window`, or from 2010 until a day from now.
pub fn window(context: &Context) -> std::ops::Range<Timestamp> {
    const DAY_MS: i64 = 86_400_000;
    let day = |time: Timestamp, days: i64| time.checked_add_ms(days.saturating_mul(DAY_MS));
    if let Some(near) = context.near {
        return day(near, -1).unwrap_or(Timestamp::MIN)..day(near, 1).unwrap_or(Timestamp::MAX);
    }
    let first = Timestamp::from_utc(2010, 1, 1, 0, 0, 0).unwrap_or(Timestamp::UNIX_EPOCH);
    context.window.clone().unwrap_or(first..day(context.now, 1).unwrap_or(Timestamp::MAX))
}

fn run_detect(
    options: &Options,
    context: &Context,
    layouts: Vec<Named>,
    output: &mut Output,
) -> Result<Ending, Failure> {
    let mut tally = Tally::new(layouts, window(context));
    let mut records = options.input.records(context)?;
    while let Some(record) = records.next(output)? {
        let text = record.text.trim_ascii();
        if !text.is_empty() {
            tally.add(text);
        }
    }
    let conclusion = tally.conclusion();
    let fits: Vec<&Seen> = match &conclusion {
        Conclusion::Fits(places) => places.iter().filter_map(|at| tally.seen.get(*at)).collect(),
        _ => Vec::new(),
    };
    let names: Vec<&str> = fits.iter().map(|it| it.named.name.as_str()).collect();
    if context.json {
        output.json(&object(&tally, &conclusion, &names))?;
    } else if context.plain {
        for name in &names {
            output.line(Escaped(name))?;
        }
    } else {
        table(&tally, output)?;
        output.line("")?;
        output.line(conclude(&tally, &conclusion, &names))?;
        output.line(format!("Rule: {}.", detect::RULE))?;
    }
    Ok(match names.as_slice() {
        [_] => Ending::Fine,
        [] if options.one || tally.seen.iter().all(|it| it.parsed == 0) => Ending::Invalid,
        [_, _, ..] if options.one => Ending::Ambiguous,
        _ => Ending::Fine,
    })
}

fn table(tally: &Tally, output: &mut Output) -> Result<(), Failure> {
    output.line(match tally.lines {
        1 => "1 line".to_owned(),
        lines => format!("{} lines", grouped(lines)),
    })?;
    let mut rows: Vec<&Seen> = tally.seen.iter().filter(|it| it.parsed > 0).collect();
    if rows.is_empty() {
        return Ok(());
    }
    rows.sort_by_key(|it| std::cmp::Reverse((it.in_window, it.parsed)));
    let width = rows.iter().map(|it| it.named.name.chars().count()).max().unwrap_or(0).max(6);
    output.line(format!("{:width$}   parsed  in window  not falling  workers", "scheme"))?;
    for row in rows {
        let timed = row.named.layout.scheme().time().is_some();
        let in_window = if timed { percent(row.in_window, tally.lines) } else { "-".to_owned() };
        let rising = if timed && row.pairs > 0 { percent(row.rising, row.pairs) } else { "-".to_owned() };
        let note = if row.stands_still() { "  the time's lowest bit stands still" } else { "" };
        output.line(format!(
            "{:width$}  {:>7}  {in_window:>9}  {rising:>11}  {:>7}{note}",
            Escaped(&row.named.name).to_string(),
            percent(row.parsed, tally.lines),
            workers(row),
        ))?;
    }
    Ok(())
}

fn workers(seen: &Seen) -> String {
    match seen.workers.len() {
        0 => "-".to_owned(),
        detect::WORKERS => format!("{}+", detect::WORKERS),
        count => count.to_string(),
    }
}

fn conclude(tally: &Tally, conclusion: &Conclusion, names: &[&str]) -> String {
    match (conclusion, names) {
        (Conclusion::TooFew, _) => format!("Too few for a conclusion: {} of at least {}.", tally.lines, detect::FEW),
        (Conclusion::Fits(_), [name]) => format!("Only {} fits.", Escaped(name)),
        (Conclusion::Fits(_), names) => format!(
            "Several schemes fit: {}. To settle it: --near DATE, --window FROM..TO, or --calibrate with a log.",
            Escaped(&names.join(", "))
        ),
        (Conclusion::Nothing, _) => {
            "No scheme fits. An epoch of your own: --calibrate with a log, or --as NAME@DATE.".to_owned()
        }
    }
}

/// `idspec-detect/1`.
fn object(tally: &Tally, conclusion: &Conclusion, names: &[&str]) -> Value {
    let seen: Vec<Value> = tally
        .seen
        .iter()
        .filter(|it| it.parsed > 0)
        .map(|it| {
            let name = it.named.name.as_str();
            json!({
                "scheme": name, "parsed": it.parsed, "in_window": it.in_window, "pairs": it.pairs, "not_falling": it.rising,
                "workers": it.workers.len(), "more_workers": it.workers.len() >= detect::WORKERS,
                "time_stands_still": it.stands_still(), "fits": names.contains(&name),
            })
        })
        .collect();
    let conclusion = match (conclusion, names) {
        (Conclusion::TooFew, _) => "too_few",
        (Conclusion::Nothing, _) => "nothing",
        (_, [_]) => "one",
        _ => "several",
    };
    json!({"format": "idspec-detect/1", "lines": tally.lines, "conclusion": conclusion, "fits": names, "rule": detect::RULE, "schemes": seen})
}

fn run_calibrate(
    options: &Options,
    context: &Context,
    layouts: &[Named],
    output: &mut Output,
) -> Result<Ending, Failure> {
    let mut log = Log::new(layouts);
    let mut records = options.input.records(context)?;
    while let Some(record) = records.next(output)? {
        log.add(record.text);
    }
    let found = log.found();
    let calibrated = calibration(&log, &found, layouts);
    if context.json {
        output.json(&calibrated.object(&log))?;
    } else if context.plain {
        if let Some(fit) = calibrated.fit {
            output.line(calibrated.epoch_ms(&fit))?;
        }
    } else {
        for line in calibrated.words(&log, &found) {
            output.line(Escaped(&line))?;
        }
    }
    Ok(if calibrated.fit.is_some() { Ending::Fine } else { Ending::Invalid })
}

/// What was found, for people and programs.
struct Calibrated {
    fit: Option<Fit>,
    split: Option<Split>,
    /// The layout whose epoch it is.
    right: Vec<String>,
    /// What to write after `--as` for another epoch.
    name: Option<String>,
    why: String,
}

fn calibration(log: &Log, found: &Found, layouts: &[Named]) -> Calibrated {
    let mut it = Calibrated { fit: None, split: None, right: Vec::new(), name: None, why: String::new() };
    match found {
        Found::Known { named, fit } => {
            it.fit = Some(*fit);
            if fit.has(Timestamp::UNIX_EPOCH) {
                it.right.push(named.name.clone());
            }
            it.name = Some(named.name.clone());
        }
        Found::Unknown { split, fit } => {
            (it.fit, it.split) = (Some(*fit), Some(*split));
            let same = calibrate::with_split(layouts, *split, fit);
            it.right = same.iter().filter(|(_, right)| *right).map(|(named, _)| named.name.clone()).collect();
            let movable = same.iter().find(|(named, _)| named.layout.scheme().epoch_is_parameter());
            it.name = movable.map(|(named, _)| named.layout.scheme().name().to_owned());
        }
        Found::Nothing(why) => it.why = reason(log, why),
    }
    it
}

fn reason(log: &Log, why: &Unfit) -> String {
    let shown = |split: &Split| format!("{} at bit {}", length(split.unit), split.shift);
    match why {
        _ if log.timed == 0 => "no line has a time that is read here; see --help".to_owned(),
        Unfit::TooFew(count) => format!("{count} lines have a time and an id, and it takes {}", fit::FEW),
        Unfit::NoneAgrees => {
            "the lines' times and their numbers have no consistent difference in any split; the numbers may hold no time".to_owned()
        }
        Unfit::TooShort { span, splits: (a, b) } => format!(
            "half of the lines lie within {}, and in so short a time several splits fit alike, {} and {}; take lines of a longer time",
            length(*span),
            shown(a),
            shown(b)
        ),
    }
}

impl Calibrated {
    /// A round instant or the epoch of a scheme is taken for what was meant.
    fn epoch_ms(&self, fit: &Fit) -> i64 {
        fit.round().map_or(fit.epoch(), |(round, _)| round).unix_ms()
    }

    fn words(&self, log: &Log, found: &Found) -> Vec<String> {
        let Some(fit) = self.fit else { return vec![format!("no epoch found: {}", self.why)] };
        let agree = match fit.agreeing == fit.compared {
            true => format!("{} lines", grouped(wide(fit.agreeing))),
            false => format!("{} of {} lines", grouped(wide(fit.agreeing)), grouped(wide(fit.compared))),
        };
        let mut lines = Vec::new();
        if let Found::Known { named, .. } = found {
            let name = &named.name;
            lines.push(if self.right.is_empty() {
                let by = if fit.edge < 0 { "before" } else { "after" };
                format!(
                    "{name}: the lines' times are {} {by} the ids' times, ± {} from {agree}; are they of another zone?",
                    length(fit.edge.unsigned_abs()),
                    length(fit.within)
                )
            } else {
                format!(
                    "{name}: the lines' times agree with the ids' times within {}, from {agree}",
                    length(fit.within)
                )
            });
        } else {
            lines.push(format!("epoch {} ± {} from {agree}", fit.epoch(), length(fit.within)));
            lines
                .extend(self.split.map(|it| format!("  the time counts {} from bit {} up", length(it.unit), it.shift)));
            if let Some((round, what)) = fit.round() {
                lines.push(format!("  {round} lies within: {what}"));
            }
            lines.push(match (self.right.as_slice(), &self.name) {
                ([], Some(name)) => format!("  read them with --as {name}@{}", self.epoch_ms(&fit)),
                ([], None) => {
                    "  no scheme has this split: write a [scheme.NAME] into the configuration file".to_owned()
                }
                (right, _) => format!("  this is the epoch of {}", right.join(", ")),
            });
        }
        if log.without_offset > 0 {
            lines.push(format!("  {} times have no offset and were taken for UTC", grouped(log.without_offset)));
        }
        lines.push("Rule: a line is written when its id is made or soon after; the epoch is the lower edge of the differences, ± the stretch to their upper tenth and both steps.".to_owned());
        lines
    }

    /// `idspec-calibrate/1`.
    fn object(&self, log: &Log) -> Value {
        let fit = self.fit.as_ref();
        let split = self.split.map(|it| json!({"unit_100ns": it.unit, "lowest_bit": it.shift}));
        json!({
            "format": "idspec-calibrate/1",
            "lines": log.lines,
            "timed": log.timed,
            "without_offset": log.without_offset,
            "epoch": fit.map(|it| it.epoch().to_string()),
            "within_100ns": fit.map(|it| it.within),
            "round": fit.and_then(Fit::round).map(|(round, _)| round.to_string()),
            "agreeing": fit.map(|it| it.agreeing),
            "compared": fit.map(|it| it.compared),
            "split": split,
            "schemes": self.right,
            "why_not": fit.is_none().then_some(&self.why),
        })
    }
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
