//! Laws of the Instagram layout; those of every id type are in the tests of the crate `idspec`.

use idspec_instagram_sharded::{Bigint, Id, InstagramSharded};
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
    fn text_is_that_of_the_standard_library(number: u64) {
        prop_assert_eq!(InstagramSharded::from_u64(number).to_string(), number.to_string());
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 41, shard in 0..8192_u32, sequence in 0..1024_u32) {
        let id = InstagramSharded::from_parts(ms + 1_314_220_021_721, shard, sequence).unwrap();
        prop_assert_eq!(id.to_u64(), ms.cast_unsigned() * (1 << 23) + u64::from(shard * 1024 + sequence));
        prop_assert_eq!((id.shard(), id.sequence()), (shard, sequence));
    }
}

#[test]
fn octets_are_those_of_the_number() {
    let id = InstagramSharded::from_repr(0x0102_0304_0506_0708).unwrap();
    assert_eq!(id.to_be_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(id.to_le_bytes(), [8, 7, 6, 5, 4, 3, 2, 1]);
}
