//! Typed ids where no name of the prelude is in scope.

#![no_implicit_prelude]

::ids::typed_id! {
    /// A customer.
    pub struct CustomerId(::ids::Ulid);
}

::ids::typed_id! {
    pub struct OrderId(::ids::seq_guid::AsString) prefix "ord_";
}

::ids::typed_id! {
    pub struct MessageId(::ids::DiscordSnowflake) stored as AsU64;
}

::ids::typed_id! {
    pub struct InvoiceId(::ids::Ulid) prefix "inv_" stored as AsText;
}

#[test]
fn it_compiles() {
    let id = ::ids::Ulid::NIL;
    ::std::assert_eq!(CustomerId::new(id).inner(), id);
}
