//! McNemar's test (*Note on the sampling error of the difference between correlated proportions or percentages*,
//! Psychometrika 12(2), 1947), exact: among the pairs that differ, either side is as likely to be the one that says
//! yes.

/// The chance of at least so uneven a split of the pairs that differ. `only_first` is the number of pairs in which the
/// first alone says yes, `only_second` that of the second alone.
///
/// ```
/// use unstuck_ops::analysis::statistics::mcnemar;
/// assert_eq!(mcnemar(5, 0), 2.0 / 32.0);
/// assert_eq!(mcnemar(0, 0), 1.0);
/// ```
pub fn mcnemar(only_first: usize, only_second: usize) -> f64 {
    let (all, fewer) = (only_first + only_second, only_first.min(only_second));
    let log_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    let chance = |yes: usize| {
        let ways = log_factorial(all) - log_factorial(yes) - log_factorial(all - yes);
        libm::exp(ways - all as f64 * std::f64::consts::LN_2)
    };
    if all < 50 {
        // Exact in the last bit: all numbers are whole and below 2⁵³.
        let (mut sum, mut ways) = (1.0, 1.0);
        for yes in 0..fewer {
            ways = ways * (all - yes) as f64 / (yes + 1) as f64;
            sum += ways;
        }
        return (2.0 * sum / libm::exp2(all as f64)).min(1.0);
    }
    (2.0 * (0..=fewer).map(chance).sum::<f64>()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// `scipy.stats.binomtest(b, b + c)`, SciPy 1.17.1; 86 and 150 are the approval ratings of the manual of R's
    /// `mcnemar.test` (Agresti 1990).
    #[test]
    fn known_values() {
        assert_near(mcnemar(2, 10), 0.03857421875);
        assert_near(mcnemar(10, 2), 0.03857421875);
        assert!((mcnemar(86, 150) / 3.7159361395713866e-05 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn an_even_split_shows_nothing() {
        assert_eq!(mcnemar(7, 7), 1.0);
        assert_eq!(mcnemar(300, 300), 1.0);
        assert!(mcnemar(0, 10_000) < 1e-100);
    }
}
