use super::*;
use crate::layouts;

const NOW_MS: i64 = 1_775_347_200_000;
const LATE: u64 = 50_000_000;

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }
}

fn window() -> Range<Timestamp> {
    Timestamp::from_utc(2010, 1, 1, 0, 0, 0).unwrap()..Timestamp::from_unix_ms(NOW_MS).unwrap()
}

/// Workers that make ids, each with a sequence that runs on.
struct Service {
    layout: Layout,
    /// How often each worker is asked, one against another.
    weights: Vec<u64>,
    /// The time between two ids on average, in 100 ns.
    gap: u64,
    count: u64,
    /// How much later an id may reach the log than a newer one, in 100 ns.
    disorder: u64,
    /// What the sequence counts by.
    stride: u64,
    /// All clocks step back by this, in 100 ns, after half of the ids.
    step: i64,
}

impl Service {
    fn of(name: &str, dice: &mut Dice) -> Self {
        let layout = layouts::named(name, &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
        let in_seconds = layout.scheme().time().unwrap().1.hundred_ns() > 10_000;
        // From 100 in a ms, for Nalix from one in a ms, to one a second.
        let gap = [if in_seconds { 10_000 } else { 100 }, 10_000, 300_000, 10_000_000]
            [usize::try_from(dice.below(4)).unwrap()];
        let workers = if layout.scheme().machine_fields().next().is_some() { 1 + dice.below(8) } else { 1 };
        Self {
            layout,
            weights: (0..workers).map(|_| 10 + dice.below(11)).collect(),
            gap,
            count: 600 + dice.below(1000),
            disorder: dice.below(LATE / 2),
            stride: 1,
            step: 0,
        }
    }

    fn ids(&self, dice: &mut Dice) -> Vec<u128> {
        let scheme = self.layout.scheme();
        let sequence = match scheme.generation() {
            Some(Generation::Sequence(name)) => scheme.field(name),
            _ => None,
        };
        let random = scheme.field("random");
        let mut next: Vec<u64> = self.weights.iter().map(|_| dice.next() / 2 * 2).collect();
        let mut at = (NOW_MS - 40 * 86_400_000) * 10_000;
        let mut made = Vec::new();
        for place in 0..self.count {
            at += i64::try_from(1 + dice.below(2 * self.gap)).unwrap();
            let mut drawn = dice.below(self.weights.iter().sum());
            let worker = self.weights.iter().position(|weight| {
                let hit = drawn < *weight;
                drawn = drawn.wrapping_sub(*weight);
                hit
            });
            let worker = worker.unwrap();
            let clock = if place >= self.count / 2 { at - self.step } else { at };
            let kind: Vec<(&str, i128)> = scheme.scope().map(|it| (it.name(), i128::from(dice.below(40)))).collect();
            let mut id = self.layout.bounds_at(&kind, Timestamp::from_hundred_ns(clock)).unwrap().0;
            // The last field of the list tells the workers apart.
            if let Some(field) = scheme.machine_fields().last() {
                id |= field.place(u128::try_from(worker + 1).unwrap()).unwrap();
            }
            if let Some(field) = sequence {
                id |= field.place(u128::from(next[worker]) & field.max_stored()).unwrap();
                next[worker] = next[worker].wrapping_add(self.stride);
            }
            if let Some(field) = random {
                let drawn = u128::from(dice.next()) << 64 | u128::from(dice.next());
                id |= field.place(drawn & field.value_mask()).unwrap();
            }
            made.push((at + i64::try_from(dice.below(self.disorder + 1)).unwrap(), id));
        }
        made.sort_by_key(|(written, _)| *written);
        made.into_iter().map(|(_, id)| id).collect()
    }
}

fn texts(layout: Layout, ids: &[u128]) -> Vec<String> {
    ids.iter().map(|id| layout.text(*id).unwrap().to_string()).collect()
}

fn codes(layout: Layout, texts: &[String]) -> Vec<&'static str> {
    let mut stats = Stats::new(layout, window(), LATE);
    assert!(texts.iter().all(|text| stats.add(text.as_bytes())), "all are ids");
    stats.findings().iter().map(|it| it.code).collect()
}

const NAMES: [&str; 8] = [
    "twitter-snowflake",
    "discord",
    "instagram-sharded",
    "nalix-typed",
    "ulid",
    "seq-guid:as-string",
    "seq-guid:as-binary",
    "seq-guid:at-end",
];

#[test]
fn clean_streams_have_no_findings() {
    for name in NAMES {
        for seed in 0..40 {
            let mut dice = Dice(seed * 1000 + 17);
            let service = Service::of(name, &mut dice);
            let ids = service.ids(&mut dice);
            assert_eq!(codes(service.layout, &texts(service.layout, &ids)), [""; 0], "{name}, seed {seed}");
        }
    }
}

/// Each planted fault is found, and nothing else.
fn planted(code: &str, names: &[&str], plant: impl Fn(&mut Service, &mut Dice) -> Vec<String>) {
    for name in names {
        for seed in 0..10 {
            let mut dice = Dice(seed * 77 + 5);
            let mut service = Service::of(name, &mut dice);
            let texts = plant(&mut service, &mut dice);
            assert_eq!(codes(service.layout, &texts), [code], "{name}, seed {seed}");
        }
    }
}

#[test]
fn duplicates_are_found() {
    planted("duplicates", &NAMES, |service, dice| {
        let mut ids = service.ids(dice);
        let place = usize::try_from(dice.below(500)).unwrap();
        ids.insert(place + 1 + usize::try_from(dice.below(90)).unwrap(), ids[place]);
        texts(service.layout, &ids)
    });
}

#[test]
fn clocks_that_step_back_are_found() {
    planted("clock_steps_back", &NAMES, |service, dice| {
        // Lines that are not so late that those from before and after the step are all mixed.
        (service.step, service.disorder) = (600_000_000, 5 * service.gap.min(LATE / 10));
        let ids = service.ids(dice);
        texts(service.layout, &ids)
    });
}

#[test]
fn skewed_workers_are_found() {
    planted("skewed_workers", &NAMES[..4], |service, dice| {
        service.weights = vec![10, 10, 10, 120, 10];
        service.count = 2000;
        let ids = service.ids(dice);
        texts(service.layout, &ids)
    });
}

#[test]
fn even_sequences_are_found() {
    planted("even_sequences", &NAMES[..4], |service, dice| {
        (service.weights, service.stride) = (vec![10, 12], 2);
        let ids = service.ids(dice);
        texts(service.layout, &ids)
    });
}

#[test]
fn rounded_ids_are_found() {
    #[allow(clippy::cast_precision_loss, reason = "the fault that is planted")]
    let round = |id: u128| (u64::try_from(id).unwrap() as f64).to_string();
    for share in [1, 5] {
        planted("rounded", &NAMES[..3], |service, dice| {
            let ids = service.ids(dice);
            let places = 0_usize..;
            let texts = texts(service.layout, &ids).into_iter().zip(&ids).zip(places);
            texts.map(|((text, id), place)| if place % share == 0 { round(*id) } else { text }).collect()
        });
    }
}

#[test]
fn exhaustion_is_found() {
    planted("exhausted", &NAMES[..4], |service, dice| {
        service.weights = vec![1];
        let mut ids = service.ids(dice);
        let scheme = service.layout.scheme();
        let Some(Generation::Sequence(name)) = scheme.generation() else { panic!("no sequence") };
        let sequence = scheme.field(name).unwrap();
        // A unit after all others, with every number.
        let kind: Vec<(&str, i128)> = scheme.scope().map(|it| (it.name(), 1)).collect();
        let at = Timestamp::from_unix_ms(NOW_MS - 86_400_000).unwrap();
        let base =
            service.layout.bounds_at(&kind, at).unwrap().0 | scheme.machine_fields().last().unwrap().place(1).unwrap();
        ids.extend((0..=sequence.max_stored()).map(|number| base | sequence.place(number).unwrap()));
        texts(service.layout, &ids)
    });
}

#[test]
fn times_outside_the_window_are_found() {
    planted("outside_window", &NAMES, |service, dice| {
        let mut ids = service.ids(dice);
        let kind: Vec<(&str, i128)> = service.layout.scheme().scope().map(|it| (it.name(), 1)).collect();
        let at = Timestamp::from_unix_ms(NOW_MS + 86_400_000).unwrap();
        ids.insert(100, service.layout.bounds_at(&kind, at).unwrap().0 | 1);
        texts(service.layout, &ids)
    });
}

#[test]
fn what_is_noted_is_counted() {
    let layout = layouts::named("discord", &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
    let mut stats = Stats::new(layout, window(), LATE);
    for text in ["175928847299117063", "x", "175928847299117063", "", "175928847299117064"] {
        stats.add(text.as_bytes());
    }
    assert_eq!(
        (stats.records, stats.ids, stats.workers.len(), stats.sequences[3], stats.sequences[4]),
        (5, 3, 1, 2, 1)
    );
    assert_eq!(
        stats.findings(),
        [Finding {
            code: "duplicates",
            text: "1 id stands there that stood before".to_owned(),
            rule: "an id that was among those before it".to_owned(),
            count: 1,
            first: Some(3),
        }]
    );
    assert!(stats.notes().is_empty());
}

#[test]
fn one_late_line_is_no_clock_and_disorder_is_said() {
    let layout = layouts::named("ulid", &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
    let at = |second: i64| u128::try_from(NOW_MS - 86_400_000 + second * 1000).unwrap() << 80;
    let run = |seconds: &[i64]| {
        let mut stats = Stats::new(layout, window(), LATE);
        let ids: Vec<u128> = (0..).zip(seconds).map(|(place, second)| at(*second) | place).collect();
        texts(layout, &ids).iter().for_each(|text| assert!(stats.add(text.as_bytes())));
        let codes: Vec<&str> = stats.findings().iter().map(|it| it.code).collect();
        (codes, stats.notes())
    };
    let mut rising: Vec<i64> = (0..100).collect();
    rising[50] = 40;
    assert_eq!(run(&rising), (vec![], vec![]));
    rising[51] = 41;
    assert_eq!(run(&rising), (vec!["clock_steps_back"], vec![]));
    let falling: Vec<i64> = (0..100).rev().map(|it| it * 10).collect();
    let note = "the input is not in the order of making, so nothing is said of clocks that step back";
    assert_eq!(run(&falling), (vec![], vec![note.to_owned()]));
}

#[test]
fn ids_of_whole_seconds_are_not_rounded() {
    let layout = layouts::named("discord", &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
    // With nothing below the time, each of them is a multiple of 1000 times 2^22.
    let ids: Vec<u128> = (0..500).map(|place| (300_000_000_000 + place * 1000) << 22).collect();
    assert!(texts(layout, &ids).iter().all(|text| text.ends_with("000")));
    // They are even, which is another finding; of 99 ids that may be chance.
    assert_eq!(codes(layout, &texts(layout, &ids)), ["even_sequences"]);
    assert_eq!(codes(layout, &texts(layout, &ids[..99])), [""; 0]);
}

#[test]
fn rounded_numbers_look_so() {
    for (text, rounded) in [
        ("1541815603606036500", true),
        ("175928847299117060", false),
        ("175928847299117000", true),
        ("-9223372036854776000", true),
        ("1541815603606036480", false),
        ("1000", false),
        ("010000800092650B", false),
    ] {
        assert_eq!(looks_rounded(text.as_bytes()), rounded, "{text}");
    }
}
