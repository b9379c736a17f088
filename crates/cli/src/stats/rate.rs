//! Ids over time.

use std::collections::BTreeMap;

use idspec::Timestamp;

/// The most stretches of time that are held; more of them make each longer.
const STRETCHES: usize = 24;

/// Lengths of stretches in ms, each a multiple of the one before.
const LENGTHS: [i64; 14] = [
    1,
    10,
    100,
    1_000,
    10_000,
    60_000,
    600_000,
    3_600_000,
    21_600_000,
    86_400_000,
    864_000_000,
    8_640_000_000,
    86_400_000_000,
    864_000_000_000,
];

/// Counts of ids in stretches of one length, which grows with the time that they cover.
#[derive(Clone, Debug, Default)]
pub struct Rate {
    counts: BTreeMap<i64, u64>,
    level: usize,
    pub first: Option<Timestamp>,
    pub last: Option<Timestamp>,
}

/// A stretch with ids in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    pub from: Timestamp,
    pub count: u64,
    /// Whether there are stretches without ids before it.
    pub after_gap: bool,
}

impl Rate {
    /// Stretches of at least `unit_ms`, the step of the ids' time.
    pub(super) fn of(unit_ms: i64) -> Self {
        let level = LENGTHS.iter().position(|length| *length >= unit_ms).unwrap_or(0);
        Self { level, ..Self::default() }
    }

    pub(super) fn add(&mut self, time: Timestamp) {
        self.first = Some(self.first.map_or(time, |first| first.min(time)));
        self.last = Some(self.last.map_or(time, |last| last.max(time)));
        let count = self.counts.entry(time.unix_ms().div_euclid(self.length_ms())).or_default();
        *count = count.saturating_add(1);
        while self.counts.len() > STRETCHES && self.level.saturating_add(1) < LENGTHS.len() {
            let before = self.length_ms();
            self.level = self.level.saturating_add(1);
            let factor = self.length_ms().checked_div(before).unwrap_or(1);
            let mut merged = BTreeMap::new();
            for (place, count) in std::mem::take(&mut self.counts) {
                let sum: &mut u64 = merged.entry(place.div_euclid(factor)).or_default();
                *sum = sum.saturating_add(count);
            }
            self.counts = merged;
        }
    }

    /// The length of a stretch.
    pub fn length_ms(&self) -> i64 {
        LENGTHS.get(self.level).copied().unwrap_or(1)
    }

    /// The stretches with ids, in the order of time.
    pub fn buckets(&self) -> impl Iterator<Item = Bucket> {
        let mut last: Option<i64> = None;
        self.counts.iter().map(move |(place, count)| {
            let after_gap = last.is_some_and(|last| last.saturating_add(1) < *place);
            last = Some(*place);
            let from =
                Timestamp::from_unix_ms_saturating(i128::from(*place).saturating_mul(i128::from(self.length_ms())));
            Bucket { from, count: *count, after_gap }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_grow() {
        assert_eq!(Rate::of(1000).length_ms(), 1000);
        let mut rate = Rate::of(0);
        let add = |rate: &mut Rate, ms: i64| rate.add(Timestamp::from_unix_ms(ms).unwrap());
        (0..24).for_each(|ms| add(&mut rate, ms));
        assert_eq!((rate.length_ms(), rate.buckets().count()), (1, 24));
        add(&mut rate, 24);
        let shown = |rate: &Rate| -> Vec<(i64, u64, bool)> {
            rate.buckets().map(|it| (it.from.unix_ms(), it.count, it.after_gap)).collect()
        };
        assert_eq!(shown(&rate), [(0, 10, false), (10, 10, false), (20, 5, false)]);
        add(&mut rate, 90);
        assert_eq!(shown(&rate).last(), Some(&(90, 1, true)));
        (0..1_000_000).step_by(10_000).for_each(|s| add(&mut rate, s * 1000));
        assert_eq!((rate.length_ms(), rate.buckets().count()), (86_400_000, 12));
        assert_eq!(rate.buckets().map(|it| it.count).sum::<u64>(), 126);
    }
}
