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

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    fn layout(name: &str) -> Layout {
        crate::layouts::all().find(|it| it.name == name).unwrap().layout
    }

    /// Numbers of which every bit is either way, many pairs of them alike but for one bit.
    fn numbers() -> Vec<u128> {
        let mut state = 1_u128;
        let mut numbers = vec![0, u128::MAX, 1 << 127, 1 << 63, (1 << 127) - 1, (1 << 63) - 1];
        for bit in (0..128).chain(0..128) {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d_4c95_7f2d);
            numbers.extend([state, state ^ 1 << bit]);
        }
        // Of two that differ in one octet each, the order says which octet comes first; also where MariaDB turns blocks round.
        for base in [0, 0x0000_0000_0000_1000_8000_0000_0000_0000_u128, state] {
            numbers.extend((0..16).map(|octet| base ^ 1 << (8 * octet)));
        }
        numbers
    }

    /// Looks at an order of 128 bits against what it should be by other means, on every pair.
    fn same(order: Order, expected: impl Fn(u128, u128) -> Ordering) {
        let ulid = layout("ulid");
        let (numbers, mut seen) = (numbers(), [0, 0]);
        for a in &numbers {
            for b in &numbers {
                let found = order.key(ulid, *a).unwrap().cmp(&order.key(ulid, *b).unwrap());
                assert_eq!(found, expected(*a, *b), "{order:?} {a:032x} {b:032x}");
                seen[usize::from(found == a.cmp(b))] += 1;
            }
        }
        assert!(seen[1] > 1000, "{order:?} {seen:?}");
    }

    /// Compares octets in the order of their places.
    fn by(places: [usize; 16]) -> impl Fn(u128, u128) -> Ordering {
        move |a, b| {
            let (a, b) = (a.to_be_bytes(), b.to_be_bytes());
            places.iter().map(|place| a[*place].cmp(&b[*place])).find(|it| it.is_ne()).unwrap_or(Ordering::Equal)
        }
    }

    #[test]
    fn names_are_read() {
        for order in Order::ALL {
            assert_eq!(Order::named(order.name()), Ok(order));
        }
        assert_eq!(Order::named("numeric"), Ok(Order::Unsigned));
        assert_eq!(
            Order::named("Time").unwrap_err(),
            "no order is called Time; there are time, text, unsigned, signed, net, dn, mssql, mariadb-uuid, java"
        );
    }

    #[test]
    fn octets_are_compared_in_the_order_of_each_database() {
        same(Order::Net, by([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]));
        same(Order::Unsigned, |a, b| a.cmp(&b));
        same(Order::Dn, by([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]));
        // Of the DN octets 10 to 15, 8 and 9, 6 and 7, 4 and 5, 0 to 3, of which the first eight are turned round in a text.
        same(Order::Mssql, by([10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0]));
        // As MariaDB stores them: from octet 10 on first for versions 1 to 5 of the common variants, else as they are.
        same(Order::MariadbUuid, |a, b| {
            let stored = |number: u128| {
                let it = number.to_be_bytes();
                let swapped = (0x01..=0x5f).contains(&it[6]) && it[8] & 0x80 != 0;
                if swapped { [&it[10..], &it[8..10], &it[6..8], &it[4..6], &it[..4]].concat() } else { it.to_vec() }
            };
            stored(a).cmp(&stored(b))
        });
    }

    #[test]
    fn java_compares_two_signed_halves() {
        let halves = |number: u128| {
            let [high, low] = [number >> 64, number & u128::from(u64::MAX)].map(|it| u64::try_from(it).unwrap());
            (i64::from_be_bytes(high.to_be_bytes()), i64::from_be_bytes(low.to_be_bytes()))
        };
        same(Order::Java, |a, b| {
            let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
            if a_high == b_high { a_low.cmp(&b_low) } else { a_high.cmp(&b_high) }
        });
    }

    #[test]
    fn numbers_of_64_bits_are_signed_or_not() {
        let discord = layout("discord");
        let numbers = [0, 1, 9, 10, 1 << 62, (1 << 63) - 1, 1 << 63, u64::MAX - 1, u64::MAX];
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
            let found =
                |order: Order| order.key(discord, a.into()).unwrap().cmp(&order.key(discord, b.into()).unwrap());
            let signed = |it: u64| i64::from_be_bytes(it.to_be_bytes());
            assert_eq!(found(Order::Unsigned), a.cmp(&b), "{a} {b}");
            assert_eq!(found(Order::Signed), signed(a).cmp(&signed(b)), "{a} {b}");
            assert_eq!(found(Order::Text), a.to_string().cmp(&b.to_string()), "{a} {b}");
            assert_eq!(found(Order::Time), (a >> 22).cmp(&(b >> 22)), "{a} {b}");
        }
    }

    #[test]
    fn times_before_1970_come_first() {
        // Ticks count from year 1.
        let guid = layout("seq-guid:as-string:ticks64");
        let key = |text: &str| Order::Time.key(guid, guid.parse(text.as_bytes()).unwrap()).unwrap();
        let old = key("00000000-0000-0001-8000-000000000000");
        let new = key("08da7241-170b-c8ef-a094-06224a651c6a");
        assert!(old < new);
    }

    #[test]
    fn orders_are_those_of_a_width() {
        let names = |name: &str| {
            let layout = layout(name);
            let all = Order::ALL.into_iter();
            all.filter(|it| it.applies_to(layout)).map(Order::name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("ulid"), "time text unsigned net dn mssql mariadb-uuid java");
        assert_eq!(names("discord"), "time text unsigned signed");
        // Its value is no time.
        assert_eq!(names("nalix-typed:legacy56"), "text unsigned signed");
        assert_eq!(Order::Java.key(layout("discord"), 1), None);
    }
}
