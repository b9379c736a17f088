//! What was sent and what was promised, and whether the rows agree with it.
//!
//! Each request that holds an order has a number of cents that no other has. So a row says which request made it, whatever its id is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// What the service has said of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Nothing, or that it does not know: the row may be there, once.
    Open,
    /// It is there: the row is, exactly once.
    Made,
    /// It is refused, and has to be: no row.
    Refused,
}

/// An order of a request.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// Its id, where the client knows it.
    pub(crate) id: Option<String>,
    pub(crate) customer: u64,
    pub(crate) word: Word,
}

/// A row of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) customer: i64,
    pub(crate) cents: i64,
}

/// All that was sent, by its cents.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<(Vec<Sent>, Vec<usize>)>);

impl Ledger {
    /// Notes an order that is about to be sent, and gives its cents.
    pub(crate) fn send(&self, id: Option<String>, customer: u64, word: Word) -> usize {
        let mut held = self.0.lock().unwrap();
        held.0.push(Sent { id, customer, word });
        held.0.len() - 1
    }

    /// Notes that the service has made an order.
    pub(crate) fn made(&self, cents: usize, id: &str) {
        let mut held = self.0.lock().unwrap();
        held.0[cents].id = Some(id.to_owned());
        held.0[cents].word = Word::Made;
        held.1.push(cents);
    }

    /// An order that was made, with its cents, by any number.
    pub(crate) fn any_made(&self, choice: u64) -> Option<(usize, Sent)> {
        let held = self.0.lock().unwrap();
        let cents = *held.1.get((choice % held.1.len().max(1) as u64) as usize)?;
        Some((cents, held.0[cents].clone()))
    }

    pub(crate) fn get(&self, cents: i64) -> Option<Sent> {
        self.0.lock().unwrap().0.get(usize::try_from(cents).ok()?).cloned()
    }

    /// Where the rows differ from what was promised, a line each.
    pub(crate) fn differences(&self, rows: &[Row]) -> Vec<String> {
        let held = self.0.lock().unwrap();
        let mut differences = Vec::new();
        let mut seen: BTreeMap<i64, usize> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for row in rows {
            let Row { id, customer, cents } = row;
            if !ids.insert(id) {
                differences.push(format!("two rows of the id {id}"));
            }
            *seen.entry(*cents).or_default() += 1;
            match usize::try_from(*cents).ok().and_then(|cents| held.0.get(cents)) {
                None => differences.push(format!("nobody sent {row:?}")),
                Some(Sent { word: Word::Refused, .. }) => differences.push(format!("refused, and there: {row:?}")),
                Some(sent) if sent.id.as_ref().is_some_and(|sent| sent != id) => {
                    differences.push(format!("{row:?} was sent as {sent:?}"));
                }
                Some(sent) if i64::try_from(sent.customer) != Ok(*customer) => {
                    differences.push(format!("{row:?} was sent as {sent:?}"));
                }
                Some(_) => {}
            }
        }
        differences.extend(
            seen.iter().filter(|(_, count)| **count > 1).map(|(cents, count)| format!("{count} rows of {cents} cents")),
        );
        let lost = |cents: &usize| i64::try_from(*cents).is_ok_and(|cents| !seen.contains_key(&cents));
        differences
            .extend(held.1.iter().filter(|cents| lost(cents)).map(|cents| format!("lost: {:?}", held.0[*cents])));
        differences
    }
}

#[test]
fn every_difference_is_noticed() {
    let ledger = Ledger::default();
    let row = |id: &str, customer, cents| Row { id: id.to_owned(), customer, cents };
    assert_eq!(ledger.send(Some("a".to_owned()), 7, Word::Open), 0);
    assert_eq!(ledger.send(None, 8, Word::Open), 1);
    assert_eq!(ledger.send(Some("c".to_owned()), 9, Word::Refused), 2);
    assert_eq!(ledger.any_made(5).map(|(cents, _)| cents), None);
    // What the service does not know of may be there or not.
    assert_eq!(ledger.differences(&[]), Vec::<String>::new());
    assert_eq!(ledger.differences(&[row("a", 7, 0), row("b", 8, 1)]), Vec::<String>::new());
    ledger.made(0, "a");
    assert_eq!(ledger.any_made(5).map(|(cents, _)| cents), Some(0));
    assert_eq!(ledger.differences(&[row("a", 7, 0)]), Vec::<String>::new());
    for (rows, difference) in [
        (vec![], r#"lost: Sent { id: Some("a"), customer: 7, word: Made }"#),
        (vec![row("a", 7, 0), row("b", 8, 1), row("d", 8, 1)], "2 rows of 1 cents"),
        (vec![row("a", 7, 0), row("a", 8, 1)], "two rows of the id a"),
        (vec![row("a", 7, 0), row("c", 9, 2)], r#"refused, and there: Row { id: "c", customer: 9, cents: 2 }"#),
        (vec![row("a", 7, 0), row("d", 9, 3)], r#"nobody sent Row { id: "d", customer: 9, cents: 3 }"#),
        (vec![row("a", 7, 0), row("d", 9, -1)], r#"nobody sent Row { id: "d", customer: 9, cents: -1 }"#),
        (
            vec![row("b", 7, 0)],
            r#"Row { id: "b", customer: 7, cents: 0 } was sent as Sent { id: Some("a"), customer: 7, word: Made }"#,
        ),
        (
            vec![row("a", 8, 0)],
            r#"Row { id: "a", customer: 8, cents: 0 } was sent as Sent { id: Some("a"), customer: 7, word: Made }"#,
        ),
    ] {
        assert_eq!(ledger.differences(&rows), [difference]);
    }
}
