//! What JSON Schema and `OpenAPI` documents say of an id: a string with a pattern and an example.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use crate::field::{Role, Unit};
use crate::generated::from_fields;
use crate::id::Id;
use crate::scheme::Scheme;
use crate::time::Timestamp;

/// The time of examples: 2024-01-01T00:00:00Z, in seconds since 1970.
const EXAMPLE_TIME: i64 = 1_704_067_200;

/// The title without what component names must not have: `sequential GUID (AsString)` is `SequentialGUIDAsString`.
#[must_use]
pub fn schema_name<T: Id>() -> Cow<'static, str> {
    let words = T::SCHEME.title().split(|letter: char| !letter.is_ascii_alphanumeric());
    let capital = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        [&first.to_ascii_uppercase(), rest].concat()
    };
    Cow::Owned(words.map(capital).collect())
}

/// What tells two types of one name apart.
#[cfg(feature = "schemars")]
#[must_use]
pub fn schema_id<T: Id>() -> Cow<'static, str> {
    Cow::Borrowed(core::any::type_name::<T>())
}

/// The regular expression of the canonical text.
fn pattern(scheme: &Scheme) -> String {
    format!("^{}{}$", scheme.prefix(), scheme.codec().pattern)
}

/// The text of an id of 2024 whose other fields are 1.
fn example<T: Id>() -> Option<String> {
    let id: T = from_fields(|field| match field.role() {
        Role::Time(unit) => stored_time(unit, T::LAYOUT.epoch_ms()).min(field.max_stored()),
        _ => 1,
    })
    .ok()?;
    Some(id.to_text().to_string())
}

/// The stored value of the time of examples, or zero for a later epoch.
fn stored_time(unit: Unit, epoch_ms: i64) -> u128 {
    let time = Timestamp::from_unix_seconds(EXAMPLE_TIME).unwrap_or(Timestamp::UNIX_EPOCH);
    let relative = i128::from(time.hundred_ns()).saturating_sub(unit.origin(epoch_ms));
    let whole = relative.checked_div(i128::from(unit.hundred_ns()));
    whole.and_then(|whole| u128::try_from(whole).ok()).unwrap_or(0)
}

/// The JSON schema of an id.
#[cfg(feature = "schemars")]
#[must_use]
pub fn json_schema<T: Id>() -> schemars::Schema {
    let mut schema = schemars::json_schema!({ "type": "string", "pattern": pattern(T::SCHEME) });
    if let Some(example) = example::<T>() {
        schema.insert("examples".to_string(), [example].as_slice().into());
    }
    schema
}

/// The `OpenAPI` schema of an id.
#[cfg(feature = "utoipa")]
#[must_use]
pub fn openapi_schema<T: Id>() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
    use utoipa::openapi::schema::{ObjectBuilder, Type};
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern(T::SCHEME))).examples(example::<T>()).into()
}
