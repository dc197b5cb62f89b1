//! Welch's t-test (*The generalization of "Student's" problem when several different population variances are
//! involved*, Biometrika 34, 1947).

use super::distributions::student_tails;
use super::{Verdict, mean, numbers, variance};

/// Whether two groups have different means, whatever their variances; for values that look normal. The statistic is t.
/// Groups that are constant each differ for sure, or not at all.
///
/// ```
/// use unstuck_ops::analysis::statistics::welch;
/// assert_eq!(welch(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]).p, 1.0);
/// assert!(welch(&[1.0, 2.0, 3.0], &[11.0, 12.0, 13.0]).p < 0.001);
/// ```
pub fn welch(first: &[f64], second: &[f64]) -> Verdict {
    let (first, second) = (numbers(first), numbers(second));
    if first.len() < 2 || second.len() < 2 {
        return Verdict::NOTHING;
    }
    let difference = mean(&first) - mean(&second);
    let share = |values: &[f64]| variance(values) / values.len() as f64;
    let (a, b) = (share(&first), share(&second));
    if difference == 0.0 {
        return Verdict { statistic: 0.0, p: 1.0 };
    }
    let t = difference / (a + b).sqrt();
    if t.is_nan() {
        return Verdict::NOTHING;
    }
    let freedom = (a + b) * (a + b) / (a * a / (first.len() - 1) as f64 + b * b / (second.len() - 1) as f64);
    Verdict { statistic: t, p: if t.is_infinite() { 0.0 } else { student_tails(t, freedom) } }
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Student's sleep data, as in the manual of R's `t.test`: t = −1.8608, df = 17.776, p = 0.07939; further digits by
    /// `scipy.stats.ttest_ind(equal_var=False)`, SciPy 1.17.1.
    #[test]
    fn known_values() {
        let a = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let b = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let verdict = welch(&a, &b);
        assert_near(verdict.statistic, -1.8608134674868526);
        assert_near(verdict.p, 0.0793941401873583);
    }

    #[test]
    fn edges() {
        assert_eq!(welch(&[1.0], &[2.0, 3.0]).p, 1.0);
        assert_eq!(welch(&[1.0; 4], &[1.0; 3]).p, 1.0);
        assert_eq!(welch(&[1.0; 4], &[2.0; 3]).p, 0.0);
        assert_eq!(welch(&[f64::INFINITY, 1.0], &[1.0, 2.0]).p, 1.0);
    }
}
