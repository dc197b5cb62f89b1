//! Holm's correction (*A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics
//! 6(2), 1979): when many questions are asked, some will be answered yes by chance.

/// Each p as it counts among all of them, in the order given. What is not a number stays so, and counts for nothing.
///
/// ```
/// use unstuck_ops::analysis::statistics::holm;
/// assert_eq!(holm(&[0.25, 0.125, 0.5]), [0.5, 0.375, 0.5]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).filter(|&place| !p[place].is_nan()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![f64::NAN; p.len()];
    let mut min: f64 = 0.0;
    for (number, &place) in order.iter().enumerate() {
        min = min.max(p[place] * (order.len() - number) as f64).min(1.0);
        adjusted[place] = min;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// By hand: 4·0.005, 3·0.01, 2·0.03, and 0.04 is no less than the one before.
    #[test]
    fn known_values() {
        for (found, expected) in holm(&[0.01, 0.04, 0.03, 0.005]).into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert_near(found, expected);
        }
    }

    #[test]
    fn edges() {
        assert!(holm(&[]).is_empty());
        let adjusted = holm(&[0.9, f64::NAN, 0.6]);
        assert_eq!((adjusted[0], adjusted[2]), (1.0, 1.0));
        assert!(adjusted[1].is_nan());
    }
}
