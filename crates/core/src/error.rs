//! Errors: why a text or octets are not an id, and which field does not fit.

use core::fmt;

use crate::code::ErrorCode;
use crate::scheme::Scheme;

/// What is wrong, in 8 octets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    Length(u32),
    Octets(u32),
    Character { octet: u8, offset: u32 },
    Format(u32),
    Overflow,
    LeadingZero,
    Prefix,
    Version { found: u8, field: u8 },
    Variant { found: u8, field: u8 },
    Reserved,
    Negative,
    OutOfRange(u8),
}

/// Why a text, a number or octets are not an id of a scheme.
///
/// ```
/// # use idspec_core::{ErrorCode, ParseError};
/// # fn show(error: ParseError) {
/// println!("{error}"); // invalid ULID: unexpected character 'U' at offset 7
/// # }
/// # assert_eq!(core::mem::size_of::<ParseError>(), 16);
/// ```
#[derive(Clone, Copy)]
pub struct ParseError {
    scheme: &'static Scheme,
    fault: Fault,
}

/// What is wrong with a text, a number or octets, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text has this many octets (at most 4294967295 is reported).
    Length {
        /// The count found.
        found: u32,
    },
    /// This many octets were given where the scheme has another count.
    OctetCount {
        /// The count found.
        found: u32,
    },
    /// An octet that the form does not have.
    Character {
        /// The octet found.
        octet: u8,
        /// Its offset in octets.
        offset: u32,
    },
    /// A hyphen, brace or digit where the form has another of them.
    Format {
        /// The first such offset in octets.
        offset: u32,
    },
    /// The number is above the scheme's largest.
    Overflow,
    /// A decimal or base-36 number with a leading zero.
    LeadingZero,
    /// A URN of another namespace.
    WrongPrefix,
    /// A version nibble that is not the layout's.
    WrongVersion {
        /// The nibble found.
        found: u8,
    },
    /// A variant nibble that is not the layout's.
    WrongVariant {
        /// The nibble found.
        found: u8,
    },
    /// Reserved bits that are not zero.
    ReservedBits,
    /// A negative number, where ids are unsigned.
    Negative,
    /// A field whose value the scheme does not allow.
    OutOfRange {
        /// The name of the field.
        field: &'static str,
    },
}

impl ParseError {
    pub(crate) const fn new(scheme: &'static Scheme, fault: Fault) -> Self {
        Self { scheme, fault }
    }

    /// A text of `found` octets, a length that the scheme's texts do not have.
    #[must_use]
    pub const fn length(scheme: &'static Scheme, found: usize) -> Self {
        Self::new(scheme, Fault::Length(offset32(found)))
    }

    /// `found` octets where the scheme has another count.
    #[must_use]
    pub const fn octet_count(scheme: &'static Scheme, found: usize) -> Self {
        Self::new(scheme, Fault::Octets(offset32(found)))
    }

    /// An octet that the form does not have.
    #[must_use]
    pub const fn character(scheme: &'static Scheme, octet: u8, offset: usize) -> Self {
        Self::new(scheme, Fault::Character { octet, offset: offset32(offset) })
    }

    /// A hyphen, brace or digit where the form has another of them.
    #[must_use]
    pub const fn format(scheme: &'static Scheme, offset: usize) -> Self {
        Self::new(scheme, Fault::Format(offset32(offset)))
    }

    /// A number above the scheme's largest.
    #[must_use]
    pub const fn overflow(scheme: &'static Scheme) -> Self {
        Self::new(scheme, Fault::Overflow)
    }

    /// A negative number where ids are unsigned.
    #[must_use]
    pub const fn negative(scheme: &'static Scheme) -> Self {
        Self::new(scheme, Fault::Negative)
    }

    /// A number with a leading zero.
    #[must_use]
    pub const fn leading_zero(scheme: &'static Scheme) -> Self {
        Self::new(scheme, Fault::LeadingZero)
    }

    /// A URN of another namespace.
    #[must_use]
    pub const fn wrong_prefix(scheme: &'static Scheme) -> Self {
        Self::new(scheme, Fault::Prefix)
    }

    /// The same fault, found while ids of another title or prefix over the same table were read; the text began `skipped` octets later.
    #[must_use]
    pub const fn typed(self, scheme: &'static Scheme, skipped: usize) -> Self {
        let more = offset32(skipped);
        let fault = match self.fault {
            Fault::Character { octet, offset } => Fault::Character { octet, offset: offset.saturating_add(more) },
            Fault::Format(offset) => Fault::Format(offset.saturating_add(more)),
            Fault::Length(found) => Fault::Length(found.saturating_add(more)),
            other => other,
        };
        Self { scheme, fault }
    }

    /// The scheme that was read.
    #[must_use]
    pub const fn scheme(&self) -> &'static Scheme {
        self.scheme
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        match self.fault {
            Fault::Length(found) => ParseErrorKind::Length { found },
            Fault::Octets(found) => ParseErrorKind::OctetCount { found },
            Fault::Character { octet, offset } => ParseErrorKind::Character { octet, offset },
            Fault::Format(offset) => ParseErrorKind::Format { offset },
            Fault::Overflow => ParseErrorKind::Overflow,
            Fault::LeadingZero => ParseErrorKind::LeadingZero,
            Fault::Prefix => ParseErrorKind::WrongPrefix,
            Fault::Version { found, .. } => ParseErrorKind::WrongVersion { found },
            Fault::Variant { found, .. } => ParseErrorKind::WrongVariant { found },
            Fault::Reserved => ParseErrorKind::ReservedBits,
            Fault::Negative => ParseErrorKind::Negative,
            Fault::OutOfRange(index) => ParseErrorKind::OutOfRange {
                field: self.scheme.fields().get(usize::from(index)).map_or("", |f| f.name()),
            },
        }
    }

    /// The word for what is wrong in the vocabulary of the vectors.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self.fault {
            Fault::Length(_) | Fault::Octets(_) => ErrorCode::Length,
            Fault::Character { .. } => ErrorCode::Character,
            Fault::Format(_) => ErrorCode::Format,
            Fault::Overflow => ErrorCode::Overflow,
            Fault::LeadingZero | Fault::Reserved => ErrorCode::Noncanonical,
            Fault::Prefix => ErrorCode::WrongPrefix,
            Fault::Version { .. } => ErrorCode::WrongVersion,
            Fault::Variant { .. } => ErrorCode::WrongVariant,
            Fault::OutOfRange(_) | Fault::Negative => ErrorCode::OutOfRange,
        }
    }

    /// The offset in octets of the first wrong character, where one character is to blame.
    #[must_use]
    pub const fn offset(&self) -> Option<u32> {
        match self.fault {
            Fault::Character { offset, .. } | Fault::Format(offset) => Some(offset),
            _ => None,
        }
    }

    /// The place of the version or variant in the list of fields.
    const fn fixed_field(&self) -> u8 {
        match self.fault {
            Fault::Version { field, .. } | Fault::Variant { field, .. } => field,
            _ => u8::MAX,
        }
    }

    /// The name of the field to blame, where it is known.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self.kind() {
            ParseErrorKind::OutOfRange { field } => Some(field),
            _ => None,
        }
    }
}

/// An offset, at most `u32::MAX`.
#[allow(clippy::cast_possible_truncation, reason = "checked in the same line")]
const fn offset32(offset: usize) -> u32 {
    if offset > u32::MAX as usize { u32::MAX } else { offset as u32 }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = self.scheme;
        write!(f, "invalid {scheme}: ")?;
        match self.kind() {
            ParseErrorKind::Length { found } => {
                write!(f, "length {found}, expected {}", Expected(scheme))
            }
            ParseErrorKind::OctetCount { found } => write!(f, "{found} octets, expected {}", scheme.octets()),
            ParseErrorKind::Character { octet, offset } if octet.is_ascii() => {
                write!(f, "unexpected character {:?} at offset {offset}", char::from(octet))
            }
            ParseErrorKind::Character { octet, offset } => {
                write!(f, "non-ASCII octet 0x{octet:02X} at offset {offset}")
            }
            ParseErrorKind::Format { offset } => {
                write!(f, "hyphen, brace or digit misplaced at offset {offset}, expected {}", Expected(scheme))
            }
            ParseErrorKind::Overflow => write!(f, "above the largest, {}", scheme.largest_text()),
            ParseErrorKind::LeadingZero => f.write_str("leading zero, write it without"),
            ParseErrorKind::WrongPrefix => write!(f, "wrong prefix, expected {}", Expected(scheme)),
            ParseErrorKind::WrongVersion { found } => {
                write!(f, "version nibble {found:x}, expected {:x}", scheme.fixed(self.fixed_field()))
            }
            ParseErrorKind::WrongVariant { found } => {
                write!(f, "variant nibble {found:x}, expected {:x}", scheme.fixed(self.fixed_field()))
            }
            ParseErrorKind::Negative => f.write_str("a negative number, ids are unsigned"),
            ParseErrorKind::ReservedBits => f.write_str("reserved bits are set, expected 0"),
            ParseErrorKind::OutOfRange { field } => match scheme.field(field) {
                Some(known) => write!(f, "{field} is above its largest, {}", known.max_stored()),
                None => write!(f, "{field} is out of range"),
            },
        }
    }
}

/// What a reader expects, with the prefix of a typed id.
pub(crate) struct Expected(pub(crate) &'static Scheme);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(scheme) = self;
        if !scheme.prefix().is_empty() {
            write!(f, "`{}` and ", scheme.prefix())?;
        }
        f.write_str(scheme.codec().expects)
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseError({self})")
    }
}

impl core::hash::Hash for ParseError {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.scheme.name(), self.fault).hash(state);
    }
}

impl PartialEq for ParseError {
    fn eq(&self, other: &Self) -> bool {
        self.fault == other.fault && self.scheme.is(other.scheme)
    }
}

impl Eq for ParseError {}

impl core::error::Error for ParseError {}

/// Which field of an id could not be composed, and why.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FieldError {
    // `&'static Scheme` by name and not by address, see `ParseError`.
    scheme: SchemeRef,
    field: &'static str,
    kind: FieldErrorKind,
}

#[derive(Clone, Copy)]
struct SchemeRef(&'static Scheme);

impl PartialEq for SchemeRef {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(other.0)
    }
}

impl Eq for SchemeRef {}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldErrorKind {
    /// The value is outside `min..=max`.
    OutOfRange {
        /// The value given.
        value: i128,
        /// The smallest value.
        min: i128,
        /// The largest value.
        max: i128,
    },
    /// The value is no whole number of the layout's units.
    NotWhole {
        /// The value given.
        value: i128,
    },
    /// Bits are set that the layout does not hold.
    UnusedBits {
        /// The value given.
        value: u128,
        /// The bits that the layout holds.
        mask: u128,
    },
    /// The end of a window lies before its start.
    Reversed,
    /// The field was not given.
    Missing,
    /// The field was given twice.
    Twice,
    /// The scheme has no field of the name given, or it is shown in another way (a number, or octets).
    Unknown,
    /// Ids of this layout are only read.
    ReadOnly,
}

impl FieldError {
    pub(crate) const fn new(scheme: &'static Scheme, field: &'static str, kind: FieldErrorKind) -> Self {
        Self { scheme: SchemeRef(scheme), field, kind }
    }

    /// The scheme that was composed.
    #[must_use]
    pub const fn scheme(&self) -> &'static Scheme {
        self.scheme.0
    }

    /// The name of the field to blame. For [`FieldErrorKind::Unknown`] and [`FieldErrorKind::ReadOnly`] it is empty.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn kind(&self) -> FieldErrorKind {
        self.kind
    }

    /// The word for what is wrong in the vocabulary of the vectors; nothing where the call itself is wrong, as with a missing field.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self.kind {
            FieldErrorKind::OutOfRange { .. }
            | FieldErrorKind::NotWhole { .. }
            | FieldErrorKind::UnusedBits { .. }
            | FieldErrorKind::Reversed => Some(ErrorCode::OutOfRange),
            FieldErrorKind::Missing | FieldErrorKind::Twice | FieldErrorKind::Unknown | FieldErrorKind::ReadOnly => {
                None
            }
        }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field;
        write!(f, "invalid {}: ", self.scheme.0)?;
        match self.kind {
            FieldErrorKind::OutOfRange { value, min, max } => {
                write!(f, "{field} {value} is outside {min} to {max}")
            }
            FieldErrorKind::NotWhole { value } => {
                write!(f, "{field} {value} is not a whole number of the layout's units")
            }
            FieldErrorKind::UnusedBits { value, mask } => {
                write!(f, "{field} {value:#x} has bits outside {mask:#x}")
            }
            FieldErrorKind::Reversed => write!(f, "{field} is before the start of the window"),
            FieldErrorKind::Missing => write!(f, "field {field} is missing"),
            FieldErrorKind::Twice => write!(f, "field {field} was given twice"),
            FieldErrorKind::Unknown => f.write_str("no field of that name and kind"),
            FieldErrorKind::ReadOnly => f.write_str("ids of this layout are only read"),
        }
    }
}

impl fmt::Debug for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FieldError({self})")
    }
}

impl core::error::Error for FieldError {}
