//! Tails of the distributions that tests compare their figures with.

use statrs::function::{beta::beta_reg, gamma::gamma_ur};

/// The chance that a normal draw exceeds z.
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The chance that a draw from χ² with `degrees` degrees of freedom exceeds x.
pub fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    match x {
        _ if x.is_nan() || freedom.is_nan() || freedom <= 0.0 => f64::NAN,
        x if x <= 0.0 => 1.0,
        x if x.is_infinite() => 0.0,
        x => gamma_ur(freedom / 2.0, x / 2.0),
    }
}

/// The chance that a draw from Student's t with `degrees` degrees of freedom is farther from 0 than t.
pub fn student_tails(t: f64, freedom: f64) -> f64 {
    match t {
        _ if t.is_nan() || freedom.is_nan() || freedom <= 0.0 => f64::NAN,
        t if t.is_infinite() => 0.0,
        t => beta_reg(freedom / 2.0, 0.5, freedom / (freedom + t * t)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_near;
    use super::*;

    /// `scipy.stats.chi2.sf` and `2 * scipy.stats.t.sf`, SciPy 1.17.1.
    #[test]
    fn known_values() {
        assert_near(chi_square_tail(0.5, 1.0), 0.47950012218695337);
        assert_near(chi_square_tail(3.84, 1.0), 0.05004352124870519);
        assert_near(chi_square_tail(10.0, 3.0), 0.01856613546304325);
        assert_near(chi_square_tail(1e-3, 4.0), 0.9999998750416589);
        assert_near(chi_square_tail(25.0, 30.0), 0.7250318841806004);
        assert!((chi_square_tail(100.0, 7.0) / 1.0787979671702833e-18 - 1.0).abs() < 1e-10);
        assert_near(student_tails(0.5, 1.0), 0.7048327646991335);
        assert_near(student_tails(-2.0, 7.5), 0.08289699529816631);
        assert_near(student_tails(10.0, 3.0), 0.0021283990584141503);
        assert_near(student_tails(1e-3, 4.0), 0.99925000015625);
        assert!((student_tails(40.0, 30.0) / 1.3726045194406417e-27 - 1.0).abs() < 1e-9);
        assert!((student_tails(1.96, 1e6) - 0.04999606758526985).abs() < 1e-8);
    }

    #[test]
    fn edges() {
        assert_eq!(chi_square_tail(0.0, 2.0), 1.0);
        assert_eq!(chi_square_tail(f64::INFINITY, 2.0), 0.0);
        assert!(chi_square_tail(1.0, 0.0).is_nan() && student_tails(1.0, 0.0).is_nan());
        assert_eq!(student_tails(0.0, 5.0), 1.0);
        assert_eq!(student_tails(f64::NEG_INFINITY, 5.0), 0.0);
    }
}
