//! Laws of the Twitter layout and of home-grown ones; those of every id type are in the tests of the crate `idspec`.

use idspec_core::{Field, FixedFault, Layout, Piece, Role, Scheme, Unit, text};
use idspec_twitter_snowflake::{Bigint, Id, Snowflake, SnowflakeLayout, TwitterSnowflake};
use proptest::prelude::*;

static SECONDS: Scheme = Scheme::table(
    "home-grown",
    "home-grown id",
    64,
    text::DECIMAL,
    &[
        Field::new("seconds", Role::Time(Unit::Second), &[Piece::bits(62, 30)]),
        Field::new("region", Role::Number, &[Piece::bits(29, 20)]),
        Field::new("sequence", Role::Number, &[Piece::bits(19, 0)]),
        Field::new("sign", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 63)]),
    ],
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct HomeGrown;

impl SnowflakeLayout for HomeGrown {
    const LAYOUT: Layout = Layout::of(&SECONDS);
}

type HomeGrownId = Snowflake<HomeGrown>;

const PARSED_BY_THE_COMPILER: TwitterSnowflake = match TwitterSnowflake::parse("1541815603606036480") {
    Ok(id) => id,
    Err(_) => panic!("not an id"),
};

#[test]
fn constants_are_parsed() {
    assert_eq!(PARSED_BY_THE_COMPILER.to_u64(), 1_541_815_603_606_036_480);
    assert_eq!(PARSED_BY_THE_COMPILER.machine(), 378);
}

#[test]
fn home_grown_fields_are_named() {
    let fields = [("seconds", 1_600_000_000), ("region", 1024), ("sequence", 0)];
    let error = HomeGrownId::compose(&fields).unwrap_err();
    assert_eq!(error.to_string(), "invalid home-grown id: region 1024 is outside 0 to 1023");
    let error = HomeGrownId::compose(&fields[..1]).unwrap_err();
    assert_eq!(error.to_string(), "invalid home-grown id: field region is missing");
    let error = HomeGrownId::compose(&[("shard", 1)]).unwrap_err();
    assert_eq!(error.to_string(), "invalid home-grown id: no field of that name and kind");
}

proptest! {
    #[test]
    fn signed_numbers_come_back(number in 0..=u64::MAX >> 1) {
        prop_assert_eq!(TwitterSnowflake::from_i64(number.cast_signed()).unwrap().to_i64().unwrap(), number.cast_signed());
    }

    #[test]
    fn the_sign_bit_is_refused(number in 1 << 63..=u64::MAX) {
        prop_assert_eq!(TwitterSnowflake::from_repr(number).unwrap_err().code().as_str(), "overflow");
        prop_assert!(TwitterSnowflake::parse(&number.to_string()).is_err());
    }

    #[test]
    fn text_is_that_of_the_standard_library(number in 0..=u64::MAX >> 1) {
        prop_assert_eq!(TwitterSnowflake::from_u64(number).unwrap().to_string(), number.to_string());
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 41, datacenter in 0..32_u32, worker in 0..32_u32, sequence in 0..4096_u32) {
        let id = TwitterSnowflake::from_parts(ms + 1_288_834_974_657, datacenter, worker, sequence).unwrap();
        let number = ms.cast_unsigned() * (1 << 22) + u64::from(datacenter * 131_072 + worker * 4096 + sequence);
        prop_assert_eq!(id.to_u64(), number);
        prop_assert_eq!((id.datacenter(), id.worker(), id.sequence()), (datacenter, worker, sequence));
    }
}

#[test]
fn a_run_of_ids_is_written_where_all_are_ids() {
    let before = HomeGrownId::from_u64(42).unwrap();
    let mut out = [before; 4];
    assert!(HomeGrownId::write_run((1 << 63) - 7, 2, &mut out));
    assert_eq!(out.map(HomeGrownId::to_u64), [7, 5, 3, 1].map(|below| (1 << 63) - below));
    assert!(HomeGrownId::write_run((1 << 63) - 1, 5, &mut out[..1]));
    assert_eq!(out[0].to_u64(), (1 << 63) - 1);
    let mut out = [before; 4];
    for (first, step) in [((1 << 63) - 6, 2), (1 << 63, 1), (u64::MAX - 2, 1), (1, 1 << 62), (5, u64::MAX)] {
        assert!(!HomeGrownId::write_run(first, step, &mut out), "{first} {step}");
        assert_eq!(out, [before; 4], "nothing is written then");
    }
    assert!(HomeGrownId::write_run(7, 1, &mut []));
}
