//! Values of a heuristic against distances.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most points of a scatter.
const POINTS: usize = 2_000;

/// Values against distances, equal pairs together.
pub fn scatter(pairs: &[(f64, f64)]) -> Value {
    let count = pairs.len() as f64;
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (d, h) = (sum(&|pair| pair.0), sum(&|pair| pair.1));
    let spread =
        (count * sum(&|pair| pair.0 * pair.0) - d * d) * (count * sum(&|pair| pair.1 * pair.1) - h * h);
    let correlation = (spread > 0.0).then(|| (count * sum(&|pair| pair.0 * pair.1) - d * h) / spread.sqrt());
    let mut counted: BTreeMap<(i64, i64), (f64, f64, u64)> = BTreeMap::new();
    // The finest grid on which there are few enough points.
    for digits in [1e3, 10.0, 2.0, 0.5, 0.1, 0.01] {
        counted.clear();
        for &(distance, value) in pairs {
            let key = ((distance * 1e3) as i64, (value * digits).round() as i64);
            let place = counted.entry(key).or_insert((distance, (value * digits).round() / digits, 0));
            place.2 += 1;
        }
        if counted.len() <= POINTS {
            break;
        }
    }
    let points: Vec<[f64; 3]> = counted
        .values()
        .take(POINTS)
        .map(|&(distance, value, count)| [distance, value, count as f64])
        .collect();
    json!({
        "points": points,
        "states": pairs.len(),
        "correlation": correlation,
        "mean_error": sum(&|pair| (pair.0 - pair.1).abs()) / count.max(1.0),
        "overestimates": pairs.iter().filter(|pair| pair.1 > pair.0 + 1e-9).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_heuristic_has_no_error() {
        let pairs: Vec<(f64, f64)> =
            (0..5_000).map(|number| (f64::from(number % 50), f64::from(number % 50))).collect();
        let found = scatter(&pairs);
        assert_eq!((&found["mean_error"], &found["overestimates"]), (&json!(0.0), &json!(0)));
        assert!((found["correlation"].as_f64().unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(found["points"].as_array().unwrap().len(), 50);
    }
}
