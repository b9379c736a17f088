//! Laws that hold for every id type, as assertions for property tests: one call, one law.
//!
//! They take ids and instants from whoever draws them, so that no framework of property tests is part of this crate; [`of_bits`] makes an id of any bits. The
//! tests of the crate `idspec` draw for every type of every scheme, bare and typed.

mod columns;
mod fields;
mod orders;
mod texts;
mod windows;

pub use columns::keeps_in_columns;
pub use fields::composes;
pub use orders::{Promise, keeps_its_order, promises_all_its_orders};
pub use texts::{edits, reads_numbers_of_its_width_only, reads_only_spellings, reads_only_spellings_around};
pub use windows::{ranges_are_those_of_its_layout, windows_are_exact};

use idspec_core::order::ColumnOrder;
use idspec_core::{
    FieldValue, Form, Id, Layout, ParseError, ParseErrorKind, Repr, Role, Scheme, TimeOrdered, Timestamp, Timestamped,
};

/// The id of any bits: each field takes its own of them, a time past the last one wraps around, and fixed fields have their value.
///
/// # Panics
/// Where the type refuses an id of its table.
#[must_use]
#[allow(clippy::panic, reason = "laws are assertions")]
pub fn of_bits<T: Id>(bits: u128) -> T {
    let stored = |field: &idspec_core::Field| match field.role() {
        Role::Fixed(value, _) => u128::from(value),
        _ => field.max_stored().checked_add(1).map_or(bits, |count| field.read(bits) % count),
    };
    let place = |number: u128, field: &idspec_core::Field| number | field.place(stored(field)).unwrap_or_default();
    let number = T::SCHEME.fields().iter().fold(0, place);
    let id = id_of(number);
    id.unwrap_or_else(|| panic!("{}: refuses {number:#x}", T::SCHEME.title()))
}

/// The id of a number, or nothing where it is none.
fn id_of<T: Id>(number: u128) -> Option<T> {
    T::Repr::try_from(number).ok().and_then(|number| T::from_repr(number).ok())
}

/// The number of an id.
fn number_of<T: Id>(id: T) -> u128 {
    id.to_repr().into()
}

/// Text, octets in every order and fields give the id back.
///
/// # Panics
/// Where they do not.
pub fn comes_back<T: Id>(id: T) {
    let number: u128 = id.to_repr().into();
    let layout = T::LAYOUT;
    assert_eq!(T::from_repr(id.to_repr()), Ok(id));
    assert_eq!(T::parse_bytes(id.to_text().as_bytes()), Ok(id));
    assert_eq!(id.to_string().parse(), Ok(id));
    assert_eq!(layout.text(number).map(String::from), Some(id.to_string()));
    for byte_order in T::SCHEME.byte_orders() {
        let mut octets = [0; 16];
        let count = layout.write_octets(number, *byte_order, &mut octets);
        let written = count.and_then(|count| octets.get(..count)).unwrap_or_default();
        assert_eq!(layout.read_octets(written, *byte_order), Some(Ok(number)), "{byte_order:?}");
    }
    if !T::SCHEME.is_read_only() {
        let listed = layout.fields(number).filter(|(name, _)| T::SCHEME.field(name).is_some());
        let composer = listed.fold(layout.compose(), |composer, (name, value)| match value {
            FieldValue::Int(value) => composer.int(name, value),
            FieldValue::Hex(value, _) => composer.hex(name, value),
        });
        assert_eq!(composer.finish(), Ok(number));
    }
    assert_eq!(u32::try_from(size_of::<T>().saturating_mul(8)), Ok(T::Repr::BITS));
}

/// Any octets are read without a panic; what is accepted is what is written, in either case, and what is refused says truly why.
///
/// # Panics
/// Where that is not so.
pub fn reads_anything<T: Id>(text: &[u8]) {
    let read = T::parse_bytes(text);
    assert_eq!(T::LAYOUT.parse(text), read.map(|id| id.to_repr().into()));
    if let Ok(id) = read {
        assert_eq!(T::parse_bytes(id.to_text().as_bytes()), Ok(id));
    }
    layout_reads_anything(&T::LAYOUT, text);
}

/// As [`reads_anything`], for a layout that has no type.
///
/// # Panics
/// Where that is not so.
pub fn layout_reads_anything(layout: &Layout, text: &[u8]) {
    match layout.parse(text) {
        Ok(number) => {
            assert_eq!(layout.scheme().check(number), Ok(()));
            let canonical = layout.text(number).map(String::from).unwrap_or_default();
            assert_eq!(layout.parse(canonical.as_bytes()), Ok(number));
            // A reader that drops bits accepts texts that no id has. Layouts that are only read may have had older texts.
            let mut forms = accepted_forms(layout, number, &canonical);
            let written = layout.scheme().is_read_only() || forms.any(|form| is_in_some_case(text, &form, layout));
            assert!(written, "{:?} is read as {canonical:?}", String::from_utf8_lossy(text));
        }
        Err(error) => refusal_is_true(layout.scheme(), text, error),
    }
}

/// The texts that mean a number: the canonical one, and for GUIDs all forms of one.
fn accepted_forms(layout: &Layout, number: u128, canonical: &str) -> impl Iterator<Item = String> {
    let others = [Form::UuidSimple, Form::UuidBraced, Form::UuidUrn];
    let others = others.into_iter().filter_map(move |form| layout.scheme().write(number, form));
    let prefix = layout.scheme().prefix();
    [canonical.to_owned()].into_iter().chain(others.map(move |form| format!("{prefix}{form}")))
}

/// Whether a text is another one up to the case of its letters; of a prefix the case counts.
fn is_in_some_case(text: &[u8], form: &str, layout: &Layout) -> bool {
    text.eq_ignore_ascii_case(form.as_bytes()) && text.starts_with(layout.scheme().prefix().as_bytes())
}

/// Where an error names a place or a count, that is what stands there.
fn refusal_is_true(scheme: &'static Scheme, text: &[u8], error: ParseError) {
    let at = |offset: u32| usize::try_from(offset).ok().and_then(|offset| text.get(offset)).copied();
    assert!(error.to_string().starts_with(&format!("invalid {}: ", scheme.title())), "{error}");
    if let Some(first) = text.iter().position(|octet| !octet.is_ascii()) {
        assert_eq!(error.offset().map(usize::try_from), Some(Ok(first)), "{error}");
    }
    match error.kind() {
        ParseErrorKind::Character { octet, offset } => assert_eq!(at(offset), Some(octet), "{error}"),
        ParseErrorKind::Format { offset } => assert!(at(offset).is_some(), "{error}"),
        ParseErrorKind::Length { found } => assert_eq!(usize::try_from(found), Ok(text.len()), "{error}"),
        _ => assert_eq!(error.offset(), None, "{error}"),
    }
}

/// The order of the ids is that of a column.
///
/// # Panics
/// Where it is not.
pub fn sorts_in<T: Id>(column: ColumnOrder, a: T, b: T) {
    let in_column = column.compare(T::SCHEME, a.to_repr().into(), b.to_repr().into());
    assert_eq!(a.cmp(&b), in_column, "{a} and {b} in {}", column.as_str());
}

/// An older id sorts first.
///
/// # Panics
/// Where it does not.
pub fn sorts_by_time<T: Timestamped>(a: T, b: T) {
    if a.timestamp() != b.timestamp() {
        assert_eq!(a < b, a.timestamp() < b.timestamp(), "{a} and {b}");
    }
}

/// The ids of a window are exactly those whose time is in it.
///
/// # Panics
/// Where they are not.
pub fn ranges_hold<T: TimeOrdered>(id: T, from: Timestamp, until: Timestamp) {
    let time = id.timestamp();
    let bounds = (T::min_at(time), T::max_at(time));
    assert!(matches!(bounds, (Ok(min), Ok(max)) if min <= id && id <= max), "{id} is not in its own unit");
    let first_and_last = T::LAYOUT.first_and_last();
    let Ok(window) = T::range(from..until) else {
        let inside = first_and_last.is_some_and(|(first, last)| first <= from && from <= last);
        assert!(until < from || !inside || is_in_last_unit::<T>(from), "no range from {from} to {until}");
        return;
    };
    assert_eq!(window.contains(&id), from <= time && time < until, "{id} of {time} from {from} to {until}");
    assert_eq!(std::ops::RangeBounds::contains(&window, &id), window.contains(&id));
    let inclusive = T::range_inclusive(from..=until);
    let holds = inclusive.map(|range| range.is_some_and(|range| range.contains(&id)));
    assert_eq!(holds, Ok(from <= time && time <= until));
    assert!(!matches!(T::range_inclusive(from..=until), Ok(Some(range)) if range.is_empty()));
}

/// Whether an instant is in the last unit, so that no later unit begins.
fn is_in_last_unit<T: TimeOrdered>(from: Timestamp) -> bool {
    let last = T::LAYOUT.first_and_last().map(|(_, last)| last);
    T::max_at(from).is_ok_and(|max| Some(max.timestamp()) == last)
}
