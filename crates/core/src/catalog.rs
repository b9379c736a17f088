//! Choosing a layout by name.

use core::fmt;

use crate::layout::Layout;
use crate::scheme::Scheme;

/// What may be configured of a scheme, by the names of the vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config<'a> {
    /// The kind, for schemes that have several.
    pub kind: Option<&'a str>,
    /// The layout, for schemes that have several; the first one is the default.
    pub layout: Option<&'a str>,
    /// The epoch in ms since 1970, for schemes that take one.
    pub epoch_ms: Option<i64>,
}

/// Why no layout was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectError {
    /// No scheme has this name.
    UnknownScheme,
    /// The scheme has no such kind or layout, or not together, or a kind is needed: `unknown_kind`.
    UnknownKind,
    /// The scheme's epoch is fixed, or the given one leads outside the range of [`Timestamp`](crate::Timestamp).
    Epoch,
}

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownScheme => "no scheme has this name",
            Self::UnknownKind => "the scheme has no such kind or layout, or needs a kind",
            Self::Epoch => "the scheme takes no epoch, or not this one",
        })
    }
}

impl core::error::Error for SelectError {}

/// The layout of a scheme by name and configuration, out of a list of tables; of several tables with one name the first is the default.
///
/// # Errors
/// See [`SelectError`].
pub fn select(schemes: &[&'static Scheme], name: &str, config: &Config<'_>) -> Result<Layout, SelectError> {
    let mut named = schemes.iter().filter(|scheme| scheme.name() == name).peekable();
    let first = named.peek().ok_or(SelectError::UnknownScheme)?;
    let layout = config.layout.or(first.layout());
    let scheme = named
        .find(|scheme| scheme.kind() == config.kind && scheme.layout() == layout)
        .ok_or(SelectError::UnknownKind)?;
    match config.epoch_ms {
        Some(epoch_ms) => Layout::at_epoch(scheme, epoch_ms).map_err(|_| SelectError::Epoch),
        None => Ok(Layout::of(scheme)),
    }
}
