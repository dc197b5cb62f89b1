//! A ground planning task: its objects, atoms, operators and states.

use crate::call::{away, guarded};
use crate::errors::told;
use crate::plain::python;
use crate::solving::Common;
use anyhow::{Context as _, Result, anyhow, bail};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use unstuck_core::domain::DomainRef;
use unstuck_core::feature::View;
use unstuck_core::heuristic::NodeFeatures;
use unstuck_core::instance::{Bound, Instance, SpaceError};
use unstuck_core::language::{Checked, HeuristicRef};
use unstuck_core::problem::{Each, Problem};
use unstuck_core::puzzle::Puzzle;
use unstuck_ops::watch::{Activity, Watch};
use unstuck_ops::wording::limit_name;
use unstuck_ops::{Context, method};
use unstuck_pddl::ids::{AtomId, Fact, OperatorId, TypeId};
use unstuck_pddl::syntax::{print_domain, print_problem};
use unstuck_pddl::task::{PredicateKind, Task as Ground};
use unstuck_planning::instance::PlanningInstance;
use unstuck_planning::problem::{Action, PlanningProblem};
use unstuck_planning::state::State as Words;

/// What a task and its states share.
struct Shared {
    domain: DomainRef,
    problem: PlanningProblem,
}

impl Shared {
    fn ground(&self) -> &Ground {
        &self.problem.ground.task
    }

    /// The atoms that can change, those excepted that grounding introduced.
    fn atoms(&self) -> impl Iterator<Item = AtomId> + '_ {
        let task = self.ground();
        let kind = move |atom: AtomId| task.predicates[task.atoms.predicate(atom).index()].kind;
        (0..task.atoms.len()).map(AtomId::new).filter(move |&atom| kind(atom) != PredicateKind::Introduced)
    }

    fn step(&self, operator: OperatorId) -> String {
        format!("({})", self.ground().operator_name(operator))
    }

    fn facts(&self, facts: &[Fact]) -> Vec<String> {
        facts.iter().map(|&fact| self.ground().fact_name(fact)).collect()
    }
}

/// A ground planning task.
#[pyclass(frozen, module = "unstuck._unstuck")]
pub struct Task(Arc<Shared>);

/// An operator as Python sees it: step, cost, conditions, effects, and conditional effects with their conditions.
type Operator = (String, u32, Vec<String>, Vec<String>, Vec<(Vec<String>, String)>);

#[pymethods]
impl Task {
    /// Reads and grounds the one task that the names mean.
    #[new]
    fn new(py: Python<'_>, instance: Vec<String>, common: Common) -> PyResult<Self> {
        let activity = Activity::default();
        let stop = || activity.abandoned.store(true, Ordering::Relaxed);
        let shared = away(py, &stop, || {
            let limits = common.limits()?.of_each(1, 1);
            let mut watch = Watch::new(&activity, limits);
            let (context, reading) = (Context::silent(&activity), common.reading());
            let domain = context.optional_domain(common.domain())?;
            let source = context.single(&instance, domain.as_ref(), &reading)?;
            let read = source.read(&reading)?;
            let task = PlanningInstance::of(&*read)
                .with_context(|| format!("{} is not a planning task", source.name))?;
            let problem = task.problem(limits, &mut watch).map_err(|error| match error {
                SpaceError::Limit(limit, _) => anyhow!("grounding was stopped by {}", limit_name(limit)),
                other => anyhow!(other),
            })?;
            Ok(Shared { domain: source.domain, problem })
        })?;
        Ok(Self(Arc::new(shared)))
    }

    /// The name of the domain.
    #[getter]
    fn domain(&self) -> String {
        self.0.domain.info().name.to_string()
    }

    /// The PDDL text of the domain.
    #[getter]
    fn definition(&self) -> String {
        print_domain(&self.0.problem.source.domain)
    }

    /// The PDDL text of the problem.
    #[getter]
    fn text(&self) -> String {
        let source = &self.0.problem.source;
        print_problem(&source.domain, &source.problem)
    }

    /// What costs are counted in.
    #[getter]
    fn metric(&self) -> String {
        self.0.problem.metric().to_string()
    }

    /// Numbers of atoms, operators and variables, and the words of a packed state.
    #[getter]
    fn size<'py>(&self, py: Python<'py>) -> PyResult<pyo3::Bound<'py, PyAny>> {
        python(py, &self.0.problem.ground.size())
    }

    /// The objects with their declared types, constants of the domain first.
    #[getter]
    fn objects(&self) -> Vec<(String, Vec<String>)> {
        let task = self.0.ground();
        let name = |&kind: &TypeId| task.types.name(kind).to_owned();
        task.objects
            .iter()
            .map(|object| (object.name.to_string(), object.types.iter().map(name).collect()))
            .collect()
    }

    /// The atoms that can change and matter to the goal.
    #[getter]
    fn atoms(&self) -> Vec<String> {
        self.0.atoms().map(|atom| self.0.ground().atom_name(atom)).collect()
    }

    /// The atoms that hold in all states.
    #[getter]
    fn static_atoms(&self) -> Vec<String> {
        let statics = &self.0.ground().statics;
        let name = |atom| self.0.ground().written(statics.predicate(atom), statics.objects(atom));
        (0..statics.len()).map(AtomId::new).map(name).collect()
    }

    /// The operator of a number; none if there are fewer.
    fn operator(&self, number: u32) -> Option<Operator> {
        let (operators, operator) = (&self.0.ground().operators, OperatorId(number));
        if operator.index() >= operators.len() {
            return None;
        }
        let conditional = operators
            .conditional_effects(operator)
            .map(|(condition, effect)| (self.0.facts(condition), self.0.ground().fact_name(effect)));
        Some((
            self.0.step(operator),
            operators.cost(operator),
            self.0.facts(operators.precondition(operator)),
            self.0.facts(operators.effects(operator)),
            conditional.collect(),
        ))
    }

    /// What the goal asks for.
    #[getter]
    fn goal(&self) -> Vec<String> {
        let task = self.0.ground();
        match task.goal_atoms.is_empty() {
            true => self.0.facts(&task.goal),
            false => task.goal_atoms.iter().map(|(p, objects)| task.written(*p, objects)).collect(),
        }
    }

    /// The initial state.
    #[getter]
    fn initial(&self) -> State {
        State { shared: self.0.clone(), words: self.0.problem.ground.initial() }
    }
}

/// A state of a task. States with the same atoms are equal.
#[pyclass(frozen, module = "unstuck._unstuck")]
pub struct State {
    shared: Arc<Shared>,
    words: Words,
}

impl State {
    fn packed(&self) -> &[u64] {
        &self.words.words()[..self.shared.problem.packed_len()]
    }

    fn applicable(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        let _ = self.shared.problem.visit(
            &self.words,
            None,
            &mut Each(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            }),
        );
        actions
    }

    fn after(&self, action: Action) -> Self {
        let mut words = self.words.clone();
        self.shared.problem.apply(&mut words, action);
        Self { shared: self.shared.clone(), words }
    }

    /// The value of a heuristic that reads states alone.
    fn evaluate(&self, text: &str) -> Result<f64> {
        let Shared { domain, problem, .. } = &*self.shared;
        let checked = match method::heuristic(&**domain, text)? {
            HeuristicRef::Formula(checked) => Checked::new(checked.formula.clone(), domain.features()),
            HeuristicRef::Blind => return Ok(0.0),
        };
        if let Some(info) = checked.infos().find(|info| !info.node().needs.state_only()) {
            bail!("'{}' reads how a node was reached; only a search has its value", info.name);
        }
        let view = View { problem, state: &self.words, parent: None, g: 0, siblings: 0, path: &[] };
        let mut lazy = NodeFeatures::new(problem);
        lazy.next_view();
        let (program, mut dead_end) = (checked.program(), false);
        let value = program.run(&mut program.slots(), |index| {
            let value = lazy.get(&view, usize::from(index));
            dead_end |=
                value == f64::INFINITY && domain.features().features()[usize::from(index)].node().safe;
            value
        });
        Ok(if dead_end { f64::INFINITY } else { value })
    }
}

#[pymethods]
impl State {
    /// The true ones of the task's atoms.
    #[getter]
    fn atoms(&self) -> Vec<String> {
        let (task, ground) = (self.shared.ground(), &self.shared.problem.ground);
        let holds = |&atom: &AtomId| ground.holds(&self.words, task.variables.fact(atom));
        self.shared.atoms().filter(holds).map(|atom| task.atom_name(atom)).collect()
    }

    /// Whether the goal holds.
    #[getter]
    fn is_goal(&self) -> bool {
        self.shared.problem.is_goal(&self.words)
    }

    /// The applicable operators: step, cost, and the state that follows.
    fn successors(&self, py: Python<'_>) -> Vec<(String, u32, Self)> {
        let successor = |action: Action| {
            (self.shared.step(action.operator()), self.shared.problem.cost(action), self.after(action))
        };
        py.detach(|| self.applicable().into_iter().map(successor).collect())
    }

    /// The state after a step.
    fn apply(&self, step: &str) -> PyResult<Self> {
        let wanted = step.trim().to_lowercase();
        let found = self.applicable().into_iter().find(|a| self.shared.step(a.operator()) == wanted);
        found.map(|action| self.after(action)).ok_or_else(|| told(&anyhow!("{step} is not applicable here")))
    }

    /// The values of all features that a state alone determines, the expensive ones excepted.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<pyo3::Bound<'py, PyDict>> {
        let Shared { domain, problem, .. } = &*self.shared;
        let bound = Bound::new(domain.features(), problem.clone(), self.words.clone());
        let values = guarded(|| Ok(py.detach(|| bound.values())))?;
        let found = PyDict::new(py);
        for (name, value) in domain.features().names().zip(values) {
            if let Some(value) = value {
                found.set_item(name, value)?;
            }
        }
        Ok(found)
    }

    /// The value of a heuristic.
    fn value(&self, py: Python<'_>, heuristic: &str) -> PyResult<f64> {
        guarded(|| py.detach(|| self.evaluate(heuristic)).map_err(|error| told(&error)))
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, op: CompareOp) -> Option<bool> {
        let equal = Arc::ptr_eq(&self.shared, &other.shared) && self.packed() == other.packed();
        match op {
            CompareOp::Eq => Some(equal),
            CompareOp::Ne => Some(!equal),
            _ => None,
        }
    }

    fn __hash__(&self) -> u64 {
        self.shared.problem.hash(&self.words)
    }

    fn __repr__(&self) -> String {
        format!("<State: {}>", self.atoms().join(" "))
    }
}
