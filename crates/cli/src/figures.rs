//! Counts, shares and lengths of time as people read them.

use std::fmt::Write as _;

/// A count with commas.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len().saturating_sub(place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent with one digit, rounded down but for shares that would vanish: 100.0 % is all, and 0.0 % is none.
pub fn percent(part: u64, whole: u64) -> String {
    let tenths = per(part, whole, 1000);
    let tenths = if tenths == 0 && part > 0 { 1 } else { tenths };
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// A share in parts of `scale`, rounded down; all of nothing is nothing.
pub fn per(part: u64, whole: u64, scale: u64) -> u64 {
    let wide = u128::from(part).saturating_mul(u128::from(scale)).checked_div(u128::from(whole)).unwrap_or(0);
    u64::try_from(wide).unwrap_or(u64::MAX)
}

/// A bar of `#`, with at least one for anything but nothing.
pub fn bar(part: u64, largest: u64, width: u64) -> String {
    let length = per(part, largest, width);
    let length = if length == 0 && part > 0 { 1 } else { length };
    "#".repeat(usize::try_from(length).unwrap_or(0))
}

/// A length of time in 100 ns, rounded up to two parts: `40 ms`, `3 s`, `2 h 5 min`.
pub fn length(hundred_ns: u64) -> String {
    const UNITS: [(u64, &str); 6] = [
        (864_000_000_000, "d"),
        (36_000_000_000, "h"),
        (600_000_000, "min"),
        (10_000_000, "s"),
        (10_000, "ms"),
        (10, "us"),
    ];
    let Some(place) = UNITS.iter().position(|(unit, _)| hundred_ns >= *unit) else {
        return format!("{} ns", hundred_ns.saturating_mul(100));
    };
    let mut text = String::new();
    let (unit, name) = UNITS.get(place).copied().unwrap_or((1, ""));
    let (next, next_name) = UNITS.get(place.saturating_add(1)).copied().unwrap_or((unit, ""));
    let parts = hundred_ns.div_ceil(next);
    let in_unit = unit.checked_div(next).unwrap_or(1).max(1);
    let (whole, rest) = (parts.checked_div(in_unit).unwrap_or(0), parts.checked_rem(in_unit).unwrap_or(0));
    // From ten on, or below a second, the second part is no matter.
    if next == unit || whole >= 10 || unit <= 10_000 {
        let _ = write!(text, "{} {name}", hundred_ns.div_ceil(unit));
    } else if rest == 0 {
        let _ = write!(text, "{whole} {name}");
    } else {
        let _ = write!(text, "{whole} {name} {rest} {next_name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_easily() {
        assert_eq!(
            ["0", "999", "1,000", "12,345,678"],
            [0, 999, 1000, 12_345_678].map(grouped).each_ref().map(String::as_str)
        );
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(9999, 10_000), "99.9 %");
        assert_eq!(percent(1, 1_000_000), "0.1 %");
        assert_eq!((percent(5, 5), percent(0, 5), percent(0, 0)), ("100.0 %".into(), "0.0 %".into(), "0.0 %".into()));
        assert_eq!((bar(1, 1000, 10), bar(1000, 1000, 10), bar(0, 0, 10)), ("#".into(), "#".repeat(10), String::new()));
        let shown = [1, 25, 400_000, 400_001, 30_000_000, 72_600_000_000, 75_000_000_000, 864_000_000_000 * 400];
        let texts = ["100 ns", "3 us", "40 ms", "41 ms", "3 s", "2 h 1 min", "2 h 5 min", "400 d"];
        assert_eq!(shown.map(length).each_ref().map(String::as_str), texts);
    }
}
