//! What happened, in ms from the beginning.

use std::collections::BTreeMap;
use std::path::Path;

use idspec_core::generate::{Clock as _, SystemClock};
use idspec_twitter_snowflake::{Timestamped as _, TwitterSnowflake};

/// A lease.
pub(crate) struct Span {
    /// The process.
    pub(crate) process: String,
    /// Its worker id.
    pub(crate) worker: usize,
    /// The window of the lease.
    pub(crate) window: (i64, i64),
    /// The times of its ids: from, to.
    pub(crate) given: Vec<(i64, i64)>,
    /// How many ids.
    pub(crate) ids: usize,
}

/// Something that was done to a process.
pub(crate) struct Mark {
    pub(crate) process: &'static str,
    pub(crate) at: i64,
    pub(crate) text: &'static str,
}

impl Mark {
    pub(crate) fn new(process: &'static str, start_ms: i64, text: &'static str) -> Self {
        Self { process, at: now_ms() - start_ms, text }
    }
}

pub(crate) struct Story {
    pub(crate) spans: Vec<Span>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) ids: usize,
    pub(crate) duplicates: usize,
    /// When the last window ends.
    pub(crate) end: i64,
}

pub(crate) fn now_ms() -> i64 {
    SystemClock.now().unix_ms()
}

/// Ids closer than this are drawn as one stretch.
const GAP: i64 = 100;

pub(crate) fn read(folder: &Path, start_ms: i64, marks: Vec<Mark>) -> Story {
    let (mut spans, mut all) = (Vec::new(), Vec::new());
    for name in ["A", "B", "C", "B2", "A2"] {
        let octets = std::fs::read(folder.join(format!("ids-{name}"))).unwrap_or_default();
        let numbers = octets.chunks_exact(8).map(|octets| u64::from_le_bytes(octets.try_into().unwrap()));
        let ids: Vec<TwitterSnowflake> = numbers.map(|number| TwitterSnowflake::try_from(number).unwrap()).collect();
        let log = std::fs::read_to_string(folder.join(format!("log-{name}"))).unwrap_or_default();
        let mut leases: BTreeMap<(i64, i64), (i64, i64)> = BTreeMap::new();
        for line in log.lines() {
            let numbers: Vec<i64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            if let [worker, fence, lo, hi] = *numbers {
                let window = leases.entry((worker, fence)).or_insert((lo, hi));
                window.1 = if line.ends_with("end") { hi } else { window.1.max(hi) };
            }
        }
        for ((worker, _), (lo, hi)) in leases {
            let worker = usize::try_from(worker).unwrap();
            let own = ids.iter().filter(|id| id.worker() as usize == worker).map(|id| id.timestamp().unix_ms());
            let own: Vec<i64> = own.filter(|ms| (lo..hi).contains(ms)).map(|ms| ms - start_ms).collect();
            let mut given: Vec<(i64, i64)> = Vec::new();
            for ms in &own {
                match given.last_mut() {
                    Some((_, to)) if ms - *to < GAP => *to = *ms,
                    _ => given.push((*ms, *ms)),
                }
            }
            let window = ((lo - start_ms).max(0), hi - start_ms);
            spans.push(Span { process: name.to_owned(), worker, window, given, ids: own.len() });
        }
        all.extend(ids);
    }
    all.sort_unstable();
    let duplicates = all.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let end = spans.iter().map(|span| span.window.1).max().unwrap_or(0);
    Story { spans, marks, ids: all.len(), duplicates, end }
}
