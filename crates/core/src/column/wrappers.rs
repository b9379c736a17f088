//! The forms as types, and ids in a form of one's own choice.

use super::ColumnForm;
use crate::id::Id;

mod sealed {
    pub trait Sealed {}
}

/// A column form as a type. Sealed.
pub trait FormType: sealed::Sealed + 'static {
    /// The form.
    const FORM: ColumnForm;
}

/// An id that knows its column form, so that it is bound and read as a column by itself.
///
/// Bare 64-bit ids are [`AsI64`], ULIDs and GUIDs are [`AsUuid`], GUIDs of kind `AsBinary` are [`AsBytes`]; a typed id is what its inner id is, or what its
/// declaration says (`stored as AsText`).
pub trait Stored: Id {
    /// The form.
    type Form: FormType;
}

macro_rules! forms {
    ($($(#[$about:meta])* $wrapper:ident, $form:ident;)*) => {
        /// The forms as types, for [`Stored`].
        pub mod form {
            $(
                #[doc = concat!("[`ColumnForm::", stringify!($form), "`](super::ColumnForm::", stringify!($form), ") as a type.")]
                #[derive(Clone, Copy, Debug)]
                pub struct $form;

                impl super::sealed::Sealed for $form {}

                impl super::FormType for $form {
                    const FORM: super::ColumnForm = super::ColumnForm::$form;
                }
            )*
        }

        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $wrapper<T>(
                /// The id.
                pub T,
            );

            impl<T> From<T> for $wrapper<T> {
                fn from(id: T) -> Self {
                    Self(id)
                }
            }
        )*
    };
}

forms! {
    /// A 64-bit id in a signed column (`BIGINT`), strictly: an id of 2^63 or more is refused, and so is a negative number.
    AsI64, I64;
    /// A 64-bit id in a signed column (`BIGINT`) in two's complement. The order is broken: ids from 2^63 on come first. For data that others wrote so.
    AsI64Bits, I64Bits;
    /// A 64-bit id in a signed column (`BIGINT`), less 2^63: every id fits and the order is kept, but the column does not show the id's number. Rows that were
    /// written as [`AsI64`] read as other ids in this form, without an error: it is for new columns, or after a migration.
    AsI64Ordered, I64Ordered;
    /// A 64-bit id in an unsigned column: MySQL's and MariaDB's `BIGINT UNSIGNED`.
    AsU64, U64;
    /// An id as its canonical text. Columns of fixed width may pad it with blanks.
    AsText, Text;
    /// An id as its 8 or 16 octets, most significant first; GUIDs in NET order, those of kind `AsBinary` in DN order.
    AsBytes, Bytes;
    /// A 128-bit id as a UUID: Postgres' `uuid`, 16 octets elsewhere; GUIDs in NET order.
    AsUuid, Uuid;
}
