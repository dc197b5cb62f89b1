//! Routes as solutions: cost, lower bound and text.

use super::buffers::Buffers;
use super::customers::Customers;
use super::problem::Routing;
use super::routes::{DEPOT, Routes};
use super::{bounds, text, validate};
use crate::{geojson, tsp};
use unstuck_core::error::ParseError;
use unstuck_core::optimisation::{Cost, Optimisation, Prices};

impl Optimisation for Routing {
    type Solution = Routes;
    type Scratch = Buffers;

    fn scratch(&self) -> Buffers {
        Buffers::default()
    }
    fn cost(&self, solution: &Routes) -> Cost {
        let overfull = solution.loads.iter().filter(|&&load| load > self.customers().capacity).count();
        let from_previous = |place: u32| self.far(solution.previous[place as usize], place);
        let along: i64 = (1..self.customers().demands.len() as u32).map(from_previous).sum();
        let back: i64 = solution.ends.iter().map(|&[_, last]| self.far(last, DEPOT)).sum();
        let refused =
            solution.lists().filter(|list| !self.customers().constraints.allow(|| list.iter().copied()));
        Cost { hard: (overfull + refused.count()) as i64, soft: along + back }
    }
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::soft(*self.bound.get_or_init(|| bounds::lower(self.customers()))))
    }
    fn write(&self, solution: &Routes, out: &mut String) {
        let cost = self.cost(solution).soft;
        if !self.geojson {
            return text::write_routes(solution.lists(), cost, out);
        }
        let mut plain = String::new();
        text::write_routes(solution.lists(), cost, &mut plain);
        let closed = |route: Vec<u32>| [vec![DEPOT], route, vec![DEPOT]].concat();
        geojson::write(self.distances(), self.customers().scale, solution.lists().map(closed), &plain, out);
    }
    fn read(&self, text: &str) -> Result<Routes, ParseError> {
        let routes = text::read_routes(&geojson::plain(text), self.customers().count())?;
        let solution = Routes::new(self.customers(), &routes);
        match solution.loads.iter().position(|&load| load > self.customers().capacity) {
            Some(route) => {
                let (load, capacity) = (solution.loads[route], self.customers().capacity);
                Err(ParseError::new(format!("route {} carries {load}, more than {capacity}", route + 1)))
            }
            None if self.cost(&solution).hard > 0 => {
                let error = ParseError::new(
                    "the routes do not keep customers together that are fixed to one, or apart",
                );
                Err(error.help("validate names the customers"))
            }
            None => Ok(solution),
        }
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let distances = self.distances();
        let distance = |a: usize, b: usize| match distances.rule() {
            _ if a == b => Ok(0),
            Some(rule) => tsp::validate::by_rule(rule.name(), distances.places()[a], distances.places()[b]),
            None => Ok(distances.get(a as u32, b as u32).into()),
        };
        let Customers { demands, capacity, constraints, .. } = self.customers();
        let rules = validate::Rules {
            demands,
            capacity: *capacity,
            fixed: &constraints.fixed,
            apart: &constraints.apart,
        };
        validate::validate(rules, &distance, &geojson::plain(text)).map(Cost::soft)
    }
    fn prices(&self) -> Prices {
        Prices { step: 180, choice: 11, proposal: 92, apply: 69, element: 7 }
    }
}
