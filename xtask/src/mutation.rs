//! Faults put into a scratch copy of the sources: each has to be noticed.

use std::process::{Command, Stdio};

use crate::scratch::Scratch;
use crate::{Exit, derive, target};

/// Which check has to notice a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The crates: `cargo xtask conformance` has to fail.
    Crates,
    /// The second derivation: its check has to fail.
    Derivation,
}

/// A fault: a text that stands once in a file, and what it becomes.
struct Fault {
    side: Side,
    what: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        side: Side::Derivation,
        what: "Discord's epoch off by one in the derivation",
        file: "xtask/derivation/schemes/discord.py",
        from: "1420070400000",
        to: "1420070400001",
    },
    Fault {
        side: Side::Crates,
        what: "Discord's epoch off by one in the crate",
        file: "crates/discord/src/lib.rs",
        from: "EPOCH_MS: i64 = 1_420_070_400_000",
        to: "EPOCH_MS: i64 = 1_420_070_400_001",
    },
    Fault {
        side: Side::Crates,
        what: "a ULID's reader takes Crockford's aliases",
        file: "crates/ulid/src/lib.rs",
        from: "parse: |scheme, text| crockford::parse_fast(scheme, text, Letters::Strict),",
        to: "parse: |scheme, text| crockford::parse_fast(scheme, text, Letters::Lenient),",
    },
    Fault {
        side: Side::Crates,
        what: "the variant nibble is looked for one bit lower",
        file: "crates/seq-guid/src/tables.rs",
        from: "FixedFault::Variant), &[p(63, 60, 0)]",
        to: "FixedFault::Variant), &[p(63, 60, 1)]",
    },
    Fault {
        side: Side::Crates,
        what: "a window's end is rounded down",
        file: "crates/core/src/range.rs",
        from: "self.slot(field, unit, until, Round::Up)",
        to: "self.slot(field, unit, until, Round::Down)",
    },
    Fault {
        side: Side::Crates,
        what: "a leading zero of a decimal is not looked at",
        file: "crates/core/src/text/decimal.rs",
        from: "if *first == b'0' && text.len() > 1 {",
        to: "if *first == b'0' && text.len() > 20 {",
    },
    Fault {
        side: Side::Crates,
        what: "SQL Server's order compares blocks 8 9 and 6 7 the other way round",
        file: "crates/core/src/order.rs",
        from: "[k, l, m, n, o, p, i, j, g, h, e, f, a, b, c, d]",
        to: "[k, l, m, n, o, p, g, h, i, j, e, f, a, b, c, d]",
    },
    Fault {
        side: Side::Crates,
        what: "a composed value is not compared with the field's largest one",
        file: "crates/core/src/layout.rs",
        from: "if value < min || value > max {",
        to: "if value < min {",
    },
    Fault {
        side: Side::Crates,
        what: "Nalix text is read big-endian",
        file: "crates/nalix-typed/src/lib.rs",
        from: "hex::read_u64_fast(text).map(u64::swap_bytes).ok_or_else",
        to: "hex::read_u64_fast(text).ok_or_else",
    },
    Fault {
        side: Side::Crates,
        what: "a generator does not notice a clock behind its last id",
        file: "crates/core/src/generate/slots.rs",
        from: "_ => return Err(Stop::Behind { by: behind, unit: last }),",
        to: "_ => {}",
    },
    Fault {
        side: Side::Crates,
        what: "a generator borrows one unit less than it may",
        file: "crates/core/src/generate/slots.rs",
        from: "let within = unit - now <= ahead;",
        to: "let within = unit - now < ahead;",
    },
    Fault {
        side: Side::Derivation,
        what: "a ULID's random part has 79 bits in the derivation",
        file: "xtask/derivation/schemes/ulid.py",
        from: "RANDOM_SIZE = 2**80",
        to: "RANDOM_SIZE = 2**79",
    },
];

/// `cargo xtask mutation`
pub(crate) fn command() -> Exit {
    match run() {
        Ok(true) => Exit::Fine,
        Ok(false) => Exit::Differs,
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

fn run() -> Result<bool, String> {
    let scratch = Scratch::new("mutation").map_err(|error| format!("scratch copy: {error}"))?;
    for side in [Side::Derivation, Side::Crates] {
        if let Some(difference) = first_difference(&scratch, side)? {
            return Err(format!("the copy fails before any fault is put in: {difference}"));
        }
    }
    let mut all = true;
    for fault in FAULTS {
        let before = scratch.replace(fault.file, fault.from, fault.to)?;
        match first_difference(&scratch, fault.side)? {
            Some(difference) => {
                println!("noticed: {} ({})", fault.what, fault.file);
                println!("         - {}\n         + {}\n         {difference}", fault.from, fault.to);
            }
            None => {
                println!("NOT NOTICED: {} ({}: {:?} to {:?})", fault.what, fault.file, fault.from, fault.to);
                all = false;
            }
        }
        scratch.write(fault.file, &before)?;
    }
    println!("{} faults put in", FAULTS.len());
    Ok(all)
}

/// The first line that says what differs, or nothing where the check passes.
fn first_difference(scratch: &Scratch, side: Side) -> Result<Option<String>, String> {
    let mut command = match side {
        Side::Derivation => {
            let mut command = Command::new(derive::python()?);
            command.args(["-B", "xtask/derivation/derive.py", "--vectors", "vectors", "--check"]);
            command
        }
        Side::Crates => {
            let mut command = Command::new("cargo");
            command.args(["run", "--quiet", "--offline", "--package", "xtask", "--", "conformance"]);
            // Apart: cargo takes the crates of two copies of a workspace for the same, and the older files for built.
            command.env("CARGO_TARGET_DIR", target().join("mutation"));
            command
        }
    };
    let output =
        command.current_dir(scratch.folder()).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => Ok(None),
        // Exit 1 is a difference found. Anything else, as sources that do not compile, proves nothing.
        Some(1) => Ok(printed.lines().next().map(str::to_owned)),
        // The derivation refuses a script whose readings no longer fit, and names the case.
        Some(2) if side == Side::Derivation => {
            Ok(String::from_utf8_lossy(&output.stderr).lines().next().map(str::to_owned))
        }
        code => Err(format!("exit {code:?}\n{printed}{}", String::from_utf8_lossy(&output.stderr))),
    }
}
