//! Which kinds of an error there are, by the sources: enums that may grow cannot be matched from here without a wildcard.

use std::collections::BTreeSet;
use std::fmt::Debug;

/// The variants of a public enum in a source text, which is formatted: one level in, with nothing but a name at the beginning of their line.
pub(crate) fn declared(source: &str, name: &str) -> BTreeSet<String> {
    let (_, body) = source.split_once(&format!("pub enum {name} {{\n")).unwrap();
    let (body, _) = body.split_once("\n}").unwrap();
    let names =
        body.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
}

/// The names of the variants of these values.
pub(crate) fn shown<T: Debug>(kinds: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    let name = |kind: T| format!("{kind:?}").chars().take_while(char::is_ascii_alphanumeric).collect();
    kinds.into_iter().map(name).collect()
}

#[test]
fn variants_are_found() {
    let source = "pub enum Fault {\n    /// One.\n    One,\n    /// Two.\n    Two {\n        /// Field.\n        field: u8,\n    },\n    Three(u8),\n}\n";
    assert_eq!(declared(source, "Fault"), ["One", "Three", "Two"].map(str::to_owned).into());
}
