//! What is said where an id and a column do not fit.

use std::fmt::Write as _;

use idspec::column::{ColumnError, ColumnForm, ColumnValue};
use idspec::{DiscordSnowflake, ErrorCode, Id, Ulid, typed_id};

use crate::kinds::{declared, shown};

typed_id! {
    /// An order, whose number may be above that of a signed column.
    struct OrderId(DiscordSnowflake) prefix "ord_";
}

typed_id! {
    /// A customer.
    struct CustomerId(Ulid) prefix "cus_";
}

/// What goes wrong in a form: an id that does not fit, and values that are none.
fn faults<T: Id>(form: ColumnForm) -> Vec<ColumnError> {
    let other = match form {
        ColumnForm::Text => ColumnValue::Int64(1),
        ColumnForm::U64 => ColumnValue::Int64(1),
        _ => ColumnValue::Text(b"1"),
    };
    let mut errors: Vec<ColumnError> = T::LAYOUT.to_column(T::SCHEME.largest(), form).err().into_iter().collect();
    let values = [ColumnValue::Null, other, ColumnValue::Int64(-1), ColumnValue::Blob(&[1; 3])];
    errors.extend(values.iter().filter_map(|value| T::LAYOUT.from_column(*value, form).err()));
    errors.dedup();
    errors
}

#[test]
fn each_form_says_what_would_work() {
    let (mut out, mut kinds) = (String::new(), Vec::new());
    for form in ColumnForm::ALL {
        for error in [faults::<OrderId>(form), faults::<CustomerId>(form)].concat() {
            writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
            kinds.push(error.kind());
        }
    }
    let source = include_str!("../../../core/src/column/error.rs");
    assert_eq!(shown(kinds), declared(source, "ColumnErrorKind"));
    insta::assert_snapshot!(out);
}
