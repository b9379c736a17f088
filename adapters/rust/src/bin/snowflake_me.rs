//! The adapter of the crate `snowflake_me`: its generator, with the widths of Twitter's layout, which are its default.

use std::io;

use idspec_adapters::generate::{Clock, policy, steps};
use idspec_adapters::{Answer, Failure, Input, no, rejected, serve};
use serde_json::json;
use snowflake_me::{ClockDriftStrategy, Error, Snowflake};

const EPOCH_MS: i128 = 1_288_834_974_657;

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "snowflake_me", "version": "2.2.0", "license": "MIT OR Apache-2.0",
        "source": "https://github.com/houseme/snowflake-rs",
    });
    // Its strategies for a clock that goes back are an error, waiting up to a bound, and the last time once more.
    let twitter = json!({
        "ops": ["generate"], "inject": ["clock"], "policy": { "exhaustion": "wait", "start": "zero" },
        "selectable": ["rollback"], "codes": true,
    });
    serve("rust-snowflake-me", implementation, json!({ "twitter-snowflake": twitter }), |_, _, input| generate(input))
}

fn generate(input: Input<'_>) -> Answer {
    if input.has("state") {
        return Err(no("generator that goes on from", "an id"));
    }
    let strategy = match policy(input, "rollback") {
        "error" => ClockDriftStrategy::Error,
        "wait" => ClockDriftStrategy::Wait,
        "hold" => ClockDriftStrategy::LastTimestamp,
        other => return Err(no("strategy", other)),
    };
    let config = input.object("config");
    let number = |name, default| if config.has(name) { config.field(name, 0) } else { Ok(default) };
    let epoch = if config.has("epoch_ms") { config.field("epoch_ms", 0)? } else { EPOCH_MS };
    let epoch = i64::try_from(epoch).map_err(|_| Failure::Fault("an epoch of more than 64 bits".to_owned()))?;
    let (datacenter, worker): (u16, u16) = (number("datacenter", 0)?, number("worker", 0)?);
    let tolerance = input.object("policy");
    let tolerance = if tolerance.has("tolerance_ms") { tolerance.field("tolerance_ms", 0)? } else { 0 };

    let clock = Clock::default();
    // The crate compares the epoch with the clock when it builds the generator, for which a script has no reading.
    clock.script(&[epoch]);
    let source = clock.clone();
    let generator = Snowflake::builder()
        .start_time(epoch)
        .data_center_id(&|| Ok(datacenter))
        .machine_id(&|| Ok(worker))
        .clock_drift_strategy(strategy)
        .max_clock_drift_ms(tolerance)
        .clock_source(move || source.ms())
        .finalize()
        .map_err(refusal)?;
    steps(input, &clock, i64::MIN, |_| {
        let id = generator.next_id().map_err(refusal)?;
        Ok(format!("{:016x}", id.as_u64()))
    })
}

fn refusal(error: Error) -> Failure {
    match error {
        Error::DataCenterIdFailed(_) => Failure::Rejected("out_of_range", Some("datacenter")),
        Error::MachineIdFailed(_) => Failure::Rejected("out_of_range", Some("worker")),
        Error::OverTimeLimit => rejected("timestamp_exhausted"),
        Error::BeforeEpoch { .. } => rejected("clock_before_epoch"),
        Error::ClockDrift { .. } | Error::ClockDriftExceeded { .. } => rejected("clock_rollback"),
        other => Failure::Fault(other.to_string()),
    }
}
