//! Shared text forms against other implementations.

use idspec_core::text::{decimal, hex as digits, uuid as forms};
use idspec_core::{ErrorCode, Field, Form, ParseErrorKind, Piece, Role, Scheme, text};
use proptest::prelude::*;

static NUMBERS: Scheme =
    Scheme::table("number", "number", 64, text::DECIMAL, &[Field::new("value", Role::Number, &[Piece::bits(63, 0)])]);

/// What the standard library reads, less what it takes beyond the shortest form.
fn oracle(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[test]
fn the_first_fault_is_named_with_its_offset() {
    let kind = |text: &[u8]| decimal::parse(&NUMBERS, text).unwrap_err().kind();
    assert_eq!(kind(b""), ParseErrorKind::Length { found: 0 });
    assert_eq!(kind(b"+5"), ParseErrorKind::Character { octet: b'+', offset: 0 });
    assert_eq!(kind(b"1 \xff"), ParseErrorKind::Character { octet: 0xff, offset: 2 });
    assert_eq!(kind(b"05"), ParseErrorKind::LeadingZero);
    assert_eq!(kind(b"00000000000000000000"), ParseErrorKind::LeadingZero);
    assert_eq!(kind(b"000000000000000000000"), ParseErrorKind::Overflow);
    assert_eq!(kind(b"18446744073709551616"), ParseErrorKind::Overflow);
    assert_eq!(kind("1\u{665}".as_bytes()), ParseErrorKind::Character { octet: 0xd9, offset: 1 });
}

#[test]
fn guid_forms_name_what_is_misplaced() {
    let error = |text: &str| forms::parse(&NUMBERS, text.as_bytes()).unwrap_err();
    let good = "08da7241-170b-4c8e-8f11-223344556677";
    for (text, code, offset) in [
        (good.replace('-', ""), None, None),
        (good.to_owned(), None, None),
        (format!("{{{good}}}"), None, None),
        (format!("URN:UUID:{good}"), None, None),
        (good.replacen('-', "0", 1), Some(ErrorCode::Format), Some(8)),
        (good.replacen('0', "-", 1), Some(ErrorCode::Format), Some(0)),
        (good.replacen('0', "g", 1), Some(ErrorCode::Character), Some(0)),
        (format!("({good})"), Some(ErrorCode::Character), Some(0)),
        (format!("}}{good}{{"), Some(ErrorCode::Format), Some(0)),
        (format!("{{{good}-"), Some(ErrorCode::Format), Some(37)),
        (format!("urn:guid:{good}"), Some(ErrorCode::WrongPrefix), None),
        (format!("urn:uuid:{good}0"), Some(ErrorCode::Length), None),
        (format!("urn:uuid:{}", good.replacen('0', "x", 1)), Some(ErrorCode::Character), Some(9)),
        (format!("urn:uuid:{}", good.replacen('-', "0", 1)), Some(ErrorCode::Format), Some(17)),
        (format!("{good}\n"), Some(ErrorCode::Length), None),
    ] {
        match code {
            None => assert!(forms::parse(&NUMBERS, text.as_bytes()).is_ok(), "{text}"),
            Some(code) => assert_eq!((error(&text).code(), error(&text).offset()), (code, offset), "{text}"),
        }
    }
}

proptest! {
    #[test]
    fn decimal_is_what_the_standard_library_reads_in_shortest_form(text in "[0-9]{1,21}", any in "\\PC{0,22}") {
        prop_assert_eq!(decimal::parse(&NUMBERS, text.as_bytes()).ok(), oracle(&text));
        prop_assert_eq!(decimal::parse(&NUMBERS, any.as_bytes()).ok(), oracle(&any));
    }

    #[test]
    fn decimal_is_written_as_the_standard_library_does(number: u64, small in 0..2000_u64) {
        prop_assert_eq!(decimal::write(number).to_string(), number.to_string());
        prop_assert_eq!(decimal::write(small).to_string(), small.to_string());
    }

    #[test]
    fn hexadecimal_is_that_of_the_hex_crate(octets: [u8; 8], text in "[0-9a-fA-Fg]{0,18}") {
        prop_assert_eq!(digits::write_upper(u64::from_be_bytes(octets)).to_string(), hex::encode_upper(octets));
        prop_assert_eq!(NUMBERS.write(u64::from_be_bytes(octets).into(), Form::Hex).unwrap().to_string(), hex::encode(octets));
        let mut read = [0; 8];
        let oracle = hex::decode_to_slice(&text, &mut read).ok().map(|()| read);
        prop_assert_eq!(digits::read_u64(text.as_bytes()), oracle.map(u64::from_be_bytes));
        prop_assert_eq!(digits::read_u64_fast(text.as_bytes()), oracle.map(u64::from_be_bytes));
    }

    #[test]
    fn guids_are_those_of_the_uuid_crate(octets: [u8; 16], cut in 0..46_usize, put in "[-{}0-9a-f:]") {
        let (uuid, net) = (uuid::Uuid::from_bytes(octets), u128::from_be_bytes(octets));
        prop_assert_eq!(forms::hyphenated(net).to_string(), uuid.hyphenated().to_string());
        prop_assert_eq!(forms::simple(net).to_string(), uuid.simple().to_string());
        prop_assert_eq!(forms::braced(net).to_string(), uuid.braced().to_string());
        prop_assert_eq!(forms::urn(net).to_string(), uuid.urn().to_string());
        for mut text in [uuid.hyphenated().to_string(), uuid.simple().to_string(), uuid.braced().to_string(), uuid.urn().to_string()] {
            prop_assert_eq!(forms::parse(&NUMBERS, text.as_bytes()), Ok(net));
            if cut < text.len() {
                text.replace_range(cut..=cut, &put);
                let read = uuid::Uuid::parse_str(&text).ok().map(|uuid| uuid.as_u128());
                prop_assert_eq!(forms::parse(&NUMBERS, text.as_bytes()).ok(), read, "{}", text);
            }
        }
    }
}
