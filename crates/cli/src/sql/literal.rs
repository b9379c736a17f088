//! Values of ids in SQL.

use idspec::Layout;
use idspec::column::{ColumnForm, StoredValue};

use super::column::{Column, Database};

/// A bound as the column holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i128),
    Text(String),
    Octets(Vec<u8>),
    Uuid(String),
}

/// What a parameter is bound to, as a text: octets in hexadecimal.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Text(text) | Self::Uuid(text) => f.write_str(text),
            Self::Octets(octets) => octets.iter().try_for_each(|octet| write!(f, "{octet:02x}")),
        }
    }
}

impl Value {
    /// The kind of value, for whoever binds it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Integer(_) => "integer",
            Self::Text(_) => "text",
            Self::Octets(_) => "octets",
            Self::Uuid(_) => "uuid",
        }
    }
}

/// The value of a number in a column, or nothing where a signed integer does not hold it.
pub(super) fn value(layout: Layout, column: Column, number: u128) -> Option<Value> {
    let form = match column {
        Column::Bigint => ColumnForm::I64,
        Column::BigintOrdered => ColumnForm::I64Ordered,
        Column::BigintBits => ColumnForm::I64Bits,
        Column::BigintUnsigned | Column::Numeric => ColumnForm::U64,
        Column::Uuid | Column::BinarySwapped => ColumnForm::Uuid,
        Column::Binary => ColumnForm::Bytes,
        Column::Text => ColumnForm::Text,
    };
    Some(match layout.to_column(number, form).ok()? {
        StoredValue::Int64(number) => Value::Integer(i128::from(number)),
        StoredValue::Uint64(number) => Value::Integer(i128::from(number)),
        StoredValue::Text(text) => Value::Text(text.to_string()),
        StoredValue::Blob { octets, len } => Value::Octets(octets.get(..len)?.to_vec()),
        StoredValue::Uuid(octets) => {
            Value::Uuid(idspec::base::text::uuid::hyphenated(u128::from_be_bytes(octets)).to_string())
        }
        _ => return None,
    })
}

/// Whether a range of numbers is one of their two's complements too.
pub(super) const fn same_side(start: u128, end: Option<u128>) -> bool {
    const HALF: u128 = 1 << 63;
    match end {
        Some(end) => (start < HALF) == (end < HALF) || end == HALF,
        None => start >= HALF,
    }
}

/// A value as a literal.
pub(super) fn literal(database: Database, column: Column, value: &Value) -> String {
    let written = match (value, database) {
        // Larger literals are decimals in SQL Server, to which the column would be converted; and the smallest number is no literal of an integer in several databases.
        (Value::Integer(number), Database::Mssql) if column != Column::Numeric => format!("CAST({number} AS bigint)"),
        (Value::Integer(number), Database::Postgres) if *number == i128::from(i64::MIN) => {
            format!("'{number}'::bigint")
        }
        (Value::Integer(number), _) => number.to_string(),
        (Value::Text(text), _) => format!("'{text}'"),
        (Value::Uuid(text), Database::Postgres) => format!("'{text}'::uuid"),
        (Value::Uuid(text), _) => format!("'{text}'"),
        (octets @ Value::Octets(_), Database::Postgres) => format!("'\\x{octets}'::bytea"),
        (octets @ Value::Octets(_), Database::Mssql) => format!("0x{octets}"),
        (octets @ Value::Octets(_), Database::Oracle) => format!("HEXTORAW('{octets}')"),
        (octets @ Value::Octets(_), _) => format!("X'{octets}'"),
    };
    typed(database, column, written)
}

/// The placeholder of the parameter at a place, from 1.
pub(super) fn placeholder(database: Database, column: Column, place: usize) -> String {
    let written = match database {
        Database::Postgres => format!("${place}"),
        Database::Mysql | Database::Mariadb | Database::Sqlite => "?".to_owned(),
        Database::Mssql => format!("@p{place}"),
        Database::Oracle => format!(":{place}"),
    };
    typed(database, column, written)
}

/// With what makes the database compare as the column is meant to.
fn typed(database: Database, column: Column, written: String) -> String {
    match (column, database) {
        (Column::Uuid, Database::Mariadb) => format!("CAST({written} AS UUID)"),
        (Column::BinarySwapped, _) => format!("UUID_TO_BIN({written}, 1)"),
        (Column::Uuid, Database::Mssql) => format!("CAST({written} AS uniqueidentifier)"),
        (Column::Text, Database::Postgres) => format!("{written} COLLATE \"C\""),
        (Column::Text, Database::Mssql) => format!("CAST({written} AS varchar(36)) COLLATE Latin1_General_BIN2"),
        (Column::Text, Database::Sqlite) => format!("{written} COLLATE BINARY"),
        _ => written,
    }
}
