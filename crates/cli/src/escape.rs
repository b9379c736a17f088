//! Text from outside on its way to a terminal.

use std::fmt::{self, Write as _};

/// Writes a text with every control character, line end and mark of direction as an escape, so that it cannot act on a terminal or pretend to be other output.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            if letter.is_control() || is_invisible(letter) {
                write!(f, "{}", letter.escape_default())?;
            } else {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// Octets that may be no UTF-8, escaped and cut to `limit` characters, in quotes.
pub fn quoted(octets: &[u8], limit: usize) -> String {
    let mut text = String::from("\"");
    // Four octets a character at most; the rest is not looked at.
    let front = octets.get(..limit.saturating_mul(4)).unwrap_or(octets);
    let mut letters = 0_usize;
    for chunk in front.utf8_chunks() {
        for letter in chunk.valid().chars().map(Ok).chain(chunk.invalid().iter().map(Err)) {
            if letters == limit {
                text.push_str("…\"");
                return text;
            }
            letters = letters.saturating_add(1);
            let _ = match letter {
                Ok(letter @ ('"' | '\\')) => write!(text, "\\{letter}"),
                Ok(letter) => write!(text, "{}", Escaped(letter.encode_utf8(&mut [0; 4]))),
                Err(octet) => write!(text, "\\x{octet:02x}"),
            };
        }
    }
    text.push_str(if front.len() < octets.len() { "…\"" } else { "\"" });
    text
}

/// Characters that change the direction or the place of others, or show as nothing.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_a_terminal() {
        assert_eq!(Escaped("a\u{1b}[31m\r\nb\u{202e}é").to_string(), "a\\u{1b}[31m\\r\\nb\\u{202e}é");
        assert_eq!(quoted(b"a\xff\x00\"\xc3\xa9", 10), "\"a\\xff\\u{0}\\\"é\"");
        assert_eq!(quoted(b"abcdef", 3), "\"abc…\"");
        assert_eq!(quoted(b"abc", 3), "\"abc\"");
    }
}
