//! Checks implementations of id schemes, in any language, through their adapters.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    idspec_conformance::cli::end_quietly_on_a_closed_pipe();
    let words: Result<Vec<String>, _> = std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let Ok(words) = words else {
        eprintln!("an argument is not well-formed Unicode");
        return ExitCode::from(2);
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    idspec_conformance::cli::command(&words).into()
}
