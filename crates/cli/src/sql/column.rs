//! Databases and the types of columns that ids are kept in.

use idspec::Layout;

/// A database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Database {
    Postgres,
    Mysql,
    Mariadb,
    Mssql,
    Sqlite,
    Oracle,
}

impl Database {
    pub const ALL: [Self; 6] = [Self::Postgres, Self::Mysql, Self::Mariadb, Self::Mssql, Self::Sqlite, Self::Oracle];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Mysql => "mysql",
            Self::Mariadb => "mariadb",
            Self::Mssql => "mssql",
            Self::Sqlite => "sqlite",
            Self::Oracle => "oracle",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Postgres => "Postgres",
            Self::Mysql => "MySQL",
            Self::Mariadb => "MariaDB",
            Self::Mssql => "SQL Server",
            Self::Sqlite => "SQLite",
            Self::Oracle => "Oracle",
        }
    }
}

/// What a column holds of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Column {
    /// The number as a signed 64-bit integer.
    Bigint,
    /// The number less 2^63 as a signed 64-bit integer (`AsI64Ordered`).
    BigintOrdered,
    /// The 64 bits in two's complement (`AsI64Bits`).
    BigintBits,
    /// The number as an unsigned 64-bit integer.
    BigintUnsigned,
    /// The number as a decimal of 20 digits.
    Numeric,
    /// A type for UUIDs; SQL Server's is `UNIQUEIDENTIFIER`.
    Uuid,
    /// 8 or 16 octets, as `AsBytes` writes them.
    Binary,
    /// 16 octets as MySQL's `UUID_TO_BIN(text, 1)` turns them.
    BinarySwapped,
    /// The canonical text.
    Text,
}

impl Column {
    pub const ALL: [Self; 9] = [
        Self::Bigint,
        Self::BigintOrdered,
        Self::BigintBits,
        Self::BigintUnsigned,
        Self::Numeric,
        Self::Uuid,
        Self::Binary,
        Self::BinarySwapped,
        Self::Text,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bigint => "bigint",
            Self::BigintOrdered => "bigint-ordered",
            Self::BigintBits => "bigint-bits",
            Self::BigintUnsigned => "bigint-unsigned",
            Self::Numeric => "numeric",
            Self::Uuid => "uuid",
            Self::Binary => "binary",
            Self::BinarySwapped => "binary-swapped",
            Self::Text => "text",
        }
    }

    /// The column that `docs/storing-ids.md` recommends for a scheme.
    #[must_use]
    pub fn usual(layout: Layout, database: Database) -> Self {
        let scheme = layout.scheme();
        match (scheme.bits(), scheme.kind(), database) {
            (64, _, Database::Oracle) => Self::Numeric,
            (64, ..) => Self::Bigint,
            (_, Some("as-binary"), _) => Self::Binary,
            (_, _, Database::Postgres) => Self::Uuid,
            (_, Some("at-end"), Database::Mariadb | Database::Mssql) => Self::Uuid,
            _ => Self::Binary,
        }
    }

    /// Whether the database has such a type.
    #[must_use]
    pub const fn is_in(self, database: Database) -> bool {
        match self {
            Self::Binary | Self::Text => true,
            Self::Bigint | Self::BigintOrdered | Self::BigintBits => !matches!(database, Database::Oracle),
            Self::BigintUnsigned => matches!(database, Database::Mysql | Database::Mariadb),
            Self::Numeric => !matches!(database, Database::Sqlite),
            Self::Uuid => matches!(database, Database::Postgres | Database::Mariadb | Database::Mssql),
            Self::BinarySwapped => matches!(database, Database::Mysql),
        }
    }

    /// Whether ids of the layout fit.
    #[must_use]
    pub const fn holds(self, layout: Layout) -> bool {
        match self {
            Self::Bigint | Self::BigintOrdered | Self::BigintBits | Self::BigintUnsigned | Self::Numeric => {
                layout.scheme().bits() == 64
            }
            Self::Uuid | Self::BinarySwapped => layout.scheme().bits() == 128,
            Self::Binary | Self::Text => true,
        }
    }

    /// The type as the database writes it.
    #[must_use]
    pub fn declared(self, layout: Layout, database: Database) -> String {
        let octets = layout.scheme().octets();
        let letters = layout.text(0).map_or(0, |text| text.as_str().len());
        match (self, database) {
            (Self::Bigint | Self::BigintOrdered | Self::BigintBits, Database::Sqlite) => "INTEGER".to_owned(),
            (Self::Bigint | Self::BigintOrdered | Self::BigintBits, _) => "BIGINT".to_owned(),
            (Self::BigintUnsigned, _) => "BIGINT UNSIGNED".to_owned(),
            (Self::Numeric, Database::Oracle) => "NUMBER(20)".to_owned(),
            (Self::Numeric, Database::Postgres) => "NUMERIC(20)".to_owned(),
            (Self::Numeric, _) => "DECIMAL(20)".to_owned(),
            (Self::Uuid, Database::Mssql) => "UNIQUEIDENTIFIER".to_owned(),
            (Self::Uuid, _) => "UUID".to_owned(),
            (Self::Binary, Database::Postgres) => "BYTEA".to_owned(),
            (Self::Binary, Database::Sqlite) => "BLOB".to_owned(),
            (Self::Binary, Database::Oracle) => format!("RAW({octets})"),
            (Self::Binary | Self::BinarySwapped, _) => format!("BINARY({octets})"),
            (Self::Text, Database::Postgres) => "TEXT COLLATE \"C\"".to_owned(),
            (Self::Text, Database::Sqlite) => "TEXT".to_owned(),
            (Self::Text, Database::Oracle) => format!("VARCHAR2({letters})"),
            (Self::Text, Database::Mssql) => format!("CHAR({letters}) COLLATE Latin1_General_BIN2"),
            (Self::Text, _) => format!("CHAR({letters}) CHARACTER SET ascii COLLATE ascii_bin"),
        }
    }

    /// What to know of the column.
    pub(super) fn notes(self, layout: Layout, database: Database) -> Vec<String> {
        let mut notes = Vec::new();
        if self == Self::Text {
            let declared = self.declared(layout, database);
            notes.push(format!("compared octet by octet: another collation may sort otherwise, and its index is not used; declare {declared}"));
        }
        if self == Self::Binary && layout.scheme().kind() == Some("as-binary") {
            notes.push("the octets are those of .NET's Guid.ToByteArray()".to_owned());
        }
        if self == Self::BigintOrdered {
            notes.push("the column holds the number less 2^63".to_owned());
        }
        notes
    }
}
