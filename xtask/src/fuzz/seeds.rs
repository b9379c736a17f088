//! What a target begins with: inputs made of the vectors, so that it starts behind the first checks of a reader.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use idspec_conformance::Suite;
use idspec_conformance::model::{Case, Op};
use idspec_conformance::outcome::Outcome;
use serde_json::{Value, json};

/// The length up to which libFuzzer makes inputs.
pub(super) fn longest(name: &str) -> usize {
    match name {
        "adapter" | "vectors" => 16_384,
        "lines" => 2_048,
        // Longer than any text of an id with what is changed in it.
        _ => 160,
    }
}

/// Writes the seeds of a target.
pub(super) fn write(folder: &Path, name: &str, suite: &Suite) -> io::Result<()> {
    for (index, seed) in of(name, suite).into_iter().enumerate() {
        fs::write(folder.join(format!("vector-{index:04}")), seed)?;
    }
    Ok(())
}

fn of(name: &str, suite: &Suite) -> Vec<Vec<u8>> {
    let schemes = |schemes: &[&str]| -> Vec<&Case> {
        suite.cases.iter().filter(|case| schemes.contains(&case.scheme.as_str())).collect()
    };
    match name {
        "adapter" => adapter(suite),
        "vectors" => files(suite),
        "lines" => lines(suite),
        "lenient" => texts(&schemes(&["ulid"])).chain(numbers(&schemes(&["ulid"]))).collect(),
        "differential" | "paths" => {
            let cases: Vec<&Case> = suite.cases.iter().collect();
            texts(&cases).chain(numbers(&cases)).collect()
        }
        // The target of a scheme has its name and what is stated.
        _ => {
            let scheme = name.rsplit_once('_').map_or(name, |(scheme, _)| scheme).replace('_', "-");
            let cases = schemes(&[&scheme]);
            texts(&cases).chain(numbers(&cases)).collect()
        }
    }
}

/// The texts that are read, and the JSON.
fn texts(cases: &[&Case]) -> impl Iterator<Item = Vec<u8>> {
    let text = |case: &&Case| {
        let input = &case.text.input;
        let plain = input.text.as_ref().or(input.json.as_ref()).map(|text| text.as_bytes().to_vec());
        plain.or_else(|| input.utf8_hex.as_deref().map(octets))
    };
    cases.iter().filter(|case| matches!(case.op, Op::Parse | Op::Json)).filter_map(text)
}

/// The ids that are written, to 16 octets, and a letter of each that is changed.
fn numbers(cases: &[&Case]) -> impl Iterator<Item = Vec<u8>> {
    cases.iter().filter(|case| case.op == Op::Format).filter_map(|case| case.text.input.bytes.as_deref()).map(|bytes| {
        let mut seed = octets(bytes);
        seed.resize(16, 0);
        seed.extend_from_slice(b"\08");
        seed
    })
}

/// Each text as a line, alone and after others, behind the octet that chooses the scheme.
fn lines(suite: &Suite) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (choice, scheme) in ["ulid", "discord", "twitter-snowflake", "nalix-typed", "seq-guid"].iter().enumerate() {
        let cases: Vec<&Case> = suite.cases.iter().filter(|case| case.scheme == *scheme).collect();
        let choice = u8::try_from(choice).unwrap_or_default();
        let read = |case: &&&Case| matches!(case.expectation.outcomes().next(), Some(Outcome::Ok(_)));
        let (right, wrong): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(read);
        let mut many = vec![choice];
        for text in texts(&right).take(40) {
            many.extend_from_slice(&text);
            many.push(b'\n');
        }
        seeds.extend(texts(&wrong).take(40).map(|text| [&many[..], &text].concat()));
        seeds.push(many);
        // Lines that are made: of each number, and how often.
        let made = numbers(&cases).flat_map(|seed| seed.into_iter().take(16).chain([40]));
        seeds.push([choice + 5].into_iter().chain(made).collect());
    }
    seeds
}

/// Cases of each scheme and operation, as a runner asks them and as an adapter answers them rightly.
fn adapter(suite: &Suite) -> Vec<Vec<u8>> {
    let mut kinds: BTreeMap<(&str, Op), Vec<&Case>> = BTreeMap::new();
    for case in &suite.cases {
        kinds.entry((&case.scheme, case.op)).or_default().push(case);
    }
    let mut seeds = vec![b"{\"cmd\":\"hello\",\"protocol\":1}\n{\"cmd\":\"bye\"}\n".to_vec()];
    for ((scheme, op), cases) in kinds {
        let mut asked = String::new();
        let abilities = json!({"ops": [op.as_str()], "inject": ["clock", "random"], "policy": {}, "selectable": ["rollback", "exhaustion", "start"]});
        let names =
            json!({"name": "x", "version": "1", "language": "x", "runtime": "x", "source": "x", "license": "x"});
        let hello = json!({"protocol": 1, "adapter": {"name": "x", "version": "1"}, "implementation": names, "schemes": {scheme: abilities}});
        let mut answered = format!("{hello}\n");
        // As many as the target asks.
        for (case, seq) in cases.iter().take(3).zip(1..) {
            let ask = json!({"cmd": "run", "seq": seq, "scheme": scheme, "op": op.as_str(), "in": case.text.input});
            asked.push_str(&format!("{ask}\n"));
            let answer = match case.expectation.outcomes().next() {
                Some(Outcome::Ok(values)) => json!({"seq": seq, "ok": values}),
                Some(Outcome::Error(error)) => json!({"seq": seq, "error": error}),
                None => json!({"seq": seq, "unsupported": {"reason": ""}}),
            };
            answered.push_str(&format!("{answer}\n"));
        }
        seeds.extend([asked.into_bytes(), answered.into_bytes()]);
    }
    seeds
}

/// How many cases of a file become files of their own.
const OF_A_FILE: usize = 8;

/// Files of one case each.
fn files(suite: &Suite) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for file in &suite.files {
        let Ok(whole) = serde_json::from_str::<Value>(&file.text) else { continue };
        let cases: Vec<&Value> = whole.get("cases").and_then(Value::as_array).into_iter().flatten().collect();
        for case in cases.iter().step_by(cases.len() / OF_A_FILE + 1) {
            let mut one = whole.clone();
            let flags: Vec<&str> =
                case.get("flags").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
            if let Some(notes) = one.get_mut("notes").and_then(Value::as_object_mut) {
                notes.retain(|flag, _| flags.contains(&flag.as_str()));
            }
            if let Some(cases) = one.get_mut("cases") {
                *cases = Value::Array(vec![(*case).clone()]);
            }
            seeds.push(one.to_string().into_bytes());
        }
    }
    seeds
}

/// Octets in hexadecimal; what is none is left out, since vectors are checked elsewhere.
fn octets(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .as_chunks()
        .0
        .iter()
        .filter_map(|pair: &[u8; 2]| str::from_utf8(pair).ok())
        .filter_map(|pair| u8::from_str_radix(pair, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn every_target_has_seeds_that_it_can_hold() {
        let suite = Suite::builtin();
        for name in super::super::targets(&root().join("fuzz/targets")).unwrap() {
            let seeds = of(&name, &suite);
            assert!(seeds.len() > 10, "{name}: {}", seeds.len());
            let long = seeds.iter().filter(|seed| seed.len() > longest(&name)).count();
            assert!(10 * long < seeds.len(), "{name}: {long} of {} are too long", seeds.len());
        }
    }

    #[test]
    fn seeds_are_texts_and_ids() {
        let suite = Suite::builtin();
        let seeds = of("ulid_parse", &suite);
        assert!(seeds.contains(&b"80000000000000000000000000".to_vec()));
        assert!(seeds.contains(&[&[0xff; 16][..], b"\08"].concat()));
        assert_eq!(octets("00ff1"), [0, 255]);
    }
}
