//! The features that every planning domain has.
//!
//! They read the ground task alone, so that a heuristic made of them applies to all domains. Estimates by relaxation
//! belong in files of their own next to this table.

use super::problem::PlanningProblem;
use super::state::State;
use crate::feature::{Feature, FeatureInfo, Needs, View, context, estimate, measure, up_to};
use crate::heuristic::Featured;
use unstuck_pddl::ids::Fact;

const NEVER: &[&str] = &[];
const ALL: &[&str] = &["cost", "length"];

type Row = Feature<PlanningProblem>;

/// The feature table.
pub static FEATURES: &[Row] = &[
    Feature::new(estimate("zero", "0", ALL, ALL), |_, _| up_to(0), |_, ()| 0.0),
    Feature::new(
        estimate("goals_left", "goals that do not hold (a step may reach several)", NEVER, NEVER),
        |p, _| up_to(p.goals()),
        |v, ()| v.problem.goals_left(v.state).into(),
    ),
    Feature::new(
        measure("applicable", "applicable operators"),
        |p, _| up_to(p.ground.task.operators.len() as u32),
        |v, ()| v.problem.applicable(v.state).into(),
    ),
    Feature::new(
        measure("objects", "objects of the task"),
        |p, _| up_to(p.objects()),
        |v, ()| v.problem.objects().into(),
    ),
    Feature::new(
        measure("atoms", "true atoms among those that operators change"),
        |p, _| up_to(p.ground.fluents() as u32),
        |v, ()| v.problem.ground.true_fluents(v.state).count() as f64,
    ),
    Feature::new(
        measure("goals", "goals of the task, reached or not"),
        |p, _| up_to(p.goals()),
        |v, ()| v.problem.goals().into(),
    ),
    Feature::new(
        measure("delta_goals", "change of goals_left by the last step").needing(Needs::PARENT),
        |p, _| Some((-f64::from(p.goals()), p.goals().into())),
        |v, ()| match v.parent {
            Some((parent, _)) => {
                f64::from(v.problem.goals_left(v.state)) - f64::from(v.problem.goals_left(parent))
            }
            None => 0.0,
        },
    ),
    Feature::new(
        last_step("goal_gained", "the last step reached a goal"),
        |_, _| up_to(1),
        |v, ()| change(v, |before, after| !before && after),
    ),
    Feature::new(
        last_step("goal_lost", "the last step undid a goal"),
        |_, _| up_to(1),
        |v, ()| change(v, |before, after| before && !after),
    ),
    Feature::new(
        context("g", "cost of the path so far", Needs::G),
        |_, _| Some((0.0, f64::INFINITY)),
        |v, ()| v.g.into(),
    ),
    Feature::new(
        context("siblings", "children of the parent", Needs::SIBLINGS),
        |p, _| up_to(p.ground.task.operators.len() as u32),
        |v, ()| v.siblings.into(),
    ),
    Feature::new(
        context("phase", "g / (g + goals_left), 0 where both are 0", Needs::G),
        |_, _| up_to(1),
        |v, ()| match v.g {
            0 => 0.0,
            g => f64::from(g) / (f64::from(g) + f64::from(v.problem.goals_left(v.state))),
        },
    ),
];

const fn last_step(name: &'static str, about: &'static str) -> FeatureInfo {
    measure(name, about).boolean().needing(Needs::PARENT)
}

/// Whether the last step changed any goal in this way; the function is told whether the goal held before and after.
fn change(view: &View<'_, PlanningProblem>, is: fn(bool, bool) -> bool) -> f64 {
    let ground = &view.problem.ground;
    let changed = |parent: &State| {
        let is = |&fact: &Fact| is(ground.holds(parent, fact), ground.holds(view.state, fact));
        ground.task.goal.iter().any(is)
    };
    view.parent.is_some_and(|(parent, _)| changed(parent)).into()
}

impl PlanningProblem {
    fn goals(&self) -> u32 {
        self.ground.task.goal.len() as u32
    }

    fn objects(&self) -> u32 {
        self.ground.task.objects.len() as u32
    }

    fn goals_left(&self, state: &State) -> u32 {
        self.ground.task.goal.iter().filter(|&&fact| !self.ground.holds(state, fact)).count() as u32
    }
}

impl Featured for PlanningProblem {
    fn features(&self) -> &[Row] {
        FEATURES
    }
}
