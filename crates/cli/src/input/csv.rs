//! A column of CSV (RFC 4180): fields in quotes may hold delimiters, line ends and doubled quotes.

use std::ops::Range;

use super::source::Splitter;

/// Which column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its name in the first record.
    Name(String),
    /// By its place, from 0.
    Place(usize),
}

impl Column {
    /// A name, or a number from 1.
    pub fn named(text: &str) -> Self {
        match text.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(place) => Self::Place(place),
            None => Self::Name(text.to_owned()),
        }
    }
}

/// Where in a field an octet stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Before the first octet of a field.
    Start,
    Plain,
    Quoted,
    /// After a quote in quotes: the end of them, or the first of a doubled one.
    Quote,
}

impl At {
    const fn after(self, octet: u8, delimiter: u8) -> Self {
        match (self, octet) {
            (Self::Quoted, b'"') => Self::Quote,
            (Self::Quoted, _) | (Self::Start | Self::Quote, b'"') => Self::Quoted,
            (_, octet) if octet == delimiter => Self::Start,
            _ => Self::Plain,
        }
    }
}

/// Ends records at line ends outside quotes.
#[derive(Debug)]
pub struct RecordEnds {
    delimiter: u8,
    at: At,
}

impl RecordEnds {
    pub const fn new(delimiter: u8) -> Self {
        Self { delimiter, at: At::Start }
    }
}

impl Splitter for RecordEnds {
    fn end(&mut self, text: &[u8]) -> Option<usize> {
        for (place, octet) in text.iter().enumerate() {
            if *octet == b'\n' && self.at != At::Quoted {
                return Some(place);
            }
            self.at = self.at.after(*octet, self.delimiter);
        }
        None
    }

    fn begin(&mut self) {
        self.at = At::Start;
    }

    fn separator(&self) -> u8 {
        b'\n'
    }
}

/// Where a field of a record is, quotes included; `None` where there are fewer.
pub fn field(record: &[u8], delimiter: u8, column: usize) -> Option<Range<usize>> {
    fields(record, delimiter).nth(column)
}

/// Where the fields of a record are, one after the other.
pub fn fields(record: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0_usize);
    std::iter::from_fn(move || {
        let start = next?;
        let mut at = At::Start;
        for (place, octet) in record.iter().enumerate().skip(start) {
            if *octet == delimiter && at != At::Quoted {
                next = place.checked_add(1);
                return Some(start..place);
            }
            at = at.after(*octet, delimiter);
        }
        next = None;
        Some(start..record.len())
    })
}

/// The text of a field, without its quotes.
pub fn unquote(field: &[u8], text: &mut Vec<u8>) {
    text.clear();
    let Some(inner) = field.strip_prefix(b"\"") else {
        text.extend_from_slice(field);
        return;
    };
    let mut quoted = true;
    let mut octets = inner.iter().copied().peekable();
    while let Some(octet) = octets.next() {
        if quoted && octet == b'"' {
            if octets.next_if_eq(&b'"').is_some() {
                text.push(b'"');
            } else {
                quoted = false;
            }
        } else {
            text.push(octet);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(record: &[u8]) -> Vec<String> {
        let mut text = Vec::new();
        fields(record, b',')
            .map(|place| {
                unquote(&record[place], &mut text);
                String::from_utf8(text.clone()).unwrap()
            })
            .collect()
    }

    #[test]
    fn fields_are_as_rfc_4180_has_them() {
        assert_eq!(all(b"a,b,,d"), ["a", "b", "", "d"]);
        assert_eq!(all(b""), [""]);
        assert_eq!(all(b","), ["", ""]);
        assert_eq!(all(b"\"a,b\",\"c\"\"d\",\"\",5\" pipe"), ["a,b", "c\"d", "", "5\" pipe"]);
        assert_eq!(all(b"\"never, closed"), ["never, closed"]);
        assert_eq!(field(b"a,bc", b',', 1), Some(2..4));
        assert_eq!(field(b"a,bc", b',', 2), None);
    }

    #[test]
    fn records_end_outside_quotes() {
        let mut ends = RecordEnds::new(b',');
        assert_eq!(ends.end(b"a,\"b\nc"), None);
        assert_eq!(ends.end(b"d\"\"e\n\"\nf"), Some(6));
        ends.begin();
        assert_eq!(ends.end(b"5\" pipe\nx"), Some(7));
    }

    #[test]
    fn columns_have_names_or_numbers() {
        assert_eq!(Column::named("3"), Column::Place(2));
        assert_eq!(Column::named("0"), Column::Name("0".to_owned()));
        assert_eq!(Column::named("id"), Column::Name("id".to_owned()));
    }
}
