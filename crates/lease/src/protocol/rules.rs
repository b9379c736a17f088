//! The rules that uniqueness rests on, as switches, so that a test can show that each of them is needed.

/// Which rules of the protocol hold.
///
/// Users get [`Rules::ALL`] and nothing else; the other values exist for the model check and for the control of the tests on servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// A holder uses only instants before `hi`.
    pub stops_at_hi: bool,
    /// A successor starts at the high-water mark that it found.
    pub starts_at_mark: bool,
    /// A slot is taken only as it was seen, and only while it is free or expired.
    pub acquire_compares: bool,
    /// A renewal changes the row only for the holder and the fence that the lease was given under.
    pub renew_compares_holder: bool,
    /// A renewal changes the row only while the high-water mark is the holder's `hi`.
    pub renew_compares_mark: bool,
    /// A renewal changes the row only while nobody has changed it since this lease did. The mark alone would not do: a renewal within one ms of another
    /// leaves it where it was, and a copy of the process that renews then would be believed to be the original.
    pub renew_compares_count: bool,
    /// The high-water mark is in the database before an instant below it is used.
    pub mark_before_use: bool,
    /// A release seals the generator before it says how far it got.
    pub seals_first: bool,
    /// A release changes the row only while the high-water mark is the holder's `hi`.
    pub release_compares_mark: bool,
}

impl Rules {
    /// The protocol.
    pub const ALL: Self = Self {
        stops_at_hi: true,
        starts_at_mark: true,
        acquire_compares: true,
        renew_compares_holder: true,
        renew_compares_mark: true,
        renew_compares_count: true,
        mark_before_use: true,
        seals_first: true,
        release_compares_mark: true,
    };

    /// The end of a window as its generator is told it.
    #[must_use]
    pub const fn bound(&self, hi_ms: i64) -> i64 {
        if self.stops_at_hi { hi_ms } else { i64::MAX }
    }

    /// The start of a window after a mark.
    #[must_use]
    pub const fn start(&self, mark_ms: i64) -> i64 {
        if self.starts_at_mark { mark_ms } else { 0 }
    }
}
