//! What the generators of each scheme count with, written out a second time on purpose.

/// Units, numbers and configured fields of a scheme.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The first instant, unless an epoch is configured.
    pub(super) origin: i128,
    /// The instants of a unit.
    pub(super) unit: i128,
    /// The last unit, counted from 0.
    pub(super) last_unit: i128,
    /// The instants of a ms.
    pub(super) of_a_ms: i128,
    /// The numbers of a unit.
    pub(super) numbers: i128,
    /// The field of the number, and its lowest bit.
    pub(super) sequence: Option<(&'static str, u32)>,
    /// Configured fields with their smallest, largest and default value.
    pub(super) fields: &'static [(&'static str, i128, i128, i128)],
}

impl Shape {
    pub(super) fn of(scheme: &str) -> Option<Self> {
        let plain = Self {
            origin: 0,
            unit: 1,
            last_unit: (1 << 41) - 1,
            of_a_ms: 1,
            numbers: 4096,
            sequence: Some(("sequence", 0)),
            fields: &[],
        };
        Some(match scheme {
            "twitter-snowflake" => {
                Self { origin: 1_288_834_974_657, fields: &[("datacenter", 0, 31, 0), ("worker", 0, 31, 0)], ..plain }
            }
            "discord" => Self {
                origin: 1_420_070_400_000,
                last_unit: (1 << 42) - 1,
                sequence: Some(("increment", 0)),
                fields: &[("worker", 0, 31, 0), ("process", 0, 31, 0)],
                ..plain
            },
            "instagram-sharded" => {
                Self { origin: 1_314_220_021_721, numbers: 1024, fields: &[("shard", 0, 8191, 0)], ..plain }
            }
            "nalix-typed" => Self {
                unit: 1000,
                last_unit: (1 << 32) - 1,
                numbers: 16384,
                sequence: Some(("sequence", 10)),
                fields: &[("type", 0, 255, 0), ("machine", 1, 1023, 1)],
                ..plain
            },
            "ulid" => Self { last_unit: (1 << 48) - 1, sequence: None, ..plain },
            "seq-guid" => {
                Self { last_unit: 3_155_378_975_999_999_999, of_a_ms: 10_000, numbers: 1, sequence: None, ..plain }
            }
            _ => return None,
        })
    }
}
