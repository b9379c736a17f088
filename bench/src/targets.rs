//! What ours should reach: its time over the fastest peer's, in the same process.

/// A target of one comparison.
pub struct Target {
    pub name: &'static str,
    pub comparison: &'static str,
    /// How the name of our subject begins; the first one counts.
    pub ours: &'static str,
    /// What the names of the peers contain that it is compared with; all of them where it is empty.
    pub among: &'static str,
    /// Of the build with vector instructions.
    pub fast: f64,
    /// Of the build without, and how the name of our subject begins there.
    pub safe: Option<(&'static str, f64)>,
}

const fn codec(
    name: &'static str,
    comparison: &'static str,
    ours: &'static str,
    fast: f64,
    safe: Option<f64>,
) -> Target {
    let safe = match safe {
        Some(bound) => Some((ours, bound)),
        None => None,
    };
    Target { name, comparison, ours, among: "", fast, safe }
}

const fn generator(
    name: &'static str,
    comparison: &'static str,
    ours: &'static str,
    among: &'static str,
    fast: f64,
) -> Target {
    Target { name, comparison, ours, among, fast, safe: None }
}

/// A writer, which is octets to octets where there is no `unsafe`: `str` would have to look at each again.
const fn writer(name: &'static str, comparison: &'static str, among: &'static str, fast: f64, safe: f64) -> Target {
    Target { name, comparison, ours: "idspec encode", among, fast, safe: Some(("idspec to_text_bytes", safe)) }
}

pub const TARGETS: &[Target] = &[
    codec("ULID parse", "ulid-parse", "idspec parse", 0.45, Some(0.7)),
    writer("ULID to buffer", "ulid-buffer", "", 0.36, 0.5),
    codec("ULID to String", "ulid-string", "idspec String::from", 0.8, None),
    codec("decimal parse", "decimal-parse", "idspec parse", 0.5, Some(0.55)),
    codec("decimal print", "decimal-buffer", "idspec encode", 0.85, None),
    writer("hex out", "hex-buffer", "", 0.35, 0.65),
    codec("hex in", "hex-parse", "idspec parse", 0.9, None),
    // Over the package that applications use; against uuid-simd, see the table.
    Target { among: "uuid ", ..codec("GUID text in", "guid-parse", "idspec parse", 0.30, Some(0.45)) },
    writer("GUID text out", "guid-buffer", "uuid ", 0.6, 0.95),
    // Times the throughput: 6 and 3.
    codec("bulk ULIDs, read", "ulid-lines-read", "idspec parse_lines", 1.0 / 6.0, None),
    codec("bulk decimals, read", "decimal-lines-read", "idspec parse_lines", 1.0 / 3.0, None),
    // What reads another clock than the system's is named so, and not compared with.
    generator("monotonic ULID, real clock, local", "ulid-monotonic-local", "idspec LocalGenerator", "", 0.85),
    generator("monotonic ULID, real clock, shared", "ulid-monotonic", "idspec Generator", "", 0.85),
    generator("monotonic ULID, given time, local", "ulid-monotonic-given-local", "idspec LocalGenerator", "", 1.0),
    generator("monotonic ULID, given time, shared", "ulid-monotonic-given", "idspec Generator", "", 1.0),
    generator("random ULID", "ulid-random", "idspec RandomGenerator", "", 1.05),
    generator("snowflake, given time, local", "snowflake-given-local", "idspec LocalGenerator", "", 1.0),
    generator("snowflake, given time, shared", "snowflake-given", "idspec Generator", "", 0.9),
    generator("snowflakes, batch", "snowflake-batch", "idspec fill", "", 0.6),
    generator("snowflake, two threads", "snowflake-two-threads", "idspec Generator", "", 1.0),
];
