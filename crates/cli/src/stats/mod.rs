//! What many ids of one layout tell of the generators that made them.

mod findings;
mod rate;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use idspec::base::{Field, Generation};
use idspec::{Layout, Timestamp};

use crate::detect;

pub use findings::Finding;
pub use rate::Rate;

/// How many ids are looked through for duplicates.
pub const REMEMBERED: usize = 2_000_000;
/// How many workers are counted each for itself.
pub const WORKERS: usize = 4096;
/// How many units of time are counted of a worker at once.
const UNITS: usize = 128;

/// What is known of one worker.
#[derive(Clone, Debug, Default)]
pub struct Worker {
    pub count: u64,
    /// Ids whose sequence number is odd.
    odd: u64,
    /// The latest time, and whether the id before this one was late.
    latest: Option<Timestamp>,
    late: bool,
    /// Ids of the newest units.
    units: BTreeMap<u128, u64>,
}

/// Something that was seen first in a line, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    pub count: u64,
    /// The place of the first one among all records, from 1.
    pub first: u64,
}

impl Noted {
    fn note(&mut self, place: u64) {
        if self.count == 0 {
            self.first = place;
        }
        self.count = self.count.saturating_add(1);
    }
}

/// Counts ids.
#[derive(Clone, Debug)]
pub struct Stats {
    pub layout: Layout,
    window: Range<Timestamp>,
    /// How late an id may stand in the input, in 100 ns.
    late: u64,
    sequence: Option<&'static Field>,
    /// The numbers that one unit has for one worker.
    room: u64,
    /// Records, and those of them that are ids.
    pub records: u64,
    pub ids: u64,
    pub rate: Rate,
    pub workers: BTreeMap<u64, Worker>,
    /// Ids of workers that are not counted each for itself.
    pub other_workers: u64,
    /// By the length of the sequence number in bits.
    pub sequences: [u64; 65],
    seen: HashSet<u128>,
    /// Ids that stand more than once; those of them that look rounded.
    repeated: Noted,
    repeated_rounded: u64,
    steps: Noted,
    late_ids: u64,
    rounded: Noted,
    full: Noted,
    outside: Noted,
}

impl Stats {
    /// Expects ids in `window`, and each in the input no later than `late` (in 100 ns) after ids of a later time.
    pub fn new(layout: Layout, window: Range<Timestamp>, late: u64) -> Self {
        let sequence = match layout.scheme().generation() {
            Some(Generation::Sequence(name)) => layout.scheme().field(name),
            _ => None,
        };
        let room = sequence.and_then(|field| 1_u64.checked_shl(field.width())).unwrap_or(u64::MAX);
        Self {
            layout,
            window,
            late,
            sequence,
            room,
            records: 0,
            ids: 0,
            rate: Rate::of(layout.scheme().time().map_or(0, |(_, unit)| unit.hundred_ns() / 10_000)),
            workers: BTreeMap::new(),
            other_workers: 0,
            sequences: [0; 65],
            seen: HashSet::new(),
            repeated: Noted::default(),
            repeated_rounded: 0,
            steps: Noted::default(),
            late_ids: 0,
            rounded: Noted::default(),
            full: Noted::default(),
            outside: Noted::default(),
        }
    }

    /// Counts a text; whether it is an id.
    pub fn add(&mut self, text: &[u8]) -> bool {
        self.records = self.records.saturating_add(1);
        let Some(number) = detect::number(self.layout, text) else { return false };
        self.ids = self.ids.saturating_add(1);
        let place = self.records;
        let sequence = self.sequence.map(|field| u64::try_from(field.read(number)).unwrap_or(u64::MAX));
        // Ids of whole seconds with nothing below the time end in zeros as well, and rounding hardly ever leaves a sequence number of 0.
        let rounded = looks_rounded(text);
        if rounded && sequence != Some(0) {
            self.rounded.note(place);
        }
        if self.seen.contains(&number) {
            self.repeated.note(place);
            self.repeated_rounded = self.repeated_rounded.saturating_add(u64::from(rounded));
        } else if self.seen.len() < REMEMBERED {
            self.seen.insert(number);
        }
        if let Some(sequence) = sequence {
            let bits = usize::try_from(u64::BITS.saturating_sub(sequence.leading_zeros())).unwrap_or(0);
            if let Some(count) = self.sequences.get_mut(bits) {
                *count = count.saturating_add(1);
            }
        }
        self.add_to_worker(number, sequence, place);
        true
    }

    fn add_to_worker(&mut self, number: u128, sequence: Option<u64>, place: u64) {
        let scheme = self.layout.scheme();
        let time = self.layout.timestamp(number);
        let inside = time.filter(|time| self.window.contains(time));
        match (inside, time) {
            (Some(time), _) => self.rate.add(time),
            (None, Some(_)) => self.outside.note(place),
            (None, None) => {}
        }
        // Ids without a worker have one clock as far as can be seen.
        let key = detect::machine(scheme, number).unwrap_or(0);
        if self.workers.len() >= WORKERS && !self.workers.contains_key(&key) {
            self.other_workers = self.other_workers.saturating_add(1);
            return;
        }
        let worker = self.workers.entry(key).or_default();
        worker.count = worker.count.saturating_add(1);
        worker.odd = worker.odd.saturating_add(sequence.map_or(0, |it| it & 1));
        let Some(time) = inside else { return };
        if let Some(unit) = scheme.time().map(|(field, _)| field.read(number)).filter(|_| sequence.is_some()) {
            let count = worker.units.entry(unit).or_default();
            *count = count.saturating_add(1);
            if *count == findings::full(self.room) {
                self.full.note(place);
            }
            if worker.units.len() > UNITS {
                worker.units.pop_first();
            }
        }
        let Some(latest) = worker.latest else {
            worker.latest = Some(time);
            return;
        };
        let late = time < latest && time.hundred_ns().abs_diff(latest.hundred_ns()) > self.late;
        self.late_ids = self.late_ids.saturating_add(u64::from(late));
        if late && worker.late {
            // Two in a row: not one line that came late, but a clock that stands elsewhere now.
            self.steps.note(place);
            (worker.latest, worker.late) = (Some(time), false);
        } else {
            worker.late = late;
            worker.latest = Some(latest.max(time));
        }
    }

    /// Whether ids have workers.
    pub fn has_workers(&self) -> bool {
        self.layout.scheme().machine_fields().next().is_some()
    }

    /// The largest number of the sequence, where there is one.
    pub fn sequence_bits(&self) -> Option<u32> {
        self.sequence.map(Field::width)
    }

    /// What is wrong with the ids, each with its rule.
    pub fn findings(&self) -> Vec<Finding> {
        findings::all(self)
    }

    /// What could not be judged.
    pub fn notes(&self) -> Vec<String> {
        findings::notes(self)
    }
}

/// Whether a number is as a program with doubles prints it: 17 digits that say something, and zeros.
fn looks_rounded(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let zeros = digits.iter().rev().take_while(|octet| **octet == b'0').count();
    digits.len() >= 17
        && digits.iter().all(u8::is_ascii_digit)
        && zeros >= 2
        && digits.len().saturating_sub(zeros) <= 17
}

#[cfg(test)]
mod tests;
