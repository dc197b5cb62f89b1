//! Terms as a network: every set and every list of pairs that several terms share is one node.
//!
//! Three rules make it small: `only(R, C)` is `not(some(R, not(C)))`, inverses are pushed down to predicates, and
//! predicates that never change are constants.

use super::relations::{Relations, View};
use super::term::{Concept, Role, Term};
use crate::ground_task::GroundTask;
use unstuck_pddl::ids::{ObjectId, PredicateId, SchemaId};

/// A node that is a set of objects, by its number.
pub type ConceptId = usize;

/// A node that is a list of pairs, by its number, and whether the pairs are meant the other way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleRef {
    /// The node.
    pub role: usize,
    /// The pairs are meant the other way round.
    pub inverted: bool,
}

impl RoleRef {
    /// A pair of the node as it is meant.
    #[inline]
    pub fn directed(self, (from, to): (u32, u32)) -> (u32, u32) {
        if self.inverted { (to, from) } else { (from, to) }
    }
}

/// How a set is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConceptNode {
    /// Always the same.
    Constant(Vec<u64>),
    /// The objects at an argument of a predicate.
    Argument(PredicateId, u8),
    /// All others.
    Not(ConceptId),
    /// Those in both.
    And(ConceptId, ConceptId),
    /// Those with a successor in the set.
    Some(RoleRef, ConceptId),
    /// Those from which a path leads to the set.
    Reaches(RoleRef, ConceptId),
    /// Those with the same successors.
    Same(RoleRef, RoleRef),
}

/// How pairs are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoleNode {
    /// Always the same.
    Constant(Vec<(u32, u32)>),
    /// Two arguments of a predicate.
    Arguments(PredicateId, u8, u8),
    /// Those in both.
    And(RoleRef, RoleRef),
    /// Those in one of them; some perhaps twice.
    Or(RoleRef, RoleRef),
    /// A step of the first and one of the second; some perhaps several times.
    Then(RoleRef, RoleRef),
    /// The transitive closure.
    Plus(RoleRef),
}

/// What a term is computed from.
#[derive(Debug, Clone, Copy)]
pub enum Output {
    /// True atoms of a predicate.
    Atoms(PredicateId),
    /// Goals of a predicate that hold.
    Met(PredicateId),
    /// Goals of a predicate that do not hold, of so many.
    Unmet(PredicateId, u32),
    /// The size of a set.
    Count(ConceptId),
    /// Whether a set has a member.
    Any(ConceptId),
    /// The length of a shortest path, perhaps through a set.
    Far(ConceptId, RoleRef, ConceptId, Option<ConceptId>),
    /// Operators of a schema in the relaxed plan.
    Relaxed(SchemaId),
    /// Whether the last step is of a schema.
    Last(SchemaId),
}

/// The network so far.
#[derive(Debug, Default)]
pub struct Nodes {
    /// The sets, each after those that it is made of.
    pub concepts: Vec<ConceptNode>,
    /// The lists of pairs, each after those that it is made of.
    pub roles: Vec<RoleNode>,
}

/// What nodes are made for.
pub struct Making<'a> {
    /// The task.
    pub ground: &'a GroundTask,
    /// Where the predicates in use are kept.
    pub relations: &'a mut Relations,
}

impl Nodes {
    /// Adds the nodes of a term.
    pub fn add(&mut self, term: &Term, making: &mut Making<'_>) -> Output {
        let mut counted = |predicate: PredicateId| {
            making.relations.keep(making.ground, predicate, View::Counts);
            predicate
        };
        match term {
            Term::Atoms(predicate) => Output::Atoms(counted(*predicate)),
            Term::Met(predicate) => Output::Met(counted(*predicate)),
            Term::Unmet(predicate) => {
                let goals = &making.ground.task.goal_atoms;
                let count = goals.iter().filter(|(of, _)| of == predicate).count() as u32;
                Output::Unmet(counted(*predicate), count)
            }
            Term::Relaxed(schema) => Output::Relaxed(*schema),
            Term::Last(schema) => Output::Last(*schema),
            Term::Count(concept) => Output::Count(self.concept(concept, making)),
            Term::Any(concept) => Output::Any(self.concept(concept, making)),
            Term::Far(from, role, to, through) => {
                let (from, role) = (self.concept(from, making), self.role(role, false, making));
                let to = self.concept(to, making);
                Output::Far(from, role, to, through.as_ref().map(|through| self.concept(through, making)))
            }
        }
    }

    fn concept(&mut self, concept: &Concept, making: &mut Making<'_>) -> ConceptId {
        let ground = making.ground;
        let node = match concept {
            Concept::Object => ConceptNode::Constant(set_of(ground, |_| true)),
            Concept::Type(id) => {
                ConceptNode::Constant(set_of(ground, |object| ground.task.has_type(object, *id)))
            }
            Concept::Goal(predicate) => {
                let goals = &ground.task.goal_atoms;
                let asked =
                    |object| goals.iter().any(|(of, objects)| of == predicate && **objects == [object]);
                ConceptNode::Constant(set_of(ground, asked))
            }
            Concept::Holds(predicate) => argument(*predicate, 0, making),
            Concept::Argument(predicate, index) => argument(*predicate, *index, making),
            Concept::Not(inner) => ConceptNode::Not(self.concept(inner, making)),
            Concept::And(a, b) => {
                let (a, b) = (self.concept(a, making), self.concept(b, making));
                ConceptNode::And(a.min(b), a.max(b))
            }
            Concept::Some(role, inner) => self.some(role, inner, making),
            Concept::Only(role, inner) => {
                let outside = Concept::Not(inner.clone());
                let some = self.some(role, &outside, making);
                ConceptNode::Not(self.insert(some))
            }
            Concept::Same(a, b) => {
                ConceptNode::Same(self.role(a, false, making), self.role(b, false, making))
            }
        };
        self.insert(node)
    }

    fn some(&mut self, role: &Role, inner: &Concept, making: &mut Making<'_>) -> ConceptNode {
        let inner = self.concept(inner, making);
        // The way into a closure is walked, so that its pairs are never listed.
        let (mut role, mut inverted) = (role, false);
        loop {
            role = match role {
                Role::Inverse(within) => {
                    inverted = !inverted;
                    within
                }
                Role::Plus(within) => {
                    return ConceptNode::Reaches(self.role(within, inverted, making), inner);
                }
                _ => return ConceptNode::Some(self.role(role, inverted, making), inner),
            };
        }
    }

    fn role(&mut self, role: &Role, inverted: bool, making: &mut Making<'_>) -> RoleRef {
        let node = match role {
            Role::Inverse(inner) => return self.role(inner, !inverted, making),
            Role::Holds(predicate) => arguments(*predicate, (0, 1), making),
            Role::Arguments(predicate, i, j) => arguments(*predicate, (*i, *j), making),
            Role::Goal(predicate) => {
                let goals = making.ground.task.goal_atoms.iter().filter(|(of, _)| of == predicate);
                RoleNode::Constant(goals.map(|(_, objects)| (objects[0].0, objects[1].0)).collect())
            }
            Role::Plus(inner) => {
                let inner = self.role(inner, inverted, making);
                return RoleRef { role: self.insert_role(RoleNode::Plus(inner)), inverted: false };
            }
            Role::And(a, b) => {
                let both = RoleNode::And(self.role(a, inverted, making), self.role(b, inverted, making));
                return RoleRef { role: self.insert_role(both), inverted: false };
            }
            Role::Or(a, b) => {
                let either = RoleNode::Or(self.role(a, inverted, making), self.role(b, inverted, making));
                return RoleRef { role: self.insert_role(either), inverted: false };
            }
            Role::Then(a, b) => RoleNode::Then(self.role(a, false, making), self.role(b, false, making)),
        };
        RoleRef { role: self.insert_role(node), inverted }
    }

    fn insert(&mut self, node: ConceptNode) -> ConceptId {
        let known = self.concepts.iter().position(|other| *other == node);
        known.unwrap_or_else(|| {
            self.concepts.push(node);
            self.concepts.len() - 1
        })
    }

    fn insert_role(&mut self, node: RoleNode) -> usize {
        let known = self.roles.iter().position(|other| *other == node);
        known.unwrap_or_else(|| {
            self.roles.push(node);
            self.roles.len() - 1
        })
    }
}

/// A set of objects as bits.
fn set_of(ground: &GroundTask, is_in: impl Fn(ObjectId) -> bool) -> Vec<u64> {
    let objects = ground.task.objects.len();
    let mut bits = vec![0; objects.div_ceil(64)];
    (0..objects).filter(|&object| is_in(ObjectId::new(object))).for_each(|object| {
        bits[object / 64] |= 1 << (object % 64);
    });
    bits
}

/// Whether no atom of a predicate changes.
fn is_constant(ground: &GroundTask, predicate: PredicateId) -> bool {
    ground.task.atoms.of(predicate).is_empty()
}

fn argument(predicate: PredicateId, index: u8, making: &mut Making<'_>) -> ConceptNode {
    let ground = making.ground;
    if !is_constant(ground, predicate) {
        making.relations.keep(ground, predicate, View::Set(index));
        return ConceptNode::Argument(predicate, index);
    }
    let mut bits = set_of(ground, |_| false);
    let statics = &ground.task.statics;
    for atom in statics.ids_of(predicate) {
        let object = statics.objects(atom)[usize::from(index)].index();
        bits[object / 64] |= 1 << (object % 64);
    }
    ConceptNode::Constant(bits)
}

fn arguments(predicate: PredicateId, (i, j): (u8, u8), making: &mut Making<'_>) -> RoleNode {
    let ground = making.ground;
    if !is_constant(ground, predicate) {
        making.relations.keep(ground, predicate, View::Pairs(i, j));
        return RoleNode::Arguments(predicate, i, j);
    }
    let statics = &ground.task.statics;
    let pair = |objects: &[ObjectId]| (objects[usize::from(i)].0, objects[usize::from(j)].0);
    RoleNode::Constant(statics.ids_of(predicate).map(|atom| pair(statics.objects(atom))).collect())
}
