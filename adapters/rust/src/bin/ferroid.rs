//! The adapter of the crate `ferroid`: its ULID, the fields of three of its snowflakes, and a generator of each.
//!
//! Its snowflakes have no decimal text, and their time counts from an epoch that stands beside them in the crate.

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use ferroid::base32::{Base32UlidExt, Error};
use ferroid::generator::{BasicMonoUlidGenerator, BasicSnowflakeGenerator, Poll};
use ferroid::id::{Id, SnowflakeDiscordId, SnowflakeId, SnowflakeInstagramId, SnowflakeTwitterId, ULID};
use ferroid::rand::RandSource;
use ferroid::time::{DISCORD_EPOCH, INSTAGRAM_EPOCH, TWITTER_EPOCH, TimeSource};
use idspec_adapters::generate::{Clock, policy, random, steps};
use idspec_adapters::{Answer, Failure, Input, no, rejected, serve, to_hex};
use serde_json::{Value, json};

/// The epoch of the function in the article about the Instagram scheme.
const ARTICLE_EPOCH: Duration = Duration::from_millis(1_314_220_021_721);

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "ferroid", "version": "2.0.0", "license": "MIT OR Apache-2.0",
        "source": "https://github.com/s0l0ist/ferroid",
    });
    // Documented: lower case and Crockford's aliases are read, and the top two of the 130 bits are discarded.
    let policy = json!({
        "case": "insensitive", "alias": "crockford", "overflow": "wrap", "random_overflow": "error"
    });
    let snowflake = |ops: &[&str]| {
        json!({
            "ops": ops, "inject": ["clock"], "policy": { "start": "zero" }, "selectable": ["rollback", "exhaustion"],
            "codes": true,
        })
    };
    let schemes = json!({
        "ulid": {
            "ops": ["parse", "format", "fields", "compose", "order", "generate"], "inject": ["clock", "random"],
            "policy": policy, "selectable": ["rollback"], "codes": true,
        },
        "twitter-snowflake": snowflake(&["fields", "generate"]),
        "discord": snowflake(&["fields", "generate"]),
        "instagram-sharded": snowflake(&["fields", "compose", "generate"]),
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
        ("ulid", "generate") => monotonic(input),
        ("twitter-snowflake", "generate") => {
            let machine = halves(input, ["datacenter", "worker"])?;
            snowflakes::<SnowflakeTwitterId>(input, TWITTER_EPOCH, machine)
        }
        ("discord", "generate") => {
            snowflakes::<SnowflakeDiscordId>(input, DISCORD_EPOCH, halves(input, ["worker", "process"])?)
        }
        ("instagram-sharded", "generate") => {
            // Whoever gives the time gives its epoch too; the one of the crate is asked about with the fields.
            snowflakes::<SnowflakeInstagramId>(input, ARTICLE_EPOCH, configured(input, "shard")?)
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

/// The time of a script, counted from an epoch as the crate's own clock counts it.
struct Time {
    clock: Clock,
    epoch: i64,
}

impl TimeSource<u64> for Time {
    fn current_millis(&self) -> u64 {
        (self.clock.ms() - self.epoch).unsigned_abs()
    }
}

impl TimeSource<u128> for Time {
    fn current_millis(&self) -> u128 {
        u128::from((self.clock.ms() - self.epoch).unsigned_abs())
    }
}

/// The randomness of the step that is run.
#[derive(Default)]
struct Random(Rc<Cell<u128>>);

impl RandSource<u128> for Random {
    fn rand(&self) -> u128 {
        self.0.get()
    }
}

/// Whether `next_id` is called, which waits, or `poll_id`, which says that the caller has to wait and is taken as the
/// refusal here. Both are for a clock that went back and for a unit that is used up alike.
fn waits(input: Input<'_>) -> Result<bool, Failure> {
    match (policy(input, "rollback"), policy(input, "exhaustion")) {
        ("error", "error") => Ok(false),
        ("wait", _) if !input.object("policy").has("exhaustion") => Ok(true),
        ("wait" | "error", "wait") => Ok(true),
        _ => Err(no("such", "policies")),
    }
}

fn configured(input: Input<'_>, name: &'static str) -> Result<u64, Failure> {
    let config = input.object("config");
    if config.has(name) { config.field(name, 0) } else { Ok(0) }
}

/// The ten bits of machine; a low half outside its five bits cannot be said in them.
fn halves(input: Input<'_>, [high, low]: [&'static str; 2]) -> Result<u64, Failure> {
    let (high, low) = (configured(input, high)?, configured(input, low));
    match low {
        Ok(low @ 0..=31) => Ok((high << 5) | low),
        _ => Err(no("two numbers", "in a machine id")),
    }
}

/// An id, or the refusal of `poll_id`. It does not say which of the two it is; the caller has both times.
fn ready<T: Id>(poll: Poll<T>, behind: bool, exhausted: &'static str) -> Result<T, Failure> {
    match poll {
        Poll::Ready { id } => Ok(id),
        Poll::Pending { .. } if behind => Err(rejected("clock_rollback")),
        Poll::Pending { .. } => Err(rejected(exhausted)),
    }
}

/// Whether the clock of a call stands before the last id.
fn behind(clock: &Clock, epoch: i64, last: Option<impl Into<u128>>) -> bool {
    last.is_some_and(|last| u128::from((clock.first() - epoch).unsigned_abs()) < last.into())
}

fn snowflakes<T: SnowflakeId<Ty = u64>>(input: Input<'_>, of_crate: Duration, machine: u64) -> Answer {
    let waits = waits(input)?;
    let epoch = i64::try_from(epoch(input, of_crate)?).map_err(|_| no("epoch of", "more than 64 bits"))?;
    let clock = Clock::default();
    let time = Time { clock: clock.clone(), epoch };
    let mut last = None;
    let generator = if input.has("state") {
        let id = T::from_raw(u64::from_be_bytes(input.object("state").id("last")?));
        last = Some(id.timestamp());
        BasicSnowflakeGenerator::<T, _>::from_components(id.timestamp(), machine, id.sequence(), time)
    } else {
        BasicSnowflakeGenerator::<T, _>::new(machine, time)
    };
    steps(input, &clock, epoch, |_| {
        let id = if waits {
            generator.next_id(|_| ())
        } else {
            ready(generator.poll_id(), behind(&clock, epoch, last), "sequence_exhausted")?
        };
        last = Some(id.timestamp());
        Ok(format!("{:016x}", id.to_raw()))
    })
}

fn monotonic(input: Input<'_>) -> Answer {
    let waits = waits(input)?;
    let (clock, drawn) = (Clock::default(), Rc::default());
    let (time, rng) = (Time { clock: clock.clone(), epoch: 0 }, Random(Rc::clone(&drawn)));
    let mut last: Option<u128> = None;
    let generator = if input.has("state") {
        let id = ULID::from_raw(u128::from_be_bytes(input.object("state").id("last")?));
        last = Some(id.timestamp());
        BasicMonoUlidGenerator::<ULID, _, _>::from_components(id.timestamp(), id.random(), time, rng)
    } else {
        BasicMonoUlidGenerator::<ULID, _, _>::new(time, rng)
    };
    steps(input, &clock, 0, |step| {
        drawn.set(random(step)?);
        let id = if waits {
            generator.next_id(|_| ())
        } else {
            ready(generator.poll_id(), behind(&clock, 0, last), "random_exhausted")?
        };
        last = Some(id.timestamp());
        Ok(octets(&id))
    })
}
