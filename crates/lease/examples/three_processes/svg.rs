//! The story as a picture, for light and dark pages.

use std::fmt::Write as _;

use crate::story::{Span, Story};

const LEFT: f64 = 96.0;
const WIDTH: f64 = 860.0;
const TOP: f64 = 96.0;
const LANE: f64 = 84.0;
const BAR: f64 = 30.0;

const STYLE: &str = "
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: 600 } .label { paint-order: stroke; stroke: #ffffff; stroke-width: 5px } .small { font-size: 12px; fill: #59636e }
.page { fill: #ffffff } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e } .mark { stroke: #1f2328; stroke-dasharray: 3 3 }
.A { fill: #0969da } .B { fill: #bc4c00 } .C { fill: #1a7f37 } .A2 { fill: #8250df } .B2 { fill: #bf3989 } .any { fill: #59636e }
.window { fill-opacity: 0.22 } .name { fill: #ffffff; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .label { stroke: #0d1117 } .small { fill: #9198a1 }
  .page { fill: #0d1117 } .grid { stroke: #3d444d } .axis { stroke: #9198a1 } .mark { stroke: #f0f6fc }
  .A { fill: #4493f8 } .B { fill: #f0883e } .C { fill: #3fb950 } .A2 { fill: #ab7df8 } .B2 { fill: #db61a2 } .any { fill: #9198a1 }
  .window { fill-opacity: 0.3 } .name { fill: #0d1117 }
}
";

/// The picture.
pub(crate) fn chart(story: &Story) -> String {
    // Whole seconds, as the axis has them.
    let seconds = (story.end + 900) / 1000;
    let x = |ms: i64| {
        LEFT + f64::from(i32::try_from(ms).unwrap_or(0)) / 1000.0 * WIDTH
            / f64::from(i32::try_from(seconds).unwrap_or(1))
    };
    let bottom = TOP + 3.0 * LANE;
    let (width, height) = (LEFT + WIDTH + 32.0, bottom + 96.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Who held which worker id when</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"24\" y=\"34\">Three worker ids, five processes: {} ids, {} duplicates</text>\n\
         <text class=\"small\" x=\"24\" y=\"56\">Windows of one worker id never overlap, so neither do ids, whatever happens to processes and clocks.</text>\n",
        story.ids, story.duplicates
    );
    for second in 0..=seconds {
        let at = x(second * 1000);
        writeln!(svg, "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\"/>").unwrap();
        writeln!(
            svg,
            "<text class=\"small\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{second}</text>",
            bottom + 18.0
        )
        .unwrap();
    }
    let right = LEFT + WIDTH;
    writeln!(svg, "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>").unwrap();
    writeln!(svg, "<text class=\"small\" x=\"{right}\" y=\"{}\" text-anchor=\"end\">time in the ids, seconds from the start</text>", bottom + 38.0).unwrap();
    for worker in 0..3_u8 {
        let middle = TOP + (f64::from(worker) + 0.5) * LANE + 8.0;
        writeln!(svg, "<text x=\"24\" y=\"{}\">worker {worker}</text>", middle + 5.0).unwrap();
        for span in story.spans.iter().filter(|span| span.worker == usize::from(worker)) {
            draw(&mut svg, span, middle - BAR / 2.0, &x);
        }
    }
    for mark in &story.marks {
        let Some(span) = story.spans.iter().find(|span| span.process == mark.process) else { continue };
        let lane = TOP + f64::from(u8::try_from(span.worker).unwrap_or(0)) * LANE;
        let at = x(mark.at);
        writeln!(
            svg,
            "<line class=\"mark\" x1=\"{at:.1}\" y1=\"{}\" x2=\"{at:.1}\" y2=\"{}\"/>",
            lane + 24.0,
            lane + 76.0
        )
        .unwrap();
        writeln!(
            svg,
            "<text class=\"small label\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            lane + 18.0,
            mark.text
        )
        .unwrap();
    }
    let legend = bottom + 70.0;
    writeln!(svg, "<rect class=\"any\" x=\"24\" y=\"{}\" width=\"28\" height=\"14\"/>", legend - 11.0).unwrap();
    writeln!(svg, "<text x=\"60\" y=\"{legend}\">ids given</text>").unwrap();
    writeln!(svg, "<rect class=\"any window\" x=\"150\" y=\"{}\" width=\"28\" height=\"14\"/>", legend - 11.0).unwrap();
    writeln!(svg, "<text x=\"186\" y=\"{legend}\">window reserved in the database</text>").unwrap();
    writeln!(svg, "<text class=\"small\" x=\"420\" y=\"{legend}\">A2 and B2 are A and B started again</text>").unwrap();
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, span: &Span, top: f64, x: &dyn Fn(i64) -> f64) {
    let mut bar = |(from, to): (i64, i64), class: &str| {
        let (from, to) = (x(from), x(to));
        let wide = (to - from).max(1.0);
        writeln!(svg, "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{BAR}\"/>")
            .unwrap();
    };
    bar(span.window, &format!("{} window", span.process));
    span.given.iter().for_each(|stretch| bar(*stretch, &span.process));
    if let Some((from, _)) = span.given.first() {
        let (at, y) = (x(*from) + 8.0, top + BAR / 2.0 + 5.0);
        writeln!(svg, "<text class=\"name\" x=\"{at:.1}\" y=\"{y}\">{}: {} ids</text>", span.process, span.ids)
            .unwrap();
    }
}
