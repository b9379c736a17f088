//! Ids in free text: ULIDs and GUIDs, and numbers of 64 bits where their layout was named.
//!
//! Whether a place holds an id is told by the octets of the id and one octet on either side of it. So a text may be cut into pieces anywhere, as long as an id
//! and its neighbours are in one of them.

mod words;

use std::ops::Range;

use idspec::base::text::uuid;
use idspec::{Layout, Timestamp};

use crate::context::Context;
use words::{Shape, Words};

/// The digits that a number has at least, by default: numbers below are counts and dates more often than ids.
pub const DIGITS: usize = 16;

/// An id is shorter than this, with its neighbours.
pub const LONGEST: usize = 40;

/// Finds ids.
#[derive(Clone, Debug)]
pub struct Finder {
    ulids: Vec<Layout>,
    guids: Vec<Layout>,
    numbers: Vec<Layout>,
    window: Range<Timestamp>,
    digits: usize,
}

/// A place that has the form of an id, and may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub place: Range<usize>,
    shape: Shape,
}

impl Finder {
    /// Finds ids of the layouts that were named, or ULIDs and GUIDs, and numbers too where their digits are given; with a time in the window.
    pub fn new(context: &Context, digits: Option<usize>) -> Self {
        let reader = context.reader();
        let (wide, narrow): (Vec<Layout>, Vec<Layout>) =
            reader.layouts().iter().partition(|layout| layout.scheme().bits() == 128);
        let (ulids, guids) = wide.into_iter().partition(|layout| layout.scheme().name() == "ulid");
        let numbers = if context.named.is_some() || digits.is_some() { narrow } else { Vec::new() };
        Self { ulids, guids, numbers, window: context.window(), digits: digits.unwrap_or(DIGITS) }
    }

    /// The next place from `from` on that has the form of an id; `before` is the octet before the text.
    pub fn next(&self, text: &[u8], from: usize, before: u8) -> Option<Found> {
        let words = Words { text, before, guids: !self.guids.is_empty(), ulids: !self.ulids.is_empty() };
        if self.numbers.is_empty() { words.next_wide(from) } else { words.next_any(from) }
    }

    /// The times that an id may have, whether expected or not.
    pub fn times(&self, found: &Found, text: &[u8]) -> impl Iterator<Item = Timestamp> {
        self.read(found, text).filter_map(Read::checked)
    }

    /// The time of an id where there is one that is expected, and no more than one.
    pub fn time(&self, found: &Found, text: &[u8]) -> Option<Timestamp> {
        if found.shape == Shape::Number && found.place.len() < self.digits {
            return None;
        }
        let expected = self.read(found, text).filter(|read| self.window.contains(&read.time));
        let mut expected = expected.filter_map(Read::checked);
        let first = expected.next()?;
        expected.all(|other| other == first).then_some(first)
    }

    /// Whether an id has an expected time by any layout.
    pub fn is_expected(&self, found: &Found, text: &[u8]) -> bool {
        (found.shape != Shape::Number || found.place.len() >= self.digits)
            && self.read(found, text).any(|read| self.window.contains(&read.time) && read.checked().is_some())
    }

    /// The text by every layout. The octets of a GUID are read once, and whether a layout has such an id is left for later, since for most of them the time tells.
    fn read(&self, found: &Found, text: &[u8]) -> impl Iterator<Item = Read> {
        let id = text.get(found.place.clone()).unwrap_or_default();
        let (layouts, guid) = match found.shape {
            Shape::Ulid => (&self.ulids, None),
            Shape::Guid => (&self.guids, Some(self.guid(id))),
            Shape::Number => (&self.numbers, None),
        };
        layouts.iter().filter_map(move |layout| {
            let number = guid.unwrap_or_else(|| layout.parse(id).ok())?;
            Some(Read { layout: *layout, number, time: layout.timestamp(number)? })
        })
    }

    fn guid(&self, text: &[u8]) -> Option<u128> {
        uuid::parse_fast(self.guids.first()?.scheme(), text).ok()
    }
}

/// A text by a layout.
struct Read {
    layout: Layout,
    number: u128,
    time: Timestamp,
}

impl Read {
    /// The time, where the layout has such an id.
    fn checked(self) -> Option<Timestamp> {
        self.layout.scheme().check(self.number).ok().map(|()| self.time)
    }
}
