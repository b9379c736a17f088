//! The reins of a generator, for leases and shutdown.

use std::sync::{Arc, PoisonError};

use super::numbers::{Engine, Shared};
use crate::time::Timestamp;

/// Extends, revokes and ends what a generator may give, from any thread.
#[derive(Clone)]
pub struct Control {
    shared: Arc<Shared>,
}

impl core::fmt::Debug for Control {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Control").field("scheme", &self.shared.layout.scheme().title()).finish_non_exhaustive()
    }
}

impl Control {
    pub(super) fn of(shared: Arc<Shared>) -> Self {
        Self { shared }
    }

    /// Allows ids of the units that begin before `hi`; what was allowed stays so.
    pub fn extend_to(&self, hi: Timestamp) {
        let limit = self.shared.units.from(hi).min(self.shared.units.last.saturating_add(1));
        match &self.shared.engine {
            Engine::Slots { state, .. } => state.extend(limit << self.shared.rules.bits),
            Engine::Monotonic(state) => state.extend(limit),
        }
    }

    /// Allows no ids until the next [`Control::extend_to`]: every call is refused with `LeaseWindow`, but for one that is under way in another thread, whose id lies in what was
    /// allowed before.
    pub fn revoke(&self) {
        match &self.shared.engine {
            Engine::Slots { state, .. } => state.revoke(),
            Engine::Monotonic(state) => state.revoke(),
        }
    }

    /// Ends the giving of ids for good, with `Sealed`, and gives the first instant at which no id of this generator lies, nor any later one. Exact: a call that is under way in
    /// another thread either has its id before that instant or is refused. A new generator of the machine may be built then, and has to begin there.
    #[must_use = "a successor has to begin at this instant"]
    pub fn seal(&self) -> Timestamp {
        let bits = self.shared.rules.bits;
        let unit = self.shared.sealed.get_or_init(|| {
            let free = match &self.shared.engine {
                Engine::Slots { state, .. } => state.seal().map_or(0, |next| next.div_ceil(1 << bits)),
                Engine::Monotonic(state) => state.seal().unwrap_or(0),
            };
            // No id comes from here any more, so another generator of the process may have the machine, whoever still has a handle of this one.
            drop(self.shared.claim.lock().unwrap_or_else(PoisonError::into_inner).take());
            free
        });
        self.shared.units.start(*unit)
    }

    /// Whether the generator was sealed.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.shared.sealed.get().is_some()
    }
}
