//! Non-dominated fronts and crowding distances.

use super::individual::Individual;

/// What individuals are compared by.
#[derive(Debug, Clone, PartialEq)]
pub struct Objectives {
    /// How much of what must hold does not; compared first.
    pub violation: f64,
    /// Lower is better.
    pub values: Vec<f64>,
}

impl Objectives {
    /// Search ratio, length ratio and, if wanted, size; the unsolved share must be 0.
    pub fn of(individual: &Individual, size: bool) -> Self {
        let score = &individual.score;
        let mut values = vec![score.nodes, score.length];
        if size {
            values.push(individual.size as f64);
        }
        Self { violation: score.unsolved, values }
    }

    /// Better in one objective at least, and worse in none.
    pub fn dominates(&self, other: &Self) -> bool {
        if self.violation != other.violation {
            return self.violation < other.violation;
        }
        let mut better = false;
        for (a, b) in self.values.iter().zip(&other.values) {
            if a > b {
                return false;
            }
            better |= a < b;
        }
        better
    }
}

/// The front of each, the best being 0, and how far its neighbours there are.
pub fn fronts(objectives: &[Objectives]) -> Vec<(usize, f64)> {
    let count = objectives.len();
    let mut dominators = vec![0_usize; count];
    let mut dominated: Vec<Vec<usize>> = vec![Vec::new(); count];
    for a in 0..count {
        for b in 0..count {
            if objectives[a].dominates(&objectives[b]) {
                dominated[a].push(b);
                dominators[b] += 1;
            }
        }
    }
    let mut found = vec![(0, 0.0); count];
    let mut front: Vec<usize> = (0..count).filter(|&one| dominators[one] == 0).collect();
    let mut number = 0;
    while !front.is_empty() {
        for (&one, distance) in front.iter().zip(crowding(objectives, &front)) {
            found[one] = (number, distance);
        }
        let mut next = Vec::new();
        for &one in &front {
            for &other in &dominated[one] {
                dominators[other] -= 1;
                if dominators[other] == 0 {
                    next.push(other);
                }
            }
        }
        next.sort_unstable();
        front = next;
        number += 1;
    }
    found
}

/// The distance between the neighbours of each in a front, summed over the objectives; the ends are infinitely far.
fn crowding(objectives: &[Objectives], front: &[usize]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    for objective in 0..objectives[front[0]].values.len() {
        let value = |place: usize| objectives[front[place]].values[objective];
        let mut order: Vec<usize> = (0..front.len()).collect();
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let (first, last) = (order[0], order[order.len() - 1]);
        distances[first] = f64::INFINITY;
        distances[last] = f64::INFINITY;
        let spread = value(last) - value(first);
        if spread > 0.0 {
            for three in order.windows(3) {
                distances[three[1]] += (value(three[2]) - value(three[0])) / spread;
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_are_layers() {
        let point = |a: f64, b: f64| Objectives { violation: 0.0, values: vec![a, b] };
        let mut points =
            vec![point(1.0, 4.0), point(2.0, 2.0), point(4.0, 1.0), point(3.0, 3.0), point(5.0, 5.0)];
        let numbers = |points: &[Objectives]| fronts(points).iter().map(|front| front.0).collect::<Vec<_>>();
        assert_eq!(numbers(&points), [0, 0, 0, 1, 2]);
        // An individual that leaves something unsolved is dominated by all that do not.
        points[1].violation = 0.5;
        assert_eq!(numbers(&points), [0, 2, 0, 0, 1]);
        assert_eq!(fronts(&points)[0].1, f64::INFINITY);
    }
}
