//! A ground task with everything that searches in it need.

use crate::heuristics::consumables::Consumables;
use crate::heuristics::landmarks::{Given, Landmarks};
use crate::heuristics::lm_cut::LmCutTable;
use crate::heuristics::relaxation::{Achievers, Costs, Exploration, Relaxation, RelaxedPlan, Targets};
use crate::task::derivation::Derivation;
use crate::task::layout::Layout;
use crate::task::state::{Parts, Saved, State};
use crate::task::successors::{self, Successors};
use crate::task::symmetry::{Blocks, Symmetry};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use unstuck_core::instance::TaskSize;
use unstuck_pddl::ids::{AtomId, Fact, ObjectId, OperatorId, SchemaId};
use unstuck_pddl::interpret::GroundAction;
use unstuck_pddl::task::{PredicateKind, Task};

/// A ground task, prepared for searches. Shared by all jobs on the same problem.
#[derive(Debug)]
pub struct GroundTask {
    /// The task.
    pub task: Task,
    /// Where its variables are in a state.
    pub layout: Layout,
    /// Its axioms.
    pub derivation: Derivation,
    /// Its interchangeable objects.
    pub symmetry: Symmetry,
    /// Its applicable operators.
    pub successors: Successors,
    /// The goal by words: which bits, and what they must be.
    goal: Vec<(usize, u64, u64)>,
    /// Atoms that operators change.
    fluents: Vec<AtomId>,
    min_cost: u32,
    unit_cost: bool,
    /// Made when it is needed first.
    relaxation: OnceLock<Relaxation>,
    /// Made when they are needed first.
    achievers: OnceLock<Achievers>,
    /// Made when it is needed first.
    lm_cut: OnceLock<LmCutTable>,
    /// Made when they are needed first.
    landmarks: OnceLock<Landmarks>,
    /// Found when they are needed first.
    consumables: OnceLock<Consumables>,
    /// Facts of the relaxed plan of the initial state.
    first_relaxed: OnceLock<Vec<u32>>,
    /// See [`sorted`](Self::sorted).
    sorted: OnceLock<Vec<u32>>,
}

impl GroundTask {
    /// Its size.
    pub fn size(&self) -> TaskSize {
        TaskSize {
            atoms: self.task.atoms.len(),
            operators: self.task.operators.len(),
            variables: self.task.variables.len(),
            words: self.layout.packed(),
        }
    }

    /// Prepares a task. `poll` receives the bytes held, and ends the work by returning false. `None` if it did, or if the task
    /// is too large.
    pub fn new(task: Task, poll: &mut dyn FnMut(usize) -> bool) -> Option<Self> {
        let layout = Layout::new(&task.variables);
        let derivation = Derivation::new(&task, &layout);
        let symmetry = Symmetry::new(&task, &layout);
        let held = task.bytes() + layout.bytes() + derivation.bytes() + symmetry.bytes();
        let successors = successors::compile(&task, &layout, &symmetry, &mut |bytes| poll(held + bytes))?;
        let mut goal: Vec<(usize, u64, u64)> = Vec::new();
        for &fact in &task.goal {
            let (word, mask, value) = layout.slot(fact).bits();
            match goal.iter_mut().find(|entry| entry.0 == word) {
                Some(entry) => *entry = (word, entry.1 | mask, entry.2 | value),
                None => goal.push((word, mask, value)),
            }
        }
        let kind = |atom: AtomId| task.predicates[task.atoms.predicate(atom).index()].kind;
        let fluents = (0..task.atoms.len()).map(AtomId::new);
        let fluents = fluents.filter(|&atom| kind(atom) == PredicateKind::Fluent).collect();
        let min_cost = task.operators.ids().map(|operator| task.operators.cost(operator)).min().unwrap_or(1);
        let unit_cost = task.operators.unit_cost();
        let relaxation = OnceLock::new();
        Some(Self {
            task,
            layout,
            derivation,
            symmetry,
            successors,
            goal,
            fluents,
            min_cost,
            unit_cost,
            relaxation,
            achievers: OnceLock::new(),
            lm_cut: OnceLock::new(),
            landmarks: OnceLock::new(),
            consumables: OnceLock::new(),
            first_relaxed: OnceLock::new(),
            sorted: OnceLock::new(),
        })
    }

    /// The state in which these facts hold, one for each variable that operators set.
    pub fn state(&self, facts: &[Fact]) -> State {
        let mut state = State::new(self.layout.words());
        for &fact in facts {
            self.layout.slot(fact).write(state.words_mut());
        }
        self.derivation.run(&self.layout, &mut state);
        state
    }

    /// The initial state.
    pub fn initial(&self) -> State {
        self.state(&self.task.initial)
    }

    /// The facts of a state, one for each variable that operators set.
    pub fn facts(&self, state: &State) -> Vec<Fact> {
        let variables = &self.task.variables;
        let value = |variable| self.layout.field(variable).value(state.words());
        let fluent = variables.ids().take(variables.fluent());
        fluent.map(|variable| Fact(variables.first(variable).0 + value(variable))).collect()
    }

    /// The applicable operators of a state, symmetric ones included.
    pub fn applicable(&self, state: &State) -> Vec<OperatorId> {
        let mut found = Vec::new();
        let of = ((&self.task, &self.layout), (&self.symmetry, Blocks::DISTINCT));
        let _ = self.successors.visit(state.words(), of.0, of.1, |operator| {
            found.push(operator);
            ControlFlow::Continue(())
        });
        found
    }

    /// Applies an applicable operator.
    #[inline]
    pub(super) fn apply(&self, state: &mut State, operator: OperatorId) -> Saved {
        let saved = state.save();
        let Self { task, layout, derivation, .. } = self;
        let Parts { words, mut log, scratch } = state.parts();
        let mut write = |fact: Fact, words: &mut [u64]| {
            let slot = layout.slot(fact);
            let old = slot.write(words);
            if let Some(log) = &mut log {
                log.push(fact.0 - slot.of_value() + old);
            }
        };
        // Conditions refer to the state before, so they are read before anything is written.
        if task.operators.has_conditional_effects() {
            scratch.clear();
            for (condition, fact) in task.operators.conditional_effects(operator) {
                if condition.iter().all(|&fact| layout.slot(fact).holds(words)) {
                    scratch.push(fact.0);
                }
            }
        }
        for &fact in task.operators.effects(operator) {
            write(fact, words);
        }
        if task.operators.has_conditional_effects() {
            scratch.iter().for_each(|&fact| write(Fact(fact), words));
        }
        derivation.run(layout, state);
        saved
    }

    /// The values of the variables that operators set, after an applicable operator.
    #[inline]
    pub(super) fn write_after(&self, words: &[u64], operator: OperatorId, out: &mut [u64]) {
        let Self { task, layout, .. } = self;
        match out {
            // The usual width of a small task, without the call that copying takes.
            [word] => *word = words[0],
            _ => out.copy_from_slice(&words[..out.len()]),
        }
        for &fact in task.operators.effects(operator) {
            layout.slot(fact).write(out);
        }
        if task.operators.has_conditional_effects() {
            for (condition, fact) in task.operators.conditional_effects(operator) {
                if condition.iter().all(|&fact| layout.slot(fact).holds(words)) {
                    layout.slot(fact).write(out);
                }
            }
        }
    }

    /// Whether a fact holds.
    #[inline]
    pub fn holds(&self, state: &State, fact: Fact) -> bool {
        self.layout.slot(fact).holds(state.words())
    }

    /// Whether a state satisfies the goal.
    #[inline]
    pub fn is_goal(&self, state: &State) -> bool {
        let words = state.words();
        self.goal.iter().all(|&(word, mask, value)| words[word] & mask == value)
    }

    /// The operator that searches generate in place of one that differs from it by interchangeable objects only: each object is
    /// replaced by the first of its block that is not an argument yet.
    pub fn first_of_equals(&self, operator: OperatorId, blocks: &Blocks) -> Option<OperatorId> {
        let operators = &self.task.operators;
        let arguments = operators.arguments(operator);
        if self.symmetry.is_canonical(arguments, blocks) {
            return Some(operator);
        }
        let wanted = self.symmetry.canonical(arguments, blocks);
        self.operators_of(operators.schema(operator), &wanted).next()
    }

    /// The operators of a schema with these arguments: several where its condition is a disjunction, none where the goal does not
    /// depend on what they do.
    pub fn operators_of<'a>(
        &'a self,
        schema: SchemaId,
        arguments: &'a [ObjectId],
    ) -> impl Iterator<Item = OperatorId> + 'a {
        let operators = &self.task.operators;
        let all = operators.of(schema);
        let sorted = self.sorted();
        let at = move |place: u32| OperatorId(sorted.get(place as usize).copied().unwrap_or(place));
        let (mut low, mut high) = (all.start, all.end);
        while low < high {
            let middle = low.midpoint(high);
            if operators.arguments(at(middle)) < arguments {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..all.end).map(at).take_while(move |&operator| operators.arguments(operator) == arguments)
    }

    /// The applicable operator that does what an action does in a state.
    pub fn applicable_as(&self, state: &State, (schema, arguments): &GroundAction) -> Option<OperatorId> {
        let precondition = |operator: OperatorId| self.task.operators.precondition(operator);
        self.operators_of(*schema, arguments)
            .find(|&operator| precondition(operator).iter().all(|&fact| self.holds(state, fact)))
    }

    /// The operators sorted by schema and arguments; nothing where they are so by their numbers.
    fn sorted(&self) -> &[u32] {
        self.sorted.get_or_init(|| {
            let operators = &self.task.operators;
            let mut sorted: Vec<u32> = Vec::new();
            for schema in (0..self.task.schemas.len()).map(SchemaId::new) {
                let from = sorted.len();
                sorted.extend(operators.of(schema));
                sorted[from..].sort_by_key(|&operator| operators.arguments(OperatorId(operator)));
            }
            if sorted.is_sorted() { Vec::new() } else { sorted }
        })
    }

    /// The true atoms that operators change, sorted by predicate and objects.
    pub fn true_fluents(&self, state: &State) -> impl Iterator<Item = AtomId> + '_ {
        let words = state.words().to_vec();
        let holds = move |&atom: &AtomId| self.layout.slot(self.task.variables.fact(atom)).holds(&words);
        self.fluents.iter().copied().filter(holds)
    }

    /// Number of atoms that operators change.
    pub fn fluents(&self) -> usize {
        self.fluents.len()
    }

    /// The relaxation of the task, made when it is asked for first.
    pub fn relaxation(&self) -> &Relaxation {
        self.relaxation.get_or_init(|| Relaxation::new(&self.task, &self.layout))
    }

    /// Whether the relaxation was made.
    pub fn is_relaxed(&self) -> bool {
        self.relaxation.get().is_some()
    }

    /// The rules of the relaxation by their effects, made when they are asked for first.
    pub fn achievers(&self) -> &Achievers {
        self.achievers.get_or_init(|| Achievers::new(self.relaxation()))
    }

    /// The landmarks of the task, found when they are asked for first.
    pub fn landmarks(&self) -> &Landmarks {
        self.landmarks.get_or_init(|| {
            Landmarks::new(Given {
                task: &self.task,
                layout: &self.layout,
                relaxation: self.relaxation(),
                achievers: self.achievers(),
                initial: self.initial().words(),
            })
        })
    }

    /// The goals that use something up, found when they are asked for first; none where there are axioms or conditional effects.
    pub fn consumables(&self) -> &Consumables {
        self.consumables.get_or_init(|| match self.has_axioms_or_conditional_effects() {
            true => Consumables::default(),
            false => Consumables::new(&self.task, &self.layout, self.relaxation()),
        })
    }

    /// What LM-cut reads of the task, made when it is asked for first; `None` where there are axioms or conditional
    /// effects.
    pub fn lm_cut(&self) -> Option<&LmCutTable> {
        (!self.has_axioms_or_conditional_effects())
            .then(|| self.lm_cut.get_or_init(|| LmCutTable::new(self.relaxation())))
    }

    /// Whether the effects of operators depend on the state, directly or by derived atoms.
    pub fn has_axioms_or_conditional_effects(&self) -> bool {
        !self.task.axioms.is_empty() || self.task.operators.has_conditional_effects()
    }

    /// Reads the relaxed plan off an exploration by sums of this state that reached all targets. Returns its cost.
    pub fn relaxed_plan(
        &self,
        plan: &mut RelaxedPlan,
        targets: &Targets,
        (state, exploration): (&State, &Exploration),
        costs: Costs,
    ) -> u32 {
        let (task, rules) = ((&self.task, &self.layout), (self.relaxation(), targets));
        plan.extract(task, rules, state.words(), exploration, costs)
    }

    /// Facts of the relaxed plan of the initial state, sorted; none if it is a dead end.
    pub fn first_relaxed(&self) -> &[u32] {
        self.first_relaxed.get_or_init(|| {
            let (mut exploration, mut plan) = (Exploration::default(), RelaxedPlan::default());
            let (initial, rules) = (self.initial(), self.relaxation());
            if exploration.sum(rules, initial.words(), Costs::Unit).is_some() {
                self.relaxed_plan(&mut plan, rules.targets(), (&initial, &exploration), Costs::Unit);
            }
            plan.facts.sort_unstable();
            plan.facts
        })
    }

    /// The cost of the cheapest operator.
    pub fn min_cost(&self) -> u32 {
        self.min_cost
    }

    /// Whether all operators cost 1.
    pub fn unit_cost(&self) -> bool {
        self.unit_cost
    }

    /// Bytes held, by what was made so far.
    pub fn bytes(&self) -> usize {
        self.task.bytes()
            + self.layout.bytes()
            + self.derivation.bytes()
            + self.symmetry.bytes()
            + self.successors.bytes()
            + 4 * self.fluents.capacity()
            + self.relaxation.get().map_or(0, Relaxation::bytes)
            + self.achievers.get().map_or(0, Achievers::bytes)
            + self.lm_cut.get().map_or(0, LmCutTable::bytes)
            + self.landmarks.get().map_or(0, Landmarks::bytes)
            + self.consumables.get().map_or(0, Consumables::bytes)
    }
}
