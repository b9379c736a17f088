//! The story on a terminal.

use std::fmt::Write as _;

use crate::story::Story;

const COLUMNS: i64 = 96;

/// A line for each worker id: the letter of a process where it gave ids, a dot where it only held the window.
pub(crate) fn chart(story: &Story) -> String {
    let mut text = String::new();
    let column = |ms: i64| usize::try_from(ms * COLUMNS / story.end.max(1)).unwrap_or(0);
    for worker in 0..3 {
        let mut line = vec![' '; usize::try_from(COLUMNS).unwrap_or(0) + 1];
        for span in story.spans.iter().filter(|span| span.worker == worker) {
            let letter = span.process.chars().next().unwrap_or('?');
            let letter = if span.process.ends_with('2') { letter.to_ascii_lowercase() } else { letter };
            let mut fill = |(from, to): (i64, i64), with: char| {
                line.iter_mut().take(column(to) + 1).skip(column(from)).for_each(|it| *it = with);
            };
            fill(span.window, '·');
            span.given.iter().for_each(|stretch| fill(*stretch, letter));
        }
        writeln!(text, "worker {worker} |{}", line.into_iter().collect::<String>().trim_end()).unwrap();
    }
    let mut axis = vec![' '; usize::try_from(COLUMNS).unwrap_or(0) + 4];
    for second in (0..=story.end / 1000).step_by(2) {
        for (offset, digit) in second.to_string().chars().enumerate() {
            if let Some(place) = axis.get_mut(column(second * 1000) + offset) {
                *place = digit;
            }
        }
    }
    writeln!(text, "       s  {}", axis.into_iter().collect::<String>().trim_end()).unwrap();
    writeln!(text, "A B C: ids of the first processes; a b: of those started later; ·: window held, no ids").unwrap();
    for mark in &story.marks {
        let tenths = (mark.at + 50) / 100;
        writeln!(text, "{:>3}.{} s  {}: {}", tenths / 10, tenths % 10, mark.process, mark.text).unwrap();
    }
    text
}
