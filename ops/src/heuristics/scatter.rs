//! Values of a heuristic against distances.

use crate::ToSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Most points of a scatter.
const MAX_POINTS: usize = 2_000;

/// Values against distances.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Scatter {
    /// Distance, value, and how many states; at most 2,000 of them.
    pub points: Vec<(f64, f64, f64)>,
    /// How many states.
    pub states: usize,
    /// Pearson's correlation.
    pub correlation: Option<f64>,
    /// Mean absolute difference.
    pub mean_error: f64,
    /// States whose value is larger than the distance.
    pub overestimates: usize,
}

impl Scatter {
    /// Of pairs of distance and value; equal pairs become one point.
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let count = pairs.len() as f64;
        let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
        let (d, h) = (sum(&|pair| pair.0), sum(&|pair| pair.1));
        let spread =
            (count * sum(&|pair| pair.0 * pair.0) - d * d) * (count * sum(&|pair| pair.1 * pair.1) - h * h);
        let mut counted: BTreeMap<(i64, i64), (f64, f64, u64)> = BTreeMap::new();
        // The finest grid on which there are few enough points.
        for digits in [1e3, 10.0, 2.0, 0.5, 0.1, 0.01] {
            counted.clear();
            for &(distance, value) in pairs {
                let key = ((distance * 1e3) as i64, (value * digits).round() as i64);
                let place = counted.entry(key).or_insert((distance, (value * digits).round() / digits, 0));
                place.2 += 1;
            }
            if counted.len() <= MAX_POINTS {
                break;
            }
        }
        let points = counted.values().take(MAX_POINTS);
        Self {
            points: points.map(|&(distance, value, count)| (distance, value, count as f64)).collect(),
            states: pairs.len(),
            correlation: (spread > 0.0)
                .then(|| (count * sum(&|pair| pair.0 * pair.1) - d * h) / spread.sqrt()),
            mean_error: sum(&|pair| (pair.0 - pair.1).abs()) / count.max(1.0),
            overestimates: pairs.iter().filter(|pair| pair.1 > pair.0 + 1e-9).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_heuristic_has_no_error() {
        let pairs: Vec<(f64, f64)> =
            (0..5_000).map(|number| (f64::from(number % 50), f64::from(number % 50))).collect();
        let found = Scatter::of(&pairs);
        assert_eq!((found.mean_error, found.overestimates), (0.0, 0));
        assert!((found.correlation.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(found.points.len(), 50);
    }
}
