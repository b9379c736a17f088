//! Configuring a generator.

use core::marker::PhantomData;
use core::time::Duration;
use std::boxed::Box;

use super::clock::{Clock, Source, SystemClock};
use super::entropy::{Entropy, OsEntropy};
use super::error::BuildError;
use super::generator::Generator;
use super::numbers::Numbers;
use super::policy::{Exhaustion, Rollback, Start};
use crate::error::{FieldError, FieldErrorKind};
use crate::field::{Field, Role, ones};
use crate::generation::Generation;
use crate::id::Id;
use crate::layout::{Composer, Layout};
use crate::time::Timestamp;

/// What a generator is made of. Made by [`Generator::builder`] and [`Numbers::builder`].
#[must_use = "a builder makes a generator with `build`"]
pub struct Builder<G> {
    pub(super) plan: Plan,
    made: PhantomData<fn() -> G>,
}

impl<G> core::fmt::Debug for Builder<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Builder").field("scheme", &self.plan.layout.scheme().title()).finish_non_exhaustive()
    }
}

pub(super) struct Plan {
    pub(super) layout: Layout,
    pub(super) composer: Composer,
    pub(super) fault: Option<BuildError>,
    pub(super) rollback: Rollback,
    pub(super) exhaustion: Exhaustion,
    pub(super) start: Start,
    pub(super) clock: Source,
    pub(super) entropy: Box<dyn Entropy>,
    pub(super) after: Option<u128>,
    pub(super) lease: Option<(Timestamp, Timestamp)>,
    pub(super) claims: bool,
}

impl<G> Builder<G> {
    pub(super) fn new(layout: Layout) -> Self {
        let (rollback, exhaustion) = match layout.scheme().generation() {
            Some(Generation::Monotonic) => (Rollback::Hold(Duration::from_secs(10)), Exhaustion::default()),
            // A millisecond of ticks.
            Some(Generation::OnePerUnit) => (Rollback::default(), Exhaustion::Borrow(10_000)),
            _ => (Rollback::default(), Exhaustion::default()),
        };
        let plan = Plan {
            composer: layout.compose(),
            layout,
            fault: None,
            rollback,
            exhaustion,
            start: Start::default(),
            clock: Source::System(SystemClock),
            entropy: Box::new(OsEntropy::new()),
            after: None,
            lease: None,
            claims: true,
        };
        Self { plan, made: PhantomData }
    }

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
            bits -= field.width();
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
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.plan.clock = Source::Other(Box::new(clock));
        self
    }

    /// Another source of randomness than [`OsEntropy`].
    pub fn entropy(mut self, entropy: impl Entropy + 'static) -> Self {
        self.plan.entropy = Box::new(entropy);
        self
    }

    /// Ids only from units that begin at `lo` or later and before `hi`: what a lease of the machine allows.
    pub fn leased(mut self, lo: Timestamp, hi: Timestamp) -> Self {
        self.plan.lease = Some((lo, hi));
        self
    }
}

impl Builder<Numbers> {
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

    /// The generator.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(self) -> Result<Numbers, BuildError> {
        Numbers::from_plan(self.plan)
    }
}

impl<T: Id> Builder<Generator<T>> {
    /// Goes on from an id that an earlier generator gave, so that a restart with a clock that went back repeats nothing. The last id has to be known for certain: one that was saved
    /// before later ids were given does not help.
    pub fn after(mut self, id: T) -> Self {
        self.plan.after = Some(id.to_repr().into());
        self
    }

    /// The generator.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(self) -> Result<Generator<T>, BuildError> {
        Numbers::from_plan(self.plan).map(Generator::of)
    }
}

impl Plan {
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

    /// The random field, where the scheme has one.
    pub(super) fn random(&self) -> Option<&'static Field> {
        self.layout.scheme().fields().iter().find(|field| matches!(field.role(), Role::Hex))
    }
}
