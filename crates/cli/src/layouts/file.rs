//! The configuration file: schemes of one's own.
//!
//! ```toml
//! [scheme.orders]
//! base = "twitter-snowflake"
//! epoch = "2020-08-01"
//!
//! [scheme.events]
//! epoch = 1577836800000
//! bits = "time:39 machine:16 sequence:8"
//! unit = "10ms"
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use idspec::base::{Field, FixedFault, Generation, Piece, Role, TextCodec, Unit, text};
use idspec::{Layout, Scheme, Timestamp};
use toml::{Table, Value};

use super::{Named, named};
use crate::failure::Failure;
use crate::when;

/// More is no file of schemes.
const LIMIT: u64 = 1 << 20;

/// Schemes that a file may have: their tables are kept until the program ends.
const SCHEMES: usize = 1_000;

const KEYS: &[&str] = &["base", "epoch", "bits", "unit"];

/// The layouts of the configuration file: the one that is given, or `idspec/config.toml` in the configuration folder of the user; never one of the current folder.
pub fn configured(given: Option<&Path>) -> Result<Vec<Named>, Failure> {
    let path = match given {
        Some(path) => path.to_owned(),
        None => match usual() {
            Some(path) => path,
            None => return Ok(Vec::new()),
        },
    };
    let shown = path.display().to_string();
    let size = match fs::metadata(&path) {
        Ok(metadata) => metadata.len(),
        Err(error) if given.is_none() && error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::Io(shown, error)),
    };
    if size > LIMIT {
        return Err(Failure::usage(format!("{shown}: a configuration file has at most {LIMIT} octets")));
    }
    let text = fs::read_to_string(&path).map_err(|error| Failure::Io(shown.clone(), error))?;
    layouts(&text).map_err(|reason| Failure::usage(format!("{shown}: {reason}")))
}

/// Where the file is by default. A relative `XDG_CONFIG_HOME` is not looked at: it would be within the current folder.
fn usual() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")));
    let folder = folder.or_else(|| absolute("APPDATA"))?;
    Some(folder.join("idspec").join("config.toml"))
}

/// The layouts of a file's text.
fn layouts(text: &str) -> Result<Vec<Named>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string().trim_end().to_owned())?;
    if let Some(key) = table.keys().find(|key| *key != "scheme") {
        return Err(format!("unknown: {key}; there is [scheme.NAME]"));
    }
    let schemes = match table.get("scheme") {
        None => return Ok(Vec::new()),
        Some(Value::Table(schemes)) => schemes,
        Some(_) => return Err("write [scheme.NAME]".to_owned()),
    };
    if schemes.len() > SCHEMES {
        return Err(format!("more than {SCHEMES} schemes"));
    }
    let one =
        |(name, value): (&String, &Value)| layout(name, value).map_err(|reason| format!("[scheme.{name}]: {reason}"));
    schemes.iter().map(one).collect()
}

fn layout(name: &str, value: &Value) -> Result<Named, String> {
    let named_well = name.bytes().all(|octet| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-');
    if !named_well || name.is_empty() {
        return Err("a name has lower-case letters, digits and hyphens".to_owned());
    }
    if super::all().any(|known| known.name == name) || idspec::schemes().any(|scheme| scheme.name() == name) {
        return Err("there is such a scheme already".to_owned());
    }
    let Value::Table(table) = value else { return Err(format!("write {}", KEYS.join(", "))) };
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("unknown: {key}; there are {}", KEYS.join(", ")));
    }
    let text = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(format!("{key} is a text in quotes")),
    };
    let epoch_ms = match table.get("epoch") {
        None => None,
        Some(Value::Integer(ms)) => Some(*ms),
        Some(Value::String(text)) => Some(when::parse(text, Timestamp::UNIX_EPOCH)?.unix_ms()),
        Some(Value::Datetime(date)) => Some(when::parse(&date.to_string(), Timestamp::UNIX_EPOCH)?.unix_ms()),
        Some(_) => return Err("epoch is a date, or ms since 1970".to_owned()),
    };
    let layout = match text("bits")? {
        Some(bits) => split(name, bits, text("unit")?, text("base")?, epoch_ms)?,
        None if text("unit")?.is_some() => return Err("unit goes with bits".to_owned()),
        None => based(text("base")?.ok_or("base is missing, or bits")?, epoch_ms)?,
    };
    Ok(Named { name: name.to_owned(), layout })
}

/// A scheme with another epoch.
fn based(base: &str, epoch_ms: Option<i64>) -> Result<Layout, String> {
    let base = match epoch_ms {
        Some(epoch_ms) => format!("{base}@{epoch_ms}"),
        None => base.to_owned(),
    };
    let found = named(&base, &[], Timestamp::UNIX_EPOCH).map_err(|failure| failure.to_string())?;
    match found.as_slice() {
        [one] => Ok(one.layout),
        several => {
            let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
            Err(format!("base {base} is several; write one of {}", names.join(", ")))
        }
    }
}

/// A split of 64 bits, from the highest field down; what is left above it is zero.
fn split(
    name: &str,
    bits: &str,
    unit: Option<&str>,
    base: Option<&str>,
    epoch_ms: Option<i64>,
) -> Result<Layout, String> {
    if base.is_some_and(|base| base != "twitter-snowflake") {
        return Err("bits go with base = \"twitter-snowflake\" or no base: such ids are written in decimal".to_owned());
    }
    let unit = match unit.unwrap_or("ms") {
        "s" if epoch_ms.is_some_and(|it| it != 0) => {
            return Err("with an epoch of its own write unit = \"1000ms\"".to_owned());
        }
        "s" => Unit::Second,
        "ms" => Unit::Milliseconds(1),
        other => {
            let steps = other.strip_suffix("ms").and_then(|digits| digits.parse().ok()).filter(|steps| *steps > 0);
            Unit::Milliseconds(steps.ok_or_else(|| format!("unit {other} is none of s, ms, 10ms and the like"))?)
        }
    };
    let mut parts = Vec::new();
    for part in bits.split_whitespace() {
        let (field, width) = part.split_once(':').ok_or_else(|| format!("bits: {part} is not FIELD:BITS"))?;
        let width = width.parse::<u32>().ok().filter(|width| (1..=64).contains(width));
        parts.push((field, width.ok_or_else(|| format!("bits: {part} needs 1 to 64 bits"))?));
    }
    let total: u32 = parts.iter().map(|(_, width)| *width).fold(0, u32::saturating_add);
    let times = parts.iter().filter(|(field, _)| *field == "time").count();
    if total > 64 || times != 1 {
        return Err(format!(
            "bits: {total} bits in all, {times} of the fields called time; write up to 64 bits, one field being the time"
        ));
    }
    let (mut fields, mut above) = (Vec::new(), total);
    let generated = parts.iter().any(|(field, _)| *field == "sequence");
    for (field, width) in parts {
        let low = above.saturating_sub(width);
        let (called, role) = match field {
            "time" if unit == Unit::Second => ("seconds", Role::Time(unit)),
            "time" => ("unix_ms", Role::Time(unit)),
            other => (kept(other.to_owned()), Role::Number),
        };
        let pieces = vec![Piece::bits(above.saturating_sub(1), low)];
        fields.push(Field::new(called, role, Vec::leak(pieces)));
        above = low;
    }
    if total < 64 {
        let pieces = vec![Piece::bits(63, total)];
        fields.push(Field::new("zero", Role::Fixed(0, FixedFault::Reserved), Vec::leak(pieces)));
    }
    let codec = TextCodec { ..text::DECIMAL };
    let called = kept(name.to_owned());
    let scheme = Scheme::new(called, called, 64, codec, Vec::leak(fields)).map_err(|error| format!("bits: {error}"))?;
    let scheme = scheme.with_epoch_parameter();
    let scheme = if generated { scheme.generated_by(Generation::Sequence("sequence")) } else { scheme };
    let scheme: &'static Scheme = Box::leak(Box::new(scheme));
    Layout::at_epoch(scheme, epoch_ms.unwrap_or(0)).map_err(|error| format!("epoch: {error}"))
}

/// A text that stays until the program ends, as names of schemes do. There are at most [`SCHEMES`] of them.
fn kept(text: String) -> &'static str {
    String::leak(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Layout, String> {
        layouts(text).map(|mut all| all.remove(0).layout)
    }

    #[test]
    fn a_scheme_with_an_epoch() {
        for epoch in ["\"2020-08-01\"", "1596240000000", "2020-08-01T00:00:00Z", "2020-08-01"] {
            let layout = one(&format!("[scheme.orders]\nbase = \"twitter-snowflake\"\nepoch = {epoch}")).unwrap();
            assert_eq!(layout.epoch_ms(), 1_596_240_000_000, "{epoch}");
        }
        assert_eq!(one("[scheme.a]\nbase = \"ulid\"").unwrap().scheme().name(), "ulid");
    }

    #[test]
    fn a_split_of_bits() {
        // Sonyflake's: 39 bits of 10 ms, 8 of a sequence, 16 of a machine.
        let text = "[scheme.sony]\nepoch = \"2025-01-01\"\nbits = \"time:39 sequence:8 machine:16\"\nunit = \"10ms\"";
        let layout = one(text).unwrap();
        let number = 0x0123_4567_u128 << 24 | 7 << 16 | 42;
        let fields: Vec<String> = layout.fields(number).map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(fields, ["unix_ms 1735880487430", "sequence 7", "machine 42"]);
        assert_eq!(layout.parse(b"9223372036854775808").unwrap_err().code().as_str(), "overflow");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let scheme = |body: &str| format!("[scheme.a]\n{body}");
        for (text, part) in [
            ("x = 1", "unknown: x"),
            ("[scheme]\na = 1", "write base"),
            ("[scheme.ulid]\nbase = \"ulid\"", "already"),
            ("[scheme.\"\\u001b\"]\nbase = \"ulid\"", "a name has"),
            (&scheme("epoch = 0"), "base is missing"),
            (&scheme("base = \"seq-guid\""), "is several"),
            (&scheme("base = \"nothing\""), "no scheme is called nothing"),
            (&scheme("base = \"ulid\"\nepoch = 5"), "takes no epoch"),
            (&scheme("base = \"ulid\"\nunit = \"s\""), "unit goes with bits"),
            (&scheme("bits = \"time:41 worker:10 sequence:14\""), "65 bits in all"),
            (&scheme("bits = \"worker:10\""), "0 of the fields called time"),
            (&scheme("bits = \"time:41 time:10\""), "2 of the fields called time"),
            (&scheme("bits = \"time:0\""), "needs 1 to 64 bits"),
            (&scheme("bits = \"time\""), "is not FIELD:BITS"),
            (&scheme("bits = \"time:41\"\nunit = \"0ms\""), "unit 0ms"),
            (&scheme("bits = \"time:41\"\nepoch = true"), "epoch is a date"),
            (&scheme("bits = 41"), "bits is a text"),
            ("[scheme", "expected"),
        ] {
            let error = layouts(text).map(|_| ()).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
