//! What is around every view: head, pages, languages, footer.

use maud::{DOCTYPE, Markup, html};

use super::language::{Language, fill};
use super::query::MOST_POSTED;

/// The pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Generate,
    Inspect,
    Range,
    Compare,
    Learn,
}

impl View {
    /// Every page, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Generate, Self::Inspect, Self::Range, Self::Compare, Self::Learn];

    /// Its address.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Generate => "/",
            Self::Inspect => "/inspect",
            Self::Range => "/range",
            Self::Compare => "/compare",
            Self::Learn => "/learn",
        }
    }

    /// Whether its form may be larger than an address.
    pub const fn is_posted(self) -> bool {
        matches!(self, Self::Inspect)
    }

    /// What it is called.
    pub const fn title(self, language: Language) -> &'static str {
        let words = language.words();
        match self {
            Self::Generate => words.generate,
            Self::Inspect => words.inspect,
            Self::Range => words.range,
            Self::Compare => words.compare,
            Self::Learn => words.learn,
        }
    }

    const fn lead(self, language: Language) -> &'static str {
        let words = language.words();
        match self {
            Self::Generate => words.generate_lead,
            Self::Inspect => words.inspect_lead,
            Self::Range => words.range_lead,
            Self::Compare => words.compare_lead,
            Self::Learn => words.learn_lead,
        }
    }
}

/// A page with what it is about.
pub fn page(view: View, language: Language, content: &Markup) -> Markup {
    let lead = html! {
        div.lead { h1 { (view.title(language)) } p { (view.lead(language)) } }
    };
    shell(Some(view), language, view.title(language), &html! { (lead) (content) })
}

/// What is said of an address that there is not.
pub fn not_found(language: Language) -> Markup {
    let words = language.words();
    let content = html! { div.lead { h1 { (words.not_found) } p { (words.not_found_lead) } } };
    shell(None, language, words.not_found, &content)
}

/// What is said of more than is read.
pub fn too_large(view: View, language: Language, count: usize) -> Markup {
    let (count, most) = (count.to_string(), MOST_POSTED.to_string());
    page(view, language, &alert(&fill(language.words().too_large, &[("n", &count), ("most", &most)])))
}

/// Something that went wrong, announced.
pub fn alert(text: &str) -> Markup {
    html! { p.alert role="alert" { (text) } }
}

fn shell(view: Option<View>, language: Language, title: &str, content: &Markup) -> Markup {
    let words = language.words();
    let here = view.map_or(View::Generate.path(), View::path);
    html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · idspec" }
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/page.css";
                script src="/theme.js" {}
                script src="/page.js" defer {}
            }
            body data-copied=(words.copied) data-not-copied=(words.not_copied) {
                a.skip href="#content" { (words.skip) }
                header.top {
                    div.bar {
                        a.brand href=(address(View::Generate.path(), language)) {
                            span.mark aria-hidden="true" {}
                            span { span.name translate="no" { "idspec" } span.tagline { (words.tagline) } }
                        }
                        button.theme type="button" id="theme" aria-pressed="false" hidden {
                            span.dot aria-hidden="true" {} (words.dark_theme)
                        }
                    }
                    nav.pages aria-label=(words.navigation) {
                        ul { @for it in View::ALL {
                            li {
                                @let current = (view == Some(it)).then_some("page");
                                a href=(address(it.path(), language)) aria-current=[current] { (it.title(language)) }
                            }
                        } }
                    }
                }
                main id="content" tabindex="-1" { (content) }
                footer {
                    nav.languages aria-label=(words.languages) {
                        ul { @for it in Language::ALL {
                            li {
                                @let current = (it == language).then_some("true");
                                a href=(address(here, it)) lang=(it.tag()) hreflang=(it.tag()) aria-current=[current] {
                                    (it.own_name())
                                }
                            }
                        } }
                    }
                    p { (words.footer) }
                }
                p.visually-hidden id="said" role="status" aria-live="polite" {}
            }
        }
    }
}

/// The address of a page in a language.
pub fn address(path: &str, language: Language) -> String {
    format!("{path}?lang={}", language.tag())
}
