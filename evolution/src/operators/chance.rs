//! Random draws that the generator itself does not offer.

use unstuck_core::random::{RngExt, Stream};

/// A normal number of mean 0 and deviation 1 (Box and Muller), the same on every machine.
pub fn normal(random: &mut Stream) -> f64 {
    // 1 − u lies in (0, 1], so that the logarithm is finite.
    let radius = (-2.0 * libm::log(1.0 - random.random::<f64>())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.random::<f64>())
}

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
