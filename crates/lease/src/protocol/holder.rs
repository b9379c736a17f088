//! One holder, without clock, network or database: events in, statements out.

use std::sync::Arc;

use super::rules::Rules;
use super::slot::{Answer, Slot};
use super::statement::{After, Seen, Statement};

/// What a holder tells its generator.
pub trait Issuer {
    /// Ids with `lo <= time < hi` may be given, in place of whatever might be before.
    fn grant(&mut self, window: &Grant);
    /// The window reaches to `hi_ms`.
    fn extend(&mut self, hi_ms: i64);
    /// No more ids.
    fn revoke(&mut self);
    /// No more ids, ever; gives the first instant that no id has, in ms rounded up.
    fn seal(&mut self) -> i64;
    /// The first instant that no id has so far. Nothing but a broken rule asks for it.
    fn first_free(&self) -> i64;
}

/// A lease as its holder knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grant {
    /// The slot.
    pub worker: i64,
    /// How often the slot had been taken with this lease.
    pub fence: i64,
    /// The first instant that may be used, in ms.
    pub lo: i64,
    /// The first instant that may not be used, in ms.
    pub hi: i64,
}

/// A statement, with the number that its answer has to name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The number of the exchange.
    pub exchange: u32,
    /// What is asked.
    pub statement: Statement,
}

/// What an answer led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next statement of the exchange.
    Send(Request),
    /// The lease is held.
    Granted(Grant),
    /// The slot went to another, or changed since it was seen.
    NotGranted,
    /// The window reaches to this instant.
    Extended(Grant),
    /// The row is no longer what this lease knows.
    Lost(Loss),
    /// The slot was given back, or was no longer this lease's to give.
    Released {
        /// Whether the row was changed.
        given_back: bool,
    },
    /// The answer belongs to no exchange that is under way.
    Ignored,
}

/// A lease that is over without a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The lease.
    pub grant: Grant,
    /// An earlier renewal had no answer, so that it may be this holder's own change that was found. The window is this holder's all the same, and it goes on
    /// in it; otherwise another has the slot, or a copy of this process, and it has stopped.
    pub may_be_own: bool,
}

/// How long leases are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How long a slot is not taken from its holder.
    pub ttl_ms: i64,
    /// How far a window reaches past the database's clock.
    pub window_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    Idle,
    Acquiring(Seen),
    Confirming { worker: i64, fence: i64, lo: i64 },
    Held { grant: Grant, rev: i64, renewal: Renewal, unanswered: bool },
    Releasing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Renewal {
    Resting,
    Updating,
    Confirming,
}

/// One holder's side of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holder {
    name: Arc<str>,
    label: Arc<str>,
    terms: Terms,
    rules: Rules,
    exchange: u32,
    state: State,
}

impl Holder {
    /// A holder of nothing.
    #[must_use]
    pub fn new(name: Arc<str>, label: Arc<str>, terms: Terms, rules: Rules) -> Self {
        Self { name, label, terms, rules, exchange: 0, state: State::Idle }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// What it calls itself.
    #[must_use]
    pub const fn label(&self) -> &Arc<str> {
        &self.label
    }

    /// Gives it another name, while it holds nothing and asks for nothing.
    pub fn rename(&mut self, name: Arc<str>) {
        if self.is_idle() {
            self.name = name;
        }
    }

    /// The lease, while there is one.
    #[must_use]
    pub const fn grant(&self) -> Option<Grant> {
        match &self.state {
            State::Held { grant, .. } => Some(*grant),
            _ => None,
        }
    }

    /// Whether it holds nothing and asks for nothing.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// The exchange that waits for an answer.
    #[must_use]
    pub const fn waits_for(&self) -> Option<u32> {
        match &self.state {
            State::Idle | State::Held { renewal: Renewal::Resting, .. } => None,
            _ => Some(self.exchange),
        }
    }

    fn request(&mut self, statement: Statement) -> Request {
        self.exchange = self.exchange.wrapping_add(1);
        Request { exchange: self.exchange, statement }
    }

    /// Asks for a slot as it was seen; nothing while it holds or asks for one.
    pub fn acquire(&mut self, seen: Seen) -> Option<Request> {
        if !self.is_idle() {
            return None;
        }
        self.state = State::Acquiring(seen);
        let statement = Statement::Acquire {
            seen,
            holder: Arc::clone(&self.name),
            label: Arc::clone(&self.label),
            ttl_ms: self.terms.ttl_ms,
            window_ms: self.terms.window_ms,
        };
        Some(self.request(statement))
    }

    /// Asks to extend the lease; nothing without one, and while it is asked already.
    pub fn renew(&mut self, issuer: &mut impl Issuer, clock_ms: i64) -> Option<Request> {
        let State::Held { grant, rev, renewal, .. } = &mut self.state else { return None };
        if *renewal != Renewal::Resting {
            return None;
        }
        *renewal = Renewal::Updating;
        let (grant, rev) = (*grant, *rev);
        if !self.rules.mark_before_use {
            issuer.extend(self.rules.bound(clock_ms.saturating_add(self.terms.window_ms)));
        }
        let statement = Statement::Renew {
            worker: grant.worker,
            holder: Arc::clone(&self.name),
            fence: grant.fence,
            hi: grant.hi,
            rev,
            ttl_ms: self.terms.ttl_ms,
            window_ms: self.terms.window_ms,
        };
        Some(self.request(statement))
    }

    /// Seals the generator and asks to give the slot back; nothing without a lease. A renewal that is under way is given up.
    pub fn release(&mut self, issuer: &mut impl Issuer) -> Option<Request> {
        let grant = self.grant()?;
        let first_free = if self.rules.seals_first { issuer.seal() } else { issuer.first_free() };
        self.state = State::Releasing;
        let statement = Statement::Release {
            worker: grant.worker,
            holder: Arc::clone(&self.name),
            fence: grant.fence,
            hi: grant.hi,
            first_free: first_free.clamp(grant.lo.min(grant.hi), grant.hi),
        };
        Some(self.request(statement))
    }

    /// Takes an answer to an exchange.
    pub fn answer(&mut self, exchange: u32, answer: &Answer, issuer: &mut impl Issuer) -> Step {
        if self.waits_for() != Some(exchange) {
            return Step::Ignored;
        }
        match (self.state.clone(), answer) {
            (State::Acquiring(seen), Answer::Changed(1..)) => {
                let (worker, fence) = (seen.worker, seen.fence.saturating_add(1));
                self.state = State::Confirming { worker, fence, lo: self.rules.start(seen.mark) };
                self.read_back(worker, fence, After::Acquire)
            }
            (State::Confirming { worker, fence, lo }, Answer::Rows(rows)) => match rows.first() {
                Some(row) => {
                    // The same fence, but where the rule that compares it is off.
                    let fence = if self.rules.acquire_compares { fence } else { row.fence };
                    let grant = Grant { worker, fence, lo, hi: row.mark };
                    self.state = State::Held { grant, rev: row.rev, renewal: Renewal::Resting, unanswered: false };
                    issuer.grant(&Grant { hi: self.rules.bound(grant.hi), ..grant });
                    Step::Granted(grant)
                }
                None => self.not_granted(),
            },
            (State::Held { grant, rev, renewal: Renewal::Updating, unanswered }, Answer::Changed(1..)) => {
                self.state = State::Held { grant, rev, renewal: Renewal::Confirming, unanswered };
                self.read_back(grant.worker, grant.fence, After::Renew)
            }
            (State::Held { grant, rev, renewal: Renewal::Confirming, .. }, Answer::Rows(rows)) if !rows.is_empty() => {
                let (mark, rev) = rows.first().map_or((grant.hi, rev), |row: &Slot| (row.mark, row.rev));
                let grant = Grant { hi: mark.max(grant.hi), ..grant };
                self.state = State::Held { grant, rev, renewal: Renewal::Resting, unanswered: false };
                issuer.extend(self.rules.bound(grant.hi));
                Step::Extended(grant)
            }
            (State::Held { grant, unanswered, .. }, _) => {
                self.state = State::Idle;
                if !unanswered {
                    issuer.revoke();
                }
                Step::Lost(Loss { grant, may_be_own: unanswered })
            }
            (State::Releasing, Answer::Changed(count)) => {
                self.state = State::Idle;
                issuer.revoke();
                Step::Released { given_back: *count > 0 }
            }
            (State::Acquiring(_) | State::Confirming { .. } | State::Releasing | State::Idle, _) => self.not_granted(),
        }
    }

    /// Gives up on the exchange that is under way: nobody knows whether it was carried out.
    ///
    /// A slot that was asked for is forgotten and expires by itself, since a copy of this process might know as much. A renewal that may have been carried out
    /// leaves the window as it was.
    pub fn give_up(&mut self, issuer: &mut impl Issuer) {
        match &mut self.state {
            State::Held { renewal: Renewal::Resting, .. } | State::Idle => {}
            State::Held { renewal, unanswered, .. } => {
                *renewal = Renewal::Resting;
                *unanswered = true;
            }
            State::Acquiring(_) | State::Confirming { .. } => self.state = State::Idle,
            State::Releasing => {
                self.state = State::Idle;
                issuer.revoke();
            }
        }
    }

    /// Forgets the lease without giving it back.
    pub fn forget(&mut self, issuer: &mut impl Issuer) {
        self.state = State::Idle;
        issuer.revoke();
    }

    fn not_granted(&mut self) -> Step {
        self.state = State::Idle;
        Step::NotGranted
    }

    fn read_back(&mut self, worker: i64, fence: i64, after: After) -> Step {
        let holder = Arc::clone(&self.name);
        Step::Send(self.request(Statement::ReadBack { worker, holder, fence, after }))
    }
}
