//! `idspec serve`: the same on a page of this machine.

use std::process::{Command, Stdio};

use clap::Args;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::serve;

/// Show ids, ranges and comparisons on a page that only this machine reaches
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

const SAMPLES: &str = "\
The address is printed on a line; Ctrl-C ends it. The page loads nothing from elsewhere and keeps nothing but the choice of its colours.

Examples:
  $ timeout --preserve-status 1 idspec serve

  Without `timeout` it serves until it is ended; `--port 8080` gives it an address that stays, and `--open` opens it.";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    serve::run(context, options.port, |address| {
        let mut output = context.output();
        output.line(address)?;
        output.flush()?;
        if options.open {
            open(address);
        }
        Ok(())
    })?;
    Ok(Ending::Fine)
}

/// Asks the desktop for its browser; where there is none, the address has been printed.
fn open(address: &str) {
    let words: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["cmd", "/c", "start"],
        _ => &["xdg-open"],
    };
    let Some((program, rest)) = words.split_first() else { return };
    let mut command = Command::new(program);
    command.args(rest).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        eprintln!("idspec: {program} is not there to open the page: open {address} yourself");
    }
}
