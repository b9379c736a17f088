//! Where the time of ids begins, by the times of the lines that they stand in.

use std::ops::RangeInclusive;

use idspec::Timestamp;

/// How many lines a statement needs.
pub const FEW: usize = 30;
/// Of how many parts of the lines' time the spread may be one.
const SHARP: i128 = 50;
/// How many times the spread another split has to have, so that it is none that fits too.
const CLEAR: i128 = 3;
/// How many pairs the first look at a split takes.
const GLANCE: usize = 512;

/// Epochs before this year are none.
const FIRST_EPOCH: i128 = -315_619_200 * 10_000_000;

/// How a 64-bit number may hold a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The length of a unit in 100 ns.
    pub unit: u64,
    /// The lowest bit of the time.
    pub shift: u32,
    /// The bits of the time.
    pub width: u32,
}

impl Split {
    /// The time without its epoch, in 100 ns.
    fn passed(self, number: u64) -> i128 {
        let stored = number.checked_shr(self.shift).unwrap_or(0);
        let mask = 1_u64.checked_shl(self.width).map_or(u64::MAX, |it| it.wrapping_sub(1));
        i128::from(stored & mask).saturating_mul(i128::from(self.unit))
    }
}

/// Every split that is tried: times at the top of the number in usual units, and seconds below a type of 8 bits.
pub fn splits() -> impl Iterator<Item = Split> {
    const SHIFTS: RangeInclusive<u32> = 8..=40;
    let units = [10, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    let top = units.into_iter().flat_map(|unit| SHIFTS.map(move |shift| Split { unit, shift, width: 64 }));
    top.chain([Split { unit: 10_000_000, shift: 24, width: 32 }])
}

/// What the differences between the lines' times and the ids' times say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The lower edge of the differences, in 100 ns from 1970: the line is hardly ever written before its id is made.
    pub edge: i64,
    /// How far the epoch may be from it, in 100 ns.
    pub within: u64,
    /// The lines that agree with it, and those that were compared.
    pub agreeing: usize,
    pub compared: usize,
}

/// Why there is no statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Fewer lines than needed have both.
    TooFew(usize),
    /// No split has differences that agree.
    NoneAgrees,
    /// Several splits fit alike, since the lines cover too short a time.
    TooShort { span: u64, splits: (Split, Split) },
}

/// The differences that hold together: the shortest stretch that has half of them.
#[derive(Clone, Copy, Debug)]
struct Core {
    low: i128,
    high: i128,
}

impl Core {
    fn of(sorted: &[i128]) -> Option<Self> {
        let half = sorted.len() / 2;
        let ends = sorted.iter().zip(sorted.get(half..)?);
        let (low, high) = ends.min_by_key(|(low, high)| high.saturating_sub(**low))?;
        Some(Self { low: *low, high: *high })
    }

    fn spread(self) -> i128 {
        self.high.saturating_sub(self.low)
    }
}

/// The stretch of time that half of the lines lie in.
fn span(times: impl Iterator<Item = i64>) -> i128 {
    let mut times: Vec<i64> = times.collect();
    times.sort_unstable();
    let at = |part: usize| times.get(times.len().saturating_mul(part) / 4).copied().unwrap_or(0);
    i128::from(at(3)).saturating_sub(i128::from(at(1)))
}

/// What sorted differences say, where they agree. `step` is what both times are rounded to, at most.
fn judge(sorted: &[i128], span: i128, step: u64) -> Option<Fit> {
    let core = Core::of(sorted)?;
    let step = i128::from(step);
    if core.spread().saturating_mul(SHARP) > span || core.low < i128::from(i64::MIN) {
        return None;
    }
    // What lies far from the core belongs to lines whose time has nothing to do with the id.
    let margin = core.spread().max(step).saturating_mul(4);
    let (low, high) = (core.low.saturating_sub(margin), core.high.saturating_add(margin));
    let from = sorted.partition_point(|it| *it < low);
    let until = sorted.partition_point(|it| *it <= high);
    let agreeing = sorted.get(from..until)?;
    if agreeing.len() < FEW {
        return None;
    }
    let edge = *agreeing.get(agreeing.len() / 100)?;
    let most = *agreeing.get(agreeing.len().saturating_mul(9) / 10)?;
    let within = most.saturating_sub(edge).saturating_add(step);
    Some(Fit {
        edge: i64::try_from(edge).ok()?,
        within: u64::try_from(within).ok()?,
        agreeing: agreeing.len(),
        compared: sorted.len(),
    })
}

/// Differences between the times of lines and the times of ids whose layout is known: the edge is 0 where the epoch is right.
///
/// # Errors
/// Where they say nothing.
pub fn known(pairs: &[(i64, i64)], step: u64) -> Result<Fit, Unfit> {
    if pairs.len() < FEW {
        return Err(Unfit::TooFew(pairs.len()));
    }
    let mut sorted: Vec<i128> =
        pairs.iter().map(|(id, line)| i128::from(*line).saturating_sub(i128::from(*id))).collect();
    sorted.sort_unstable();
    judge(&sorted, span(pairs.iter().map(|(_, line)| *line)), step).ok_or(Unfit::NoneAgrees)
}

/// The split and the epoch of numbers, by the times of their lines. `step` is what the times of lines are rounded to.
///
/// # Errors
/// Where they say nothing.
pub fn unknown(pairs: &[(u64, i64)], step: u64) -> Result<(Split, Fit), Unfit> {
    if pairs.len() < FEW {
        return Err(Unfit::TooFew(pairs.len()));
    }
    let span = span(pairs.iter().map(|(_, line)| *line));
    let few: Vec<(u64, i64)> = pairs.iter().step_by(pairs.len().div_ceil(GLANCE)).copied().collect();
    let mut spreads: Vec<(i128, Split)> = Vec::new();
    for split in splits() {
        if let Some(core) = Core::of(&differences(&few, split))
            && core.low >= FIRST_EPOCH
        {
            spreads.push((core.spread(), split));
        }
    }
    spreads.sort_by_key(|(spread, _)| *spread);
    let Some((spread, split)) = spreads.first().copied() else { return Err(Unfit::NoneAgrees) };
    // The same bits, with a type above them that is always 0, are the same split.
    let other = |it: &&(i128, Split)| (it.1.unit, it.1.shift) != (split.unit, split.shift);
    if let Some((second, rival)) = spreads.iter().skip(1).find(other).copied()
        && spread.saturating_mul(SHARP) <= span
        && second < spread.max(i128::from(split.unit.max(step))).saturating_mul(CLEAR)
    {
        let span = u64::try_from(span).unwrap_or(u64::MAX);
        return Err(Unfit::TooShort { span, splits: (split, rival) });
    }
    let fit = judge(&differences(pairs, split), span, split.unit.saturating_add(step)).ok_or(Unfit::NoneAgrees)?;
    Ok((split, fit))
}

fn differences(pairs: &[(u64, i64)], split: Split) -> Vec<i128> {
    let mut sorted: Vec<i128> =
        pairs.iter().map(|(number, line)| i128::from(*line).saturating_sub(split.passed(*number))).collect();
    sorted.sort_unstable();
    sorted
}

impl Fit {
    /// The instant of the edge, to whole ms.
    pub fn epoch(&self) -> Timestamp {
        Timestamp::from_unix_ms_saturating(i128::from(self.edge).div_euclid(10_000))
    }

    /// Whether an instant lies within.
    pub fn has(&self, instant: Timestamp) -> bool {
        instant.hundred_ns().abs_diff(self.edge) <= self.within
    }

    /// A day, an hour or a second that begins within, where that hardly comes about by chance.
    pub fn round(&self) -> Option<(Timestamp, &'static str)> {
        let units =
            [(864_000_000_000, "a whole day"), (36_000_000_000, "a whole hour"), (10_000_000, "a whole second")];
        units.into_iter().find_map(|(unit, name): (i64, _)| {
            let half = unit / 2;
            let near = self.edge.checked_add(half)?.div_euclid(unit).checked_mul(unit)?;
            let near = Timestamp::from_hundred_ns(near);
            (self.has(near) && self.within.saturating_mul(40) <= unit.unsigned_abs()).then_some((near, name))
        })
    }
}
