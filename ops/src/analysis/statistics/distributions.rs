//! Tails of the distributions that tests compare their figures with.
//!
//! The incomplete gamma and beta functions by series and continued fractions, as in chapter 6 of Press et al., *Numerical
//! Recipes* (3rd edition, 2007), the fractions by the modified method of Lentz.

/// Terms after which a series or fraction is given up; far more than any of them takes.
const TERMS: usize = 10_000;

/// Relative change below which it has settled.
const SETTLED: f64 = 1e-15;

/// Stands for zero in a denominator.
const TINY: f64 = 1e-300;

/// The chance that a normal draw exceeds z.
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The chance that a draw from χ² with so many degrees of freedom exceeds x.
pub fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    let (a, x) = (freedom / 2.0, x / 2.0);
    match x {
        _ if x.is_nan() || a.is_nan() || a <= 0.0 => f64::NAN,
        x if x <= 0.0 => 1.0,
        x if x.is_infinite() => 0.0,
        x if x < a + 1.0 => 1.0 - gamma_series(a, x),
        x => gamma_fraction(a, x),
    }
}

/// The chance that a draw from Student's t with so many degrees of freedom is farther from 0 than t.
pub fn student_tails(t: f64, freedom: f64) -> f64 {
    if t.is_nan() || freedom.is_nan() || freedom <= 0.0 {
        return f64::NAN;
    }
    if t.is_infinite() {
        return 0.0;
    }
    let x = freedom / (freedom + t * t);
    incomplete_beta(x, freedom / 2.0, 0.5)
}

/// The lower incomplete gamma function, regularised.
fn gamma_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    for _ in 0..TERMS {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term.abs() < sum.abs() * SETTLED {
            break;
        }
    }
    sum * libm::exp(a * libm::log(x) - x - libm::lgamma(a))
}

/// The upper incomplete gamma function, regularised.
fn gamma_fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..TERMS {
        let numerator = -(i as f64) * (i as f64 - a);
        b += 2.0;
        if lentz(numerator, b, &mut c, &mut d, &mut fraction) {
            break;
        }
    }
    fraction * libm::exp(a * libm::log(x) - x - libm::lgamma(a))
}

/// The incomplete beta function, regularised.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = libm::exp(
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x),
    );
    // The fraction settles fast on one side of the mean only; the other side is its mirror image.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(x, a, b) / a
    } else {
        1.0 - front * beta_fraction(1.0 - x, b, a) / b
    }
}

fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for m in 1..TERMS {
        let (m, twice) = (m as f64, 2.0 * m as f64);
        let even = m * (b - m) * x / ((a + twice - 1.0) * (a + twice));
        lentz(even, 1.0, &mut c, &mut d, &mut fraction);
        let odd = -(a + m) * (a + b + m) * x / ((a + twice) * (a + twice + 1.0));
        if lentz(odd, 1.0, &mut c, &mut d, &mut fraction) {
            break;
        }
    }
    fraction
}

/// One more level of a continued fraction; whether it has settled.
fn lentz(numerator: f64, denominator: f64, c: &mut f64, d: &mut f64, fraction: &mut f64) -> bool {
    *d = 1.0 / nonzero(numerator * *d + denominator);
    *c = nonzero(denominator + numerator / *c);
    let factor = *c * *d;
    *fraction *= factor;
    (factor - 1.0).abs() < SETTLED
}

fn nonzero(value: f64) -> f64 {
    if value.abs() < TINY { TINY } else { value }
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
