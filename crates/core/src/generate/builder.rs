//! Configuring a generator.

use core::marker::PhantomData;
use core::time::Duration;
use std::boxed::Box;

use super::clock::{Clock, Source, SystemClock};
use super::entropy::{Entropy, OsEntropy};
use super::error::BuildError;
use super::generator::Generator;
use super::local::{LocalGenerator, LocalNumbers};
use super::numbers::Numbers;
use super::policy::{Exhaustion, Rollback, Start};
use super::random::RandomGenerator;
use crate::error::{FieldError, FieldErrorKind};
use crate::field::{Field, ones};
use crate::generation::Generation;
use crate::id::Id;
use crate::layout::{Composer, Layout};
use crate::time::Timestamp;

/// What a generator is made of. Made by [`Generator::builder`] and [`Numbers::builder`].
#[must_use = "a builder makes a generator with `build` or `build_local`"]
pub struct Builder<G, C = SystemClock, E = OsEntropy> {
    plan: Plan<C, E>,
    made: PhantomData<fn() -> G>,
}

impl<G, C, E> core::fmt::Debug for Builder<G, C, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Builder").field("scheme", &self.plan.layout.scheme().title()).finish_non_exhaustive()
    }
}

pub(super) struct Plan<C, E> {
    pub(super) layout: Layout,
    pub(super) composer: Composer,
    pub(super) fault: Option<BuildError>,
    pub(super) rollback: Rollback,
    pub(super) exhaustion: Exhaustion,
    pub(super) start: Start,
    pub(super) clock: C,
    pub(super) entropy: E,
    pub(super) after: Option<u128>,
    pub(super) lease: Option<(Timestamp, Timestamp)>,
    pub(super) claims: bool,
}

impl<G> Builder<G> {
    pub(super) fn new(layout: Layout) -> Self {
        let (rollback, exhaustion) = defaults(&layout);
        let plan = Plan {
            composer: layout.compose(),
            layout,
            fault: None,
            rollback,
            exhaustion,
            start: Start::default(),
            clock: SystemClock,
            entropy: OsEntropy::new(),
            after: None,
            lease: None,
            claims: true,
        };
        Self { plan, made: PhantomData }
    }
}

impl<G, C, E> Builder<G, C, E> {
    /// Configures a field by its name, as `worker`: one of those that tell generators apart, or the type of Nalix ids, which is 0 where it is not given.
    pub fn field(mut self, name: &str, value: impl Into<i128>) -> Self {
        let scheme = self.plan.layout.scheme();
        let known = |field: &&Field| field.name() == name;
        if scheme.machine_fields().chain(scheme.scope()).any(|field| known(&field)) {
            self.plan.composer = self.plan.composer.int(name, value.into());
        } else {
            self.plan.fault.get_or_insert(FieldError::new(scheme, "", FieldErrorKind::Unknown).into());
        }
        self
    }

    /// Configures all fields that tell generators apart as one number, the first field of the list most significant: for Twitter datacenter * 32 + worker.
    ///
    /// It should come from a lease or a deployment that gives each number once. Numbers made from an address, a process id or a hash repeat: of 38 generators with random
    /// 10-bit numbers, two share one more often than not.
    pub fn machine(mut self, number: u64) -> Self {
        let scheme = self.plan.layout.scheme();
        let mut bits: u32 = scheme.machine_fields().map(Field::width).sum();
        let last = u64::try_from(ones(bits)).unwrap_or(u64::MAX);
        if bits == 0 || number > last {
            let title = scheme.title();
            let fault = if bits == 0 {
                BuildError::NoMachine(title)
            } else {
                BuildError::Machine { scheme: title, machine: number, first: scheme.first_machine(), last }
            };
            self.plan.fault.get_or_insert(fault);
            return self;
        }
        for field in scheme.machine_fields() {
            bits = bits.saturating_sub(field.width());
            let value = u128::from(number) >> bits & ones(field.width());
            self.plan.composer = self.plan.composer.int(field.name(), i128::try_from(value).unwrap_or(i128::MAX));
        }
        self
    }

    /// What happens when the clock stands behind the last id. By default an error, for ULIDs `Hold` for 10 s.
    pub fn rollback(mut self, rollback: Rollback) -> Self {
        self.plan.rollback = rollback;
        self
    }

    /// What happens when a unit is used up. By default the methods that wait do so; for GUIDs up to 10 000 ticks are borrowed.
    pub fn exhaustion(mut self, exhaustion: Exhaustion) -> Self {
        self.plan.exhaustion = exhaustion;
        self
    }

    /// Where the sequence of a new unit begins. By default at 0.
    pub fn start(mut self, start: Start) -> Self {
        self.plan.start = start;
        self
    }

    /// Another clock than [`SystemClock`].
    pub fn clock<D: Clock + 'static>(self, clock: D) -> Builder<G, D, E> {
        Builder { plan: self.plan.with(|_, entropy| (clock, entropy)), made: PhantomData }
    }

    /// Another source of randomness than [`OsEntropy`].
    pub fn entropy<F: Entropy + 'static>(self, entropy: F) -> Builder<G, C, F> {
        Builder { plan: self.plan.with(|clock, _| (clock, entropy)), made: PhantomData }
    }

    /// Ids only from units that begin at `lo` or later and before `hi`: what a lease of the machine allows.
    pub fn leased(mut self, lo: Timestamp, hi: Timestamp) -> Self {
        self.plan.lease = Some((lo, hi));
        self
    }
}

impl<C: Clock + 'static, E: Entropy + 'static> Builder<Numbers, C, E> {
    /// Goes on from the number of an id that an earlier generator gave.
    pub fn after(mut self, number: u128) -> Self {
        self.plan.after = Some(number);
        self
    }

    /// A generator beside others of its machine: for scripts that bring a clock of their own, whose ids nobody uses.
    #[doc(hidden)]
    pub fn unclaimed(mut self) -> Self {
        self.plan.claims = false;
        self
    }

    /// The generator, to be shared by threads.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(self) -> Result<Numbers, BuildError> {
        Numbers::from_plan(self.plan.shared())
    }

    /// A generator of one thread: see [`LocalGenerator`].
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_local(self) -> Result<LocalNumbers<C, E>, BuildError> {
        LocalNumbers::from_plan(self.plan)
    }
}

impl<T: Id, C: Clock + 'static, E: Entropy + 'static> Builder<Generator<T>, C, E> {
    /// Goes on from an id that an earlier generator gave, so that a restart with a clock that went back repeats nothing. The last id has to be known for certain: one that was saved
    /// before later ids were given does not help.
    pub fn after(mut self, id: T) -> Self {
        self.plan.after = Some(id.to_repr().into());
        self
    }

    /// The generator, to be shared by threads.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(self) -> Result<Generator<T>, BuildError> {
        Numbers::from_plan(self.plan.shared()).map(Generator::of)
    }

    /// A generator of one thread: the same rules and ids, for less.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_local(self) -> Result<LocalGenerator<T, C, E>, BuildError> {
        LocalNumbers::from_plan(self.plan).map(LocalGenerator::of)
    }

    /// A maker of ids that are random instead of increasing, for ULIDs: see [`RandomGenerator`] for what it does not promise.
    ///
    /// # Errors
    /// `NotGenerated` for other schemes, and `Policy` or `Lease` where something was asked for that needs a memory of the ids before.
    pub fn build_random(self) -> Result<RandomGenerator<T, C, E>, BuildError> {
        RandomGenerator::from_plan(self.plan)
    }
}

/// The policies where none are given.
fn defaults(layout: &Layout) -> (Rollback, Exhaustion) {
    match layout.scheme().generation() {
        Some(Generation::Monotonic) => (Rollback::Hold(Duration::from_secs(10)), Exhaustion::default()),
        // A millisecond of ticks.
        Some(Generation::OnePerUnit) => (Rollback::default(), Exhaustion::Borrow(10_000)),
        _ => (Rollback::default(), Exhaustion::default()),
    }
}

impl<C, E> Plan<C, E> {
    /// The same plan with another clock and another source.
    fn with<D, F>(self, change: impl FnOnce(C, E) -> (D, F)) -> Plan<D, F> {
        let (clock, entropy) = change(self.clock, self.entropy);
        Plan {
            layout: self.layout,
            composer: self.composer,
            fault: self.fault,
            rollback: self.rollback,
            exhaustion: self.exhaustion,
            start: self.start,
            clock,
            entropy,
            after: self.after,
            lease: self.lease,
            claims: self.claims,
        }
    }

    /// The plan of a generator that is the same type whatever its clock and its source are.
    fn shared(self) -> Plan<Source, Box<dyn Entropy>>
    where
        C: Clock + 'static,
        E: Entropy + 'static,
    {
        self.with(|clock, entropy| (Source::of(clock), Box::new(entropy) as Box<dyn Entropy>))
    }

    /// The bits of all fixed and configured fields, and the number of the machine.
    pub(super) fn configured(&self) -> Result<(u128, u64), BuildError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let scheme = self.layout.scheme();
        let bits = self.composer.partial()?;
        let (mut machine, mut first) = (0u64, "");
        for field in scheme.machine_fields() {
            if !self.composer.has(field) {
                return Err(FieldError::new(scheme, field.name(), FieldErrorKind::Missing).into());
            }
            if first.is_empty() {
                first = field.name();
            }
            machine =
                machine.checked_shl(field.width()).unwrap_or(0) | u64::try_from(field.read(bits)).unwrap_or(u64::MAX);
        }
        if machine < scheme.first_machine() {
            let width: u32 = scheme.machine_fields().map(Field::width).sum();
            let kind = FieldErrorKind::OutOfRange {
                value: i128::from(machine),
                min: i128::from(scheme.first_machine()),
                max: i128::try_from(ones(width)).unwrap_or(i128::MAX),
            };
            return Err(FieldError::new(scheme, first, kind).into());
        }
        Ok((bits, machine))
    }

    /// The random field, where it is all that stands below the time.
    pub(super) fn random_below_time(&self) -> Option<&'static Field> {
        let (time, _) = self.layout.scheme().time()?;
        let random = self.layout.scheme().random().filter(|random| random.number_mask() == random.value_mask())?;
        time.pieces().first().filter(|piece| piece.low() == random.width()).map(|_| random)
    }

    /// Checks that nothing was asked for that needs a memory of the ids before.
    pub(super) fn without_policies(&self) -> Result<(), BuildError> {
        let scheme = self.layout.scheme().title();
        let (rollback, exhaustion) = defaults(&self.layout);
        let policy = match () {
            () if self.lease.is_some() => return Err(BuildError::Lease(scheme)),
            () if self.after.is_some() => "after",
            () if self.rollback != rollback => "rollback",
            () if self.exhaustion != exhaustion => "exhaustion",
            () if self.start != Start::Zero => "start",
            () => return Ok(()),
        };
        Err(BuildError::Policy { scheme, policy })
    }
}
