//! Ours beside other crates, where they are right; where they are not, what they do instead is stated, so that a new release that differs shows.
//!
//! | crate | known difference |
//! |---|---|
//! | `ulid` | a first letter above 7 loses its upper bits; a text of other than 26 octets is of the wrong length whatever is in it |
//! | `uuid` | a general UUID has no kind, version, variant or ticks to check |
//! | `hex`, `base32` | none: they know no length, which is looked at before |
//! | `u64::from_str` | reads a plus sign and leading zeros |
//!
//! The input is taken as it is, and as changes to right texts: 16 octets for an id, and then pairs of a place and an octet.

use idspec::base::Form;
use idspec::{
    Bigint, DiscordSnowflake, ErrorCode, Id, InstagramSharded, Layout, NalixTyped, Timestamped, TwitterSnowflake, Ulid,
    nalix_typed::Legacy56, seq_guid,
};
use uuid::Uuid;

use crate::{changed, number};

/// One input.
pub fn run(data: &[u8]) {
    texts(data);
    let Some((number, changes)) = number(data) else { return };
    ulids(number);
    guids(number);
    let [high, low] = [(number >> 64) as u64, number as u64];
    let legacy = hex::encode_upper(&low.to_le_bytes()[..7]);
    let nalix = NalixTyped::from_u64(low);
    assert_eq!(nalix.to_string(), hex::encode_upper(low.to_le_bytes()));
    let decimal = (low >> (high % 64)).to_string();
    assert_eq!(DiscordSnowflake::from_u64(low >> (high % 64)).to_string(), decimal);
    let uuid = Uuid::from_u128(number);
    let forms = [uuid.hyphenated().to_string(), uuid.simple().to_string(), uuid.braced().to_string()];
    let others = [Ulid::from_u128(number).to_string(), uuid.urn().to_string(), nalix.to_string(), decimal, legacy];
    for text in forms.iter().chain(&others) {
        texts(&changed(text, changes));
    }
}

/// Readers.
fn texts(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    read_ulid(text);
    read_guid(text);
    read_nalix(text);
    read_decimal(text);
}

fn read_ulid(text: &str) {
    let ours = Ulid::parse(text);
    let theirs = ulid::Ulid::from_string(text).map(|id| id.0);
    // 26 letters hold 130 bits.
    let fits = matches!(text.as_bytes().first(), Some(b'0'..=b'7'));
    match ours.map_err(|error| error.code()) {
        Ok(id) => assert_eq!((theirs, fits), (Ok(id.to_u128()), true), "{text}"),
        // Its letters are right, and the upper two bits are dropped.
        Err(ErrorCode::Overflow) => assert!(theirs.is_ok() && !fits, "{text}"),
        Err(ErrorCode::Length) => assert_eq!(theirs, Err(ulid::DecodeError::InvalidLength), "{text}"),
        Err(_) if text.len() != Ulid::TEXT_LEN => {
            assert_eq!(theirs, Err(ulid::DecodeError::InvalidLength), "{text}");
        }
        Err(_) => assert_eq!(theirs, Err(ulid::DecodeError::InvalidChar), "{text}"),
    }
}

fn ulids(number: u128) {
    let (ours, theirs) = (Ulid::from_u128(number), ulid::Ulid(number));
    assert_eq!(ours.to_string(), theirs.to_string());
    assert_eq!(ours.timestamp().unix_ms(), theirs.timestamp_ms().cast_signed());
    assert_eq!(ours.random(), theirs.random());
    assert_eq!(ours.to_be_bytes(), theirs.to_bytes());
    assert_eq!(Ulid::from_parts(theirs.timestamp_ms().cast_signed(), theirs.random()), Ok(ours));
    assert_eq!(hex::encode(ours.to_be_bytes()), Uuid::from(ours).simple().to_string());
    // 26 letters hold 130 bits, two zero bits before the 128; whole octets, so six more follow.
    let mut octets = [0; 17];
    octets[..16].copy_from_slice(&(number >> 2).to_be_bytes());
    octets[16] = (number as u8) << 6;
    assert_eq!(ours.to_string(), base32::encode(base32::Alphabet::Crockford, &octets)[..26]);
}

/// Of the layout `ms48` of the kind `AtEnd` any 128 bits are an id, so its reader is one of GUIDs and nothing else.
fn read_guid(text: &str) {
    let ours = seq_guid::ms48::AtEnd::parse(text).map(seq_guid::SeqGuid::to_u128);
    let theirs = Uuid::try_parse(text).map(|uuid| uuid.as_u128());
    assert_eq!(ours.ok(), theirs.ok(), "{text}");
}

fn guids(number: u128) {
    let theirs = Uuid::from_u128(number);
    for scheme in seq_guid::SCHEMES {
        let layout = Layout::of(scheme);
        let (net, dn) = (idspec::base::ByteOrder::GuidNet, idspec::base::ByteOrder::GuidDn);
        for (byte_order, octets) in [(net, *theirs.as_bytes()), (dn, theirs.to_bytes_le())] {
            let mut ours = [0; 16];
            if layout.write_octets(number, byte_order, &mut ours).is_some() {
                assert_eq!(ours, octets, "{byte_order:?}");
            }
        }
        let forms = [
            (Form::Canonical, theirs.hyphenated().to_string()),
            (Form::UuidSimple, theirs.simple().to_string()),
            (Form::UuidBraced, theirs.braced().to_string()),
            (Form::UuidUrn, theirs.urn().to_string()),
        ];
        for (form, text) in forms {
            assert_eq!(scheme.write(number, form).map(String::from), Some(text), "{form:?}");
        }
    }
}

fn read_nalix(text: &str) {
    let mut octets = [0; 8];
    // It takes a slice of the right length only, and digits in either case.
    let theirs = hex::decode_to_slice(text, &mut octets).is_ok().then(|| u64::from_le_bytes(octets));
    assert_eq!(NalixTyped::parse(text).ok().map(NalixTyped::to_u64), theirs, "{text}");

    // Of the predecessor seven octets, or the number in base 36 as it is written shortest.
    let mut octets = [0; 8];
    let theirs = match text.len() {
        14 => hex::decode_to_slice(text, &mut octets[..7]).is_ok().then(|| u64::from_le_bytes(octets)),
        _ => {
            let plain =
                text.bytes().all(|octet| octet.is_ascii_alphanumeric()) && (text.len() == 1 || !text.starts_with('0'));
            u64::from_str_radix(text, 36).ok().filter(|number| plain && *number < 1 << 56)
        }
    };
    assert_eq!(Legacy56::parse(text).ok().map(Legacy56::to_u64), theirs, "{text}");
}

fn read_decimal(text: &str) {
    // What it writes itself has no sign and no leading zero.
    let theirs = text.parse::<u64>().ok().filter(|number| number.to_string() == text);
    assert_eq!(DiscordSnowflake::parse(text).ok().map(Id::to_repr), theirs, "{text}");
    assert_eq!(InstagramSharded::parse(text).ok().map(Id::to_repr), theirs, "{text}");
    // Bit 63 is the sign.
    let positive = theirs.filter(|number| i64::try_from(*number).is_ok());
    let twitter = TwitterSnowflake::parse(text).ok();
    assert_eq!(twitter.map(Id::to_repr), positive, "{text}");
    assert_eq!(
        twitter.and_then(|id| id.to_i64().ok()),
        text.parse::<i64>().ok().filter(|_| positive.is_some()),
        "{text}"
    );
}
