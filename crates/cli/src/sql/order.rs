//! Whether time decides the order of a column, from the scheme's table.

use idspec::base::{Piece, Role};
use idspec::{Layout, order};

use super::column::{Column, Database};

/// How the ids of a scheme lie in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sorts {
    /// By their time before anything else, within one scope.
    ByTime,
    Not,
    /// In several orders at once.
    Mixed,
}

/// Works out how a column sorts the ids of a layout.
pub(super) fn by_time(layout: Layout, database: Database, column: Column) -> Sorts {
    match (column, database) {
        (Column::Uuid, Database::Mariadb) if !swapped_always(layout) => Sorts::Mixed,
        _ if time_leads(layout, |net| key(layout, database, column, net)) => Sorts::ByTime,
        _ => Sorts::Not,
    }
}

/// The octets in the order in which the column compares them, from the octets of the number, most significant first.
fn key(layout: Layout, database: Database, column: Column, net: [u8; 16]) -> [u8; 16] {
    match (column, database) {
        (Column::Uuid, Database::Mssql) => order::mssql_uniqueidentifier_key(&net),
        (Column::Uuid, Database::Mariadb) => blocks_reversed(net),
        (Column::BinarySwapped, _) => {
            let [a, b, c, d, e, f, g, h, rest @ ..] = net;
            let [i, j, k, l, m, n, o, p] = rest;
            [g, h, e, f, a, b, c, d, i, j, k, l, m, n, o, p]
        }
        (Column::Binary, _) if layout.scheme().kind() == Some("as-binary") => order::swap_guid(&net),
        (Column::Text, _) if layout.scheme().name() == "nalix-typed" => {
            // The text begins with the least significant octet; 64 bits are the last eight octets.
            let [wider @ .., a, b, c, d, e, f, g, h] = net;
            let [i, j, k, l, m, n, o, p] = wider;
            [i, j, k, l, m, n, o, p, h, g, f, e, d, c, b, a]
        }
        _ => net,
    }
}

/// The five blocks from last to first, as MariaDB stores what it takes for a UUID of RFC 9562.
const fn blocks_reversed(net: [u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = net;
    [k, l, m, n, o, p, i, j, g, h, e, f, a, b, c, d]
}

/// Whether MariaDB stores every id of the layout in the turned order: octet 6 between 0x01 and 0x5F and octet 8 from 0x80 on, by bits that never change.
fn swapped_always(layout: Layout) -> bool {
    let scheme = layout.scheme();
    let fixed = scheme.fields().iter().filter(|field| field.is_fixed());
    let (mut known, mut value) = (0_u128, 0_u128);
    for field in fixed {
        known |= field.number_mask();
        if let Role::Fixed(number, _) = field.role() {
            value |= field.place(u128::from(number)).unwrap_or(0);
        }
    }
    let nibble = |place: u32| {
        let (known, value) = (known >> place & 0xf, value >> place & 0xf);
        (known == 0xf).then_some(value)
    };
    // The high halves of octets 6 and 8.
    matches!(nibble(76), Some(1..=5)) && matches!(nibble(60), Some(8..))
}

/// Whether the bits of the time lead in the key, most significant first; bits that are the same in all ids of a scope do not count.
fn time_leads(layout: Layout, key: impl Fn([u8; 16]) -> [u8; 16]) -> bool {
    let scheme = layout.scheme();
    let place = |bit: u32| {
        let moved = u128::from_be_bytes(key((1_u128 << bit).to_be_bytes()));
        moved.trailing_zeros()
    };
    // Where a bit stands in the key, and which bit of the time it is, if any.
    let mut bits: Vec<(u32, Option<u32>)> = Vec::new();
    for field in scheme.fields() {
        let constant = field.is_fixed() || scheme.scope().any(|it| it.name() == field.name());
        if constant {
            continue;
        }
        let time = matches!(field.role(), Role::Time(_));
        for piece in field.pieces() {
            bits.extend(of_piece(*piece).map(|(bit, value)| (place(bit), time.then_some(value))));
        }
    }
    bits.sort_unstable_by(|a, b| b.cmp(a));
    let times = bits.iter().filter(|(_, time)| time.is_some()).count();
    let leading: Vec<Option<u32>> = bits.iter().take(times).map(|(_, time)| *time).collect();
    leading.iter().all(Option::is_some) && leading.is_sorted_by(|a, b| a > b)
}

/// The bits of a piece: in the number, and in the field's value.
fn of_piece(piece: Piece) -> impl Iterator<Item = (u32, u32)> {
    (0..piece.len()).map(move |bit| (piece.low().saturating_add(bit), piece.value_low().saturating_add(bit)))
}
