//! The command `idspec`: what an id is, when it was made, and what goes into the WHERE clause.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a program has no public interface")]

mod annotation;
mod args;
mod calibrate;
mod commands;
mod context;
mod detect;
mod escape;
mod failure;
mod figures;
mod finder;
mod generate;
mod input;
mod instants;
mod layouts;
mod output;
mod resolve;
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
