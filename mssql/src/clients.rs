//! The three clients, connected to a peer.

use std::error::Error;
use std::time::Duration;

use sqlx::Connection as _;
use sqlx_odbc::{OdbcConnectOptions, OdbcConnection};
use sqlx_sqlserver::MssqlConnection;
use tiberius::{AuthMethod, Client, Config, EncryptionLevel};
use tokio::net::TcpStream;
use tokio_util::compat::{Compat, TokioAsyncWriteCompatExt as _};

use crate::peer::Peer;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// FreeTDS, where Debian's package `tdsodbc` puts it on this architecture; `IDSPEC_TDSODBC` names another file.
const FREETDS: &str = concat!("/usr/lib/", "x86_64-linux-gnu", "/odbc/libtdsodbc.so");
const LONGEST: Duration = Duration::from_secs(30);

/// Runs a test of one client, and fails it when it takes too long.
///
/// # Errors
/// What the test says, or that it took too long.
pub fn in_time<T>(test: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { tokio::time::timeout(LONGEST, test).await? })
}

/// tiberius.
///
/// # Errors
/// What it says.
pub async fn tds(peer: &Peer) -> Result<Client<Compat<TcpStream>>> {
    let mut config = Config::new();
    config.host("127.0.0.1");
    config.port(peer.port());
    config.authentication(AuthMethod::sql_server("sa", "any"));
    config.encryption(EncryptionLevel::NotSupported);
    let stream = TcpStream::connect(config.get_addr()).await?;
    Ok(Client::connect(config, stream.compat_write()).await?)
}

/// sqlx-sqlserver.
///
/// # Errors
/// What it says.
pub async fn sqlserver(peer: &Peer) -> Result<MssqlConnection> {
    let url = format!("mssql://sa:any@127.0.0.1:{}/master?encrypt=not_supported", peer.port());
    Ok(MssqlConnection::connect(&url).await?)
}

/// sqlx-odbc, over FreeTDS.
///
/// # Errors
/// What it says.
pub async fn odbc(peer: &Peer) -> Result<OdbcConnection> {
    let driver = std::env::var("IDSPEC_TDSODBC").unwrap_or_else(|_| FREETDS.to_owned());
    let port = peer.port();
    let options: OdbcConnectOptions =
        format!("Driver={driver};Server=127.0.0.1;Port={port};TDS_Version=7.4;UID=sa;PWD=any").parse()?;
    Ok(OdbcConnection::connect_with(&options).await?)
}
