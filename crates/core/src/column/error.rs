//! Why an id and a column do not fit.

use core::fmt;

use super::ColumnForm;
use crate::code::ErrorCode;
use crate::error::{ParseError, ParseErrorKind};
use crate::scheme::Scheme;
use crate::text::Text;

/// Why an id does not fit a column, or a column's value is no id.
///
/// The message names the id's type, the column form and what would work.
#[derive(Clone, Copy)]
pub struct ColumnError {
    scheme: &'static Scheme,
    form: ColumnForm,
    kind: ColumnErrorKind,
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
    pub(super) const fn new(scheme: &'static Scheme, form: ColumnForm, kind: ColumnErrorKind) -> Self {
        Self { scheme, form, kind }
    }

    /// A column of another type than the form has.
    pub(super) fn wrong_type(scheme: &'static Scheme, form: ColumnForm, found: &str) -> Self {
        // The name of a type is ASCII; what a server has beyond that, or beyond the length, is not needed to find it.
        Self::new(scheme, form, ColumnErrorKind::WrongType { found: Text::from_octets(found.bytes()) })
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
        self.kind
    }

    /// The word for what is wrong in the vocabulary of the vectors; nothing where the call itself is wrong.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self.kind {
            ColumnErrorKind::TooLarge { .. } => Some(ErrorCode::OutOfRange),
            ColumnErrorKind::Null | ColumnErrorKind::WrongType { .. } => Some(ErrorCode::WrongType),
            ColumnErrorKind::Invalid(error) => Some(error.code()),
            ColumnErrorKind::NoSuchForm => None,
        }
    }

    /// The name of the field to blame, where it is known.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self.kind {
            ColumnErrorKind::Invalid(error) => error.field(),
            _ => None,
        }
    }

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

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, form, kind } = self;
        let name = form.as_str();
        match kind {
            ColumnErrorKind::Invalid(error) => {
                write!(f, "column form {name}: {error}")?;
                let negative = error.kind() == ParseErrorKind::Negative;
                f.write_str(if negative {
                    "; was it written as AsI64Bits, or as AsI64Ordered? Each makes another id of it"
                } else {
                    ""
                })
            }
            ColumnErrorKind::TooLarge { number } => write!(
                f,
                "column form {name} of {scheme}: {number} is above {}, the largest signed integer; a new column may be \
                 AsI64Ordered (BIGINT), AsU64 (BIGINT UNSIGNED), AsText or AsBytes",
                i64::MAX
            ),
            ColumnErrorKind::Null => {
                write!(
                    f,
                    "column form {name} of {scheme}: NULL, which is no id; read an `Option`, or declare the column NOT NULL"
                )
            }
            ColumnErrorKind::WrongType { found } => {
                write!(f, "column form {name} of {scheme}: expected {}, found {found}; ", self.expects())?;
                f.write_str(if scheme.bits() == 64 {
                    "BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes"
                } else {
                    "uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"
                })
            }
            ColumnErrorKind::NoSuchForm => {
                write!(f, "column form {name} of {scheme}: there is no such form for {} bits", scheme.bits())
            }
        }
    }
}

impl fmt::Debug for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColumnError({self})")
    }
}

impl PartialEq for ColumnError {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.form == other.form && self.scheme.is(other.scheme)
    }
}

impl Eq for ColumnError {}

impl core::error::Error for ColumnError {}
