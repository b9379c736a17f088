//! The commands, one module each.

pub mod annotate;
pub mod convert;
pub mod inspect;
pub mod validate;

use crate::args::Command;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Runs a command.
pub fn run(command: Command, context: &Context) -> Result<Ending, Failure> {
    match command {
        Command::Annotate(options) => annotate::run(&options, context),
        Command::Convert(options) => convert::run(&options, context),
        Command::Validate(options) => validate::run(&options, context),
        Command::Inspect(options) => inspect::run(&options, context),
    }
}
