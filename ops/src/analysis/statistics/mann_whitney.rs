//! The test of Mann and Whitney (*On a test of whether one of two random variables is stochastically larger than the
//! other*, Annals of Mathematical Statistics 18(1), 1947), also known as Wilcoxon's rank sum.

use super::distributions::normal_tail;
use super::{Verdict, numbers};
use unstuck_evolution::dataset::ranks;

/// Groups below this size are tested exactly, if no two values are equal; as in R.
const EXACT: usize = 50;

/// Whether one of two groups has the larger values. The statistic is U of the first: the number of pairs in which the
/// first is larger, equal ones counting half. Exact for small groups without equal values; beyond, the normal
/// approximation with correction for ties and continuity.
///
/// ```
/// use unstuck_ops::analysis::statistics::mann_whitney;
/// let verdict = mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
/// assert_eq!((verdict.statistic, verdict.p), (0.0, 0.1));
/// ```
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Verdict {
    let (first, second) = (numbers(first), numbers(second));
    let (m, n) = (first.len(), second.len());
    if m == 0 || n == 0 {
        return Verdict::NOTHING;
    }
    let (ranks, ties) = ranks(&[&first[..], &second[..]].concat());
    let (pairs, all) = ((m * n) as f64, (m + n) as f64);
    let u = ranks[..m].iter().sum::<f64>() - (m * (m + 1)) as f64 / 2.0;
    let fewer = u.min(pairs - u);
    let p = if ties == 0.0 && m < EXACT && n < EXACT {
        let ways = ways(m, n);
        let below: f64 = ways[..=fewer as usize].iter().sum();
        2.0 * below / ways.iter().sum::<f64>()
    } else {
        let deviation = (pairs / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)))).sqrt();
        if deviation > 0.0 { 2.0 * normal_tail((pairs / 2.0 - fewer - 0.5) / deviation) } else { 1.0 }
    };
    Verdict { statistic: u, p: p.min(1.0) }
}

/// How many ways to choose the places of the first group give each U.
fn ways(m: usize, n: usize) -> Vec<f64> {
    // ways[k][u]: k places chosen so far, with u members of the other group before them.
    let mut ways = vec![vec![0.0; m * n + 1]; m + 1];
    ways[0][0] = 1.0;
    for place in 0..m + n {
        for chosen in (0..m.min(place + 1)).rev() {
            let before = place - chosen;
            if before > n {
                continue;
            }
            let (left, right) = ways.split_at_mut(chosen + 1);
            for (u, count) in
                left[chosen][..=chosen * n].iter().enumerate().filter(|(_, count)| **count > 0.0)
            {
                right[0][u + before] += count;
            }
        }
    }
    ways.swap_remove(m)
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// Permeability of the human chorioamnion, Hollander and Wolfe (1973), as in the manual of R's `wilcox.test`: W =
    /// 35, one-sided p = 0.1272.
    #[test]
    fn known_values() {
        let x = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let y = [1.15, 0.88, 0.90, 0.74, 1.21];
        let verdict = mann_whitney(&x, &y);
        assert_eq!(verdict.statistic, 35.0);
        assert_near(verdict.p, 0.2544122544122544);
        assert_near(mann_whitney(&y, &x).p, verdict.p);
    }

    /// `scipy.stats.mannwhitneyu`, SciPy 1.17.1.
    #[test]
    fn ties_and_large_groups() {
        let (a, b) =
            ([1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0], [2.0, 3.0, 5.0, 6.0, 7.0, 7.0, 8.0, 9.0, 10.0]);
        let verdict = mann_whitney(&a, &b);
        assert_eq!(verdict.statistic, 13.0);
        assert_near(verdict.p, 0.029271868860750987);
        let x: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 101)).collect();
        let y: Vec<f64> = (0..55).map(|i| f64::from(i * 53 % 103) + 0.5).collect();
        assert_near(mann_whitney(&x, &y).p, 0.7180017671210555);
        assert_near(mann_whitney(&x[..49], &y[..49]).p, 0.728882754314255);
    }

    #[test]
    fn edges() {
        assert_eq!(mann_whitney(&[], &[1.0]).p, 1.0);
        assert_eq!(mann_whitney(&[f64::NAN], &[1.0]).p, 1.0);
        assert_eq!(mann_whitney(&[2.0; 6], &[2.0; 6]).p, 1.0);
        assert_eq!(mann_whitney(&[1.0], &[2.0]).p, 1.0);
        // All the ways there are: 20 choose 8.
        assert_eq!(ways(8, 12).iter().sum::<f64>(), 125_970.0);
    }
}
