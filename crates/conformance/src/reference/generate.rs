//! Op `generate`, answered by the generators of the library with the clock and the randomness of the script.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use idspec_core::generate::{
    BuildError, Builder, Clock, Entropy, EntropyError, Exhaustion, GenerateError, LocalNumbers, Numbers, Rollback,
    Start,
};
use idspec_core::{Field, Layout, Role, Scheme, Timestamp};

use super::{Given, Stop, any_number, bytes_of, instant, integer};
use crate::model::{Input, Policy, Random, Step};
use crate::outcome::{Rejection, StepOutcome, Values};

/// The longest that a call may wait, by the count of what it sleeps: a script that never lets it go on is no case.
const LIMIT: Duration = Duration::from_secs(10);

/// The readings of a call; the last one stays.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<VecDeque<Timestamp>>>);

impl Script {
    fn set(&self, readings: VecDeque<Timestamp>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = readings;
    }
}

impl Clock for Script {
    fn now(&self) -> Timestamp {
        let mut readings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = if readings.len() > 1 { readings.pop_front() } else { readings.front().copied() };
        next.unwrap_or(Timestamp::UNIX_EPOCH)
    }

    fn sleep(&self, _: Duration) {}
}

/// What is drawn in a call: the logical value, whatever the count of bits.
#[derive(Clone, Default)]
struct Drawn(Arc<Mutex<Option<u128>>>);

impl Drawn {
    fn set(&self, value: Option<u128>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = value;
    }
}

impl Entropy for Drawn {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        let value = self.0.lock().unwrap_or_else(PoisonError::into_inner).ok_or(EntropyError)?;
        Ok(value & u128::MAX >> 128u32.saturating_sub(bits).min(127))
    }

    fn draw_up_to(&self, largest: u64) -> Result<u64, EntropyError> {
        u64::try_from(self.draw(64)?).map(|value| value.min(largest)).map_err(|_| EntropyError)
    }
}

impl From<BuildError> for Stop {
    fn from(error: BuildError) -> Self {
        let field = if let BuildError::Field(error) = &error { Some(error.field()) } else { None };
        match error.code() {
            Some(code) => Self::Rejected(Rejection::new(code, field)),
            None => Self::Unsupported(error.to_string()),
        }
    }
}

/// A generator, shared by threads or of one.
trait Asked: Sized {
    fn make(builder: Builder<Numbers, Script, Drawn>) -> Result<Self, BuildError>;
    /// One call, of the type of a step where that names one, otherwise of the generator's `own`.
    fn ask(&mut self, id_type: Option<i128>, own: Option<i128>, waits: bool) -> Given<Result<u128, GenerateError>>;
}

impl Asked for Numbers {
    fn make(builder: Builder<Self, Script, Drawn>) -> Result<Self, BuildError> {
        builder.build()
    }

    fn ask(&mut self, id_type: Option<i128>, _: Option<i128>, waits: bool) -> Given<Result<u128, GenerateError>> {
        let typed = id_type.map(|value| self.with("type", value)).transpose()?;
        let numbers = typed.as_ref().unwrap_or(self);
        Ok(if waits { numbers.next_blocking(LIMIT) } else { numbers.try_next() })
    }
}

impl Asked for LocalNumbers<Script, Drawn> {
    fn make(builder: Builder<Numbers, Script, Drawn>) -> Result<Self, BuildError> {
        builder.build_local()
    }

    fn ask(&mut self, id_type: Option<i128>, own: Option<i128>, waits: bool) -> Given<Result<u128, GenerateError>> {
        id_type.or(own).map_or(Ok(()), |value| self.set("type", value))?;
        Ok(if waits { self.next_blocking(LIMIT) } else { self.try_next() })
    }
}

/// The values of a script: what both kinds of generators answer.
pub(super) fn generate(layout: &Layout, input: &Input) -> Given<Values> {
    let (shared, local) = (follow::<Numbers>(layout, input), follow::<LocalNumbers<Script, Drawn>>(layout, input));
    match (&shared, &local) {
        (Ok(of_many), Ok(of_one)) if of_many == of_one => shared,
        (Err(of_many), Err(of_one)) if of_many == of_one => shared,
        _ => Err(Stop::Malformed("a generator of one thread and one that threads share differ".to_owned())),
    }
}

/// What one kind of generators answers.
fn follow<G: Asked>(layout: &Layout, input: &Input) -> Given<Values> {
    let (clock, drawn) = (Script::default(), Drawn::default());
    let (builder, waits) = configure(layout, input, &clock, &drawn)?;
    let mut generator = G::make(builder)?;
    let scheme = layout.scheme();
    let fields = input.config.as_ref().map(|config| config.fields.0.as_slice()).unwrap_or_default();
    let configured =
        |field: &Field| fields.iter().find(|(name, _)| name == field.name()).map_or("0", |(_, value)| value);
    let own = scheme.scope().next().map(|field| integer(configured(field))).transpose()?;
    let mut steps = Vec::new();
    for step in input.steps.iter().flatten() {
        let readings = [&step.now].into_iter().chain(&step.then).map(|now| instant(scheme, now));
        clock.set(readings.collect::<Given<_>>()?);
        drawn.set(random(scheme, step)?);
        let id_type = step.id_type.as_deref().map(integer).transpose()?;
        steps.push(run(|| generator.ask(id_type, own, waits), scheme, step.repeat)?);
    }
    Ok(Values { steps: Some(steps), ..Values::default() })
}

/// One call, or several alike.
fn run(
    mut call: impl FnMut() -> Given<Result<u128, GenerateError>>,
    scheme: &Scheme,
    repeat: Option<u64>,
) -> Given<StepOutcome> {
    let show = |number| bytes_of(scheme, number);
    let first = match call()? {
        Ok(number) => number,
        Err(error) => return refusal(&error),
    };
    let Some(count) = repeat else { return Ok(StepOutcome::Id { bytes: show(first) }) };
    let (mut last, mut given) = (first, BTreeSet::from([first]));
    for _ in 1..count {
        last = match call()? {
            Ok(number) => number,
            Err(error) => return refusal(&error),
        };
        // The ends of a run do not show what lies between them.
        if !given.insert(last) {
            return Err(Stop::Malformed(format!("{} was given twice in a run", show(last))));
        }
    }
    Ok(StepOutcome::Run { first: show(first), last: show(last) })
}

fn refusal(error: &GenerateError) -> Given<StepOutcome> {
    match error.code() {
        Some(code) => Ok(StepOutcome::Error { error: Rejection::new(code, None) }),
        None => Err(Stop::Malformed(error.to_string())),
    }
}

/// What makes the generator, and whether its calls wait.
fn configure(
    layout: &Layout,
    input: &Input,
    clock: &Script,
    drawn: &Drawn,
) -> Given<(Builder<Numbers, Script, Drawn>, bool)> {
    let scheme = layout.scheme();
    let policy = input.policy.clone().unwrap_or_default();
    let (rollback, exhaustion) = (rollback(&policy)?, exhaustion(&policy)?);
    let waits = matches!(rollback, Rollback::Wait(_)) || exhaustion == Exhaustion::Wait;
    let mut builder = Numbers::builder(*layout)
        .unclaimed()
        .clock(clock.clone())
        .entropy(drawn.clone())
        .rollback(rollback)
        .exhaustion(exhaustion)
        .start(start(scheme, &policy)?);
    let given = input.config.as_ref().map(|config| config.fields.0.as_slice()).unwrap_or_default();
    for (name, value) in given {
        builder = builder.field(name, integer(value)?);
    }
    for field in scheme.machine_fields().filter(|field| !given.iter().any(|(name, _)| name == field.name())) {
        builder = builder.field(field.name(), scheme.first_machine());
    }
    if let Some(state) = &input.state {
        builder = builder.after(any_number(scheme, &state.last)?);
    }
    Ok((builder, waits))
}

fn rollback(policy: &Policy) -> Given<Rollback> {
    let tolerance = Duration::from_millis(count(policy.tolerance_ms.as_deref())?);
    Ok(match policy.rollback.as_deref() {
        None | Some("error") => Rollback::Error,
        Some("wait") => Rollback::Wait(tolerance),
        Some("hold") => Rollback::Hold(tolerance),
        Some("borrow") => Rollback::Borrow(tolerance),
        Some(other) => return Err(Stop::Unsupported(format!("rollback {other:?}"))),
    })
}

fn exhaustion(policy: &Policy) -> Given<Exhaustion> {
    Ok(match policy.exhaustion.as_deref() {
        None | Some("error") => Exhaustion::Error,
        Some("wait") => Exhaustion::Wait,
        Some("borrow") => Exhaustion::Borrow(count(policy.max_ahead.as_deref())?),
        Some(other) => return Err(Stop::Unsupported(format!("exhaustion {other:?}"))),
    })
}

fn start(scheme: &Scheme, policy: &Policy) -> Given<Start> {
    Ok(match policy.start.as_deref() {
        None | Some("zero") => Start::Zero,
        Some("running") => Start::Running,
        Some("spread") => Start::Spread(largest_number(scheme)),
        Some(other) => return Err(Stop::Unsupported(format!("start {other:?}"))),
    })
}

/// The largest number of the sequence.
fn largest_number(scheme: &Scheme) -> u64 {
    let configured: Vec<&str> = scheme.machine_fields().chain(scheme.scope()).map(Field::name).collect();
    let sequence = |field: &&Field| matches!(field.role(), Role::Number) && !configured.contains(&field.name());
    let field = scheme.fields().iter().find(sequence);
    field.map_or(0, |field| u64::try_from(field.max_stored()).unwrap_or(u64::MAX))
}

fn count(text: Option<&str>) -> Given<u64> {
    text.unwrap_or("0").parse().map_err(|_| Stop::Malformed("a count does not fit into 64 bits".to_owned()))
}

/// The number that a step draws: the random field in hexadecimal, or a sequence number in decimal where there is no such field.
fn random(scheme: &Scheme, step: &Step) -> Given<Option<u128>> {
    let field = scheme.fields().iter().find(|field| matches!(field.role(), Role::Hex));
    Ok(match (&step.random, field) {
        (None, _) => None,
        (Some(Random::Fill(fill)), _) => Some(if fill.fill == "ff" { u128::MAX } else { 0 }),
        (Some(Random::Value(digits)), Some(_)) => {
            Some(u128::from_str_radix(digits, 16).map_err(|error| Stop::Malformed(error.to_string()))?)
        }
        (Some(Random::Value(number)), None) => {
            Some(number.parse().map_err(|_| Stop::Malformed(format!("{number:?} is no number to draw")))?)
        }
    })
}
