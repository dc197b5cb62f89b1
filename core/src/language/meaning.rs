//! What every operation computes, to the last bit.
//!
//! All evaluation paths (the reference `interpret`, the compiled program one node at a time or over
//! columns) go through these definitions, and the exports repeat them (elementary functions to 1e-12). Three rules make them total:
//!
//! - A value is *clamped*: not NaN and within ±1e9. Constants and features are clamped when they are read, results
//!   of operations when they are made.
//! - Division, logarithm and roots are protected near 0; exp and pow hold their exponents.
//! - Elementary functions are those of the crate `libm`, in one version, never the platform's. `+ − × ÷ √` are exact by
//!   IEEE 754.
//!
//! On clamped values no operation gives NaN: sums, products and cubes stay below 1e28, divisors are at least 1e-6,
//! powers have bases ≥ 0 (0 to a negative power is +∞, which clamps to 1e9), and angles are finite. So [`limit`],
//! which ignores NaN and vectorises, clamps a result as well as [`clamp_finite`] does. The f32 form keeps that: only pow
//! and root can overflow, to +∞.
//!
//! The sign of a zero is never distinguished: comparisons do not, divisors near zero give 1, and a search reads −0 as 0.

use super::node::Op;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Largest magnitude of a value.
pub const LIMIT: f64 = 1e9;
/// Divisors, degrees of roots and arguments of logarithms smaller than this are protected.
pub const TINY: f64 = 1e-6;

/// f64, in which every figure is reported, or f32, good enough to rank.
pub trait Real:
    Copy
    + PartialOrd
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The nearest value.
    fn of(value: f64) -> Self;
    /// The value in f64.
    fn wide(self) -> f64;
    /// The magnitude.
    fn magnitude(self) -> Self;
    /// The square root, correctly rounded.
    fn root(self) -> Self;
}

impl Real for f64 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }
    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl Real for f32 {
    #[inline(always)]
    fn of(value: f64) -> Self {
        value as Self
    }
    #[inline(always)]
    fn wide(self) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.sqrt()
    }
}

/// NaN reads as 0, and nothing exceeds ±[`LIMIT`].
#[inline(always)]
pub fn clamp_finite(value: f64) -> f64 {
    // Almost every value passes the first test: a predicted branch costs less than two comparisons in a row.
    if value.abs() <= LIMIT { value } else { clamped(value) }
}

#[cold]
#[inline(never)]
fn clamped(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-LIMIT, LIMIT) }
}

/// [`clamp_finite`] for values that are not NaN, without a branch.
#[inline(always)]
pub fn limit<T: Real>(value: T) -> T {
    hold(value, LIMIT)
}

#[inline(always)]
fn hold<T: Real>(value: T, most: f64) -> T {
    let most = T::of(most);
    let value = if value > most { most } else { value };
    if value < -most { -most } else { value }
}

/// Operations of a few instructions, which are part of every loop that runs them.
macro_rules! inlined {
    ($($(#[$about:meta])* $name:ident($($value:ident),*) = $result:expr;)*) => {$(
        $(#[$about])*
        #[inline(always)]
        pub fn $name<T: Real>($($value: T),*) -> T {
            $result
        }
    )*};
}

inlined! {
    /// a + b.
    add(a, b) = a + b;
    /// a − b.
    sub(a, b) = a - b;
    /// a · b.
    mul(a, b) = a * b;
    /// −x.
    neg(x) = -x;
    /// |x|.
    abs(x) = x.magnitude();
    /// a < b.
    less(a, b) = truth(a < b);
    /// a ≤ b.
    less_equal(a, b) = truth(a <= b);
    /// a > b.
    greater(a, b) = truth(a > b);
    /// a ≥ b.
    greater_equal(a, b) = truth(a >= b);
    /// Both hold.
    and(a, b) = truth(holds(a) & holds(b));
    /// One of them holds, or both.
    or(a, b) = truth(holds(a) | holds(b));
    /// One of them holds, not both.
    xor(a, b) = truth(holds(a) ^ holds(b));
    /// It does not hold.
    not(x) = truth(!holds(x));
    /// a / b, 1 where |b| is tiny.
    div(a, b) = if b.magnitude() < T::of(TINY) { T::of(1.0) } else { a / b };
    /// The smaller one, the first if they are equal.
    min(a, b) = if b < a { b } else { a };
    /// The larger one, the first if they are equal.
    max(a, b) = if b > a { b } else { a };
    /// (a + b) / 2.
    mean(a, b) = (a + b) * T::of(0.5);
    /// x·x.
    sq(x) = x * x;
    /// x·x·x.
    cube(x) = x * x * x;
    /// √|x|.
    sqrt(x) = x.magnitude().root();
    /// a / √(1 + b²).
    aq(a, b) = a / (T::of(1.0) + b * b).root();
}

/// ∛x.
pub fn cbrt<T: Real>(x: T) -> T {
    T::of(libm::cbrt(x.wide()))
}

/// |a|^b, b held within ±8.
pub fn pow<T: Real>(a: T, b: T) -> T {
    T::of(libm::pow(a.wide().abs(), hold(b.wide(), 8.0)))
}

/// |a|^(1/b), a where |b| is tiny.
pub fn root<T: Real>(a: T, b: T) -> T {
    if b.wide().abs() < TINY { a } else { T::of(libm::pow(a.wide().abs(), 1.0 / b.wide())) }
}

/// e^x, x held within ±20.
pub fn exp<T: Real>(x: T) -> T {
    T::of(libm::exp(hold(x.wide(), 20.0)))
}

/// ln|x|, 0 where |x| is tiny.
pub fn log<T: Real>(x: T) -> T {
    let x = x.wide().abs();
    T::of(if x < TINY { 0.0 } else { libm::log(x) })
}

/// sin x.
pub fn sin<T: Real>(x: T) -> T {
    T::of(libm::sin(x.wide()))
}

/// cos x.
pub fn cos<T: Real>(x: T) -> T {
    T::of(libm::cos(x.wide()))
}

/// tan x.
pub(crate) fn tan<T: Real>(x: T) -> T {
    T::of(libm::tan(x.wide()))
}

/// tanh x.
pub fn tanh<T: Real>(x: T) -> T {
    T::of(libm::tanh(x.wide()))
}

/// 1 for true, 0 for false.
#[inline(always)]
pub fn truth<T: Real>(holds: bool) -> T {
    T::of(if holds { 1.0 } else { 0.0 })
}

/// Whether a stored truth value holds.
#[inline(always)]
pub fn holds<T: Real>(value: T) -> bool {
    value != T::of(0.0)
}

/// Chooses what an operation computes: `$one!(limited f)` or `$two!(limited f)` with the function of one or two values, `free` in
/// place of `limited` where results need not be clamped, and `$if` for the choice among three.
macro_rules! operation {
    ($op:expr, $one:ident, $two:ident, $if:expr) => {
        match $op {
            Op::Add => $two!(limited add),
            Op::Sub => $two!(limited sub),
            Op::Mul => $two!(limited mul),
            Op::Div => $two!(limited div),
            Op::Neg => $one!(free neg),
            Op::Less => $two!(free less),
            Op::LessEqual => $two!(free less_equal),
            Op::Greater => $two!(free greater),
            Op::GreaterEqual => $two!(free greater_equal),
            Op::And => $two!(free and),
            Op::Or => $two!(free or),
            Op::Xor => $two!(free xor),
            Op::Not => $one!(free not),
            Op::If => $if,
            Op::Min => $two!(free min),
            Op::Max => $two!(free max),
            Op::Mean => $two!(limited mean),
            Op::Abs => $one!(free abs),
            Op::Sq => $one!(limited sq),
            Op::Cube => $one!(limited cube),
            Op::Sqrt => $one!(limited sqrt),
            Op::Cbrt => $one!(limited cbrt),
            Op::Pow => $two!(limited pow),
            Op::Root => $two!(limited root),
            Op::Exp => $one!(limited exp),
            Op::Log => $one!(limited log),
            Op::Sin => $one!(limited sin),
            Op::Cos => $one!(limited cos),
            Op::Tan => $one!(limited tan),
            Op::Tanh => $one!(limited tanh),
            Op::Aq => $two!(limited aq),
        }
    };
}
pub(super) use operation;

/// The value of an operation on clamped values; `third` gives what `if` chooses where `x` does not hold.
#[inline(always)]
pub fn compute(op: Op, x: f64, y: f64, third: impl FnOnce() -> f64) -> f64 {
    macro_rules! one {
        (limited $f:ident) => {
            clamp_finite($f(x))
        };
        (free $f:ident) => {
            $f(x)
        };
    }
    macro_rules! two {
        (limited $f:ident) => {
            clamp_finite($f(x, y))
        };
        (free $f:ident) => {
            $f(x, y)
        };
    }
    operation!(op, one, two, if holds(x) { y } else { third() })
}

#[cfg(test)]
mod tests;
