//! The kinds and layouts as types.

use core::fmt::Debug;
use core::hash::Hash;

use idspec_core::column::{FormType, form};
use idspec_core::{Scheme, order};

use crate::tables;

/// The way in which a database compares the 16 octets of a GUID, which a kind is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Sorts as text and as NET octets: `CHAR(36)`, Postgres `uuid`, `BINARY(16)` of NET octets.
    AsString,
    /// Sorts as DN octets: `BINARY(16)`, `RAW(16)` or `BYTEA` of .NET byte arrays.
    AsBinary,
    /// Sorts in SQL Server's `uniqueidentifier`, and in layout `rfc` in MariaDB's `UUID`.
    AtEnd,
}

impl Kind {
    /// The octets of a GUID in the order in which this kind compares them.
    #[must_use]
    pub const fn key(self, net: &[u8; 16]) -> [u8; 16] {
        match self {
            Self::AsString => *net,
            Self::AsBinary => order::swap_guid(net),
            Self::AtEnd => order::mssql_uniqueidentifier_key(net),
        }
    }
}

/// One kind in one layout, as a pair of [`kinds`] and [`layouts`]. Sealed; used through aliases such as [`AsString`](crate::AsString).
pub trait GuidLayout: Copy + Ord + Hash + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The drawn random octets: 8, or 10 in layout `ms48`.
    type Random: RandomOctets;
    /// The column form of its ids.
    type Form: FormType;
    /// The bit-field table.
    const SCHEME: &'static Scheme;
    /// What its ids are ordered by.
    const ORDER: GuidOrder;
}

/// What the ids of a kind and layout are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuidOrder {
    /// The octets as this kind compares them.
    Kind(Kind),
    /// The ticks and then the random octets, as no database compares them: layout `ticks64-plan1`.
    TicksFirst,
}

impl GuidOrder {
    /// The number by which ids are compared.
    pub(crate) const fn key(self, number: u128) -> u128 {
        match self {
            Self::Kind(kind) => u128::from_be_bytes(kind.key(&number.to_be_bytes())),
            Self::TicksFirst => number.rotate_left(64),
        }
    }
}

/// `[u8; 8]` or `[u8; 10]`. Sealed.
pub trait RandomOctets: Copy + Debug + sealed::Sealed {
    /// The octets as a number, first octet most significant.
    fn to_number(self) -> u128;
    /// The low octets of a number.
    fn from_number(number: u128) -> Self;
}

impl<const N: usize> RandomOctets for [u8; N]
where
    [u8; N]: sealed::Sealed,
{
    fn to_number(self) -> u128 {
        self.iter().fold(0, |number, octet| number << 8 | u128::from(*octet))
    }

    fn from_number(number: u128) -> Self {
        let mut octets = [0; N];
        for (slot, octet) in octets.iter_mut().rev().zip(number.to_le_bytes()) {
            *slot = octet;
        }
        octets
    }
}

/// The kinds as types.
pub mod kinds {
    /// Time first in the text and the NET octets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct AsString;
    /// Time first in the DN octets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct AsBinary;
    /// Time first in the last block.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct AtEnd;
}

/// The layouts as types.
pub mod layouts {
    /// 64 bits of ticks with the version and variant of RFC 9562; the one for new ids.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Rfc;
    /// 64 bits of ticks and 64 random bits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Ticks64;
    /// 64 bits of ticks in plain octet order at the end.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Ticks64Plan1;
    /// 48 bits of milliseconds since year 1 and 80 random bits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Ms48;
}

impl GuidLayout for (kinds::AsString, layouts::Rfc) {
    type Random = [u8; 8];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AS_STRING_RFC;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsString);
}

impl GuidLayout for (kinds::AsBinary, layouts::Rfc) {
    type Random = [u8; 8];
    type Form = form::Bytes;
    const SCHEME: &'static Scheme = &tables::AS_BINARY_RFC;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsBinary);
}

impl GuidLayout for (kinds::AtEnd, layouts::Rfc) {
    type Random = [u8; 8];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AT_END_RFC;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AtEnd);
}

impl GuidLayout for (kinds::AsString, layouts::Ticks64) {
    type Random = [u8; 8];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AS_STRING_TICKS64;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsString);
}

impl GuidLayout for (kinds::AsBinary, layouts::Ticks64) {
    type Random = [u8; 8];
    type Form = form::Bytes;
    const SCHEME: &'static Scheme = &tables::AS_BINARY_TICKS64;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsBinary);
}

impl GuidLayout for (kinds::AtEnd, layouts::Ticks64) {
    type Random = [u8; 8];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AT_END_TICKS64;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AtEnd);
}

impl GuidLayout for (kinds::AtEnd, layouts::Ticks64Plan1) {
    type Random = [u8; 8];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AT_END_TICKS64_PLAN1;
    const ORDER: GuidOrder = GuidOrder::TicksFirst;
}

impl GuidLayout for (kinds::AsString, layouts::Ms48) {
    type Random = [u8; 10];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AS_STRING_MS48;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsString);
}

impl GuidLayout for (kinds::AsBinary, layouts::Ms48) {
    type Random = [u8; 10];
    type Form = form::Bytes;
    const SCHEME: &'static Scheme = &tables::AS_BINARY_MS48;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AsBinary);
}

impl GuidLayout for (kinds::AtEnd, layouts::Ms48) {
    type Random = [u8; 10];
    type Form = form::Uuid;
    const SCHEME: &'static Scheme = &tables::AT_END_MS48;
    const ORDER: GuidOrder = GuidOrder::Kind(Kind::AtEnd);
}

mod sealed {
    use super::kinds;

    pub trait Sealed {}
    impl Sealed for [u8; 8] {}
    impl Sealed for [u8; 10] {}
    impl<L> Sealed for (kinds::AsString, L) {}
    impl<L> Sealed for (kinds::AsBinary, L) {}
    impl<L> Sealed for (kinds::AtEnd, L) {}
}
