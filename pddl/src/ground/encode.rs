//! Bindings to operators and axioms over facts.

use super::GroundError;
use super::conditions::{Conditions, Found, entry};
use super::costs::Costs;
use super::effects::Effects;
use super::facts::{Facts, NONE};
use super::join::{Join, Source};
use super::meter::Meter;
use super::order::Planner;
use super::reach::Reached;
use super::relation::Relation;
use super::rules::{Head, LiftedEffect, Program, Rule};
use crate::ids::{Fact, ObjectId};
use crate::task::{ConditionalEffect, Operators, Rows};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Axioms: layer, head, and the row of the body.
pub(super) struct EncodedAxioms {
    pub(super) heads: Vec<(u32, u32)>,
    pub(super) bodies: Rows<Fact>,
}

/// A rule that is ready to be instantiated.
pub(super) struct Prepared<'p> {
    rule: &'p Rule,
    pub(super) conditions: Conditions<'p>,
    /// Effects that always happen, and which positive condition has the same atom.
    plain: Vec<(&'p LiftedEffect, Option<usize>)>,
    /// Effects with conditions or variables: how to enumerate their instances.
    pub(super) others: Vec<(&'p LiftedEffect, Join, Conditions<'p>)>,
}

impl<'p> Prepared<'p> {
    pub(super) fn new(rule: &'p Rule, program: &Program, relations: &mut [Relation]) -> Self {
        let bound: Vec<u32> = (0..rule.bound as u32).collect();
        let conditions = Conditions::new(&rule.body, &bound, &rule.domains, program, relations);
        let others = rule
            .effects
            .iter()
            .filter(|effect| !effect.is_plain())
            .map(|effect| {
                let mut planner = Planner {
                    relations,
                    predicates: &program.predicates,
                    domains: &rule.domains,
                    objects: program.objects,
                };
                let join = planner.plan(&effect.body, &bound, &effect.variables, None);
                let bound: Vec<u32> = bound.iter().chain(&effect.variables).copied().collect();
                (effect, join, Conditions::new(&effect.body, &bound, &rule.domains, program, relations))
            })
            .collect();
        let plain = rule.effects.iter().filter(|effect| effect.is_plain());
        let plain = plain.map(|effect| (effect, conditions.position(&effect.atom))).collect();
        Self { rule, conditions, plain, others }
    }
}

/// Encodes all operators, in order of schemas, and all axioms. Bindings are freed as they are used.
pub(super) fn encode(
    program: &Program,
    prepared: &[Prepared<'_>],
    reached: &mut Reached,
    facts: &Facts,
    costs: &Costs,
    arities: Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(Operators, EncodedAxioms), GroundError> {
    let mut operators = Operators { firsts: vec![0], offsets: vec![0], arities, ..Operators::default() };
    let mut axioms = EncodedAxioms { heads: Vec::new(), bodies: Rows::default() };
    let mut buffers = Buffers::default();
    let mut order: Vec<usize> = (0..prepared.len()).collect();
    let schema = |index: usize| match prepared[index].rule.head {
        Head::Action(schema) => schema,
        Head::Axiom(_) => usize::MAX,
    };
    order.sort_by_key(|&index| schema(index));
    reserve(&mut operators, prepared, reached);
    let mut next = 0;
    for number in 0..operators.arities.len() {
        let start = next;
        while next < order.len() && schema(order[next]) == number {
            next += 1;
        }
        let rules = &order[start..next];
        // Only disjuncts and existential variables can give the same operator twice.
        let repeats =
            rules.len() > 1 || rules.iter().any(|&r| prepared[r].rule.bound > prepared[r].rule.parameters);
        let mut seen = repeats.then(HashTable::new);
        for &index in rules {
            let bindings = std::mem::take(&mut reached.bindings[index]);
            meter.bytes = reached.bytes() + 4 * bindings.len();
            let mut encoder = Encoder {
                prepared: &prepared[index],
                relations: &reached.relations,
                facts,
                costs,
                meter,
                buffers: &mut buffers,
            };
            for position in 0..reached.counts[index] as usize {
                let bound = prepared[index].rule.bound;
                encoder.operator(&bindings[position * bound..][..bound], &mut operators, seen.as_mut())?;
            }
        }
        operators.firsts.push(operators.len() as u32);
        operators.offsets.push(operators.arguments.len());
    }
    for &index in &order[next..] {
        let bindings = std::mem::take(&mut reached.bindings[index]);
        let mut encoder = Encoder {
            prepared: &prepared[index],
            relations: &reached.relations,
            facts,
            costs,
            meter,
            buffers: &mut buffers,
        };
        for position in 0..reached.counts[index] as usize {
            let bound = prepared[index].rule.bound;
            encoder.axiom(&bindings[position * bound..][..bound], program, &mut axioms)?;
        }
    }
    Ok((operators, axioms))
}

/// Room for what the rules announce, so that growing arrays are not copied.
fn reserve(operators: &mut Operators, prepared: &[Prepared<'_>], reached: &Reached) {
    let [mut count, mut arguments, mut before] = [0; 3];
    for (rule, &bindings) in prepared.iter().zip(&reached.counts) {
        if let Head::Action(_) = rule.rule.head {
            count += bindings as usize;
            arguments += bindings as usize * rule.rule.parameters;
            before += bindings as usize * rule.rule.body.positive.len().min(8);
        }
    }
    operators.arguments.reserve(arguments);
    operators.preconditions.starts.reserve(count);
    operators.preconditions.items.reserve(before / 2);
    operators.effects.starts.reserve(count);
    operators.effects.items.reserve(before / 2);
}

#[derive(Default)]
struct Buffers {
    binding: Vec<u32>,
    found: Found,
    inner: Found,
    effects: Effects,
}

struct Encoder<'a, 'p, 'm, 'o> {
    prepared: &'a Prepared<'p>,
    relations: &'a [Relation],
    facts: &'a Facts,
    costs: &'a Costs,
    meter: &'m mut Meter<'o>,
    buffers: &'m mut Buffers,
}

impl Encoder<'_, '_, '_, '_> {
    /// Encodes an operator, unless it can never be applied or changes nothing.
    fn operator(
        &mut self,
        bound: &[u32],
        operators: &mut Operators,
        seen: Option<&mut HashTable<u32>>,
    ) -> Result<(), GroundError> {
        self.meter.tick(|| operators.bytes())?;
        let Self { prepared, relations, facts, .. } = *self;
        let Buffers { binding, found, inner, effects } = &mut *self.buffers;
        binding.clear();
        binding.extend_from_slice(bound);
        binding.resize(prepared.rule.domains.len(), 0);
        found.clear();
        effects.clear();
        if !prepared.conditions.collect(binding, relations, facts, self.meter, found)?
            || !found.resolve(facts)
        {
            return Ok(());
        }
        for &(effect, position) in &prepared.plain {
            match position {
                Some(position) if !effect.add => effects.known(found.entries[position]),
                _ => match entry(&effect.atom, binding, relations, facts) {
                    Some(entry) if entry.fact != NONE => effects.plain(entry, effect.add),
                    _ => {}
                },
            }
        }
        for (effect, join, conditions) in &prepared.others {
            join.run(Source { relations, newest: u32::MAX }, binding, self.meter, &mut |binding, meter| {
                let Some(target) = entry(&effect.atom, binding, relations, facts).filter(|e| e.fact != NONE)
                else {
                    return Ok(());
                };
                inner.clear();
                let mut copy = binding.to_vec();
                if conditions.collect(&mut copy, relations, facts, meter, inner)? && inner.resolve(facts) {
                    effects.conditional(&inner.facts, target, effect.add, &found.facts, facts);
                }
                Ok(())
            })?;
        }
        if !effects.resolve(&found.facts, facts) || effects.is_empty() {
            return Ok(());
        }
        let arguments = &bound[..prepared.rule.parameters];
        if let Some(seen) = seen
            && !is_new(seen, arguments, found, effects, operators)
        {
            return Ok(());
        }
        if let Some(cost) = self.costs.of(&prepared.rule.costs, bound)? {
            operators.costs.push(cost);
        }
        push(operators, arguments, found, effects)
    }

    fn axiom(
        &mut self,
        bound: &[u32],
        program: &Program,
        axioms: &mut EncodedAxioms,
    ) -> Result<(), GroundError> {
        let Head::Axiom(head) = &self.prepared.rule.head else { return Ok(()) };
        self.meter.tick(|| axioms.bodies.bytes())?;
        let Self { prepared, relations, facts, .. } = *self;
        let Buffers { binding, found, .. } = &mut *self.buffers;
        binding.clear();
        binding.extend_from_slice(bound);
        binding.resize(prepared.rule.domains.len(), 0);
        found.clear();
        let Some(target) = entry(head, binding, relations, facts) else { return Ok(()) };
        if prepared.conditions.collect(binding, relations, facts, self.meter, found)? && found.resolve(facts)
        {
            axioms.heads.push((program.predicates[head.predicate.index()].layer, target.fact));
            axioms.bodies.push(found.facts.iter().map(|&fact| Fact(fact)));
        }
        Ok(())
    }
}

fn push(
    operators: &mut Operators,
    arguments: &[u32],
    found: &Found,
    effects: &Effects,
) -> Result<(), GroundError> {
    operators.arguments.extend(arguments.iter().map(|&object| ObjectId(object)));
    operators.preconditions.push(found.facts.iter().map(|&fact| Fact(fact)));
    operators.effects.push(effects.facts.iter().map(|&fact| Fact(fact)));
    if !effects.conditional_facts.is_empty() || operators.has_conditional_effects() {
        // Rows for the operators before the first that has conditional effects.
        while operators.conditional.len() + 1 < operators.preconditions.len() {
            operators.conditional.end_row();
        }
        for (condition, fact) in &effects.conditional_facts {
            let condition_row = operators.conditions.len() as u32;
            operators.conditions.push(condition.iter().map(|&fact| Fact(fact)));
            operators
                .conditional
                .items
                .push(ConditionalEffect { condition: condition_row, effect: Fact(*fact) });
        }
        operators.conditional.end_row();
    }
    let most = operators
        .preconditions
        .items
        .len()
        .max(operators.effects.items.len())
        .max(operators.conditions.items.len());
    if most > u32::MAX as usize - 1024 || operators.len() > u32::MAX as usize - 2 {
        Err(GroundError::TooLarge)
    } else {
        Ok(())
    }
}

/// Whether no operator of the schema with the same arguments, conditions and effects is there yet. Operators with
/// conditional effects are not compared: two of them are harmless.
fn is_new(
    seen: &mut HashTable<u32>,
    arguments: &[u32],
    found: &Found,
    effects: &Effects,
    operators: &Operators,
) -> bool {
    if !effects.conditional_facts.is_empty() {
        return true;
    }
    let schema = operators.firsts.len() - 1;
    let (first, offset) = (operators.firsts[schema], operators.offsets[schema]);
    let arguments_of = |number: u32| {
        &operators.arguments[offset + (number - first) as usize * arguments.len()..][..arguments.len()]
    };
    let before_of = |number: u32| operators.preconditions.row(number as usize);
    let mut hasher = FxHasher::default();
    let hash_of = |arguments: &mut dyn Iterator<Item = u32>, before: &mut dyn Iterator<Item = u32>| {
        let mut hasher = FxHasher::default();
        arguments.chain(before).for_each(|number| hasher.write_u32(number));
        hasher.finish()
    };
    arguments.iter().chain(&found.facts).for_each(|&number| hasher.write_u32(number));
    let same = |&number: &u32| {
        arguments_of(number).iter().map(|o| o.0).eq(arguments.iter().copied())
            && before_of(number).iter().map(|f| f.0).eq(found.facts.iter().copied())
            && operators.effects.row(number as usize).iter().map(|f| f.0).eq(effects.facts.iter().copied())
    };
    let rehash = |&number: &u32| {
        hash_of(&mut arguments_of(number).iter().map(|o| o.0), &mut before_of(number).iter().map(|f| f.0))
    };
    match seen.entry(hasher.finish(), same, rehash) {
        hashbrown::hash_table::Entry::Occupied(_) => false,
        hashbrown::hash_table::Entry::Vacant(free) => {
            free.insert(operators.len() as u32);
            true
        }
    }
}

/// Marks atoms of groups that some condition wants to be false.
pub(super) fn mark_negated(
    prepared: &[Prepared<'_>],
    reached: &Reached,
    facts: &Facts,
    meter: &mut Meter<'_>,
    mark: &mut impl FnMut(super::facts::Entry),
) -> Result<(), GroundError> {
    let mut found = Found::default();
    let mut binding = Vec::new();
    for (index, rule) in prepared.iter().enumerate() {
        let others = rule.others.iter().any(|other| other.2.has_negative());
        if !rule.conditions.has_negative() && !others {
            continue;
        }
        let bound = rule.rule.bound;
        for position in 0..reached.counts[index] as usize {
            binding.clear();
            binding.extend_from_slice(&reached.bindings[index][position * bound..][..bound]);
            binding.resize(rule.rule.domains.len(), 0);
            found.clear();
            if !rule.conditions.collect(&mut binding, &reached.relations, facts, meter, &mut found)? {
                continue;
            }
            found.unexpressed(facts, &mut *mark);
            for (_, join, conditions) in rule.others.iter().filter(|other| other.2.has_negative()) {
                let source = Source { relations: &reached.relations, newest: u32::MAX };
                let mut inner = Found::default();
                join.run(source, &mut binding, meter, &mut |binding, meter| {
                    inner.clear();
                    if conditions.collect(
                        &mut binding.to_vec(),
                        &reached.relations,
                        facts,
                        meter,
                        &mut inner,
                    )? {
                        inner.unexpressed(facts, &mut *mark);
                    }
                    Ok(())
                })?;
            }
        }
    }
    Ok(())
}
