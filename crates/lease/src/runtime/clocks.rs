//! The clocks of this machine.

use std::fmt::Debug;
use std::time::Duration;

use idspec_core::generate::{Clock as _, SystemClock};

/// The clocks that a lease reads.
pub trait Clocks: Debug + Send + Sync + 'static {
    /// The time of day, in ms since 1970: compared with the database's, and never trusted.
    fn wall_ms(&self) -> i64;

    /// How long the machine has been up, the time that it was suspended included; never goes back.
    fn uptime(&self) -> Duration;
}

/// The clocks of the system.
///
/// The uptime is Linux's `CLOCK_BOOTTIME`. Elsewhere it is that of [`std::time::Instant`], which may stand still while the machine is suspended: then
/// a lease that ran out meanwhile is noticed at its next renewal, and until then only the end of the window stops its ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClocks;

impl Clocks for SystemClocks {
    fn wall_ms(&self) -> i64 {
        SystemClock.now().unix_ms()
    }

    #[cfg(target_os = "linux")]
    fn uptime(&self) -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
        Duration::new(seconds.unwrap_or(0), nanos.unwrap_or(0))
    }

    #[cfg(not(target_os = "linux"))]
    fn uptime(&self) -> Duration {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}
