//! The nearest name to a misspelt one.

use strsim::levenshtein;

/// The candidate that takes the fewest single-letter edits, if it is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // No name is longer than that, whatever was typed.
    let short: String = name.chars().take(64).collect();
    candidates
        .into_iter()
        .map(|candidate| (levenshtein(&short, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().max(name.len()).div_ceil(3))
        .filter(|&(distance, candidate)| distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("claer", ["on", "clear", "holding"]), Some("clear"));
        assert_eq!(nearest("onn", ["on", "clear"]), Some("on"));
        assert_eq!(nearest("xyzzy", ["on", "clear"]), None);
        assert_eq!(nearest("x", ["y"]), None, "one letter is not near another");
    }
}
