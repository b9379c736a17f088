//! Folders of vectors with something wrong in them: every problem is named, with file, case and reason.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::fs;
use std::path::Path;

use idspec_conformance::{Problem, Suite, lint};
use tempfile::TempDir;

const CASE: &str = r#"{"id": "discord/parse/one", "clauses": [], "level": "must", "comment": "x", "in": {"text": "1"}, "expect": {"bytes": "0000000000000001", "text": "1"}, "source": {"kind": "spec", "ref": "x"}}"#;

fn file_of(cases: &[String]) -> String {
    let head = r#"{"format": "idspec/1", "scheme": "discord", "op": "parse", "spec": {"doc": "spec/discord.md", "version": "0.1.0"}, "license": "CC0-1.0", "notes": {}, "cases": ["#;
    format!("{head}{}]}}", cases.join(","))
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The problems of a folder with one file of the given cases, as `item: reason`.
fn problems(cases: &[String]) -> Vec<String> {
    let folder = folder(&[("discord/parse.json", &file_of(cases))]);
    let line = |problem: &Problem| {
        assert_eq!(problem.file, "discord/parse.json");
        format!("{}: {}", problem.item.as_deref().unwrap_or("file"), problem.reason)
    };
    Suite::read_all(folder.path()).1.iter().map(line).collect()
}

#[test]
fn a_good_folder_has_no_problem() {
    assert_eq!(problems(&[CASE.to_owned()]), Vec::<String>::new());
}

#[test]
fn each_fault_of_a_case_is_named() {
    for (from, to, expected) in [
        (
            "discord/parse/one",
            "discord/parse/One",
            "discord/parse/One: the id is not discord/parse/ and a slug of a-z, 0-9 and hyphens",
        ),
        (
            "discord/parse/one",
            "ulid/parse/one",
            "ulid/parse/one: the id is not discord/parse/ and a slug of a-z, 0-9 and hyphens",
        ),
        (r#""must""#, r#""shall""#, r#"discord/parse/one: unknown level "shall""#),
        (r#""kind": "spec""#, r#""kind": "me""#, r#"discord/parse/one: unknown source kind "me""#),
        (r#"{"text": "1"}"#, r#"{"text": 1}"#, "discord/parse/one: invalid type: integer `1`, expected a string"),
        (
            r#"{"text": "1"}"#,
            r#"{"texts": "1"}"#,
            "discord/parse/one: unknown field `texts`, expected one of `text`, `utf8_hex`, `bytes`, `json`, `value`, `database`, `column`, `form`, `layout`, `octets`, `fields`, `ids`, `ordering`, `at`, `from`, `until`, `type`, `config`, `policy`, `state`, `steps`",
        ),
        (r#"{"text": "1"}"#, r#"{"text": "1", "text": "2"}"#, "discord/parse/one: duplicate field `text`"),
        (
            r#"{"text": "1"}"#,
            r#"{"bytes": "0000000000000001"}"#,
            "discord/parse/one: `in` of parse holds text, or utf8_hex, found bytes",
        ),
        (r#"{"text": "1"}"#, r#"{"utf8_hex": "8"}"#, "discord/parse/one: \"8\" is not whole octets"),
        (r#"{"text": "1"}"#, r#"{"utf8_hex": "FF"}"#, "discord/parse/one: \"FF\" is not lower-case hexadecimal"),
        (
            r#"{"text": "1"}"#,
            r#"{"text": "1", "config": {"epoch_ms": "+1"}}"#,
            "discord/parse/one: \"+1\" is no decimal integer of this format",
        ),
        (r#", "text": "1"}, "source""#, r#"}, "source""#, "discord/parse/one: an outcome of parse does not hold bytes"),
        (
            r#"{"bytes": "0000000000000001", "text": "1"}"#,
            r#"{"error": {"code": "bad"}}"#,
            "discord/parse/one: unknown error code \"bad\"",
        ),
        (
            r#""expect": {"bytes": "0000000000000001", "text": "1"}, "#,
            "",
            "discord/parse/one: a case has either `expect` or `expect_when`",
        ),
        (
            r#""comment": "x", "#,
            r#""comment": "x", "flags": ["Odd"], "#,
            "discord/parse/one: flag Odd is not in the notes of the file",
        ),
        (r#""comment": "x", "#, "", "discord/parse/one: missing field `comment`"),
        (r#""id": "discord/parse/one", "#, "", "case 1: missing field `id`"),
    ] {
        assert_eq!(CASE.matches(from).count(), 1, "{from}");
        assert_eq!(problems(&[CASE.replace(from, to)]), [expected], "{from} to {to}");
    }
}

#[test]
fn every_policy_value_has_one_outcome() {
    let when = |list: &str| {
        let list = format!(r#""expect_when": [{list}], "#);
        problems(&[CASE.replace(r#""expect": {"bytes": "0000000000000001", "text": "1"}, "#, &list)])
    };
    let entry = |axis: &str, value: &str| {
        format!(r#"{{"policy": {{"{axis}": "{value}"}}, "expect": {{"error": {{"code": "character"}}}}}}"#)
    };
    let incomplete = "discord/parse/one: `expect_when` lists each value of alias once: reject, crockford";
    assert_eq!(when(&[entry("alias", "reject"), entry("alias", "crockford")].join(",")), Vec::<String>::new());
    assert_eq!(when(&entry("alias", "reject")), [incomplete]);
    assert_eq!(when(&[entry("alias", "reject"), entry("alias", "reject")].join(",")), [incomplete]);
    assert_eq!(when(&[entry("alias", "reject"), entry("case", "upper")].join(",")), [incomplete]);
    assert_eq!(when(&entry("mood", "good")), ["discord/parse/one: unknown policy axis \"mood\""]);
    assert_eq!(when(""), ["discord/parse/one: `expect_when` names no policy"]);
}

#[test]
fn all_problems_of_a_folder_are_listed() {
    let broken = CASE.replace(r#"{"text": "1"}"#, r#"{"text": 1}"#).replace("/one", "/two");
    let parse = file_of(&[CASE.to_owned(), broken, CASE.to_owned()]);
    let folder = folder(&[
        ("discord/parse.json", parse.as_str()),
        ("discord/format.json", "{"),
        ("discord/notes.txt", "x"),
        ("parse.json", "x"),
        ("ulid/parse.json", &file_of(&[])),
        ("ulid/guess.json", &file_of(&[]).replace("parse", "guess").replace("\"discord\"", "\"ulid\"")),
    ]);
    let (suite, problems) = Suite::read_all(folder.path());
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "discord/format.json: EOF while parsing an object at line 1 column 1",
            "discord/notes.txt: not a vector file <scheme>/<op>.json",
            "discord/parse.json: discord/parse/one: the id stands twice in the suite",
            "discord/parse.json: discord/parse/two: invalid type: integer `1`, expected a string",
            "parse.json: not in the folder of a scheme",
            "ulid/guess.json: no cases",
            "ulid/guess.json: unknown operation \"guess\"",
            "ulid/parse.json: no cases",
            "ulid/parse.json: scheme and op make it discord/parse.json",
        ]
    );
    assert_eq!(suite.cases.len(), 2);
}

#[test]
fn a_broken_envelope_does_not_hide_the_cases() {
    let file = file_of(&[CASE.replace("\"must\"", "\"shall\"")]);
    let file = file
        .replace("\"version\": \"0.1.0\"", "\"version\": 1")
        .replace("CC0-1.0", "MIT")
        .replace("\"notes\": {}", "\"note\": {}");
    let folder =
        folder(&[("discord/parse.json", &file), ("errors.json", "{"), ("schema/a.json", "["), ("manifest.json", "x")]);
    let lines: Vec<String> = Suite::read_all(folder.path()).1.iter().map(ToString::to_string).collect();
    let starts = [
        "discord/parse.json: license \"MIT\"",
        "discord/parse.json: member \"notes\" is missing",
        "discord/parse.json: spec: invalid type: integer `1`",
        "discord/parse.json: unknown member \"note\"",
        "discord/parse.json: discord/parse/one: unknown level",
        "errors.json: ",
        "manifest.json: ",
        "schema/a.json: ",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn policies_are_checked_too() {
    let problems = |policies: &str| {
        let folder = folder(&[("discord/parse.json", &file_of(&[CASE.to_owned()])), ("policies.json", policies)]);
        Suite::read_all(folder.path()).1.len()
    };
    let axis = |values: &str| {
        format!(
            r#"{{"format":"idspec/1","license":"CC0-1.0","axes":[{{"axis":"a","values":{values},"required":"x","meaning":"m"}}]}}"#
        )
    };
    assert_eq!(problems(&axis(r#"["x","y"]"#)), 0);
    assert_eq!(problems(&axis("[]")), 1);
    assert_eq!(problems(&axis(r#"["x"]"#).replace("idspec/1", "x/9")), 1);
    assert_eq!(problems("{"), 1);
}

#[cfg(unix)]
#[test]
fn folders_that_lead_in_circles_and_files_without_end_are_problems() {
    let folder = folder(&[("discord/parse.json", &file_of(&[CASE.to_owned()]))]);
    std::os::unix::fs::symlink(".", folder.path().join("a")).unwrap();
    std::os::unix::fs::symlink(".", folder.path().join("b")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("discord/zero.json")).unwrap();
    let lines: Vec<String> = Suite::read_all(folder.path()).1.iter().map(ToString::to_string).collect();
    assert!(lines.contains(&"a/b: a folder inside the folder of a scheme".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"discord/zero.json: no regular file".to_owned()), "{lines:#?}");
}

#[test]
fn lists_of_fields_are_short() {
    let many: Vec<String> = (0..100_000).map(|number| format!("\"f{number}\":\"0\"")).collect();
    let compose = CASE.replace(r#"{"text": "1"}"#, &format!("{{\"fields\": {{{}}}}}", many.join(",")));
    assert_eq!(problems(&[compose]), ["discord/parse/one: more than 32 members"]);
}

#[test]
fn an_empty_folder_is_a_problem() {
    let folder = folder(&[]);
    let (_, problems) = Suite::read_all(folder.path());
    assert_eq!(problems.len(), 1);
    assert!(problems[0].reason.starts_with("no vector file"));
    assert!(!Suite::read_all(Path::new("no such folder")).1.is_empty());
}

#[test]
fn padding_has_to_say_what_it_covers() {
    let other = CASE.replace("/one", "/two");
    let problems = |second: &str| {
        let folder = folder(&[("discord/parse.json", &file_of(&[CASE.to_owned(), second.to_owned()]))]);
        let suite = Suite::read(folder.path()).unwrap();
        lint::padding_problems(&suite).len()
    };
    assert_eq!(problems(&other), 1);
    assert_eq!(problems(&other.replace(r#""comment": "x", "#, r#""comment": "x", "covers": "two", "#)), 0);
}

#[test]
fn canonical_form_is_a_fixed_point() {
    let unusual = CASE.replace(r#""comment": "x""#, r#""comment": "\u00e9 \ud83d\ude00 \u007f \t \" \\ /""#);
    let folder = folder(&[("discord/parse.json", &file_of(&[unusual]))]);
    let suite = Suite::read(folder.path()).unwrap();
    assert_eq!(lint::format_problems(&suite).len(), 1);
    let canonical = suite.files[0].canonical.clone();
    assert!(canonical.contains(r#"      "comment": "\u00e9 \ud83d\ude00 \u007f \t \" \\ /","#), "{canonical}");
    fs::write(folder.path().join("discord/parse.json"), &canonical).unwrap();
    let suite = Suite::read(folder.path()).unwrap();
    assert_eq!(lint::format_problems(&suite), []);
    assert_eq!(suite.files[0].canonical, canonical);
}

#[test]
fn the_manifest_has_to_agree() {
    let folder = folder(&[("discord/parse.json", &file_of(&[CASE.to_owned()]))]);
    let suite = Suite::read(folder.path()).unwrap();
    let problems = |manifest: &str| {
        fs::write(folder.path().join("manifest.json"), manifest).unwrap();
        lint::manifest_problems(&suite, folder.path()).len()
    };
    assert_eq!(problems("{"), 1);
    assert_eq!(
        problems(r#"{"format":"idspec/1","suite":"0.1.0","cases":1,"files":{"discord/parse.json":"sha256:00"}}"#),
        1
    );
    assert_eq!(problems(r#"{"format":"idspec/1","suite":"0.0.0","cases":2,"files":{"gone.json":"sha256:00"}}"#), 4);
}
