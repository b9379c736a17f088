//! `idspec annotate`: the times of ids in free text.

use std::path::PathBuf;

use clap::Args;

use crate::annotation::{Annotator, Direction};
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::finder::Finder;
use crate::input::Octets;

/// Add the time to every id in a text, and change nothing else
///
/// ULIDs and sequential GUIDs are found wherever their time is within the expected window; numbers of 64 bits only where `--as` names their scheme. `--strip`
/// takes the times away again: what it makes of an annotated text is the text.
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// Files; `-`, or none, for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take the times away that this command added, with the same `--as`
    #[arg(long)]
    strip: bool,
    /// With `--as`: the digits that a decimal number has at least [default: 16]
    #[arg(long, value_name = "COUNT", requires = "scheme")]
    digits: Option<usize>,
}

const SAMPLES: &str = "Examples:
  $ echo 'user=01HTQW311N1KR5G0Y75M3EF00H ok' | idspec annotate
  user=01HTQW311N1KR5G0Y75M3EF00H [2024-04-05T19:34:38.901Z] ok
  $ echo 'tweet 1776266104373063681' | idspec annotate --as twitter-snowflake
  tweet 1776266104373063681 [2024-04-05T15:10:15.367Z]
  $ echo 'user=01HTQW311N1KR5G0Y75M3EF00H [2024-04-05T19:34:38.901Z] ok' | idspec annotate --strip
  user=01HTQW311N1KR5G0Y75M3EF00H ok";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    if context.json {
        return Err(Failure::usage("annotate writes the text it reads, and no JSON; `idspec convert --json` does"));
    }
    if context.zone.is_some() {
        return Err(Failure::usage("annotate writes times in UTC only, so that --strip finds them; leave out --tz"));
    }
    let direction = if options.strip { Direction::Strip } else { Direction::Annotate };
    let mut annotator = Annotator::new(Finder::new(context, options.digits), direction);
    let mut output = context.output();
    let mut input = Octets::new(&options.files);
    let mut made = Vec::new();
    while let Some(chunk) = input.next(&mut output)? {
        made.clear();
        let taken = annotator.push(chunk.text, chunk.whole, &mut made);
        output.octets(&made)?;
        input.take(taken);
    }
    output.flush()?;
    Ok(Ending::Fine)
}
