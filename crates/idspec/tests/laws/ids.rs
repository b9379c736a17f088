//! Every id type of every scheme, with what its crate says of its order (`[package.metadata.idspec.ids]`).

// sync: ids
laws! { twitter_snowflake_twitter_snowflake: 64 idspec::twitter_snowflake::TwitterSnowflake, [time], [ValueUnsigned ValueSigned64], [] }
laws! { discord_discord_snowflake: 64 idspec::discord::DiscordSnowflake, [time], [ValueUnsigned], [] }
laws! { instagram_sharded_instagram_sharded: 64 idspec::instagram_sharded::InstagramSharded, [time], [ValueUnsigned], [] }
laws! { nalix_typed_nalix_typed: 64 idspec::nalix_typed::NalixTyped, [timestamped], [ValueUnsigned], [] }
laws! { nalix_typed_legacy56: 64 idspec::nalix_typed::Legacy56, [], [ValueUnsigned ValueSigned64], [] }
laws! { ulid_ulid: 128 idspec::ulid::Ulid, [time uuid], [ValueUnsigned Text GuidNet], [] }
laws! { seq_guid_as_string: 128 idspec::seq_guid::AsString, [time uuid], [ValueUnsigned Text GuidNet], [] }
laws! { seq_guid_as_binary: 128 idspec::seq_guid::AsBinary, [time uuid], [GuidDn], [] }
laws! { seq_guid_at_end: 128 idspec::seq_guid::AtEnd, [time uuid], [MssqlUniqueidentifier], [MariadbUuid] }
laws! { seq_guid_ticks64_as_string: 128 idspec::seq_guid::ticks64::AsString, [time uuid], [ValueUnsigned Text GuidNet], [] }
laws! { seq_guid_ticks64_as_binary: 128 idspec::seq_guid::ticks64::AsBinary, [time uuid], [GuidDn], [] }
laws! { seq_guid_ticks64_at_end: 128 idspec::seq_guid::ticks64::AtEnd, [time uuid], [MssqlUniqueidentifier], [] }
laws! { seq_guid_ticks64_plan1_at_end: 128 idspec::seq_guid::ticks64_plan1::AtEnd, [time uuid], [], [] }
laws! { seq_guid_ms48_as_string: 128 idspec::seq_guid::ms48::AsString, [time uuid], [ValueUnsigned Text GuidNet], [] }
laws! { seq_guid_ms48_as_binary: 128 idspec::seq_guid::ms48::AsBinary, [time uuid], [GuidDn], [] }
laws! { seq_guid_ms48_at_end: 128 idspec::seq_guid::ms48::AtEnd, [time uuid], [MssqlUniqueidentifier], [] }
// end sync
