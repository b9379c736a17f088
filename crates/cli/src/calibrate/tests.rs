use super::*;
use crate::layouts;

/// Numbers that are the same on every run.
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

fn all() -> Vec<Named> {
    layouts::all().collect()
}

/// A log of `count` lines over `span` ms: each line `delay` ms at most after its id, one in `strange` at any time.
struct Made {
    unit_ms: u64,
    shift: u32,
    epoch_ms: i64,
    span: u64,
    count: u64,
    delay: u64,
    strange: u64,
}

impl Made {
    fn log(&self, dice: &mut Dice) -> Log {
        let mut log = Log::new(&all());
        let begin = self.epoch_ms + 100_000_000_000 + i64::try_from(dice.below(10_000_000_000)).unwrap();
        for place in 0..self.count {
            let made = begin + i64::try_from(self.span * place / self.count).unwrap();
            let stored = u64::try_from(made - self.epoch_ms).unwrap() / self.unit_ms;
            // Workers and sequence numbers, whatever they are.
            let id = stored << self.shift | dice.below(1 << self.shift);
            let late = i64::try_from(dice.below(self.delay + 1)).unwrap();
            let line = if self.strange > 0 && dice.below(self.strange) == 0 {
                begin + i64::try_from(dice.below(30 * 86_400_000)).unwrap()
            } else {
                made + late
            };
            let time = Timestamp::from_unix_ms(line).unwrap();
            log.add(format!("{time:.3} INFO user {} made order={id} in {late} ms", dice.below(1000)).as_bytes());
        }
        log
    }
}

#[test]
fn unknown_epochs_are_found_within_what_is_said() {
    let mut seeds = Dice(7);
    for (unit_ms, shift) in [(1, 22), (1, 23), (10, 24), (1, 20), (1000, 32), (1000, 35), (1, 12), (100, 16)] {
        for strange in [0, 4] {
            let mut dice = Dice(seeds.next());
            // Between 2001 and 2020, at any ms.
            let epoch_ms = 978_307_200_000 + i64::try_from(dice.below(600_000_000_000)).unwrap();
            let made = Made { unit_ms, shift, epoch_ms, span: 86_400_000, count: 3000, delay: 40, strange };
            let Found::Unknown { split, fit } = made.log(&mut dice).found() else {
                panic!("{unit_ms} ms at bit {shift}: nothing")
            };
            assert_eq!((split.unit, split.shift), (unit_ms * 10_000, shift));
            let epoch = Timestamp::from_unix_ms(epoch_ms).unwrap();
            assert!(fit.has(epoch), "{unit_ms} ms at bit {shift}: {epoch} is not in {fit:?}");
            // The delays, the fraction of a unit in them, and the steps of both times.
            assert!(fit.within <= (40 + 2 * unit_ms + 1) * 10_000, "{fit:?}");
            assert_eq!(fit.compared, 3000);
            let agreeing = fit.agreeing;
            assert!(if strange == 0 { agreeing == 3000 } else { (2000..2500).contains(&agreeing) }, "{agreeing}");
        }
    }
}

/// What is said is right, or nothing is said: logs of few and many lines over minutes or weeks, with delays of every kind, some of lines to the second.
#[test]
fn nothing_wrong_is_said() {
    let (mut seeds, mut right, mut nothing) = (Dice(99), 0, 0);
    for round in 0..100 {
        let mut dice = Dice(seeds.next());
        let splits = [(1_u64, 22_u32), (1, 23), (10, 24), (1, 20), (1000, 32), (1000, 35), (1, 16), (100, 18)];
        let (unit_ms, shift) = splits[usize::try_from(dice.below(8)).unwrap()];
        let epoch_ms = i64::try_from(dice.below(1_600_000_000_000)).unwrap();
        let begin = epoch_ms + i64::try_from(dice.below(200_000_000_000)).unwrap();
        let count = 40 + dice.below(1500);
        let span = [60_000, 3_600_000, 86_400_000, 2_000_000_000][usize::try_from(dice.below(4)).unwrap()];
        let mean = 1 + dice.below(200);
        let (to_second, strange) = (dice.below(3) == 0, dice.below(4));
        let mut log = Log::new(&all());
        for place in 0..count {
            let made = begin + i64::try_from(span * place / count + dice.below(1 + span / count)).unwrap();
            let stored = u64::try_from(made - epoch_ms).unwrap() / unit_ms;
            let id = stored << shift | dice.below(1 << shift.min(22));
            // The sum of two halvings is most often near the mean, and now and then far above it.
            let halved = |dice: &mut Dice| mean * u64::from(dice.next().trailing_zeros()) / 2 + dice.below(mean);
            let late = i64::try_from(halved(&mut dice) + halved(&mut dice)).unwrap();
            let odd = strange > 0 && dice.below(2 + strange * 3) == 0;
            let line = if odd { begin + i64::try_from(dice.below(90 * 86_400_000)).unwrap() } else { made + late };
            let time = Timestamp::from_unix_ms(line).unwrap();
            let shown = if to_second { format!("{time:.0}") } else { format!("{time:.3}") };
            log.add(format!("{shown} {id}").as_bytes());
        }
        match log.found() {
            Found::Unknown { split, fit } => {
                assert_eq!((split.unit, split.shift), (unit_ms * 10_000, shift), "round {round}: {fit:?}");
                let epoch = Timestamp::from_unix_ms(epoch_ms).unwrap();
                assert!(fit.has(epoch), "round {round}: {epoch}, {fit:?}, mean {mean}");
                right += 1;
            }
            Found::Nothing(why) => {
                // Only where the lines cover an hour or less.
                assert!(span <= 3_600_000, "round {round}: {why:?}");
                nothing += 1;
            }
            Found::Known { .. } => panic!("round {round}"),
        }
    }
    assert_eq!((right, nothing), (80, 20));
}

#[test]
fn seconds_in_a_log_are_enough() {
    let mut dice = Dice(11);
    let epoch_ms = 1_577_836_800_000;
    let made = Made { unit_ms: 1, shift: 22, epoch_ms, span: 86_400_000, count: 2000, delay: 20, strange: 0 };
    let mut cut = Log::new(&all());
    let begin = epoch_ms + 100_000_000_000;
    for place in 0..made.count {
        let at = begin + i64::try_from(made.span * place / made.count + dice.below(1000)).unwrap();
        let id = u64::try_from(at - epoch_ms).unwrap() << 22 | dice.below(1 << 22);
        let time = Timestamp::from_unix_ms(at).unwrap();
        cut.add(format!("{time:.0} {id}").as_bytes());
    }
    let Found::Unknown { split, fit } = cut.found() else { panic!("nothing") };
    assert_eq!((split, cut.step), (Split { unit: 10_000, shift: 22, width: 64 }, 10_000_000));
    assert!(fit.has(Timestamp::from_unix_ms(epoch_ms).unwrap()), "{fit:?}");
    assert_eq!(fit.round(), Some((Timestamp::from_unix_ms(epoch_ms).unwrap(), "a whole day")));
}

#[test]
fn known_epochs_are_named() {
    for (name, shift) in [("twitter-snowflake", 22), ("discord", 22), ("instagram-sharded", 23)] {
        let layout = layouts::named(name, &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
        let mut dice = Dice(3);
        let made =
            Made { unit_ms: 1, shift, epoch_ms: layout.epoch_ms(), span: 3_600_000, count: 500, delay: 5, strange: 0 };
        let Found::Unknown { split, fit } = made.log(&mut dice).found() else { panic!("nothing") };
        let named = with_split(&all(), split, &fit);
        let right: Vec<&str> = named.iter().filter(|(_, right)| *right).map(|(it, _)| it.name.as_str()).collect();
        assert_eq!(right, [name]);
    }
}

#[test]
fn seconds_below_a_type_are_found() {
    let (mut log, mut dice) = (Log::new(&all()), Dice(21));
    for place in 0..500_u64 {
        let second = 1_712_345_678 + place * 60;
        let id = dice.below(40) << 56 | second << 24 | dice.below(1 << 24);
        log.add(format!("{second} {id}").as_bytes());
    }
    let Found::Unknown { split, fit } = log.found() else { panic!("nothing") };
    assert_eq!(split, Split { unit: 10_000_000, shift: 24, width: 32 });
    let right = with_split(&all(), split, &fit);
    assert_eq!(right.iter().map(|(it, right)| (it.name.as_str(), *right)).collect::<Vec<_>>(), [("nalix-typed", true)]);
}

#[test]
fn texts_have_their_own_epoch() {
    let ulid = layouts::named("ulid", &[], Timestamp::UNIX_EPOCH).unwrap().remove(0).layout;
    for zone_ms in [0, 7_200_000] {
        let (mut log, mut dice) = (Log::new(&all()), Dice(5));
        for place in 0..200 {
            let ms = 1_712_345_678_901 + place * 1000;
            let number = u128::try_from(ms).unwrap() << 80 | u128::from(dice.next());
            let time = Timestamp::from_unix_ms(ms + zone_ms + i64::try_from(dice.below(10)).unwrap()).unwrap();
            let shown = format!("{time:.3}");
            log.add(format!("{} id={}", shown.trim_end_matches('Z'), ulid.text(number).unwrap()).as_bytes());
        }
        let Found::Known { named, fit } = log.found() else { panic!("nothing") };
        assert_eq!((named.name.as_str(), fit.agreeing, log.without_offset), ("ulid", 200, 200));
        assert_eq!(fit.has(Timestamp::UNIX_EPOCH), zone_ms == 0);
        assert!(fit.has(Timestamp::from_unix_ms(zone_ms).unwrap()), "{fit:?}");
    }
}

#[test]
fn nothing_is_said_without_evidence() {
    let why = |log: &Log| match log.found() {
        Found::Nothing(why) => why,
        other => panic!("{other:?}"),
    };
    let made = Made { unit_ms: 1, shift: 22, epoch_ms: 0, span: 86_400_000, count: 29, delay: 0, strange: 0 };
    assert_eq!(why(&made.log(&mut Dice(1))), Unfit::TooFew(29));
    // Two seconds of lines with delays of up to 40 ms fit several units.
    let short = Made { span: 2000, count: 3000, delay: 40, ..made };
    assert!(matches!(why(&short.log(&mut Dice(1))), Unfit::TooShort { span: 8_000_000..=12_000_000, .. }));
    // Delays as long as the log.
    let late = Made { span: 60_000, delay: 60_000, ..short };
    assert_eq!(why(&late.log(&mut Dice(1))), Unfit::NoneAgrees);
    let (mut random, mut counted, mut plain) = (Log::new(&all()), Log::new(&all()), Log::new(&all()));
    let mut dice = Dice(2);
    for place in 0..3000_i64 {
        let time = Timestamp::from_unix_ms(1_712_345_678_901 + place * 1000).unwrap();
        random.add(format!("{time:.3} {}", dice.next() >> 1).as_bytes());
        counted.add(format!("{time:.3} order {}", 5_000_000_000 + place).as_bytes());
        plain.add(format!("order {}", dice.next() >> 1).as_bytes());
    }
    assert_eq!(why(&random), Unfit::NoneAgrees);
    assert_eq!(why(&counted), Unfit::NoneAgrees);
    assert_eq!((why(&plain), plain.timed), (Unfit::TooFew(0), 0));
}

#[test]
fn long_logs_are_thinned_out_evenly() {
    let mut series = Series::new();
    (0..100_000_u64).for_each(|it| series.push(it));
    assert!(series.held.len() < HELD && series.held.len() >= HELD / 2, "{}", series.held.len());
    let steps: Vec<u64> = series.held.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.iter().all(|step| *step <= 2 * series.every), "even");
    assert!(*series.held.last().unwrap() > 99_900);
}
