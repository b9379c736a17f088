//! Many ids at once: a text of lines to ids and back, and the times of ids.
//!
//! No peer reads or writes many at once; what is compared is the loop that its user writes, with the text known to be UTF-8.

use std::fmt::Debug;
use std::hint::black_box;

use ferroid::base32::Base32UlidExt as _;
use ferroid::id::ULID;
use idspec::{DiscordSnowflake, Timestamp, Ulid, bulk};

use crate::codecs;
use crate::inputs;
use crate::measure::{Bench, Subject};

/// The group of these comparisons.
pub const GROUP: &str = "bulk";

/// What is read and written: each number's text and a line feed.
struct Lines<N: 'static> {
    numbers: &'static [N],
    text: &'static str,
}

impl<N: Copy + PartialEq + Debug> Lines<N> {
    fn new(numbers: &'static [N], line: impl Fn(N) -> String) -> Self {
        let text: String = numbers.iter().map(|number| line(*number) + "\n").collect();
        Self { numbers, text: String::leak(text) }
    }

    /// Octets of text for one id.
    fn octets(&self) -> f64 {
        self.text.len() as f64 / self.numbers.len() as f64
    }

    /// A reader of the whole text into a vector that has the room.
    fn read<I: 'static>(
        &self,
        name: &str,
        read: impl Fn(&'static str, &mut Vec<I>) + 'static,
        number: impl Fn(&I) -> N,
    ) -> Subject<'static> {
        let mut ids = Vec::with_capacity(self.numbers.len());
        read(self.text, &mut ids);
        assert_eq!(ids.iter().map(number).collect::<Vec<N>>(), self.numbers, "{name} reads");
        let text = self.text;
        Subject::new(name, self.numbers.len(), move || {
            ids.clear();
            read(text, &mut ids);
            black_box(&ids);
        })
    }

    /// A writer of the whole text into a vector that has the room.
    fn write<I: 'static>(
        &self,
        name: &str,
        id: impl Fn(N) -> I,
        write: impl Fn(&[I], &mut Vec<u8>) + 'static,
    ) -> Subject<'static> {
        let ids: Vec<I> = self.numbers.iter().map(|number| id(*number)).collect();
        let mut text = Vec::with_capacity(self.text.len());
        write(&ids, &mut text);
        assert!(text == self.text.as_bytes(), "{name} writes");
        Subject::new(name, ids.len(), move || {
            text.clear();
            write(&ids, &mut text);
            black_box(&text);
        })
    }
}

/// Ours; what it read of a bad text would not be what the check expects.
fn ours<T: idspec::Id>(text: &'static str, ids: &mut Vec<T>) {
    let _ = bulk::parse_lines(text.as_bytes(), ids);
}

/// The loop of a user: the lines of a text, each to an id by a reader that gives nothing where it cannot.
fn lines<I>(read: impl Fn(&'static str) -> Option<I>) -> impl Fn(&'static str, &mut Vec<I>) {
    move |text, ids| {
        for line in text.lines() {
            match read(line) {
                Some(id) => ids.push(id),
                None => return,
            }
        }
    }
}

/// The loop of a user who knows that every line has 26 letters, which saves looking for line feeds.
fn pieces<I>(read: impl Fn(&'static str) -> Option<I>) -> impl Fn(&'static str, &mut Vec<I>) {
    move |text, ids| {
        let mut rest = text;
        while let Some((line, after)) = rest.split_at_checked(26) {
            let (Some(id), Some(after)) = (read(line), after.strip_prefix('\n')) else { return };
            ids.push(id);
            rest = after;
        }
    }
}

pub fn run(bench: &mut Bench) {
    ulids(bench);
    decimals(bench);
    times(bench);
}

fn ulids(bench: &mut Bench) {
    let all = Lines::new(inputs::ulids(), codecs::ulid::text);
    bench.compare_octets("ulid-lines-read", "Lines of ULIDs to ids", Some(all.octets()), || {
        vec![
            all.read("idspec parse_lines", ours, |id: &Ulid| id.to_u128()),
            all.read("idspec parse, lines", lines(|line| line.parse().ok()), |id: &Ulid| id.to_u128()),
            all.read("ferroid decode, lines", lines(|line| ULID::decode(line).ok()), ULID::to_raw),
            all.read("ferroid decode, pieces of 27", pieces(|line| ULID::decode(line).ok()), ULID::to_raw),
            all.read("mr-ulid from_str, lines", lines(|line| line.parse().ok()), |id: &mr_ulid::Ulid| id.to_u128()),
            all.read("mr-ulid from_str, pieces of 27", pieces(|line| line.parse().ok()), |id: &mr_ulid::Ulid| {
                id.to_u128()
            }),
            all.read("ulid from_string, lines", lines(|line| ulid::Ulid::from_string(line).ok()), |id| id.0),
            all.read("ulid from_string, pieces of 27", pieces(|line| ulid::Ulid::from_string(line).ok()), |id| id.0),
        ]
    });
    bench.compare_octets("ulid-lines-write", "ULIDs to lines", Some(all.octets()), || {
        vec![
            all.write("idspec write_lines", Ulid::from_u128, bulk::write_lines),
            all.write("ulid array_to_str, one by one", ulid::Ulid, |ids, text| {
                let mut buffer = [0; 26];
                for id in ids {
                    text.extend_from_slice(id.array_to_str(&mut buffer).as_bytes());
                    text.push(b'\n');
                }
            }),
            all.write("ulid array_to_str, pieces of 27", ulid::Ulid, |ids, text| {
                text.resize(27 * ids.len(), b'\n');
                for (id, line) in ids.iter().zip(text.chunks_exact_mut(27)) {
                    if let Some(letters) = line.first_chunk_mut() {
                        id.array_to_str(letters);
                    }
                }
            }),
            all.write("ferroid encode, one by one", ULID::from_raw, |ids, text| {
                for id in ids {
                    text.extend_from_slice(id.encode().as_bytes());
                    text.push(b'\n');
                }
            }),
        ]
    });
}

fn decimals(bench: &mut Bench) {
    let all = Lines::new(inputs::snowflakes(), |number| number.to_string());
    bench.compare_octets("decimal-lines-read", "Lines of snowflakes to ids", Some(all.octets()), || {
        vec![
            all.read("idspec parse_lines", ours, |id: &DiscordSnowflake| id.to_u64()),
            all.read("idspec parse, lines", lines(|line| line.parse().ok()), |id: &DiscordSnowflake| id.to_u64()),
            all.read("lexical-core parse, lines", lines(|line| lexical_core::parse(line.as_bytes()).ok()), |id| *id),
            all.read("lexical-core parse_partial", partial, |id| *id),
            all.read(
                "atoi_simd parse_pos, lines",
                lines(|line| atoi_simd::parse_pos::<u64, false>(line.as_bytes()).ok()),
                |id| *id,
            ),
            all.read("atoi from_radix_10_checked", radix, |id| *id),
            all.read("std parse, lines", lines(|line| line.parse().ok()), |id| *id),
        ]
    });
    bench.compare_octets("decimal-lines-write", "Snowflakes to lines", Some(all.octets()), || {
        vec![
            all.write("idspec write_lines", DiscordSnowflake::from_u64, bulk::write_lines),
            all.write(
                "itoa format, one by one",
                |number| number,
                |numbers, text| {
                    let mut buffer = itoa::Buffer::new();
                    for number in numbers {
                        text.extend_from_slice(buffer.format(*number).as_bytes());
                        text.push(b'\n');
                    }
                },
            ),
            all.write(
                "lexical-core write, one by one",
                |number| number,
                |numbers, text| {
                    let mut buffer = [0; 20];
                    for number in numbers {
                        text.extend_from_slice(lexical_core::write(*number, &mut buffer));
                        text.push(b'\n');
                    }
                },
            ),
        ]
    });
}

/// Reads a number and then looks where it ended, which saves looking for line feeds.
fn partial(text: &'static str, ids: &mut Vec<u64>) {
    let mut rest = text.as_bytes();
    while let Ok((number, length)) = lexical_core::parse_partial::<u64>(rest) {
        let Some([b'\n', after @ ..]) = rest.get(length..) else { return };
        ids.push(number);
        rest = after;
    }
}

/// The same with another reader.
fn radix(text: &'static str, ids: &mut Vec<u64>) {
    use atoi::FromRadix10Checked as _;
    let mut rest = text.as_bytes();
    while let (Some(number), length) = u64::from_radix_10_checked(rest) {
        let Some([b'\n', after @ ..]) = rest.get(length..) else { return };
        ids.push(number);
        rest = after;
    }
}

fn times(bench: &mut Bench) {
    bench.compare("ulid-times", "The times of ULIDs", || {
        let numbers = inputs::ulids();
        let ours: Vec<Ulid> = numbers.iter().map(|number| Ulid::from_u128(*number)).collect();
        let theirs: Vec<ulid::Ulid> = numbers.iter().map(|number| ulid::Ulid(*number)).collect();
        let (mut times, mut ms) = (Vec::with_capacity(numbers.len()), Vec::with_capacity(numbers.len()));
        let first = |times: &[Timestamp]| times.first().map(|time| time.hundred_ns());
        bulk::timestamps(&ours, &mut times);
        assert_eq!(first(&times), ours.first().map(|id| idspec::Timestamped::timestamp(*id).hundred_ns()));
        vec![
            Subject::new("idspec timestamps", numbers.len(), move || {
                times.clear();
                bulk::timestamps(&ours, &mut times);
                black_box(&times);
            }),
            Subject::new("ulid timestamp_ms, a loop", numbers.len(), move || {
                ms.clear();
                ms.extend(theirs.iter().map(ulid::Ulid::timestamp_ms));
                black_box(&ms);
            }),
        ]
    });
}
