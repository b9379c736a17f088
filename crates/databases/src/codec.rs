//! Ids and column forms chosen at run time, bound and read by the types of `idspec`.

use idspec::{AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsU64, AsUuid, Id};
use idspec_conformance::model::Config;
use sqlx::error::BoxDynError;
use sqlx::{Arguments, ColumnIndex, Database, Decode, Encode, MySql, Postgres, Row, Sqlite, Type};

/// Binds and reads numbers as one type in one column form.
pub struct Codec<DB: Database> {
    /// Binds the id of a number.
    pub add: fn(&mut DB::Arguments, u128) -> Result<(), BoxDynError>,
    /// Reads the first column of a row.
    pub get: fn(&DB::Row) -> Result<u128, sqlx::Error>,
}

impl<DB: Database> std::fmt::Debug for Codec<DB> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(DB::NAME)
    }
}

/// A database whose codecs are known.
pub trait Codecs: Database {
    /// The codec of a scheme's configured type in a form of the vectors, or nothing where the database does not have it.
    fn codec(scheme: &str, config: Option<&Config>, form: &str) -> Option<Codec<Self>>;
}

/// A type that holds an id.
pub trait Holds<T>: From<T> {
    /// The id.
    fn id(self) -> T;
}

impl<T: Id> Holds<T> for T {
    fn id(self) -> T {
        self
    }
}

macro_rules! wrappers {
    ($($wrapper:ident)*) => {
        $(
            impl<T: Id> Holds<T> for $wrapper<T> {
                fn id(self) -> T {
                    self.0
                }
            }
        )*
    };
}

wrappers!(AsI64 AsI64Bits AsI64Ordered AsU64 AsText AsBytes AsUuid);

fn codec<DB, T, C>() -> Codec<DB>
where
    DB: Database,
    T: Id,
    C: Holds<T> + Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    usize: ColumnIndex<DB::Row>,
{
    Codec {
        add: |arguments, number| {
            let number = T::Repr::try_from(number).map_err(|_| "wider than the id")?;
            arguments.add(C::from(T::from_repr(number)?))
        },
        get: |row| row.try_get::<C, _>(0).map(|held| held.id().to_repr().into()),
    }
}

macro_rules! codecs {
    ($db:ty, 64: $($form64:ident)*; 128: $($form128:ident)*) => {
        impl Codecs for $db {
            fn codec(scheme: &str, config: Option<&Config>, form: &str) -> Option<Codec<Self>> {
                let kind = config.and_then(|config| config.kind.as_deref()).unwrap_or_default();
                let layout = config.and_then(|config| config.layout.as_deref()).unwrap_or_default();
                match (scheme, kind, layout) {
                    ("twitter-snowflake", "", "") => codecs!(@ form, idspec::TwitterSnowflake, $($form64)*),
                    ("discord", "", "") => codecs!(@ form, idspec::DiscordSnowflake, $($form64)*),
                    ("instagram-sharded", "", "") => codecs!(@ form, idspec::InstagramSharded, $($form64)*),
                    ("nalix-typed", "", "") => codecs!(@ form, idspec::NalixTyped, $($form64)*),
                    ("nalix-typed", "", "legacy56") => codecs!(@ form, idspec::nalix_typed::Legacy56, $($form64)*),
                    ("ulid", "", "") => codecs!(@ form, idspec::Ulid, $($form128)*),
                    ("seq-guid", "as-string", "") => codecs!(@ form, idspec::seq_guid::AsString, $($form128)*),
                    ("seq-guid", "as-binary", "") => codecs!(@ form, idspec::seq_guid::AsBinary, $($form128)*),
                    ("seq-guid", "at-end", "") => codecs!(@ form, idspec::seq_guid::AtEnd, $($form128)*),
                    ("seq-guid", "as-string", "ticks64") => codecs!(@ form, idspec::seq_guid::ticks64::AsString, $($form128)*),
                    ("seq-guid", "as-binary", "ticks64") => codecs!(@ form, idspec::seq_guid::ticks64::AsBinary, $($form128)*),
                    ("seq-guid", "at-end", "ticks64-plan1") => codecs!(@ form, idspec::seq_guid::ticks64_plan1::AtEnd, $($form128)*),
                    ("seq-guid", "as-binary", "ms48") => codecs!(@ form, idspec::seq_guid::ms48::AsBinary, $($form128)*),
                    _ => None,
                }
            }
        }
    };
    (@ $name:ident, $id:ty, $($form:ident)*) => {
        match $name {
            "bare" => Some(codec::<Self, $id, $id>()),
            $(stringify!($form) => Some(codec::<Self, $id, $form<$id>>()),)*
            _ => None,
        }
    };
}

codecs!(Postgres, 64: AsI64 AsI64Bits AsI64Ordered AsText AsBytes; 128: AsUuid AsText AsBytes);
codecs!(MySql, 64: AsI64 AsI64Bits AsI64Ordered AsU64 AsText AsBytes; 128: AsUuid AsText AsBytes);
codecs!(Sqlite, 64: AsI64 AsI64Bits AsI64Ordered AsText AsBytes; 128: AsUuid AsText AsBytes);
