//! A tour that is being constructed: a path that grows at its end, or a closed tour with insertions.
//!
//! The features that a rule reads decide which of both it is, see [`Frame`]. What they need is kept up to date at each step,
//! and only if a rule reads it.

use super::problem::Touring;

/// One way to continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The city that is appended, or inserted next.
    City(u32),
    /// The city after which the chosen one is inserted.
    Place(u32),
}

/// How a tour is constructed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// A path is continued: by rules that read none of the features below.
    NextCity,
    /// Cities are inserted into a closed tour, each where it costs least: by rules that read [`INSERTION`] features.
    Insertion,
    /// A rule decides which city is next, then where it goes: by rules that read [`PLACES`] features.
    Places,
}

/// Features of a closed tour.
pub const INSERTION: &[&str] = &["to_tour", "cost", "regret", "edge", "near", "mean_tour", "chance"];
/// Features of a place of a closed tour.
pub const PLACES: &[&str] = &["added", "removed"];

/// What a rule needs of a partial tour.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs {
    pub frame: Frame,
    /// The distance to the tour.
    pub near_tour: bool,
    /// The cheapest places of every city that is left.
    pub spots: bool,
    /// Sums of the distances to the tour.
    pub tour_sums: bool,
    /// Sums of the distances to the cities that are left.
    pub left_sums: bool,
    /// The nearest cities that are left.
    pub left_near: bool,
}

impl Needs {
    /// Of these features.
    pub fn of(features: &[u16]) -> Self {
        let any = |names: &[&str]| {
            let name = |&index: &u16| &*Touring::FEATURES[usize::from(index)].info.name;
            features.iter().any(|index| names.contains(&name(index)))
        };
        Self {
            frame: match (any(PLACES), any(INSERTION)) {
                (true, _) => Frame::Places,
                (false, true) => Frame::Insertion,
                (false, false) => Frame::NextCity,
            },
            near_tour: any(&["to_tour"]),
            spots: any(&["cost", "regret", "edge", "near"]),
            tour_sums: any(&["mean_tour"]),
            left_sums: any(&["mean_left", "spread_left"]),
            left_near: any(&["nearest_left", "second_left"]),
        }
    }
}

/// Cities in ascending order, from which any can be removed.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    /// The next one of each; the last place is that before the first.
    after: Vec<u32>,
    before: Vec<u32>,
    has: Vec<bool>,
    pub count: usize,
}

impl Left {
    fn all(count: usize) -> Self {
        let end = count as u32;
        let after = (1..=end).chain([0]).collect();
        let before = [end].into_iter().chain(0..end).collect();
        Self { after, before, has: vec![true; count], count }
    }

    fn remove(&mut self, city: u32) {
        let (before, after) = (self.before[city as usize], self.after[city as usize]);
        self.after[before as usize] = after;
        self.before[after as usize] = before;
        self.has[city as usize] = false;
        self.count -= 1;
    }

    #[inline]
    pub fn has(&self, city: u32) -> bool {
        self.has[city as usize]
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let end = self.has.len() as u32;
        let mut city = end;
        std::iter::from_fn(move || {
            city = self.after[city as usize];
            (city != end).then_some(city)
        })
    }
}

/// A place for a city: what it costs, and the city before it.
pub(crate) type Spot = (i32, u32);

const NO_SPOT: Spot = (i32::MAX, 0);

/// A tour that is being constructed.
#[derive(Debug, Clone)]
pub struct Partial {
    pub(crate) frame: Frame,
    /// The path in its order; of a closed tour its cities in the order of their insertion.
    pub(crate) cities: Vec<u32>,
    /// The next city of each on a closed tour.
    pub(crate) next: Vec<u32>,
    /// The city that waits for its place.
    pub(crate) chosen: Option<u32>,
    pub(crate) left: Left,
    /// The distance of each city that is left to the nearest on the tour.
    pub(crate) near_tour: Vec<i32>,
    pub(crate) tour_sums: Vec<i64>,
    /// The two cheapest places of each city that is left.
    pub(crate) spots: Vec<[Spot; 2]>,
    pub(crate) left_sums: Vec<(i64, f64)>,
    /// The nearest two others that are left, of each city that is.
    pub(crate) left_near: Vec<[Spot; 2]>,
}

impl Partial {
    /// With these cities on the path or tour.
    pub(crate) fn new(problem: &Touring, needs: Needs, tour: &[u32]) -> Self {
        let count = problem.cities().count();
        let room = |wanted: bool| if wanted { count } else { 0 };
        let is_closed = needs.frame != Frame::NextCity;
        let mut partial = Self {
            frame: needs.frame,
            cities: tour.to_vec(),
            next: vec![0; room(is_closed)],
            chosen: None,
            left: Left::all(count),
            near_tour: vec![i32::MAX; room(needs.near_tour)],
            tour_sums: vec![0; room(needs.tour_sums)],
            spots: vec![[NO_SPOT; 2]; room(needs.spots)],
            left_sums: Vec::new(),
            left_near: vec![[NO_SPOT; 2]; room(needs.left_near)],
        };
        if needs.left_sums {
            partial.left_sums = problem.totals().to_vec();
        }
        if is_closed {
            for (&city, &next) in tour.iter().zip(tour.iter().cycle().skip(1)) {
                partial.next[city as usize] = next;
            }
        }
        tour.iter().for_each(|&city| partial.left.remove(city));
        for &city in tour {
            partial.leave(problem, city);
        }
        if needs.left_near {
            partial.update_left(|partial, city| {
                partial.left_near[city as usize] = partial.nearest_two(problem, city);
            });
        }
        if !partial.spots.is_empty() {
            partial.update_left(|partial, city| partial.find_spots(problem, city));
        }
        partial
    }

    /// Calls a function for every city that is left.
    fn update_left(&mut self, mut update: impl FnMut(&mut Self, u32)) {
        let end = self.left.has.len();
        let mut city = self.left.after[end];
        while city as usize != end {
            update(self, city);
            city = self.left.after[city as usize];
        }
    }

    /// The city that was added last: the end of a path.
    #[inline]
    pub(crate) fn last(&self) -> u32 {
        self.cities.last().copied().unwrap_or(0)
    }

    /// The cities in their order.
    pub(crate) fn order(&self) -> Vec<u32> {
        if self.next.is_empty() {
            return self.cities.clone();
        }
        let start = self.cities[0];
        let tour = std::iter::successors(Some(start), |&city| {
            Some(self.next[city as usize]).filter(|&next| next != start)
        });
        tour.collect()
    }

    /// The cities after which the chosen one may go: one of two equivalent places on a tour of two cities.
    #[inline]
    pub(crate) fn places(&self) -> impl Iterator<Item = u32> + '_ {
        let (start, few) = (self.cities[0], self.cities.len() <= 2);
        std::iter::successors(Some(start), move |&city| {
            Some(self.next[city as usize]).filter(|&next| next != start && !few)
        })
    }

    /// Appends a city to a path.
    #[inline]
    pub(crate) fn append(&mut self, problem: &Touring, city: u32) {
        self.left.remove(city);
        self.cities.push(city);
        self.leave(problem, city);
        self.refresh_left_near(problem, city);
    }

    /// Inserts the chosen city after another.
    pub(crate) fn insert(&mut self, problem: &Touring, after: u32) {
        let Some(city) = self.chosen.take() else { return };
        let next = std::mem::replace(&mut self.next[after as usize], city);
        self.next[city as usize] = next;
        self.left.remove(city);
        self.cities.push(city);
        self.leave(problem, city);
        self.refresh_left_near(problem, city);
        if self.spots.is_empty() {
            return;
        }
        let distances = problem.distances();
        let edges = [(after, city), (city, next)];
        let lengths = edges.map(|(a, b)| distances.get(a, b));
        self.update_left(|partial, other| {
            let around = [after, city, next].map(|place| distances.get(place, other));
            let added =
                [(around[0] + around[1] - lengths[0], after), (around[1] + around[2] - lengths[1], city)];
            let known = partial.spots[other as usize];
            let mut merged = [NO_SPOT; 4];
            merged[..2].copy_from_slice(&added);
            for (place, spot) in known.into_iter().enumerate() {
                // The edge after that city is another one now.
                if spot.1 != after || spot.0 == i32::MAX {
                    merged[2 + place] = spot;
                }
            }
            merged.sort_unstable();
            // Places that are not known cost at least as much as the second that was.
            if merged[1].0 <= known[1].0 {
                partial.spots[other as usize] = [merged[0], merged[1]];
            } else {
                partial.find_spots(problem, other);
            }
        });
    }

    /// Inserts a city where it costs least.
    pub(crate) fn insert_cheapest(&mut self, problem: &Touring, city: u32) {
        let [(_, after), _] = match self.spots.is_empty() {
            true => self.two_spots(problem, city),
            false => self.spots[city as usize],
        };
        self.chosen = Some(city);
        self.insert(problem, after);
    }

    fn find_spots(&mut self, problem: &Touring, city: u32) {
        self.spots[city as usize] = self.two_spots(problem, city);
    }

    /// The two cheapest places of a city, by looking at all of them.
    fn two_spots(&self, problem: &Touring, city: u32) -> [Spot; 2] {
        let distances = problem.distances();
        let (start, mut two) = (self.cities[0], [NO_SPOT; 2]);
        let (mut at, mut to_at) = (start, distances.get(start, city));
        loop {
            let next = self.next[at as usize];
            let to_next = distances.get(next, city);
            let spot = (to_at + to_next - distances.get(at, next), at);
            if spot < two[0] {
                two = [spot, two[0]];
            } else if spot < two[1] {
                two[1] = spot;
            }
            if next == start {
                break;
            }
            (at, to_at) = (next, to_next);
        }
        two
    }

    /// Updates what cities that are left know of one that is so no more.
    fn leave(&mut self, problem: &Touring, gone: u32) {
        let distances = problem.distances();
        if !self.near_tour.is_empty() {
            self.update_left(|partial, city| {
                let near = &mut partial.near_tour[city as usize];
                *near = distances.get(gone, city).min(*near);
            });
        }
        if !self.tour_sums.is_empty() {
            self.update_left(|partial, city| {
                partial.tour_sums[city as usize] += i64::from(distances.get(gone, city));
            });
        }
        if !self.left_sums.is_empty() {
            self.update_left(|partial, city| {
                let distance = distances.get(gone, city);
                let sums = &mut partial.left_sums[city as usize];
                sums.0 -= i64::from(distance);
                sums.1 -= f64::from(distance) * f64::from(distance);
            });
        }
    }

    fn refresh_left_near(&mut self, problem: &Touring, gone: u32) {
        if !self.left_near.is_empty() {
            self.update_left(|partial, city| {
                if partial.left_near[city as usize].iter().any(|spot| spot.1 == gone && spot.0 < i32::MAX) {
                    partial.left_near[city as usize] = partial.nearest_two(problem, city);
                }
            });
        }
    }

    /// The two nearest others that are left: from the neighbour list if it has two of them, else from all.
    fn nearest_two(&self, problem: &Touring, city: u32) -> [Spot; 2] {
        let mut two = [NO_SPOT; 2];
        let near = problem.neighbours().of(city).iter().filter(|&&(other, _)| self.left.has(other));
        for (place, &(other, distance)) in near.take(2).enumerate() {
            two[place] = (distance, other);
        }
        if two[1].0 == i32::MAX {
            two = [NO_SPOT; 2];
            for other in self.left.iter().filter(|&other| other != city) {
                let spot = (problem.distances().get(city, other), other);
                if spot < two[0] {
                    two = [spot, two[0]];
                } else if spot < two[1] {
                    two[1] = spot;
                }
            }
        }
        two
    }
}
