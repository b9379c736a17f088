//! A seventh scheme in a scratch copy: Sonyflake, made by `new-scheme` and a few changed lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::scratch::Scratch;
use crate::{Exit, root, target};

const NAME: &str = "sonyflake";

/// What turns the templates' layout into Sonyflake's: 39 bits of 10 ms since 2014-09-01, 8 bits of sequence, 16 bits of machine.
/// Source of the layout: the README of `sony/sonyflake`.
const CHANGES: &[(&str, &[(&str, &str)])] = &[
    (
        "crates/sonyflake/src/lib.rs",
        &[
            ("1_577_836_800_000", "1_409_529_600_000"),
            ("1577836800000 (2020-01-01T00:00:00Z)", "1409529600000 (2014-09-01T00:00:00Z), in steps of 10 ms"),
            (
                "41 bits of milliseconds, a worker and a sequence",
                "39 bits of 10 milliseconds, a sequence and a machine",
            ),
            ("| 62..22 | `unix_ms`", "| 62..24 | `unix_ms`"),
            ("| 21..12 | `worker` | 0 to 1023 |", "| 23..16 | `sequence` | 0 to 255 |"),
            ("| 11..0 | `sequence` | 0 to 4095 |", "| 15..0 | `machine` | 0 to 65535 |"),
            ("Unit::Milliseconds(1)), &[Piece::bits(62, 22)]", "Unit::Milliseconds(10)), &[Piece::bits(62, 24)]"),
            (
                "Field::new(\"worker\", Role::Number, &[Piece::bits(21, 12)])",
                "Field::new(\"sequence\", Role::Number, &[Piece::bits(23, 16)])",
            ),
            (
                "Field::new(\"sequence\", Role::Number, &[Piece::bits(11, 0)])",
                "Field::new(\"machine\", Role::Number, &[Piece::bits(15, 0)])",
            ),
            ("const WORKER", "const SEQUENCE"),
            ("const SEQUENCE: Field = Field::new(\"machine\"", "const MACHINE: Field = Field::new(\"machine\""),
            ("WORKER, SEQUENCE, SIGN", "SEQUENCE, MACHINE, SIGN"),
            ("worker: u32, sequence: u32", "sequence: u32, machine: u32"),
            (".int(\"worker\", worker as i128)", ".int(\"sequence\", sequence as i128)"),
            (".int(\"sequence\", sequence as i128);", ".int(\"machine\", machine as i128);"),
            (
                "    /// The sequence.\n    #[must_use]\n    pub const fn sequence(self) -> u32 {\n        SEQUENCE.",
                "    /// The machine.\n    #[must_use]\n    pub const fn machine(self) -> u32 {\n        MACHINE.",
            ),
            (
                "    /// The worker.\n    #[must_use]\n    pub const fn worker(self) -> u32 {\n        WORKER.",
                "    /// The sequence.\n    #[must_use]\n    pub const fn sequence(self) -> u32 {\n        SEQUENCE.",
            ),
        ],
    ),
    (
        "spec/sonyflake.md",
        &[
            ("1577836800000 (2020-01-01T00:00:00Z)", "1409529600000 (2014-09-01T00:00:00Z)"),
            ("a clock in milliseconds, a worker and a sequence", "a clock in steps of 10 ms, a sequence and a machine"),
            ("| 62..22 | `unix_ms` | 40..0 |", "| 62..24 | `unix_ms` | 38..0 |"),
            ("| 21..12 | `worker` | 9..0 |", "| 23..16 | `sequence` | 7..0 |"),
            ("| 11..0 | `sequence` | 11..0 |", "| 15..0 | `machine` | 15..0 |"),
            ("MUST be `unix_ms - 1577836800000`.", "MUST be `(unix_ms - 1409529600000) / 10`."),
            (
                "a `unix_ms` outside 1577836800000 to 3776860055551 with",
                "a `unix_ms` outside 1409529600000 to 6907087738870, or no whole step of 10 ms, with",
            ),
            (
                "MUST be 1 ms, the first unit 1577836800000 and the last 3776860055551.",
                "MUST be 10 ms, the first unit 1409529600000 and the last 6907087738870.",
            ),
            ("signed, absolute), `worker`, `sequence`.", "signed, absolute), `sequence`, `machine`."),
            (
                "a `worker` outside 0 to 1023 with `out_of_range`, field `worker`",
                "a `sequence` outside 0 to 255 with `out_of_range`, field `sequence`",
            ),
            (
                "a `sequence` outside 0 to 4095 with `out_of_range`, field `sequence`",
                "a `machine` outside 0 to 65535 with `out_of_range`, field `machine`",
            ),
            ("by time, worker and sequence", "by time, sequence and machine"),
            ("0 to 4095 in each unit", "0 to 255 in each unit"),
            ("up to 4096 ids in a unit", "up to 256 ids in a unit"),
            (
                "Sources: name them here.",
                "Sources: the README of `sony/sonyflake`, for the layout and the default start time.",
            ),
        ],
    ),
    (
        "xtask/derivation/schemes/sonyflake.py",
        &[
            ("time_size = 2**41", "time_size = 2**39\n    step = 10"),
            ("1577836800000", "1409529600000"),
            ("((\"worker\", 1024), (\"sequence\", 4096))", "((\"sequence\", 256), (\"machine\", 65536))"),
            ("41 bits of ms, worker, sequence", "39 bits of 10 ms, sequence, machine"),
        ],
    ),
];

/// Texts that change wherever they stand in the vectors of the scheme, in this order.
const IN_VECTORS: &[(&str, &str)] = &[
    ("\"sequence\"", "\"machine\""),
    ("\"worker\"", "\"sequence\""),
    ("\"4095\"", "\"65535\""),
    ("\"4096\"", "\"65536\""),
    ("\"1023\"", "\"255\""),
    ("\"1024\"", "\"256\""),
    ("1577836799999", "1409529599990"),
    ("1577836800000", "1409529600000"),
    ("3776860055551", "6907087738870"),
    ("3776860055552", "6907087738880"),
];

/// Texts that change in the vectors of generators, where the machine takes the place of the worker and the sequence is shorter.
const IN_GENERATORS: &[(&str, &str)] = &[
    ("\"worker\"", "\"machine\""),
    ("\"1023\"", "\"65535\""),
    ("\"1024\"", "\"65536\""),
    ("\"repeat\": 4096", "\"repeat\": 256"),
    ("\"repeat\": 8192", "\"repeat\": 512"),
    ("1699999999999", "1699999999990"),
    ("1700000000001", "1700000000010"),
    ("1577836799999", "1409529599999"),
    ("1577836800000", "1409529600000"),
    ("3776860055551", "6907087738870"),
    ("3776860055552", "6907087738880"),
];

/// The step of `cargo xtask test`.
pub(crate) fn command() -> Exit {
    match run() {
        Ok(()) => Exit::Fine,
        Err(reason) => {
            println!("{reason}");
            Exit::Differs
        }
    }
}

fn run() -> Result<(), String> {
    let scratch = Scratch::new("seventh").map_err(|error| format!("scratch copy: {error}"))?;
    xtask(&scratch, &["new-scheme", NAME])?;
    // As it comes from the templates the scheme passes; `sync` and `accept` have nothing left to do.
    closing_line(&scratch)?;
    for (file, changes) in CHANGES {
        for (from, to) in *changes {
            scratch.replace(file, from, to)?;
        }
    }
    for op in ["bytes", "compose", "fields", "format", "generate", "json", "order", "parse", "range", "store"] {
        let changes = if op == "generate" { IN_GENERATORS } else { IN_VECTORS };
        let file = format!("vectors/{NAME}/{op}.json");
        let text = fs::read_to_string(scratch.folder().join(&file)).map_err(|error| format!("{file}: {error}"))?;
        scratch.write(&file, &changes.iter().fold(text, |text, (from, to)| text.replace(from, to)))?;
    }
    for target in ["parse", "roundtrip"] {
        let file = format!("fuzz/targets/{NAME}_{target}.rs");
        let text = fs::read_to_string(scratch.folder().join(&file)).map_err(|error| format!("{file}: {error}"))?;
        let call = format!("idspec_fuzz::schemes::{NAME}::{target}(data)");
        if !text.contains(&call) {
            return Err(format!("{file} does not call {call}"));
        }
    }
    for words in [&["derive"][..], &["sync"], &["conformance", "accept"]] {
        xtask(&scratch, words)?;
    }
    println!("{}", closing_line(&scratch)?);
    cargo(&scratch, &["test", "--quiet", "--offline", "--package", "idspec-sonyflake"])?;
    cargo(&scratch, &["check", "--quiet", "--offline", "--package", "idspec"])?;
    cargo(&scratch, &["test", "--quiet", "--offline", "--package", "xtask", "--test", "schemas"])?;
    cargo(&scratch, &["build", "--quiet", "--offline", "--manifest-path", "crates/idspec/tests/no-std/Cargo.toml"])?;
    xtask(&scratch, &["conformance", "faults"])?;
    for line in differences(scratch.folder()) {
        println!("{line}");
    }
    Ok(())
}

/// The last line of the conformance run, which has a row for the scheme.
fn closing_line(scratch: &Scratch) -> Result<String, String> {
    let printed = xtask(scratch, &["conformance"])?;
    let row = printed.lines().find(|line| line.starts_with(NAME)).ok_or(format!("no row for {NAME}\n{printed}"))?;
    Ok(format!("{row}\n{}", printed.lines().last().unwrap_or_default()))
}

fn xtask(scratch: &Scratch, words: &[&str]) -> Result<String, String> {
    cargo(scratch, &[&["run", "--quiet", "--offline", "--package", "xtask", "--"], words].concat())
}

fn cargo(scratch: &Scratch, words: &[&str]) -> Result<String, String> {
    let mut command = Command::new("cargo");
    command.args(words).current_dir(scratch.folder()).stdin(Stdio::null());
    // Apart: cargo takes the crates of two copies of a workspace for the same, and the older files for built.
    command.env("CARGO_TARGET_DIR", target().join("mutation"));
    let Output { status, stdout, stderr } = command.output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    if status.success() {
        Ok(printed)
    } else {
        Err(format!("cargo {}: {status}\n{printed}{}", words.join(" "), String::from_utf8_lossy(&stderr)))
    }
}

/// Which files of the copy are new or changed, with their lines.
fn differences(copy: &Path) -> Vec<String> {
    let before = lines_of_files(&root(), &root(), 0);
    let after = lines_of_files(copy, copy, 0);
    let mut lines = Vec::new();
    for (path, text) in &after {
        match before.get(path) {
            None => lines.push(format!("new      {path}, {} lines", text.lines().count())),
            Some(old) if old != text => {
                let more = text.lines().count().cast_signed() - old.lines().count().cast_signed();
                lines.push(format!("changed  {path}, {more:+} lines"));
            }
            Some(_) => {}
        }
    }
    lines
}

/// The texts of all files that a scratch copy has.
fn lines_of_files(root: &Path, folder: &Path, depth: usize) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name == "target" || name == ".git" || name == "__pycache__";
        let linked = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if hidden || linked || depth > 8 {
            continue;
        }
        if path.is_dir() {
            files.extend(lines_of_files(root, &path, depth + 1));
        } else if let Ok(text) = fs::read_to_string(&path) {
            files.insert(path.strip_prefix(root).unwrap_or(&path).display().to_string(), text);
        }
    }
    files
}
