//! Lin–Kernighan steps on neighbour lists: 2-opt and 3-opt moves are weighed before anything is changed, deeper ones are
//! tried out and taken back.
//!
//! A step from a city t1 removes the edge to its neighbour t2, adds one from t2 to a near x, and removes an edge of x, as long
//! as what was removed is longer than what was added (the gain stays positive). With y before x the rest is a path again,
//! after the reversal of t2…y. With y after x it is a path and a circle, and a second edge from y into the circle joins
//! them: that moves or turns a segment (Or-opt and its generalisation). Cities whose surroundings changed wait in a
//! queue (the opposite of don't-look bits).

use super::tour::Tour;
use crate::distances::Distances;
use crate::neighbours::Neighbours;

/// Neighbours that are looked at: from t2, and from y of a second and of a segment step.
const BREADTH: [usize; 3] = [8, 5, 5];

/// Fewest cities of a tour that can be improved or kicked.
pub const FEWEST: usize = 8;

/// Buffers of the search for one thread.
#[derive(Debug, Default)]
pub struct Search {
    /// The reversals of the present step, in the direction that the tour is read in.
    done: Vec<(u32, u32)>,
    /// The reversals of all steps since the last call of [`Search::commit`], as if the tour were never mirrored.
    log: Vec<(u32, u32)>,
    queue: Vec<u32>,
    waiting: Vec<bool>,
    /// Cities that reversals moved and neighbours that were looked at, since the last call of [`Search::take_work`].
    work: u64,
}

/// What does not change during a search.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Distances.
    pub distances: &'a Distances,
    /// Neighbour lists.
    pub neighbours: &'a Neighbours,
    /// Most reversals of a step beyond the third edge.
    pub depth: usize,
}

impl Search {
    /// Makes room for tours of this many cities.
    pub fn fit(&mut self, count: usize) {
        if self.waiting.len() < count {
            self.waiting.resize(count, false);
        }
    }

    /// Moves the cities that wait to a list.
    pub fn take_queue(&mut self, to: &mut Vec<u32>) {
        self.queue.iter().for_each(|&city| self.waiting[city as usize] = false);
        to.append(&mut self.queue);
    }

    /// Cities moved and looked at since the last call.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Keeps what was done.
    pub fn commit(&mut self) {
        self.log.clear();
    }

    /// Takes back everything since the last call of [`Search::commit`].
    pub fn roll_back(&mut self, tour: &mut Tour) {
        while let Some((from, to)) = self.log.pop() {
            self.work += tour.reverse(to, from);
        }
    }

    /// Has a city looked at.
    pub fn push(&mut self, city: u32) {
        if !std::mem::replace(&mut self.waiting[city as usize], true) {
            self.queue.push(city);
        }
    }

    /// Improves a tour until no city waits. Returns by how much it became shorter.
    pub fn improve(&mut self, at: Surroundings<'_>, tour: &mut Tour) -> i64 {
        let (mut gain, mut head) = (0, 0);
        while let Some(&city) = self.queue.get(head) {
            head += 1;
            self.waiting[city as usize] = false;
            if head >= 1_024 && 2 * head >= self.queue.len() {
                self.queue.drain(..head);
                head = 0;
            }
            loop {
                let found = self.improve_city(at, tour, city);
                if found == 0 {
                    break;
                }
                gain += i64::from(found);
            }
        }
        self.queue.clear();
        gain
    }

    /// Exchanges the edges after three cities and before them: a [b1…b2] [c1…c2] [d1…d2] e becomes a [d…] [c…] [b…] e,
    /// which no sequence of improving steps can take back at once (the double bridge). `lengths` are those of
    /// the segments. Returns by how much the tour became longer.
    pub fn kick(&mut self, distances: &Distances, tour: &mut Tour, a: u32, lengths: [usize; 3]) -> i64 {
        let b1 = tour.next(a);
        let b2 = tour.ahead(b1, lengths[0] - 1);
        let c1 = tour.next(b2);
        let c2 = tour.ahead(c1, lengths[1] - 1);
        let d1 = tour.next(c2);
        let d2 = tour.ahead(d1, lengths[2] - 1);
        let e = tour.next(d2);
        let far =
            |pairs: [(u32, u32); 4]| pairs.map(|(a, b)| i64::from(distances.get(a, b))).iter().sum::<i64>();
        let delta = far([(a, d1), (d2, c1), (c2, b1), (b2, e)]) - far([(a, b1), (b2, c1), (c2, d1), (d2, e)]);
        for (from, to) in [(b1, d2), (d2, d1), (c2, c1), (b2, b1)] {
            self.work += tour.reverse(from, to);
            self.log.push((from, to));
        }
        for city in [a, b1, b2, c1, c2, d1, d2, e] {
            self.push(city);
        }
        delta
    }

    fn reverse(&mut self, tour: &mut Tour, from: u32, to: u32) {
        self.work += tour.reverse(from, to);
        self.done.push((from, to));
    }

    /// Takes back all but the first `keep` reversals.
    fn take_back(&mut self, tour: &mut Tour, keep: usize) {
        for (from, to) in self.done.drain(keep..).rev() {
            self.work += tour.reverse(to, from);
        }
    }

    /// One improvement by a step from a city, in either direction; 0 if there is none.
    fn improve_city(&mut self, at: Surroundings<'_>, tour: &mut Tour, t1: u32) -> i32 {
        let mut gain = 0;
        for mirrored in [false, true] {
            if gain == 0 {
                self.done.clear();
                let t2 = tour.next(t1);
                gain = self.step(at, tour, t1, t2);
                for place in 0..if gain > 0 { self.done.len() } else { 0 } {
                    let (from, to) = self.done[place];
                    self.log.push(if mirrored { (to, from) } else { (from, to) });
                    for city in [from, to] {
                        self.push(city);
                        self.push(tour.next(city));
                        self.push(tour.previous(city));
                    }
                }
            }
            tour.mirror();
        }
        gain
    }

    /// A step that improves the tour, if there is one; else the tour stays as it is.
    fn step(&mut self, at: Surroundings<'_>, tour: &mut Tour, t1: u32, t2: u32) -> i32 {
        let Surroundings { distances, neighbours, depth } = at;
        let far = |a: u32, b: u32| distances.get(a, b);
        let removed = far(t1, t2);
        // The second step with the greatest gain that does not close to a shorter tour.
        let mut open = (0, 0, 0);
        for &(x, added) in neighbours.of(t2).iter().take(BREADTH[0]) {
            let gain = removed - added;
            if gain <= 0 {
                break;
            }
            self.work += 1;
            if x == t1 {
                continue;
            }
            let y = tour.previous(x);
            if y != t2 {
                let gain = gain + far(y, x);
                let closed = gain - far(t1, y);
                if closed > 0 {
                    self.reverse(tour, t2, y);
                    return self.deepen(at, tour, (t1, y), gain, closed);
                }
                for &(x2, added) in neighbours.of(y).iter().take(BREADTH[1]) {
                    let gain = gain - added;
                    if gain <= 0 {
                        break;
                    }
                    self.work += 1;
                    if x2 == t1 || x2 == x {
                        continue;
                    }
                    // As if t2…y were reversed already.
                    let y2 = if tour.between(t2, x2, y) { tour.next(x2) } else { tour.previous(x2) };
                    if y2 == y {
                        continue;
                    }
                    let gain = gain + far(y2, x2);
                    let closed = gain - far(t1, y2);
                    if closed > 0 {
                        self.reverse(tour, t2, y);
                        self.reverse(tour, y, y2);
                        return self.deepen(at, tour, (t1, y2), gain, closed);
                    }
                    if gain > open.0 {
                        open = (gain, y, y2);
                    }
                }
            }
            let found = self.segment_step(at, tour, (t1, t2), x, gain);
            if found > 0 {
                return found;
            }
        }
        if open.0 == 0 || depth == 0 {
            return 0;
        }
        let (gain, y, y2) = open;
        self.reverse(tour, t2, y);
        self.reverse(tour, y, y2);
        let found = self.deepen(at, tour, (t1, y2), gain, 0);
        if found == 0 {
            self.take_back(tour, 0);
        }
        found
    }

    /// The edge after x is removed: t2…x is a circle, which an edge from y joins to the rest.
    fn segment_step(
        &mut self,
        at: Surroundings<'_>,
        tour: &mut Tour,
        (t1, t2): (u32, u32),
        x: u32,
        gain: i32,
    ) -> i32 {
        let far = |a: u32, b: u32| at.distances.get(a, b);
        let y = tour.next(x);
        let gain = gain + far(x, y);
        for &(z, added) in at.neighbours.of(y).iter().take(BREADTH[2]) {
            let gain = gain - added;
            if gain <= 0 {
                break;
            }
            self.work += 1;
            if z == x || !tour.between(t2, z, x) {
                continue;
            }
            // t1 [t2…z] [w…x] y becomes t1 [w…x] [t2…z] y.
            let w = tour.next(z);
            let open = gain + far(z, w);
            let closed = open - far(t1, w);
            if closed > 0 {
                self.reverse(tour, t2, x);
                self.reverse(tour, x, w);
                self.reverse(tour, z, t2);
                return self.deepen(at, tour, (t1, w), open, closed);
            }
            if z == t2 {
                continue;
            }
            // t1 [t2…w] [z…x] y becomes t1 [w…t2] [x…z] y.
            let w = tour.previous(z);
            let open = gain + far(z, w);
            let closed = open - far(t1, w);
            if closed > 0 {
                self.reverse(tour, t2, w);
                self.reverse(tour, z, x);
                return self.deepen(at, tour, (t1, w), open, closed);
            }
        }
        0
    }

    /// Further steps, each the best of its neighbours, as far as the gain allows; keeps those up to the shortest tour if
    /// that improves on `best`.
    fn deepen(
        &mut self,
        at: Surroundings<'_>,
        tour: &mut Tour,
        (t1, mut t2): (u32, u32),
        mut gain: i32,
        mut best: i32,
    ) -> i32 {
        let Surroundings { distances, neighbours, depth } = at;
        let mut keep = self.done.len();
        for _ in 0..depth {
            let mut found: Option<(i32, u32)> = None;
            for &(x, added) in neighbours.of(t2) {
                if gain - added <= best {
                    break;
                }
                self.work += 1;
                let y = tour.previous(x);
                if x == t1 || y == t2 {
                    continue;
                }
                let value = distances.get(y, x) - added;
                if found.is_none_or(|(greatest, _)| value > greatest) {
                    found = Some((value, y));
                }
            }
            let Some((value, y)) = found else { break };
            self.reverse(tour, t2, y);
            (gain, t2) = (gain + value, y);
            let closed = gain - distances.get(t1, y);
            if closed > best {
                (best, keep) = (closed, self.done.len());
            }
        }
        self.take_back(tour, keep);
        best
    }
}
