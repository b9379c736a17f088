//! Column forms as plain values, and their errors.

#![allow(clippy::unwrap_used, reason = "a test")]

use idspec_core::column::{ColumnError, ColumnErrorKind, ColumnForm, ColumnValue, FormType, Stored, StoredValue};
use idspec_core::{Id, Layout, typed_id};
use idspec_ulid::Ulid;

typed_id! {
    /// A customer.
    struct CustomerId(Ulid);
}

#[test]
fn forms_of_another_width_are_refused_both_ways() {
    for form in [ColumnForm::I64, ColumnForm::I64Bits, ColumnForm::I64Ordered, ColumnForm::U64] {
        let written = Ulid::LAYOUT.to_column(7, form).unwrap_err();
        let read = Ulid::LAYOUT.from_column(ColumnValue::Int64(7), form).unwrap_err();
        assert_eq!((written.kind(), written.code()), (ColumnErrorKind::NoSuchForm, None));
        assert_eq!(read, written);
        assert_eq!(
            written.to_string(),
            format!("column form {} of ULID: there is no such form for 128 bits", form.as_str())
        );
    }
}

#[test]
fn errors_are_told_apart() {
    let null = |layout: Layout, form| -> ColumnError { layout.from_column(ColumnValue::Null, form).unwrap_err() };
    let bare = null(Ulid::LAYOUT, ColumnForm::Uuid);
    assert_eq!((bare.kind(), bare.form(), bare.scheme().title()), (ColumnErrorKind::Null, ColumnForm::Uuid, "ULID"));
    assert_eq!(bare, null(Ulid::LAYOUT, ColumnForm::Uuid));
    assert_ne!(bare, null(Ulid::LAYOUT, ColumnForm::Text));
    assert_ne!(bare, null(CustomerId::LAYOUT, ColumnForm::Uuid));
    let wrong = Ulid::LAYOUT.from_column(ColumnValue::Text(b"x"), ColumnForm::Uuid).unwrap_err();
    let ColumnErrorKind::WrongType { found } = wrong.kind() else { panic!("{wrong}") };
    assert_eq!(found, "text");
    assert_ne!(wrong, bare);
}

#[test]
fn a_stored_value_reads_as_itself() {
    let values = [
        StoredValue::Int64(-1),
        StoredValue::Uint64(1),
        StoredValue::Uuid([7; 16]),
        StoredValue::Blob { octets: [9; 16], len: 3 },
    ];
    let shown = values.each_ref().map(StoredValue::as_value);
    let expected =
        [ColumnValue::Int64(-1), ColumnValue::Uint64(1), ColumnValue::Uuid([7; 16]), ColumnValue::Blob(&[9; 3])];
    assert_eq!(shown, expected);
    assert_eq!(shown.map(|value| value.kind()), ["int64", "uint64", "uuid", "blob"]);
}

/// What the table says and what the type says are one.
#[test]
fn the_form_of_a_type_is_that_of_its_table() {
    assert_eq!(<Ulid as Stored>::Form::FORM, Ulid::SCHEME.column_form());
    assert_eq!(<CustomerId as Stored>::Form::FORM, CustomerId::SCHEME.column_form());
}
