//! Who is answered, and what every answer says: pages of other sites, and names that were made to point here, get nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::site::Site;

/// For one answer, with the reading of what was posted.
const ANSWER: Duration = Duration::from_secs(20);

/// Nothing but what this page brings: no inline script or style, no other origin, no frame.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types idspec";

/// What every answer says.
pub const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Refuses what is not for this page, bounds the time of the rest, and puts [`HEADERS`] on everything.
pub async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match refused(&site, request.method(), request.headers()) {
        Some((status, why)) => (status, why).into_response(),
        None => match tokio::time::timeout(ANSWER, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "idspec: too slow\n").into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered.
fn refused(site: &Site, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let one = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        values.next().map(|first| if values.next().is_some() { &b""[..] } else { first.as_bytes() })
    };
    // A name that somebody made to point to this machine is another host, and so is another port.
    if one(header::HOST) != Some(site.host().as_bytes()) {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "idspec: this host name is not the one of the page; use the address that was printed\n",
        ));
    }
    if method == Method::GET || method == Method::HEAD {
        return None;
    }
    let site_of = one(HeaderName::from_static("sec-fetch-site"));
    let same = match one(header::ORIGIN) {
        // Without a referrer, which no page here gives, browsers leave the origin of a form out and say only of which site it is.
        Some(b"null") | None => site_of == Some(b"same-origin"),
        Some(origin) => origin == site.origin().as_bytes() && matches!(site_of, None | Some(b"same-origin")),
    };
    if same { None } else { Some((StatusCode::FORBIDDEN, "idspec: this was sent by another site\n")) }
}
