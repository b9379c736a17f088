//! Licence expressions (SPDX): whether what is allowed satisfies one.

/// Whether an expression is satisfied by licences that are allowed: of `A OR B` by one, of `A AND B` by both. `A WITH E` is a licence of its own.
/// The old form `A/B` is `A OR B`.
///
/// # Errors
/// What is no expression.
pub(crate) fn satisfied(expression: &str, allowed: &dyn Fn(&str) -> bool) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let value = any(&mut rest, allowed, 0).map_err(|reason| format!("{expression:?}: {reason}"))?;
    match rest {
        [] => Ok(value),
        [word, ..] => Err(format!("{expression:?}: unexpected {word}")),
    }
}

/// Deeper expressions than any package has.
const MAX_DEPTH: u32 = 16;

fn any(words: &mut &[&str], allowed: &dyn Fn(&str) -> bool, depth: u32) -> Result<bool, String> {
    let mut value = all(words, allowed, depth)?;
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        // Both sides are read, also where the first is enough.
        value |= all(words, allowed, depth)?;
    }
    Ok(value)
}

fn all(words: &mut &[&str], allowed: &dyn Fn(&str) -> bool, depth: u32) -> Result<bool, String> {
    let mut value = one(words, allowed, depth)?;
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        value &= one(words, allowed, depth)?;
    }
    Ok(value)
}

fn one(words: &mut &[&str], allowed: &dyn Fn(&str) -> bool, depth: u32) -> Result<bool, String> {
    match *words {
        [] => Err("a licence is missing at the end".to_owned()),
        ["(", ..] if depth == MAX_DEPTH => Err("too deep".to_owned()),
        ["(", rest @ ..] => {
            *words = rest;
            let value = any(words, allowed, depth + 1)?;
            let [")", rest @ ..] = *words else { return Err("a parenthesis is not closed".to_owned()) };
            *words = rest;
            Ok(value)
        }
        [word @ (")" | "OR" | "AND" | "WITH"), ..] => Err(format!("a licence is missing before {word}")),
        [_, "WITH"] | [_, "WITH", "(" | ")" | "OR" | "AND" | "WITH", ..] => {
            Err("an exception is missing after WITH".to_owned())
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            Ok(allowed(&format!("{name} WITH {exception}")))
        }
        [name, rest @ ..] => {
            *words = rest;
            Ok(allowed(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_mit_and_isc(expression: &str) -> Result<bool, String> {
        satisfied(expression, &|name| ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].contains(&name))
    }

    #[test]
    fn one_of_or_and_all_of_and() {
        for (expression, expected) in [
            ("MIT", true),
            ("mit", false),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("GPL-3.0-only OR MIT", true),
            ("GPL-3.0-only/MIT", true),
            ("MIT AND GPL-3.0-only", false),
            ("GPL-3.0-only AND MIT", false),
            ("MIT AND ISC", true),
            // AND binds more strongly than OR.
            ("MIT OR ISC AND GPL-3.0-only", true),
            ("(MIT OR ISC) AND GPL-3.0-only", false),
            ("GPL-3.0-only AND MIT OR ISC", true),
            ("GPL-3.0-only AND (MIT OR ISC)", false),
            ("((MIT)) AND (ISC OR (GPL-3.0-only))", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("MIT WITH LLVM-exception", false),
            ("GPL-3.0-only OR Apache-2.0 WITH LLVM-exception", true),
            ("MIT+", false),
        ] {
            assert_eq!(with_mit_and_isc(expression), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn what_is_no_expression_is_an_error() {
        let deep = format!("{}MIT{}", "(".repeat(17), ")".repeat(17));
        for (expression, reason) in [
            ("", "a licence is missing at the end"),
            ("MIT OR", "a licence is missing at the end"),
            ("OR MIT", "a licence is missing before OR"),
            ("MIT ISC", "unexpected ISC"),
            ("(MIT", "a parenthesis is not closed"),
            ("MIT)", "unexpected )"),
            ("()", "a licence is missing before )"),
            ("MIT WITH", "an exception is missing after WITH"),
            ("MIT WITH OR ISC", "an exception is missing after WITH"),
            // Never decided before it is read to its end.
            ("MIT OR AND", "a licence is missing before AND"),
            (&deep, "too deep"),
        ] {
            assert_eq!(with_mit_and_isc(expression), Err(format!("{expression:?}: {reason}")));
        }
    }
}
