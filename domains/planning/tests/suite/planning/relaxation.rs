//! hmax, hadd and relaxed plans: against a plain fixpoint over the task, and against exact distances.

use super::{random_task, read, tasks};
use unstuck_core::audit::AuditRequest;
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::HeuristicRef;
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::Limits;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Task;
use unstuck_planning::ground_task::GroundTask;
use unstuck_planning::instance::PlanningInstance;
use unstuck_planning::relaxation::{Costs, Exploration, RelaxedPlan};
use unstuck_planning::scratch::Scratch;

const INFINITE: u64 = u64::MAX;

/// The costs of all facts, by going through all operators and axioms until nothing changes.
fn naive(task: &Task, state: &[Fact], max: bool, unit: bool) -> Vec<u64> {
    let variables = &task.variables;
    let mut costs = vec![INFINITE; variables.fact_count()];
    for variable in variables.ids().skip(variables.fluent()) {
        costs[variables.first(variable).index() + 1] = 0;
    }
    state.iter().for_each(|fact| costs[fact.index()] = 0);
    let combine = |costs: &[u64], facts: &mut dyn Iterator<Item = &Fact>| {
        let mut known: Vec<Fact> = facts.copied().collect();
        known.sort_unstable();
        known.dedup();
        known.iter().try_fold(0, |all: u64, fact| {
            let cost = Some(costs[fact.index()]).filter(|&cost| cost != INFINITE)?;
            Some(if max { all.max(cost) } else { all + cost })
        })
    };
    loop {
        let before = costs.clone();
        for operator in task.operators.ids() {
            let own = if unit { 1 } else { u64::from(task.operators.cost(operator)) };
            let precondition = task.operators.precondition(operator);
            let mut reach = |effect: Fact, conditions: Option<u64>| {
                if let Some(conditions) = conditions {
                    costs[effect.index()] = costs[effect.index()].min(conditions + own);
                }
            };
            let plain = combine(&before, &mut precondition.iter());
            task.operators.effects(operator).iter().for_each(|&effect| reach(effect, plain));
            for (condition, effect) in task.operators.conditional_effects(operator) {
                let mut all = precondition.iter().chain(condition);
                let variable = |fact: &Fact| variables.variable(*fact);
                let contradict = condition.iter().any(|fact| {
                    precondition.iter().any(|other| other != fact && variable(other) == variable(fact))
                });
                if !contradict {
                    reach(effect, combine(&before, &mut all));
                }
            }
        }
        for axiom in 0..task.axioms.len() {
            if let Some(body) = combine(&before, &mut task.axioms.body(axiom).iter()) {
                let head = &mut costs[task.axioms.head(axiom).index()];
                *head = body.min(*head);
            }
        }
        if costs == before {
            return costs;
        }
    }
}

/// Calls `each` for states of a random walk.
fn walk(ground: &GroundTask, seed: u64, mut each: impl FnMut(&[Fact])) {
    let task = &ground.task;
    let mut random = stream(seed, "walk in a relaxation test", &[]);
    let mut state = task.initial_state();
    for _ in 0..6 {
        each(&state);
        let applicable: Vec<OperatorId> =
            task.operators.ids().filter(|&operator| task.is_applicable(&state, operator)).collect();
        if applicable.is_empty() {
            break;
        }
        state = task.successor(&state, applicable[random.random_range(0..applicable.len())]);
    }
}

fn check(ground: &GroundTask, seed: u64) {
    let rules = ground.relaxation();
    let (mut exploration, mut plan) = (Exploration::default(), RelaxedPlan::default());
    let mut cuts = [Scratch::default(), Scratch::default()];
    walk(ground, seed, |facts| {
        let state = ground.state(&facts[..ground.task.variables.fluent()]);
        let words = state.words();
        for (costs, cuts) in [Costs::Unit, Costs::Task].into_iter().zip(&mut cuts) {
            let goals = |max: bool| -> Option<Vec<u64>> {
                let costs = naive(&ground.task, facts, max, costs == Costs::Unit);
                let goals = ground.task.goal.iter().map(|goal| costs[goal.index()]);
                goals.map(|cost| Some(cost).filter(|&cost| cost != INFINITE)).collect()
            };
            let expected = goals(true).map(|costs| costs.into_iter().max().unwrap_or(0));
            assert_eq!(exploration.max(rules, words, costs).map(u64::from), expected);
            let cut = cuts.lm_cut(ground, &state, costs).map(u64::from);
            assert!(cut.is_none() == expected.is_none() && cut >= expected, "{cut:?}, hmax {expected:?}");
            let expected = goals(false).map(|costs| costs.into_iter().sum::<u64>());
            assert_eq!(exploration.sum(rules, words, costs).map(u64::from), expected);
            if let Some(sum) = expected {
                let explored = (&state, &exploration);
                let cost = ground.relaxed_plan(&mut plan, rules.targets(), explored, costs);
                assert!(u64::from(cost) <= sum, "{cost} of {sum}");
                is_plan(&ground.task, facts, &plan.operators);
                let applicable = |operator: &&OperatorId| ground.task.is_applicable(facts, **operator);
                let preferred: Vec<OperatorId> = plan.operators.iter().filter(applicable).copied().collect();
                assert_eq!(plan.preferred, preferred);
            }
        }
    });
}

/// Whether the operators reach the goal if nothing becomes false.
fn is_plan(task: &Task, state: &[Fact], operators: &[OperatorId]) {
    let variables = &task.variables;
    let mut reached = vec![false; variables.fact_count()];
    state.iter().for_each(|fact| reached[fact.index()] = true);
    for variable in variables.ids().skip(variables.fluent()) {
        reached[variables.first(variable).index() + 1] = true;
    }
    for _ in 0..=variables.fact_count() {
        let all = |facts: &[Fact], reached: &[bool]| facts.iter().all(|fact| reached[fact.index()]);
        for &operator in operators {
            if all(task.operators.precondition(operator), &reached) {
                task.operators.effects(operator).iter().for_each(|fact| reached[fact.index()] = true);
                for (condition, effect) in task.operators.conditional_effects(operator) {
                    reached[effect.index()] |= all(condition, &reached);
                }
            }
        }
        for axiom in 0..task.axioms.len() {
            reached[task.axioms.head(axiom).index()] |= all(task.axioms.body(axiom), &reached);
        }
    }
    assert!(task.goal.iter().all(|goal| reached[goal.index()]));
}

fn ground(instance: &dyn SearchInstance) -> Option<std::sync::Arc<GroundTask>> {
    let planning = instance.as_any().downcast_ref::<PlanningInstance>().unwrap();
    planning.ground(Limits::NONE, &mut ()).ok()
}

#[test]
fn values_are_those_of_a_plain_fixpoint() {
    let mut checked = 0;
    for seed in 0..400 {
        let Some((domain, problem)) = random_task::texts(seed) else { continue };
        if let Some(ground) = ground(&*read(&domain, &problem, &[])) {
            check(&ground, seed);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
    for (seed, (_, domain, problem)) in (0..).zip(tasks::built_in()) {
        check(&ground(&*read(&domain, &problem, &[])).unwrap(), seed);
    }
}

/// Random tasks and their exact distances: nothing that is declared admissible overestimates, nothing that is declared
/// consistent drops too fast, and only dead ends are infinite.
#[test]
fn declared_properties_hold() {
    for seed in 0..150 {
        let Some((domain, problem)) = random_task::texts(seed) else { continue };
        let instance = read(&domain, &problem, &[]);
        let names = ["hmax", "lmcut", "hadd", "hff", "hadd_cost", "hff_cost"];
        let heuristics = names.map(|name| HeuristicRef::read(name, instance.table()).unwrap());
        let limits = Limits { expanded: Some(3_000), ..Limits::NONE };
        let request = AuditRequest { heuristics: &heuristics, limits, clock: &|| 0.0 };
        for card in instance.audit(&request, &mut ()).into_iter().flatten() {
            assert!(!card.breaks_its_word(), "{card:?}\n{domain}\n{problem}");
        }
    }
}
