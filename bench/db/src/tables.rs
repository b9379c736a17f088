//! The measured figures as tables of the page.

use crate::Failure;
use crate::report::{Bind, Key, Measured, Report};

/// The blocks of the page: a name, and its text.
pub(crate) fn blocks(report: &Report) -> Vec<(String, String)> {
    let mut blocks = vec![("machine".to_owned(), machine(report))];
    blocks.extend(report.databases.iter().map(|it| (it.name.to_lowercase(), keys(it))));
    blocks.push(("binds".to_owned(), binds(report)));
    blocks
}

/// The page with its blocks written anew.
pub(crate) fn replace(page: &str, blocks: &[(String, String)]) -> Result<String, Failure> {
    let mut page = page.to_owned();
    for (name, text) in blocks {
        let (start, end) = (format!("<!-- bench: {name} -->\n"), "<!-- end bench -->");
        let (before, rest) = page.split_once(&start).ok_or_else(|| format!("the page has no {start}"))?;
        let (_, after) = rest.split_once(end).ok_or_else(|| format!("{name} has no {end}"))?;
        page = format!("{before}{start}{text}{end}{after}");
    }
    Ok(page)
}

fn machine(report: &Report) -> String {
    let it = &report.machine;
    let mut text = format!(
        "{}, {} cores, {} GB of memory, {}; {}; {}. MB are 10^6 octets. Load: processes that wanted to run when it began, where 0 is a quiet machine.\n\n\
         | database | date | load | rounds | set otherwise than by default, and what is counted |\n|---|---|---|---|---|\n",
        it.cpu,
        it.cores,
        it.memory_gb,
        it.disk,
        it.system,
        it.built_with.join(", "),
    );
    for database in &report.databases {
        let Measured { name, version, date, load, rounds, settings, .. } = database;
        text.push_str(&format!("| {name} {version} | {date} | {load} | {rounds} | {settings} |\n"));
    }
    text
}

/// A column of a table: its heading, and what stands in it.
type Column = (&'static str, fn(&Key) -> Option<String>);

fn keys(measured: &Measured) -> String {
    let postgres = measured.name == "Postgres";
    let columns: [Column; 11] = [
        ("insert s", |it| Some(figure(it.insert_s))),
        ("CPU s", |it| Some(figure(it.cpu_s))),
        (if postgres { "index MB" } else { "table MB" }, |it| Some(figure(it.index_mb))),
        (if postgres { "WAL MB" } else { "written MB" }, |it| Some(figure(it.written_mb))),
        ("of it whole pages", |it| it.page_images_mb.map(figure)),
        ("redo log MB", |it| it.log_mb.map(figure)),
        ("page splits", |it| it.page_splits.map(|count| format!("{count:.0}"))),
        ("pages full", |it| it.fill_percent.map(|percent| format!("{percent:.0} %"))),
        ("a day, ms", |it| Some(figure(it.day_ms))),
        ("its pages", |it| Some(format!("{:.0}", it.day_pages))),
        ("found by", |it| {
            Some(it.extra_index_mb.map_or("id".to_owned(), |mb| format!("`created_at`, {} MB more", figure(mb))))
        }),
    ];
    let shown: Vec<&Column> =
        columns.iter().filter(|(_, of)| measured.keys.iter().any(|key| of(key).is_some())).collect();
    let heads: Vec<&str> = shown.iter().map(|(head, _)| *head).collect();
    let mut text = format!(
        "{} rows; the day has {} of them. **Bold**: the column does not sort these by time.\n\n| key | column | {} |\n|---|---|{}\n",
        grouped(measured.rows),
        grouped(usize::try_from(measured.rows_of_the_day).unwrap_or_default()),
        heads.join(" | "),
        "---|".repeat(heads.len())
    );
    for key in &measured.keys {
        let cells: Vec<String> = shown.iter().map(|(_, of)| of(key).unwrap_or_else(|| "-".to_owned())).collect();
        let name = if key.sorts_by_time { key.name.clone() } else { format!("**{}**", key.name) };
        text.push_str(&format!("| {name} | `{}` | {} |\n", key.column, cells.join(" | ")));
    }
    text
}

fn binds(report: &Report) -> String {
    let mut text = "| database | ours, raw | rows | rounds | ours, µs a row | raw, µs a row | ratio | middle half of ratios | encoding ours, ns | encoding raw, ns | encoding adds |\n\
                    |---|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (database, bind) in report.databases.iter().flat_map(|it| it.binds.iter().map(move |bind| (it, bind))) {
        let Bind { ours, raw, rows, rounds, ours_us, raw_us, ratio_quartiles: (low, high), .. } = bind;
        text.push_str(&format!(
            "| {} | {ours}, `{raw}` | {} | {rounds} | {ours_us:.2} | {raw_us:.2} | {:.3} | {low:.2} to {high:.2} | {:.1} | {:.1} | {:.1} % |\n",
            database.name,
            grouped(*rows),
            bind.ratio(),
            bind.ours_encode_ns,
            bind.raw_encode_ns,
            bind.encoding_percent(),
        ));
    }
    text
}

/// Two to three digits that count.
pub(crate) fn figure(value: f64) -> String {
    if value < 9.95 { format!("{value:.1}") } else { format!("{value:.0}") }
}

/// A number with commas.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let place = |(at, digit): (usize, char)| {
        let comma = at > 0 && (digits.len() - at).is_multiple_of(3);
        [comma.then_some(','), Some(digit)].into_iter().flatten().collect::<Vec<_>>()
    };
    digits.chars().enumerate().flat_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_replaced_and_the_rest_of_the_page_stays() -> Result<(), Failure> {
        let page = "a\n<!-- bench: binds -->\nold\n<!-- end bench -->\nb\n";
        let blocks = [("binds".to_owned(), "new\n".to_owned())];
        let replaced = replace(page, &blocks)?;
        assert_eq!(replaced, "a\n<!-- bench: binds -->\nnew\n<!-- end bench -->\nb\n");
        assert_eq!(replace(&replaced, &blocks)?, replaced);
        assert!(replace("no block", &blocks).is_err());
        Ok(())
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_000_000].map(grouped), ["0", "999", "1,000", "1,000,000"]);
    }

    /// The page, its figures and its picture are of one run.
    #[test]
    fn the_page_shows_what_the_figures_say() -> Result<(), Failure> {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let report: Report = serde_json::from_str(&std::fs::read_to_string(docs.join(crate::JSON))?)?;
        let page = std::fs::read_to_string(docs.join(crate::PAGE))?;
        assert!(replace(&page, &blocks(&report))? == page, "cargo xtask bench db --redraw");
        let picture = std::fs::read_to_string(docs.join(crate::PICTURE))?;
        assert!(crate::picture::draw(&report) == picture, "cargo xtask bench db --redraw");
        Ok(())
    }
}
