//! What a holder asks of the database, as values.
//!
//! A [`Statement`] says which columns it sets and under which conditions. [`Statement::update`] and [`Statement::query`] spell that out once; the SQL of
//! every dialect and the interpretation in memory that the model check uses are both made from this one spelling.

use std::sync::Arc;

use super::rules::Rules;

/// A column of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The number of the slot.
    Worker,
    /// Who holds it, or null.
    Holder,
    /// How often it was taken.
    Fence,
    /// How often the row was changed, so that no update leaves a row as it was.
    Rev,
    /// When it may be taken from its holder.
    ExpiresAt,
    /// Every instant before it may have been used.
    Mark,
    /// What the last holder called itself; it stays after a release.
    Label,
}

impl Column {
    /// Its name in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worker => "worker_id",
            Self::Holder => "holder",
            Self::Fence => "fence",
            Self::Rev => "rev",
            Self::ExpiresAt => "expires_at_ms",
            Self::Mark => "hwm_ms",
            Self::Label => "label",
        }
    }
}

/// A value that is sent beside the text of a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Int(i64),
    /// A text.
    Text(Arc<str>),
}

/// A value and what the statement calls it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// Its name in messages and in the list of statements.
    pub name: &'static str,
    /// What is sent.
    pub value: Value,
}

/// What a column is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// A value.
    To(Column, Param),
    /// A text, or null in place of an empty one.
    ToUnlessEmpty(Column, Param),
    /// Null.
    Null(Column),
    /// Itself and one more.
    Next(Column),
    /// The database's clock and so many ms.
    NowPlus(Column, Param),
    /// The greater of itself and the database's clock, and so many ms.
    GreaterOfNowPlus(Column, Param),
    /// The greater of itself and (the database's clock and so many ms).
    AtLeastNowPlus(Column, Param),
}

/// What has to hold for a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The column is the value.
    Is(Column, Param),
    /// Nobody holds the row, or no longer.
    FreeOrExpired,
}

/// A change of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// What is set, in order.
    pub sets: Vec<Set>,
    /// What has to hold, beside the key.
    pub conditions: Vec<Condition>,
}

/// In what order rows are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// One row at most.
    Any,
    /// Those first whose mark the clock shows within the patience, among them those with this label, then those that can be used at once, in an order that the
    /// salt shuffles, and only so many.
    Shuffled {
        /// The label; an empty one is that of no slot.
        label: Param,
        /// How many ms a mark may be ahead of the clock.
        patience: Param,
        /// Multiplies the numbers of the slots, so that processes that start together do not ask for the same ones.
        salt: Param,
        /// How many.
        limit: u32,
    },
}

/// A look at rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What has to hold, beside the key.
    pub conditions: Vec<Condition>,
    /// Which come first.
    pub order: Order,
}

/// What a holder asks of the database.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// Which slots can be taken.
    Candidates {
        /// The label that is preferred; an empty one is none.
        label: Arc<str>,
        /// How long the start of a window would be waited for.
        patience_ms: i64,
        /// What shuffles them, 1 to 8190.
        salt: i64,
        /// How many.
        limit: u32,
    },
    /// Which slots a holder of this name has, expired or not.
    HeldBy {
        /// The holder.
        holder: Arc<str>,
    },
    /// One slot, whoever holds it.
    Look {
        /// The slot.
        worker: i64,
    },
    /// Takes a slot.
    Acquire {
        /// The slot as it was seen.
        seen: Seen,
        /// The new holder.
        holder: Arc<str>,
        /// What it calls itself; null is written for an empty text.
        label: Arc<str>,
        /// How long it is not taken away.
        ttl_ms: i64,
        /// How far its window reaches.
        window_ms: i64,
    },
    /// Reads a slot back from under its holder.
    ReadBack {
        /// The slot.
        worker: i64,
        /// Its holder.
        holder: Arc<str>,
        /// Under which fence.
        fence: i64,
        /// What it is read back after.
        after: After,
    },
    /// Extends a lease and its window.
    Renew {
        /// The slot.
        worker: i64,
        /// Its holder.
        holder: Arc<str>,
        /// Under which fence.
        fence: i64,
        /// The mark that the holder knows.
        hi: i64,
        /// The count of changes that the holder knows.
        rev: i64,
        /// How long it is not taken away.
        ttl_ms: i64,
        /// How far its window reaches.
        window_ms: i64,
    },
    /// Gives a slot back.
    Release {
        /// The slot.
        worker: i64,
        /// Its holder.
        holder: Arc<str>,
        /// Under which fence.
        fence: i64,
        /// The mark that the holder knows.
        hi: i64,
        /// The first instant that it has not used.
        first_free: i64,
    },
}

/// A slot as it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    /// The slot.
    pub worker: i64,
    /// How often it had been taken.
    pub fence: i64,
    /// Its high-water mark.
    pub mark: i64,
}

/// What a slot is read back after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum After {
    /// It was taken.
    Acquire,
    /// It was renewed.
    Renew,
}

fn int(name: &'static str, value: i64) -> Param {
    Param { name, value: Value::Int(value) }
}

fn text(name: &'static str, value: &Arc<str>) -> Param {
    Param { name, value: Value::Text(Arc::clone(value)) }
}

fn is(column: Column, param: Param) -> Condition {
    Condition::Is(column, param)
}

/// The conditions whose rule holds.
fn under(pairs: impl IntoIterator<Item = (bool, Condition)>) -> Vec<Condition> {
    pairs.into_iter().filter_map(|(holds, condition)| holds.then_some(condition)).collect()
}

impl Statement {
    /// Its name in events and in the list of statements.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Candidates { .. } => "candidates",
            Self::HeldBy { .. } => "held_by",
            Self::Look { .. } => "look",
            Self::Acquire { .. } => "acquire",
            Self::ReadBack { .. } => "read_back",
            Self::Renew { .. } => "renew",
            Self::Release { .. } => "release",
        }
    }

    /// The slot that it is about, or nothing where it is about all of a namespace.
    #[must_use]
    pub const fn worker(&self) -> Option<i64> {
        match self {
            Self::Candidates { .. } | Self::HeldBy { .. } => None,
            Self::Acquire { seen, .. } => Some(seen.worker),
            Self::Look { worker }
            | Self::ReadBack { worker, .. }
            | Self::Renew { worker, .. }
            | Self::Release { worker, .. } => Some(*worker),
        }
    }

    /// The change that it makes, or nothing where it only reads.
    #[must_use]
    pub fn update(&self, rules: &Rules) -> Option<Update> {
        let (sets, conditions) = match self {
            Self::Acquire { seen, holder, label, ttl_ms, window_ms } => (
                vec![
                    Set::To(Column::Holder, text("holder", holder)),
                    Set::ToUnlessEmpty(Column::Label, text("label", label)),
                    Set::Next(Column::Fence),
                    Set::Next(Column::Rev),
                    Set::NowPlus(Column::ExpiresAt, int("ttl_ms", *ttl_ms)),
                    Set::GreaterOfNowPlus(Column::Mark, int("window_ms", *window_ms)),
                ],
                under([
                    (rules.acquire_compares, is(Column::Fence, int("seen_fence", seen.fence))),
                    // The start of the window is the mark that was seen, so it has to be the mark still.
                    (rules.acquire_compares, is(Column::Mark, int("seen_hwm_ms", seen.mark))),
                    (rules.acquire_compares, Condition::FreeOrExpired),
                ]),
            ),
            Self::Renew { holder, fence, hi, rev, ttl_ms, window_ms, .. } => (
                vec![
                    Set::Next(Column::Rev),
                    Set::NowPlus(Column::ExpiresAt, int("ttl_ms", *ttl_ms)),
                    Set::AtLeastNowPlus(Column::Mark, int("window_ms", *window_ms)),
                ],
                under([
                    (rules.renew_compares_holder, is(Column::Holder, text("holder", holder))),
                    (rules.renew_compares_holder, is(Column::Fence, int("fence", *fence))),
                    (rules.renew_compares_mark, is(Column::Mark, int("hi_ms", *hi))),
                    (rules.renew_compares_count, is(Column::Rev, int("rev", *rev))),
                ]),
            ),
            Self::Release { holder, fence, hi, first_free, .. } => (
                vec![
                    Set::Null(Column::Holder),
                    Set::Next(Column::Rev),
                    Set::To(Column::ExpiresAt, int("nothing", 0)),
                    Set::To(Column::Mark, int("first_free_ms", *first_free)),
                ],
                under([
                    (true, is(Column::Holder, text("holder", holder))),
                    (true, is(Column::Fence, int("fence", *fence))),
                    (rules.release_compares_mark, is(Column::Mark, int("hi_ms", *hi))),
                ]),
            ),
            Self::Candidates { .. } | Self::HeldBy { .. } | Self::Look { .. } | Self::ReadBack { .. } => return None,
        };
        Some(Update { sets, conditions })
    }

    /// The rows that it reads, or nothing where it changes one.
    #[must_use]
    pub fn query(&self, rules: &Rules) -> Option<Query> {
        let (conditions, order) = match self {
            Self::Candidates { label, patience_ms, salt, limit } => {
                let order = Order::Shuffled {
                    label: text("label", label),
                    patience: int("patience_ms", *patience_ms),
                    salt: int("salt", *salt),
                    limit: *limit,
                };
                (vec![Condition::FreeOrExpired], order)
            }
            Self::HeldBy { holder } => (vec![is(Column::Holder, text("holder", holder))], Order::Any),
            Self::Look { .. } => (Vec::new(), Order::Any),
            Self::ReadBack { holder, fence, after, .. } => {
                let (holder_counts, fence_counts) = match after {
                    After::Acquire => (true, rules.acquire_compares),
                    After::Renew => (rules.renew_compares_holder, rules.renew_compares_holder),
                };
                let conditions = under([
                    (holder_counts, is(Column::Holder, text("holder", holder))),
                    (fence_counts, is(Column::Fence, int("fence", *fence))),
                ]);
                (conditions, Order::Any)
            }
            Self::Acquire { .. } | Self::Renew { .. } | Self::Release { .. } => return None,
        };
        Some(Query { conditions, order })
    }
}
