//! What was asked for: the fields of a form, from the address or from the body, which is bounded.

use axum::body::Body;
use http_body_util::BodyExt as _;

/// How much may be posted, as it is sent: percent signs make three octets of one.
pub const MOST_POSTED: usize = 192 * 1024;

/// How much more is read and thrown away, so that a browser that is still sending gets its answer.
const MOST_DROPPED: usize = 64 * 1024 * 1024;

/// The fields of a form.
#[derive(Clone, Debug, Default)]
pub struct Query {
    fields: Vec<(String, String)>,
}

impl Query {
    /// Reads `a=b&c=d`; octets that are no UTF-8 become U+FFFD.
    pub fn of(octets: &[u8]) -> Self {
        Self { fields: serde_urlencoded::from_bytes(octets).unwrap_or_default() }
    }

    /// A field without the blanks around it; nothing where it is empty or not there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.raw(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// A field as it was sent.
    pub fn raw(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What was posted, or how many octets it has where these are too many or never end.
pub async fn posted(mut body: Body) -> Result<Vec<u8>, usize> {
    let (mut kept, mut count) = (Vec::new(), 0_usize);
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return Err(count) };
        let Some(data) = frame.data_ref() else { continue };
        count = count.saturating_add(data.len());
        if count <= MOST_POSTED {
            kept.extend_from_slice(data);
        }
        if count > MOST_DROPPED {
            break;
        }
    }
    if count > MOST_POSTED { Err(count) } else { Ok(kept) }
}
