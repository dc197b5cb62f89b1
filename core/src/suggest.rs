//! The nearest name to a misspelt one, and lists of what there is.

use strsim::levenshtein;

/// The candidate that takes the fewest single-letter edits, if it is near enough to be meant.
///
/// ```
/// use unstuck_core::suggest::nearest;
/// assert_eq!(nearest("blokers", ["zero", "blockers", "blocking"]).as_deref(), Some("blockers"));
/// assert_eq!(nearest("xyzzy", ["zero", "blockers"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest_of(name, &mut candidates.into_iter())
}

fn nearest_of(name: &str, candidates: &mut dyn Iterator<Item = &str>) -> Option<String> {
    // No name is longer than that, whatever was typed.
    let name: String = name.to_lowercase().chars().take(64).collect();
    candidates
        .map(|candidate| (levenshtein(&name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate.to_owned())
}

/// Most names that a message lists.
const LISTED: usize = 12;

/// The first names of a list, and how many there are in all if there are more.
///
/// ```
/// use unstuck_core::suggest::listed;
/// assert_eq!(listed(["zero", "blockers"]), "zero, blockers");
/// assert!(listed(["h"; 40]).ends_with("h, h and 28 more"));
/// ```
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_at_checked(LISTED) {
        Some((first, rest)) if !rest.is_empty() => format!("{} and {} more", first.join(", "), rest.len()),
        _ => names.join(", "),
    }
}
