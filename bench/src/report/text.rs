//! The report for a terminal.

use std::fmt::Write as _;

use super::{Line, Reached, Report};
use crate::raw::{Build, Side};

/// All comparisons, and then the targets.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    for row in &report.comparisons {
        let _ = writeln!(
            out,
            "\n{}\n  {:<62} {:>8} {:>8} {:>13} {:>9}",
            row.title,
            "",
            unit(row.octets),
            "ratio",
            "quartiles",
            "instr."
        );
        for line in &row.subjects {
            let _ = writeln!(out, "  {}", self::line(line, row.octets));
        }
    }
    let about = &report.about;
    let _ = writeln!(
        out,
        "\nratio: its time over the fastest peer's, its median; {} rounds in {} processes, all groups together; {}, {}",
        about.rounds, about.processes, about.processor, about.rustc
    );
    if !report.targets.is_empty() {
        let _ =
            write!(out, "\n{:<34} {:>6} {:>13} {:>7}  {:<7} against\n", "target", "ratio", "quartiles", "target", "");
    }
    for reached in &report.targets {
        let _ = writeln!(out, "{}", target(reached));
    }
    let met = report.targets.iter().filter(|it| it.met).count();
    let _ = writeln!(out, "targets: {met} of {} met", report.targets.len());
    out
}

fn unit(octets: Option<f64>) -> &'static str {
    if octets.is_some() { "GB/s" } else { "ns" }
}

fn line(line: &Line, octets: Option<f64>) -> String {
    let (ratio, quartiles) = line.ratio.map_or_else(Default::default, |ratio| {
        (format!("{:.2}", ratio.median), format!("{:.2} to {:.2}", ratio.lower_quartile, ratio.upper_quartile))
    });
    let figure = octets.map_or(line.ns.median, |octets| octets / line.ns.median);
    let instructions = line.instructions.map_or_else(String::new, |count| format!("{count:.1}"));
    format!("{:<62} {figure:>8.2} {ratio:>8} {quartiles:>13} {instructions:>9}", label(line))
}

/// The name with its version, its build and how it reads.
pub fn label(line: &Line) -> String {
    let mut label = line.name.clone();
    if let (Some(version), Some((package, call))) = (&line.version, line.name.split_once(' ')) {
        label = format!("{package} {version} {call}");
    }
    if line.side == Side::Ours && line.build == Build::Safe {
        label.push_str(", portable");
    }
    match line.strict {
        Some(false) => {
            let _ = write!(label, " (lax: {})", line.takes.join(", "));
        }
        Some(true) => label.push_str(" (strict)"),
        None => {}
    }
    label
}

fn target(reached: &Reached) -> String {
    let name = name(reached);
    let Reached { ratio, target, peer, .. } = reached;
    let quartiles = format!("{:.2} to {:.2}", ratio.lower_quartile, ratio.upper_quartile);
    let met = if reached.met { "met" } else { "missed" };
    format!("{name:<34} {:>6.2} {quartiles:>13} {target:>7.2}  {met:<7} {peer}", ratio.median)
}

/// How far the ratios of two reports are apart, target by target.
pub fn agreement(before: &Report, now: &Report) -> String {
    let mut out = format!("\n{:<34} {:>6} {:>6} {:>7}\n", "target", "before", "now", "apart");
    let mut far = 0;
    for reached in &now.targets {
        let Some(old) = before.targets.iter().find(|it| it.name == reached.name && it.build == reached.build) else {
            continue;
        };
        let apart = reached.ratio.median / old.ratio.median - 1.0;
        far += usize::from(apart.abs() > 0.1);
        let _ = writeln!(
            out,
            "{:<34} {:>6.2} {:>6.2} {:>6.1}%{}",
            name(reached),
            old.ratio.median,
            reached.ratio.median,
            100.0 * apart,
            if old.peer == reached.peer { String::new() } else { format!("  against {} before", old.peer) }
        );
    }
    let _ = writeln!(out, "more than 10 % apart: {far}");
    out
}

/// A target's name, with its build.
pub fn name(reached: &Reached) -> String {
    match reached.build {
        Build::Fast => reached.name.clone(),
        Build::Safe => format!("{}, portable", reached.name),
    }
}
