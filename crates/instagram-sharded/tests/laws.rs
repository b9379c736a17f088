//! Laws of the Instagram layout.

use idspec_conformance::laws;
use idspec_core::order::ColumnOrder;
use idspec_instagram_sharded::{Bigint, InstagramSharded, Timestamp, Timestamped, WithEpoch};
use proptest::prelude::*;

#[test]
fn the_published_function_turns_negative_in_2046() {
    let last = InstagramSharded::from_parts(2_413_731_649_496, 8191, 1023).unwrap();
    let first = InstagramSharded::from_parts(2_413_731_649_497, 0, 0).unwrap();
    assert_eq!(last.to_i64(), Ok(i64::MAX));
    assert_eq!(first.to_i64_bits(), i64::MIN);
    assert!(first.to_i64().is_err());
    assert!(last < first);
}

proptest! {
    #[test]
    fn ids_come_back(number: u64) {
        laws::comes_back(InstagramSharded::from_u64(number));
        laws::comes_back(WithEpoch::<0>::from_u64(number));
        prop_assert_eq!(InstagramSharded::from_u64(number).to_string(), number.to_string());
    }

    #[test]
    fn ids_sort_as_unsigned_numbers(a: u64, b: u64) {
        let (a, b) = (InstagramSharded::from_u64(a), InstagramSharded::from_u64(b));
        laws::sorts_in(ColumnOrder::ValueUnsigned, a, b);
        laws::sorts_by_time(a, b);
    }

    #[test]
    fn windows_are_exact(number: u64, before in 0..30_000_i64, after in 0..30_000_i64) {
        let id = InstagramSharded::from_u64(number);
        let time = id.timestamp().hundred_ns();
        laws::ranges_hold(id, Timestamp::from_hundred_ns(time - before), Timestamp::from_hundred_ns(time + after));
    }

    #[test]
    fn anything_is_read(text in prop::collection::vec(any::<u8>(), 0..24), digits in "[0-9]{0,22}") {
        laws::reads_anything::<InstagramSharded>(&text);
        laws::reads_anything::<InstagramSharded>(digits.as_bytes());
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 41, shard in 0..8192_u32, sequence in 0..1024_u32) {
        let id = InstagramSharded::from_parts(ms + 1_314_220_021_721, shard, sequence).unwrap();
        prop_assert_eq!(id.to_u64(), ms.cast_unsigned() * (1 << 23) + u64::from(shard * 1024 + sequence));
        prop_assert_eq!((id.shard(), id.sequence()), (shard, sequence));
    }
}
