//! The test of Jarque and Bera (*Efficient tests for normality, homoscedasticity and serial independence of regression
//! residuals*, Economics Letters 6(3), 1980): skewness and kurtosis against those of a normal distribution.

use super::{Verdict, mean, numbers};

/// Whether values are unlike draws from a normal distribution: n/6·(S² + (K − 3)²/4), by χ² with 2 degrees of
/// freedom. With fewer than a few dozen values it finds little. Fewer than three values, or all equal ones, show
/// nothing.
///
/// ```
/// use unstuck_ops::analysis::statistics::jarque_bera;
/// assert!(jarque_bera(&[1.0, 2.0, 3.0, 4.0, 5.0]).p > 0.5);
/// ```
pub fn jarque_bera(values: &[f64]) -> Verdict {
    let values = numbers(values);
    let centre = mean(&values);
    let moment = |power: i32| {
        values.iter().map(|value| (value - centre).powi(power)).sum::<f64>() / values.len() as f64
    };
    let spread = moment(2);
    if values.len() < 3 || spread.is_nan() || spread <= 0.0 {
        return Verdict::NOTHING;
    }
    let (skewness, kurtosis) = (moment(3) / spread.powf(1.5), moment(4) / (spread * spread));
    let excess = kurtosis - 3.0;
    let statistic = values.len() as f64 / 6.0 * (skewness * skewness + excess * excess / 4.0);
    // The tail of χ² with 2 degrees of freedom.
    if statistic.is_nan() { Verdict::NOTHING } else { Verdict { statistic, p: libm::exp(-statistic / 2.0) } }
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// `scipy.stats.jarque_bera`, SciPy 1.17.1.
    #[test]
    fn known_values() {
        let verdict = jarque_bera(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        assert_near(verdict.statistic, 0.9350505903518155);
        assert_near(verdict.p, 0.6265508797989543);
        let skewed = jarque_bera(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 30.0]);
        assert_near(skewed.statistic, 13.760680136967308);
        assert_near(skewed.p, 0.0010277944652322389);
    }

    #[test]
    fn edges() {
        for values in [&[][..], &[1.0], &[2.0; 9], &[f64::NAN; 9], &[1.0, 2.0, f64::INFINITY]] {
            assert_eq!(jarque_bera(values).p, 1.0);
        }
    }
}
