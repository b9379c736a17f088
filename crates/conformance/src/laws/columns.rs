//! What an id is in a column.

use idspec_core::column::{ColumnErrorKind, ColumnForm, ColumnValue, StoredValue};
use idspec_core::{ErrorCode, Id};

use super::number_of;

/// An id is the value that its form says in a column of each form, and is read from it again; a form of another width, and a value of another kind, is refused.
///
/// # Panics
/// Where that is not so.
pub fn keeps_in_columns<T: Id>(id: T) {
    let (layout, scheme, number) = (T::LAYOUT, T::SCHEME, number_of(id));
    for form in ColumnForm::ALL {
        let stored = layout.to_column(number, form);
        if !form.applies_to(scheme.bits()) {
            assert_eq!(stored.map_err(|error| error.kind()), Err(ColumnErrorKind::NoSuchForm), "{}", form.as_str());
            continue;
        }
        match (stored, value(id, form)) {
            (Ok(stored), Some(value)) => {
                assert_eq!(stored, value, "{id} as {}", form.as_str());
                assert_eq!(layout.from_column(stored.as_value(), form), Ok(number), "{id} as {}", form.as_str());
            }
            (Err(error), None) => {
                let number = u64::try_from(number).unwrap_or_default();
                assert_eq!(error.kind(), ColumnErrorKind::TooLarge { number });
            }
            (stored, value) => assert_eq!(stored.ok(), value, "{id} as {}", form.as_str()),
        }
        for other in others(form) {
            let error = layout.from_column(other, form).map_err(|error| error.code().map(ErrorCode::as_str));
            assert_eq!(error, Err(Some("wrong_type")), "{other:?} as {}", form.as_str());
        }
    }
}

/// What the table of forms says that an id is, or nothing for one that the strict signed integer does not hold.
fn value<T: Id>(id: T, form: ColumnForm) -> Option<StoredValue> {
    let (number, octets) = (number_of(id), number_of(id).to_be_bytes());
    // Those of a 64-bit number; the forms of integers are for no other.
    let low = u64::try_from(number & u128::from(u64::MAX)).unwrap_or_default();
    Some(match form {
        ColumnForm::I64 => StoredValue::Int64(i64::try_from(low).ok()?),
        ColumnForm::I64Bits => StoredValue::Int64(i64::from_be_bytes(low.to_be_bytes())),
        ColumnForm::I64Ordered => StoredValue::Int64(i64::try_from(i128::from(low) - (1 << 63)).ok()?),
        ColumnForm::U64 => StoredValue::Uint64(low),
        ColumnForm::Text => StoredValue::Text(id.to_text()),
        ColumnForm::Uuid => StoredValue::Uuid(octets),
        _ => {
            let (len, order) = (T::SCHEME.octets(), T::SCHEME.column_octets());
            let [a, b, c, d, e, f, g, h, rest @ ..] = octets;
            let mut in_order = [0; 16];
            if order == idspec_core::ByteOrder::GuidDn {
                let [i, j, k, l, m, n, o, p] = rest;
                in_order = [d, c, b, a, f, e, h, g, i, j, k, l, m, n, o, p];
            } else {
                for (slot, octet) in in_order.iter_mut().zip(octets.into_iter().skip(16_usize.saturating_sub(len))) {
                    *slot = octet;
                }
            }
            StoredValue::Blob { octets: in_order, len }
        }
    })
}

/// Values that no column of this form has.
fn others(form: ColumnForm) -> Vec<ColumnValue<'static>> {
    let (text, blob) = (ColumnValue::Text(b"0"), ColumnValue::Blob(&[0; 16]));
    let (signed, unsigned, uuid) = (ColumnValue::Int64(0), ColumnValue::Uint64(0), ColumnValue::Uuid([0; 16]));
    match form {
        ColumnForm::I64 | ColumnForm::I64Bits | ColumnForm::I64Ordered => {
            vec![ColumnValue::Null, unsigned, text, blob, uuid]
        }
        ColumnForm::U64 => vec![ColumnValue::Null, signed, text, blob, uuid],
        ColumnForm::Text => vec![ColumnValue::Null, signed, unsigned, uuid],
        ColumnForm::Bytes => vec![ColumnValue::Null, signed, unsigned, text, uuid],
        _ => vec![ColumnValue::Null, signed, unsigned, text],
    }
}
