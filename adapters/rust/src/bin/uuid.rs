//! The adapter of the crate `uuid`: a general UUID, which knows nothing of kinds, layouts and ticks.

use std::io;

use idspec_adapters::{Answer, Failure, Input, no, rejected, serve, to_hex};
use serde_json::{Value, json};
use uuid::Uuid;

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "uuid", "version": "1.29.3", "license": "MIT OR Apache-2.0", "source": "https://github.com/uuid-rs/uuid"
    });
    let schemes = json!({
        // The crate's error is opaque: only its message tells more.
        "seq-guid": { "ops": ["bytes"], "policy": {}, "codes": false },
    });
    serve("rust-uuid", implementation, schemes, run)
}

fn run(_: &str, op: &str, input: Input<'_>) -> Answer {
    match op {
        "bytes" => bytes(input, input.str("layout")?),
        other => Err(no("operation", other)),
    }
}

fn both(id: Uuid) -> Value {
    json!({ "bytes": to_hex(id.as_bytes()), "text": id.to_string() })
}

fn refusal(_: uuid::Error) -> Failure {
    rejected("format")
}

fn read(text: &str) -> Result<Uuid, Failure> {
    Uuid::parse_str(text).map_err(refusal)
}

fn bytes(input: Input<'_>, layout: &str) -> Answer {
    if let Some(text) = input.get("text") {
        let id = read(text)?;
        return match layout {
            "be" | "guid-net" => Ok(json!({ "octets": to_hex(id.as_bytes()) })),
            "guid-dn" => Ok(json!({ "octets": to_hex(&id.to_bytes_le()) })),
            other => Err(no("octet order", other)),
        };
    }
    let octets = input.octets("octets")?;
    match layout {
        "be" | "guid-net" => Ok(both(Uuid::from_slice(&octets).map_err(refusal)?)),
        "guid-dn" => Ok(both(Uuid::from_slice_le(&octets).map_err(refusal)?)),
        other => Err(no("octet order", other)),
    }
}
