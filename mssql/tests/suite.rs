//! The suite that runs on a real server, on the scripted peer: it passes where the answers are right, and fails where they are not.

use std::error::Error;

use idspec_mssql::suite::{Answers, OverOdbc, Tds, all};
use idspec_mssql::{Peer, in_time, odbc, tds};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn answering(by_text: bool) -> Result<Peer> {
    let mut answers = Answers { by_text, ..Answers::default() };
    in_time(async {
        all(&mut answers).await?;
        Ok(())
    })?;
    Ok(Peer::start(answers.script)?)
}

#[test]
fn it_passes_on_right_answers() -> Result {
    let peer = answering(false)?;
    in_time(async { all(&mut Tds(tds(&peer).await?)).await })?;
    in_time(async { all(&mut OverOdbc(odbc(&peer).await?)).await })?;
    // Every id was sent, by both.
    for table in ["numbers", "bits", "ordered", "ulids", "texts", "as_binary", "at_end", "lost_order"] {
        let inserts = peer.requests(&format!("INSERT INTO #{table} "))?;
        assert_eq!(inserts.iter().map(|insert| insert.bound.len()).sum::<usize>(), 20_000, "{table}");
    }
    Ok(())
}

#[test]
fn it_fails_where_guids_are_sorted_by_their_text() -> Result {
    let peer = answering(true)?;
    let expected = "at_end: row 0 is ";
    let error = in_time(async { all(&mut Tds(tds(&peer).await?)).await }).expect_err("another order");
    assert!(error.to_string().starts_with(expected), "{error}");
    let error = in_time(async { all(&mut OverOdbc(odbc(&peer).await?)).await }).expect_err("another order");
    assert!(error.to_string().starts_with(expected), "{error}");
    Ok(())
}

#[test]
fn it_fails_where_nothing_is_stored() -> Result {
    let peer = Peer::start(Vec::<(&str, _)>::new())?;
    let error = in_time(async { all(&mut Tds(tds(&peer).await?)).await }).expect_err("no rows");
    assert_eq!(error.to_string(), "numbers: 0 rows, not 10000");
    Ok(())
}
