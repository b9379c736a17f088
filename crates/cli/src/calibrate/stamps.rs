//! The time that a line of a log has.

use std::ops::Range;

use idspec::Timestamp;

/// An instant in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub time: Timestamp,
    /// The step in which it is written, in 100 ns.
    pub step: u64,
    /// Whether the line says from which offset.
    pub zoned: bool,
    /// Where it stands.
    pub place: Range<usize>,
}

/// Keys in front of a count of seconds, ms, us or ns since 1970.
const KEYS: [&[u8]; 6] = [b"ts", b"time", b"timestamp", b"unix", b"epoch", b"unix_ms"];

/// The first time of a line: `2024-04-05T19:34:38.901Z` with a `T` or a blank, `-` or `/`, a point or a comma, with an offset or without; `05/Apr/2024:19:34:38 +0000`;
/// and a count since 1970 at the beginning, or after a key such as `ts`.
pub fn find(line: &[u8]) -> Option<Stamp> {
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let begins = at == 0 || !line.get(at.saturating_sub(1)).is_some_and(u8::is_ascii_alphanumeric);
        if begins && rest.first().is_some_and(u8::is_ascii_digit) {
            let read = iso(rest).or_else(|| common(rest));
            if let Some((time, step, zoned, length)) = read {
                return Some(Stamp { time, step, zoned, place: at..at.saturating_add(length) });
            }
            let front = line.get(..at).unwrap_or_default();
            if let Some((time, step, length)) = counted(rest).filter(|(_, step, _)| may_count(front, *step)) {
                return Some(Stamp { time, step, zoned: true, place: at..at.saturating_add(length) });
            }
        }
        at = at.saturating_add(1);
    }
    None
}

/// Whether a count since 1970 may stand after this front of the line. Without a key, what counts in us or ns would as well be an id.
fn may_count(front: &[u8], step: u64) -> bool {
    let trimmed = front.trim_ascii_end();
    if step >= 10_000 && trimmed.iter().all(|octet| matches!(octet, b'[' | b'(' | b'"')) {
        return true;
    }
    let Some(key) = trimmed.strip_suffix(b":").or_else(|| trimmed.strip_suffix(b"=")) else { return false };
    let key = key.trim_ascii_end();
    let key = key.strip_suffix(b"\"").unwrap_or(key);
    KEYS.iter().any(|known| {
        let before = key.len().checked_sub(known.len()).and_then(|at| key.split_at_checked(at));
        before.is_some_and(|(before, name)| {
            name.eq_ignore_ascii_case(known) && !before.last().is_some_and(u8::is_ascii_alphanumeric)
        })
    })
}

/// A number of so many digits at the front.
fn digits(text: &[u8], count: usize) -> Option<(u32, &[u8])> {
    let (number, rest) = text.split_at_checked(count)?;
    let number = number.iter().try_fold(0_u32, |number, digit| {
        digit.is_ascii_digit().then(|| number.wrapping_mul(10).wrapping_add(u32::from(digit.wrapping_sub(b'0'))))
    })?;
    Some((number, rest))
}

fn mark<'a>(text: &'a [u8], marks: &[u8]) -> Option<&'a [u8]> {
    text.split_first().filter(|(first, _)| marks.contains(first)).map(|(_, rest)| rest)
}

type Read = (Timestamp, u64, bool, usize);

fn iso(text: &[u8]) -> Option<Read> {
    let (year, rest) = digits(text, 4)?;
    let (month, rest) = digits(mark(rest, b"-/")?, 2)?;
    let (day, rest) = digits(mark(rest, b"-/")?, 2)?;
    let (clock, rest) = clock(mark(rest, b"T t_")?)?;
    let (parts, step, rest) = fraction(rest);
    let at = Timestamp::from_utc(i32::try_from(year).ok()?, month, day, clock.0, clock.1, clock.2)?;
    finish(text, at, parts, step, rest)
}

/// As in the logs of web servers: `05/Apr/2024:19:34:38 +0000`.
fn common(text: &[u8]) -> Option<Read> {
    const MONTHS: [&[u8]; 12] =
        [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];
    let (day, rest) = digits(text, 2)?;
    let (name, rest) = mark(rest, b"/")?.split_at_checked(3)?;
    let month = MONTHS.iter().zip(1..).find(|(known, _)| name.eq_ignore_ascii_case(known))?.1;
    let (year, rest) = digits(mark(rest, b"/")?, 4)?;
    let (clock, rest) = clock(mark(rest, b":")?)?;
    let at = Timestamp::from_utc(i32::try_from(year).ok()?, month, day, clock.0, clock.1, clock.2)?;
    finish(text, at, 0, 10_000_000, rest)
}

/// Hour, minute and second, and what stands after them.
type Clock<'a> = ((u32, u32, u32), &'a [u8]);

fn clock(text: &[u8]) -> Option<Clock<'_>> {
    let (hour, rest) = digits(text, 2)?;
    let (minute, rest) = digits(mark(rest, b":")?, 2)?;
    let (second, rest) = digits(mark(rest, b":")?, 2)?;
    // A leap second is the one before it, once more.
    Some(((hour, minute, second.min(59)), rest))
}

/// The fraction of a second in 100 ns, cut off, and its step.
fn fraction(text: &[u8]) -> (u64, u64, &[u8]) {
    let Some(rest) = mark(text, b".,").filter(|rest| rest.first().is_some_and(u8::is_ascii_digit)) else {
        return (0, 10_000_000, text);
    };
    let (mut parts, mut step, mut rest) = (0_u64, 10_000_000_u64, rest);
    while let Some((digit, tail)) = rest.split_first().filter(|(digit, _)| digit.is_ascii_digit()) {
        if step > 1 {
            step /= 10;
            parts = parts.saturating_add(step.saturating_mul(u64::from(digit.wrapping_sub(b'0'))));
        }
        rest = tail;
    }
    (parts, step, rest)
}

/// Adds the fraction, and takes the offset from it.
fn finish(text: &[u8], at: Timestamp, parts: u64, step: u64, rest: &[u8]) -> Option<Read> {
    let (minutes, zoned, rest) = offset(rest);
    let count = i128::from(at.hundred_ns()).saturating_add(i128::from(parts));
    let time = Timestamp::saturating(count.saturating_sub(i128::from(minutes).saturating_mul(600_000_000)));
    Some((time, step, zoned, text.len().saturating_sub(rest.len())))
}

fn offset(text: &[u8]) -> (i32, bool, &[u8]) {
    if let Some(rest) = mark(text, b"Zz") {
        return (0, true, rest);
    }
    let signed = text.strip_prefix(b" ").unwrap_or(text);
    let read = || {
        let (sign, rest) = signed.split_first().filter(|(sign, _)| matches!(sign, b'+' | b'-'))?;
        let (hours, rest) = digits(rest, 2)?;
        let (minutes, rest) = digits(rest.strip_prefix(b":").unwrap_or(rest), 2)?;
        let all = i32::try_from(hours.checked_mul(60)?.checked_add(minutes)?).ok().filter(|all| *all <= 1080)?;
        let whole = !rest.first().is_some_and(u8::is_ascii_digit);
        whole.then(|| (if *sign == b'-' { all.wrapping_neg() } else { all }, true, rest))
    };
    read().unwrap_or((0, false, text))
}

/// Seconds, ms, us or ns since 1970, by the count of digits; from 2001 on.
fn counted(text: &[u8]) -> Option<(Timestamp, u64, usize)> {
    let length = text.iter().take_while(|octet| octet.is_ascii_digit()).count();
    let number = decimal(text.get(..length)?)?;
    let rest = text.get(length..)?;
    if rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let (count, step) = match length {
        10 => {
            let (parts, step, after) = fraction(rest);
            let count = number.checked_mul(10_000_000)?.checked_add(i64::try_from(parts).ok()?)?;
            let taken = text.len().saturating_sub(after.len());
            return Some((Timestamp::from_hundred_ns(count), step, taken));
        }
        13 => (number.checked_mul(10_000)?, 10_000),
        16 => (number.checked_mul(10)?, 10),
        19 => (number / 100, 1),
        _ => return None,
    };
    // Nine digits and fewer are other things, and 10 of them end in 2286.
    Some((Timestamp::from_hundred_ns(count), step, length))
}

fn decimal(digits: &[u8]) -> Option<i64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> Option<(String, u64, bool, String)> {
        let stamp = find(line.as_bytes())?;
        Some((stamp.time.to_string(), stamp.step, stamp.zoned, line[stamp.place].to_owned()))
    }

    #[test]
    fn times_of_lines() {
        let (ms, s) = (10_000, 10_000_000);
        for (line, time, step, zoned, place) in [
            ("2024-04-05T19:34:38.901Z id=5", "2024-04-05T19:34:38.901Z", ms, true, "2024-04-05T19:34:38.901Z"),
            ("x 2024-04-05 19:34:38,901 INFO", "2024-04-05T19:34:38.901Z", ms, false, "2024-04-05 19:34:38,901"),
            ("[2024-04-05 21:34:38 +0200]", "2024-04-05T19:34:38Z", s, true, "2024-04-05 21:34:38 +0200"),
            ("2024/04/05 19:34:38 app", "2024-04-05T19:34:38Z", s, false, "2024/04/05 19:34:38"),
            (
                "a 2024-04-05T14:04:38.9012345-05:30",
                "2024-04-05T19:34:38.9012345Z",
                1,
                true,
                "2024-04-05T14:04:38.9012345-05:30",
            ),
            ("h - [05/Apr/2024:19:34:38 +0000] \"GET", "2024-04-05T19:34:38Z", s, true, "05/Apr/2024:19:34:38 +0000"),
            ("1712345678 start", "2024-04-05T19:34:38Z", s, true, "1712345678"),
            ("1712345678.901 start", "2024-04-05T19:34:38.901Z", ms, true, "1712345678.901"),
            ("{\"id\":5,\"ts\":1712345678901}", "2024-04-05T19:34:38.901Z", ms, true, "1712345678901"),
            ("time=1712345678901234 x", "2024-04-05T19:34:38.9012340Z", 10, true, "1712345678901234"),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z", s, true, "2016-12-31T23:59:60Z"),
        ] {
            assert_eq!(shown(line), Some((time.to_owned(), step, zoned, place.to_owned())), "{line}");
        }
        // An id is no time, wherever it stands; nor is what only looks like a date.
        for line in [
            "",
            "175928847299117063",
            "1541815603606036480 5",
            "order 1712345678901",
            "2024-13-05T19:34:38Z",
            "ratio=1712345678901",
            "2024-04-05",
        ] {
            assert_eq!(shown(line), None, "{line}");
        }
    }
}
