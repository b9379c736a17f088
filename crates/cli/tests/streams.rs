//! `convert`, `validate` and the input that all commands share: exact outputs, bad input, bounded memory, slow pipes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test, with helpers outside of its functions")]

mod command;

use std::fs;

use command::{idspec, idspec_with};

const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";
const UUID: &str = "018eafc1-8435-0cf0-5803-c72d06e78011";
const TIME: &str = "2024-04-05T19:34:38.901Z";

#[test]
fn a_ulid_has_every_form_that_is_listed() {
    let forms = [
        ("canonical", ULID),
        ("hex", "018eafc184350cf05803c72d06e78011"),
        ("uuid", UUID),
        ("bytes-be", "018eafc184350cf05803c72d06e78011"),
        ("guid-net", "018eafc184350cf05803c72d06e78011"),
        ("guid-dn", "c1af8e013584f00c5803c72d06e78011"),
        ("time", TIME),
        ("unix-ms", "1712345678901"),
    ];
    for (form, text) in forms {
        idspec(&["convert", "--to", form, ULID]).is(0, &format!("{text}\n"), "");
    }
    idspec(&["convert", "--as", "ulid", "--to", "decimal", ULID]).is(
        2,
        "",
        "idspec: ulid has no form decimal; --to takes canonical, hex, uuid, bytes-be, guid-net, guid-dn, time, unix-ms\n",
    );
}

#[test]
fn other_forms_are_read_where_the_scheme_is_named() {
    idspec(&["convert", "--as", "ulid", "--to", "canonical", UUID, &ULID.to_lowercase()]).is(
        0,
        &format!("{ULID}\n{ULID}\n"),
        "",
    );
    idspec(&["convert", "--as", "discord", "--to", "decimal", "--", "-1"]).is(0, "18446744073709551615\n", "");
    idspec(&["convert", "--as", "discord", "--to", "signed", "18446744073709551615"]).is(0, "-1\n", "");
}

#[test]
fn nothing_is_guessed() {
    idspec_with(&["convert", "--to", "time"], format!("{ULID}\n1776266104373063681\n{ULID}\n").as_bytes()).is(
        3,
        &format!("{TIME}\n"),
        "idspec: standard input:2:1: \"1776266104373063681\": several readings: twitter-snowflake, instagram-sharded, \
         nalix-typed, discord; add --as SCHEME\n",
    );
    idspec(&["convert", "--to", "time", "xyz"]).is(
        1,
        "",
        "idspec: argument 1: \"xyz\": nothing but nalix-typed:legacy56 reads it, and nothing speaks for that; add --as SCHEME\n\
         idspec: 1 of 1 not valid\n",
    );
}

#[test]
fn what_is_not_valid_is_named_and_the_rest_goes_on() {
    let lines = format!("{ULID}\r\n01HTQW311N1KR5G0Y75M3EF0UH\n\n\u{1b}[31m\n{ULID}");
    let told = "idspec: standard input:2:25: \"01HTQW311N1KR5G0Y75M3EF0UH\": invalid ULID: unexpected character 'U' at offset 24; \
                is --as right? `idspec inspect` shows every reading\n\
                idspec: standard input:3:1: \"\": invalid ULID: length 0, expected 26 letters; \
                is --as right? `idspec inspect` shows every reading\n\
                idspec: standard input:4:1: \"\\\\u{1b}[31m\": invalid ULID: length 5, expected 26 letters; \
                is --as right? `idspec inspect` shows every reading\n";
    let told = told.replace("\\\\", "\\");
    let convert = ["convert", "--as", "ulid", "--to", "time"];
    idspec_with(&convert, lines.as_bytes()).is(
        1,
        &format!("{TIME}\n{TIME}\n"),
        &format!("{told}idspec: 3 of 5 not valid\n"),
    );
    let first = told.lines().next().unwrap();
    idspec_with(&[&convert[..], &["--strict", "-q"]].concat(), lines.as_bytes()).is(
        1,
        &format!("{TIME}\n"),
        &format!("{first}\n"),
    );
}

#[test]
fn numbers_of_a_layout_are_checked_many_at_a_time() {
    // The second one has the sign bit, which Twitter's ids never have.
    idspec_with(
        &["convert", "--as", "twitter-snowflake", "--to", "time"],
        b"1776266104373063681\n9999999999999999999\n1776266104373063681\n01\n1776266104373063681\n",
    )
    .is(
        1,
        "2024-04-05T15:10:15.367Z\n2024-04-05T15:10:15.367Z\n2024-04-05T15:10:15.367Z\n",
        "idspec: standard input:2:1: \"9999999999999999999\": invalid Twitter snowflake: above the largest, 9223372036854775807; \
         is --as right? `idspec inspect` shows every reading\n\
         idspec: standard input:4:1: \"01\": invalid Twitter snowflake: leading zero, write it without; \
         is --as right? `idspec inspect` shows every reading\n\
         idspec: 2 of 5 not valid\n",
    );
}

/// Lines of plain files are read many at a time, fields of CSV one by one.
#[test]
fn many_at_a_time_are_what_one_by_one_are() {
    let mut state = 7_u64;
    let mut draw = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let schemes = ["ulid", "discord", "twitter-snowflake", "instagram-sharded", "nalix-typed", "seq-guid:as-string"];
    let numbers = ["0", "01", "9223372036854775807", "9223372036854775808", "18446744073709551616", "-1", "x", "", "é"];
    let others = [ULID, UUID, "01HTQW311N1KR5G0Y75M3EF0UH", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "0123456789ABCDEF"];
    for scheme in schemes {
        let mut text = String::new();
        for _ in 0..8000 {
            match draw(40) {
                0 => text.push_str(numbers[usize::try_from(draw(9)).unwrap()]),
                1 => text.push_str(others[usize::try_from(draw(5)).unwrap()]),
                number if scheme == "ulid" => text.push_str(&ULID.replace("7", &number.to_string()[..1])),
                number => text.push_str(&(number << 55 | draw(1 << 31)).to_string()),
            }
            text.push_str(if draw(9) == 0 { "\r\n" } else { "\n" });
        }
        let convert = ["convert", "--as", scheme, "--to", "time"];
        let many = idspec_with(&convert, text.as_bytes());
        let one = idspec_with(&[&convert[..], &["--csv", "--column", "1"]].concat(), text.as_bytes());
        assert!(many.output == one.output, "{scheme}");
        for (many, one) in many.error.lines().zip(one.error.lines()) {
            assert_eq!(many, one, "{scheme}");
        }
        assert_eq!(many.error.len(), one.error.len(), "{scheme}");
        let strict = idspec_with(&[&convert[..], &["--strict"]].concat(), text.as_bytes());
        assert_eq!(strict.error.lines().count(), 2, "{scheme}: {}", strict.error);
    }
}

#[test]
fn columns_fields_and_nul() {
    let csv = format!("\u{feff}name,\"the \"\"id\"\"\"\r\n\"a,\n\",{ULID}\nx\n");
    idspec_with(&["convert", "--to", "time", "--csv", "--column", "the \"id\""], csv.as_bytes()).is(
        1,
        &format!("{TIME}\n"),
        "idspec: standard input:4:1: \"\": no column 2; see --delimiter\nidspec: 1 of 2 not valid\n",
    );
    idspec_with(&["convert", "--to", "time", "--csv", "--column", "id"], csv.as_bytes()).is(
        2,
        "",
        "idspec: standard input: no column is called id in the first record, which is \"name,\\\\\"the \\\\\"\\\\\"id\\\\\"\\\\\"\\\\\"\"\n"
            .replace("\\\\", "\\")
            .as_str(),
    );
    let tabs = format!("a\t{ULID}\n");
    idspec_with(&["convert", "--to", "time", "--csv", "--column", "2", "--delimiter", "\\t"], tabs.as_bytes()).is(
        0,
        &format!("{TIME}\n"),
        "",
    );
    let json = "{\"a\": [{\"id\": 1776266104373063681}]}\n{\"a\": []}\n{\"a\": [{\"id\": 1.0e18}]}\n";
    idspec_with(
        &["convert", "--as", "discord", "--to", "decimal", "--jsonl", "--field", "a.0.id", "-q"],
        json.as_bytes(),
    )
    .is(
        1,
        "1776266104373063681\n",
        "idspec: standard input:2:1: \"\": no field 0; see --field\n\
         idspec: standard input:3:16: \"1.0e18\": invalid Discord snowflake: unexpected character '.' at offset 1; \
         is --as right? `idspec inspect` shows every reading\n",
    );
    idspec_with(&["convert", "--to", "time", "-0"], format!("{ULID}\0{ULID}\0").as_bytes()).is(
        0,
        &format!("{TIME}\n{TIME}\n"),
        "",
    );
    // Records are counted, and not the lines in them.
    idspec_with(&["validate", "-q", "--as", "ulid", "-0"], b"a\n\n\0b\0").is(
        1,
        "standard input:1:1: \"a\\n\\n\": invalid ULID: length 3, expected 26 letters\n\
         standard input:2:1: \"b\": invalid ULID: length 1, expected 26 letters\n",
        "",
    );
}

#[test]
fn standard_input_may_be_named_twice() {
    idspec_with(&["convert", "--to", "time", "-", "-"], format!("{ULID}\n").as_bytes()).is(0, &format!("{TIME}\n"), "");
    idspec_with(&["annotate", "-", "-"], b"a").is(0, "a", "");
}

#[cfg(unix)]
#[test]
fn names_of_files_do_not_act_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{1b}[31m");
    fs::write(&path, "x").unwrap();
    let ended = idspec(&["validate", "--as", "ulid", "-q", "-f", path.to_str().unwrap()]);
    assert!(
        ended.output.ends_with("a\\u{1b}[31m:1:1: \"x\": invalid ULID: length 1, expected 26 letters\n"),
        "{}",
        ended.output
    );
}

#[test]
fn ids_are_found_in_free_text() {
    let text = format!("a {ULID}, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ [{ULID}]\n1776266104373063681\nusr_{ULID}");
    idspec_with(&["validate", "--scan", "-q"], text.as_bytes()).is(
        0,
        &format!(
            "standard input:1:3: \"{ULID}\": valid: ulid\nstandard input:1:59: \"{ULID}\": valid: ulid\n\
             standard input:3:5: \"{ULID}\": valid: ulid\n"
        ),
        "",
    );
    let number = "standard input:2:1: \"1776266104373063681\": valid: twitter-snowflake";
    idspec_with(&["validate", "--scan", "-q", "--as", "twitter-snowflake"], text.as_bytes()).is(
        0,
        &format!("{number}\n"),
        "",
    );
    let ended = idspec_with(&["validate", "--scan", "--scan-digits", "19", "-q"], text.as_bytes());
    assert_eq!(ended.output.lines().nth(2), Some(format!("{number}, discord, instagram-sharded").as_str()));
    assert_eq!(ended.output.lines().count(), 4);
}

#[test]
fn files_follow_one_another_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(&one, format!("{ULID}\nbad")).unwrap();
    fs::write(&two, ULID).unwrap();
    let [one, two] = [one, two].map(|path| path.to_str().unwrap().to_owned());
    idspec(&["validate", "--as", "ulid", "-f", &one, "--file", &two, "-q"]).is(
        1,
        &format!(
            "{one}:1:1: \"{ULID}\": valid: ulid\n{one}:2:1: \"bad\": invalid ULID: length 3, expected 26 letters\n\
             {two}:1:1: \"{ULID}\": valid: ulid\n"
        ),
        "",
    );
    let missing = folder.path().join("none").to_str().unwrap().to_owned();
    idspec(&["validate", "-f", &missing]).is(
        5,
        "",
        &format!("idspec: {missing}: No such file or directory (os error 2)\n"),
    );
}

#[test]
fn validate_tells_every_line() {
    let input = format!("{ULID}\n123\nwhat?\n");
    idspec_with(&["validate"], input.as_bytes()).is(
        1,
        &format!(
            "standard input:1:1: \"{ULID}\": valid: ulid\n\
             standard input:2:1: \"123\": valid: twitter-snowflake, discord, instagram-sharded, nalix-typed:legacy56\n\
             standard input:3:1: \"what?\": no scheme writes such an id; `idspec inspect --all` shows why\n"
        ),
        "idspec: 2 valid, 1 not valid\n",
    );
    idspec_with(&["validate", "--plain", "--as", "ulid", "-q"], input.as_bytes()).is(1, "valid\nlength\nlength\n", "");
    idspec_with(&["validate", "--invalid", "--plain", "--as", "ulid", "-q", "--strict"], input.as_bytes())
        .is(1, "length\n", "");
    idspec_with(&["validate", "--json", "-q", "--as", "ulid"], b"01HTQW311N1KR5G0Y75M3EF0UH\n").is(
        1,
        "{\"column\":1,\"error\":{\"code\":\"character\",\"offset\":24,\"text\":\"invalid ULID: unexpected character 'U' at offset 24\"},\
         \"file\":\"standard input\",\"format\":\"idspec-validate/1\",\"input\":\"01HTQW311N1KR5G0Y75M3EF0UH\",\"line\":1,\
         \"schemes\":[],\"valid\":false}\n",
        "",
    );
}

#[test]
fn json_has_a_line_for_each_text() {
    idspec_with(&["convert", "--json", "-q", "--to", "uuid"], format!("{ULID}\n").as_bytes()).is(
        0,
        &format!(
            "{{\"column\":1,\"file\":\"standard input\",\"format\":\"idspec-convert/1\",\"input\":\"{ULID}\",\"line\":1,\
             \"output\":\"{UUID}\",\"scheme\":\"ulid\",\"to\":\"uuid\"}}\n"
        ),
        "",
    );
}

#[test]
fn objects_keep_to_their_schemas() {
    let input = format!("{ULID}\nxyz\n\n\u{1b}é\n01HTQW311N1KR5G0Y75M3EF0UH\n642b2c7f-3013-4128-9449-188b86adfc80\n");
    let schemas = [include_str!("../schema/convert.json"), include_str!("../schema/validate.json")];
    for (schema, arguments) in schemas.into_iter().zip([&["convert", "--to", "time"][..], &["validate"]]) {
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for more in [&[][..], &["--as", "ulid"]] {
            let ended = idspec_with(&[arguments, &["--json", "-q"], more].concat(), input.as_bytes());
            let objects: Vec<serde_json::Value> =
                ended.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            for object in &objects {
                assert!(validator.is_valid(object), "{arguments:?}: {object}");
                let mut wrong = object.clone();
                wrong["line"] = "1".into();
                assert!(!validator.is_valid(&wrong));
            }
            assert!(objects.len() >= 5, "{arguments:?}: {}", ended.error);
        }
    }
}

#[test]
fn octets_of_any_kind_are_no_more_than_invalid() {
    let mut octets: Vec<u8> = (0..=255).collect();
    octets.extend_from_slice(b"\n\xff\xfe\n\xc3\x28\n");
    let shown = idspec_with(&["validate", "--plain", "-q"], &octets);
    shown.is(1, "unknown\nunknown\nunknown\nunknown\n", "");
    for how in [&["--csv", "--column", "1"][..], &["--jsonl", "--field", "a"], &["-0"], &[]] {
        let all = [&["convert", "--as", "ulid", "--to", "time"][..], how].concat();
        let ended = idspec_with(&all, &octets);
        assert_eq!(ended.code, Some(1), "{how:?}: {}", ended.error);
        assert_eq!(ended.output, "");
        let acts = ended.error.chars().any(|letter| letter.is_control() && letter != '\n');
        assert!(!acts, "{:?}", ended.error);
    }
}

#[test]
fn absurd_numbers_and_dates() {
    idspec(&["convert", "--to", "time", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"]).is(0, "+10889-08-02T05:31:50.655Z\n", "");
    let long = "9".repeat(5000);
    idspec(&["convert", "--as", "discord", "--to", "time", &long]).is(
        1,
        "",
        &format!(
            "idspec: argument 1: \"{}…\": invalid Discord snowflake: above the largest, 18446744073709551615; \
             is --as right? `idspec inspect` shows every reading\nidspec: 1 of 1 not valid\n",
            "9".repeat(80)
        ),
    );
}
