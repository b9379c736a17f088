//! Addresses and their answers.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use maud::Markup;

use super::guard;
use super::language::{self, Language};
use super::page::{self, View};
use super::query::{self, Query};
use super::site::Site;
use super::views::{self, Asked};

/// What the page is made of beside its HTML.
const ASSETS: [(&str, &str, &str); 4] = [
    ("/page.css", "text/css; charset=utf-8", include_str!("assets/page.css")),
    ("/page.js", "text/javascript; charset=utf-8", include_str!("assets/page.js")),
    ("/theme.js", "text/javascript; charset=utf-8", include_str!("assets/theme.js")),
    ("/icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
];

/// Every address of the page.
pub fn router(site: Site) -> Router {
    let site = Arc::new(site);
    let mut router = Router::new();
    for (path, kind, text) in ASSETS {
        router = router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }));
    }
    for view in View::ALL {
        router = router.route(
            view.path(),
            any(
                move |State(site): State<Arc<Site>>, request: Request| async move { answer(site, view, request).await },
            ),
        );
    }
    router
        .route("/download", axum::routing::post(download))
        .fallback(|State(_): State<Arc<Site>>, uri: Uri, headers: HeaderMap| async move {
            let language = chosen(&uri, &headers);
            html(StatusCode::NOT_FOUND, page::not_found(language))
        })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&site), guard::guard))
        .with_state(site)
}

fn chosen(uri: &Uri, headers: &HeaderMap) -> Language {
    let query = Query::of(uri.query().unwrap_or_default().as_bytes());
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
    language::choose(query.get("lang"), accepted)
}

async fn answer(site: Arc<Site>, view: View, request: Request) -> Response {
    let language = chosen(request.uri(), request.headers());
    let method = request.method().clone();
    let query = match method {
        Method::GET | Method::HEAD => Query::of(request.uri().query().unwrap_or_default().as_bytes()),
        Method::POST if view.is_posted() => match query::posted(request.into_body()).await {
            Ok(octets) => Query::of(&octets),
            Err(count) => return html(StatusCode::PAYLOAD_TOO_LARGE, page::too_large(view, language, count)),
        },
        _ => return (StatusCode::METHOD_NOT_ALLOWED, "idspec: not with this method\n").into_response(),
    };
    // Making ids may wait for the clock, and reading many takes a while; others are answered meanwhile.
    let made =
        tokio::task::spawn_blocking(move || views::render(&Asked { site: &site, language, query: &query }, view));
    match made.await {
        Ok(markup) => html(StatusCode::OK, markup),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "idspec: a fault of this program\n").into_response(),
    }
}

fn html(status: StatusCode, markup: Markup) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], markup.into_string()).into_response()
}

/// The ids of a form as a file.
async fn download(body: Body) -> Response {
    match query::posted(body).await {
        Ok(octets) => {
            let mut text = String::new();
            for line in Query::of(&octets).raw("ids").unwrap_or_default().lines() {
                text.push_str(line);
                text.push('\n');
            }
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"ids.txt\""),
            ];
            (headers, text).into_response()
        }
        Err(_) => (StatusCode::PAYLOAD_TOO_LARGE, "idspec: too much\n").into_response(),
    }
}
