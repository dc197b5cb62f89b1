//! All solved boards of a puzzle.
//!
//! A goal is any placing of the vehicles without overlaps that has the target at the exit, whether or not the
//! start leads to it. They are found depth first, one line after another, each in every
//! configuration that the lines placed before leave room for. A line is checked only against lines
//! that cross it, so rows and columns alternate, those with few configurations first.

use std::ops::ControlFlow;

use super::problem::{RushHour, State};

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// Hands every solved board to `each`, and nothing at every step of looking for one.
    pub(super) fn each_goal(
        &self,
        each: &mut dyn FnMut(Option<State<C, B>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let order = self.placing_order();
        self.place_rest(State::EMPTY, &order, each)
    }

    /// The target's line, then always the line that most lines placed before cross; among equals the one
    /// with the fewest configurations.
    fn placing_order(&self) -> Vec<usize> {
        let mut order = vec![self.line_of(self.target())];
        let mut rest: Vec<usize> = (0..self.line_count())
            .filter(|&line| line != order[0] && !self.vehicles_in(line).is_empty())
            .collect();
        while !rest.is_empty() {
            let rows = order.iter().filter(|&&line| self.is_row(line)).count();
            let crossed = |line| if self.is_row(line) { order.len() - rows } else { rows };
            let best = (0..rest.len()).max_by_key(|&at| {
                (crossed(rest[at]), std::cmp::Reverse((self.configurations(rest[at]), rest[at])))
            });
            let Some(best) = best else { break };
            order.push(rest.remove(best));
        }
        order
    }

    fn place_rest(
        &self,
        state: State<C, B>,
        order: &[usize],
        each: &mut dyn FnMut(Option<State<C, B>>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((&line, rest)) = order.split_first() else {
            return each(Some(state));
        };
        each(None)?;
        let taken = self.crossing(&state, line);
        let first = self.line(line).first as usize;
        let at_target = line == self.line_of(self.target());
        for configuration in 0..self.configurations(line) {
            if at_target && !self.is_goal_configuration(configuration) {
                continue;
            }
            if self.tables.mask(first, configuration) & taken == 0 {
                self.place_rest(self.placed(&state, line, configuration), rest, each)?;
            }
        }
        ControlFlow::Continue(())
    }
}
