//! Medians, quartiles, and any other quantile: linear between neighbours, as R's type 7 and NumPy's default
//! (Hyndman and Fan, *Sample quantiles in statistical packages*, The American Statistician 50(4), 1996).

use super::numbers;
use serde::{Deserialize, Serialize};

/// The value below which a share of the values lies; NaN of nothing.
///
/// ```
/// use unstuck_ops::analysis::statistics::quantile;
/// assert_eq!(quantile(&[32.0, 1.0, 2.0, 4.0, 8.0, 16.0], 0.25), 2.5);
/// ```
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = numbers(values);
    sorted.sort_by(f64::total_cmp);
    of_sorted(&sorted, share)
}

/// The value in the middle; NaN of nothing.
///
/// ```
/// use unstuck_ops::analysis::statistics::median;
/// assert_eq!(median(&[3.0, 1.0, f64::NAN, 2.0, 10.0]), 2.5);
/// assert!(median(&[]).is_nan());
/// ```
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The five numbers of a box plot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// How many values there are.
    pub count: usize,
    /// The smallest.
    pub minimum: f64,
    /// A quarter is below.
    pub lower: f64,
    /// Half is below.
    pub median: f64,
    /// Three quarters are below.
    pub upper: f64,
    /// The largest.
    pub maximum: f64,
}

impl Quartiles {
    /// Of some values; all NaN when there are none.
    pub fn of(values: &[f64]) -> Self {
        let mut sorted = numbers(values);
        sorted.sort_by(f64::total_cmp);
        let at = |share| of_sorted(&sorted, share);
        Self {
            count: sorted.len(),
            minimum: at(0.0),
            lower: at(0.25),
            median: at(0.5),
            upper: at(0.75),
            maximum: at(1.0),
        }
    }
}

fn of_sorted(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    let part = place - place.floor();
    // Without the test, a share of 0 of an infinity would be no number.
    if part == 0.0 || low == high { low } else { low + part * (high - low) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `numpy.quantile([1, 2, 4, 8, 16, 32], [.25, .5, .75])`, NumPy 2.4.
    #[test]
    fn known_values() {
        let quartiles = Quartiles::of(&[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]);
        assert_eq!((quartiles.lower, quartiles.median, quartiles.upper), (2.5, 6.0, 14.0));
        assert_eq!((quartiles.minimum, quartiles.maximum, quartiles.count), (1.0, 32.0, 6));
    }

    #[test]
    fn edges() {
        assert!(Quartiles::of(&[f64::NAN]).median.is_nan());
        assert_eq!(Quartiles::of(&[7.0]).lower, 7.0);
        assert_eq!(median(&[1.0, f64::INFINITY, f64::INFINITY]), f64::INFINITY);
        assert_eq!(quantile(&[1.0, 2.0], 7.0), 2.0);
    }
}
