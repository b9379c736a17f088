//! A field of a JSON object, as it is written: a number is never read as a double.

use std::collections::HashMap;

use serde_json::value::RawValue;

/// What is at a path of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A text or a number, with the place of its first octet.
    Text(String, usize),
    /// Nothing, or nothing that is an id: why.
    Nothing(String),
}

/// What is at the end of a path.
pub fn find(line: &[u8], path: &[String]) -> Found {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => return Found::Nothing(format!("not UTF-8 at octet {}", error.valid_up_to().saturating_add(1))),
    };
    match walk(text, path) {
        Ok(found) => found,
        Err(error) => Found::Nothing(format!("not JSON: {error}")),
    }
}

fn walk(document: &str, path: &[String]) -> serde_json::Result<Found> {
    let mut value: &RawValue = serde_json::from_str(document)?;
    for name in path {
        let inner = match value.get().as_bytes().first() {
            Some(b'{') => serde_json::from_str::<HashMap<String, &RawValue>>(value.get())?.remove(name),
            Some(b'[') => {
                let all = serde_json::from_str::<Vec<&RawValue>>(value.get())?;
                name.parse::<usize>().ok().and_then(|place| all.get(place).copied())
            }
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => return Ok(Found::Nothing(format!("no field {name}"))),
        }
    }
    let place = value.get().as_ptr().addr().saturating_sub(document.as_ptr().addr());
    Ok(match value.get().as_bytes().first() {
        Some(b'"') => Found::Text(serde_json::from_str(value.get())?, place.saturating_add(1)),
        Some(b'-' | b'0'..=b'9') => Found::Text(value.get().to_owned(), place),
        Some(b'n') => Found::Nothing("the field is null".to_owned()),
        Some(b't' | b'f') => Found::Nothing("the field is true or false, no id".to_owned()),
        _ => Found::Nothing("the field is an object or an array, no id; name one in it with a dot".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: &[u8], path: &str) -> Found {
        find(line, &path.split('.').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_stay_as_they_are_written() {
        let line = br#"{"a": {"b": [1, 1776266104373063681, 18446744073709551616.0]}, "s": "x\u0041"}"#;
        assert_eq!(at(line, "a.b.1"), Found::Text("1776266104373063681".to_owned(), 16));
        assert_eq!(at(line, "a.b.2"), Found::Text("18446744073709551616.0".to_owned(), 37));
        assert_eq!(at(line, "s"), Found::Text("xA".to_owned(), 69));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let nothing = |why: &str| Found::Nothing(why.to_owned());
        assert_eq!(at(br#"{"a": null, "t": true, "o": {}}"#, "a"), nothing("the field is null"));
        assert_eq!(at(br#"{"t": true}"#, "t"), nothing("the field is true or false, no id"));
        assert_eq!(
            at(br#"{"o": {}}"#, "o"),
            nothing("the field is an object or an array, no id; name one in it with a dot")
        );
        assert_eq!(at(br#"{"o": {}}"#, "o.x"), nothing("no field x"));
        assert_eq!(at(br#"[1]"#, "1"), nothing("no field 1"));
        assert_eq!(at(b"{\"a\": \"\xff\"}", "a"), nothing("not UTF-8 at octet 8"));
        assert_eq!(at(b"{\"a\"", "a"), nothing("not JSON: EOF while parsing an object at line 1 column 4"));
    }
}
