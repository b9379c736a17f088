//! Windows of time, and rows inside and around them.

use idspec::{Layout, Timestamp};

/// A window that begins and ends with units of a scheme.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) from: Timestamp,
    pub(crate) until: Timestamp,
}

impl Window {
    fn utc(from: (i32, u32, u32), until: (i32, u32, u32)) -> Self {
        let at = |(year, month, day)| Timestamp::from_utc(year, month, day, 0, 0, 0).unwrap();
        Self { from: at(from), until: at(until) }
    }

    /// A day and a second of these years; and, of 64-bit ids, a window around the number 2^63 where the scheme has it, and one to its end.
    pub(crate) fn all(layout: Layout) -> Vec<Self> {
        let second = Timestamp::from_utc(2024, 2, 29, 23, 59, 59).unwrap();
        let mut windows = vec![
            Self::utc((2024, 4, 5), (2024, 4, 6)),
            Self { from: second, until: second.checked_add_ms(1000).unwrap() },
        ];
        if layout.scheme().bits() == 64 && layout.scheme().scope().next().is_none() {
            let (_, last) = layout.first_and_last().unwrap();
            if let Some(middle) =
                layout.timestamp(1 << 63).filter(|middle| *middle < last && layout.scheme().check(1 << 63).is_ok())
            {
                windows.push(Self {
                    from: middle.checked_add_ms(-5000).unwrap(),
                    until: middle.checked_add_ms(5000).unwrap(),
                });
                windows.push(Self { from: middle.checked_add_ms(-90_000).unwrap(), until: middle });
            }
            windows.push(Self { from: last.checked_add_ms(-5000).unwrap(), until: last.checked_add_ms(5000).unwrap() });
        }
        windows
    }
}

/// Ids, and which of them lie in the window.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) ids: Vec<u128>,
    pub(crate) inside: Vec<bool>,
    /// The smallest ids of the window's first unit and of the one after it.
    pub(crate) bounds: (u128, u128),
}

impl Rows {
    /// The smallest, the largest and another id of the units at and beside the borders, of the middle, of other days and years; and of other types.
    pub(crate) fn around(layout: Layout, kind: Option<i128>, window: &Window) -> Self {
        let unit = layout.scheme().time().unwrap().1.hundred_ns();
        let (from, until) = (window.from.hundred_ns(), window.until.hundred_ns());
        let day = 864_000_000_000;
        let mut instants = vec![from / 2 + until / 2, from - day, until + day, from - 400 * day, until + 400 * day];
        for border in [from, until] {
            instants.extend([-2, -1, 0, 1, 2].map(|step| border + step * unit));
        }
        let (first, last) = layout.first_and_last().unwrap();
        instants.extend([first.hundred_ns(), last.hundred_ns()]);
        Self::at(layout, kind, window, &instants, 3)
    }

    /// Many random ids of the window and the time around it, from minutes to years, so that an order that is none shows.
    pub(crate) fn many(layout: Layout, kind: Option<i128>, window: &Window) -> Self {
        let (from, until) = (window.from.hundred_ns(), window.until.hundred_ns());
        let mut state = 7_u64;
        let mut instants = Vec::new();
        for step in 0..40_i64 {
            let far = 1_i64 << (20 + step);
            for _ in 0..4 {
                state = next(state);
                let random = i64::try_from(state % far.unsigned_abs()).unwrap();
                instants.extend([from - random, from + random % (until - from), until + random]);
            }
        }
        let (first, last) = layout.first_and_last().unwrap();
        instants.extend([first.hundred_ns(), last.hundred_ns()]);
        Self::at(layout, kind, window, &instants, 4)
    }

    fn at(layout: Layout, kind: Option<i128>, window: &Window, instants: &[i64], each: usize) -> Self {
        let scheme = layout.scheme();
        let scopes: Vec<Option<i128>> = match kind {
            Some(kind) => vec![Some(kind), Some(kind - 1), Some(kind + 1), Some(0), Some(255)],
            None => vec![None],
        };
        let (mut ids, mut inside, mut state) = (Vec::new(), Vec::new(), 11_u64);
        for scope in scopes {
            let given: Vec<(&str, i128)> = scope.map(|kind| ("type", kind)).into_iter().collect();
            for instant in instants {
                let time = Timestamp::from_hundred_ns(*instant);
                let Ok((min, max)) = layout.bounds_at(&given, time) else { continue };
                let mut candidates = vec![min, max];
                while candidates.len() < each {
                    state = next(state);
                    let random = u128::from(state) << 64 | u128::from(next(state));
                    candidates.push(min | random & (min ^ max));
                }
                for id in candidates {
                    let time = layout.timestamp(id).unwrap();
                    assert!(scheme.check(id).is_ok() && !ids.contains(&id) || ids.contains(&id), "{id:x}");
                    if !ids.contains(&id) {
                        ids.push(id);
                        inside.push(window.from <= time && time < window.until && scope == kind);
                    }
                }
            }
        }
        let given: Vec<(&str, i128)> = kind.map(|kind| ("type", kind)).into_iter().collect();
        let bounds = layout.window(&given, window.from, window.until).unwrap();
        Self { ids, inside, bounds: (bounds.start, bounds.end.unwrap_or(bounds.start)) }
    }
}

/// The next number of `SplitMix64`.
fn next(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
