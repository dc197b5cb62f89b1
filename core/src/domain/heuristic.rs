//! Estimates of the cost to go, and what makes them.

use super::{Domain, Needs, View};

/// An estimate of the cost to go.
///
/// Integer estimates order searches exactly; real ones are rounded to 1/256 in queues and up to the
/// next integer as a bound for deepening (see [`crate::search`]).
pub trait Estimate: Copy {
    /// The estimate times 256, rounded: the key for ordered queues.
    fn key(self) -> u64;
    /// The estimate as an integer bound, `ceil(h − 1e-6)`.
    fn bound(self) -> u32;
    /// `floor(weight · h)`, the bound of weighted deepening.
    fn weighted_bound(self, weight: f64) -> u32;
    /// The number itself.
    fn value(self) -> f64;
}

/// Largest estimate a search sees.
pub const MAX_ESTIMATE: f64 = 1e6;

impl Estimate for u32 {
    #[inline]
    fn key(self) -> u64 {
        u64::from(self) << 8
    }
    #[inline]
    fn bound(self) -> u32 {
        self
    }
    #[inline]
    fn weighted_bound(self, weight: f64) -> u32 {
        (weight * f64::from(self)).min(MAX_ESTIMATE) as u32
    }
    #[inline]
    fn value(self) -> f64 {
        f64::from(self)
    }
}

impl Estimate for f64 {
    #[inline]
    fn key(self) -> u64 {
        let (whole, rest) = parts(clean(self) * 256.0);
        u64::from(whole) + u64::from(rest >= 0.5)
    }
    #[inline]
    fn bound(self) -> u32 {
        let (whole, rest) = parts(clean(self) - 1e-6);
        whole + u32::from(rest > 0.0)
    }
    #[inline]
    fn weighted_bound(self, weight: f64) -> u32 {
        (weight * clean(self)).min(MAX_ESTIMATE) as u32
    }
    #[inline]
    fn value(self) -> f64 {
        clean(self)
    }
}

/// The integer part of a number, 0 for negative ones, and what is left. Rounding by these is no call of a function, as `round` and
/// `ceil` are on processors without instructions for them.
#[inline]
fn parts(value: f64) -> (u32, f64) {
    let whole = value as u32;
    (whole, value - f64::from(whole))
}

/// What a search reads a raw value as: NaN and negative values as 0, nothing above [`MAX_ESTIMATE`].
#[inline]
// `max` returns the other operand for NaN, which `clamp` would not.
#[allow(clippy::manual_clamp)]
pub fn clean(value: f64) -> f64 {
    value.max(0.0).min(MAX_ESTIMATE)
}

/// Turns nodes into estimates, carrying a small memo from parent to child where that saves work.
pub trait Heuristic<D: Domain>: Send {
    /// `u32` where every value is a small integer, else `f64`.
    type Value: Estimate;
    /// What a child's value can be updated from; `()` when every value is computed afresh.
    type Memo: Copy + Send;

    /// [`ahead`](Self::ahead) is a handful of instructions: searches may have it inlined in many places.
    const SHORT: bool = false;

    /// What the heuristic reads besides the state.
    fn needs(&self) -> Needs {
        Needs::STATE
    }
    /// Another one like this, for another thread; `None` where there is no such thing.
    fn fork(&self, _domain: &D) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
    /// Asked for by searches that come back to the same states often: values may be kept by state from now on, in so many
    /// bytes.
    fn recall(&mut self, _domain: &D, _bytes: u64) {}
    /// The value of a start node (or of any node without a usable memo).
    fn root(&mut self, view: &View<'_, D>) -> (Self::Value, Self::Memo);
    /// The child's value from the parent alone, before the child exists; `None` to be asked again through
    /// [`child`](Self::child) once it does.
    #[inline]
    fn ahead(
        &mut self,
        _domain: &D,
        _parent: &D::State,
        _action: D::Action,
        _memo: Self::Memo,
    ) -> Option<(Self::Value, Self::Memo)> {
        None
    }
    /// The value of a child, given the parent's memo.
    fn child(&mut self, view: &View<'_, D>, memo: Self::Memo) -> (Self::Value, Self::Memo);
}

/// A heuristic that is lent to one of several searches.
impl<D: Domain, H: Heuristic<D>> Heuristic<D> for &mut H {
    type Value = H::Value;
    type Memo = H::Memo;

    const SHORT: bool = H::SHORT;

    fn needs(&self) -> Needs {
        (**self).needs()
    }
    fn recall(&mut self, domain: &D, bytes: u64) {
        (**self).recall(domain, bytes);
    }
    fn root(&mut self, view: &View<'_, D>) -> (H::Value, H::Memo) {
        (**self).root(view)
    }
    #[inline]
    fn ahead(
        &mut self,
        domain: &D,
        parent: &D::State,
        action: D::Action,
        memo: H::Memo,
    ) -> Option<(H::Value, H::Memo)> {
        (**self).ahead(domain, parent, action, memo)
    }
    #[inline]
    fn child(&mut self, view: &View<'_, D>, memo: H::Memo) -> (H::Value, H::Memo) {
        (**self).child(view, memo)
    }
}

/// A computation to run once the type of the heuristic is known.
pub trait WithHeuristic<D: Domain, R> {
    /// Runs it.
    fn call<H: Heuristic<D>>(self, heuristic: H) -> R;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_as_the_library_rounds() {
        let odd =
            [0.0, 1e-7, 1e-6, 0.5 / 256.0, 0.499_999_999_999_999_94 / 256.0, 1.0, 1.000_002, 2.75, 7.3, -3.0];
        for value in odd.into_iter().chain([999_999.9, 1e9, f64::NAN, f64::INFINITY]) {
            let plain = clean(value);
            assert_eq!(value.key(), (plain * 256.0).round() as u64, "{value}");
            assert_eq!(value.bound(), (plain - 1e-6).ceil().max(0.0) as u32, "{value}");
        }
    }
}
