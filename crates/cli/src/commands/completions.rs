//! `idspec completions`: scripts that complete the command in a shell.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::args::Arguments;
use crate::context::Context;
use crate::failure::{Ending, Failure};

/// Print a script that completes commands and options in a shell
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// The shell
    shell: Shell,
}

const SAMPLES: &str = "\
Examples:
  $ idspec completions bash > idspec.bash
  $ idspec completions zsh > _idspec
  $ idspec completions fish > idspec.fish";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "idspec", &mut script);
    let mut output = context.output();
    output.octets(&script)?;
    output.flush()?;
    Ok(Ending::Fine)
}
