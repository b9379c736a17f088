//! Two definitions of the panic handler do not link, so this builds only while nothing brings in the standard library.
#![no_std]

use idspec::{Id, TimeOrdered, Timestamp, Ulid};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Reads, writes and bounds ids without an allocator.
pub fn use_it(text: &str) -> usize {
    let first = Ulid::min_at(Timestamp::UNIX_EPOCH).map_or(0, |id| id.to_text().len());
    text.parse::<idspec::DiscordSnowflake>().map_or(first, |id| id.to_text().len())
}

/// Counts the tables of all schemes, so that each crate of a scheme is part of this.
pub fn tables() -> usize {
    idspec::schemes().count()
}
