//! The features that every planning domain has.
//!
//! They read the ground task alone, so that a heuristic made of them applies to all domains.

use crate::heuristics::landmarks;
use crate::heuristics::relaxation::Costs;
use crate::problem::{Action, PlanningProblem};
use crate::scratch::Scratch;
use crate::task::state::State;
use unstuck_core::feature::{FeatureInfo, Needs, View, context, estimate, measure, up_to};
use unstuck_core::heuristic::NodeFeature;
use unstuck_pddl::ids::Fact;

const NEVER: &[&str] = &[];
const ALL: &[&str] = &["cost", "length"];

/// A row of the feature table of a planning domain.
pub type Row = NodeFeature<PlanningProblem>;

/// The feature table.
pub static FEATURES: &[Row] = &[
    NodeFeature::new(estimate("zero", "0", ALL, ALL), |_, _| up_to(0), |_, _| 0.0),
    NodeFeature::new(
        estimate("goals_left", "goals that do not hold (a step may reach several)", NEVER, NEVER),
        |p, _| up_to(p.goals()),
        |v, _| v.problem.goals_left(v.state).into(),
    ),
    NodeFeature::new(
        estimate("hmax", "cost of the dearest goal without deletes, by dearest conditions", ALL, ALL).safe(),
        |_, _| UNBOUNDED,
        |v, scratch| finite(scratch.max(&v.problem.ground, v.state, v.problem.distinct(Costs::Task))),
    ),
    NodeFeature::new(
        estimate(
            "lmcut",
            "cost of disjunctive action landmarks; hmax with axioms or conditional effects",
            ALL,
            NEVER,
        )
        .safe()
        .expensive(),
        |_, _| UNBOUNDED,
        |v, scratch| finite(scratch.lm_cut(&v.problem.ground, v.state, v.problem.distinct(Costs::Task))),
    ),
    NodeFeature::new(
        estimate("hadd", "steps to all goals without deletes, conditions counted one by one", NEVER, NEVER)
            .safe(),
        |_, _| UNBOUNDED,
        |v, scratch| finite(scratch.relaxed(&v.problem.ground, v.state, Costs::Unit).sum),
    ),
    NodeFeature::new(
        estimate("hff", "steps of a relaxed plan", NEVER, NEVER).safe(),
        |p, _| up_to(p.ground.task.operators.len() as u32),
        |v, scratch| plan_cost(v.problem, v.state, scratch, Costs::Unit),
    ),
    NodeFeature::new(
        estimate("hadd_cost", "as hadd, in the instance's metric", NEVER, NEVER).safe(),
        |_, _| UNBOUNDED,
        |v, scratch| finite(scratch.relaxed(&v.problem.ground, v.state, v.problem.distinct(Costs::Task)).sum),
    ),
    NodeFeature::new(
        estimate("hff_cost", "as hff, in the instance's metric", NEVER, NEVER).safe(),
        |_, _| UNBOUNDED,
        |v, scratch| plan_cost(v.problem, v.state, scratch, Costs::Task),
    ),
    NodeFeature::new(
        estimate("landmarks", "landmarks that are not reached, or are needed again", NEVER, NEVER)
            .needing(Needs::PATH),
        |_, _| up_to(landmarks::MAX as u32),
        |v, _| {
            let ground = &v.problem.ground;
            ground.landmarks().count(&ground.layout, v.state.words(), v.path).into()
        },
    ),
    NodeFeature::new(
        measure("relaxed_left", "facts of the relaxed plan of the initial state that do not hold"),
        |_, _| UNBOUNDED,
        |v, scratch| scratch.relaxed_left(&v.problem.ground, v.state).into(),
    ),
    NodeFeature::new(
        measure("applicable", "applicable operators"),
        |p, _| up_to(p.ground.task.operators.len() as u32),
        |v, _| v.problem.applicable(v.state).into(),
    ),
    NodeFeature::new(
        measure("objects", "objects of the task"),
        |p, _| up_to(p.objects()),
        |v, _| v.problem.objects().into(),
    ),
    NodeFeature::new(
        measure("atoms", "true atoms among those that operators change"),
        |p, _| up_to(p.ground.fluents() as u32),
        |v, _| v.problem.ground.true_fluents(v.state).count() as f64,
    ),
    NodeFeature::new(
        measure("goals", "goals of the task, reached or not"),
        |p, _| up_to(p.goals()),
        |v, _| v.problem.goals().into(),
    ),
    NodeFeature::new(
        measure("delta_goals", "change of goals_left by the last step").needing(Needs::PARENT),
        |p, _| Some((-f64::from(p.goals()), p.goals().into())),
        |v, _| match v.parent {
            Some((parent, _)) => {
                f64::from(v.problem.goals_left(v.state)) - f64::from(v.problem.goals_left(parent))
            }
            None => 0.0,
        },
    ),
    NodeFeature::new(
        measure("delta_hff", "change of hff by the last step").needing(Needs::PARENT).safe(),
        |_, _| Some((f64::NEG_INFINITY, f64::INFINITY)),
        |v, scratch| match v.parent {
            Some((parent, _)) => {
                let here = plan_cost(v.problem, v.state, scratch, Costs::Unit);
                let before = plan_cost(v.problem, parent, scratch, Costs::Unit);
                // Behind a dead end there are only dead ends.
                if here == f64::INFINITY { here } else { here - before }
            }
            None => 0.0,
        },
    ),
    NodeFeature::new(
        last_step("preferred", "the last step is in the relaxed plan of the state before"),
        |_, _| up_to(1),
        |v, scratch| match v.parent {
            Some((parent, action)) => is_preferred(v.problem, parent, action, scratch).into(),
            None => 0.0,
        },
    ),
    NodeFeature::new(
        last_step("goal_gained", "the last step reached a goal"),
        |_, _| up_to(1),
        |v, _| change(v, |before, after| !before && after),
    ),
    NodeFeature::new(
        last_step("goal_lost", "the last step undid a goal"),
        |_, _| up_to(1),
        |v, _| change(v, |before, after| before && !after),
    ),
    NodeFeature::new(
        measure("landmark_reached", "the last step reached a landmark").boolean().needing(Needs::PATH),
        |_, _| up_to(1),
        |v, _| v.problem.ground.landmarks().is_progress(v.path).into(),
    ),
    NodeFeature::new(
        context(
            "novelty",
            "1 if a fact is new among the states with the same goals_left and relaxed_left that were evaluated before, \
             2 if a pair of facts is, 3 otherwise",
            Needs { parent: true, ..Needs::HISTORY },
        ),
        |_, _| Some((1.0, 3.0)),
        |v, scratch| {
            let goals = v.problem.goals_left(v.state);
            scratch.novelty(&v.problem.ground, v.state, v.parent.map(|(parent, _)| parent), goals).into()
        },
    ),
    NodeFeature::new(
        context("g", "cost of the path so far", Needs::G),
        |_, _| Some((0.0, f64::INFINITY)),
        |v, _| v.g.into(),
    ),
    NodeFeature::new(
        context("siblings", "children of the parent", Needs::SIBLINGS),
        |p, _| up_to(p.ground.task.operators.len() as u32),
        |v, _| v.siblings.into(),
    ),
    NodeFeature::new(
        context("phase", "g / (g + goals_left), 0 where both are 0", Needs::G),
        |_, _| up_to(1),
        |v, _| match v.g {
            0 => 0.0,
            g => f64::from(g) / (f64::from(g) + f64::from(v.problem.goals_left(v.state))),
        },
    ),
];

/// The range of estimates that costs bound, and those that count a condition several times.
const UNBOUNDED: Option<(f64, f64)> = Some((0.0, f64::INFINITY));

/// An estimate, or infinity in a dead end.
fn finite(value: Option<u32>) -> f64 {
    value.map_or(f64::INFINITY, f64::from)
}

fn plan_cost(problem: &PlanningProblem, state: &State, scratch: &mut Scratch, costs: Costs) -> f64 {
    let relaxed = scratch.relaxed(&problem.ground, state, problem.distinct(costs));
    finite(relaxed.sum.map(|_| relaxed.cost))
}

fn is_preferred(problem: &PlanningProblem, parent: &State, action: Action, scratch: &mut Scratch) -> bool {
    let relaxed = scratch.relaxed(&problem.ground, parent, Costs::Unit);
    relaxed.sum.is_some() && relaxed.plan.preferred.contains(&action.operator())
}

/// The heuristic where none is named.
pub(super) const DEFAULT: &str = "hff";

/// The features that need no relaxation of the task.
const WITHOUT_RELAXATION: &[&str] = &[
    "zero",
    "goals_left",
    "applicable",
    "objects",
    "atoms",
    "goals",
    "delta_goals",
    "goal_gained",
    "goal_lost",
    "g",
    "siblings",
    "phase",
];

/// Whether a feature reads the relaxation of the task.
pub fn reads_relaxation(name: &str) -> bool {
    let lifted = name.contains('(') && !name.starts_with("relaxed(");
    !lifted && !WITHOUT_RELAXATION.contains(&name)
}

const fn last_step(name: &'static str, about: &'static str) -> FeatureInfo {
    measure(name, about).boolean().needing(Needs::PARENT)
}

/// Whether the last step changed any goal in this way; the function receives whether the goal held before and after.
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
