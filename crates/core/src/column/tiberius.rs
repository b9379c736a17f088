//! Columns through tiberius: SQL Server without sqlx.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::string::ToString as _;

use ::tiberius::error::Error;
use ::tiberius::numeric::Numeric;
use ::tiberius::{ColumnData, IntoSql, ToSql};
use uuid::Uuid;

use super::{ColumnError, ColumnForm, ColumnValue, FormType, StoredValue, form};
use crate::id::Id;

/// A column form that SQL Server has, for ids of type `T`.
///
/// The users are the `ToSql`, `IntoSql`, `FromSql` and `FromSqlOwned` of ids and wrappers.
///
/// | form | bound as | read from |
/// |---|---|---|
/// | `AsI64`, `AsI64Bits`, `AsI64Ordered` | `bigint` | `BIGINT` |
/// | `AsText` | `nvarchar(4000)` | `CHAR`, `VARCHAR`, `NCHAR`, `NVARCHAR`, and their octets |
/// | `AsBytes` | `varbinary(8000)` | `BINARY`, `VARBINARY` |
/// | `AsUuid` | `uniqueidentifier` | `UNIQUEIDENTIFIER`, and `BINARY(16)` in NET order |
///
/// Binding cannot fail in tiberius. An id of 2^63 or more in the strict form `AsI64` is bound as a `numeric` with its exact number: SQL Server refuses that
/// for a `BIGINT` column (error 8115), and compares it exactly with one. It never becomes NULL nor another id.
///
/// NULL is read as `None`, as tiberius does it, from a column of the form's types and from the untyped `NULL`; `row.try_get::<T, _>(0)?` is an `Option`,
/// and nothing turns it into an id. A value that is no id is [`Error::Conversion`] with the text of the [`ColumnError`]; `row.get` panics with it, so use
/// `row.try_get`.
///
/// SQL Server has no unsigned integer of 64 bits, so there is nothing for `AsU64`:
///
/// ```
/// # use idspec_core::{Id, column::AsI64Ordered};
/// fn bound<T: Id<Repr = u64>>(id: T) -> impl tiberius::ToSql { AsI64Ordered(id) }
/// ```
/// ```compile_fail,E0277
/// # use idspec_core::{Id, column::AsU64};
/// fn bound<T: Id<Repr = u64>>(id: T) -> impl tiberius::ToSql { AsU64(id) }
/// ```
pub trait TdsForm<T: Id>: FormType {
    /// NULL of the type that is bound.
    fn null() -> ColumnData<'static>;
}

macro_rules! tds_forms {
    ($($form:ident, $bound:ident $(, $repr:ty)?;)*) => {
        $(
            impl<T: Id $(<Repr = $repr>)?> TdsForm<T> for form::$form {
                fn null() -> ColumnData<'static> {
                    ColumnData::$bound(None)
                }
            }
        )*
    };
}

tds_forms! {
    I64, I64, u64;
    I64Bits, I64, u64;
    I64Ordered, I64, u64;
    Text, String;
    Bytes, Binary;
    Uuid, Guid, u128;
}

/// A value of one of the types of this library, with the type of its column.
pub trait TdsColumn: ToSql {
    /// NULL of the type that is bound.
    fn null() -> ColumnData<'static>;
}

/// An id, or a wrapper around one, or NULL, to be bound through tiberius: `Nullable(Some(id))`.
///
/// tiberius implements `ToSql` for the `Option` of its own types alone, and no other crate can for an `Option`. To read, no wrapper is needed.
///
/// ```
/// use idspec_core::column::{AsText, Nullable};
/// use idspec_ulid::Ulid;
/// use tiberius::{ColumnData, ToSql};
///
/// assert_eq!(Nullable(None::<Ulid>).to_sql(), ColumnData::Guid(None));
/// assert_eq!(Nullable(None::<AsText<Ulid>>).to_sql(), ColumnData::String(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nullable<T>(
    /// The value.
    pub Option<T>,
);

impl<T: TdsColumn> ToSql for Nullable<T> {
    fn to_sql(&self) -> ColumnData<'_> {
        match &self.0 {
            Some(value) => value.to_sql(),
            None => T::null(),
        }
    }
}

impl<'a, T: TdsColumn + IntoSql<'a>> IntoSql<'a> for Nullable<T> {
    fn into_sql(self) -> ColumnData<'a> {
        match self.0 {
            Some(value) => value.into_sql(),
            None => T::null(),
        }
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(id: Option<T>) -> Self {
        Self(id)
    }
}

/// What is bound for an id.
#[must_use]
pub fn to_data<T: Id, F: TdsForm<T>>(id: T) -> ColumnData<'static> {
    let number = id.to_repr().into();
    match T::LAYOUT.to_column(number, F::FORM) {
        Ok(StoredValue::Int64(signed)) => ColumnData::I64(Some(signed)),
        Ok(StoredValue::Text(text)) => ColumnData::String(Some(Cow::Owned(text.as_str().to_owned()))),
        Ok(StoredValue::Uuid(octets)) => ColumnData::Guid(Some(Uuid::from_bytes(octets))),
        Ok(StoredValue::Blob { octets, len }) => {
            ColumnData::Binary(Some(Cow::Owned(octets.get(..len).unwrap_or_default().to_vec())))
        }
        other => exact(number, other.err()),
    }
}

/// What no column of the form takes, where the id does not fit the form: the number, which is never rounded and never NULL.
fn exact(number: u128, error: Option<ColumnError>) -> ColumnData<'static> {
    match u64::try_from(number) {
        Ok(number) => ColumnData::Numeric(Some(Numeric::new_with_scale(number.into(), 0))),
        // Ids of 128 bits fit all of their forms. Text is refused for octets and for a UUID.
        Err(_) => ColumnData::String(Some(Cow::Owned(error.map_or_else(|| number.to_string(), |e| e.to_string())))),
    }
}

/// Reads a value into an id in the form `F`; NULL is `None`.
///
/// # Errors
/// [`Error::Conversion`] for a value of another type, and for a value that is no id.
pub fn from_data<T: Id, F: TdsForm<T>>(data: &ColumnData<'_>) -> Result<Option<T>, Error> {
    let wrong = |found| ColumnError::wrong_type(T::SCHEME, F::FORM, found);
    let read = match given(data, F::FORM) {
        Ok(Some(value)) => T::LAYOUT.from_column(value, F::FORM),
        Ok(None) => return Ok(None),
        Err(found) => Err(wrong(found)),
    };
    let number = read.map_err(|error| Error::Conversion(Cow::Owned(error.to_string())))?;
    // A number of the layout fits its type.
    let narrowed = T::Repr::try_from(number).map_err(|_| Error::Conversion(Cow::Borrowed("wider than the id")))?;
    T::from_repr(narrowed).map(Some).map_err(|error| Error::Conversion(Cow::Owned(error.to_string())))
}

/// The value of a type that the form reads, or the name of another type.
fn given<'a>(data: &'a ColumnData<'_>, form: ColumnForm) -> Result<Option<ColumnValue<'a>>, &'static str> {
    let integer = matches!(form, ColumnForm::I64 | ColumnForm::I64Bits | ColumnForm::I64Ordered);
    let text = form == ColumnForm::Text;
    let uuid = form == ColumnForm::Uuid;
    match data {
        // The untyped NULL is an `INT`.
        ColumnData::U8(None) | ColumnData::I16(None) | ColumnData::I32(None) | ColumnData::I64(None) => Ok(None),
        ColumnData::I64(Some(number)) if integer => Ok(Some(ColumnValue::Int64(*number))),
        ColumnData::String(value) if text => Ok(value.as_ref().map(|text| ColumnValue::Text(text.as_bytes()))),
        ColumnData::Guid(value) if uuid => Ok(value.map(|uuid| ColumnValue::Uuid(uuid.into_bytes()))),
        ColumnData::Binary(value) if !integer => Ok(value.as_ref().map(|octets| ColumnValue::Blob(octets))),
        other => Err(type_name(other)),
    }
}

/// The name of the SQL type, as far as tiberius tells it.
const fn type_name(data: &ColumnData<'_>) -> &'static str {
    match data {
        ColumnData::U8(_) => "TINYINT",
        ColumnData::I16(_) => "SMALLINT",
        ColumnData::I32(_) => "INT",
        ColumnData::I64(_) => "BIGINT",
        ColumnData::F32(_) => "REAL",
        ColumnData::F64(_) => "FLOAT",
        ColumnData::Bit(_) => "BIT",
        ColumnData::String(_) => "text",
        ColumnData::Guid(_) => "UNIQUEIDENTIFIER",
        ColumnData::Binary(_) => "octets",
        ColumnData::Numeric(_) => "NUMERIC",
        ColumnData::Xml(_) => "XML",
        // Which of them there are depends on the features of tiberius that the application has.
        _ => "a date or a time",
    }
}

crate::__tiberius_impls!([T: Id] [] super::AsI64<T>, T as form::I64, |wrapper| wrapper.0, super::AsI64);
crate::__tiberius_impls!([T: Id] [] super::AsI64Bits<T>, T as form::I64Bits, |wrapper| wrapper.0, super::AsI64Bits);
crate::__tiberius_impls!([T: Id] [] super::AsI64Ordered<T>, T as form::I64Ordered, |wrapper| wrapper.0, super::AsI64Ordered);
crate::__tiberius_impls!([T: Id] [] super::AsText<T>, T as form::Text, |wrapper| wrapper.0, super::AsText);
crate::__tiberius_impls!([T: Id] [] super::AsBytes<T>, T as form::Bytes, |wrapper| wrapper.0, super::AsBytes);
crate::__tiberius_impls!([T: Id] [] super::AsUuid<T>, T as form::Uuid, |wrapper| wrapper.0, super::AsUuid);
