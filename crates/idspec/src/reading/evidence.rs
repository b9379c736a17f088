//! Why a reading is likely or not.

use core::fmt;

/// How far the evidence goes. No reading is proved by it; none is refused but what cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// Something speaks for it that hardly comes about by chance, and nothing against it.
    Likely,
    /// Nothing speaks against it.
    Possible,
    /// Something speaks against it.
    Unlikely,
    /// The scheme has no such id.
    Impossible,
}

impl Verdict {
    /// The name, in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Likely => "likely",
            Self::Possible => "possible",
            Self::Unlikely => "unlikely",
            Self::Impossible => "impossible",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Which way a piece of evidence points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// For the reading.
    For,
    /// Against the reading.
    Against,
    /// Worth knowing, and neither.
    Note,
}

impl Sign {
    /// `+`, `-` or a blank.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::For => '+',
            Self::Against => '-',
            Self::Note => ' ',
        }
    }

    /// The name, in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::Against => "against",
            Self::Note => "note",
        }
    }
}

/// What was seen. Programs may rely on the names ([`EvidenceCode::as_str`]); more may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EvidenceCode {
    /// The scheme was named.
    Named,
    /// The text is the canonical text of a form that no other scheme has.
    OwnForm,
    /// The text is of a form that other schemes read too.
    SharedForm,
    /// The text is read as another form of the scheme's ids than its own.
    OtherForm,
    /// The text is not as the scheme writes it, and is read all the same.
    NotCanonical,
    /// The fixed bits of the scheme are there.
    FixedBits,
    /// The id's time lies in the window that ids are expected in.
    TimeInWindow,
    /// The id's time is before the window.
    TimeBeforeWindow,
    /// The id's time is after the window.
    TimeAfterWindow,
    /// The id's time is within a day of the instant that was given.
    TimeNear,
    /// The id's time is a day or more from the instant that was given.
    TimeFar,
    /// The scheme did not exist at the id's time.
    BeforeTheScheme,
    /// By chance a time of so many bits lies in the window in hardly any number.
    HardlyByChance,
    /// A single 64-bit number cannot be attributed by its date.
    NotByDate,
    /// The value of the time's bits lies outside the window, and need not be a time.
    TimeMayBeNone,
    /// The text breaks a rule of the scheme.
    Broken,
}

impl EvidenceCode {
    /// The name, in lower case with underscores.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::OwnForm => "own_form",
            Self::SharedForm => "shared_form",
            Self::OtherForm => "other_form",
            Self::NotCanonical => "not_canonical",
            Self::FixedBits => "fixed_bits",
            Self::TimeInWindow => "time_in_window",
            Self::TimeBeforeWindow => "time_before_window",
            Self::TimeAfterWindow => "time_after_window",
            Self::TimeNear => "time_near",
            Self::TimeFar => "time_far",
            Self::BeforeTheScheme => "before_the_scheme",
            Self::HardlyByChance => "hardly_by_chance",
            Self::NotByDate => "not_by_date",
            Self::TimeMayBeNone => "time_may_be_none",
            Self::Broken => "broken",
        }
    }

    /// Which way it points.
    #[must_use]
    pub const fn sign(self) -> Sign {
        match self {
            Self::Named
            | Self::OwnForm
            | Self::FixedBits
            | Self::TimeInWindow
            | Self::TimeNear
            | Self::HardlyByChance => Sign::For,
            Self::TimeBeforeWindow | Self::TimeAfterWindow | Self::TimeFar | Self::BeforeTheScheme | Self::Broken => {
                Sign::Against
            }
            Self::SharedForm | Self::OtherForm | Self::NotCanonical | Self::NotByDate | Self::TimeMayBeNone => {
                Sign::Note
            }
        }
    }

    /// Whether it speaks for the reading so that hardly any other text has it by chance.
    #[must_use]
    pub(crate) const fn is_strong(self) -> bool {
        matches!(self, Self::Named | Self::OwnForm | Self::TimeNear | Self::HardlyByChance)
    }

    /// What was seen, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Named => "you named this scheme",
            Self::OwnForm => "no other scheme writes such a text",
            Self::SharedForm => "other schemes write such texts too",
            Self::OtherForm => "read as another form of such ids",
            Self::NotCanonical => "not as the scheme writes it",
            Self::FixedBits => "version, variant and reserved bits are as the scheme has them",
            Self::TimeInWindow => "its time is within the expected window",
            Self::TimeBeforeWindow => "its time is before the expected window",
            Self::TimeAfterWindow => "its time is after the expected window",
            Self::TimeNear => "its time is within a day of the one you gave",
            Self::TimeFar => "its time is a day or more from the one you gave",
            Self::BeforeTheScheme => "its time is before there were such ids",
            Self::HardlyByChance => "by chance hardly one in a thousand has a time in the window",
            Self::NotByDate => "a single number fits several schemes; its date does not tell which",
            Self::TimeMayBeNone => "its value is no time within the expected window, and need not be a time",
            Self::Broken => "the scheme has no such id",
        }
    }
}

/// A piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    code: EvidenceCode,
}

impl Evidence {
    pub(crate) const fn new(code: EvidenceCode) -> Self {
        Self { code }
    }

    /// What was seen.
    #[must_use]
    pub const fn code(self) -> EvidenceCode {
        self.code
    }

    /// Which way it points.
    #[must_use]
    pub const fn sign(self) -> Sign {
        self.code.sign()
    }
}

/// Writes the sign and the words.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sign().symbol(), self.code.words())
    }
}
