//! The orders in which programs and databases put ids, as keys that compare octet by octet.

use idspec::{Layout, order};

/// An order of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// By the id's time.
    Time,
    /// By the canonical text, octet by octet.
    Text,
    /// By the number, as an unsigned or a decimal column does.
    Unsigned,
    /// By the 64-bit number as two's complement, as a `BIGINT` does.
    Signed,
    /// By the 16 octets in the order of the text, as the `uuid` of PostgreSQL and a `BINARY(16)` do.
    Net,
    /// By the 16 octets of .NET's `Guid.ToByteArray()`.
    Dn,
    /// As SQL Server's `uniqueidentifier` does.
    Mssql,
    /// As MariaDB's `UUID` does.
    MariadbUuid,
    /// As Java's `UUID.compareTo` does: two signed 64-bit numbers, the first half and then the second.
    Java,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 9] = [
        Self::Time,
        Self::Text,
        Self::Unsigned,
        Self::Signed,
        Self::Net,
        Self::Dn,
        Self::Mssql,
        Self::MariadbUuid,
        Self::Java,
    ];

    /// The name, as `--by` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Text => "text",
            Self::Unsigned => "unsigned",
            Self::Signed => "signed",
            Self::Net => "net",
            Self::Dn => "dn",
            Self::Mssql => "mssql",
            Self::MariadbUuid => "mariadb-uuid",
            Self::Java => "java",
        }
    }

    /// The order of a name; `numeric` is the unsigned one.
    pub fn named(name: &str) -> Result<Self, String> {
        let wanted = if name == "numeric" { "unsigned" } else { name };
        Self::ALL.into_iter().find(|it| it.name() == wanted).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no order is called {name}; there are {names}")
        })
    }

    /// Whether ids of a layout have this order.
    pub const fn applies_to(self, layout: Layout) -> bool {
        match self {
            Self::Time => layout.scheme().time().is_some(),
            Self::Text | Self::Unsigned => true,
            Self::Signed => layout.scheme().bits() == 64,
            Self::Net | Self::Dn | Self::Mssql | Self::MariadbUuid | Self::Java => layout.scheme().bits() == 128,
        }
    }

    /// What ids need to have this order.
    pub const fn needs(self) -> &'static str {
        match self {
            Self::Time => "a time",
            Self::Text | Self::Unsigned => "nothing",
            Self::Signed => "64 bits",
            Self::Net | Self::Dn | Self::Mssql | Self::MariadbUuid | Self::Java => "128 bits",
        }
    }

    /// What a number of a layout is compared by; nothing where its ids do not have this order.
    pub fn key(self, layout: Layout, number: u128) -> Option<Key> {
        if !self.applies_to(layout) {
            return None;
        }
        let net = number.to_be_bytes();
        Some(match self {
            // Flipped signs put negative numbers first.
            Self::Time => {
                let time = layout.timestamp(number)?.hundred_ns();
                Key::of(&(time.cast_unsigned() ^ 1 << 63).to_be_bytes())
            }
            Self::Text => Key::of(layout.text(number)?.as_bytes()),
            Self::Unsigned | Self::Net => Key::of(&net),
            Self::Signed => Key::of(&(number ^ 1 << 63).to_be_bytes()),
            Self::Dn => Key::of(&order::swap_guid(&net)),
            Self::Mssql => Key::of(&order::mssql_uniqueidentifier_key(&net)),
            Self::MariadbUuid => Key::of(&order::mariadb_uuid_key(&net)),
            Self::Java => Key::of(&(number ^ (1 << 127 | 1 << 63)).to_be_bytes()),
        })
    }
}

/// What an order compares: octets, by the first that differs. Keys of one order compare with each other alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// No canonical text has a zero octet, so that what is filled up with them compares as the text does.
    octets: [u8; Self::LONGEST],
}

impl Key {
    /// The longest canonical text: that of a UUID, or of an id with a prefix.
    pub const LONGEST: usize = idspec::base::text::Text::CAPACITY;

    /// Filled up with zeros.
    pub fn of(octets: &[u8]) -> Self {
        let mut filled = [0; Self::LONGEST];
        filled.iter_mut().zip(octets).for_each(|(slot, octet)| *slot = *octet);
        Self { octets: filled }
    }

    /// The octets, all of them.
    pub const fn octets(&self) -> &[u8; Self::LONGEST] {
        &self.octets
    }
}
