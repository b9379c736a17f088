//! Reading and writing allocate nothing. A program of its own, so that no other test counts.

use std::alloc::System;
use std::fmt::Write as _;
use std::hint::black_box;

use idspec::seq_guid::AtEnd;
use idspec::{Id, NalixTyped, TimeOrdered, Timestamp, Timestamped, TwitterSnowflake, Ulid};
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
    work::<NalixTyped>("010000800092650B", &mut buffer);
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
