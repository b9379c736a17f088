//! Every reading of a text, and the evidence for each.

#![allow(clippy::unwrap_used, reason = "a test, with helpers outside of its functions")]

use idspec::reading::{EvidenceCode, Hint, ReadAs, Reader, Reading, Sign, Verdict, hints};
use idspec::{Layout, Timestamp};
use proptest::prelude::*;

fn utc(year: i32, month: u32, day: u32) -> Timestamp {
    Timestamp::from_utc(year, month, day, 0, 0, 0).unwrap()
}

fn reader() -> Reader {
    Reader::new(utc(2026, 12, 1))
}

/// `verdict scheme kind layout way time` of what is not impossible.
fn lines(readings: &[Reading]) -> Vec<String> {
    let possible = readings.iter().filter(|reading| reading.verdict() != Verdict::Impossible);
    let line = |reading: &Reading| {
        let layout = reading.layout();
        let time = reading.timestamp().map_or_else(|| "-".to_owned(), |time| time.to_string());
        format!("{} {} {} {time}", reading.verdict(), layout.scheme(), reading.read_as().as_str())
    };
    possible.map(line).collect()
}

fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.evidence().iter().map(|evidence| evidence.code().as_str()).collect()
}

#[test]
fn a_number_has_many_readings_and_none_is_preferred() {
    let readings = reader().read("1541815603606036480");
    assert_eq!(
        lines(&readings),
        [
            "possible Twitter snowflake text 2022-06-28T16:07:40.105Z",
            "possible Discord snowflake text 2026-08-25T14:24:45.448Z",
            "possible Instagram sharded id text 2017-06-21T04:19:24.445Z",
            "possible Nalix id decimal 2024-01-12T11:15:46Z",
        ]
    );
    assert_eq!(codes(&readings[0]), ["shared_form", "time_in_window", "not_by_date"]);
}

#[test]
fn a_ulid_has_one() {
    let readings = reader().read("01HTQW311N1KR5G0Y75M3EF00H");
    assert_eq!(lines(&readings), ["likely ULID text 2024-04-05T19:34:38.901Z"]);
    assert_eq!(codes(&readings[0]), ["own_form", "time_in_window"]);
    assert_eq!(readings[0].text().unwrap().as_str(), "01HTQW311N1KR5G0Y75M3EF00H");
    // All others say why not.
    assert_eq!(readings.len(), idspec::schemes().count());
    assert_eq!(codes(&readings[1]), ["broken"]);
    assert_eq!(
        readings[1].outcome().unwrap_err().to_string(),
        "invalid Twitter snowflake: unexpected character 'H' at offset 2"
    );
}

#[test]
fn a_guid_is_known_by_the_date_of_its_layout() {
    let readings = reader().read("08da7241-170b-c8ef-a094-06224a651c6a");
    let found = lines(&readings);
    assert_eq!(
        found[..2],
        [
            "likely sequential GUID (AsString, ticks64) text 2022-07-30T15:35:11.1435503Z",
            "likely sequential GUID (AsBinary, ticks64) uuid-dn 2022-07-30T15:35:11.1435503Z",
        ]
    );
    assert!(found[2..].iter().all(|line| line.starts_with("unlikely")), "{found:?}");
    // Version and variant are where the kind AtEnd has them.
    let found = lines(&reader().read("44332211-6655-40f8-8c8e-08da7241170b"));
    assert_eq!(found[0], "likely sequential GUID (AtEnd) text 2022-07-30T15:35:11.1435503Z");
}

#[test]
fn sixteen_digits_are_read_both_ways() {
    let readings = reader().read("6601004433221177");
    let nalix: Vec<String> = lines(&readings).into_iter().filter(|line| line.contains("Nalix")).collect();
    assert_eq!(
        nalix,
        [
            "possible Nalix id text 1979-02-10T00:20:20Z",
            "possible Nalix id decimal 1982-06-20T19:48:44Z",
            "possible Nalix id hex 1970-07-14T09:11:15Z",
            "possible Nalix id of 56 bits decimal -",
        ]
    );
    let own = readings.iter().find(|it| it.read_as() == ReadAs::Text && it.layout().scheme().name() == "nalix-typed");
    assert_eq!(codes(own.unwrap()), ["shared_form", "time_may_be_none", "not_by_date"]);
}

#[test]
fn what_is_known_settles_it() {
    let near = reader().near(utc(2022, 6, 28)).read("1541815603606036480");
    assert_eq!(lines(&near)[0], "likely Twitter snowflake text 2022-06-28T16:07:40.105Z");
    assert!(near.iter().filter(|it| it.verdict() == Verdict::Unlikely).all(|it| codes(it).contains(&"time_far")));
    let named = reader().only([Layout::of(&idspec::discord::SCHEME)]).read("1541815603606036480");
    assert_eq!(lines(&named), ["likely Discord snowflake text 2026-08-25T14:24:45.448Z"]);
    // Sixteen digits are the text of a Nalix id before they are a number or octets.
    let named = reader().only([Layout::of(&idspec::nalix_typed::SCHEME)]).read("6601004433221177");
    assert_eq!(lines(&named), ["likely Nalix id text 1979-02-10T00:20:20Z"]);
    let named = reader().only([Layout::of(&idspec::ulid::SCHEME)]).read("08da7241-170b-c8ef-a094-06224a651c6a");
    assert_eq!(lines(&named), ["unlikely ULID uuid 2278-06-20T15:46:01.099Z"]);
    let window = reader().window(utc(2017, 1, 1)..utc(2018, 1, 1)).read("1541815603606036480");
    let found = lines(&window);
    assert_eq!(found[0], "possible Instagram sharded id text 2017-06-21T04:19:24.445Z");
    assert_eq!(found[2], "unlikely Twitter snowflake text 2022-06-28T16:07:40.105Z");
    let own = Layout::at_epoch(&idspec::twitter_snowflake::SCHEME, 1_596_211_200_000).unwrap();
    let found = lines(&reader().with([own]).read("3125927076831231"));
    assert!(found.contains(&"possible Twitter snowflake text 2020-08-09T07:01:19.092Z".to_owned()), "{found:?}");
}

#[test]
fn forms_that_are_not_the_schemes_own() {
    let first = |text: &str, scheme: &str| {
        let readings = reader().read(text);
        let found = readings.iter().find(|it| it.layout().scheme().name() == scheme && it.outcome().is_ok());
        found.map(|it| (it.read_as().as_str(), it.text().unwrap().as_str().to_owned()))
    };
    let ulid = Some("01HTQW311N1KR5G0Y75M3EF00H".to_owned());
    assert_eq!(first("018eafc1-8435-0cf0-5803-c72d06e78011", "ulid"), Some("uuid").zip(ulid.clone()));
    assert_eq!(first("0x018eafc184350cf05803c72d06e78011", "ulid"), Some("hex").zip(ulid.clone()));
    assert_eq!(first("01HTQW3LIN1KR5GOY75M3EF00H", "ulid").map(|it| it.0), Some("lenient"));
    assert_eq!(first("-9223372036854775808", "discord"), Some(("signed", "9223372036854775808".to_owned())));
    // Twitter has 63 bits.
    assert_eq!(first("-9223372036854775808", "twitter-snowflake"), None);
    for bad in ["-0", "-", "--5", "-+5", "+5", "05", "5 ", "", "0x5", "é"] {
        assert_eq!(first(bad, "discord"), None, "{bad}");
    }
}

#[test]
fn a_twitter_id_before_the_snowflakes_is_unlikely() {
    let verdict = |text: &str| {
        let readings = reader().read(text);
        let twitter = readings.into_iter().find(|it| it.layout().scheme().name() == "twitter-snowflake").unwrap();
        (twitter.verdict(), codes(&twitter).contains(&"before_the_scheme"))
    };
    assert_eq!(verdict("29700859246"), (Verdict::Unlikely, true));
    assert_eq!(verdict("29700859247"), (Verdict::Possible, false));
}

#[test]
fn hints_tell_what_no_scheme_does() {
    let told = |text: &str| hints(text).collect::<Vec<Hint>>();
    assert_eq!(told("1541815603606036500"), [Hint::RoundedDouble]);
    assert_eq!(told("1541815603606036480"), []);
    // 2^53, up to which doubles are exact.
    assert_eq!(told("9007199254740000"), []);
    assert_eq!(told("9007199254741000"), [Hint::RoundedDouble]);
    assert_eq!(told(" 5"), [Hint::Surrounded]);
    assert_eq!(told("'5'"), [Hint::Surrounded]);
    assert_eq!(told("-5"), [Hint::Negative]);
    assert_eq!(told("18446744073709551616"), [Hint::WiderThan64Bits]);
    assert_eq!(told("018f2a3b-7c4d-7e6f-8a9b-0c1d2e3f4a5b"), [Hint::UuidVersion(7)]);
    assert_eq!(told("f47ac10b-58cc-4372-a567-0e02b2c3d479"), []);
    assert_eq!(told(""), []);
}

#[test]
fn every_code_has_a_name_a_sign_and_words() {
    use EvidenceCode::{
        BeforeTheScheme, Broken, FixedBits, HardlyByChance, Named, NotByDate, NotCanonical, OtherForm, OwnForm,
        SharedForm, TimeAfterWindow, TimeBeforeWindow, TimeFar, TimeInWindow, TimeMayBeNone, TimeNear,
    };
    let (pro, contra, note) = (Sign::For, Sign::Against, Sign::Note);
    for (code, name, sign) in [
        (Named, "named", pro),
        (OwnForm, "own_form", pro),
        (SharedForm, "shared_form", note),
        (OtherForm, "other_form", note),
        (NotCanonical, "not_canonical", note),
        (FixedBits, "fixed_bits", pro),
        (TimeInWindow, "time_in_window", pro),
        (TimeBeforeWindow, "time_before_window", contra),
        (TimeAfterWindow, "time_after_window", contra),
        (TimeNear, "time_near", pro),
        (TimeFar, "time_far", contra),
        (BeforeTheScheme, "before_the_scheme", contra),
        (HardlyByChance, "hardly_by_chance", pro),
        (NotByDate, "not_by_date", note),
        (TimeMayBeNone, "time_may_be_none", note),
        (Broken, "broken", contra),
    ] {
        assert_eq!((code.as_str(), code.sign()), (name, sign));
        assert!(!code.words().is_empty() && !code.words().contains('_'), "{name}");
    }
}

proptest! {
    /// Whatever the text: no panic, one reading or more for each layout, likely ones first, and what is read writes itself back.
    #[test]
    fn every_layout_answers_every_text(text in "\\PC{0,40}|[0-9]{1,22}|-?[0-9]{1,20}|[0-9A-Za-z]{16}|[0-9A-Za-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}") {
        let reader = reader();
        let readings = reader.read(&text);
        for layout in reader.layouts() {
            prop_assert!(readings.iter().any(|reading| reading.layout() == *layout));
        }
        prop_assert!(readings.is_sorted_by_key(Reading::verdict));
        for reading in &readings {
            match reading.outcome() {
                Ok(number) => {
                    let own = reading.text().unwrap();
                    prop_assert_eq!(reading.layout().parse(own.as_bytes()), Ok(number));
                }
                Err(_) => prop_assert_eq!(reading.verdict(), Verdict::Impossible),
            }
        }
        let _ = hints(&text).count();
    }
}
