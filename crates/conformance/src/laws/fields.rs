//! Composing ids and listing their fields.

use idspec_core::{Composer, Field, FieldError, FieldErrorKind, FieldValue, Id, Role, Unit};

use super::number_of;

/// What a field shows of a stored value, by the words of the specification.
fn shown<T: Id>(field: &Field, stored: u128) -> FieldValue {
    // Values that are shown as numbers have at most 64 bits.
    let count = i128::try_from(stored).unwrap_or(i128::MAX);
    match field.role() {
        Role::Hex => FieldValue::Hex(stored, field.hex_digits()),
        Role::Time(Unit::Milliseconds(step)) => {
            FieldValue::Int(i128::from(T::LAYOUT.epoch_ms()) + count * i128::from(step))
        }
        Role::Time(Unit::TickMillisecond) => FieldValue::Int(count * 10_000),
        _ => FieldValue::Int(count),
    }
}

fn give(composer: Composer, name: &str, value: FieldValue) -> Composer {
    match value {
        FieldValue::Int(value) => composer.int(name, value),
        FieldValue::Hex(value, _) => composer.hex(name, value),
    }
}

/// The values of an id's fields make that id in whatever order they are given, and are listed as they were given; a value just outside a field's bounds, a field that is
/// missing and one that is given twice are named. Ids that are only read are not composed.
///
/// # Panics
/// Where that is not so.
pub fn composes<T: Id>(id: T) {
    let (layout, scheme, number) = (T::LAYOUT, T::SCHEME, number_of(id));
    let listed: Vec<&Field> = scheme.fields().iter().filter(|field| !field.is_fixed()).collect();
    let values: Vec<FieldValue> = listed.iter().map(|field| shown::<T>(field, field.read(number))).collect();
    let given = || listed.iter().map(|field| field.name()).zip(values.iter().copied());
    let fields: Vec<(&str, FieldValue)> =
        layout.fields(number).filter(|(name, _)| scheme.field(name).is_some()).collect();
    assert_eq!(fields, given().collect::<Vec<_>>(), "the fields of {id}");

    let finished = |composer: Composer| composer.finish();
    let all = given().fold(layout.compose(), |composer, (name, value)| give(composer, name, value));
    if scheme.is_read_only() {
        assert_eq!(finished(all).map_err(|error| error.kind()), Err(FieldErrorKind::ReadOnly));
        return;
    }
    assert_eq!(finished(all), Ok(number), "{id} composed");
    let backwards = given().collect::<Vec<_>>().into_iter().rev();
    let backwards = backwards.fold(layout.compose(), |composer, (name, value)| give(composer, name, value));
    assert_eq!(finished(backwards), Ok(number), "{id} composed from its last field on");

    for (field, value) in listed.iter().zip(&values) {
        let name = field.name();
        let fault = |composer: Composer| finished(composer).map_err(|error: FieldError| (error.field(), error.kind()));
        assert_eq!(fault(give(all, name, *value)), Err((name, FieldErrorKind::Twice)), "{id}");
        let rest = given().filter(|(other, _)| *other != name);
        let rest = rest.fold(layout.compose(), |composer, (name, value)| give(composer, name, value));
        assert_eq!(fault(rest), Err((name, FieldErrorKind::Missing)), "{id}");
        match (shown::<T>(field, 0), shown::<T>(field, field.max_stored())) {
            (FieldValue::Int(min), FieldValue::Int(max)) => {
                for value in [min - 1, max + 1] {
                    let kind = FieldErrorKind::OutOfRange { value, min, max };
                    assert_eq!(fault(rest.int(name, value)), Err((name, kind)), "{id}");
                }
                let between = min + 1;
                if shown::<T>(field, 1) != FieldValue::Int(between) {
                    let kind = FieldErrorKind::NotWhole { value: between };
                    assert_eq!(fault(rest.int(name, between)), Err((name, kind)), "{id}");
                }
            }
            _ => {
                let mask = field.value_mask();
                let unused = (0..128).map(|bit| 1_u128 << bit).filter(|bit| bit & mask == 0);
                for value in unused.map(|bit| bit | field.read(number)) {
                    let kind = FieldErrorKind::UnusedBits { value, mask };
                    assert_eq!(fault(rest.hex(name, value)), Err((name, kind)), "{id}");
                }
            }
        }
    }
}
