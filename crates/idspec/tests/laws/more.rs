//! Layouts of applications, and the column forms of typed ids.

use idspec::base::{Field, FixedFault, Layout, Piece, Role, Scheme, Unit, text};
use idspec::column::{ColumnForm, FormType, Stored};
use idspec::twitter_snowflake::SnowflakeLayout;
use idspec::{DiscordSnowflake, Id, Ulid, seq_guid, typed_id};
use idspec_conformance::laws as law;

use crate::draws::each;

const SIGN: Field = Field::new("sign", Role::Fixed(0, FixedFault::Overflow), &[Piece::bits(63, 63)]);

static SECONDS: Scheme = Scheme::table(
    "home-grown",
    "home-grown id",
    64,
    text::DECIMAL,
    &[
        Field::new("seconds", Role::Time(Unit::Second), &[Piece::bits(62, 30)]),
        Field::new("region", Role::Number, &[Piece::bits(29, 20)]),
        Field::new("sequence", Role::Number, &[Piece::bits(19, 0)]),
        SIGN,
    ],
);

static STEPS: Scheme = Scheme::table(
    "steps",
    "id in steps",
    64,
    text::DECIMAL,
    &[
        Field::new("unix_ms", Role::Time(Unit::Milliseconds(10)), &[Piece::bits(62, 24)]),
        Field::new("sequence", Role::Number, &[Piece::bits(23, 16)]),
        Field::new("machine", Role::Number, &[Piece::bits(15, 0)]),
        SIGN,
    ],
)
.with_epoch(-1_409_529_600_005);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct InSeconds;

impl SnowflakeLayout for InSeconds {
    const LAYOUT: Layout = Layout::of(&SECONDS);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct InSteps;

impl SnowflakeLayout for InSteps {
    const LAYOUT: Layout = Layout::of(&STEPS);
}

laws! { seconds: 64 idspec::twitter_snowflake::Snowflake<crate::more::InSeconds>, [time], [ValueUnsigned ValueSigned64], [] }
laws! { steps: 64 idspec::twitter_snowflake::Snowflake<crate::more::InSteps>, [time], [ValueUnsigned ValueSigned64], [] }
laws! { before_1970: 64 idspec::twitter_snowflake::WithEpoch<-28_800_000>, [time], [ValueUnsigned ValueSigned64], [] }
laws! { since_1970: 64 idspec::instagram_sharded::WithEpoch<0>, [time], [ValueUnsigned], [] }

macro_rules! in_each_form {
    ($($form:ident: $inner:ty, $is:ident;)*) => {$(
        #[allow(non_snake_case, reason = "the name of the form")]
        mod $form {
            use super::*;

            typed_id! {
                struct Kept($inner) prefix "kept_" stored as $form;
            }

            #[test]
            fn is_kept() {
                assert_eq!(<<Kept as Stored>::Form as FormType>::FORM, ColumnForm::$is);
                each(|draw| {
                    let id: Kept = draw.id();
                    law::comes_back(id);
                    law::keeps_in_columns(id);
                    match Kept::LAYOUT.to_column(id.to_repr().into(), ColumnForm::$is) {
                        Ok(stored) => {
                            let read = Kept::LAYOUT.from_column(stored.as_value(), ColumnForm::$is);
                            assert_eq!(read, Ok(id.to_repr().into()));
                        }
                        Err(error) => assert!(ColumnForm::$is == ColumnForm::I64 && id.to_repr() >> 63 == 1, "{error}"),
                    }
                });
            }
        }
    )*};
}

in_each_form! {
    AsI64: DiscordSnowflake, I64;
    AsI64Bits: DiscordSnowflake, I64Bits;
    AsI64Ordered: DiscordSnowflake, I64Ordered;
    AsU64: DiscordSnowflake, U64;
    AsText: Ulid, Text;
    AsBytes: seq_guid::AsBinary, Bytes;
    AsUuid: Ulid, Uuid;
}
