//! Ours and other implementations side by side, in one run: `cargo xtask bench generators`.
//!
//! What counts is the ratio; ns are those of this machine at this moment.

#![forbid(unsafe_code)]

mod generators;
mod measure;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if !wanted.is_empty() && wanted != ["generators"] {
        eprintln!("there is no benchmark {}; there is: generators", wanted.join(" "));
        std::process::exit(2);
    }
    generators::run();
}
