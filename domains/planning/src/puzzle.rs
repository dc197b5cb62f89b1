//! Ground tasks for people: states as problem texts, plans as lists of steps.

use crate::atoms::draw;
use crate::problem::{Action, PlanningProblem};
use crate::task::state::State;
use crate::view;
use std::borrow::Cow;
use std::ops::ControlFlow;
use unstuck_core::feature::Text;
use unstuck_core::problem::{Each, Problem};
use unstuck_core::puzzle::{Picture, Puzzle, Replay, ReplayError};
use unstuck_core::view::{Board, Move};
use unstuck_pddl::syntax::tree::GroundAtoms;

impl PlanningProblem {
    /// The initial atoms of a problem that starts in this state. Atoms that cannot influence the goal are not part of
    /// states; they are as in the problem.
    fn init(&self, state: &State) -> GroundAtoms {
        let task = &self.ground.task;
        let given = &self.source.problem.init;
        let fixed =
            given.iter().filter(|&(predicate, objects)| task.atoms.find(predicate, objects).is_none());
        let mut fixed = fixed.peekable();
        let mut init = GroundAtoms::default();
        for atom in self.ground.true_fluents(state) {
            let (predicate, objects) = (task.atoms.predicate(atom), task.atoms.objects(atom));
            while let Some((p, o)) = fixed.next_if(|&other| other < (predicate, objects)) {
                init.push(p, o.iter().copied());
            }
            init.push(predicate, objects.iter().copied());
        }
        fixed.for_each(|(predicate, objects)| init.push(predicate, objects.iter().copied()));
        init
    }

    fn is_start(&self, state: &State) -> bool {
        let width = self.packed_len();
        state.words()[..width] == self.ground.initial().words()[..width]
    }
}

impl Puzzle for PlanningProblem {
    fn metric(&self) -> Text {
        Cow::Borrowed(self.metric.name())
    }

    fn state_text(&self, state: &State) -> String {
        if self.is_start(state) { self.source.text() } else { self.source.text_from(self.init(state)) }
    }

    fn picture(&self, state: &State) -> Picture {
        draw(&self.source.domain, &self.source.problem, self.init(state).iter())
    }

    fn action_text(&self, _state: &State, action: Action) -> String {
        format!("({})", self.ground.task.operator_name(action.operator()))
    }

    /// By the validator, which interprets the syntax trees and knows nothing of the ground task.
    fn replay(&self, start: &State, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        if self.is_start(start) {
            self.source.replay(plan, frames)
        } else {
            self.source.with_init(self.init(start)).replay(plan, frames)
        }
    }

    fn view(&self, state: &State) -> Board {
        view::board(&self.source.domain, &self.source.problem, self.init(state).iter())
    }

    /// At most `view::MAX_MOVES`: large tasks have hundreds of thousands.
    fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit(
            state,
            None,
            &mut Each(|action| {
                let text = self.action_text(state, action);
                let cost = Some(self.cost(action));
                moves.push(Move { words: text.clone(), text, cost, ..Move::default() });
                if moves.len() < view::MAX_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }),
        );
        moves
    }
}
