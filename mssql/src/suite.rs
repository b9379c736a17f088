//! What a server has to do with stored ids: keep them, show them to plain SQL, and sort them.
//!
//! The same suite runs on a real server, and on a [`Peer`](crate::Peer) that answers as one would, or wrongly.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt::Debug;

use idspec::order::{cmp_mssql_uniqueidentifier, swap_guid};
use idspec::seq_guid::{AsBinary, AtEnd};
use idspec::{AsBytes, AsI64Bits, AsI64Ordered, AsText, DiscordSnowflake, Id, TwitterSnowflake, Ulid, seeded};
use sqlx::{AssertSqlSafe, Decode, Encode, Row as _, Type};
use sqlx_odbc::{Odbc, OdbcConnection};
use tiberius::{Client, FromSql, Query, ToSql};
use tokio::net::TcpStream;
use tokio_util::compat::Compat;
use uuid::Uuid;

use crate::answer::Answer;
use crate::kind::Kind;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// GUIDs in the order of an independent implementation, see `oracle/`.
pub const SQLGUID_ORDER: &str = include_str!("../oracle/sqlguid-order.txt");

const COUNT: usize = 10_000;
/// Rows of one INSERT; the server takes 2100 parameters.
const AT_ONCE: usize = 500;

/// What both drivers bind and read.
pub trait Column:
    Copy
    + Debug
    + PartialEq
    + ToSql
    + for<'a> FromSql<'a>
    + Type<Odbc>
    + for<'q> Encode<'q, Odbc>
    + for<'r> Decode<'r, Odbc>
    + 'static
{
}

impl<T> Column for T where
    T: Copy
        + Debug
        + PartialEq
        + ToSql
        + for<'a> FromSql<'a>
        + Type<Odbc>
        + for<'q> Encode<'q, Odbc>
        + for<'r> Decode<'r, Odbc>
        + 'static
{
}

/// Ids of one kind in one column.
#[derive(Debug)]
pub struct Case<T> {
    name: &'static str,
    column: &'static str,
    plain: &'static str,
    kind: Kind,
    /// In the order in which they are stored.
    ids: Vec<T>,
    order: fn(&T, &T) -> Ordering,
    /// What plain SQL shows.
    text: fn(&T) -> String,
    /// What stands on the wire.
    octets: fn(&T) -> Vec<u8>,
}

impl<T: Column> Case<T> {
    fn sorted(&self) -> Vec<T> {
        let mut sorted = self.ids.clone();
        sorted.sort_by(self.order);
        sorted
    }

    fn create(&self) -> String {
        format!("CREATE TABLE #{} (id {} NOT NULL PRIMARY KEY)", self.name, self.column)
    }

    fn insert(&self, rows: usize, placeholder: impl Fn(usize) -> String) -> String {
        let values: Vec<String> = (1..=rows).map(|place| format!("({})", placeholder(place))).collect();
        format!("INSERT INTO #{} (id) VALUES {}", self.name, values.join(", "))
    }

    fn select(&self) -> String {
        format!("SELECT id FROM #{} ORDER BY id", self.name)
    }

    fn select_plain(&self) -> String {
        format!("SELECT {} AS plain FROM #{} ORDER BY id", self.plain, self.name)
    }

    fn find(&self, placeholder: &str) -> String {
        format!("SELECT COUNT(*) AS found FROM #{} WHERE id = {placeholder}", self.name)
    }

    /// Compares what has been read, in the order in which it has been read.
    fn check(&self, read: &[T], plain: &[String], found: i32) -> Result {
        let sorted = self.sorted();
        if read.len() != sorted.len() {
            return Err(format!("{}: {} rows, not {}", self.name, read.len(), sorted.len()).into());
        }
        if let Some(place) = (0..sorted.len()).find(|&place| read[place] != sorted[place]) {
            let (read, expected) = (&read[place], &sorted[place]);
            return Err(format!("{}: row {place} is {read:?}, not {expected:?}", self.name).into());
        }
        let texts: Vec<String> = sorted.iter().map(self.text).collect();
        if plain != texts {
            return Err(format!("{}: plain SQL shows other values", self.name).into());
        }
        if found != 1 {
            return Err(format!("{}: an id is found {found} times", self.name).into());
        }
        println!("{}: {} ids in {}", self.name, sorted.len(), self.column);
        Ok(())
    }

    /// What a server answers that sorts like `order`.
    fn answers(&self, order: fn(&T, &T) -> Ordering) -> Vec<(String, Answer)> {
        let mut rows = self.ids.clone();
        rows.sort_by(order);
        let octets = rows.iter().map(|id| Some((self.octets)(id))).collect();
        let plain = rows.iter().map(|id| Some((self.text)(id).into_bytes())).collect();
        let found = vec![Some(vec![1, 0, 0, 0])];
        vec![
            (self.select(), Answer::column("id", self.kind, octets).ordered()),
            (self.select_plain(), Answer::column("plain", Kind::VarChar(60), plain).ordered()),
            (self.find(""), Answer::column("found", Kind::Int(4), found)),
        ]
    }
}

/// What is done with each case.
pub trait Visitor {
    /// Does it.
    fn visit<T: Column>(&mut self, case: &Case<T>) -> impl Future<Output = Result>;
}

/// Every case: every kind of column that an id belongs in, and ULIDs in the one that loses their order.
///
/// # Errors
/// What the visitor says.
pub async fn all(visitor: &mut impl Visitor) -> Result {
    let number = "CAST(id AS VARCHAR(60))";
    let hexadecimal = "CONVERT(VARCHAR(60), id, 2)";
    visitor
        .visit(&Case::<TwitterSnowflake> {
            name: "numbers",
            column: "BIGINT",
            plain: number,
            kind: Kind::Int(8),
            ids: seeded(1).take(COUNT).collect(),
            order: Ord::cmp,
            text: ToString::to_string,
            octets: |id| id.to_repr().to_le_bytes().to_vec(),
        })
        .await?;
    visitor
        .visit(&Case::<AsI64Bits<DiscordSnowflake>> {
            name: "bits",
            column: "BIGINT",
            plain: number,
            kind: Kind::Int(8),
            ids: seeded(2).take(COUNT).map(AsI64Bits).collect(),
            // Broken from 2^63 on, as documented.
            order: |a, b| a.0.to_repr().cast_signed().cmp(&b.0.to_repr().cast_signed()),
            text: |id| id.0.to_repr().cast_signed().to_string(),
            octets: |id| id.0.to_repr().to_le_bytes().to_vec(),
        })
        .await?;
    visitor
        .visit(&Case::<AsI64Ordered<DiscordSnowflake>> {
            name: "ordered",
            column: "BIGINT",
            plain: number,
            kind: Kind::Int(8),
            ids: seeded(3).take(COUNT).map(AsI64Ordered).collect(),
            order: Ord::cmp,
            text: |id| (i128::from(id.0.to_repr()) - (1 << 63)).to_string(),
            octets: |id| id.0.to_repr().wrapping_sub(1 << 63).to_le_bytes().to_vec(),
        })
        .await?;
    visitor
        .visit(&Case::<AsBytes<Ulid>> {
            name: "ulids",
            column: "BINARY(16)",
            plain: hexadecimal,
            kind: Kind::Binary(16),
            ids: seeded(4).take(COUNT).map(AsBytes).collect(),
            order: Ord::cmp,
            text: |id| hex::encode_upper(id.0.to_repr().to_be_bytes()),
            octets: |id| id.0.to_repr().to_be_bytes().to_vec(),
        })
        .await?;
    visitor
        .visit(&Case::<AsText<Ulid>> {
            name: "texts",
            column: "CHAR(30) COLLATE Latin1_General_BIN2",
            plain: "RTRIM(id)",
            kind: Kind::Char(30),
            ids: seeded(5).take(COUNT).map(AsText).collect(),
            order: Ord::cmp,
            text: |id| id.0.to_string(),
            octets: |id| format!("{:30}", id.0).into_bytes(),
        })
        .await?;
    visitor
        .visit(&Case::<AsBinary> {
            name: "as_binary",
            column: "BINARY(16)",
            plain: hexadecimal,
            kind: Kind::Binary(16),
            ids: seeded(6).take(COUNT).collect(),
            order: Ord::cmp,
            text: |id| hex::encode_upper(id.to_guid_bytes()),
            octets: |id| id.to_guid_bytes().to_vec(),
        })
        .await?;
    visitor.visit(&guids::<AtEnd>("at_end", seeded(7).take(COUNT).collect(), Ord::cmp)).await?;
    visitor.visit(&guids::<Ulid>("lost_order", seeded(8).take(COUNT).collect(), by_sqlguid)).await?;
    visitor.visit(&guids::<Ulid>("sqlguid", sqlguids()?, by_sqlguid)).await
}

fn guids<T: Column + Id<Repr = u128>>(name: &'static str, ids: Vec<T>, order: fn(&T, &T) -> Ordering) -> Case<T> {
    Case {
        name,
        column: "UNIQUEIDENTIFIER",
        plain: "CAST(id AS VARCHAR(60))",
        kind: Kind::Guid,
        ids,
        order,
        text: |id| Uuid::from_u128(id.to_repr()).to_string().to_uppercase(),
        octets: |id| swap_guid(&id.to_repr().to_be_bytes()).to_vec(),
    }
}

fn by_sqlguid(a: &Ulid, b: &Ulid) -> Ordering {
    cmp_mssql_uniqueidentifier(&a.to_repr().to_be_bytes(), &b.to_repr().to_be_bytes())
}

/// The GUIDs of the independent implementation, the last one first.
fn sqlguids() -> Result<Vec<Ulid>> {
    SQLGUID_ORDER.lines().rev().map(|line| Ok(Ulid::try_from(line.parse::<Uuid>()?.as_u128())?)).collect()
}

/// Runs the suite through tiberius.
#[derive(Debug)]
pub struct Tds(pub Client<Compat<TcpStream>>);

impl Visitor for Tds {
    async fn visit<T: Column>(&mut self, case: &Case<T>) -> Result {
        let Self(client) = self;
        client.simple_query(case.create()).await?.into_results().await?;
        for ids in case.ids.chunks(AT_ONCE) {
            let bound: Vec<&dyn ToSql> = ids.iter().map(|id| id as &dyn ToSql).collect();
            client.execute(case.insert(ids.len(), |place| format!("@P{place}")), &bound).await?;
        }
        let rows = client.query(case.select(), &[]).await?.into_first_result().await?;
        let read = rows.iter().map(|row| row.try_get::<T, _>(0)?.ok_or_else(|| "NULL".into()));
        let read = read.collect::<Result<Vec<T>>>()?;
        let rows = Query::new(case.select_plain()).query(client).await?.into_first_result().await?;
        let plain = rows.iter().map(|row| Ok(row.try_get::<&str, _>(0)?.unwrap_or_default().to_owned()));
        let plain = plain.collect::<Result<Vec<String>>>()?;
        let found = client.query(case.find("@P1"), &[&case.ids[0]]).await?.into_row().await?;
        let found = found.map(|row| row.try_get(0)).transpose()?.flatten().unwrap_or_default();
        case.check(&read, &plain, found)
    }
}

/// Runs the suite through sqlx-odbc.
#[derive(Debug)]
pub struct OverOdbc(pub OdbcConnection);

impl Visitor for OverOdbc {
    async fn visit<T: Column>(&mut self, case: &Case<T>) -> Result {
        let Self(client) = self;
        sqlx::query(AssertSqlSafe(case.create())).execute(&mut *client).await?;
        for ids in case.ids.chunks(AT_ONCE) {
            let mut query = sqlx::query(AssertSqlSafe(case.insert(ids.len(), |_| "?".to_owned())));
            for id in ids {
                query = query.bind(*id);
            }
            query.execute(&mut *client).await?;
        }
        let rows = sqlx::query(AssertSqlSafe(case.select())).fetch_all(&mut *client).await?;
        let read = rows.iter().map(|row| Ok(row.try_get(0)?)).collect::<Result<Vec<T>>>()?;
        let rows = sqlx::query(AssertSqlSafe(case.select_plain())).fetch_all(&mut *client).await?;
        let plain = rows.iter().map(|row| Ok(row.try_get(0)?)).collect::<Result<Vec<String>>>()?;
        let find = sqlx::query(AssertSqlSafe(case.find("?"))).bind(case.ids[0]);
        let found = find.fetch_one(&mut *client).await?.try_get(0)?;
        case.check(&read, &plain, found)
    }
}

/// Collects what a server answers.
#[derive(Debug, Default)]
pub struct Answers {
    /// Whether the server sorts `uniqueidentifier` by its text, as Babelfish does.
    pub by_text: bool,
    /// What has been collected.
    pub script: Vec<(String, Answer)>,
}

impl Visitor for Answers {
    async fn visit<T: Column>(&mut self, case: &Case<T>) -> Result {
        let order = if self.by_text && case.kind == Kind::Guid { by_text::<T> } else { case.order };
        self.script.extend(case.answers(order));
        Ok(())
    }
}

fn by_text<T: Column>(a: &T, b: &T) -> Ordering {
    // What is bound is the UUID, whose order is that of its text.
    let uuid = |id: &T| match id.to_sql() {
        tiberius::ColumnData::Guid(uuid) => uuid,
        _ => None,
    };
    uuid(a).cmp(&uuid(b))
}
