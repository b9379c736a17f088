//! The kernels of the text forms: every octet at every place, and the portable and the fast path side by side.

use idspec_core::text::crockford::{LETTERS, Letters};
use idspec_core::text::{decimal, paths, uuid};
use idspec_core::{Field, Piece, Role, Scheme, TextCodec};
use proptest::prelude::*;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A letter's value by searching the alphabet.
fn value(octet: u8, letters: Letters) -> Option<u128> {
    let alias = match (octet.to_ascii_uppercase(), letters) {
        (b'I' | b'L', Letters::Lenient) => b'1',
        (b'O', Letters::Lenient) => b'0',
        (other, _) => other,
    };
    ALPHABET.iter().position(|letter| *letter == alias).map(|value| value as u128)
}

/// The number of letters by long arithmetic.
fn slowly(text: &[u8; LETTERS], letters: Letters) -> Option<u128> {
    text.iter().try_fold(0u128, |number, octet| number.checked_mul(32)?.checked_add(value(*octet, letters)?))
}

fn letters_slowly(number: u128) -> [u8; LETTERS] {
    core::array::from_fn(|place| ALPHABET[(number >> (125 - 5 * place) & 31) as usize])
}

fn hex_slowly(digits: &[u8; 16]) -> Option<u64> {
    digits.iter().try_fold(0, |number, octet| Some(number << 4 | u64::from(char::from(*octet).to_digit(16)?)))
}

/// The test run without the feature `fast` sets the variable, and would show nothing if something turned the feature on again.
#[test]
fn the_paths_are_those_that_are_asked_for() {
    let portable = std::env::var_os("IDSPEC_PATHS").is_some_and(|paths| paths == "portable");
    assert!(!(portable && cfg!(feature = "fast")), "the feature `fast` is on");
}

#[test]
fn every_octet_at_every_place_of_26_letters() {
    for background in [*b"00000000000000000000000000", *b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", *b"01htqw311n1kr5g0y75m3ef00h"] {
        for place in 0..LETTERS {
            for octet in 0..=u8::MAX {
                let mut text = background;
                text[place] = octet;
                for letters in [Letters::Strict, Letters::Lenient] {
                    assert_eq!(
                        paths::read_letters(&text, letters),
                        [slowly(&text, letters); 2],
                        "{text:?} {letters:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_value_at_every_place_of_26_letters() {
    for place in 0..LETTERS {
        for value in 0..32u128 {
            let placed = value << (125 - 5 * place);
            for number in [placed, !placed, placed ^ 0x5555_5555_5555_5555_5555_5555_5555_5555] {
                assert_eq!(paths::write_letters(number), [letters_slowly(number); 2], "{number:x}");
            }
        }
    }
}

#[test]
fn every_octet_at_every_place_of_two_lines_of_letters() {
    for line in [b"00000000000000000000000000\n", b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n", b"01htqw311n1kr5g0y75m3ef00h\n"] {
        let text: [u8; 64] = [&line[..], line, b"?\xff\n0123456"].concat().try_into().unwrap();
        for place in 0..64 {
            for octet in 0..=u8::MAX {
                let mut text = text;
                text[place] = octet;
                for letters in [Letters::Strict, Letters::Lenient] {
                    let (lines, _) = text.as_chunks::<{ LETTERS + 1 }>();
                    let number = |[line @ .., end]: &[u8; LETTERS + 1]| slowly(line, letters).filter(|_| *end == b'\n');
                    let expected = number(&lines[0]).zip(number(&lines[1])).map(<[u128; 2]>::from);
                    assert_eq!(paths::read_two(&text, letters), [expected; 2], "{text:?} {letters:?}");
                }
            }
        }
    }
}

#[test]
fn every_octet_at_every_place_of_16_digits() {
    for background in [*b"0000000000000000", *b"ffffffffffffffff", *b"FEDCBA9876543210"] {
        for place in 0..16 {
            for octet in 0..=u8::MAX {
                let mut digits = background;
                digits[place] = octet;
                assert_eq!(paths::read_sixteen(&digits), [hex_slowly(&digits); 2], "{digits:?}");
            }
        }
    }
}

static NUMBERS: Scheme =
    Scheme::table("number", "number", 128, CODEC, &[Field::new("value", Role::Hex, &[Piece::bits(127, 0)])]);
const CODEC: TextCodec = TextCodec {
    parse: uuid::parse_fast,
    write: uuid::hyphenated,
    decimal: false,
    forms: &[],
    expects: "a GUID",
    pattern: "",
};

/// The number of a hyphenated GUID by searching the digits.
fn guid_slowly(text: &[u8; 36]) -> Option<u128> {
    text.iter().enumerate().try_fold(0, |number, (place, octet)| match place {
        8 | 13 | 18 | 23 => (*octet == b'-').then_some(number),
        _ => Some(number << 4 | u128::from(char::from(*octet).to_digit(16)?)),
    })
}

#[test]
fn every_octet_at_every_place_of_a_guid() {
    for background in [
        *b"00000000-0000-0000-0000-000000000000",
        *b"ffffffff-ffff-ffff-ffff-ffffffffffff",
        *b"01234567-89AB-CDEF-fedc-ba9876543210",
    ] {
        for place in 0..36 {
            for octet in 0..=u8::MAX {
                let mut text = background;
                text[place] = octet;
                let [portable, fast] = paths::read_guid(&NUMBERS, &text);
                assert_eq!(portable, fast, "{text:?}");
                assert_eq!(portable.ok(), guid_slowly(&text), "{text:?}");
            }
        }
    }
}

#[test]
fn every_octet_in_16_digits() {
    for place in 0..8 {
        for octet in 0..=u8::MAX {
            let number = u64::from(octet) << (8 * place) | 0x0100_0000_0000_0010_u64.rotate_left(8 * place);
            let digits = |text: String| <[u8; 16]>::try_from(text.into_bytes()).unwrap();
            let (lower, upper) = (digits(format!("{number:016x}")), digits(format!("{number:016X}")));
            assert_eq!(paths::write_sixteen(number), [[lower; 2], [upper; 2]]);
        }
    }
}

#[test]
fn every_four_digits_at_every_place_of_a_decimal() {
    for place in 0..5 {
        for four in 0..10_000u64 {
            let Some(number) = four.checked_mul(10u64.pow(4 * place)) else { break };
            for number in [number, number ^ 0x5555, number.saturating_sub(1)] {
                let text = number.to_string();
                assert_eq!(&*decimal::write(number), text);
                assert_eq!(decimal::encode(number, &mut [0; 20]), text);
                assert_eq!(decimal::read(text.as_bytes()), Some(number));
            }
        }
    }
}

#[test]
fn every_octet_at_every_place_of_a_decimal() {
    for length in 1..=21 {
        for background in
            [vec![b'1'; length], vec![b'9'; length], [b"1844674407370955161".to_vec(), vec![b'5'; length]].concat()]
        {
            for place in 0..length {
                for octet in 0..=u8::MAX {
                    let mut text = background[..length].to_vec();
                    text[place] = octet;
                    let canonical =
                        core::str::from_utf8(&text).ok().filter(|text| text.bytes().all(|it| it.is_ascii_digit()));
                    let expected = canonical
                        .filter(|text| length == 1 || !text.starts_with('0'))
                        .and_then(|text| text.parse().ok());
                    assert_eq!(decimal::read(&text), expected, "{text:?}");
                }
            }
        }
    }
    assert_eq!(decimal::read(b""), None);
}

proptest! {
    #[test]
    fn paths_agree(octets: [u8; LETTERS], digits: [u8; 16], number: u128, low: u64) {
        // Any octets, and those with most places made right.
        let mended = octets.map(|octet| if octet < 250 { ALPHABET[usize::from(octet & 31)] } else { octet });
        for letters in [Letters::Strict, Letters::Lenient] {
            for text in [octets, mended] {
                prop_assert_eq!(paths::read_letters(&text, letters), [slowly(&text, letters); 2]);
            }
            // Two right lines, in which any bit of any letter is set by some number.
            let line = [&letters_slowly(number)[..], b"\n"].concat();
            let other = [&letters_slowly(number.rotate_left(64))[..], b"\n"].concat();
            let block = [&line[..], &other, &digits[..10]].concat().try_into().unwrap();
            prop_assert_eq!(paths::read_two(&block, letters), [Some([number, number.rotate_left(64)]); 2]);
        }
        let mended = digits.map(|octet| if octet < 250 { b"0123456789abcdefABCDEF"[usize::from(octet % 22)] } else { octet });
        for digits in [digits, mended] {
            prop_assert_eq!(paths::read_sixteen(&digits), [hex_slowly(&digits); 2]);
        }
        prop_assert_eq!(paths::write_letters(number), [letters_slowly(number); 2]);
        prop_assert_eq!(paths::write_sixteen(low).map(|[portable, fast]| portable == fast), [true; 2]);
    }
}

#[cfg(feature = "alloc")]
#[test]
fn every_octet_at_every_place_of_64() {
    for background in [[0; 64], [b'\n'; 64], [b'\n' + 1; 64], [b'\n' | 0x80; 64]] {
        for place in 0..64 {
            for octet in 0..=u8::MAX {
                let mut block = background;
                block[place] = octet;
                let expected = block.iter().rev().fold(0, |mask, octet| mask << 1 | u64::from(*octet == b'\n'));
                assert_eq!(paths::feeds(&block), [expected; 2]);
            }
        }
    }
}
