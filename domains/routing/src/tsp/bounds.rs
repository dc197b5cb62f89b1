//! Lower bounds on the length of a tour.

use crate::distances::Distances;
use crate::neighbours::Neighbours;

/// Half the sum of the distances of every city to its two nearest ones.
pub fn two_nearest(neighbours: &Neighbours, count: usize) -> i64 {
    let near =
        |city: u32| neighbours.of(city).iter().take(2).map(|&(_, distance)| i64::from(distance)).sum::<i64>();
    match count {
        0..=2 => 0,
        _ => ((0..count as u32).map(near).sum::<i64>() + 1) / 2,
    }
}

/// Held and Karp's bound (1970): a minimum spanning tree of all cities but the first, with two edges of that one, where
/// penalties of the cities are added to the distances. Subgradient ascent raises the penalties of cities with more
/// than two edges; `rounds` trees are made in quadratic time each. Penalties are whole numbers of a 64th, so that the
/// bound is exact.
pub fn one_tree(distances: &Distances, rounds: usize) -> i64 {
    const PART: i64 = 64;
    let count = distances.count();
    if count < 3 {
        return if count == 2 { 2 * i64::from(distances.get(0, 1)) } else { 0 };
    }
    let mut penalties = vec![0_i64; count];
    let (mut best, mut last) = (i64::MIN, vec![0_i64; count]);
    let mut tree = Tree::new(count);
    let mut step = 0.0;
    for round in 0..rounds.max(1) {
        let length = tree.grow(distances, &penalties, PART);
        let bound = length - 2 * penalties.iter().sum::<i64>();
        best = best.max(bound);
        if tree.degrees.iter().all(|&degree| degree == 2) {
            break;
        }
        if round == 0 {
            step = 0.3 * length as f64 / count as f64;
        }
        for city in 0..count {
            let over = i64::from(tree.degrees[city]) - 2;
            penalties[city] += (step * (0.7 * over as f64 + 0.3 * last[city] as f64)) as i64;
            last[city] = over;
        }
        step *= 1.0 - 3.0 / rounds.max(4) as f64;
    }
    -(-best).div_euclid(PART)
}

struct Tree {
    degrees: Vec<u32>,
    near: Vec<(i64, usize)>,
    left: Vec<usize>,
}

impl Tree {
    fn new(count: usize) -> Self {
        Self { degrees: vec![0; count], near: vec![(0, 0); count], left: Vec::with_capacity(count) }
    }

    /// Prim's algorithm from the second city on, then the two shortest edges of the first. Returns the length.
    fn grow(&mut self, distances: &Distances, penalties: &[i64], part: i64) -> i64 {
        let Self { degrees, near, left } = self;
        let weight = |a: usize, b: usize| {
            part * i64::from(distances.get(a as u32, b as u32)) + penalties[a] + penalties[b]
        };
        degrees.fill(0);
        left.clear();
        left.extend(2..degrees.len());
        left.iter().for_each(|&city| near[city] = (weight(1, city), 1));
        let mut length = 0;
        while !left.is_empty() {
            let mut place = 0;
            for at in 1..left.len() {
                if near[left[at]].0 < near[left[place]].0 {
                    place = at;
                }
            }
            let city = left.swap_remove(place);
            let (edge, parent) = near[city];
            length += edge;
            degrees[city] += 1;
            degrees[parent] += 1;
            for &other in left.iter() {
                let edge = weight(city, other);
                if edge < near[other].0 {
                    near[other] = (edge, city);
                }
            }
        }
        let mut two = [(i64::MAX, 0); 2];
        for city in 1..degrees.len() {
            let edge = (weight(0, city), city);
            if edge < two[0] {
                two = [edge, two[0]];
            } else if edge < two[1] {
                two[1] = edge;
            }
        }
        for (edge, city) in two {
            length += edge;
            degrees[city] += 1;
            degrees[0] += 1;
        }
        length
    }
}
