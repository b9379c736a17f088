//! Times after ids, put in and taken out.
//!
//! What is put in is ` [2024-04-05T19:34:38.901Z]`, right after an id whose time is expected. A text may hold such brackets before. So an id that is followed by
//! its own time in brackets is annotated whether it is expected or not, and taking out removes one bracket of each id that has one: then the text is what it
//! was, whatever it was, and taking out depends on no window.

use idspec::Timestamp;

use crate::finder::{self, Finder, Found};
use crate::instants::{self, Instants};

/// What is kept back of a text that goes on: an id, the octets beside it, and an annotation.
const KEPT: usize = finder::LONGEST + instants::LONGEST + 8;

/// Whether times are put in or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Annotate,
    Strip,
}

/// Annotates a text that comes in pieces.
#[derive(Debug)]
pub struct Annotator {
    finder: Finder,
    direction: Direction,
    instants: Instants,
    /// The octet before what comes next.
    before: u8,
    bracket: Vec<u8>,
}

impl Annotator {
    pub fn new(finder: Finder, direction: Direction) -> Self {
        Self { finder, direction, instants: Instants::new(), before: b'\n', bracket: Vec::new() }
    }

    /// Appends what becomes of a text, and says how much of it is done with. A `whole` text is at the end of a line or a file, and done with; of another one
    /// the rest comes again, with more after it.
    pub fn push(&mut self, text: &[u8], whole: bool, out: &mut Vec<u8>) -> usize {
        // From here on an id may not be all there.
        let unsure = if whole { usize::MAX } else { text.len().saturating_sub(KEPT) };
        let mut done = 0_usize;
        while let Some(found) = self.finder.next(text, done, self.before) {
            if found.place.start >= unsure {
                break;
            }
            let end = found.place.end;
            out.extend_from_slice(text.get(done..end).unwrap_or_default());
            done = end;
            let rest = text.get(end..).unwrap_or_default();
            match self.direction {
                Direction::Annotate => self.annotate(&found, text, rest, out),
                Direction::Strip => done = done.saturating_add(self.own_bracket(&found, text, rest)),
            }
        }
        let end = text.len().min(unsure).max(done);
        out.extend_from_slice(text.get(done..end).unwrap_or_default());
        if let Some(last) = end.checked_sub(1).and_then(|last| text.get(last)) {
            self.before = *last;
        }
        end
    }

    fn annotate(&mut self, found: &Found, text: &[u8], rest: &[u8], out: &mut Vec<u8>) {
        if let Some(time) = self.finder.time(found, text) {
            write(&mut self.instants, time, out);
        } else if self.own_bracket(found, text, rest) > 0 {
            out.extend_from_slice(&self.bracket);
        }
    }

    /// The length of the bracket with a time of the id at the front of the rest.
    fn own_bracket(&mut self, found: &Found, text: &[u8], rest: &[u8]) -> usize {
        if !rest.starts_with(b" [") {
            return 0;
        }
        for time in self.finder.times(found, text) {
            self.bracket.clear();
            write(&mut self.instants, time, &mut self.bracket);
            if rest.starts_with(&self.bracket) {
                return self.bracket.len();
            }
        }
        0
    }
}

fn write(instants: &mut Instants, time: Timestamp, out: &mut Vec<u8>) {
    out.extend_from_slice(b" [");
    instants.write(time, out);
    out.push(b']');
}
