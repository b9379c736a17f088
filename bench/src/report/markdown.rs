//! The figures of `docs/benchmarks.md`.

use std::fmt::Write as _;

use super::{Line, Report, text};

const BEGIN: &str = "<!-- bench: figures -->\n";
const END: &str = "<!-- end bench -->\n";

/// The page with new figures in its block.
pub fn renewed(page: &str, report: &Report) -> Result<String, String> {
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the page has no block {BEGIN}"))?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", figures(report)))
}

fn figures(report: &Report) -> String {
    let about = &report.about;
    let mut out = format!(
        "{}, {}, {} cores, {}; {}; {}. {} inputs, {} rounds in {} processes of each build, all groups together.\n\n",
        about.date,
        about.processor,
        about.cores,
        about.system,
        about.rustc,
        about.profile,
        about.inputs,
        about.rounds,
        about.processes
    );
    out.push_str("![Codecs: nanoseconds for one operation](images/codecs.svg)\n\n");
    let met = report.targets.iter().filter(|it| it.met).count();
    let _ = writeln!(out, "### Targets\n\n{met} of {} are met.\n", report.targets.len());
    out.push_str("| target | ratio | quartiles | at most | | ours | against |\n|---|--:|--:|--:|---|---|---|\n");
    for reached in &report.targets {
        let ratio = &reached.ratio;
        let _ = writeln!(
            out,
            "| {} | {:.2} | {:.2} to {:.2} | {:.2} | {} | {} | {} |",
            text::name(reached),
            ratio.median,
            ratio.lower_quartile,
            ratio.upper_quartile,
            reached.target,
            if reached.met { "met" } else { "**missed**" },
            reached.ours.trim_start_matches("idspec "),
            reached.peer
        );
    }
    for row in &report.comparisons {
        let unit = if row.octets.is_some() { "GB/s" } else { "ns" };
        let _ = writeln!(out, "\n### {}\n\n| | {unit} | ratio | instructions |\n|---|--:|--:|--:|", row.title);
        for line in &row.subjects {
            let _ = writeln!(out, "{}", cells(line, row.octets));
        }
    }
    out
}

fn cells(line: &Line, octets: Option<f64>) -> String {
    let figure = octets.map_or(line.ns.median, |octets| octets / line.ns.median);
    let ratio = line.ratio.map_or_else(String::new, |ratio| format!("{:.2}", ratio.median));
    let instructions = line.instructions.map_or_else(String::new, |count| format!("{count:.1}"));
    format!("| {} | {figure:.2} | {ratio} | {instructions} |", text::label(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{About, Report};

    #[test]
    fn only_the_block_is_renewed() {
        let about = About {
            date: "2026-01-01".into(),
            processor: "a processor".into(),
            cores: 2,
            system: "a system".into(),
            rustc: "rustc".into(),
            profile: "release".into(),
            inputs: 1,
            processes: 1,
            rounds: 1,
        };
        let report = Report::new(about, &[], &[], &[]);
        let page = renewed(&format!("before\n{BEGIN}old\n{END}after\n"), &report).expect("a block");
        assert!(page.starts_with("before\n") && page.ends_with("after\n") && !page.contains("old"), "{page}");
        assert!(renewed("no block", &report).is_err());
    }
}
