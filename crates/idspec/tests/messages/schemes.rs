//! What each scheme says of everything that can be wrong with a text, octets or a number of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use idspec::base::{ByteOrder, FieldValue, Role};
use idspec::column::{ColumnErrorKind, ColumnForm, ColumnValue};
use idspec::{ErrorCode, FieldErrorKind, Layout, ParseError, Scheme, Timestamp};

use crate::kinds::{declared, shown};

const ERRORS: &str = include_str!("../../../core/src/error.rs");

/// Errors of a scheme, found by trying what goes wrong with some scheme.
fn faults(scheme: &'static Scheme) -> Vec<ParseError> {
    let layout = Layout::of(scheme);
    let id = layout.text(scheme.largest()).unwrap().to_string();
    let (front, back) = id.split_at(id.len() / 2);
    let texts = [
        String::new(),
        format!("{id}{id}"),
        format!("{front}!{}", &back[1..]),
        format!("{front}\u{e9}{}", &back[2..]),
        id.replacen('-', "0", 1),
        format!("urn:oid:{id}"),
        "01".to_owned(),
        "9".repeat(20),
        "Z".repeat(11),
        "Z".repeat(26),
    ];
    let mut errors: Vec<ParseError> = texts.iter().filter_map(|text| layout.parse(text.as_bytes()).err()).collect();
    errors.extend(layout.read_octets(&[0; 3], ByteOrder::Be).and_then(Result::err));
    for field in scheme.fields() {
        let mask = field.number_mask();
        let changed = match field.role() {
            Role::Fixed(..) => scheme.largest() ^ (mask & mask.wrapping_neg()),
            Role::Time(_) => scheme.largest() | mask,
            _ => continue,
        };
        errors.extend(scheme.check(changed).err());
    }
    if let Err(error) = layout.from_column(ColumnValue::Int64(-1), ColumnForm::I64)
        && let ColumnErrorKind::Invalid(error) = error.kind()
    {
        errors.push(error);
    }
    errors
}

#[test]
fn each_scheme_names_each_fault() {
    let (mut out, mut kinds) = (String::new(), Vec::new());
    for scheme in idspec::schemes() {
        let errors = faults(scheme);
        kinds.extend(errors.iter().map(ParseError::kind));
        let lines: BTreeSet<String> = errors.iter().map(|error| format!("{error} [{}]", error.code())).collect();
        writeln!(out, "{}", lines.into_iter().collect::<Vec<_>>().join("\n")).unwrap();
    }
    assert_eq!(shown(kinds), declared(ERRORS, "ParseErrorKind"));
    insta::assert_snapshot!(out);
}

/// The fields of a scheme's smallest id.
fn smallest(scheme: &'static Scheme) -> Vec<(&'static str, FieldValue)> {
    let layout = Layout::of(scheme);
    layout.fields(scheme.fixed_bits()).filter(|(name, _)| scheme.field(name).is_some()).collect()
}

#[test]
fn composing_and_windows_name_what_is_wrong() {
    let (mut out, mut errors) = (String::new(), Vec::new());
    let compose = |scheme: &'static Scheme, fields: &[(&'static str, FieldValue)]| {
        let composer = fields.iter().fold(Layout::of(scheme).compose(), |composer, (name, value)| match value {
            FieldValue::Int(value) => composer.int(name, *value),
            FieldValue::Hex(value, _) => composer.hex(name, *value),
        });
        composer.finish().err()
    };
    for scheme in idspec::schemes() {
        let fields = smallest(scheme);
        let (first, rest) = fields.split_first().unwrap();
        errors.extend(compose(scheme, rest));
        errors.extend(compose(scheme, &[*first, *first]));
        errors.extend(compose(scheme, &[("colour", FieldValue::Int(1))]));
        errors.extend(compose(scheme, &[("random", FieldValue::Hex(u128::MAX, 32))]));
        let layout = Layout::of(scheme);
        let above: Vec<_> = scheme.scope().map(|field| (field.name(), 1)).collect();
        let Some((begin, end)) = layout.first_and_last() else {
            errors.extend(layout.window(&[], Timestamp::MIN, Timestamp::MAX).err());
            continue;
        };
        let ms = |ms| Timestamp::from_unix_ms(ms).unwrap();
        errors.extend(layout.bounds_at(&above, Timestamp::MIN).err());
        errors.extend(layout.bounds_at(&above, Timestamp::MAX).err());
        errors.extend(layout.window(&above, Timestamp::from_hundred_ns(end.hundred_ns() + 1), Timestamp::MAX).err());
        errors.extend(layout.window(&above, ms(1_700_000_000_000), begin).err());
        errors.extend(layout.window_inclusive(&above, ms(1_700_000_000_000), begin).err());
        errors.extend(layout.window(&[("colour", 1)], begin, end).err());
        if !above.is_empty() {
            errors.extend(layout.window(&[], begin, end).err());
        }
        if let FieldValue::Int(first) = first.1
            && scheme.layout() == Some("ms48")
        {
            errors.extend(layout.compose().int("ticks", first + 1).finish().err());
        }
    }
    let too_large = idspec::Bigint::to_i64(idspec::DiscordSnowflake::from_u64(u64::MAX)).unwrap_err();
    errors.push(too_large);
    let mut lines: Vec<String> =
        errors.iter().map(|error| format!("{error} [{}]", error.code().map_or("-", ErrorCode::as_str))).collect();
    lines.dedup();
    writeln!(out, "{}", lines.join("\n")).unwrap();
    let kinds: Vec<FieldErrorKind> = errors.iter().map(idspec::FieldError::kind).collect();
    assert_eq!(shown(kinds), declared(ERRORS, "FieldErrorKind"));
    insta::assert_snapshot!(out);
}
