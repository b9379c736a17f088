//! Layouts by name: the schemes, schemes with an epoch of one's own, and those of the configuration file.

mod file;

pub use file::configured;

use idspec::{Layout, Timestamp};

use crate::failure::Failure;
use crate::when;

/// A layout and what `--as` calls it.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub layout: Layout,
}

/// The name of a layout of a scheme: `ulid`, `seq-guid:at-end`, `seq-guid:at-end:ms48`; the default layout is not named.
pub fn slug(layout: Layout) -> String {
    let scheme = layout.scheme();
    let mut slug = scheme.name().to_owned();
    if let Some(kind) = scheme.kind() {
        slug = format!("{slug}:{kind}");
    }
    if let Some(name) = scheme.layout().filter(|_| !is_default(layout)) {
        slug = format!("{slug}:{name}");
    }
    if layout.epoch_ms() != scheme.epoch_ms() {
        slug = format!("{slug}@{}", layout.epoch_ms());
    }
    slug
}

/// Whether no other layout of the scheme's kind comes before it.
fn is_default(layout: Layout) -> bool {
    let scheme = layout.scheme();
    let mut same = idspec::schemes().filter(|it| it.name() == scheme.name() && it.kind() == scheme.kind());
    same.next().is_some_and(|first| first.layout() == scheme.layout())
}

/// Every layout of the schemes, with its name.
pub fn all() -> impl Iterator<Item = Named> {
    idspec::schemes().map(Layout::of).map(|layout| Named { name: slug(layout), layout })
}

/// The layouts of a name: of the configuration file, or of the schemes, where a scheme without a kind means all of its kinds and layouts.
pub fn named(name: &str, own: &[Named], now: Timestamp) -> Result<Vec<Named>, Failure> {
    if let Some(own) = own.iter().find(|it| it.name == name) {
        return Ok(vec![own.clone()]);
    }
    let (scheme, epoch) = match name.split_once('@') {
        Some((scheme, epoch)) => (scheme, Some(epoch)),
        None => (name, None),
    };
    let within = format!("{scheme}:");
    let exact: Vec<Named> = all().filter(|it| it.name == scheme).collect();
    // A scheme of one kind is its default layout; one of several kinds is all of them.
    let found = if exact.is_empty() { all().filter(|it| it.name.starts_with(&within)).collect() } else { exact };
    if found.is_empty() {
        let names: Vec<String> = all().map(|it| it.name).chain(own.iter().map(|it| it.name.clone())).collect();
        return Err(Failure::usage(format!("no scheme is called {name}; there are {}", names.join(", "))));
    }
    let Some(epoch) = epoch else { return Ok(found) };
    // Milliseconds since 1970 without more, as they are written in source code; or an instant.
    let epoch_ms = match epoch.parse::<i64>() {
        Ok(ms) => ms,
        Err(_) => when::parse(epoch, now).map_err(Failure::Usage)?.unix_ms(),
    };
    let moved = |it: Named| {
        let takes = it.layout.scheme().epoch_is_parameter();
        let layout = takes.then(|| Layout::at_epoch(it.layout.scheme(), epoch_ms).ok()).flatten();
        let layout =
            layout.ok_or_else(|| Failure::usage(format!("{} takes no epoch, or not this one: {name}", it.name)))?;
        Ok(Named { name: name.to_owned(), layout })
    };
    found.into_iter().map(moved).collect()
}
