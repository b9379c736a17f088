//! Many children and what is done to them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use idspec_lease::protocol::Rules;
use idspec_lease::{Slots, Space};
use idspec_twitter_snowflake::TwitterSnowflake;
use rustix::process::{Pid, Signal, kill_process};

use crate::child::{Dice, FOLDER, NAIVE, NAMESPACE, SEED, TTL, URL};
use crate::database::{self, TestDatabase};

const CHILDREN: u64 = 12;
const SLOTS: u32 = 24;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A run of children against each other.
pub(crate) struct Contest<'a> {
    pub(crate) database: &'a TestDatabase,
    pub(crate) rules: Rules,
    pub(crate) millis: u64,
    pub(crate) restart: bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) grants: usize,
    pub(crate) ids: usize,
    pub(crate) overlaps: usize,
    pub(crate) duplicates: usize,
    pub(crate) killed: u32,
    pub(crate) overslept: u32,
    pub(crate) restarted: bool,
}

/// A child that ends with this value, whatever happens.
struct Running(Child);

impl Running {
    fn signal(&self, signal: Signal) {
        let _ = kill_process(Pid::from_child(&self.0), signal);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Contest<'_> {
    pub(crate) fn run(&self) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        let namespace = format!("contest-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        database::wait(async {
            let store = database::store(&self.database.url, &namespace).await.unwrap();
            store.migrate().await.unwrap();
            let space = Space::of::<TwitterSnowflake>().unwrap();
            store.prepare(&space, Slots { first: 0, count: SLOTS }).await.unwrap();
        });
        let mut seed = 0;
        let mut spawn = || {
            seed += 1;
            self.spawn(&namespace, folder.path(), seed)
        };
        let mut children: Vec<(Running, Option<Instant>)> = (0..CHILDREN).map(|_| (spawn(), None)).collect();
        let mut outcome = Outcome::default();
        let mut dice = Dice(1);
        let begun = Instant::now();
        let mut restart = self.restart;
        while begun.elapsed() < Duration::from_millis(self.millis) {
            std::thread::sleep(Duration::from_millis(20 + dice.below(40)));
            for (child, until) in &mut children {
                if until.is_some_and(|until| until <= Instant::now()) {
                    child.signal(Signal::CONT);
                    *until = None;
                }
            }
            if restart && begun.elapsed() > Duration::from_millis(self.millis / 2) {
                restart = false;
                outcome.restarted = self.database.restart();
            }
            let index = usize::try_from(dice.below(CHILDREN)).unwrap();
            match (dice.below(4), &mut children[index]) {
                (0, it) => {
                    *it = (spawn(), None);
                    outcome.killed += 1;
                }
                (1, (child, until @ None)) => {
                    child.signal(Signal::STOP);
                    *until = Some(Instant::now() + TTL + Duration::from_millis(100 + dice.below(400)));
                    outcome.overslept += 1;
                }
                _ => {}
            }
        }
        fs::write(folder.path().join("stop"), "").unwrap();
        children.iter().for_each(|(child, _)| child.signal(Signal::CONT));
        let asked = Instant::now();
        for (child, _) in &mut children {
            while asked.elapsed() < Duration::from_secs(5) && matches!(child.0.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        drop(children);
        read(folder.path(), &mut outcome);
        outcome
    }

    fn spawn(&self, namespace: &str, folder: &Path, seed: u64) -> Running {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "child", "--nocapture", "--test-threads", "1"]);
        command.env(URL, &self.database.url).env(NAMESPACE, namespace).env(FOLDER, folder).env(SEED, seed.to_string());
        if self.rules != Rules::ALL {
            command.env(NAIVE, "1");
        }
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Running(command.spawn().unwrap())
    }
}

/// Reads what the children wrote.
fn read(folder: &Path, outcome: &mut Outcome) {
    let mut ids = Vec::new();
    // By worker: where a lease's window starts and ends.
    let mut windows: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if name.starts_with("ids-") {
            let octets = fs::read(entry.path()).unwrap();
            ids.extend(octets.chunks_exact(8).map(|id| u64::from_le_bytes(id.try_into().unwrap())));
        } else if name.starts_with("grants-") {
            // By worker and fence, within one process.
            let mut leases: BTreeMap<(i64, i64), (i64, i64)> = BTreeMap::new();
            for line in fs::read_to_string(entry.path()).unwrap().lines() {
                let words: Vec<&str> = line.split(' ').collect();
                let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
                match (words[0], number(1), number(2), number(3), number(4)) {
                    ("held", Some(worker), Some(fence), Some(lo), Some(hi)) => {
                        let window = leases.entry((worker, fence)).or_insert((lo, hi));
                        window.1 = window.1.max(hi);
                    }
                    ("ends", Some(worker), Some(fence), Some(end), None) => {
                        if let Some(window) = leases.get_mut(&(worker, fence)) {
                            window.1 = window.1.min(end);
                        }
                    }
                    // An error, or a line that a kill cut off.
                    _ => {}
                }
            }
            outcome.grants += leases.len();
            leases.into_iter().for_each(|((worker, _), window)| windows.entry(worker).or_default().push(window));
        }
    }
    for windows in windows.values_mut() {
        windows.sort_unstable();
        let mut end = i64::MIN;
        for (lo, hi) in windows.iter().filter(|(lo, hi)| lo < hi) {
            outcome.overlaps += usize::from(*lo < end);
            end = end.max(*hi);
        }
    }
    outcome.ids = ids.len();
    ids.sort_unstable();
    outcome.duplicates = ids.windows(2).filter(|pair| pair[0] == pair[1]).count();
}
