//! From dates to SQL.
use super::Asked;
use maud::{Markup, html};
pub fn view(_: &Asked<'_>) -> Markup {
    html! {}
}
