//! The reins of a generator, for leases and shutdown.

use std::sync::Arc;

use super::engine::Shared;
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
        self.shared.extend_to(hi);
    }

    /// Allows no ids until the next [`Control::extend_to`]: every call is refused with `LeaseWindow`, but for one that is under way in another thread, whose id lies in what was
    /// allowed before.
    pub fn revoke(&self) {
        self.shared.revoke();
    }

    /// Ends the giving of ids for good, with `Sealed`, and gives the first instant at which no id of this generator lies, nor any later one. Exact: a call that is under way in
    /// another thread either has its id before that instant or is refused. A new generator of the machine may be built then, and has to begin there.
    #[must_use = "a successor has to begin at this instant"]
    pub fn seal(&self) -> Timestamp {
        self.shared.seal()
    }

    /// Whether the generator was sealed.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.shared.is_sealed()
    }
}
