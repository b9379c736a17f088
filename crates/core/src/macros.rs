//! The foreign traits that every id type has, written once.

/// Implements `Display`, `Debug`, `FromStr`, `TryFrom<&str>` and the way to the number for a type that implements [`Id`](crate::Id).
///
/// `id_impls!([L: SomeTrait] MyId<L>, "MyId", u64);` the brackets hold generic parameters and may be empty.
#[macro_export]
macro_rules! id_impls {
    ([$($generics:tt)*] $id:ty, $name:literal, $repr:ty) => {
        /// The canonical text; honours width, fill and alignment.
        impl<$($generics)*> $crate::__private::core::fmt::Display for $id {
            fn fmt(&self, f: &mut $crate::__private::core::fmt::Formatter<'_>) -> $crate::__private::core::fmt::Result {
                f.pad(&$crate::Id::to_text(*self))
            }
        }

        impl<$($generics)*> $crate::__private::core::fmt::Debug for $id {
            fn fmt(&self, f: &mut $crate::__private::core::fmt::Formatter<'_>) -> $crate::__private::core::fmt::Result {
                f.write_str($name)?;
                f.write_str("(")?;
                f.write_str(&$crate::Id::to_text(*self))?;
                f.write_str(")")
            }
        }

        /// Reads strictly.
        impl<$($generics)*> $crate::__private::core::str::FromStr for $id {
            type Err = $crate::ParseError;

            fn from_str(
                text: &$crate::__private::core::primitive::str,
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                <Self as $crate::Id>::parse_bytes(text.as_bytes())
            }
        }

        /// Reads strictly.
        impl<$($generics)*> $crate::__private::core::convert::TryFrom<&$crate::__private::core::primitive::str> for $id {
            type Error = $crate::ParseError;

            fn try_from(
                text: &$crate::__private::core::primitive::str,
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                <Self as $crate::Id>::parse_bytes(text.as_bytes())
            }
        }

        /// The number.
        impl<$($generics)*> $crate::__private::core::convert::From<$id> for $repr {
            fn from(id: $id) -> Self {
                $crate::Id::to_repr(id)
            }
        }

        /// Checks the number and never masks it.
        impl<$($generics)*> $crate::__private::core::convert::TryFrom<$repr> for $id {
            type Error = $crate::ParseError;

            fn try_from(number: $repr) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                <Self as $crate::Id>::from_repr(number)
            }
        }
    };
}
