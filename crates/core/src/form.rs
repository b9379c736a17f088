//! Text forms and octet orders.

use crate::error::ParseError;
use crate::scheme::Scheme;
use crate::text::Text;

/// A text form of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The scheme's own text, which every reader reads.
    Canonical,
    /// The number in decimal, unsigned.
    Decimal,
    /// The number in lower-case hexadecimal, 16 or 32 digits.
    Hex,
    /// The NET octets as 36 lower-case characters with hyphens.
    Uuid,
    /// The NET octets as 32 lower-case digits.
    UuidSimple,
    /// [`Form::Uuid`] between braces.
    UuidBraced,
    /// [`Form::Uuid`] after `urn:uuid:`.
    UuidUrn,
}

impl Form {
    /// The one of this name, as in the vectors.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// Every form.
    pub const ALL: [Self; 7] =
        [Self::Canonical, Self::Decimal, Self::Hex, Self::Uuid, Self::UuidSimple, Self::UuidBraced, Self::UuidUrn];

    /// The name, as in the vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::Decimal => "decimal",
            Self::Hex => "hex",
            Self::Uuid => "uuid",
            Self::UuidSimple => "uuid-simple",
            Self::UuidBraced => "uuid-braced",
            Self::UuidUrn => "uuid-urn",
        }
    }
}

/// An order in which the octets of a number are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ByteOrder {
    /// The number, most significant octet first.
    Be,
    /// The number, least significant octet first.
    Le,
    /// The 16 octets of a GUID in the order of its text (RFC 9562).
    GuidNet,
    /// The order of .NET's `Guid.ToByteArray()`: the first three blocks reversed.
    GuidDn,
}

impl ByteOrder {
    /// The one of this name, as in the vectors.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// Every order.
    pub const ALL: [Self; 4] = [Self::Be, Self::Le, Self::GuidNet, Self::GuidDn];

    /// The name, as in the vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Be => "be",
            Self::Le => "le",
            Self::GuidNet => "guid-net",
            Self::GuidDn => "guid-dn",
        }
    }
}

/// How the ids of a scheme are read and written as text.
#[derive(Clone, Copy, Debug)]
pub struct TextCodec {
    /// Reads any accepted text into a number, strictly. The number may still break the scheme's table.
    pub parse: fn(&'static Scheme, &[u8]) -> Result<u128, ParseError>,
    /// Writes the canonical text of any number of the scheme's width; `Scheme::write` looks at the width first.
    pub write: fn(u128) -> Text,
    /// Whether the canonical text is the number in decimal, so that a number means the same id.
    pub decimal: bool,
    /// The forms that can be written.
    pub forms: &'static [Form],
    /// What a reader expects, for messages: "26 letters".
    pub expects: &'static str,
    /// A regular expression that every canonical text matches whole, without anchors; what ECMA 262 and the crate `regex` both read.
    pub pattern: &'static str,
}
