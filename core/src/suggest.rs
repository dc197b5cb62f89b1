//! The nearest name to a misspelt one.

/// The candidate that takes the fewest single-letter edits, if it is near enough to be meant.
///
/// ```
/// use unstuck_core::suggest::nearest;
/// assert_eq!(nearest("blokers", ["zero", "blockers", "blocking"]).as_deref(), Some("blockers"));
/// assert_eq!(nearest("xyzzy", ["zero", "blockers"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (edits(&name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein's distance, over one row.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
