//! How ids travel through serde.
//!
//! In human-readable formats (JSON, YAML, TOML, CSV, query strings) an id is its canonical text. Where that text is decimal a number is read too, signed or
//! unsigned; where it is not, a number is an error, since a reader of numbers may already have lost leading zeros. In binary formats (postcard, bincode,
//! CBOR, `MessagePack`) an id is its number, or 16 octets for 128 bits, most significant first, in NET order for GUIDs. A prefix is part of the text only.
//!
//! The modules are for fields that need another form: `#[serde(with = "idspec::forms::as_number")]`, and `as_number::option` for an `Option`.
//!
//! Formats that guess types before they ask for one lose digits: a CSV field `05` under `#[serde(flatten)]` arrives as the number 5, and an all-digit ULID as a
//! number that is refused.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::ser::Serializer;

use crate::error::{Expected, ParseError};
use crate::form::ByteOrder;
use crate::id::{Id, Repr};
use crate::scheme::Scheme;

/// Writes an id in the form of its format.
///
/// # Errors
/// What the format says.
pub fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        as_text::serialize(&id, serializer)
    } else if T::Repr::BITS == 64 {
        write_number(id, serializer)
    } else {
        as_bytes::serialize(&id, serializer)
    }
}

/// Reads an id in the form of its format.
///
/// # Errors
/// What the format says, and what [`Id::parse_bytes`] and [`Id::from_repr`] say.
pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        if T::SCHEME.reads_numbers() {
            deserializer.deserialize_any(Text::<T, true>(PhantomData))
        } else {
            as_text::deserialize(deserializer)
        }
    } else if T::Repr::BITS == 64 {
        deserializer.deserialize_u64(Number::<T>(PhantomData))
    } else {
        as_bytes::deserialize(deserializer)
    }
}

fn write_number<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::Error as _;
    let number: u128 = id.to_repr().into();
    // Only called for 64 bits.
    let number = u64::try_from(number).map_err(|_| S::Error::custom("an id of 128 bits has no number form"))?;
    serializer.serialize_u64(number)
}

/// The id of a number, with the error of the format.
fn from_number<T: Id, E: Error>(number: u64) -> Result<T, E> {
    let narrowed = T::Repr::try_from(u128::from(number)).ok();
    narrowed.ok_or(ParseError::overflow(T::SCHEME)).and_then(T::from_repr).map_err(E::custom)
}

/// The id of a signed number, which formats without unsigned ones give.
fn from_signed<T: Id, E: Error>(number: i64) -> Result<T, E> {
    match u64::try_from(number) {
        Ok(number) => from_number(number),
        Err(_) => Err(E::custom(ParseError::negative(T::SCHEME))),
    }
}

/// A title with its article: `a ULID`, `an OrderId`.
struct One(&'static Scheme);

impl fmt::Display for One {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(scheme) = self;
        // A title that begins with U is an abbreviation, or is read as one.
        let vowel = matches!(scheme.title().as_bytes(), [b'A' | b'E' | b'I' | b'O' | b'a' | b'e' | b'i' | b'o', ..]);
        write!(f, "{} {scheme}", if vowel { "an" } else { "a" })
    }
}

/// Reads text, and numbers where they are allowed.
struct Text<T, const NUMBERS: bool>(PhantomData<T>);

impl<T: Id, const NUMBERS: bool> Visitor<'_> for Text<T, NUMBERS> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as text ({})", One(T::SCHEME), Expected(T::SCHEME))?;
        f.write_str(if NUMBERS { " or as an unsigned integer" } else { "" })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.visit_bytes(text.as_bytes())
    }

    fn visit_bytes<E: Error>(self, text: &[u8]) -> Result<T, E> {
        T::parse_bytes(text).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        if NUMBERS { from_number(number) } else { Err(E::invalid_type(serde::de::Unexpected::Unsigned(number), &self)) }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        if NUMBERS { from_signed(number) } else { Err(E::invalid_type(serde::de::Unexpected::Signed(number), &self)) }
    }
}

/// Reads numbers.
struct Number<T>(PhantomData<T>);

impl<T: Id> Visitor<'_> for Number<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as an unsigned integer", One(T::SCHEME))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        from_number(number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        from_signed(number)
    }
}

/// Reads octets, most significant first, also from formats that write them as a list.
struct Octets<T>(PhantomData<T>);

impl<'de, T: Id> Visitor<'de> for Octets<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {} octets", One(T::SCHEME), T::Repr::BITS / 8)
    }

    fn visit_bytes<E: Error>(self, octets: &[u8]) -> Result<T, E> {
        let number = T::LAYOUT.read_octets(octets, ByteOrder::Be);
        // Every scheme has this order.
        let number = number.ok_or_else(|| E::custom("no such octet order"))?.map_err(E::custom)?;
        let narrowed = T::Repr::try_from(number).ok();
        narrowed.ok_or(ParseError::overflow(T::SCHEME)).and_then(T::from_repr).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        let mut octets = [0; 16];
        let mut count = 0_usize;
        while let Some(octet) = list.next_element::<u8>()? {
            match octets.get_mut(count) {
                Some(slot) => *slot = octet,
                None => return Err(A::Error::invalid_length(count.saturating_add(1), &self)),
            }
            count = count.saturating_add(1);
        }
        self.visit_bytes(octets.get(..count).unwrap_or_default())
    }
}

/// A form as a type.
trait Wire<T> {
    fn write<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error>;
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;
}

/// A value in a form, as serde wants it inside of an `Option`.
struct InForm<W, T>(T, PhantomData<W>);

impl<W: Wire<T>, T> serde::Serialize for InForm<W, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        W::write(&self.0, serializer)
    }
}

impl<'de, W: Wire<T>, T> serde::Deserialize<'de> for InForm<W, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        W::read(deserializer).map(|id| Self(id, PhantomData))
    }
}

fn write_option<W: Wire<T>, T: Id, S: Serializer>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&id.map(|id| InForm::<W, T>(id, PhantomData)), serializer)
}

fn read_option<'de, W: Wire<T>, T, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    let read: Option<InForm<W, T>> = serde::Deserialize::deserialize(deserializer)?;
    Ok(read.map(|InForm(id, _)| id))
}

/// Ids as text in every format.
pub mod as_text {
    use super::{Deserializer, Id, PhantomData, Serializer, Text};

    /// Writes the canonical text.
    ///
    /// # Errors
    /// What the format says.
    pub fn serialize<T: Id, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(id.write_text(&mut [0; crate::text::Text::CAPACITY]))
    }

    /// Reads text only.
    ///
    /// # Errors
    /// What the format and [`Id::parse_bytes`] say.
    pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(Text::<T, false>(PhantomData))
    }

    /// This form, for `Option`.
    struct Form;

    impl<T: Id> super::Wire<T> for Form {
        fn write<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(id, serializer)
        }

        fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
            deserialize(deserializer)
        }
    }

    /// The same for an `Option`.
    pub mod option {
        use super::super::{Deserializer, Id, Serializer, read_option, write_option};

        /// Writes the id, or nothing.
        ///
        /// # Errors
        /// What the format says.
        pub fn serialize<T: Id, S: Serializer>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
            write_option::<super::Form, T, S>(id, serializer)
        }

        /// Reads the id, or nothing.
        ///
        /// # Errors
        /// As for the id itself.
        pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
            read_option::<super::Form, T, D>(deserializer)
        }
    }
}

/// 64-bit ids as unsigned integers in every format. JavaScript and others read such JSON numbers with 53 bits only.
pub mod as_number {
    use super::{Deserializer, Id, Number, PhantomData, Serializer, write_number};

    /// Writes the number.
    ///
    /// # Errors
    /// What the format says.
    pub fn serialize<T: Id<Repr = u64>, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
        write_number(*id, serializer)
    }

    /// Reads numbers only.
    ///
    /// # Errors
    /// What the format and [`Id::from_repr`] say.
    pub fn deserialize<'de, T: Id<Repr = u64>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_u64(Number::<T>(PhantomData))
    }

    /// This form, for `Option`.
    struct Form;

    impl<T: Id<Repr = u64>> super::Wire<T> for Form {
        fn write<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(id, serializer)
        }

        fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
            deserialize(deserializer)
        }
    }

    /// The same for an `Option`.
    pub mod option {
        use super::super::{Deserializer, Id, Serializer, read_option, write_option};

        /// Writes the id, or nothing.
        ///
        /// # Errors
        /// What the format says.
        pub fn serialize<T: Id<Repr = u64>, S: Serializer>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
            write_option::<super::Form, T, S>(id, serializer)
        }

        /// Reads the id, or nothing.
        ///
        /// # Errors
        /// As for the id itself.
        pub fn deserialize<'de, T: Id<Repr = u64>, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<T>, D::Error> {
            read_option::<super::Form, T, D>(deserializer)
        }
    }
}

/// Ids as 8 or 16 octets in every format, most significant first (NET order for GUIDs).
pub mod as_bytes {
    use super::{ByteOrder, Deserializer, Id, Octets, PhantomData, Serializer};

    /// Writes the octets.
    ///
    /// # Errors
    /// What the format says.
    pub fn serialize<T: Id, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
        let mut octets = [0; 16];
        let count = T::LAYOUT.write_octets(id.to_repr().into(), ByteOrder::Be, &mut octets);
        serializer.serialize_bytes(count.and_then(|count| octets.get(..count)).unwrap_or_default())
    }

    /// Reads octets, also from a list of numbers.
    ///
    /// # Errors
    /// `length`, and what the format and [`Id::from_repr`] say.
    pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_bytes(Octets::<T>(PhantomData))
    }

    /// This form, for `Option`.
    struct Form;

    impl<T: Id> super::Wire<T> for Form {
        fn write<S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(id, serializer)
        }

        fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
            deserialize(deserializer)
        }
    }

    /// The same for an `Option`.
    pub mod option {
        use super::super::{Deserializer, Id, Serializer, read_option, write_option};

        /// Writes the id, or nothing.
        ///
        /// # Errors
        /// What the format says.
        pub fn serialize<T: Id, S: Serializer>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
            write_option::<super::Form, T, S>(id, serializer)
        }

        /// Reads the id, or nothing.
        ///
        /// # Errors
        /// As for the id itself.
        pub fn deserialize<'de, T: Id, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
            read_option::<super::Form, T, D>(deserializer)
        }
    }
}
