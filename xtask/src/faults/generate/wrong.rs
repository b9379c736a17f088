//! What can be made wrong in a generator.

use super::model::Code;

/// One thing that is wrong; each is described with its fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Nothing.
    #[cfg(test)]
    Nothing,
    UnitRounded,
    KeepsOldUnit,
    NeverReset,
    BeginsWithOne,
    EveryOther,
    HalfAUnit,
    LargestLost,
    SpillsOver,
    WrapsAround,
    StartWrapsAround,
    SpreadIsZero,
    DrawsEachNumber,
    RunningIsZero,
    RunningFromOne,
    RunningWrapsToOne,
    BorrowedBegins,
    BeforeEpochWraps,
    BeforeEpochIsZero,
    RollbackFirst,
    LastUnitLost,
    PastLastWraps,
    PastLastIsLast,
    LastUnitWaits,
    EpochIgnored,
    FieldMasked,
    FieldClamped,
    FieldsForgotten,
    RestartForgets,
    RestartRepeats,
    ResetBeforeCheck,
    AnyReadingBegins,
    TakesRefusedClock,
    AdvancedOnError,
    CodesExchanged,
    StampsOldUnit,
    WaitsOnce,
    WaitEndsAnywhere,
    WaitIsError,
    WaitIsBorrow,
    BorrowIsError,
    ErrorBorrows,
    AheadOneMore,
    AheadOneLess,
    RollbackBeforeBorrow,
    ToleranceOneMore,
    ToleranceOneLess,
    ToleratesAll,
    ToleratesInstants,
    ErrorTolerates,
    RollbackIsError,
    WaitIsHold,
    HoldIsWait,
    HoldStampsClock,
    HoldMovesOn,
    BorrowIsHold,
    BorrowWithoutBound,
    TypesByThemselves,
    MachineZero,
    MachineZeroByDefault,
    AnyLayout,
    AnyKind,
    RandomKept,
    UlidBeginsAtZero,
    UlidAlwaysDraws,
    UlidRandomKept,
    UlidCarryLost,
    UlidLargestLost,
    UlidCarries,
    UlidWraps,
    UlidDrawsAgain,
    UlidHoldDraws,
}

impl Wrong {
    /// The ms that are tolerated beyond `tolerance_ms`.
    pub(super) const fn more_tolerance(self) -> i128 {
        match self {
            Self::ToleranceOneMore => 1,
            Self::ToleranceOneLess => -1,
            _ => 0,
        }
    }

    /// The units that are borrowed beyond `max_ahead`.
    pub(super) const fn more_ahead(self) -> i128 {
        match self {
            Self::AheadOneMore => 1,
            Self::AheadOneLess => -1,
            _ => 0,
        }
    }

    /// The code that a refusal is reported with.
    pub(super) fn code(self, code: Code) -> Code {
        match (self, code) {
            (Self::CodesExchanged, "clock_rollback") => "sequence_exhausted",
            (Self::CodesExchanged, "sequence_exhausted" | "random_exhausted") => "clock_rollback",
            _ => code,
        }
    }
}
