//! Generated blocks: lists of schemes from the crates' metadata, examples of pages from the vectors, tables of features from the manifests; and
//! generated files: the page of each published crate, and its copies of the licences.
//!
//! A block stands between a line that holds `sync: NAME` and one that holds `end sync`, in the comments of its file; the examples of a page stand
//! between `<!-- examples: CASE… -->` and `<!-- end -->`.

use std::fs;
use std::path::Path;

use idspec::order::ColumnOrder;
use idspec_conformance::{Suite, canonical};

use crate::metadata::{self, SchemeCrate};
use crate::pages;
use crate::{Exit, root};

/// Files with blocks that list schemes, beside the sources of crates.
const FILES: [&str; 6] = [
    "Cargo.toml",
    "README.md",
    "crates/idspec/Cargo.toml",
    "crates/idspec/tests/laws/ids.rs",
    "fuzz/Cargo.toml",
    "fuzz/src/schemes.rs",
];

/// What an id type may have beside `Id`: `TimeOrdered`, `Timestamped`, conversions with `uuid::Uuid`.
const TRAITS: [&str; 3] = ["time", "timestamped", "uuid"];

/// What each published crate has a copy of: links would not be followed everywhere.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The fuzz targets that each scheme has, which are functions of its module.
const FUZZED: [&str; 2] = ["parse", "roundtrip"];

/// The fuzz targets that are no scheme's, which are modules.
const FUZZED_APART: [&str; 6] = ["adapter", "differential", "lenient", "lines", "paths", "vectors"];

/// `cargo xtask sync [--check]`
pub(crate) fn command(check: bool) -> Exit {
    match run(&root(), check) {
        Ok(changed) if changed.is_empty() => {
            println!("every generated block is up to date");
            Exit::Fine
        }
        Ok(changed) => {
            for file in &changed {
                println!("{} {file}", if check { "out of date:" } else { "rewritten:" });
            }
            if check { Exit::Differs } else { Exit::Fine }
        }
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

/// The files whose blocks are out of date; they are rewritten unless only checked.
///
/// # Errors
/// Where a file cannot be read or written, or a block is unknown or has no end.
pub(crate) fn run(root: &Path, check: bool) -> Result<Vec<String>, String> {
    let schemes = metadata::schemes(root)?;
    let published = pages::published(root)?;
    let suite = Suite::read_all(&root.join("vectors")).0;
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"));
    let mut files: Vec<String> = FILES.iter().map(ToString::to_string).collect();
    files.extend(schemes.iter().map(|scheme| format!("spec/{}.md", scheme.scheme)));
    let mut made = Vec::new();
    for file in files {
        let text = rewritten(&file, &read(&file)?, &schemes, "", &suite)?;
        made.push((file, text));
    }
    for it in &published {
        let (manifest, library) = (format!("{}/Cargo.toml", it.folder), format!("{}/{}", it.folder, it.source));
        let manifest = made.iter().find(|(file, _)| *file == manifest).map_or(&it.manifest, |(_, text)| text);
        let text = rewritten(&library, &read(&library)?, &schemes, manifest, &suite)?;
        made.push((format!("{}/README.md", it.folder), pages::page(&it.name, it.source, &text)));
        made.push((library, text));
        for licence in LICENCES {
            made.push((format!("{}/{licence}", it.folder), read(licence)?));
        }
    }
    for (name, function) in fuzz_targets(&schemes) {
        made.push((format!("fuzz/targets/{name}.rs"), fuzz_target(&function)));
    }
    let mut changed = Vec::new();
    for (file, text) in made {
        // A page or a copy that is not there yet is out of date.
        if read(&file).is_ok_and(|before| before == text) {
            continue;
        }
        if !check {
            fs::write(root.join(&file), text).map_err(|error| format!("{file}: {error}"))?;
        }
        changed.push(file);
    }
    Ok(changed)
}

/// The fuzz targets, each with the function of the library that it calls.
fn fuzz_targets(schemes: &[SchemeCrate]) -> Vec<(String, String)> {
    let one = |scheme: &SchemeCrate, it: &str| {
        (format!("{}_{it}", scheme.snake()), format!("schemes::{}::{it}", scheme.snake()))
    };
    let of_schemes = schemes.iter().flat_map(|scheme| FUZZED.iter().map(move |it| one(scheme, it)));
    let apart = FUZZED_APART.iter().map(|it| ((*it).to_owned(), format!("{it}::run")));
    of_schemes.chain(apart).collect()
}

fn fuzz_target(function: &str) -> String {
    format!(
        "//! Made by `cargo xtask sync`; what it states is in the library.\n#![no_main]\n\nlibfuzzer_sys::fuzz_target!(|data: &[u8]| idspec_fuzz::{function}(data));\n"
    )
}

/// A file with every block made anew; the table of features is the one of `manifest`.
fn rewritten(file: &str, text: &str, schemes: &[SchemeCrate], manifest: &str, suite: &Suite) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let (content, end) = if let Some(name) = block_start(line) {
            (block(file, name, schemes, manifest)?, "end sync")
        } else if let Some(cases) = line.strip_prefix("<!-- examples: ").and_then(|rest| rest.strip_suffix(" -->")) {
            (examples(file, cases, suite)?, "<!-- end -->")
        } else {
            continue;
        };
        out.push_str(&content);
        let missing = || format!("{file}: no {end:?} after {line:?}");
        let last = lines.find(|line| line.contains(end) || is_start(line)).ok_or_else(missing)?;
        if is_start(last) {
            return Err(missing());
        }
        out.push_str(last);
        out.push('\n');
    }
    Ok(out)
}

/// The name of the block that begins with a line: `# sync: NAME`, `// sync: NAME` or `<!-- sync: NAME -->`.
fn block_start(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("//! ");
    let plain = line.strip_prefix("# sync: ").or_else(|| line.strip_prefix("// sync: "));
    plain.or_else(|| line.strip_prefix("<!-- sync: ").and_then(|rest| rest.strip_suffix(" -->")))
}

fn is_start(line: &str) -> bool {
    block_start(line).is_some() || line.starts_with("<!-- examples: ")
}

fn block(file: &str, name: &str, schemes: &[SchemeCrate], manifest: &str) -> Result<String, String> {
    let each = |line: &dyn Fn(&SchemeCrate) -> String| schemes.iter().map(line).collect::<String>();
    let mut by_name = schemes.to_vec();
    by_name.sort_by(|a, b| a.scheme.cmp(&b.scheme));
    Ok(match (file, name) {
        ("Cargo.toml", "schemes") => each(&|it| {
            let (name, version) = (&it.scheme, env!("CARGO_PKG_VERSION"));
            format!(
                "idspec-{name} = {{ path = \"crates/{name}\", version = \"{version}\", default-features = false }}\n"
            )
        }),
        ("crates/idspec/Cargo.toml", "features") => {
            let names: Vec<String> = schemes.iter().map(|it| format!("\"{}\"", it.scheme)).collect();
            let all = format!("all-schemes = [{}]\n", names.join(", "));
            let all = "# Every scheme.\n".to_owned() + &all;
            all + &each(&|it| format!("# The scheme `idspec-{0}`.\n{0} = [\"dep:idspec-{0}\"]\n", it.scheme))
        }
        ("crates/idspec/Cargo.toml", "dependencies") => {
            each(&|it| format!("idspec-{} = {{ workspace = true, optional = true }}\n", it.scheme))
        }
        ("crates/idspec/src/lib.rs", "schemes") => {
            let head = "//! | scheme | type | bits | text | sorts by time in |\n//! |---|---|---|---|---|\n".to_owned();
            head + &each(&|it| {
                let id_type =
                    it.id_type.as_ref().map_or(format!("[`mod@{}`]", it.snake()), |name| format!("[`{name}`]"));
                format!("//! | {} | {id_type} | {} | {} | {} |\n", it.title, it.bits, it.text, it.sorts)
            })
        }
        ("crates/idspec/src/lib.rs", "exports") => by_name.iter().map(export).collect(),
        ("crates/idspec/src/lib.rs", "tables") => {
            each(&|it| format!("    #[cfg(feature = \"{}\")]\n    {}::SCHEMES,\n", it.scheme, it.snake()))
        }
        ("crates/idspec/tests/laws/ids.rs", "ids") => {
            let lines: Result<Vec<String>, String> = schemes.iter().map(laws).collect();
            lines?.concat()
        }
        ("fuzz/Cargo.toml", "targets") => {
            let binary = |(name, _)| {
                format!(
                    "\n[[bin]]\nname = \"{name}\"\npath = \"targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
                )
            };
            fuzz_targets(schemes).into_iter().map(binary).collect::<String>() + "\n"
        }
        ("fuzz/src/schemes.rs", "schemes") => each(&|it| {
            let path = |(name, _): &(String, Vec<String>)| format!("    idspec::{}::{name},\n", it.snake());
            format!("scheme! {{ {}:\n{}}}\n", it.snake(), it.ids.iter().map(path).collect::<String>())
        }),
        ("README.md", "schemes") => {
            let head =
                "| scheme | crate | bits | text | sorts by time in | specification |\n|---|---|---|---|---|---|\n";
            head.to_owned()
                + &each(&|it| {
                    let (title, name) = (&it.title, &it.scheme);
                    let columns = format!("{} | {} | {}", it.bits, it.text, it.sorts);
                    format!("| {title} | `idspec-{name}` | {columns} | [page](spec/{name}.md) |\n")
                })
        }
        (_, "features of the crate") => pages::features(manifest).map_err(|reason| format!("{file}: {reason}"))?,
        _ => return Err(format!("{file}: unknown block {name:?}")),
    })
}

/// The laws of each id type of a scheme, which is a scheme only with one.
fn laws(it: &SchemeCrate) -> Result<String, String> {
    if it.ids.is_empty() {
        return Err(format!("crates/{}/Cargo.toml: no type in [package.metadata.idspec.ids]", it.scheme));
    }
    let one = |(path, words): &(String, Vec<String>)| {
        let variant = |name: &str| name.split('-').map(capital).collect::<String>();
        let orders = |end: &str| -> Vec<String> {
            let named = words.iter().filter_map(|word| word.strip_suffix(end));
            named.filter(|word| ColumnOrder::named(word).is_some()).map(variant).collect()
        };
        let traits: Vec<&str> = words.iter().map(String::as_str).filter(|word| TRAITS.contains(word)).collect();
        let (exact, by_time) = (orders(""), orders(" by time"));
        if traits.len() + exact.len() + by_time.len() != words.len() {
            return Err(format!("crates/{}/Cargo.toml: {path} has a word that is no trait and no order", it.scheme));
        }
        let name = snake(&format!("{}::{path}", it.snake()));
        let width = if it.bits == "128" { 128 } else { 64 };
        Ok(format!(
            "laws! {{ {name}: {width} idspec::{}::{path}, [{}], [{}], [{}] }}\n",
            it.snake(),
            traits.join(" "),
            exact.join(" "),
            by_time.join(" ")
        ))
    };
    it.ids.iter().map(one).collect()
}

fn capital(word: &str) -> String {
    word.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(word.chars().skip(1)).collect()
}

/// The name of a module for a path.
fn snake(path: &str) -> String {
    let mut name = String::new();
    for letter in path.replace("::", "_").chars() {
        if letter.is_ascii_uppercase() && !name.ends_with('_') {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn export(it: &SchemeCrate) -> String {
    let snake = it.snake();
    let what = match &it.id_type {
        Some(name) => format!("idspec_{snake}::{{self as {snake}, {name}}}"),
        None => format!("idspec_{snake} as {snake}"),
    };
    format!("#[cfg(feature = \"{}\")]\npub use {what};\n", it.scheme)
}

fn examples(file: &str, cases: &str, suite: &Suite) -> Result<String, String> {
    let mut out = "| operation | input | outcome |\n|---|---|---|\n".to_owned();
    for id in cases.split(' ') {
        let case = suite.cases.iter().find(|case| case.text.id == id).ok_or(format!("{file}: no case {id}"))?;
        let labelled = case.expectation.labelled().map(|(policy, outcome)| match policy {
            Some(policy) => format!("{policy}: `{outcome}`"),
            None => format!("`{outcome}`"),
        });
        let outcomes: Vec<String> = labelled.collect();
        let input = canonical::inline(&case.text.input);
        out.push_str(&format!("| {} | `{input}` | {} |\n", case.op, outcomes.join("; ")));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_without_an_end_is_an_error() {
        let lost = "# sync: schemes\nidspec = 1\n# sync: schemes\n# end sync\n";
        assert!(rewritten("Cargo.toml", lost, &[], "", &Suite::default()).is_err());
        assert!(rewritten("Cargo.toml", "# sync: schemes\n", &[], "", &Suite::default()).is_err());
        assert!(rewritten("Cargo.toml", "# sync: unknown\n# end sync\n", &[], "", &Suite::default()).is_err());
        let other = "# async: later\n";
        assert_eq!(rewritten("Cargo.toml", other, &[], "", &Suite::default()).as_deref(), Ok(other));
    }

    #[test]
    fn each_id_type_gets_its_laws_and_every_word_is_understood() {
        let seq_guid = metadata::schemes(&root()).unwrap().into_iter().find(|it| it.scheme == "seq-guid").unwrap();
        let lines = laws(&seq_guid).unwrap();
        assert!(lines.contains(
            "laws! { seq_guid_at_end: 128 idspec::seq_guid::AtEnd, [time uuid], [MssqlUniqueidentifier], [MariadbUuid] }\n"
        ));
        assert!(lines.contains("laws! { seq_guid_ticks64_plan1_at_end: 128 idspec::seq_guid::ticks64_plan1::AtEnd, "));
        let mut wrong = seq_guid;
        for word in ["mysql", "time by time", "TIME"] {
            wrong.ids = vec![("AtEnd".to_owned(), vec![word.to_owned()])];
            assert!(laws(&wrong).is_err(), "{word}");
        }
        wrong.ids.clear();
        assert!(laws(&wrong).is_err());
    }

    #[test]
    fn every_block_is_up_to_date() {
        assert_eq!(run(&root(), true), Ok(Vec::new()));
    }
}
