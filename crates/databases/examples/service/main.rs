//! A small web service with typed ids: in paths, in JSON, in queries and in columns.
//!
//! ```sh
//! cargo run -p idspec-databases --example service
//! ```
//!
//! It keeps its orders in SQLite in memory, or where `DATABASE_URL` says (`sqlite:`, `postgres:` or `mysql:`), and listens on 127.0.0.1:8080, or where `LISTEN` says.
//!
//! ```sh
//! curl -s localhost:8080/orders -H 'content-type: application/json' -d '{"customer": "175928847299117063", "cents": 1299}'
//! curl -s 'localhost:8080/orders?from=2024-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&limit=10'
//! curl -s localhost:8080/orders/ord_01HTQW311N1KR5G0Y75M3EF00U
//! ```

mod store;

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use idspec::{DiscordSnowflake, TimeOrdered as _, Timestamp, Timestamped as _, Ulid, typed_id};
use serde::{Deserialize, Serialize};

pub(crate) use store::Store;

typed_id! {
    /// An order: `ord_…` outside, a UUID or 16 octets in the database.
    pub struct OrderId(Ulid) prefix "ord_";
}

typed_id! {
    /// A customer: a string in JSON, since JavaScript cannot hold it as a number, and a `BIGINT` in the database.
    pub struct CustomerId(DiscordSnowflake);
}

/// What is ordered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewOrder {
    customer: CustomerId,
    cents: i64,
}

/// An order, as a row and as JSON.
#[derive(Debug, Serialize, sqlx::FromRow)]
struct Order {
    id: OrderId,
    customer: CustomerId,
    cents: i64,
}

/// An order with the time that its id holds.
#[derive(Debug, Serialize)]
struct ShownOrder {
    #[serde(flatten)]
    order: Order,
    created: String,
}

impl From<Order> for ShownOrder {
    fn from(order: Order) -> Self {
        Self { created: order.id.timestamp().to_string(), order }
    }
}

/// Which orders are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listing {
    from: jiff::Timestamp,
    until: jiff::Timestamp,
    /// The last id of the page before.
    after: Option<OrderId>,
    #[serde(default = "fifty")]
    limit: u16,
}

fn fifty() -> u16 {
    50
}

/// A page of orders.
#[derive(Debug, Serialize)]
struct Page {
    orders: Vec<ShownOrder>,
    /// What to give as `after` for the next page, where there is one.
    next: Option<OrderId>,
}

/// What goes wrong, as a status and a message.
#[derive(Debug)]
struct Problem(StatusCode, String);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(status, message) = self;
        (status, Json(serde_json::json!({"error": message}))).into_response()
    }
}

/// A malformed id is the client's fault, wherever it stood; the message says what is wrong with it.
macro_rules! bad_request {
    ($($rejection:ty)*) => {
        $(
            impl From<$rejection> for Problem {
                fn from(rejection: $rejection) -> Self {
                    Self(StatusCode::BAD_REQUEST, rejection.body_text())
                }
            }
        )*
    };
}

bad_request!(PathRejection QueryRejection JsonRejection);

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        // A strict column refuses an id that does not fit before anything is sent.
        if let sqlx::Error::Encode(reason) = &error {
            return Self(StatusCode::BAD_REQUEST, reason.to_string());
        }
        eprintln!("database: {error}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "the database failed".to_owned())
    }
}

impl From<idspec::FieldError> for Problem {
    fn from(error: idspec::FieldError) -> Self {
        Self(StatusCode::BAD_REQUEST, error.to_string())
    }
}

/// The routes of the service.
pub(crate) fn app(store: Store) -> Router {
    Router::new().route("/orders", get(list).post(create)).route("/orders/{id}", get(show)).with_state(Arc::new(store))
}

async fn create(
    State(store): State<Arc<Store>>,
    new: Result<Json<NewOrder>, JsonRejection>,
) -> Result<(StatusCode, Json<ShownOrder>), Problem> {
    let Json(NewOrder { customer, cents }) = new?;
    let order = Order { id: new_id()?, customer, cents };
    store.insert(&order).await?;
    Ok((StatusCode::CREATED, Json(order.into())))
}

async fn show(
    State(store): State<Arc<Store>>,
    id: Result<Path<OrderId>, PathRejection>,
) -> Result<Json<ShownOrder>, Problem> {
    let Path(id) = id?;
    match store.find(id).await? {
        Some(order) => Ok(Json(order.into())),
        None => Err(Problem(StatusCode::NOT_FOUND, format!("there is no order {id}"))),
    }
}

async fn list(
    State(store): State<Arc<Store>>,
    listing: Result<Query<Listing>, QueryRejection>,
) -> Result<Json<Page>, Problem> {
    let Query(Listing { from, until, after, limit }) = listing?;
    let limit = limit.clamp(1, 500);
    // The ids of these times: the database needs no column and no index of its own for them.
    let ids = OrderId::range(Timestamp::from(from)..Timestamp::from(until))?;
    // One more than asked for tells whether there is a next page.
    let mut orders = store.list(ids, after, i64::from(limit) + 1).await?;
    let more = orders.len() > usize::from(limit);
    orders.truncate(usize::from(limit));
    let next = orders.last().filter(|_| more).map(|order| order.id);
    Ok(Json(Page { orders: orders.into_iter().map(ShownOrder::from).collect(), next }))
}

/// A ULID of now, with 80 bits of the system's randomness.
fn new_id() -> Result<OrderId, Problem> {
    let failed = |reason: String| Problem(StatusCode::INTERNAL_SERVER_ERROR, reason);
    let now = Timestamp::try_from(std::time::SystemTime::now()).map_err(|error| failed(error.to_string()))?;
    let mut random = [0; 16];
    let (_, drawn) = random.split_at_mut(6);
    getrandom::fill(drawn).map_err(|error| failed(error.to_string()))?;
    Ok(OrderId::new(Ulid::from_parts(now.unix_ms(), u128::from_be_bytes(random))?))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("DATABASE_URL").unwrap_or_else(|_| "sqlite::memory:".to_owned());
    let store = Store::open(&url).await?;
    let listen = std::env::var("LISTEN").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    let listener = tokio::net::TcpListener::bind(&listen).await.map_err(|error| format!("{listen}: {error}"))?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(listener, app(store)).await?;
    Ok(())
}
