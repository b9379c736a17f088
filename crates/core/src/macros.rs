//! The foreign traits that every id type has, written once.

/// Implements `Display`, `Debug`, `FromStr`, `TryFrom<&str>` and the way to the number for a type that implements [`Id`](crate::Id).
///
/// `id_impls!([L: SomeTrait] MyId<L>, "MyId", u64);` the brackets hold generic parameters and may be empty.
#[macro_export]
macro_rules! id_impls {
    ([$($generics:tt)*] $id:ty, $name:expr) => {
        $crate::__id_string!([$($generics)*] $id);
        $crate::__id_serde!([$($generics)*] $id);
        $crate::__id_arbitrary!([$($generics)*] $id);
        $crate::__id_proptest!([$($generics)*] $id);
        $crate::__id_schemars!([$($generics)*] $id);
        $crate::__id_utoipa!([$($generics)*] $id);
        $crate::__id_rand!([$($generics)*] $id);
        $crate::__id_sqlx!([$($generics)*] $id);
        $crate::__id_sqlx_postgres!([$($generics)*] $id);
        $crate::__id_tiberius!([$($generics)*] $id);

        /// The canonical text; honours width, fill and alignment.
        impl<$($generics)*> $crate::__private::core::fmt::Display for $id {
            fn fmt(&self, f: &mut $crate::__private::core::fmt::Formatter<'_>) -> $crate::__private::core::fmt::Result {
                $crate::__private::display(*self, f)
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

            #[inline]
            fn from_str(
                text: &$crate::__private::core::primitive::str,
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                <Self as $crate::Id>::parse_bytes(text.as_bytes())
            }
        }

        /// Reads strictly.
        impl<$($generics)*> $crate::__private::core::convert::TryFrom<&$crate::__private::core::primitive::str> for $id {
            type Error = $crate::ParseError;

            #[inline]
            fn try_from(
                text: &$crate::__private::core::primitive::str,
            ) -> $crate::__private::core::result::Result<Self, $crate::ParseError> {
                <Self as $crate::Id>::parse_bytes(text.as_bytes())
            }
        }
    };
    // Not for typed ids: their number's type is only known through the inner id, which coherence does not look through.
    ([$($generics:tt)*] $id:ty, $name:expr, $repr:ty) => {
        $crate::id_impls!([$($generics)*] $id, $name);

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

/// Implements the way to a `String`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_string {
    ([$($generics:tt)*] $id:ty) => {
        /// The canonical text, in less time than `to_string` takes.
        impl<$($generics)*> $crate::__private::core::convert::From<$id> for $crate::__private::String {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::__private::string(id)
            }
        }
    };
}

/// Implements nothing: the feature `alloc` is off.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_string {
    ($($anything:tt)*) => {};
}

/// Implements `Serialize` and `Deserialize`. Defined twice, since a `cfg` in the body of an exported macro would look at the features of its user.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_serde {
    ([$($generics:tt)*] $id:ty) => {
        /// Text in human-readable formats, the number or 16 octets in binary ones.
        impl<$($generics)*> $crate::__private::serde::Serialize for $id {
            fn serialize<S>(&self, serializer: S) -> $crate::__private::core::result::Result<S::Ok, S::Error>
            where
                S: $crate::__private::serde::Serializer,
            {
                $crate::forms::serialize(*self, serializer)
            }
        }

        /// Reads what `Serialize` writes, and decimal ids from numbers too.
        impl<'de, $($generics)*> $crate::__private::serde::Deserialize<'de> for $id {
            fn deserialize<D>(deserializer: D) -> $crate::__private::core::result::Result<Self, D::Error>
            where
                D: $crate::__private::serde::Deserializer<'de>,
            {
                $crate::forms::deserialize(deserializer)
            }
        }
    };
}

/// Implements nothing: the feature `serde` is off.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_serde {
    ($($anything:tt)*) => {};
}

/// Implements `arbitrary::Arbitrary`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "arbitrary")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_arbitrary {
    ([$($generics:tt)*] $id:ty) => {
        /// Makes valid ids only.
        impl<'a, $($generics)*> $crate::__private::arbitrary::Arbitrary<'a> for $id {
            fn arbitrary(
                data: &mut $crate::__private::arbitrary::Unstructured<'a>,
            ) -> $crate::__private::arbitrary::Result<Self> {
                let bits = $crate::__private::arbitrary::Arbitrary::arbitrary(data)?;
                $crate::__private::from_bits(bits)
                    .map_err(|_| $crate::__private::arbitrary::Error::IncorrectFormat)
            }

            fn size_hint(
                _depth: $crate::__private::core::primitive::usize,
            ) -> (
                $crate::__private::core::primitive::usize,
                $crate::__private::core::option::Option<$crate::__private::core::primitive::usize>,
            ) {
                (16, $crate::__private::core::option::Option::Some(16))
            }
        }
    };
}

/// Implements nothing: the feature `arbitrary` is off.
#[cfg(not(feature = "arbitrary"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_arbitrary {
    ($($anything:tt)*) => {};
}

/// Implements `proptest::arbitrary::Arbitrary`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "proptest")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_proptest {
    ([$($generics:tt)*] $id:ty) => {
        /// Makes valid ids only, and shrinks towards the smallest.
        impl<$($generics)*> $crate::__private::proptest::arbitrary::Arbitrary for $id {
            type Parameters = ();
            type Strategy = $crate::__private::AnyId<Self>;

            fn arbitrary_with(_: ()) -> Self::Strategy {
                $crate::__private::any_id()
            }
        }
    };
}

/// Implements nothing: the feature `proptest` is off.
#[cfg(not(feature = "proptest"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_proptest {
    ($($anything:tt)*) => {};
}

/// Implements `rand`'s `Distribution`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "rand")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_rand {
    ([$($generics:tt)*] $id:ty) => {
        /// Any valid id, its time too: for tests and samples. Ids that have to be unique come from a generator.
        impl<$($generics)*> $crate::__private::rand::distr::Distribution<$id> for $crate::__private::rand::distr::StandardUniform {
            fn sample<R>(&self, rng: &mut R) -> $id
            where
                R: $crate::__private::rand::Rng + ?$crate::__private::core::marker::Sized,
            {
                $crate::__private::random_id(rng)
            }
        }
    };
}

/// Implements nothing: the feature `rand` is off.
#[cfg(not(feature = "rand"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_rand {
    ($($anything:tt)*) => {};
}

/// Implements `schemars::JsonSchema`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_schemars {
    ([$($generics:tt)*] $id:ty) => {
        /// A string with the pattern of the canonical text, and an example. Readers may accept more: lower case, for one.
        impl<$($generics)*> $crate::__private::schemars::JsonSchema for $id {
            fn schema_name() -> $crate::__private::Cow<'static, $crate::__private::core::primitive::str> {
                $crate::__private::schema_name::<Self>()
            }

            fn schema_id() -> $crate::__private::Cow<'static, $crate::__private::core::primitive::str> {
                $crate::__private::schema_id::<Self>()
            }

            fn json_schema(
                _: &mut $crate::__private::schemars::SchemaGenerator,
            ) -> $crate::__private::schemars::Schema {
                $crate::__private::json_schema::<Self>()
            }
        }
    };
}

/// Implements nothing: the feature `schemars` is off.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_schemars {
    ($($anything:tt)*) => {};
}

/// Implements `utoipa::ToSchema`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "utoipa")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_utoipa {
    ([$($generics:tt)*] $id:ty) => {
        /// A string with the pattern of the canonical text, and an example. Readers may accept more: lower case, for one.
        impl<$($generics)*> $crate::__private::utoipa::PartialSchema for $id {
            fn schema() -> $crate::__private::utoipa::openapi::RefOr<$crate::__private::utoipa::openapi::schema::Schema> {
                $crate::__private::openapi_schema::<Self>()
            }
        }

        impl<$($generics)*> $crate::__private::utoipa::ToSchema for $id {
            fn name() -> $crate::__private::Cow<'static, $crate::__private::core::primitive::str> {
                $crate::__private::schema_name::<Self>()
            }
        }
    };
}

/// Implements nothing: the feature `utoipa` is off.
#[cfg(not(feature = "utoipa"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_utoipa {
    ($($anything:tt)*) => {};
}

/// Implements sqlx's `Type`, `Encode` and `Decode`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "sqlx")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_sqlx {
    ([$($generics:tt)*] $id:ty) => {
        $crate::__sqlx_impls!(
            [$($generics)*] $id, $id as <$id as $crate::column::Stored>::Form,
            |id| *id, $crate::__private::core::convert::identity
        );
    };
}

/// Implements nothing: the feature `sqlx` is off.
#[cfg(not(feature = "sqlx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_sqlx {
    ($($anything:tt)*) => {};
}

/// Implements sqlx's `Type`, `Encode` and `Decode` for a type that holds an id, in a column form.
#[cfg(feature = "sqlx")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_impls {
    ([$($generics:tt)*] $type:ty, $id:ty as $form:ty, |$value:ident| $out:expr, $in:expr) => {
        impl<DB, $($generics)*> $crate::__private::sqlx::Type<DB> for $type
        where
            DB: $crate::__private::sqlx::Database,
            $form: $crate::column::SqlForm<DB, $id>,
        {
            fn type_info() -> DB::TypeInfo {
                <$form as $crate::column::SqlForm<DB, $id>>::type_info()
            }

            // Every type, since `decode` looks at it too and its error says what would work.
            fn compatible(_: &DB::TypeInfo) -> $crate::__private::core::primitive::bool {
                true
            }
        }

        impl<'q, DB, $($generics)*> $crate::__private::sqlx::Encode<'q, DB> for $type
        where
            DB: $crate::__private::sqlx::Database,
            $form: $crate::column::SqlForm<DB, $id>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut DB::ArgumentBuffer,
            ) -> $crate::__private::core::result::Result<
                $crate::__private::sqlx::encode::IsNull,
                $crate::__private::sqlx::error::BoxDynError,
            > {
                let $value = self;
                <$form as $crate::column::SqlForm<DB, $id>>::encode($out, buffer)
            }

            fn produces(&self) -> $crate::__private::core::option::Option<DB::TypeInfo> {
                let $value = self;
                <$form as $crate::column::SqlForm<DB, $id>>::produces($out)
            }
        }

        impl<'r, DB, $($generics)*> $crate::__private::sqlx::Decode<'r, DB> for $type
        where
            DB: $crate::__private::sqlx::Database,
            $form: $crate::column::SqlForm<DB, $id>,
        {
            fn decode(
                value: DB::ValueRef<'r>,
            ) -> $crate::__private::core::result::Result<Self, $crate::__private::sqlx::error::BoxDynError> {
                $crate::__private::core::result::Result::map($crate::__private::decode::<DB, $id, $form>(value), $in)
            }
        }
    };
}

/// Implements `PgHasArrayType`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "sqlx-postgres")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_sqlx_postgres {
    ([$($generics:tt)*] $id:ty) => {
        // The higher-ranked bound is looked at only where the trait is used: there are no arrays of `AsU64`.
        impl<$($generics)*> $crate::__private::sqlx::postgres::PgHasArrayType for $id
        where
            for<'always> <$id as $crate::column::Stored>::Form: $crate::column::ArrayForm,
        {
            fn array_type_info() -> $crate::__private::sqlx::postgres::PgTypeInfo {
                $crate::__private::array_type_info::<<$id as $crate::column::Stored>::Form>()
            }

            fn array_compatible(
                ty: &$crate::__private::sqlx::postgres::PgTypeInfo,
            ) -> $crate::__private::core::primitive::bool {
                $crate::__private::array_compatible::<<$id as $crate::column::Stored>::Form>(ty)
            }
        }
    };
}

/// Implements nothing: the feature `sqlx-postgres` is off.
#[cfg(not(feature = "sqlx-postgres"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_sqlx_postgres {
    ($($anything:tt)*) => {};
}

/// Implements tiberius' `ToSql`, `IntoSql`, `FromSql` and `FromSqlOwned`; defined twice for the reason of `__id_serde`.
#[cfg(feature = "tiberius")]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_tiberius {
    ([$($generics:tt)*] $id:ty) => {
        $crate::__tiberius_impls!(
                [$($generics)*] [for<'always>] $id, $id as <$id as $crate::column::Stored>::Form,
            |id| *id, $crate::__private::core::convert::identity
        );
    };
}

/// Implements nothing: the feature `tiberius` is off.
#[cfg(not(feature = "tiberius"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __id_tiberius {
    ($($anything:tt)*) => {};
}

/// Implements tiberius' traits for a type that holds an id, in a column form.
#[cfg(feature = "tiberius")]
#[doc(hidden)]
#[macro_export]
macro_rules! __tiberius_impls {
    ([$($generics:tt)*] [$($bound:tt)*] $type:ty, $id:ty as $form:ty, |$value:ident| $out:expr, $in:expr) => {
        impl<$($generics)*> $crate::column::TdsColumn for $type
        where
            $($bound)* $form: $crate::column::TdsForm<$id>,
        {
            fn null() -> $crate::__private::tiberius::ColumnData<'static> {
                <$form as $crate::column::TdsForm<$id>>::null()
            }
        }

        impl<$($generics)*> $crate::__private::tiberius::ToSql for $type
        where
            $($bound)* $form: $crate::column::TdsForm<$id>,
        {
            fn to_sql(&self) -> $crate::__private::tiberius::ColumnData<'_> {
                let $value = self;
                $crate::__private::to_data::<$id, $form>($out)
            }
        }

        impl<'a, $($generics)*> $crate::__private::tiberius::IntoSql<'a> for $type
        where
            $($bound)* $form: $crate::column::TdsForm<$id>,
        {
            fn into_sql(self) -> $crate::__private::tiberius::ColumnData<'a> {
                let $value = &self;
                $crate::__private::to_data::<$id, $form>($out)
            }
        }

        impl<'a, $($generics)*> $crate::__private::tiberius::FromSql<'a> for $type
        where
            $($bound)* $form: $crate::column::TdsForm<$id>,
        {
            fn from_sql(
                value: &'a $crate::__private::tiberius::ColumnData<'static>,
            ) -> $crate::__private::tiberius::Result<$crate::__private::core::option::Option<Self>> {
                match $crate::__private::from_data::<$id, $form>(value) {
                    $crate::__private::core::result::Result::Ok(read) => $crate::__private::core::result::Result::Ok(
                        $crate::__private::core::option::Option::map(read, $in),
                    ),
                    $crate::__private::core::result::Result::Err(error) => {
                        $crate::__private::core::result::Result::Err(error)
                    }
                }
            }
        }

        impl<$($generics)*> $crate::__private::tiberius::FromSqlOwned for $type
        where
            $($bound)* $form: $crate::column::TdsForm<$id>,
        {
            fn from_sql_owned(
                value: $crate::__private::tiberius::ColumnData<'static>,
            ) -> $crate::__private::tiberius::Result<$crate::__private::core::option::Option<Self>> {
                <Self as $crate::__private::tiberius::FromSql<'_>>::from_sql(&value)
            }
        }
    };
}
