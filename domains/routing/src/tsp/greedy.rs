//! Constructions that are no rules: they look at edges, not at cities.

use super::problem::{Solution, Touring};
use crate::distances::Distances;

/// Fragments of a tour: paths that grow together.
struct Fragments {
    /// Up to two neighbours of each city.
    joined: Vec<[u32; 2]>,
    degrees: Vec<u8>,
    /// The other end of the path that an end belongs to.
    ends: Vec<u32>,
    edges: usize,
}

impl Fragments {
    fn new(count: usize) -> Self {
        let ends = (0..count as u32).collect();
        Self { joined: vec![[0; 2]; count], degrees: vec![0; count], ends, edges: 0 }
    }

    /// Joins two cities if both are ends of different paths.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (x, y) = (a as usize, b as usize);
        if a == b || self.degrees[x] == 2 || self.degrees[y] == 2 || self.ends[x] == b {
            return false;
        }
        let (far_a, far_b) = (self.ends[x], self.ends[y]);
        self.ends[far_a as usize] = far_b;
        self.ends[far_b as usize] = far_a;
        for (city, other) in [(x, b), (y, a)] {
            self.joined[city][usize::from(self.degrees[city])] = other;
            self.degrees[city] += 1;
        }
        self.edges += 1;
        true
    }

    fn is_end(&self, city: u32) -> bool {
        self.degrees[city as usize] < 2
    }

    /// The order along the only path.
    fn order(&self) -> Vec<u32> {
        let count = self.degrees.len();
        let mut order = Vec::with_capacity(count);
        let start = (0..count as u32).find(|&city| self.is_end(city)).unwrap_or(0);
        let (mut before, mut city) = (u32::MAX, start);
        while order.len() < count {
            order.push(city);
            let [one, other] = self.joined[city as usize];
            let next = if one == before || self.degrees[city as usize] == 0 { other } else { one };
            (before, city) = (city, next);
        }
        order
    }
}

/// The shortest edges that still fit into a tour, one after the other: those of the neighbour lists first, then what joins the
/// ends of paths.
pub fn greedy_edge(problem: &Touring) -> Solution {
    let count = problem.cities().count();
    let mut edges: Vec<(i32, u32, u32)> = Vec::new();
    for a in 0..count as u32 {
        edges.extend(problem.neighbours().of(a).iter().map(|&(b, distance)| (distance, a.min(b), a.max(b))));
    }
    edges.sort_unstable();
    let mut fragments = Fragments::new(count);
    for (_, a, b) in edges {
        fragments.join(a, b);
    }
    join_ends(problem.distances(), &mut fragments);
    Solution::new(fragments.order())
}

/// Most ends of paths that are compared with each other.
const ENDS: usize = 3_000;

fn join_ends(distances: &Distances, fragments: &mut Fragments) {
    let count = fragments.degrees.len();
    let mut ends: Vec<u32> = (0..count as u32).filter(|&city| fragments.is_end(city)).collect();
    while fragments.edges + 1 < count && ends.len() > ENDS {
        // Near ends are found along a line that fills the plane row by row.
        let places = distances.places();
        if let Some(rows) = (!places.is_empty()).then(|| (ends.len() as f64 / 2.0).sqrt().ceil()) {
            let [low, high] = distances.corners();
            let height = ((high[1] - low[1]) / rows).max(f64::MIN_POSITIVE);
            let key = |&city: &u32| {
                let [x, y] = places[city as usize];
                let row = ((y - low[1]) / height) as i64;
                (row, if row % 2 == 0 { x as i64 } else { -(x as i64) }, city)
            };
            ends.sort_unstable_by_key(key);
        }
        let mut near: Vec<(i32, u32, u32)> = Vec::new();
        for (place, &a) in ends.iter().enumerate() {
            near.extend(ends[place + 1..].iter().take(8).map(|&b| (distances.get(a, b), a, b)));
        }
        near.sort_unstable();
        for (_, a, b) in near {
            fragments.join(a, b);
        }
        ends.retain(|&city| fragments.is_end(city));
    }
    let mut pairs: Vec<(i32, u32, u32)> = Vec::new();
    for (place, &a) in ends.iter().enumerate() {
        pairs.extend(ends[place + 1..].iter().map(|&b| (distances.get(a, b), a, b)));
    }
    pairs.sort_unstable();
    for (_, a, b) in pairs {
        fragments.join(a, b);
    }
}

/// Clarke and Wright's savings (1964) with the first city as hub: the edges that save most against going back to the hub.
/// Quadratic; of more than some thousand cities only the edges of the neighbour lists are considered.
pub fn savings(problem: &Touring) -> Solution {
    let (count, distances) = (problem.cities().count() as u32, problem.distances());
    let saving = |a: u32, b: u32| (distances.get(a, b) - distances.get(0, a) - distances.get(0, b), a, b);
    let mut pairs: Vec<(i32, u32, u32)> = Vec::new();
    for a in 1..count {
        if count as usize <= ENDS {
            pairs.extend((a + 1..count).map(|b| saving(a, b)));
        } else {
            let near = problem.neighbours().of(a).iter().map(|&(b, _)| b);
            pairs.extend(near.filter(|&b| b != 0).map(|b| saving(a.min(b), a.max(b))));
        }
    }
    pairs.sort_unstable();
    let mut fragments = Fragments::new(count as usize);
    for (_, a, b) in pairs {
        fragments.join(a, b);
    }
    join_ends(distances, &mut fragments);
    Solution::new(fragments.order())
}
