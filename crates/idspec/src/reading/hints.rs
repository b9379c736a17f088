//! What a text tells that belongs to no scheme.

use core::fmt;

use idspec_core::text::decimal;

/// Something to know about a text, whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hint {
    /// A number of more than 53 bits that ends in zeros as a rounded double does: it may have gone through a program that holds numbers as doubles, and be another
    /// id than it was.
    RoundedDouble,
    /// A number that fits no 64 bits.
    WiderThan64Bits,
    /// A negative number: a 64-bit id from a signed column.
    Negative,
    /// Blanks or quotes around the text, which no scheme reads.
    Surrounded,
    /// A UUID of a version that none of the schemes makes; the number is the version.
    UuidVersion(u8),
}

impl Hint {
    /// The name, in lower case with underscores.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RoundedDouble => "rounded_double",
            Self::WiderThan64Bits => "wider_than_64_bits",
            Self::Negative => "negative",
            Self::Surrounded => "surrounded",
            Self::UuidVersion(_) => "uuid_version",
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundedDouble => f.write_str(
                "ends in zeros as a rounded double does: if it went through a program that holds numbers as doubles, it is another id than it was",
            ),
            Self::WiderThan64Bits => f.write_str("a number that does not fit 64 bits"),
            Self::Negative => f.write_str("negative: a 64-bit id as a signed column shows it"),
            Self::Surrounded => f.write_str("blanks or quotes around it, which are no part of an id"),
            Self::UuidVersion(version) => write!(f, "a UUID of version {version}, which none of these schemes makes"),
        }
    }
}

/// What there is to know about a text.
pub fn hints(text: &str) -> impl Iterator<Item = Hint> {
    let trimmed = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '"' || letter == '\'');
    let digits = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    let number = decimal::read(text.as_bytes());
    let negative = text.strip_prefix('-').is_some_and(|rest| decimal::read(rest.as_bytes()).is_some_and(|it| it > 0));
    [
        (trimmed.len() < text.len()).then_some(Hint::Surrounded),
        (digits && number.is_none() && text.len() >= 20).then_some(Hint::WiderThan64Bits),
        negative.then_some(Hint::Negative),
        number.filter(|number| rounded(*number, text)).map(|_| Hint::RoundedDouble),
        version(text).map(Hint::UuidVersion),
    ]
    .into_iter()
    .flatten()
}

/// Whether the number is as a program with doubles prints it: 17 digits at most, and zeros.
fn rounded(number: u64, text: &str) -> bool {
    // 2^53, up to which doubles hold every number.
    let zeros = text.bytes().rev().take_while(|octet| *octet == b'0').count();
    number > 1 << 53 && zeros >= 2 && text.len().saturating_sub(zeros) <= 17
}

/// The version of a UUID with the variant of RFC 9562, where it is none that a scheme makes.
fn version(text: &str) -> Option<u8> {
    let octets = text.as_bytes();
    let hyphens = [8, 13, 18, 23].iter().all(|place| octets.get(*place) == Some(&b'-'));
    let others = octets.iter().enumerate().all(|(place, octet)| match place {
        8 | 13 | 18 | 23 => true,
        _ => octet.is_ascii_hexdigit(),
    });
    if octets.len() != 36 || !hyphens || !others {
        return None;
    }
    let digit = |place: usize| char::from(*octets.get(place)?).to_digit(16).and_then(|it| u8::try_from(it).ok());
    let (version, variant) = (digit(14)?, digit(19)?);
    (matches!(version, 1..=3 | 5..=7) && (8..=11).contains(&variant)).then_some(version)
}
