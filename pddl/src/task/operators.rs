//! Ground operators and axioms.

use super::csr::Rows;
use crate::ids::{Fact, ObjectId, OperatorId, SchemaId};
use std::ops::Range;

/// The operators of a task. Those of a schema are consecutive; they are (schema, arguments) in one arena, with
/// conditions and effects as rows of facts.
#[derive(Debug, Clone, Default)]
pub struct Operators {
    /// For each schema: its first operator; one more entry at the end.
    pub(crate) firsts: Vec<u32>,
    /// For each schema: the index of its first argument.
    pub(crate) offsets: Vec<usize>,
    pub(crate) arities: Vec<u32>,
    pub(crate) arguments: Vec<ObjectId>,
    pub(crate) preconditions: Rows<Fact>,
    pub(crate) effects: Rows<Fact>,
    /// Rows of indices into `conditions`; no rows at all if no operator has conditional effects.
    pub(crate) conditional: Rows<ConditionalEffect>,
    pub(crate) conditions: Rows<Fact>,
    /// One for each operator, or empty if all cost 1.
    pub(crate) costs: Vec<u32>,
}

/// A conditional effect: the fact, and which row of the conditions it depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConditionalEffect {
    pub(crate) condition: u32,
    pub(crate) effect: Fact,
}

impl Operators {
    /// Number of operators.
    #[inline]
    pub fn len(&self) -> usize {
        self.preconditions.len()
    }

    /// Whether there are no operators.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All operators.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = OperatorId> + use<> {
        (0..self.len() as u32).map(OperatorId)
    }

    /// The schema of an operator.
    pub fn schema(&self, operator: OperatorId) -> SchemaId {
        SchemaId::new(self.firsts.partition_point(|&first| first <= operator.0) - 1)
    }

    /// The operators of a schema.
    pub fn of(&self, schema: SchemaId) -> Range<u32> {
        self.firsts[schema.index()]..self.firsts[schema.index() + 1]
    }

    /// The arguments of an operator: an object for each parameter of its schema.
    pub fn arguments(&self, operator: OperatorId) -> &[ObjectId] {
        let schema = self.schema(operator).index();
        let arity = self.arities[schema] as usize;
        let start = self.offsets[schema] + (operator.0 - self.firsts[schema]) as usize * arity;
        &self.arguments[start..start + arity]
    }

    /// The facts that must hold: at most one for each variable, in order of variables.
    #[inline]
    pub fn precondition(&self, operator: OperatorId) -> &[Fact] {
        self.preconditions.row(operator.index())
    }

    /// The facts that always hold afterwards: at most one for each variable, in order of variables.
    #[inline]
    pub fn effects(&self, operator: OperatorId) -> &[Fact] {
        self.effects.row(operator.index())
    }

    /// Whether any operator has conditional effects.
    pub fn has_conditional_effects(&self) -> bool {
        !self.conditional.items.is_empty()
    }

    /// Conditional effects: if all facts of the condition hold *before*, the fact holds afterwards. They are written
    /// after the unconditional effects and in this order, so that a later one wins: that is how deletes happen before
    /// adds.
    #[inline]
    pub fn conditional_effects(&self, operator: OperatorId) -> impl Iterator<Item = (&[Fact], Fact)> + '_ {
        let row = if self.has_conditional_effects() { self.conditional.row(operator.index()) } else { &[] };
        row.iter().map(|effect| (self.conditions.row(effect.condition as usize), effect.effect))
    }

    /// The cost of an operator: 1 where the problem has no metric.
    #[inline]
    pub fn cost(&self, operator: OperatorId) -> u32 {
        self.costs.get(operator.index()).copied().unwrap_or(1)
    }

    /// Whether all operators cost 1.
    pub fn unit_cost(&self) -> bool {
        self.costs.iter().all(|&cost| cost == 1)
    }

    /// Gives back unused memory.
    pub(crate) fn shrink(&mut self) {
        self.arguments.shrink_to_fit();
        self.costs.shrink_to_fit();
        for rows in [&mut self.preconditions, &mut self.effects, &mut self.conditions] {
            rows.starts.shrink_to_fit();
            rows.items.shrink_to_fit();
        }
        self.conditional.starts.shrink_to_fit();
        self.conditional.items.shrink_to_fit();
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.arguments.capacity() + self.costs.capacity())
            + self.preconditions.bytes()
            + self.effects.bytes()
            + self.conditional.bytes()
            + self.conditions.bytes()
    }
}

/// The ground axioms of a task, in layers. A layer is evaluated to its fixpoint before the next one begins; conditions
/// on a derived atom being false refer to lower layers only.
#[derive(Debug, Clone, Default)]
pub struct Axioms {
    pub(crate) heads: Vec<Fact>,
    pub(crate) bodies: Rows<Fact>,
    /// For each layer: the index behind its last axiom.
    pub(crate) layers: Vec<u32>,
}

impl Axioms {
    /// Number of axioms.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are no axioms.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The layers, lowest first, each as a range of axioms.
    pub fn layers(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.layers.iter().copied());
        starts.zip(&self.layers).map(|(start, &end)| start as usize..end as usize)
    }

    /// The fact that an axiom makes true: a derived atom.
    pub fn head(&self, axiom: usize) -> Fact {
        self.heads[axiom]
    }

    /// The facts that an axiom reads.
    pub fn body(&self, axiom: usize) -> &[Fact] {
        self.bodies.row(axiom)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.heads.capacity() + self.bodies.bytes()
    }
}
