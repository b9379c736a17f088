//! The open set of types.

use core::fmt;

/// A type of Nalix ids, 0 to 255. The set is open: any octet is legal, the constants are those in use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdType(pub u8);

/// The types in use. Source: the enumeration of `ppn-systems/nalix`.
impl IdType {
    /// No type given.
    pub const UNKNOWN: Self = Self(0);
    /// Configuration.
    pub const CONFIGURATION: Self = Self(1);
    /// A log entry.
    pub const LOG: Self = Self(2);
    /// The system itself.
    pub const SYSTEM: Self = Self(3);
    /// A user's account.
    pub const ACCOUNT: Self = Self(10);
    /// A session.
    pub const SESSION: Self = Self(11);
    /// A chat message.
    pub const MESSAGE: Self = Self(20);
    /// A notification.
    pub const NOTIFICATION: Self = Self(21);
    /// An e-mail.
    pub const EMAIL: Self = Self(22);
    /// A text message.
    pub const SMS: Self = Self(23);
    /// An order.
    pub const ORDER: Self = Self(30);
    /// An inventory item.
    pub const INVENTORY: Self = Self(31);
    /// A transaction.
    pub const TRANSACTION: Self = Self(32);
    /// An invoice.
    pub const INVOICE: Self = Self(33);
    /// A support ticket.
    pub const SUPPORT_TICKET: Self = Self(34);
    /// The largest type.
    pub const MAX_VALUE: Self = Self(255);

    /// The name of a type in use.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::UNKNOWN => "Unknown",
            Self::CONFIGURATION => "Configuration",
            Self::LOG => "Log",
            Self::SYSTEM => "System",
            Self::ACCOUNT => "Account",
            Self::SESSION => "Session",
            Self::MESSAGE => "Message",
            Self::NOTIFICATION => "Notification",
            Self::EMAIL => "Email",
            Self::SMS => "Sms",
            Self::ORDER => "Order",
            Self::INVENTORY => "Inventory",
            Self::TRANSACTION => "Transaction",
            Self::INVOICE => "Invoice",
            Self::SUPPORT_TICKET => "SupportTicket",
            Self::MAX_VALUE => "MaxValue",
            _ => return None,
        })
    }

    /// What a range of one type is limited to.
    pub(crate) fn scope(self) -> [(&'static str, i128); 1] {
        [("type", i128::from(self.0))]
    }
}

impl From<u8> for IdType {
    fn from(id_type: u8) -> Self {
        Self(id_type)
    }
}

impl From<IdType> for u8 {
    fn from(id_type: IdType) -> Self {
        id_type.0
    }
}

impl fmt::Debug for IdType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "IdType({})", self.0),
        }
    }
}
