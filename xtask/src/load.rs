//! `cargo xtask load`: the example service under load, with faults put in, on each database.

use std::process::{Command, Stdio};

use crate::{Exit, root, servers};

/// How long each database is under load where nothing is said.
const SECONDS: u32 = 60;

/// `cargo xtask load [--seconds N] [DATABASE…]`
pub(crate) fn command(words: &[&str]) -> Exit {
    let (seconds, tests) = match options(words) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("{reason}");
            return Exit::CouldNotRun;
        }
    };
    // The test runs the binary of the example, which cargo does not build for one test.
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--locked", "--package", "idspec-databases", "--example", "service"]);
    match build.current_dir(root()).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => {}
        other => {
            eprintln!("cargo build: {other:?}");
            return Exit::CouldNotRun;
        }
    }
    let mut test = Command::new("cargo");
    test.args(["test", "--quiet", "--locked", "--package", "idspec-databases", "--test", "load", "--"]);
    // One after the other, with what each of them has to report.
    test.args(["--nocapture", "--test-threads=1"]).args(tests);
    test.env("IDSPEC_LOAD_SECONDS", seconds.to_string()).current_dir(root()).stdin(Stdio::null());
    servers::run(test)
}

/// The seconds, and the names of the tests that are asked for.
fn options(words: &[&str]) -> Result<(u32, Vec<&'static str>), String> {
    let (seconds, names) = match words {
        ["--seconds", seconds, names @ ..] => (seconds.parse().ok().filter(|seconds| *seconds > 0), names),
        ["--seconds"] => (None, &[][..]),
        names => (Some(SECONDS), names),
    };
    let test = |name: &&str| match *name {
        "postgres" => Ok("on_postgres"),
        "mysql" => Ok("on_mysql"),
        "sqlite" => Ok("on_sqlite"),
        other => Err(format!("load: {other}; there are postgres, mysql and sqlite")),
    };
    Ok((seconds.ok_or("--seconds needs a number above zero")?, names.iter().map(test).collect::<Result<_, _>>()?))
}

#[test]
fn seconds_come_first_and_databases_are_known() {
    assert_eq!(options(&[]), Ok((60, vec![])));
    assert_eq!(options(&["--seconds", "5", "mysql", "sqlite"]), Ok((5, vec!["on_mysql", "on_sqlite"])));
    for wrong in [&["--seconds"][..], &["--seconds", "0"], &["oracle"]] {
        assert!(options(wrong).is_err(), "{wrong:?}");
    }
}
