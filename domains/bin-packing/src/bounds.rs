//! Lower bounds on the number of bins.

use crate::items::Items;

/// L1: the sum of the sizes divided by the capacity, rounded up.
pub fn l1(items: &Items) -> u32 {
    items.total().div_ceil(items.capacity.into()) as u32
}

/// L2 of Martello and Toth (1990): for a threshold t, items above half the capacity need a bin each, those above
/// capacity − t one without any item of at least t, and items from t up to half the capacity fill what is left.
pub fn l2(items: &Items) -> u32 {
    let capacity = u64::from(items.capacity);
    // How many items there are of each size, and their sum, for sizes below the index.
    let mut count = vec![0_u64; capacity as usize + 2];
    for &size in items.sizes.iter() {
        count[size as usize + 1] += 1;
    }
    let mut sum = vec![0_u64; capacity as usize + 2];
    for next in 1..count.len() {
        sum[next] = sum[next - 1] + count[next] * (next as u64 - 1);
        count[next] += count[next - 1];
    }
    let within =
        |table: &[u64], low: u64, high: u64| table[high as usize + 1] - table[low.min(high + 1) as usize];
    let half = capacity / 2;
    let bound = |t: u64| {
        let large = within(&count, half + 1, capacity);
        let middle = within(&count, half + 1, capacity - t);
        let room = middle * capacity - within(&sum, half + 1, capacity - t);
        large + within(&sum, t, half).saturating_sub(room).div_ceil(capacity)
    };
    let thresholds = (0..=half).filter(|&t| t == 0 || within(&count, t, t) > 0);
    thresholds.map(bound).max().unwrap_or(0) as u32
}
