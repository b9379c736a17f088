//! The portable and the fastest path of each kernel give the same, and the readers of constants what those of running programs do, errors and all.
//!
//! The input is taken as it is, and as changes to right texts: 16 octets for an id, and then pairs of a place and an octet.

use idspec::base::text::crockford::Letters;
use idspec::base::text::{decimal, paths};
use idspec::seq_guid::AsString;
use idspec::{DiscordSnowflake, Id, NalixTyped, TwitterSnowflake, Ulid};

/// One input.
pub fn run(data: &[u8]) {
    kernels(data);
    if let Ok(text) = std::str::from_utf8(data) {
        readers(text);
    }
    let Some((octets, changes)) = data.split_first_chunk::<16>() else { return };
    let number = u128::from_be_bytes(*octets);
    let [high, low] = [(number >> 64) as u64, number as u64];
    written(number, high, low);
    let ulid = Ulid::from_u128(number);
    let texts = [
        ulid.to_string(),
        format!("{ulid}\n{}\n0123456789", Ulid::from_u128(number.rotate_left(64))),
        ulid.to_uuid_text().to_string(),
        high.to_string(),
        (low >> (high % 64)).to_string(),
        NalixTyped::from_u64(low).to_string(),
    ];
    for text in texts {
        let mut text = text.into_bytes();
        for [place, octet] in changes.as_chunks().0 {
            let place = usize::from(*place) % text.len();
            text[place] = *octet;
        }
        kernels(&text);
        if let Ok(text) = std::str::from_utf8(&text) {
            readers(text);
        }
    }
}

/// Each kernel, on the octets that fit.
fn kernels(data: &[u8]) {
    if let Some(text) = data.first_chunk() {
        for letters in [Letters::Strict, Letters::Lenient] {
            let [portable, fast] = paths::read_letters(text, letters);
            assert_eq!(portable, fast);
        }
    }
    if let Some(lines) = data.first_chunk() {
        for letters in [Letters::Strict, Letters::Lenient] {
            let [portable, fast] = paths::read_two(lines, letters);
            assert_eq!(portable, fast);
        }
    }
    if let Some(text) = data.first_chunk() {
        let [portable, fast] = paths::read_guid(AsString::SCHEME, text);
        assert_eq!(portable, fast);
    }
    if let Some(digits) = data.first_chunk() {
        let [portable, fast] = paths::read_sixteen(digits);
        assert_eq!(portable, fast);
    }
    if let Some(block) = data.first_chunk() {
        let [portable, fast] = paths::feeds(block);
        assert_eq!(portable, fast);
    }
    let oracle = std::str::from_utf8(data).ok().and_then(|text| text.parse::<u64>().ok());
    assert_eq!(decimal::read(data), oracle.filter(|number| number.to_string().as_bytes() == data));
}

/// Readers of constants beside those of running programs.
fn readers(text: &str) {
    assert_eq!(Ulid::parse(text), text.parse());
    assert_eq!(AsString::parse(text), text.parse());
    assert_eq!(NalixTyped::parse(text), text.parse());
    assert_eq!(DiscordSnowflake::parse(text), text.parse());
    assert_eq!(TwitterSnowflake::parse(text), text.parse());
}

/// What is written, by both paths and into every kind of buffer.
fn written(number: u128, high: u64, low: u64) {
    let [portable, fast] = paths::write_letters(number);
    assert_eq!(portable, fast);
    for [portable, fast] in paths::write_sixteen(low) {
        assert_eq!(portable, fast);
    }
    let ulid = Ulid::from_u128(number);
    let text = ulid.to_string();
    assert_eq!(ulid.encode(&mut [0; 26]), text);
    assert_eq!(*ulid.to_text(), *text);
    assert_eq!(text.parse(), Ok(ulid));
    for number in [high, low, low >> (high % 64)] {
        let id = DiscordSnowflake::from_u64(number);
        assert_eq!(id.encode(&mut [0; 20]), number.to_string());
        assert_eq!(*id.to_text(), *number.to_string());
        let id = NalixTyped::from_u64(number);
        assert_eq!(id.encode(&mut [0; 16]), format!("{:016X}", number.swap_bytes()));
        assert_eq!(*id.to_text(), *id.to_string());
    }
}
