//! Many ids at once are what one after the other are.
#![cfg(all(feature = "all-schemes", feature = "alloc"))]

use idspec::bulk::{self, LineError};
use idspec::seq_guid::{AsBinary, AsString, AtEnd, ticks64};
use idspec::{DiscordSnowflake, Id, InstagramSharded, NalixTyped, Timestamped, TwitterSnowflake, Ulid, typed_id};
use proptest::prelude::*;

typed_id! {
    /// With a prefix.
    struct OrderId(Ulid) prefix "ord_";
}

typed_id! {
    /// Without.
    struct UserId(DiscordSnowflake);
}

/// What `parse_lines` promises, one line after the other, by the standard library's splitting.
fn slowly<T: Id>(text: &[u8]) -> (Vec<T>, Option<(usize, usize, idspec::ParseError)>) {
    let (mut ids, mut offset) = (Vec::new(), 0);
    for (index, line) in text.split_inclusive(|octet| *octet == b'\n').enumerate() {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        match T::parse_bytes(content.strip_suffix(b"\r").unwrap_or(content)) {
            Ok(id) => ids.push(id),
            Err(error) => return (ids, Some((index + 1, offset, error))),
        }
        offset += line.len();
    }
    (ids, None)
}

fn same<T: Id>(text: &[u8]) {
    let mut ids: Vec<T> = Vec::new();
    let error = bulk::parse_lines(text, &mut ids).err();
    let error = error.map(|error: LineError| (error.line(), error.offset(), error.error()));
    assert_eq!((ids, error), slowly(text), "{:?}", String::from_utf8_lossy(text));
}

/// Lines, most of them right: `what` is an index into the kinds of lines.
fn lines<T: Id>(ids: &[(T, u8)]) -> Vec<u8> {
    let mut text = Vec::new();
    for (id, what) in ids {
        let line = id.to_text();
        match what {
            0 => text.extend_from_slice(format!("{line}\r\n").as_bytes()),
            1 => text.extend_from_slice(format!("{line} \n").as_bytes()),
            2 => text.extend_from_slice(b"\n"),
            3 => text.extend_from_slice(format!("{line}\r\r\n").as_bytes()),
            4 => text.extend_from_slice(format!("{line}{line}").as_bytes()),
            5 => text.extend_from_slice(format!("0{line}\n").as_bytes()),
            6 => text.extend_from_slice(format!("{}\n", &line[1..]).as_bytes()),
            7 => text.extend_from_slice(format!("{}\n", &line[..1]).as_bytes()),
            8 => text.extend_from_slice(&[0xff, b'\n']),
            _ => text.extend_from_slice(format!("{line}\n").as_bytes()),
        }
    }
    text
}

fn check<T: Id + Timestamped>(numbers: &[(u128, u8)], cut: usize) {
    let ids: Vec<(T, u8)> = numbers
        .iter()
        .filter_map(|(number, what)| {
            let narrow = if T::SCHEME.bits() == 64 { number >> (64 + what % 64) } else { *number };
            Some((T::from_repr(T::Repr::try_from(narrow).ok()?).ok()?, *what))
        })
        .collect();
    let text = lines(&ids);
    same::<T>(&text);
    same::<T>(text.get(..cut).unwrap_or(&text));

    let only: Vec<T> = ids.iter().map(|(id, _)| *id).collect();
    let expected: String = only.iter().map(|id| format!("{id}\n")).collect();
    let mut written = b"before".to_vec();
    bulk::write_lines(&only, &mut written);
    assert_eq!(written, format!("before{expected}").as_bytes());
    same::<T>(expected.as_bytes());

    let mut times = vec![idspec::Timestamp::UNIX_EPOCH];
    bulk::timestamps(&only, &mut times);
    let one_by_one = std::iter::once(idspec::Timestamp::UNIX_EPOCH).chain(only.iter().map(|id| id.timestamp()));
    assert_eq!(times, one_by_one.collect::<Vec<_>>());

    // Whatever was in the buffer before.
    for id in &only {
        assert_eq!(id.write_text(&mut [0xff; 64]), id.to_string());
        assert_eq!(String::from(id.write_text(&mut [b'x'; 64])), *id.to_text());
    }

    let (ended, rest) = bulk::complete_lines(&text);
    assert!(ended.is_empty() || ended.ends_with(b"\n"));
    assert!(!rest.contains(&b'\n'));
    assert_eq!([ended, rest].concat(), text);
}

/// Each number with the mark of its line; 9 in 10 lines are right, or all of them.
fn numbers() -> impl Strategy<Value = Vec<(u128, u8)>> {
    let mixed = prop::collection::vec((any::<u128>(), 0..90_u8), 0..120);
    let right = prop::collection::vec((any::<u128>(), 9..90_u8), 0..300);
    let long = prop::collection::vec((any::<u128>(), 65..71_u8), 0..300);
    prop_oneof![mixed, right, long]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_read_and_written_as_one_by_one(numbers in numbers(), cut in 0..4000_usize) {
        check::<DiscordSnowflake>(&numbers, cut);
        check::<TwitterSnowflake>(&numbers, cut);
        check::<InstagramSharded>(&numbers, cut);
        check::<NalixTyped>(&numbers, cut);
        check::<Ulid>(&numbers, cut);
        check::<AsString>(&numbers, cut);
        check::<AsBinary>(&numbers, cut);
        check::<AtEnd>(&numbers, cut);
        check::<ticks64::AsString>(&numbers, cut);
        check::<OrderId>(&numbers, cut);
        check::<UserId>(&numbers, cut);
    }

    #[test]
    fn any_octets_are_read_as_one_by_one(text in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'1'), Just(b'0'), Just(b'\r'), any::<u8>()], 0..400)) {
        same::<DiscordSnowflake>(&text);
        same::<Ulid>(&text);
        same::<AsString>(&text);
    }
}

/// The right lines of every length, one after the other, over several chunks; and one octet changed at each place of some of them.
#[test]
fn every_octet_at_every_place_of_lines() {
    fn each<T: Id>(line: &str) {
        let text = format!("{line}\n").repeat(80);
        for place in (0..2 * line.len() + 2).chain(1020..1030) {
            for octet in (0..=u8::MAX).step_by(if place < line.len() { 1 } else { 5 }) {
                let mut text = text.clone().into_bytes();
                text[place] = octet;
                same::<T>(&text);
            }
        }
    }
    each::<Ulid>("01HTQW311N1KR5G0Y75M3EF00H");
    each::<DiscordSnowflake>("1225595761459200000");
    each::<DiscordSnowflake>("18446744073709551615");
    each::<DiscordSnowflake>("12255957614592000");
    each::<TwitterSnowflake>("9223372036854775807");
    each::<TwitterSnowflake>("999999999999999999");
    each::<NalixTyped>("010400800092650B");
    each::<AsString>("08da7241-170b-4c8e-8f11-223344556677");
}

#[test]
fn a_bad_line_is_named_with_its_place() {
    let mut ids = Vec::new();
    let error = bulk::parse_lines::<DiscordSnowflake>(b"1225595761459200000\n12\n013\n14\n", &mut ids).unwrap_err();
    assert_eq!(error.to_string(), "line 3, octet 23: invalid Discord snowflake: leading zero, write it without");
    assert_eq!((error.line(), error.offset(), ids.len()), (3, 23, 2));
}

/// On all threads the outcome is the same: texts of several pieces, whole and with one line broken.
#[cfg(feature = "rayon")]
#[test]
fn threads_read_and_write_as_one_does() {
    let ids: Vec<DiscordSnowflake> =
        (0..60_000).map(|n| DiscordSnowflake::from_u64(n * 0x1234_5678_9abc + n)).collect();
    let (mut text, mut written) = (Vec::new(), Vec::new());
    bulk::write_lines(&ids, &mut text);
    bulk::parallel::write_lines(&ids, &mut written);
    assert!(text == written && text.len() > 3 << 18);

    let broken = [None, Some(0), Some(1 << 18), Some((1 << 18) + 19), Some(text.len() - 1), Some(text.len() / 2)];
    for place in broken {
        let mut text = text.clone();
        if let Some(place) = place {
            text[place] = b'x';
        }
        let (mut one, mut all) = (vec![ids[5]], vec![ids[5]]);
        let results = [bulk::parse_lines(&text, &mut one), bulk::parallel::parse_lines(&text, &mut all)];
        assert_eq!(results[0], results[1]);
        assert_eq!(results[0].is_err(), place.is_some());
        assert!(one == all && one.len() <= ids.len() + 1);
    }
    assert_eq!(bulk::parallel::parse_lines::<Ulid>(b"", &mut Vec::new()), Ok(()));

    let (mut one, mut all) = (Vec::new(), Vec::new());
    bulk::timestamps(&ids, &mut one);
    bulk::parallel::timestamps(&ids, &mut all);
    assert!(one == all && one.len() == ids.len());
}
