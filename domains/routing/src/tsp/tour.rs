//! A tour as an array of cities, with the place of each. Reversing a path moves at most half of the cities.

/// A cyclic order of cities.
#[derive(Debug)]
pub struct Tour {
    order: Vec<u32>,
    place: Vec<u32>,
    /// The order is read backwards: that makes the reversal of a long path the reversal of the rest.
    backwards: bool,
}

impl Clone for Tour {
    fn clone(&self) -> Self {
        Self { order: self.order.clone(), place: self.place.clone(), backwards: self.backwards }
    }

    fn clone_from(&mut self, other: &Self) {
        self.order.clone_from(&other.order);
        self.place.clone_from(&other.place);
        self.backwards = other.backwards;
    }
}

impl Tour {
    /// The tour of an order, which must hold every city from 0 on exactly once.
    pub fn new(order: Vec<u32>) -> Self {
        let mut place = vec![0; order.len()];
        for (&city, at) in order.iter().zip(0..) {
            place[city as usize] = at;
        }
        Self { order, place, backwards: false }
    }

    /// How many cities it has.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// The cities from some city on, in some direction.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Reads the tour the other way round.
    #[inline]
    pub fn mirror(&mut self) {
        self.backwards = !self.backwards;
    }

    #[inline]
    fn following(&self, at: usize) -> u32 {
        self.order[if at + 1 == self.order.len() { 0 } else { at + 1 }]
    }

    #[inline]
    fn preceding(&self, at: usize) -> u32 {
        self.order[if at == 0 { self.order.len() } else { at } - 1]
    }

    /// The city after a city.
    #[inline]
    pub fn next(&self, city: u32) -> u32 {
        let at = self.place[city as usize] as usize;
        if self.backwards { self.preceding(at) } else { self.following(at) }
    }

    /// The city before a city.
    #[inline]
    pub fn previous(&self, city: u32) -> u32 {
        let at = self.place[city as usize] as usize;
        if self.backwards { self.following(at) } else { self.preceding(at) }
    }

    /// The city some steps after a city; fewer than the tour has.
    #[inline]
    pub fn ahead(&self, city: u32, steps: usize) -> u32 {
        let (at, count) = (self.place[city as usize] as usize, self.order.len());
        let at = if self.backwards { at + count - steps } else { at + steps };
        self.order[if at >= count { at - count } else { at }]
    }

    /// Whether a city is on the path from one city to another, both included.
    #[inline]
    pub fn between(&self, from: u32, city: u32, to: u32) -> bool {
        let [from, at, to] = [from, city, to].map(|city| self.place[city as usize]);
        let (from, to) = if self.backwards { (to, from) } else { (from, to) };
        if from <= to { from <= at && at <= to } else { from <= at || at <= to }
    }

    /// Reverses the path from one city to another; returns how many cities it moved.
    pub fn reverse(&mut self, from: u32, to: u32) -> u64 {
        let count = self.order.len();
        let [mut low, mut high] = [from, to].map(|city| self.place[city as usize] as usize);
        if self.backwards {
            std::mem::swap(&mut low, &mut high);
        }
        let mut length = if low <= high { high - low } else { high + count - low } + 1;
        if 2 * length > count {
            (low, high) =
                (if high + 1 == count { 0 } else { high + 1 }, if low == 0 { count } else { low } - 1);
            length = count - length;
            self.backwards = !self.backwards;
        }
        if low + length <= count {
            let path = &mut self.order[low..low + length];
            path.reverse();
            for (&city, at) in path.iter().zip(low as u32..) {
                self.place[city as usize] = at;
            }
            return length as u64;
        }
        for _ in 0..length / 2 {
            self.order.swap(low, high);
            self.place[self.order[low] as usize] = low as u32;
            self.place[self.order[high] as usize] = high as u32;
            low = if low + 1 == count { 0 } else { low + 1 };
            high = if high == 0 { count } else { high } - 1;
        }
        length as u64
    }
}

#[cfg(test)]
mod tests;
