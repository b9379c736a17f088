//! What the laws are tried with: one kind of draw for all types, so that the framework of property tests is compiled once.

use idspec::{Id, Timestamp};
use idspec_conformance::laws;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// How many draws each law is tried with.
const CASES: u32 = 32;

/// Numbers of which ids, windows and texts are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    a: u128,
    b: u128,
    /// By how many bits `a` is made smaller where numbers of every length are wanted.
    shift: u32,
    /// Where windows begin and end: units and parts of one from an instant.
    units: (i8, i8),
    parts: (i64, i64),
    anywhere: i64,
    /// Which octet is put where.
    octet: u8,
    place: usize,
}

/// Any bits, and those at the ends, which shrink to zero.
fn bits() -> impl Strategy<Value = u128> {
    prop_oneof![
        8 => any::<u128>(),
        1 => 0..3_u128,
        1 => (0..3_u128).prop_map(|less| u128::MAX - less),
        1 => (0..128_u32, any::<bool>()).prop_map(|(bit, less)| (1_u128 << bit).wrapping_sub(u128::from(less))),
    ]
}

/// Tries a law with each draw.
pub(crate) fn each(law: impl Fn(&Draw)) {
    tried(&law);
}

fn tried(law: &dyn Fn(&Draw)) {
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let parts = prop_oneof![Just(0), -1..2_i64, any::<i32>().prop_map(i64::from)];
    let numbers = (bits(), bits(), 0..128_u32, (-3..4_i8, -3..4_i8), (parts.clone(), parts), any::<i64>());
    let draws = (numbers, prop_oneof![any::<u8>(), b' '..=b'~'], 0..64_usize);
    let draws = draws.prop_map(|((a, b, shift, units, parts, anywhere), octet, place)| Draw {
        a,
        b,
        shift,
        units,
        parts,
        anywhere,
        octet,
        place,
    });
    let mut runner = TestRunner::new(config);
    let result = runner.run(&draws, |draw| {
        law(&draw);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// Ids that are unlike each other, and for each one more of the same instant.
pub(crate) fn samples<T: Id>() -> Vec<T> {
    let seeded: Vec<T> = idspec::seeded(1).take(300).collect();
    let at = |pair: &[T]| in_time(pair[0], pair[1].to_repr().into());
    seeded.iter().copied().chain(seeded.windows(2).map(at)).collect()
}

/// The shortest digits of a number in base 36.
fn in_base36(number: u128) -> Vec<u8> {
    let mut digits: Vec<u8> = std::iter::successors(Some(number), |rest| (rest / 36 > 0).then_some(rest / 36))
        .map(|rest| b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(rest % 36) as usize])
        .collect();
    digits.reverse();
    digits
}

/// The id of these bits at the instant of another one.
fn in_time<T: Id>(of: T, bits: u128) -> T {
    let time = T::SCHEME.time().map_or(0, |(field, _)| field.number_mask());
    laws::of_bits(of.to_repr().into() & time | bits & !time)
}

impl Draw {
    /// An id.
    pub(crate) fn id<T: Id>(&self) -> T {
        laws::of_bits(self.a)
    }

    /// Any number of any length.
    pub(crate) fn bits(&self) -> u128 {
        self.a >> self.shift
    }

    /// Two ids that have nothing to do with each other.
    pub(crate) fn pair<T: Id>(&self) -> (T, T) {
        (laws::of_bits(self.a), laws::of_bits(self.b))
    }

    /// Two ids of one instant, or of neighbours.
    pub(crate) fn pair_in_time<T: Id>(&self) -> (T, T) {
        let a = self.id();
        let step = T::SCHEME.time().and_then(|(field, _)| {
            let next = field.read(self.a) ^ u128::from(self.octet & 1);
            field.place(next & field.value_mask())
        });
        let other = in_time(a, self.b);
        let time = T::SCHEME.time().map_or(0, |(field, _)| field.number_mask());
        (a, laws::of_bits(other.to_repr().into() & !time | step.unwrap_or(0)))
    }

    /// Windows that begin near the id's instant, near the first and near the last one, and anywhere; they end near the beginning, near the last instant, or nowhere.
    pub(crate) fn windows<T: Id>(&self) -> impl Iterator<Item = (Timestamp, Timestamp)> {
        let id: T = self.id();
        let time = T::LAYOUT.timestamp(id.to_repr().into()).unwrap_or(Timestamp::UNIX_EPOCH);
        let (first, last) = T::LAYOUT.first_and_last().unwrap_or((Timestamp::MIN, Timestamp::MAX));
        let unit = T::SCHEME.time().map_or(1, |(_, unit)| unit.hundred_ns());
        let near = move |at: Timestamp, (units, parts): (i8, i64)| {
            let distance = i128::from(units) * i128::from(unit) + i128::from(parts % unit.max(2));
            Timestamp::saturating(i128::from(at.hundred_ns()) + distance)
        };
        let (begin, length) = ((self.units.0, self.parts.0), (self.units.1, self.parts.1));
        let anywhere = Timestamp::from_hundred_ns(self.anywhere);
        let begins = [near(time, begin), near(first, begin), near(last, begin), anywhere];
        let ends = move |from| [near(from, length), near(last, length), Timestamp::MAX, anywhere];
        begins.into_iter().flat_map(move |from| ends(from).map(move |until| (from, until)))
    }

    /// Texts one edit from an id's, from another form of it, and of octets that have nothing to do with it.
    pub(crate) fn texts<T: Id>(&self) -> Vec<Vec<u8>> {
        let id: T = self.id();
        let forms = T::SCHEME.codec().forms.iter().filter_map(|form| id.to_form(*form));
        let mut texts: Vec<Vec<u8>> = forms.map(|form| form.as_bytes().to_vec()).collect();
        // Read by one older layout, and up to its largest number only.
        texts.push(in_base36(id.to_repr().into()));
        texts.extend([&self.b.to_be_bytes()[..], self.a.to_string().as_bytes(), b""].map(<[u8]>::to_vec));
        let prefixed = texts.clone().into_iter().map(|text| [T::SCHEME.prefix().as_bytes(), &text].concat());
        texts.extend(prefixed.filter(|_| !T::SCHEME.prefix().is_empty()));
        let edited: Vec<_> = texts
            .iter()
            .flat_map(|text| laws::edits(text, self.place % (text.len() + 1), self.octet))
            .chain(texts.iter().map(|text| text.to_ascii_lowercase()))
            .chain(texts.iter().map(|text| text.to_ascii_uppercase()))
            .collect();
        texts.extend(edited);
        texts
    }
}
