//! Debian packages that a command needs.

use std::process::{Command, Stdio};

/// Tries to install packages, saying so; whether it worked is for the caller to see by what it needs.
pub(crate) fn install(what: &str, packages: &[&str]) {
    eprintln!("{what} is missing, trying to install the Debian packages {}", packages.join(" "));
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    for arguments in [&["update", "-q"][..], &install] {
        let mut command = Command::new("apt-get");
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
        // In run level 1 the packages' scripts start no services.
        command.env("RUNLEVEL", "1").env("DEBIAN_FRONTEND", "noninteractive");
        if !command.status().is_ok_and(|status| status.success()) {
            break;
        }
    }
}
