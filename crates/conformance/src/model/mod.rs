//! A case and its input.

mod config;
mod generate;

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::outcome::{Expectation, Outcome, When};

pub use config::Config;
pub use generate::{Fill, Policy, Random, State, Step};

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Text to id.
    Parse,
    /// Id to a text form.
    Format,
    /// Text to octets in an order, or back.
    Bytes,
    /// Id to fields.
    Fields,
    /// Fields to id.
    Compose,
    /// Ids in the order of a column.
    Order,
    /// Instants to ids.
    Range,
    /// Id to JSON, or back.
    Json,
    /// Id to the value of a column, or back.
    Store,
    /// Clock to ids, one after another.
    Generate,
}

impl Op {
    /// Every operation, in the order of tables.
    pub const ALL: [Self; 10] = [
        Self::Parse,
        Self::Format,
        Self::Bytes,
        Self::Fields,
        Self::Compose,
        Self::Order,
        Self::Range,
        Self::Json,
        Self::Store,
        Self::Generate,
    ];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Format => "format",
            Self::Bytes => "bytes",
            Self::Fields => "fields",
            Self::Compose => "compose",
            Self::Order => "order",
            Self::Range => "range",
            Self::Json => "json",
            Self::Store => "store",
            Self::Generate => "generate",
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The most members of a list of fields, so that hostile input costs no more than its length.
const MAX_MEMBERS: usize = 32;

/// Field names with their values, in the order found; a name given twice is an error. Equality does not look at the order.
#[derive(Clone, Debug, Default)]
pub struct FieldList(pub Vec<(String, String)>);

impl FieldList {
    /// The value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

impl PartialEq for FieldList {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Serialize for FieldList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for FieldList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;

        impl<'de> Visitor<'de> for Names {
            type Value = FieldList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldList, A::Error> {
                let mut list = FieldList::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    if list.0.len() == MAX_MEMBERS {
                        return Err(de::Error::custom(format!("more than {MAX_MEMBERS} members")));
                    }
                    if list.get(&name).is_some() {
                        return Err(de::Error::custom(format!("member {name} stands twice")));
                    }
                    list.0.push((name, value));
                }
                Ok(list)
            }
        }

        deserializer.deserialize_map(Names)
    }
}

/// A value as a column holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// `int64`, `uint64`, `text`, `blob`, `uuid` or `null`.
    pub kind: String,
    /// The value: a decimal integer, a text, octets in hexadecimal, or 36 characters; nothing for `null`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<String>,
}

impl Column {
    /// A value of a kind.
    #[must_use]
    pub fn new(kind: &str, v: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), v: Some(v.into()) }
    }

    /// Checks that the value is written as its kind asks for.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn check(&self) -> Result<(), String> {
        let v = self.v.as_deref();
        let fits = match (self.kind.as_str(), v) {
            ("int64", Some(v)) => check_integer(v).is_ok() && v.parse::<i64>().is_ok(),
            ("uint64", Some(v)) => check_integer(v).is_ok() && v.parse::<u64>().is_ok(),
            ("blob", Some(v)) => return check_hex(v),
            ("uuid", Some(v)) => {
                let hyphen = |place: usize| matches!(place, 8 | 13 | 18 | 23);
                let right = |(place, octet)| (octet == b'-') == hyphen(place);
                v.len() == 36 && v.bytes().enumerate().all(right) && check_hex_digits(&v.replace('-', "")).is_ok()
            }
            ("text", Some(_)) | ("null", None) => true,
            _ => false,
        };
        if fits { Ok(()) } else { Err(format!("{:?} is no column value of kind {:?}", v, self.kind)) }
    }
}

/// The input of a case. Which members belong to which operation is checked by [`Input::check`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Input {
    /// A text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A text that is not well-formed, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utf8_hex: Option<String>,
    /// An id's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// A value as it stands in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
    /// A value as a column gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Column>,
    /// A kind of database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// The SQL type of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// A text form, or the form of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// An octet order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// Octets in that order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub octets: Option<String>,
    /// Fields to compose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldList>,
    /// Ids to sort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<String>>,
    /// A column order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordering: Option<String>,
    /// An instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The start of a window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The end of a window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The type that a range is limited to.
    #[serde(skip_serializing_if = "Option::is_none", rename = "type")]
    pub id_type: Option<String>,
    /// What of the scheme is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Config>,
    /// What a generator does where it has a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
    /// What a generator goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The calls of a generator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Step>>,
}

impl Input {
    /// Checks that exactly the members of the operation are there, and that numbers and octets are written as the format says.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn check(&self, op: Op) -> Result<(), String> {
        let present = self.present();
        let (alternatives, optional): (&[&[&str]], &[&str]) = match op {
            Op::Parse => (&[&["text"], &["utf8_hex"]], &["config"]),
            Op::Format => (&[&["bytes", "form"]], &["config"]),
            Op::Bytes => (&[&["text", "layout"], &["layout", "octets"]], &["config"]),
            Op::Fields => (&[&["bytes"]], &["config"]),
            Op::Compose => (&[&["fields"]], &["config"]),
            Op::Order => (&[&["ids", "ordering"]], &[]),
            Op::Range => (&[&["at"], &["from", "until"]], &["type", "config"]),
            Op::Json => (&[&["bytes"], &["json"]], &["config"]),
            Op::Store => {
                (&[&["bytes", "database", "column", "form"], &["value", "database", "column", "form"]], &["config"])
            }
            Op::Generate => (&[&["steps"]], &["config", "policy", "state"]),
        };
        let required: Vec<&str> = present.iter().copied().filter(|name| !optional.contains(name)).collect();
        if !alternatives.contains(&required.as_slice()) {
            let choices: Vec<String> = alternatives.iter().map(|names| names.join(" and ")).collect();
            return Err(format!("`in` of {op} holds {}, found {}", choices.join(", or "), present.join(", ")));
        }
        let numbers = [&self.at, &self.from, &self.until, &self.id_type];
        for number in numbers.into_iter().flatten() {
            check_integer(number)?;
        }
        self.config.as_ref().map_or(Ok(()), |config| config.check(op))?;
        if let Some(steps) = &self.steps {
            generate::check(self.policy.as_ref(), self.state.as_ref(), steps)?;
        }
        let ids = self.ids.iter().flatten();
        for octets in [&self.utf8_hex, &self.bytes, &self.octets].into_iter().flatten().chain(ids) {
            check_hex(octets)?;
        }
        self.value.as_ref().map_or(Ok(()), Column::check)
    }

    fn present(&self) -> Vec<&'static str> {
        let members = [
            ("text", self.text.is_some()),
            ("utf8_hex", self.utf8_hex.is_some()),
            ("bytes", self.bytes.is_some()),
            ("json", self.json.is_some()),
            ("value", self.value.is_some()),
            ("database", self.database.is_some()),
            ("column", self.column.is_some()),
            ("form", self.form.is_some()),
            ("layout", self.layout.is_some()),
            ("octets", self.octets.is_some()),
            ("fields", self.fields.is_some()),
            ("ids", self.ids.is_some()),
            ("ordering", self.ordering.is_some()),
            ("at", self.at.is_some()),
            ("from", self.from.is_some()),
            ("until", self.until.is_some()),
            ("type", self.id_type.is_some()),
            ("config", self.config.is_some()),
            ("policy", self.policy.is_some()),
            ("state", self.state.is_some()),
            ("steps", self.steps.is_some()),
        ];
        members.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
    }
}

/// Checks that a text is an integer as the format writes it: `^(0|-?[1-9][0-9]{0,38})$`.
///
/// # Errors
/// What is wrong, for a person.
pub fn check_integer(text: &str) -> Result<(), String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = match digits.as_bytes() {
        [b'0'] => !text.starts_with('-'),
        [b'1'..=b'9', rest @ ..] => rest.len() <= 38 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if canonical { Ok(()) } else { Err(format!("{text:?} is no decimal integer of this format")) }
}

/// Checks that a text is digits of lower-case hexadecimal, any count of them.
///
/// # Errors
/// What is wrong, for a person.
pub fn check_hex_digits(text: &str) -> Result<(), String> {
    let digits = text.bytes().all(|octet| matches!(octet, b'0'..=b'9' | b'a'..=b'f'));
    if digits { Ok(()) } else { Err(format!("{text:?} is not lower-case hexadecimal")) }
}

/// Checks that a text is octets in lower-case hexadecimal.
///
/// # Errors
/// What is wrong, for a person.
pub fn check_hex(text: &str) -> Result<(), String> {
    check_hex_digits(text)?;
    if text.len().is_multiple_of(2) { Ok(()) } else { Err(format!("{text:?} is not whole octets")) }
}

/// Where a case comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `spec`, `derived`, `regression`, `differential`, `generated` or `external`.
    pub kind: String,
    /// A page or an address.
    #[serde(rename = "ref")]
    pub reference: String,
}

/// A case as it stands in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseText {
    /// The permanent slug.
    pub id: String,
    /// The clauses that it shows.
    pub clauses: Vec<String>,
    /// `must`, `should` or `may`.
    pub level: String,
    /// One line for a person.
    pub comment: String,
    /// What sets it apart from cases alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covers: Option<String>,
    /// Names of the file's notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// The input.
    #[serde(rename = "in")]
    pub input: Input,
    /// The outcome, unless it depends on a policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Outcome>,
    /// The outcome for each value of a policy axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_when: Option<Vec<When>>,
    /// Where it comes from.
    pub source: Source,
}

/// A case with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The scheme.
    pub scheme: String,
    /// The operation.
    pub op: Op,
    /// The file, relative to the folder of the vectors.
    pub file: String,
    /// What it is expected to give.
    pub expectation: Expectation,
    /// The rest.
    pub text: CaseText,
}
