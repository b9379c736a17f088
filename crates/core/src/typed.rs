//! Typed ids: structs of an application over the ids of a scheme.

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::string::String;

use crate::column::{FormType, Stored};
use crate::error::ParseError;
use crate::id::{Id, Repr as _};
use crate::layout::strip_prefix;
use crate::scheme::Scheme;
use crate::text::{Text, pad};

/// Reads the text of a typed id over `T`.
///
/// # Errors
/// `wrong_prefix`, or what `T` says, under the title of the typed id.
#[inline]
pub fn parse_typed<T: Id>(scheme: &'static Scheme, text: &[u8]) -> Result<T, ParseError> {
    let rest = strip_prefix(scheme, text)?;
    T::parse_bytes(rest).map_err(|error| error.typed(scheme, scheme.prefix().len()))
}

/// Checks that the ids of a declaration have its column form.
///
/// # Panics
/// Where they have not; in a constant that is a compile error.
pub const fn check_form<T: Stored>() {
    let fits = <T::Form as FormType>::FORM.applies_to(T::Repr::BITS);
    assert!(fits, "AsI64, AsI64Bits, AsI64Ordered and AsU64 are for 64-bit ids, AsUuid is for 128-bit ids");
}

/// Writes the text of a typed id over `T`.
#[inline]
#[must_use]
pub fn text_typed<T: Id>(scheme: &'static Scheme, id: T) -> Text {
    id.to_text().after(scheme.prefix())
}

/// Writes the text of a typed id over `T` into a buffer.
#[inline]
pub fn write_text_typed<'a, T: Id>(scheme: &'static Scheme, id: T, buffer: &'a mut [u8; Text::CAPACITY]) -> &'a str {
    if scheme.prefix().is_empty() { id.write_text(buffer) } else { text_typed(scheme, id).into_buffer(buffer) }
}

/// The same with what may follow.
#[inline]
pub fn write_wide_typed<'a, T: Id>(
    scheme: &'static Scheme,
    id: T,
    buffer: &'a mut [u8; Text::CAPACITY],
) -> (&'a str, usize) {
    if scheme.prefix().is_empty() {
        return id.write_wide(buffer);
    }
    let text = text_typed(scheme, id).into_buffer(buffer);
    (text, text.len())
}

/// Writes the text of an id with the width, fill and precision that are asked for.
///
/// # Errors
/// Those of the formatter.
#[inline]
pub fn display<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    pad(id.write_text(&mut [0; Text::CAPACITY]), f)
}

/// The text of an id on the heap.
#[cfg(feature = "alloc")]
#[inline]
#[must_use]
pub fn string<T: Id>(id: T) -> String {
    let mut buffer = [0; Text::CAPACITY];
    let (wide, length) = id.write_wide(&mut buffer);
    let mut string = String::from(wide);
    string.truncate(length);
    string
}

/// Declares a struct for the ids of one type of an application, over the ids of a scheme.
///
/// ```
/// use idspec_core::typed_id;
/// use idspec_ulid::Ulid;
///
/// typed_id! {
///     /// A customer.
///     pub struct CustomerId(Ulid);
/// }
///
/// typed_id! {
///     /// An order: `ord_…`.
///     pub struct OrderId(Ulid) prefix "ord_";
/// }
///
/// let customer: CustomerId = "01HTQW311N1KR5G0Y75M3EF00H".parse()?;
/// assert_eq!(format!("{customer:?}"), "CustomerId(01HTQW311N1KR5G0Y75M3EF00H)");
/// let order = OrderId::new(customer.inner());
/// assert_eq!(order.to_string(), "ord_01HTQW311N1KR5G0Y75M3EF00H");
/// let error = "01HTQW311N1KR5G0Y75M3EF00H".parse::<OrderId>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid OrderId: wrong prefix, expected `ord_` and 26 letters");
/// # Ok::<(), idspec_core::ParseError>(())
/// ```
///
/// The struct has everything that an id has: it implements [`Id`], and [`Timestamped`](crate::Timestamped) and
/// [`TimeOrdered`](crate::TimeOrdered) where the inner id does. It is wrapped explicitly by `new` and turns into the inner id by `inner` or `From`. Two typed
/// ids neither compare nor convert:
///
/// ```
/// # idspec_core::typed_id! { struct CustomerId(idspec_ulid::Ulid); }
/// # idspec_core::typed_id! { struct OrderId(idspec_ulid::Ulid); }
/// fn same(a: CustomerId, b: CustomerId) -> bool { a == b }
/// ```
/// ```compile_fail,E0308
/// # idspec_core::typed_id! { struct CustomerId(idspec_ulid::Ulid); }
/// # idspec_core::typed_id! { struct OrderId(idspec_ulid::Ulid); }
/// fn same(a: CustomerId, b: OrderId) -> bool { a == b }
/// ```
/// ```
/// # idspec_core::typed_id! { struct CustomerId(idspec_ulid::Ulid); }
/// fn wrap(inner: idspec_ulid::Ulid) -> CustomerId { CustomerId::new(inner) }
/// ```
/// ```compile_fail,E0308
/// # idspec_core::typed_id! { struct CustomerId(idspec_ulid::Ulid); }
/// fn wrap(inner: idspec_ulid::Ulid) -> CustomerId { inner.into() }
/// ```
///
/// `stored as` gives the type a column form other than that of the inner id, see [`column`](crate::column); after the prefix, where there is one:
///
/// ```
/// # use idspec_core::typed_id;
/// # use idspec_ulid::Ulid;
/// typed_id! {
///     /// Stored as text with its prefix.
///     pub struct InvoiceId(Ulid) prefix "inv_" stored as AsText;
/// }
/// ```
/// ```compile_fail
/// # use idspec_core::typed_id;
/// # use idspec_ulid::Ulid;
/// typed_id! {
///     /// There is no such form.
///     pub struct InvoiceId(Ulid) prefix "inv_" stored as AsTxt;
/// }
/// ```
/// ```compile_fail,E0080
/// # use idspec_core::typed_id;
/// # use idspec_ulid::Ulid;
/// typed_id! {
///     /// 128 bits do not fit.
///     pub struct InvoiceId(Ulid) prefix "inv_" stored as AsU64;
/// }
/// ```
///
/// A prefix is lower-case letters, digits and `_`, begins with a letter and ends with `_`; another one does not compile. It is part of every text, and
/// of no number. Doc comments, attributes and visibility pass through to the struct.
#[macro_export]
macro_rules! typed_id {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($inner:ty);) => {
        $crate::typed_id! { @ $(#[$attribute])* $visibility struct $name($inner) "", <$inner as $crate::column::Stored>::Form }
    };
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($inner:ty) prefix $prefix:literal;) => {
        $crate::typed_id! { @ $(#[$attribute])* $visibility struct $name($inner) $prefix, <$inner as $crate::column::Stored>::Form }
    };
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($inner:ty) stored as $form:ident;) => {
        $crate::typed_id! { @ $(#[$attribute])* $visibility struct $name($inner) "", $crate::__form!($form) }
    };
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($inner:ty) prefix $prefix:literal stored as $form:ident;) => {
        $crate::typed_id! { @ $(#[$attribute])* $visibility struct $name($inner) $prefix, $crate::__form!($form) }
    };
    (@ $(#[$attribute:meta])* $visibility:vis struct $name:ident($inner:ty) $prefix:literal, $form:ty) => {
        $(#[$attribute])*
        #[derive(
            $crate::__private::core::clone::Clone,
            $crate::__private::core::marker::Copy,
            $crate::__private::core::cmp::PartialEq,
            $crate::__private::core::cmp::Eq,
            $crate::__private::core::cmp::PartialOrd,
            $crate::__private::core::cmp::Ord,
            $crate::__private::core::hash::Hash,
        )]
        $visibility struct $name($inner);

        #[allow(dead_code, reason = "not every type uses every method")]
        impl $name {
            /// The typed id of an id of the scheme.
            #[must_use]
            $visibility const fn new(inner: $inner) -> Self {
                Self(inner)
            }

            /// The id of the scheme.
            #[must_use]
            $visibility const fn inner(self) -> $inner {
                self.0
            }
        }

        $crate::__generated! { $visibility $name($inner) }

        impl $crate::Id for $name {
            type Repr = <$inner as $crate::Id>::Repr;
            const SCHEME: &'static $crate::Scheme =
                &<$inner as $crate::Id>::SCHEME.typed($crate::__private::core::stringify!($name), $prefix);
            const LAYOUT: $crate::Layout =
                <$inner as $crate::Id>::LAYOUT.typed(<Self as $crate::Id>::SCHEME);

            fn from_repr(
                number: Self::Repr,
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                match <$inner as $crate::Id>::from_repr(number) {
                    $crate::__private::core::result::Result::Ok(inner) => {
                        $crate::__private::core::result::Result::Ok(Self(inner))
                    }
                    $crate::__private::core::result::Result::Err(error) => {
                        $crate::__private::core::result::Result::Err(error.typed(<Self as $crate::Id>::SCHEME, 0))
                    }
                }
            }

            fn to_repr(self) -> Self::Repr {
                <$inner as $crate::Id>::to_repr(self.0)
            }

            #[inline]
            fn parse_bytes(
                text: &[$crate::__private::core::primitive::u8],
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                match $crate::__private::parse_typed::<$inner>(<Self as $crate::Id>::SCHEME, text) {
                    $crate::__private::core::result::Result::Ok(inner) => {
                        $crate::__private::core::result::Result::Ok(Self(inner))
                    }
                    $crate::__private::core::result::Result::Err(error) => {
                        $crate::__private::core::result::Result::Err(error)
                    }
                }
            }

            #[inline]
            fn to_text(self) -> $crate::text::Text {
                $crate::__private::text_typed(<Self as $crate::Id>::SCHEME, self.0)
            }

            #[inline]
            fn write_text(
                self,
                buffer: &mut [$crate::__private::core::primitive::u8; $crate::text::Text::CAPACITY],
            ) -> &$crate::__private::core::primitive::str {
                $crate::__private::write_text_typed(<Self as $crate::Id>::SCHEME, self.0, buffer)
            }

            #[inline]
            fn write_wide(
                self,
                buffer: &mut [$crate::__private::core::primitive::u8; $crate::text::Text::CAPACITY],
            ) -> (&$crate::__private::core::primitive::str, $crate::__private::core::primitive::usize) {
                $crate::__private::write_wide_typed(<Self as $crate::Id>::SCHEME, self.0, buffer)
            }
        }

        impl $crate::column::Stored for $name {
            type Form = $form;
        }

        const _: () = $crate::__private::check_form::<$name>();

        // The higher-ranked bound is looked at only where the trait is used, so that ids without a time may be wrapped too.
        impl $crate::Timestamped for $name
        where
            for<'always> $inner: $crate::Timestamped,
        {
            fn timestamp(self) -> $crate::Timestamp {
                <$inner as $crate::Timestamped>::timestamp(self.0)
            }
        }

        impl $crate::TimeOrdered for $name where for<'always> $inner: $crate::TimeOrdered {}

        impl $crate::__private::core::convert::From<$name> for $inner {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        $crate::id_impls!([] $name, $crate::__private::core::stringify!($name));
    };
}

/// The type of a column form that a declaration names.
#[doc(hidden)]
#[macro_export]
macro_rules! __form {
    (AsI64) => { $crate::column::form::I64 };
    (AsI64Bits) => { $crate::column::form::I64Bits };
    (AsI64Ordered) => { $crate::column::form::I64Ordered };
    (AsU64) => { $crate::column::form::U64 };
    (AsText) => { $crate::column::form::Text };
    (AsBytes) => { $crate::column::form::Bytes };
    (AsUuid) => { $crate::column::form::Uuid };
    ($other:ident) => {
        $crate::__private::core::compile_error!(
            "the column forms are AsI64, AsI64Bits, AsI64Ordered, AsU64 (64 bits), AsUuid (128 bits), AsText and AsBytes"
        )
    };
}

/// How new typed ids come to be; defined twice for the reason of `__id_serde`.
#[cfg(feature = "generate")]
#[doc(hidden)]
#[macro_export]
macro_rules! __generated {
    ($visibility:vis $name:ident($inner:ty)) => {
        #[allow(dead_code, reason = "not every type uses every method")]
        impl $name {
            /// A new id of this type, at once, from whatever gives ids of the scheme.
            ///
            /// # Errors
            /// What that says; nothing has changed then.
            $visibility fn generate(
                from: &(impl $crate::generate::Generates<$inner> + ?$crate::__private::core::marker::Sized),
            ) -> $crate::__private::core::result::Result<Self, $crate::generate::GenerateError> {
                match $crate::generate::Generates::try_next(from) {
                    $crate::__private::core::result::Result::Ok(inner) => {
                        $crate::__private::core::result::Result::Ok(Self(inner))
                    }
                    $crate::__private::core::result::Result::Err(error) => {
                        $crate::__private::core::result::Result::Err(error)
                    }
                }
            }
        }
    };
}

/// Declares nothing: the feature `generate` is off.
#[cfg(not(feature = "generate"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __generated {
    ($($anything:tt)*) => {};
}
