//! Ids through serde, in the formats that applications use.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString};
use idspec::{DiscordSnowflake, Id, InstagramSharded, NalixTyped, TwitterSnowflake, Ulid, forms, typed_id};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

typed_id! {
    /// A customer.
    pub struct CustomerId(Ulid);
}

typed_id! {
    struct OrderId(DiscordSnowflake) prefix "ord_";
}

const DISCORD: &str = "175928847299117063";
const ULID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

fn discord() -> DiscordSnowflake {
    DISCORD.parse().unwrap()
}

fn ulid() -> Ulid {
    ULID.parse().unwrap()
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Through JSON from text, a reader and a value, alone and as map keys.
fn through_json<T: Id + Serialize + DeserializeOwned + Debug>(id: T) {
    let text = format!("\"{id}\"");
    assert_eq!(serde_json::to_string(&id).unwrap(), text);
    assert_eq!(read::<T>(&text), Ok(id));
    assert_eq!(serde_json::from_reader::<_, T>(text.as_bytes()).unwrap(), id);
    assert_eq!(serde_json::from_value::<T>(json!(id.to_string())).unwrap(), id);
    let escaped = format!("\"\\u{:04x}{}\"", u32::from(id.to_string().as_bytes()[0]), &id.to_string()[1..]);
    assert_eq!(read::<T>(&escaped), Ok(id));
    let map = BTreeMap::from([(id, 1)]);
    let json = serde_json::to_string(&map).unwrap();
    assert_eq!(json, format!("{{\"{id}\":1}}"));
    assert_eq!(serde_json::from_reader::<_, BTreeMap<T, i32>>(json.as_bytes()).unwrap(), map);
}

/// Through binary formats, where text would be longer and slower.
fn through_binary<T: Id + Serialize + DeserializeOwned + Debug>(id: T) {
    assert_eq!(postcard::from_bytes::<T>(&postcard::to_stdvec(&id).unwrap()).unwrap(), id);
    let config = bincode::config::standard();
    let octets = bincode::serde::encode_to_vec(id, config).unwrap();
    assert_eq!(bincode::serde::decode_from_slice::<T, _>(&octets, config).unwrap().0, id);
    let mut cbor = Vec::new();
    ciborium::into_writer(&id, &mut cbor).unwrap();
    assert_eq!(ciborium::from_reader::<T, _>(&cbor[..]).unwrap(), id);
    let packed = rmp_serde::to_vec(&id).unwrap();
    assert_eq!(rmp_serde::from_slice::<T>(&packed).unwrap(), id);
    assert!(postcard::to_stdvec(&id).unwrap().len() <= 17);
}

#[test]
fn every_type_goes_through_json_and_binary_formats() {
    fn both<T: Id + Serialize + DeserializeOwned + Debug>(text: &str) {
        let id: T = text.parse().unwrap();
        through_json(id);
        through_binary(id);
    }
    both::<TwitterSnowflake>("1541815603606036480");
    both::<DiscordSnowflake>("18446744073709551615");
    both::<InstagramSharded>("11637205501278089");
    both::<NalixTyped>("6601004433221177");
    both::<Legacy56>("44332211665577");
    both::<Ulid>(ULID);
    both::<AsString>("08da7241-170b-4c8e-8f11-223344556677");
    both::<AsBinary>("4172da08-0b17-8e4c-8f11-223344556677");
    both::<CustomerId>(ULID);
    both::<OrderId>("ord_175928847299117063");
}

#[test]
fn binary_forms_are_exact() {
    let hex = |octets: Vec<u8>| octets.iter().map(|octet| format!("{octet:02x}")).collect::<String>();
    // A fixed-size integer of 8 octets, as in bincode 1.
    let fixed = bincode::config::legacy();
    assert_eq!(hex(bincode::serde::encode_to_vec(discord(), fixed).unwrap()), "070002c15a067102");
    assert_eq!(hex(postcard::to_stdvec(&discord()).unwrap()), "87808888accbc1b802");
    let mut cbor = Vec::new();
    ciborium::into_writer(&discord(), &mut cbor).unwrap();
    assert_eq!(hex(cbor), "1b0271065ac1020007");
    assert_eq!(hex(rmp_serde::to_vec(&discord()).unwrap()), "cf0271065ac1020007");
    assert_eq!(hex(postcard::to_stdvec(&ulid()).unwrap()), "1001563e3ab5d3d6764c61efb99302bd5b");
    // A prefix is part of the text only.
    let order: OrderId = "ord_5".parse().unwrap();
    assert_eq!(hex(postcard::to_stdvec(&order).unwrap()), "05");
}

#[test]
fn decimal_ids_are_read_from_numbers_too() {
    assert_eq!(read::<DiscordSnowflake>(DISCORD), Ok(discord()));
    assert_eq!(read::<DiscordSnowflake>("18446744073709551615").map(DiscordSnowflake::to_u64), Ok(u64::MAX));
    assert_eq!(serde_json::from_value::<DiscordSnowflake>(json!(5_i64)).unwrap().to_u64(), 5);
    for (json, expected) in [
        (
            "18446744073709551616",
            "invalid type: floating point `1.8446744073709552e+19`, expected a Discord snowflake as text (1 to 20 decimal digits) or as an unsigned integer",
        ),
        ("1e3", "invalid type: floating point `1000.0`, expected"),
        ("1.0", "invalid type: floating point `1.0`, expected"),
        ("-0", "invalid type: floating point `-0.0`, expected"),
        ("-1", "invalid Discord snowflake: a negative number, ids are unsigned"),
        ("null", "invalid type: null, expected a Discord snowflake"),
        ("\"18446744073709551616\"", "invalid Discord snowflake: above the largest, 18446744073709551615"),
        ("\"05\"", "invalid Discord snowflake: leading zero"),
        ("\" 5\"", "invalid Discord snowflake: unexpected character ' ' at offset 0"),
    ] {
        let error = read::<DiscordSnowflake>(json).unwrap_err();
        assert!(error.starts_with(expected), "{json}: {error}");
    }
    assert!(
        read::<TwitterSnowflake>("9223372036854775808")
            .unwrap_err()
            .starts_with("invalid Twitter snowflake: above the largest")
    );
}

#[test]
fn numbers_are_never_read_where_the_text_is_another() {
    for json in ["1", "-1", "1.5"] {
        assert!(read::<Ulid>(json).unwrap_err().contains("expected a ULID as text (26 letters)"), "{json}");
        assert!(read::<AsString>(json).is_err());
        assert!(read::<CustomerId>(json).unwrap_err().contains("expected a CustomerId as text"), "{json}");
        // The text of a Nalix id may be all digits and is not its number.
        assert!(read::<NalixTyped>(json).is_err());
        // A number lacks the prefix.
        assert!(
            read::<OrderId>(json)
                .unwrap_err()
                .contains("expected an OrderId as text (`ord_` and 1 to 20 decimal digits)"),
            "{json}"
        );
    }
    assert_eq!(
        read::<OrderId>("\"5\"").unwrap_err().split(" at line").next(),
        Some("invalid OrderId: wrong prefix, expected `ord_` and 1 to 20 decimal digits")
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    map: HashMap<DiscordSnowflake, String>,
    customer: CustomerId,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Both { id: DiscordSnowflake, customer: CustomerId },
    Flat(Flat),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Message { id: DiscordSnowflake, author: CustomerId, seen: Option<DiscordSnowflake> },
}

#[test]
fn buffered_shapes_work() {
    let json = format!("{{\"map\":{{\"{DISCORD}\":\"a\"}},\"customer\":\"{ULID}\"}}");
    let inner = Inner { map: HashMap::from([(discord(), "a".to_owned())]), customer: CustomerId::new(ulid()) };
    let flat = Flat { inner };
    assert_eq!(read::<Flat>(&json).as_ref(), Ok(&flat));
    assert_eq!(serde_json::from_reader::<_, Untagged>(json.as_bytes()).unwrap(), Untagged::Flat(flat));
    let both = Untagged::Both { id: discord(), customer: CustomerId::new(ulid()) };
    for id in [DISCORD.to_owned(), format!("\"{DISCORD}\"")] {
        assert_eq!(read::<Untagged>(&format!("{{\"id\":{id},\"customer\":\"{ULID}\"}}")).as_ref(), Ok(&both));
        let json = format!("{{\"id\":{id},\"kind\":\"Message\",\"author\":\"{ULID}\",\"seen\":null}}");
        let message = Tagged::Message { id: discord(), author: CustomerId::new(ulid()), seen: None };
        assert_eq!(read::<Tagged>(&json).as_ref(), Ok(&message));
    }
    assert!(read::<Untagged>("{\"id\":18446744073709551616}").is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: DiscordSnowflake,
    customer: Ulid,
    note: Option<AsString>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct FlatRow {
    #[serde(flatten)]
    row: Customer,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Customer {
    customer: Ulid,
}

#[test]
fn all_digit_ulids_survive_csv_or_are_refused() {
    let rows = |text: &str| csv::Reader::from_reader(text.as_bytes()).deserialize::<Row>().next().unwrap();
    let text = "id,customer,note\n175928847299117063,01234567890123456789012345,\n";
    let row = rows(text).unwrap();
    assert_eq!((row.id, row.customer.to_string().as_str(), row.note), (discord(), "01234567890123456789012345", None));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(&row).unwrap();
    assert_eq!(String::from_utf8(writer.into_inner().unwrap()).unwrap(), text);
    // Under `flatten` the format guesses numbers, and has lost the text already: an error, and never another id.
    for digits in ["00000000000000000000000010", "01234567890123456789012345", "01234567890E23456789012345"] {
        let text = format!("customer\n{digits}\n");
        let read = csv::Reader::from_reader(text.as_bytes()).deserialize::<FlatRow>().next().unwrap();
        assert!(read.is_err(), "{digits}: {read:?}");
    }
    let text = format!("customer\n{ULID}\n");
    let read = csv::Reader::from_reader(text.as_bytes()).deserialize::<FlatRow>().next().unwrap();
    assert_eq!(read.unwrap().row.customer, ulid());
}

#[test]
fn other_text_formats_work() {
    let row = Row { id: discord(), customer: ulid(), note: "08da7241-170b-4c8e-8f11-223344556677".parse().ok() };
    let yaml = serde_yaml_ng::to_string(&row).unwrap();
    assert_eq!(serde_yaml_ng::from_str::<Row>(&yaml).unwrap(), row);
    assert_eq!(serde_yaml_ng::from_str::<DiscordSnowflake>(DISCORD).unwrap(), discord());
    // All digits, unquoted: the reader asks for text and gets it.
    let nalix = serde_yaml_ng::from_str::<NalixTyped>("6601004433221177").unwrap();
    assert_eq!(nalix.to_string(), "6601004433221177");
    let toml = toml::to_string(&row).unwrap();
    assert_eq!(toml::from_str::<Row>(&toml).unwrap(), row);
    assert_eq!(toml::from_str::<Row>(&toml.replace(&format!("\"{DISCORD}\""), DISCORD)).unwrap(), row);
    let query = serde_urlencoded::to_string(&row).unwrap();
    assert_eq!(query, format!("id={DISCORD}&customer={ULID}&note=08da7241-170b-4c8e-8f11-223344556677"));
    assert_eq!(serde_urlencoded::from_str::<Row>(&query).unwrap(), row);
    let document = bson::serialize_to_document(&row).unwrap();
    assert_eq!(bson::deserialize_from_document::<Row>(document.clone()).unwrap(), row);
    assert_eq!(document.get_str("id").unwrap(), DISCORD);
    let octets = bson::serialize_to_vec(&row).unwrap();
    assert_eq!(bson::deserialize_from_slice::<Row>(&octets).unwrap(), row);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Forms {
    #[serde(with = "forms::as_number")]
    number: DiscordSnowflake,
    #[serde(with = "forms::as_number::option")]
    maybe: Option<NalixTyped>,
    #[serde(with = "forms::as_bytes")]
    bytes: Ulid,
    #[serde(with = "forms::as_text::option")]
    text: Option<CustomerId>,
}

#[test]
fn other_forms_are_chosen_by_field() {
    let value = Forms {
        number: discord(),
        maybe: Some(NalixTyped::from_u64(5)),
        bytes: ulid(),
        text: Some(CustomerId::new(ulid())),
    };
    let octets: Vec<u8> = ulid().to_be_bytes().to_vec();
    let json = json!({"number": 175_928_847_299_117_063_u64, "maybe": 5, "bytes": octets, "text": ULID});
    assert_eq!(serde_json::to_value(&value).unwrap(), json);
    assert_eq!(serde_json::from_value::<Forms>(json.clone()).unwrap(), value);
    let octets = postcard::to_stdvec(&value).unwrap();
    assert!(octets.windows(26).any(|window| window == ULID.as_bytes()));
    assert_eq!(postcard::from_bytes::<Forms>(&octets).unwrap(), value);
    let wrong = |member: &str, value: Value| {
        let mut json = json.clone();
        json[member] = value;
        serde_json::from_value::<Forms>(json).unwrap_err().to_string()
    };
    assert_eq!(
        wrong("number", json!("5")),
        "invalid type: string \"5\", expected a Discord snowflake as an unsigned integer"
    );
    assert_eq!(wrong("number", json!(-1)), "invalid Discord snowflake: a negative number, ids are unsigned");
    assert_eq!(wrong("bytes", json!([1, 2, 3])), "invalid ULID: 3 octets, expected 16");
    assert_eq!(wrong("bytes", json!(vec![0; 17])), "invalid length 17, expected a ULID as 16 octets");
    assert_eq!(wrong("text", json!(5)), "invalid type: integer `5`, expected a CustomerId as text (26 letters)");
    let none = json!({"number": 1, "maybe": null, "bytes": vec![0; 16], "text": null});
    assert_eq!(serde_json::from_value::<Forms>(none).unwrap().maybe, None);
}

#[test]
fn truncated_and_foreign_binary_data_is_refused() {
    assert!(postcard::from_bytes::<Ulid>(&[16, 1, 2]).is_err());
    assert!(postcard::from_bytes::<Ulid>(&[3, 1, 2, 3]).is_err());
    assert!(rmp_serde::from_slice::<DiscordSnowflake>(&rmp_serde::to_vec(DISCORD).unwrap()).is_err());
    assert!(rmp_serde::from_slice::<DiscordSnowflake>(&rmp_serde::to_vec(&-1).unwrap()).is_err());
    let set_sign = rmp_serde::to_vec(&(1_u64 << 63)).unwrap();
    assert!(rmp_serde::from_slice::<TwitterSnowflake>(&set_sign).is_err());
    assert!(postcard::from_bytes::<AsString>(&postcard::to_stdvec(&Ulid::MAX).unwrap()).is_err());
}
