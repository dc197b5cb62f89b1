//! The checked syntax tree: names are resolved to ids, places are kept for messages.

use super::types::Types;
use crate::error::Place;
use crate::ids::{FunctionId, ObjectId, PredicateId, SchemaId, TypeId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A parameter or a quantified variable. The variables of an action, an axiom or a goal are numbered: parameters
/// first, then the quantified ones in order of occurrence, so that a binding is an array.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The name without `?`.
    pub name: Box<str>,
    /// The alternatives of `either`; one type otherwise.
    pub types: Vec<TypeId>,
    /// Where it is declared.
    pub place: Place,
}

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// A variable, by its number in the enclosing scope.
    Variable(u32),
    /// An object.
    Object(ObjectId),
}

/// A predicate with arguments.
#[derive(Debug, Clone)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// As many as the predicate has parameters.
    pub arguments: Vec<Term>,
    /// Where it is written.
    pub place: Place,
}

/// A condition: precondition, goal, body of an axiom or condition of an effect.
#[derive(Debug, Clone)]
pub struct Condition {
    /// Where it is written.
    pub place: Place,
    /// Its kind.
    pub kind: ConditionKind,
}

/// The kinds of conditions.
#[derive(Debug, Clone)]
pub enum ConditionKind {
    /// All of them; the empty one is true.
    And(Vec<Condition>),
    /// At least one of them; the empty one is false.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// The second if the first.
    Imply(Box<Condition>, Box<Condition>),
    /// For all values of the variables.
    Forall(Range<u32>, Box<Condition>),
    /// For at least one value of the variables.
    Exists(Range<u32>, Box<Condition>),
    /// The atom is true.
    Atom(Atom),
    /// Both terms are the same object.
    Equal(Term, Term),
}

/// An effect. Deletes happen before adds.
#[derive(Debug, Clone)]
pub enum Effect {
    /// All of them.
    And(Vec<Effect>),
    /// For all values of the variables.
    Forall(Range<u32>, Box<Effect>),
    /// If the condition holds in the state before.
    When(Condition, Box<Effect>),
    /// Makes the atom true.
    Add(Atom),
    /// Makes the atom false.
    Delete(Atom),
}

/// What one `(increase (total-cost) …)` adds.
#[derive(Debug, Clone)]
pub enum Cost {
    /// A number.
    Number(u32),
    /// The value of a function in the initial state, where it never changes.
    Function {
        /// The function.
        function: FunctionId,
        /// Its arguments.
        arguments: Vec<Term>,
        /// Where it is written.
        place: Place,
    },
}

/// An object with its types, of which it has all.
#[derive(Debug, Clone)]
pub struct Object {
    /// The name.
    pub name: Box<str>,
    /// Declared types.
    pub types: Vec<TypeId>,
    /// Where it is declared.
    pub place: Place,
}

/// A predicate.
#[derive(Debug, Clone)]
pub struct Predicate {
    /// The name.
    pub name: Box<str>,
    /// The parameters.
    pub parameters: Vec<Variable>,
    /// Where it is declared.
    pub place: Place,
    /// Whether an effect of some action mentions it.
    pub fluent: bool,
    /// The stratum, from 0, if axioms define it. Within a stratum no axiom reads the negation of another's head.
    pub derived: Option<u32>,
}

impl Predicate {
    /// Whether its atoms are the same in all states.
    pub fn is_static(&self) -> bool {
        !self.fluent && self.derived.is_none()
    }
}

/// A numeric function: `total-cost` or one whose values are constant.
#[derive(Debug, Clone)]
pub struct Function {
    /// The name.
    pub name: Box<str>,
    /// The parameters.
    pub parameters: Vec<Variable>,
    /// Where it is declared.
    pub place: Place,
}

/// An action schema.
#[derive(Debug, Clone)]
pub struct Action {
    /// The name.
    pub name: Box<str>,
    /// How many of the variables are parameters.
    pub parameters: usize,
    /// All variables: parameters, then quantified ones.
    pub variables: Vec<Variable>,
    /// When it is applicable.
    pub precondition: Condition,
    /// What it changes.
    pub effect: Effect,
    /// What it costs, as a sum.
    pub costs: Vec<Cost>,
    /// Where it is declared.
    pub place: Place,
}

/// One rule for a derived predicate: the head is true if the body is.
#[derive(Debug, Clone)]
pub struct Axiom {
    /// The derived predicate.
    pub predicate: PredicateId,
    /// All variables: those of the head, in order, then quantified ones.
    pub variables: Vec<Variable>,
    /// The body.
    pub body: Condition,
    /// Where it is written.
    pub place: Place,
}

/// A checked domain.
#[derive(Debug, Clone, Default)]
pub struct Domain {
    /// The name.
    pub name: Box<str>,
    /// Requirements as written, without repetition.
    pub requirements: Vec<Box<str>>,
    /// The types.
    pub types: Types,
    /// The constants; their ids are those of the first objects of every problem.
    pub constants: Vec<Object>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The action schemas.
    pub actions: Vec<Action>,
    /// The axioms.
    pub axioms: Vec<Axiom>,
    pub(crate) names: Names,
}

/// Names of a domain to ids.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    pub(crate) predicates: FxHashMap<Box<str>, PredicateId>,
    pub(crate) functions: FxHashMap<Box<str>, FunctionId>,
    pub(crate) actions: FxHashMap<Box<str>, SchemaId>,
    pub(crate) constants: FxHashMap<Box<str>, ObjectId>,
}

impl Domain {
    /// A predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The predicate of a name.
    pub fn find_predicate(&self, name: &str) -> Option<PredicateId> {
        self.names.predicates.get(name).copied()
    }

    /// The function of a name.
    pub fn find_function(&self, name: &str) -> Option<FunctionId> {
        self.names.functions.get(name).copied()
    }

    /// The action schema of a name.
    pub fn find_action(&self, name: &str) -> Option<SchemaId> {
        self.names.actions.get(name).copied()
    }
}

/// What a problem asks to minimise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The number of steps: the problem has no metric.
    Steps,
    /// `total-cost`.
    TotalCost,
}

/// A checked problem.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The name.
    pub name: Box<str>,
    /// The domain that it names.
    pub domain: Box<str>,
    /// All objects, constants of the domain first.
    pub objects: Vec<Object>,
    /// How many of the objects are constants.
    pub constants: usize,
    /// The atoms of the initial state, sorted by predicate and objects, without repetition.
    pub init: GroundAtoms,
    /// Values of functions other than `total-cost`, sorted by function and objects.
    pub values: Vec<Value>,
    /// The variables of the goal, all of them quantified.
    pub variables: Vec<Variable>,
    /// The goal. A conjunction of atoms is flat, sorted and without repetition.
    pub goal: Condition,
    /// What to minimise.
    pub metric: Metric,
    pub(crate) by_name: FxHashMap<Box<str>, ObjectId>,
}

impl Problem {
    /// The object of a name.
    pub fn find_object(&self, name: &str) -> Option<ObjectId> {
        self.by_name.get(name).copied()
    }

    /// The value of a function, by binary search.
    pub fn value(&self, function: FunctionId, arguments: &[ObjectId]) -> Option<i64> {
        let key = |value: &Value| (value.function, &*value.arguments).cmp(&(function, arguments));
        self.values.binary_search_by(key).ok().map(|found| self.values[found].value)
    }
}

/// The value of a function in the initial state.
#[derive(Debug, Clone)]
pub struct Value {
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
    pub arguments: Box<[ObjectId]>,
    /// The value.
    pub value: i64,
    /// Where it is written.
    pub place: Place,
}

/// Ground atoms in one arena.
#[derive(Debug, Clone, Default)]
pub struct GroundAtoms {
    predicates: Vec<PredicateId>,
    ends: Vec<u32>,
    objects: Vec<ObjectId>,
}

impl GroundAtoms {
    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.predicates.capacity() + self.ends.capacity() + self.objects.capacity())
    }

    /// Number of atoms.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// The atom at an index.
    pub fn get(&self, index: usize) -> (PredicateId, &[ObjectId]) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        (self.predicates[index], &self.objects[start..self.ends[index] as usize])
    }

    /// All atoms.
    pub fn iter(&self) -> impl Iterator<Item = (PredicateId, &[ObjectId])> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Appends an atom.
    pub fn push(&mut self, predicate: PredicateId, objects: impl IntoIterator<Item = ObjectId>) {
        self.predicates.push(predicate);
        self.objects.extend(objects);
        self.ends.push(self.objects.len() as u32);
    }

    /// Removes the last atom.
    pub(crate) fn pop(&mut self) {
        self.predicates.pop();
        self.ends.pop();
        self.objects.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The same atoms, sorted and without repetition.
    pub(crate) fn sorted(&self) -> Self {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| self.get(a as usize).cmp(&self.get(b as usize)));
        order.dedup_by(|a, b| self.get(*a as usize) == self.get(*b as usize));
        let mut sorted = Self::default();
        for index in order {
            let (predicate, objects) = self.get(index as usize);
            sorted.push(predicate, objects.iter().copied());
        }
        sorted
    }
}
