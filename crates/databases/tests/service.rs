//! The example service over HTTP, on each database.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[allow(dead_code, reason = "its `main` is for a person")]
#[path = "../examples/service/main.rs"]
mod service;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use service::{Store, app};

struct Service {
    client: Client,
    base: String,
}

impl Service {
    async fn start(store: Store) -> Self {
        store.prepare().await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        // It ends with the runtime of the test.
        tokio::spawn(async move { axum::serve(listener, app(store)).await });
        let client = Client::builder().no_proxy().timeout(std::time::Duration::from_secs(20)).build().unwrap();
        Self { client, base }
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let response = self.client.get(format!("{}{path}", self.base)).send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    async fn post(&self, body: &str) -> (StatusCode, Value) {
        let request = self.client.post(format!("{}/orders", self.base)).header("content-type", "application/json");
        let response = request.body(body.to_owned()).send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    async fn refused(&self, path: &str) -> String {
        let (status, body) = self.get(path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {body}");
        body["error"].as_str().unwrap().to_owned()
    }
}

const WINDOW: &str = "/orders?from=2024-01-01T00:00:00Z&until=2200-01-01T00:00:00Z";

async fn all_of_it(store: Store) {
    let service = Service::start(store).await;

    // Ids travel as strings, whole.
    let mut made = Vec::new();
    for cents in 1..=5 {
        let body = json!({"customer": "1541815603606036481", "cents": cents}).to_string();
        let (status, order) = service.post(&body).await;
        assert_eq!(status, StatusCode::CREATED, "{order}");
        assert_eq!((&order["customer"], &order["cents"]), (&json!("1541815603606036481"), &json!(cents)));
        let id = order["id"].as_str().unwrap().to_owned();
        assert_eq!((&id[..4], id.len()), ("ord_", 30));
        let (status, again) = service.get(&format!("/orders/{id}")).await;
        assert_eq!((status, &again), (StatusCode::OK, &order));
        made.push(id);
    }
    made.sort();

    // By date, page by page, each once and in order.
    let mut listed = Vec::new();
    let mut path = format!("{WINDOW}&limit=2");
    let mut pages = 0;
    loop {
        let (status, page) = service.get(&path).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        let orders = page["orders"].as_array().unwrap();
        listed.extend(orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()));
        pages += 1;
        match page["next"].as_str() {
            Some(next) => path = format!("{WINDOW}&limit=2&after={next}"),
            None => break,
        }
    }
    assert_eq!((listed, pages), (made.clone(), 3));
    let (_, before) = service.get("/orders?from=2024-01-01T00:00:00Z&until=2024-01-02T00:00:00Z").await;
    assert_eq!(before, json!({"orders": [], "next": null}));
    let (_, open) = service.get("/orders?from=2024-01-01T00:00:00Z&until=9999-12-30T00:00:00Z&limit=500").await;
    assert_eq!(open["orders"].as_array().unwrap().len(), 5);

    // Malformed ids are 400, with what is wrong.
    let error = service.refused("/orders/ord_01HTQW311N1KR5G0Y75M3EF00U").await;
    assert!(error.contains("invalid OrderId: unexpected character 'U' at offset 29"), "{error}");
    let error = service.refused("/orders/01HTQW311N1KR5G0Y75M3EF00H").await;
    assert!(error.contains("invalid OrderId: wrong prefix, expected `ord_` and 26 letters"), "{error}");
    let error = service.refused("/orders/ord_8ZZZZZZZZZZZZZZZZZZZZZZZZZ").await;
    assert!(error.contains("invalid OrderId: above the largest, ord_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), "{error}");
    let error = service.refused(&format!("{WINDOW}&after=175928847299117063")).await;
    assert!(error.contains("invalid OrderId: wrong prefix"), "{error}");
    let error = service.refused("/orders?from=2024-01-02T00:00:00Z&until=2024-01-01T00:00:00Z").await;
    assert_eq!(error, "invalid OrderId: until is before the start of the window");
    let error = service.refused("/orders?from=1960-01-01T00:00:00Z&until=2024-01-01T00:00:00Z").await;
    assert!(error.starts_with("invalid OrderId: unix_ms -315619200000 is outside 0 to "), "{error}");
    for (body, message) in [
        (r#"{"customer": "+5", "cents": 1}"#, "invalid CustomerId: unexpected character '+' at offset 0"),
        (r#"{"customer": -5, "cents": 1}"#, "invalid CustomerId: a negative number, ids are unsigned"),
        (
            r#"{"customer": 18446744073709551616, "cents": 1}"#,
            "invalid type: floating point `1.8446744073709552e+19`, expected a CustomerId as text",
        ),
        (r#"{"customer": null, "cents": 1}"#, "invalid type: null, expected a CustomerId as text"),
        (
            r#"{"customer": "9223372036854775808", "cents": 1}"#,
            "column form AsI64 of CustomerId: 9223372036854775808 is above",
        ),
    ] {
        let (status, answer) = service.post(body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(message), "{answer}");
    }
    let (status, missing) = service.get("/orders/ord_00000000000000000000000000").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(missing, json!({"error": "there is no order ord_00000000000000000000000000"}));
}

#[tokio::test]
async fn on_postgres() {
    idspec_databases::postgres(async |pool| all_of_it(Store::Postgres(pool)).await).await;
}

#[tokio::test]
async fn on_mysql() {
    idspec_databases::mysql(async |pool| all_of_it(Store::MySql(pool)).await).await;
}

#[tokio::test]
async fn on_sqlite() {
    all_of_it(Store::open("sqlite::memory:").await.unwrap()).await;
}
