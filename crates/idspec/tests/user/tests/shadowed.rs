//! Typed ids where names of the prelude, and `core` itself, mean something else.

#![allow(dead_code, non_camel_case_types, unused_macros)]

mod core {}
mod std {}

struct Ok;
struct Err;
struct Some;
struct None;
struct Option;
struct Result;
struct String;
struct str;
struct u8;
struct u64;
trait From {}
trait Clone {}
trait Copy {}
trait Id {}
trait Type {}
trait Encode {}
trait Decode {}
struct AsText;
struct DB;

macro_rules! stringify {
    ($($anything:tt)*) => {
        compile_error!("a macro of the prelude, shadowed")
    };
}

ids::typed_id! {
    pub struct CustomerId(ids::Ulid) prefix "cus_";
}

ids::typed_id! {
    pub struct MessageId(ids::DiscordSnowflake) stored as AsU64;
}

ids::typed_id! {
    pub struct InvoiceId(ids::Ulid) prefix "inv_" stored as AsText;
}

#[test]
fn it_compiles() {
    let id = CustomerId::new(ids::Ulid::NIL);
    ::std::assert_eq!(::std::string::ToString::to_string(&id), "cus_00000000000000000000000000");
}
