//! Many instants as text.

use idspec::Timestamp;

/// 100 ns in a day.
const DAY: i64 = 864_000_000_000;
/// Days that are remembered: eleven years of them.
const DAYS: usize = 4096;
/// The longest text, of a year of five digits.
pub const LONGEST: usize = 31;

/// Writes instants as `Timestamp` does, and remembers the dates.
#[derive(Debug)]
pub struct Instants {
    /// By the day's number modulo the count: the day's number, and its text with its length.
    dates: Vec<Option<(i64, [u8; 16], usize)>>,
}

impl Instants {
    pub fn new() -> Self {
        Self { dates: vec![None; DAYS] }
    }

    /// Appends `2024-04-05T19:34:38.901Z`, with 0, 3 or 7 digits of the second.
    pub fn write(&mut self, time: Timestamp, out: &mut Vec<u8>) {
        let count = time.hundred_ns();
        let (day, within) = (count.div_euclid(DAY), count.rem_euclid(DAY));
        let (date, length) = self.date(day, time);
        // Copied whole and cut, since a copy of one size is a store or two.
        let end = out.len().saturating_add(length);
        out.extend_from_slice(&date);
        out.truncate(end);
        let within = within.unsigned_abs();
        let (seconds, fraction) = (within / 10_000_000, within % 10_000_000);
        let [h1, h2] = two(seconds / 3600);
        let [m1, m2] = two(seconds / 60 % 60);
        let [s1, s2] = two(seconds % 60);
        if fraction == 0 {
            out.extend_from_slice(&[b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'Z']);
            return;
        }
        let [a, b] = two(fraction / 100_000);
        let [c, d] = two(fraction / 1000 % 100);
        if fraction % 10_000 == 0 {
            out.extend_from_slice(&[b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'.', a, b, c, b'Z']);
            return;
        }
        let [e, f] = two(fraction / 10 % 100);
        let [_, g] = two(fraction % 10);
        out.extend_from_slice(&[b'T', h1, h2, b':', m1, m2, b':', s1, s2, b'.', a, b, c, d, e, f, g, b'Z']);
    }

    fn date(&mut self, day: i64, time: Timestamp) -> ([u8; 16], usize) {
        let place = usize::try_from(day.rem_euclid(4096)).unwrap_or_default();
        let Some(slot) = self.dates.get_mut(place) else { return ([0; 16], 0) };
        match slot {
            Some((known, text, length)) if *known == day => (*text, *length),
            _ => {
                let shown = time.to_string();
                let date = shown.split_once('T').map_or("", |(date, _)| date);
                let mut text = [0; 16];
                let length = text.iter_mut().zip(date.bytes()).map(|(slot, octet)| *slot = octet).count();
                *slot = Some((day, text, length));
                (text, length)
            }
        }
    }
}

/// Two digits.
fn two(number: u64) -> [u8; 2] {
    usize::try_from(number).ok().and_then(|number| PAIRS.get(number)).copied().unwrap_or(*b"00")
}

/// The numbers below 100.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [*b"00"; 100];
    let mut number = 1;
    while number < 100 {
        let [tens, ones] = pairs[number - 1];
        pairs[number] = if ones == b'9' { [tens + 1, b'0'] } else { [tens, ones + 1] };
        number += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_are_those_of_the_library() {
        let mut instants = Instants::new();
        let mut counts = vec![i64::MIN, i64::MAX, 0, -1, 1, DAY, DAY - 1, -DAY, 17_123_456_789_010_000];
        let mut state = 7_u64;
        for shift in (0..64).cycle().take(20_000) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let count = state.cast_signed() >> shift;
            counts.extend([count, count - count % 10_000, count - count % 10_000_000]);
        }
        for count in counts {
            let time = Timestamp::from_hundred_ns(count);
            let mut out = Vec::new();
            instants.write(time, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), time.to_string());
            assert!(time.to_string().len() <= LONGEST, "{time}");
        }
    }
}
