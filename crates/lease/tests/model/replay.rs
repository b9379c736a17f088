//! A trace on a real database.

use std::sync::Arc;

use idspec_lease::protocol::{Answer, Rules, Slot, Statement};
use idspec_lease::{Namespace, Now, Slots, Space, Store};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::runtime::Runtime;

use crate::world::{Bounds, Database, Duplicate, Step, WORKER, World};

/// SQLite, with the clock of the trace.
pub(crate) struct Sqlite {
    store: Store,
    runtime: Arc<Runtime>,
}

impl Sqlite {
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = runtime.block_on(async {
            let options = SqliteConnectOptions::new().in_memory(true);
            // One connection, since each would have a memory of its own.
            let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
            let store = Store::new(pool, Namespace::new("model").unwrap()).at(Now::Given(0));
            store.migrate().await.unwrap();
            let worker = u32::try_from(WORKER).unwrap();
            store.prepare(&Space::new("model", 0, 1, 0, 10), Slots { first: worker, count: 1 }).await.unwrap();
            store
        });
        Self { store, runtime: Arc::new(runtime) }
    }
}

impl Database for Sqlite {
    fn execute(&mut self, statement: &Statement, rules: &Rules, now: i64) -> Answer {
        let store = self.store.clone().with_rules(*rules).at(Now::Given(now));
        self.runtime.block_on(store.run(statement)).unwrap()
    }

    fn see(&self) -> Slot {
        let answer = self.runtime.block_on(self.store.run(&Statement::Look { worker: WORKER })).unwrap();
        let Answer::Rows(mut rows) = answer else { panic!("a look gives rows") };
        rows.pop().unwrap()
    }
}

/// Takes the steps of a trace on SQLite; gives the duplicate that they end in.
pub(crate) fn replay(trace: &[Step], bounds: Bounds, rules: Rules) -> Option<Duplicate> {
    let mut world = World::new(bounds, rules, Sqlite::new());
    trace.iter().find_map(|step| world.take(*step).err())
}
