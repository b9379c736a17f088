//! The languages of the page: one table each, and the compiler sees to it that none lacks a text.

/// The tables.
mod en;
mod ms;
mod vi;
mod zh_hans;

macro_rules! words {
    ($($name:ident)+) => {
        /// Every text of the page. `{n}` and other names in braces stand for what [`fill`] puts there.
        #[derive(Debug)]
        pub struct Words { $(pub $name: &'static str,)+ }

        #[cfg(test)]
        impl Words {
            /// Every text with its key.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)+]
            }
        }
    };
}

words! {
    tagline skip navigation languages dark_theme
    generate generate_lead scheme count time time_hint between generate_button reset_button
    copy copy_all copied not_copied download made_one made_many not_made structure bits_caption field bits value row_of_bits
    inspect inspect_lead inspect_label inspect_hint inspect_button read_as any_scheme near no_reading one_reading many_readings settle
    first_only empty id_time evidence likely possible unlikely for_it against_it note unlikely_ones
    too_large
    range range_lead from to database column column_type usual range_button exact_from exact_to
    compare compare_lead first second compare_button read_by_both_as same_time first_older second_older same_machine other_machine same_unit
    orders order first_before second_before equal none_reads_both no_time
    learn learn_lead schemes_title name sorts_until fields_title
    ulid_title ulid_lead length random_bits sorted_by_time time_in_it yes no ulid_mariadb ulid_choose
    samples_title samples_lead
    not_found not_found_lead footer
}

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    En,
    Ms,
    Vi,
    ZhHans,
}

impl Language {
    /// Every language, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::En, Self::Ms, Self::Vi, Self::ZhHans];

    /// The tag of BCP 47.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ms => "ms",
            Self::Vi => "vi",
            Self::ZhHans => "zh-Hans",
        }
    }

    /// What its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Ms => "Bahasa Melayu",
            Self::Vi => "Tiếng Việt",
            Self::ZhHans => "简体中文",
        }
    }

    /// Its table.
    pub const fn words(self) -> &'static Words {
        match self {
            Self::En => &en::WORDS,
            Self::Ms => &ms::WORDS,
            Self::Vi => &vi::WORDS,
            Self::ZhHans => &zh_hans::WORDS,
        }
    }

    /// The language of a tag, or of the first part of one; Chinese in traditional characters is none of them.
    fn of(tag: &str) -> Option<Self> {
        let tag = tag.trim().to_ascii_lowercase();
        if let Some(exact) = Self::ALL.into_iter().find(|it| it.tag().eq_ignore_ascii_case(&tag)) {
            return Some(exact);
        }
        match tag.split('-').collect::<Vec<&str>>().as_slice() {
            ["zh", "hant", ..] | ["zh", "tw" | "hk" | "mo", ..] => None,
            ["zh", ..] => Some(Self::ZhHans),
            [first, ..] => Self::ALL.into_iter().find(|it| it.tag() == *first),
            [] => None,
        }
    }
}

/// The language that was asked for: by the address, then by the browser in its order of preference, then English.
pub fn choose(asked: Option<&str>, accepted: Option<&str>) -> Language {
    if let Some(language) = asked.and_then(Language::of) {
        return language;
    }
    let mut wanted: Vec<(u32, Language)> = Vec::new();
    for part in accepted.unwrap_or_default().split(',').take(32) {
        let (tag, weight) = part.split_once(";q=").unwrap_or((part, "1"));
        if let Some(language) = Language::of(tag) {
            wanted.push((thousandths(weight.trim()), language));
        }
    }
    // Stable: of equal weights the first one.
    wanted.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    wanted.first().filter(|(weight, _)| *weight > 0).map_or(Language::En, |(_, language)| *language)
}

/// A weight between 0 and 1 with three digits at most.
fn thousandths(weight: &str) -> u32 {
    let (whole, rest) = weight.split_once('.').unwrap_or((weight, ""));
    format!("{whole}{rest:0<3.3}").parse().unwrap_or(0)
}

/// Puts a value in the place of its name in braces.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, tail)) = after.split_once('}') else { break };
        filled.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = tail;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            text.split('{').skip(1).map(|after| after.split_once('}').expect("a brace is closed").0).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_language_says_everything_with_the_same_values() {
        let english = Language::En.words().all();
        for language in Language::ALL {
            let mut same = 0;
            for ((key, text), (_, of_english)) in language.words().all().into_iter().zip(&english) {
                assert!(!text.trim().is_empty() && text.trim() == text, "{key} of {language:?}");
                assert_eq!(names(text), names(of_english), "{key} of {language:?}");
                same += usize::from(text == *of_english);
            }
            // Few words are the same: `bit` in Malay, perhaps.
            assert!(language == Language::En || same <= 4, "{language:?} says {same} texts in English");
        }
    }

    #[test]
    fn the_language_is_the_one_that_is_asked_for() {
        assert_eq!(choose(Some("vi"), Some("ms")), Language::Vi);
        assert_eq!(choose(Some("zh-hans"), None), Language::ZhHans);
        assert_eq!(choose(Some("xx"), Some("ms-MY,en;q=0.5")), Language::Ms);
        assert_eq!(choose(None, Some("en;q=0.5,vi;q=0.9")), Language::Vi);
        assert_eq!(choose(None, Some("de-DE, zh-CN;q=0.9")), Language::ZhHans);
        assert_eq!(choose(None, Some("zh-TW, ms;q=0.1")), Language::Ms);
        assert_eq!(choose(None, Some("vi;q=0")), Language::En);
        assert_eq!(choose(None, Some("<script>")), Language::En);
        assert_eq!(choose(None, None), Language::En);
    }

    #[test]
    fn values_are_filled_in() {
        assert_eq!(fill("{a} of {b}, {a}", &[("a", "1"), ("b", "{a}")]), "1 of {a}, 1");
    }
}
