//! Getting a worker id.

use std::sync::Arc;
use std::time::Duration;

use idspec_core::Id;
use idspec_core::generate::BuildError;

use super::keeper::{Session, random};
use super::telemetry;
use crate::error::LeaseError;
use crate::options::{CANDIDATES, millis};
use crate::protocol::{Answer, Grant, Seen, Slot, Statement, Step};

/// How often candidates are read.
const ROUNDS: u32 = 8;
/// How often, and how long each time, a call is waited for that keeps an old generator of the same worker id.
const HANDOVERS: u32 = 20;
const HANDOVER: Duration = Duration::from_millis(5);

/// What came of one slot.
enum Taken {
    Granted(Grant),
    /// Another was faster.
    Gone,
    /// This process has another generator of this worker id.
    InUse(BuildError),
}

impl<T: Id> Session<T> {
    /// The first lease: the database and the clocks get a second chance after what may pass by itself.
    pub(crate) async fn first(&mut self) -> Result<Grant, LeaseError> {
        for failures in 1..=2 {
            match self.acquire().await {
                Err(error @ (LeaseError::Contended { .. } | LeaseError::Store(_))) => {
                    self.last = Some(error);
                    self.rest(self.schedule.pause(failures, true, random()).min(Duration::from_secs(1))).await?;
                }
                outcome => return outcome,
            }
        }
        self.acquire().await
    }

    /// A lease of any worker id, or of the one that this name had.
    pub(crate) async fn acquire(&mut self) -> Result<Grant, LeaseError> {
        match self.options.name.clone() {
            Some(name) => {
                if let Some(grant) = self.reclaim(&name).await? {
                    return Ok(grant);
                }
            }
            // A name of its own for each lease: what an earlier statement without an answer may have done under the old one is not this lease's.
            None => self.holder.rename(super::keeper::random_name()?),
        }
        let mut in_use = None;
        for round in 1..=ROUNDS {
            let candidates = self.candidates().await?;
            let mut nearest: Option<i64> = None;
            for slot in &candidates {
                let ahead = slot.mark.saturating_sub(self.clocks.wall_ms());
                if ahead > millis(self.options.patience) {
                    nearest = Some(nearest.map_or(ahead, |nearest| nearest.min(ahead)));
                    continue;
                }
                match self.take(slot).await {
                    Ok(Taken::Granted(grant)) => return Ok(grant),
                    Ok(Taken::Gone) => nearest = None,
                    Ok(Taken::InUse(error)) => in_use = Some(error),
                    Err(error) => return Err(self.name_in_use(slot.worker).await.unwrap_or(error)),
                }
            }
            if let Some(ahead) = nearest {
                return Err(self.behind(ahead));
            }
            self.last = Some(LeaseError::Contended { rounds: round });
            let pause = u64::from(random()).saturating_mul(u64::from(round)) / 8;
            self.rest(Duration::from_millis(pause)).await?;
        }
        Err(in_use.map_or(LeaseError::Contended { rounds: ROUNDS }, |error| refused(&error)))
    }

    /// Slots that can be taken, after a look at the database's clock.
    async fn candidates(&mut self) -> Result<Vec<Slot>, LeaseError> {
        let label = Arc::clone(self.holder.label());
        let patience_ms = millis(self.options.patience);
        let salt = i64::from(random()).saturating_mul(32).saturating_add(1);
        let statement = Statement::Candidates { label, patience_ms, salt, limit: CANDIDATES };
        let before = self.clocks.wall_ms();
        let (answer, now) = self.watched(&statement).await?;
        let Answer::Rows(slots) = answer else { return Ok(Vec::new()) };
        if let Some(now) = now {
            self.compare_clocks(now, before)?;
            return Ok(slots);
        }
        let before = self.clocks.wall_ms();
        let now = self.store.clock_ms().await?;
        self.compare_clocks(now, before)?;
        let tally = self.store.tally().await?;
        if tally.slots == 0 {
            return Err(LeaseError::NotPrepared { namespace: Arc::clone(self.store.namespace().name()) });
        }
        if tally.free > 0 {
            // Just now.
            return Ok(Vec::new());
        }
        let next = tally.next_expiry_ms.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0)));
        Err(LeaseError::Exhausted { slots: tally.slots, next_expiry: next })
    }

    /// The database read its clock between `before` and now.
    fn compare_clocks(&self, database: i64, before: i64) -> Result<(), LeaseError> {
        let after = self.clocks.wall_ms().max(before);
        let (least, most) = (database.saturating_sub(after), database.saturating_sub(before));
        telemetry::skew(self.namespace(), least.midpoint(most));
        let bound = millis(self.options.skew);
        let apart = if least > bound {
            least
        } else if most < bound.saturating_neg() {
            most
        } else {
            return Ok(());
        };
        Err(LeaseError::ClockSkew { database_ahead_ms: apart, bound: self.options.skew })
    }

    /// Windows begin so many ms ahead of this machine's clock.
    fn behind(&self, ahead: i64) -> LeaseError {
        let by = Duration::from_millis(u64::try_from(ahead).unwrap_or(0));
        LeaseError::ClockBehind { by, patience: self.options.patience }
    }

    /// Asks for a slot as it was seen.
    async fn take(&mut self, slot: &Slot) -> Result<Taken, LeaseError> {
        let sent_at = self.clocks.uptime();
        let seen = Seen { worker: slot.worker, fence: slot.fence, mark: slot.mark };
        let Some(request) = self.holder.acquire(seen) else { return Ok(Taken::Gone) };
        let Step::Granted(grant) = self.ask(request).await? else { return Ok(Taken::Gone) };
        match self.install(grant).await {
            Ok(()) => {
                self.begun(grant, sent_at);
                Ok(Taken::Granted(grant))
            }
            Err(reason) => {
                // Nothing was given, so the slot goes back as it was.
                if let Some(request) = self.holder.release(&mut self.publisher) {
                    let _ = self.ask(request).await;
                }
                match reason {
                    Refused::Build(error @ BuildError::InUse { .. }) => Ok(Taken::InUse(error)),
                    Refused::Build(error) => Err(refused(&error)),
                    Refused::Other(error) => Err(error),
                }
            }
        }
    }

    /// Waits for the start of the window, and puts its generator in place.
    async fn install(&mut self, grant: Grant) -> Result<(), Refused> {
        let begun = self.clocks.uptime();
        loop {
            let ahead = grant.lo.saturating_sub(self.clocks.wall_ms());
            if ahead <= 0 {
                break;
            }
            if self.clocks.uptime().saturating_sub(begun) > self.options.patience {
                return Err(Refused::Other(self.behind(ahead)));
            }
            let by = Duration::from_millis(u64::try_from(ahead).unwrap_or(0));
            self.rest(by.min(Duration::from_millis(50))).await.map_err(Refused::Other)?;
        }
        for attempt in 1..=HANDOVERS {
            match self.publisher.publish() {
                Ok(()) => return Ok(()),
                Err(BuildError::InUse { .. }) if attempt < HANDOVERS => {
                    self.rest(HANDOVER).await.map_err(Refused::Other)?;
                }
                Err(error) => return Err(Refused::Build(error)),
            }
        }
        Ok(())
    }

    /// The slot that is held under this name, once its lease has ended; nothing where there is none.
    async fn reclaim(&mut self, name: &Arc<str>) -> Result<Option<Grant>, LeaseError> {
        let statement = Statement::HeldBy { holder: Arc::clone(name) };
        let begun = self.clocks.uptime();
        let mut first: Option<Slot> = None;
        loop {
            let before = self.clocks.wall_ms();
            let (answer, now) = self.watched(&statement).await?;
            let Answer::Rows(mut rows) = answer else { return Ok(None) };
            let (Some(slot), Some(now)) = (rows.pop(), now) else { return Ok(None) };
            self.compare_clocks(now, before)?;
            let known = first.get_or_insert_with(|| slot.clone());
            let in_use = LeaseError::NameInUse { name: Arc::clone(name), worker: slot.worker };
            // Nobody but a holder of this name changes the row before the lease ends.
            if (known.worker, known.fence, known.rev) != (slot.worker, slot.fence, slot.rev) {
                return Err(in_use);
            }
            let left = Duration::from_millis(u64::try_from(slot.expires_at.saturating_sub(now)).unwrap_or(0));
            if left.is_zero() {
                let ahead = slot.mark.saturating_sub(self.clocks.wall_ms());
                if ahead > millis(self.options.patience) {
                    // Not taken to be given back: that would raise the mark for a while.
                    return Err(self.behind(ahead));
                }
                return match self.take(&slot).await? {
                    Taken::Granted(grant) => Ok(Some(grant)),
                    Taken::Gone => Err(in_use),
                    Taken::InUse(error) => Err(refused(&error)),
                };
            }
            let bound = self.options.ttl.saturating_add(self.options.patience);
            if self.clocks.uptime().saturating_sub(begun) > bound {
                return Err(LeaseError::Deadline { after: bound, last: Some(Box::new(in_use)) });
            }
            self.last = Some(in_use);
            self.rest(left.clamp(Duration::from_millis(5), Duration::from_secs(1))).await?;
        }
    }

    /// Whether a slot was refused since another one has this name: the database does not let two rows have one holder.
    async fn name_in_use(&mut self, asked: i64) -> Option<LeaseError> {
        let name = self.options.name.clone()?;
        let answer = self.store.run(&Statement::HeldBy { holder: Arc::clone(&name) }).await.ok()?;
        let Answer::Rows(rows) = answer else { return None };
        let other = rows.into_iter().find(|slot| slot.worker != asked)?;
        Some(LeaseError::NameInUse { name, worker: other.worker })
    }
}

/// Why a lease has no generator.
enum Refused {
    Build(BuildError),
    Other(LeaseError),
}

fn refused(error: &BuildError) -> LeaseError {
    LeaseError::Generator { reason: error.to_string() }
}
