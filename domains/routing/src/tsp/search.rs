//! Low-level heuristics of tours: Lin–Kernighan steps to a local optimum, and kicks.
//!
//! A kick notes the cities that it touched, so that an improvement looks at these alone. Iterated local search copies a tour
//! each round, which takes time in proportion to the number of cities; where there are many, an improvement
//! therefore does some rounds of kick, improvement and taking back by itself.

use super::kicks::{KICK, Kicking, Start};
use super::lin_kernighan::{FEWEST, Search, Surroundings};
use super::partial::{Needs, Partial};
use super::problem::{Solution, Touring};
use unstuck_core::feature::Text;
use unstuck_core::language::{Decisions, Evaluator};
use unstuck_core::optimisation::{
    Cost, Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Purpose, Ruin,
};
use unstuck_core::random::{RngExt, Stream};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "lin-kernighan",
        purpose: Purpose::Improve,
        about: "2-opt, 3-opt and deeper steps on neighbour lists, to a local optimum; then some kicks that improve",
    },
    LowLevelHeuristic {
        name: "double-bridge",
        purpose: Purpose::Mutate,
        about: "three short paths that follow each other change places",
    },
];

/// Reversals of a step beyond the third edge.
const DEPTH: usize = 0;
/// Cities for each kick of an improvement at the greatest depth.
const CITIES_A_KICK: f64 = 50.0;
/// Most cities of a path that a kick moves at the greatest intensity, and at the least.
const LONGEST: f64 = 250.0;
const SHORTEST: usize = 3;

/// Effort of a city that is looked at or moved.
const WORK: u64 = 14;
/// Effort of a kick without what it moves.
const KICKED: u64 = 420;
/// Cities of which a rule chooses the one where a kick begins, and the effort of its value.
const STARTS: u64 = 8;
const START: u64 = 84;
/// Effort of copying a city.
const COPY: u64 = 1;

/// Buffers for one thread, and the rule that decides where kicks begin.
#[derive(Default)]
pub struct Buffers {
    search: Search,
    kick: Option<Evaluator<Kicking>>,
}

impl Touring {
    fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { distances: self.distances(), neighbours: self.neighbours(), depth: DEPTH }
    }

    fn kick(
        &self,
        solution: &mut Solution,
        buffers: &mut Buffers,
        intensity: f64,
        random: &mut Stream,
    ) -> i64 {
        let count = solution.tour.count();
        let most = (SHORTEST + (intensity * LONGEST) as usize).min(count / 5);
        let any = |random: &mut Stream| solution.tour.order()[random.random_range(0..count)];
        let start = match &mut buffers.kick {
            Some(rule) => (0..STARTS)
                .map(|_| (any(random), random.random()))
                .map(|(city, uniform)| {
                    rule.next_step();
                    (rule.value(&Start { problem: self, solution, city, uniform }), city)
                })
                .max_by(|one, other| one.0.total_cmp(&other.0))
                .map_or(0, |(_, city)| city),
            None => any(random),
        };
        let lengths = [(); 3].map(|()| random.random_range(1..=most));
        buffers.search.kick(self.distances(), &mut solution.tour, start, lengths)
    }
}

impl LowLevelHeuristics for Touring {
    const HEURISTICS: &'static [LowLevelHeuristic] = HEURISTICS;

    fn bind(&self, rules: &Decisions, buffers: &mut Buffers) -> Result<(), Text> {
        buffers.kick = rules.get(KICK).map(|rule| Evaluator::new(self, rule)).transpose()?;
        Ok(())
    }

    fn run(
        &self,
        heuristic: usize,
        solution: &mut Solution,
        buffers: &mut Buffers,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64) {
        let count = solution.tour.count();
        if count < FEWEST {
            return (Measure::ZERO, KICKED);
        }
        buffers.search.fit(count);
        let mut soft = 0;
        let mut kicks = 1;
        if heuristic == 1 {
            soft += self.kick(solution, buffers, dials.intensity, random);
            buffers.search.take_queue(&mut solution.changed);
        } else {
            let search = &mut buffers.search;
            if std::mem::take(&mut solution.unimproved) {
                solution.tour.order().iter().for_each(|&city| search.push(city));
                solution.changed.clear();
            }
            solution.changed.drain(..).for_each(|city| search.push(city));
            soft -= search.improve(self.surroundings(), &mut solution.tour);
            search.commit();
            let rounds = (dials.depth * count as f64 / CITIES_A_KICK) as u64;
            for _ in 0..rounds {
                let longer = self.kick(solution, buffers, dials.intensity, random);
                let search = &mut buffers.search;
                let delta = longer - search.improve(self.surroundings(), &mut solution.tour);
                match delta <= 0 {
                    true => soft += delta,
                    false => search.roll_back(&mut solution.tour),
                }
                search.commit();
            }
            kicks += rounds;
        }
        buffers.search.commit();
        let price = KICKED + if buffers.kick.is_some() { STARTS * START } else { 0 };
        let work = price * kicks + WORK * buffers.search.take_work() + COPY * count as u64;
        (Measure { cost: Cost::soft(soft), guide: 0 }, work)
    }
}

/// Cities are removed and added again.
impl Ruin for Touring {
    const RUINS: bool = true;

    fn parts(&self, solution: &Solution) -> usize {
        solution.tour.count()
    }
    fn without(&self, solution: &Solution, removed: &[usize], features: &[u16]) -> Partial {
        let kept = |city: &u32| removed.binary_search(&(*city as usize)).is_err();
        let mut tour: Vec<u32> = solution.order().iter().copied().filter(kept).collect();
        if tour.is_empty() {
            tour.push(0);
        }
        Partial::new(self, Needs::of(features), &tour)
    }
    /// How much shorter the tour is without the city.
    fn removal(&self, solution: &Solution, part: usize) -> f64 {
        let (tour, city) = (&solution.tour, part as u32);
        let (before, after) = (tour.previous(city), tour.next(city));
        let far = |a: u32, b: u32| f64::from(self.distances().get(a, b));
        far(before, city) + far(city, after) - far(before, after)
    }
}
