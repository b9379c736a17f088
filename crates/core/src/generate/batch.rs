//! Numbers of a layout to ids of a type, one and many.

use core::marker::PhantomData;

use super::engine::Taken;
use super::error::{GenerateError, GenerateErrorKind};
use crate::id::{Id, Repr as _};

/// The id of a number that a generator of its layout gave.
#[inline]
pub(super) fn id_of<T: Id>(number: u128) -> Result<T, GenerateError> {
    let narrowed = T::Repr::try_from(number).ok();
    match narrowed.and_then(|number| T::from_repr(number).ok()) {
        Some(id) => Ok(id),
        None => Err(foreign::<T>()),
    }
}

/// The numbers are those of the layout, so this is never seen.
#[cold]
fn foreign<T: Id>() -> GenerateError {
    let (first, last) = T::LAYOUT.first_and_last().unwrap_or((crate::Timestamp::MIN, crate::Timestamp::MAX));
    GenerateError::new(T::SCHEME, GenerateErrorKind::OutsideEpoch { now: last, first, last })
}

/// Puts new ids into `out` from its front, as many as `take` gives at once, and gives their count.
pub(super) fn fill<T: Id>(
    out: &mut [T],
    take: impl Fn(u64) -> Result<Taken, GenerateError>,
) -> Result<usize, GenerateError> {
    let mut filled = 0_usize;
    while let Some(rest) = out.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        let taken = match take(u64::try_from(rest.len()).unwrap_or(u64::MAX)) {
            Ok(taken) => taken,
            Err(error) if filled == 0 => return Err(error),
            Err(_) => break,
        };
        let (Ok(mut number), Ok(step)) = (T::Repr::try_from(taken.first), T::Repr::try_from(taken.step)) else {
            return Err(foreign::<T>());
        };
        let count = usize::try_from(taken.count).unwrap_or(usize::MAX).min(rest.len());
        let (run, _) = rest.split_at_mut(count);
        if !T::write_run(number, step, run) {
            for slot in run {
                let Ok(id) = T::from_repr(number) else { return Err(foreign::<T>()) };
                *slot = id;
                number = number.plus(step);
            }
        }
        filled = filled.saturating_add(count);
    }
    Ok(filled)
}

/// Ids that were taken in one step, in their order.
#[derive(Clone, Debug)]
#[must_use = "reserved ids are given to nobody else"]
pub struct Reserved<T> {
    taken: Taken,
    id: PhantomData<fn() -> T>,
}

/// Up to `count` ids, at least one.
pub(super) fn reserve<T: Id>(
    count: usize,
    take: impl Fn(u64) -> Result<Taken, GenerateError>,
) -> Result<Reserved<T>, GenerateError> {
    let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
    Ok(Reserved { taken: take(count)?, id: PhantomData })
}

impl<T: Id> Iterator for Reserved<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.taken.count = self.taken.count.checked_sub(1)?;
        let number = self.taken.first;
        self.taken.first = number.wrapping_add(self.taken.step);
        T::Repr::try_from(number).ok().and_then(|number| T::from_repr(number).ok())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.taken.count).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl<T: Id> ExactSizeIterator for Reserved<T> {}
