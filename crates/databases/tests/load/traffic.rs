//! What the clients do, and what every answer has to be.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::ledger::{Ledger, Sent, Word};
use crate::malformed;
use crate::random::Random;

/// How long a client sends the same order again before that is a failure of its own.
const UNTIL_MADE: Duration = Duration::from_secs(20);
/// What the service says where the database is away.
const AWAY: &str = "the database cannot be reached or is too busy; whether anything was written is not known";

/// An answer of 503, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Away {
    pub(crate) sent: Instant,
    pub(crate) answered: Instant,
}

/// What all clients share.
#[derive(Debug)]
pub(crate) struct Traffic {
    client: Client,
    base: String,
    pub(crate) ledger: Ledger,
    /// The service was asked to end: nobody may be listening any more.
    pub(crate) ending: AtomicBool,
    /// Answers by status.
    pub(crate) counts: Mutex<BTreeMap<u16, usize>>,
    /// Answers of 503.
    pub(crate) away: Mutex<Vec<Away>>,
    /// Requests whose client hung up, orders sent again, requests that were malformed.
    pub(crate) hung_up: Mutex<usize>,
    pub(crate) again: Mutex<usize>,
    pub(crate) malformed: Mutex<usize>,
    pub(crate) failures: Mutex<Vec<String>>,
}

impl Traffic {
    pub(crate) fn new(base: String) -> Self {
        let client = Client::builder().no_proxy().timeout(Duration::from_secs(10)).build().unwrap();
        Self {
            client,
            base,
            ledger: Ledger::default(),
            ending: AtomicBool::new(false),
            counts: Mutex::default(),
            away: Mutex::default(),
            hung_up: Mutex::default(),
            again: Mutex::default(),
            malformed: Mutex::default(),
            failures: Mutex::default(),
        }
    }

    pub(crate) fn fail(&self, failure: String) {
        let mut failures = self.failures.lock().unwrap();
        // The first ones tell; a service that fails always would fill the memory.
        if failures.len() < 20 {
            failures.push(failure);
        }
    }

    /// Sends requests until the service has ended.
    pub(crate) async fn client(&self, mut random: Random) {
        while !self.ending.load(Ordering::SeqCst) {
            self.step(&mut random).await;
        }
        // And on until nobody listens: what is under way then is answered, or was never taken.
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(10) && self.new_order(&mut random).await {}
    }

    async fn step(&self, random: &mut Random) {
        match random.below(100) {
            0..30 => drop(self.new_order(random).await),
            30..34 => self.impatient(random).await,
            34..44 => self.posted(random).await,
            44..50 => self.same_again(random).await,
            50..54 => self.other_order(random).await,
            54..74 => self.read(random).await,
            74..80 => self.list(random).await,
            _ => self.malformed(random).await,
        }
    }

    /// Sends a request, and checks what every answer has to be. Nothing where the service has ended, or after a failure.
    async fn send(&self, method: &str, path: &str, body: Option<Vec<u8>>) -> Option<(u16, Value)> {
        let sent = Instant::now();
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let answer = async {
            let response = request.send().await?;
            let retry = response.headers().get("retry-after").cloned();
            Ok::<_, reqwest::Error>((response.status().as_u16(), retry, response.bytes().await?))
        };
        let (status, retry, octets) = match answer.await {
            Ok(answer) => answer,
            Err(_) if self.ending.load(Ordering::SeqCst) => return None,
            Err(error) => {
                self.fail(format!("{method} {path:.100}: no answer after {:?}: {error:?}", sent.elapsed()));
                return None;
            }
        };
        *self.counts.lock().unwrap().entry(status).or_default() += 1;
        let Ok(body) = serde_json::from_slice::<Value>(&octets) else {
            self.fail(format!("{method} {path:.100}: {status} without JSON: {}", octets.escape_ascii()));
            return None;
        };
        let error = body["error"].as_str();
        if status >= 400 && error.is_none_or(str::is_empty) {
            self.fail(format!("{method} {path:.100}: {status} says nothing: {body}"));
        }
        if status >= 500 {
            if status != 503 || error != Some(AWAY) || retry.is_none_or(|retry| retry != "1") {
                self.fail(format!("{method} {path:.100}: {status} {body}"));
                return None;
            }
            self.away.lock().unwrap().push(Away { sent, answered: Instant::now() });
        }
        Some((status, body))
    }

    async fn put(&self, id: &str, customer: u64, cents: usize) -> Option<(u16, Value)> {
        // Blanks are octets too: bodies of up to 4 KiB, so that one who keeps them is soon seen.
        let blanks = " ".repeat(cents * 37 % 4001);
        let body = format!(r#"{{"customer": "{customer}",{blanks}"cents": {cents}}}"#);
        self.send("PUT", &format!("/orders/{id}"), Some(body.into_bytes())).await
    }

    /// Whether an answer shows the order; where it does not, that is a failure.
    fn shows(&self, what: &str, body: &Value, id: &str, customer: u64, cents: usize) -> bool {
        let expected = (&json!(id), &json!(customer.to_string()), &json!(cents));
        let same = (&body["id"], &body["customer"], &body["cents"]) == expected;
        if !same {
            self.fail(format!("{what} of {expected:?}: {body}"));
        }
        same
    }

    /// Makes an order whose id is known here, sending it until that is certain. Nothing is left open but by the end of the service.
    async fn until_made(&self, id: &str, customer: u64, cents: usize, mut open: bool, random: &mut Random) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < UNTIL_MADE {
            match self.put(id, customer, cents).await {
                Some((status @ (200 | 201), body)) => {
                    // What was there before was sent before.
                    if status == 200 && !open {
                        self.fail(format!("200 for {id}, which was not sent before"));
                    }
                    if self.shows("PUT", &body, id, customer, cents) {
                        self.ledger.made(cents, id);
                    }
                    return true;
                }
                Some((503, _)) => {
                    open = true;
                    *self.again.lock().unwrap() += 1;
                    tokio::time::sleep(Duration::from_millis(random.between(20, 120))).await;
                }
                Some((status, body)) => {
                    self.fail(format!("PUT of the new order {id}: {status} {body}"));
                    return true;
                }
                None => return false,
            }
            if self.ending.load(Ordering::SeqCst) {
                return false;
            }
        }
        self.fail(format!("{id} could not be made in {UNTIL_MADE:?}"));
        true
    }

    async fn new_order(&self, random: &mut Random) -> bool {
        let (id, customer) = (format!("ord_{}", random.ulid()), random.next() >> 1);
        let cents = self.ledger.send(Some(id.clone()), customer, Word::Open);
        self.until_made(&id, customer, cents, false, random).await
    }

    /// A client that hangs up at any moment, and comes again.
    async fn impatient(&self, random: &mut Random) {
        let (id, customer) = (format!("ord_{}", random.ulid()), random.next() >> 1);
        let cents = self.ledger.send(Some(id.clone()), customer, Word::Open);
        let patience = Duration::from_micros(random.between(0, 20_000));
        match tokio::time::timeout(patience, self.put(&id, customer, cents)).await {
            Ok(Some((201, _))) => self.ledger.made(cents, &id),
            Ok(Some((503, _)) | None) => drop(self.until_made(&id, customer, cents, true, random).await),
            Ok(Some((status, body))) => self.fail(format!("PUT of the new order {id}: {status} {body}")),
            Err(_) => {
                *self.hung_up.lock().unwrap() += 1;
                self.until_made(&id, customer, cents, true, random).await;
            }
        }
    }

    /// An order whose id the service makes, which is sent once.
    async fn posted(&self, random: &mut Random) {
        let customer = random.next() >> 1;
        let cents = self.ledger.send(None, customer, Word::Open);
        let body = format!(r#"{{"customer": "{customer}", "cents": {cents}}}"#);
        match self.send("POST", "/orders", Some(body.into_bytes())).await {
            Some((201, body)) => {
                let id = body["id"].as_str().unwrap_or_default().to_owned();
                if malformed::is_order_id(id.as_bytes()) && self.shows("POST", &body, &id, customer, cents) {
                    self.ledger.made(cents, &id);
                } else {
                    self.fail(format!("POST: {body}"));
                }
            }
            Some((503, _)) | None => {}
            Some((status, body)) => self.fail(format!("POST: {status} {body}")),
        }
    }

    /// An order that was made is sent again.
    async fn same_again(&self, random: &mut Random) {
        let Some((cents, Sent { id: Some(id), customer, .. })) = self.ledger.any_made(random.next()) else { return };
        // Not padded as the first time: the order is the same, not the octets.
        let body = format!(r#"{{"cents": {cents}, "customer": {customer}}}"#);
        match self.send("PUT", &format!("/orders/{id}"), Some(body.into_bytes())).await {
            Some((200, body)) => drop(self.shows("PUT again", &body, &id, customer, cents)),
            Some((503, _)) | None => {}
            Some((status, body)) => self.fail(format!("PUT of {id} again: {status} {body}")),
        }
    }

    /// Another order under an id that is taken.
    async fn other_order(&self, random: &mut Random) {
        let Some((_, Sent { id: Some(id), .. })) = self.ledger.any_made(random.next()) else { return };
        let customer = random.next() >> 1;
        let cents = self.ledger.send(Some(id.clone()), customer, Word::Refused);
        match self.put(&id, customer, cents).await {
            Some((409, body)) if body["error"] == format!("{id} is the id of another order") => {}
            Some((503, _)) | None => {}
            Some((status, body)) => self.fail(format!("PUT of another order as {id}: {status} {body}")),
        }
    }

    /// What was made is there at once, and stays.
    async fn read(&self, random: &mut Random) {
        let Some((cents, Sent { id: Some(id), customer, .. })) = self.ledger.any_made(random.next()) else { return };
        match self.send("GET", &format!("/orders/{id}"), None).await {
            Some((200, body)) => drop(self.shows("GET", &body, &id, customer, cents)),
            Some((503, _)) | None => {}
            Some((status, body)) => self.fail(format!("GET of {id}: {status} {body}")),
        }
    }

    /// A page holds orders that were sent, in their order.
    async fn list(&self, random: &mut Random) {
        let Some((_, Sent { id: Some(after), .. })) = self.ledger.any_made(random.next()) else { return };
        let limit = random.between(1, 100);
        let window = "from=2024-01-01T00:00:00Z&until=2200-01-01T00:00:00Z";
        match self.send("GET", &format!("/orders?{window}&after={after}&limit={limit}"), None).await {
            Some((200, body)) => {
                let mut last = after.as_str();
                for order in body["orders"].as_array().into_iter().flatten() {
                    let sent = order["cents"].as_i64().and_then(|cents| self.ledger.get(cents));
                    let customer = sent.filter(|sent| sent.word != Word::Refused).map(|sent| sent.customer.to_string());
                    let id = order["id"].as_str().unwrap_or_default();
                    if id <= last || customer.is_none_or(|customer| order["customer"] != customer) {
                        self.fail(format!("a page after {after} has {order} after {last}"));
                        return;
                    }
                    last = id;
                }
            }
            Some((503, _)) | None => {}
            Some((status, body)) => self.fail(format!("a list: {status} {body}")),
        }
    }

    async fn malformed(&self, random: &mut Random) {
        let cents = self.ledger.send(None, 0, Word::Refused);
        let request = malformed::request(random, cents);
        *self.malformed.lock().unwrap() += 1;
        let Some((status, body)) = self.send(request.method, &request.path, request.body.clone()).await else { return };
        if status != request.status || !body["error"].as_str().unwrap_or_default().contains(request.names) {
            let sent = request.body.unwrap_or_default();
            self.fail(format!(
                "{} {:.200} {:.200} was answered {status} {body:.300}, not {} with {:?}",
                request.method,
                request.path,
                sent.escape_ascii(),
                request.status,
                request.names
            ));
        }
    }
}
