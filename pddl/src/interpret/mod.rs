//! The meaning of PDDL, read directly off the syntax tree.
//!
//! This is the slow reference: it shares nothing with [`crate::ground`], so that each can be tested against the other,
//! and the validator builds on it. States are sets of atoms; applicable actions are found by trying.
//!
//! ```
//! use unstuck_pddl::interpret::Interpreter;
//! use unstuck_pddl::syntax::{parse_domain, parse_problem};
//!
//! let domain = parse_domain(
//!     "(define (domain corridor) (:predicates (next ?a ?b) (at ?a))
//!        (:action walk :parameters (?from ?to) :precondition (and (at ?from) (next ?from ?to))
//!          :effect (and (not (at ?from)) (at ?to))))")?.value;
//! let problem = parse_problem(
//!     "(define (problem p) (:domain corridor) (:objects a b c) (:init (at a) (next a b) (next b c))
//!        (:goal (at c)))", &domain)?.value;
//! let interpreter = Interpreter::new(&domain, &problem);
//! assert_eq!(interpreter.states_per_depth(10), [1, 1, 1]);
//! # Ok::<(), unstuck_pddl::error::Diagnostic>(())
//! ```

mod apply;
mod derived;
mod holds;
mod solutions;
mod states;

use crate::ids::{ObjectId, PredicateId, SchemaId, TypeId};
use crate::syntax::tree::{Domain, Problem};
use std::collections::BTreeSet;

/// A ground atom.
pub type GroundAtom = (PredicateId, Box<[ObjectId]>);

/// The true atoms of a state, derived ones excluded.
pub type State = BTreeSet<GroundAtom>;

/// A ground action: its schema and an object for each parameter.
pub type GroundAction = (SchemaId, Box<[ObjectId]>);

/// Interprets a problem of a domain.
#[derive(Debug)]
pub struct Interpreter<'a> {
    /// The domain.
    pub domain: &'a Domain,
    /// The problem.
    pub problem: &'a Problem,
    /// The objects of each type.
    of_type: Vec<Vec<ObjectId>>,
}

/// A state together with its derived atoms.
#[derive(Debug, Clone)]
pub struct World {
    /// The true atoms, derived ones included.
    pub atoms: BTreeSet<GroundAtom>,
}

/// Values of variables, as far as they are bound.
pub(crate) type Binding = Vec<Option<ObjectId>>;

impl<'a> Interpreter<'a> {
    /// Prepares to interpret.
    pub fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let of_type = domain
            .types
            .ids()
            .map(|wanted| {
                (0..problem.objects.len())
                    .map(ObjectId::new)
                    .filter(|&o| has_type(domain, problem, o, wanted))
                    .collect()
            })
            .collect();
        Self { domain, problem, of_type }
    }

    /// The initial state.
    pub fn initial(&self) -> State {
        self.problem.init.iter().map(|(predicate, objects)| (predicate, objects.into())).collect()
    }

    /// Whether an object has one of the types.
    pub fn has_type(&self, object: ObjectId, types: &[TypeId]) -> bool {
        types.iter().any(|&wanted| has_type(self.domain, self.problem, object, wanted))
    }

    /// The objects of one of the types, in order of declaration.
    pub(crate) fn objects(&self, types: &[TypeId]) -> Vec<ObjectId> {
        match types {
            [one] => self.of_type[one.index()].clone(),
            several => {
                let mut objects: Vec<ObjectId> =
                    several.iter().flat_map(|t| self.of_type[t.index()].iter().copied()).collect();
                objects.sort_unstable();
                objects.dedup();
                objects
            }
        }
    }
}

fn has_type(domain: &Domain, problem: &Problem, object: ObjectId, wanted: TypeId) -> bool {
    problem.objects[object.index()].types.iter().any(|&own| domain.types.is_subtype(own, wanted))
}
