//! Whether the process has forked since a moment.
//!
//! A child has the memory of its parent: the same next slot, the same random octets waiting. So generators and their entropy remember the count of forks at which
//! they were made. The count rises in the child of `fork`; a raw `clone` system call is not seen, and where there is no `fork` it stays at zero.

use std::sync::atomic::{AtomicU64, Ordering};

static FORKS: AtomicU64 = AtomicU64::new(0);

/// The count of forks that lead to this process, since [`watch`] was first called.
#[inline]
pub(crate) fn count() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

/// Begins to count forks, and gives whether they are counted. Where the system has no room for the handler, this is tried again at the next call.
#[cfg(unix)]
#[allow(unsafe_code, reason = "the only way to hear of a fork; the handler stores to an atomic and calls nothing")]
pub(crate) fn watch() -> bool {
    use std::sync::Mutex;

    extern "C" fn in_child() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    static WATCHED: Mutex<bool> = Mutex::new(false);
    let mut watched = WATCHED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !*watched {
        // SAFETY: the handler has the type that is asked for, lives as long as the process, and is safe to call in the child of a process with threads, since it only adds to
        // an atomic. `watched` makes sure that it is registered once.
        *watched = unsafe { libc::pthread_atfork(None, None, Some(in_child)) } == 0;
    }
    *watched
}

/// Without `fork` there is nothing to count.
#[cfg(not(unix))]
pub(crate) fn watch() -> bool {
    true
}
