//! Generators of numbers, for a layout chosen at run time.

use core::cell::Cell;
use core::time::Duration;
use std::boxed::Box;
use std::sync::{Arc, Mutex, OnceLock};

use super::builder::{Builder, Plan};
use super::claim::Claim;
use super::clock::{Clock as _, Source};
use super::control::Control;
use super::entropy::{Entropy, EntropyError};
use super::error::{BuildError, GenerateError, GenerateErrorKind};
use super::fork;
use super::frame::Frame;
use super::monotonic::Monotonic;
use super::policy::{Exhaustion, Rollback, Start};
use super::rules::{Rules, Stop, whole_units};
use super::slots::Slots;
use super::time::Units;
use crate::error::{FieldError, FieldErrorKind};
use crate::field::{Field, Role};
use crate::generation::Generation;
use crate::layout::Layout;
use crate::scheme::Scheme;
use crate::time::Timestamp;

/// A generator of the numbers of ids. The typed side of the same thing is [`Generator`](super::Generator).
///
/// It is a handle: clones give ids of one and the same sequence.
#[derive(Clone)]
pub struct Numbers {
    pub(super) shared: Arc<Shared>,
    /// The bits of all fixed and configured fields.
    base: u128,
}

/// What the clones of a generator share.
pub(super) struct Shared {
    pub(super) layout: Layout,
    pub(super) units: Units,
    pub(super) rules: Rules,
    pub(super) engine: Engine,
    pub(super) clock: Source,
    entropy: Box<dyn Entropy>,
    /// The count of forks at which it was made, where a fork makes two of one machine.
    forks: Option<u64>,
    /// The first unit that no id has, once it is sealed.
    pub(super) sealed: OnceLock<u64>,
    /// Its machine, until it is sealed.
    pub(super) claim: Mutex<Option<Claim>>,
}

/// The state of a generator, and how its slots or numbers become ids.
pub(super) enum Engine {
    Slots { state: Slots, frame: Frame, random: Option<&'static Field> },
    Monotonic(Monotonic),
}

/// Numbers of ids that follow each other by `step`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) first: u128,
    pub(super) step: u128,
    pub(super) count: u64,
}

/// What ends a call early.
enum Failed {
    Stop(Stop),
    BeforeEpoch,
    Entropy,
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<EntropyError> for Failed {
    fn from(_: EntropyError) -> Self {
        Self::Entropy
    }
}

impl core::fmt::Debug for Numbers {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Numbers").field("scheme", &self.shared.layout.scheme().title()).finish_non_exhaustive()
    }
}

impl Numbers {
    /// Begins to configure a generator for a layout.
    pub fn builder(layout: Layout) -> Builder<Self> {
        Builder::new(layout)
    }

    pub(super) fn from_plan(plan: Plan) -> Result<Self, BuildError> {
        let layout = plan.layout;
        let scheme = layout.scheme();
        let not_generated = BuildError::NotGenerated(scheme.title());
        let generation = scheme.generation().ok_or(not_generated)?;
        let (base, machine) = plan.configured()?;
        let units = Units::of(&layout).ok_or(not_generated)?;
        let (time, _) = scheme.time().ok_or(not_generated)?;
        let sequence = match generation {
            Generation::Sequence(name) => Some(scheme.field(name).ok_or(not_generated)?),
            Generation::OnePerUnit | Generation::Monotonic => None,
        };
        let rules = rules(&plan, generation, &units, sequence)?;
        let has_machine = scheme.machine_fields().next().is_some();
        let (lo, limit) = match plan.lease {
            None => (0, None),
            Some(_) if !has_machine => return Err(BuildError::Lease(scheme.title())),
            Some((lo, hi)) => (units.from(lo), Some(units.from(hi))),
        };
        if limit.is_some_and(|limit| limit <= lo || lo > units.last) {
            return Err(BuildError::Lease(scheme.title()));
        }
        let last = match plan.after {
            Some(number) => Some(scheme.check(number).map(|()| number).map_err(|_| BuildError::After(scheme.title()))?),
            None => None,
        };
        let random = plan.random();
        let engine = if generation == Generation::Monotonic {
            let random = random.filter(|random| random.number_mask() == random.value_mask()).ok_or(not_generated)?;
            let above = time.pieces().first().is_some_and(|piece| piece.low() == random.width());
            let limit = limit.unwrap_or(u64::MAX);
            Engine::Monotonic(above.then(|| Monotonic::new(random.width(), last, limit)).ok_or(not_generated)?)
        } else {
            let slot = |number: u128| {
                let unit = u64::try_from(time.read(number)).unwrap_or(u64::MAX);
                let number = sequence.map_or(0, |field| u64::try_from(field.read(number)).unwrap_or(u64::MAX));
                unit << rules.bits | number
            };
            let next = last.map_or(0, |number| slot(number) + 1).max(lo << rules.bits);
            let limit = limit.map_or(u64::MAX, |unit| unit.min(units.last + 1) << rules.bits);
            let state = Slots::new(next, limit);
            Engine::Slots { state, frame: Frame::of(time, sequence), random }
        };
        let claim = if has_machine && plan.claims {
            // The type of Nalix ids is no part of it: all types share one sequence.
            let bits = scheme.machine_fields().fold(0, |bits, field| bits | base & field.number_mask());
            let key = (scheme.name(), scheme.kind(), layout.epoch_ms(), bits);
            Some(Claim::of(key).ok_or(BuildError::InUse { scheme: scheme.title(), machine })?)
        } else {
            None
        };
        if !fork::watch() {
            return Err(BuildError::Fork(scheme.title()));
        }
        let shared = Shared {
            layout,
            units,
            rules,
            engine,
            clock: plan.clock,
            entropy: plan.entropy,
            forks: has_machine.then(fork::count),
            sealed: OnceLock::new(),
            claim: Mutex::new(claim),
        };
        Ok(Self { shared: Arc::new(shared), base })
    }

    /// The layout of the ids.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    /// The number of a new id, at once: this neither waits nor holds a lock while anything else does.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`]; nothing has changed then.
    #[inline]
    pub fn try_next(&self) -> Result<u128, GenerateError> {
        match self.next_quickly() {
            Some(number) => Ok(number),
            None => self.take(1).map(|taken| taken.first),
        }
    }

    /// The number of a new id in the ordinary case, see [`Slots::take_quickly`].
    #[inline]
    fn next_quickly(&self) -> Option<u128> {
        let shared = &*self.shared;
        let Engine::Slots { state, frame: Frame::Narrow { time, sequence }, random: None } = &shared.engine else {
            return None;
        };
        if shared.forks.is_some_and(|forks| forks != fork::count()) {
            return None;
        }
        let rules = &shared.rules;
        let slot = state.take_quickly(rules, shared.units.holding(shared.clock.now())?)?;
        let placed = (slot >> rules.bits) << time | (slot & rules.largest()) << sequence;
        #[allow(clippy::cast_possible_truncation, reason = "a narrow frame is one of 64 bits, so its base is as well")]
        let base = self.base as u64;
        Some(u128::from(base | placed))
    }

    /// The same generator with another value for a field above the time: another type of Nalix ids.
    ///
    /// # Errors
    /// A value that does not fit, or no such field.
    pub fn with(&self, name: &str, value: impl Into<i128>) -> Result<Self, FieldError> {
        let scheme = self.shared.layout.scheme();
        let unknown = FieldError::new(scheme, "", FieldErrorKind::Unknown);
        let field = scheme.scope().find(|field| field.name() == name).ok_or(unknown)?;
        let bits = self.shared.layout.compose().int(name, value.into()).partial()?;
        let base = self.base & !field.number_mask() | bits & field.number_mask();
        Ok(Self { shared: Arc::clone(&self.shared), base })
    }

    /// The reins of the generator, for leases and shutdown.
    #[must_use]
    pub fn control(&self) -> Control {
        Control::of(Arc::clone(&self.shared))
    }

    /// Up to `count` ids of one unit at once.
    pub(super) fn take(&self, count: u64) -> Result<Taken, GenerateError> {
        self.attempt(count, &Cell::new(Timestamp::UNIX_EPOCH))
    }

    /// As `take`; `now` is set to the last reading of the clock.
    pub(super) fn attempt(&self, count: u64, now: &Cell<Timestamp>) -> Result<Taken, GenerateError> {
        let shared = &*self.shared;
        if shared.forks.is_some_and(|forks| forks != fork::count()) {
            return Err(shared.error(GenerateErrorKind::Forked));
        }
        let clock = || {
            now.set(shared.clock.now());
            shared.units.holding(now.get()).ok_or(Failed::BeforeEpoch)
        };
        let taken = match &shared.engine {
            Engine::Slots { state, frame, random } => self.take_slots(state, *frame, *random, count, clock),
            Engine::Monotonic(state) => {
                let draw = |bits| Ok(shared.entropy.draw(bits)?);
                let run = state.take(&shared.rules, count, clock, draw);
                run.map(|run| Taken { first: self.base | run.first, step: 1, count: run.count })
            }
        };
        taken.map_err(|failed| shared.explain(failed, now.get()))
    }

    fn take_slots(
        &self,
        state: &Slots,
        frame: Frame,
        random: Option<&'static Field>,
        count: u64,
        clock: impl FnMut() -> Result<u64, Failed>,
    ) -> Result<Taken, Failed> {
        let shared = &*self.shared;
        let rules = &shared.rules;
        // Drawn before the slot is taken, so that a source that gives nothing costs none.
        let base = match random {
            Some(field) => {
                let drawn = shared.entropy.draw(field.width())? & field.value_mask();
                self.base | field.place(drawn).unwrap_or(0)
            }
            None => self.base,
        };
        let draw = |largest| Ok(shared.entropy.draw_up_to(largest)?);
        let run = state.take(rules, count, clock, draw)?;
        let first = base | frame.place(run.first >> rules.bits, run.first & rules.largest());
        Ok(Taken { first, step: frame.place(0, 1), count: run.count })
    }
}

impl Shared {
    pub(super) fn error(&self, kind: GenerateErrorKind) -> GenerateError {
        GenerateError::new(self.layout.scheme(), kind)
    }

    #[cold]
    fn explain(&self, failed: Failed, now: Timestamp) -> GenerateError {
        let outside = || {
            let (first, last) = (self.units.start(0), self.units.start(self.units.last));
            GenerateErrorKind::OutsideEpoch { now, first, last }
        };
        self.error(match failed {
            Failed::BeforeEpoch | Failed::Stop(Stop::Past) => outside(),
            Failed::Entropy => GenerateErrorKind::Entropy,
            Failed::Stop(Stop::Exhausted { unit }) => GenerateErrorKind::Exhausted { retry_at: self.units.start(unit) },
            Failed::Stop(Stop::RandomExhausted { unit }) => {
                GenerateErrorKind::RandomExhausted { retry_at: self.units.start(unit.saturating_add(1)) }
            }
            Failed::Stop(Stop::Behind { by, unit }) => {
                let nanos = by.saturating_mul(self.units.length()).saturating_mul(100);
                GenerateErrorKind::ClockBehind { by: Duration::from_nanos(nanos), retry_at: self.units.start(unit) }
            }
            Failed::Stop(Stop::Lease) => GenerateErrorKind::LeaseWindow,
            Failed::Stop(Stop::Sealed) => GenerateErrorKind::Sealed,
        })
    }

    /// Whether the policies say to wait where a call gave this error.
    pub(super) fn waits(&self, error: &GenerateError) -> bool {
        match error.kind() {
            GenerateErrorKind::Exhausted { .. } => self.rules.exhaustion == Exhaustion::Wait,
            GenerateErrorKind::ClockBehind { by, .. } => {
                let tolerated = u128::from(self.rules.tolerance) * u128::from(self.units.length()) * 100;
                matches!(self.rules.rollback, Rollback::Wait(_)) && by.as_nanos() <= tolerated
            }
            _ => false,
        }
    }
}

/// The policies in units, checked against what the scheme has.
fn rules(
    plan: &Plan,
    generation: Generation,
    units: &Units,
    sequence: Option<&'static Field>,
) -> Result<Rules, BuildError> {
    let scheme: &'static Scheme = plan.layout.scheme();
    let refused = |policy| Err(BuildError::Policy { scheme: scheme.title(), policy });
    let bits = sequence.map_or(0, Field::width);
    let plain =
        sequence.is_none_or(|field| matches!(field.role(), Role::Number) && field.value_mask() == field.max_stored());
    // The slot after the last one has to fit, and the mark of a sealed state stands above it.
    if !plain || units.last.checked_add(1).is_none_or(|end| end.leading_zeros() <= bits) {
        return Err(BuildError::NotGenerated(scheme.title()));
    }
    let sequenced = sequence.is_some();
    match plan.start {
        Start::Zero => {}
        Start::Spread(largest) if sequenced && u128::from(largest) <= crate::field::ones(bits) => {}
        Start::Running if sequenced => {}
        Start::Spread(_) | Start::Running => return refused("start"),
    }
    let monotonic = generation == Generation::Monotonic;
    if monotonic && matches!(plan.rollback, Rollback::Borrow(_)) {
        return refused("rollback");
    }
    if monotonic && matches!(plan.exhaustion, Exhaustion::Borrow(_)) {
        return refused("exhaustion");
    }
    Ok(Rules {
        bits,
        last_unit: units.last,
        rollback: plan.rollback,
        tolerance: whole_units(plan.rollback, units.length()),
        exhaustion: plan.exhaustion,
        start: plan.start,
    })
}
