//! Answers computed by the tables of `idspec`.

mod generate;

use std::fmt::Write as _;

use idspec_core::column::{ColumnError, ColumnForm, ColumnValue};
use idspec_core::order::ColumnOrder;
use idspec_core::{
    ByteOrder, Config, ErrorCode, Field, FieldError, FieldValue, Form, Layout, ParseError, Role, Scheme, SelectError,
    Timestamp, Unit, select, text,
};

use serde_json::value::RawValue;

use crate::model::{Column, FieldList, Input, Op};
use crate::outcome::{Outcome, Rejection, Values};
use crate::run::{Answer, Implementation};

/// The implementation that the tables of a list of schemes make.
#[derive(Clone, Debug)]
pub struct Reference {
    schemes: Vec<&'static Scheme>,
}

/// Why an operation gives no values.
#[derive(PartialEq)]
enum Stop {
    Rejected(Rejection),
    Unsupported(String),
    Malformed(String),
}

impl From<ParseError> for Stop {
    fn from(error: ParseError) -> Self {
        Self::Rejected(Rejection::new(error.code(), error.field()))
    }
}

impl From<FieldError> for Stop {
    fn from(error: FieldError) -> Self {
        match error.code() {
            Some(code) => Self::Rejected(Rejection::new(code, Some(error.field()))),
            None => Self::Malformed(error.to_string()),
        }
    }
}

impl From<ColumnError> for Stop {
    fn from(error: ColumnError) -> Self {
        match error.code() {
            Some(code) => Self::Rejected(Rejection::new(code, error.field())),
            None => Self::Unsupported(error.to_string()),
        }
    }
}

impl From<SelectError> for Stop {
    fn from(error: SelectError) -> Self {
        match error {
            SelectError::UnknownKind => Self::Rejected(Rejection::new(ErrorCode::UnknownKind, None)),
            _ => Self::Unsupported(error.to_string()),
        }
    }
}

type Given<T> = Result<T, Stop>;

impl Reference {
    /// The implementation of these tables; of several tables with one name the first is the default.
    #[must_use]
    pub fn new(schemes: &[&'static Scheme]) -> Self {
        Self { schemes: schemes.to_vec() }
    }

    /// The names of the schemes, each once.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.schemes.iter().map(|scheme| scheme.name()).collect();
        names.dedup();
        names
    }

    fn give(&self, scheme: &str, op: Op, input: &Input) -> Given<Values> {
        let first = self.schemes.iter().find(|known| known.name() == scheme);
        let first = first.ok_or_else(|| Stop::Unsupported(format!("unknown scheme {scheme:?}")))?;
        let layout = match op {
            Op::Order => Layout::of(first),
            _ => self.layout(scheme, input)?,
        };
        match op {
            Op::Parse => id(&layout, layout.parse(&text_of(input)?)?),
            Op::Format => format(&layout, input),
            Op::Bytes => bytes(&layout, input),
            Op::Fields => Ok(fields(&layout, number(&layout, input.bytes.as_deref())?)),
            Op::Compose => id(&layout, compose(&layout, input)?),
            Op::Range => range(&layout, input),
            Op::Order => order(first, input),
            Op::Json => json(&layout, input),
            Op::Store => store(&layout, input),
            Op::Generate => generate::generate(&layout, input),
        }
    }

    fn layout(&self, scheme: &str, input: &Input) -> Given<Layout> {
        let given = input.config.as_ref();
        let epoch = given.and_then(|config| config.epoch_ms.as_deref());
        let config = Config {
            kind: given.and_then(|config| config.kind.as_deref()),
            layout: given.and_then(|config| config.layout.as_deref()),
            epoch_ms: match epoch.map(str::parse) {
                None => None,
                Some(Ok(epoch_ms)) => Some(epoch_ms),
                Some(Err(_)) => return Err(SelectError::Epoch.into()),
            },
        };
        Ok(select(&self.schemes, scheme, &config)?)
    }
}

impl Implementation for Reference {
    fn policy(&self, _: &str, _: &str) -> Option<&str> {
        None
    }

    fn answer(&mut self, scheme: &str, op: Op, input: &Input) -> Answer {
        if let Err(reason) = input.check(op) {
            return Answer::Fault(reason);
        }
        match self.give(scheme, op, input) {
            Ok(values) => Answer::Outcome(Outcome::Ok(Box::new(values))),
            Err(Stop::Rejected(rejection)) => Answer::Outcome(Outcome::Error(rejection)),
            Err(Stop::Unsupported(reason)) => Answer::Unsupported(reason),
            Err(Stop::Malformed(reason)) => Answer::Fault(reason),
        }
    }
}

fn missing(name: &str) -> Stop {
    Stop::Malformed(format!("`{name}` is missing"))
}

fn text_of(input: &Input) -> Given<Vec<u8>> {
    match (&input.text, &input.utf8_hex) {
        (Some(text), None) => Ok(text.clone().into_bytes()),
        (None, Some(hex)) => octets(hex),
        _ => Err(missing("text")),
    }
}

/// The octets of hexadecimal that was checked with the input.
fn octets(hex: &str) -> Given<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or_default());
    pairs.map(|pair| u8::from_str_radix(pair, 16).map_err(|error| Stop::Malformed(error.to_string()))).collect()
}

fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::new(), |mut out, octet| {
        // A string takes everything.
        let _ = write!(out, "{octet:02x}");
        out
    })
}

/// A number as `bytes`: the octets of its scheme's width, most significant first.
fn bytes_of(scheme: &Scheme, number: u128) -> String {
    let digits = (scheme.bits() / 4) as usize;
    format!("{number:0digits$x}")
}

fn any_number(scheme: &'static Scheme, bytes: &str) -> Given<u128> {
    let octets = octets(bytes)?;
    if octets.len() != (scheme.bits() / 8) as usize {
        return Err(ParseError::octet_count(scheme, octets.len()).into());
    }
    Ok(octets.iter().fold(0, |number, octet| number << 8 | u128::from(*octet)))
}

fn number(layout: &Layout, bytes: Option<&str>) -> Given<u128> {
    let number = any_number(layout.scheme(), bytes.ok_or_else(|| missing("bytes"))?)?;
    layout.scheme().check(number)?;
    Ok(number)
}

fn id(layout: &Layout, number: u128) -> Given<Values> {
    Ok(Values {
        bytes: Some(bytes_of(layout.scheme(), number)),
        text: layout.text(number).map(|text| text.to_string()),
        ..Values::default()
    })
}

fn format(layout: &Layout, input: &Input) -> Given<Values> {
    let name = input.form.as_deref().ok_or_else(|| missing("form"))?;
    let number = number(layout, input.bytes.as_deref())?;
    let text = Form::named(name).and_then(|form| layout.scheme().write(number, form));
    let text = text.ok_or_else(|| Stop::Unsupported(format!("form {name:?}")))?;
    Ok(Values { text: Some(text.to_string()), ..Values::default() })
}

fn bytes(layout: &Layout, input: &Input) -> Given<Values> {
    let name = input.layout.as_deref().ok_or_else(|| missing("layout"))?;
    let unsupported = || Stop::Unsupported(format!("octet order {name:?}"));
    let byte_order = ByteOrder::named(name).ok_or_else(unsupported)?;
    if let Some(given) = &input.octets {
        let number = layout.read_octets(&octets(given)?, byte_order).ok_or_else(unsupported)??;
        return id(layout, number);
    }
    let number = layout.parse(&text_of(input)?)?;
    let mut out = [0; 16];
    let count = layout.write_octets(number, byte_order, &mut out).ok_or_else(unsupported)?;
    Ok(Values { octets: Some(hex(out.get(..count).unwrap_or_default())), ..Values::default() })
}

fn json(layout: &Layout, input: &Input) -> Given<Values> {
    let scheme = layout.scheme();
    let Some(raw) = &input.json else {
        let number = number(layout, input.bytes.as_deref())?;
        let text = layout.text(number).map(|text| text.to_string());
        return Ok(Values { json: Some(crate::canonical::inline(&text)), ..Values::default() });
    };
    let rejected = |code| Stop::Rejected(Rejection::new(code, None));
    let value: &RawValue = serde_json::from_str(raw).map_err(|error| Stop::Malformed(error.to_string()))?;
    let token = value.get();
    let number = if token.starts_with('"') {
        // What is no string of Unicode has a lone surrogate in it.
        let text: String = serde_json::from_str(token).map_err(|_| rejected(ErrorCode::Character))?;
        layout.parse(text.as_bytes())?
    } else {
        let digits = token.strip_prefix('-').unwrap_or(token);
        let integer = !digits.is_empty() && digits.bytes().all(|octet| octet.is_ascii_digit()) && token != "-0";
        if !integer || !scheme.reads_numbers() {
            return Err(rejected(ErrorCode::WrongType));
        }
        if digits.len() < token.len() {
            return Err(rejected(ErrorCode::OutOfRange));
        }
        // The grammar of JSON has no leading zeros, so an integer is read as the text is.
        layout.parse(digits.as_bytes())?
    };
    Ok(Values { bytes: Some(bytes_of(scheme, number)), ..Values::default() })
}

fn store(layout: &Layout, input: &Input) -> Given<Values> {
    let scheme = layout.scheme();
    let database = input.database.as_deref().ok_or_else(|| missing("database"))?;
    let has_uuids = match database {
        "postgres" | "mssql" => true,
        "mysql" | "mariadb" | "sqlite" => false,
        other => return Err(Stop::Unsupported(format!("database {other:?}"))),
    };
    let name = input.form.as_deref().ok_or_else(|| missing("form"))?;
    let form = if name == "bare" { Some(scheme.column_form()) } else { ColumnForm::named(name) };
    let form = form.filter(|form| form.applies_to(scheme.bits()));
    let unsigned = matches!(database, "mysql" | "mariadb");
    let form = form.filter(|form| unsigned || *form != ColumnForm::U64);
    let form = form.ok_or_else(|| Stop::Unsupported(format!("column form {name:?} in {database}")))?;
    if let Some(column) = &input.value {
        let octets = column_octets(column)?;
        let number = layout.from_column(column_value(column, &octets)?, form)?;
        return Ok(Values { bytes: Some(bytes_of(scheme, number)), ..Values::default() });
    }
    let stored = layout.to_column(number(layout, input.bytes.as_deref())?, form)?;
    let value = match stored.as_value() {
        ColumnValue::Int64(number) => Column::new("int64", number.to_string()),
        ColumnValue::Uint64(number) => Column::new("uint64", number.to_string()),
        ColumnValue::Text(text) => Column::new("text", String::from_utf8_lossy(text)),
        ColumnValue::Blob(octets) => Column::new("blob", hex(octets)),
        ColumnValue::Uuid(octets) if has_uuids => {
            Column::new("uuid", &*text::uuid::hyphenated(u128::from_be_bytes(octets)))
        }
        ColumnValue::Uuid(octets) => Column::new("blob", hex(&octets)),
        other => return Err(Stop::Malformed(format!("a value of kind {} is never written", other.kind()))),
    };
    Ok(Values { value: Some(value), ..Values::default() })
}

/// The octets of a column's value of octets, text or a UUID; it was checked with the input.
fn column_octets(column: &Column) -> Given<Vec<u8>> {
    let v = column.v.as_deref().unwrap_or_default();
    match column.kind.as_str() {
        "blob" => octets(v),
        "uuid" => octets(&v.replace('-', "")),
        _ => Ok(v.as_bytes().to_vec()),
    }
}

fn column_value<'a>(column: &Column, octets: &'a [u8]) -> Given<ColumnValue<'a>> {
    let v = column.v.as_deref().unwrap_or_default();
    let malformed = || Stop::Malformed(format!("{v:?} is no column value of kind {:?}", column.kind));
    Ok(match column.kind.as_str() {
        "null" => ColumnValue::Null,
        "int64" => ColumnValue::Int64(v.parse().map_err(|_| malformed())?),
        "uint64" => ColumnValue::Uint64(v.parse().map_err(|_| malformed())?),
        "text" => ColumnValue::Text(octets),
        "blob" => ColumnValue::Blob(octets),
        _ => ColumnValue::Uuid(octets.try_into().map_err(|_| malformed())?),
    })
}

fn fields(layout: &Layout, number: u128) -> Values {
    let list = layout.fields(number).map(|(name, value): (_, FieldValue)| (name.to_owned(), value.to_string()));
    Values { fields: Some(FieldList(list.collect())), ..Values::default() }
}

fn compose(layout: &Layout, input: &Input) -> Given<u128> {
    let scheme = layout.scheme();
    if scheme.is_read_only() {
        return Err(Stop::Unsupported(format!("{scheme} is never composed")));
    }
    let given = input.fields.as_ref().ok_or_else(|| missing("fields"))?;
    let names: Vec<&str> = scheme.fields().iter().filter(|field| !field.is_fixed()).map(Field::name).collect();
    if given.0.len() != names.len() || names.iter().any(|name| given.get(name).is_none()) {
        return Err(Stop::Malformed(format!("the fields of {scheme} are {}", names.join(", "))));
    }
    let mut composer = layout.compose();
    for field in scheme.fields().iter().filter(|field| !field.is_fixed()) {
        let value = given.get(field.name()).unwrap_or_default();
        composer = if matches!(field.role(), Role::Hex) {
            crate::model::check_hex_digits(value).map_err(Stop::Malformed)?;
            // Another count of digits is a value that no field holds.
            let right = value.len() == field.hex_digits() as usize;
            let number = u128::from_str_radix(value, 16).ok().filter(|_| right);
            composer.hex(field.name(), number.unwrap_or(u128::MAX))
        } else {
            composer.int(field.name(), integer(value)?)
        };
    }
    Ok(composer.finish()?)
}

/// An integer of the format, or the nearest one that fits; all fields and instants are far narrower.
fn integer(text: &str) -> Given<i128> {
    crate::model::check_integer(text).map_err(Stop::Malformed)?;
    let nearest = if text.starts_with('-') { i128::MIN } else { i128::MAX };
    Ok(text.parse().unwrap_or(nearest))
}

fn order(scheme: &'static Scheme, input: &Input) -> Given<Values> {
    let name = input.ordering.as_deref().ok_or_else(|| missing("ordering"))?;
    let column = ColumnOrder::named(name).filter(|column| column.applies_to(scheme.bits()));
    let column = column.ok_or_else(|| Stop::Unsupported(format!("order {name:?}")))?;
    let ids = input.ids.as_ref().ok_or_else(|| missing("ids"))?;
    let mut numbers = ids.iter().map(|bytes| any_number(scheme, bytes)).collect::<Given<Vec<_>>>()?;
    numbers.sort_by(|a, b| column.compare(scheme, *a, *b));
    let sorted = numbers.into_iter().map(|number| bytes_of(scheme, number)).collect();
    Ok(Values { sorted: Some(sorted), ..Values::default() })
}

/// An instant in ms since 1970, for GUIDs in ticks.
fn instant(scheme: &Scheme, text: &str) -> Given<Timestamp> {
    let in_ticks = matches!(scheme.time(), Some((_, Unit::Tick | Unit::TickMillisecond)));
    let count = integer(text)?;
    Ok(if in_ticks { Timestamp::from_ticks_saturating(count) } else { Timestamp::from_unix_ms_saturating(count) })
}

fn range(layout: &Layout, input: &Input) -> Given<Values> {
    let scheme = layout.scheme();
    if scheme.is_read_only() {
        return Err(Stop::Unsupported(format!("{scheme} has no ranges")));
    }
    let scope = match &input.id_type {
        Some(value) => vec![("type", integer(value)?)],
        None => Vec::new(),
    };
    let show = |number| bytes_of(scheme, number);
    if let Some(at) = &input.at {
        let (min, max) = layout.bounds_at(&scope, instant(scheme, at)?)?;
        return Ok(Values { min: Some(show(min)), max: Some(show(max)), ..Values::default() });
    }
    let from = instant(scheme, input.from.as_deref().ok_or_else(|| missing("from"))?)?;
    let until = instant(scheme, input.until.as_deref().ok_or_else(|| missing("until"))?)?;
    let window = layout.window(&scope, from, until)?;
    Ok(Values { min: Some(show(window.start)), end: Some(window.end.map(show)), ..Values::default() })
}
