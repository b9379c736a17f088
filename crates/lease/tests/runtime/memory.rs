//! A database in memory whose clock and whose moods a test sets.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use idspec_core::Timestamp;
use idspec_core::generate::Clock;
use idspec_lease::protocol::{Answer, Rules, Slot, Statement};
use idspec_lease::{Backend, Cell, Clocks, Dialect, Reply, Space, Sql, Value};
use idspec_nalix_typed::NalixTyped;
use idspec_twitter_snowflake::TwitterSnowflake;
use tokio::time::Instant;

/// What the clocks show when a test begins.
pub(crate) const BEGIN: i64 = 1_700_000_000_000;

/// How a database behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    Answers,
    Refuses,
    /// Refuses what is about slots, and lets the settings be read.
    AwayForSlots,
    Hangs,
    /// Carries out the next change, and its answer is lost.
    LosesOneAnswer,
    /// A driver with a fault.
    Panics,
    /// Carries out changes at once, and answers so much later.
    AnswersAfter(Duration),
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) slots: Vec<Slot>,
    pub(crate) mood: Mood,
    pub(crate) ahead: i64,
}

/// The database, and the clocks of the machine beside it.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) state: Arc<Mutex<State>>,
    begun: Instant,
    back: Arc<AtomicI64>,
}

impl Memory {
    /// Free slots from a worker id on.
    pub(crate) fn new(first: i64, count: i64) -> Self {
        let slot = |worker| Slot { mark: BEGIN, ..Slot::new(worker) };
        let slots = (first..first + count).map(slot).collect();
        let state = State { slots, mood: Mood::Answers, ahead: 0 };
        Self { state: Arc::new(Mutex::new(state)), begun: Instant::now(), back: Arc::default() }
    }

    pub(crate) fn set(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    pub(crate) fn slot(&self, index: usize) -> Slot {
        self.state.lock().unwrap().slots[index].clone()
    }

    /// Sets the clock of the machine back.
    pub(crate) fn set_back(&self, ms: i64) {
        self.back.store(ms, Ordering::Relaxed);
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn true_ms(&self) -> i64 {
        BEGIN + i64::try_from(self.begun.elapsed().as_millis()).unwrap()
    }

    fn run(&self, sql: &Sql) -> Result<Option<Answer>, &'static str> {
        let mut state = self.state.lock().unwrap();
        let now = self.true_ms() + state.ahead;
        let Some(statement) = &sql.statement else { return Ok(None) };
        let (mut changed, mut rows) = (0, Vec::new());
        for slot in &mut state.slots {
            match slot.execute(statement, &Rules::ALL, now) {
                Answer::Changed(count) => changed += count,
                Answer::Rows(found) => rows.extend(found),
            }
        }
        if let Statement::Candidates { label, patience_ms, limit, .. } = statement {
            let ahead = |slot: &Slot, by: i64| if slot.mark <= now + by { 0 } else { slot.mark };
            let own = |slot: &Slot| !label.is_empty() && slot.label.as_ref() == Some(label);
            rows.sort_by_key(|slot| (ahead(slot, *patience_ms), !own(slot), ahead(slot, 0)));
            rows.truncate(usize::try_from(*limit).unwrap());
        }
        if changed > 0 && state.mood == Mood::LosesOneAnswer {
            state.mood = Mood::Answers;
            return Err("the connection was cut");
        }
        Ok(Some(if sql.columns.is_empty() { Answer::Changed(changed) } else { Answer::Rows(rows) }))
    }

    async fn mood(&self) -> Result<(), &'static str> {
        let mood = self.state.lock().unwrap().mood;
        match mood {
            Mood::Refuses => Err("the database is away"),
            Mood::Hangs => std::future::pending().await,
            Mood::Panics => panic!("a fault of the driver"),
            Mood::Answers | Mood::LosesOneAnswer | Mood::AnswersAfter(_) | Mood::AwayForSlots => Ok(()),
        }
    }

    /// What set-up reads.
    fn other(&self, text: &str) -> Vec<i64> {
        let state = self.state.lock().unwrap();
        let now = self.true_ms() + state.ahead;
        let count = i64::try_from(state.slots.len()).unwrap();
        if text.contains("count(CASE") {
            let held = state.slots.iter().filter(|slot| slot.holder.is_some());
            let next = held.map(|slot| slot.expires_at - now).min().unwrap_or(0);
            vec![count, 0, next]
        } else if text.starts_with("SELECT count(*)") {
            vec![count]
        } else {
            vec![now]
        }
    }
}

impl Backend for Memory {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn script<'a>(&'a self, _: &'static str) -> Reply<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn execute<'a>(&'a self, sql: &'a Sql) -> Reply<'a, u64> {
        Box::pin(async {
            self.mood().await?;
            let answer = self.run(sql)?;
            let mood = self.state.lock().unwrap().mood;
            if let Mood::AnswersAfter(late) = mood {
                tokio::time::sleep(late).await;
            }
            match answer {
                Some(Answer::Changed(count)) => Ok(count),
                _ => Ok(0),
            }
        })
    }

    fn query<'a>(&'a self, sql: &'a Sql) -> Reply<'a, Vec<Vec<Cell>>> {
        Box::pin(async {
            self.mood().await?;
            if sql.statement.is_some() && self.state.lock().unwrap().mood == Mood::AwayForSlots {
                return Err("the database is away".into());
            }
            let int = |value| Some(Value::Int(value));
            if sql.text.starts_with("SELECT layout") {
                let nalix = sql.params.iter().any(|param| param.value == Value::Text(Arc::from("nalix")));
                let space = if nalix { Space::of::<NalixTyped>() } else { Space::of::<TwitterSnowflake>() }.unwrap();
                let layout = Some(Value::Text(Arc::from(space.layout())));
                return Ok(vec![vec![layout, int(space.epoch_ms()), int(space.tick_ms()), int(space.worker_bits())]]);
            }
            let now = self.true_ms() + self.state.lock().unwrap().ahead;
            Ok(match self.run(sql)? {
                Some(Answer::Rows(rows)) => {
                    let cells = |slot: Slot| {
                        let text = |value: Option<Arc<str>>| value.map(Value::Text);
                        let numbers = [slot.fence, slot.rev, slot.expires_at, slot.mark].map(int);
                        let mut cells = vec![int(slot.worker), text(slot.holder)];
                        cells.extend(numbers);
                        cells.extend([text(slot.label), int(now)]);
                        cells
                    };
                    rows.into_iter().map(cells).collect()
                }
                _ => vec![self.other(&sql.text).into_iter().map(int).collect()],
            })
        })
    }
}

impl Clocks for Memory {
    fn wall_ms(&self) -> i64 {
        self.true_ms() - self.back.load(Ordering::Relaxed)
    }

    fn uptime(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Clock for Memory {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_ms(self.wall_ms()).unwrap()
    }
}
