//! Why an id and a column do not fit.

use core::fmt;

use super::ColumnForm;
use crate::code::ErrorCode;
use crate::error::ParseError;
use crate::scheme::Scheme;
use crate::text::Text;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    TooLarge(u64),
    Null,
    WrongType(Text),
    Parse(ParseError),
    NoSuchForm,
}

/// Why an id does not fit a column, or a column's value is no id.
///
/// The message names the id's type, the column form and what would work.
#[derive(Clone, Copy)]
pub struct ColumnError {
    scheme: &'static Scheme,
    form: ColumnForm,
    fault: Fault,
}

/// What is wrong between an id and a column, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnErrorKind {
    /// The number does not fit a signed integer.
    TooLarge {
        /// The number.
        number: u64,
    },
    /// The column is NULL.
    Null,
    /// The column's value is of another kind than the form has.
    WrongType {
        /// What the column has: the name of its SQL type, or of a kind of the vectors.
        found: Text,
    },
    /// The value is of the right kind, and no id.
    Invalid(ParseError),
    /// The scheme's ids do not have the form.
    NoSuchForm,
}

impl ColumnError {
    pub(super) const fn new(scheme: &'static Scheme, form: ColumnForm, fault: Fault) -> Self {
        Self { scheme, form, fault }
    }

    /// A column of another type than the form has.
    pub(super) fn wrong_type(scheme: &'static Scheme, form: ColumnForm, found: &str) -> Self {
        Self::new(scheme, form, Fault::WrongType(Text::from_octets(found.bytes())))
    }

    /// The scheme, under the name of the typed id.
    #[must_use]
    pub const fn scheme(&self) -> &'static Scheme {
        self.scheme
    }

    /// The column form.
    #[must_use]
    pub const fn form(&self) -> ColumnForm {
        self.form
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ColumnErrorKind {
        match self.fault {
            Fault::TooLarge(number) => ColumnErrorKind::TooLarge { number },
            Fault::Null => ColumnErrorKind::Null,
            Fault::WrongType(found) => ColumnErrorKind::WrongType { found },
            Fault::Parse(error) => ColumnErrorKind::Invalid(error),
            Fault::NoSuchForm => ColumnErrorKind::NoSuchForm,
        }
    }

    /// The word for what is wrong in the vocabulary of the vectors; nothing where the call itself is wrong.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self.fault {
            Fault::TooLarge(_) => Some(ErrorCode::OutOfRange),
            Fault::Null | Fault::WrongType(_) => Some(ErrorCode::WrongType),
            Fault::Parse(error) => Some(error.code()),
            Fault::NoSuchForm => None,
        }
    }

    /// The name of the field to blame, where it is known.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self.fault {
            Fault::Parse(error) => error.field(),
            _ => None,
        }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, form, fault } = self;
        match fault {
            Fault::Parse(error) => return write!(f, "column form {}: {error}{}", form.as_str(), Elsewhere(self)),
            _ => write!(f, "column form {} of {scheme}: ", form.as_str())?,
        }
        match fault {
            Fault::TooLarge(number) => {
                write!(f, "{number} is above {}, the largest signed integer", i64::MAX)?;
            }
            Fault::Null => {
                return f.write_str("NULL, which is no id; read an `Option`, or declare the column NOT NULL");
            }
            Fault::WrongType(found) => write!(f, "expected {}, found {found}", self.expects())?,
            Fault::NoSuchForm => write!(f, "there is no such form for {} bits", scheme.bits())?,
            Fault::Parse(_) => {}
        }
        write!(f, "{}", Elsewhere(self))
    }
}

impl ColumnError {
    const fn expects(&self) -> &'static str {
        match self.form {
            ColumnForm::I64 | ColumnForm::I64Bits | ColumnForm::I64Ordered => "a signed 64-bit integer (BIGINT)",
            ColumnForm::U64 => "an unsigned 64-bit integer (BIGINT UNSIGNED)",
            ColumnForm::Text => "text, or its octets",
            ColumnForm::Bytes => "octets (BINARY, BYTEA or BLOB)",
            ColumnForm::Uuid => "a uuid or its 16 octets",
        }
    }
}

/// The other forms, for an id that does not fit this one.
struct Elsewhere<'a>(&'a ColumnError);

impl fmt::Display for Elsewhere<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ColumnError { scheme, form, fault } = self.0;
        let too_large = matches!(fault, Fault::TooLarge(_));
        let negative = matches!(fault, Fault::Parse(error) if *error == ParseError::negative(scheme));
        // A text or octets of the right kind have said what they should be.
        if !(too_large || negative || matches!(fault, Fault::WrongType(_) | Fault::NoSuchForm)) {
            return Ok(());
        }
        let fits = |other: &ColumnForm| other.applies_to(scheme.bits()) && other != form;
        let strict = |other: &ColumnForm| !(too_large || negative) || *other != ColumnForm::I64;
        f.write_str("; other columns take ")?;
        for (place, other) in ColumnForm::ALL.iter().filter(|other| fits(other) && strict(other)).enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            f.write_str(other.as_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColumnError({self})")
    }
}

impl PartialEq for ColumnError {
    fn eq(&self, other: &Self) -> bool {
        self.fault == other.fault && self.form == other.form && self.scheme.is(other.scheme)
    }
}

impl Eq for ColumnError {}

impl core::error::Error for ColumnError {}
