//! Ids on a real SQL Server, the one of `IDSPEC_MSSQL_URL`.

use std::env;
use std::error::Error;
use std::io::{Write as _, stderr};

use idspec::DiscordSnowflake;
use idspec_mssql::suite::{OverOdbc, Tds, all};
use idspec_mssql::{Server, in_time, odbc, tds};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const VARIABLE: &str = "IDSPEC_MSSQL_URL";

/// The server, or a line that says that nothing was tested.
fn server() -> Result<Option<Server>> {
    match env::var(VARIABLE) {
        Ok(url) => Server::of_url(&url).map(Some),
        Err(_) => {
            // Not by `eprintln!`, which the test runner keeps to itself.
            writeln!(stderr(), "skipped: {VARIABLE} is not set")?;
            Ok(None)
        }
    }
}

#[test]
fn ids_are_stored_and_sorted_through_tiberius() -> Result {
    let Some(server) = server()? else { return Ok(()) };
    in_time(async { all(&mut Tds(tds(server).await?)).await })
}

#[test]
fn ids_are_stored_and_sorted_through_odbc() -> Result {
    let Some(server) = server()? else { return Ok(()) };
    in_time(async { all(&mut OverOdbc(odbc(server).await?)).await })
}

/// What tiberius cannot refuse, the server refuses: 8115 is an overflow.
#[test]
fn what_no_bigint_holds_is_refused_by_the_server() -> Result {
    let Some(server) = server()? else { return Ok(()) };
    in_time(async {
        let mut client = tds(server).await?;
        client.simple_query("CREATE TABLE #strict (id BIGINT NULL)").await?.into_results().await?;
        for number in [1 << 63, u64::MAX] {
            let id = DiscordSnowflake::try_from(number)?;
            let error = client.execute("INSERT INTO #strict VALUES (@P1)", &[&id]).await.expect_err("too large");
            assert_eq!(error.code(), Some(8115), "{error}");
        }
        let count = client.query("SELECT COUNT(*) FROM #strict", &[]).await?.into_row().await?;
        assert_eq!(count.map(|row| row.try_get::<i32, _>(0)).transpose()?, Some(Some(0)));
        Ok(())
    })
}
