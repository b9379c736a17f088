//! Valid ids out of arbitrary bits, for fuzzing and property tests.

use crate::error::ParseError;
use crate::field::{Field, Role};
use crate::id::Id;

/// The id of arbitrary bits: fixed fields take their value, a time past the last one wraps around, and all other bits stay.
///
/// Bits of zero give the smallest id, so that shrinking the bits makes the id smaller.
///
/// # Errors
/// What [`Id::from_repr`] says, which for an id whose checks are those of its table is nothing.
pub fn from_bits<T: Id>(bits: u128) -> Result<T, ParseError> {
    let number = T::SCHEME.fields().iter().fold(0, |number, field| number | placed(field, bits));
    let overflow = || ParseError::overflow(T::SCHEME);
    T::Repr::try_from(number).map_err(|_| overflow()).and_then(T::from_repr)
}

/// One field of [`from_bits`], in its place.
fn placed(field: &Field, bits: u128) -> u128 {
    let (found, largest) = (field.read(bits), field.max_stored());
    let stored = match field.role() {
        Role::Fixed(value, _) => u128::from(value),
        _ if found > largest => found % largest.saturating_add(1),
        _ => found,
    };
    field.place(stored).unwrap_or(0)
}

/// The strategy of every valid id.
#[cfg(feature = "proptest")]
pub type AnyId<T> = proptest::strategy::FilterMap<proptest::num::u128::Any, fn(u128) -> Option<T>>;

/// The strategy of every valid id, which shrinks towards the smallest.
#[cfg(feature = "proptest")]
pub fn any_id<T: Id>() -> AnyId<T> {
    use proptest::strategy::Strategy as _;
    proptest::num::u128::ANY.prop_filter_map("not an id of the scheme", |bits| from_bits(bits).ok())
}
