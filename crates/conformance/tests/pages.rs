//! Pages of a specification with something wrong in them.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::fs;

use idspec_conformance::spec::{Clause, Level, Spec, layout_problems, layout_rows};
use idspec_core::{Field, Piece, Role, Scheme, text};
use tempfile::TempDir;

static SCHEME: Scheme = Scheme::table(
    "odd",
    "odd id",
    64,
    text::DECIMAL,
    &[
        Field::new("high", Role::Number, &[Piece::of_value(63, 32, 8), Piece::of_value(7, 0, 0)]),
        Field::new("low", Role::Number, &[Piece::bits(31, 8)]),
    ],
);

const TABLE: &str = "\
<!-- layout: odd -->
| bits | field | value bits |
|---|---|---|
| 63..32 | `high` | 39..8 |
| 31..8 | `low` | 23..0 |
| 7..0 | `high` | 7..0 |
<!-- end -->
";

fn read(page: &str) -> (Spec, Vec<String>) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("odd.md"), page).unwrap();
    let (spec, problems) = Spec::read_all(folder.path());
    (spec, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn clauses_are_read_with_their_level() {
    let (spec, problems) =
        read("- **[ODD-TXT-1]** (MUST) A reader MUST reject it.\n  - **[ODD-TXT-2]** (MAY) A reader MAY not.\n");
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(spec.clauses.iter().map(|clause| clause.level).collect::<Vec<_>>(), [Level::Must, Level::May]);
    assert!(spec.clause("ODD-TXT-1").is_some_and(Clause::rejects));
    assert!(spec.clause("ODD-TXT-2").is_some_and(|clause| !clause.rejects()));
}

#[test]
fn faults_of_pages_are_named() {
    for (page, problem) in [
        ("It MUST be so.\n", "odd.md: line 1: MUST stands outside of a clause"),
        (
            "- **[ODD-TXT-1]** (MUST) A reader SHOULD.\n",
            "odd.md: line 1: ODD-TXT-1: the sentence does not say MUST first",
        ),
        ("- **[ODD-TXT-1]** (WILL) A reader MUST.\n", "odd.md: line 1: ODD-TXT-1: unknown level \"WILL\""),
        ("- **[ODD-1]** (MUST) A reader MUST.\n", "odd.md: line 1: \"ODD-1\" is no clause id AREA-PART-NUMBER"),
        ("- **[ODD-TXT-1]** (MAY) It MAY.\n  But never so.\n", "odd.md: line 2: a clause is one line"),
        ("- **[ODD-TXT-1]** A reader MUST.\n", "odd.md: line 1: a clause is `- **[ID]** (LEVEL) sentence`"),
        (
            "- **[ODD-TXT-1]** (MAY) It MAY.\n- **[ODD-TXT-1]** (MAY) It MAY.\n",
            "odd.md: ODD-TXT-1: the clause id stands twice",
        ),
    ] {
        assert_eq!(read(page).1, [problem]);
    }
}

#[test]
fn layout_tables_are_those_of_the_code() {
    assert_eq!(layout_rows(&SCHEME), TABLE.lines().skip(1).take(5).map(|line| format!("{line}\n")).collect::<String>());
    assert_eq!(layout_problems(&read(TABLE).0, &[&SCHEME]), []);
    assert_eq!(layout_problems(&read("").0, &[&SCHEME]).len(), 1);
    assert_eq!(layout_problems(&read(&TABLE.replace("23..0", "22..0")).0, &[&SCHEME]).len(), 1);
    assert_eq!(layout_problems(&read(TABLE).0, &[]).len(), 1);
}
