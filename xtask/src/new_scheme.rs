//! `cargo xtask new-scheme NAME`: a scheme that passes everything, to be turned into the one that is wanted.

use std::fs;
use std::path::Path;

use idspec_conformance::spec::Spec;

use crate::{Exit, conformance, derive, metadata, root, sync};

/// Where each template goes, in the repository.
const TEMPLATES: &[(&str, &str)] = &[
    ("crates/{{name}}/Cargo.toml", include_str!("../templates/Cargo.toml.in")),
    ("crates/{{name}}/src/lib.rs", include_str!("../templates/lib.rs.in")),
    ("crates/{{name}}/tests/conforms.rs", include_str!("../templates/conforms.rs.in")),
    ("crates/{{name}}/tests/laws.rs", include_str!("../templates/laws.rs.in")),
    ("spec/{{name}}.md", include_str!("../templates/page.md.in")),
    ("vectors/{{name}}/bytes.json", include_str!("../templates/vectors/bytes.json.in")),
    ("vectors/{{name}}/compose.json", include_str!("../templates/vectors/compose.json.in")),
    ("vectors/{{name}}/fields.json", include_str!("../templates/vectors/fields.json.in")),
    ("vectors/{{name}}/format.json", include_str!("../templates/vectors/format.json.in")),
    ("vectors/{{name}}/generate.json", include_str!("../templates/vectors/generate.json.in")),
    ("vectors/{{name}}/json.json", include_str!("../templates/vectors/json.json.in")),
    ("vectors/{{name}}/order.json", include_str!("../templates/vectors/order.json.in")),
    ("vectors/{{name}}/parse.json", include_str!("../templates/vectors/parse.json.in")),
    ("vectors/{{name}}/range.json", include_str!("../templates/vectors/range.json.in")),
    ("vectors/{{name}}/store.json", include_str!("../templates/vectors/store.json.in")),
    ("xtask/derivation/schemes/{{snake}}.py", include_str!("../templates/derivation.py.in")),
];

/// Names that the facade or the language uses: features, modules, exported types, key words.
const TAKEN: [&str; 54] = [
    "all-schemes",
    "alloc",
    "arbitrary",
    "base",
    "chrono",
    "core",
    "default",
    "forms",
    "jiff",
    "order",
    "proptest",
    "schemars",
    "seeded",
    "serde",
    "std",
    "text",
    "time",
    "utoipa",
    "uuid",
    "Bigint",
    "Config",
    "ErrorCode",
    "FieldError",
    "FieldErrorKind",
    "Id",
    "IdRange",
    "Layout",
    "ParseError",
    "ParseErrorKind",
    "Scheme",
    "Seeded",
    "TimeOrdered",
    "Timestamp",
    "TimestampError",
    "Timestamped",
    "Field",
    "Piece",
    "Role",
    "Unit",
    "Text",
    "as",
    "box",
    "const",
    "crate",
    "enum",
    "fn",
    "impl",
    "mod",
    "self",
    "static",
    "super",
    "trait",
    "type",
    "use",
];

/// An instant of the templates' layout, in ms since 1970.
const SAMPLE_MS: u64 = 1_700_000_000_000;
/// The epoch of the templates' layout.
const EPOCH_MS: u64 = 1_577_836_800_000;
/// The last instant of the templates' layout.
const LAST_MS: u64 = EPOCH_MS + (1 << 41) - 1;

/// `cargo xtask new-scheme NAME`
pub(crate) fn command(name: &str) -> Exit {
    match create(&root(), name) {
        Ok(files) => {
            files.iter().for_each(|file| println!("new: {file}"));
        }
        Err(reason) => {
            eprintln!("{reason}");
            return Exit::CouldNotRun;
        }
    }
    // Expectations first, since the examples of the page are made from them.
    for step in [derive::write, || sync::command(false), conformance::accept] {
        let exit = step();
        if exit != Exit::Fine {
            return exit;
        }
    }
    // The crate itself is checked by the next `cargo xtask conformance`, which is built with it.
    println!(
        "now `cargo xtask conformance`, which should pass as it is; then make it your scheme as CONTRIBUTING.md tells"
    );
    Exit::Fine
}

/// Writes the templates for a name, and gives the files.
fn create(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let plain = |octet: u8| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-');
    let words: Vec<&str> = name.split('-').collect();
    if !name.bytes().all(plain) || !words.iter().all(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
    {
        return Err(format!("{name:?} is no name of a scheme: words of a-z and 0-9 with hyphens between them"));
    }
    let known = metadata::schemes(root)?;
    if known.iter().any(|it| it.scheme == name) || root.join("crates").join(name).exists() {
        return Err(format!("there is a crate {name} already"));
    }
    let capital = |word: &&str| {
        word.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(word.chars().skip(1)).collect()
    };
    let parts: Vec<String> = words.iter().map(capital).collect();
    let clause: String = name.chars().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_uppercase()).collect();
    let (spec, _) = Spec::read_all(&root.join("spec"));
    if spec.clauses.iter().any(|known| known.id.starts_with(&format!("{clause}-"))) {
        return Err(format!("{name:?} would share the clause prefix {clause}"));
    }
    if TAKEN.contains(&name) || TAKEN.contains(&parts.concat().as_str()) {
        return Err(format!("{name:?} means something else in Rust or in the facade"));
    }
    let values = [
        ("name", name.to_owned()),
        ("snake", name.replace('-', "_")),
        ("type", parts.concat()),
        ("title", parts.join(" ")),
        ("clause", clause),
        ("order", (10 * (known.len() + 1)).to_string()),
        ("sample_ms", SAMPLE_MS.to_string()),
        ("sample_next", (SAMPLE_MS + 1).to_string()),
        ("sample_before", (SAMPLE_MS - 1).to_string()),
        ("sample_until", (SAMPLE_MS + 1000).to_string()),
        ("sample_number", ((SAMPLE_MS - EPOCH_MS) << 22 | 1 << 12 | 2).to_string()),
        ("last_ms", LAST_MS.to_string()),
        ("past_ms", (LAST_MS + 1).to_string()),
        ("worker_max", "1023".to_owned()),
        ("worker_past", "1024".to_owned()),
        ("sequence_max", "4095".to_owned()),
        ("sequence_past", "4096".to_owned()),
    ];
    let fill = |template: &str| {
        let put = |text: String, (key, value): &(&str, String)| text.replace(&format!("{{{{{key}}}}}"), value);
        values.iter().fold(template.to_owned(), put)
    };
    let mut files = Vec::new();
    for (path, template) in TEMPLATES {
        let path = fill(path);
        let target = root.join(&path);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(|error| format!("{path}: {error}"))?;
        }
        fs::write(&target, fill(template)).map_err(|error| format!("{path}: {error}"))?;
        files.push(path);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_collide_are_refused_before_anything_is_written() {
        for name in ["", "-", "a-", "Big", "9a", "ulid", "u-lid", "type", "layout", "std", "core", "text", "con\u{e9}"]
        {
            assert!(create(&root(), name).is_err(), "{name}");
        }
    }
}
