//! Any id through text, octets, JSON and postcard and back; and any octets as JSON and postcard, where what is read is written and read again.
//!
//! The input is 16 octets for an id, then octets that choose the case of each letter.

use arbitrary::{Arbitrary, Unstructured};
use idspec::base::{ByteOrder, Form};
use idspec::{Id, Layout, Scheme};
use idspec_conformance::laws;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::number;

/// The tables of a scheme: text and octets of every number that is an id.
pub fn tables(schemes: &[&'static Scheme], data: &[u8]) {
    let Some((number, choices)) = number(data) else { return };
    for scheme in schemes {
        let layout = Layout::of(scheme);
        let number = number >> (128 - 8 * scheme.octets());
        let checked = scheme.check(number);
        for byte_order in scheme.byte_orders() {
            let mut octets = [0; 16];
            let Some(count) = layout.write_octets(number, *byte_order, &mut octets) else { continue };
            let read = layout.read_octets(&octets[..count], *byte_order);
            assert_eq!(read, Some(checked.map(|()| number)), "{scheme} {byte_order:?}");
        }
        let Some(text) = layout.text(number) else { continue };
        let read = layout.parse(text.as_bytes());
        match checked {
            Ok(()) => assert_eq!(read, Ok(number), "{scheme} {text}"),
            Err(error) => assert_eq!(read.map_err(|error| error.code()), Err(error.code()), "{scheme} {text}"),
        }
        assert_eq!(layout.parse(&in_some_case(&text, choices)), read, "{scheme} {text}");
    }
}

/// A type.
pub fn id<T: Id + Serialize + DeserializeOwned + for<'a> Arbitrary<'a>>(data: &[u8]) {
    read_again::<T>(data);
    let Some((number, _)) = number(data) else { return };
    // Any number is an id or is not one, whichever way it comes.
    let count = T::SCHEME.octets();
    let narrowed = |bits: usize| T::Repr::try_from(number >> (128 - bits)).ok().map(T::from_repr);
    let read = T::LAYOUT.read_octets(&data[..count], ByteOrder::Be);
    assert_eq!(narrowed(8 * count).map(|id| id.map(|id| id.to_repr().into())), read);
    let whole = narrowed(8 * size_of::<T::Repr>()).and_then(Result::ok);
    // Where hardly any number is an id, the nearest one is taken as well.
    let made = Unstructured::new(data).arbitrary::<T>().ok();
    for id in [whole, made].into_iter().flatten() {
        comes_back(id);
    }
}

/// An id through everything that it can be.
fn comes_back<T: Id + Serialize + DeserializeOwned>(id: T) {
    laws::comes_back(id);
    let text = id.to_string();
    assert_eq!(*id.to_text(), *text);
    assert_eq!(id.write_text(&mut [0xff; 64]), text);
    assert_eq!(id.to_form(Form::Canonical).map(String::from).as_ref(), Some(&text));

    let json = serde_json::to_string(&id).expect("ids are JSON");
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(serde_json::from_str::<T>(&json).ok(), Some(id));
    assert_eq!(serde_json::from_slice::<T>(json.as_bytes()).ok(), Some(id));
    assert_eq!(serde_json::from_value::<T>(serde_json::Value::String(text.clone())).ok(), Some(id));
    let number: u128 = id.to_repr().into();
    let from_number = serde_json::from_str::<T>(&number.to_string()).ok();
    assert_eq!(from_number, T::SCHEME.reads_numbers().then_some(id));

    let octets = postcard::to_stdvec(&id).expect("ids are octets");
    assert_eq!(postcard::from_bytes::<T>(&octets).ok(), Some(id));
    // Nothing is read of an id that is cut off.
    assert_eq!(postcard::from_bytes::<T>(&octets[..octets.len() - 1]).ok(), None);
}

/// What is read of any octets is an id like others.
fn read_again<T: Id + Serialize + DeserializeOwned>(data: &[u8]) {
    let read = [serde_json::from_slice::<T>(data).ok(), postcard::from_bytes::<T>(data).ok()];
    for id in read.into_iter().flatten() {
        comes_back(id);
    }
}

/// A text with the case of each letter chosen by a bit.
fn in_some_case(text: &str, choices: &[u8]) -> Vec<u8> {
    let upper = |place: usize| choices.get(place / 8).is_some_and(|bits| bits >> (place % 8) & 1 == 1);
    let chosen = |(place, octet): (usize, u8)| {
        if upper(place) { octet.to_ascii_uppercase() } else { octet.to_ascii_lowercase() }
    };
    text.bytes().enumerate().map(chosen).collect()
}
