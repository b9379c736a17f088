//! Words of letters and digits, that may be ids.

use std::ops::Range;

use super::Found;

/// The letters of a ULID.
const ULID: usize = 26;
/// The octets of a GUID with its hyphens.
const GUID: usize = 36;
/// The digits of a number of 64 bits.
const NUMBER: usize = 20;

/// What a place looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Ulid,
    Guid,
    Number,
}

/// A text with the octet before it.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    pub text: &'a [u8],
    pub before: u8,
    pub ulids: bool,
    pub guids: bool,
}

/// By octet: 1 for letters and digits, 2 for the hyphen of GUIDs, 0 for what stands in no id.
const KINDS: [u8; 256] = {
    let mut table = [0; 256];
    let mut octet = 0_u8;
    while octet < 128 {
        table[octet as usize] = if octet.is_ascii_alphanumeric() { 1 } else { 0 };
        octet = octet.saturating_add(1);
    }
    table[b'-' as usize] = 2;
    table
};

fn kind(octet: u8) -> u8 {
    KINDS.get(usize::from(octet)).copied().unwrap_or_default()
}

fn is_wide(octet: u8) -> bool {
    kind(octet) != 0
}

fn is_letter(octet: &u8) -> bool {
    kind(*octet) == 1
}

impl Words<'_> {
    /// The next ULID or GUID. Where the last octet of a window cannot stand in one, the whole window is passed by: most of a text is never looked at.
    pub fn next_wide(&self, from: usize) -> Option<Found> {
        let mut start = from;
        loop {
            // Right after an id there is a blank or a line end, and often another id behind it.
            if !is_wide(*self.text.get(start)?) {
                start = start.saturating_add(1);
            }
            let window = self.text.get(start..start.checked_add(ULID)?)?;
            if let Some(last) = window.iter().rposition(|octet| !is_wide(*octet)) {
                start = start.saturating_add(last).saturating_add(1);
                continue;
            }
            let after = self.text.get(start..)?;
            let length = after.iter().position(|octet| !is_wide(*octet)).unwrap_or(after.len());
            let end = start.saturating_add(length);
            let found = if length == ULID && memchr::memchr(b'-', window).is_none() {
                // One word, unless it began before the text.
                (!is_letter(&self.octet_before(start))).then(|| self.wide(start..end)).flatten()
            } else {
                self.words(start, end).find_map(|word| self.wide(word))
            };
            if found.is_some() {
                return found;
            }
            start = end;
        }
    }

    /// The next ULID, GUID or number.
    pub fn next_any(&self, from: usize) -> Option<Found> {
        self.words(from, self.text.len()).find_map(|word| self.wide(word.clone()).or_else(|| self.number(word)))
    }

    /// The words from a place up to another one.
    fn words(&self, from: usize, until: usize) -> impl Iterator<Item = Range<usize>> {
        let mut next = from;
        // What is left of a word that began before is none.
        if self.octet_before(from).is_ascii_alphanumeric() {
            next = self.end_of_word(from);
        }
        std::iter::from_fn(move || {
            let rest = self.text.get(next..until)?;
            let start = next.saturating_add(rest.iter().position(is_letter)?);
            next = self.end_of_word(start);
            Some(start..next)
        })
    }

    fn end_of_word(&self, from: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        from.saturating_add(rest.iter().position(|octet| !is_letter(octet)).unwrap_or(rest.len()))
    }

    fn octet_before(&self, place: usize) -> u8 {
        place.checked_sub(1).map_or(self.before, |before| self.text.get(before).copied().unwrap_or_default())
    }

    fn wide(&self, word: Range<usize>) -> Option<Found> {
        match word.len() {
            ULID if self.ulids => Some(Found { place: word, shape: Shape::Ulid }),
            8 if self.guids => {
                let place = word.start..word.start.checked_add(GUID)?;
                let text = self.text.get(place.clone())?;
                let shaped = text.iter().enumerate().all(|(at, octet)| match at {
                    8 | 13 | 18 | 23 => *octet == b'-',
                    _ => octet.is_ascii_hexdigit(),
                });
                let ends = !self.text.get(place.end).is_some_and(u8::is_ascii_alphanumeric);
                (shaped && ends).then_some(Found { place, shape: Shape::Guid })
            }
            _ => None,
        }
    }

    /// A word of digits that is no part of a decimal fraction, or 16 hexadecimal digits.
    fn number(&self, word: Range<usize>) -> Option<Found> {
        if word.len() > NUMBER {
            return None;
        }
        let text = self.text.get(word.clone())?;
        let digits = text.iter().all(u8::is_ascii_digit);
        let hexadecimal = text.len() == 16 && text.iter().all(u8::is_ascii_hexdigit);
        // The time of day of an annotation has a fraction too.
        let fraction = self.octet_before(word.start) == b'.'
            || (self.text.get(word.end) == Some(&b'.')
                && self.text.get(word.end.saturating_add(1)).is_some_and(u8::is_ascii_digit));
        ((digits && !fraction) || hexadecimal).then_some(Found { place: word, shape: Shape::Number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, any: bool) -> Vec<&str> {
        let words = Words { text: text.as_bytes(), before: b' ', ulids: true, guids: true };
        let (mut from, mut all) = (0, Vec::new());
        while let Some(found) = if any { words.next_any(from) } else { words.next_wide(from) } {
            from = found.place.end;
            all.push(&text[found.place]);
        }
        all
    }

    const ONE: &str = "01HTQW311N1KR5G0Y75M3EF00H";
    const TWO: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

    #[test]
    fn words_of_the_right_length_are_found() {
        for any in [false, true] {
            assert_eq!(found(ONE, any), [ONE]);
            assert_eq!(found(&format!("a {ONE}, usr_{ONE}-{TWO}.{ONE}"), any), [ONE, ONE, TWO, ONE]);
            assert_eq!(found(&format!("x{ONE} {ONE}0 {ONE}é{ONE}"), any), [ONE, ONE]);
            assert_eq!(found(&format!("{TWO}0 0{TWO} {TWO}-{TWO}"), any), [TWO, TWO]);
            assert_eq!(found(&format!("{}\n{ONE}", &ONE[..25]), any), [ONE]);
            assert!(found("", any).is_empty());
        }
        for before in 0..80 {
            let text = format!("{}{ONE}{}", "-".repeat(before), " ".repeat(before));
            assert_eq!(found(&text, false), [ONE]);
        }
    }

    #[test]
    fn numbers_are_no_fractions() {
        assert_eq!(found("a=5 6. 7.8 9,10 x11 12x -13", true), ["5", "6", "9", "10", "13"]);
        assert_eq!(found("0123456789ABCDEF 0123456789ABCDE 123456789012345678901", true), ["0123456789ABCDEF"]);
    }

    #[test]
    fn a_word_that_began_before_the_text_is_none() {
        let words = Words { text: ONE.as_bytes(), before: b'x', ulids: true, guids: true };
        assert_eq!(words.next_wide(0), None);
        assert_eq!(words.next_any(0), None);
    }
}
