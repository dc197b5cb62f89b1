//! Differences of means in units of the spread: Cohen's d (*Statistical power analysis for the behavioral sciences*,
//! 1988) and Hedges' g, without d's bias in small groups (*Distribution theory for Glass's estimator of effect size
//! and related estimators*, Journal of Educational Statistics 6(2), 1981).

use super::{mean, numbers, variance};

/// The difference of the means over the pooled deviation; positive when the first is larger. 0.2, 0.5 and 0.8 are
/// called small, medium and large. NaN for a group of fewer than two; groups without any spread are 0 or infinitely
/// far apart.
///
/// ```
/// use unstuck_ops::analysis::statistics::cohen_d;
/// assert_eq!(cohen_d(&[1.0, 2.0, 3.0], &[2.0, 3.0, 4.0]), -1.0);
/// ```
pub fn cohen_d(first: &[f64], second: &[f64]) -> f64 {
    let (first, second) = (numbers(first), numbers(second));
    let (m, n) = (first.len() as f64, second.len() as f64);
    let pooled = ((m - 1.0) * variance(&first) + (n - 1.0) * variance(&second)) / (m + n - 2.0);
    let difference = mean(&first) - mean(&second);
    if difference == 0.0 && pooled == 0.0 { 0.0 } else { difference / pooled.sqrt() }
}

/// Cohen's d, corrected by the exact factor.
///
/// ```
/// use unstuck_ops::analysis::statistics::{cohen_d, hedges_g};
/// let (a, b) = ([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]);
/// assert!(hedges_g(&a, &b).abs() < cohen_d(&a, &b).abs());
/// ```
pub fn hedges_g(first: &[f64], second: &[f64]) -> f64 {
    let freedom = (numbers(first).len() + numbers(second).len()) as f64 - 2.0;
    let factor = libm::exp(libm::lgamma(freedom / 2.0) - libm::lgamma((freedom - 1.0) / 2.0));
    cohen_d(first, second) * factor / (freedom / 2.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Student's sleep data; both formulas written out in NumPy 2.4 with SciPy's gamma function.
    #[test]
    fn known_values() {
        let a = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let b = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        assert_near(cohen_d(&a, &b), -0.8321810813495395);
        assert_near(hedges_g(&a, &b), -0.7969352391911205);
    }

    #[test]
    fn edges() {
        assert!(cohen_d(&[], &[]).is_nan() && hedges_g(&[1.0], &[2.0, 3.0]).is_nan());
        assert_eq!(cohen_d(&[1.0; 3], &[1.0; 3]), 0.0);
        assert_eq!(cohen_d(&[1.0; 3], &[2.0; 3]), f64::NEG_INFINITY);
    }
}
