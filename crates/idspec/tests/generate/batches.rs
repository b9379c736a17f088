//! Many ids in one call.

use idspec::generate::{Exhaustion, GenerateErrorKind, Generator};
use idspec::seq_guid::AsBinary;
use idspec::{Timestamp, TwitterSnowflake, Ulid};

use crate::clocks::{Always, Hand};

const T: i64 = 1_700_000_000_000;

#[test]
fn reserved_ids_are_those_of_the_unit() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder().machine(1).clock(clock.clone()).build().unwrap();
    let first: Vec<u32> = ids.reserve(4000).unwrap().map(TwitterSnowflake::sequence).collect();
    assert_eq!(first, (0..4000).collect::<Vec<_>>());
    let rest = ids.reserve(4000).unwrap();
    assert_eq!((rest.len(), rest.size_hint()), (96, (96, Some(96))));
    assert_eq!(rest.last().unwrap().sequence(), 4095);
    assert!(matches!(ids.reserve(1).unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
    clock.set_ms(T + 1);
    assert_eq!(ids.reserve(0).unwrap().len(), 1);
}

#[test]
fn a_slice_is_filled_as_far_as_it_goes() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder().machine(2).clock(clock.clone()).build().unwrap();
    let mut out = [TwitterSnowflake::from_parts(T, 0, 0, 0).unwrap(); 5000];
    let before = out[4096];
    assert_eq!(ids.fill(&mut []), Ok(0));
    assert_eq!(ids.fill(&mut out), Ok(4096));
    assert!(out[..4096].windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(out[4096], before);
    assert!(ids.fill(&mut out).is_err());

    let borrowing = Generator::<TwitterSnowflake>::builder()
        .machine(3)
        .exhaustion(Exhaustion::Borrow(1))
        .clock(clock)
        .build()
        .unwrap();
    assert_eq!(borrowing.fill(&mut out), Ok(5000));
    assert!(out.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(out[4999].sequence(), 903);
}

/// The ids of a run are put there without a look at each, so they are compared with those of a generator that looks.
#[test]
fn a_filled_slice_has_the_ids_of_single_calls() {
    let clock = Hand::at_ms(T);
    let many = Generator::<TwitterSnowflake>::builder().machine(621).clock(clock.clone()).build().unwrap();
    let mut out = [TwitterSnowflake::from_parts(T, 0, 0, 0).unwrap(); 4095];
    let first = TwitterSnowflake::from_parts(T, 19, 13, 0).unwrap().to_u64();
    assert_eq!(many.try_next().unwrap().to_u64(), first);
    assert_eq!(many.fill(&mut out), Ok(4095));
    assert!((1..).zip(out).all(|(number, id)| id.to_u64() == first + number));
    assert!(matches!(many.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
}

#[test]
fn ulids_are_filled_up_to_the_largest_random_part() {
    let ids = Generator::<Ulid>::builder().entropy(Always((1 << 80) - 3)).clock(Hand::at_ms(T)).build().unwrap();
    let mut out = [Ulid::from_u128(0); 8];
    assert_eq!(ids.fill(&mut out), Ok(3));
    assert_eq!(out[2].random(), (1 << 80) - 1);
    assert!(matches!(ids.fill(&mut out).unwrap_err().kind(), GenerateErrorKind::RandomExhausted { .. }));
}

#[test]
fn guids_are_filled_with_a_tick_each() {
    let clock = Hand::default();
    clock.set(Timestamp::from_ticks(637_947_921_111_435_503).unwrap());
    let ids = Generator::<AsBinary>::builder().exhaustion(Exhaustion::Borrow(9)).clock(clock).build().unwrap();
    assert_eq!(ids.reserve(5).unwrap().len(), 1);
    let mut out = [ids.try_next().unwrap(); 20];
    assert_eq!(ids.fill(&mut out), Ok(8));
    assert_eq!(out[7].ticks(), 637_947_921_111_435_512);
}
