//! What may be written on the command line.

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands;

/// What an id is, when it was made, and what goes into the WHERE clause.
///
/// Reads ids of Twitter, Discord, Instagram and Nalix, ULIDs and sequential GUIDs, and generates, converts, sorts and checks them. Nothing leaves the
/// machine.
#[derive(Debug, Parser)]
#[command(name = "idspec", version, max_term_width = 100, disable_help_subcommand = true, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(flatten)]
    pub shared: Shared,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 ok, 1 some input is invalid or a check failed, 2 wrong use, 3 several readings where one was needed, 4 a range that the \
database does not have, 5 reading or writing failed.";

/// Options of every command.
#[derive(Args, Clone, Debug)]
pub struct Shared {
    /// Read ids as this scheme and no other, such as `ulid`, `seq-guid:at-end`, `twitter-snowflake@2020-01-01` (its epoch) or one of the configuration file
    #[arg(help_heading = "Everywhere", long = "as", value_name = "SCHEME", global = true, env = "IDSPEC_AS")]
    pub scheme: Option<String>,
    /// Expect ids within a day of this instant
    #[arg(help_heading = "Everywhere", long, value_name = "DATE", global = true)]
    pub near: Option<String>,
    /// Expect ids in this window [default: 2010-01-01..a day from now]
    #[arg(help_heading = "Everywhere", long, value_name = "FROM..TO", global = true, env = "IDSPEC_WINDOW")]
    pub window: Option<String>,
    /// Show times in this zone too, such as `Europe/Paris` or `local`
    #[arg(help_heading = "Everywhere", long, value_name = "ZONE", global = true, env = "IDSPEC_TZ")]
    pub tz: Option<String>,
    /// One JSON object a line
    #[arg(help_heading = "Everywhere", long, global = true)]
    pub json: bool,
    /// Only the values, one a line, for other programs
    #[arg(help_heading = "Everywhere", long, global = true, conflicts_with = "json")]
    pub plain: bool,
    /// No summaries and no warnings on standard error
    #[arg(help_heading = "Everywhere", short, long, global = true)]
    pub quiet: bool,
    /// When to use colours: `always`, `never`, or `auto` on a terminal unless `NO_COLOR` is set
    #[arg(
        help_heading = "Everywhere",
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        hide_possible_values = true
    )]
    pub color: Color,
    /// Stop at the first input that is not valid
    #[arg(help_heading = "Everywhere", long, global = true)]
    pub strict: bool,
    /// Take this instant for the present one
    #[arg(help_heading = "Everywhere", long, value_name = "DATE", global = true, hide = true, env = "IDSPEC_NOW")]
    pub now: Option<String>,
    /// Schemes of your own, in place of `idspec/config.toml` in the configuration folder
    #[arg(help_heading = "Everywhere", long, value_name = "FILE", global = true, env = "IDSPEC_CONFIG")]
    pub config: Option<std::path::PathBuf>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Inspect(commands::inspect::Options),
    Gen(commands::r#gen::Options),
    Convert(commands::convert::Options),
    Validate(commands::validate::Options),
    Annotate(commands::annotate::Options),
    Range(commands::range::Options),
    Explain(commands::explain::Options),
    Sort(commands::sort::Options),
    CheckOrder(commands::check_order::Options),
    Detect(commands::detect::Options),
    Stats(commands::stats::Options),
    Schemes(commands::schemes::Options),
    #[cfg(feature = "serve")]
    Serve(commands::serve::Options),
    Completions(commands::completions::Options),
    Man(commands::man::Options),
}
