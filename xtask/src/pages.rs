//! The page of a crate, `README.md`: its crate documentation as Markdown that needs no rustdoc, and the table of its features, which is made from
//! the comments in its `Cargo.toml`.

use std::fs;
use std::path::Path;

/// A crate that is published.
#[derive(Clone, Debug)]
pub(crate) struct Published {
    /// `idspec-ulid`.
    pub(crate) name: String,
    /// Its folder in the repository: `crates/ulid`.
    pub(crate) folder: String,
    /// Its `Cargo.toml`.
    pub(crate) manifest: String,
    /// The file that begins with its documentation: `src/lib.rs`, or `src/main.rs` of a program.
    pub(crate) source: &'static str,
}

/// The crates that are published, by folder.
///
/// # Errors
/// The first folder or file that cannot be read.
pub(crate) fn published(root: &Path) -> Result<Vec<Published>, String> {
    let crates = root.join("crates");
    let mut found = Vec::new();
    for entry in fs::read_dir(&crates).map_err(|error| format!("{}: {error}", crates.display()))? {
        let entry = entry.map_err(|error| error.to_string())?;
        let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) else { continue };
        if manifest.lines().any(|line| line == "publish = false") {
            continue;
        }
        let folder = format!("crates/{}", entry.file_name().to_string_lossy());
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let name = name.ok_or(format!("{folder}/Cargo.toml: no name"))?.to_owned();
        let library = entry.path().join("src/lib.rs").is_file();
        let source = if library { "src/lib.rs" } else { "src/main.rs" };
        found.push(Published { name, folder, manifest, source });
    }
    found.sort_by(|a, b| a.folder.cmp(&b.folder));
    Ok(found)
}

/// The table of the features of a crate, in the lines of its documentation.
///
/// # Errors
/// A feature without a comment right above it.
pub(crate) fn features(manifest: &str) -> Result<String, String> {
    let (_, section) = manifest.split_once("\n[features]\n").ok_or("no features")?;
    let mut default = "";
    let mut comment = "";
    let mut table = "//! | feature | adds |\n//! |---|---|\n".to_owned();
    for line in section.lines().take_while(|line| !line.starts_with('[')) {
        if let Some(text) = line.strip_prefix("# ") {
            comment = if text.starts_with("sync: ") || text == "end sync" { "" } else { text };
        } else if let Some((name, brings)) = line.split_once(" = ") {
            if name == "default" {
                default = brings;
            } else if comment.is_empty() {
                return Err(format!("the feature {name} has no comment"));
            } else {
                let on = if default.contains(&format!("\"{name}\"")) { ", on by default" } else { "" };
                table.push_str(&format!("//! | `{name}`{on} | {} |\n", comment.trim_end_matches('.')));
            }
            comment = "";
        }
    }
    Ok(table)
}

/// The page of a crate, from the text of its source `file`.
pub(crate) fn page(name: &str, file: &str, source: &str) -> String {
    let mut out = format!("<!-- Made from the documentation in {file} by cargo xtask sync. -->\n\n# {name}\n\n");
    let mut code = false;
    for line in source.lines() {
        let Some(line) = line.strip_prefix("//!") else { break };
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            out.push_str(if code || line.len() > 3 { line } else { "```rust" });
            code = !code;
        } else if line.starts_with("<!-- ") || code && (line == "#" || line.starts_with("# ")) {
            continue;
        } else if code {
            out.push_str(line);
        } else if line.starts_with("# ") {
            out.push_str(&format!("#{line}"));
        } else {
            out.push_str(&without_links(line));
        }
        out.push('\n');
    }
    let licence = "Code: MIT or Apache-2.0, as you choose.";
    let data = if source.contains("embedded") { " Vectors: CC0-1.0. Specification: CC-BY-4.0." } else { "" };
    out + &format!("\n## Licence\n\n{licence}{data}\n")
}

/// A line without the links that only rustdoc can follow: `` [`X`] ``, `` [`mod@x`] `` and `[x](path::X)` become what they show.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let Some((shown, then)) = after.split_once(']') else {
            out.push('[');
            rest = after;
            break;
        };
        let target = then.strip_prefix('(').and_then(|it| it.split_once(')'));
        let item = shown.starts_with('`') && shown.ends_with('`') && shown.len() > 2;
        match target {
            Some((address, then)) if address.contains("://") => {
                out.push_str(&format!("[{shown}]({address})"));
                rest = then;
            }
            Some((_, then)) => {
                out.push_str(shown);
                rest = then;
            }
            None if item => {
                out.push_str(&shown.replace("`mod@", "`"));
                rest = then;
            }
            None => {
                out.push_str(&format!("[{shown}]"));
                rest = then;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_comments_say() {
        let manifest = "[package]\n\n[features]\ndefault = [\"std\"]\n# Clocks.\nstd = []\n# sync: x\n# A scheme.\nulid = []\n# end sync\n\n[lints]\n# No.\na = []\n";
        let table =
            "//! | feature | adds |\n//! |---|---|\n//! | `std`, on by default | Clocks |\n//! | `ulid` | A scheme |\n";
        assert_eq!(features(manifest).as_deref(), Ok(table));
    }

    #[test]
    fn a_feature_without_a_comment_is_named() {
        for manifest in ["\n[features]\n# A.\na = []\nb = []\n", "\n[features]\n# sync: x\nb = []\n"] {
            assert_eq!(features(manifest), Err("the feature b has no comment".to_owned()));
        }
    }

    #[test]
    fn a_page_is_plain_markdown() {
        let source = "//! A [`Scheme`].\n//!\n//! # More\n//!\n//! ```\n//! # hidden();\n//! shown([1]);\n//! #\n//! ```\n//! <!-- sync: x -->\n//! [here](crate::x)\n\n//! no\n";
        let page = page("a", "src/lib.rs", source);
        let expected = "\n\n# a\n\nA `Scheme`.\n\n## More\n\n```rust\nshown([1]);\n```\nhere\n\n## Licence\n\nCode: MIT or Apache-2.0, as you choose.\n";
        assert_eq!(page.split_once(" -->").map(|(_, rest)| rest), Some(expected));
    }

    #[test]
    fn links_become_what_they_show() {
        for (line, expected) in [
            ("[`a::B`], [`mod@c`] and [`D`](crate::D)", "`a::B`, `c` and `D`"),
            ("[x](https://example.org/) [y]", "[x](https://example.org/) [y]"),
            ("a [lost", "a [lost"),
            ("[1, 2] and []", "[1, 2] and []"),
        ] {
            assert_eq!(without_links(line), expected);
        }
    }
}
