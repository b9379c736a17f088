//! What ids are read from: arguments, files, standard input.

use std::io::{self, Read as _};

use crate::failure::Failure;

/// The texts that were given as arguments; `-` stands for the lines of standard input.
pub fn texts(arguments: &[String]) -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    for argument in arguments {
        if argument == "-" {
            let mut all = String::new();
            io::stdin().read_to_string(&mut all).map_err(|error| Failure::Io("standard input".to_owned(), error))?;
            texts.extend(all.lines().map(str::to_owned));
        } else {
            texts.push(argument.clone());
        }
    }
    Ok(texts)
}
