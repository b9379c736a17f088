//! The protocol loop of `idspec-adapter/1`: JSON lines on standard input and output, standard error is a log.
//!
//! The protocol is described in `vectors/README.md`, its lines in `vectors/schema/adapter.schema.json`.

pub mod generate;

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

/// Why an operation has no result.
#[derive(Debug)]
pub enum Failure {
    /// The implementation's documented rejection: a word of `vectors/errors.json`, and the field that is to blame.
    Rejected(&'static str, Option<&'static str>),
    /// The implementation does not offer this.
    Unsupported(String),
    /// The case could not be answered.
    Fault(String),
}

impl Failure {
    /// The same from an implementation that does not tell its reasons (`codes` is false).
    fn untold(self) -> Self {
        match self {
            Self::Rejected(..) => rejected("format"),
            other => other,
        }
    }
}

/// What stands in `ok`, or why there is nothing.
pub type Answer = Result<Value, Failure>;

/// A rejection without a field.
#[must_use]
pub fn rejected(code: &'static str) -> Failure {
    Failure::Rejected(code, None)
}

/// There is no such thing in the implementation.
#[must_use]
pub fn no(what: &str, which: &str) -> Failure {
    Failure::Unsupported(format!("no {what} {which}"))
}

/// The `in` of a case.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a>(&'a Value);

impl<'a> Input<'a> {
    /// A member that is a string, if it is there.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A member that is a string.
    ///
    /// # Errors
    /// A fault where it is missing.
    pub fn str(self, name: &str) -> Result<&'a str, Failure> {
        self.get(name).ok_or_else(|| Failure::Fault(format!("`{name}` is no string")))
    }

    /// A member that is an object; an empty one where it is missing.
    #[must_use]
    pub fn object(self, name: &str) -> Self {
        Input(self.0.get(name).unwrap_or(&Value::Null))
    }

    /// Whether there is such a member.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        self.0.get(name).is_some()
    }

    /// The members of a list; none where it is missing.
    pub fn list(self, name: &str) -> impl Iterator<Item = Self> {
        self.0.get(name).and_then(Value::as_array).into_iter().flatten().map(Input)
    }

    /// The octets of a member that is hexadecimal.
    ///
    /// # Errors
    /// A fault where it is missing or not hexadecimal.
    pub fn octets(self, name: &str) -> Result<Vec<u8>, Failure> {
        from_hex(self.str(name)?)
    }

    /// The octets of a member that is an id of `N` octets.
    ///
    /// # Errors
    /// A fault where it is anything else.
    pub fn id<const N: usize>(self, name: &str) -> Result<[u8; N], Failure> {
        self.octets(name)?.try_into().map_err(|_| Failure::Fault(format!("`{name}` is no id")))
    }

    /// The octets of the text, which need not be UTF-8.
    ///
    /// # Errors
    /// A fault where there is neither `text` nor `utf8_hex`.
    pub fn text_octets(self) -> Result<Vec<u8>, Failure> {
        self.get("text").map_or_else(|| self.octets("utf8_hex"), |text| Ok(text.as_bytes().to_vec()))
    }

    /// The text. A `str` cannot hold ill-formed UTF-8, so whoever decodes the octets rejects them.
    ///
    /// # Errors
    /// `character` for octets that are no UTF-8, a fault where there is neither `text` nor `utf8_hex`.
    pub fn text(self) -> Result<String, Failure> {
        String::from_utf8(self.text_octets()?).map_err(|_| rejected("character"))
    }

    /// The value of a field as the integer type that the implementation takes, after `origin` is taken off.
    ///
    /// # Errors
    /// `out_of_range` for a value that the type cannot hold: with such a one the implementation cannot be called.
    pub fn field<T: TryFrom<i128>>(self, name: &'static str, origin: i128) -> Result<T, Failure> {
        let value: i128 = self.str(name)?.parse().map_err(|_| Failure::Fault(format!("`{name}` is no integer")))?;
        T::try_from(value - origin).map_err(|_| Failure::Rejected("out_of_range", Some(name)))
    }

    /// Sorts `ids` with the order of `T`.
    ///
    /// # Errors
    /// A fault where `ids` is missing or holds something that `read` does not take.
    pub fn sorted<T: Ord, const N: usize>(self, read: fn([u8; N]) -> T, write: fn(&T) -> String) -> Answer {
        let ids = self.0.get("ids").and_then(Value::as_array).ok_or_else(|| Failure::Fault("no `ids`".to_owned()))?;
        let octets = |id: &Value| -> Option<[u8; N]> { from_hex(id.as_str()?).ok()?.try_into().ok() };
        let read = ids.iter().map(|id| octets(id).map(read)).collect::<Option<Vec<T>>>();
        let mut read = read.ok_or_else(|| Failure::Fault("`ids` holds no ids".to_owned()))?;
        read.sort();
        Ok(json!({ "sorted": read.iter().map(write).collect::<Vec<_>>() }))
    }
}

/// Lower-case hexadecimal.
#[must_use]
pub fn to_hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

fn from_hex(digits: &str) -> Result<Vec<u8>, Failure> {
    let fault = || Failure::Fault(format!("not hexadecimal octets: {digits}"));
    let nibble = |digit: &u8| char::from(*digit).to_digit(16).and_then(|nibble| u8::try_from(nibble).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some((nibble(high)? << 4) | nibble(low)?),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(pair).collect::<Option<_>>().ok_or_else(fault)
}

/// Answers commands until `bye` or the end of the input.
///
/// `implementation` is hello's member of that name without `language` and `runtime`; `schemes` is hello's, in which
/// `inject` and `selectable` may be missing; `run` gets a scheme and an operation that `schemes` names, and the input of a case.
///
/// # Errors
/// Those of standard input and output.
pub fn serve(
    adapter: &str,
    mut implementation: Value,
    mut schemes: Value,
    run: impl Fn(&str, &str, Input<'_>) -> Answer,
) -> io::Result<()> {
    implementation["language"] = json!("Rust");
    implementation["runtime"] = json!(format!("native, {}", std::env::consts::ARCH));
    for abilities in schemes.as_object_mut().into_iter().flat_map(|schemes| schemes.values_mut()) {
        for member in ["inject", "selectable"] {
            if abilities[member].is_null() {
                abilities[member] = json!([]);
            }
        }
    }
    let hello = json!({
        "protocol": 1,
        "adapter": { "name": format!("idspec-adapter-{adapter}"), "version": env!("CARGO_PKG_VERSION") },
        "implementation": implementation,
        "schemes": schemes,
    });
    let mut output = io::stdout().lock();
    // Octets and not `lines`: a line that is not UTF-8 is no command, and no reason to end.
    for line in io::stdin().lock().split(b'\n') {
        let command: Value = serde_json::from_slice(&line?).unwrap_or_default();
        let reply = match command["cmd"].as_str() {
            Some("bye") => break,
            Some("hello") if command["protocol"] == 1 => hello.clone(),
            Some("run") => {
                let name = |member: &str| command[member].as_str().unwrap_or("");
                let (scheme, op) = (name("scheme"), name("op"));
                let abilities = &hello["schemes"][scheme];
                let answer = match abilities["ops"].as_array() {
                    Some(ops) if ops.contains(&json!(op)) => run(scheme, op, Input(&command["in"])),
                    _ => Err(no("such operation", op)),
                };
                let tells = abilities["codes"] != false;
                reply(&command["seq"], answer.map_err(|failure| if tells { failure } else { failure.untold() }))
            }
            _ => reply(&command["seq"], Err(Failure::Fault("no such command".to_owned()))),
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}

fn reply(seq: &Value, answer: Answer) -> Value {
    let seq = seq.as_u64().unwrap_or_default();
    match answer {
        Ok(ok) => json!({ "seq": seq, "ok": ok }),
        Err(Failure::Rejected(code, None)) => json!({ "seq": seq, "error": { "code": code } }),
        Err(Failure::Rejected(code, Some(field))) => json!({ "seq": seq, "error": { "code": code, "field": field } }),
        Err(Failure::Unsupported(reason)) => json!({ "seq": seq, "unsupported": { "reason": reason } }),
        Err(Failure::Fault(message)) => json!({ "seq": seq, "fault": { "message": message } }),
    }
}
