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
