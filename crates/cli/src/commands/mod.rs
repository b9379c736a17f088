//! The commands, one module each.

pub mod annotate;
pub mod check_order;
pub mod completions;
pub mod convert;
pub mod detect;
pub mod explain;
pub mod r#gen;
pub mod inspect;
pub mod man;
pub mod range;
pub mod schemes;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sort;
pub mod stats;
pub mod validate;

use crate::args::Command;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Runs a command.
pub fn run(command: Command, context: &Context) -> Result<Ending, Failure> {
    match command {
        Command::Annotate(options) => annotate::run(&options, context),
        Command::CheckOrder(options) => check_order::run(&options, context),
        Command::Explain(options) => explain::run(&options, context),
        Command::Sort(options) => sort::run(&options, context),
        Command::Convert(options) => convert::run(&options, context),
        Command::Validate(options) => validate::run(&options, context),
        Command::Inspect(options) => inspect::run(&options, context),
        Command::Range(options) => range::run(&options, context),
        Command::Completions(options) => completions::run(&options, context),
        Command::Man(options) => man::run(&options, context),
        Command::Detect(options) => detect::run(&options, context),
        Command::Gen(options) => r#gen::run(&options, context),
        Command::Schemes(options) => schemes::run(&options, context),
        Command::Stats(options) => stats::run(&options, context),
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(&options, context),
    }
}
