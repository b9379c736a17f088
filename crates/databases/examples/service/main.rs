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
//! curl -s localhost:8080/orders/ord_… -X PUT -H 'content-type: application/json' -d '{"customer": "175928847299117063", "cents": 1299}'
//! curl -s 'localhost:8080/orders?from=2024-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&limit=10'
//! curl -s localhost:8080/orders/ord_01HTQW311N1KR5G0Y75M3EF00U
//! ```
//!
//! A `POST` makes an id for each request that arrives, so one that is sent again may make a second order. A `PUT` brings its id, a ULID that the client made: it may be sent
//! again as often as need be, and makes one order. 201 says that it was made now, 200 that the same order was there already, 409 that the id is that of another order.
//!
//! A database that cannot be reached, or is too busy, is 503 with `Retry-After`, and then it is not known whether the order was made. Ctrl-C and SIGTERM end the
//! service after the requests that it has.

mod problem;
mod store;

use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{Method, StatusCode, Uri};
use axum::routing::get;
use axum::{Json, Router};
use idspec::{Bigint as _, DiscordSnowflake, TimeOrdered as _, Timestamp, Timestamped as _, Ulid, typed_id};
use serde::{Deserialize, Serialize};

use problem::Problem;
pub(crate) use store::Store;
use store::Written;

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
#[derive(Debug, PartialEq, Serialize, sqlx::FromRow)]
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

/// The routes of the service.
pub(crate) fn app(store: Store) -> Router {
    Router::new()
        .route("/orders", get(list).post(create))
        .route("/orders/{id}", get(show).put(make))
        .fallback(async |uri: Uri| Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {}", uri.path())))
        .method_not_allowed_fallback(async |method: Method, uri: Uri| {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("{} takes no {method}", uri.path()))
        })
        .with_state(Arc::new(store))
}

async fn create(
    State(store): State<Arc<Store>>,
    new: Result<Json<NewOrder>, JsonRejection>,
) -> Result<(StatusCode, Json<ShownOrder>), Problem> {
    let Json(NewOrder { customer, cents }) = new?;
    put(&store, Order { id: new_id()?, customer, cents }).await
}

/// Makes the order of this id, or finds that it was made.
async fn make(
    State(store): State<Arc<Store>>,
    id: Result<Path<OrderId>, PathRejection>,
    new: Result<Json<NewOrder>, JsonRejection>,
) -> Result<(StatusCode, Json<ShownOrder>), Problem> {
    let (Path(id), Json(NewOrder { customer, cents })) = (id?, new?);
    let (made, now) = (id.timestamp().unix_ms(), now()?.unix_ms());
    // The id says when the order was made, and lists go by it: a client's clock may be wrong, but not by much.
    if made < now - DAY_MS || made > now + MINUTE_MS {
        let message =
            format!("{id} is of {}: an id is made for its order, at most a day before it is sent", id.timestamp());
        return Err(Problem::new(StatusCode::BAD_REQUEST, message));
    }
    put(&store, Order { id, customer, cents }).await
}

async fn put(store: &Store, order: Order) -> Result<(StatusCode, Json<ShownOrder>), Problem> {
    // What the column does not hold is refused here: the database may be away, and that is no matter then.
    order.customer.to_i64()?;
    match store.insert(&order).await? {
        Written::Now => Ok((StatusCode::CREATED, Json(order.into()))),
        Written::Before(there) if there == order => Ok((StatusCode::OK, Json(order.into()))),
        // What the other order holds is not for everybody.
        Written::Before(there) => {
            Err(Problem::new(StatusCode::CONFLICT, format!("{} is the id of another order", there.id)))
        }
    }
}

async fn show(
    State(store): State<Arc<Store>>,
    id: Result<Path<OrderId>, PathRejection>,
) -> Result<Json<ShownOrder>, Problem> {
    let Path(id) = id?;
    match store.find(id).await? {
        Some(order) => Ok(Json(order.into())),
        None => Err(Problem::new(StatusCode::NOT_FOUND, format!("there is no order {id}"))),
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

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn now() -> Result<Timestamp, Problem> {
    Timestamp::try_from(SystemTime::now()).map_err(|error| Problem::ours(&error))
}

/// A ULID of now, with 80 bits of the system's randomness.
fn new_id() -> Result<OrderId, Problem> {
    let mut random = [0; 16];
    let (_, drawn) = random.split_at_mut(6);
    getrandom::fill(drawn).map_err(|error| Problem::ours(&error))?;
    Ok(OrderId::new(Ulid::from_parts(now()?.unix_ms(), u128::from_be_bytes(random))?))
}

/// Returns when the process is asked to end: by Ctrl-C, or by the SIGTERM of what supervises it.
async fn asked_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let terminated = async {
        #[cfg(unix)]
        if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            signal.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = interrupted => (),
        () = terminated => (),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("DATABASE_URL").unwrap_or_else(|_| "sqlite::memory:".to_owned());
    let store = Store::open(&url).await?;
    let listen = std::env::var("LISTEN").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    let listener = tokio::net::TcpListener::bind(&listen).await.map_err(|error| format!("{listen}: {error}"))?;
    println!("listening on http://{}", listener.local_addr()?);
    // Requests that are there are answered; new ones find nobody listening.
    axum::serve(listener, app(store.clone())).with_graceful_shutdown(asked_to_end()).await?;
    store.close().await;
    Ok(())
}
