//! An instance: the capacity of the bins, and the sizes of the items in their order.

use std::sync::Arc;
use unstuck_core::error::ParseError;

/// Largest capacity: residuals are kept in a histogram.
pub const MAX_CAPACITY: u32 = 1_000_000;
/// Most items of an instance.
pub const MAX_ITEMS: usize = 1_000_000;

/// The items of one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Items {
    /// Name within its set.
    pub name: String,
    /// Capacity of every bin.
    pub capacity: u32,
    /// Sizes in the order of arrival, each from 1 to the capacity.
    pub sizes: Arc<[u32]>,
    /// The least number of bins that is known to suffice, if the source names it.
    pub best_known: Option<u32>,
}

impl Items {
    /// Checks and keeps the items.
    ///
    /// # Errors
    ///
    /// The capacity or a size is out of range.
    pub fn new(name: impl Into<String>, capacity: u32, sizes: Vec<u32>) -> Result<Self, ParseError> {
        let name = name.into();
        if capacity == 0 || capacity > MAX_CAPACITY {
            let error = ParseError::new(format!("{name}: the capacity is {capacity}"));
            return Err(error.help(format!("capacities are whole numbers from 1 to {MAX_CAPACITY}")));
        }
        if sizes.is_empty() || sizes.len() > MAX_ITEMS {
            let error = ParseError::new(format!("{name}: there are {} items", sizes.len()));
            return Err(error.help(format!("instances have 1 to {MAX_ITEMS} items")));
        }
        if let Some(place) = sizes.iter().position(|size| !(1..=capacity).contains(size)) {
            let message = format!("{name}: item {} has size {}", place + 1, sizes[place]);
            return Err(
                ParseError::new(message).help(format!("sizes are whole numbers from 1 to {capacity}"))
            );
        }
        Ok(Self { name, capacity, sizes: sizes.into(), best_known: None })
    }

    /// The sum of all sizes.
    pub fn total(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }
}
