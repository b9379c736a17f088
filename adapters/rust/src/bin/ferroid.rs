//! The adapter of the crate `ferroid`: its ULID, and the fields of three of its snowflakes.
//!
//! Its snowflakes have no decimal text, and their time counts from an epoch that stands beside them in the crate.

use std::{io, time::Duration};

use ferroid::base32::{Base32UlidExt, Error};
use ferroid::id::{SnowflakeDiscordId, SnowflakeId, SnowflakeInstagramId, SnowflakeTwitterId, ULID};
use ferroid::time::{DISCORD_EPOCH, INSTAGRAM_EPOCH, TWITTER_EPOCH};
use idspec_adapters::{Answer, Failure, Input, no, rejected, serve, to_hex};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "ferroid", "version": "2.0.0", "license": "MIT OR Apache-2.0",
        "source": "https://github.com/s0l0ist/ferroid",
    });
    // Documented: lower case and Crockford's aliases are read, and the top two of the 130 bits are discarded.
    let policy = json!({ "case": "insensitive", "alias": "crockford", "overflow": "wrap" });
    let schemes = json!({
        "ulid": { "ops": ["parse", "format", "fields", "compose", "order"], "policy": policy, "codes": true },
        "twitter-snowflake": { "ops": ["fields"], "policy": {}, "codes": true },
        "discord": { "ops": ["fields"], "policy": {}, "codes": true },
        "instagram-sharded": { "ops": ["fields", "compose"], "policy": {}, "codes": true },
    });
    serve("rust-ferroid", implementation, schemes, run)
}

fn run(scheme: &str, op: &str, input: Input<'_>) -> Answer {
    match (scheme, op) {
        ("ulid", "parse") => Ok(both(ULID::decode(input.text_octets()?).map_err(refusal)?)),
        ("ulid", "format") => match input.str("form")? {
            "canonical" => Ok(json!({ "text": number(input)?.to_string() })),
            other => Err(no("form", other)),
        },
        ("ulid", "fields") => {
            let id = number(input)?;
            let random = format!("{:020x}", id.random());
            Ok(json!({ "fields": { "unix_ms": id.timestamp().to_string(), "random": random } }))
        }
        ("ulid", "compose") => compose(input.object("fields")),
        ("ulid", "order") => match input.str("ordering")? {
            "value-unsigned" => input.sorted(|octets| ULID::from_raw(u128::from_be_bytes(octets)), octets),
            other => Err(no("order", other)),
        },
        ("twitter-snowflake", "fields") => parts::<SnowflakeTwitterId>(input, TWITTER_EPOCH, ["datacenter", "worker"]),
        ("discord", "fields") => parts::<SnowflakeDiscordId>(input, DISCORD_EPOCH, ["worker", "process"]),
        ("instagram-sharded", "fields") => {
            let id = SnowflakeInstagramId::from_raw(u64::from_be_bytes(input.id("bytes")?));
            let unix_ms = (epoch(input, INSTAGRAM_EPOCH)? + i128::from(id.timestamp())).to_string();
            let (shard, sequence) = (id.machine_id().to_string(), id.sequence().to_string());
            Ok(json!({ "fields": { "unix_ms": unix_ms, "shard": shard, "sequence": sequence } }))
        }
        ("instagram-sharded", "compose") => {
            let fields = input.object("fields");
            let timestamp = fields.field("unix_ms", epoch(input, INSTAGRAM_EPOCH)?)?;
            let (shard, sequence) = (fields.field("shard", 0)?, fields.field("sequence", 0)?);
            let id = SnowflakeInstagramId::from_components(timestamp, shard, sequence).to_raw();
            Ok(json!({ "bytes": format!("{id:016x}"), "text": id.to_string() }))
        }
        (_, other) => Err(no("operation", other)),
    }
}

fn number(input: Input<'_>) -> Result<ULID, Failure> {
    Ok(ULID::from_raw(u128::from_be_bytes(input.id("bytes")?)))
}

fn octets(id: &ULID) -> String {
    to_hex(&id.to_raw().to_be_bytes())
}

fn both(id: ULID) -> Value {
    json!({ "bytes": octets(&id), "text": id.to_string() })
}

fn refusal(error: Error<ULID>) -> Failure {
    rejected(match error {
        Error::DecodeInvalidLen { .. } => "length",
        Error::DecodeInvalidAscii { .. } => "character",
        Error::DecodeOverflow { .. } => "overflow",
    })
}

fn compose(fields: Input<'_>) -> Answer {
    let unix_ms = fields.field("unix_ms", 0)?;
    let digits = fields.str("random")?;
    match u128::from_str_radix(digits, 16) {
        // The crate takes a number, which has no count of digits; one that is too large is the crate's to refuse.
        Ok(random) if digits.len() == 20 || random >> 80 != 0 => Ok(both(ULID::from_components(unix_ms, random))),
        _ => Err(no("random part of digits", digits)),
    }
}

/// The epoch that a user adds: the crate's constant, or another one that is configured.
fn epoch(input: Input<'_>, of_crate: Duration) -> Result<i128, Failure> {
    let config = input.object("config");
    let milliseconds = i128::try_from(of_crate.as_millis()).unwrap_or(i128::MAX);
    config.get("epoch_ms").map_or(Ok(milliseconds), |_| config.field("epoch_ms", 0))
}

/// The fields of a layout with ten bits of machine, "worker ID (5) and process ID (5)".
fn parts<T: SnowflakeId<Ty = u64>>(input: Input<'_>, of_crate: Duration, [high, low]: [&str; 2]) -> Answer {
    let id = T::from_raw(u64::from_be_bytes(input.id("bytes")?));
    if !id.is_valid() {
        return Err(rejected("overflow"));
    }
    let last = if high == "worker" { "increment" } else { "sequence" };
    let unix_ms = (epoch(input, of_crate)? + i128::from(id.timestamp())).to_string();
    let (machine, sequence) = (id.machine_id(), id.sequence().to_string());
    let (first, second) = ((machine >> 5).to_string(), (machine & 31).to_string());
    Ok(json!({ "fields": { "unix_ms": unix_ms, high: first, low: second, last: sequence } }))
}
