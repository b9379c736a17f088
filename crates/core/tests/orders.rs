//! Column orders on values with one octet set, so that each place in an order is seen.

use std::cmp::Ordering;

use idspec_core::order::{
    ColumnOrder, cmp_guid_dn, cmp_guid_net, cmp_mariadb_uuid, cmp_mssql_uniqueidentifier, mariadb_uuid_key,
    mariadb_uuid_refuses, mssql_uniqueidentifier_key, swap_guid,
};
use idspec_core::{Field, Form, Piece, Role, Scheme, TextCodec, text};
use proptest::prelude::*;

static OCTETS: Scheme = Scheme::table(
    "octets",
    "octets",
    128,
    TextCodec { forms: &[Form::Canonical], ..text::DECIMAL },
    &[Field::new("all", Role::Hex, &[Piece::bits(127, 0)])],
);

const COUNTING: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

#[test]
fn dn_octets_are_those_of_dotnet() {
    assert_eq!(swap_guid(&COUNTING), [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]);
}

#[test]
fn sql_server_looks_at_the_last_block_first() {
    // Places of the NET octets: DN octets 10 to 15, 8 9, 6 7, 4 5, 0 1 2 3.
    assert_eq!(mssql_uniqueidentifier_key(&COUNTING), [10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn mariadb_swaps_by_octets_6_and_8() {
    let value = |version, variant| {
        let mut octets = COUNTING;
        (octets[6], octets[8]) = (version, variant);
        octets
    };
    for (version, variant, swapped, refused) in [
        (0x00, 0x80, false, false),
        (0x01, 0x80, true, false),
        (0x5f, 0xff, true, false),
        (0x5f, 0x7f, false, false),
        (0x60, 0x80, false, false),
        (0x7f, 0x01, false, false),
        (0x80, 0x00, false, false),
        (0x80, 0x01, false, true),
        (0xff, 0x80, false, true),
        (0xff, 0x81, false, false),
    ] {
        let octets = value(version, variant);
        let stored = [10, 11, 12, 13, 14, 15, variant, 9, version, 7, 4, 5, 0, 1, 2, 3];
        assert_eq!(mariadb_uuid_key(&octets), if swapped { stored } else { octets }, "{version:x} {variant:x}");
        assert_eq!(mariadb_uuid_refuses(&octets), refused, "{version:x} {variant:x}");
    }
}

#[test]
fn a_swapped_value_is_compared_with_an_unswapped_one_as_stored() {
    // Run on MariaDB 10.11.19: the value of version 7 sorts before that of version 4.
    let four = u128::from_str_radix("00000000000040008000ff0000000000", 16).unwrap().to_be_bytes();
    let seven = u128::from_str_radix("80000000000070008000000000000000", 16).unwrap().to_be_bytes();
    assert_eq!(cmp_mariadb_uuid(&seven, &four), Ordering::Less);
    assert_eq!(cmp_guid_net(&seven, &four), Ordering::Greater);
}

proptest! {
    #[test]
    fn swapping_twice_is_nothing(octets: [u8; 16]) {
        prop_assert_eq!(swap_guid(&swap_guid(&octets)), octets);
    }

    #[test]
    fn comparators_are_the_named_orders(a: [u8; 16], b: [u8; 16]) {
        let by = |order: ColumnOrder| order.compare(&OCTETS, u128::from_be_bytes(a), u128::from_be_bytes(b));
        prop_assert_eq!(by(ColumnOrder::GuidNet), cmp_guid_net(&a, &b));
        prop_assert_eq!(by(ColumnOrder::GuidDn), cmp_guid_dn(&a, &b));
        prop_assert_eq!(by(ColumnOrder::MssqlUniqueidentifier), cmp_mssql_uniqueidentifier(&a, &b));
        prop_assert_eq!(by(ColumnOrder::MariadbUuid), cmp_mariadb_uuid(&a, &b));
        prop_assert_eq!(by(ColumnOrder::ValueUnsigned), a.cmp(&b));
    }
}
