//! The page as a browser, a script and a foreign site meet it.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use clap::Parser as _;
use tower::ServiceExt as _;

use super::guard::HEADERS;
use super::routes;
use super::site::Site;
use crate::args::Arguments;
use crate::context::Context;

const HOST: &str = "127.0.0.1:4711";
const ORIGIN: &str = "http://127.0.0.1:4711";

/// The present instant of the tests.
const NOW: &str = "2026-01-01T00:00:00Z";

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

fn router() -> Router {
    let arguments = Arguments::try_parse_from(["idspec", "serve", "--now", NOW]).unwrap();
    let context = Context::of(&arguments.shared).unwrap();
    routes::router(Site::new(&context, 4711))
}

fn ask(method: &str, address: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut request = Request::builder().method(method).uri(address);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = router().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let octets = to_bytes(response.into_body(), 16 << 20).await.unwrap();
        Answer { status, headers, text: String::from_utf8(octets.to_vec()).unwrap() }
    })
}

fn get(address: &str) -> Answer {
    ask("GET", address, &[("host", HOST)], "")
}

fn post(address: &str, body: &str) -> Answer {
    ask("POST", address, &[("host", HOST), ("origin", ORIGIN)], body)
}

#[test]
fn only_the_exact_host_is_answered() {
    assert_eq!(get("/").status, StatusCode::OK);
    for host in ["127.0.0.1", "127.0.0.1:4712", "localhost:4711", "evil.example", "127.0.0.1:4711.evil.example", ""] {
        let answer = ask("GET", "/", &[("host", host)], "");
        assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        assert!(!answer.text.contains("<html"), "{host}");
        assert_eq!(answer.headers["content-security-policy"], HEADERS[0].1);
    }
    assert_eq!(ask("GET", "/", &[], "").status, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(ask("GET", "/", &[("host", HOST), ("host", HOST)], "").status, StatusCode::MISDIRECTED_REQUEST);
}

#[test]
fn only_the_page_itself_posts() {
    let allowed = |headers: &[(&str, &str)]| {
        let headers = [&[("host", HOST)], headers].concat();
        ask("POST", "/inspect", &headers, "ids=1").status
    };
    for fine in [
        &[("origin", ORIGIN)][..],
        &[("origin", ORIGIN), ("sec-fetch-site", "same-origin")],
        &[("sec-fetch-site", "same-origin")],
        &[("origin", "null"), ("sec-fetch-site", "same-origin")],
    ] {
        assert_eq!(allowed(fine), StatusCode::OK, "{fine:?}");
    }
    for foreign in [
        &[][..],
        &[("origin", "null")],
        &[("origin", "http://evil.example")],
        &[("origin", "http://127.0.0.1:4712")],
        &[("origin", "https://127.0.0.1:4711")],
        &[("origin", ORIGIN), ("sec-fetch-site", "cross-site")],
        &[("origin", ORIGIN), ("sec-fetch-site", "same-site")],
        &[("origin", "null"), ("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "none")],
        &[("origin", ORIGIN), ("origin", "http://evil.example")],
    ] {
        assert_eq!(allowed(foreign), StatusCode::FORBIDDEN, "{foreign:?}");
    }
}

#[test]
fn every_answer_has_the_same_headers() {
    let expected = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types idspec",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    for (address, status, kind) in [
        ("/", 200, "text/html; charset=utf-8"),
        ("/inspect", 200, "text/html; charset=utf-8"),
        ("/range", 200, "text/html; charset=utf-8"),
        ("/compare", 200, "text/html; charset=utf-8"),
        ("/learn", 200, "text/html; charset=utf-8"),
        ("/nothing", 404, "text/html; charset=utf-8"),
        ("/page.css", 200, "text/css; charset=utf-8"),
        ("/page.js", 200, "text/javascript; charset=utf-8"),
        ("/theme.js", 200, "text/javascript; charset=utf-8"),
        ("/icon.svg", 200, "image/svg+xml"),
    ] {
        let answer = get(address);
        assert_eq!(answer.status.as_u16(), status, "{address}");
        assert_eq!(answer.headers["content-type"], kind, "{address}");
        for (name, value) in expected {
            assert_eq!(answer.headers[name], value, "{address}");
            assert_eq!(answer.headers.get_all(name).iter().count(), 1, "{address}");
        }
        assert!(
            !answer.headers.contains_key("set-cookie") && !answer.headers.contains_key("access-control-allow-origin")
        );
    }
    assert_eq!(ask("DELETE", "/", &[("host", HOST), ("origin", ORIGIN)], "").status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(post("/", "").status, StatusCode::METHOD_NOT_ALLOWED);
}

#[test]
fn what_was_pasted_is_text() {
    let script = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%3E";
    for answer in [
        post("/inspect", &format!("ids={script}&near={script}")),
        post("/inspect", &format!("ids={script}")),
        get(&format!("/compare?a={script}&b={script}")),
        get(&format!("/?scheme={script}")),
        get(&format!("/?at={script}&count={script}")),
        get(&format!("/range?from={script}&to={script}&column={script}&scheme=ulid")),
        get(&format!("/{script}")),
        get(&format!("/learn?lang={script}")),
    ] {
        // The two of the head, and no third.
        assert_eq!(answer.text.matches("<script").count(), 2, "{}", answer.text);
        assert!(!answer.text.contains("alert(1)</script>"));
    }
    let pasted = post("/inspect", &format!("ids={script}"));
    assert!(pasted.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{}", pasted.text);
}

#[test]
fn nothing_on_a_page_is_inline_or_from_elsewhere() {
    for address in ["/", "/inspect?ids=1541815603606036480", "/range", "/compare?a=1&b=2", "/learn", "/nothing"] {
        let text = get(address).text;
        assert!(!text.contains(" style=") && !text.contains("<style") && !text.contains(" onclick="), "{address}");
        assert!(!text.contains("http:") && !text.contains("https:"), "{address}");
    }
}

#[test]
fn a_megabyte_gets_an_answer() {
    let answer = post("/inspect?lang=en", &format!("ids={}", "1".repeat(1 << 20)));
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        answer.text.contains("That was 1048580 octets, and this page reads 196608 at most. For more there is the command: idspec inspect - &lt; FILE"),
        "{}",
        answer.text
    );
    // One long line that is not too much is no id either.
    let answer = post("/inspect", &format!("ids={}", "1".repeat(190 * 1024)));
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.text.contains("No scheme has such an id."));
    // And of many lines the first ones are shown.
    let answer = post("/inspect", &format!("ids={}", "1%0A".repeat(150)));
    assert!(answer.text.contains("Only the first 100 of 150 lines are shown."));
    assert_eq!(answer.text.matches("<article").count(), 100);
}

#[test]
fn ids_are_made_as_asked() {
    let made = |address: &str| get(address).text.matches("<code class=\"id\"").count();
    assert_eq!(made("/"), 1);
    assert_eq!(made("/?count=50&scheme=seq-guid:at-end"), 50);
    assert_eq!(made("/?count=7&reset=1"), 1);
    for bad in ["0", "51", "-1", "x"] {
        let answer = get(&format!("/?count={bad}"));
        assert!(answer.text.contains(&format!("not a number between 1 and 50: {bad}")), "{bad}");
        assert_eq!(answer.text.matches("<code class=\"id\"").count(), 0);
    }
    let known = get("/?scheme=twitter-snowflake&at=2022-06-28T16:07:40.105Z&datacenter=11&worker=26");
    assert!(known.text.contains("id=\"id-0\">1541815603606036480</code>"), "{}", known.text);
    let out = get("/?scheme=discord&worker=32");
    assert!(out.text.contains("worker 32 is outside 0 to 31 for a Discord snowflake"), "{}", out.text);
}

#[test]
fn ids_are_handed_out_as_a_file() {
    let answer = post("/download", "ids=1%0D%0A2");
    assert_eq!(answer.text, "1\n2\n");
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"ids.txt\"");
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    assert_eq!(ask("POST", "/download", &[("host", HOST)], "ids=1").status, StatusCode::FORBIDDEN);
}

#[test]
fn readings_and_comparisons_are_those_of_the_library() {
    let text = post("/inspect", "ids=1541815603606036480").text;
    assert!(text.contains("2022-06-28T16:07:40.105Z") && text.contains("a single number fits several schemes"));
    let text = get("/compare?lang=en&a=175928847299117063&b=175928847303311367&as=discord").text;
    assert!(text.contains("The first is older by 00:00:00.001."), "{text}");
    assert!(text.contains("Both come from the same machine: worker 1, process 0."), "{text}");
    assert_eq!(text.matches("first before second").count(), 3);
    let text = get("/compare?lang=en&a=175928847299117063&b=175928847303311367&as=instagram-sharded").text;
    assert!(text.contains("They come from different machines: shard 128 / 4224."), "{text}");
    let text = get("/compare?lang=en&a=01HTQW311N1KR5G0Y75M3EF00H&b=7").text;
    assert!(text.contains("No scheme reads both."));
}

#[test]
fn pages_are_in_the_language_that_was_asked_for() {
    for (tag, title) in [("en", "Inspect"), ("ms", "Periksa"), ("vi", "Kiểm tra"), ("zh-Hans", "解读")] {
        let text = get(&format!("/inspect?lang={tag}")).text;
        assert!(text.contains(&format!("<html lang=\"{tag}\">")) && text.contains(&format!("<h1>{title}</h1>")));
    }
    let text = ask("GET", "/", &[("host", HOST), ("accept-language", "fr, vi;q=0.8")], "").text;
    assert!(text.contains("<html lang=\"vi\">"));
}

#[test]
fn ranges_are_literals_of_the_database() {
    let range = |rest: &str| get(&format!("/range?lang=en&from=2024-04-05&to=2024-04-06&{rest}")).text;
    for (rest, expected) in [
        ("scheme=discord", "WHERE id &gt;= 1225595761459200000\n  AND id &lt; 1225958149324800000"),
        (
            "scheme=ulid",
            "WHERE id &gt;= '018eab8e-1800-0000-0000-000000000000'::uuid\n  AND id &lt; '018eb0b4-7400-0000-0000-000000000000'::uuid",
        ),
        (
            "scheme=ulid&db=mssql&column=o.id",
            "WHERE o.id &gt;= 0x018eab8e180000000000000000000000\n  AND o.id &lt; 0x018eb0b4740000000000000000000000",
        ),
        ("scheme=ulid&db=mariadb&holds=text", "CHAR(26) CHARACTER SET ascii"),
        ("scheme=seq-guid:at-end&db=sqlite", "as BLOB in SQLite a sequential GUID (AtEnd) does not sort by its time"),
        ("scheme=ulid&holds=bigint", "a bigint column does not hold the 128 bits of a ULID"),
        ("scheme=discord&column=id;drop", "not the name of a column: id;drop"),
        ("scheme=nalix-typed&type=11", "WHERE id &gt;= "),
        ("scheme=nalix-typed&type=256", "type 256 is outside 0 to 255"),
    ] {
        let text = range(rest);
        assert!(text.contains(expected), "{rest}: {text}");
    }
}

/// The colours of one theme of `page.css`.
fn colours(block: &str) -> Vec<(&str, u32)> {
    let lines = block.lines().filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": #"));
    lines.map(|(name, hex)| (name, u32::from_str_radix(hex, 16).unwrap())).collect()
}

/// The contrast of two colours as WCAG 2.2 computes it.
fn contrast(one: u32, other: u32) -> f64 {
    let luminance = |colour: u32| {
        let part = |shift: u32| {
            let value = f64::from(colour >> shift & 0xff) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    };
    let (light, dark) = (luminance(one).max(luminance(other)), luminance(one).min(luminance(other)));
    (light + 0.05) / (dark + 0.05)
}

#[test]
fn colours_can_be_told_apart() {
    assert_eq!(contrast(0xff_ffff, 0), 21.0);
    let css = include_str!("assets/page.css");
    let block = |start: &str| css.split_once(start).unwrap().1.split_once('}').unwrap().0;
    let light = colours(block(":root {"));
    let dark = colours(block(":root[data-theme=\"dark\"] {"));
    // The system's choice and the button's are the same table.
    assert_eq!(dark, colours(block(":root:not([data-theme=\"light\"]) {")));
    for (theme, table) in [("light", light), ("dark", dark)] {
        let colour = |name: &str| {
            table.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no {name} in {theme}")).1
        };
        let check = |one: &str, other: &str, least: f64| {
            let found = contrast(colour(one), colour(other));
            assert!(found >= least, "{theme}: {one} on {other} has {found:.2}, and needs {least}");
        };
        for field in ["field-0", "field-1", "field-2", "field-3", "field-4", "field-5", "fixed"] {
            check("field-text", field, 4.5);
            // The edge is what tells a field from its neighbour and from the page.
            check("field-line", field, 3.0);
        }
        for (one, other) in [
            ("text", "surface"),
            ("text", "ground"),
            ("text", "raised"),
            ("quiet", "surface"),
            ("quiet", "ground"),
            ("accent", "surface"),
            ("accent", "ground"),
            ("accent-text", "accent"),
            ("good", "good-soft"),
            ("middle", "middle-soft"),
            ("bad", "bad-soft"),
            ("good", "surface"),
            ("bad", "surface"),
        ] {
            check(one, other, 4.5);
        }
        for (one, other) in [("edge", "surface"), ("field-line", "surface"), ("focus", "surface"), ("focus", "ground")]
        {
            check(one, other, 3.0);
        }
    }
    assert_eq!(super::bits::COLOURS, 6);
}
