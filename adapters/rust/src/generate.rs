//! Operation `generate`: a generator of a crate under the clock of a script.

use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand_core::TryRng;
use serde_json::{Value, json};

use crate::{Answer, Failure, Input};

/// How often one call may read the clock. The script is at its end long before, so more is a wait that never ends.
const READS: usize = 1000;

/// The readings of one call: `now`, each of `then`, and from there on the last of them.
#[derive(Clone, Debug, Default)]
pub struct Clock(Arc<Mutex<Readings>>);

#[derive(Debug, Default)]
struct Readings {
    all: Vec<i64>,
    count: usize,
}

impl Clock {
    /// Begins the readings of a call.
    pub fn script(&self, readings: &[i64]) {
        *self.readings() = Readings { all: readings.to_vec(), count: 0 };
    }

    /// The time in ms since 1970.
    ///
    /// # Panics
    /// Where a call reads it without end: nothing else ends a wait inside a crate.
    #[must_use]
    pub fn ms(&self) -> i64 {
        let mut readings = self.readings();
        let found = readings.all.get(readings.count).or(readings.all.last()).copied().unwrap_or_default();
        readings.count += 1;
        let endless = readings.count > READS;
        drop(readings);
        if endless {
            panic::resume_unwind(Box::new(format!("it still waits after {READS} readings of the clock")));
        }
        found
    }

    /// The first of the readings, which is not one of those that a call makes.
    #[must_use]
    pub fn first(&self) -> i64 {
        self.readings().all.first().copied().unwrap_or_default()
    }

    fn readings(&self) -> MutexGuard<'_, Readings> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The randomness of a ULID, for crates that draw 16 bits and then 64.
#[derive(Debug)]
pub struct Drawn(pub u128);

impl TryRng for Drawn {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::try_from(self.0 >> 64).unwrap_or_default())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::try_from(self.0 & u128::from(u64::MAX)).unwrap_or_default())
    }

    fn try_fill_bytes(&mut self, octets: &mut [u8]) -> Result<(), Infallible> {
        let number = self.0.to_be_bytes();
        octets.iter_mut().zip(number.iter().cycle().skip(6)).for_each(|(octet, drawn)| *octet = *drawn);
        Ok(())
    }
}

/// The randomness of a step for a ULID, as a number.
///
/// # Errors
/// A fault where it is missing or not hexadecimal.
pub fn random(step: Input<'_>) -> Result<u128, Failure> {
    let digits = match step.object("random").get("fill") {
        Some(fill) => fill.repeat(10),
        None => step.str("random")?.to_owned(),
    };
    u128::from_str_radix(&digits, 16).map_err(|_| Failure::Fault(format!("not hexadecimal: {digits}")))
}

/// The outcome of each step; `call` gives the octets of one id in hexadecimal.
///
/// # Errors
/// Unsupported where the clock reads less than `earliest`, which the time of the crate cannot say; a fault where the
/// crate panics, and whatever `call` gives beside rejections.
pub fn steps(
    input: Input<'_>,
    clock: &Clock,
    earliest: i64,
    mut call: impl FnMut(Input<'_>) -> Result<String, Failure>,
) -> Answer {
    let mut outcomes = Vec::new();
    for step in input.list("steps") {
        let fault = || Failure::Fault("a reading is no integer".to_owned());
        let read = |reading: &Value| reading.as_str().and_then(|text| text.parse().ok()).ok_or_else(fault);
        let now = step.0.get("now").into_iter();
        let then = step.0.get("then").and_then(Value::as_array).into_iter().flatten();
        let readings: Vec<i64> = now.chain(then).map(read).collect::<Result<_, _>>()?;
        if readings.iter().any(|reading| *reading < earliest) {
            return Err(Failure::Unsupported("a time before the first that the crate can be given".to_owned()));
        }
        let repeat = step.0.get("repeat").and_then(Value::as_u64);
        let calls = (0..repeat.unwrap_or(1)).map(|_| {
            clock.script(&readings);
            panic::catch_unwind(AssertUnwindSafe(|| call(step))).unwrap_or_else(|panic| Err(panicked(&*panic)))
        });
        outcomes.push(match (calls.collect::<Result<Vec<_>, _>>(), repeat) {
            (Err(Failure::Rejected(code, None)), _) => json!({ "error": { "code": code } }),
            (Err(Failure::Rejected(code, field)), _) => json!({ "error": { "code": code, "field": field } }),
            (Err(failure), _) => return Err(failure),
            (Ok(ids), Some(_)) => json!({ "first": ids.first(), "last": ids.last() }),
            (Ok(ids), None) => json!({ "bytes": ids.first() }),
        });
    }
    Ok(json!({ "steps": outcomes }))
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Failure {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    Failure::Fault(message.unwrap_or("a panic without a text").to_owned())
}

/// The value of a policy, or the one that is taken where none is named.
#[must_use]
pub fn policy<'a>(input: Input<'a>, axis: &str) -> &'a str {
    input.object("policy").get(axis).unwrap_or("error")
}
