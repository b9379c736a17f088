//! The lowest versions that the published crates say they work with.
//!
//! Cargo takes the highest version of everything, so nothing else notices a lower bound that is too low. Here each direct dependency has the
//! version that its bound begins with, and what they depend on themselves is as new as ever.

use crate::Exit;
use crate::package::Unpacked;

/// `cargo xtask minimal`; no step of `cargo xtask test`, since it builds other versions of everything, which takes minutes
pub(crate) fn command() -> Exit {
    match run() {
        Ok(()) => {
            println!("the published crates build with the lowest version of each direct dependency");
            Exit::Fine
        }
        Err(reason) => {
            println!("{reason}");
            Exit::Differs
        }
    }
}

fn run() -> Result<(), String> {
    // From the packages, since there are no tests and tools in them whose bounds nobody depends on.
    let unpacked = Unpacked::new("minimal")?;
    unpacked.without_tests()?;
    // Only a nightly cargo can choose so; it builds nothing.
    unpacked.cargo(&["+nightly", "generate-lockfile", "-Z", "direct-minimal-versions"])?;
    unpacked.cargo(&["check", "--quiet", "--workspace", "--all-features", "--locked"]).map(|_| ())
}
