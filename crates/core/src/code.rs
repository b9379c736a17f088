//! The vocabulary of error codes.

use core::fmt;

/// The closed vocabulary of error codes, the same words as in `vectors/errors.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The text or the octets have a length that the scheme does not.
    Length,
    /// A character that the form does not have.
    Character,
    /// Hyphens or braces misplaced, or a list of fields that is not the scheme's.
    Format,
    /// A number above the scheme's largest.
    Overflow,
    /// A second spelling of an id: a leading zero, or reserved bits set.
    Noncanonical,
    /// A field value outside the field's range.
    OutOfRange,
    /// Another version nibble than the layout's.
    WrongVersion,
    /// Another variant nibble than the layout's.
    WrongVariant,
    /// A kind or layout that the scheme does not have.
    UnknownKind,
    /// Another prefix than the form's.
    WrongPrefix,
    /// A value of another type than the one read.
    WrongType,
    /// The clock went backwards.
    ClockRollback,
    /// The clock is before the layout's epoch.
    ClockBeforeEpoch,
    /// The clock is past the layout's last unit.
    TimestampExhausted,
    /// All sequence numbers of the unit are used.
    SequenceExhausted,
    /// All random values of the unit are used.
    RandomExhausted,
}

impl ErrorCode {
    /// Every code, in the order of `vectors/errors.json`.
    pub const ALL: [Self; 16] = [
        Self::Length,
        Self::Character,
        Self::Format,
        Self::Overflow,
        Self::Noncanonical,
        Self::OutOfRange,
        Self::WrongVersion,
        Self::WrongVariant,
        Self::UnknownKind,
        Self::WrongPrefix,
        Self::WrongType,
        Self::ClockRollback,
        Self::ClockBeforeEpoch,
        Self::TimestampExhausted,
        Self::SequenceExhausted,
        Self::RandomExhausted,
    ];

    /// The word, as in the vectors.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Character => "character",
            Self::Format => "format",
            Self::Overflow => "overflow",
            Self::Noncanonical => "noncanonical",
            Self::OutOfRange => "out_of_range",
            Self::WrongVersion => "wrong_version",
            Self::WrongVariant => "wrong_variant",
            Self::UnknownKind => "unknown_kind",
            Self::WrongPrefix => "wrong_prefix",
            Self::WrongType => "wrong_type",
            Self::ClockRollback => "clock_rollback",
            Self::ClockBeforeEpoch => "clock_before_epoch",
            Self::TimestampExhausted => "timestamp_exhausted",
            Self::SequenceExhausted => "sequence_exhausted",
            Self::RandomExhausted => "random_exhausted",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
