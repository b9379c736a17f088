//! What ids are converted to.

use idspec::base::{ByteOrder, Form, text};
use idspec::{Layout, Timestamp};

use crate::instants::Instants;

/// A form of an id, or what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Form(Form),
    /// The number as a signed column of 64 bits shows it.
    Signed,
    /// The octets in hexadecimal.
    Octets(ByteOrder),
    Time,
    UnixMs,
}

impl Target {
    /// Every one, in the order in which they are listed.
    pub const ALL: [Self; 14] = [
        Self::Form(Form::Canonical),
        Self::Form(Form::Decimal),
        Self::Signed,
        Self::Form(Form::Hex),
        Self::Form(Form::Uuid),
        Self::Form(Form::UuidSimple),
        Self::Form(Form::UuidBraced),
        Self::Form(Form::UuidUrn),
        Self::Octets(ByteOrder::Be),
        Self::Octets(ByteOrder::Le),
        Self::Octets(ByteOrder::GuidNet),
        Self::Octets(ByteOrder::GuidDn),
        Self::Time,
        Self::UnixMs,
    ];

    /// The name, as `--to` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Form(form) => form.as_str(),
            Self::Signed => "signed",
            Self::Octets(ByteOrder::Be) => "bytes-be",
            Self::Octets(ByteOrder::Le) => "bytes-le",
            Self::Octets(order) => order.as_str(),
            Self::Time => "time",
            Self::UnixMs => "unix-ms",
        }
    }

    /// The target of a name.
    pub fn named(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|target| target.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.into_iter().map(Self::name).collect();
            format!("there are {}", names.join(", "))
        })
    }

    /// The targets that ids of a layout have.
    pub fn of(layout: Layout) -> impl Iterator<Item = Self> {
        let scheme = layout.scheme();
        Self::ALL.into_iter().filter(move |target| match target {
            Self::Form(form) => scheme.codec().forms.contains(form) || is_plain(layout, *form),
            Self::Signed => scheme.bits() == 64,
            Self::Octets(order) => scheme.byte_orders().contains(order),
            Self::Time | Self::UnixMs => scheme.time().is_some(),
        })
    }
}

/// Forms that the table of a GUID does not list, since they are what it lists under another name.
fn is_plain(layout: Layout, form: Form) -> bool {
    matches!(form, Form::Uuid | Form::Hex) && layout.scheme().codec().forms.contains(&Form::UuidSimple)
}

/// Writes ids as a target.
#[derive(Debug)]
pub struct Writer {
    target: Target,
    instants: Instants,
}

impl Writer {
    pub fn new(target: Target) -> Self {
        Self { target, instants: Instants::new() }
    }

    /// Appends the text; `None`, and nothing appended, where ids of the layout have no such form.
    pub fn write(&mut self, layout: Layout, number: u128, out: &mut Vec<u8>) -> Option<()> {
        match self.target {
            Target::Form(Form::Uuid) if layout.scheme().bits() == 128 => {
                out.extend_from_slice(&text::uuid::octets(number));
            }
            Target::Form(Form::Hex) if is_plain(layout, Form::Hex) => {
                out.extend_from_slice(text::uuid::simple(number).as_bytes());
            }
            Target::Form(form) => out.extend_from_slice(layout.scheme().write(number, form)?.as_bytes()),
            Target::Signed => {
                let number = u64::try_from(number).ok().filter(|_| layout.scheme().bits() == 64)?;
                out.extend_from_slice(number.cast_signed().to_string().as_bytes());
            }
            Target::Octets(order) => {
                let mut octets = [0; 16];
                let count = layout.write_octets(number, order, &mut octets)?;
                let digits = octets.iter().take(count).flat_map(|octet| [octet >> 4, octet & 15]);
                out.extend(digits.map(|digit| b"0123456789abcdef".get(usize::from(digit)).copied().unwrap_or(b'?')));
            }
            Target::Time => self.time(layout.timestamp(number)?, out),
            Target::UnixMs => out.extend_from_slice(layout.timestamp(number)?.unix_ms().to_string().as_bytes()),
        }
        Some(())
    }

    fn time(&mut self, time: Timestamp, out: &mut Vec<u8>) {
        self.instants.write(time, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_has_the_targets_that_it_says() {
        for scheme in idspec::schemes() {
            let layout = Layout::of(scheme);
            for target in Target::ALL {
                let written = Writer::new(target).write(layout, 1, &mut Vec::new()).is_some();
                assert_eq!(written, Target::of(layout).any(|it| it == target), "{scheme} {target:?}");
            }
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for target in Target::ALL {
            assert_eq!(Target::named(target.name()), Ok(target));
        }
        assert!(Target::named("base64").is_err());
    }
}
