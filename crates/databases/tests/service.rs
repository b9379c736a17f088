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
        self.send(self.client.post(format!("{}/orders", self.base)), body).await
    }

    async fn put(&self, id: &str, body: &str) -> (StatusCode, Value) {
        self.send(self.client.put(format!("{}/orders/{id}", self.base)), body).await
    }

    async fn send(&self, request: reqwest::RequestBuilder, body: &str) -> (StatusCode, Value) {
        let request = request.header("content-type", "application/json").body(body.to_owned());
        let response = request.send().await.unwrap();
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
            "invalid CustomerId: number 9223372036854775808 is outside 0 to 9223372036854775807",
        ),
    ] {
        let (status, answer) = service.post(body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(message), "{answer}");
    }
    let (status, missing) = service.get("/orders/ord_00000000000000000000000000").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(missing, json!({"error": "there is no order ord_00000000000000000000000000"}));
    sent_again(&service).await;
}

/// An order that brings its id is made once, however often it is sent.
async fn sent_again(service: &Service) {
    let now = idspec::Timestamp::try_from(std::time::SystemTime::now()).unwrap();
    let at = |ms: i64| format!("ord_{}", idspec::Ulid::from_parts(now.unix_ms() + ms, 7).unwrap());
    let (id, body) = (at(0), r#"{"customer": "5", "cents": 100}"#);
    let (status, order) = service.put(&id, body).await;
    assert_eq!((status, &order["id"], &order["cents"]), (StatusCode::CREATED, &json!(id), &json!(100)));
    let (status, again) = service.put(&id.to_lowercase(), body).await;
    assert_eq!((status, &again), (StatusCode::OK, &order));
    for other in [r#"{"customer": "5", "cents": 101}"#, r#"{"customer": "6", "cents": 100}"#] {
        let (status, refused) = service.put(&id, other).await;
        assert_eq!(status, StatusCode::CONFLICT);
        assert_eq!(refused, json!({"error": format!("{id} is the id of another order")}));
    }
    let (_, there) = service.get(&format!("/orders/{id}")).await;
    assert_eq!(there, order);
    // All at once: one makes it, the others find it.
    let id = at(1);
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let request = service.client.put(format!("{}/orders/{id}", service.base)).body(body);
        requests.spawn(request.header("content-type", "application/json").send());
    }
    let mut answers: Vec<_> = requests.join_all().await.into_iter().map(|answer| answer.unwrap().status()).collect();
    answers.sort();
    assert_eq!(answers, [[StatusCode::OK; 7].as_slice(), &[StatusCode::CREATED]].concat());

    // The time in an id is that of its order, give or take.
    for (ms, expected) in [
        (-86_390_000, StatusCode::CREATED),
        (-86_400_001, StatusCode::BAD_REQUEST),
        (50_000, StatusCode::CREATED),
        (120_000, StatusCode::BAD_REQUEST),
    ] {
        let (status, answer) = service.put(&at(ms), body).await;
        assert_eq!(status, expected, "{ms}: {answer}");
    }
    let (status, answer) = service.put("ord_00000000000000000000000000", body).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let message = "ord_00000000000000000000000000 is of 1970-01-01T00:00:00Z: an id is made for its order, at most a day before it is sent";
    assert_eq!(answer, json!({"error": message}));

    // What is no route says so too.
    let (status, answer) = service.get("/orders/").await;
    assert_eq!((status, answer), (StatusCode::NOT_FOUND, json!({"error": "there is nothing at /orders/"})));
    let (status, answer) = service.put("", body).await;
    assert_eq!((status, answer), (StatusCode::NOT_FOUND, json!({"error": "there is nothing at /orders/"})));
    let (status, answer) = service.send(service.client.delete(format!("{}/orders", service.base)), "").await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer, json!({"error": "/orders takes no DELETE"}));
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

/// A database that is away is 503, a table that is missing is the service's own fault.
#[tokio::test]
async fn away_and_broken_differ() {
    let order = r#"{"customer": "5", "cents": 100}"#;
    let store = Store::open("sqlite::memory:").await.unwrap();
    let broken = Service::start(store.clone()).await;
    let Store::Sqlite(pool) = &store else { panic!("not SQLite") };
    sqlx::raw_sql("DROP TABLE orders").execute(pool).await.unwrap();
    let (status, answer) = broken.post(order).await;
    assert_eq!((status, answer), (StatusCode::INTERNAL_SERVER_ERROR, json!({"error": "the database failed"})));
    store.close().await;
    let path = format!("{}{WINDOW}", broken.base);
    let response = broken.client.get(path).send().await.unwrap();
    assert_eq!(
        (response.status(), &response.headers()["retry-after"]),
        (StatusCode::SERVICE_UNAVAILABLE, &"1".parse().unwrap())
    );
    let message = "the database cannot be reached or is too busy; whether anything was written is not known";
    assert_eq!(response.json::<Value>().await.unwrap(), json!({"error": message}));
}
