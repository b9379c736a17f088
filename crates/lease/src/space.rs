//! What ids a namespace holds.

use std::sync::Arc;

use idspec_core::{Field, Id, Role};

use crate::error::LeaseError;

/// The name of an id space in the database: 1 to 64 ASCII letters, digits and `._-:/@`.
///
/// Everything that has to have distinct ids shares one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Namespace(Arc<str>);

impl Namespace {
    /// The name.
    ///
    /// # Errors
    /// [`LeaseError::Name`] for another text.
    pub fn new(name: &str) -> Result<Self, LeaseError> {
        checked("namespace", name, 64).map(Self)
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &Arc<str> {
        &self.0
    }
}

/// A text that every database compares alike: short ASCII without blanks.
pub(crate) fn checked(what: &'static str, name: &str, max: usize) -> Result<Arc<str>, LeaseError> {
    let fits = |octet: u8| octet.is_ascii_alphanumeric() || b"._-:/@".contains(&octet);
    if name.is_empty() || name.len() > max || !name.bytes().all(fits) {
        return Err(LeaseError::Name { what, name: name.to_owned(), max });
    }
    Ok(Arc::from(name))
}

/// What two generators of one namespace have to agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    layout: String,
    epoch_ms: i64,
    tick_ms: i64,
    first_worker: i64,
    worker_bits: u32,
}

impl Space {
    /// The id space of a type of ids.
    ///
    /// # Errors
    /// [`LeaseError::NoWorker`] for ids without time or without worker.
    pub fn of<T: Id>() -> Result<Self, LeaseError> {
        let scheme = T::SCHEME;
        let none = LeaseError::NoWorker { scheme: scheme.title() };
        let worker_bits: u32 = scheme.machine_fields().map(Field::width).sum();
        let Some((_, unit)) = scheme.time().filter(|_| (1..=32).contains(&worker_bits)) else { return Err(none) };
        let Ok(first_worker) = u32::try_from(scheme.first_machine()) else { return Err(none) };
        // How the number is divided is part of the layout: two that divide it differently repeat each other's ids.
        let bits = |field: &Field| {
            field.pieces().iter().map(|piece| format!("{}.{}", piece.high(), piece.low())).collect::<Vec<_>>().join("+")
        };
        let mut layout = scheme.name().to_owned();
        for field in scheme.fields().iter().filter(|field| !matches!(field.role(), Role::Fixed(..))) {
            layout.push(' ');
            layout.push_str(&bits(field));
        }
        Ok(Self::new(&layout, T::LAYOUT.epoch_ms(), unit.hundred_ns() / 10_000, first_worker, worker_bits))
    }

    /// An id space: the name of its layout, its epoch and unit of time in ms, the smallest worker id, and how many bits a worker id has.
    #[must_use]
    pub fn new(layout: &str, epoch_ms: i64, tick_ms: i64, first_worker: u32, worker_bits: u32) -> Self {
        let (layout, first_worker) = (layout.to_owned(), i64::from(first_worker));
        Self { layout, epoch_ms, tick_ms, first_worker, worker_bits: worker_bits.min(32) }
    }

    /// The name of the layout.
    #[must_use]
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// The epoch, in ms since 1970.
    #[must_use]
    pub const fn epoch_ms(&self) -> i64 {
        self.epoch_ms
    }

    /// The unit of time, in ms.
    #[must_use]
    pub const fn tick_ms(&self) -> i64 {
        self.tick_ms
    }

    /// How many bits a worker id has, all its fields taken together.
    #[must_use]
    pub fn worker_bits(&self) -> i64 {
        i64::from(self.worker_bits)
    }

    /// The smallest worker id.
    #[must_use]
    pub const fn first_worker(&self) -> i64 {
        self.first_worker
    }

    /// The largest worker id.
    #[must_use]
    pub const fn last_worker(&self) -> i64 {
        !(-1 << self.worker_bits)
    }
}
