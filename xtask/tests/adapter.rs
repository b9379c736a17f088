//! `cargo xtask adapter` answers public values rightly. The values are from the sources named in `spec/`, not from this code.

#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Scheme, configuration, canonical text, number in hexadecimal and fields.
fn known() -> Vec<(&'static str, Value, &'static str, String, Value)> {
    let mut known = Vec::new();
    let mut number = |scheme, config: Value, number: u64, fields: Value| {
        let text: &'static str = Box::leak(number.to_string().into_boxed_str());
        known.push((scheme, config, text, format!("{number:016x}"), fields));
    };
    let twitter = |ms: i64, datacenter: u32, worker: u32, sequence: u32| json!({"unix_ms": ms.to_string(), "datacenter": datacenter.to_string(), "worker": worker.to_string(), "sequence": sequence.to_string()});
    number("twitter-snowflake", json!({}), 1_541_815_603_606_036_480, twitter(1_656_432_460_105, 11, 26, 0));
    number("twitter-snowflake", json!({}), 1_854_579_365_912_772_608, twitter(1_731_001_151_909, 0, 0, 0));
    number("twitter-snowflake", json!({}), 9_223_372_036_854_775_807, twitter(3_487_858_230_208, 31, 31, 4095));
    let epoch = json!({"epoch_ms": "1596211200000"});
    number("twitter-snowflake", epoch.clone(), 3_125_927_076_831_231, twitter(1_596_956_479_092, 1, 1, 4095));
    number("twitter-snowflake", epoch, 3_248_473_482_862_591, twitter(1_596_985_696_432, 1, 1, 4095));
    let epoch = json!({"epoch_ms": "-28800000"});
    number("twitter-snowflake", epoch, 6_698_247_966_366_502_912, twitter(1_596_957_962_611, 1, 1, 0));
    let discord = |ms: i64, worker: u32, process: u32, increment: u32| json!({"unix_ms": ms.to_string(), "worker": worker.to_string(), "process": process.to_string(), "increment": increment.to_string()});
    number("discord", json!({}), 175_928_847_299_117_063, discord(1_462_015_105_796, 1, 0, 7));
    number("discord", json!({}), 266_241_948_824_764_416, discord(1_483_547_427_136, 1, 0, 0));
    number("discord", json!({}), 90_339_695_967_350_784, discord(1_441_609_061_949, 0, 3, 0));
    let instagram = |ms: i64, shard: u32, sequence: u32| json!({"unix_ms": ms.to_string(), "shard": shard.to_string(), "sequence": sequence.to_string()});
    number("instagram-sharded", json!({}), 11_637_205_501_278_089, instagram(1_315_607_284_721, 1341, 905));
    number("instagram-sharded", json!({}), 3_270_275_158_488_650_753, instagram(1_704_067_200_000, 5, 1));
    number("instagram-sharded", json!({}), 9_223_372_036_854_775_807, instagram(2_413_731_649_496, 8191, 1023));
    number("instagram-sharded", json!({}), 9_223_372_036_854_775_808, instagram(2_413_731_649_497, 0, 0));
    for (id_type, value, sequence, machine, number, text) in [
        (3, 1_u64, 0, 1, 216_172_782_130_561_025_u64, "0100000100000003"),
        (119, 287_454_020, 0, 358, 8_579_676_368_697_033_062, "6601004433221177"),
        (7, 16_909_060, 0, 262, 504_686_845_217_472_774, "0601000403020107"),
        (11, 1_704_067_200, 0, 1, 821_223_037_910_122_497, "010000800092650B"),
        (11, 1_704_067_200, 1, 1, 821_223_037_910_123_521, "010400800092650B"),
        (11, 1_704_067_200, 16_383, 1023, 821_223_037_926_899_711, "FFFFFF800092650B"),
        (10, 1_775_347_200, 258, 42, 750_361_323_828_938_794, "2A080400A6D1690A"),
        (20, 4_294_967_295, 0, 1, 1_513_209_474_779_709_441, "010000FFFFFFFF14"),
        (34, 1_721_900_000, 12_345, 512, 2_478_846_885_532_591_616, "00E6C0E01BA26622"),
        (128, 1_704_067_200, 0, 1, 9_251_961_540_347_691_009, "0100008000926580"),
        (255, 4_294_967_295, 16_383, 1023, 18_446_744_073_709_551_615, "FFFFFFFFFFFFFFFF"),
    ] {
        let fields = json!({"type": id_type.to_string(), "value": value.to_string(), "sequence": sequence.to_string(), "machine": machine.to_string(), "unix_ms": (value * 1000).to_string()});
        known.push(("nalix-typed", json!({}), text, format!("{number:016x}"), fields));
    }
    let legacy = json!({"type": "119", "machine": "21862", "value": "287454020"});
    known.push((
        "nalix-typed",
        json!({"layout": "legacy56"}),
        "44332211665577",
        format!("{:016x}", 33_589_419_091_047_236_u64),
        legacy,
    ));
    let ulid = json!({"unix_ms": "1712345678901", "random": "0cf05803c72d06e78011"});
    known.push(("ulid", json!({}), "01HTQW311N1KR5G0Y75M3EF00H", "018eafc184350cf05803c72d06e78011".to_owned(), ulid));
    for (config, text, ticks, random) in [
        (
            json!({"kind": "as-string"}),
            "08da7241-170b-4c8e-8f11-223344556677",
            "637947921111435503",
            "1122334455667700",
        ),
        (
            json!({"kind": "as-binary"}),
            "4172da08-0b17-8e4c-8f11-223344556677",
            "637947921111435503",
            "1122334455667700",
        ),
        (json!({"kind": "at-end"}), "44332211-6655-40f8-8c8e-08da7241170b", "637947921111435503", "1122334455660008"),
        (
            json!({"kind": "as-string", "layout": "ticks64"}),
            "08da7241-170b-c8ef-a094-06224a651c6a",
            "637947921111435503",
            "a09406224a651c6a",
        ),
        (
            json!({"kind": "as-string", "layout": "ticks64"}),
            "08da7241-170b-d141-6ffc-5cdcecec5db9",
            "637947921111437633",
            "6ffc5cdcecec5db9",
        ),
        (
            json!({"kind": "at-end", "layout": "ticks64-plan1"}),
            "983c1a57-8c2b-de7d-08da-724214aed77d",
            "637947925366757245",
            "571a3c982b8c7dde",
        ),
        (
            json!({"kind": "as-string", "layout": "ms48"}),
            "3a0ee212-4000-a1a0-a2a3-a4a5a6a7a8a9",
            "638355968000000000",
            "a0a1a2a3a4a5a6a7a8a9",
        ),
        (
            json!({"kind": "as-binary", "layout": "ms48"}),
            "12e20e3a-0040-a1a0-a2a3-a4a5a6a7a8a9",
            "638355968000000000",
            "a0a1a2a3a4a5a6a7a8a9",
        ),
        (
            json!({"kind": "at-end", "layout": "ms48"}),
            "a3a2a1a0-a5a4-a7a6-a8a9-3a0ee2124000",
            "638355968000000000",
            "a0a1a2a3a4a5a6a7a8a9",
        ),
    ] {
        known.push(("seq-guid", config, text, text.replace('-', ""), json!({"ticks": ticks, "random": random})));
    }
    known
}

/// The lines that the adapter writes to these lines.
fn ask(lines: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("adapter")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    // One at a time, as a runner does: an answer has to come before the next line.
    let given = lines.iter().map(|line| {
        writeln!(stdin, "{line}").unwrap();
        serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap()
    });
    let given = given.collect();
    writeln!(stdin, "{}", json!({"cmd": "bye"})).unwrap();
    assert!(child.wait().unwrap().success());
    given
}

fn run(seq: usize, scheme: &str, op: &str, config: &Value, mut input: Value) -> Value {
    if config != &json!({}) {
        input["config"] = config.clone();
    }
    json!({"cmd": "run", "seq": seq, "scheme": scheme, "op": op, "in": input})
}

#[test]
fn public_values_are_parsed_shown_and_composed() {
    let mut lines = vec![json!({"cmd": "hello", "protocol": 1, "suite": "0.1.0", "policies": {}})];
    let mut expected = Vec::new();
    for (scheme, config, text, bytes, fields) in known() {
        let id = json!({"bytes": bytes, "text": text});
        lines.push(run(lines.len(), scheme, "parse", &config, json!({"text": text})));
        expected.push(id.clone());
        lines.push(run(lines.len(), scheme, "fields", &config, json!({"bytes": bytes})));
        expected.push(json!({"fields": fields}));
        if config["layout"] != "legacy56" {
            let mut given = fields.clone();
            if scheme == "nalix-typed" {
                given.as_object_mut().unwrap().remove("unix_ms");
            }
            lines.push(run(lines.len(), scheme, "compose", &config, json!({"fields": given})));
            expected.push(id);
        }
    }
    let answers = ask(&lines);
    assert_eq!(answers[0]["protocol"], 1);
    let names: HashSet<&str> = idspec::schemes().map(idspec::Scheme::name).collect();
    assert_eq!(answers[0]["schemes"].as_object().unwrap().len(), names.len());
    assert_eq!(answers.len(), expected.len() + 1);
    for (seq, (answer, expected)) in answers[1..].iter().zip(&expected).enumerate() {
        assert_eq!(answer, &json!({"seq": seq + 1, "ok": expected}), "{}", lines[seq + 1]);
    }
    assert!(expected.len() > 100, "{}", expected.len());
    lines_are_valid(lines.iter().chain(&answers));
}

#[test]
fn rejections_carry_code_and_field() {
    let line = run(
        1,
        "twitter-snowflake",
        "compose",
        &json!({}),
        json!({"fields": {"unix_ms": "1656432460105", "datacenter": "11", "worker": "32", "sequence": "0"}}),
    );
    let legacy = run(
        2,
        "nalix-typed",
        "compose",
        &json!({"layout": "legacy56"}),
        json!({"fields": {"type": "1", "machine": "1", "value": "1"}}),
    );
    let base36 = run(3, "nalix-typed", "parse", &json!({"layout": "legacy56"}), json!({"text": "96QGE3TPIKK"}));
    let answers = ask(&[line, legacy, base36]);
    assert_eq!(answers[0], json!({"seq": 1, "error": {"code": "out_of_range", "field": "worker"}}));
    assert!(answers[1]["unsupported"].is_object(), "{}", answers[1]);
    assert_eq!(answers[2], json!({"seq": 3, "ok": {"bytes": "0077556611223344", "text": "44332211665577"}}));
    lines_are_valid(&answers);
}

fn lines_are_valid<'a>(lines: impl IntoIterator<Item = &'a Value>) {
    let schema = |name: &str| -> Value {
        let path = root().join("vectors/schema").join(name);
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
    };
    let vectors = schema("vectors.schema.json");
    let id = vectors["$id"].as_str().unwrap().to_owned();
    let registry = jsonschema::Registry::new().add(id, vectors).unwrap().prepare().unwrap();
    let adapter = schema("adapter.schema.json");
    let validator = jsonschema::options().with_registry(&registry).build(&adapter).unwrap();
    for line in lines {
        assert!(validator.is_valid(line), "{line}");
    }
}
