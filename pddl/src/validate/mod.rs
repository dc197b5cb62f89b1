//! The validator: whether a plan solves a problem, and if not, why.
//!
//! It interprets the syntax tree ([`crate::interpret`]) and shares nothing with the grounder.
//!
//! ```
//! use unstuck_pddl::syntax::{parse_domain, parse_problem};
//! use unstuck_pddl::validate::{Outcome, parse_plan, validate};
//!
//! let domain = parse_domain("(define (domain lamp) (:predicates (lit))
//!     (:action press :precondition (not (lit)) :effect (lit)))")?.value;
//! let problem = parse_problem("(define (problem p) (:domain lamp) (:init) (:goal (lit)))", &domain)?.value;
//! let report = validate(&domain, &problem, &parse_plan("(press)\n; cost = 1 (unit cost)", &domain, &problem)?);
//! assert_eq!((report.outcome, report.cost), (Outcome::Valid, 1));
//!
//! let report = validate(&domain, &problem, &parse_plan("(press) (press)", &domain, &problem)?);
//! let Outcome::Inapplicable { step, unsatisfied } = report.outcome else { panic!() };
//! assert_eq!((step, &*unsatisfied[0].ground, unsatisfied[0].place.line), (1, "(not (lit))", 2));
//! # Ok::<(), unstuck_pddl::error::Diagnostic>(())
//! ```

mod explain;
mod plan;

pub use plan::{Step, parse_plan};

use crate::error::{Place, Source};
use crate::interpret::Interpreter;
use crate::syntax::tree::{Domain, Problem};

/// What the validator found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The cost of the steps that could be executed: their number if the problem has no metric.
    pub cost: u64,
    /// Whether the plan is valid.
    pub outcome: Outcome,
}

/// Whether a plan is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// All steps are applicable and the goal holds afterwards.
    Valid,
    /// A step is not applicable.
    Inapplicable {
        /// Which, from 0.
        step: usize,
        /// Why: every condition that does not hold.
        unsatisfied: Vec<Unsatisfied>,
    },
    /// All steps are applicable, but the goal does not hold afterwards.
    GoalNotReached {
        /// Every condition that does not hold.
        unsatisfied: Vec<Unsatisfied>,
    },
}

/// A condition that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsatisfied {
    /// The file that states it.
    pub file: Source,
    /// Where.
    pub place: Place,
    /// The condition as written, with variables.
    pub lifted: String,
    /// The condition with objects in place of variables.
    pub ground: String,
}

/// Executes a plan.
pub fn validate(domain: &Domain, problem: &Problem, plan: &[Step]) -> Report {
    let interpreter = Interpreter::new(domain, problem);
    let mut state = interpreter.initial();
    let mut world = interpreter.world(&state);
    let mut cost = 0_u64;
    for (number, step) in plan.iter().enumerate() {
        let price = interpreter.cost(&step.action);
        match price.filter(|_| interpreter.is_applicable(&world, &step.action)) {
            Some(price) => cost = cost.saturating_add(price),
            None => {
                let unsatisfied = explain::step(&interpreter, &world, &step.action);
                return Report { cost, outcome: Outcome::Inapplicable { step: number, unsatisfied } };
            }
        }
        interpreter.advance(&mut state, &mut world, &step.action);
    }
    let outcome = match interpreter.is_goal(&world) {
        true => Outcome::Valid,
        false => Outcome::GoalNotReached { unsatisfied: explain::goal(&interpreter, &world) },
    };
    Report { cost, outcome }
}
