//! Typed ids in a crate that has no features of its own and knows the facade by another name.

#![deny(missing_docs, unsafe_code)]

use ids::{typed_id, DiscordSnowflake, NalixTyped, Ulid};

typed_id! {
    /// A customer.
    #[must_use]
    pub struct CustomerId(Ulid);
}

typed_id! {
    /// An order.
    pub struct OrderId(DiscordSnowflake) prefix "ord_";
}

typed_id! {
    /// An id of a scheme that has no ranges without a type.
    pub(crate) struct JobId(NalixTyped);
}

typed_id! {
    /// A GUID of one kind.
    pub struct RowId(ids::seq_guid::AtEnd) prefix "row_";
}

typed_id! {
    /// A message, in an unsigned column.
    pub struct MessageId(DiscordSnowflake) stored as AsU64;
}

typed_id! {
    /// An invoice, as text.
    pub struct InvoiceId(Ulid) prefix "inv_" stored as AsText;
}

/// As applications have them.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// Its id.
    pub id: OrderId,
    /// Who ordered.
    pub customer: Option<CustomerId>,
}

/// A job as text.
pub fn job(text: &str) -> Result<String, ids::ParseError> {
    text.parse::<JobId>().map(|id| format!("{id:?} {}", id.inner().machine()))
}

/// Own methods and foreign traits stay possible.
impl CustomerId {
    /// A nickname.
    pub fn nickname(self) -> String {
        self.to_string().chars().take(3).collect()
    }
}

impl core::ops::Not for OrderId {
    type Output = u64;

    fn not(self) -> u64 {
        !self.inner().to_u64()
    }
}
