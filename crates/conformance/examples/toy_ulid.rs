//! Tests a toy ULID parser with the vectors, and shows what it gets wrong: `cargo run -p idspec-conformance --example toy_ulid`.

use idspec_conformance::Check;

fn parse(text: &str) -> Option<u128> {
    let letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let value = |letter: char| letters.find(letter.to_ascii_uppercase()).map(|value| value as u128);
    let number = text.chars().try_fold(0u128, |number, letter| Some(number << 5 | value(letter)?));
    number.filter(|_| text.len() == 26)
}

fn main() {
    let run = Check::new("ulid").parse(parse).run();
    println!("{run}\nbroken: {}", run.broken_clauses().join(" "));
}
