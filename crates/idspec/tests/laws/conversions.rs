//! Ids as other types, and back.

use std::fmt::Debug;

use idspec::base::Form;
use idspec::{Bigint, Id, ParseError, Timestamped, forms};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::draws::Draw;

/// Text by every way that there is.
pub(crate) fn text<T>(id: T)
where
    T: Id + for<'a> TryFrom<&'a str, Error = ParseError>,
    String: From<T>,
{
    let text = id.to_string();
    assert_eq!(id.to_text().as_str(), text);
    assert_eq!(String::from(id), text);
    assert_eq!(id.write_text(&mut [0xff; 64]), text);
    let mut buffer = [0xff; 64];
    let (wide, length) = id.write_wide(&mut buffer);
    assert_eq!(&wide[..length], text);
    assert_eq!(id.to_form(Form::Canonical), Some(id.to_text()));
    assert_eq!(text.parse(), Ok(id));
    assert_eq!(T::try_from(text.as_str()), Ok(id));
    assert_eq!(T::parse_bytes(text.as_bytes()), Ok(id));
    let debug = format!("{id:?}");
    assert!(debug.ends_with(&format!("({text})")), "{debug}");
}

/// A typed id is its inner one, with the prefix before its text and in the same order.
pub(crate) fn typed<T, N>(id: T, new: fn(T) -> N, inner: fn(N) -> T, prefix: &str)
where
    T: Id + From<N>,
    N: Id<Repr = T::Repr>,
{
    let typed = new(id);
    assert_eq!((inner(typed), T::from(typed)), (id, id));
    assert_eq!(typed.to_repr(), id.to_repr());
    assert_eq!(N::from_repr(id.to_repr()), Ok(typed));
    assert_eq!(typed.to_string(), format!("{prefix}{id}"));
    let bare = N::parse_bytes(id.to_string().as_bytes());
    let fault = bare.as_ref().err().map(|error| error.code().as_str());
    if prefix.is_empty() {
        assert_eq!(bare, Ok(typed));
    } else {
        assert_eq!(fault, Some("wrong_prefix"));
    }
    for form in Form::ALL.into_iter().filter(|form| *form != Form::Canonical) {
        assert_eq!(typed.to_form(form), id.to_form(form));
    }
}

/// Any number of the type's width is its id, or is refused for the reason that the table gives; nothing is masked.
pub(crate) fn number<T>(bits: u128)
where
    T: Id + TryFrom<T::Repr, Error = ParseError> + Into<T::Repr>,
{
    let Ok(number) = T::Repr::try_from(bits) else { return };
    let checked = T::SCHEME.check(bits).map(|()| number);
    assert_eq!(T::from_repr(number).map(Id::to_repr), checked);
    assert_eq!(T::try_from(number).map(|id| -> T::Repr { id.into() }), checked);
}

/// Signed numbers: the strict pair keeps the number or refuses it, the other keeps the bits.
pub(crate) fn signed<T: Bigint>(bits: u128) {
    let [.., a, b, c, d, e, f, g, h] = bits.to_be_bytes();
    let bits = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
    let signed = i64::from_be_bytes(bits.to_be_bytes());
    let id = T::from_repr(bits);
    assert_eq!(T::from_i64_bits(signed), id);
    match id {
        Ok(id) if signed >= 0 => {
            assert_eq!((id.to_i64(), id.to_i64_bits()), (Ok(signed), signed));
            assert_eq!(T::from_i64(signed), Ok(id));
        }
        Ok(id) => {
            assert_eq!(id.to_i64_bits(), signed);
            assert_eq!(id.to_i64().unwrap_err().field(), "number");
            assert_eq!(T::from_i64(signed).unwrap_err().code().as_str(), "out_of_range");
        }
        Err(_) => assert!(T::from_i64(signed).is_err()),
    }
}

/// A UUID of the same 16 octets.
pub(crate) fn uuid<T>(bits: u128)
where
    T: Id<Repr = u128> + TryFrom<Uuid> + Into<Uuid>,
{
    let uuid = Uuid::from_u128(bits);
    let id = T::try_from(uuid).ok();
    assert_eq!(id, T::from_repr(bits).ok());
    if let Some(id) = id {
        let back: Uuid = id.into();
        assert_eq!(back, uuid);
        assert_eq!(back.as_u128(), id.to_repr());
    }
}

/// The instant is that of the layout.
pub(crate) fn time<T: Timestamped>(ids: &[T]) {
    for id in ids {
        assert_eq!(Some(id.timestamp()), T::LAYOUT.timestamp(id.to_repr().into()));
    }
}

/// The reader for constants reads what the fast one reads, and says the same of what it does not.
pub(crate) fn constant<T: Id>(draw: &Draw, parse: fn(&str) -> Result<T, ParseError>) {
    for text in draw.texts::<T>() {
        if let Ok(text) = str::from_utf8(&text) {
            assert_eq!(parse(text), T::parse_bytes(text.as_bytes()), "{text:?}");
        }
    }
}

/// A field in a form of its own.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Id")]
struct Forms<T> {
    #[serde(with = "forms::as_text")]
    text: T,
    #[serde(with = "forms::as_bytes")]
    bytes: T,
    #[serde(with = "forms::as_bytes::option")]
    maybe: Option<T>,
}

/// The same for 64 bits, which have a number.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "T: Id<Repr = u64>")]
struct Numbers<T> {
    #[serde(with = "forms::as_number")]
    number: T,
    #[serde(with = "forms::as_number::option")]
    maybe: Option<T>,
}

/// Text in JSON, the number or 16 octets in postcard, and each form where it is asked for.
pub(crate) fn serde<T: Id + Serialize + DeserializeOwned>(id: T) {
    let json = format!("\"{id}\"");
    assert_eq!(serde_json::to_string(&id).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), id);
    let binary = postcard::to_stdvec(&id).unwrap();
    assert_eq!(postcard::from_bytes::<T>(&binary).unwrap(), id);
    let number: u128 = id.to_repr().into();
    match u64::try_from(number) {
        Ok(number) if T::SCHEME.bits() == 64 => assert_eq!(binary, postcard::to_stdvec(&number).unwrap()),
        _ => assert_eq!((binary[0], &binary[1..]), (16, &number.to_be_bytes()[..])),
    }
    through(&Forms { text: id, bytes: id, maybe: Some(id) });
    through(&Forms { text: id, bytes: id, maybe: None });
}

/// The number as a number.
pub(crate) fn numbers_in_serde<T: Id<Repr = u64>>(id: T) {
    through(&Numbers { number: id, maybe: Some(id) });
    let json = serde_json::to_value(Numbers { number: id, maybe: None }).unwrap();
    assert_eq!(json, serde_json::json!({"number": id.to_repr(), "maybe": null}));
}

fn through<V: Serialize + DeserializeOwned + PartialEq + Debug>(value: &V) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<V>(&json).unwrap(), value, "{json}");
    let binary = postcard::to_stdvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<V>(&binary).unwrap(), value, "{binary:?}");
}
