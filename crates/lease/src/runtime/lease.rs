//! A lease from the outside.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use idspec_core::Id;
use idspec_core::generate::{Builder, Clock, Entropy, GenerateError, Generator};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::clocks::{Clocks, SystemClocks};
use super::generator::LeasedGenerator;
use super::keeper::{Session, random_name};
use super::publisher::{Build, Publisher, built};
use super::schedule::{Schedule, Status};
use super::telemetry::{self, Figures};
use crate::error::LeaseError;
use crate::options::Options;
use crate::protocol::Holder;
use crate::space::Space;
use crate::store::{Slots, Store};

/// A worker id on loan, and the generator that goes with it.
///
/// A task of the tokio runtime renews the lease, stops the generator where that fails for too long, and leases another worker id after a loss. Dropping
/// a lease seals its generators at once, and the task gives the worker id back; [`Lease::shutdown`] waits for that.
///
/// The runtime has to outlive the lease: where it is dropped first, the generators are sealed, the status is [`Status::Closed`], and the worker id is free
/// when the lease expires.
pub struct Lease<T: Id> {
    generator: LeasedGenerator<T>,
    status: watch::Receiver<Status>,
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<bool, LeaseError>>,
    seal: Seal<T>,
}

/// Seals the generators of a lease that is dropped.
struct Seal<T: Id>(LeasedGenerator<T>);

impl<T: Id> Drop for Seal<T> {
    fn drop(&mut self) {
        let _ = self.0.with(|generator| generator.control().seal());
    }
}

impl<T: Id> fmt::Debug for Lease<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lease").field("scheme", &T::SCHEME.title()).field("status", &self.status()).finish()
    }
}

impl<T: Id> Lease<T> {
    /// Begins to configure a lease of a worker id of one of these slots.
    pub fn builder(store: Store) -> LeaseBuilder<T> {
        LeaseBuilder {
            store,
            options: Options::default(),
            slots: None,
            build: built(|builder| builder),
            clocks: Arc::new(SystemClocks),
        }
    }

    /// A handle that gives ids, for other tasks and threads.
    #[must_use]
    pub fn generator(&self) -> LeasedGenerator<T> {
        self.generator.clone()
    }

    /// A new id, at once.
    ///
    /// # Errors
    /// See [`LeasedGenerator::try_next`].
    #[inline]
    pub fn try_next(&self) -> Result<T, GenerateError> {
        self.generator.try_next()
    }

    /// How the lease stands.
    #[must_use]
    pub fn status(&self) -> Status {
        *self.status.borrow()
    }

    /// Follows how the lease stands.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.clone()
    }

    /// Seals the generators and gives the worker id back, exactly as far as it was used, so that the next holder can start at once.
    ///
    /// Gives whether it was given back. It was not where there was none at the moment, and where the row is not as this lease left it, as after a renewal without an
    /// answer; then it is free when the lease expires. A renewal that is under way comes to its end first, so it takes no longer than three statements may.
    ///
    /// # Errors
    /// Where the database does not answer. The generators are sealed all the same, and the worker id is free when the lease expires.
    pub async fn shutdown(self) -> Result<bool, LeaseError> {
        let Self { stop, task, seal, .. } = self;
        let _ = stop.send(true);
        // At once, not when a renewal has its answer.
        drop(seal);
        match task.await {
            Ok(outcome) => outcome,
            Err(error) => Err(LeaseError::Task { reason: error.to_string() }),
        }
    }
}

/// What a lease is made of. Made by [`Lease::builder`].
#[must_use = "a builder makes a lease with `start`"]
pub struct LeaseBuilder<T: Id> {
    store: Store,
    options: Options,
    slots: Option<Slots>,
    build: Build<T>,
    clocks: Arc<dyn Clocks>,
}

impl<T: Id> fmt::Debug for LeaseBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseBuilder")
            .field("store", &self.store)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<T: Id> LeaseBuilder<T> {
    /// Other options than the defaults.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Writes the settings of the namespace, and so many slots from the scheme's smallest worker id on, where they are not there yet. Without this the
    /// lease is refused where [`Store::prepare`] was never called.
    pub fn slots(self, count: u32) -> Self {
        let first = u32::try_from(T::SCHEME.first_machine()).unwrap_or(u32::MAX);
        self.slots_from(first, count)
    }

    /// As [`LeaseBuilder::slots`], from another worker id on: where others have the smaller ones by configuration.
    pub fn slots_from(mut self, first: u32, count: u32) -> Self {
        self.slots = Some(Slots { first, count });
        self
    }

    /// Configures every generator of the lease: its policies, and fields that are not the worker id.
    pub fn generator<C: Clock + 'static, E: Entropy + 'static>(
        mut self,
        configure: impl Fn(Builder<Generator<T>>) -> Builder<Generator<T>, C, E> + Send + Sync + 'static,
    ) -> Self {
        self.build = built(configure);
        self
    }

    /// Other clocks than those of the system.
    pub fn clocks(mut self, clocks: impl Clocks) -> Self {
        self.clocks = Arc::new(clocks);
        self
    }

    /// Leases a worker id, and keeps it in a task of the tokio runtime that this is called in.
    ///
    /// Dropping the future cancels it; a slot that it may have got is free when the lease expires.
    ///
    /// # Errors
    /// See [`LeaseError`]. [`LeaseError::is_transient`] says whether it makes sense to try again.
    pub async fn start(self) -> Result<Lease<T>, LeaseError> {
        let store = self.store.clone();
        let outcome = self.begin().await;
        if let Err(error) = &outcome {
            telemetry::refused(store.namespace().name(), error);
        }
        outcome
    }

    async fn begin(self) -> Result<Lease<T>, LeaseError> {
        let Self { store, options, slots, build, clocks } = self;
        let space = Space::of::<T>()?;
        options.check(&space)?;
        match slots {
            Some(slots) => store.prepare(&space, slots).await?,
            None => store.check(&space).await?,
        }
        let label = options.label.clone().or_else(|| options.name.clone()).unwrap_or_default();
        let name = options.name.clone().map_or_else(random_name, Ok)?;
        let holder = Holder::new(name, label, options.terms(), store.rules());
        let publisher = Publisher::new(build);
        let figures = Arc::new(Figures::default());
        let generator = LeasedGenerator::new(Arc::clone(publisher.place()), Arc::clone(&figures), Arc::clone(&clocks));
        let (status, follow) = watch::channel(Status::Seeking);
        let (stop, stopping) = watch::channel(false);
        let schedule = Schedule { ttl: options.ttl, renew_every: options.renew_every, margin: options.margin };
        let (due, deadline) = (Duration::ZERO, None);
        let within = options.bound();
        let mut session = Session {
            store,
            options,
            clocks,
            holder,
            publisher,
            figures,
            schedule,
            status,
            stop: stopping,
            due,
            deadline,
            last: None,
            kept: false,
        };
        let first = tokio::time::timeout(within, session.first()).await;
        match first {
            Ok(outcome) => outcome?,
            Err(_) => return Err(LeaseError::Deadline { after: within, last: session.last.take().map(Box::new) }),
        };
        session.kept = true;
        let task = tokio::spawn(session.run());
        let seal = Seal(generator.clone());
        Ok(Lease { generator, status: follow, stop, task, seal })
    }
}
