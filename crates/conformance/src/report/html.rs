//! The matrix as one self-contained page: clause by implementation.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::matrix::{Entry, Tally, cells_with_known};

/// What stands before the title. The picture is text: a symbol and a colour for each cell, so that neither alone carries the meaning.
const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>idspec: what implementations pass</title>
<style>
:root { color-scheme: light dark; --ok: #1a7f37; --bad: #b42318; --other: #9a6700; --line: #8884; --head: Canvas; }
@media (prefers-color-scheme: dark) { :root { --ok: #57ab5a; --bad: #f47067; --other: #daaa3f; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: separate; border-spacing: 0; font-size: 0.85rem; }
th, td { padding: 0.15rem 0.45rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 1; vertical-align: bottom; }
thead th.turned > span { writing-mode: vertical-rl; transform: rotate(180deg); }
tbody th { position: sticky; left: 0; background: var(--head); font-weight: normal; font-family: ui-monospace, monospace; }
thead th:first-child { left: 0; z-index: 2; }
td.ok { color: var(--ok); } td.bad { color: var(--bad); font-weight: bold; } td.other { color: var(--other); } td.none { opacity: 0.35; }
td { text-align: center; } td.left { text-align: left; white-space: normal; min-width: 9rem; }
pre { overflow-x: auto; background: #8882; padding: 0.5rem; border-radius: 4px; font-size: 0.85rem; }
details { border-bottom: 1px solid var(--line); padding: 0.4rem 0; } summary { cursor: pointer; }
</style>
</head>
<body>
<h1>What implementations pass</h1>
";

/// The page.
#[must_use]
pub fn page(entries: &[Entry], date: &str) -> String {
    let mut out = String::from(HEAD);
    // A string takes everything, so results of writing to it are not looked at.
    let _ = writeln!(
        out,
        "<p>Suite {}, {}. Each row is a clause of the specification, each column an implementation: \
         <b>✓</b> every case passed, <b>≈</b> passed under a choice that it documents, <b>✗</b> with the count of cases that differ, <b>·</b> not offered.</p>",
        crate::SUITE_VERSION,
        html(date)
    );
    by_clause(&mut out, entries);
    by_operation(&mut out, entries);
    out.push_str("<h2>Differences</h2>\n");
    for entry in entries {
        let count = entry.run.differences().count();
        let _ = writeln!(out, "<details><summary>{}: {count} cases</summary>", html(&entry.title()));
        let _ = writeln!(out, "<p>{}</p>", html(&entry.identity.source));
        if !entry.policies.is_empty() {
            let _ = writeln!(out, "<p>Declared choices: {}</p>", html(&entry.policies.join(", ")));
        }
        for finding in &entry.findings {
            let clauses = html(&finding.clauses.join(", "));
            let _ = writeln!(out, "<p><b>{clauses}</b>: {} ({})</p>", html(&finding.what), html(&finding.date));
            let _ = writeln!(out, "<pre>{}\n{}</pre>", html(&finding.reproduction), html(&finding.prints));
        }
        let ids: Vec<&str> = entry.run.differences().map(|result| result.id.as_str()).collect();
        if !ids.is_empty() {
            let _ = writeln!(out, "<pre>{}</pre>", html(&ids.join("\n")));
        }
        out.push_str("</details>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The picture: clause by implementation.
fn by_clause(out: &mut String, entries: &[Entry]) {
    let columns: Vec<BTreeMap<&str, Tally>> = entries.iter().map(Entry::by_clause).collect();
    let mut clauses: Vec<&str> = columns.iter().flat_map(|column| column.keys().copied()).collect();
    clauses.sort_by_key(|clause| order(clause));
    clauses.dedup();
    out.push_str("<div class=\"wide\">\n<table>\n<thead><tr><th>clause</th>");
    for entry in entries {
        let _ = write!(out, "<th class=\"turned\" scope=\"col\"><span>{}</span></th>", html(&entry.title()));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for clause in clauses {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", html(clause));
        for column in &columns {
            let (class, text, label) = cell(column.get(clause).copied().unwrap_or_default());
            let _ = write!(out, "<td class=\"{class}\" title=\"{label}\">{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

/// Class, text and description of a cell.
fn cell(tally: Tally) -> (&'static str, String, String) {
    let Tally { passed, differs, failed, .. } = tally;
    match (passed + differs, failed) {
        (0, 0) => ("none", "·".to_owned(), "not offered".to_owned()),
        (_, 0) if differs > 0 => {
            ("other", "≈".to_owned(), format!("{differs} passed under a documented choice, {passed} passed"))
        }
        (all, 0) => ("ok", "✓".to_owned(), format!("{all} passed")),
        (good, bad) => ("bad", format!("✗{bad}"), format!("{bad} of {} differ", good + bad)),
    }
}

/// Clauses by page, and by number within it.
fn order(clause: &str) -> (String, u32) {
    let (front, number) = clause.rsplit_once('-').unwrap_or((clause, "0"));
    (front.to_owned(), number.parse().unwrap_or(0))
}

/// The table: implementation and scheme by operation.
fn by_operation(out: &mut String, entries: &[Entry]) {
    out.push_str(
        "<h2>By operation</h2>\n<div class=\"wide\">\n<table>\n<thead><tr><th>implementation</th><th>scheme</th>",
    );
    let ops: Vec<_> = crate::model::Op::ALL
        .into_iter()
        .filter(|op| entries.iter().any(|entry| entry.run.results.iter().any(|result| result.op == *op)))
        .collect();
    for op in &ops {
        let _ = write!(out, "<th scope=\"col\">{op}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for entry in entries {
        let cells = cells_with_known(entry);
        let mut schemes: Vec<&str> = cells.keys().map(|(scheme, _)| *scheme).collect();
        schemes.dedup();
        for scheme in schemes {
            let _ = write!(
                out,
                "<tr><th scope=\"row\">{}</th><td class=\"left\">{}</td>",
                html(&entry.title()),
                html(scheme)
            );
            for op in &ops {
                let _ = match cells.get(&(scheme, *op)) {
                    None | Some((0, 0)) => write!(out, "<td class=\"none\">·</td>"),
                    Some((passed, 0)) => write!(out, "<td class=\"ok\">{passed}</td>"),
                    Some((passed, failed)) => write!(out, "<td class=\"bad\">{passed}/{}</td>", passed + failed),
                };
            }
            out.push_str("</tr>\n");
        }
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
}

/// Text for HTML.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
