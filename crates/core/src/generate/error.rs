//! Why a generator gives no id, and why there is no generator.

use core::fmt;
use core::time::Duration;

use crate::code::ErrorCode;
use crate::error::{FieldError, FieldErrorKind};
use crate::field::Field;
use crate::scheme::Scheme;
use crate::time::Timestamp;

/// Why a generator gave no id. The generator is as it was before the call.
#[derive(Clone, Copy)]
pub struct GenerateError {
    scheme: &'static Scheme,
    kind: GenerateErrorKind,
}

/// Why a generator gave no id, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateErrorKind {
    /// All sequence numbers of the unit are given.
    Exhausted {
        /// When the next unit begins.
        retry_at: Timestamp,
    },
    /// The clock stands behind the unit of the last id.
    ClockBehind {
        /// By how much, in whole units.
        by: Duration,
        /// When the unit of the last id begins.
        retry_at: Timestamp,
    },
    /// The clock, or the next id, is outside the scheme's time.
    OutsideEpoch {
        /// What the clock shows.
        now: Timestamp,
        /// The scheme's first instant.
        first: Timestamp,
        /// The instant at which the scheme's last unit begins.
        last: Timestamp,
    },
    /// The random part of the last id is the largest.
    RandomExhausted {
        /// When the next unit begins.
        retry_at: Timestamp,
    },
    /// The id would lie past the end of the lease, or the lease is lost.
    LeaseWindow,
    /// The generator was sealed, as it is before its worker id is given back.
    Sealed,
    /// The process was forked, and parent and child must not share a worker id.
    Forked,
    /// The source of randomness gave nothing.
    Entropy,
    /// The process-wide generator was not installed.
    NotInstalled,
}

impl GenerateError {
    pub(crate) const fn new(scheme: &'static Scheme, kind: GenerateErrorKind) -> Self {
        Self { scheme, kind }
    }

    /// What whoever follows the leases of a machine says while there is none.
    #[must_use]
    pub const fn without_lease(scheme: &'static Scheme) -> Self {
        Self::new(scheme, GenerateErrorKind::LeaseWindow)
    }

    /// The scheme whose id was asked for.
    #[must_use]
    pub const fn scheme(&self) -> &'static Scheme {
        self.scheme
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> GenerateErrorKind {
        self.kind
    }

    /// When another call may succeed without anything but time passing, or nothing where time does not help.
    #[must_use]
    pub const fn retry_at(&self) -> Option<Timestamp> {
        match self.kind {
            GenerateErrorKind::Exhausted { retry_at }
            | GenerateErrorKind::ClockBehind { retry_at, .. }
            | GenerateErrorKind::RandomExhausted { retry_at } => Some(retry_at),
            _ => None,
        }
    }

    /// The word for what is wrong in the vocabulary of the vectors; nothing where they have none, as for leases and forks.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self.kind {
            GenerateErrorKind::Exhausted { .. } => Some(ErrorCode::SequenceExhausted),
            GenerateErrorKind::ClockBehind { .. } => Some(ErrorCode::ClockRollback),
            GenerateErrorKind::OutsideEpoch { now, first, .. } if now < first => Some(ErrorCode::ClockBeforeEpoch),
            GenerateErrorKind::OutsideEpoch { .. } => Some(ErrorCode::TimestampExhausted),
            GenerateErrorKind::RandomExhausted { .. } => Some(ErrorCode::RandomExhausted),
            GenerateErrorKind::LeaseWindow
            | GenerateErrorKind::Sealed
            | GenerateErrorKind::Forked
            | GenerateErrorKind::Entropy
            | GenerateErrorKind::NotInstalled => None,
        }
    }
}

impl PartialEq for GenerateError {
    fn eq(&self, other: &Self) -> bool {
        self.scheme.is(other.scheme) && self.kind == other.kind
    }
}

impl Eq for GenerateError {}

impl fmt::Debug for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerateError").field("scheme", &self.scheme.title()).field("kind", &self.kind).finish()
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no new {}: ", self.scheme)?;
        match self.kind {
            GenerateErrorKind::Exhausted { retry_at } => {
                write!(f, "all sequence numbers of this unit of time are given, try again at {retry_at}")
            }
            GenerateErrorKind::ClockBehind { by, retry_at } => {
                write!(f, "the clock is {by:?} behind the last id, it has to reach {retry_at}")
            }
            GenerateErrorKind::OutsideEpoch { now, first, last } => {
                write!(f, "{now} is outside the scheme's time, {first} to {last}, or the last unit is used up")
            }
            GenerateErrorKind::RandomExhausted { retry_at } => {
                write!(f, "the random part of the last id is the largest, try again at {retry_at}")
            }
            GenerateErrorKind::LeaseWindow => f.write_str("the lease of the worker id does not reach to this time"),
            GenerateErrorKind::Sealed => f.write_str("the generator was sealed, make another one"),
            GenerateErrorKind::Forked => {
                f.write_str("the process was forked, make a generator with another worker id in the child")
            }
            GenerateErrorKind::Entropy => super::entropy::EntropyError.fmt(f),
            GenerateErrorKind::NotInstalled => f.write_str("no generator was installed for the process"),
        }
    }
}

impl core::error::Error for GenerateError {}

/// Why a generator was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A configured field does not fit, is missing, or is none of the scheme's that tell generators apart.
    Field(FieldError),
    /// The number of the machine does not fit.
    Machine {
        /// The scheme.
        scheme: &'static str,
        /// The number given.
        machine: u64,
        /// The smallest number.
        first: u64,
        /// The largest number.
        last: u64,
    },
    /// Ids of this scheme have no machine.
    NoMachine(&'static str),
    /// The system has no room for the handler that notices a fork.
    Fork(&'static str),
    /// Ids of this layout are composed or read, and not generated.
    NotGenerated(&'static str),
    /// Another generator of this process has the same scheme, epoch and machine.
    InUse {
        /// The scheme.
        scheme: &'static str,
        /// The number of its machine.
        machine: u64,
    },
    /// The scheme's ids are not generated under this policy.
    Policy {
        /// The scheme.
        scheme: &'static str,
        /// `rollback`, `exhaustion` or `start`.
        policy: &'static str,
    },
    /// The lease has no unit of the scheme's time in it, or the scheme has no machine to lease.
    Lease(&'static str),
    /// The number to go on from is no id of the scheme.
    After(&'static str),
    /// The process-wide generator is installed already.
    Installed(&'static str),
}

impl BuildError {
    /// The word for what is wrong in the vocabulary of the vectors, where they have one.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Field(error) => error.code(),
            Self::NotGenerated(_) => Some(ErrorCode::UnknownKind),
            Self::Machine { .. } => Some(ErrorCode::OutOfRange),
            Self::NoMachine(_)
            | Self::Fork(_)
            | Self::InUse { .. }
            | Self::Policy { .. }
            | Self::Lease(_)
            | Self::After(_)
            | Self::Installed(_) => None,
        }
    }
}

impl From<FieldError> for BuildError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(error) if error.kind() == FieldErrorKind::Unknown => {
                write!(f, "{}: no such field, a generator is configured with", error.scheme())?;
                let names = error.scheme().scope().chain(error.scheme().machine_fields()).map(Field::name);
                let count = names.enumerate().try_fold(0_usize, |_, (place, name)| {
                    write!(f, "{} {name}", if place == 0 { "" } else { "," })?;
                    Ok(place.saturating_add(1))
                })?;
                if count == 0 { f.write_str(" none") } else { Ok(()) }
            }
            Self::Field(error) => error.fmt(f),
            Self::Machine { scheme, machine, first, last } => {
                write!(f, "{scheme}: machine {machine} is outside {first} to {last}")
            }
            Self::NoMachine(title) => write!(f, "{title}: these ids have no machine"),
            Self::Fork(title) => write!(f, "{title}: the system has no room for the handler that notices a fork"),
            Self::NotGenerated(title) => write!(f, "{title}: ids of this layout are not generated"),
            Self::InUse { scheme, machine } => write!(
                f,
                "{scheme}: machine {machine} has a generator in this process; clone that one, since a second would repeat its ids"
            ),
            Self::Policy { scheme, policy } => write!(f, "{scheme}: ids are not generated under this `{policy}`"),
            Self::Lease(title) => {
                write!(f, "{title}: no unit of time lies in this lease, or there is no machine to lease")
            }
            Self::After(title) => write!(f, "{title}: the number to go on from is no id of this scheme"),
            Self::Installed(title) => write!(f, "{title}: the process has a generator installed already"),
        }
    }
}

impl core::error::Error for BuildError {}
