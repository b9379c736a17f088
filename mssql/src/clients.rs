//! The three clients, and where they connect to.

use std::env::{self, consts};
use std::error::Error;
use std::path::Path;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx_odbc::{OdbcConnectOptions, OdbcConnection};
use sqlx_sqlserver::{MssqlConnectOptions, MssqlConnection};
use tiberius::{AuthMethod, Client, Config, EncryptionLevel};
use tokio::net::TcpStream;
use tokio_util::compat::{Compat, TokioAsyncWriteCompatExt as _};

use crate::peer::Peer;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// No test takes longer, on a real server neither.
const LONGEST: Duration = Duration::from_secs(300);

/// Runs a test of one client, and fails it when it takes too long.
///
/// # Errors
/// What the test says, or that it took too long.
pub fn in_time<T>(test: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { tokio::time::timeout(LONGEST, test).await? })
}

/// A server and how to get in.
#[derive(Clone, Debug)]
pub struct Server {
    host: String,
    port: u16,
    user: String,
    password: String,
    database: String,
}

impl Server {
    /// The server of a URL: `mssql://user:password@host:port/database`.
    ///
    /// # Errors
    /// What is wrong with the URL.
    pub fn of_url(url: &str) -> Result<Self> {
        let options = MssqlConnectOptions::parse_url(url)?;
        Ok(Self {
            host: options.host().to_owned(),
            port: options.port().unwrap_or(1433),
            user: options.username().to_owned(),
            password: options.password().unwrap_or_default().to_owned(),
            database: options.database().to_owned(),
        })
    }
}

impl From<&Peer> for Server {
    fn from(peer: &Peer) -> Self {
        let [user, password, database] = ["sa", "any", "master"].map(str::to_owned);
        Self { host: "127.0.0.1".to_owned(), port: peer.port(), user, password, database }
    }
}

/// tiberius.
///
/// # Errors
/// What it says.
pub async fn tds(server: impl Into<Server>) -> Result<Client<Compat<TcpStream>>> {
    let server = server.into();
    let mut config = Config::new();
    config.host(&server.host);
    config.port(server.port);
    config.database(&server.database);
    config.authentication(AuthMethod::sql_server(&server.user, &server.password));
    config.encryption(EncryptionLevel::NotSupported);
    let stream = TcpStream::connect(config.get_addr()).await?;
    stream.set_nodelay(true)?;
    Ok(Client::connect(config, stream.compat_write()).await?)
}

/// sqlx-sqlserver.
///
/// # Errors
/// What it says.
pub async fn sqlserver(server: impl Into<Server>) -> Result<MssqlConnection> {
    let Server { host, port, user, password, database } = server.into();
    let url = format!("mssql://{user}:{password}@{host}:{port}/{database}?encrypt=not_supported");
    Ok(MssqlConnection::connect(&url).await?)
}

/// sqlx-odbc, over `FreeTDS` where Debian's package `tdsodbc` puts it, or over the driver that `IDSPEC_MSSQL_ODBC` names.
///
/// # Errors
/// What it says, and that there is no such driver.
pub async fn odbc(server: impl Into<Server>) -> Result<OdbcConnection> {
    let driver = env::var("IDSPEC_MSSQL_ODBC");
    let driver = driver.unwrap_or_else(|_| format!("/usr/lib/{}-linux-gnu/odbc/libtdsodbc.so", consts::ARCH));
    if driver.starts_with('/') && !Path::new(&driver).exists() {
        return Err(format!(
            "no {driver}: install it (apt-get install tdsodbc), or name another driver in IDSPEC_MSSQL_ODBC"
        )
        .into());
    }
    let Server { host, port, user, password, database } = server.into();
    let place = format!("Driver={driver};Server={host};Port={port};Database={database};TDS_Version=7.4");
    let options: OdbcConnectOptions = format!("{place};UID={user};PWD={{{password}}}").parse()?;
    Ok(OdbcConnection::connect_with(&options).await?)
}
