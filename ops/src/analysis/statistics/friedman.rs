//! Friedman's test (*The use of ranks to avoid the assumption of normality implicit in the analysis of variance*,
//! Journal of the American Statistical Association 32, 1937).

use super::Verdict;
use super::distributions::chi_square_tail;
use unstuck_evolution::dataset::ranks;

/// Whether any of several treatments gives larger values than another, within blocks that hold one value of each. The
/// statistic is corrected for ties and compared with χ². Blocks of another length than the first, or with a value
/// that is not a number, are left out.
///
/// ```
/// use unstuck_ops::analysis::statistics::friedman;
/// let blocks: Vec<Vec<f64>> = (0..10).map(|i| vec![f64::from(i), f64::from(i + 1), f64::from(i + 5)]).collect();
/// assert!(friedman(&blocks).p < 0.001);
/// ```
pub fn friedman(blocks: &[Vec<f64>]) -> Verdict {
    let treatments = blocks.first().map_or(0, Vec::len);
    let whole = |block: &&Vec<f64>| block.len() == treatments && !block.iter().any(|value| value.is_nan());
    let (mut totals, mut ties, mut count) = (vec![0.0; treatments], 0.0, 0.0);
    for block in blocks.iter().filter(whole) {
        let (ranks, tied) = ranks(block);
        totals.iter_mut().zip(&ranks).for_each(|(total, rank)| *total += rank);
        ties += tied;
        count += 1.0;
    }
    let k = treatments as f64;
    let correction = 1.0 - ties / (count * (k * k * k - k));
    if treatments < 2 || correction.is_nan() || correction <= 0.0 {
        return Verdict::NOTHING;
    }
    let squares: f64 = totals.iter().map(|total| total * total).sum();
    let statistic = (12.0 / (count * k * (k + 1.0)) * squares - 3.0 * count * (k + 1.0)) / correction;
    Verdict { statistic, p: chi_square_tail(statistic, k - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Times of rounding first base, Hollander and Wolfe (1973), as in the manual of R's `friedman.test`: 11.143,
    /// p = 0.003805; further digits by `scipy.stats.friedmanchisquare`, SciPy 1.17.1.
    #[test]
    fn known_values() {
        let times = [
            [5.40, 5.50, 5.55],
            [5.85, 5.70, 5.75],
            [5.20, 5.60, 5.50],
            [5.55, 5.50, 5.40],
            [5.90, 5.85, 5.70],
            [5.45, 5.55, 5.60],
            [5.40, 5.40, 5.35],
            [5.45, 5.50, 5.35],
            [5.25, 5.15, 5.00],
            [5.85, 5.80, 5.70],
            [5.25, 5.20, 5.10],
            [5.65, 5.55, 5.45],
            [5.60, 5.35, 5.45],
            [5.05, 5.00, 4.95],
            [5.50, 5.50, 5.40],
            [5.45, 5.55, 5.50],
            [5.55, 5.55, 5.35],
            [5.45, 5.50, 5.55],
            [5.50, 5.45, 5.25],
            [5.65, 5.60, 5.40],
            [5.70, 5.65, 5.55],
            [6.30, 6.30, 6.25],
        ];
        let blocks: Vec<Vec<f64>> = times.iter().map(|row| row.to_vec()).collect();
        let verdict = friedman(&blocks);
        assert_near(verdict.statistic, 11.142857142857132);
        assert_near(verdict.p, 0.003805040775511383);
    }

    #[test]
    fn edges() {
        assert_eq!(friedman(&[]).p, 1.0);
        assert_eq!(friedman(&[vec![1.0], vec![2.0]]).p, 1.0);
        assert_eq!(friedman(&[vec![1.0, 1.0], vec![2.0, 2.0]]).p, 1.0);
        assert_eq!(friedman(&[vec![1.0, f64::NAN]]).p, 1.0);
    }
}
