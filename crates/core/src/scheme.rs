//! Schemes: constant tables of bit fields with their text and octet forms.

use core::fmt;

use crate::check::{Instants, Sure, fixed_bits, largest};
use crate::column::ColumnForm;
use crate::field::{Field, Role, ones};
use crate::form::{ByteOrder, Form, TextCodec};
use crate::generation::Generation;
use crate::table::{TableError, table_fault};
use crate::text::{self, Text};

/// The longest prefix, with its `_`: a hyphenated GUID after it still fits into a [`Text`].
const MAX_PREFIX: usize = 28;

/// A constant table of bit fields that fill 64 or 128 bits, with the text and octet forms of their ids.
///
/// ```
/// use idspec_core::{Field, Piece, Role, Scheme, Unit, text};
///
/// const ORDERS: Scheme = Scheme::table("orders", "order number", 64, text::DECIMAL, &[
///     Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(62, 20)]),
///     Field::new("region", Role::Number, &[Piece::bits(19, 12)]),
///     Field::new("sequence", Role::Number, &[Piece::bits(11, 0)]),
///     Field::new("sign", Role::Fixed(0, idspec_core::FixedFault::Overflow), &[Piece::bits(63, 63)]),
/// ]);
/// assert_eq!(ORDERS.field("region").unwrap().max_stored(), 255);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scheme {
    name: &'static str,
    title: &'static str,
    kind: Option<&'static str>,
    layout: Option<&'static str>,
    bits: u32,
    octets: usize,
    fields: &'static [Field],
    codec: TextCodec,
    orders: &'static [ByteOrder],
    column_octets: ByteOrder,
    epoch_ms: i64,
    epoch_is_parameter: bool,
    read_only: bool,
    prefix: &'static str,
    /// What is worked out of the fields once, so that nothing looks through them for each id.
    pub(crate) fixed_bits: u128,
    pub(crate) largest: u128,
    pub(crate) sure: Sure,
    pub(crate) instants: Instants,
    pub(crate) generation: Option<Generation>,
    pub(crate) first_machine: u64,
}

impl Scheme {
    /// A scheme from its table, with epoch 1970 and the octet orders `be` and, for 64 bits, `le`.
    ///
    /// `name` is the slug of vectors and configuration, `title` what messages call it. Fields are listed in the order of field
    /// lists; fixed fields are checked in their order.
    ///
    /// # Errors
    /// The first rule of [`TableError`] that the table breaks.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        bits: u32,
        codec: TextCodec,
        fields: &'static [Field],
    ) -> Result<Self, TableError> {
        let orders: &[ByteOrder] = match bits {
            64 => &[ByteOrder::Be, ByteOrder::Le],
            128 => &[ByteOrder::Be, ByteOrder::GuidNet, ByteOrder::GuidDn],
            _ => return Err(TableError::Width),
        };
        if let Some(error) = table_fault(bits, fields) {
            return Err(error);
        }
        let mut forms = codec.forms;
        while let [form, tail @ ..] = forms {
            if bits == 128 && matches!(*form, Form::Decimal) {
                return Err(TableError::Decimal);
            }
            forms = tail;
        }
        let octets = (bits / 8) as usize;
        let scheme = Self {
            name,
            title,
            kind: None,
            layout: None,
            bits,
            octets,
            fields,
            codec,
            orders,
            column_octets: ByteOrder::Be,
            epoch_ms: 0,
            epoch_is_parameter: false,
            read_only: false,
            prefix: "",
            fixed_bits: fixed_bits(fields),
            largest: largest(fields),
            sure: Sure::of(bits, fields),
            instants: Instants::of(fields),
            generation: None,
            first_machine: 0,
        };
        match scheme.epoch_fault(0) {
            Some(error) => Err(error),
            None => Ok(scheme),
        }
    }

    /// [`Scheme::new`] for constants: a table that is not a scheme stops the compiler.
    ///
    /// # Panics
    /// Where the table breaks a rule of [`TableError`]; in a constant that is a compile error.
    #[must_use]
    pub const fn table(
        name: &'static str,
        title: &'static str,
        bits: u32,
        codec: TextCodec,
        fields: &'static [Field],
    ) -> Self {
        match Self::new(name, title, bits, codec, fields) {
            Ok(scheme) => scheme,
            #[allow(clippy::panic, reason = "the way to refuse a constant at compile time")]
            Err(error) => panic!("{}", error.as_str()),
        }
    }

    /// The same table with its time counted from `epoch_ms` (ms since 1970); for times in [`Unit::Milliseconds`](crate::Unit).
    ///
    /// # Panics
    /// Where the first or the last instant is outside the range of `Timestamp`; in a constant that is a compile error.
    #[must_use]
    pub const fn with_epoch(mut self, epoch_ms: i64) -> Self {
        #[allow(clippy::panic, reason = "the way to refuse a constant at compile time")]
        if let Some(error) = self.epoch_fault(epoch_ms) {
            panic!("{}", error.as_str());
        }
        self.epoch_ms = epoch_ms;
        self
    }

    /// The same table, whose epoch may be configured.
    #[must_use]
    pub const fn with_epoch_parameter(mut self) -> Self {
        self.epoch_is_parameter = true;
        self
    }

    /// The same table as one of several kinds of its scheme.
    #[must_use]
    pub const fn with_kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The same table as one of several layouts of its scheme.
    #[must_use]
    pub const fn with_layout(mut self, layout: &'static str) -> Self {
        self.layout = Some(layout);
        self
    }

    /// The same table for ids whose octets stand in DN order in columns, since they sort so, and which are stored as octets for that reason.
    ///
    /// # Panics
    /// Where the scheme does not have the order; in a constant that is a compile error.
    #[must_use]
    pub const fn with_dn_columns(mut self) -> Self {
        assert!(self.bits == 128, "only 128-bit ids have DN octets");
        self.column_octets = ByteOrder::GuidDn;
        self
    }

    /// The same table for ids that are only read, and have `octets` octets: the top ones of the number are fixed at zero.
    ///
    /// # Panics
    /// Where a bit above those octets may be set; in a constant that is a compile error.
    #[must_use]
    pub const fn read_only(mut self, octets: usize) -> Self {
        assert!(octets <= self.octets, "more octets than the number has");
        let mut rest = self.largest();
        let mut count = octets;
        while count > 0 {
            (rest, count) = (rest >> 8, count.saturating_sub(1));
        }
        assert!(rest == 0, "a bit above the octets may be set");
        self.read_only = true;
        self.octets = octets;
        self
    }

    /// The same table under another title and with a prefix before every text, for the ids of one type of an application.
    ///
    /// # Panics
    /// Where the prefix is not `""`, or lower-case ASCII letters, digits and `_` of at most 28 characters that begin with a letter and end with `_`; in a
    /// constant that is a compile error.
    #[must_use]
    pub const fn typed(mut self, title: &'static str, prefix: &'static str) -> Self {
        assert!(
            is_prefix(prefix.as_bytes()),
            "a prefix is lower-case letters, digits and `_`, begins with a letter and ends with `_`"
        );
        self.title = title;
        self.prefix = prefix;
        self
    }

    /// What stands before every text: nothing but for typed ids.
    #[must_use]
    pub const fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// The slug of vectors and configuration.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What messages call it.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// The configured kind, where the scheme has several.
    #[must_use]
    pub const fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    /// The configured layout, where the scheme has several.
    #[must_use]
    pub const fn layout(&self) -> Option<&'static str> {
        self.layout
    }

    /// 64 or 128.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The count of octets of an id.
    #[must_use]
    pub const fn octets(&self) -> usize {
        self.octets
    }

    /// The fields in the order of field lists.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The text forms.
    #[must_use]
    pub const fn codec(&self) -> &TextCodec {
        &self.codec
    }

    /// The octet orders.
    #[must_use]
    pub const fn byte_orders(&self) -> &'static [ByteOrder] {
        self.orders
    }

    /// The order of the octets in columns.
    #[must_use]
    pub const fn column_octets(&self) -> ByteOrder {
        self.column_octets
    }

    /// What an id is in a column when nothing else is asked for: a strict signed integer for 64 bits, a UUID for 128, octets where they stand in DN order.
    #[must_use]
    pub const fn column_form(&self) -> ColumnForm {
        match (self.bits, self.column_octets) {
            (64, _) => ColumnForm::I64,
            (_, ByteOrder::GuidDn) => ColumnForm::Bytes,
            _ => ColumnForm::Uuid,
        }
    }

    /// The default epoch, in ms since 1970.
    #[must_use]
    pub const fn epoch_ms(&self) -> i64 {
        self.epoch_ms
    }

    /// Whether the epoch may be configured.
    #[must_use]
    pub const fn epoch_is_parameter(&self) -> bool {
        self.epoch_is_parameter
    }

    /// Whether a reader of texts may read a number instead: where the text is the number in decimal, without a prefix.
    #[must_use]
    pub const fn reads_numbers(&self) -> bool {
        self.codec.decimal && self.prefix.is_empty()
    }

    /// Whether ids are only read, never composed.
    #[must_use]
    pub const fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// The field of time and its unit.
    #[must_use]
    pub const fn time(&self) -> Option<(&'static Field, crate::Unit)> {
        let mut rest = self.fields;
        while let [field, tail @ ..] = rest {
            if let Role::Time(unit) = field.role() {
                return Some((field, unit));
            }
            rest = tail;
        }
        None
    }

    /// Whether the time stands above every other listed field in one piece, so that ids sort by it as numbers.
    #[must_use]
    pub const fn time_is_first(&self) -> bool {
        let Some((time, _)) = self.time() else { return false };
        let mut rest = self.fields;
        while let [field, tail @ ..] = rest {
            if matches!(field.role(), Role::Number | Role::Hex) && field.number_mask() > time.number_mask() {
                return false;
            }
            rest = tail;
        }
        time.pieces().len() == 1
    }

    /// The fields that stand above the time, so that a range of time needs their values: for Nalix the type.
    pub fn scope(&self) -> impl Iterator<Item = &'static Field> {
        let time = self.time().map_or(0, |(field, _)| field.number_mask());
        self.fields
            .iter()
            .filter(move |field| matches!(field.role(), Role::Number) && time != 0 && field.number_mask() > time)
    }

    pub(crate) fn largest_text(&self) -> Text {
        (self.codec.write)(self.largest()).after(self.prefix)
    }

    /// The value of a fixed field by its place in the list, zero where there is none.
    pub(crate) fn fixed(&self, index: u8) -> u64 {
        match self.fields.get(usize::from(index)).map(Field::role) {
            Some(Role::Fixed(value, _)) => value,
            _ => 0,
        }
    }

    /// Whether two references mean the same table, wherever it was placed.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.name, it.title, it.kind, it.layout, it.prefix);
        key(self) == key(other)
    }

    /// Writes a form of any number of the scheme's width, or nothing where the scheme does not have the form or the number is wider.
    #[must_use]
    pub fn write(&self, number: u128, form: Form) -> Option<Text> {
        if !self.codec.forms.contains(&form) || number & !ones(self.bits) != 0 {
            return None;
        }
        Some(match form {
            Form::Canonical => (self.codec.write)(number).after(self.prefix),
            Form::Decimal => text::decimal::write(u64::try_from(number).ok()?),
            Form::Hex => text::hex::write_number(number, self.bits),
            Form::Uuid => text::uuid::hyphenated(number),
            Form::UuidSimple => text::uuid::simple(number),
            Form::UuidBraced => text::uuid::braced(number),
            Form::UuidUrn => text::uuid::urn(number),
        })
    }

    /// The fault of an epoch, if any.
    pub(crate) const fn epoch_fault(&self, epoch_ms: i64) -> Option<TableError> {
        let Some((field, unit)) = self.time() else { return None };
        if epoch_ms != 0 && !matches!(unit, crate::Unit::Milliseconds(_)) {
            return Some(TableError::Epoch);
        }
        let first = unit.origin(epoch_ms);
        let passed = (field.max_stored() & ones(64)).cast_signed().saturating_mul(unit.hundred_ns() as i128);
        let last = first.saturating_add(passed);
        if first < i64::MIN as i128 || last > i64::MAX as i128 { Some(TableError::Epoch) } else { None }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

/// Whether a text may stand before ids, see `Scheme::typed`.
const fn is_prefix(prefix: &[u8]) -> bool {
    match prefix {
        [] => return true,
        [b'a'..=b'z', .., b'_'] if prefix.len() <= MAX_PREFIX => {}
        _ => return false,
    }
    let mut rest = prefix;
    while let [octet, tail @ ..] = rest {
        if !matches!(*octet, b'a'..=b'z' | b'0'..=b'9' | b'_') {
            return false;
        }
        rest = tail;
    }
    true
}
