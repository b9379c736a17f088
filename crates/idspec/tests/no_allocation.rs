//! Reading and writing allocate nothing. A program of its own, so that no other test counts.

use std::alloc::System;
use std::fmt::Write as _;
use std::hint::black_box;

use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString, AtEnd};
use idspec::{
    DiscordSnowflake, Id, InstagramSharded, NalixTyped, TimeOrdered, Timestamp, Timestamped, TwitterSnowflake, Ulid,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Everything that is done with an id's text, into a buffer that is there already.
fn work<T: Id + Timestamped>(text: &str, buffer: &mut String) {
    let id = T::parse_bytes(black_box(text.as_bytes()));
    if let Ok(id) = id {
        buffer.clear();
        buffer.push_str(&id.to_text());
        let written = write!(buffer, " {id} {id:?} {} {:>40}", id.timestamp(), id);
        assert!(written.is_ok());
    }
    assert!(id.is_ok());
    let refused = T::parse_bytes(black_box(b"no id"));
    if let Err(error) = refused {
        buffer.clear();
        let written = write!(buffer, "{error}");
        assert!(written.is_ok());
    }
    assert!(refused.is_err());
}

fn main() {
    let mut buffer = String::with_capacity(1000);
    let region = Region::new(ALLOCATOR);
    work::<TwitterSnowflake>("1541815603606036480", &mut buffer);
    work::<DiscordSnowflake>("175928847299117063", &mut buffer);
    work::<InstagramSharded>("11637205501278089", &mut buffer);
    work::<NalixTyped>("010000800092650B", &mut buffer);
    assert!(Legacy56::parse("96QGE3TPIKK").is_ok_and(|id| id.to_text().len() == 14));
    assert!(Ulid::parse_lenient("O1HTQW3IINLKR5G0Y75M3EF00H").is_ok());
    work::<AsString>("08da7241170b4c8e8f11223344556677", &mut buffer);
    work::<AsBinary>("{4172da08-0b17-8e4c-8f11-223344556677}", &mut buffer);
    work::<Ulid>("01HTQW311N1KR5G0Y75M3EF00H", &mut buffer);
    work::<AtEnd>("44332211-6655-40f8-8c8e-08da7241170b", &mut buffer);
    assert!(Ulid::range(Timestamp::UNIX_EPOCH..Timestamp::MAX).is_ok());
    let without = region.change();
    assert_eq!((without.allocations, without.reallocations), (0, 0));

    // The control: the counter does see an allocation.
    let region = Region::new(ALLOCATOR);
    black_box(Ulid::NIL.to_string());
    assert_ne!(region.change().allocations, 0);
    println!("no allocation");
}
