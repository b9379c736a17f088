//! The bit-field tables of the three kinds in the four layouts.
//!
//! Bits are those of the number of the NET octets: octet k is bits 127-8k to 120-8k. The pieces of a table go from the most significant bit down, in
//! the same order as in the specification.

use idspec_core::text::uuid;
use idspec_core::{Field, FixedFault, Form, Generation, Piece, Role, Scheme, TextCodec, Unit};

const CODEC: TextCodec = TextCodec {
    parse: uuid::parse_fast,
    write: uuid::hyphenated,
    decimal: false,
    forms: &[Form::Canonical, Form::UuidSimple, Form::UuidBraced, Form::UuidUrn],
    expects: "32 hexadecimal digits, plain or with hyphens after 8, 12, 16 and 20 of them, braces or `urn:uuid:`",
    pattern: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
};

/// Bits `high..low` of the number for the value's bits from `value_low` on.
const fn p(high: u32, low: u32, value_low: u32) -> Piece {
    Piece::of_value(high, low, value_low)
}

const fn version(pieces: &'static [Piece]) -> Field {
    Field::new("version", Role::Fixed(4, FixedFault::Version), pieces)
}

const VARIANT: Field = Field::new("variant", Role::Fixed(8, FixedFault::Variant), &[p(63, 60, 0)]);
const RESERVED: Field = Field::new("reserved", Role::Fixed(0, FixedFault::Reserved), &[p(75, 72, 0)]);

const fn ticks(pieces: &'static [Piece]) -> Field {
    Field::new("ticks", Role::Time(Unit::Tick), pieces)
}

const fn ms(pieces: &'static [Piece]) -> Field {
    Field::new("ticks", Role::Time(Unit::TickMillisecond), pieces)
}

const fn random(pieces: &'static [Piece]) -> Field {
    Field::new("random", Role::Hex, pieces)
}

const fn table(kind: &'static str, layout: &'static str, title: &'static str, fields: &'static [Field]) -> Scheme {
    Scheme::table("seq-guid", title, 128, CODEC, fields).with_kind(kind).with_layout(layout)
}

/// The 8 random octets of the older `AtEnd` layouts, at the front and byte-reversed by block.
const FRONT_RANDOM: Field = random(&[
    p(127, 120, 32),
    p(119, 112, 40),
    p(111, 104, 48),
    p(103, 96, 56),
    p(95, 88, 16),
    p(87, 80, 24),
    p(79, 72, 0),
    p(71, 64, 8),
]);

pub(crate) static AS_STRING_RFC: Scheme = table(
    "as-string",
    "rfc",
    "sequential GUID (AsString)",
    &[ticks(&[p(127, 80, 16), p(75, 64, 4), p(59, 56, 0)]), random(&[p(55, 0, 8)]), version(&[p(79, 76, 0)]), VARIANT],
)
.generated_by(Generation::OnePerUnit);

pub(crate) static AS_BINARY_RFC: Scheme = table(
    "as-binary",
    "rfc",
    "sequential GUID (AsBinary)",
    &[
        ticks(&[
            p(127, 120, 32),
            p(119, 112, 40),
            p(111, 104, 48),
            p(103, 96, 56),
            p(95, 88, 16),
            p(87, 80, 24),
            p(79, 72, 4),
            p(67, 64, 12),
            p(59, 56, 0),
        ]),
        random(&[p(55, 0, 8)]),
        version(&[p(71, 68, 0)]),
        VARIANT,
    ],
)
.with_dn_columns()
.generated_by(Generation::OnePerUnit);

pub(crate) static AT_END_RFC: Scheme = table(
    "at-end",
    "rfc",
    "sequential GUID (AtEnd)",
    &[
        ticks(&[p(71, 68, 0), p(59, 48, 4), p(47, 0, 16)]),
        random(&[
            p(127, 120, 32),
            p(119, 112, 40),
            p(111, 104, 48),
            p(103, 96, 56),
            p(95, 88, 16),
            p(87, 80, 24),
            p(67, 64, 0),
        ]),
        version(&[p(79, 76, 0)]),
        VARIANT,
        RESERVED,
    ],
)
.generated_by(Generation::OnePerUnit);

pub(crate) static AS_STRING_TICKS64: Scheme = table(
    "as-string",
    "ticks64",
    "sequential GUID (AsString, ticks64)",
    &[ticks(&[p(127, 64, 0)]), random(&[p(63, 0, 0)])],
);

pub(crate) static AS_BINARY_TICKS64: Scheme = table(
    "as-binary",
    "ticks64",
    "sequential GUID (AsBinary, ticks64)",
    &[
        ticks(&[
            p(127, 120, 32),
            p(119, 112, 40),
            p(111, 104, 48),
            p(103, 96, 56),
            p(95, 88, 16),
            p(87, 80, 24),
            p(79, 72, 0),
            p(71, 64, 8),
        ]),
        random(&[p(63, 0, 0)]),
    ],
)
.with_dn_columns();

pub(crate) static AT_END_TICKS64: Scheme = table(
    "at-end",
    "ticks64",
    "sequential GUID (AtEnd, ticks64)",
    &[ticks(&[p(63, 48, 0), p(47, 0, 16)]), FRONT_RANDOM],
);

pub(crate) static AT_END_TICKS64_PLAN1: Scheme =
    table("at-end", "ticks64-plan1", "sequential GUID (AtEnd, ticks64-plan1)", &[ticks(&[p(63, 0, 0)]), FRONT_RANDOM]);

pub(crate) static AS_STRING_MS48: Scheme = table(
    "as-string",
    "ms48",
    "sequential GUID (AsString, ms48)",
    &[ms(&[p(127, 80, 0)]), random(&[p(79, 72, 64), p(71, 64, 72), p(63, 0, 0)])],
);

pub(crate) static AS_BINARY_MS48: Scheme = table(
    "as-binary",
    "ms48",
    "sequential GUID (AsBinary, ms48)",
    &[
        ms(&[p(127, 120, 16), p(119, 112, 24), p(111, 104, 32), p(103, 96, 40), p(95, 88, 0), p(87, 80, 8)]),
        random(&[p(79, 72, 64), p(71, 64, 72), p(63, 0, 0)]),
    ],
)
.with_dn_columns();

pub(crate) static AT_END_MS48: Scheme = table(
    "at-end",
    "ms48",
    "sequential GUID (AtEnd, ms48)",
    &[
        ms(&[p(47, 0, 0)]),
        random(&[
            p(127, 120, 48),
            p(119, 112, 56),
            p(111, 104, 64),
            p(103, 96, 72),
            p(95, 88, 32),
            p(87, 80, 40),
            p(79, 72, 16),
            p(71, 64, 24),
            p(63, 48, 0),
        ]),
    ],
);
