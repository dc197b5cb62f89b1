//! The percentile bootstrap (Efron, *Bootstrap methods: another look at the jackknife*, Annals of Statistics 7(1),
//! 1979): how far a median or a mean moves when the values are resampled with replacement.

use super::{mean, numbers, quantile};
use serde::{Deserialize, Serialize};
use unstuck_core::random::{RngExt, stream};

/// How often the values are resampled.
pub const RESAMPLES: usize = 5_000;

/// An interval for a figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The interval that holds a share `level` of the medians of resampled values: for ratios of pairs, the interval of the
/// median ratio. The same seed gives the same interval; NaN of nothing.
///
/// ```
/// use unstuck_ops::analysis::statistics::median_interval;
/// let ratios = [0.4, 0.5, 0.5, 0.6, 0.7, 0.9, 1.1];
/// let interval = median_interval(&ratios, 0.95, 1);
/// assert!(interval.low >= 0.4 && interval.low <= 0.6 && interval.high >= 0.6 && interval.high <= 1.1);
/// assert_eq!(interval, median_interval(&ratios, 0.95, 1));
/// ```
pub fn median_interval(values: &[f64], level: f64, seed: u64) -> Interval {
    interval(values, level, seed, middle)
}

/// The same of means: for differences of pairs, the interval of the mean difference.
///
/// ```
/// use unstuck_ops::analysis::statistics::mean_interval;
/// let interval = mean_interval(&[-1.0, -1.0, -2.0, 0.0, -1.0], 0.95, 1);
/// assert!(interval.low < -1.0 && interval.high < 0.0);
/// ```
pub fn mean_interval(values: &[f64], level: f64, seed: u64) -> Interval {
    interval(values, level, seed, |values| mean(values))
}

fn interval(values: &[f64], level: f64, seed: u64, figure: impl Fn(&mut [f64]) -> f64) -> Interval {
    let values = numbers(values);
    if values.is_empty() {
        return Interval { low: f64::NAN, high: f64::NAN };
    }
    let mut random = stream(seed, "bootstrap", &[]);
    let mut drawn = vec![0.0; values.len()];
    let figures: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            drawn.fill_with(|| values[random.random_range(0..values.len())]);
            figure(&mut drawn)
        })
        .collect();
    let tail = (1.0 - level.clamp(0.0, 1.0)) / 2.0;
    Interval { low: quantile(&figures, tail), high: quantile(&figures, 1.0 - tail) }
}

/// The median, without sorting all.
fn middle(values: &mut [f64]) -> f64 {
    let (count, half) = (values.len(), values.len() / 2);
    let (below, &mut upper, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    if count % 2 == 1 {
        return upper;
    }
    let lower = below.iter().copied().max_by(f64::total_cmp).unwrap_or(upper);
    if lower == upper { upper } else { lower + (upper - lower) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of nine values, the median of nine draws is at most the k-th with the chance P(B ≥ 5), B binomial with n = 9 and
    /// k/9; these are 0.0304, 0.1448, 0.3655 for k = 2, 3, 4 (`scipy.stats.binom.sf`, SciPy 1.17.1).
    #[test]
    fn the_exact_distribution_is_met() {
        let values = [9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0];
        for seed in 0..20 {
            assert_eq!(median_interval(&values, 0.9, seed), Interval { low: 3.0, high: 7.0 });
            assert_eq!(median_interval(&values, 0.5, seed), Interval { low: 4.0, high: 6.0 });
        }
    }

    #[test]
    fn medians_agree_with_the_quantiles() {
        for count in 1..12_u32 {
            let values: Vec<f64> = (0..count).map(|i| f64::from(i * 7 % 11)).collect();
            assert_eq!(middle(&mut values.clone()), quantile(&values, 0.5));
        }
    }

    #[test]
    fn edges() {
        assert!(median_interval(&[f64::NAN], 0.95, 1).low.is_nan());
        assert_eq!(median_interval(&[2.0; 5], 0.95, 1), Interval { low: 2.0, high: 2.0 });
        let infinite = median_interval(&[1.0, f64::INFINITY, f64::INFINITY], 0.95, 1);
        assert_eq!(infinite.high, f64::INFINITY);
    }
}
