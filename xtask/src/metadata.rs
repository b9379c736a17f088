//! What the crates of schemes say of themselves in `[package.metadata.idspec]`.

use std::fs;
use std::path::Path;

/// One scheme's metadata.
#[derive(Clone, Debug)]
pub(crate) struct SchemeCrate {
    /// The slug, which is also the folder in `crates/` and the feature of the facade.
    pub(crate) scheme: String,
    /// Its place in tables.
    order: u32,
    /// What tables call it.
    pub(crate) title: String,
    /// The type that the facade exports, where there is one.
    pub(crate) id_type: Option<String>,
    /// For tables.
    pub(crate) bits: String,
    /// For tables.
    pub(crate) text: String,
    /// For tables.
    pub(crate) sorts: String,
    /// The paths of its id types, each with what is said of it.
    pub(crate) ids: Vec<(String, Vec<String>)>,
}

impl SchemeCrate {
    /// The name in Rust: `seq_guid`.
    pub(crate) fn snake(&self) -> String {
        self.scheme.replace('-', "_")
    }
}

/// The schemes of a repository in the order of tables.
///
/// # Errors
/// The first file that cannot be read or lacks a value.
pub(crate) fn schemes(root: &Path) -> Result<Vec<SchemeCrate>, String> {
    let mut schemes = Vec::new();
    let folder = root.join("crates");
    for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let manifest = entry.map_err(|error| error.to_string())?.path().join("Cargo.toml");
        let Ok(text) = fs::read_to_string(&manifest) else { continue };
        let Some((_, section)) = text.split_once("[package.metadata.idspec]") else { continue };
        let value = |name: &str| -> Option<String> {
            let lines = section.lines().take_while(|line| !line.starts_with('['));
            let pairs = lines.filter_map(|line| line.split_once(" = "));
            pairs.filter(|(found, _)| *found == name).map(|(_, value)| value.trim_matches('"').to_owned()).next()
        };
        let needed = |name: &str| value(name).ok_or(format!("{}: no {name} in its metadata", manifest.display()));
        schemes.push(SchemeCrate {
            scheme: needed("scheme")?,
            order: needed("order")?.parse().map_err(|error| format!("{}: order: {error}", manifest.display()))?,
            title: needed("title")?,
            id_type: value("type"),
            bits: needed("bits")?,
            text: needed("text")?,
            sorts: needed("sorts")?,
            ids: ids(&text),
        });
    }
    schemes.sort_by(|a, b| (a.order, &a.scheme).cmp(&(b.order, &b.scheme)));
    Ok(schemes)
}

/// The lines of the table of id types: `Type = "word, word"`.
fn ids(manifest: &str) -> Vec<(String, Vec<String>)> {
    let (_, section) = manifest.split_once("[package.metadata.idspec.ids]\n").unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    let words = |value: &str| value.trim_matches('"').split(", ").map(str::to_owned).collect();
    pairs.map(|(path, value)| (path.trim_matches('"').to_owned(), words(value))).collect()
}
