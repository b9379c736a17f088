//! The packages that subjects come from, by the first word of their names.

use crate::raw::Side;

const LOCK: &str = include_str!("../Cargo.lock");

/// The version of a package in the lock file, the highest where there are several.
pub fn locked(package: &str) -> Option<&'static str> {
    let name = format!("name = \"{package}\"");
    let blocks = LOCK.split("[[package]]").filter(|block| block.lines().any(|line| line == name));
    let version =
        |block: &'static str| block.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    // Versions of one package stand in ascending order.
    blocks.filter_map(version).last()
}

/// Whose code a subject is.
pub fn side(subject: &str) -> Side {
    match package(subject) {
        "idspec" => Side::Ours,
        "std" => Side::Peer,
        other if locked(other).is_some() => Side::Peer,
        _ => Side::Reference,
    }
}

/// The version of a peer; `std` is that of the compiler, which the report names.
pub fn of(subject: &str) -> Option<String> {
    match side(subject) {
        Side::Peer => locked(package(subject)).map(str::to_owned),
        Side::Ours | Side::Reference => None,
    }
}

fn package(subject: &str) -> &str {
    subject.split([' ', ',', ':']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_names_the_package() {
        assert_eq!(side("idspec parse"), Side::Ours);
        assert_eq!(side("ulid from_string"), Side::Peer);
        assert_eq!(side("std"), Side::Peer);
        assert_eq!(side("the clock alone"), Side::Reference);
        assert!(of("mr-ulid from_str").is_some_and(|version| version.starts_with("3.")));
        assert_eq!(of("idspec parse"), None);
    }
}
