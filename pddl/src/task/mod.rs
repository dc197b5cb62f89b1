//! The ground task: what planners search in.
//!
//! A [`Task`] has finite-domain [`Variables`], [`Operators`], [`Axioms`], an initial state and a goal, and it keeps
//! what the ground atoms came from (predicates, objects, types, static atoms, schemas), so that lifted features can be
//! computed on it. Everything is an array indexed by 32-bit ids; no name is stored for an atom or an operator, they
//! are written on demand.
//!
//! A [`Fact`] is a variable together with one of its values, as one number: conditions, effects, goals and states are
//! lists of facts. An atom id addresses a single fluent or derived atom; [`Variables::fact`] and
//! [`Variables::meaning`] translate between both.
//!
//! ```
//! use unstuck_pddl::ground::{Grounded, ground};
//! use unstuck_pddl::syntax::{parse_domain, parse_problem};
//!
//! let domain = parse_domain(
//!     "(define (domain corridor) (:predicates (next ?a ?b) (at ?a))
//!        (:action walk :parameters (?from ?to) :precondition (and (at ?from) (next ?from ?to))
//!          :effect (and (not (at ?from)) (at ?to))))")?.value;
//! let problem = parse_problem(
//!     "(define (problem p) (:domain corridor) (:objects a b c) (:init (at a) (next a b) (next b c) (next c b))
//!        (:goal (at c)))", &domain)?.value;
//! let Grounded::Task(task) = ground(&domain, &problem, &mut ())? else { panic!("the goal is reachable") };
//!
//! // One variable: where we are. The static atoms of `next` are not facts, but can be queried.
//! assert_eq!(task.variables.len(), 1);
//! let next = task.find_predicate("next").unwrap();
//! assert_eq!(task.statics.of(next).len(), 3);
//!
//! // Operators with conditions and effects.
//! for operator in task.operators.ids() {
//!     let (before, after) = (task.operators.precondition(operator), task.operators.effects(operator));
//!     println!("{}: {} -> {}", task.operator_name(operator), task.fact_name(before[0]), task.fact_name(after[0]));
//! }
//! assert_eq!(task.operators.ids().map(|o| task.operator_name(o)).collect::<Vec<_>>(),
//!     ["walk a b", "walk b c", "walk c b"]);
//!
//! // The true atoms of a predicate in a state, as a lifted feature counts them.
//! let at = task.find_predicate("at").unwrap();
//! let state = task.initial_state();
//! let count = task.atoms.ids_of(at).filter(|&atom| task.holds(&state, task.variables.fact(atom))).count()
//!     + task.statics.of(at).len();
//! assert_eq!(count, 1);
//!
//! // States are arrays of facts, one for each variable.
//! let operator = task.operators.ids().find(|&o| task.is_applicable(&state, o)).unwrap();
//! assert!(!task.is_goal(&task.successor(&state, operator)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod atoms;
mod csr;
mod operators;
mod semantics;
mod symmetry;
mod variables;

pub use atoms::Atoms;
pub use csr::Rows;
pub(crate) use operators::ConditionalEffect;
pub use operators::{Axioms, Operators};
pub use symmetry::Symmetry;
pub use variables::{Meaning, Variables};

use crate::ids::{AtomId, Fact, ObjectId, OperatorId, PredicateId, SchemaId, TypeId};
use crate::syntax::tree::Metric;
use crate::syntax::types::Types;

/// A ground task.
#[derive(Debug, Clone)]
pub struct Task {
    /// The types of the domain.
    pub types: Types,
    /// All objects, constants of the domain first.
    pub objects: Vec<ObjectInfo>,
    /// The predicates of the domain, then those that normalisation introduced.
    pub predicates: Vec<PredicateInfo>,
    /// The action schemas of the domain.
    pub schemas: Vec<SchemaInfo>,
    /// Atoms whose value can change and matters to the goal: fluent and derived ones.
    pub atoms: Atoms,
    /// Atoms that are true in all reachable states, of static predicates and of others. All further atoms are false
    /// in all reachable states, or cannot influence whether the goal is reached.
    pub statics: Atoms,
    /// The finite-domain variables.
    pub variables: Variables,
    /// The operators.
    pub operators: Operators,
    /// The axioms.
    pub axioms: Axioms,
    /// The facts of the initial state, one for each variable that is not derived.
    pub initial: Vec<Fact>,
    /// The facts that the goal asks for: at most one for each variable, in order of variables.
    pub goal: Vec<Fact>,
    /// The goal as the problem states it, if it is a conjunction of positive ground atoms: also those that hold in
    /// all states. Lifted features read it.
    pub goal_atoms: Vec<(PredicateId, Box<[ObjectId]>)>,
    /// What plans minimise.
    pub metric: Metric,
    /// Groups of fluent atoms of which at most one is true in every reachable state.
    pub mutexes: Rows<AtomId>,
    /// Lifted invariants that were found, for display.
    pub invariants: Vec<String>,
    /// Interchangeable objects.
    pub symmetry: Symmetry,
}

/// An object of a task.
#[derive(Debug, Clone)]
pub struct ObjectInfo {
    /// The name.
    pub name: Box<str>,
    /// Declared types, of which it has all.
    pub types: Vec<TypeId>,
    /// Whether the domain declares it.
    pub constant: bool,
}

/// A predicate of a task.
#[derive(Debug, Clone)]
pub struct PredicateInfo {
    /// The name.
    pub name: Box<str>,
    /// For each parameter its types; alternatives if there are several.
    pub parameters: Vec<Vec<TypeId>>,
    /// How its atoms change.
    pub kind: PredicateKind,
}

/// How the atoms of a predicate change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PredicateKind {
    /// Never.
    Static,
    /// By operators.
    Fluent,
    /// By the axioms of the domain.
    Derived,
    /// By axioms that normalisation introduced; the domain has no such predicate.
    Introduced,
}

/// An action schema of a task.
#[derive(Debug, Clone)]
pub struct SchemaInfo {
    /// The name.
    pub name: Box<str>,
    /// The names of the parameters.
    pub parameters: Vec<Box<str>>,
    /// The types of the parameters.
    pub types: Vec<Vec<TypeId>>,
}

impl Task {
    /// The predicate of a name.
    pub fn find_predicate(&self, name: &str) -> Option<PredicateId> {
        let known = |p: &PredicateInfo| p.kind != PredicateKind::Introduced && *p.name == *name;
        self.predicates.iter().position(known).map(PredicateId::new)
    }

    /// The schema of a name.
    pub fn find_schema(&self, name: &str) -> Option<SchemaId> {
        self.schemas.iter().position(|schema| *schema.name == *name).map(SchemaId::new)
    }

    /// Whether an object has a type.
    pub fn has_type(&self, object: ObjectId, wanted: TypeId) -> bool {
        self.objects[object.index()].types.iter().any(|&own| self.types.is_subtype(own, wanted))
    }

    /// An operator as plans write it, without parentheses: `move a b`.
    pub fn operator_name(&self, operator: OperatorId) -> String {
        let mut name = self.schemas[self.operators.schema(operator).index()].name.to_string();
        self.append(&mut name, self.operators.arguments(operator));
        name
    }

    /// An atom as PDDL writes it: `(on a b)`.
    pub fn atom_name(&self, atom: AtomId) -> String {
        self.written(self.atoms.predicate(atom), self.atoms.objects(atom))
    }

    /// An atom of any predicate as PDDL writes it.
    pub fn written(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let mut name = format!("({}", self.predicates[predicate.index()].name);
        self.append(&mut name, objects);
        name.push(')');
        name
    }

    /// A fact in words: `(at a)`, `(not (at a))`, or `none of` and the atoms of its variable.
    pub fn fact_name(&self, fact: Fact) -> String {
        match self.variables.meaning(fact) {
            Meaning::True(atom) => self.atom_name(atom),
            Meaning::False(atom) => format!("(not {})", self.atom_name(atom)),
            Meaning::NoneOfThose => {
                let facts =
                    self.variables.facts(self.variables.variable(fact)).filter(|&other| other != fact);
                let names: Vec<String> = facts.map(|other| self.fact_name(other)).collect();
                format!("none of {}", names.join(" "))
            }
        }
    }

    /// Bytes held by the arrays that grow with the number of atoms and operators.
    pub fn bytes(&self) -> usize {
        self.atoms.bytes()
            + self.statics.bytes()
            + self.variables.bytes()
            + self.operators.bytes()
            + self.axioms.bytes()
            + self.mutexes.bytes()
    }

    fn append(&self, name: &mut String, objects: &[ObjectId]) {
        for object in objects {
            name.push(' ');
            name.push_str(&self.objects[object.index()].name);
        }
    }
}
