//! The figures as a picture, for light and dark pages.

use crate::report::{Key, Measured, Report};
use crate::tables::{figure, grouped};

const LEFT: f64 = 24.0;
const NAMES: f64 = 212.0;
const PANEL: f64 = 204.0;
/// The longest bar; what is left of a panel is for its number.
const BAR: f64 = 140.0;
const ROW: f64 = 21.0;
const TOP: f64 = 86.0;
const HEAD: f64 = 52.0;

const STYLE: &str = "
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 } .head { font-weight: 600 } .small { font-size: 12px; fill: #59636e }
.page { fill: #ffffff } .line { stroke: #d1d9e0 } .sorts { fill: #0969da } .not { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .small { fill: #9198a1 }
  .page { fill: #0d1117 } .line { stroke: #3d444d } .sorts { fill: #4493f8 } .not { fill: #f0883e }
}
";

/// The picture: for each database, key by key, CPU time, MB written and size.
pub(crate) fn draw(report: &Report) -> String {
    let width = LEFT + NAMES + 3.0 * PANEL + 8.0;
    let rows: usize = report.databases.iter().map(|it| it.keys.len()).sum();
    let height = TOP + rows as f64 * ROW + report.databases.len() as f64 * (HEAD + 18.0) + 8.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Keys in databases: CPU time, octets written and size</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"{LEFT}\" y=\"34\">What a primary key costs when rows are inserted</text>\n\
         <rect class=\"sorts\" x=\"{LEFT}\" y=\"49\" width=\"12\" height=\"12\"/>\
         <text class=\"small\" x=\"42\" y=\"60\">sorts by time in this column</text>\
         <rect class=\"not\" x=\"232\" y=\"49\" width=\"12\" height=\"12\"/>\
         <text class=\"small\" x=\"250\" y=\"60\">does not: each insert is on another page</text>\n"
    );
    let mut top = TOP;
    for database in &report.databases {
        part(&mut svg, database, top, width);
        top += HEAD + 18.0 + database.keys.len() as f64 * ROW;
    }
    svg.push_str("</svg>\n");
    svg
}

/// A panel: its heading, and the figure of a key.
type Panel = (&'static str, fn(&Key) -> f64);

/// One database from `top` on.
fn part(svg: &mut String, database: &Measured, top: f64, width: f64) {
    let postgres = database.name == "Postgres";
    let panels: [Panel; 3] = [
        ("CPU, s", |it| it.cpu_s),
        (if postgres { "WAL, MB" } else { "written, MB" }, |it| it.written_mb),
        (if postgres { "index, MB" } else { "table, MB" }, |it| it.index_mb),
    ];
    let base = top + HEAD;
    svg.push_str(&format!(
        "<line class=\"line\" x1=\"{LEFT}\" y1=\"{top}\" x2=\"{}\" y2=\"{top}\"/>\n\
         <text class=\"head\" x=\"{LEFT}\" y=\"{}\">{}, {} rows</text>\n",
        width - LEFT,
        top + 26.0,
        database.name,
        grouped(database.rows)
    ));
    for (row, key) in database.keys.iter().enumerate() {
        let middle = base + row as f64 * ROW;
        let column = key.column.split(' ').next().unwrap_or_default();
        svg.push_str(&format!(
            "<text x=\"{LEFT}\" y=\"{middle}\">{} <tspan class=\"small\">{column}</tspan></text>\n",
            key.name
        ));
    }
    for (panel, (head, of)) in panels.iter().enumerate() {
        let left = LEFT + NAMES + panel as f64 * PANEL;
        let largest = database.keys.iter().map(of).fold(f64::MIN_POSITIVE, f64::max);
        svg.push_str(&format!("<text class=\"small\" x=\"{left}\" y=\"{}\">{head}</text>\n", top + 26.0));
        for (row, key) in database.keys.iter().enumerate() {
            let value = of(key);
            let (middle, long) = (base + row as f64 * ROW, (value / largest * BAR).max(1.0));
            let class = if key.sorts_by_time { "sorts" } else { "not" };
            svg.push_str(&format!(
                "<rect class=\"{class}\" x=\"{left}\" y=\"{}\" width=\"{long:.1}\" height=\"13\"/>\
                 <text class=\"small\" x=\"{:.1}\" y=\"{middle}\">{}</text>\n",
                middle - 11.0,
                left + long + 6.0,
                figure(value)
            ));
        }
    }
}
