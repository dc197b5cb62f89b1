//! Wilcoxon's signed-rank test (*Individual comparisons by ranking methods*, Biometrics Bulletin 1(6), 1945).

use super::distributions::normal_tail;

/// Wilcoxon's signed-rank test of paired values: the chance of differences at least as one-sided as these, in either
/// direction, if neither side were better. Pairs without a difference, or with a value that is not a number, are left
/// out; equal differences share their ranks.
/// Exact up to 60 differences, by counting all signs; the normal approximation beyond.
///
/// ```
/// use unstuck_ops::analysis::statistics::wilcoxon;
/// let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let b = [2.0, 4.0, 6.0, 8.0, 10.0, 12.0];
/// assert_eq!(wilcoxon(&a, &b), 2.0 / 64.0);
/// assert_eq!(wilcoxon(&a, &a), 1.0);
/// ```
pub fn wilcoxon(a: &[f64], b: &[f64]) -> f64 {
    let mut differences: Vec<f64> =
        a.iter().zip(b).map(|(a, b)| a - b).filter(|d| !d.is_nan() && *d != 0.0).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = differences.len();
    if count == 0 {
        return 1.0;
    }
    // Ranks are doubled, so that shared ones are whole.
    let mut ranks: Vec<(usize, bool)> = Vec::with_capacity(count);
    for group in differences.chunk_by(|a, b| a.abs() == b.abs()) {
        let doubled = 2 * ranks.len() + group.len() + 1;
        ranks.extend(group.iter().map(|d| (doubled, *d > 0.0)));
    }
    let total: usize = ranks.iter().map(|(rank, _)| rank).sum();
    let positive: usize = ranks.iter().filter(|(_, positive)| *positive).map(|(rank, _)| rank).sum();
    let extreme = positive.min(total - positive);
    if count > 60 {
        let mean = total as f64 / 2.0;
        let deviation = (ranks.iter().map(|(rank, _)| (rank * rank) as f64).sum::<f64>() / 4.0).sqrt();
        // Half a doubled rank of continuity.
        let z = ((mean - extreme as f64 - 1.0) / deviation).max(0.0);
        return (2.0 * normal_tail(z)).min(1.0);
    }
    // How many choices of signs give each sum.
    let mut ways = vec![0.0_f64; total + 1];
    ways[0] = 1.0;
    let mut reached = 0;
    for (rank, _) in &ranks {
        for sum in (0..=reached).rev() {
            ways[sum + rank] += ways[sum];
        }
        reached += rank;
    }
    let below: f64 = ways[..=extreme].iter().sum();
    (2.0 * below / libm::exp2(count as f64)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Depression scale data of Hollander and Wolfe (1973), as in the manual of R's `wilcox.test`.
    #[test]
    #[allow(clippy::approx_constant, reason = "3.14 is one of the data")]
    fn known_values() {
        let x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        assert_near(wilcoxon(&x, &y), 0.0390625);
    }

    /// `scipy.stats.wilcoxon(a, b, method="approx", correction=True)`, SciPy 1.17.1: 72 differences with many ties.
    #[test]
    fn many_pairs_are_approximated() {
        let a: Vec<f64> = (0..80).map(|i| f64::from(i % 7)).collect();
        let b: Vec<f64> = (0..80).map(|i| f64::from(i * 3 % 11)).collect();
        assert_near(wilcoxon(&a, &b), 2.4473930404835082e-05);
    }

    #[test]
    fn edges() {
        assert_eq!(wilcoxon(&[], &[]), 1.0);
        assert_eq!(wilcoxon(&[1.0, f64::NAN], &[1.0, 2.0]), 1.0);
        let infinite = [f64::INFINITY; 3];
        assert_eq!(wilcoxon(&infinite, &infinite), 1.0);
        assert_eq!(wilcoxon(&infinite, &[1.0; 3]), 0.25);
    }
}
