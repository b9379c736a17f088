//! Bars of the codecs, for light and dark pages.

use std::fmt::Write as _;

use super::{Line, Report, Row};
use crate::codecs;
use crate::raw::Build;

const LEFT: f64 = 316.0;
const WIDTH: f64 = 420.0;
const TOP: f64 = 116.0;
const BAR: f64 = 15.0;
const LANE: f64 = 3.0 * BAR + 22.0;

const STYLE: &str = "
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 } .small { font-size: 12px; fill: #59636e } .page { fill: #ffffff } .axis { stroke: #59636e }
.fast { fill: #0969da } .safe { fill: #80b3ec } .peer { fill: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .small { fill: #9198a1 } .page { fill: #0d1117 } .axis { stroke: #9198a1 }
  .fast { fill: #4493f8 } .safe { fill: #27579b } .peer { fill: #6e7681 }
}
";

/// The picture: for each codec ours, ours without vector instructions, and the fastest peer.
pub fn chart(report: &Report) -> String {
    let rows: Vec<(&Row, Vec<(&'static str, &Line)>)> =
        report.comparisons.iter().filter(|row| row.group == codecs::GROUP).filter_map(bars).collect();
    let longest = rows.iter().flat_map(|(_, bars)| bars).map(|(_, line)| line.ns.median).fold(1.0, f64::max);
    let bottom = TOP + LANE * rows.len() as f64;
    let (width, height) = (LEFT + WIDTH + 264.0, bottom + 40.0);
    let about = &report.about;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Codecs: nanoseconds for one operation</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"24\" y=\"34\">Codecs: nanoseconds for one operation, shorter is better</text>\n\
         <text class=\"small\" x=\"24\" y=\"56\">{}, {}, {}</text>\n",
        about.processor, about.rustc, about.date
    );
    let legend = [
        ("fast", 24.0, "idspec"),
        ("safe", 112.0, "idspec, portable code"),
        ("peer", 296.0, "the fastest other package"),
    ];
    for (class, x, text) in legend {
        let _ = writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"74\" width=\"14\" height=\"14\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"86\">{text}</text>", x + 22.0);
    }
    for (number, (row, bars)) in rows.iter().enumerate() {
        let top = TOP + LANE * number as f64;
        let middle = top + BAR * bars.len() as f64 / 2.0 + 5.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\">{}</text>", LEFT - 12.0, row.title);
        for (place, (class, line)) in bars.iter().enumerate() {
            let y = top + BAR * place as f64;
            let long = line.ns.median / longest * WIDTH;
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y}\" width=\"{long:.1}\" height=\"{}\"/>",
                BAR - 1.0
            );
            let _ = writeln!(
                svg,
                "<text class=\"small\" x=\"{:.1}\" y=\"{}\">{}</text>",
                LEFT + long + 8.0,
                y + BAR - 4.0,
                caption(class, line)
            );
        }
    }
    let _ = writeln!(
        svg,
        "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{}\" x2=\"{LEFT}\" y2=\"{}\"/>",
        TOP - 6.0,
        bottom - 12.0
    );
    svg.push_str("</svg>\n");
    svg
}

/// What is drawn of a comparison: nothing where a build was not measured, as with generators.
fn bars(row: &Row) -> Option<(&Row, Vec<(&'static str, &Line)>)> {
    let bars = [("fast", row.ours(Build::Fast)?), ("safe", row.ours(Build::Safe)?), ("peer", row.peer("")?)];
    Some((row, bars.to_vec()))
}

fn caption(class: &str, line: &Line) -> String {
    let ns = line.ns.median;
    if class != "peer" {
        return format!("{ns:.1}");
    }
    let version = line.version.as_deref().unwrap_or_default();
    let (package, call) = line.name.split_once(' ').unwrap_or((&line.name, ""));
    let lax = if line.strict == Some(false) { " (lax)" } else { "" };
    format!("{ns:.1}, {package} {version} {call}{lax}")
}
