//! Construction by joins: any two routes become one, in the best of several ways.
//!
//! Besides ends that become neighbours, as in the savings algorithm, a route with a single customer may go between two customers
//! of another route; joined routes are put in order by 2-opt and Or-opt. What each route would save with its next best partner is
//! known, so that rules can regret: with routes of one customer alone that is insertion with regret.

use super::order;
use super::problem::Routing;
use super::routes::DEPOT;
use std::ops::ControlFlow;

/// Features of joins: rules that read one of them choose among all joins.
pub const FEATURES: &[&str] = &["regret", "regret_small", "single"];
/// More customers than this are not joined: the table of all pairs of routes becomes too large.
pub const MOST: usize = 1_000;

/// Two routes become one: a customer of one and a customer of the other become neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merge {
    /// The customer with the smaller number; of joins that of the first route.
    pub a: u32,
    /// The other; the same one if it goes between two others.
    pub b: u32,
    /// The pair's place in the list of the instance, or in the table of joins.
    pub(crate) pair: u32,
}

/// The best way to join two routes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joint {
    /// The customers that become neighbours; twice the same if that one goes between two others.
    pub ends: [u32; 2],
    /// What the join adds without the ways to the depot: the saving is those of both customers without this.
    pub added: i64,
    way: Way,
}

#[derive(Debug, Clone, Copy)]
enum Way {
    /// The ends of the routes become neighbours, each route turned or not.
    Ends { turned: [bool; 2] },
    /// The only customer of one of the routes goes to a place of the other.
    Between { first_is_single: bool, place: u32 },
}

const NONE: Joint = Joint { ends: [DEPOT; 2], added: i64::MAX / 4, way: Way::Ends { turned: [false; 2] } };

/// The greatest savings of a route with the routes that it has them with; the depot where there is none.
type Best = [(i64, u32); PARTNERS];

/// Other routes with which a route may be joined at a step: those with the greatest savings.
const PARTNERS: usize = 3;

/// The routes that there are, by a number for each: one of its customers.
#[derive(Debug, Clone)]
pub(crate) struct Joins {
    places: usize,
    routes: Vec<Vec<u32>>,
    /// Ascending.
    alive: Vec<u32>,
    /// The joint of every two routes, at the row of the smaller number.
    table: Vec<Joint>,
    best: Vec<Best>,
}

impl Joins {
    /// These routes.
    pub fn new(problem: &Routing, lists: &[Vec<u32>], loads: &[i64]) -> Self {
        let places = problem.customers().demands.len();
        let mut routes = vec![Vec::new(); places];
        let mut alive = Vec::new();
        for list in lists {
            let number = list.iter().copied().min().unwrap_or(DEPOT);
            routes[number as usize].clone_from(list);
            alive.push(number);
        }
        alive.sort_unstable();
        let best = vec![[(0, DEPOT); PARTNERS]; places];
        let mut joins = Self { places, routes, alive, table: vec![NONE; places * places], best };
        for at in 0..joins.alive.len() {
            for &other in &joins.alive[at + 1..] {
                let one = joins.alive[at] as usize;
                joins.table[one * places + other as usize] =
                    joint(problem, &joins.routes[one], &joins.routes[other as usize]);
            }
        }
        joins.rank(problem, loads);
        joins
    }

    pub fn lists(&self) -> Vec<Vec<u32>> {
        self.alive.iter().map(|&route| self.routes[route as usize].clone()).collect()
    }

    /// The numbers of the two routes of a choice.
    #[inline]
    pub fn sides(&self, choice: Merge) -> [u32; 2] {
        [choice.pair / self.places as u32, choice.pair % self.places as u32]
    }

    #[inline]
    pub fn joint(&self, choice: Merge) -> &Joint {
        &self.table[choice.pair as usize]
    }

    /// How many customers both routes have.
    pub fn sizes(&self, choice: Merge) -> [usize; 2] {
        self.sides(choice).map(|route| self.routes[route as usize].len())
    }

    /// What each of the two routes loses if it is joined otherwise: the difference to its greatest other saving; 0 or less if
    /// there is a better one.
    pub fn regrets(&self, problem: &Routing, choice: Merge) -> [i64; 2] {
        let [one, other] = self.sides(choice);
        let saving = saving(problem, self.joint(choice));
        [(one, other), (other, one)].map(|(route, partner)| {
            let best = &self.best[route as usize];
            saving - best.iter().find(|(_, with)| *with != partner).map_or(0, |(saving, _)| *saving)
        })
    }

    /// The joins of every route with its best partners, in the order of their numbers.
    #[inline]
    pub fn visit(&self, each: &mut impl FnMut(Merge) -> ControlFlow<()>) -> ControlFlow<()> {
        for &one in &self.alive {
            let partners = self.best[one as usize].iter().map(|&(_, other)| other);
            for other in partners.filter(|&other| other != DEPOT) {
                let is_known = || self.best[other as usize].iter().any(|&(_, with)| with == one);
                if one < other || !is_known() {
                    let pair = one.min(other) as usize * self.places + one.max(other) as usize;
                    let [a, b] = self.table[pair].ends;
                    each(Merge { a, b, pair: pair as u32 })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn is_allowed(&self, problem: &Routing, one: u32, other: u32) -> bool {
        let both = || self.routes[one as usize].iter().chain(&self.routes[other as usize]).copied();
        problem.customers().constraints.allow(both)
    }

    /// Joins two routes; `loads` are those after it. Returns what that saves.
    pub fn join(&mut self, problem: &Routing, choice: Merge, loads: &[i64]) -> i64 {
        let [one, other] = self.sides(choice).map(|route| route as usize);
        let joint = *self.joint(choice);
        let [mut list, mut second] = [one, other].map(|route| std::mem::take(&mut self.routes[route]));
        match joint.way {
            Way::Ends { turned } => {
                if turned[0] {
                    list.reverse();
                }
                if turned[1] {
                    second.reverse();
                }
                list.append(&mut second);
            }
            Way::Between { first_is_single, place } => {
                if first_is_single {
                    std::mem::swap(&mut list, &mut second);
                }
                list.insert(place as usize, second[0]);
            }
        }
        let ordered = order::improve(problem, &mut list);
        self.routes[one] = list;
        self.alive.retain(|&route| route as usize != other);
        for &route in self.alive.iter().filter(|&&route| route as usize != one) {
            let (low, high) = (one.min(route as usize), one.max(route as usize));
            self.table[low * self.places + high] =
                self::joint(problem, &self.routes[low], &self.routes[high]);
        }
        self.rank(problem, loads);
        saving(problem, &joint) + ordered
    }

    /// Finds the greatest savings of every route, of joins that save something and whose route is possible.
    fn rank(&mut self, problem: &Routing, loads: &[i64]) {
        let capacity = problem.customers().capacity;
        let mut best = std::mem::take(&mut self.best);
        self.alive.iter().for_each(|&route| best[route as usize] = [(0, DEPOT); PARTNERS]);
        for (at, &one) in self.alive.iter().enumerate() {
            let row = one as usize * self.places;
            for &other in &self.alive[at + 1..] {
                let saving = saving(problem, &self.table[row + other as usize]);
                let is_among = |route: u32| saving > best[route as usize][PARTNERS - 1].0;
                let fits = loads[one as usize] + loads[other as usize] <= capacity;
                if fits && (is_among(one) || is_among(other)) && self.is_allowed(problem, one, other) {
                    for (route, partner) in [(one, other), (other, one)] {
                        let known = &mut best[route as usize];
                        let place = known.iter().position(|(least, _)| saving > *least);
                        if let Some(place) = place {
                            known[place..].rotate_right(1);
                            known[place] = (saving, partner);
                        }
                    }
                }
            }
        }
        self.best = best;
    }
}

/// What a join saves.
#[inline]
fn saving(problem: &Routing, Joint { ends: [a, b], added, .. }: &Joint) -> i64 {
    problem.far(DEPOT, *a) + problem.far(DEPOT, *b) - added
}

/// The way to join two routes that saves most.
fn joint(problem: &Routing, one: &[u32], other: &[u32]) -> Joint {
    let (mut best, mut most) = (NONE, i64::MIN);
    let mut consider = |joint: Joint| {
        let saving = saving(problem, &joint);
        if saving > most {
            (best, most) = (joint, saving);
        }
    };
    let [Some((&first, &last)), Some((&second, &end))] =
        [one, other].map(|list| list.first().zip(list.last()))
    else {
        return NONE;
    };
    for (a, b, turned) in [
        (last, second, [false, false]),
        (last, end, [false, true]),
        (first, second, [true, false]),
        (first, end, [true, true]),
    ] {
        consider(Joint { ends: [a, b], added: problem.far(a, b), way: Way::Ends { turned } });
    }
    for (single, list, first_is_single) in [(one, other, true), (other, one, false)] {
        let &[customer] = single else { continue };
        for (pair, place) in list.windows(2).zip(1..) {
            let [before, after] = [pair[0], pair[1]];
            let added =
                problem.far(before, customer) + problem.far(customer, after) - problem.far(before, after);
            let way = Way::Between { first_is_single, place };
            consider(Joint { ends: [customer; 2], added, way });
        }
    }
    best
}
