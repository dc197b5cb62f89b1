//! Curves with no more points than a screen can show.

/// At most `most` points: of every stretch the lowest and the highest, so that no spike is lost; the ends stay.
pub fn thin(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    if points.len() <= most.max(4) {
        return points.to_vec();
    }
    let inner = &points[1..points.len() - 1];
    let stretches = (most.max(4) - 2) / 2;
    let mut kept = vec![points[0]];
    for number in 0..stretches {
        let part = &inner[number * inner.len() / stretches..(number + 1) * inner.len() / stretches];
        let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let (low, high) = (part.iter().min_by(by_value), part.iter().max_by(by_value));
        let Some((&low, &high)) = low.zip(high) else { continue };
        let (first, second) = if low.0 <= high.0 { (low, high) } else { (high, low) };
        kept.push(first);
        if second != first {
            kept.push(second);
        }
    }
    kept.push(points[points.len() - 1]);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spikes_and_ends_survive() {
        let mut points: Vec<(f64, f64)> = (0..1_000).map(|i| (f64::from(i), 1.0)).collect();
        points[517].1 = 99.0;
        points[800].1 = -3.0;
        let thinned = thin(&points, 60);
        assert!(thinned.len() <= 60);
        assert_eq!((thinned[0], thinned[thinned.len() - 1]), (points[0], points[999]));
        assert!(thinned.contains(&(517.0, 99.0)) && thinned.contains(&(800.0, -3.0)));
        assert!(thinned.windows(2).all(|two| two[0].0 < two[1].0), "{thinned:?}");
    }

    #[test]
    fn short_curves_stay_as_they_are() {
        let points: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i), f64::from(i * i))).collect();
        assert_eq!(thin(&points, 20), points);
        assert_eq!(thin(&[], 20), []);
    }
}
