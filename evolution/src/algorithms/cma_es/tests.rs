use super::*;

/// The distribution walks to the minimum of a long valley.
#[test]
fn it_finds_the_minimum() {
    let n = 5;
    let target = [0.2, 0.8, 0.5, 0.9, 0.1];
    let value = |genes: &[f64]| -> f64 {
        genes
            .iter()
            .zip(target)
            .enumerate()
            .map(|(i, (g, t))| libm::pow(10.0, i as f64) * (g - t) * (g - t))
            .sum()
    };
    let mut model = Model::new(vec![0.5; n], Settings::default().sigma);
    for generation in 0..300 {
        let eigen = eigen::decompose(&model.covariance, n);
        let mut draws: Vec<Vec<f64>> = (0..12)
            .map(|place| {
                let mut random = stream(1, "test", &[generation, place]);
                let round: Vec<f64> = (0..n).map(|_| normal(&mut random)).collect();
                model.mean.iter().zip(eigen.shape(&round)).map(|(m, s)| m + model.sigma * s).collect()
            })
            .collect();
        draws.sort_by(|a, b| value(a).total_cmp(&value(b)));
        let best: Vec<&[f64]> = draws[..6].iter().map(|draw| &draw[..]).collect();
        model.learn(&best);
    }
    assert!(value(&model.mean) < 1e-9, "{:?}", model.mean);
}
