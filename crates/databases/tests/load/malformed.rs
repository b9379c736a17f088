//! Requests with malformed ids, in paths, queries and bodies, and what the answer has to say of them.

use std::fmt::Write as _;

use crate::random::Random;

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A request that has to be refused.
#[derive(Clone, Debug)]
pub(crate) struct Malformed {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) status: u16,
    /// What the message names.
    pub(crate) names: &'static str,
}

/// Whether octets are an order's id, written from the specification.
pub(crate) fn is_order_id(octets: &[u8]) -> bool {
    octets.strip_prefix(b"ord_").is_some_and(|letters| {
        letters.len() == 26
            && letters.iter().all(|letter| LETTERS.contains(&letter.to_ascii_uppercase()))
            && letters[0] <= b'7'
    })
}

/// A malformed id of an order, in octets: they need not be UTF-8.
fn order_id(random: &mut Random) -> Vec<u8> {
    loop {
        let valid = format!("ord_{}", random.ulid());
        let mut id = valid.clone().into_bytes();
        let at = random.below(id.len());
        match random.below(15) {
            0 => id[at] = random.between(0x21, 0x7e) as u8,
            1 => drop(id.remove(at)),
            2 => id.insert(at, LETTERS[random.below(32)]),
            3 => id.truncate(at),
            4 => id = id.repeat(random.between(2, 500) as usize),
            5 => id.extend(std::iter::repeat_n(b'0', random.between(1, 20_000) as usize)),
            6 => id = [random.pick(&["cus_", "ORD_", "", "ord-", "ord__", "ord", "_"]).as_bytes(), &id[4..]].concat(),
            // Ids of other schemes.
            7 => id = format!("ord_{}", random.next()).into_bytes(),
            8 => id = random.next().to_string().into_bytes(),
            9 => id = format!("ord_{:032x}", u128::from(random.next()) << 64).into_bytes(),
            10 => id = random.ulid().to_uuid_text().as_str().bytes().collect(),
            // Above 128 bits.
            11 => id[4] = b"89ABCDEFGHJKMNPQRSTVWXYZ"[random.below(24)],
            // Not UTF-8: a lone octet, a lone continuation, an overlong form, a surrogate.
            12 => {
                let octets: &[u8] = random.pick(&[&b"\xff"[..], b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x84"]);
                id.splice(at..at, octets.iter().copied());
            }
            // What looks like a letter or a digit, or like nothing.
            13 => {
                let text =
                    random.pick(&["\u{212a}", "\u{17f}", "\u{ff11}", "\u{661}", "\u{200b}", "\0", "\n", " ", "%"]);
                id.splice(at..at, text.bytes());
            }
            _ => id = (0..random.between(1, 60)).map(|_| random.next() as u8).collect(),
        }
        // A segment of dots is no segment; nothing at all is another path.
        let dots = id.iter().all(|octet| *octet == b'.');
        if !dots && !is_order_id(&id) {
            return id;
        }
    }
}

/// Octets as a part of a URL.
fn percent(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for octet in octets {
        if octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b'-') {
            text.push(char::from(*octet));
        } else {
            let _ = write!(text, "%{octet:02X}");
        }
    }
    text
}

/// What stands for a customer in JSON and is none, and what the message names.
fn customer(random: &mut Random) -> (String, &'static str) {
    let number = random.next();
    let text = match random.below(12) {
        0 => format!("\"+{number}\""),
        1 => format!("\" {number}\""),
        2 => format!("\"0{number}\""),
        3 => format!("\"{number}.0\""),
        4 => format!("\"cus_{number}\""),
        5 => "\"\"".to_owned(),
        6 => format!("\"{}\"", random.ulid()),
        7 => format!("\"{}\"", "9".repeat(random.between(20, 10_000) as usize)),
        8 => format!("\"\u{ff11}{number}\""),
        9 => format!("-{}", number / 2 + 1),
        10 => random.pick(&["18446744073709551616", "1e300", "0.5", "null", "true", "[]", "{}", "[1]"]).to_owned(),
        // More than a signed column holds.
        _ => format!("\"{}\"", number | 1 << 63),
    };
    (text, "CustomerId")
}

/// A malformed request; `cents` is what no row may hold.
pub(crate) fn request(random: &mut Random, cents: usize) -> Malformed {
    let order = format!(r#"{{"customer": "{}", "cents": {cents}}}"#, random.next() >> 1);
    let new = |random: &mut Random| format!("/orders/ord_{}", random.ulid());
    let refused = |method, path, body: Option<String>, names| {
        let body = body.map(String::into_bytes);
        Malformed { method, path, body, status: 400, names }
    };
    match random.below(12) {
        0..=4 => {
            let id = order_id(random);
            let names = if id.is_empty() {
                "there is nothing at /orders/"
            } else if std::str::from_utf8(&id).is_ok() {
                "invalid OrderId: "
            } else {
                "Invalid UTF-8 in `id`"
            };
            let path = format!("/orders/{}", percent(&id));
            let (method, body) = if random.below(2) == 0 { ("GET", None) } else { ("PUT", Some(order)) };
            let status = if id.is_empty() { 404 } else { 400 };
            Malformed { status, ..refused(method, path, body, names) }
        }
        5 | 6 => {
            let path = format!(
                "/orders?from=2024-01-01T00:00:00Z&until=2200-01-01T00:00:00Z&after={}",
                percent(&order_id(random))
            );
            refused("GET", path, None, "invalid OrderId: ")
        }
        7 | 8 => {
            let (customer, names) = customer(random);
            let body = format!(r#"{{"customer": {customer}, "cents": {cents}}}"#);
            refused("POST", "/orders".to_owned(), Some(body), names)
        }
        9 => {
            let (customer, names) = customer(random);
            let body = format!(r#"{{"cents": {cents}, "customer": {customer}}}"#);
            refused("PUT", new(random), Some(body), names)
        }
        10 => {
            let cut = random.below(order.len());
            let body = order.get(..cut).unwrap_or_default().to_owned();
            refused("PUT", new(random), Some(body), "EOF while parsing")
        }
        // An id of another time than its order's.
        _ => {
            let (time, names) = match random.below(2) {
                0 => (946_684_800_000, " is of 2000-01-01T00:00:00Z: "),
                _ => (7_258_118_400_000, " is of 2200-01-01T00:00:00Z: "),
            };
            let id = idspec::Ulid::from_parts(time, u128::from(random.next())).expect("80 bits");
            refused("PUT", format!("/orders/ord_{id}"), Some(order), names)
        }
    }
}

#[test]
fn what_is_malformed_is_known() {
    assert!(is_order_id(b"ord_01HTQW311N1KR5G0Y75M3EF00H") && is_order_id(b"ord_7zzzzzzzzzzzzzzzzzzzzzzzzz"));
    for text in [
        "ord_01HTQW311N1KR5G0Y75M3EF00U",
        "ord_01HTQW311N1KR5G0Y75M3EF00",
        "ord_01HTQW311N1KR5G0Y75M3EF00H0",
        "ORD_01HTQW311N1KR5G0Y75M3EF00H",
        "ord_8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "01HTQW311N1KR5G0Y75M3EF00H",
        "",
    ] {
        assert!(!is_order_id(text.as_bytes()), "{text}");
    }
    assert_eq!(percent(b"ord_ /?\xff."), "ord_%20%2F%3F%FF%2E");
}

#[test]
fn the_requests_are_those_of_their_seed() {
    // The ids of now differ; the kinds of requests do not.
    let kinds = |seed| {
        let mut random = Random::new(seed);
        (0..50).map(|cents| request(&mut random, cents).method).collect::<Vec<_>>()
    };
    assert_eq!(kinds(1), kinds(1));
    assert_ne!(kinds(1), kinds(2));
}
