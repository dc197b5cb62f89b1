//! The test of Kruskal and Wallis (*Use of ranks in one-criterion variance analysis*, Journal of the American
//! Statistical Association 47, 1952).

use super::distributions::chi_square_tail;
use super::{Verdict, numbers};
use unstuck_evolution::dataset::ranks;

/// Whether any of several groups has larger values than another. The statistic is H, corrected for ties, compared
/// with χ²; empty groups are left out.
///
/// ```
/// use unstuck_ops::analysis::statistics::kruskal_wallis;
/// let apart = [vec![1.0, 2.0, 3.0, 4.0], vec![11.0, 12.0, 13.0, 14.0], vec![21.0, 22.0, 23.0, 24.0]];
/// assert!(kruskal_wallis(&apart).p < 0.01);
/// ```
pub fn kruskal_wallis(groups: &[Vec<f64>]) -> Verdict {
    let groups: Vec<Vec<f64>> =
        groups.iter().map(|group| numbers(group)).filter(|group| !group.is_empty()).collect();
    let (ranks, ties) = ranks(&groups.concat());
    let all = ranks.len() as f64;
    let correction = 1.0 - ties / (all * all * all - all);
    if groups.len() < 2 || correction.is_nan() || correction <= 0.0 {
        return Verdict::NOTHING;
    }
    let (mut sum, mut rest) = (0.0, &ranks[..]);
    for group in &groups {
        let (own, others) = rest.split_at(group.len());
        let total: f64 = own.iter().sum();
        sum += total * total / own.len() as f64;
        rest = others;
    }
    let statistic = (12.0 / (all * (all + 1.0)) * sum - 3.0 * (all + 1.0)) / correction;
    Verdict { statistic, p: chi_square_tail(statistic, (groups.len() - 1) as f64) }
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Mucociliary efficiency, Hollander and Wolfe (1973), as in the manual of R's `kruskal.test`: H = 0.77143, p =
    /// 0.68; further digits, and the second case, by `scipy.stats.kruskal`, SciPy 1.17.1.
    #[test]
    fn known_values() {
        let verdict = kruskal_wallis(&[
            vec![2.9, 3.0, 2.5, 2.6, 3.2],
            vec![3.8, 2.7, 4.0, 2.4],
            vec![2.8, 3.4, 3.7, 2.2, 2.0],
        ]);
        assert_near(verdict.statistic, 0.7714285714285722);
        assert_near(verdict.p, 0.6799647735788936);
        let tied = kruskal_wallis(&[
            vec![1.0, 1.0, 2.0, 3.0],
            vec![2.0, 2.0, 4.0, 5.0],
            vec![3.0, 5.0, 5.0, 6.0, 7.0],
        ]);
        assert_near(tied.statistic, 7.322881355932209);
        assert_near(tied.p, 0.025695467154039968);
    }

    #[test]
    fn edges() {
        assert_eq!(kruskal_wallis(&[]).p, 1.0);
        assert_eq!(kruskal_wallis(&[vec![1.0, 2.0], vec![], vec![f64::NAN]]).p, 1.0);
        assert_eq!(kruskal_wallis(&[vec![1.0; 4], vec![1.0; 4]]).p, 1.0);
    }
}
