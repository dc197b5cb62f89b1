//! Elementary functions made of exact steps: the same bits in every language and on every machine.
//!
//! Only what IEEE 754 rounds in one way is used: `+ − × ÷ √`, comparisons, rounding down, and powers of two. So the
//! exports repeat these functions line by line (`export/runtime.c`, `export/runtime.py`; the Rust export carries this
//! file as it is) and agree to the last bit, which no two platforms' own functions do. They are good to a few units
//! in the last place, `sin`, `cos` and `tan` to about 1e-16 absolutely, for arguments up to 1e9.

const LOG2_E: f64 = std::f64::consts::LOG2_E;
// The natural logarithm of 2 in two parts, the first short enough that multiples of it are exact.
const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
const TWO_OVER_PI: f64 = std::f64::consts::FRAC_2_PI;
// A quarter turn in four parts of which the first three have 23 bits: multiples up to 2^30 are exact.
const QUARTER: [f64; 4] =
    [1.570_796_251_296_997, 7.549_789_415_861_596e-8, 5.390_302_529_957_765e-15, 3.282_003_542_873_500_5e-22];

/// 2^k, for |k| ≤ 1000.
fn two_to(k: f64) -> f64 {
    f64::from_bits(((k as i64 + 1023) as u64) << 52)
}

/// (m, e) with x = m·2^e and m from 1/2 to 1, for positive x.
fn split(x: f64) -> (f64, f64) {
    if x < 2.3e-308 {
        let (m, e) = split(x * two_to(54.0));
        return (m, e - 54.0);
    }
    let bits = x.to_bits();
    let e = (bits >> 52) as i64 - 1022;
    (f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3fe0_0000_0000_0000), e as f64)
}

/// e^r − 1 for |r| ≤ 0.35, by its series.
fn exp_less_1(r: f64) -> f64 {
    let mut sum = 1.0;
    let mut n = 14.0;
    while n > 1.0 {
        sum = 1.0 + sum * r / n;
        n -= 1.0;
    }
    sum * r
}

/// e^x for |x| ≤ 600.
pub fn exp(x: f64) -> f64 {
    let k = (x * LOG2_E + 0.5).floor();
    let r = (x - k * LN2_HIGH) - k * LN2_LOW;
    (1.0 + exp_less_1(r)) * two_to(k)
}

/// ln x for positive x: 2·artanh((m − 1)/(m + 1)) of what powers of two leave.
pub fn log(x: f64) -> f64 {
    let (mut m, mut e) = split(x);
    if m < 0.707_106_781_186_547_5 {
        m *= 2.0;
        e -= 1.0;
    }
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let mut sum = 0.0;
    let mut n = 23.0;
    while n > 1.0 {
        sum = (sum + 1.0 / n) * z;
        n -= 2.0;
    }
    e * LN2_HIGH + (2.0 * s + (2.0 * s * sum + e * LN2_LOW))
}

/// a^b for a ≥ 0: whole powers by multiplication, halves by the square root, what is left (|f| ≤ 1/4) by exp and log.
pub fn pow(a: f64, b: f64) -> f64 {
    if a == 0.0 {
        return if b < 0.0 {
            f64::INFINITY
        } else if b == 0.0 {
            1.0
        } else {
            0.0
        };
    }
    let halves = (2.0 * b.abs() + 0.5).floor();
    let f = b.abs() - 0.5 * halves;
    let mut n = (0.5 * halves).floor();
    let mut power = if 2.0 * n < halves { a.sqrt() } else { 1.0 };
    if f != 0.0 {
        power *= exp(f * log(a));
    }
    let mut square = a;
    while n > 0.0 {
        let half = (0.5 * n).floor();
        if 2.0 * half < n {
            power *= square;
        }
        square *= square;
        n = half;
    }
    if b >= 0.0 {
        power
    } else if power == 0.0 {
        f64::INFINITY
    } else {
        1.0 / power
    }
}

/// ∛x, one step of Newton's after exp and log.
pub fn cbrt(x: f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let a = x.abs();
    let y = exp(log(a) / 3.0);
    let y = y - (y - a / (y * y)) / 3.0;
    if x < 0.0 { -y } else { y }
}

/// (sin x, cos x) for |x| ≤ 1e9: the rest after quarter turns, by the series of both.
fn circle(x: f64) -> (f64, f64) {
    let k = (x * TWO_OVER_PI + 0.5).floor();
    let r = ((x - k * QUARTER[0]) - k * QUARTER[1]) - k * QUARTER[2] - k * QUARTER[3];
    let z = r * r;
    let (mut s, mut c) = (1.0, 1.0);
    let mut n = 18.0;
    while n > 1.0 {
        s = 1.0 - s * z / (n * (n + 1.0));
        c = 1.0 - c * z / (n * (n - 1.0));
        n -= 2.0;
    }
    s *= r;
    let turn = k - 4.0 * (0.25 * k).floor();
    if turn == 0.0 {
        (s, c)
    } else if turn == 1.0 {
        (c, -s)
    } else if turn == 2.0 {
        (-s, -c)
    } else {
        (-c, s)
    }
}

/// sin x for |x| ≤ 1e9.
pub fn sin(x: f64) -> f64 {
    circle(x).0
}

/// cos x for |x| ≤ 1e9.
pub fn cos(x: f64) -> f64 {
    circle(x).1
}

/// tan x for |x| ≤ 1e9; 1e9 should a cosine be 0.
pub fn tan(x: f64) -> f64 {
    let (s, c) = circle(x);
    if c == 0.0 { 1e9 } else { s / c }
}

/// tanh x.
pub fn tanh(x: f64) -> f64 {
    if x > 20.0 {
        return 1.0;
    }
    if x < -20.0 {
        return -1.0;
    }
    let t = if x.abs() < 0.17 { exp_less_1(2.0 * x) } else { exp(2.0 * x) - 1.0 };
    t / (t + 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the `libm` crate, over arguments of all sizes: the largest relative error stays within some bits.
    #[test]
    fn they_are_what_they_say() {
        let near = |name: &str, x: f64, found: f64, true_value: f64, within: f64| {
            let error = (found - true_value).abs();
            assert!(error <= within, "{name}({x}) = {found}, not {true_value}");
        };
        let mut x = 1e-12;
        while x < 1e9 {
            for x in [x, -x] {
                let trig = 4e-16;
                near("sin", x, sin(x), libm::sin(x), trig);
                near("cos", x, cos(x), libm::cos(x), trig);
                let slope = 1.0 + libm::tan(x) * libm::tan(x);
                near("tan", x, tan(x), libm::tan(x), 1e-15 * slope);
                near("tanh", x, tanh(x), libm::tanh(x), 2e-15 * libm::tanh(x).abs());
                near("cbrt", x, cbrt(x), libm::cbrt(x), 4e-16 * libm::cbrt(x).abs());
                let e = x.clamp(-20.0, 20.0);
                near("exp", e, exp(e), libm::exp(e), 6e-16 * libm::exp(e));
            }
            near("log", x, log(x), libm::log(x), 4e-16 * libm::log(x).abs().max(1e-3));
            for b in [-8.0, -3.3, -0.5, 0.1, 0.25, 0.75, 1.0 / 3.0, 2.0, 7.9] {
                near("pow", x, pow(x, b), libm::pow(x, b), 6e-15 * libm::pow(x, b));
            }
            x *= 1.037;
        }
    }

    #[test]
    fn whole_powers_and_roots_are_exact() {
        for n in 0..60_i32 {
            let x = f64::from(n);
            assert_eq!(pow(x, 2.0), x * x);
            assert_eq!(pow(x * x, 0.5), x);
            assert_eq!(cbrt(x * x * x), x);
            assert_eq!(cbrt(-x * x * x), -x);
        }
        assert_eq!((pow(0.0, -1.0), pow(0.0, 0.0), pow(0.0, 3.0)), (f64::INFINITY, 1.0, 0.0));
        assert_eq!((exp(0.0), log(1.0), sin(0.0), cos(0.0), tanh(0.0)), (1.0, 0.0, 0.0, 1.0, 0.0));
    }

    #[test]
    fn small_and_large_bases_end_well() {
        for a in [5e-324, 1e-310, 1e-200, 0.999, 1.001, 1e9] {
            for b in [-1e6, -8.0, -0.3, 0.3, 8.0, 1e6] {
                assert!(!pow(a, b).is_nan(), "{a}^{b}");
            }
        }
    }
}
