//! The generator behind its front ends, for threads that share it and for one thread alone: what it is made of, and how a slot or a number of the state becomes an id.

use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::boxed::Box;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::builder::Plan;
use super::claim::Claim;
use super::clock::{Clock, Source};
use super::entropy::{Entropy, EntropyError};
use super::error::{BuildError, GenerateError, GenerateErrorKind};
use super::fork;
use super::frame::Shape;
use super::monotonic::{Held, Monotonic, State};
use super::policy::{Exhaustion, Rollback, Start};
use super::rules::{Rules, Stop, whole_units};
use super::slots::{Slots, Word};
use super::time::Units;
use crate::error::{FieldError, FieldErrorKind};
use crate::field::{Field, Role};
use crate::generation::Generation;
use crate::layout::Layout;
use crate::scheme::Scheme;
use crate::time::Timestamp;

/// A generator of one machine. `W` and `M` are where its state stands: in memory that threads share, or in a thread's own.
pub(super) struct Engine<C, E, W, M> {
    pub(super) layout: Layout,
    shape: Shape,
    rules: Rules,
    sequencer: Sequencer<W, M>,
    pub(super) clock: C,
    entropy: E,
    /// The count of forks at which it was made.
    forks: u64,
    /// Whether a fork makes two of one machine.
    has_machine: bool,
    /// The first unit that no id has, once it is sealed.
    sealed: OnceLock<u64>,
    /// Its machine, until it is sealed.
    claim: Mutex<Option<Claim>>,
}

/// A generator that threads share.
pub(super) type Shared = Engine<Source, Box<dyn Entropy>, AtomicU64, Mutex<State>>;

/// A generator of one thread.
pub(super) type Local<C, E> = Engine<C, E, Cell<u64>, RefCell<State>>;

/// The state of a generator, and how its slots or numbers become ids.
enum Sequencer<W, M> {
    Slots(Slots<W>),
    Monotonic(Monotonic<M>),
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
    Forked,
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

impl<C: Clock, E: Entropy, W: Word, M: Held> Engine<C, E, W, M> {
    /// The generator, and the bits of all fixed and configured fields.
    pub(super) fn build(plan: Plan<C, E>) -> Result<(Self, u128), BuildError> {
        let layout = plan.layout;
        let scheme = layout.scheme();
        let not_generated = BuildError::NotGenerated(scheme.title());
        let generation = scheme.generation().ok_or(not_generated)?;
        let (base, machine) = plan.configured()?;
        let shape = Shape::of(&layout).ok_or(not_generated)?;
        if !shape.frame.admits(base) {
            return Err(not_generated);
        }
        let units = shape.units;
        let (time, _) = scheme.time().ok_or(not_generated)?;
        let sequence = scheme.sequence();
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
        let sequencer = if generation == Generation::Monotonic {
            let random = plan.random_below_time().ok_or(not_generated)?;
            Sequencer::Monotonic(Monotonic::new(random.width(), last, limit.unwrap_or(u64::MAX)))
        } else {
            let slot = |number: u128| {
                let unit = u64::try_from(time.read(number)).unwrap_or(u64::MAX);
                let number = sequence.map_or(0, |field| u64::try_from(field.read(number)).unwrap_or(u64::MAX));
                unit << rules.bits | number
            };
            let next = last.map_or(0, |number| slot(number).saturating_add(1)).max(lo << rules.bits);
            let limit = limit.map_or(u64::MAX, |unit| unit.min(units.last.saturating_add(1)) << rules.bits);
            Sequencer::Slots(Slots::new(next, limit))
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
        let engine = Self {
            layout,
            shape,
            rules,
            sequencer,
            clock: plan.clock,
            entropy: plan.entropy,
            forks: fork::count(),
            has_machine,
            sealed: OnceLock::new(),
            claim: Mutex::new(claim),
        };
        Ok((engine, base))
    }

    /// The number of a new id, at once. `known` is the shape of the ids where that is a constant of the program.
    #[inline(always)]
    pub(super) fn next(&self, base: u128, known: Option<Shape>) -> Result<u128, GenerateError> {
        let shape = known.unwrap_or(self.shape);
        if let (Sequencer::Slots(state), false, None) = (&self.sequencer, shape.monotonic, shape.random) {
            return match self.next_slot(state, base, shape) {
                Some(number) => Ok(number),
                None => self.take(base, 1).map(|taken| taken.first),
            };
        }
        // One of the branches is dead code where the shape is a constant.
        if let (Sequencer::Monotonic(state), true) = (&self.sequencer, shape.monotonic) {
            return self.next_number(state, base, shape);
        }
        let read = Cell::new(0);
        let clock = || {
            read.set(shape.units.read(&self.clock));
            shape.units.holding_read(read.get()).ok_or(Failed::BeforeEpoch)
        };
        let taken = match &self.sequencer {
            Sequencer::Slots(state) if !shape.monotonic => self.take_slots(state, base, shape, 1, clock),
            _ => return self.take(base, 1).map(|taken| taken.first),
        };
        match taken {
            Ok(taken) => Ok(taken.first),
            Err(failed) => Err(self.explain(failed, shape.units.instant_read(read.get()))),
        }
    }

    /// The number of a new id in the ordinary case, see [`Slots::take_quickly`].
    #[inline(always)]
    fn next_slot(&self, state: &Slots<W>, base: u128, shape: Shape) -> Option<u128> {
        if self.forks != fork::count() {
            return None;
        }
        let rules = Rules { bits: shape.bits, last_unit: shape.units.last, ..self.rules };
        let unit = shape.units.holding_read(shape.units.read(&self.clock))?;
        // A slot that is taken quickly is of the clock's unit.
        let slot = state.take_quickly(&rules, unit)?;
        Some(shape.frame.place_on(base, unit, slot & rules.largest()))
    }

    /// The number of a new id that counts up. The clock is read under the guard where there are other threads.
    #[inline(always)]
    fn next_number(&self, state: &Monotonic<M>, base: u128, shape: Shape) -> Result<u128, GenerateError> {
        let (mut held, read);
        if M::ALONE {
            read = shape.units.read(&self.clock);
            held = state.state.hold();
        } else {
            held = state.state.hold();
            read = shape.units.read(&self.clock);
        }
        let unit = shape.units.holding_read(read);
        if let Some(unit) = unit
            && let Some(number) = held.next_ready(unit)
        {
            return Ok(base | number);
        }
        self.number_slowly(state, held, base, unit, read)
    }

    /// The same where that is not the next number of the last one's unit.
    #[cold]
    #[inline(never)]
    fn number_slowly(
        &self,
        state: &Monotonic<M>,
        mut held: M::Guard<'_>,
        base: u128,
        unit: Option<u64>,
        read: i64,
    ) -> Result<u128, GenerateError> {
        let now = unit.ok_or(Failed::BeforeEpoch);
        let taken = state.take_in(&mut held, &self.rules, 1, now, |bits| Ok(self.entropy.draw(bits)?));
        drop(held);
        match taken {
            Ok(run) => Ok(base | run.first),
            Err(failed) => Err(self.explain(failed, self.shape.units.instant_read(read))),
        }
    }

    /// The bits of the configured fields with another value for a field above the time: another type of Nalix ids.
    pub(super) fn rebase(&self, base: u128, name: &str, value: i128) -> Result<u128, FieldError> {
        let scheme = self.layout.scheme();
        let unknown = FieldError::new(scheme, "", FieldErrorKind::Unknown);
        let field = scheme.scope().find(|field| field.name() == name).ok_or(unknown)?;
        let bits = self.layout.compose().int(name, value).partial()?;
        Ok(base & !field.number_mask() | bits & field.number_mask())
    }

    /// Up to `count` ids of one unit at once.
    #[inline(never)]
    pub(super) fn take(&self, base: u128, count: u64) -> Result<Taken, GenerateError> {
        self.attempt(base, count, &Cell::new(Timestamp::UNIX_EPOCH))
    }

    /// As `take`; `now` is set to the last reading of the clock.
    pub(super) fn attempt(&self, base: u128, count: u64, now: &Cell<Timestamp>) -> Result<Taken, GenerateError> {
        let clock = || {
            now.set(self.clock.now());
            self.shape.units.holding(now.get()).ok_or(Failed::BeforeEpoch)
        };
        let taken = match &self.sequencer {
            Sequencer::Slots(state) => self.take_slots(state, base, self.shape, count, clock),
            Sequencer::Monotonic(state) => self.take_numbers(state, base, count, clock),
        };
        taken.map_err(|failed| self.explain(failed, now.get()))
    }

    #[inline(always)]
    fn take_numbers(
        &self,
        state: &Monotonic<M>,
        base: u128,
        count: u64,
        clock: impl FnOnce() -> Result<u64, Failed>,
    ) -> Result<Taken, Failed> {
        let run = state.take(&self.rules, count, clock, |bits| Ok(self.entropy.draw(bits)?))?;
        Ok(Taken { first: base | run.first, step: 1, count: run.count })
    }

    #[inline(always)]
    fn take_slots(
        &self,
        state: &Slots<W>,
        base: u128,
        shape: Shape,
        count: u64,
        clock: impl FnMut() -> Result<u64, Failed>,
    ) -> Result<Taken, Failed> {
        if self.has_machine && self.forks != fork::count() {
            return Err(Failed::Forked);
        }
        // Drawn before the slot is taken, so that a source that gives nothing costs none.
        let base = match shape.random {
            Some(field) => base | field.place(self.entropy.draw(field.width())? & field.value_mask()).unwrap_or(0),
            None => base,
        };
        let (rules, frame) = (&self.rules, shape.frame);
        let run = state.take(rules, count, clock, |largest| Ok(self.entropy.draw_up_to(largest)?))?;
        let first = base | frame.place(run.first >> rules.bits, run.first & rules.largest());
        Ok(Taken { first, step: frame.place(0, 1), count: run.count })
    }

    /// Allows ids of the units that begin before `hi`; what was allowed stays so.
    pub(super) fn extend_to(&self, hi: Timestamp) {
        let units = &self.shape.units;
        let limit = units.from(hi).min(units.last.saturating_add(1));
        match &self.sequencer {
            Sequencer::Slots(state) => state.extend(limit << self.rules.bits),
            Sequencer::Monotonic(state) => state.extend(limit),
        }
    }

    /// Allows no ids until the next `extend_to`.
    pub(super) fn revoke(&self) {
        match &self.sequencer {
            Sequencer::Slots(state) => state.revoke(),
            Sequencer::Monotonic(state) => state.revoke(),
        }
    }

    /// Ends the giving of ids for good, and gives the first instant at which no id lies, nor any later one.
    pub(super) fn seal(&self) -> Timestamp {
        let unit = self.sealed.get_or_init(|| {
            let free = match &self.sequencer {
                Sequencer::Slots(state) => state.seal().map_or(0, |next| next.div_ceil(1 << self.rules.bits)),
                Sequencer::Monotonic(state) => state.seal().unwrap_or(0),
            };
            // No id comes from here any more, so another generator of the process may have the machine, whoever still has a handle of this one.
            drop(self.claim.lock().unwrap_or_else(PoisonError::into_inner).take());
            free
        });
        self.shape.units.start(*unit)
    }

    /// Whether it was sealed.
    pub(super) fn is_sealed(&self) -> bool {
        self.sealed.get().is_some()
    }

    pub(super) fn error(&self, kind: GenerateErrorKind) -> GenerateError {
        GenerateError::new(self.layout.scheme(), kind)
    }

    #[cold]
    fn explain(&self, failed: Failed, now: Timestamp) -> GenerateError {
        self.error(match failed {
            Failed::BeforeEpoch | Failed::Stop(Stop::Past) => self.shape.units.outside(now),
            Failed::Entropy => GenerateErrorKind::Entropy,
            Failed::Forked => GenerateErrorKind::Forked,
            Failed::Stop(Stop::Exhausted { unit }) => {
                GenerateErrorKind::Exhausted { retry_at: self.shape.units.start(unit) }
            }
            Failed::Stop(Stop::RandomExhausted { unit }) => {
                GenerateErrorKind::RandomExhausted { retry_at: self.shape.units.start(unit.saturating_add(1)) }
            }
            Failed::Stop(Stop::Behind { by, unit }) => {
                let nanos = by.saturating_mul(self.shape.units.length()).saturating_mul(100);
                GenerateErrorKind::ClockBehind {
                    by: Duration::from_nanos(nanos),
                    retry_at: self.shape.units.start(unit),
                }
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
                let length = u128::from(self.shape.units.length()).saturating_mul(100);
                let tolerated = u128::from(self.rules.tolerance).saturating_mul(length);
                matches!(self.rules.rollback, Rollback::Wait(_)) && by.as_nanos() <= tolerated
            }
            _ => false,
        }
    }
}

/// The policies in units, checked against what the scheme has.
fn rules<C, E>(
    plan: &Plan<C, E>,
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
