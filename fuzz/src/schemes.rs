//! The targets of each scheme: the tables of its crate, and its types.

/// A module with the targets of a scheme.
macro_rules! scheme {
    ($module:ident: $($id:ty,)*) => {
        /// The targets of one scheme.
        pub mod $module {
            /// Any text, see [`crate::parse`].
            pub fn parse(data: &[u8]) {
                crate::parse::tables(idspec::$module::SCHEMES, data);
                $(crate::parse::id::<$id>(data);)*
            }

            /// Any id, see [`crate::roundtrip`].
            pub fn roundtrip(data: &[u8]) {
                crate::roundtrip::tables(idspec::$module::SCHEMES, data);
                $(crate::roundtrip::id::<$id>(data);)*
            }
        }
    };
}

// sync: schemes
scheme! { twitter_snowflake:
    idspec::twitter_snowflake::TwitterSnowflake,
}
scheme! { discord:
    idspec::discord::DiscordSnowflake,
}
scheme! { instagram_sharded:
    idspec::instagram_sharded::InstagramSharded,
}
scheme! { nalix_typed:
    idspec::nalix_typed::NalixTyped,
    idspec::nalix_typed::Legacy56,
}
scheme! { ulid:
    idspec::ulid::Ulid,
}
scheme! { seq_guid:
    idspec::seq_guid::AsString,
    idspec::seq_guid::AsBinary,
    idspec::seq_guid::AtEnd,
    idspec::seq_guid::ticks64::AsString,
    idspec::seq_guid::ticks64::AsBinary,
    idspec::seq_guid::ticks64::AtEnd,
    idspec::seq_guid::ticks64_plan1::AtEnd,
    idspec::seq_guid::ms48::AsString,
    idspec::seq_guid::ms48::AsBinary,
    idspec::seq_guid::ms48::AtEnd,
}
// end sync
