//! Faults that are put in on purpose, and when.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, MySqlPool, PgPool, SqlitePool};

use crate::proxy::Proxy;
use crate::random::Random;
use crate::traffic::Away;

/// How long after a fault its last effects may be seen by a request: what was closed is noticed when the process is scheduled.
const AFTER: Duration = Duration::from_millis(100);

/// A fault, from before its first to after its last effect.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) what: &'static str,
    pub(crate) begin: Instant,
    pub(crate) end: Instant,
    /// How many connections it took.
    pub(crate) connections: usize,
}

/// Whether a request was under way during a fault.
pub(crate) fn excused(windows: &[Window], away: &Away) -> bool {
    windows.iter().any(|window| away.sent <= window.end + AFTER && away.answered >= window.begin)
}

/// What faults are put into.
#[derive(Clone, Debug)]
pub(crate) enum Database {
    Postgres(PgPool, Proxy),
    MySql(MySqlPool, Proxy),
    Sqlite(SqlitePool),
}

/// Faults until a moment.
pub(crate) async fn inject(database: &Database, until: Instant, mut random: Random, windows: &Mutex<Vec<Window>>) {
    // Some kinds first, each once; which ones follow is chance.
    let mut kind = 0;
    loop {
        let pause = Duration::from_millis(random.between(150, 900));
        if Instant::now() + pause >= until {
            return;
        }
        tokio::time::sleep(pause).await;
        let choice = if kind < 6 { kind } else { random.below(6) };
        kind += 1;
        let begin = Instant::now();
        let (what, connections) = match database {
            Database::Sqlite(pool) => match lock(pool, choice, &mut random).await {
                Some(fault) => fault,
                None => continue,
            },
            Database::Postgres(_, proxy) | Database::MySql(_, proxy) => match choice {
                0 => ("one connection ended by the server", database.kill(1).await),
                1 => ("all connections ended by the server", database.kill(usize::MAX).await),
                2 => {
                    let before = proxy.cuts();
                    proxy.halve(random.between(1, 3) as usize);
                    while proxy.halves() > 0 && begin.elapsed() < Duration::from_secs(1) {
                        tokio::time::sleep(Duration::from_millis(1)).await;
                    }
                    proxy.halve(0);
                    ("answers cut in the middle", proxy.cuts() - before)
                }
                3 => ("all connections reset", reset(proxy).await),
                4 => {
                    proxy.refuse(true);
                    let cut = reset(proxy).await;
                    tokio::time::sleep(Duration::from_millis(random.between(50, 600))).await;
                    proxy.refuse(false);
                    ("database not to be reached", cut)
                }
                _ => {
                    // No fault, but a slow database: within the patience of the service, so nobody may notice.
                    proxy.stall(true);
                    tokio::time::sleep(Duration::from_millis(random.between(50, 400))).await;
                    proxy.stall(false);
                    continue;
                }
            },
        };
        windows.lock().unwrap().push(Window { what, begin, end: Instant::now(), connections });
    }
}

/// Cuts all connections, and waits until they are.
async fn reset(proxy: &Proxy) -> usize {
    let (before, begun) = (proxy.cuts(), Instant::now());
    let there = proxy.connections();
    proxy.cut_all();
    while proxy.cuts() - before < there && begun.elapsed() < Duration::from_millis(500) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    proxy.cuts() - before
}

/// Holds the lock of the writers: shortly, which is no fault, or longer than the service waits.
async fn lock(pool: &SqlitePool, choice: usize, random: &mut Random) -> Option<(&'static str, usize)> {
    let long = choice % 3 == 1;
    let held = if long { random.between(1300, 1800) } else { random.between(20, 300) };
    let mut connection = pool.acquire().await.unwrap();
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut *connection).await.unwrap();
    tokio::time::sleep(Duration::from_millis(held)).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await.unwrap();
    long.then_some(("locked for longer than a writer waits", 1))
}

impl Database {
    /// The service's connections, by their numbers on the server.
    async fn sessions(&self) -> Vec<i64> {
        match self {
            Self::Postgres(pool, _) => {
                let text = "SELECT pid::bigint FROM pg_stat_activity WHERE datname = current_database() \
                            AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
                sqlx::query_scalar(text).fetch_all(pool).await.unwrap()
            }
            Self::MySql(pool, _) => {
                let text = "SELECT CAST(id AS SIGNED) FROM information_schema.processlist WHERE db = database() \
                            AND id <> connection_id()";
                sqlx::query_scalar(text).fetch_all(pool).await.unwrap()
            }
            Self::Sqlite(_) => Vec::new(),
        }
    }

    /// Has the server end so many of the service's connections, and waits until they are gone.
    async fn kill(&self, most: usize) -> usize {
        let mut sessions = self.sessions().await;
        sessions.truncate(most);
        for session in &sessions {
            match self {
                Self::Postgres(pool, _) => {
                    let ended = sqlx::query("SELECT pg_terminate_backend($1::int)").bind(*session as i32);
                    ended.execute(pool).await.unwrap();
                }
                Self::MySql(pool, _) => {
                    // One that has gone by itself is an error, and no matter.
                    let kill = AssertSqlSafe(format!("KILL CONNECTION {session}"));
                    let _ = sqlx::raw_sql(kill).execute(pool).await;
                }
                Self::Sqlite(_) => {}
            }
        }
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            let left = self.sessions().await;
            if !sessions.iter().any(|session| left.contains(session)) {
                return sessions.len();
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        panic!("connections are still there 5 s after they were ended");
    }
}

#[test]
fn only_what_a_fault_met_is_excused() {
    let zero = Instant::now();
    let at = |ms: u64| zero + Duration::from_millis(ms);
    let windows = [Window { what: "", begin: at(1000), end: at(1500), connections: 1 }];
    for (sent, answered, is) in
        [(0, 999, false), (0, 1000, true), (1200, 1300, true), (1600, 1700, true), (1601, 1700, false), (0, 5000, true)]
    {
        let away = Away { sent: at(sent), answered: at(answered) };
        assert_eq!(excused(&windows, &away), is, "{sent} {answered}");
    }
    assert!(!excused(&[], &Away { sent: at(0), answered: at(9000) }));
}
