//! `idspec man`: manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory as _};
use clap_mangen::Man;

use crate::args::Arguments;
use crate::context::Context;
use crate::escape::Escaped;
use crate::failure::{Ending, Failure};

/// Write manual pages, one for each command, into a folder
#[derive(Args, Debug)]
#[command(after_help = SAMPLES)]
pub struct Options {
    /// The folder, which is made where it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const SAMPLES: &str = "\
Examples:
  $ idspec man share/man/man1";

/// The date that stands on the pages: when the commands were last described anew.
const DATE: &str = "2026-12-01";

/// Runs the command.
pub fn run(options: &Options, context: &Context) -> Result<Ending, Failure> {
    let failed = |path: &Path, error: io::Error| Failure::Io(path.display().to_string(), error);
    fs::create_dir_all(&options.folder).map_err(|error| failed(&options.folder, error))?;
    let mut command = Arguments::command();
    // What is shared goes down to every command.
    command.build();
    let mut written = 0_usize;
    for page in pages(&command) {
        let path = options.folder.join(page.man.get_filename());
        let text = page.text().map_err(|error| failed(&path, error))?;
        fs::write(&path, text).map_err(|error| failed(&path, error))?;
        written = written.saturating_add(1);
    }
    if !context.quiet {
        anstream::eprintln!("{written} pages in {}", Escaped(&options.folder.display().to_string()));
    }
    Ok(Ending::Fine)
}

/// A page, and what stands below its options: notes and examples, line by line.
struct Page {
    man: Man,
    below: String,
}

impl Page {
    fn of(command: Command) -> Self {
        let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        Self { man: Man::new(command).manual("idspec").section("1").date(DATE), below }
    }

    fn text(&self) -> io::Result<String> {
        let mut roff = Vec::new();
        self.man.render_title(&mut roff)?;
        self.man.render_name_section(&mut roff)?;
        self.man.render_synopsis_section(&mut roff)?;
        self.man.render_description_section(&mut roff)?;
        self.man.render_options_section(&mut roff)?;
        let text = String::from_utf8_lossy(&roff);
        let mut page = String::new();
        let lines: Vec<&str> = text.lines().collect();
        for (place, line) in lines.iter().enumerate() {
            // A break beside a space or an empty line is none, and checkers of pages say so.
            let beside = [place.checked_sub(1), place.checked_add(1)].into_iter().flatten();
            let redundant = *line == ".br" && beside.filter_map(|it| lines.get(it)).any(|it| matches!(*it, ".sp" | ""));
            if !redundant {
                page.push_str(if line.is_empty() { ".sp" } else { line });
                page.push('\n');
            }
        }
        if !self.below.is_empty() {
            page.push_str(".SH NOTES\n.nf\n");
            for line in self.below.lines() {
                page.push_str(&verbatim(line));
                page.push('\n');
            }
            page.push_str(".fi\n");
        }
        Ok(page)
    }
}

/// A line of text that is no command of roff, and in which no letter means another.
fn verbatim(line: &str) -> String {
    let escaped = line.replace('\\', "\\e").replace('-', "\\-").replace('`', "\\(ga").replace('\'', "\\(aq");
    match escaped.chars().next() {
        Some('.') => format!("\\&{escaped}"),
        _ => escaped,
    }
}

/// The page of the program, and one of each command.
fn pages(program: &Command) -> Vec<Page> {
    let mut pages = vec![Page::of(program.clone())];
    for command in program.get_subcommands().filter(|it| !it.is_hide_set()) {
        let name = format!("idspec-{}", command.get_name());
        let shown = format!("idspec {}", command.get_name());
        pages.push(Page::of(command.clone().name(name.clone()).bin_name(shown).display_name(name)));
    }
    pages
}
