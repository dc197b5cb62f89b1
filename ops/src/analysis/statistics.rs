//! Whether a difference is more than luck, and how large it is.
//!
//! | file | question |
//! |---|---|
//! | [`quantiles`] | where the middle of some values is, and how far they spread |
//! | [`wilcoxon`](mod@wilcoxon) | pairs: is one side smaller? |
//! | [`bootstrap`] | how sure is a median or a mean? |
//! | [`mcnemar`](mod@mcnemar) | pairs of yes and no: does one side say yes more often? |
//! | [`mann_whitney`](mod@mann_whitney), [`welch`](mod@welch) | two groups: by ranks, by means |
//! | [`vargha_delaney`](mod@vargha_delaney), [`effect_size`] | two groups: how large is the difference? |
//! | [`jarque_bera`](mod@jarque_bera) | do values look like draws from a normal distribution? |
//! | [`kruskal_wallis`](mod@kruskal_wallis), [`friedman`](mod@friedman) | many groups, free or in blocks |
//! | [`holm`](mod@holm) | many questions at once |
//! | [`run_length`] | how many runs reached a target, by when |
//!
//! Plain functions over slices, with the same answer for every broken input: values that are not numbers are left out
//! (with their partner or block, where there is one); a test with too little data returns p = 1, which
//! is "nothing shows"; a figure that does not exist is NaN.
//!
//! ```
//! use unstuck_ops::analysis::statistics::{holm, median, median_interval, wilcoxon};
//! let bred = [12.0, 30.0, 7.0, 55.0, 21.0, 9.0, 14.0, 80.0];
//! let tuned = [15.0, 41.0, 9.0, 70.0, 20.0, 16.0, 19.0, 95.0];
//! let p = wilcoxon(&bred, &tuned);
//! assert!(p < 0.05 && holm(&[p, 0.5, 0.9])[0] < 0.1);
//! let ratios: Vec<f64> = bred.iter().zip(&tuned).map(|(a, b)| a / b).collect();
//! let interval = median_interval(&ratios, 0.95, 1);
//! assert!(interval.low <= median(&ratios) && median(&ratios) <= interval.high);
//! ```

pub mod bootstrap;
mod distributions;
pub mod effect_size;
pub mod friedman;
pub mod holm;
pub mod jarque_bera;
pub mod kruskal_wallis;
pub mod mann_whitney;
pub mod mcnemar;
pub mod quantiles;
pub mod run_length;
pub mod vargha_delaney;
pub mod welch;
pub mod wilcoxon;

pub use bootstrap::{Interval, mean_interval, median_interval};
pub use effect_size::{cohen_d, hedges_g};
pub use friedman::friedman;
pub use holm::holm;
pub use jarque_bera::jarque_bera;
pub use kruskal_wallis::kruskal_wallis;
pub use mann_whitney::mann_whitney;
pub use mcnemar::mcnemar;
pub use quantiles::{Quartiles, median, quantile};
pub use run_length::RunLength;
pub use vargha_delaney::vargha_delaney;
pub use welch::welch;
pub use wilcoxon::wilcoxon;

use serde::{Deserialize, Serialize};

/// What a test came to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The test's own figure: U, t, χ² …; NaN when there was too little to go by.
    pub statistic: f64,
    /// The chance of a figure at least as far off, in either direction, if there were no difference.
    pub p: f64,
}

impl Verdict {
    /// Too little to go by.
    const NOTHING: Self = Self { statistic: f64::NAN, p: 1.0 };
}

/// The values that are numbers.
fn numbers(values: &[f64]) -> Vec<f64> {
    values.iter().copied().filter(|value| !value.is_nan()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of the population that the values are a sample of; NaN of fewer than two.
fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    if values.len() < 2 { f64::NAN } else { squares / (values.len() - 1) as f64 }
}

#[cfg(test)]
#[track_caller]
fn assert_near(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(error <= 1e-10 * expected.abs().max(1e-3), "{found} is not {expected}");
}
