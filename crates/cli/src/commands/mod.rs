//! The commands, one module each.

pub mod r#gen;
pub mod inspect;
pub mod schemes;
#[cfg(feature = "serve")]
pub mod serve;

use crate::args::Command;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Runs a command.
pub fn run(command: Command, context: &Context) -> Result<Ending, Failure> {
    match command {
        Command::Inspect(options) => inspect::run(&options, context),
        Command::Gen(options) => r#gen::run(&options, context),
        Command::Schemes(options) => schemes::run(&options, context),
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(&options, context),
    }
}
