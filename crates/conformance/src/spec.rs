//! The pages of the specification: clauses and layout tables.

use std::fs;
use std::path::Path;

use idspec_core::{Role, Scheme};

use crate::embedded::SPEC;
use crate::suite::Problem;

/// The key words of RFC 2119, which stand in capitals only inside clauses.
const KEY_WORDS: [&str; 7] = ["MUST", "SHALL", "SHOULD", "MAY", "REQUIRED", "RECOMMENDED", "OPTIONAL"];

/// The level of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `MUST`.
    Must,
    /// `SHOULD`.
    Should,
    /// `MAY`.
    May,
}

impl Level {
    /// The word in pages.
    #[must_use]
    pub const fn key_word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::May => "MAY",
        }
    }

    /// The word in vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
        }
    }
}

/// A normative sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `AREA-PART-NUMBER`.
    pub id: String,
    /// Its level.
    pub level: Level,
    /// The sentence.
    pub text: String,
    /// The page.
    pub page: String,
}

impl Clause {
    /// Whether it says what is rejected, and so needs a rejected case.
    #[must_use]
    pub fn rejects(&self) -> bool {
        self.text.contains("MUST reject")
    }
}

/// A layout table of a page: the words after `layout:` and the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutTable {
    /// The page.
    pub page: String,
    /// Scheme, and kind and layout where there are several.
    pub name: String,
    /// The rows as they stand.
    pub rows: String,
}

/// The pages of the specification.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Every clause, page by page.
    pub clauses: Vec<Clause>,
    /// Every layout table.
    pub layouts: Vec<LayoutTable>,
}

impl Spec {
    /// The pages that are part of this program.
    #[must_use]
    pub fn builtin() -> Self {
        Self::of_pages(SPEC.iter().map(|(path, text)| ((*path).to_owned(), Ok((*text).to_owned())))).0
    }

    /// Reads the pages `*.md` of a folder, and lists every problem in them.
    #[must_use]
    pub fn read_all(folder: &Path) -> (Self, Vec<Problem>) {
        let mut paths: Vec<_> = match fs::read_dir(folder) {
            Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
            Err(error) => return (Self::default(), vec![Problem::of_file(folder.display().to_string(), error)]),
        };
        paths.sort();
        Self::of_pages(paths.into_iter().map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).map_err(|error| error.to_string()))
        }))
    }

    fn of_pages(pages: impl Iterator<Item = (String, Result<String, String>)>) -> (Self, Vec<Problem>) {
        let (mut spec, mut problems) = (Self::default(), Vec::new());
        for (page, text) in pages.filter(|(page, _)| page.ends_with(".md")) {
            match text {
                Ok(text) => spec.read_page(&page, &text, &mut problems),
                Err(error) => problems.push(Problem::of_file(page, error)),
            }
        }
        for (index, clause) in spec.clauses.iter().enumerate() {
            if spec.clauses.iter().take(index).any(|earlier| earlier.id == clause.id) {
                problems.push(Problem::of(&clause.page, &clause.id, "the clause id stands twice"));
            }
        }
        (spec, problems)
    }

    /// The clause of an id.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id == id)
    }

    fn read_page(&mut self, page: &str, text: &str, problems: &mut Vec<Problem>) {
        let mut table: Option<LayoutTable> = None;
        let mut after_clause = false;
        for (number, line) in text.lines().enumerate() {
            let place = || format!("line {}", number.saturating_add(1));
            if after_clause && line.starts_with(' ') && !line.trim_start().starts_with("- ") {
                problems.push(Problem::of(page, place(), "a clause is one line"));
            }
            after_clause = line.trim_start().starts_with("- **[");
            if let Some(name) = line.strip_prefix("<!-- layout: ").and_then(|rest| rest.strip_suffix(" -->")) {
                table = Some(LayoutTable { page: page.to_owned(), name: name.to_owned(), rows: String::new() });
            } else if line == "<!-- end -->" {
                self.layouts.extend(table.take());
            } else if let Some(table) = &mut table {
                table.rows.push_str(line);
                table.rows.push('\n');
            } else if let Some(item) = line.trim_start().strip_prefix("- **[") {
                match read_clause(page, item) {
                    Ok(clause) => self.clauses.push(clause),
                    Err(reason) => problems.push(Problem::of(page, place(), reason)),
                }
            } else if let Some(word) = key_word_in(line) {
                problems.push(Problem::of(page, place(), format!("{word} stands outside of a clause")));
            }
        }
    }
}

fn key_word_in(line: &str) -> Option<&str> {
    line.split(|character: char| !character.is_ascii_alphabetic()).find(|word| KEY_WORDS.contains(word))
}

/// Reads a clause from what follows `- **[`.
fn read_clause(page: &str, item: &str) -> Result<Clause, String> {
    let (id, rest) = item.split_once("]** (").ok_or("a clause is `- **[ID]** (LEVEL) sentence`")?;
    let (level, text) = rest.split_once(") ").ok_or("a clause is `- **[ID]** (LEVEL) sentence`")?;
    let parts: Vec<&str> = id.split('-').collect();
    let capitals = |part: &str| !part.is_empty() && part.bytes().all(|octet| octet.is_ascii_uppercase());
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|octet| octet.is_ascii_digit());
    if !matches!(parts.as_slice(), [area, part, number] if capitals(area) && capitals(part) && digits(number)) {
        return Err(format!("{id:?} is no clause id AREA-PART-NUMBER"));
    }
    let level = [Level::Must, Level::Should, Level::May]
        .into_iter()
        .find(|known| known.key_word() == level)
        .ok_or(format!("{id}: unknown level {level:?}"))?;
    if key_word_in(text).is_none_or(|word| word != level.key_word()) {
        return Err(format!("{id}: the sentence does not say {} first", level.key_word()));
    }
    Ok(Clause { id: id.to_owned(), level, text: text.to_owned(), page: page.to_owned() })
}

/// The name of a scheme's layout table in its page.
#[must_use]
pub fn layout_name(scheme: &Scheme) -> String {
    let parts = [Some(scheme.name()), scheme.kind(), scheme.layout().filter(|layout| *layout != "current")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The rows of a scheme's layout table as its page should have them.
#[must_use]
pub fn layout_rows(scheme: &Scheme) -> String {
    let mut pieces: Vec<_> = scheme
        .fields()
        .iter()
        .flat_map(|field| field.pieces().iter().map(move |piece| (piece.high(), piece.low(), field, piece)))
        .collect();
    pieces.sort_by_key(|(high, ..)| std::cmp::Reverse(*high));
    let bits = |high: u32, low: u32| if high == low { high.to_string() } else { format!("{high}..{low}") };
    let row = |(high, low, field, piece): &(u32, u32, &idspec_core::Field, &idspec_core::Piece)| {
        let value = match field.role() {
            Role::Fixed(value, _) => format!("= {value}"),
            _ => bits(piece.value_low().saturating_add(piece.len()).saturating_sub(1), piece.value_low()),
        };
        format!("| {} | `{}` | {value} |\n", bits(*high, *low), field.name())
    };
    let head = "| bits | field | value bits |\n|---|---|---|\n".to_owned();
    head + &pieces.iter().map(row).collect::<String>()
}

/// The layouts of a list of tables whose page has no table, or another one; and the tables of pages that no layout has.
#[must_use]
pub fn layout_problems(spec: &Spec, schemes: &[&'static Scheme]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for scheme in schemes {
        let (name, rows) = (layout_name(scheme), layout_rows(scheme));
        let page = format!("{}.md", scheme.name());
        match spec.layouts.iter().find(|table| table.name == name) {
            None => problems.push(Problem::of(page, name, "the page has no layout table of this name")),
            Some(table) if table.rows != rows => {
                let reason = format!("the layout table differs from the code, which says\n{rows}");
                problems.push(Problem::of(&table.page, name, reason));
            }
            Some(_) => {}
        }
    }
    for table in &spec.layouts {
        if !schemes.iter().any(|scheme| layout_name(scheme) == table.name) {
            problems.push(Problem::of(&table.page, &table.name, "no scheme has this layout table"));
        }
    }
    problems
}
