//! What can go wrong, and the way out.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use crate::store::BackendError;

/// A statement that had no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The database or its driver said no.
    Database {
        /// The statement.
        statement: &'static str,
        /// What was said.
        source: BackendError,
    },
    /// There was no answer in time. Whether the statement was carried out is not known.
    Timeout {
        /// The statement.
        statement: &'static str,
        /// The bound.
        after: Duration,
    },
    /// The answer has other columns than were asked for.
    Shape {
        /// The statement.
        statement: &'static str,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database { statement, source } => write!(f, "`{statement}` failed: {source}"),
            Self::Timeout { statement, after } => {
                write!(f, "`{statement}` had no answer within {after:?}: is the database reachable?")
            }
            Self::Shape { statement } => {
                write!(f, "`{statement}` gave other columns than it asked for: were the tables changed by hand?")
            }
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Database { source, .. } => Some(source.as_ref()),
            Self::Timeout { .. } | Self::Shape { .. } => None,
        }
    }
}

/// Why there is no lease.
#[derive(Debug)]
#[non_exhaustive]
pub enum LeaseError {
    /// The database had no answer.
    Store(StoreError),
    /// A name that not every database compares alike.
    Name {
        /// What it is the name of.
        what: &'static str,
        /// The name.
        name: String,
        /// How long it may be.
        max: usize,
    },
    /// Options that contradict each other.
    Options {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Worker ids that the layout does not have.
    Slots {
        /// The smallest that was asked for.
        first: i64,
        /// The largest that was asked for.
        last: i64,
        /// Those that the layout has.
        allowed: RangeInclusive<i64>,
    },
    /// The namespace has no settings: [`Store::prepare`](crate::Store::prepare) writes them.
    NotPrepared {
        /// The namespace.
        namespace: Arc<str>,
    },
    /// The namespace belongs to another id space.
    Settings {
        /// The namespace.
        namespace: Arc<str>,
        /// What differs.
        setting: &'static str,
        /// The value in the database.
        theirs: String,
        /// The value here.
        ours: String,
    },
    /// Every worker id is held.
    Exhausted {
        /// How many there are.
        slots: i64,
        /// When the first of them expires, unless it is renewed.
        next_expiry: Option<Duration>,
    },
    /// Others were faster at every slot that was tried.
    Contended {
        /// How often candidates were read.
        rounds: u32,
    },
    /// The database's clock and this machine's differ too much.
    ClockSkew {
        /// How far the database is ahead at least, in ms; negative where it is behind.
        database_ahead_ms: i64,
        /// The bound.
        bound: Duration,
    },
    /// Every free slot starts at an instant that this machine's clock does not show yet.
    ClockBehind {
        /// How far away the nearest of them is.
        by: Duration,
        /// How long would have been waited.
        patience: Duration,
    },
    /// Another process runs under this name.
    NameInUse {
        /// The name.
        name: Arc<str>,
        /// The slot that it holds.
        worker: i64,
    },
    /// The generator refused the worker id or the window.
    Generator {
        /// What it said.
        reason: String,
    },
    /// The lease was closed meanwhile.
    Closed,
    /// There is no source of randomness to make a name from.
    Entropy,
    /// The scheme's ids hold no worker id.
    NoWorker {
        /// The scheme.
        scheme: &'static str,
    },
    /// The task that keeps the lease ended.
    Task {
        /// Why.
        reason: String,
    },
    /// It took longer than it may.
    Deadline {
        /// The bound.
        after: Duration,
        /// What went wrong last.
        last: Option<Box<LeaseError>>,
    },
}

impl LeaseError {
    /// Its name in metrics and events.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Store(StoreError::Timeout { .. }) => "timeout",
            Self::Store(_) => "database",
            Self::Name { .. } => "name",
            Self::Options { .. } => "options",
            Self::Slots { .. } => "slots",
            Self::NotPrepared { .. } => "not_prepared",
            Self::Settings { .. } => "settings",
            Self::Exhausted { .. } => "exhausted",
            Self::Contended { .. } => "contended",
            Self::ClockSkew { .. } => "clock_skew",
            Self::ClockBehind { .. } => "clock_behind",
            Self::NameInUse { .. } => "name_in_use",
            Self::Generator { .. } => "generator",
            Self::Closed => "closed",
            Self::Entropy => "entropy",
            Self::NoWorker { .. } => "no_worker",
            Self::Task { .. } => "task",
            Self::Deadline { .. } => "deadline",
        }
    }

    /// Whether the same call may succeed later without a change of settings.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Store(_)
                | Self::Exhausted { .. }
                | Self::Contended { .. }
                | Self::ClockSkew { .. }
                | Self::ClockBehind { .. }
                | Self::Deadline { .. }
        )
    }
}

impl fmt::Display for LeaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "{error}"),
            Self::Name { what, name, max } => {
                write!(f, "the {what} {name:?} is not 1 to {max} ASCII letters, digits and `._-:/@`")
            }
            Self::Options { option, reason } => write!(f, "{option} {reason}"),
            Self::Slots { first, last, allowed } => write!(
                f,
                "worker ids {first} to {last} are not in the layout, which has {} to {}: choose fewer slots",
                allowed.start(),
                allowed.end()
            ),
            Self::NotPrepared { namespace } => {
                write!(f, "namespace {namespace} has no settings: run `migrate` and `prepare` once")
            }
            Self::Settings { namespace, setting, theirs, ours } => write!(
                f,
                "{setting} of namespace {namespace} is {theirs} in the database and {ours} here: ids would collide; correct the configuration or take a \
                 namespace of its own"
            ),
            Self::Exhausted { slots, next_expiry } => {
                let first = if *slots == 1 {
                    f.write_str("the only worker id is held")?;
                    "it"
                } else {
                    write!(f, "all {slots} worker ids are held")?;
                    "the first"
                };
                if let Some(after) = next_expiry {
                    write!(f, "; {first} expires in {after:?} unless it is renewed")?;
                }
                f.write_str(": prepare more slots, or stop a process")
            }
            Self::Contended { rounds: 1 } => f.write_str("others were faster: try again"),
            Self::Contended { rounds } => write!(f, "others were faster {rounds} times: try again"),
            Self::ClockSkew { database_ahead_ms, bound } => write!(
                f,
                "the database's clock is {} ms {} this machine's, more than {bound:?}: synchronise the clocks",
                database_ahead_ms.unsigned_abs(),
                if *database_ahead_ms < 0 { "behind" } else { "ahead of" }
            ),
            Self::ClockBehind { by, patience } => write!(
                f,
                "the nearest free window begins in {by:?} by this machine's clock, and only {patience:?} would be waited: set the clock, or wait"
            ),
            Self::NameInUse { name, worker } => {
                write!(f, "another process runs as {name} and renews worker {worker}: give each process its own name")
            }
            Self::Generator { reason } => write!(f, "the generator refused the lease: {reason}"),
            Self::Closed => f.write_str("the lease was closed"),
            Self::Entropy => f.write_str("there is no source of randomness to name the holder by: give it a name"),
            Self::NoWorker { scheme } => write!(f, "{scheme}: its ids hold no worker id, so there is nothing to lease"),
            Self::Task { reason } => write!(f, "the task that keeps the lease ended: {reason}"),
            Self::Deadline { after, last } => {
                write!(f, "no lease within {after:?}")?;
                last.as_ref().map_or(Ok(()), |last| write!(f, ": {last}"))
            }
        }
    }
}

impl Error for LeaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::Deadline { last: Some(last), .. } => Some(last.as_ref()),
            _ => None,
        }
    }
}

impl From<StoreError> for LeaseError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
