//! The style rules that a program can check.

use std::fs;
use std::path::Path;

use crate::{Exit, root};

/// The longest source file, in lines.
const MAX_LINES: usize = 500;
/// What stands at the head of each library: no lint of a workspace is one of libraries alone.
const LIBRARY: &str =
    "#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice))]";

/// `cargo xtask tidy`
pub(crate) fn command() -> Exit {
    let problems = problems(&root());
    for problem in &problems {
        println!("{problem}");
    }
    println!("{} problem(s)", problems.len());
    if problems.is_empty() { Exit::Fine } else { Exit::Differs }
}

/// Every broken rule, a line each.
pub(crate) fn problems(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let parts = [
        "adapters",
        "bench",
        "crates",
        "docs",
        "fuzz/src",
        "fuzz/targets",
        "fuzz/README.md",
        "mssql",
        "spec",
        "vectors",
        "xtask",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
    ];
    for part in parts {
        walk(&root.join(part), &mut |path| {
            if let Ok(text) = fs::read_to_string(path) {
                let name = path.strip_prefix(root).unwrap_or(path).display().to_string();
                problems.extend(check(&name, &text));
            }
        });
    }
    problems.sort();
    problems
}

fn walk(path: &Path, visit: &mut dyn FnMut(&Path)) {
    let name = path.file_name().unwrap_or_default();
    if path.is_symlink() {
        // Links lead to files of this repository that are looked at in their place.
        return;
    }
    if name == "target" || name == "__pycache__" {
        return;
    }
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| walk(&entry.path(), visit)),
        Err(_) => visit(path),
    }
}

fn check(name: &str, text: &str) -> Vec<String> {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let source = matches!(extension, "rs" | "py");
    let mut problems = Vec::new();
    let mut say = |line: usize, what: &str| problems.push(format!("{name}:{line}: {what}"));
    let lines = text.lines().count();
    if source && lines > MAX_LINES {
        say(lines, "more than 500 lines");
    }
    let library = name.strip_prefix("crates/").and_then(|rest| rest.strip_suffix("/src/lib.rs"));
    // Only tests use the databases, and the crates inside of crates.
    if library.is_some_and(|library| library != "databases" && !library.contains('/'))
        && !text.lines().any(|line| line == LIBRARY)
    {
        say(1, "a library without its lints");
    }
    if name == "README.md" && lines >= 150 {
        say(lines, "150 lines or more");
    }
    if !text.is_empty() && !text.ends_with('\n') {
        say(lines, "no line end at the end");
    }
    for (index, line) in text.lines().enumerate() {
        let unfinished = ["todo!", "unimplemented!"].iter().any(|word| line.contains(&format!("{word}(")));
        if line.ends_with([' ', '\t', '\r']) && extension != "snap" {
            say(index + 1, "blank at the end of the line");
        }
        // What depends on it would pass every test on the machine that runs them. The methods that do are named in `clippy.toml`.
        let host = name.starts_with("crates/") && source && line.contains(concat!("target_", "endian"));
        if host {
            say(index + 1, "depends on the octet order of the machine");
        }
        if source && unfinished {
            say(index + 1, "unfinished");
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_repository_is_tidy() {
        assert_eq!(problems(&root()), Vec::<String>::new());
    }

    #[test]
    fn each_rule_is_noticed() {
        let unfinished = format!("fn f() {{ {}!() }}\n", "todo");
        for (name, text) in [
            ("a.rs", "// x\n".repeat(501).as_str()),
            ("README.md", "x\n".repeat(150).as_str()),
            ("a.md", "no line end"),
            ("a.md", "blank \n"),
            ("a.rs", &unfinished),
            ("crates/a/src/lib.rs", "//! x\n"),
            ("crates/core/src/a.rs", concat!("#[cfg(target_", "endian = \"big\")]\n")),
        ] {
            assert_eq!(check(name, text).len(), 1, "{name} {text:.20}");
        }
    }
}
