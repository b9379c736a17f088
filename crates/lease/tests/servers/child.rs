//! A process that leases worker ids, gives ids and writes down both.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use idspec_lease::protocol::Rules;
use idspec_lease::{Lease, Options, Status, Store};
use idspec_twitter_snowflake::{Id as _, Timestamped as _, TwitterSnowflake};

use crate::database;

/// How long a lease lives.
pub(crate) const TTL: Duration = Duration::from_millis(400);

/// Ends by itself after this long, should the parent not end it.
const LIFE: Duration = Duration::from_secs(60);

/// What a child is told.
pub(crate) const URL: &str = "IDSPEC_LEASE_CHILD_URL";
pub(crate) const NAMESPACE: &str = "IDSPEC_LEASE_CHILD_NAMESPACE";
pub(crate) const FOLDER: &str = "IDSPEC_LEASE_CHILD_FOLDER";
pub(crate) const SEED: &str = "IDSPEC_LEASE_CHILD_SEED";
pub(crate) const NAIVE: &str = "IDSPEC_LEASE_CHILD_NAIVE";

/// A sequence that looks random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

pub(crate) fn main() {
    let Ok(url) = std::env::var(URL) else { return };
    let text = |name: &str| std::env::var(name).unwrap();
    let (namespace, folder) = (text(NAMESPACE), PathBuf::from(text(FOLDER)));
    let dice = Dice(text(SEED).parse().unwrap());
    let rules =
        if std::env::var_os(NAIVE).is_some() { Rules { acquire_compares: false, ..Rules::ALL } } else { Rules::ALL };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(live(&url, &namespace, rules, &folder, dice));
}

async fn live(url: &str, namespace: &str, rules: Rules, folder: &Path, mut dice: Dice) {
    let born = Instant::now();
    let over = || born.elapsed() > LIFE || folder.join("stop").exists();
    let mut ids = File::create(folder.join(format!("ids-{}", std::process::id()))).unwrap();
    let mut grants = File::create(folder.join(format!("grants-{}", std::process::id()))).unwrap();
    while !over() {
        let Ok(store) = database::store(url, namespace).await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let store = store.with_rules(rules).with_patience(Duration::from_secs(2));
        for turn in 0.. {
            if over() || turn == 20 {
                break;
            }
            hold(&store, &mut ids, &mut grants, &mut dice).await;
        }
    }
}

/// One lease from its beginning to its end.
async fn hold(store: &Store, ids: &mut File, grants: &mut File, dice: &mut Dice) {
    let options = Options::new().ttl(TTL).skew(Duration::from_secs(5)).within(Duration::from_secs(2));
    let started = Lease::<TwitterSnowflake>::builder(store.clone()).options(options).start().await;
    let lease = match started {
        Ok(lease) => lease,
        Err(error) => {
            writeln!(grants, "# {error}").unwrap();
            tokio::time::sleep(Duration::from_millis(20 + dice.below(50))).await;
            return;
        }
    };
    let mut watch = lease.watch();
    let until = Instant::now() + Duration::from_millis(20 + dice.below(200));
    let mut held = None;
    let mut last = None;
    loop {
        // The first status too, and the last one before the lease ends.
        let over = Instant::now() >= until;
        if (held.is_none() || over || watch.has_changed().unwrap_or(false))
            && let Status::Held { worker, fence, lo_ms, hi_ms } = *watch.borrow_and_update()
        {
            writeln!(grants, "held {worker} {fence} {lo_ms} {hi_ms}").unwrap();
            held = Some((worker, fence, lo_ms));
        }
        if over {
            break;
        }
        for _ in 0..20 {
            if let Ok(id) = lease.try_next() {
                ids.write_all(&id.to_repr().to_le_bytes()).unwrap();
                last = Some(id);
            }
        }
        tokio::time::sleep(Duration::from_millis(1 + dice.below(3))).await;
    }
    // The next holder may start where this one stopped, so that is where its window ends.
    if let Some((worker, fence, lo)) = held {
        let own = last.filter(|id: &TwitterSnowflake| id.datacenter() * 32 + id.worker() == worker);
        let end = own.map_or(lo, |id| id.timestamp().unix_ms() + 1);
        writeln!(grants, "ends {worker} {fence} {end}").unwrap();
    }
    if dice.below(2) == 0 {
        let _ = lease.shutdown().await;
    }
}
