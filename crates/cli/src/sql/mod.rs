//! A window of time as a range of ids in SQL.
//!
//! Where ids sort by time in a column, the ids of a window are an interval: `id >= LOWER AND id < UPPER`. [`range`] gives the two, or says in words why there are none and
//! which column has them. The order of a column is that of its database; whether a scheme's time decides in it is worked out from the scheme's table, bit by bit
//! ([`order`]), so that nothing is accepted because a list says so.
//!
//! The literals were tried on Postgres 15, MariaDB 10.11 and SQLite 3 by the tests; those of MySQL, SQL Server and Oracle were not run.

mod column;
mod literal;
mod order;

use idspec::base::{FieldError, Unit};
use idspec::{Layout, Timestamp};

pub use column::{Column, Database};
pub use literal::Value;

/// What a range is asked for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub layout: Layout,
    /// The fields above the time: the type of Nalix ids.
    pub scope: &'a [(&'a str, i128)],
    pub from: Timestamp,
    /// The end, which is no part of the window.
    pub until: Timestamp,
    pub database: Database,
    /// The column's type; the usual one of the scheme where nothing is said.
    pub column: Option<Column>,
}

/// A range that a database has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub database: Database,
    pub column: Column,
    /// The column's type as the database writes it, such as `BINARY(16)`.
    pub declared: String,
    /// The window, rounded outward to the scheme's unit.
    pub from: Timestamp,
    pub until: Timestamp,
    /// The smallest value.
    pub lower: Value,
    /// The smallest value that is too large; nothing where every larger one belongs to the window.
    pub upper: Option<Value>,
    /// What to know about it.
    pub notes: Vec<String>,
}

/// Why there is no range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The window or the scope makes no sense for the scheme.
    Field(FieldError),
    /// The database has no such range, and what to use instead.
    Words(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Field(error) => write!(f, "{error}"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl From<FieldError> for Refusal {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

/// The range of a window.
///
/// # Errors
/// What the database does not have, in words; a scope or a window that the scheme does not have.
pub fn range(request: &Request<'_>) -> Result<Range, Refusal> {
    let (layout, database) = (request.layout, request.database);
    let column = request.column.unwrap_or_else(|| Column::usual(layout, database));
    if layout.scheme().time().is_none() {
        return Err(Refusal::Words(format!("a {} holds no time, so no range of ids is a window", layout.scheme())));
    }
    if let Some(why) = refused(layout, database, column) {
        return Err(Refusal::Words(format!("{why}; {}", instead(layout, database, column))));
    }
    let from = outward(request);
    let ids = layout.window(request.scope, from, request.until)?;
    let (until, mut notes) = (rounded_up(request, ids.end), Vec::new());
    say_rounding(request, from, until, &mut notes);
    let value = |number: u128| literal::value(layout, column, number);
    let lower = match value(ids.start) {
        Some(lower) => lower,
        None => {
            let why =
                format!("the ids of this window are 2^63 and more, and a signed {} holds none of them", column.name());
            return Err(Refusal::Words(format!("{why}; {}", instead(layout, database, column))));
        }
    };
    let upper = match (column, ids.end) {
        // In two's complement nothing comes after the number below 2^63, and 0 comes after the largest number.
        (Column::BigintBits, Some(end)) if end == 1 << 63 => None,
        (Column::BigintBits, None) => Some(Value::Integer(0)),
        (_, end) => end.and_then(value),
    };
    if column == Column::BigintBits && !literal::same_side(ids.start, ids.end) {
        let why = "the window goes past 2^63, where two's complement turns negative and starts anew";
        return Err(Refusal::Words(format!("{why}; {}", instead(layout, database, column))));
    }
    if upper.is_none() {
        notes.push("no upper bound: every larger id that the column can hold belongs to the window".to_owned());
    }
    notes.extend(column.notes(layout, database));
    let declared = column.declared(layout, database);
    Ok(Range { database, column, declared, from, until, lower, upper, notes })
}

/// Why a column does not have a scheme's ids in the order of time, where that is so.
pub fn refused(layout: Layout, database: Database, column: Column) -> Option<String> {
    let scheme = layout.scheme();
    if !column.is_in(database) {
        return Some(format!("{} has no column {}", database.title(), column.name()));
    }
    if !column.holds(layout) {
        return Some(format!("a {} column does not hold the {} bits of a {scheme}", column.name(), scheme.bits()));
    }
    if column == Column::Text && scheme.codec().decimal {
        return Some(format!(
            "the text of a {scheme} is a number of varying length, and \"9\" comes after \"10\" as text"
        ));
    }
    match order::by_time(layout, database, column) {
        order::Sorts::ByTime => None,
        order::Sorts::Not => {
            let declared = column.declared(layout, database);
            Some(format!("as {declared} in {} a {scheme} does not sort by its time", database.title()))
        }
        order::Sorts::Mixed => Some(format!(
            "MariaDB's UUID stores some of these in one order and some in another, and refuses others: a {scheme} does not belong there"
        )),
    }
}

/// The columns of a database that have the range.
pub fn columns(layout: Layout, database: Database) -> impl Iterator<Item = Column> {
    Column::ALL.into_iter().filter(move |column| refused(layout, database, *column).is_none())
}

/// What to use in place of a column that was refused.
fn instead(layout: Layout, database: Database, column: Column) -> String {
    let others = |database| columns(layout, database).filter(move |it| *it != column);
    let names: Vec<&str> = others(database).map(Column::name).collect();
    if !names.is_empty() {
        return format!("what has it in {}: --column {}", database.title(), names.join(", "));
    }
    let elsewhere = Database::ALL.into_iter().filter(|it| others(*it).next().is_some());
    let elsewhere: Vec<&str> = elsewhere.map(Database::title).collect();
    match elsewhere.as_slice() {
        [] => "no column of any database has it: keep the time in a column of its own".to_owned(),
        some => {
            let title = database.title();
            format!(
                "no column of {title} has it, one of {} has; or keep the time in a column of its own",
                some.join(" and of ")
            )
        }
    }
}

/// The beginning of the unit that holds the window's beginning, so that no id that was made within the window is left out.
fn outward(request: &Request<'_>) -> Timestamp {
    let holding = request.layout.bounds_at(request.scope, request.from).ok();
    holding.and_then(|(min, _)| request.layout.timestamp(min)).unwrap_or(request.from)
}

/// The instant of the first unit after the window.
fn rounded_up(request: &Request<'_>, end: Option<u128>) -> Timestamp {
    let inside = request.layout.bounds_at(request.scope, request.until).ok();
    match (inside, end) {
        // Between the units the end is the next one; an end that is none of this scope is beyond the last instant.
        (Some(_), Some(end)) => request.layout.timestamp(end).unwrap_or(request.until),
        _ => request.until,
    }
}

fn say_rounding(request: &Request<'_>, from: Timestamp, until: Timestamp, notes: &mut Vec<String>) {
    let unit = match request.layout.scheme().time() {
        Some((_, Unit::Second)) => "seconds",
        Some((_, Unit::Tick)) => "ticks of 100 ns",
        Some((_, Unit::Milliseconds(1) | Unit::TickMillisecond)) => "milliseconds",
        _ => "units",
    };
    for (asked, taken, what) in [(request.from, from, "beginning"), (request.until, until, "end")] {
        if asked != taken {
            notes.push(format!("ids hold whole {unit}: {taken} is taken as the {what}, not {asked}, so that no id of the window is left out"));
        }
    }
}

impl Range {
    /// The condition, with literals.
    #[must_use]
    pub fn clause(&self, name: &str) -> String {
        self.condition(name, |_, value| literal::literal(self.database, self.column, value))
    }

    /// The condition, with the placeholders of the database; the values are [`Range::values`].
    #[must_use]
    pub fn parameters(&self, name: &str) -> String {
        self.condition(name, |place, _| literal::placeholder(self.database, self.column, place))
    }

    /// The values of the placeholders, in their order.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.lower).chain(&self.upper)
    }

    fn condition(&self, name: &str, write: impl Fn(usize, &Value) -> String) -> String {
        let lower = format!("{name} >= {}", write(1, &self.lower));
        match &self.upper {
            Some(upper) => format!("{lower} AND {name} < {}", write(2, upper)),
            None => lower,
        }
    }
}
