//! Low-level heuristics of offline packing: some bins are emptied and filled again by subset sums.
//!
//! A bin takes the largest item that is left and the subset of the others that fills it best, as in the minimum bin slack
//! heuristic of Gupta and Ho (MBS') and the bin completion of Korf. `refill` does so once for a few bins, and keeps the
//! result unless it is worse. `empty` searches with backtracking for a packing of some bins into one fewer: the free room of
//! all of them together has to be at least one capacity.

use crate::items::Items;
use crate::moves::drop_empty;
use crate::packing::{Packing, Solution};
use crate::subsets::{Room, SUBSET};
use unstuck_core::optimisation::{
    Construction, Cost, Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Purpose, Ruin,
};
use unstuck_core::random::{RngExt, Stream, shuffle};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "refill",
        purpose: Purpose::Ruin,
        about: "a few bins are filled again, each by the subset that leaves the least room; kept unless worse",
    },
    LowLevelHeuristic {
        name: "empty",
        purpose: Purpose::Improve,
        about: "the emptiest bins and some others are packed into one bin fewer, by search with backtracking",
    },
];

/// Pools that one call of `refill` packs again.
const POOLS: usize = 16;
/// Most bins of a pool that is packed again greedily.
const FEW: usize = 6;
/// Most bins of a pool that is searched.
const MANY: usize = 24;

/// Effort of a pool, without its subsets.
const REFILL: u64 = 900;
/// Effort of a bin among which the emptiest are found, and which is copied.
const SORTED_BIN: u64 = 70;

/// Puts the filled bins in place of the pool. There are at most as many.
fn put(room: &mut Room, solution: &mut Solution) {
    for (place, &bin) in room.pool.iter().enumerate() {
        solution.bins[bin].clear();
        solution.loads[bin] = 0;
        let Some(subset) = room.packed.get(place) else { continue };
        for &size in subset {
            let Some(item) = room.items[size as usize].pop() else { continue };
            solution.bins[bin].push(item);
            solution.home[item as usize] = bin as u32;
            solution.loads[bin] += room.sizes[size as usize];
        }
    }
    // From the last one on, so that the places of the others stay.
    for &bin in room.pool.iter().rev() {
        drop_empty(solution, bin);
    }
}

impl<const ONLINE: bool> Packing<ONLINE> {
    /// Fills a few random bins again.
    fn refill_some(&self, solution: &mut Solution, room: &mut Room, random: &mut Stream) -> Measure {
        let bins = solution.bins.len();
        let count = random.random_range(2..=FEW).min(bins);
        room.pool.clear();
        for _ in 0..count {
            room.pool.push(random.random_range(0..bins));
        }
        // A bin with free room takes part.
        let emptier = (0..4).map(|_| random.random_range(0..bins)).min_by_key(|&bin| solution.loads[bin]);
        room.pool.extend(emptier);
        room.pool.sort_unstable();
        room.pool.dedup();
        let before: i64 = room.pool.iter().map(|&bin| i64::from(solution.loads[bin]).pow(2)).sum();
        room.gather(&self.items().sizes, &solution.bins);
        room.fill(self.items().capacity, random);
        let (old, new) = (room.pool.len() as i64, room.packed.len() as i64);
        let delta = Measure { cost: Cost::soft(new - old), guide: before - room.squares() };
        if delta > Measure::ZERO {
            return Measure::ZERO;
        }
        put(room, solution);
        delta
    }

    /// Packs some bins into one fewer, if a limited search finds out how.
    fn empty_one(
        &self,
        solution: &mut Solution,
        room: &mut Room,
        depth: f64,
        random: &mut Stream,
    ) -> Measure {
        let capacity = self.items().capacity;
        room.looked_at = 0;
        room.order.clear();
        room.order.extend(0..solution.bins.len());
        shuffle(&mut room.order, random);
        // The emptiest first, until their free room is a bin; the others are random ones.
        room.order.sort_by_key(|&bin| solution.loads[bin]);
        let mut free = 0_u64;
        let needed = room.order.iter().position(|&bin| {
            free += u64::from(capacity - solution.loads[bin]);
            free >= u64::from(capacity)
        });
        let Some(needed) = needed.map(|place| place + 1).filter(|&needed| needed <= MANY) else {
            return Measure::ZERO;
        };
        let more = random.random_range(0..=MANY - needed).min(room.order.len() - needed);
        shuffle(&mut room.order[needed..], random);
        room.pool.clear();
        room.pool.extend_from_slice(&room.order[..needed + more]);
        room.pool.sort_unstable();
        let before: i64 = room.pool.iter().map(|&bin| i64::from(solution.loads[bin]).pow(2)).sum();
        let load: u32 = room.pool.iter().map(|&bin| solution.loads[bin]).sum();
        room.gather(&self.items().sizes, &solution.bins);
        let bins = room.pool.len() - 1;
        let waste = bins as u32 * capacity - load;
        let limit = 1_000_u64 << random.random_range(0..=(depth * 20.0) as u32);
        if !room.complete(bins, capacity, waste, limit, random) {
            return Measure::ZERO;
        }
        let delta = Measure {
            cost: Cost::soft(room.packed.len() as i64 - bins as i64 - 1),
            guide: before - room.squares(),
        };
        put(room, solution);
        delta
    }
}

impl<const ONLINE: bool> LowLevelHeuristics for Packing<ONLINE> {
    const HEURISTICS: &'static [LowLevelHeuristic] = if ONLINE { &[] } else { HEURISTICS };

    fn run(
        &self,
        heuristic: usize,
        solution: &mut Solution,
        room: &mut Room,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64) {
        let (mut delta, mut work) = (Measure::ZERO, 0);
        match heuristic {
            0 => {
                for _ in 0..POOLS {
                    delta += self.refill_some(solution, room, random);
                    work += REFILL + SUBSET * room.looked_at;
                }
            }
            _ => {
                delta = self.empty_one(solution, room, dials.depth, random);
                work = SORTED_BIN * solution.bins.len() as u64 + SUBSET * room.looked_at;
            }
        }
        (delta, work)
    }
}

impl<const ONLINE: bool> Ruin for Packing<ONLINE> {
    const RUINS: bool = !ONLINE;

    fn parts(&self, solution: &Solution) -> usize {
        solution.bins.len()
    }
    fn without(&self, solution: &Solution, removed: &[usize], features: &[u16]) -> Self::Partial {
        let mut partial = self.start(features);
        let Items { capacity, sizes, .. } = self.items();
        let kept = (0..solution.bins.len()).filter(|bin| removed.binary_search(bin).is_err());
        for bin in kept {
            let items = &solution.bins[bin];
            items.iter().for_each(|&item| partial.pack(sizes[item as usize]));
            let kind = self.bin_kind(&partial, items);
            partial.add(capacity - solution.loads[bin], kind, partial.bins);
            partial.bins += 1;
            partial.kept.push(items.clone());
        }
        partial
    }
    fn removal(&self, solution: &Solution, part: usize) -> f64 {
        -f64::from(solution.loads[part])
    }
}
