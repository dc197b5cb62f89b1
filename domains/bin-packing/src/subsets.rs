//! Bins filled by subset sums: the items of some bins, packed again.
//!
//! A bin takes the largest item that is left and the subset of the others that fills it best, as in the minimum bin slack
//! heuristic of Gupta and Ho (MBS') and the bin completion of Korf.

use unstuck_core::random::{RngExt, Stream};

/// Subsets of which the best is taken.
const SUBSETS: usize = 64;
/// Partial subsets that are looked at for one bin.
const LOOKED_AT: u64 = 2_000;
/// Effort of a partial subset.
pub(crate) const SUBSET: u64 = 12;

/// Buffers.
#[derive(Debug, Default)]
pub struct Room {
    /// Places of the bins of the pool, ascending.
    pub(crate) pool: Vec<usize>,
    pub(crate) order: Vec<usize>,
    /// The distinct sizes of the pool, descending; how many items there are of each; and these items.
    pub(crate) sizes: Vec<u32>,
    pub(crate) left: Vec<u32>,
    pub(crate) items: Vec<Vec<u32>>,
    /// The subsets of each level of the search, one after the other, and where each ends.
    levels: Vec<Level>,
    /// The subset of each bin, as places of sizes.
    pub(crate) packed: Vec<Vec<u16>>,
    chosen: Vec<u16>,
    pub(crate) looked_at: u64,
}

#[derive(Debug, Default)]
struct Level {
    places: Vec<u16>,
    /// Room left free, a random number, and the range of places.
    subsets: Vec<(u32, u32, u32, u32)>,
}

impl Room {
    /// Collects the items of the pool.
    pub(crate) fn gather(&mut self, sizes: &[u32], bins: &[Vec<u32>]) {
        let size = |item: u32| sizes[item as usize];
        self.sizes.clear();
        let all = self.pool.iter().flat_map(|&bin| &bins[bin]);
        self.sizes.extend(all.clone().map(|&item| size(item)));
        self.sizes.sort_unstable_by(|a, b| b.cmp(a));
        self.sizes.dedup();
        self.left.clear();
        self.left.resize(self.sizes.len(), 0);
        self.items.iter_mut().for_each(Vec::clear);
        self.items.resize(self.sizes.len().max(self.items.len()), Vec::new());
        for &item in all {
            if let Ok(place) = self.sizes.binary_search_by(|other| size(item).cmp(other)) {
                self.left[place] += 1;
                self.items[place].push(item);
            }
        }
        self.packed.clear();
        self.looked_at = 0;
    }

    /// Finds subsets of the items that are left, with the largest of them, that leave at most `waste` free; the best first,
    /// equal ones in random order.
    fn subsets(&mut self, depth: usize, capacity: u32, waste: u32, random: &mut Stream) {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        let mut level = std::mem::take(&mut self.levels[depth]);
        level.places.clear();
        level.subsets.clear();
        if let Some(first) = self.left.iter().position(|&count| count > 0) {
            self.left[first] -= 1;
            self.chosen.clear();
            self.chosen.push(first as u16);
            let last = self.left.iter().rposition(|&count| count > 0).unwrap_or(first);
            let smallest = self.sizes[last];
            let mut search = Subsets { waste, smallest, budget: LOOKED_AT, level: &mut level };
            self.search(&mut search, first, capacity - self.sizes[first], random);
            self.looked_at += LOOKED_AT - search.budget;
            self.left[first] += 1;
            // A bin of very many items may be too long for the search.
            if level.subsets.is_empty() && waste == capacity {
                level.places.push(first as u16);
                level.subsets.push((capacity, 0, 0, 1));
            }
        }
        level.subsets.sort_unstable();
        self.levels[depth] = level;
    }

    /// Adds items from a place of the sizes on. Every subset that cannot grow is a candidate.
    fn search(&mut self, search: &mut Subsets<'_>, from: usize, room: u32, random: &mut Stream) {
        if search.budget == 0 || search.level.subsets.len() >= SUBSETS {
            return;
        }
        search.budget -= 1;
        if room < 2 * search.smallest {
            // At most one more item fits, and the largest that does is at least as good as any other.
            let fitting = self.sizes.partition_point(|&size| size > room).max(from);
            let last = (fitting..self.sizes.len()).find(|&place| self.left[place] > 0);
            let free = room - last.map_or(0, |place| self.sizes[place]);
            self.offer(search, last, free, random);
            return;
        }
        let mut grows = false;
        for place in from..self.sizes.len() {
            if self.left[place] > 0 && self.sizes[place] <= room {
                self.left[place] -= 1;
                self.chosen.push(place as u16);
                self.search(search, place, room - self.sizes[place], random);
                self.chosen.pop();
                self.left[place] += 1;
                grows = true;
            }
        }
        if !grows {
            self.offer(search, None, room, random);
        }
    }

    /// A candidate: the chosen items, perhaps with one more.
    fn offer(&self, search: &mut Subsets<'_>, last: Option<usize>, free: u32, random: &mut Stream) {
        if free <= search.waste {
            let level = &mut *search.level;
            let start = level.places.len() as u32;
            level.places.extend_from_slice(&self.chosen);
            level.places.extend(last.map(|place| place as u16));
            level.subsets.push((free, random.random(), start, level.places.len() as u32));
        }
    }

    /// Takes or returns the subset of a level.
    fn take(&mut self, depth: usize, subset: usize, back: bool) {
        let (_, _, start, end) = self.levels[depth].subsets[subset];
        for &place in &self.levels[depth].places[start as usize..end as usize] {
            if back { self.left[place as usize] += 1 } else { self.left[place as usize] -= 1 }
        }
    }

    fn keep(&mut self, depth: usize, subset: usize) {
        let (_, _, start, end) = self.levels[depth].subsets[subset];
        self.packed.push(self.levels[depth].places[start as usize..end as usize].to_vec());
    }

    /// Fills bin after bin by the best subset.
    pub(crate) fn fill(&mut self, capacity: u32, random: &mut Stream) {
        while self.left.iter().any(|&count| count > 0) {
            self.subsets(0, capacity, capacity, random);
            self.take(0, 0, false);
            self.keep(0, 0);
        }
    }

    /// Searches for a packing into so many bins that leave so much room free together.
    pub(crate) fn complete(
        &mut self,
        bins: usize,
        capacity: u32,
        waste: u32,
        limit: u64,
        random: &mut Stream,
    ) -> bool {
        if self.left.iter().all(|&count| count == 0) {
            return true;
        }
        if bins == 0 || self.looked_at >= limit {
            return false;
        }
        self.subsets(bins, capacity, waste, random);
        for subset in 0..self.levels[bins].subsets.len() {
            let free = self.levels[bins].subsets[subset].0;
            self.take(bins, subset, false);
            if self.complete(bins - 1, capacity, waste - free, limit, random) {
                self.keep(bins, subset);
                return true;
            }
            self.take(bins, subset, true);
            if self.looked_at >= limit {
                return false;
            }
        }
        false
    }

    /// The sum of the squares of the loads of the bins that were filled.
    pub(crate) fn squares(&self) -> i64 {
        let load =
            |bin: &Vec<u16>| bin.iter().map(|&place| i64::from(self.sizes[place as usize])).sum::<i64>();
        self.packed.iter().map(|bin| load(bin).pow(2)).sum()
    }
}

/// A search for subsets: how much they may leave free, the smallest item, and what may still be looked at.
struct Subsets<'a> {
    waste: u32,
    smallest: u32,
    budget: u64,
    level: &'a mut Level,
}
