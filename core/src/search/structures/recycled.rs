//! Vectors whose memory is kept between the searches of a thread: fresh pages cost a tenth of a search that takes milliseconds.

use std::any::Any;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// Vectors of fewer bytes cost little to allocate.
const MIN_BYTES: usize = 1 << 14;
/// Those of more belong to long searches, where allocation is a small part, and would keep too much.
const MAX_BYTES: usize = 1 << 22;
/// Most vectors kept.
const MAX_KEPT: usize = 16;

thread_local! {
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// A vector that begins empty, with the room of an earlier one. What counts as held is up to its owner: its capacity depends on
/// the searches before.
pub struct Recycled<T: 'static>(Vec<T>);

impl<T> Recycled<T> {
    pub(crate) fn new() -> Self {
        let kept = KEPT.with_borrow_mut(|kept| {
            let last = kept.iter().rposition(|vector| vector.is::<Vec<T>>())?;
            kept.swap_remove(last).downcast::<Vec<T>>().ok()
        });
        Self(kept.map_or_else(Vec::new, |vector| *vector))
    }
}

impl<T> Drop for Recycled<T> {
    fn drop(&mut self) {
        if !(MIN_BYTES..=MAX_BYTES).contains(&(self.0.capacity() * size_of::<T>())) {
            return;
        }
        let mut vector = std::mem::take(&mut self.0);
        vector.clear();
        // Nothing is kept when the thread ends.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < MAX_KEPT {
                kept.push(Box::new(vector));
            }
        });
    }
}

impl<T> Deref for Recycled<T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Recycled<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

#[cfg(test)]
mod tests;
