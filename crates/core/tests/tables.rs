//! Tables of bit fields: what is refused, and what reading and placing do.

use idspec_core::{
    Config, ErrorCode, Field, FieldErrorKind, FieldValue, FixedFault, Layout, ParseError, Piece, Role, Scheme,
    SelectError, TableError, Timestamp, Unit, select, text,
};
use proptest::prelude::*;

const TIME: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 22)]);
const REST: Field = Field::new("rest", Role::Number, &[Piece::bits(21, 0)]);

/// A field in three pieces, out of order and with a hole in its value.
const SPLIT: Field = Field::new(
    "split",
    Role::Hex,
    &[Piece::of_value(60, 50, 20), Piece::of_value(49, 40, 0), Piece::of_value(3, 0, 12)],
);

static WORKERS: Scheme =
    Scheme::table("workers", "worker number", 64, text::DECIMAL, &[TIME, REST]).with_epoch_parameter();

fn refused(bits: u32, fields: &'static [Field]) -> Option<TableError> {
    Scheme::new("x", "x", bits, text::DECIMAL, fields).err()
}

#[test]
fn tables_that_do_not_fill_the_number_are_refused() {
    assert_eq!(refused(64, &[TIME, REST]), None);
    assert_eq!(refused(63, &[TIME, REST]), Some(TableError::Width));
    assert_eq!(refused(64, &[TIME]), Some(TableError::Gap));
    assert_eq!(refused(128, &[TIME, REST]), Some(TableError::Gap));
    const AGAIN: Field = Field::new("again", Role::Number, &[Piece::bits(0, 0)]);
    assert_eq!(refused(64, &[TIME, REST, AGAIN]), Some(TableError::Overlap));
    const WIDE: Field = Field::new("wide", Role::Number, &[Piece::bits(64, 22)]);
    assert_eq!(refused(64, &[WIDE, REST]), Some(TableError::Piece));
    const NO_BITS: Field = Field::new("none", Role::Number, &[Piece::bits(3, 4)]);
    assert_eq!(refused(64, &[TIME, NO_BITS, REST]), Some(TableError::Piece));
    const TWICE: Field = Field::new("twice", Role::Number, &[Piece::bits(21, 11), Piece::bits(10, 0)]);
    assert_eq!(refused(64, &[TIME, TWICE]), Some(TableError::Overlap));
    const SECOND: Field = Field::new("second", Role::Time(Unit::Second), &[Piece::bits(21, 0)]);
    assert_eq!(refused(64, &[TIME, SECOND]), Some(TableError::SecondTime));
    const FIXED: Field = Field::new("fixed", Role::Fixed(4, FixedFault::Version), &[Piece::bits(21, 20)]);
    const LOW: Field = Field::new("low", Role::Number, &[Piece::bits(19, 0)]);
    assert_eq!(refused(64, &[TIME, FIXED, LOW]), Some(TableError::Fixed));
    const HOLE: Field = Field::new("time", Role::Time(Unit::Milliseconds(1)), &[Piece::of_value(63, 22, 2)]);
    assert_eq!(refused(64, &[HOLE, REST]), Some(TableError::Time));
    const ALSO_REST: Field = Field::new("rest", Role::Number, &[Piece::bits(63, 22)]);
    assert_eq!(refused(64, &[ALSO_REST, REST]), Some(TableError::Name));
    const ABSURD: Field = Field::new("absurd", Role::Number, &[Piece::of_value(63, 22, u32::MAX)]);
    assert_eq!(refused(64, &[ABSURD, REST]), Some(TableError::Piece));
    const HUGE: Field = Field::new("huge", Role::Number, &[Piece::bits(u32::MAX, 0)]);
    assert_eq!(refused(64, &[HUGE]), Some(TableError::Piece));
    assert_eq!((HUGE.width(), HUGE.read(5), HUGE.number_mask()), (128, 5, u128::MAX));
    const ALL: Field = Field::new("all", Role::Number, &[Piece::bits(127, 0)]);
    assert_eq!(refused(128, &[ALL]), Some(TableError::Number));
    const OCTETS: Field = Field::new("all", Role::Hex, &[Piece::bits(127, 0)]);
    assert_eq!(refused(128, &[OCTETS]), Some(TableError::Decimal));
    const NO_PIECE: Field = Field::new("nothing", Role::Number, &[]);
    assert_eq!(refused(64, &[TIME, REST, NO_PIECE]), Some(TableError::Piece));
    const MS_IN_SECONDS: Field = Field::new("unix_ms", Role::Time(Unit::Second), &[Piece::bits(53, 22)]);
    const TOP: Field = Field::new("top", Role::Number, &[Piece::bits(63, 54)]);
    assert_eq!(refused(64, &[TOP, MS_IN_SECONDS, REST]), Some(TableError::Name));
    const NO_STEP: Field = Field::new("time", Role::Time(Unit::Milliseconds(0)), &[Piece::bits(63, 22)]);
    assert_eq!(refused(64, &[NO_STEP, REST]), Some(TableError::Unit));
    const LONG: Field = Field::new("long", Role::Time(Unit::Second), &[Piece::bits(63, 0)]);
    assert_eq!(refused(64, &[LONG]), Some(TableError::Epoch));
}

#[test]
fn epochs_outside_the_range_of_timestamps_are_refused() {
    assert!(Layout::at_epoch(&WORKERS, 0).is_ok());
    assert!(Layout::at_epoch(&WORKERS, 1 << 49).is_ok());
    assert!(Layout::at_epoch(&WORKERS, -(1 << 49)).is_ok());
    assert_eq!(Layout::at_epoch(&WORKERS, i64::MAX).err(), Some(TableError::Epoch));
    assert_eq!(Layout::at_epoch(&WORKERS, i64::MIN).err(), Some(TableError::Epoch));
    const SECONDS: Field = Field::new("seconds", Role::Time(Unit::Second), &[Piece::bits(53, 22)]);
    const HIGH: Field = Field::new("high", Role::Number, &[Piece::bits(63, 54)]);
    static IN_SECONDS: Scheme =
        Scheme::table("seconds", "seconds", 64, text::DECIMAL, &[HIGH, SECONDS, REST]).with_epoch_parameter();
    assert_eq!(Layout::at_epoch(&IN_SECONDS, 1).err(), Some(TableError::Epoch));
    static FIXED_EPOCH: Scheme = Scheme::table("fixed", "fixed", 64, text::DECIMAL, &[TIME, REST]).with_epoch(5);
    assert_eq!(Layout::at_epoch(&FIXED_EPOCH, 6).err(), Some(TableError::Epoch));
    assert_eq!(Layout::at_epoch(&FIXED_EPOCH, 5).map(|layout| layout.epoch_ms()), Ok(5));
}

#[test]
fn fields_are_given_once_and_all() {
    let layout = Layout::of(&WORKERS);
    let missing = layout.compose().int("rest", 1).finish().unwrap_err();
    assert_eq!((missing.field(), missing.kind()), ("unix_ms", FieldErrorKind::Missing));
    let twice = layout.compose().int("rest", 0).int("rest", 0).finish().unwrap_err();
    assert_eq!((twice.field(), twice.kind(), twice.code()), ("rest", FieldErrorKind::Twice, None));
    let unknown = layout.compose().int("worker", 0).finish().unwrap_err();
    assert_eq!(unknown.kind(), FieldErrorKind::Unknown);
    let octets = layout.compose().int("unix_ms", 1).hex("rest", 0).finish().unwrap_err();
    assert_eq!(octets.kind(), FieldErrorKind::Unknown);
    let of_the_list = layout.compose().int("rest", 1 << 22).int("unix_ms", -1).finish().unwrap_err();
    assert_eq!(of_the_list.field(), "unix_ms");
    let first = layout.compose().int("unix_ms", -1).int("rest", 1 << 22).finish().unwrap_err();
    assert_eq!(first.field(), "unix_ms");
}

#[test]
fn values_are_shown_in_any_count_of_digits() {
    assert_eq!(FieldValue::Hex(0x2a, 5).to_string(), "0002a");
    assert_eq!(FieldValue::Hex(0x2a, 1).to_string(), "2a");
    // More than a number has, and more than a formatter can.
    for digits in [32, 33, 70_000, u32::MAX] {
        assert_eq!(FieldValue::Hex(0x2a, digits).to_string(), "0000000000000000000000000000002a", "{digits}");
    }
}

#[test]
fn names_longer_than_a_line_are_drawn() {
    static NAME: [u8; 70_000] = [b'n'; 70_000];
    static ALL: [Piece; 1] = [Piece::bits(63, 0)];
    let name = str::from_utf8(&NAME).unwrap();
    let fields = [Field::new(name, Role::Number, &ALL)];
    let scheme = Scheme::new("t", "t", 64, text::DECIMAL, Vec::leak(fields.to_vec())).unwrap();
    let drawn = Layout::of(Box::leak(Box::new(scheme))).diagram(5).to_string();
    assert_eq!(drawn.lines().last(), Some(format!("    {name}").as_str()));
}

#[test]
fn schemes_are_chosen_by_name() {
    let list = [&WORKERS];
    let chosen = |name, config: &Config<'_>| select(&list, name, config).map(|layout| layout.epoch_ms());
    assert_eq!(chosen("workers", &Config::default()), Ok(0));
    assert_eq!(chosen("workers", &Config { epoch_ms: Some(7), ..Config::default() }), Ok(7));
    assert_eq!(chosen("worker", &Config::default()), Err(SelectError::UnknownScheme));
    assert_eq!(chosen("workers", &Config { kind: Some("x"), ..Config::default() }), Err(SelectError::UnknownKind));
    assert_eq!(chosen("workers", &Config { layout: Some("x"), ..Config::default() }), Err(SelectError::UnknownKind));
    assert_eq!(chosen("workers", &Config { epoch_ms: Some(i64::MAX), ..Config::default() }), Err(SelectError::Epoch));
    assert_eq!(SelectError::UnknownScheme.to_string(), "no scheme has this name");
    assert_eq!(SelectError::UnknownKind.to_string(), "the scheme has no such kind or layout, or needs a kind");
    assert_eq!(SelectError::Epoch.to_string(), "the scheme takes no epoch, or not this one");
}

#[test]
fn errors_are_small_and_travel() {
    fn travels<T: Copy + Send + Sync + std::error::Error + 'static>() {}
    travels::<ParseError>();
    travels::<idspec_core::FieldError>();
    assert_eq!(size_of::<ParseError>(), 16);
    assert_eq!(size_of::<Result<u64, ParseError>>(), 16);
}

#[test]
fn units_of_several_milliseconds_are_whole_steps() {
    const TENTHS: Field = Field::new("unix_ms", Role::Time(Unit::Milliseconds(10)), &[Piece::bits(63, 22)]);
    static STEPS: Scheme = Scheme::table("steps", "step number", 64, text::DECIMAL, &[TENTHS, REST]).with_epoch(5);
    let layout = Layout::of(&STEPS);
    assert_eq!(layout.compose().int("unix_ms", 25).int("rest", 0).finish(), Ok(2 << 22));
    let error = layout.compose().int("unix_ms", 26).int("rest", 0).finish().unwrap_err();
    assert_eq!(error.to_string(), "invalid step number: unix_ms 26 is not a whole number of the layout's units");
    let ms = |ms| Timestamp::from_unix_ms(ms).unwrap();
    assert_eq!(layout.bounds_at(&[], ms(34)), Ok((2 << 22, (3 << 22) - 1)));
    assert_eq!(layout.window(&[], ms(16), ms(25)).map(|range| (range.start, range.end)), Ok((2 << 22, Some(2 << 22))));
    assert_eq!(layout.window_inclusive(&[], ms(16), ms(24)), Ok(None));
    assert_eq!(layout.timestamp(2 << 22), Some(ms(25)));
}

#[test]
fn instants_that_round_out_of_the_scheme_are_named_as_rounded() {
    let layout = Layout::of(&WORKERS);
    let at = |hundred_ns| Timestamp::from_hundred_ns(hundred_ns);
    let past_the_last_beginning = at(4_398_046_511_103 * 10_000 + 1);
    let error = layout.window(&[], past_the_last_beginning, Timestamp::MAX).unwrap_err();
    assert_eq!(error.to_string(), "invalid worker number: unix_ms 4398046511104 is outside 0 to 4398046511103");
    assert_eq!(layout.window(&[], at(-5), at(-3)).map(|range| (range.start, range.end)), Ok((0, Some(0))));
    assert_eq!(layout.window_inclusive(&[], at(-5), at(-3)), Ok(None));
    assert_eq!(layout.window_inclusive(&[], at(-5), at(3)), Ok(Some((0, (1 << 22) - 1))));
}

#[test]
fn numbers_wider_than_the_scheme_have_no_text_and_no_octets() {
    let layout = Layout::of(&WORKERS);
    assert_eq!(layout.text(1 << 64), None);
    assert_eq!(layout.write_octets(1 << 64, idspec_core::ByteOrder::Be, &mut [0; 16]), None);
}

#[test]
fn instants_outside_the_scheme_are_named_with_its_bounds() {
    let layout = Layout::of(&WORKERS);
    let error = layout.bounds_at(&[], Timestamp::from_unix_ms(-1).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "invalid worker number: unix_ms -1 is outside 0 to 4398046511103");
    let (from, until) = (Timestamp::from_unix_ms(5).unwrap(), Timestamp::from_unix_ms(4).unwrap());
    let error = layout.window(&[], from, until).unwrap_err();
    assert_eq!(error.to_string(), "invalid worker number: until is before the start of the window");
    let error = layout.bounds_at(&[("rest", 1)], from).unwrap_err();
    assert_eq!(error.kind(), FieldErrorKind::Unknown);
}

proptest! {
    #[test]
    fn placing_and_reading_are_inverse(value: u128, number: u128) {
        let held = value & SPLIT.value_mask();
        let placed = SPLIT.place(held).unwrap();
        prop_assert_eq!(SPLIT.read(placed), held);
        prop_assert_eq!(placed & !SPLIT.number_mask(), 0);
        prop_assert_eq!(SPLIT.place(SPLIT.read(number)), Some(number & SPLIT.number_mask()));
        prop_assert_eq!(SPLIT.place(value).is_some(), value == held);
    }
}

#[test]
fn a_field_knows_its_width_and_mask() {
    assert_eq!(SPLIT.value_mask(), 0b1111_1111_1110_0001_1110_0000_0000 << 3 | 0b11_1111_1111 | 0b1111 << 12);
    assert_eq!((SPLIT.width(), SPLIT.hex_digits()), (31, 8));
}

/// The ends of a run of numbers tell of those in between only where no bit that is looked at is counted through.
#[test]
fn a_wide_value_is_read_in_its_low_32_bits() {
    assert_eq!(TIME.read_u32(0x0012_3456_789a_0000), 0x48d1_59e2);
    assert_eq!(TIME.read_u32(u128::from(u64::MAX)), u32::MAX);
    assert_eq!(REST.read_u32(0x0012_3456_789a_0000), 0x001a_0000);
}

#[test]
fn a_run_is_an_id_throughout_or_not_known_to_be() {
    static MIDDLE: Scheme = Scheme::table(
        "middle",
        "fixed in the middle",
        64,
        text::DECIMAL,
        &[
            Field::new("unix_ms", Role::Time(Unit::Milliseconds(1)), &[Piece::bits(63, 22)]),
            Field::new("fixed", Role::Fixed(1, FixedFault::Reserved), &[Piece::bits(21, 20)]),
            Field::new("rest", Role::Number, &[Piece::bits(19, 0)]),
        ],
    );
    let id = |time: u128, fixed: u128, rest: u128| time << 22 | fixed << 20 | rest;
    let last = (1 << 20) - 1;
    assert!(MIDDLE.holds_from_to(id(7, 1, 0), id(7, 1, last)));
    assert!(MIDDLE.holds_from_to(id(7, 1, 5), id(7, 1, 5)));
    assert!(!MIDDLE.holds_from_to(id(7, 1, 6), id(7, 1, 5)), "an empty run");
    assert!(!MIDDLE.holds_from_to(id(7, 0, 5), id(7, 0, 6)));
    assert!(!MIDDLE.holds_from_to(id(7, 1, last), id(7, 2, 0)));
    // Both ends are ids, and most in between are not.
    assert!(!MIDDLE.holds_from_to(id(7, 1, 0), id(8, 1, 0)));
    assert!(!MIDDLE.holds_from_to(id(7, 1, 0), 1 << 64 | id(7, 1, 0)));
    assert!(!MIDDLE.holds_from_to(1 << 64 | id(7, 1, 0), 1 << 64 | id(7, 1, 1)));
}

/// A time of 62 bits whose largest value is below its last one, behind a fixed field.
static TICKS: Scheme = Scheme::table(
    "ticks",
    "number of ticks",
    64,
    text::DECIMAL,
    &[
        Field::new("version", Role::Fixed(2, FixedFault::Version), &[Piece::bits(63, 62)]),
        Field::new("ticks", Role::Time(Unit::Tick), &[Piece::bits(61, 0)]),
    ],
);
const LAST_TICK: u128 = 3_155_378_975_999_999_999;

#[test]
fn a_number_is_an_id_up_to_the_largest_time() {
    let checked = |number| TICKS.check(number).map_err(|error| error.to_string());
    for ticks in [0, (1 << 61) - 1, 1 << 61, LAST_TICK - 1, LAST_TICK] {
        assert_eq!(checked(2 << 62 | ticks), Ok(()), "{ticks}");
    }
    for ticks in [LAST_TICK + 1, (1 << 62) - 1] {
        let code = TICKS.check(2 << 62 | ticks).map_err(|error| error.code());
        assert_eq!(code, Err(ErrorCode::OutOfRange), "{ticks}");
    }
    assert_eq!(TICKS.check(1 << 64 | 2 << 62).map_err(|error| error.code()), Err(ErrorCode::Overflow));
    let error = checked(1 << 62 | 5).unwrap_err();
    assert_eq!(error, "invalid number of ticks: version nibble 1, expected 2");
    assert_eq!((TICKS.fixed_bits(), TICKS.largest()), (2 << 62, 2 << 62 | LAST_TICK));
    // Known at the price of one while no bit that is looked at is counted through.
    assert!(TICKS.holds_from_to(2 << 62, 2 << 62 | 5));
    assert!(!TICKS.holds_from_to(2 << 62, 2 << 62 | LAST_TICK));
}

#[test]
fn a_piece_knows_its_bits() {
    let piece = Piece::of_value(60, 50, 20);
    assert_eq!((piece.high(), piece.low(), piece.len(), piece.value_low()), (60, 50, 11, 20));
    assert!(!piece.is_empty() && Piece::bits(3, 4).is_empty());
}
