use super::*;
use crate::generate::{self, Request};
use crate::layouts;

const NOW: i64 = 1_775_347_200_000;

fn instant(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

fn names(tally: &Tally) -> Vec<String> {
    match tally.conclusion() {
        Conclusion::Fits(fits) => fits.iter().map(|at| tally.seen[*at].named.name.clone()).collect(),
        Conclusion::Nothing => vec!["nothing".to_owned()],
        Conclusion::TooFew => vec!["too few".to_owned()],
    }
}

fn tally(window: (i64, i64)) -> Tally {
    Tally::new(layouts::all(), instant(window.0)..instant(window.1))
}

/// Ids every 37 ms, of two workers where there are any.
fn ids(name: &str, from: i64, count: i64) -> Vec<String> {
    let layout = layouts::named(name, &[], instant(0)).unwrap().remove(0).layout;
    let one = |place: i64| {
        let machine = generate::settable(layout.scheme()).into_iter().find(|it| it.is_machine);
        let settings = machine.map(|it| (it.name.to_owned(), i128::from(place % 2) + 1)).into_iter().collect();
        let request = Request { layout, at: Some(instant(from + place * 37)), settings };
        let number = generate::many(&request, 1).unwrap()[0];
        layout.text(number).unwrap().to_string()
    };
    (0..count).map(one).collect()
}

const SINCE_2010: (i64, i64) = (1_262_304_000_000, NOW);

#[test]
fn ids_of_each_scheme() {
    for (name, window, expected) in [
        ("ulid", SINCE_2010, vec!["ulid"]),
        ("nalix-typed", SINCE_2010, vec!["nalix-typed"]),
        ("seq-guid:as-string", SINCE_2010, vec!["seq-guid:as-string"]),
        ("seq-guid:as-binary", SINCE_2010, vec!["seq-guid:as-binary"]),
        ("seq-guid:at-end", SINCE_2010, vec!["seq-guid:at-end"]),
        // Their dates fit all that have such a split, and what a number is cannot be told from its date.
        ("discord", SINCE_2010, vec!["twitter-snowflake", "discord", "instagram-sharded"]),
        ("twitter-snowflake", SINCE_2010, vec!["twitter-snowflake", "instagram-sharded", "nalix-typed"]),
        // Of two shards the number that Twitter would have as the lowest bit of its ms is always 0.
        ("instagram-sharded", SINCE_2010, vec!["instagram-sharded"]),
        // A narrow window settles it.
        ("discord", (NOW - 90_000_000, NOW), vec!["discord"]),
        ("twitter-snowflake", (NOW - 90_000_000, NOW), vec!["twitter-snowflake"]),
    ] {
        let mut tally = tally(window);
        for id in ids(name, NOW - 80_000_000, 1000) {
            tally.add(id.as_bytes());
        }
        assert_eq!(names(&tally), expected, "{name}");
        let seen = tally.seen.iter().find(|it| it.named.name == name).unwrap();
        let workers = usize::from(machine(seen.named.layout.scheme(), 0).is_some()) * 2;
        assert_eq!(
            (seen.parsed, seen.in_window, seen.pairs, seen.rising, seen.workers.len()),
            (1000, 1000, 999, 999, workers),
            "{name}"
        );
    }
}

#[test]
fn no_conclusion_without_evidence() {
    let mut few = tally(SINCE_2010);
    ids("ulid", NOW - 80_000_000, 19).iter().for_each(|id| few.add(id.as_bytes()));
    assert_eq!(names(&few), ["too few"]);
    few.add(b"01HTQW311N1KR5G0Y75M3EF00H");
    assert_eq!(names(&few), ["ulid"]);
    // 2 of 200 lines may be something else, 3 not.
    let mut mixed = tally(SINCE_2010);
    ids("ulid", NOW - 80_000_000, 198).iter().for_each(|id| mixed.add(id.as_bytes()));
    (0..2).for_each(|_| mixed.add(b"-- total"));
    assert_eq!(names(&mixed), ["ulid"]);
    mixed.add(b"-- total");
    assert_eq!(names(&mixed), ["nothing"]);
    // Random UUIDs of version 4 have no time that is one.
    let mut random = tally(SINCE_2010);
    let mut state = 1_u128;
    for _ in 0..1000 {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d_4c95_7f2d);
        let v4 = state & !(0xf << 76) & !(0xc << 60) | 4 << 76 | 8 << 60;
        random.add(uuid::hyphenated(v4).as_str().as_bytes());
    }
    assert_eq!(names(&random), ["nothing"]);
}

#[test]
fn bits_that_stand_still_are_no_clock() {
    // In 2013 twice the ms of Instagram were plausible times of Twitter and Discord too.
    let mut tally = tally(SINCE_2010);
    ids("instagram-sharded", 1_356_998_400_000, 1000).iter().for_each(|id| tally.add(id.as_bytes()));
    assert_eq!(names(&tally), ["instagram-sharded"]);
    let in_window = tally.seen.iter().filter(|it| it.in_window == 1000).map(|it| it.named.name.as_str());
    assert_eq!(in_window.collect::<Vec<_>>(), ["twitter-snowflake", "discord", "instagram-sharded"]);
}

#[test]
fn coarse_clocks_are_clocks() {
    let mut tally = tally((NOW - 90_000_000, NOW));
    for place in 0..1000_i64 {
        let passed = NOW - 80_000_000 + place * 10_000 - 1_420_070_400_000;
        tally.add((passed << 22).to_string().as_bytes());
    }
    assert_eq!(names(&tally), ["discord"]);
}

#[test]
fn numbers_of_other_forms() {
    let layout = |name| layouts::named(name, &[], instant(0)).unwrap().remove(0).layout;
    assert_eq!(number(layout("discord"), b"-1"), Some(u128::from(u64::MAX)));
    assert_eq!(number(layout("discord"), b"-9223372036854775808"), Some(1 << 63));
    assert_eq!(number(layout("discord"), b"-9223372036854775809"), None);
    assert_eq!(number(layout("twitter-snowflake"), b"-1"), None);
    assert_eq!(number(layout("nalix-typed"), b"216172782130561025"), Some(216_172_782_130_561_025));
    assert_eq!(number(layout("nalix-typed"), b"0100000100000003"), Some(216_172_782_130_561_025));
    assert_eq!(
        number(layout("ulid"), b"018eafc1-8435-0cf0-5803-c72d06e78011"),
        layout("ulid").parse(b"01HTQW311N1KR5G0Y75M3EF00H").ok()
    );
}
