//! Shows what an id may be: every reading with its evidence, by the module `reading`. The command `idspec inspect` does more.
//!
//! `cargo run -p idspec --features reading --example inspect -- 1541815603606036480 01HTQW311N1KR5G0Y75M3EF00H`

use std::error::Error;
use std::time::SystemTime;

use idspec::Timestamp;
use idspec::reading::{Reader, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let reader = Reader::new(Timestamp::try_from(SystemTime::now())?);
    for text in std::env::args().skip(1) {
        println!("{text:?}");
        let readings = reader.read(&text);
        for reading in readings.iter().filter(|it| it.verdict() != Verdict::Impossible) {
            let time = reading.timestamp().map_or_else(|| "no time".to_owned(), |time| time.to_string());
            println!(
                "  {} {}, read as {}: {time}",
                reading.verdict(),
                reading.layout().scheme(),
                reading.read_as().words()
            );
            for evidence in reading.evidence() {
                println!("    {evidence}");
            }
        }
    }
    Ok(())
}
