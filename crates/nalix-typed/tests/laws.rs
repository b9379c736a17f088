//! Laws of the Nalix layouts; those of every id type are in the tests of the crate `idspec`.

use idspec_nalix_typed::{Bigint, IdType, NalixTyped, Timestamp, Timestamped};
use proptest::prelude::*;

#[test]
fn the_empty_id_is_zero() {
    assert_eq!(NalixTyped::parse("0000000000000000"), Ok(NalixTyped::EMPTY));
    assert_eq!(NalixTyped::parse("").unwrap_err().code().as_str(), "length");
}

#[test]
fn a_window_past_the_last_second_ends_with_its_type() {
    let window = |id_type| NalixTyped::range(id_type, Timestamp::UNIX_EPOCH..Timestamp::MAX).unwrap();
    assert_eq!(window(IdType::LOG).end, Some(NalixTyped::from_u64(3 << 56)));
    assert_eq!(window(IdType::MAX_VALUE).end, None);
    assert!(window(IdType::MAX_VALUE).contains(&NalixTyped::from_u64(u64::MAX)));
}

#[test]
fn types_have_names_and_stay_open() {
    assert_eq!(format!("{:?} {:?}", IdType::SUPPORT_TICKET, IdType(35)), "SupportTicket IdType(35)");
}

#[test]
fn octets_and_text_are_those_of_the_number() {
    let id = NalixTyped::from_u64(0x0102_0304_0506_0708);
    assert_eq!(id.to_be_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(id.to_le_bytes(), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(&id.to_text_bytes(), b"0807060504030201");
}

proptest! {
    #[test]
    fn bits_are_kept(number: u64) {
        prop_assert_eq!(NalixTyped::from_u64(number).to_i64_bits().cast_unsigned(), number);
    }

    #[test]
    fn text_is_that_of_the_hex_crate(number: u64) {
        let id = NalixTyped::from_u64(number);
        prop_assert_eq!(id.to_string(), hex::encode_upper(number.to_le_bytes()));
        prop_assert_eq!(NalixTyped::parse(&hex::encode(number.to_le_bytes())), Ok(id));
    }

    #[test]
    fn windows_hold_the_ids_of_one_type(number: u64, other: u8, before in 0..20_000_000_i64, after in 0..20_000_000_i64) {
        let id = NalixTyped::from_u64(number);
        let time = id.timestamp();
        let from = Timestamp::from_hundred_ns(time.hundred_ns() - before);
        let until = Timestamp::from_hundred_ns(time.hundred_ns() + after);
        for id_type in [id.id_type(), IdType(other)] {
            for until in [until, Timestamp::MAX] {
                if let Ok(window) = NalixTyped::range(id_type, from..until) {
                    let in_window = id_type == id.id_type() && from <= time && time < until;
                    prop_assert_eq!(window.contains(&id), in_window);
                }
            }
        }
        prop_assert!(NalixTyped::min_at(id.id_type(), time).unwrap() <= id);
        prop_assert!(NalixTyped::max_at(id.id_type(), time).unwrap() >= id);
        let inclusive = NalixTyped::range_inclusive(id.id_type(), time..=until).unwrap();
        prop_assert!(inclusive.is_some_and(|range| range.contains(&id)));
    }

    #[test]
    fn fields_are_where_they_belong(id_type: u8, value: u32, sequence in 0..16_384_u32, machine in 0..1024_u32) {
        let id = NalixTyped::from_parts(IdType(id_type), value, sequence, machine).unwrap();
        let number = u64::from(id_type) << 56 | u64::from(value) << 24 | u64::from(sequence * 1024 + machine);
        prop_assert_eq!(id.to_u64(), number);
        prop_assert_eq!((id.id_type().0, id.value(), id.sequence(), id.machine()), (id_type, value, sequence, machine));
    }
}
