//! The nearest name to a misspelt one.

use strsim::levenshtein;

/// The candidate that takes the fewest single-letter edits, if it is near enough to be meant.
///
/// ```
/// use unstuck_core::suggest::nearest;
/// assert_eq!(nearest("blokers", ["zero", "blockers", "blocking"]).as_deref(), Some("blockers"));
/// assert_eq!(nearest("xyzzy", ["zero", "blockers"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // No name is longer than that, whatever was typed.
    let name: String = name.to_lowercase().chars().take(64).collect();
    candidates
        .into_iter()
        .map(|candidate| (levenshtein(&name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate.to_owned())
}
