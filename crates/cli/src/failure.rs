//! How the command ends.

use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::escape::Escaped;

/// How a command ended that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As asked.
    Fine,
    /// Some input is not valid, or a check failed.
    Invalid,
    /// Several readings where one was needed.
    Ambiguous,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(match ending {
            Ending::Fine => 0,
            Ending::Invalid => 1,
            Ending::Ambiguous => 3,
        })
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense: exit code 2.
    Usage(String),
    /// Several readings where one was needed: exit code 3.
    Ambiguous(String),
    /// The database has no such range: exit code 4.
    Inexpressible(String),
    /// Reading or writing went wrong, with what was read or written: exit code 5.
    Io(String, io::Error),
}

impl Failure {
    /// A wrong use, with what is wrong and what to do.
    pub fn usage(what: impl Into<String>) -> Self {
        Self::Usage(what.into())
    }

    /// A fault of standard output.
    pub fn output(error: io::Error) -> Self {
        Self::Io("standard output".to_owned(), error)
    }

    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(_, error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Says it on standard error.
    pub fn report(&self) -> ExitCode {
        anstream::eprintln!("idspec: {self}");
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::Ambiguous(_) => 3,
            Self::Inexpressible(_) => 4,
            Self::Io(..) => 5,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // They may repeat what was given.
            Self::Usage(what) | Self::Ambiguous(what) | Self::Inexpressible(what) => write!(f, "{}", Escaped(what)),
            Self::Io(what, error) => write!(f, "{}: {error}", Escaped(what)),
        }
    }
}

/// What clap has to say: help on standard output, a wrong use on standard error with exit code 2.
pub fn usage(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    match error.print() {
        Ok(()) => ExitCode::from(code),
        Err(failed) if failed.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(5),
    }
}
