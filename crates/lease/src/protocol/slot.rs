//! A slot, and what statements do to it, in memory.

use std::sync::Arc;

use super::rules::Rules;
use super::statement::{Column, Condition, Set, Statement, Value};

/// A row of the table of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Its number.
    pub worker: i64,
    /// Who holds it.
    pub holder: Option<Arc<str>>,
    /// How often it was taken.
    pub fence: i64,
    /// How often the row was changed.
    pub rev: i64,
    /// When it may be taken from its holder, in ms.
    pub expires_at: i64,
    /// Every instant before it may have been used, in ms.
    pub mark: i64,
    /// What the last holder called itself.
    pub label: Option<Arc<str>>,
}

/// What the database says to a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// So many rows were changed.
    Changed(u64),
    /// The rows that were read.
    Rows(Vec<Slot>),
}

impl Slot {
    /// A slot that was never taken.
    #[must_use]
    pub const fn new(worker: i64) -> Self {
        Self { worker, holder: None, fence: 0, rev: 0, expires_at: 0, mark: 0, label: None }
    }

    /// Does what a statement says, as a database with this one row would at an instant of its clock.
    pub fn execute(&mut self, statement: &Statement, rules: &Rules, now_ms: i64) -> Answer {
        let key = statement.worker().is_none_or(|worker| worker == self.worker);
        if let Some(update) = statement.update(rules) {
            if !key || !update.conditions.iter().all(|condition| self.meets(condition, now_ms)) {
                return Answer::Changed(0);
            }
            for set in &update.sets {
                self.set(set, now_ms);
            }
            return Answer::Changed(1);
        }
        let conditions = statement.query(rules).map(|query| query.conditions).unwrap_or_default();
        let found = key && conditions.iter().all(|condition| self.meets(condition, now_ms));
        Answer::Rows(found.then(|| self.clone()).into_iter().collect())
    }

    /// Whether a condition holds at an instant of the database's clock.
    #[must_use]
    pub fn meets(&self, condition: &Condition, now_ms: i64) -> bool {
        match condition {
            Condition::FreeOrExpired => self.holder.is_none() || self.expires_at <= now_ms,
            Condition::Is(column, param) => match &param.value {
                Value::Int(value) => self.int(*column) == Some(*value),
                Value::Text(value) => self.text(*column) == Some(value),
            },
        }
    }

    fn int(&self, column: Column) -> Option<i64> {
        match column {
            Column::Worker => Some(self.worker),
            Column::Fence => Some(self.fence),
            Column::Rev => Some(self.rev),
            Column::ExpiresAt => Some(self.expires_at),
            Column::Mark => Some(self.mark),
            Column::Holder | Column::Label => None,
        }
    }

    const fn text(&self, column: Column) -> Option<&Arc<str>> {
        match column {
            Column::Holder => self.holder.as_ref(),
            Column::Label => self.label.as_ref(),
            _ => None,
        }
    }

    fn set(&mut self, set: &Set, now_ms: i64) {
        let (column, value) = match set {
            Set::Null(column) => return self.put_text(*column, None),
            Set::To(column, param) => match &param.value {
                Value::Text(value) => return self.put_text(*column, Some(Arc::clone(value))),
                Value::Int(value) => (*column, *value),
            },
            Set::ToUnlessEmpty(column, param) => {
                let text = match &param.value {
                    Value::Text(value) if !value.is_empty() => Some(Arc::clone(value)),
                    Value::Text(_) | Value::Int(_) => None,
                };
                return self.put_text(*column, text);
            }
            Set::Next(column) => (*column, self.int(*column).unwrap_or(0).saturating_add(1)),
            Set::NowPlus(column, param) => (*column, now_ms.saturating_add(number(&param.value))),
            Set::GreaterOfNowPlus(column, param) => {
                let greater = self.int(*column).unwrap_or(0).max(now_ms);
                (*column, greater.saturating_add(number(&param.value)))
            }
            Set::AtLeastNowPlus(column, param) => {
                let ahead = now_ms.saturating_add(number(&param.value));
                (*column, self.int(*column).unwrap_or(0).max(ahead))
            }
        };
        match column {
            Column::Fence => self.fence = value,
            Column::Rev => self.rev = value,
            Column::ExpiresAt => self.expires_at = value,
            Column::Mark => self.mark = value,
            Column::Worker | Column::Holder | Column::Label => {}
        }
    }

    fn put_text(&mut self, column: Column, value: Option<Arc<str>>) {
        match column {
            Column::Holder => self.holder = value,
            Column::Label => self.label = value,
            _ => {}
        }
    }
}

const fn number(value: &Value) -> i64 {
    match value {
        Value::Int(value) => *value,
        Value::Text(_) => 0,
    }
}
