//! What the features of `idspec` bring along.

#![allow(clippy::expect_used, reason = "tests, with a helper outside of them")]

use std::process::Command;

/// The names of the packages that `idspec` needs with these features, without those for tests.
fn packages(features: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--locked", "--package", "idspec", "--edges", "normal", "--prefix", "none", "--features"]);
    let output = command.arg(features).output().expect("cargo tree");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

const DRIVERS: [&str; 3] = ["sqlx-mysql", "sqlx-postgres", "sqlx-sqlite"];

#[test]
fn sqlx_brings_no_driver() {
    let found = packages("sqlx");
    assert!(found.iter().any(|name| name == "sqlx-core"), "{found:?}");
    let others = ["sqlx-macros", "libsqlite3-sys", "tokio", "async-std", "rustls", "native-tls"];
    for name in DRIVERS.iter().chain(&others) {
        assert!(!found.iter().any(|found| found == name), "{name} in {found:?}");
    }
}

#[test]
fn sqlx_postgres_brings_its_driver_alone() {
    let found = packages("sqlx-postgres");
    let drivers: Vec<&&str> = DRIVERS.iter().filter(|name| found.iter().any(|found| found == **name)).collect();
    assert_eq!(drivers, [&"sqlx-postgres"]);
}

#[test]
fn without_features_there_are_our_crates_only() {
    let mut found = packages("default");
    found.retain(|name| !name.starts_with("idspec"));
    assert!(found.is_empty(), "{found:?}");
}
