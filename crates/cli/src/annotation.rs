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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]
mod tests {
    use idspec::{Layout, TwitterSnowflake};
    use proptest::prelude::*;

    use super::*;
    use crate::context::Context;
    use crate::layouts::Named;

    /// Expects ids from 2010 to 2026; with numbers of Twitter beside ULIDs and GUIDs where those are wanted.
    fn finder(numbers: bool) -> Finder {
        let named = |layout: Layout| Named { name: String::new(), layout };
        let numbers = numbers.then(|| {
            let wide = idspec::schemes().filter(|scheme| scheme.bits() == 128).map(Layout::of);
            wide.chain([Layout::of(<TwitterSnowflake as idspec::Id>::SCHEME)]).map(named).collect()
        });
        let context = Context {
            now: Timestamp::from_utc(2026, 1, 1, 0, 0, 0).unwrap(),
            named: numbers,
            own: Vec::new(),
            near: None,
            window: None,
            zone: None,
            json: false,
            plain: false,
            quiet: false,
            strict: false,
            color: crate::args::Color::Never,
        };
        Finder::new(&context, None)
    }

    /// What becomes of a text that comes in pieces of a length; as commands give it, which pass on whole lines as long as there are any.
    fn run(text: &[u8], piece: usize, numbers: bool, direction: Direction) -> Vec<u8> {
        let mut annotator = Annotator::new(finder(numbers), direction);
        let (mut out, mut start, mut end) = (Vec::new(), 0, 0);
        while start < text.len() {
            end = text.len().min(end + piece);
            let rest = &text[start..end];
            let last = rest.iter().rposition(|octet| *octet == b'\n').map(|last| last + 1);
            let last = last.or((end == text.len()).then_some(rest.len()));
            start += annotator.push(&rest[..last.unwrap_or(rest.len())], last.is_some(), &mut out);
        }
        out
    }

    fn shown(text: &str, numbers: bool) -> String {
        String::from_utf8(run(text.as_bytes(), usize::MAX >> 1, numbers, Direction::Annotate)).unwrap()
    }

    const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";
    const TIME: &str = " [2024-04-05T19:34:38.901Z]";

    #[test]
    fn times_stand_after_ids_that_are_expected() {
        assert_eq!(shown(&format!("a {ULID}, {ULID}"), false), format!("a {ULID}{TIME}, {ULID}{TIME}"));
        // A time in the year 10889, and a number of another scheme.
        assert_eq!(
            shown("7ZZZZZZZZZZZZZZZZZZZZZZZZZ 1776266104373063681", false),
            "7ZZZZZZZZZZZZZZZZZZZZZZZZZ 1776266104373063681"
        );
        assert_eq!(shown("1776266104373063681 177", true), "1776266104373063681 [2024-04-05T15:10:15.367Z] 177");
        // Random, so no time of a sequential GUID.
        assert_eq!(shown("642b2c7f-3013-4128-9449-188b86adfc80", false), "642b2c7f-3013-4128-9449-188b86adfc80");
    }

    #[test]
    fn own_brackets_are_doubled_and_other_ones_left() {
        assert_eq!(shown(&format!("{ULID}{TIME}"), false), format!("{ULID}{TIME}{TIME}"));
        let late = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ [+10889-08-02T05:31:50.655Z]";
        assert_eq!(shown(late, false), format!("{late} [+10889-08-02T05:31:50.655Z]"));
        let other = format!("{ULID} [2024-04-05]");
        assert_eq!(shown(&other, false), format!("{ULID}{TIME} [2024-04-05]"));
        assert_eq!(run(other.as_bytes(), 9, false, Direction::Strip), other.as_bytes());
    }

    /// Parts of texts that come near to what is looked for.
    fn part() -> impl Strategy<Value = Vec<u8>> {
        let fixed: Vec<&str> = vec![
            ULID,
            TIME,
            " [+10889-08-02T05:31:50.655Z]",
            "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
            "1776266104373063681",
            " [2024-04-05T15:10:15.367Z]",
            "177",
            " [2010-11-04T01:42:54.657Z]",
            "0",
            "642b2c7f-3013-4128-9449-188b86adfc80",
            "08dc55a3-e2e9-47f8-0123-456789abcdef",
            " ",
            "\n",
            "-",
            ".",
            "_",
            "x",
            "[",
            "]",
            "\u{e9}",
            "a,b",
        ];
        prop_oneof![
            8 => prop::sample::select(fixed).prop_map(|text| text.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..40),
            1 => (any::<u128>(), any::<u64>()).prop_map(|(wide, time)| {
                // ULIDs of all times with their brackets.
                let number = wide >> (time % 100);
                let layout = Layout::of(&idspec::ulid::SCHEME);
                format!("{} [{}]", layout.text(number).unwrap(), layout.timestamp(number).unwrap()).into_bytes()
            }),
            1 => any::<u64>().prop_map(|number| {
                let layout = Layout::of(<TwitterSnowflake as idspec::Id>::SCHEME);
                let number = u128::from(number >> (1 + number % 60));
                format!("{number} [{}]", layout.timestamp(number).unwrap()).into_bytes()
            }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn stripping_gives_the_text_back(
            parts in prop::collection::vec(part(), 0..30), numbers: bool, one in 1_usize..400, other in 1_usize..400,
        ) {
            let text = parts.concat();
            let whole = run(&text, usize::MAX >> 1, numbers, Direction::Annotate);
            prop_assert_eq!(&run(&text, one, numbers, Direction::Annotate), &whole);
            prop_assert_eq!(run(&whole, other, numbers, Direction::Strip), text);
        }
    }
}
