//! Keeping a lease: renewals, the watchdog, another worker id after a loss, and the end.

use std::sync::Arc;
use std::time::Duration;

use idspec_core::Id;
use tokio::sync::watch;

use super::clocks::Clocks;
use super::publisher::Publisher;
use super::schedule::{Schedule, Status};
use super::telemetry::{self, Figures};
use crate::error::LeaseError;
use crate::options::Options;
use crate::protocol::{Answer, Grant, Holder, Issuer as _, Request, Statement, Step};
use crate::store::Store;

/// How often the watchdog looks, at least: short against the margin, and nothing that shows on a processor.
const GLANCE: Duration = Duration::from_millis(250);

/// One lease and everything around it.
pub(crate) struct Session<T: Id> {
    pub(crate) store: Store,
    pub(crate) options: Options,
    pub(crate) clocks: Arc<dyn Clocks>,
    pub(crate) holder: Holder,
    pub(crate) publisher: Publisher<T>,
    pub(crate) figures: Arc<Figures>,
    pub(crate) schedule: Schedule,
    pub(crate) status: watch::Sender<Status>,
    pub(crate) stop: watch::Receiver<bool>,
    /// When the next renewal or the next attempt is due, in uptime.
    pub(crate) due: Duration,
    /// When the generator stops, in uptime; nothing once it did.
    pub(crate) deadline: Option<Duration>,
    /// What went wrong last on the way to a lease.
    pub(crate) last: Option<LeaseError>,
    /// Whether somebody has a lease that this session keeps: it began, and did not come to its end.
    pub(crate) kept: bool,
}

/// A session that goes without its end: the runtime was dropped, or the task panicked. Nobody renews the lease any more, and nothing may look as if it were.
impl<T: Id> Drop for Session<T> {
    fn drop(&mut self) {
        if !self.kept {
            return;
        }
        let _ = self.publisher.seal();
        self.status.send_replace(Status::Closed);
        telemetry::abandoned(self.namespace(), self.holder.grant().map(|grant| grant.worker));
    }
}

impl<T: Id> Session<T> {
    pub(crate) fn namespace(&self) -> &str {
        self.store.namespace().name()
    }

    /// Keeps the lease until it is stopped.
    pub(crate) async fn run(mut self) -> Result<bool, LeaseError> {
        let mut failures = 0_u32;
        while !self.stopped() {
            let now = self.clocks.uptime();
            if now < self.due {
                // Stopping ends the rest, and is seen above.
                let _ = self.rest(self.due.saturating_sub(now)).await;
                continue;
            }
            let outcome = match self.holder.grant() {
                Some(grant) => self.renew(grant, failures).await,
                None => self.acquire().await.map(|_| ()),
            };
            match outcome {
                Ok(()) => failures = 0,
                Err(LeaseError::Closed) => {}
                Err(error) => {
                    failures = failures.saturating_add(1);
                    match self.holder.grant() {
                        Some(grant) => telemetry::not_renewed(self.namespace(), grant.worker, &error, failures),
                        None => telemetry::refused(self.namespace(), &error),
                    }
                    let pause = self.schedule.pause(failures, self.deadline.is_some(), random());
                    self.due = self.clocks.uptime().saturating_add(pause);
                }
            }
        }
        self.close().await
    }

    async fn renew(&mut self, before: Grant, failures: u32) -> Result<(), LeaseError> {
        let sent_at = self.clocks.uptime();
        let wall = self.clocks.wall_ms();
        let Some(request) = self.holder.renew(&mut self.publisher, wall) else { return Ok(()) };
        match self.ask(request).await? {
            Step::Extended(grant) => {
                telemetry::renewed(self.namespace(), grant.worker, grant.hi, failures);
                self.keeps(grant, sent_at);
            }
            Step::Lost(loss) => {
                telemetry::lost(self.namespace(), before.worker, before.fence, loss.may_be_own);
                if !loss.may_be_own {
                    self.deadline = None;
                    self.status.send_replace(Status::Seeking);
                }
                self.due = self.clocks.uptime();
            }
            _ => {}
        }
        Ok(())
    }

    /// A lease has begun.
    pub(crate) fn begun(&mut self, grant: Grant, sent_at: Duration) {
        telemetry::granted(self.namespace(), grant.worker, grant.fence, grant.lo, grant.hi);
        self.keeps(grant, sent_at);
    }

    fn keeps(&mut self, grant: Grant, sent_at: Duration) {
        self.due = self.schedule.renewal(sent_at, random());
        self.deadline = Some(self.schedule.deadline(sent_at));
        let worker = u32::try_from(grant.worker).unwrap_or(u32::MAX);
        self.status.send_replace(Status::Held { worker, fence: grant.fence, lo_ms: grant.lo, hi_ms: grant.hi });
        // An answer that comes after the end of what it gives gives nothing.
        self.watch();
    }

    /// Carries an exchange through to its end.
    pub(crate) async fn ask(&mut self, mut request: Request) -> Result<Step, LeaseError> {
        loop {
            match self.watched(&request.statement).await {
                Ok((answer, _)) => match self.holder.answer(request.exchange, &answer, &mut self.publisher) {
                    Step::Send(next) => request = next,
                    step => return Ok(step),
                },
                Err(error) => {
                    self.holder.give_up(&mut self.publisher);
                    return Err(error);
                }
            }
        }
    }

    /// Runs a statement with an eye on the end of the lease.
    pub(crate) async fn watched(&mut self, statement: &Statement) -> Result<(Answer, Option<i64>), LeaseError> {
        let renews = self.holder.grant().is_some();
        let store = self.store.clone();
        // A renewal that hangs leaves time for the next one.
        let store = if renews { store.no_longer_than(self.options.renew_every) } else { store };
        let mut reply = std::pin::pin!(store.look(statement));
        // A renewal that is under way comes to its end first: given up, it might move the mark, and the slot could not be given back.
        let ends = renews || matches!(statement, Statement::Release { .. });
        loop {
            if !ends && self.stopped() {
                return Err(LeaseError::Closed);
            }
            let glance = self.glance(GLANCE);
            let mut stop = self.stop.clone();
            tokio::select! {
                biased;
                answer = &mut reply => return Ok(answer?),
                () = tokio::time::sleep(glance) => self.watch(),
                _ = stop.changed(), if !ends => {}
            }
        }
    }

    /// Lets time pass with an eye on the end of the lease.
    pub(crate) async fn rest(&mut self, time: Duration) -> Result<(), LeaseError> {
        let until = self.clocks.uptime().saturating_add(time);
        loop {
            if self.stopped() {
                return Err(LeaseError::Closed);
            }
            let now = self.clocks.uptime();
            if now >= until {
                return Ok(());
            }
            let glance = self.glance(until.saturating_sub(now));
            let mut stop = self.stop.clone();
            tokio::select! {
                () = tokio::time::sleep(glance) => self.watch(),
                _ = stop.changed() => {}
            }
        }
    }

    /// How long it is until the watchdog has to look again.
    fn glance(&self, most: Duration) -> Duration {
        let left = self.deadline.map_or(GLANCE, |deadline| deadline.saturating_sub(self.clocks.uptime()));
        left.min(most).clamp(Duration::from_millis(1), GLANCE)
    }

    /// The watchdog.
    fn watch(&mut self) {
        let now = self.clocks.uptime();
        let remaining = self.deadline.map_or(Duration::ZERO, |deadline| deadline.saturating_sub(now));
        self.figures.publish::<T>(self.namespace(), remaining, self.clocks.wall_ms());
        if self.deadline.is_some() && remaining.is_zero() {
            self.deadline = None;
            self.publisher.stop();
            let Status::Held { worker, .. } = *self.status.borrow() else { return };
            telemetry::expired(self.namespace(), i64::from(worker));
            self.status.send_replace(Status::Expired { worker });
        }
    }

    /// Whether the lease was asked to end, or nobody has it any more.
    fn stopped(&self) -> bool {
        *self.stop.borrow() || self.stop.has_changed().is_err()
    }

    /// Seals the generator and gives the slot back; says whether that was done.
    async fn close(mut self) -> Result<bool, LeaseError> {
        let grant = self.holder.grant();
        let outcome = match self.holder.release(&mut self.publisher) {
            Some(request) => self.ask(request).await,
            None => Ok(Step::Ignored),
        };
        // Without a lease there may be a rest of a window.
        let _ = self.publisher.seal();
        self.figures.publish::<T>(self.namespace(), Duration::ZERO, self.clocks.wall_ms());
        self.status.send_replace(Status::Closed);
        self.kept = false;
        let given_back = matches!(outcome, Ok(Step::Released { given_back: true }));
        if let Some(grant) = grant {
            telemetry::closed(self.namespace(), grant.worker, given_back);
        }
        outcome.map(|_| given_back)
    }
}

/// Eight random bits, for jitter. Without a source of randomness there is no jitter.
pub(crate) fn random() -> u8 {
    let mut octet = [0];
    getrandom::fill(&mut octet).map_or(0, |()| octet[0])
}

/// A name that no other holder has.
pub(crate) fn random_name() -> Result<Arc<str>, LeaseError> {
    let mut octets = [0; 16];
    getrandom::fill(&mut octets).map_err(|_| LeaseError::Entropy)?;
    Ok(Arc::from(format!("{:032x}", u128::from_be_bytes(octets))))
}
