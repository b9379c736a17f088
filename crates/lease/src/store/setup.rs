//! Settings and slots: written once, checked at every start.

use std::sync::Arc;

use super::Store;
use crate::error::{LeaseError, StoreError};
use crate::space::Space;
use crate::sql::{Cell, Dialect, Kind, Sql, Writer, cell_int, cell_text};

/// Rows that one statement inserts at most.
const BATCH: i64 = 100;

/// Which worker ids there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    /// The smallest.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// How the slots of a namespace stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many there are.
    pub slots: i64,
    /// How many of them can be taken.
    pub free: i64,
    /// In how many ms the first one expires that is held.
    pub next_expiry_ms: Option<i64>,
}

impl Store {
    /// Writes the settings and the slots where they are not there yet, and checks those that are.
    ///
    /// Slots that are there stay as they are, whatever their state is; more are added where `slots` is larger than before.
    ///
    /// # Errors
    /// [`LeaseError::Settings`] where the namespace belongs to another id space, [`LeaseError::Slots`] for worker ids outside of it, and what the database says.
    pub async fn prepare(&self, space: &Space, slots: Slots) -> Result<(), LeaseError> {
        let last = i64::from(slots.first).saturating_add(i64::from(slots.count)).saturating_sub(1);
        if slots.count == 0 || i64::from(slots.first) < space.first_worker() || last > space.last_worker() {
            let (first, end) = (space.first_worker(), space.last_worker());
            return Err(LeaseError::Slots { first: i64::from(slots.first), last, allowed: first..=end });
        }
        self.execute("write settings", &self.write_settings(space)).await?;
        self.check(space).await?;
        let present = self.count(slots).await?;
        if present == i64::from(slots.count) {
            return Ok(());
        }
        let mut from = i64::from(slots.first);
        while from <= last {
            let to = last.min(from.saturating_add(BATCH - 1));
            self.execute("write slots", &self.write_slots(from, to)).await?;
            from = to.saturating_add(1);
        }
        Ok(())
    }

    /// Compares the settings in the database with those of an id space.
    ///
    /// # Errors
    /// [`LeaseError::Settings`] with the first that differs, and what the database says.
    pub async fn check(&self, space: &Space) -> Result<(), LeaseError> {
        const KINDS: &[Kind] = &[Kind::Text, Kind::Int, Kind::Int, Kind::Int];
        let mut sql = self.writer();
        sql.push("SELECT layout, epoch_ms, tick_ms, worker_bits FROM idspec_lease_settings");
        sql.key(self.namespace.name(), None);
        let rows = self.query("read settings", &sql.finish(KINDS)).await?;
        let Some(row) = rows.first() else {
            return Err(LeaseError::NotPrepared { namespace: Arc::clone(self.namespace.name()) });
        };
        let layout = cell_text(row, 0).unwrap_or_default();
        let mut pairs = vec![("layout", layout.to_string(), space.layout().to_owned())];
        let numbers =
            [("epoch_ms", space.epoch_ms()), ("tick_ms", space.tick_ms()), ("worker_bits", space.worker_bits())];
        for (index, (name, ours)) in numbers.into_iter().enumerate() {
            let theirs =
                cell_int(row, index.saturating_add(1)).ok_or(StoreError::Shape { statement: "read settings" })?;
            pairs.push((name, theirs.to_string(), ours.to_string()));
        }
        match pairs.into_iter().find(|(_, theirs, ours)| theirs != ours) {
            None => Ok(()),
            Some((setting, theirs, ours)) => {
                let namespace = Arc::clone(self.namespace.name());
                Err(LeaseError::Settings { namespace, setting, theirs, ours })
            }
        }
    }

    /// How the slots stand.
    ///
    /// # Errors
    /// What the database says.
    pub async fn tally(&self) -> Result<Tally, LeaseError> {
        const KINDS: &[Kind] = &[Kind::Int, Kind::Int, Kind::Int];
        let mut sql = self.writer();
        sql.push("SELECT count(*), count(CASE WHEN holder IS NULL OR expires_at_ms <= ");
        sql.now();
        sql.push(" THEN 1 END), min(CASE WHEN holder IS NOT NULL THEN expires_at_ms END) - ");
        sql.now();
        sql.push(" FROM idspec_worker_lease");
        sql.key(self.namespace.name(), None);
        let rows = self.query("tally", &sql.finish(KINDS)).await?;
        let row: &[Cell] = rows.first().map_or(&[], Vec::as_slice);
        let shape = StoreError::Shape { statement: "tally" };
        match (cell_int(row, 0), cell_int(row, 1)) {
            (Some(slots), Some(free)) => Ok(Tally { slots, free, next_expiry_ms: cell_int(row, 2) }),
            _ => Err(shape.into()),
        }
    }

    /// The database's clock, in ms since 1970.
    ///
    /// # Errors
    /// What the database says.
    pub async fn clock_ms(&self) -> Result<i64, LeaseError> {
        let mut sql = self.writer();
        sql.push("SELECT ");
        sql.now();
        let rows = self.query("clock", &sql.finish(&[Kind::Int])).await?;
        let now = rows.first().and_then(|row| cell_int(row, 0));
        Ok(now.ok_or(StoreError::Shape { statement: "clock" })?)
    }

    fn writer(&self) -> Writer {
        Writer::new(self.backend.dialect(), self.now)
    }

    async fn count(&self, slots: Slots) -> Result<i64, LeaseError> {
        let mut sql = self.writer();
        sql.push("SELECT count(*) FROM idspec_worker_lease");
        sql.key(self.namespace.name(), None);
        sql.push(" AND worker_id >= ");
        sql.int("first", i64::from(slots.first));
        sql.push(" AND worker_id < ");
        sql.int("end", i64::from(slots.first).saturating_add(i64::from(slots.count)));
        let rows = self.query("count slots", &sql.finish(&[Kind::Int])).await?;
        Ok(rows.first().and_then(|row| cell_int(row, 0)).ok_or(StoreError::Shape { statement: "count slots" })?)
    }

    fn write_settings(&self, space: &Space) -> Sql {
        let mut sql = self.insert("idspec_lease_settings (namespace, layout, epoch_ms, tick_ms, worker_bits)");
        sql.push("(");
        sql.text("namespace", self.namespace.name());
        sql.push(", ");
        sql.text("layout", &Arc::from(space.layout()));
        for (name, value) in
            [("epoch_ms", space.epoch_ms()), ("tick_ms", space.tick_ms()), ("worker_bits", space.worker_bits())]
        {
            sql.push(", ");
            sql.int(name, value);
        }
        sql.push(")");
        self.unless_there(
            sql,
            "idspec_lease_settings",
            "new.namespace = old.namespace",
            "namespace, layout, epoch_ms, tick_ms, worker_bits",
        )
    }

    fn write_slots(&self, from: i64, to: i64) -> Sql {
        let mut sql = self.insert("idspec_worker_lease (namespace, worker_id, hwm_ms)");
        for worker in from..=to {
            sql.push(if worker == from { "(" } else { ", (" });
            sql.text("namespace", self.namespace.name());
            sql.push(", ");
            sql.int("worker_id", worker);
            // Ids may have been given under this number before there was a table.
            sql.push(", ");
            sql.now();
            sql.push(")");
        }
        let same = "new.namespace = old.namespace AND new.worker_id = old.worker_id";
        self.unless_there(sql, "idspec_worker_lease", same, "namespace, worker_id, hwm_ms")
    }

    /// The beginning of an insertion that leaves rows alone that are there.
    fn insert(&self, table: &str) -> Writer {
        let mut sql = self.writer();
        match self.backend.dialect() {
            // Not MySQL's `INSERT IGNORE`, which would hide other faults as well.
            Dialect::Postgres | Dialect::Sqlite | Dialect::MySql => sql.push(&format!("INSERT INTO {table} VALUES ")),
            Dialect::SqlServer => {
                let columns = table.split_once('(').map_or("", |(_, columns)| columns.trim_end_matches(')'));
                sql.push(&format!("INSERT INTO {table} SELECT {columns} FROM (VALUES "));
            }
        }
        sql
    }

    fn unless_there(&self, mut sql: Writer, table: &str, same: &str, columns: &str) -> Sql {
        match self.backend.dialect() {
            Dialect::Postgres | Dialect::Sqlite => sql.push(" ON CONFLICT DO NOTHING"),
            Dialect::MySql => sql.push(" ON DUPLICATE KEY UPDATE namespace = namespace"),
            Dialect::SqlServer => sql.push(&format!(
                ") AS new ({columns}) WHERE NOT EXISTS (SELECT 1 FROM {table} WITH (UPDLOCK, HOLDLOCK) AS old WHERE {same})"
            )),
        }
        sql.finish(&[])
    }
}
