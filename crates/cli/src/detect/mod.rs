//! Which scheme many ids belong to.

use std::collections::BTreeSet;
use std::ops::Range;

use idspec::base::text::{decimal, uuid};
use idspec::base::{Field, Role, Scheme};
use idspec::{Layout, Timestamp};

use crate::figures::per;
use crate::layouts::Named;

/// How many ids a conclusion needs.
pub const FEW: u64 = 20;
/// Of a thousand lines, how many have to be read and to have a time in the window.
pub const NEARLY_ALL: u64 = 990;
/// How many workers are told apart.
pub const WORKERS: usize = 4096;
/// How many new times are looked at before their lowest bit says anything, and how many of a thousand have to differ from the rest.
const TIMES: u64 = 30;
const MOVES: u64 = 20;

/// The rule of a conclusion, in words.
pub const RULE: &str = "a scheme fits where 99 % of at least 20 lines are its ids with times in the window; a snowflake whose times are all even, or all odd, \
and not all whole 10 ms, does not, nor does a GUID layout without version bits where one with them fits";

/// What was seen of one layout.
#[derive(Clone, Debug)]
pub struct Seen {
    pub named: Named,
    pub parsed: u64,
    pub in_window: u64,
    /// Pairs of ids one after the other, and those whose time does not fall.
    pub pairs: u64,
    pub rising: u64,
    pub workers: BTreeSet<u64>,
    last: Option<(Timestamp, u128)>,
    /// Times that differ from the one before, and the odd ones of them.
    times: u64,
    odd: u64,
    /// Those of whole 10 ms, as a coarse clock has them.
    coarse: u64,
}

/// What the evidence gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The places of the layouts that fit: one of them is a conclusion, several are none.
    Fits(Vec<usize>),
    /// No layout fits.
    Nothing,
    /// Fewer lines than a conclusion needs.
    TooFew,
}

/// Counts what many lines are.
#[derive(Clone, Debug)]
pub struct Tally {
    pub seen: Vec<Seen>,
    pub lines: u64,
    window: Range<Timestamp>,
}

impl Tally {
    pub fn new(layouts: impl IntoIterator<Item = Named>, window: Range<Timestamp>) -> Self {
        let seen = |named| Seen {
            named,
            parsed: 0,
            in_window: 0,
            pairs: 0,
            rising: 0,
            workers: BTreeSet::new(),
            last: None,
            times: 0,
            odd: 0,
            coarse: 0,
        };
        Self { seen: layouts.into_iter().map(seen).collect(), lines: 0, window }
    }

    /// Counts a line.
    pub fn add(&mut self, text: &[u8]) {
        self.lines = self.lines.saturating_add(1);
        for seen in &mut self.seen {
            if let Some(number) = number(seen.named.layout, text) {
                seen.add(number, &self.window);
            }
        }
    }

    /// What follows from it.
    pub fn conclusion(&self) -> Conclusion {
        if self.lines < FEW {
            return Conclusion::TooFew;
        }
        let mut fits: Vec<usize> =
            (0..).zip(&self.seen).filter(|(_, it)| it.fits(self.lines)).map(|(at, _)| at).collect();
        let fixed = |at: &usize| self.seen.get(*at).is_some_and(|it| has_fixed_bits(it.named.layout.scheme()));
        let kind = |at: &usize| self.seen.get(*at).and_then(|it| it.named.layout.scheme().kind());
        let kinds: Vec<_> = fits.iter().filter(|at| fixed(at)).filter_map(kind).collect();
        fits.retain(|at| fixed(at) || kind(at).is_none_or(|kind| !kinds.contains(&kind)));
        if fits.is_empty() { Conclusion::Nothing } else { Conclusion::Fits(fits) }
    }
}

impl Seen {
    fn add(&mut self, number: u128, window: &Range<Timestamp>) {
        let layout = self.named.layout;
        self.parsed = self.parsed.saturating_add(1);
        if let (true, Some(worker)) = (self.workers.len() < WORKERS, machine(layout.scheme(), number)) {
            self.workers.insert(worker);
        }
        let (Some(time), Some((field, _))) = (layout.timestamp(number), layout.scheme().time()) else { return };
        let stored = field.read(number);
        self.in_window = self.in_window.saturating_add(u64::from(window.contains(&time)));
        match self.last {
            Some((before, last)) => {
                self.pairs = self.pairs.saturating_add(1);
                self.rising = self.rising.saturating_add(u64::from(time >= before));
                if last != stored {
                    self.count_time(time, stored);
                }
            }
            None => self.count_time(time, stored),
        }
        self.last = Some((time, stored));
    }

    fn count_time(&mut self, time: Timestamp, stored: u128) {
        self.times = self.times.saturating_add(1);
        self.odd = self.odd.saturating_add(u64::from(stored & 1 == 1));
        self.coarse = self.coarse.saturating_add(u64::from(time.hundred_ns().rem_euclid(100_000) == 0));
    }

    /// Whether the lowest bit of the time hardly ever changes, so that it is none of a clock.
    pub fn stands_still(&self) -> bool {
        let fewer = self.odd.min(self.times.saturating_sub(self.odd));
        let coarse = per(self.coarse, self.times, 1000) >= NEARLY_ALL;
        let moves = per(fewer, self.times, 1000) >= MOVES;
        self.named.layout.scheme().bits() == 64 && self.times >= TIMES && !moves && !coarse
    }

    fn fits(&self, lines: u64) -> bool {
        per(self.parsed, lines, 1000) >= NEARLY_ALL
            && per(self.in_window, lines, 1000) >= NEARLY_ALL
            && !self.stands_still()
    }
}

/// The number of a text, in the scheme's own form or in another one that columns show.
pub fn number(layout: Layout, text: &[u8]) -> Option<u128> {
    let scheme = layout.scheme();
    if let Ok(number) = layout.parse(text) {
        return Some(number);
    }
    let other = match (scheme.bits(), text) {
        (64, [b'-', digits @ ..]) => {
            let size = decimal::parse(scheme, digits).ok().filter(|it| (1..=1 << 63).contains(it))?;
            u128::from(size.wrapping_neg())
        }
        (64, _) if !scheme.codec().decimal => u128::from(decimal::parse(scheme, text).ok()?),
        (128, _) => uuid::parse(scheme, text).ok()?,
        _ => return None,
    };
    scheme.check(other).ok().map(|()| other)
}

/// The number of the machine: all fields that tell generators apart; nothing where there are none.
pub fn machine(scheme: &'static Scheme, number: u128) -> Option<u64> {
    let join = |machine: Option<u64>, field: &'static Field| {
        let value = u64::try_from(field.read(number)).unwrap_or(u64::MAX);
        Some(machine.unwrap_or(0).checked_shl(field.width()).unwrap_or(0) | value)
    };
    scheme.machine_fields().fold(None, join)
}

fn has_fixed_bits(scheme: &Scheme) -> bool {
    scheme.bits() == 128 && scheme.fields().iter().any(|field| matches!(field.role(), Role::Fixed(..)))
}

#[cfg(test)]
mod tests;
