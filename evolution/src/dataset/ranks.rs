//! Ranks, with equal values sharing theirs.

/// The ranks of values, from 1, and Σ (t³ − t) over the groups of t equal values.
pub fn ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let (mut ties, mut before) = (0.0, 0);
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let size = group.len();
        for &place in group {
            ranks[place] = before as f64 + (size + 1) as f64 / 2.0;
        }
        ties += (size as f64).powi(3) - size as f64;
        before += size;
    }
    (ranks, ties)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0, 3.0]), (vec![4.0, 1.0, 4.0, 2.0, 4.0], 24.0));
        assert_eq!(ranks(&[-0.0, 0.0]), (vec![1.5, 1.5], 6.0));
        assert_eq!(ranks(&[]), (vec![], 0.0));
    }
}
