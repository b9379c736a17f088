//! The tables in a database.

mod backend;
#[cfg(any(feature = "postgres", feature = "mysql", feature = "sqlite"))]
mod pool;
mod setup;

use std::sync::Arc;
use std::time::Duration;

pub use backend::{Backend, BackendError, Reply};
pub use setup::{Slots, Tally};

use crate::error::{LeaseError, StoreError};
use crate::protocol::{Answer, Rules, Slot, Statement};
use crate::space::Namespace;
use crate::sql::{Now, Sql, render, slot};

/// The slots of a namespace in a database.
///
/// Cheap to clone. Every statement has a bound in time; one that exceeds it is given up together with its connection.
#[derive(Clone, Debug)]
pub struct Store {
    backend: Arc<dyn Backend>,
    namespace: Namespace,
    patience: Duration,
    rules: Rules,
    now: Now,
}

impl Store {
    /// The slots of a namespace behind a backend: an sqlx pool, or one of your own.
    #[must_use]
    pub fn new(backend: impl Backend, namespace: Namespace) -> Self {
        Self {
            backend: Arc::new(backend),
            namespace,
            patience: Duration::from_secs(5),
            rules: Rules::ALL,
            now: Now::Database,
        }
    }

    /// The same with another bound on every statement; 5 s without. A renewal is not waited for longer than
    /// [`Options::renew_every`](crate::Options::renew_every), so that one that hangs does not cost the lease.
    #[must_use]
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The same with rules of the protocol switched off, for tests that show what they are for.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The same with a clock that shows what a test says.
    #[doc(hidden)]
    #[must_use]
    pub const fn at(mut self, now: Now) -> Self {
        self.now = now;
        self
    }

    /// The namespace.
    #[must_use]
    pub const fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// The same with a bound that is not longer.
    pub(crate) fn no_longer_than(mut self, patience: Duration) -> Self {
        self.patience = self.patience.min(patience);
        self
    }

    /// Which rules hold.
    #[doc(hidden)]
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Makes the tables where they are not there yet.
    ///
    /// # Errors
    /// What the database says.
    pub async fn migrate(&self) -> Result<(), LeaseError> {
        let script = self.backend.dialect().migration();
        Ok(self.bounded("migrate", self.backend.script(script)).await?)
    }

    /// Runs a statement.
    #[doc(hidden)]
    pub async fn run(&self, statement: &Statement) -> Result<Answer, StoreError> {
        self.look(statement).await.map(|(answer, _)| answer)
    }

    /// Runs a statement; for rows, with the database's clock when the first was read.
    pub(crate) async fn look(&self, statement: &Statement) -> Result<(Answer, Option<i64>), StoreError> {
        let sql = render(statement, &self.rules, self.backend.dialect(), self.namespace.name(), self.now);
        if sql.columns.is_empty() {
            return Ok((Answer::Changed(self.execute(statement.name(), &sql).await?), None));
        }
        let rows = self.query(statement.name(), &sql).await?;
        let read: Option<Vec<(Slot, i64)>> = rows.iter().map(|cells| slot(cells)).collect();
        let read = read.ok_or(StoreError::Shape { statement: statement.name() })?;
        let now = read.first().map(|(_, now)| *now);
        Ok((Answer::Rows(read.into_iter().map(|(slot, _)| slot).collect()), now))
    }

    async fn execute(&self, name: &'static str, sql: &Sql) -> Result<u64, StoreError> {
        self.bounded(name, self.backend.execute(sql)).await
    }

    async fn query(&self, name: &'static str, sql: &Sql) -> Result<Vec<Vec<crate::sql::Cell>>, StoreError> {
        self.bounded(name, self.backend.query(sql)).await
    }

    async fn bounded<T>(&self, statement: &'static str, reply: Reply<'_, T>) -> Result<T, StoreError> {
        match tokio::time::timeout(self.patience, reply).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(source)) => Err(StoreError::Database { statement, source }),
            Err(_) => Err(StoreError::Timeout { statement, after: self.patience }),
        }
    }
}
