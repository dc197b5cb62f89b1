//! The nearest name to a misspelt one.

/// The candidate that takes the fewest single-letter edits, if it is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (edits(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().max(name.len()).div_ceil(3))
        .filter(|&(distance, candidate)| distance < candidate.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, over one row.
fn edits(a: &str, b: &str) -> usize {
    const LONGEST: usize = 64;
    let b: Vec<char> = b.chars().take(LONGEST).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(LONGEST).enumerate() {
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
