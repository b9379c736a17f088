//! Two ids side by side: which is older, what they share, and in which orders they stand as their times do.

use std::cmp::Ordering;

use idspec::reading::{Reader, Reading, Verdict};
use idspec::{Layout, Timestamp};

use crate::orders::Order;

/// Two ids as one layout reads them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How each of the two is read.
    pub readings: [Reading; 2],
    pub numbers: [u128; 2],
    pub times: Option<Times>,
    /// The fields but for the time.
    pub fields: Vec<FieldPair>,
    pub orders: Vec<Placed>,
}

/// The times of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    pub both: [Timestamp; 2],
    /// How the first stands to the second; equal in one tick, where their order does not say which was made first.
    pub ordering: Ordering,
    /// In 100 ns.
    pub apart: u64,
    /// The length of a tick, in 100 ns.
    pub tick: u64,
}

/// A field of both, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPair {
    pub name: &'static str,
    pub values: [String; 2],
}

impl FieldPair {
    /// Whether both have the same value.
    pub fn is_same(&self) -> bool {
        let [first, second] = &self.values;
        first == second
    }

    /// The value of the first.
    pub const fn value(&self) -> &String {
        let [first, _] = &self.values;
        first
    }
}

/// The two in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub order: Order,
    /// How the first stands to the second.
    pub ordering: Ordering,
    /// Whether that is how their times stand; nothing where there is no time or but one.
    pub agrees: Option<bool>,
}

impl Comparison {
    pub const fn layout(&self) -> Layout {
        let [first, _] = &self.readings;
        first.layout()
    }

    /// The lesser verdict of the two.
    pub fn verdict(&self) -> Verdict {
        let [first, second] = &self.readings;
        first.verdict().max(second.verdict())
    }
}

/// Every layout that reads both, the likely ones first.
pub fn compare(reader: &Reader, first: &str, second: &str) -> Vec<Comparison> {
    let (firsts, seconds) = (reader.read(first), reader.read(second));
    let mut found: Vec<Comparison> = Vec::new();
    for layout in reader.layouts() {
        let of = |readings: &[Reading]| -> Vec<(Reading, u128)> {
            let own = readings.iter().filter(|it| it.layout() == *layout);
            own.filter_map(|it| Some((it.clone(), it.outcome().ok()?))).collect()
        };
        let (firsts, seconds) = (of(&firsts), of(&seconds));
        let pairs = firsts.iter().flat_map(|one| seconds.iter().map(move |other| (one, other)));
        // Two texts that can be read alike are not read in two ways.
        let alike = |((one, _), (other, _)): &(&(Reading, u128), &(Reading, u128))| one.read_as() == other.read_as();
        let some_alike = pairs.clone().any(|pair| alike(&pair));
        found.extend(pairs.filter(|pair| !some_alike || alike(pair)).map(|(one, other)| pair(one, other)));
    }
    // Stable, so that equal verdicts stay in the order of the schemes.
    found.sort_by_key(Comparison::verdict);
    found
}

fn pair((one, first): &(Reading, u128), (other, second): &(Reading, u128)) -> Comparison {
    let (layout, numbers) = (one.layout(), [*first, *second]);
    let times = times(layout, numbers);
    let orders = Order::ALL.into_iter().filter(|order| *order != Order::Time);
    let placed = |order: Order| {
        let ordering = order.key(layout, *first)?.cmp(&order.key(layout, *second)?);
        let agrees = times.filter(|it| it.ordering.is_ne()).map(|it| it.ordering == ordering);
        Some(Placed { order, ordering, agrees })
    };
    Comparison {
        readings: [one.clone(), other.clone()],
        numbers,
        times,
        fields: fields(layout, numbers),
        orders: orders.filter_map(placed).collect(),
    }
}

fn times(layout: Layout, [first, second]: [u128; 2]) -> Option<Times> {
    let (_, unit) = layout.scheme().time()?;
    let (first, second) = (layout.timestamp(first)?, layout.timestamp(second)?);
    Some(Times {
        both: [first, second],
        ordering: first.cmp(&second),
        apart: first.hundred_ns().abs_diff(second.hundred_ns()),
        tick: unit.hundred_ns().unsigned_abs(),
    })
}

fn fields(layout: Layout, [first, second]: [u128; 2]) -> Vec<FieldPair> {
    let time = layout.scheme().time().map_or("", |(field, _)| field.name());
    let both = layout.fields(first).zip(layout.fields(second));
    // Where the time counts in seconds, field lists add it in milliseconds.
    let others = both.filter(|((name, _), _)| *name != time && *name != "unix_ms");
    others.map(|((name, one), (_, other))| FieldPair { name, values: [one.to_string(), other.to_string()] }).collect()
}

/// A length of time in 100 ns to the last digit: `0.001 s`, `2 d 3 h 0 min 5.5 s`.
pub fn exact(hundred_ns: u64) -> String {
    let (seconds, fraction) = (hundred_ns / 10_000_000, hundred_ns % 10_000_000);
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let mut parts = Vec::new();
    for (count, unit) in [(days, "d"), (hours, "h"), (minutes, "min")] {
        if count > 0 || !parts.is_empty() {
            parts.push(format!("{count} {unit}"));
        }
    }
    let second = format!("{}.{fraction:07}", seconds % 60);
    parts.push(format!("{} s", second.trim_end_matches('0').trim_end_matches('.')));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(first: &str, second: &str) -> Vec<Comparison> {
        compare(&Reader::new(Timestamp::from_utc(2026, 12, 1, 0, 0, 0).unwrap()), first, second)
    }

    #[test]
    fn every_layout_that_reads_both_is_there_and_the_likely_ones_first() {
        let found = all("1776266104373063681", "1776266104377257986");
        let names: Vec<(&str, Verdict)> = found.iter().map(|it| (it.layout().scheme().name(), it.verdict())).collect();
        let expected = [
            ("twitter-snowflake", Verdict::Possible),
            ("instagram-sharded", Verdict::Possible),
            ("nalix-typed", Verdict::Possible),
            ("discord", Verdict::Unlikely),
        ];
        assert_eq!(names, expected);
        let times = found[0].times.unwrap();
        assert_eq!((times.ordering, times.apart, times.tick), (Ordering::Less, 10_000, 10_000));
        let shown: Vec<(&str, &str, &str, bool)> =
            found[0].fields.iter().map(|it| (it.name, &*it.values[0], &*it.values[1], it.is_same())).collect();
        let fields = [("datacenter", "28", "28", true), ("worker", "19", "19", true), ("sequence", "1", "2", false)];
        assert_eq!(shown, fields);
        // A ULID and a decimal number have no layout in common.
        assert!(all("01HTQW311N1KR5G0Y75M3EF00H", "1776266104373063681").is_empty());
    }

    #[test]
    fn orders_agree_or_not() {
        // Octets 7f ff ff ff ff ff and 80 00 00 00 00 00 of the time, and zeros. MariaDB turns round no octet 6 of zero.
        let found = all("3ZZZZZZZZZ0000000000000000", "40000000000000000000000000");
        let against: Vec<&str> =
            found[0].orders.iter().filter(|it| it.agrees == Some(false)).map(|it| it.order.name()).collect();
        assert_eq!(against, ["dn", "mssql", "java"]);
        // In one tick there is nothing to agree with.
        let found = all("01HTQW311N1KR5G0Y75M3EF00H", "01HTQW311N1KR5G0Y75M3EF00Z");
        assert_eq!(found[0].times.unwrap().ordering, Ordering::Equal);
        assert!(found[0].orders.iter().all(|it| it.agrees.is_none() && it.ordering == Ordering::Less));
    }

    #[test]
    fn lengths_are_exact() {
        let shown = [0, 1, 10_000, 55_000_000, 600_000_000, 36_610_000_001, 2 * 864_000_000_000].map(exact);
        let expected =
            ["0 s", "0.0000001 s", "0.001 s", "5.5 s", "1 min 0 s", "1 h 1 min 1.0000001 s", "2 d 0 h 0 min 0 s"];
        assert_eq!(shown.each_ref().map(String::as_str), expected);
    }
}
