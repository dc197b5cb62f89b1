//! The operators of an experiment, drawn by weight; and how a child is made.

use super::chance::{coin, weighted};
use super::*;
use crate::genome::{Defined, Form, Genome, Rule, Value, Values};
use std::sync::Arc;
use unstuck_core::language::Formula;
use unstuck_core::random::RngExt;

/// An operator with its share and its settings.
#[derive(Clone)]
pub struct WeightedOperator<F: 'static> {
    /// The operator.
    pub operator: &'static Operator<F>,
    /// Its share among those of its kind.
    pub weight: f64,
    /// Its settings, in the order of its parameters.
    pub parameters: Vec<f64>,
}

impl<F> WeightedOperator<F> {
    /// The operator with its defaults.
    pub fn of(operator: &'static Operator<F>) -> Self {
        let parameters = operator.parameters.iter().map(|parameter| parameter.default).collect();
        Self { operator, weight: operator.weight, parameters }
    }

    /// The operators of a table that are used where an experiment names none.
    pub fn defaults(table: &[&'static Operator<F>]) -> Vec<Self> {
        table.iter().copied().filter(|operator| operator.weight > 0.0).map(Self::of).collect()
    }
}

/// The chosen operators; every list has at least one, but for those of functions.
pub struct Toolbox {
    /// Create weights.
    pub weights_creation: Vec<WeightedOperator<MakeWeights>>,
    /// Create trees.
    pub tree_creation: Vec<WeightedOperator<MakeTree>>,
    /// Recombine weights.
    pub weights_crossover: Vec<WeightedOperator<MixWeights>>,
    /// Recombine trees.
    pub tree_crossover: Vec<WeightedOperator<MixTrees>>,
    /// Recombine policies.
    pub policy_crossover: Vec<WeightedOperator<MixPolicies>>,
    /// Mutate weights.
    pub weights_mutation: Vec<WeightedOperator<ChangeWeights>>,
    /// Mutate trees.
    pub tree_mutation: Vec<WeightedOperator<ChangeTree>>,
    /// Mutate the functions that trees call.
    pub functions_mutation: Vec<WeightedOperator<ChangeFunctions>>,
    /// Mutate policies.
    pub policy_mutation: Vec<WeightedOperator<ChangePolicy>>,
    /// Chooses parents.
    pub selection: WeightedOperator<Choose>,
    /// How often a child has two parents.
    pub crossover_rate: f64,
    /// How often a child is mutated.
    pub mutation_rate: f64,
    /// An operator of the caller's.
    pub own: Option<OwnOperator>,
}

/// An operator that is not in the registry, such as a function of Python.
#[derive(Clone)]
pub struct OwnOperator {
    /// How often it makes the child, before the others are asked.
    pub rate: f64,
    /// The child of two parents, with a number to draw from; `None` leaves it to the other operators.
    pub apply: Breed,
}

/// Makes a child of two parents.
pub type Breed = Arc<dyn Fn(&Formula, &Formula, &Space, u64) -> Option<Genome> + Send + Sync>;

/// The name of the caller's operator.
const OWN: &str = "own";

/// How often an operator is tried before its parent is copied: once and ten retries.
const TRIES: usize = 11;

/// A child and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The child.
    pub genome: Genome,
    /// The operators that made it, each with whether it could be applied.
    pub by: Vec<(&'static str, bool)>,
    /// Whether both parents are in it.
    pub crossed: bool,
}

impl Toolbox {
    /// The default operators and rates for a form of genome.
    pub fn defaults(form: Form) -> Self {
        Self {
            weights_creation: WeightedOperator::defaults(creation::WEIGHTS),
            tree_creation: WeightedOperator::defaults(creation::TREES),
            weights_crossover: WeightedOperator::defaults(crossover::WEIGHTS),
            tree_crossover: WeightedOperator::defaults(crossover::TREES),
            policy_crossover: WeightedOperator::defaults(crossover::POLICIES),
            weights_mutation: WeightedOperator::defaults(mutation::WEIGHTS),
            tree_mutation: WeightedOperator::defaults(mutation::TREES),
            functions_mutation: WeightedOperator::defaults(mutation::FUNCTIONS),
            policy_mutation: WeightedOperator::defaults(mutation::POLICIES),
            selection: WeightedOperator::of(&selection::tournament::OPERATOR),
            crossover_rate: 1.0,
            mutation_rate: if matches!(form, Form::Policy { .. }) { 0.3 } else { 0.05 },
            own: None,
        }
    }
}

/// Draws by weight.
fn draw<'t, F>(picks: &'t [WeightedOperator<F>], random: &mut Stream) -> &'t WeightedOperator<F> {
    // Every list of a toolbox has at least one.
    weighted(picks, |pick| pick.weight, random).unwrap_or(&picks[0])
}

impl Context<'_> {
    /// A new genome of the space's form.
    pub fn create(&mut self) -> Genome {
        match self.space.form {
            Form::Weights => Genome::Weights(self.create_weights()),
            Form::Tree if self.space.branches.is_empty() => Genome::Tree(self.create_tree(Kind::Real)),
            Form::Tree => Genome::Defined(self.create_defined()),
            Form::Policy { rules, .. } => Genome::Policy(Policy {
                rules: (0..rules).map(|_| self.create_rule()).collect(),
                otherwise: self.create_value(),
            }),
        }
    }

    /// A new tree with new functions.
    fn create_defined(&mut self) -> Defined {
        let space = self.space;
        let mut create = || {
            let tree = |branch| self.in_branch(branch, |context| context.create_tree(Kind::Real));
            Defined { branches: (0..space.branches.len()).map(tree).collect() }
        };
        let fits = |defined: &Defined| defined.check(space).is_ok();
        // Calls of constants are at most as large as the tree.
        let small = |mut last: Defined| Defined::plain(last.branches.swap_remove(0), space);
        (1..TRIES).map(|_| create()).find(fits).unwrap_or_else(|| small(create()))
    }

    /// Works on a branch of a tree with functions; rows do not apply to a branch.
    fn in_branch<R>(&mut self, branch: usize, run: impl FnOnce(&mut Context<'_>) -> R) -> R {
        run(&mut Context {
            space: &self.space.branches[branch],
            tools: self.tools,
            random: self.random,
            progress: self.progress,
            first_is_better: self.first_is_better,
            probe: None,
        })
    }

    /// A new rule.
    pub fn create_rule(&mut self) -> Rule {
        Rule { condition: self.create_tree(Kind::Bool), value: self.create_value() }
    }

    /// A new value of a rule.
    pub fn create_value(&mut self) -> Value {
        match self.space.form {
            Form::Policy { values: Values::Weights, .. } => Value::Weights(self.create_weights()),
            _ => Value::Tree(self.create_tree(Kind::Real)),
        }
    }

    /// New weights.
    pub fn create_weights(&mut self) -> Weights {
        let pick = draw(&self.tools.weights_creation, self.random);
        let mut weights = (pick.operator.apply)(self, &pick.parameters);
        self.bound(&mut weights);
        weights
    }

    /// A new tree.
    pub fn create_tree(&mut self, kind: Kind) -> Tree {
        let pick = draw(&self.tools.tree_creation, self.random);
        (pick.operator.apply)(self, &pick.parameters, kind)
    }

    /// A child of two parents, recombined and mutated at the toolbox's rates.
    pub fn breed(&mut self, first: &Genome, second: &Genome) -> Applied {
        let (mut by, mut crossed) = (Vec::new(), None);
        if let Some(own) = &self.tools.own
            && self.random.random::<f64>() < own.rate
        {
            let [first, second] = [first, second].map(|parent| parent.formula(self.space));
            let child = (own.apply)(&first, &second, self.space, self.random.random());
            by.push((OWN, child.is_some()));
            if let Some(genome) = child {
                return Applied { genome, by, crossed: true };
            }
        }
        if self.random.random::<f64>() < self.tools.crossover_rate {
            let (name, child) = self.try_cross(first, second);
            by.push((name, child.is_some()));
            crossed = child;
        }
        let mixed = crossed.is_some();
        let mut child = Applied { genome: crossed.unwrap_or_else(|| first.clone()), by, crossed: mixed };
        if self.random.random::<f64>() < self.tools.mutation_rate {
            self.mutate(&mut child);
        }
        child
    }

    /// Mutates a child in any case.
    pub fn mutate(&mut self, child: &mut Applied) {
        let (name, mutated) = self.try_mutate(&child.genome);
        child.by.push((name, mutated.is_some()));
        if let Some(genome) = mutated {
            child.genome = genome;
        }
    }

    /// Applies a crossover until its child is within the space, a few times.
    fn try_cross(&mut self, first: &Genome, second: &Genome) -> (&'static str, Option<Genome>) {
        let tools = self.tools;
        match (first, second) {
            (Genome::Weights(first), Genome::Weights(second)) => {
                let (name, child) = self.cross_weights(first, second);
                (name, Some(Genome::Weights(child)))
            }
            (Genome::Tree(first), Genome::Tree(second)) => {
                let pick = draw(&tools.tree_crossover, self.random);
                let child = self.attempt(|context| {
                    (pick.operator.apply)(context, &pick.parameters, first, second).map(Genome::Tree)
                });
                (pick.operator.name, child)
            }
            (Genome::Defined(first), Genome::Defined(second)) => {
                let pick = draw(&tools.tree_crossover, self.random);
                let child = self.attempt(|context| {
                    let branch = first.draw_branch(context.random);
                    let (one, other) = (&first.branches[branch], &second.branches[branch]);
                    let tree = context.in_branch(branch, |context| {
                        (pick.operator.apply)(context, &pick.parameters, one, other)
                    })?;
                    Some(Genome::Defined(first.with(branch, tree)))
                });
                (pick.operator.name, child)
            }
            (Genome::Policy(first), Genome::Policy(second)) => {
                let pick = draw(&tools.policy_crossover, self.random);
                let child = self.attempt(|context| {
                    (pick.operator.apply)(context, &pick.parameters, first, second).map(Genome::Policy)
                });
                (pick.operator.name, child)
            }
            _ => ("none", None),
        }
    }

    /// Applies a mutation until its child is within the space, a few times.
    fn try_mutate(&mut self, parent: &Genome) -> (&'static str, Option<Genome>) {
        let tools = self.tools;
        match parent {
            Genome::Weights(parent) => {
                let pick = draw(&tools.weights_mutation, self.random);
                let child = (0..TRIES).find_map(|_| {
                    let mut child = (pick.operator.apply)(self, &pick.parameters, parent);
                    self.bound(&mut child);
                    (child.genes != parent.genes).then_some(Genome::Weights(child))
                });
                (pick.operator.name, child)
            }
            Genome::Tree(parent) => {
                let pick = draw(&tools.tree_mutation, self.random);
                let child = self.attempt(|context| {
                    (pick.operator.apply)(context, &pick.parameters, parent).map(Genome::Tree)
                });
                (pick.operator.name, child)
            }
            Genome::Defined(parent) if self.changes_functions() => {
                let pick = draw(&tools.functions_mutation, self.random);
                let child = self.attempt(|context| {
                    (pick.operator.apply)(context, &pick.parameters, parent).map(Genome::Defined)
                });
                (pick.operator.name, child)
            }
            Genome::Defined(parent) => {
                let pick = draw(&tools.tree_mutation, self.random);
                let child = self.attempt(|context| {
                    let branch = parent.draw_branch(context.random);
                    let tree = context.in_branch(branch, |context| {
                        (pick.operator.apply)(context, &pick.parameters, &parent.branches[branch])
                    })?;
                    Some(Genome::Defined(parent.with(branch, tree)))
                });
                (pick.operator.name, child)
            }
            Genome::Policy(parent) => {
                let pick = draw(&tools.policy_mutation, self.random);
                let child = self.attempt(|context| {
                    (pick.operator.apply)(context, &pick.parameters, parent).map(Genome::Policy)
                });
                (pick.operator.name, child)
            }
        }
    }

    /// Draws whether a mutation changes the functions of a tree or one of its branches.
    fn changes_functions(&mut self) -> bool {
        let functions: f64 = self.tools.functions_mutation.iter().map(|pick| pick.weight).sum();
        let trees: f64 = self.tools.tree_mutation.iter().map(|pick| pick.weight).sum();
        functions > 0.0 && coin(functions / (functions + trees), self.random)
    }

    fn cross_weights(&mut self, first: &Weights, second: &Weights) -> (&'static str, Weights) {
        let pick = draw(&self.tools.weights_crossover, self.random);
        let mut child = (pick.operator.apply)(self, &pick.parameters, first, second);
        self.bound(&mut child);
        (pick.operator.name, child)
    }

    fn attempt(&mut self, mut make: impl FnMut(&mut Self) -> Option<Genome>) -> Option<Genome> {
        (0..TRIES).find_map(|_| make(self).filter(|child| child.check(self.space).is_ok()))
    }

    /// For operators of policies: recombines two values of rules. `None` where the first stays as it is.
    pub fn cross_values(&mut self, first: &Value, second: &Value) -> Option<Value> {
        match (first, second) {
            (Value::Weights(first), Value::Weights(second)) => {
                let (_, child) = self.cross_weights(first, second);
                (child.genes != first.genes).then_some(Value::Weights(child))
            }
            (Value::Tree(first), Value::Tree(second)) => self.cross_trees(first, second).map(Value::Tree),
            _ => None,
        }
    }

    /// For operators of policies: recombines two trees of the same kind.
    pub fn cross_trees(&mut self, first: &Tree, second: &Tree) -> Option<Tree> {
        let pick = draw(&self.tools.tree_crossover, self.random);
        (pick.operator.apply)(self, &pick.parameters, first, second)
    }

    /// For operators of policies: mutates a value of a rule. `None` where it stays as it is.
    pub fn mutate_value(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Weights(weights) => {
                let pick = draw(&self.tools.weights_mutation, self.random);
                let mut child = (pick.operator.apply)(self, &pick.parameters, weights);
                self.bound(&mut child);
                (child.genes != weights.genes).then_some(Value::Weights(child))
            }
            Value::Tree(tree) => self.mutate_tree(tree).map(Value::Tree),
        }
    }

    /// For operators of policies: mutates a tree.
    pub fn mutate_tree(&mut self, tree: &Tree) -> Option<Tree> {
        let pick = draw(&self.tools.tree_mutation, self.random);
        (pick.operator.apply)(self, &pick.parameters, tree)
    }

    fn bound(&self, weights: &mut Weights) {
        for gene in &mut weights.genes {
            *gene = self.space.bounds.apply(*gene);
        }
    }
}
