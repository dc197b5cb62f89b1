//! What is in a dataset: ranges, errors and correlations of its columns.

use super::{Column, Dataset, Distance};
use rustc_hash::FxHashSet;

/// Statistics of a whole dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Rows whose distance is known.
    pub exact: usize,
    /// Rows whose instance is in an earlier row as well.
    pub repeated: usize,
    /// Smallest and largest distance.
    pub range: (u64, u64),
    /// Mean distance.
    pub mean: f64,
    /// The columns.
    pub columns: Vec<ColumnSummary>,
}

/// Statistics of one column, over the rows that have a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// The feature.
    pub name: String,
    /// Rows without a value.
    pub missing: usize,
    /// Smallest and largest value; `None` if there is none.
    pub range: Option<(f64, f64)>,
    /// Mean value.
    pub mean: f64,
    /// Mean of |h − h*| over the rows whose distance is known.
    pub mean_error: Option<f64>,
    /// Pearson's correlation with h* over those rows; `None` where either is constant.
    pub correlation: Option<f64>,
    /// Rows among them where it is larger than the distance.
    pub overestimates: usize,
}

impl Dataset {
    /// Statistics of the whole and of every column.
    pub fn summary(&self) -> Summary {
        let costs = || self.distances.iter().map(|distance| distance.cost);
        let mut seen = FxHashSet::default();
        Summary {
            exact: self.distances.iter().filter(|distance| distance.exact).count(),
            repeated: self.instances.iter().filter(|text| !seen.insert(text.as_str())).count(),
            range: (costs().min().unwrap_or(0), costs().max().unwrap_or(0)),
            mean: costs().sum::<u64>() as f64 / self.len().max(1) as f64,
            columns: self.columns.iter().map(|column| summary(column, &self.distances)).collect(),
        }
    }
}

fn summary(column: &Column, distances: &[Distance]) -> ColumnSummary {
    let there = || column.values.iter().copied().filter(|value| !value.is_nan());
    let count = there().count();
    let range = (count > 0)
        .then(|| (there().fold(f64::INFINITY, f64::min), there().fold(f64::NEG_INFINITY, f64::max)));
    let pairs = || {
        let both = column.values.iter().zip(distances);
        let known = both.filter(|(value, distance)| !value.is_nan() && distance.exact);
        known.map(|(&value, distance)| (value, distance.cost as f64))
    };
    let known = pairs().count() as f64;
    let mean = |of: &dyn Fn((f64, f64)) -> f64| pairs().map(of).sum::<f64>() / known;
    // Sums of differences from the means: columns of large numbers lose nothing.
    let (mean_h, mean_d) = (mean(&|(h, _)| h), mean(&|(_, d)| d));
    let spread = mean(&|(h, _)| (h - mean_h).powi(2)) * mean(&|(_, d)| (d - mean_d).powi(2));
    ColumnSummary {
        name: column.name.clone(),
        missing: column.values.len() - count,
        range,
        mean: there().sum::<f64>() / count as f64,
        mean_error: (known > 0.0).then(|| mean(&|(h, d)| (h - d).abs())),
        correlation: (spread > 0.0).then(|| mean(&|(h, d)| (h - mean_h) * (d - mean_d)) / spread.sqrt()),
        overestimates: pairs().filter(|(h, d)| *h > d + 1e-9).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_worked_out_by_hand() {
        let text = "n\nd\ninstance,h*,a,b,c\nx,2,1,5,\ny,4,2,5,\nz,6,6,5,\nx,+9,,5,\n";
        let summary = Dataset::read(text).unwrap().summary();
        assert_eq!((summary.exact, summary.repeated, summary.range, summary.mean), (3, 1, (2, 9), 5.25));
        let [a, b, c] = &summary.columns[..] else { panic!("three columns") };
        assert_eq!((a.missing, a.range, a.mean, a.overestimates), (1, Some((1.0, 6.0)), 3.0, 0));
        assert_eq!(a.mean_error, Some(1.0));
        // Cov = 10/3, var = 14/3 and 8/3.
        assert!((a.correlation.unwrap() - 10.0 / 112.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!((b.correlation, b.overestimates, b.mean_error), (None, 2, Some(5.0 / 3.0)));
        assert_eq!((c.missing, c.range, c.mean_error, c.correlation), (4, None, None, None));
    }
}
