//! The text of a statement and the values beside it.

use std::sync::Arc;

use super::dialect::Dialect;
use crate::protocol::{Column, Condition, Order, Param, Rules, Set, Slot, Statement, Value};

/// What a column of a result holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of 64 bits.
    Int,
    /// A text.
    Text,
}

/// A value of a result, or null.
pub type Cell = Option<Value>;

/// A statement in the words of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sql {
    /// The text, the same for every call of the same kind, so that it is prepared once.
    pub text: String,
    /// The values of its placeholders, in their order.
    pub params: Vec<Param>,
    /// The columns of its result; none where it changes rows.
    pub columns: &'static [Kind],
    /// What it was made from, for backends of tests.
    #[doc(hidden)]
    pub statement: Option<Statement>,
}

/// Where an instant comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// The database's clock.
    Database,
    /// A number, for tests that say what the clock shows.
    Given(i64),
}

/// The columns of a slot and the database's clock.
const SLOT: [Column; 7] =
    [Column::Worker, Column::Holder, Column::Fence, Column::Rev, Column::ExpiresAt, Column::Mark, Column::Label];
const SLOT_KINDS: &[Kind] = &[Kind::Int, Kind::Text, Kind::Int, Kind::Int, Kind::Int, Kind::Int, Kind::Text, Kind::Int];

/// The SQL of a statement about a namespace.
#[must_use]
pub fn render(statement: &Statement, rules: &Rules, dialect: Dialect, namespace: &Arc<str>, now: Now) -> Sql {
    let mut sql = Writer::new(dialect, now);
    if let Some(update) = statement.update(rules) {
        sql.push("UPDATE idspec_worker_lease SET ");
        for (index, set) in update.sets.iter().enumerate() {
            sql.push(if index == 0 { "" } else { ", " });
            sql.set(set);
        }
        sql.key(namespace, statement.worker());
        sql.conditions(&update.conditions);
        return Sql { statement: Some(statement.clone()), ..sql.finish(&[]) };
    }
    let query = statement.query(rules);
    let order = query.as_ref().map_or(&Order::Any, |query| &query.order);
    sql.push("SELECT ");
    if let (Order::Shuffled { limit, .. }, Dialect::SqlServer) = (order, dialect) {
        sql.push(&format!("TOP ({limit}) "));
    }
    for column in SLOT {
        sql.push(column.name());
        sql.push(", ");
    }
    sql.now();
    sql.push(" AS now_ms FROM idspec_worker_lease");
    sql.key(namespace, statement.worker());
    sql.conditions(query.as_ref().map_or(&[], |query| &query.conditions));
    if let Order::Shuffled { label, patience, salt, limit } = order {
        // Slots that cannot be used come last, whatever their label: enough of them would hide all the others behind the limit.
        sql.push(" ORDER BY CASE WHEN hwm_ms <= ");
        sql.now_plus(Some(patience));
        sql.push(" THEN 0 ELSE hwm_ms END, CASE WHEN label <> '' AND label = ");
        sql.param(label);
        sql.push(" THEN 0 ELSE 1 END, CASE WHEN hwm_ms <= ");
        sql.now();
        // One more, since the number 0 times anything is the smallest.
        sql.push(" THEN 0 ELSE hwm_ms END, ((worker_id + 1) * ");
        sql.param(salt);
        // A prime above every worker id.
        sql.push(") % 8209, worker_id");
        if dialect != Dialect::SqlServer {
            sql.push(&format!(" LIMIT {limit}"));
        }
    }
    Sql { statement: Some(statement.clone()), ..sql.finish(SLOT_KINDS) }
}

/// Puts a statement together.
pub(crate) struct Writer {
    dialect: Dialect,
    now: Now,
    text: String,
    params: Vec<Param>,
}

impl Writer {
    pub(crate) const fn new(dialect: Dialect, now: Now) -> Self {
        Self { dialect, now, text: String::new(), params: Vec::new() }
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn param(&mut self, param: &Param) {
        self.params.push(param.clone());
        let placeholder = self.dialect.placeholder(self.params.len());
        self.text.push_str(&placeholder);
    }

    pub(crate) fn text(&mut self, name: &'static str, value: &Arc<str>) {
        self.param(&Param { name, value: Value::Text(Arc::clone(value)) });
    }

    pub(crate) fn int(&mut self, name: &'static str, value: i64) {
        self.param(&Param { name, value: Value::Int(value) });
    }

    pub(crate) fn now(&mut self) {
        match self.now {
            Now::Database => self.text.push_str(self.dialect.now()),
            Now::Given(now) => self.text.push_str(&now.to_string()),
        }
    }

    pub(crate) fn key(&mut self, namespace: &Arc<str>, worker: Option<i64>) {
        self.push(" WHERE namespace = ");
        self.text("namespace", namespace);
        if let Some(worker) = worker {
            self.push(" AND worker_id = ");
            self.int("worker_id", worker);
        }
    }

    fn conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            self.push(" AND ");
            match condition {
                Condition::Is(column, param) => {
                    self.push(column.name());
                    self.push(" = ");
                    self.param(param);
                }
                Condition::FreeOrExpired => {
                    self.push("(holder IS NULL OR expires_at_ms <= ");
                    self.now();
                    self.push(")");
                }
            }
        }
    }

    fn set(&mut self, set: &Set) {
        let (Set::To(column, _)
        | Set::ToUnlessEmpty(column, _)
        | Set::Null(column)
        | Set::Next(column)
        | Set::NowPlus(column, _)
        | Set::GreaterOfNowPlus(column, _)
        | Set::AtLeastNowPlus(column, _)) = set;
        self.push(column.name());
        self.push(" = ");
        match set {
            Set::To(_, param) => self.param(param),
            // Not `NULL` in the text, which is to be the same for every call.
            Set::ToUnlessEmpty(_, param) => {
                self.push("nullif(");
                self.param(param);
                self.push(", '')");
            }
            Set::Null(_) => self.push("NULL"),
            Set::Next(column) => {
                self.push(column.name());
                self.push(" + 1");
            }
            Set::NowPlus(_, param) => self.now_plus(Some(param)),
            Set::GreaterOfNowPlus(column, param) => {
                self.greatest(*column, None);
                self.push(" + ");
                self.param(param);
            }
            Set::AtLeastNowPlus(column, param) => self.greatest(*column, Some(param)),
        }
    }

    fn now_plus(&mut self, param: Option<&Param>) {
        self.now();
        if let Some(param) = param {
            self.push(" + ");
            self.param(param);
        }
    }

    fn greatest(&mut self, column: Column, ahead: Option<&Param>) {
        let name = column.name();
        match self.dialect {
            Dialect::Postgres | Dialect::MySql | Dialect::Sqlite => {
                self.push(if self.dialect == Dialect::Sqlite { "max(" } else { "greatest(" });
                self.push(name);
                self.push(", ");
                self.now_plus(ahead);
                self.push(")");
            }
            // `GREATEST` came with SQL Server 2022.
            Dialect::SqlServer => {
                self.push(&format!("(CASE WHEN {name} > "));
                self.now_plus(ahead);
                self.push(&format!(" THEN {name} ELSE "));
                self.now_plus(ahead);
                self.push(" END)");
            }
        }
    }

    pub(crate) fn finish(self, columns: &'static [Kind]) -> Sql {
        Sql { text: self.text, params: self.params, columns, statement: None }
    }
}

/// The number in a cell.
pub(crate) fn cell_int(cells: &[Cell], index: usize) -> Option<i64> {
    match cells.get(index) {
        Some(Some(Value::Int(value))) => Some(*value),
        _ => None,
    }
}

/// The text in a cell.
pub(crate) fn cell_text(cells: &[Cell], index: usize) -> Option<Arc<str>> {
    match cells.get(index) {
        Some(Some(Value::Text(value))) => Some(Arc::clone(value)),
        _ => None,
    }
}

/// The slot in a row, and the database's clock when it was read.
pub(crate) fn slot(cells: &[Cell]) -> Option<(Slot, i64)> {
    let slot = Slot {
        worker: cell_int(cells, 0)?,
        holder: cell_text(cells, 1),
        fence: cell_int(cells, 2)?,
        rev: cell_int(cells, 3)?,
        expires_at: cell_int(cells, 4)?,
        mark: cell_int(cells, 5)?,
        label: cell_text(cells, 6),
    };
    Some((slot, cell_int(cells, 7)?))
}
