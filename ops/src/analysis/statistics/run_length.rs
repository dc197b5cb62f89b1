//! The empirical distribution of run lengths (Hoos and Stützle, *Evaluating Las Vegas algorithms: pitfalls and
//! remedies*, UAI 1998): the share of runs that reached a target by so much effort.

use serde::{Deserialize, Serialize};

/// How many of some runs reached a target, by when.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunLength {
    /// The runs, also those that never reached it.
    pub runs: usize,
    /// The efforts of those that did, in ascending order.
    pub reached: Vec<f64>,
}

impl RunLength {
    /// Of runs, each with the effort it took to reach the target, if it did.
    ///
    /// ```
    /// use unstuck_ops::analysis::statistics::RunLength;
    /// let lengths = RunLength::of(&[Some(300.0), None, Some(100.0), Some(900.0)]);
    /// assert_eq!([99.0, 100.0, 500.0, 1e9].map(|effort| lengths.share(effort)), [0.0, 0.25, 0.5, 0.75]);
    /// ```
    pub fn of(runs: &[Option<f64>]) -> Self {
        let mut reached: Vec<f64> =
            runs.iter().flatten().copied().filter(|effort| !effort.is_nan()).collect();
        reached.sort_by(f64::total_cmp);
        Self { runs: runs.len(), reached }
    }

    /// Of curves of (effort, value), lower values being better: a run reaches the target with the first value at or
    /// below it.
    pub fn of_curves(curves: &[Vec<(f64, f64)>], target: f64) -> Self {
        let first = |curve: &Vec<(f64, f64)>| {
            curve.iter().find(|(_, value)| *value <= target).map(|(effort, _)| *effort)
        };
        Self::of(&curves.iter().map(first).collect::<Vec<_>>())
    }

    /// The share of all runs that had reached the target by that effort; 0 of no runs.
    pub fn share(&self, effort: f64) -> f64 {
        self.reached.partition_point(|reached| *reached <= effort) as f64 / self.runs.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_reach_targets() {
        let curves = vec![vec![(10.0, 3.0), (20.0, 1.0)], vec![(10.0, 2.0), (30.0, f64::NAN)], vec![]];
        assert_eq!(RunLength::of_curves(&curves, 2.0), RunLength { runs: 3, reached: vec![10.0, 20.0] });
        assert_eq!(RunLength::of_curves(&curves, 0.5).share(1e9), 0.0);
        assert_eq!(RunLength::of(&[]).share(1.0), 0.0);
        assert_eq!(RunLength::of(&[Some(f64::NAN)]).share(1.0), 0.0);
    }
}
