//! The orders in which databases and runtimes compare 16 octets, and the octet order of .NET.
//!
//! All functions take the octets in NET order (the order of the text, RFC 9562). None looks whether they are an id.
//!
//! | kind of id | text, NET | DN | SQL Server | MariaDB `UUID` |
//! |---|---|---|---|---|
//! | GUID `AsString` | by time | no | no | no |
//! | GUID `AsBinary` | no | by time | no | no |
//! | GUID `AtEnd` | no | no | by time | by time |
//! | ULID | by time | no | no | no |
//!
//! ```
//! use idspec_core::order::cmp_mssql_uniqueidentifier;
//! let a = [0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
//! let b = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
//! assert!(cmp_mssql_uniqueidentifier(&a, &b).is_lt()); // the last block decides
//! ```

use core::cmp::Ordering;

use crate::scheme::Scheme;

/// An order in which a column compares ids, by the names of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnOrder {
    /// The number, unsigned.
    ValueUnsigned,
    /// The 64-bit number as two's complement.
    ValueSigned64,
    /// The canonical text, octet by octet.
    Text,
    /// The NET octets.
    GuidNet,
    /// The DN octets.
    GuidDn,
    /// SQL Server's `uniqueidentifier`.
    MssqlUniqueidentifier,
    /// MariaDB's `UUID`.
    MariadbUuid,
}

impl ColumnOrder {
    /// The one of this name, as in the vectors.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// Every order.
    pub const ALL: [Self; 7] = [
        Self::ValueUnsigned,
        Self::ValueSigned64,
        Self::Text,
        Self::GuidNet,
        Self::GuidDn,
        Self::MssqlUniqueidentifier,
        Self::MariadbUuid,
    ];

    /// The name, as in the vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ValueUnsigned => "value-unsigned",
            Self::ValueSigned64 => "value-signed64",
            Self::Text => "text",
            Self::GuidNet => "guid-net",
            Self::GuidDn => "guid-dn",
            Self::MssqlUniqueidentifier => "mssql-uniqueidentifier",
            Self::MariadbUuid => "mariadb-uuid",
        }
    }

    /// Whether ids of `bits` bits have this order.
    #[must_use]
    pub const fn applies_to(self, bits: u32) -> bool {
        match self {
            Self::ValueUnsigned | Self::Text => true,
            Self::ValueSigned64 => bits == 64,
            Self::GuidNet | Self::GuidDn | Self::MssqlUniqueidentifier | Self::MariadbUuid => bits == 128,
        }
    }

    /// Compares two numbers of a scheme; [`ColumnOrder::Text`] by the scheme's canonical text.
    #[must_use]
    pub fn compare(self, scheme: &Scheme, a: u128, b: u128) -> Ordering {
        match self {
            Self::Text => (scheme.codec().write)(a).as_str().cmp((scheme.codec().write)(b).as_str()),
            _ => self.key(a).cmp(&self.key(b)),
        }
    }

    /// The number by which this order compares; for [`ColumnOrder::Text`] the number itself.
    const fn key(self, number: u128) -> u128 {
        let net = number.to_be_bytes();
        match self {
            Self::ValueUnsigned | Self::Text | Self::GuidNet => number,
            Self::ValueSigned64 => number ^ 1 << 63,
            Self::GuidDn => u128::from_be_bytes(swap_guid(&net)),
            Self::MssqlUniqueidentifier => u128::from_be_bytes(mssql_uniqueidentifier_key(&net)),
            Self::MariadbUuid => u128::from_be_bytes(mariadb_uuid_key(&net)),
        }
    }
}

/// NET octets to DN octets and back: octets 0 to 3, 4 to 5 and 6 to 7 are each reversed.
///
/// DN is the order of .NET's `Guid.ToByteArray()` and of SQL Server's `uniqueidentifier` on the wire.
#[must_use]
pub const fn swap_guid(octets: &[u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *octets;
    [d, c, b, a, f, e, h, g, i, j, k, l, m, n, o, p]
}

/// The octets in the order in which SQL Server's `uniqueidentifier` compares them: DN octets 10 to 15, 8 9, 6 7, 4 5, 0 to 3.
///
/// Source: `System.Data.SqlTypes.SqlGuid`.
#[must_use]
pub const fn mssql_uniqueidentifier_key(net: &[u8; 16]) -> [u8; 16] {
    segments_reversed(&swap_guid(net))
}

/// The octets as MariaDB's `UUID` type stores and compares them (10.11.5 and later; all comparisons checked on 10.11.19).
///
/// A value whose octet 6 is 0x01 to 0x5F and whose octet 8 is 0x80 or more is stored as octets 10 to 15, 8 9, 6 7, 4 5, 0 to 3; any other
/// as it is. The type refuses a text for which [`mariadb_uuid_refuses`] is true. Some releases before 10.11.6 compare a swapped with an
/// unswapped value by their texts outside of indexes.
#[must_use]
pub const fn mariadb_uuid_key(net: &[u8; 16]) -> [u8; 16] {
    let (version, variant) = (net[6], net[8]);
    if version >= 0x01 && version <= 0x5f && variant >= 0x80 { segments_reversed(net) } else { *net }
}

/// Whether MariaDB's `UUID` type refuses the text of these octets (error 1292): octet 6 is 0x80 or more and octet 8 is 0x01 to 0x80.
#[must_use]
pub const fn mariadb_uuid_refuses(net: &[u8; 16]) -> bool {
    net[6] >= 0x80 && net[8] >= 0x01 && net[8] <= 0x80
}

/// The five blocks of a GUID from last to first.
const fn segments_reversed(octets: &[u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *octets;
    [k, l, m, n, o, p, i, j, g, h, e, f, a, b, c, d]
}

/// Compares as text, Postgres `uuid`, or 16 NET octets do.
#[must_use]
pub fn cmp_guid_net(a: &[u8; 16], b: &[u8; 16]) -> Ordering {
    a.cmp(b)
}

/// Compares as 16 DN octets in a `BINARY(16)`, `RAW(16)` or `BYTEA` column do.
#[must_use]
pub fn cmp_guid_dn(a: &[u8; 16], b: &[u8; 16]) -> Ordering {
    swap_guid(a).cmp(&swap_guid(b))
}

/// Compares as SQL Server's `uniqueidentifier` does, see [`mssql_uniqueidentifier_key`].
#[must_use]
pub fn cmp_mssql_uniqueidentifier(a: &[u8; 16], b: &[u8; 16]) -> Ordering {
    mssql_uniqueidentifier_key(a).cmp(&mssql_uniqueidentifier_key(b))
}

/// Compares as MariaDB's `UUID` does, see [`mariadb_uuid_key`].
#[must_use]
pub fn cmp_mariadb_uuid(a: &[u8; 16], b: &[u8; 16]) -> Ordering {
    mariadb_uuid_key(a).cmp(&mariadb_uuid_key(b))
}
