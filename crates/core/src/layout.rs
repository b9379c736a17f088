//! Layouts: a scheme with its epoch, working on numbers chosen at run time.

use crate::diagram::Diagram;
use crate::error::{FieldError, FieldErrorKind, ParseError};
use crate::field::{Field, FieldValue, Role, Unit, ones};
use crate::form::{ByteOrder, Form};
use crate::order;
use crate::scheme::Scheme;
use crate::table::{TableError, same};
use crate::text::{Text, first_non_ascii};
use crate::time::Timestamp;

/// A scheme with its epoch: reads, writes, composes and bounds ids as plain numbers.
///
/// Numbers are `u128` here, for 64-bit schemes with the high half zero. The typed ids use the same code.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    scheme: &'static Scheme,
    epoch_ms: i64,
}

impl Layout {
    /// A scheme at its default epoch.
    #[must_use]
    pub const fn of(scheme: &'static Scheme) -> Self {
        Self { scheme, epoch_ms: scheme.epoch_ms() }
    }

    /// A scheme at another epoch, in ms since 1970.
    ///
    /// # Errors
    /// [`TableError::Epoch`] where the epoch is no parameter of the scheme, or an instant would be outside the range of [`Timestamp`].
    pub const fn at_epoch(scheme: &'static Scheme, epoch_ms: i64) -> Result<Self, TableError> {
        if !scheme.epoch_is_parameter() && epoch_ms != scheme.epoch_ms() {
            return Err(TableError::Epoch);
        }
        match scheme.epoch_fault(epoch_ms) {
            Some(error) => Err(error),
            None => Ok(Self { scheme, epoch_ms }),
        }
    }

    /// The same epoch for ids of another title or prefix, see [`Scheme::typed`]; `scheme` has the same table.
    #[must_use]
    pub const fn typed(self, scheme: &'static Scheme) -> Self {
        Self { scheme, epoch_ms: self.epoch_ms }
    }

    /// The table.
    #[must_use]
    pub const fn scheme(&self) -> &'static Scheme {
        self.scheme
    }

    /// The epoch, in ms since 1970.
    #[must_use]
    pub const fn epoch_ms(&self) -> i64 {
        self.epoch_ms
    }

    /// Reads any accepted text.
    ///
    /// # Errors
    /// The first fault in the order of precedence of the specification.
    pub fn parse(&self, text: &[u8]) -> Result<u128, ParseError> {
        let text = strip_prefix(self.scheme, text)?;
        let skipped = self.scheme.prefix().len();
        let number =
            (self.scheme.codec().parse)(self.scheme, text).map_err(|error| error.typed(self.scheme, skipped))?;
        self.scheme.check(number)?;
        Ok(number)
    }

    /// The canonical text of a number, or nothing for a number that is wider than the scheme. Whether it is an id is not looked at.
    #[must_use]
    pub fn text(&self, number: u128) -> Option<Text> {
        self.scheme.write(number, Form::Canonical)
    }

    /// Writes the octets of a number into the front of `out` and gives their count, or nothing where the scheme does not have the order or
    /// the number is wider than its octets.
    #[must_use]
    pub fn write_octets(&self, number: u128, byte_order: ByteOrder, out: &mut [u8; 16]) -> Option<usize> {
        if !self.scheme.byte_orders().contains(&byte_order) {
            return None;
        }
        let net = number.to_be_bytes();
        let count = self.scheme.octets();
        let (wider, octets) = net.split_at_checked(16usize.checked_sub(count)?)?;
        if wider.iter().any(|octet| *octet != 0) {
            return None;
        }
        let front = out.get_mut(..count)?;
        front.copy_from_slice(octets);
        match byte_order {
            ByteOrder::Be | ByteOrder::GuidNet => {}
            ByteOrder::Le => front.reverse(),
            ByteOrder::GuidDn => *out = order::swap_guid(&net),
        }
        Some(count)
    }

    /// Reads octets in an order, or gives nothing where the scheme does not have it.
    ///
    /// # Errors
    /// `length`, or what [`Scheme::check`] says.
    #[must_use]
    pub fn read_octets(&self, octets: &[u8], byte_order: ByteOrder) -> Option<Result<u128, ParseError>> {
        if !self.scheme.byte_orders().contains(&byte_order) {
            return None;
        }
        if octets.len() != self.scheme.octets() {
            return Some(Err(ParseError::octet_count(self.scheme, octets.len())));
        }
        let fold = |number: u128, octet: &u8| number << 8 | u128::from(*octet);
        let number = match byte_order {
            ByteOrder::Le => octets.iter().rev().fold(0, fold),
            ByteOrder::Be | ByteOrder::GuidNet => octets.iter().fold(0, fold),
            ByteOrder::GuidDn => {
                let dn = octets.iter().fold(0, fold).to_be_bytes();
                u128::from_be_bytes(order::swap_guid(&dn))
            }
        };
        Some(self.scheme.check(number).map(|()| number))
    }

    /// The fields of a number in the order of the scheme, without fixed ones; `unix_ms` is added where the time counts in seconds.
    pub fn fields(&self, number: u128) -> impl Iterator<Item = (&'static str, FieldValue)> {
        let layout = *self;
        let listed = self.scheme.fields().iter().filter(|field| !field.is_fixed());
        let shown = listed.map(move |field| (field.name(), field.shown(number, layout.epoch_ms)));
        let in_seconds = matches!(self.scheme.time(), Some((_, Unit::Second)));
        let added = self.timestamp(number).filter(|_| in_seconds);
        shown.chain(added.map(|time| ("unix_ms", FieldValue::Int(i128::from(time.unix_ms())))))
    }

    /// Begins to compose an id.
    pub const fn compose(&self) -> Composer {
        Composer { layout: *self, number: self.scheme.fixed_bits(), given: 0, fault: None }
    }

    /// The instant of a number, or nothing where the scheme has no time.
    #[inline]
    #[must_use]
    pub const fn timestamp(&self, number: u128) -> Option<Timestamp> {
        self.scheme.instants.instant(number, self.epoch_ms)
    }

    /// The first and the last instant that ids of this layout have.
    #[must_use]
    pub const fn first_and_last(&self) -> Option<(Timestamp, Timestamp)> {
        match self.scheme.time() {
            Some((field, unit)) => {
                Some((unit.instant(0, self.epoch_ms), unit.instant(field.max_stored(), self.epoch_ms)))
            }
            None => None,
        }
    }

    /// A drawing of a number's bits with the names of its fields.
    #[must_use]
    pub const fn diagram(&self, number: u128) -> Diagram {
        Diagram::new(*self, number)
    }
}

/// A table of the same names (scheme, title, kind, layout, prefix) at the same epoch.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.scheme.is(other.scheme) && self.epoch_ms == other.epoch_ms
    }
}

impl Eq for Layout {}

/// Puts an id together field by field. Nothing is masked; of several fields that do not fit, the first of the scheme's list is reported.
///
/// ```
/// # use idspec_core::{Field, Layout, Piece, Role, Scheme, Unit, text};
/// # static SCHEME: Scheme = Scheme::table("orders", "order number", 64, text::DECIMAL, &[
/// #     Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 22)]),
/// #     Field::new("worker", Role::Number, &[Piece::bits(21, 12)]),
/// #     Field::new("sequence", Role::Number, &[Piece::bits(11, 0)]),
/// # ]);
/// let layout = Layout::of(&SCHEME);
/// let number = layout.compose().int("unix_ms", 1).int("worker", 2).int("sequence", 3).finish()?;
/// assert_eq!(number, 1 << 22 | 2 << 12 | 3);
/// let error = layout.compose().int("unix_ms", 1).int("worker", 1024).int("sequence", 4096).finish().unwrap_err();
/// assert_eq!(error.to_string(), "invalid order number: worker 1024 is outside 0 to 1023");
/// # Ok::<(), idspec_core::FieldError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a composer gives its id with `finish`"]
pub struct Composer {
    layout: Layout,
    number: u128,
    /// The bits of the number whose fields were given.
    given: u128,
    /// The fault of the first field of the list that has one, and the field's place; unknown names come last.
    fault: Option<(usize, FieldError)>,
}

impl Composer {
    /// Gives the value of a field that is shown as a number, as it is shown.
    pub const fn int(self, name: &str, value: i128) -> Self {
        let Some((place, field)) = self.find(name) else { return self.fail(usize::MAX, "", FieldErrorKind::Unknown) };
        if matches!(field.role(), Role::Hex) {
            return self.fail(usize::MAX, "", FieldErrorKind::Unknown);
        }
        let (min, max) = field.shown_bounds(self.layout.epoch_ms);
        if value < min || value > max {
            return self.fail(place, field.name(), FieldErrorKind::OutOfRange { value, min, max });
        }
        match field.stored(value, self.layout.epoch_ms) {
            Some(stored) => self.put(place, field, stored),
            None => self.fail(place, field.name(), FieldErrorKind::NotWhole { value }),
        }
    }

    /// Gives the octets of a field that is shown as octets, as a number with the first octet most significant.
    pub const fn hex(self, name: &str, value: u128) -> Self {
        match self.find(name) {
            Some((place, field)) if matches!(field.role(), Role::Hex) => self.put(place, field, value),
            _ => self.fail(usize::MAX, "", FieldErrorKind::Unknown),
        }
    }

    /// The id.
    ///
    /// # Errors
    /// The first field of the scheme's list that did not fit; then a name that the scheme does not have; then the first field that is missing.
    pub const fn finish(self) -> Result<u128, FieldError> {
        let scheme = self.layout.scheme;
        if scheme.is_read_only() {
            return Err(FieldError::new(scheme, "", FieldErrorKind::ReadOnly));
        }
        let number = match self.partial() {
            Ok(number) => number,
            Err(error) => return Err(error),
        };
        let mut rest = scheme.fields();
        while let [field, tail @ ..] = rest {
            if !field.is_fixed() && field.number_mask() & !self.given != 0 {
                return Err(FieldError::new(scheme, field.name(), FieldErrorKind::Missing));
            }
            rest = tail;
        }
        Ok(number)
    }

    /// The id of a 64-bit scheme.
    ///
    /// # Errors
    /// As [`Composer::finish`].
    #[allow(clippy::cast_possible_truncation, reason = "fields of a 64-bit scheme have no bits above bit 63")]
    pub const fn finish_u64(self) -> Result<u64, FieldError> {
        match self.finish() {
            Ok(number) => Ok((number & ones(64)) as u64),
            Err(error) => Err(error),
        }
    }

    /// The bits so far, with all fields that were not given at zero.
    pub(crate) const fn partial(self) -> Result<u128, FieldError> {
        match self.fault {
            Some((_, fault)) => Err(fault),
            None => Ok(self.number),
        }
    }

    /// Whether a field was given.
    #[cfg(feature = "generate")]
    pub(crate) const fn has(&self, field: &Field) -> bool {
        self.given & field.number_mask() == field.number_mask()
    }

    const fn put(mut self, place: usize, field: &'static Field, stored: u128) -> Self {
        let Some(placed) = field.place(stored) else {
            let kind = FieldErrorKind::UnusedBits { value: stored, mask: field.value_mask() };
            return self.fail(place, field.name(), kind);
        };
        if self.given & field.number_mask() != 0 {
            return self.fail(place, field.name(), FieldErrorKind::Twice);
        }
        self.given |= field.number_mask();
        self.number |= placed;
        self
    }

    const fn fail(mut self, place: usize, field: &'static str, kind: FieldErrorKind) -> Self {
        if match self.fault {
            Some((earlier, _)) => place < earlier,
            None => true,
        } {
            self.fault = Some((place, FieldError::new(self.layout.scheme, field, kind)));
        }
        self
    }

    /// The listed field of that name with its place.
    const fn find(&self, name: &str) -> Option<(usize, &'static Field)> {
        let (mut rest, mut place) = (self.layout.scheme.fields(), 0_usize);
        while let [field, tail @ ..] = rest {
            if !field.is_fixed() && same(field.name().as_bytes(), name.as_bytes()) {
                return Some((place, field));
            }
            (rest, place) = (tail, place.saturating_add(1));
        }
        None
    }
}

/// The text after a scheme's prefix.
///
/// # Errors
/// `character` for a text that is not ASCII, then `wrong_prefix`.
#[inline]
pub(crate) fn strip_prefix<'a>(scheme: &'static Scheme, text: &'a [u8]) -> Result<&'a [u8], ParseError> {
    match text.strip_prefix(scheme.prefix().as_bytes()) {
        Some(rest) => Ok(rest),
        None => Err(prefix_fault(scheme, text)),
    }
}

#[cold]
fn prefix_fault(scheme: &'static Scheme, text: &[u8]) -> ParseError {
    match first_non_ascii(text) {
        Some((offset, octet)) => ParseError::character(scheme, octet, offset),
        None => ParseError::wrong_prefix(scheme),
    }
}

/// The bits that are free in a range: all of listed fields but the time and those above it.
pub(crate) fn free_bits(scheme: &'static Scheme) -> u128 {
    let scope = scheme.scope().fold(0, |bits, field| bits | field.number_mask());
    let listed = scheme.fields().iter().filter(|field| matches!(field.role(), Role::Number | Role::Hex));
    listed.fold(0, |bits, field| bits | field.number_mask()) & !scope
}
