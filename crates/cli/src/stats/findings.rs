//! Findings, and the rules that they come from.

use super::{Noted, REMEMBERED, Stats, WORKERS};
use crate::figures::{grouped, length, per, percent};

/// Ids that a statement on sequences needs, and those of other workers that one on skew needs.
const MANY: u64 = 100;
/// Ids that a statement on skew needs.
const FOR_SKEW: u64 = 1000;
/// How many times the mean of the others a worker may have.
const SKEW: u64 = 4;
/// Rounded ids that are no chance: so many, and so many of a thousand.
const ROUNDED: u64 = 10;
const ROUNDED_SHARE: u64 = 50;
/// Of a hundred numbers of a unit, how many are in use where it counts as used up.
const FULL: u64 = 95;
/// Of a thousand ids, how many may stand late before nothing is said of clocks.
const DISORDER: u64 = 100;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name, in lower case with underscores.
    pub code: &'static str,
    /// What was seen.
    pub text: String,
    /// What it takes to be said.
    pub rule: String,
    /// How often.
    pub count: u64,
    /// The place of the first record that shows it, where it is one.
    pub first: Option<u64>,
}

/// From how many ids on a unit of `room` numbers counts as used up.
pub(super) const fn full(room: u64) -> u64 {
    room.saturating_sub(room.saturating_mul(100 - FULL) / 100)
}

fn noted(code: &'static str, noted: Noted, text: String, rule: String) -> Finding {
    Finding { code, text, rule, count: noted.count, first: Some(noted.first) }
}

fn is_rounded(stats: &Stats) -> bool {
    stats.rounded.count >= ROUNDED && per(stats.rounded.count, stats.ids, 1000) >= ROUNDED_SHARE
}

/// Whether so many ids stand late that the order of the input is another one than that of making.
fn is_disordered(stats: &Stats) -> bool {
    per(stats.late_ids, stats.ids, 1000) >= DISORDER
}

pub(super) fn all(stats: &Stats) -> Vec<Finding> {
    let rounded = is_rounded(stats);
    let mut found = vec![duplicates(stats, rounded), steps(stats), rounded_ids(stats), outside(stats)];
    // The lowest bits of rounded ids are not what the generator made.
    if !rounded {
        found.extend([skewed(stats), even(stats), exhausted(stats)]);
    }
    found.into_iter().flatten().collect()
}

pub(super) fn notes(stats: &Stats) -> Vec<String> {
    let mut notes = Vec::new();
    if stats.seen.len() >= REMEMBERED {
        notes.push(format!("duplicates were looked for among the first {} ids", grouped(wide(REMEMBERED))));
    }
    if is_disordered(stats) {
        notes.push("the input is not in the order of making, so nothing is said of clocks that step back".to_owned());
    }
    if stats.other_workers > 0 {
        notes.push(format!(
            "the first {} workers are counted each for itself; {} ids are of others",
            grouped(wide(WORKERS)),
            grouped(stats.other_workers)
        ));
    }
    if is_rounded(stats) {
        notes.push("since ids are rounded, nothing is said of workers and sequence numbers".to_owned());
    }
    notes
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn duplicates(stats: &Stats, rounded: bool) -> Option<Finding> {
    let excused = if rounded { stats.repeated_rounded } else { 0 };
    let count = stats.repeated.count.saturating_sub(excused);
    let what = if count == 1 { "1 id stands".to_owned() } else { format!("{} ids stand", grouped(count)) };
    (count > 0).then(|| {
        let text = format!("{what} there that stood before");
        let rule = "an id that was among those before it".to_owned();
        noted("duplicates", Noted { count, ..stats.repeated }, text, rule)
    })
}

fn steps(stats: &Stats) -> Option<Finding> {
    if stats.steps.count == 0 || is_disordered(stats) {
        return None;
    }
    let times =
        if stats.steps.count == 1 { "once".to_owned() } else { format!("{} times", grouped(stats.steps.count)) };
    let who = if stats.has_workers() { "the clock of a worker" } else { "the clock" };
    Some(noted(
        "clock_steps_back",
        stats.steps,
        format!("{who} stepped back {times}"),
        format!("two ids in a row more than {} older than one before them", length(stats.late)),
    ))
}

fn rounded_ids(stats: &Stats) -> Option<Finding> {
    is_rounded(stats).then(|| {
        noted(
            "rounded",
            stats.rounded,
            format!("{} end as rounded doubles do: they are other ids than they were", percent(stats.rounded.count, stats.ids)),
            "at least 10 ids, and 5 % of them, of 17 digits and more end in 00 with 17 digits before the zeros at most, and their sequence number is not 0; by chance it is 1 %".to_owned(),
        )
    })
}

fn outside(stats: &Stats) -> Option<Finding> {
    (stats.outside.count > 0).then(|| {
        noted(
            "outside_window",
            stats.outside,
            format!("{} of the ids have a time outside the window", percent(stats.outside.count, stats.ids)),
            format!("before {} or from {} on (--window)", stats.window.start, stats.window.end),
        )
    })
}

fn skewed(stats: &Stats) -> Option<Finding> {
    let all: u64 = stats.workers.values().map(|it| it.count).sum();
    let others = wide(stats.workers.len()).checked_sub(1).filter(|others| *others > 0)?;
    if !stats.has_workers() || all < FOR_SKEW {
        return None;
    }
    let (name, most) = stats.workers.iter().map(|(name, it)| (*name, it.count)).max_by_key(|(_, count)| *count)?;
    let rest = all.saturating_sub(most);
    (rest >= MANY && most.saturating_mul(others) > rest.saturating_mul(SKEW)).then(|| Finding {
        code: "skewed_workers",
        text: format!(
            "worker {name} made {} of all ids, where an even share is {}",
            percent(most, all),
            percent(1, others.saturating_add(1))
        ),
        rule: "of at least 1,000 ids, 100 of them of other workers, one made more than 4 times as many as the others on average"
            .to_owned(),
        count: most,
        first: None,
    })
}

fn even(stats: &Stats) -> Option<Finding> {
    stats.sequence?;
    let even = |it: &&super::Worker| it.count >= MANY && it.odd == 0;
    let workers = wide(stats.workers.values().filter(even).count());
    let ids: u64 = stats.workers.values().filter(even).map(|it| it.count).sum();
    (workers > 0).then(|| Finding {
        code: "even_sequences",
        text: format!(
            "the {} sequence numbers of {workers} {} are all even: sharding by id % n puts them on few shards",
            grouped(ids),
            if workers == 1 { "worker" } else { "workers" }
        ),
        rule: "a worker with at least 100 ids and no odd sequence number".to_owned(),
        count: ids,
        first: None,
    })
}

fn exhausted(stats: &Stats) -> Option<Finding> {
    (stats.full.count > 0).then(|| {
        let units = if stats.full.count == 1 { "1 unit" } else { "units" };
        let count = if stats.full.count == 1 { String::new() } else { format!("{} ", grouped(stats.full.count)) };
        noted(
            "exhausted",
            stats.full,
            format!("{count}{units} of time had hardly a sequence number left"),
            format!(
                "at least {} of the {} numbers that a worker has in a unit are in use",
                grouped(full(stats.room)),
                grouped(stats.room)
            ),
        )
    })
}
