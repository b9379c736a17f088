//! The ways in which a scheme reads a text.

use idspec_core::text::{decimal, uuid};
use idspec_core::{ByteOrder, Layout, ParseError};

/// What a text is to a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadAs {
    /// A text that the scheme reads, its own form or another one that its page names.
    Text,
    /// The number in decimal.
    Decimal,
    /// The 64 bits as a negative number, as a signed column shows them.
    Signed,
    /// The octets in hexadecimal, most significant first.
    Hex,
    /// The 16 octets as a UUID.
    Uuid,
    /// A GUID whose first three blocks stand in the other octet order, as 16 octets of .NET or SQL Server that were shown as a UUID.
    UuidDn,
    /// A text with the other letters that Crockford's alphabet stands for: `I`, `L`, `O`, lower case, hyphens.
    Lenient,
}

impl ReadAs {
    /// Every way, in the order in which they are tried.
    pub const ALL: [Self; 7] =
        [Self::Text, Self::Decimal, Self::Signed, Self::Hex, Self::Uuid, Self::UuidDn, Self::Lenient];

    /// The name, in lower case with hyphens.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Decimal => "decimal",
            Self::Signed => "signed",
            Self::Hex => "hex",
            Self::Uuid => "uuid",
            Self::UuidDn => "uuid-dn",
            Self::Lenient => "lenient",
        }
    }

    /// What the text is, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Text => "its text",
            Self::Decimal => "its number in decimal",
            Self::Signed => "its number in a signed column",
            Self::Hex => "its octets in hexadecimal",
            Self::Uuid => "its octets as a UUID",
            Self::UuidDn => "its octets in .NET's order, as a UUID",
            Self::Lenient => "its text with look-alike letters",
        }
    }

    /// The number, where the layout reads the text this way; an error where it has the form and breaks a rule of the scheme.
    pub(crate) fn number(self, layout: Layout, text: &str) -> Option<Result<u128, ParseError>> {
        let scheme = layout.scheme();
        let checked = |number: u128| scheme.check(number).map(|()| number);
        match self {
            Self::Text => Some(layout.parse(text.as_bytes())),
            Self::Decimal if scheme.bits() == 64 => {
                decimal::parse(scheme, text.as_bytes()).ok().map(|number| checked(u128::from(number)))
            }
            Self::Signed if scheme.bits() == 64 => {
                let digits = text.strip_prefix('-')?;
                // Not `-0`, and not `-+5`.
                decimal::parse(scheme, digits.as_bytes()).ok().filter(|number| *number != 0)?;
                let number = text.parse::<i64>().ok()?;
                Some(checked(u128::from(number.cast_unsigned())))
            }
            Self::Hex => {
                let digits = text.strip_prefix("0x").unwrap_or(text);
                let expected = scheme.octets().checked_mul(2)?;
                let hexadecimal = digits.bytes().all(|octet| octet.is_ascii_hexdigit());
                // 32 digits of a GUID are its text, and 16 of a Nalix id are.
                if digits.len() != expected || !hexadecimal || (scheme.bits() == 128 && digits.len() == text.len()) {
                    return None;
                }
                Some(checked(u128::from_str_radix(digits, 16).ok()?))
            }
            Self::Uuid if scheme.bits() == 128 => uuid::parse(scheme, text.as_bytes()).ok().map(checked),
            Self::UuidDn if scheme.byte_orders().contains(&ByteOrder::GuidDn) => {
                let net = uuid::parse(scheme, text.as_bytes()).ok()?;
                layout.read_octets(&net.to_be_bytes(), ByteOrder::GuidDn)
            }
            Self::Lenient => lenient(layout, text),
            _ => None,
        }
    }
}

#[cfg(feature = "ulid")]
fn lenient(layout: Layout, text: &str) -> Option<Result<u128, ParseError>> {
    if layout.scheme().name() != crate::ulid::SCHEME.name() {
        return None;
    }
    crate::Ulid::parse_lenient(text).ok().map(|id| Ok(u128::from(id)))
}

#[cfg(not(feature = "ulid"))]
fn lenient(_: Layout, _: &str) -> Option<Result<u128, ParseError>> {
    None
}
