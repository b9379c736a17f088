//! The lenient reader of ULIDs: what the strict one reads once I, L and O are the digits that they stand for, faults and their places too; and what `base32` reads.
//!
//! The input is taken as it is, and as changes to right texts: 16 octets for an id, and then pairs of a place and an octet.

use idspec::{ErrorCode, Ulid};

use crate::{changed, number};

/// One input.
pub fn run(data: &[u8]) {
    if let Ok(text) = str::from_utf8(data) {
        check(text);
    }
    let Some((number, changes)) = number(data) else { return };
    let text = changed(&Ulid::from_u128(number).to_string(), changes);
    if let Ok(text) = str::from_utf8(&text) {
        check(text);
    }
}

fn check(text: &str) {
    let digit = |letter| match letter {
        'I' | 'L' | 'i' | 'l' => '1',
        'O' | 'o' => '0',
        other => other,
    };
    let digits: String = text.chars().map(digit).collect();
    let lenient = Ulid::parse_lenient(text);
    assert_eq!(lenient, digits.parse());
    assert_eq!(lenient.map(Ulid::to_u128).map_err(|error| error.code()), by_base32(text));
    if let Ok(id) = text.parse::<Ulid>() {
        assert_eq!(lenient, Ok(id));
    }
}

/// By the crate `base32`, whose Crockford alphabet has the same aliases and refuses U and hyphens too. It takes whole octets: six zeros before 26 letters make 160 bits.
fn by_base32(text: &str) -> Result<u128, ErrorCode> {
    if text.is_ascii() && text.len() != Ulid::TEXT_LEN {
        return Err(ErrorCode::Length);
    }
    let octets = base32::decode(base32::Alphabet::Crockford, &format!("000000{text}"));
    match octets.as_deref().and_then(<[u8]>::split_last_chunk) {
        Some(([0, 0, 0, 0], number)) => Ok(u128::from_be_bytes(*number)),
        Some(_) => Err(ErrorCode::Overflow),
        None => Err(ErrorCode::Character),
    }
}
