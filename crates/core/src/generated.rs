//! Valid ids out of arbitrary bits, for fuzzing, property tests and samples.

use core::marker::PhantomData;

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
    from_fields(|field| {
        let (found, largest) = (field.read(bits), field.max_stored());
        if found > largest { found.checked_rem(largest.saturating_add(1)).unwrap_or(0) } else { found }
    })
}

/// The id of the stored value of each field; fixed fields take their own.
///
/// # Errors
/// As [`from_bits`].
pub(crate) fn from_fields<T: Id>(stored: impl Fn(&Field) -> u128) -> Result<T, ParseError> {
    let value = |field: &Field| match field.role() {
        Role::Fixed(value, _) => u128::from(value),
        _ => stored(field),
    };
    let fields = T::SCHEME.fields().iter();
    let number = fields.fold(0, |number, field| number | field.place(value(field)).unwrap_or(0));
    let overflow = || ParseError::overflow(T::SCHEME);
    T::Repr::try_from(number).map_err(|_| overflow()).and_then(T::from_repr)
}

/// A random id, of all valid ones alike where the time has a power of two of values.
#[cfg(feature = "rand")]
pub fn random_id<T: Id, R: rand::Rng + ?Sized>(rng: &mut R) -> T {
    loop {
        let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        // The first draw is an id of every scheme here; one that checks more than its table draws again.
        if let Ok(id) = from_bits(bits) {
            return id;
        }
    }
}

/// Sample ids for tests, from [`seeded`].
#[derive(Clone, Debug)]
pub struct Seeded<T> {
    state: u64,
    id: PhantomData<fn() -> T>,
}

/// Endless sample ids for an application's own tests: the same ids for the same seed, on every machine.
///
/// All fields are pseudo-random, the time too; the numbers are those of `SplitMix64`, the upper half of 128 bits first. They are no substitute
/// for a generator: two seeds may give one id, and anybody can compute them.
///
/// ```
/// use idspec_core::seeded;
/// use idspec_ulid::Ulid;
///
/// let ids: Vec<Ulid> = seeded(1_234_567).take(2).collect();
/// assert_eq!(ids[0].to_u128(), 6_457_827_717_110_365_317 << 64 | 3_203_168_211_198_807_973);
/// ```
#[must_use]
pub const fn seeded<T: Id>(seed: u64) -> Seeded<T> {
    Seeded { state: seed, id: PhantomData }
}

impl<T: Id> Iterator for Seeded<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let bits = u128::from(self.draw()) << 64 | u128::from(self.draw());
        // Reading cannot fail, see `from_bits`; if it did, the samples would end.
        from_bits(bits).ok()
    }
}

impl<T> Seeded<T> {
    /// The next number of `SplitMix64`. Source of the constants: Sebastiano Vigna, `splitmix64.c`.
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
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
