//! Ids that the tests store, and rows that a peer answers with.

use idspec::seq_guid::{AsBinary, AtEnd};
use idspec::{DiscordSnowflake, FieldError, ParseError, Ulid};

use crate::answer::{Answer, Cell};
use crate::kind::Kind;

const TICKS: i64 = 637_947_921_111_435_503;
const RANDOM: [u8; 8] = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88];

/// The ULID whose octets show their place: 00112233-4455-6677-8899-aabbccddeeff as a UUID.
///
/// # Errors
/// None: every number is a ULID.
pub fn ulid() -> Result<Ulid, ParseError> {
    Ulid::try_from(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128)
}

/// The text of [`ulid`].
pub const ULID_TEXT: &str = "0024H36H2NCSVRH6DAQF6DVVQZ";

/// The octets of [`ulid`] as `uniqueidentifier` has them on the wire.
pub const ULID_DN: &str = "33221100 5544 7766 8899 aabbccddeeff";

/// The GUID 44332211-6655-40f8-8c8e-08da7241170b.
///
/// # Errors
/// None: the ticks fit.
pub fn at_end() -> Result<AtEnd, FieldError> {
    AtEnd::with_random(TICKS, RANDOM)
}

/// The octets of [`at_end`] as `uniqueidentifier` has them on the wire.
pub const AT_END_DN: &str = "11223344 5566 f840 8c8e 08da7241170b";

/// The GUID 4172da08-0b17-8e4c-8f11-223344556677.
///
/// # Errors
/// None: the ticks fit.
pub fn as_binary() -> Result<AsBinary, FieldError> {
    AsBinary::with_random(TICKS, RANDOM)
}

/// The DN octets of [`as_binary`].
pub const AS_BINARY_DN: &str = "08da7241170b4c8e8f11223344556677";

/// The Discord snowflake of a number.
///
/// # Errors
/// None: every number is one.
pub fn discord(number: u64) -> Result<DiscordSnowflake, ParseError> {
    DiscordSnowflake::try_from(number)
}

/// The octets of a text in UTF-16, as hexadecimal.
#[must_use]
pub fn utf16(text: &str) -> String {
    hex::encode(text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>())
}

/// Tables with what may be in them.
///
/// # Errors
/// None: the octets are hexadecimal.
pub fn script() -> Result<Vec<(&'static str, Answer)>, hex::FromHexError> {
    let octets = |text: &str| -> Result<Cell, _> { hex::decode(text.replace(' ', "")).map(Some) };
    let number = |number: i64| Some(number.to_le_bytes().to_vec());
    let text = |text: &str| Some(text.as_bytes().to_vec());
    let column = |kind, cells| Answer::column("id", kind, cells);
    let numbers = vec![number(0x0102_0304_0506_0708), number(0), number(i64::MAX)];
    Ok(vec![
        ("FROM bigints", column(Kind::Int(8), numbers.clone())),
        ("FROM sorted", column(Kind::Int(8), numbers).ordered()),
        ("FROM negatives", column(Kind::Int(8), vec![number(-1), number(i64::MIN)])),
        ("FROM ints", column(Kind::Int(4), vec![octets("07000000")?])),
        ("FROM null_bigints", column(Kind::Int(8), vec![None])),
        ("FROM guids", column(Kind::Guid, vec![octets(ULID_DN)?, octets(AT_END_DN)?])),
        ("FROM null_guids", column(Kind::Guid, vec![None])),
        (
            "FROM binaries",
            column(Kind::Binary(16), vec![octets(AS_BINARY_DN)?, octets("00112233445566778899aabbccddeeff")?]),
        ),
        ("FROM null_binaries", column(Kind::Binary(16), vec![None])),
        ("FROM chars", column(Kind::Char(30), vec![text(&format!("{ULID_TEXT}    "))])),
        ("FROM varchars", column(Kind::VarChar(40), vec![text(ULID_TEXT), text("18446744073709551615")])),
        ("FROM null_varchars", column(Kind::VarChar(40), vec![None])),
        ("FROM sixteen_characters", column(Kind::VarChar(16), vec![text("0123456789abcdef")])),
        ("INSERT", Answer::affected(1)),
    ])
}
