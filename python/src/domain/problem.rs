//! A Python domain as searches see it.

use super::functions::Functions;
use super::states::{States, Successor};
use crate::errors::Error;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use unstuck_core::feature::{Text, View};
use unstuck_core::heuristic::{Featured, NodeFeature};
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::puzzle::{Frame, Picture, Piece, Puzzle, Replay, ReplayError, Tint};
use unstuck_core::view::Board;

/// One instance of a Python domain.
pub struct PythonProblem {
    pub functions: Arc<Functions>,
    pub features: Arc<[NodeFeature<Self>]>,
    pub states: States,
}

/// One of the things that can be done in a state, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    place: u32,
    cost: u32,
}

/// A state, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(pub u32);

/// The number of the state that an instance begins at: the first that is made.
const START: u32 = 0;

impl PythonProblem {
    fn successor<R>(&self, state: Number, step: Step, run: impl FnOnce(&Successor) -> R) -> R {
        self.states.with_moves(state.0, |moves| run(&moves[step.place as usize]))
    }

    fn text(&self, state: Number) -> String {
        self.functions.ask(|py| self.functions.write(py, &self.states.object(py, state.0)))
    }

    fn drawing(&self, state: &Py<PyAny>) -> Picture {
        let text = self.functions.ask(|py| self.functions.draw(py, state));
        let row = |line: &str| vec![Piece { text: line.to_owned(), tint: Tint::Plain }];
        Picture { rows: text.lines().map(row).collect() }
    }
}

/// The value of a feature of the table, from its number.
pub fn value(view: &View<'_, PythonProblem>, _scratch: &mut (), member: u32) -> f64 {
    view.problem.states.feature(view.state.0, member as usize)
}

impl Problem for PythonProblem {
    type State = Number;
    type Action = Step;
    type Undo = Number;
    type Scratch = ();

    const PACKED_LEN: usize = 1;
    // Nothing is known about Python's actions: paths may meet.
    const TRANSPOSITIONS: bool = true;

    fn scratch(&self) {}

    fn pack(&self, state: &Number, out: &mut [u64]) {
        out[0] = state.0.into();
    }

    fn unpack(&self, words: &[u64]) -> Number {
        Number(words[0] as u32)
    }

    fn hash(&self, state: &Number) -> u64 {
        self.states.hash(state.0)
    }

    fn visit<V: Visit<Self>>(&self, state: &Number, _: Option<Step>, visitor: &mut V) -> ControlFlow<()> {
        self.states.with_moves(state.0, |moves| {
            for (place, successor) in moves.iter().enumerate() {
                visitor.action(self, state, Step { place: place as u32, cost: successor.cost })?;
            }
            ControlFlow::Continue(())
        })
    }

    fn apply(&self, state: &mut Number, action: Step) -> Number {
        std::mem::replace(state, self.successor(*state, action, |successor| Number(successor.state)))
    }

    fn undo(&self, state: &mut Number, _action: Step, undo: Number) {
        *state = undo;
    }

    fn cost(&self, action: Step) -> u32 {
        action.cost
    }

    fn unit_cost(&self) -> bool {
        self.functions.unit_cost
    }

    fn is_goal(&self, state: &Number) -> bool {
        self.states.is_goal(state.0)
    }

    fn reversible(&self) -> bool {
        self.functions.reversible
    }

    fn goals(&self, each: &mut dyn FnMut(Option<Number>) -> ControlFlow<()>) -> Option<ControlFlow<()>> {
        self.functions.ask(|py| {
            let Some(listed) = self.functions.goals(py, &self.states.object(py, START)) else {
                return Ok(None);
            };
            for goal in listed? {
                let number = self.states.number(py, &goal?)?;
                if !self.states.is_goal(number) {
                    let place = self.functions.write(py, &self.states.object(py, number))?;
                    let name = &self.functions.name;
                    return Err(Error::new_err(format!("{name}: goals lists {place}, which is not a goal")));
                }
                if each(Some(Number(number))).is_break() {
                    return Ok(Some(ControlFlow::Break(())));
                }
            }
            Ok(Some(ControlFlow::Continue(())))
        })
    }
}

impl Featured for PythonProblem {
    fn features(&self) -> &[NodeFeature<Self>] {
        &self.features
    }
}

impl Puzzle for PythonProblem {
    fn metric(&self) -> Text {
        Cow::Owned(self.functions.metric.clone())
    }

    fn state_text(&self, state: &Number) -> String {
        self.text(*state)
    }

    fn picture(&self, state: &Number) -> Picture {
        self.drawing(&Python::attach(|py| self.states.object(py, state.0)))
    }

    fn view(&self, state: &Number) -> Board {
        Board::text(self.picture(state).to_string())
    }

    fn action_text(&self, state: &Number, action: Step) -> String {
        self.successor(*state, action, |successor| successor.name.to_string())
    }

    fn describe_action(&self, state: &Number, action: Step) -> String {
        self.action_text(state, action)
    }

    /// Asks Python again at every step: nothing that a search has kept is believed.
    fn replay(&self, start: &Number, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        let functions = &*self.functions;
        let mut state = Python::attach(|py| self.states.object(py, start.0));
        let frame = |state: &Py<PyAny>, words: &str| Frame {
            words: words.to_owned(),
            text: functions.ask(|py| functions.write(py, state)),
            picture: self.drawing(state),
            view: Board::text(self.drawing(state).to_string()),
        };
        let mut shown = if frames { vec![frame(&state, "")] } else { Vec::new() };
        let mut length = 0;
        for (number, text) in plan.iter().enumerate() {
            let next = functions.ask(|py| {
                let moves = functions.actions(py, &state)?;
                let names: Vec<String> = moves.iter().map(|(name, ..)| name.clone()).collect();
                let made = moves.into_iter().find(|(name, ..)| name == text);
                Ok(made.map(|(_, next, cost)| (next.unbind(), cost)).ok_or(names))
            });
            let (next, cost) = next.map_err(|names| ReplayError::Step {
                step: number + 1,
                text: text.clone(),
                reason: format!("there is no such action here; there is {}", names.join(", ")),
            })?;
            length += u64::from(cost);
            state = next;
            if frames {
                shown.push(frame(&state, text));
            }
        }
        if !functions.ask(|py| functions.goal(py, &state)) {
            let reason = format!("{} is not a goal", functions.ask(|py| functions.write(py, &state)));
            return Err(ReplayError::NotSolved { moves: plan.len(), reason });
        }
        Ok(Replay { lengths: vec![(self.metric(), length)], frames: shown })
    }
}
