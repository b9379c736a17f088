//! The order of ids, and the orders in which columns keep it.

use std::cmp::Ordering;

use idspec_core::column::{ColumnForm, ColumnValue};
use idspec_core::order::ColumnOrder;
use idspec_core::{ByteOrder, Id};

use super::number_of;

/// What a scheme promises of the order of its ids.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// Columns that compare ids exactly as `Ord` does.
    pub exact: &'static [ColumnOrder],
    /// Columns in which the older of two ids comes first, and those of one instant in some order of their own.
    pub by_time: &'static [ColumnOrder],
}

/// Ids compare as each column that is promised to keep their order does; and texts, octets and stored values compare as the column order of their kind does.
///
/// # Panics
/// Where they do not.
pub fn keeps_its_order<T: Id>(promise: Promise, a: T, b: T) {
    let (x, y) = (number_of(a), number_of(b));
    assert_eq!(a == b, x == y, "{a} and {b}");
    assert_eq!(a.cmp(&b) == Ordering::Equal, x == y, "{a} and {b}");
    assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)), "{a} and {b}");
    assert_eq!(b.cmp(&a), a.cmp(&b).reverse(), "{a} and {b}");
    for order in promise.exact {
        assert_eq!(order.compare(T::SCHEME, x, y), a.cmp(&b), "{a} and {b} in {}", order.as_str());
    }
    let times = T::LAYOUT.timestamp(x).cmp(&T::LAYOUT.timestamp(y));
    for order in promise.by_time {
        assert!(times.is_eq() || order.compare(T::SCHEME, x, y) == times, "{a} and {b} in {}", order.as_str());
    }
    assert_eq!(a.to_text().as_str().cmp(b.to_text().as_str()), ColumnOrder::Text.compare(T::SCHEME, x, y));
    octets_compare(a, b);
    stored_values_compare(a, b);
}

/// Octets compare as the column order of their kind; little-endian ones have none.
fn octets_compare<T: Id>(a: T, b: T) {
    for order in T::SCHEME.byte_orders() {
        let column = match order {
            ByteOrder::Be => ColumnOrder::ValueUnsigned,
            ByteOrder::GuidNet => ColumnOrder::GuidNet,
            ByteOrder::GuidDn => ColumnOrder::GuidDn,
            _ => continue,
        };
        let octets = |id: T| {
            let mut octets = [0; 16];
            let count = T::LAYOUT.write_octets(number_of(id), *order, &mut octets);
            assert_eq!(count, Some(T::SCHEME.octets()));
            octets
        };
        let by_column = column.compare(T::SCHEME, number_of(a), number_of(b));
        assert_eq!(octets(a).cmp(&octets(b)), by_column, "{a} and {b} as octets in {}", order.as_str());
    }
}

/// Values compare in their column as the table of forms says.
fn stored_values_compare<T: Id>(a: T, b: T) {
    for form in ColumnForm::ALL.into_iter().filter(|form| form.applies_to(T::SCHEME.bits())) {
        let column = match form {
            ColumnForm::I64Bits => ColumnOrder::ValueSigned64,
            ColumnForm::Text => ColumnOrder::Text,
            ColumnForm::Uuid => ColumnOrder::GuidNet,
            ColumnForm::Bytes if T::SCHEME.column_octets() == ByteOrder::GuidDn => ColumnOrder::GuidDn,
            _ => ColumnOrder::ValueUnsigned,
        };
        let stored = |id: T| T::LAYOUT.to_column(number_of(id), form);
        // Ids that the strict integer does not hold are in no such column.
        let (Ok(x), Ok(y)) = (stored(a), stored(b)) else { continue };
        let in_column = match (x.as_value(), y.as_value()) {
            (ColumnValue::Int64(x), ColumnValue::Int64(y)) => Some(x.cmp(&y)),
            (ColumnValue::Uint64(x), ColumnValue::Uint64(y)) => Some(x.cmp(&y)),
            (ColumnValue::Text(x), ColumnValue::Text(y)) | (ColumnValue::Blob(x), ColumnValue::Blob(y)) => {
                Some(x.cmp(y))
            }
            (ColumnValue::Uuid(x), ColumnValue::Uuid(y)) => Some(x.cmp(&y)),
            _ => None,
        };
        let by_column = column.compare(T::SCHEME, number_of(a), number_of(b));
        assert_eq!(in_column, Some(by_column), "{a} and {b} as {}", form.as_str());
    }
}

/// The promise is all that holds: each column that it does not name breaks the order of two of these ids, and the order of time of two of them.
///
/// The ids have to be many and unlike each other, and some of one instant.
///
/// # Panics
/// Where an order that is not promised holds for all of them.
pub fn promises_all_its_orders<T: Id>(promise: Promise, ids: &[T]) {
    let pairs = || ids.iter().flat_map(|a| ids.iter().map(move |b| (*a, *b)));
    let compare = |order: ColumnOrder, (a, b): (T, T)| order.compare(T::SCHEME, number_of(a), number_of(b));
    let time = |id: T| T::LAYOUT.timestamp(number_of(id));
    for order in ColumnOrder::ALL.into_iter().filter(|order| order.applies_to(T::SCHEME.bits())) {
        let (title, name) = (T::SCHEME.title(), order.as_str());
        if promise.exact.contains(&order) {
            continue;
        }
        assert!(pairs().any(|(a, b)| compare(order, (a, b)) != a.cmp(&b)), "{title}: {name} is kept exactly");
        let breaks_time = |(a, b): (T, T)| time(a) < time(b) && compare(order, (a, b)).is_gt();
        let timeless = T::LAYOUT.first_and_last().is_none();
        assert!(
            timeless || promise.by_time.contains(&order) || pairs().any(breaks_time),
            "{title}: {name} keeps the order of time"
        );
    }
}
