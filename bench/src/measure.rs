//! Measuring several things side by side, on a machine that is not quiet.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::placement;
use crate::raw::{Comparison, Measured, Side};
use crate::versions;

/// What one pass of a subject is timed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The processor time of this thread, which other programs hardly touch.
    Thread,
    /// The time that passes, for work on several threads.
    Wall,
}

/// Something that is measured. The first word of its name is the package: `idspec` is ours, another package is a peer, and anything else (`the clock alone`) is there to
/// compare with.
pub struct Subject<'a> {
    pub name: String,
    /// The strict reader refuses every bad text of its comparison; nothing where there is no reading.
    pub strict: Option<bool>,
    /// The bad texts that it takes.
    pub takes: Vec<String>,
    /// How often one call of `work` does it.
    pub count: u32,
    pub clock: Clock,
    pub work: Box<dyn FnMut() + 'a>,
}

impl<'a> Subject<'a> {
    pub fn new(name: impl Into<String>, count: usize, work: impl FnMut() + 'a) -> Self {
        Self {
            name: name.into(),
            strict: None,
            takes: Vec::new(),
            count: u32::try_from(count).unwrap_or(u32::MAX),
            clock: Clock::Thread,
            work: Box::new(work),
        }
    }

    /// Timed with the clock on the wall.
    #[must_use]
    pub fn wall(mut self) -> Self {
        self.clock = Clock::Wall;
        self
    }
}

/// What a process does with the comparisons that it comes to.
pub enum Mode {
    /// Measures all of them.
    Measure { rounds: usize },
    /// Goes through every subject's work once between two calls of [`count_mark`], at which callgrind writes down what it counted.
    Count,
}

/// One process's run through the comparisons.
pub struct Bench {
    pub mode: Mode,
    pub groups: BTreeSet<String>,
    /// The group that the next comparisons are of.
    pub group: String,
    pub results: Vec<Comparison>,
}

impl Bench {
    /// Whether a group is to be measured, which its comparisons are then of.
    pub fn wants(&mut self, group: &str) -> bool {
        group.clone_into(&mut self.group);
        self.groups.contains(group)
    }

    /// Comes to one comparison; `subjects` makes and checks them, and is called only where they are needed.
    pub fn compare<'a>(&mut self, id: &str, title: &str, subjects: impl FnOnce() -> Vec<Subject<'a>>) {
        self.compare_octets(id, title, None, subjects);
    }

    /// The same, of subjects that go through `octets` of text for one operation.
    pub fn compare_octets<'a>(
        &mut self,
        id: &str,
        title: &str,
        octets: Option<f64>,
        subjects: impl FnOnce() -> Vec<Subject<'a>>,
    ) {
        let mut subjects = subjects();
        let times = match self.mode {
            Mode::Measure { rounds } => measure(&mut subjects, rounds),
            Mode::Count => {
                subjects.iter_mut().for_each(count);
                vec![Vec::new(); subjects.len()]
            }
        };
        let measured = |(subject, rounds): (Subject<'a>, Vec<f64>)| Measured {
            side: versions::side(&subject.name),
            version: versions::of(&subject.name),
            name: subject.name,
            strict: subject.strict,
            takes: subject.takes,
            count: subject.count,
            rounds,
        };
        let subjects: Vec<Measured> = subjects.into_iter().zip(times).map(measured).collect();
        debug_assert!(subjects.iter().any(|it| it.side == Side::Ours));
        self.results.push(Comparison {
            id: id.to_owned(),
            group: self.group.clone(),
            title: title.to_owned(),
            octets,
            subjects,
        });
    }
}

/// One pass to warm up, and one that is counted.
fn count(subject: &mut Subject<'_>) {
    (subject.work)();
    count_mark();
    (subject.work)();
    count_mark();
}

/// Callgrind writes a file each time before it enters this function, by its name.
#[inline(never)]
fn count_mark() {
    static MARKS: AtomicU32 = AtomicU32::new(0);
    MARKS.fetch_add(1, Ordering::Relaxed);
}

/// A pass goes on for so long at least, so that reading the clock is none of it.
const PASS: Duration = Duration::from_micros(200);

/// ns for one operation of each subject, round by round: each comes once a round, so that a disturbance meets them alike.
fn measure(subjects: &mut [Subject<'_>], rounds: usize) -> Vec<Vec<f64>> {
    let mut times: Vec<Vec<f64>> = vec![Vec::with_capacity(rounds); subjects.len()];
    // The first round warms up, and says how often the work is done in a pass.
    let repeats: Vec<u32> = subjects.iter_mut().map(repeats).collect();
    for round in 0..rounds {
        for ((subject, times), repeats) in subjects.iter_mut().zip(&mut times).zip(&repeats) {
            let mut taken = Duration::ZERO;
            placement::at_turn(round, &mut || taken = timed(subject, *repeats));
            times.push(taken.as_nanos() as f64 / (f64::from(subject.count) * f64::from(*repeats)));
        }
    }
    times
}

fn repeats(subject: &mut Subject<'_>) -> u32 {
    timed(subject, 1);
    let once = timed(subject, 1).as_nanos().max(1);
    u32::try_from(PASS.as_nanos().div_ceil(once)).unwrap_or(1)
}

fn timed(subject: &mut Subject<'_>, repeats: u32) -> Duration {
    let start = now(subject.clock);
    for _ in 0..repeats {
        (subject.work)();
    }
    now(subject.clock).saturating_sub(start)
}

fn now(clock: Clock) -> Duration {
    match clock {
        Clock::Thread => thread_time(),
        Clock::Wall => wall_time(),
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    wall_time()
}

fn wall_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
