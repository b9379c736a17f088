//! A plain generator for one thread, in which one thing can be made wrong.

use std::collections::BTreeMap;

use idspec::Layout;
use idspec::base::{Config, FieldValue, select};
use idspec_conformance::model::{Fill, Random, Step};
use idspec_conformance::outcome::{Outcome, Rejection, StepOutcome, Values};
use idspec_conformance::run::Answer;

use super::shape::Shape;
use super::ulid;
use super::wrong::Wrong;
use crate::faults::Question;

/// Unit and number.
pub(super) type Slot = (i128, i128);

/// Why a call gives no id.
pub(super) type Code = &'static str;

/// What a reading of the clock leads to.
pub(super) enum Judged {
    /// An id of this slot.
    Slot(Slot),
    /// The clock is to be read again.
    Again,
    /// No id.
    Refused(Code),
}

/// The configured policies.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    pub(super) rollback: String,
    pub(super) tolerance: i128,
    exhaustion: String,
    max_ahead: i128,
    start: String,
}

/// A generator with its state.
pub(super) struct Generator {
    pub(super) wrong: Wrong,
    pub(super) shape: Shape,
    pub(super) layout: Layout,
    pub(super) policy: Policy,
    fields: BTreeMap<&'static str, i128>,
    kind: String,
    /// By the type of the id, where each type is wrongly counted by itself.
    last: BTreeMap<i128, Slot>,
    given: u64,
    first_random: Option<u128>,
}

/// The answer of a generator in which one thing is wrong.
pub(super) fn answer(question: &Question<'_>, wrong: Wrong) -> Answer {
    match Generator::new(question, wrong) {
        Err(None) => Answer::Unsupported("generators".to_owned()),
        Err(Some(rejection)) => Answer::Outcome(Outcome::Error(rejection)),
        Ok(mut generator) => {
            let state = question.input.state.as_ref();
            let last = state.and_then(|state| u128::from_str_radix(&state.last, 16).ok());
            let last = last.filter(|_| wrong != Wrong::RestartForgets);
            let steps = question.input.steps.iter().flatten();
            let steps = if question.scheme == "ulid" {
                let mut ulids = ulid::Ulids::new(&generator, last);
                steps.map(|step| ulids.step(&generator, step)).collect()
            } else {
                generator.go_on_from(last);
                steps.map(|step| generator.step(step)).collect()
            };
            Answer::Outcome(Outcome::Ok(Box::new(Values { steps: Some(steps), ..Values::default() })))
        }
    }
}

pub(super) fn refused(code: &str) -> StepOutcome {
    StepOutcome::Error { error: Rejection { code: code.to_owned(), field: None } }
}

pub(super) fn integer(text: &str) -> i128 {
    text.parse().unwrap_or_default()
}

impl Generator {
    /// Nothing for schemes without a generator here.
    fn new(question: &Question<'_>, wrong: Wrong) -> Result<Self, Option<Rejection>> {
        let mut shape = Shape::of(question.scheme).ok_or(None)?;
        let config = question.input.config.clone().unwrap_or_default();
        let unknown_kind = || Some(Rejection { code: "unknown_kind".to_owned(), field: None });
        let mut kind = config.kind.clone();
        let mut name = config.layout.as_deref();
        if wrong == Wrong::AnyLayout && name.is_some_and(|name| !matches!(name, "rfc" | "current")) {
            name = None;
        }
        if wrong == Wrong::AnyKind && question.scheme == "seq-guid" {
            kind = kind.filter(|kind| kind != "comb").or_else(|| Some("as-string".to_owned()));
        }
        let epoch = config.epoch_ms.as_deref().filter(|_| wrong != Wrong::EpochIgnored).map(integer);
        shape.origin = epoch.unwrap_or(shape.origin);
        let chosen =
            Config { kind: kind.as_deref(), layout: name, epoch_ms: epoch.and_then(|epoch| i64::try_from(epoch).ok()) };
        let schemes: Vec<_> = idspec::schemes().collect();
        let layout = select(&schemes, question.scheme, &chosen).map_err(|_| unknown_kind())?;
        if name.is_some_and(|name| !matches!(name, "rfc" | "current")) {
            return Err(unknown_kind());
        }
        let mut fields = BTreeMap::new();
        for (name, least, most, default) in shape.fields {
            let default = if wrong == Wrong::MachineZeroByDefault { 0 } else { *default };
            let mut value = config.fields.get(name).map_or(default, integer);
            let least = if wrong == Wrong::MachineZero { 0 } else { *least };
            match wrong {
                Wrong::FieldMasked => value &= *most,
                Wrong::FieldClamped => value = value.clamp(least, *most),
                _ => {}
            }
            let configured = config.fields.get(name).is_some();
            if configured && !(least..=*most).contains(&value) {
                return Err(Some(Rejection { code: "out_of_range".to_owned(), field: Some((*name).to_owned()) }));
            }
            fields.insert(*name, value);
        }
        let given = question.input.policy.clone().unwrap_or_default();
        let or = |value: Option<String>, default: &str| value.unwrap_or_else(|| default.to_owned());
        let policy = Policy {
            rollback: or(given.rollback, "error"),
            tolerance: given.tolerance_ms.as_deref().map_or(0, integer) + wrong.more_tolerance(),
            exhaustion: or(given.exhaustion, "error"),
            max_ahead: given.max_ahead.as_deref().map_or(0, |text| integer(text) + wrong.more_ahead()),
            start: or(given.start, "zero"),
        };
        shape.last_unit -= i128::from(wrong == Wrong::LastUnitLost);
        if shape.sequence.is_some() && wrong == Wrong::HalfAUnit {
            shape.numbers /= 2;
        }
        let kind = kind.unwrap_or_default();
        let last = BTreeMap::new();
        Ok(Self { wrong, shape, layout, policy, fields, kind, last, given: 0, first_random: None })
    }

    fn go_on_from(&mut self, last: Option<u128>) {
        let Some(number) = last else { return };
        let value = |name: &str| {
            let field = self.layout.fields(number).find(|(found, _)| *found == name).map(|(_, value)| value);
            match field {
                Some(FieldValue::Int(value)) => Some(value),
                _ => None,
            }
        };
        let instant = value("unix_ms").or_else(|| value("ticks")).unwrap_or_default();
        let number = self.shape.sequence.and_then(|(name, _)| value(name)).unwrap_or_default();
        let back = i128::from(self.wrong == Wrong::RestartRepeats);
        let slot = ((instant - self.shape.origin) / self.shape.unit, number - back);
        self.last.insert(0, slot);
    }

    /// The place of the last slot for the ids of a type.
    fn place(&self, id_type: i128) -> i128 {
        if self.wrong == Wrong::TypesByThemselves { id_type } else { 0 }
    }

    fn step(&mut self, step: &Step) -> StepOutcome {
        let readings: Vec<i128> = [&step.now].into_iter().chain(&step.then).map(|text| integer(text)).collect();
        let id_type = step.id_type.as_deref().map(integer).or(self.fields.get("type").copied()).unwrap_or_default();
        let mut ends = Vec::new();
        for index in 0..step.repeat.unwrap_or(1) {
            match self.call(&readings, step, id_type) {
                Ok(slot) if index == 0 || Some(index + 1) == step.repeat => ends.push(self.id(slot, step, id_type)),
                Ok(_) => {}
                Err(code) => return refused(self.wrong.code(code)),
            }
            self.given += 1;
        }
        match (ends.pop(), ends.pop()) {
            (Some(last), Some(first)) => StepOutcome::Run { first, last },
            (Some(bytes), None) => StepOutcome::Id { bytes },
            _ => refused("format"),
        }
    }

    fn call(&mut self, readings: &[i128], step: &Step, id_type: i128) -> Result<Slot, Code> {
        let place = self.place(id_type);
        let before = self.last.get(&place).copied();
        let mut code = "sequence_exhausted";
        let mut waited = false;
        for (index, reading) in readings.iter().enumerate() {
            if self.wrong == Wrong::WaitsOnce && index > 1 {
                break;
            }
            match self.judge(before, *reading, step, waited) {
                Judged::Again => waited = true,
                Judged::Slot(slot) => {
                    self.last.insert(place, slot);
                    let stale = before.filter(|_| waited && self.wrong == Wrong::StampsOldUnit);
                    return Ok(stale.map_or(slot, |(unit, _)| (unit, slot.1)));
                }
                Judged::Refused(found) => {
                    code = found;
                    break;
                }
            }
        }
        if let Some((unit, number)) = before {
            let after = match self.wrong {
                Wrong::ResetBeforeCheck if code == "clock_rollback" => (unit, 0),
                Wrong::AdvancedOnError if number + 1 < self.shape.numbers => (unit, number + 1),
                Wrong::AdvancedOnError => (unit + 1, 0),
                Wrong::TakesRefusedClock if code == "clock_rollback" => {
                    ((readings.first().copied().unwrap_or_default() - self.shape.origin) / self.shape.unit, number)
                }
                _ => (unit, number),
            };
            self.last.insert(place, after);
        }
        Err(code)
    }

    /// The unit of a reading.
    pub(super) fn unit_of(&self, reading: i128) -> Result<i128, Code> {
        let mut instant = reading - self.shape.origin;
        if self.wrong == Wrong::UnitRounded {
            instant += self.shape.unit / 2;
        }
        let (unit, units) = (instant.div_euclid(self.shape.unit), self.shape.last_unit + 1);
        match (unit, self.wrong) {
            (..0, Wrong::BeforeEpochWraps) => Ok(unit.rem_euclid(units)),
            (..0, Wrong::BeforeEpochIsZero) => Ok(0),
            (..0, _) => Err("clock_before_epoch"),
            (_, Wrong::PastLastWraps) => Ok(unit % units),
            (_, Wrong::PastLastIsLast) => Ok(unit.min(self.shape.last_unit)),
            _ if unit >= units => Err("timestamp_exhausted"),
            _ => Ok(unit),
        }
    }

    pub(super) fn tolerates(&self, units: i128) -> bool {
        units * self.shape.unit <= self.policy.tolerance * self.shape.of_a_ms
    }

    fn judge(&self, last: Option<Slot>, reading: i128, step: &Step, waited: bool) -> Judged {
        let unit = match self.unit_of(reading) {
            Ok(unit) => unit,
            Err("clock_before_epoch") if last.is_some() && self.wrong == Wrong::RollbackFirst => {
                return Judged::Refused("clock_rollback");
            }
            Err(code) => return Judged::Refused(code),
        };
        let Some((last_unit, number)) = last else { return Judged::Slot((unit, self.begin(last, step))) };
        let differs = unit != last_unit
            && (self.wrong == Wrong::AnyReadingBegins || waited && self.wrong == Wrong::WaitEndsAnywhere);
        if unit > last_unit && self.wrong != Wrong::KeepsOldUnit || differs {
            return Judged::Slot((unit, self.begin(last, step)));
        }
        let next = self.next((last_unit, number), step);
        if unit >= last_unit {
            let inside = next.0 == last_unit || self.wrong == Wrong::KeepsOldUnit && unit > last_unit;
            return if inside { Judged::Slot(next) } else { self.exhausted(unit, next, step) };
        }
        let behind = last_unit - unit;
        let borrows = self.policy.exhaustion == "borrow" && self.wrong != Wrong::RollbackBeforeBorrow;
        if borrows && behind <= self.policy.max_ahead {
            return self.exhausted(unit, next, step);
        }
        let tolerated = match self.wrong {
            Wrong::ToleratesInstants => {
                let instant = last_unit * self.shape.unit + self.shape.origin;
                instant - reading <= self.policy.tolerance * self.shape.of_a_ms
            }
            Wrong::ToleratesAll => true,
            _ => self.tolerates(behind),
        };
        let kind = match (self.policy.rollback.as_str(), self.wrong) {
            ("error", Wrong::ErrorTolerates) => "hold",
            ("error", _) => "error",
            (_, Wrong::RollbackIsError) => "error",
            ("wait", Wrong::WaitIsHold) => "hold",
            ("hold", Wrong::HoldIsWait) => "wait",
            ("hold", Wrong::HoldMovesOn) => "borrow",
            ("borrow", Wrong::BorrowIsHold) => "hold",
            (kind, _) => kind,
        };
        match kind {
            _ if !tolerated => Judged::Refused("clock_rollback"),
            "wait" => Judged::Again,
            "hold" if self.wrong == Wrong::HoldStampsClock => Judged::Slot((unit, next.1)),
            "hold" if next.0 == last_unit => Judged::Slot(next),
            "borrow" if self.tolerates(next.0 - unit) || self.wrong == Wrong::BorrowWithoutBound => {
                self.inside(next).unwrap_or_else(Judged::Refused)
            }
            "hold" | "borrow" => self.exhausted(unit, next, step),
            _ => Judged::Refused("clock_rollback"),
        }
    }

    /// The slot after the last one.
    fn next(&self, (unit, number): Slot, step: &Step) -> Slot {
        let following = match self.wrong {
            Wrong::EveryOther => number + 2,
            Wrong::DrawsEachNumber if self.policy.start == "spread" => drawn(step),
            _ => number + 1,
        };
        let numbers = self.shape.numbers;
        match self.wrong {
            Wrong::SpillsOver if self.shape.sequence.is_some() => (unit, following),
            Wrong::WrapsAround => (unit, following % numbers),
            Wrong::StartWrapsAround if self.policy.start != "zero" => (unit, following % numbers),
            Wrong::LargestLost if numbers > 1 && following == numbers - 1 => (unit + 1, 0),
            Wrong::BorrowedBegins if following >= numbers => (unit + 1, self.begin(Some((unit, number)), step)),
            _ if following < numbers => (unit, following),
            _ => (unit + 1, 0),
        }
    }

    fn exhausted(&self, unit: i128, next: Slot, step: &Step) -> Judged {
        let ahead = next.0 - unit;
        match self.policy.exhaustion.as_str() {
            "borrow" if self.wrong == Wrong::BorrowIsError => Judged::Refused("sequence_exhausted"),
            "borrow" if ahead <= self.policy.max_ahead => self.inside(next).unwrap_or_else(Judged::Refused),
            "wait" if self.wrong == Wrong::WaitIsError => Judged::Refused("sequence_exhausted"),
            "wait" if self.wrong == Wrong::WaitIsBorrow => {
                self.inside((next.0, self.begin(None, step))).unwrap_or_else(Judged::Refused)
            }
            "wait" => self.inside(next).map_or_else(Judged::Refused, |_| Judged::Again),
            "error" if self.wrong == Wrong::ErrorBorrows => Judged::Slot(next),
            _ => Judged::Refused("sequence_exhausted"),
        }
    }

    /// A slot that is not past the last unit.
    fn inside(&self, slot: Slot) -> Result<Judged, Code> {
        match self.wrong {
            Wrong::LastUnitWaits if slot.0 > self.shape.last_unit => Err("sequence_exhausted"),
            Wrong::PastLastWraps => Ok(Judged::Slot((slot.0 % (self.shape.last_unit + 1), slot.1))),
            _ if slot.0 > self.shape.last_unit => Err("timestamp_exhausted"),
            _ => Ok(Judged::Slot(slot)),
        }
    }

    /// The number that a unit of the clock begins with.
    fn begin(&self, last: Option<Slot>, step: &Step) -> i128 {
        let start = match (self.policy.start.as_str(), self.wrong) {
            ("running", Wrong::RunningIsZero) | ("spread", Wrong::SpreadIsZero) => "zero",
            ("zero", Wrong::NeverReset) => "running",
            ("zero", Wrong::BeginsWithOne) => "one",
            (start, _) => start,
        };
        match (start, last) {
            _ if self.shape.numbers == 1 => 0,
            ("running", None) => i128::from(self.wrong == Wrong::RunningFromOne),
            ("running", Some((_, number))) => match number + 1 {
                number if number < self.shape.numbers => number,
                _ => i128::from(self.wrong == Wrong::RunningWrapsToOne),
            },
            ("spread", _) => drawn(step),
            ("one", _) => 1,
            _ => 0,
        }
    }

    /// The number of the id of a slot.
    fn id(&mut self, (unit, number): Slot, step: &Step, id_type: i128) -> String {
        let (unit, instant) = (unit, self.shape.origin + unit * self.shape.unit);
        let mut composer = self.layout.compose();
        for (name, value) in &self.fields {
            let value = if *name == "type" { id_type } else { *value };
            let forgotten = self.wrong == Wrong::FieldsForgotten && self.given > 0;
            composer = composer.int(name, if forgotten { 0 } else { value });
        }
        let mut spilt = 0;
        composer = match self.shape.sequence {
            Some((name, low)) => {
                spilt = u128::try_from(number).unwrap_or_default() << low;
                let time = if self.fields.contains_key("machine") { ("value", unit) } else { ("unix_ms", instant) };
                composer.int(time.0, time.1).int(name, 0)
            }
            None => composer.int("ticks", instant).hex("random", self.random(step)),
        };
        let digits = (self.layout.scheme().bits() / 4) as usize;
        match composer.finish() {
            Ok(id) => format!("{:0digits$x}", id.wrapping_add(spilt)),
            Err(error) => error.to_string(),
        }
    }

    /// What is drawn for a GUID.
    fn random(&mut self, step: &Step) -> u128 {
        let used = if self.kind == "at-end" { 0xffff_ffff_ffff_000f } else { 0xffff_ffff_ffff_ff00 };
        let random = bits(step, used);
        let first = *self.first_random.get_or_insert(random);
        if self.wrong == Wrong::RandomKept { first } else { random }
    }
}

/// The sequence number that is drawn.
fn drawn(step: &Step) -> i128 {
    match &step.random {
        Some(Random::Value(number)) => integer(number),
        _ => 0,
    }
}

/// The drawn bits of a field.
pub(super) fn bits(step: &Step, all: u128) -> u128 {
    match &step.random {
        Some(Random::Value(digits)) => u128::from_str_radix(digits, 16).unwrap_or_default(),
        Some(Random::Fill(Fill { fill })) if fill == "ff" => all,
        _ => 0,
    }
}
