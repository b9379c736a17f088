//! Ids in the columns of databases: the forms, as plain values.
//!
//! A [`ColumnForm`] says what an id is in a column; [`Layout::to_column`] and [`Layout::from_column`] map numbers chosen at run time. Typed ids have a
//! form of their own ([`Stored`]), and the wrappers [`AsI64`], [`AsI64Bits`], [`AsI64Ordered`], [`AsU64`], [`AsText`], [`AsBytes`] and [`AsUuid`] give one value
//! another. With the feature `sqlx` all of them are bound and read as columns; with `tiberius` all but `AsU64`, in SQL Server without sqlx.
//!
//! | form | the value | order of the column |
//! |---|---|---|
//! | `AsI64` | the number as a signed 64-bit integer; from 2^63 on an error | that of the numbers |
//! | `AsI64Bits` | the 64 bits in two's complement | broken: ids from 2^63 on come first |
//! | `AsI64Ordered` | the number minus 2^63 | that of the numbers |
//! | `AsU64` | the number as an unsigned 64-bit integer | that of the numbers |
//! | `AsText` | the canonical text, with the prefix of a typed id | that of the text, in a binary collation |
//! | `AsBytes` | 8 or 16 octets, most significant first; NET for GUIDs, DN for `AsBinary` | that of the octets |
//! | `AsUuid` | the 16 octets as a UUID, NET for GUIDs | what the database does with UUIDs |
//!
//! # With sqlx
//!
//! ```
//! # #[cfg(feature = "sqlx")] {
//! use idspec_core::column::AsText;
//! use idspec_core::typed_id;
//! use idspec_ulid::Ulid;
//! use sqlx::{Database, Encode, Type};
//!
//! typed_id! {
//!     /// A customer: a UUID, or 16 octets.
//!     pub struct CustomerId(Ulid);
//! }
//!
//! // `query.bind(id)` and `row.get("id")` ask for these; any driver that knows UUIDs, or text, gives them.
//! fn binds<DB: Database, T: Type<DB> + for<'q> Encode<'q, DB>>(_: &T) {}
//!
//! fn columns<DB: Database>(id: CustomerId)
//! where
//!     CustomerId: Type<DB> + for<'q> Encode<'q, DB>,
//!     AsText<CustomerId>: Type<DB> + for<'q> Encode<'q, DB>,
//! {
//!     binds::<DB, _>(&id);
//!     binds::<DB, _>(&AsText(id));
//! }
//! # }
//! ```
//!
//! What to know, each with a test on real servers:
//!
//! * NULL is no id: read an `Option`. A column of another type than the form's is an error that says what reads which type.
//! * **One column, one form.** Rows written in one form and read in another of the same column type are other ids, without an error; to change it is a migration.
//! * **One SQL text, one form.** sqlx keeps a prepared statement by its text with the types of its first parameters; the same text with another wrapper sends
//!   the octets of one form as the other, and where their lengths agree they are stored.
//! * A bare id bound to a column of text is stored all the same: as a UUID's text (Postgres), as raw octets (MySQL, MariaDB, and SQLite where the table is not `STRICT`), or in
//!   decimal: use [`AsText`]. Columns of floating-point numbers take 64-bit ids and lose digits.
//! * [`AsText`] in Postgres: `TEXT COLLATE "C"`; `CHAR(n)` does not use its index for a text parameter, and a language's collation may sort otherwise.
//! * [`AsU64`] is for `BIGINT UNSIGNED`. Without strict mode MySQL and MariaDB clamp and cut what does not fit, into other ids.
//! * MariaDB's `UUID` type is for [`AsText`] of GUIDs of kind `AtEnd`. A ULID or GUID that is bound bare is stored there as **another value** for about a quarter of all ULIDs.
//! * Postgres arrays (`= ANY($1)`, `UNNEST`) need the feature `sqlx-postgres`; there are none of [`AsU64`].
//! * `sqlx::Any` knows neither unsigned numbers nor UUIDs: bare 64-bit ids, [`AsText`] and [`AsBytes`].

mod error;
#[cfg(feature = "sqlx")]
mod sqlx;
#[cfg(feature = "tiberius")]
mod tiberius;
mod wrappers;

pub use error::{ColumnError, ColumnErrorKind};
#[cfg(feature = "sqlx-postgres")]
pub use sqlx::ArrayForm;
#[cfg(feature = "sqlx")]
pub use sqlx::SqlForm;
#[cfg(feature = "sqlx")]
#[doc(hidden)]
pub use sqlx::decode;
#[cfg(feature = "sqlx-postgres")]
#[doc(hidden)]
pub use sqlx::{array_compatible, array_type_info};
#[cfg(feature = "tiberius")]
pub use tiberius::{Nullable, TdsColumn, TdsForm};
#[cfg(feature = "tiberius")]
#[doc(hidden)]
pub use tiberius::{from_data, to_data};
pub use wrappers::{AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsU64, AsUuid, FormType, Stored, form};

use crate::form::ByteOrder;
use crate::layout::Layout;
use crate::text::Text;

/// What an id is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnForm {
    /// The number as a signed 64-bit integer; ids from 2^63 on do not fit.
    I64,
    /// The 64 bits as a signed integer.
    I64Bits,
    /// The number minus 2^63 as a signed integer, so that the order is kept.
    I64Ordered,
    /// The number as an unsigned 64-bit integer.
    U64,
    /// The canonical text.
    Text,
    /// The octets: 8 or 16, most significant first; for GUIDs NET order, for kind `AsBinary` DN order.
    Bytes,
    /// The 16 octets as a UUID; for GUIDs in NET order.
    Uuid,
}

impl ColumnForm {
    /// Every form.
    pub const ALL: [Self; 7] =
        [Self::I64, Self::I64Bits, Self::I64Ordered, Self::U64, Self::Text, Self::Bytes, Self::Uuid];

    /// The one of this name, as in the vectors.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// The name, which is that of the wrapper, as in the vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::I64 => "AsI64",
            Self::I64Bits => "AsI64Bits",
            Self::I64Ordered => "AsI64Ordered",
            Self::U64 => "AsU64",
            Self::Text => "AsText",
            Self::Bytes => "AsBytes",
            Self::Uuid => "AsUuid",
        }
    }

    /// Whether ids of that many bits have this form.
    #[must_use]
    pub const fn applies_to(self, bits: u32) -> bool {
        match self {
            Self::I64 | Self::I64Bits | Self::I64Ordered | Self::U64 => bits == 64,
            Self::Uuid => bits == 128,
            Self::Text | Self::Bytes => true,
        }
    }
}

/// A value as a column gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnValue<'a> {
    /// No value.
    Null,
    /// A signed 64-bit integer.
    Int64(i64),
    /// An unsigned 64-bit integer.
    Uint64(u64),
    /// A text, as its octets.
    Text(&'a [u8]),
    /// Octets.
    Blob(&'a [u8]),
    /// A UUID.
    Uuid([u8; 16]),
}

impl ColumnValue<'_> {
    /// The name of the kind, as in the vectors.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Int64(_) => "int64",
            Self::Uint64(_) => "uint64",
            Self::Text(_) => "text",
            Self::Blob(_) => "blob",
            Self::Uuid(_) => "uuid",
        }
    }
}

/// A value for a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredValue {
    /// A signed 64-bit integer.
    Int64(i64),
    /// An unsigned 64-bit integer.
    Uint64(u64),
    /// A text.
    Text(Text),
    /// The first `len` octets.
    Blob {
        /// The octets and zeros after them.
        octets: [u8; 16],
        /// Their count.
        len: usize,
    },
    /// A UUID.
    Uuid([u8; 16]),
}

impl StoredValue {
    /// The value as it is read again.
    #[must_use]
    pub fn as_value(&self) -> ColumnValue<'_> {
        match self {
            Self::Int64(number) => ColumnValue::Int64(*number),
            Self::Uint64(number) => ColumnValue::Uint64(*number),
            Self::Text(text) => ColumnValue::Text(text.as_bytes()),
            Self::Blob { octets, len } => ColumnValue::Blob(octets.get(..*len).unwrap_or_default()),
            Self::Uuid(octets) => ColumnValue::Uuid(*octets),
        }
    }
}

/// The lowest bit that a signed 64-bit integer does not have.
const HIGH_BIT: u64 = 1 << 63;

impl Layout {
    /// The value of an id in a column.
    ///
    /// # Errors
    /// `out_of_range` where a strict integer does not hold the number; [`ColumnErrorKind::NoSuchForm`] for a form of another width.
    ///
    /// ```
    /// use idspec_core::column::{ColumnForm, ColumnValue};
    /// # use idspec_core::Id;
    /// let layout = idspec_ulid::Ulid::LAYOUT;
    /// let stored = layout.to_column(7, ColumnForm::Text)?;
    /// assert_eq!(stored.as_value(), ColumnValue::Text(b"00000000000000000000000007"));
    /// assert_eq!(layout.from_column(stored.as_value(), ColumnForm::Text)?, 7);
    /// # Ok::<(), idspec_core::column::ColumnError>(())
    /// ```
    #[inline]
    pub fn to_column(&self, number: u128, form: ColumnForm) -> Result<StoredValue, ColumnError> {
        let scheme = self.scheme();
        let fail = |fault| Err(ColumnError::new(scheme, form, fault));
        if !form.applies_to(scheme.bits()) {
            return fail(ColumnErrorKind::NoSuchForm);
        }
        if form == ColumnForm::Uuid {
            return Ok(StoredValue::Uuid(number.to_be_bytes()));
        }
        if form == ColumnForm::Text {
            return self
                .text(number)
                .map_or_else(|| fail(ColumnErrorKind::NoSuchForm), |text| Ok(StoredValue::Text(text)));
        }
        if form == ColumnForm::Bytes {
            let mut octets = [0; 16];
            let len = self.write_octets(number, scheme.column_octets(), &mut octets);
            return len.map_or_else(|| fail(ColumnErrorKind::NoSuchForm), |len| Ok(StoredValue::Blob { octets, len }));
        }
        // Wider numbers are no ids of a 64-bit scheme.
        let Ok(number) = u64::try_from(number) else { return fail(ColumnErrorKind::NoSuchForm) };
        match (form, i64::try_from(number)) {
            (ColumnForm::U64, _) => Ok(StoredValue::Uint64(number)),
            (ColumnForm::I64Bits, _) => Ok(StoredValue::Int64(number.cast_signed())),
            (ColumnForm::I64Ordered, _) => Ok(StoredValue::Int64((number ^ HIGH_BIT).cast_signed())),
            (_, Ok(signed)) => Ok(StoredValue::Int64(signed)),
            (_, Err(_)) => fail(ColumnErrorKind::TooLarge { number }),
        }
    }

    /// The id of a value in a column.
    ///
    /// Text may have trailing blanks, since columns of fixed width pad with them, and may come as octets; a UUID may come as 16 octets.
    ///
    /// # Errors
    /// `wrong_type` for NULL and for a value of another kind than the form has; `out_of_range` for a negative number in a strict column; and what the
    /// readers of text and octets say.
    #[inline]
    pub fn from_column(&self, value: ColumnValue<'_>, form: ColumnForm) -> Result<u128, ColumnError> {
        let scheme = self.scheme();
        let fail = |fault| ColumnError::new(scheme, form, fault);
        if !form.applies_to(scheme.bits()) {
            return Err(fail(ColumnErrorKind::NoSuchForm));
        }
        let number = match (form, value) {
            (_, ColumnValue::Null) => return Err(fail(ColumnErrorKind::Null)),
            (ColumnForm::I64, ColumnValue::Int64(signed)) => u128::try_from(signed)
                .map_err(|_| fail(ColumnErrorKind::Invalid(crate::ParseError::negative(scheme))))?,
            (ColumnForm::I64Bits, ColumnValue::Int64(signed)) => signed.cast_unsigned().into(),
            (ColumnForm::I64Ordered, ColumnValue::Int64(signed)) => (signed.cast_unsigned() ^ HIGH_BIT).into(),
            (ColumnForm::U64, ColumnValue::Uint64(number)) => number.into(),
            (ColumnForm::Text, ColumnValue::Text(text) | ColumnValue::Blob(text)) => {
                return self.parse(without_padding(text)).map_err(|error| fail(ColumnErrorKind::Invalid(error)));
            }
            (ColumnForm::Bytes, ColumnValue::Blob(octets)) => return self.octets(octets, scheme.column_octets(), form),
            (ColumnForm::Uuid, ColumnValue::Blob(octets)) => return self.octets(octets, ByteOrder::Be, form),
            (ColumnForm::Uuid, ColumnValue::Uuid(octets)) => u128::from_be_bytes(octets),
            (_, other) => return Err(ColumnError::wrong_type(scheme, form, other.kind())),
        };
        scheme.check(number).map(|()| number).map_err(|error| fail(ColumnErrorKind::Invalid(error)))
    }

    fn octets(&self, octets: &[u8], order: ByteOrder, form: ColumnForm) -> Result<u128, ColumnError> {
        let fail = |fault| ColumnError::new(self.scheme(), form, fault);
        let read = self.read_octets(octets, order).ok_or_else(|| fail(ColumnErrorKind::NoSuchForm))?;
        read.map_err(|error| fail(ColumnErrorKind::Invalid(error)))
    }
}

/// A text without the blanks that columns of fixed width add.
fn without_padding(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [front @ .., b' '] = rest {
        rest = front;
    }
    rest
}
