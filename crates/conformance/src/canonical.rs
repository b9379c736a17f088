//! The canonical form of vector files: ASCII, LF, one member of a case on a line.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::model::CaseText;
use crate::suite::Envelope;

/// JSON on one line with `", "` and `": "`, in ASCII.
struct Inline;

impl Formatter for Inline {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut units = [0; 2];
        for character in fragment.chars() {
            if matches!(character, ' '..='~') {
                write!(writer, "{character}")?;
            } else {
                for unit in character.encode_utf16(&mut units) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

/// A value as JSON on one line, in ASCII.
#[must_use]
pub fn inline<T: Serialize>(value: &T) -> String {
    let mut out = Vec::new();
    // Neither the model nor a vector of octets fails to be written.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Inline));
    String::from_utf8(out).unwrap_or_default()
}

/// A vector file in its canonical form.
#[must_use]
pub fn file(envelope: &Envelope, cases: &[CaseText]) -> String {
    let mut out = String::from("{\n");
    let mut member = |name: &str, value: String| {
        out.push_str(&format!("  \"{name}\": {value},\n"));
    };
    member("format", inline(&envelope.format));
    member("scheme", inline(&envelope.scheme));
    member("op", inline(&envelope.op));
    member("spec", inline(&envelope.spec));
    member("license", inline(&envelope.license));
    let notes: Vec<String> =
        envelope.notes.iter().map(|(flag, note)| format!("    {}: {}", inline(flag), inline(note))).collect();
    member("notes", if notes.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n  }}", notes.join(",\n")) });
    let cases: Vec<String> = cases.iter().map(case).collect();
    let list = if cases.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", cases.join(",\n")) };
    out.push_str(&format!("  \"cases\": {list}\n}}\n"));
    out
}

fn case(case: &CaseText) -> String {
    let mut lines = Vec::new();
    let mut member = |name: &str, value: Option<String>| {
        lines.extend(value.map(|value| format!("      \"{name}\": {value}")));
    };
    member("id", Some(inline(&case.id)));
    member("clauses", Some(inline(&case.clauses)));
    member("level", Some(inline(&case.level)));
    member("comment", Some(inline(&case.comment)));
    member("covers", case.covers.as_ref().map(inline));
    member("flags", (!case.flags.is_empty()).then(|| inline(&case.flags)));
    member("in", Some(inline(&case.input)));
    member("expect", case.expect.as_ref().map(inline));
    member("expect_when", case.expect_when.as_ref().map(inline));
    member("source", Some(inline(&case.source)));
    format!("    {{\n{}\n    }}", lines.join(",\n"))
}
