//! Texts that are nearly ids.

use idspec_core::Id;

use super::{number_of, reads_anything};

/// What is read is a spelling of its id: one of the scheme's forms up to the case of its letters, after the prefix as it is.
///
/// So no digit, letter or sign is passed over, and no number is wrapped: a text that stands for more than an id holds has no spelling.
///
/// # Panics
/// Where another text is read.
pub fn reads_only_spellings<T: Id>(text: &[u8]) {
    reads_anything::<T>(text);
    if let Ok(id) = T::parse_bytes(text) {
        assert!(is_spelling(id, text), "{:?} is read as {id}", String::from_utf8_lossy(text));
    }
}

fn is_spelling<T: Id>(id: T, text: &[u8]) -> bool {
    let prefix = T::SCHEME.prefix().as_bytes();
    let Some(rest) = text.strip_prefix(prefix) else { return false };
    let same = |form: &[u8]| form.eq_ignore_ascii_case(rest);
    // Other forms count where they are read at all.
    let is_read = |form: &[u8]| T::LAYOUT.parse(&[prefix, form].concat()) == Ok(number_of(id));
    let mut forms = T::SCHEME.codec().forms.iter().filter_map(|form| id.to_form(*form));
    id.to_text().as_bytes().strip_prefix(prefix).is_some_and(same)
        || forms.any(|form| same(form.as_bytes()) && is_read(form.as_bytes()))
        || is_shortest_base36(number_of(id), rest)
}

/// Whether a text is the shortest one of a number in base 36, which an older layout is read in too.
fn is_shortest_base36(number: u128, text: &[u8]) -> bool {
    let digits = text.iter().all(u8::is_ascii_alphanumeric) && (text.len() == 1 || !text.starts_with(b"0"));
    let read = str::from_utf8(text).ok().and_then(|text| u128::from_str_radix(text, 36).ok());
    digits && read == Some(number)
}

/// The texts that are one edit at one place from this one: an octet replaced, put in or taken out, moved up or down by one, of the other case, doubled, or
/// changed places with the next.
pub fn edits(text: &[u8], place: usize, octet: u8) -> impl Iterator<Item = Vec<u8>> {
    let (front, back) = text.split_at(place.min(text.len()));
    let (here, after) = back.split_at(back.len().min(1));
    let own = here.first().copied().unwrap_or_default();
    let (next, last) = after.split_at(after.len().min(1));
    [
        [front, &[octet], after].concat(),
        [front, &[octet], back].concat(),
        [front, after].concat(),
        [front, &[own.wrapping_add(1)], after].concat(),
        [front, &[own.wrapping_sub(1)], after].concat(),
        [front, &[own ^ 0x20], after].concat(),
        [front, here, back].concat(),
        [front, next, here, last].concat(),
    ]
    .into_iter()
}

/// [`reads_only_spellings`] of the canonical text with every printable octet at every place, as for the largest id, the first letter of which may not grow.
///
/// # Panics
/// Where another text is read.
pub fn reads_only_spellings_around<T: Id>(id: T) {
    let text = id.to_text();
    let front = T::SCHEME.prefix().len();
    for place in 0..=text.len() {
        for octet in b' '..=b'~' {
            // Prefixes are compared as they are: what is put at their places is looked at once.
            if place >= front || octet == b'x' {
                edits(text.as_bytes(), place, octet).take(2).for_each(|text| reads_only_spellings::<T>(&text));
            }
        }
        edits(text.as_bytes(), place, b'0').for_each(|text| reads_only_spellings::<T>(&text));
    }
}

/// A text of any number is read where the number is an id, and as that one: those of the scheme's octets by its own text, and where that is decimal, wider ones too.
///
/// # Panics
/// Where another number is read, or none.
pub fn reads_numbers_of_its_width_only<T: Id>(number: u128) {
    let (layout, scheme) = (T::LAYOUT, T::SCHEME);
    let width = 8 * u32::try_from(scheme.octets()).unwrap_or_default();
    let held = number & (u128::MAX >> 128_u32.saturating_sub(width));
    let text = layout.text(held).map(|text| text.to_string()).unwrap_or_default();
    let read = T::parse_bytes(text.as_bytes()).map(number_of);
    assert_eq!(read, scheme.check(held).map(|()| held), "{text:?}");
    let narrowed = T::Repr::try_from(held).map(T::from_repr);
    assert_eq!(narrowed.map(|id| id.map(number_of)).ok(), Some(read), "{text:?}");
    if scheme.codec().decimal {
        let text = format!("{}{number}", scheme.prefix());
        let read = T::parse_bytes(text.as_bytes()).map(number_of);
        let fits = number == held && scheme.check(held).is_ok();
        assert_eq!(
            read.map_err(|error| error.code().as_str()),
            if fits { Ok(number) } else { Err("overflow") },
            "{text}"
        );
    }
}
