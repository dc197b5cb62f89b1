//! Random draws that the generator itself does not offer.

pub use unstuck_core::random::normal;
use unstuck_core::random::{RngExt, Stream};

/// True that often.
pub fn coin(share: f64, random: &mut Stream) -> bool {
    random.random::<f64>() < share
}

/// One of several, all alike; `None` where there are none.
pub fn one_of<T>(mut items: impl Iterator<Item = T> + Clone, random: &mut Stream) -> Option<T> {
    match items.clone().count() {
        0 => None,
        count => items.nth(random.random_range(0..count)),
    }
}

/// One of several, in proportion to their weights; `None` where there are none.
pub fn weighted<'t, T>(items: &'t [T], weight: impl Fn(&T) -> f64, random: &mut Stream) -> Option<&'t T> {
    let mut left = random.random::<f64>() * items.iter().map(&weight).sum::<f64>();
    let drawn = items.iter().find(|item| {
        left -= weight(item);
        left < 0.0
    });
    // Rounding may leave a rest behind the last.
    drawn.or(items.last())
}
