//! Reading a text in every way.

use alloc::vec::Vec;
use core::ops::Range;

use idspec_core::text::Text;
use idspec_core::{Layout, ParseError, Role, Timestamp, Unit};

use super::evidence::{Evidence, EvidenceCode, Verdict};
use super::forms::ReadAs;

/// A day, in ms.
const DAY_MS: i64 = 86_400_000;

/// Before this year no id of any scheme is expected.
const FIRST_EXPECTED: Timestamp = match Timestamp::from_utc(2010, 1, 1, 0, 0, 0) {
    Some(time) => time,
    None => Timestamp::UNIX_EPOCH,
};

/// Twitter's ids below this number are not snowflakes: they were counted up before 2010-11-04.
const FIRST_TWITTER_SNOWFLAKE: u128 = 29_700_859_247;

/// Reads texts in every way that it is told of.
#[derive(Clone, Debug)]
pub struct Reader {
    layouts: Vec<Layout>,
    named: bool,
    window: Range<Timestamp>,
    near: Option<Timestamp>,
}

/// One way to read a text.
#[derive(Clone, Debug)]
pub struct Reading {
    layout: Layout,
    read_as: ReadAs,
    outcome: Result<u128, ParseError>,
    evidence: Vec<Evidence>,
    verdict: Verdict,
}

impl Reader {
    /// A reader of all schemes, that expects ids from 2010 until a day after `now`.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        let until = now.checked_add_ms(DAY_MS).unwrap_or(Timestamp::MAX);
        let layouts = crate::schemes().map(Layout::of).collect();
        Self { layouts, named: false, window: FIRST_EXPECTED..until, near: None }
    }

    /// Reads these layouts too, such as those with an epoch of your own.
    #[must_use]
    pub fn with(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        self.layouts.extend(layouts);
        self
    }

    /// Reads these layouts and no others, since it is known that an id is one of them; each in the first way of [`ReadAs::ALL`] that it reads a text in.
    #[must_use]
    pub fn only(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        self.layouts = layouts.into_iter().collect();
        self.named = true;
        self
    }

    /// Expects ids in this window.
    #[must_use]
    pub fn window(mut self, window: Range<Timestamp>) -> Self {
        self.window = window;
        self
    }

    /// Expects an id within a day of this instant.
    #[must_use]
    pub fn near(mut self, instant: Timestamp) -> Self {
        self.near = Some(instant);
        self
    }

    /// The layouts that are read.
    #[must_use]
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// Every reading of a text, the likely ones first; those that are impossible last, one for each layout that reads it in no way.
    #[must_use]
    pub fn read(&self, text: &str) -> Vec<Reading> {
        let mut readings = Vec::new();
        for layout in &self.layouts {
            let tried = ReadAs::ALL.into_iter().filter_map(|way| Some((way, way.number(*layout, text)?)));
            let mut found: Vec<(ReadAs, Result<u128, ParseError>)> = Vec::new();
            for (way, outcome) in tried {
                // A number is one reading, in the first way that it is found.
                if outcome.is_ok() && !found.iter().any(|(_, seen)| seen.as_ref().ok() == outcome.as_ref().ok()) {
                    found.push((way, outcome));
                }
            }
            if self.named {
                // Who knows the scheme has its text at hand, or the first other form that it is.
                found.truncate(1);
            }
            if found.is_empty() {
                found.push((ReadAs::Text, layout.parse(text.as_bytes())));
            }
            readings.extend(found.into_iter().map(|(way, outcome)| self.reading(*layout, way, outcome, text)));
        }
        // Stable, so that equal verdicts stay in the order of the schemes.
        readings.sort_by_key(|reading| reading.verdict);
        readings
    }

    fn reading(&self, layout: Layout, read_as: ReadAs, outcome: Result<u128, ParseError>, text: &str) -> Reading {
        let mut codes = Vec::new();
        match outcome {
            Ok(number) => self.weigh(layout, read_as, number, text, &mut codes),
            Err(_) => codes.push(EvidenceCode::Broken),
        }
        let against = codes.iter().any(|code| code.sign() == super::Sign::Against);
        let verdict = match outcome {
            Err(_) => Verdict::Impossible,
            Ok(_) if against => Verdict::Unlikely,
            Ok(_) if codes.iter().any(|code| code.is_strong()) => Verdict::Likely,
            Ok(_) => Verdict::Possible,
        };
        Reading { layout, read_as, outcome, evidence: codes.into_iter().map(Evidence::new).collect(), verdict }
    }

    fn weigh(&self, layout: Layout, read_as: ReadAs, number: u128, text: &str, codes: &mut Vec<EvidenceCode>) {
        let scheme = layout.scheme();
        if self.named {
            codes.push(EvidenceCode::Named);
        }
        let written = layout.text(number);
        let canonical = written.is_some_and(|written| written.as_str() == text);
        match read_as {
            // 26 letters are a ULID and nothing else, and so are 16 digits with a letter among them a Nalix id of either layout.
            ReadAs::Text if scheme.name() == "ulid" => codes.push(EvidenceCode::OwnForm),
            ReadAs::Text => codes.push(EvidenceCode::SharedForm),
            _ => codes.push(EvidenceCode::OtherForm),
        }
        if read_as == ReadAs::Lenient || (read_as == ReadAs::Text && !canonical) {
            codes.push(EvidenceCode::NotCanonical);
        }
        if scheme.fields().iter().any(|field| matches!(field.role(), Role::Fixed(..))) && scheme.bits() == 128 {
            codes.push(EvidenceCode::FixedBits);
        }
        self.weigh_time(layout, number, codes);
        if scheme.bits() == 64 {
            codes.push(EvidenceCode::NotByDate);
        }
    }

    fn weigh_time(&self, layout: Layout, number: u128, codes: &mut Vec<EvidenceCode>) {
        let scheme = layout.scheme();
        let (Some(time), Some((_, unit))) = (layout.timestamp(number), scheme.time()) else { return };
        let in_window = self.window.contains(&time);
        let may_be_none = unit == Unit::Second;
        codes.push(match () {
            () if in_window => EvidenceCode::TimeInWindow,
            // Nothing against it: what is no time lies in no window.
            () if may_be_none => EvidenceCode::TimeMayBeNone,
            () if time < self.window.start => EvidenceCode::TimeBeforeWindow,
            () => EvidenceCode::TimeAfterWindow,
        });
        if scheme.name() == "twitter-snowflake"
            && layout.epoch_ms() == scheme.epoch_ms()
            && number < FIRST_TWITTER_SNOWFLAKE
        {
            codes.push(EvidenceCode::BeforeTheScheme);
        }
        // Ticks fill 60 bits and more: hardly any other number has a plausible date. A ULID of any 128 bits has one in a few thousand too.
        if in_window && matches!(unit, Unit::Tick | Unit::TickMillisecond) {
            codes.push(EvidenceCode::HardlyByChance);
        }
        if let Some(near) = self.near {
            let apart = i128::from(time.hundred_ns()).abs_diff(i128::from(near.hundred_ns()));
            let day = u128::from(DAY_MS.unsigned_abs()).saturating_mul(10_000);
            match apart < day {
                true => codes.push(EvidenceCode::TimeNear),
                false if may_be_none => {}
                false => codes.push(EvidenceCode::TimeFar),
            }
        }
    }
}

impl Reading {
    /// The layout that it is read by.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// What the text is to the scheme.
    #[must_use]
    pub const fn read_as(&self) -> ReadAs {
        self.read_as
    }

    /// The number.
    ///
    /// # Errors
    /// Why the scheme has no such id.
    pub const fn outcome(&self) -> Result<u128, ParseError> {
        self.outcome
    }

    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.layout.text(self.outcome.ok()?)
    }

    /// The id's time, where its scheme has one.
    #[must_use]
    pub fn timestamp(&self) -> Option<Timestamp> {
        self.layout.timestamp(self.outcome.ok()?)
    }

    /// What speaks for it and against it.
    #[must_use]
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// How far the evidence goes.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }
}
