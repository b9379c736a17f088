//! What of a scheme is configured.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{FieldList, Op, check_integer};

/// What of a scheme is configured: its layout, and for op `generate` the fields that stand in every id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The kind.
    pub kind: Option<String>,
    /// The layout.
    pub layout: Option<String>,
    /// The epoch in ms since 1970, in decimal.
    pub epoch_ms: Option<String>,
    /// All other members: the fields of a generator by their names, in decimal.
    pub fields: FieldList,
}

impl Config {
    /// Checks that numbers are written as the format says, and that fields are named for a generator only.
    pub(super) fn check(&self, op: Op) -> Result<(), String> {
        self.epoch_ms.as_deref().map_or(Ok(()), check_integer)?;
        match self.fields.0.first() {
            Some((name, _)) if op != Op::Generate => Err(format!("`config` of {op} has the unknown member {name:?}")),
            _ => self.fields.0.iter().try_for_each(|(_, value)| check_integer(value)),
        }
    }
}

/// Fields come last, in the order of their names.
impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in [("kind", &self.kind), ("layout", &self.layout), ("epoch_ms", &self.epoch_ms)] {
            if let Some(value) = value {
                map.serialize_entry(name, value)?;
            }
        }
        let mut fields: Vec<&(String, String)> = self.fields.0.iter().collect();
        fields.sort();
        for (name, value) in fields {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut config = Self::default();
        for (name, value) in FieldList::deserialize(deserializer)?.0 {
            match name.as_str() {
                "kind" => config.kind = Some(value),
                "layout" => config.layout = Some(value),
                "epoch_ms" => config.epoch_ms = Some(value),
                _ => config.fields.0.push((name, value)),
            }
        }
        Ok(config)
    }
}
