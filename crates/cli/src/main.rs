//! The command `idspec`: what an id is, when it was made, and what goes into the WHERE clause.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a program has no public interface")]

mod args;
mod commands;
mod context;
mod escape;
mod failure;
mod figures;
mod generate;
mod input;
mod layouts;
mod output;
#[cfg(feature = "serve")]
mod serve;
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
