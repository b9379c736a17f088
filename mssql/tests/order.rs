//! The order of `uniqueidentifier`, against an independent implementation: `System.Data.SqlTypes.SqlGuid`, see `oracle/`.

use idspec::order::{cmp_guid_dn, cmp_guid_net, cmp_mssql_uniqueidentifier, mssql_uniqueidentifier_key};
use idspec_mssql::suite::SQLGUID_ORDER;
use uuid::Uuid;

fn sorted() -> Result<Vec<[u8; 16]>, uuid::Error> {
    SQLGUID_ORDER.lines().map(|line| line.parse().map(Uuid::into_bytes)).collect()
}

#[test]
fn every_pair_compares_as_it_stands() -> Result<(), uuid::Error> {
    let sorted = sorted()?;
    assert_eq!(sorted.len(), 466);
    for (a, left) in sorted.iter().enumerate() {
        for (b, right) in sorted.iter().enumerate() {
            let (left_text, right_text) = (Uuid::from_bytes(*left), Uuid::from_bytes(*right));
            assert_eq!(cmp_mssql_uniqueidentifier(left, right), a.cmp(&b), "{left_text} {right_text}");
        }
    }
    Ok(())
}

/// The file tells every order that is nearly the right one from it.
#[test]
fn no_other_order_of_the_octets_fits() -> Result<(), uuid::Error> {
    let sorted = sorted()?;
    for place in 0..15 {
        let mut keys = sorted.iter().map(mssql_uniqueidentifier_key).collect::<Vec<_>>();
        assert!(keys.is_sorted());
        keys.iter_mut().for_each(|key| key.swap(place, place + 1));
        assert!(!keys.is_sorted(), "octets {place} and {} may stand either way", place + 1);
    }
    assert!(!sorted.is_sorted_by(|a, b| cmp_guid_net(a, b).is_lt()));
    assert!(!sorted.is_sorted_by(|a, b| cmp_guid_dn(a, b).is_lt()));
    // Signed octets, as Java compares them.
    assert!(!sorted.iter().map(|net| mssql_uniqueidentifier_key(net).map(u8::cast_signed)).is_sorted());
    Ok(())
}
