//! A plain monotonic generator of ULIDs, in which one thing can be made wrong.

use idspec_conformance::model::Step;
use idspec_conformance::outcome::StepOutcome;

use super::model::{Code, Generator, bits, integer, refused};
use super::wrong::Wrong;

/// All bits of the randomness.
const RANDOM: u128 = (1 << 80) - 1;

/// The number of the last id.
pub(super) struct Ulids {
    last: Option<u128>,
    first_random: Option<u128>,
}

impl Ulids {
    pub(super) fn new(generator: &Generator, last: Option<u128>) -> Self {
        let zero = (generator.wrong == Wrong::UlidBeginsAtZero).then_some(0);
        let back = u128::from(generator.wrong == Wrong::RestartRepeats);
        Self { last: last.map(|last| last.wrapping_sub(back)).or(zero), first_random: None }
    }

    pub(super) fn step(&mut self, generator: &Generator, step: &Step) -> StepOutcome {
        let readings: Vec<i128> = [&step.now].into_iter().chain(&step.then).map(|text| integer(text)).collect();
        let mut first = None;
        let mut last = String::new();
        for _ in 0..step.repeat.unwrap_or(1) {
            match self.call(generator, &readings, step) {
                Ok(number) => last = format!("{number:032x}"),
                Err(code) => return refused(generator.wrong.code(code)),
            }
            first.get_or_insert_with(|| last.clone());
        }
        match first.filter(|_| step.repeat.is_some()) {
            Some(first) => StepOutcome::Run { first, last },
            None => StepOutcome::Id { bytes: last },
        }
    }

    fn call(&mut self, generator: &Generator, readings: &[i128], step: &Step) -> Result<u128, Code> {
        let mut code = "clock_rollback";
        for (index, reading) in readings.iter().enumerate() {
            if generator.wrong == Wrong::WaitsOnce && index > 1 {
                break;
            }
            match self.judge(generator, *reading, step) {
                Ok(Some(number)) => {
                    self.last = Some(number);
                    return Ok(number);
                }
                Ok(None) => {}
                Err(found) => {
                    code = found;
                    break;
                }
            }
        }
        if let Some(last) = &mut self.last {
            match generator.wrong {
                Wrong::AdvancedOnError => *last = last.wrapping_add(1),
                Wrong::ResetBeforeCheck if code == "clock_rollback" => *last &= !RANDOM,
                Wrong::TakesRefusedClock if code == "clock_rollback" => {
                    let ms = readings.first().copied().and_then(|ms| u128::try_from(ms).ok()).unwrap_or_default();
                    *last = ms << 80 | *last & RANDOM;
                }
                _ => {}
            }
        }
        Err(code)
    }

    fn judge(&mut self, generator: &Generator, reading: i128, step: &Step) -> Result<Option<u128>, Code> {
        let wrong = generator.wrong;
        let ms = match generator.unit_of(reading) {
            Err("clock_before_epoch") if self.last.is_some() && wrong == Wrong::RollbackFirst => {
                return Err("clock_rollback");
            }
            ms => u128::try_from(ms?).unwrap_or_default(),
        };
        let mut random = bits(step, RANDOM);
        let first = *self.first_random.get_or_insert(random);
        if wrong == Wrong::UlidRandomKept {
            random = first;
        }
        let fresh = ms << 80 | random;
        let Some(last) = self.last else { return Ok(Some(fresh)) };
        let last_ms = last >> 80;
        let behind = i128::try_from(last_ms).unwrap_or_default() - i128::try_from(ms).unwrap_or_default();
        if behind < 0 && wrong == Wrong::KeepsOldUnit {
            return Ok(Some(last.wrapping_add(1)));
        }
        let anew = wrong == Wrong::UlidAlwaysDraws || behind > 0 && wrong == Wrong::AnyReadingBegins;
        if behind < 0 || anew && behind == 0 || behind > 0 && wrong == Wrong::AnyReadingBegins {
            return Ok(Some(fresh));
        }
        if behind > 0 {
            let kind = match (generator.policy.rollback.as_str(), wrong) {
                ("error", Wrong::ErrorTolerates) => "hold",
                ("error", _) | (_, Wrong::RollbackIsError) => "error",
                ("wait", Wrong::WaitIsHold) => "hold",
                ("hold", Wrong::HoldIsWait) => "wait",
                (kind, _) => kind,
            };
            if kind == "error" || !generator.tolerates(behind) && wrong != Wrong::ToleratesAll {
                return Err("clock_rollback");
            }
            match kind {
                "wait" => return Ok(None),
                _ if wrong == Wrong::HoldStampsClock => return Ok(Some(ms << 80 | last.wrapping_add(1) & RANDOM)),
                _ if wrong == Wrong::UlidHoldDraws => return Ok(Some(last_ms << 80 | random)),
                _ => {}
            }
        }
        match wrong {
            Wrong::UlidCarryLost => {
                let low = u128::from(u64::MAX);
                Ok(Some(last & !low | last.wrapping_add(1) & low))
            }
            Wrong::UlidLargestLost if last & RANDOM == RANDOM - 1 => Err("random_exhausted"),
            _ if last & RANDOM < RANDOM => Ok(Some(last + 1)),
            Wrong::UlidCarries => Ok(Some(last.wrapping_add(1))),
            Wrong::UlidWraps => Ok(Some(last_ms << 80)),
            Wrong::UlidDrawsAgain => Ok(Some(fresh)),
            _ => Err("random_exhausted"),
        }
    }
}
