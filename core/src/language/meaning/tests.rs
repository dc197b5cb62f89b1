//! The bits of elementary functions: results of evolution depend on them, so another version of `libm` must not slip in.

use super::{cbrt, cos, exp, log, pow, root, sin, tan, tanh};

type Function = fn(f64, f64) -> f64;

const FUNCTIONS: [(&str, Function, u64); 9] = [
    ("cbrt", |x, _| cbrt(x), 0xa127_8983_df37_e41f),
    ("pow", pow, 0x13b6_f769_7018_690b),
    ("root", root, 0xb963_c824_7d89_6181),
    ("exp", |x, _| exp(x), 0x0ad5_9963_91c7_d964),
    ("log", |x, _| log(x), 0xe08d_d0d8_f954_4573),
    ("sin", |x, _| sin(x), 0x47a9_4253_893d_0329),
    ("cos", |x, _| cos(x), 0xffa4_10f5_63d4_d755),
    ("tan", |x, _| tan(x), 0x13f2_a592_84ba_c3f5),
    ("tanh", |x, _| tanh(x), 0x6d9b_d9a0_d651_d5d1),
];

/// Arguments of all sizes and both signs, and exponents for them.
fn arguments() -> impl Iterator<Item = (f64, f64)> {
    let sizes = std::iter::successors(Some(1e-12), |x| Some(x * 1.037)).take_while(|&x| x < 1e9);
    let exponents = [-8.0, -3.3, -0.5, 0.1, 0.25, 0.75, 1.0 / 3.0, 2.0, 7.9].into_iter().cycle();
    sizes.flat_map(|x| [x, -x]).zip(exponents)
}

#[test]
fn elementary_functions_keep_their_bits() {
    for (name, function, expected) in FUNCTIONS {
        // FNV-1a over the words.
        let fold = |hash: u64, (x, y)| (hash ^ function(x, y).to_bits()).wrapping_mul(0x100_0000_01b3);
        let found = arguments().fold(0xcbf2_9ce4_8422_2325, fold);
        assert_eq!(found, expected, "{name}: {found:#018x}");
    }
}

#[test]
fn whole_powers_and_roots_are_exact() {
    for n in 0..60_i32 {
        let x = f64::from(n);
        assert_eq!((pow(x, 2.0), pow(x * x, 0.5)), (x * x, x));
        assert_eq!((cbrt(x * x * x), cbrt(-x * x * x)), (x, -x));
    }
    assert_eq!((pow(0.0, -1.0), pow(0.0, 0.0), pow(0.0, 3.0)), (f64::INFINITY, 1.0, 0.0));
    assert_eq!((exp(0.0), log(1.0), sin(0.0), cos(0.0), tanh(0.0)), (1.0, 0.0, 0.0, 1.0, 0.0));
}

#[test]
fn no_value_is_nan() {
    for a in [0.0_f64, 5e-324, 1e-310, 1e-200, 0.999, 1.001, 1e9] {
        for b in [-1e9_f64, -8.0, -0.3, -1e-6, 1e-6, 0.3, 8.0, 1e9] {
            assert!(!pow(a, b).is_nan() && !root(a, b).is_nan(), "{a} and {b}");
        }
        assert!(
            [exp(a), log(a), sin(a), cos(a), tan(a), tanh(a), cbrt(a)].iter().all(|value| !value.is_nan())
        );
    }
}
