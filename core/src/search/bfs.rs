//! Breadth-first search. The goal is tested when a state is first seen, which saves the last layer.

use super::layers::Layers;
use super::nodes::{WithVisited, ended, solved, stopped, with_visited};
use super::visited::Visited;
use super::{AlgorithmInfo, End, Limits, Meter, Observer, Optimal, Outcome, Search};
use crate::domain::{Domain, Heuristic};
use std::ops::ControlFlow;

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "bfs",
    about: "breadth-first: all states of one depth before the next",
    optimal: Optimal::UnitCost,
    complete: true,
    memory: "every state seen",
    heuristic: false,
    parameters: &[],
};

/// Runs the search.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, options, observer, .. } = search;
    with_visited(domain, options.limits, Breadth { domain, start, limits: options.limits, observer })
}

struct Breadth<'a, D: Domain> {
    domain: &'a D,
    start: &'a D::State,
    limits: Limits,
    observer: &'a mut dyn Observer,
}

impl<D: Domain> WithVisited<D> for Breadth<'_, D> {
    type Output = Outcome<D::Action>;

    fn call<V: Visited<D>>(self, seen: V) -> Outcome<D::Action> {
        let Self { domain, start, limits, observer } = self;
        let mut meter = Meter::new(limits, observer);
        if domain.is_goal(start) {
            return solved(domain, start, Vec::new(), true, meter);
        }
        let mut layers = Layers::new(seen);
        if let ControlFlow::Break(limit) = layers.add_source(domain, start.clone(), &mut meter) {
            return stopped(limit, meter);
        }
        let mut goal = None;
        let mut meet = |domain: &D, state: &D::State, index: u32| {
            if domain.is_goal(state) {
                goal = Some(index);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let end = loop {
            match layers.expand(domain, &mut meter, &mut meet) {
                Ok(false) if layers.frontier.is_empty() => break Ok(()),
                Ok(false) => meter.stats.depth += 1,
                Ok(true) => break Ok(()),
                Err(limit) => break Err(limit),
            }
        };
        meter.stats.stored = layers.nodes.len();
        match (end, goal) {
            (Err(limit), _) => stopped(limit, meter),
            (Ok(()), Some(node)) => {
                let plan = layers.nodes.plan(domain, node);
                solved(domain, start, plan, domain.unit_cost(), meter)
            }
            (Ok(()), None) => ended(End::Unsolvable, meter),
        }
    }
}
