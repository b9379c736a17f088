//! Laws of the Discord layout; those of every id type are in the tests of the crate `idspec`.

use idspec_discord::{Bigint, DiscordSnowflake, Id};
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
    fn text_is_that_of_the_standard_library(number: u64) {
        prop_assert_eq!(DiscordSnowflake::from_u64(number).to_string(), number.to_string());
    }

    #[test]
    fn fields_are_where_they_belong(ms in 0..1_i64 << 42, worker in 0..32_u32, process in 0..32_u32, increment in 0..4096_u32) {
        let id = DiscordSnowflake::from_parts(ms + 1_420_070_400_000, worker, process, increment).unwrap();
        let number = ms.cast_unsigned() * (1 << 22) + u64::from(worker * 131_072 + process * 4096 + increment);
        prop_assert_eq!(id.to_u64(), number);
        prop_assert_eq!((id.worker(), id.process(), id.increment()), (worker, process, increment));
    }
}

#[test]
fn octets_are_those_of_the_number() {
    let id = DiscordSnowflake::from_repr(0x0102_0304_0506_0708).unwrap();
    assert_eq!(id.to_be_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(id.to_le_bytes(), [8, 7, 6, 5, 4, 3, 2, 1]);
}
