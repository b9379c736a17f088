//! The statements as data.

use std::sync::Arc;

use super::dialect::Dialect;
use super::render::{Now, Sql, render};
use crate::protocol::{After, Rules, Seen, Statement};

/// A statement, its name and what its values are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: String,
    /// What its values are called, in the order of its placeholders.
    pub params: Vec<&'static str>,
}

/// Every statement that a lease runs after it was set up, for reading, for granting rights and for drivers of one's own.
///
/// ```
/// use idspec_lease::{Dialect, statements};
/// let release = statements(Dialect::SqlServer).into_iter().find(|it| it.name == "release").unwrap();
/// assert!(release.text.starts_with("UPDATE idspec_worker_lease SET holder = NULL"));
/// assert_eq!(release.params, ["nothing", "first_free_ms", "namespace", "worker_id", "holder", "fence", "hi_ms"]);
/// ```
#[must_use]
pub fn statements(dialect: Dialect) -> Vec<Named> {
    let text: Arc<str> = Arc::from("");
    let (worker, fence, hi, ttl_ms, window_ms) = (0, 0, 0, 0, 0);
    let holder = || Arc::clone(&text);
    let all = [
        Statement::Candidates { label: holder(), patience_ms: 0, salt: 1, limit: crate::options::CANDIDATES },
        Statement::HeldBy { holder: holder() },
        Statement::Look { worker },
        Statement::Acquire {
            seen: Seen { worker, fence, mark: 0 },
            holder: holder(),
            label: holder(),
            ttl_ms,
            window_ms,
        },
        Statement::ReadBack { worker, holder: holder(), fence, after: After::Acquire },
        Statement::Renew { worker, holder: holder(), fence, hi, rev: 0, ttl_ms, window_ms },
        Statement::Release { worker, holder: holder(), fence, hi, first_free: 0 },
    ];
    let named = |statement: &Statement| {
        let Sql { text, params, .. } = render(statement, &Rules::ALL, dialect, &holder(), Now::Database);
        Named { name: statement.name(), text, params: params.iter().map(|param| param.name).collect() }
    };
    all.iter().map(named).collect()
}
