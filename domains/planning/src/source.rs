//! A planning problem as it was read: the two syntax trees, their canonical text, and the independent replay of plans.
//!
//! Nothing here grounds: texts, comparisons and replays work for problems of any size.

use crate::atoms::{draw, unsatisfied};
use crate::task::plan::written;
use crate::view;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use unstuck_core::error::ParseError;
use unstuck_core::feature::Text;
use unstuck_core::puzzle::{Frame, Picture, Replay, ReplayError};
use unstuck_core::view::Board;
use unstuck_pddl::error::Diagnostic;
use unstuck_pddl::interpret::{Interpreter, State};
use unstuck_pddl::syntax::tree::{Domain, GroundAtoms, Problem};
use unstuck_pddl::syntax::{Parsed, parse_problem, print_domain, print_problem};
use unstuck_pddl::validate::{Outcome, Report, Step, parse_plan, validate};

/// Most initial atoms and objects times states of a plan for which frames are made: each has the text of a whole problem.
const MAX_FRAME_ATOMS: usize = 2_000_000;

/// A domain and one of its problems.
#[derive(Debug)]
pub struct Source {
    /// The domain.
    pub domain: Arc<Domain>,
    /// The problem.
    pub problem: Problem,
    /// Whether the instance text begins with the domain's.
    pub with_domain: bool,
    /// What is doubtful in the problem's text.
    pub warnings: Vec<Diagnostic>,
    /// The canonical text of both, once it was asked for.
    key: OnceLock<Arc<str>>,
}

impl Source {
    /// Reads a problem of a domain.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(domain: &Arc<Domain>, text: &str, with_domain: bool) -> Result<Self, Diagnostic> {
        let Parsed { value: mut problem, warnings } = parse_problem(text, domain)?;
        // The text names the domain that it was read with.
        problem.domain = domain.name.clone();
        Ok(Self { domain: domain.clone(), problem, with_domain, warnings, key: OnceLock::new() })
    }

    /// The canonical text: one line, sorted, without names that do not matter.
    pub fn text(&self) -> String {
        self.text_of(&self.problem)
    }

    /// What tells this source from others: the canonical text of domain and problem.
    pub(super) fn key(&self) -> &Arc<str> {
        self.key.get_or_init(|| {
            let (domain, problem) = (print_domain(&self.domain), print_problem(&self.domain, &self.problem));
            format!("{domain}{problem}").into()
        })
    }

    fn text_of(&self, problem: &Problem) -> String {
        let text = print_problem(&self.domain, problem);
        match self.with_domain {
            true => format!("{} {text}", domain_line(&self.domain)),
            false => text,
        }
    }

    /// The text of the same problem with another initial state.
    pub fn text_from(&self, init: GroundAtoms) -> String {
        self.text_of(&self.problem_from(init))
    }

    /// The same problem with another initial state.
    pub fn with_init(&self, init: GroundAtoms) -> Self {
        let (domain, with_domain) = (self.domain.clone(), self.with_domain);
        let (problem, warnings) = (self.problem_from(init), Vec::new());
        Self { domain, problem, with_domain, warnings, key: OnceLock::new() }
    }

    fn problem_from(&self, init: GroundAtoms) -> Problem {
        let mut problem = self.problem.clone();
        problem.init = init;
        problem
    }

    /// A drawing of the initial state.
    pub fn picture(&self) -> Picture {
        draw(&self.domain, &self.problem, self.problem.init.iter())
    }

    /// The initial state as screens show it.
    pub fn view(&self) -> Board {
        view::board(&self.domain, &self.problem, self.problem.init.iter())
    }

    /// Reads a plan in the notations of VAL and Fast Downward.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn parse_plan(&self, text: &str) -> Result<Vec<Step>, Diagnostic> {
        parse_plan(text, &self.domain, &self.problem)
    }

    /// Executes a plan by the validator, which interprets the syntax trees.
    pub fn validate(&self, plan: &[Step]) -> Report {
        validate(&self.domain, &self.problem, plan)
    }

    /// Replays a plan by the validator. Frames are left out where they would take too much memory.
    pub(super) fn replay(&self, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        let refused = |step: usize, reason: String| {
            let text = plan.get(step).cloned().unwrap_or_default();
            ReplayError::Step { step: step + 1, text, reason }
        };
        let mut steps = Vec::with_capacity(plan.len());
        for (number, text) in plan.iter().enumerate() {
            let parsed = self.parse_plan(text).map_err(|error| ReplayError::Unreadable {
                step: number + 1,
                text: text.clone(),
                reason: words(&error),
            })?;
            steps.extend(parsed);
        }
        let report = self.validate(&steps);
        match report.outcome {
            Outcome::Valid => {}
            Outcome::Inapplicable { step, unsatisfied: found } => {
                return Err(refused(step, unsatisfied(&found)));
            }
            Outcome::GoalNotReached { unsatisfied: found } => {
                return Err(ReplayError::NotSolved { moves: steps.len(), reason: unsatisfied(&found) });
            }
        }
        let lengths: Vec<(Text, u64)> =
            vec![(Cow::Borrowed("cost"), report.cost), (Cow::Borrowed("length"), steps.len() as u64)];
        let small = (steps.len() + 1)
            .saturating_mul(self.problem.init.len() + self.problem.objects.len() + 1)
            <= MAX_FRAME_ATOMS;
        Ok(Replay { lengths, frames: if frames && small { self.frames(&steps) } else { Vec::new() } })
    }

    /// Every state of a valid plan.
    fn frames(&self, plan: &[Step]) -> Vec<Frame> {
        let interpreter = Interpreter::new(&self.domain, &self.problem);
        let mut state = interpreter.initial();
        let mut world = interpreter.world(&state);
        let mut frames = vec![self.frame(&state, String::new())];
        for step in plan {
            interpreter.advance(&mut state, &mut world, &step.action);
            frames.push(self.frame(&state, written(&self.domain, &self.problem, &step.action)));
        }
        frames
    }

    fn frame(&self, state: &State, words: String) -> Frame {
        let mut init = GroundAtoms::default();
        for (predicate, objects) in state {
            init.push(*predicate, objects.iter().copied());
        }
        let picture = draw(&self.domain, &self.problem, init.iter());
        let view = view::board(&self.domain, &self.problem, init.iter());
        Frame { words, text: self.text_from(init), picture, view }
    }
}

/// The canonical text of a domain on one line.
pub fn domain_line(domain: &Domain) -> String {
    print_domain(domain).replace(")\n)\n", "))").replace('\n', " ")
}

/// A diagnostic as this crate reports it.
pub fn parse_error(error: &Diagnostic) -> ParseError {
    let plain =
        ParseError::new(error.message.clone()).at(error.place.line as usize, error.place.column as usize);
    match &error.help {
        Some(help) => plain.help(help.clone()),
        None => plain,
    }
}

/// A diagnostic about one step, where the place in the text says nothing.
fn words(error: &Diagnostic) -> String {
    match &error.help {
        Some(help) => format!("{} ({help})", error.message),
        None => error.message.clone(),
    }
}
