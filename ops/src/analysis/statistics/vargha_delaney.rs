//! A12 of Vargha and Delaney (*A critique and improvement of the CL common language effect size statistics of McGraw
//! and Wong*, Journal of Educational and Behavioral Statistics 25(2), 2000).

use super::mann_whitney::mann_whitney;
use super::numbers;

/// The chance that a value of the first group is larger than one of the second, equal ones counting half; NaN when a
/// group is empty. 0.56, 0.64 and 0.71, or as much below a half, are called a small, medium and large difference.
///
/// ```
/// use unstuck_ops::analysis::statistics::vargha_delaney;
/// assert_eq!(vargha_delaney(&[1.0, 2.0], &[2.0, 3.0]), 0.125);
/// ```
pub fn vargha_delaney(first: &[f64], second: &[f64]) -> f64 {
    let pairs = numbers(first).len() * numbers(second).len();
    mann_whitney(first, second).statistic / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By counting the pairs.
    #[test]
    fn known_values() {
        let (a, b) = ([1.0, 5.0, 5.0, 9.0, 2.5], [5.0, 3.0, 7.0, 0.5]);
        let mut sum = 0.0;
        for x in a {
            sum += b
                .iter()
                .map(|&y| {
                    if x > y {
                        1.0
                    } else if x == y {
                        0.5
                    } else {
                        0.0
                    }
                })
                .sum::<f64>();
        }
        assert_eq!(vargha_delaney(&a, &b), sum / 20.0);
        assert_eq!(vargha_delaney(&a, &b) + vargha_delaney(&b, &a), 1.0);
        assert!(vargha_delaney(&[], &b).is_nan());
        assert_eq!(vargha_delaney(&[1.0; 3], &[1.0; 3]), 0.5);
    }
}
