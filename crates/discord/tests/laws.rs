//! Laws of the Discord layout.

use idspec_conformance::laws;
use idspec_core::order::ColumnOrder;
use idspec_discord::{Bigint, DiscordSnowflake, Timestamp, Timestamped};
use proptest::prelude::*;

#[test]
fn ids_beyond_a_signed_column_are_refused_or_kept_bit_by_bit() {
    let id = DiscordSnowflake::from_u64(1 << 63);
    assert_eq!(
        id.to_i64().unwrap_err().to_string(),
        "invalid Discord snowflake: number 9223372036854775808 is outside 0 to 9223372036854775807"
    );
    assert_eq!(id.to_i64_bits(), i64::MIN);
    assert_eq!(DiscordSnowflake::from_i64_bits(i64::MIN), Ok(id));
    assert_eq!(
        DiscordSnowflake::from_i64(-1).unwrap_err().to_string(),
        "invalid Discord snowflake: a negative number, ids are unsigned"
    );
}

proptest! {
    #[test]
    fn ids_come_back(number: u64) {
        laws::comes_back(DiscordSnowflake::from_u64(number));
        prop_assert_eq!(DiscordSnowflake::from_u64(number).to_string(), number.to_string());
    }

    #[test]
    fn ids_sort_as_unsigned_numbers(a: u64, b: u64) {
        let (a, b) = (DiscordSnowflake::from_u64(a), DiscordSnowflake::from_u64(b));
        laws::sorts_in(ColumnOrder::ValueUnsigned, a, b);
        laws::sorts_by_time(a, b);
    }

    #[test]
    fn windows_are_exact(number: u64, from: i64, before in 0..30_000_i64, after in 0..30_000_i64) {
        let id = DiscordSnowflake::from_u64(number);
        let time = id.timestamp().hundred_ns();
        laws::ranges_hold(id, Timestamp::from_hundred_ns(time - before), Timestamp::from_hundred_ns(time + after));
        laws::ranges_hold(id, Timestamp::from_hundred_ns(from), Timestamp::MAX);
    }

    #[test]
    fn anything_is_read(text in prop::collection::vec(any::<u8>(), 0..24), digits in "[0-9]{0,22}") {
        laws::reads_anything::<DiscordSnowflake>(&text);
        laws::reads_anything::<DiscordSnowflake>(digits.as_bytes());
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 42, worker in 0..32_u32, process in 0..32_u32, increment in 0..4096_u32) {
        let id = DiscordSnowflake::from_parts(ms + 1_420_070_400_000, worker, process, increment).unwrap();
        let number = ms.cast_unsigned() * (1 << 22) + u64::from(worker * 131_072 + process * 4096 + increment);
        prop_assert_eq!(id.to_u64(), number);
        prop_assert_eq!((id.worker(), id.process(), id.increment()), (worker, process, increment));
    }
}
