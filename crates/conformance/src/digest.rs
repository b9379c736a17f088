//! Digests of texts.

use sha2::{Digest, Sha256};

/// The SHA-256 of a text, in lower-case hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|octet| format!("{octet:02x}")).collect()
}
