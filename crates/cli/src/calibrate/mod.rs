//! Which epoch ids have, by the times of the log lines that they stand in.

pub mod fit;
pub mod stamps;

use idspec::{Layout, Timestamp};

use crate::layouts::Named;
use fit::{Fit, Split, Unfit};

/// How many pairs are held of a series; then every other one is given up, and so on.
pub const HELD: usize = 20_000;
/// How many numbers of a line are looked at.
const NUMBERS: usize = 4;
/// Numbers of fewer digits are no ids with a time.
const DIGITS: usize = 9;

/// Pairs that are thinned out evenly where there are too many.
#[derive(Clone, Debug)]
struct Series<T> {
    held: Vec<T>,
    every: u64,
    skipped: u64,
}

impl<T> Series<T> {
    const fn new() -> Self {
        Self { held: Vec::new(), every: 1, skipped: 0 }
    }

    fn push(&mut self, pair: T) {
        self.skipped = self.skipped.saturating_add(1);
        if self.skipped < self.every {
            return;
        }
        self.skipped = 0;
        self.held.push(pair);
        if self.held.len() >= HELD {
            let mut keep = false;
            self.held.retain(|_| {
                keep = !keep;
                keep
            });
            self.every = self.every.saturating_mul(2);
        }
    }
}

/// Times and ids of a log.
#[derive(Clone, Debug)]
pub struct Log {
    pub lines: u64,
    /// Lines with a time, and those of them without an offset.
    pub timed: u64,
    pub without_offset: u64,
    /// The largest step of the times, in 100 ns.
    pub step: u64,
    /// By the place of the number among those of its line.
    numbers: Vec<Series<(u64, i64)>>,
    /// Ids of layouts with a text of their own, with the ids' times.
    texts: Vec<(Named, Series<(i64, i64)>)>,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// A layout's ids have their times at its own epoch, or at a distance from it.
    Known { named: Named, fit: Fit },
    /// Numbers with this split.
    Unknown { split: Split, fit: Fit },
    /// Nothing, and why.
    Nothing(Unfit),
}

impl Log {
    pub fn new(layouts: &[Named]) -> Self {
        let own_text = |it: &&Named| !it.layout.scheme().codec().decimal && it.layout.scheme().time().is_some();
        Self {
            lines: 0,
            timed: 0,
            without_offset: 0,
            step: 0,
            numbers: vec![Series::new(); NUMBERS],
            texts: layouts.iter().filter(own_text).map(|it| (it.clone(), Series::new())).collect(),
        }
    }

    /// Takes the time and the ids of a line.
    pub fn add(&mut self, line: &[u8]) {
        self.lines = self.lines.saturating_add(1);
        let Some(stamp) = stamps::find(line) else { return };
        self.timed = self.timed.saturating_add(1);
        self.without_offset = self.without_offset.saturating_add(u64::from(!stamp.zoned));
        self.step = self.step.max(stamp.step);
        let time = stamp.time.hundred_ns();
        let (front, back) = (line.get(..stamp.place.start), line.get(stamp.place.end..));
        let mut place = 0_usize;
        for word in [front, back].into_iter().flatten().flat_map(words) {
            if word.len() >= DIGITS && word.iter().all(u8::is_ascii_digit) {
                let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<u64>().ok());
                if let (Some(number), Some(series)) = (number, self.numbers.get_mut(place)) {
                    series.push((number, time));
                    place = place.saturating_add(1);
                }
            }
            for (named, series) in &mut self.texts {
                if let Some(id) = id_time(named.layout, word) {
                    series.push((id.hundred_ns(), time));
                }
            }
        }
    }

    /// What the times say: the series that agrees best, of texts before numbers.
    pub fn found(&self) -> Found {
        let unit = |layout: Layout| layout.scheme().time().map_or(0, |(_, unit)| unit.hundred_ns().unsigned_abs());
        let known = self.texts.iter().filter_map(|(named, series)| {
            let fit = fit::known(&series.held, self.step.saturating_add(unit(named.layout))).ok()?;
            Some((named, fit))
        });
        if let Some((named, fit)) =
            known.min_by_key(|(_, fit)| (std::cmp::Reverse(fit.agreeing), fit.edge.unsigned_abs()))
        {
            return Found::Known { named: named.clone(), fit };
        }
        let mut best: Option<(Split, Fit)> = None;
        let mut unfit = Unfit::TooFew(0);
        for series in &self.numbers {
            match fit::unknown(&series.held, self.step) {
                Ok((split, fit)) if best.is_none_or(|(_, best)| fit.within < best.within) => best = Some((split, fit)),
                Err(why) if worth(&why) > worth(&unfit) => unfit = why,
                _ => {}
            }
        }
        match best {
            Some((split, fit)) => Found::Unknown { split, fit },
            None => Found::Nothing(unfit),
        }
    }
}

/// Which reason tells more.
const fn worth(why: &Unfit) -> usize {
    match why {
        Unfit::TooFew(count) => *count,
        Unfit::NoneAgrees => usize::MAX - 1,
        Unfit::TooShort { .. } => usize::MAX,
    }
}

/// Runs of letters, digits and hyphens.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|octet| !octet.is_ascii_alphanumeric() && *octet != b'-').filter(|word| word.len() >= DIGITS)
}

/// The time of a text that is an id in its layout's own form.
fn id_time(layout: Layout, word: &[u8]) -> Option<Timestamp> {
    layout.timestamp(layout.parse(word).ok()?)
}

/// The layouts that have this split, with whether their epoch is the one that was found.
pub fn with_split(layouts: &[Named], split: Split, fit: &Fit) -> Vec<(Named, bool)> {
    let same = |named: &&Named| {
        let Some((field, unit)) = named.layout.scheme().time() else { return false };
        let bits = matches!(field.pieces(), [piece] if piece.low() == split.shift);
        bits && named.layout.scheme().bits() == 64 && unit.hundred_ns().unsigned_abs() == split.unit
    };
    let epoch = |named: &Named| fit.has(Timestamp::from_unix_ms_saturating(i128::from(named.layout.epoch_ms())));
    layouts.iter().filter(same).map(|named| (named.clone(), epoch(named))).collect()
}

#[cfg(test)]
mod tests;
