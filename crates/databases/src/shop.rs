//! Typed ids as an application declares them, for tests.

use idspec::seq_guid::{AsBinary, AtEnd};
use idspec::{DiscordSnowflake, NalixTyped, Ulid, typed_id};

typed_id! {
    /// A customer: a bare ULID, which is a UUID in columns.
    pub struct CustomerId(Ulid);
}

typed_id! {
    /// An order: a bare 64-bit id, strictly a `BIGINT`.
    pub struct OrderId(DiscordSnowflake);
}

typed_id! {
    /// An invoice: `inv_…`, stored as that text.
    pub struct InvoiceId(Ulid) prefix "inv_" stored as AsText;
}

typed_id! {
    /// A message of a chat, in an unsigned column.
    pub struct MessageId(DiscordSnowflake) stored as AsU64;
}

typed_id! {
    /// A device: all types, in order, in a signed column.
    pub struct DeviceId(NalixTyped) stored as AsI64Ordered;
}

typed_id! {
    /// A file, as octets in DN order.
    pub struct FileId(AsBinary);
}

typed_id! {
    /// A row of a replica, as octets.
    pub struct ReplicaId(AtEnd) stored as AsBytes;
}
