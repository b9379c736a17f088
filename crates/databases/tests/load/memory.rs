//! The memory of a process: its resident set each 100 ms, and whether it stays as it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Samples of a process, in KiB, until it is asked for them.
pub(crate) struct Sampler {
    done: Arc<AtomicBool>,
    thread: JoinHandle<Vec<u64>>,
}

impl Sampler {
    pub(crate) fn start(process: u32) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&done);
        let thread = std::thread::spawn(move || {
            let mut samples = Vec::new();
            while !seen.load(Ordering::Relaxed) {
                samples.extend(resident(process));
                std::thread::sleep(Duration::from_millis(100));
            }
            samples
        });
        Self { done, thread }
    }

    pub(crate) fn finish(self) -> Vec<u64> {
        self.done.store(true, Ordering::Relaxed);
        self.thread.join().expect("samples")
    }
}

fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// The medians of the thirds of a run, in KiB. The first is that of warming up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thirds {
    pub(crate) begin: u64,
    pub(crate) middle: u64,
    pub(crate) end: u64,
}

impl Thirds {
    pub(crate) fn of(samples: &[u64]) -> Option<Self> {
        let third = samples.len() / 3;
        let median = |from: usize| {
            let mut part = samples.get(from..from + third)?.to_vec();
            part.sort_unstable();
            part.get(third / 2).copied()
        };
        Some(Self { begin: median(0)?, middle: median(third)?, end: median(2 * third)? })
    }

    /// Whether the last third holds no more than the middle one: 5 % and 1 MiB are the noise of an allocator.
    pub(crate) fn flat(self) -> bool {
        self.end <= self.middle + self.middle / 20 + 1024
    }
}

#[test]
fn growth_is_noticed() {
    let steady = Thirds::of(&[10_000, 20_000, 19_000, 30_000, 31_000, 30_500, 30_900, 30_100, 30_700]).unwrap();
    assert_eq!(steady, Thirds { begin: 19_000, middle: 30_500, end: 30_700 });
    assert!(steady.flat());
    // 5 % of 20,000 KiB and 1 MiB are 2024 KiB.
    assert!(Thirds { begin: 0, middle: 20_000, end: 22_024 }.flat());
    assert!(!Thirds { begin: 0, middle: 20_000, end: 22_025 }.flat());
    assert_eq!(Thirds::of(&[1, 2]), None);
}
