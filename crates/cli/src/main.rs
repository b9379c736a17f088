//! The command `idspec`: what an id is, when it was made, and what goes into the WHERE clause.
//!
//! ```sh
//! cargo install --path crates/cli
//! idspec inspect 1541815603606036480 01HTQW311N1KR5G0Y75M3EF00H
//! idspec --help
//! ```
//!
//! Ids of Twitter, Discord, Instagram and Nalix, ULIDs and sequential GUIDs. `idspec completions SHELL` and `idspec man DIR` write what a shell and `man` need. Each
//! command's `--help` ends with samples, which are tested. Nothing is sent anywhere, and nothing but input, files that are named and the configuration file is read.
//!
//! The configuration file names schemes of your own, for `--as orders`; it is `idspec/config.toml` in the configuration folder (`~/.config`), or the one that `--config`
//! or `IDSPEC_CONFIG` names:
//!
//! ```toml
//! [scheme.orders]
//! base = "twitter-snowflake"
//! epoch = "2020-08-01"
//!
//! [scheme.events]
//! epoch = 1577836800000
//! bits = "time:39 machine:16 sequence:8"
//! unit = "10ms"
//! ```
//!
//! # Features
//!
//! <!-- sync: features of the crate -->
//! | feature | adds |
//! |---|---|
//! | `serve`, on by default | `idspec serve`: the same on a local page |
//! <!-- end sync -->

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a program has no public interface")]

mod annotation;
mod args;
mod calibrate;
mod commands;
mod comparison;
mod context;
mod detect;
mod escape;
mod failure;
mod figures;
mod finder;
mod generate;
mod input;
mod instants;
mod keyed;
mod layouts;
mod orders;
mod output;
mod resolve;
#[cfg(feature = "serve")]
mod serve;
mod sorter;
mod sql;
mod stats;
mod target;
mod when;

use std::process::ExitCode;

use clap::Parser as _;

use args::Arguments;
use failure::Ending;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::usage(&error),
    };
    let ended = context::Context::of(&arguments.shared).and_then(|context| commands::run(arguments.command, &context));
    match ended {
        Ok(ending) => ending.into(),
        // Whoever reads the output has gone: that is no fault.
        Err(failure) if failure.is_broken_pipe() => Ending::Fine.into(),
        Err(failure) => failure.report(),
    }
}
