//! How a lease behaves.

use std::sync::Arc;
use std::time::Duration;

use crate::error::LeaseError;
use crate::protocol::Terms;
use crate::space::{Space, checked};

/// Slots that are tried before candidates are read again.
pub(crate) const CANDIDATES: u32 = 8;

/// How a lease behaves. The defaults fit a service whose database is in the same region.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) ttl: Duration,
    pub(crate) renew_every: Duration,
    pub(crate) window: Duration,
    pub(crate) margin: Duration,
    pub(crate) skew: Duration,
    pub(crate) patience: Duration,
    pub(crate) within: Option<Duration>,
    pub(crate) name: Option<Arc<str>>,
    pub(crate) label: Option<Arc<str>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ttl: Duration::from_secs(60),
            renew_every: Duration::from_secs(15),
            window: Duration::from_secs(60),
            margin: Duration::from_secs(5),
            skew: Duration::from_secs(1),
            patience: Duration::from_secs(2),
            within: None,
            name: None,
            label: None,
        }
    }
}

impl Options {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How long a slot is not taken from its holder after its last renewal: 60 s. The window gets the same length, renewals a quarter of it and the margin a twelfth,
    /// and the patience is not longer.
    #[must_use]
    pub const fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = ttl;
        self.window = ttl;
        self.renew_every = quotient(ttl, 4);
        self.margin = quotient(ttl, 12);
        if self.patience.as_nanos() > ttl.as_nanos() {
            self.patience = ttl;
        }
        self
    }

    /// How often the lease is renewed: 15 s, and up to an eighth less, so that processes that started together do not stay together.
    #[must_use]
    pub const fn renew_every(mut self, renew_every: Duration) -> Self {
        self.renew_every = renew_every;
        self
    }

    /// How far ahead of the database's clock ids may be given: 60 s, as long as a lease.
    #[must_use]
    pub const fn window(mut self, window: Duration) -> Self {
        self.window = window;
        self
    }

    /// How long before the end of a lease that could not be renewed no more ids are given: 5 s.
    #[must_use]
    pub const fn margin(mut self, margin: Duration) -> Self {
        self.margin = margin;
        self
    }

    /// By how much the database's clock and this machine's may differ when a lease begins: 1 s.
    #[must_use]
    pub const fn skew(mut self, skew: Duration) -> Self {
        self.skew = skew;
        self
    }

    /// How long the start of a window is waited for: 2 s, and no longer than a lease, which would end meanwhile.
    #[must_use]
    pub const fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// How long the first lease may take in all: 30 s, and with a [name](Options::name) the length of a lease more.
    #[must_use]
    pub const fn within(mut self, within: Duration) -> Self {
        self.within = Some(within);
        self
    }

    /// A name that stays the same when the process starts anew, as the name of a pod in a stateful set, so that it gets its slot back.
    ///
    /// A process that died without giving its slot back gets it when the lease has expired. A second process of the same name is refused
    /// with [`LeaseError::NameInUse`].
    ///
    /// # Errors
    /// [`LeaseError::Name`] for other than 1 to 128 ASCII letters, digits and `._-:/@`.
    pub fn name(mut self, name: &str) -> Result<Self, LeaseError> {
        self.name = Some(checked("name", name, 128)?);
        Ok(self)
    }

    /// What stands beside the slot in the table for people to read, as a host and a process number. A slot that was last held under the same label is preferred.
    ///
    /// # Errors
    /// [`LeaseError::Name`] for other than 1 to 128 ASCII letters, digits and `._-:/@`.
    pub fn label(mut self, label: &str) -> Result<Self, LeaseError> {
        self.label = Some(checked("label", label, 128)?);
        Ok(self)
    }

    /// Whether the options make sense together and with an id space.
    ///
    /// # Errors
    /// [`LeaseError::Options`] with the first that does not.
    pub fn check(&self, space: &Space) -> Result<(), LeaseError> {
        let tick = Duration::from_millis(u64::try_from(space.tick_ms()).unwrap_or(0));
        let wrong = [
            (self.ttl < Duration::from_millis(100), "ttl", "has to be 100 ms or longer"),
            (self.ttl > Duration::from_secs(86_400), "ttl", "has to be a day or shorter"),
            (self.window > Duration::from_secs(86_400), "window", "has to be a day or shorter"),
            (self.window < tick.saturating_mul(2), "window", "has to be at least two units of the layout's time"),
            (self.margin >= self.ttl, "margin", "has to be shorter than ttl"),
            (self.renew_every < Duration::from_millis(10), "renew_every", "has to be 10 ms or longer"),
            (
                self.renew_every.saturating_mul(2) > self.ttl.saturating_sub(self.margin),
                "renew_every",
                "has to fit into ttl less margin twice",
            ),
            (self.renew_every.saturating_mul(2) > self.window, "renew_every", "has to fit into window twice"),
            (self.patience > self.ttl, "patience", "has to be no longer than ttl"),
        ];
        match wrong.into_iter().find(|(wrong, ..)| *wrong) {
            Some((_, option, reason)) => Err(LeaseError::Options { option, reason }),
            None => Ok(()),
        }
    }

    pub(crate) fn bound(&self) -> Duration {
        let more = if self.name.is_some() { self.ttl } else { Duration::ZERO };
        self.within.unwrap_or(Duration::from_secs(30).saturating_add(more))
    }

    pub(crate) fn terms(&self) -> Terms {
        Terms { ttl_ms: millis(self.ttl), window_ms: millis(self.window) }
    }
}

/// A length in ms, as far as there are numbers for it.
pub(crate) fn millis(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

/// A part of a length.
pub(crate) const fn quotient(length: Duration, parts: u32) -> Duration {
    match length.checked_div(parts) {
        Some(part) => part,
        None => length,
    }
}
