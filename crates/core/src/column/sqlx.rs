//! Columns through sqlx, generic over the driver.
//!
//! What an id needs of a driver is that it knows `i64`, `u64`, text, octets or UUIDs, whichever its form is; so one implementation serves every driver and
//! none is named here.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type, TypeInfo as _, ValueRef as _};

use super::{ColumnError, ColumnForm, ColumnValue, FormType, StoredValue, form};
use crate::id::Id;
use crate::scheme::Scheme;

/// A column form in one kind of database, for ids of type `T`.
///
/// The bounds of an implementation say what the driver must know. Its users are the `Type`, `Encode` and `Decode` of ids and wrappers.
pub trait SqlForm<DB: Database, T: Id>: FormType {
    /// The SQL type that is bound.
    fn type_info() -> DB::TypeInfo;

    /// Whether a column of that type is read.
    fn reads(ty: &DB::TypeInfo) -> bool;

    /// Whether a column that is not read holds text, as far as the form's driver tells.
    #[must_use]
    fn is_text(_: &DB::TypeInfo) -> bool {
        false
    }

    /// The SQL type of one value, where it depends on the value.
    fn produces(id: T) -> Option<DB::TypeInfo>;

    /// Binds an id.
    ///
    /// # Errors
    /// [`ColumnError`], and what the driver says.
    fn encode(id: T, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError>;

    /// Reads a value that is not NULL, of a type that [`SqlForm::reads`].
    ///
    /// # Errors
    /// [`ColumnError`], and what the driver says.
    fn decode(value: DB::ValueRef<'_>) -> Result<T, BoxDynError>;
}

/// Reads a column into an id, in the form `F`.
///
/// # Errors
/// [`ColumnError`] for NULL, for a column of another type and for a value that is no id; and what the driver says.
pub fn decode<DB: Database, T: Id, F: SqlForm<DB, T>>(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
    // First of all, since some drivers read NULL as 0.
    if value.is_null() {
        return Err(from_column::<T>(ColumnValue::Null, F::FORM).err().map_or_else(|| "NULL".into(), Into::into));
    }
    let found = value.type_info();
    if !F::reads(&found) {
        let name = found.name();
        let says_so = name.contains("TEXT") || name.contains("CHAR");
        // MariaDB's `UUID` is text that is called BINARY.
        let name = if F::is_text(&found) && !says_so { format!("text ({name})") } else { name.into() };
        return Err(ColumnError::wrong_type(T::SCHEME, F::FORM, &name).into());
    }
    // What a driver says does not name the id.
    let named = |error: BoxDynError| -> BoxDynError {
        if error.is::<ColumnError>() { error } else { Driver { scheme: T::SCHEME, form: F::FORM, error }.into() }
    };
    F::decode(value).map_err(named)
}

/// What a driver says of a value, with the id that it was to be.
#[derive(Debug)]
struct Driver {
    scheme: &'static Scheme,
    form: ColumnForm,
    error: BoxDynError,
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column form {} of {}: {}", self.form.as_str(), self.scheme, self.error)
    }
}

impl core::error::Error for Driver {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&*self.error)
    }
}

fn to_column<T: Id>(id: T, form: ColumnForm) -> Result<StoredValue, ColumnError> {
    T::LAYOUT.to_column(id.to_repr().into(), form)
}

fn from_column<T: Id>(value: ColumnValue<'_>, form: ColumnForm) -> Result<T, BoxDynError> {
    let number = T::LAYOUT.from_column(value, form)?;
    // A number of the layout fits its type.
    let narrowed = T::Repr::try_from(number).map_err(|_| "wider than the id")?;
    Ok(T::from_repr(narrowed)?)
}

/// The value is not of the kind that the form has; `to_column` does not give such.
fn other_kind(value: &StoredValue) -> BoxDynError {
    ["not the form's kind: ", value.as_value().kind()].concat().into()
}

macro_rules! integer_form {
    ($form:ident, $integer:ty, $kind:ident) => {
        impl<DB, T> SqlForm<DB, T> for form::$form
        where
            DB: Database,
            T: Id<Repr = u64>,
            $integer: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$integer as Type<DB>>::type_info()
            }

            fn reads(ty: &DB::TypeInfo) -> bool {
                <$integer as Type<DB>>::compatible(ty)
            }

            fn produces(id: T) -> Option<DB::TypeInfo> {
                match to_column(id, Self::FORM) {
                    Ok(StoredValue::$kind(number)) => <$integer as Encode<'_, DB>>::produces(&number),
                    _ => None,
                }
            }

            fn encode(id: T, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                match to_column(id, Self::FORM)? {
                    StoredValue::$kind(number) => <$integer as Encode<'_, DB>>::encode(number, buffer),
                    other => Err(other_kind(&other)),
                }
            }

            fn decode(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
                from_column(ColumnValue::$kind(<$integer as Decode<'_, DB>>::decode(value)?), Self::FORM)
            }
        }
    };
}

integer_form!(I64, i64, Int64);
integer_form!(I64Bits, i64, Int64);
integer_form!(I64Ordered, i64, Int64);
integer_form!(U64, u64, Uint64);

impl<DB, T> SqlForm<DB, T> for form::Text
where
    DB: Database,
    T: Id,
    str: Type<DB>,
    [u8]: Type<DB>,
    for<'q> &'q str: Encode<'q, DB>,
    String: for<'r> Decode<'r, DB>,
    Vec<u8>: for<'r> Decode<'r, DB>,
{
    fn type_info() -> DB::TypeInfo {
        <str as Type<DB>>::type_info()
    }

    fn reads(ty: &DB::TypeInfo) -> bool {
        <str as Type<DB>>::compatible(ty) || <[u8] as Type<DB>>::compatible(ty)
    }

    fn produces(id: T) -> Option<DB::TypeInfo> {
        // The trait is named, since a method call would take whichever driver's implementation is found first.
        <&str as Encode<'_, DB>>::produces(&id.to_text().as_str())
    }

    fn encode(id: T, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        match to_column(id, Self::FORM)? {
            StoredValue::Text(text) => <&str as Encode<'_, DB>>::encode(text.as_str(), buffer),
            other => Err(other_kind(&other)),
        }
    }

    fn decode(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
        // Owned, since not every driver lends its text.
        if <str as Type<DB>>::compatible(&value.type_info()) {
            let text = <String as Decode<'_, DB>>::decode(value)?;
            from_column(ColumnValue::Text(text.as_bytes()), Self::FORM)
        } else {
            from_column(ColumnValue::Blob(&<Vec<u8> as Decode<'_, DB>>::decode(value)?), Self::FORM)
        }
    }
}

impl<DB, T> SqlForm<DB, T> for form::Bytes
where
    DB: Database,
    T: Id,
    str: Type<DB>,
    [u8]: Type<DB>,
    for<'q> &'q [u8]: Encode<'q, DB>,
    Vec<u8>: for<'r> Decode<'r, DB>,
{
    fn type_info() -> DB::TypeInfo {
        <[u8] as Type<DB>>::type_info()
    }

    fn reads(ty: &DB::TypeInfo) -> bool {
        // Drivers read text as octets too; but a text of 16 characters is not the 16 octets of an id.
        <[u8] as Type<DB>>::compatible(ty) && !<str as Type<DB>>::compatible(ty)
    }

    fn is_text(ty: &DB::TypeInfo) -> bool {
        <str as Type<DB>>::compatible(ty)
    }

    fn produces(id: T) -> Option<DB::TypeInfo> {
        match to_column(id, Self::FORM).as_ref().map(StoredValue::as_value) {
            Ok(ColumnValue::Blob(octets)) => <&[u8] as Encode<'_, DB>>::produces(&octets),
            _ => None,
        }
    }

    fn encode(id: T, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        let stored = to_column(id, Self::FORM)?;
        match stored.as_value() {
            ColumnValue::Blob(octets) => <&[u8] as Encode<'_, DB>>::encode(octets, buffer),
            _ => Err(other_kind(&stored)),
        }
    }

    fn decode(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
        from_column(ColumnValue::Blob(&<Vec<u8> as Decode<'_, DB>>::decode(value)?), Self::FORM)
    }
}

impl<DB, T> SqlForm<DB, T> for form::Uuid
where
    DB: Database,
    T: Id<Repr = u128>,
    str: Type<DB>,
    [u8]: Type<DB>,
    String: for<'r> Decode<'r, DB>,
    Vec<u8>: for<'r> Decode<'r, DB>,
    uuid::Uuid: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
{
    fn type_info() -> DB::TypeInfo {
        <uuid::Uuid as Type<DB>>::type_info()
    }

    fn reads(ty: &DB::TypeInfo) -> bool {
        if <str as Type<DB>>::compatible(ty) {
            // ODBC has UUIDs as their text, and cannot tell such a column from one of text.
            return <str as Type<DB>>::compatible(&<Self as SqlForm<DB, T>>::type_info());
        }
        <uuid::Uuid as Type<DB>>::compatible(ty) || <[u8] as Type<DB>>::compatible(ty)
    }

    fn is_text(ty: &DB::TypeInfo) -> bool {
        <str as Type<DB>>::compatible(ty)
    }

    fn produces(id: T) -> Option<DB::TypeInfo> {
        <uuid::Uuid as Encode<'_, DB>>::produces(&uuid::Uuid::from_u128(id.to_repr()))
    }

    fn encode(id: T, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        match to_column(id, Self::FORM)? {
            StoredValue::Uuid(octets) => <uuid::Uuid as Encode<'_, DB>>::encode(uuid::Uuid::from_bytes(octets), buffer),
            other => Err(other_kind(&other)),
        }
    }

    fn decode(value: DB::ValueRef<'_>) -> Result<T, BoxDynError> {
        let found = value.type_info().into_owned();
        if <str as Type<DB>>::compatible(&found) {
            // Not by the driver, which may take any text of 16 characters for the octets.
            let text = <String as Decode<'_, DB>>::decode(value)?;
            let uuid = text.parse::<uuid::fmt::Hyphenated>();
            let uuid = uuid.map_err(|_| ColumnError::wrong_type(T::SCHEME, Self::FORM, found.name()))?;
            return from_column(ColumnValue::Uuid(uuid.into_uuid().into_bytes()), Self::FORM);
        }
        // Octets are read as such, for the error of a wrong count to be ours.
        if <[u8] as Type<DB>>::compatible(&found) {
            return from_column(ColumnValue::Blob(&<Vec<u8> as Decode<'_, DB>>::decode(value)?), Self::FORM);
        }
        let uuid = <uuid::Uuid as Decode<'_, DB>>::decode(value)?;
        from_column(ColumnValue::Uuid(uuid.into_bytes()), Self::FORM)
    }
}

#[cfg(feature = "sqlx-postgres")]
mod arrays {
    use sqlx::postgres::{PgHasArrayType, PgTypeInfo};

    use super::super::{AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsUuid, FormType, form};

    /// A column form that Postgres has arrays of.
    pub trait ArrayForm: FormType {
        /// What an element is bound as.
        type Element: PgHasArrayType;
    }

    macro_rules! arrays {
        ($($form:ident, $wrapper:ident, $element:ty;)*) => {
            $(
                impl ArrayForm for form::$form {
                    type Element = $element;
                }

                impl<T> PgHasArrayType for $wrapper<T> {
                    fn array_type_info() -> PgTypeInfo {
                        <$element as PgHasArrayType>::array_type_info()
                    }

                    fn array_compatible(ty: &PgTypeInfo) -> bool {
                        <$element as PgHasArrayType>::array_compatible(ty)
                    }
                }
            )*
        };
    }

    // Not `U64`: Postgres has no unsigned integers.
    arrays! {
        I64, AsI64, i64;
        I64Bits, AsI64Bits, i64;
        I64Ordered, AsI64Ordered, i64;
        Text, AsText, super::String;
        Bytes, AsBytes, super::Vec<u8>;
        Uuid, AsUuid, uuid::Uuid;
    }

    /// The array type of a form.
    #[must_use]
    pub fn array_type_info<F: ArrayForm>() -> PgTypeInfo {
        <F::Element as PgHasArrayType>::array_type_info()
    }

    /// Whether an array of that type is read.
    #[must_use]
    pub fn array_compatible<F: ArrayForm>(ty: &PgTypeInfo) -> bool {
        <F::Element as PgHasArrayType>::array_compatible(ty)
    }
}

#[cfg(feature = "sqlx-postgres")]
pub use arrays::{ArrayForm, array_compatible, array_type_info};

crate::__sqlx_impls!([T: Id] super::AsI64<T>, T as form::I64, |wrapper| wrapper.0, super::AsI64);
crate::__sqlx_impls!([T: Id] super::AsI64Bits<T>, T as form::I64Bits, |wrapper| wrapper.0, super::AsI64Bits);
crate::__sqlx_impls!([T: Id] super::AsI64Ordered<T>, T as form::I64Ordered, |wrapper| wrapper.0, super::AsI64Ordered);
crate::__sqlx_impls!([T: Id] super::AsU64<T>, T as form::U64, |wrapper| wrapper.0, super::AsU64);
crate::__sqlx_impls!([T: Id] super::AsText<T>, T as form::Text, |wrapper| wrapper.0, super::AsText);
crate::__sqlx_impls!([T: Id] super::AsBytes<T>, T as form::Bytes, |wrapper| wrapper.0, super::AsBytes);
crate::__sqlx_impls!([T: Id] super::AsUuid<T>, T as form::Uuid, |wrapper| wrapper.0, super::AsUuid);
