//! What can be watched: events, and figures with the feature `metrics`.

use std::time::Duration;

use idspec_core::Id;
use idspec_core::generate::GenerateError;

use crate::error::LeaseError;

/// Counts what the generator gives and refuses. Without the feature `metrics` it is nothing.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    #[cfg(feature = "metrics")]
    counts: counts::Counts,
}

impl Figures {
    #[inline]
    pub(crate) fn count<T: Id>(&self, result: &Result<T, GenerateError>) {
        #[cfg(feature = "metrics")]
        self.counts.count(result);
        #[cfg(not(feature = "metrics"))]
        let _ = result;
    }

    /// Hands the counts to the recorder of the process.
    pub(crate) fn publish<T: Id>(&self, namespace: &str, remaining: Duration, wall_ms: i64) {
        #[cfg(feature = "metrics")]
        self.counts.publish::<T>(namespace, remaining, wall_ms);
        #[cfg(not(feature = "metrics"))]
        let _ = (namespace, remaining, wall_ms, T::SCHEME);
    }
}

pub(crate) fn granted(namespace: &str, worker: i64, fence: i64, lo_ms: i64, hi_ms: i64) {
    tracing::info!(namespace, worker, fence, lo_ms, hi_ms, "worker id leased");
    #[cfg(feature = "metrics")]
    {
        metrics::gauge!("idspec_lease_worker", "namespace" => namespace.to_owned()).set(counts::number(worker));
        metrics::counter!("idspec_lease_grants_total", "namespace" => namespace.to_owned()).increment(1);
    }
}

pub(crate) fn renewed(namespace: &str, worker: i64, hi_ms: i64, after_failures: u32) {
    if after_failures > 0 {
        tracing::info!(namespace, worker, hi_ms, after_failures, "lease renewed again");
    } else {
        tracing::debug!(namespace, worker, hi_ms, "lease renewed");
    }
    renewal(namespace, "renewed");
}

pub(crate) fn not_renewed(namespace: &str, worker: i64, error: &LeaseError, failures: u32) {
    tracing::warn!(namespace, worker, error = %error, failures, "lease not renewed");
    renewal(namespace, error.code());
}

fn renewal(namespace: &str, outcome: &'static str) {
    #[cfg(feature = "metrics")]
    metrics::counter!("idspec_lease_renewals_total", "namespace" => namespace.to_owned(), "outcome" => outcome)
        .increment(1);
    #[cfg(not(feature = "metrics"))]
    let _ = (namespace, outcome);
}

pub(crate) fn lost(namespace: &str, worker: i64, fence: i64, may_be_own: bool) {
    if may_be_own {
        tracing::warn!(
            namespace,
            worker,
            fence,
            "the row is not as this lease left it, perhaps by a renewal without an answer: another worker id is asked for"
        );
    } else {
        tracing::error!(
            namespace,
            worker,
            fence,
            "the worker id was taken by another, or by a copy of this process: no ids until another is leased"
        );
    }
    renewal(namespace, "lost");
}

pub(crate) fn expired(namespace: &str, worker: i64) {
    tracing::error!(namespace, worker, "the lease was not renewed in time: no ids until the database answers");
    #[cfg(feature = "metrics")]
    metrics::counter!("idspec_lease_expired_total", "namespace" => namespace.to_owned()).increment(1);
}

pub(crate) fn refused(namespace: &str, error: &LeaseError) {
    tracing::warn!(namespace, error = %error, "no worker id leased");
    #[cfg(feature = "metrics")]
    metrics::counter!("idspec_lease_refusals_total", "namespace" => namespace.to_owned(), "reason" => error.code())
        .increment(1);
}

pub(crate) fn skew(namespace: &str, database_ahead_ms: i64) {
    tracing::trace!(namespace, database_ahead_ms, "the database's clock");
    #[cfg(feature = "metrics")]
    metrics::gauge!("idspec_lease_clock_skew_seconds", "namespace" => namespace.to_owned())
        .set(counts::number(database_ahead_ms) / 1000.0);
}

pub(crate) fn closed(namespace: &str, worker: i64, given_back: bool) {
    if given_back {
        tracing::info!(namespace, worker, "worker id given back");
    } else {
        tracing::warn!(namespace, worker, "worker id not given back: it is free when the lease expires");
    }
}

pub(crate) fn abandoned(namespace: &str, worker: Option<i64>) {
    tracing::error!(
        namespace,
        worker,
        "the task that keeps the lease ended without its end, since the runtime was dropped or the task panicked: no more ids"
    );
}

#[cfg(feature = "metrics")]
mod counts {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use idspec_core::Id;
    use idspec_core::generate::{GenerateError, GenerateErrorKind};

    /// How often each thing happened since the last report.
    #[derive(Debug, Default)]
    pub(super) struct Counts {
        ids: AtomicU64,
        exhausted: AtomicU64,
        rollbacks: AtomicU64,
        window: AtomicU64,
        other: AtomicU64,
        /// By how many ms the clock was behind at its worst since the last report.
        behind: AtomicU64,
        /// The last id; those that hold a worker id have 64 bits at most.
        last: AtomicU64,
    }

    impl Counts {
        #[inline]
        pub(super) fn count<T: Id>(&self, result: &Result<T, GenerateError>) {
            let counter = match result.as_ref().map_err(GenerateError::kind) {
                Ok(id) => {
                    let number: u128 = id.to_repr().into();
                    self.last.store(u64::try_from(number).unwrap_or(0), Ordering::Relaxed);
                    &self.ids
                }
                Err(GenerateErrorKind::Exhausted { .. }) => &self.exhausted,
                Err(GenerateErrorKind::ClockBehind { by, .. }) => {
                    self.behind.fetch_max(u64::try_from(by.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
                    &self.rollbacks
                }
                Err(GenerateErrorKind::LeaseWindow) => &self.window,
                Err(_) => &self.other,
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }

        pub(super) fn publish<T: Id>(&self, namespace: &str, remaining: Duration, wall_ms: i64) {
            // What came since the last report: the leases of a namespace share one figure.
            metrics::counter!("idspec_ids_total", "namespace" => namespace.to_owned())
                .increment(self.ids.swap(0, Ordering::Relaxed));
            for (reason, counter) in [
                ("exhausted", &self.exhausted),
                ("clock_behind", &self.rollbacks),
                ("lease_window", &self.window),
                ("other", &self.other),
            ] {
                metrics::counter!("idspec_ids_refused_total", "namespace" => namespace.to_owned(), "reason" => reason)
                    .increment(counter.swap(0, Ordering::Relaxed));
            }
            let last = T::LAYOUT.timestamp(self.last.load(Ordering::Relaxed).into());
            let ahead = last.map_or(0, |last| last.unix_ms().saturating_sub(wall_ms)).max(0);
            metrics::gauge!("idspec_ids_ahead_seconds", "namespace" => namespace.to_owned())
                .set(number(ahead) / 1000.0);
            let behind = i64::try_from(self.behind.swap(0, Ordering::Relaxed)).unwrap_or(i64::MAX);
            metrics::gauge!("idspec_clock_behind_seconds", "namespace" => namespace.to_owned())
                .set(number(behind) / 1000.0);
            metrics::gauge!("idspec_lease_remaining_seconds", "namespace" => namespace.to_owned())
                .set(remaining.as_secs_f64());
        }
    }

    /// A number of a gauge.
    #[allow(clippy::cast_precision_loss, reason = "a gauge has no other numbers")]
    pub(super) const fn number(value: i64) -> f64 {
        value as f64
    }
}
