//! Laws of ULIDs, with other implementations as oracles where they agree with the specification; those of every id type are in the tests of the crate `idspec`.

use idspec_ulid::{Id, Timestamped, Ulid};
use proptest::prelude::*;

const LETTERS: &str = "[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]";

#[test]
fn the_last_ulid_is_of_the_year_10889() {
    assert_eq!(Ulid::MAX.timestamp().to_string(), "+10889-08-02T05:31:50.655Z");
}

proptest! {
    #[test]
    fn dn_octets_come_back(number: u128) {
        prop_assert_eq!(Ulid::from_guid_bytes(Ulid::from_u128(number).to_guid_bytes()), Ulid::from_u128(number));
    }

    #[test]
    fn text_is_that_of_the_ulid_crate(number: u128) {
        let text = Ulid::from_u128(number).to_string();
        prop_assert_eq!(&text, &ulid::Ulid(number).to_string());
        prop_assert_eq!(ulid::Ulid::from_string(&text).map(|id| id.0).ok(), Some(number));
    }

    #[test]
    fn text_is_that_of_the_base32_crate(number: u128) {
        // 26 letters hold 130 bits, two zero bits before the 128; the crate takes whole octets, so six more follow.
        let bits = format!("00{number:0128b}000000");
        let octet = |index: usize| u8::from_str_radix(&bits[8 * index..8 * index + 8], 2).unwrap();
        let octets: Vec<u8> = (0..17).map(octet).collect();
        let text = base32::encode(base32::Alphabet::Crockford, &octets);
        prop_assert_eq!(Ulid::from_u128(number).to_string(), &text[..26]);
    }

    #[test]
    fn the_uuid_form_is_that_of_the_uuid_crate(number: u128) {
        let id = Ulid::from_u128(number);
        let uuid = uuid::Uuid::from_u128(number);
        prop_assert_eq!(id.to_uuid_text().to_string(), uuid.hyphenated().to_string());
        prop_assert_eq!(id.to_guid_bytes(), uuid.to_bytes_le());
        prop_assert_eq!(hex::encode(id.to_be_bytes()), uuid.simple().to_string());
    }

    #[test]
    fn both_cases_are_read(number: u128) {
        let text = Ulid::from_u128(number).to_string();
        prop_assert_eq!(Ulid::parse(&text.to_lowercase()), Ok(Ulid::from_u128(number)));
        prop_assert_eq!(Ulid::parse_lenient(&text), Ok(Ulid::from_u128(number)));
    }

    #[test]
    fn aliases_are_read_by_the_lenient_reader_only(number: u128, choice in prop::collection::vec(0..3_usize, 26)) {
        let text = Ulid::from_u128(number).to_string();
        let aliased: String = text.chars().zip(&choice).map(|(letter, choice)| match letter {
            '1' => ['1', 'I', 'l'][*choice],
            '0' => ['0', 'O', 'o'][*choice],
            other => other,
        }).collect();
        prop_assert_eq!(Ulid::parse_lenient(&aliased), Ok(Ulid::from_u128(number)));
        prop_assert_eq!(Ulid::parse(&aliased).is_ok(), aliased == text);
    }

    #[test]
    fn letters_are_accepted_up_to_the_first_seven(letters in proptest::string::string_regex(&format!("{LETTERS}{{26}}")).unwrap()) {
        let fits = letters.as_bytes()[0] <= b'7';
        prop_assert_eq!(Ulid::parse(&letters).is_ok(), fits);
        prop_assert_eq!(Ulid::parse(&letters).map_err(|error| error.code().as_str()).err(), (!fits).then_some("overflow"));
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 48, random in 0..1_u128 << 80) {
        let id = Ulid::from_parts(ms, random).unwrap();
        prop_assert_eq!(id.to_repr(), u128::from(ms.cast_unsigned()) * (1 << 80) + random);
        prop_assert_eq!((id.timestamp().unix_ms(), id.random()), (ms, random));
    }
}

#[test]
fn a_ulid_is_given_as_number_text_octets_and_lines() {
    const NUMBER: u128 = 0x0156_3e3a_b5d3_d676_4c61_efb9_9302_bd5b;
    const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let id = Ulid::from_u128(NUMBER);
    assert_eq!(id.to_u128(), NUMBER);
    assert_eq!(id.encode(&mut [0; Ulid::TEXT_LEN]), TEXT);
    assert_eq!(id.to_text_bytes().as_slice(), TEXT.as_bytes());
    let mut written = String::new();
    assert!(Ulid::write_lines(&[id, Ulid::MAX], |line, len| written.push_str(&line[..len])));
    assert_eq!(written, format!("{TEXT}\n7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n"));
    let mut ids = Vec::new();
    assert_eq!(Ulid::read_lines(written.as_bytes(), &mut ids), 54);
    assert_eq!(ids, [id, Ulid::MAX]);
}

#[cfg(feature = "uuid")]
#[test]
fn a_ulid_becomes_the_uuid_of_its_number() {
    assert_eq!(uuid::Uuid::from(Ulid::from_u128(5 << 100 | 7)), uuid::Uuid::from_u128(5 << 100 | 7));
}
