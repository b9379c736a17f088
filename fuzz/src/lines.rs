//! Many lines at once are what one line after the other is, errors and their places too.
//!
//! The first octet chooses the scheme, and whether the rest is the text or says which lines to make: 16 octets for the number of an id, and one for what is done to its line.

use idspec::bulk;
use idspec::seq_guid::{AsString, ticks64};
use idspec::{DiscordSnowflake, Id, NalixTyped, TwitterSnowflake, Ulid};

/// One input.
pub fn run(data: &[u8]) {
    let Some((choice, rest)) = data.split_first() else { return };
    match choice % 5 {
        0 => check::<Ulid>(choice / 5, rest),
        1 => check::<DiscordSnowflake>(choice / 5, rest),
        2 => check::<TwitterSnowflake>(choice / 5, rest),
        3 => check::<NalixTyped>(choice / 5, rest),
        _ => {
            check::<AsString>(choice / 5, rest);
            check::<ticks64::AsString>(choice / 5, rest);
        }
    }
}

fn check<T: Id>(choice: u8, data: &[u8]) {
    if choice % 2 == 0 {
        return same::<T>(data);
    }
    let mut text = Vec::new();
    for [octets @ .., what] in data.as_chunks::<17>().0 {
        let number = u128::from_be_bytes(*octets);
        let number = if T::SCHEME.bits() == 64 { number >> (64 + what % 64) } else { number };
        let Some(id) = T::Repr::try_from(number).ok().and_then(|number| T::from_repr(number).ok()) else { continue };
        let mut line = id.to_string().into_bytes();
        match what {
            0..8 => line.extend_from_slice(b"\r"),
            8..12 => line.insert(0, b'0'),
            12..16 => {
                let place = usize::from(*what) % line.len();
                line[place] = octets[0];
            }
            16 => line.clear(),
            _ => {}
        }
        // Many lines of one id, so that lines lie across every boundary.
        for _ in 0..=what % 16 {
            text.extend_from_slice(&line);
            text.push(b'\n');
        }
    }
    same::<T>(&text);
    if text.len() > 1 {
        same::<T>(&text[..text.len() - 1]);
    }
}

/// By the standard library's splitting, one line after the other.
fn same<T: Id>(text: &[u8]) {
    let mut ids: Vec<T> = Vec::new();
    let error = bulk::parse_lines(text, &mut ids).err().map(|error| (error.line(), error.offset(), error.error()));
    let (mut expected, mut offset, mut expected_error) = (Vec::new(), 0, None);
    for (index, line) in text.split_inclusive(|octet| *octet == b'\n').enumerate() {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        match T::parse_bytes(content.strip_suffix(b"\r").unwrap_or(content)) {
            Ok(id) => expected.push(id),
            Err(error) => {
                expected_error = Some((index + 1, offset, error));
                break;
            }
        }
        offset += line.len();
    }
    assert_eq!((&ids, error), (&expected, expected_error));

    let mut written = Vec::new();
    bulk::write_lines(&ids, &mut written);
    let one_by_one: String = ids.iter().map(|id| format!("{id}\n")).collect();
    assert_eq!(written, one_by_one.as_bytes());
}
