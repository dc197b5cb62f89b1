//! Breadth-first search. The goal is tested when a state is first seen, which saves the last layer.

use crate::heuristic::Zero;
use crate::problem::Problem;
use crate::search::engines::layers::Layers;
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::visited::{Visited, WithVisited, with_visited};
use crate::search::{AlgorithmInfo, End, Limits, Meter, Observer, Optimal, Outcome, Search};
use std::ops::ControlFlow;

/// Breadth-first: all states of one depth before the next.
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
pub(crate) fn run<P: Problem>(search: Search<'_, P, Zero>) -> Outcome<P::Action> {
    let Search { problem, start, parameters, observer, .. } = search;
    with_visited(problem, parameters.limits, Breadth { problem, start, limits: parameters.limits, observer })
}

struct Breadth<'a, P: Problem> {
    problem: &'a P,
    start: &'a P::State,
    limits: Limits,
    observer: &'a mut dyn Observer,
}

impl<P: Problem> WithVisited<P> for Breadth<'_, P> {
    type Output = Outcome<P::Action>;

    fn call<V: Visited<P>>(self, seen: V) -> Outcome<P::Action> {
        let Self { problem, start, limits, observer } = self;
        let mut meter = Meter::new(limits, observer);
        if problem.is_goal(start) {
            return solved(problem, start, Vec::new(), true, meter);
        }
        let mut layers = Layers::new(seen);
        if let ControlFlow::Break(limit) = layers.add_source(problem, start, &mut meter) {
            return stopped(limit, meter);
        }
        let mut goal = None;
        let mut meet = |problem: &P, state: &P::State, index: u32| {
            if problem.is_goal(state) {
                goal = Some(index);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let end = loop {
            match layers.expand(problem, &mut meter, &mut meet) {
                Ok(false) if layers.waiting() == 0 => break Ok(()),
                Ok(false) => meter.stats.depth += 1,
                Ok(true) => break Ok(()),
                Err(limit) => break Err(limit),
            }
        };
        meter.stats.stored = layers.nodes.len();
        match (end, goal) {
            (Err(limit), _) => stopped(limit, meter),
            (Ok(()), Some(node)) => {
                let plan = layers.nodes.plan(problem, node);
                solved(problem, start, plan, problem.unit_cost(), meter)
            }
            (Ok(()), None) => ended(End::Unsolvable, meter),
        }
    }
}
