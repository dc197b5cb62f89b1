//! Syntax tree to normal form.

use super::bits::Bits;
use super::branches::{Branch, Introduced, Splitter};
use super::formula::Formula;
use super::rules::{Body, Head, LiftedAtom, LiftedEffect, Program, Rule, Signature};
use super::slots::Slots;
use crate::ids::{PredicateId, TypeId};
use crate::syntax::tree::{Action, Cost, Domain, Effect, Metric, Problem, Term, Variable};
use crate::task::PredicateKind;

/// Normalises a task: types become sets of objects, conditions conjunctions, effects a flat list.
pub(super) fn normalise(domain: &Domain, problem: &Problem) -> Program {
    let types = objects_of_types(domain, problem);
    let mut predicates: Vec<Signature> = domain.predicates.iter().map(signature).collect();
    let mut normaliser =
        Normaliser { types: &types, objects: problem.objects.len(), scopes: Vec::new(), rules: Vec::new() };
    let mut splitter = Splitter { predicates: &mut predicates, introduced: Vec::new(), scope: 0 };
    for (index, action) in domain.actions.iter().enumerate() {
        normaliser.action(index, action, problem.metric, &mut splitter);
    }
    for axiom in &domain.axioms {
        let parameters: Vec<u32> = (0..domain.predicate(axiom.predicate).parameters.len() as u32).collect();
        splitter.scope = normaliser.scope(&axiom.variables);
        let formula = Formula::new(&axiom.body, false);
        let head = Introduced { predicate: axiom.predicate, parameters, formula, scope: splitter.scope };
        normaliser.axiom(head, &mut splitter);
    }
    let (goal, goal_domains) = normaliser.goal(problem, &mut splitter);
    while let Some(introduced) = splitter.introduced.pop() {
        splitter.scope = introduced.scope;
        normaliser.axiom(introduced, &mut splitter);
    }
    let rules = normaliser.rules;
    layer(&mut predicates, &rules);
    Program { predicates, rules, goal, goal_domains, objects: problem.objects.len() }
}

fn signature(predicate: &crate::syntax::tree::Predicate) -> Signature {
    let kind = match predicate {
        p if p.derived.is_some() => PredicateKind::Derived,
        p if p.fluent => PredicateKind::Fluent,
        _ => PredicateKind::Static,
    };
    Signature { arity: predicate.parameters.len(), kind, layer: 0 }
}

fn objects_of_types(domain: &Domain, problem: &Problem) -> Vec<Bits> {
    let mut sets = vec![Bits::empty(problem.objects.len()); domain.types.len()];
    for (index, object) in problem.objects.iter().enumerate() {
        for above in domain.types.ids() {
            if object.types.iter().any(|&own| domain.types.is_subtype(own, above)) {
                sets[above.index()].insert(index as u32);
            }
        }
    }
    sets
}

/// Sets the layers of derived predicates; the domain is stratified, so this ends.
fn layer(predicates: &mut [Signature], rules: &[Rule]) {
    let mut changed = true;
    while changed {
        changed = false;
        for rule in rules {
            let Head::Axiom(head) = &rule.head else { continue };
            let mut least = predicates[head.predicate.index()].layer;
            let mut read = |atom: &LiftedAtom, above: u32| {
                let signature = &predicates[atom.predicate.index()];
                if signature.is_derived() {
                    least = least.max(signature.layer + above);
                }
            };
            rule.body.positive.iter().for_each(|atom| read(atom, 0));
            rule.body.negative.iter().for_each(|atom| read(atom, 1));
            for literal in rule.body.universal.iter().filter_map(|u| u.consequence.as_ref()) {
                read(&literal.atom, u32::from(!literal.positive));
            }
            changed |= least != predicates[head.predicate.index()].layer;
            predicates[head.predicate.index()].layer = least;
        }
    }
}

struct Normaliser<'a> {
    types: &'a [Bits],
    objects: usize,
    /// Domains of the variables of each condition's scope.
    scopes: Vec<Vec<Bits>>,
    rules: Vec<Rule>,
}

impl Normaliser<'_> {
    fn scope(&mut self, variables: &[Variable]) -> usize {
        self.scopes.push(variables.iter().map(|variable| self.domain(&variable.types)).collect());
        self.scopes.len() - 1
    }

    fn domain(&self, types: &[TypeId]) -> Bits {
        let mut domain = Bits::empty(self.objects);
        types.iter().for_each(|t| domain.unite(&self.types[t.index()]));
        domain
    }

    fn action(&mut self, index: usize, action: &Action, metric: Metric, splitter: &mut Splitter<'_>) {
        let scope = self.scope(&action.variables);
        splitter.scope = scope;
        let mut effects = Vec::new();
        flatten(&action.effect, &mut Vec::new(), &mut Vec::new(), splitter, &mut effects);
        let costs = if metric == Metric::TotalCost { action.costs.clone() } else { Vec::new() };
        let parameters: Vec<u32> = (0..action.parameters as u32).collect();
        for branch in splitter.split(Formula::new(&action.precondition, false)) {
            self.rule(Head::Action(index), &parameters, branch, &effects, &costs, scope);
        }
    }

    fn axiom(&mut self, introduced: Introduced, splitter: &mut Splitter<'_>) {
        let Introduced { predicate, parameters, formula, scope } = introduced;
        let arguments = parameters.iter().map(|&slot| Term::Variable(slot)).collect();
        for branch in splitter.split_axiom(formula) {
            let head = Head::Axiom(LiftedAtom { predicate, arguments: Vec::clone(&arguments) });
            self.rule(head, &parameters, branch, &[], &[], scope);
        }
    }

    /// The goal as one conjunction; anything else becomes a derived atom without arguments.
    fn goal(&mut self, problem: &Problem, splitter: &mut Splitter<'_>) -> (Body, Vec<Bits>) {
        let scope = self.scope(&problem.variables);
        splitter.scope = scope;
        let formula = Formula::new(&problem.goal, false);
        let before = (splitter.predicates.len(), splitter.introduced.len());
        let mut branches = splitter.split(formula.clone());
        match (branches.len(), branches.pop()) {
            (1, Some(only)) if only.variables.is_empty() => {
                let mut slots = Slots::new(&self.scopes[scope]);
                let body = slots.body(&only.body);
                (body, slots.domains)
            }
            _ => {
                splitter.predicates.truncate(before.0);
                splitter.introduced.truncate(before.1);
                let predicate = PredicateId::new(splitter.predicates.len());
                splitter.predicates.push(Signature { arity: 0, kind: PredicateKind::Introduced, layer: 0 });
                splitter.introduced.push(Introduced { predicate, parameters: Vec::new(), formula, scope });
                let mut body = Body::default();
                body.positive.push(LiftedAtom { predicate, arguments: Vec::new() });
                (body, Vec::new())
            }
        }
    }

    /// Adds a rule. Slots are renumbered: parameters, existential variables of the branch, then those of effects and
    /// universal conditions.
    fn rule(
        &mut self,
        head: Head,
        parameters: &[u32],
        branch: Branch,
        effects: &[LiftedEffect],
        costs: &[Cost],
        scope: usize,
    ) {
        let domains = &self.scopes[scope];
        let Branch { body, variables } = branch;
        let mut used = Vec::new();
        body.slots(&mut used);
        let mut order: Vec<u32> = parameters.to_vec();
        for slot in variables {
            if used.contains(&slot) {
                order.push(slot);
            } else if domains[slot as usize].is_empty() {
                return;
            }
        }
        let bound = order.len();
        let mut slots = Slots::new(domains);
        order.iter().for_each(|&slot| slots.add(slot));
        let head = match head {
            Head::Action(index) => Head::Action(index),
            Head::Axiom(atom) => Head::Axiom(slots.atom(&atom)),
        };
        let mut body = slots.body(&body);
        body.deduplicate();
        let effects = effects.iter().map(|effect| slots.effect(effect)).collect();
        let costs = costs.iter().map(|cost| slots.cost(cost)).collect();
        let domains = slots.domains;
        self.rules.push(Rule { head, parameters: parameters.len(), bound, domains, body, effects, costs });
    }
}

/// Effects as a flat list; nested conditions are joined and split into branches.
fn flatten<'e>(
    effect: &'e Effect,
    variables: &mut Vec<u32>,
    conditions: &mut Vec<&'e crate::syntax::tree::Condition>,
    splitter: &mut Splitter<'_>,
    into: &mut Vec<LiftedEffect>,
) {
    match effect {
        Effect::And(parts) => {
            parts.iter().for_each(|part| flatten(part, variables, conditions, splitter, into));
        }
        Effect::Forall(range, body) => {
            let before = variables.len();
            variables.extend(range.clone());
            flatten(body, variables, conditions, splitter, into);
            variables.truncate(before);
        }
        Effect::When(condition, body) => {
            conditions.push(condition);
            flatten(body, variables, conditions, splitter, into);
            conditions.pop();
        }
        Effect::Add(atom) | Effect::Delete(atom) => {
            let add = matches!(effect, Effect::Add(_));
            let atom = LiftedAtom { predicate: atom.predicate, arguments: atom.arguments.clone() };
            let formula =
                Formula::And(conditions.iter().map(|condition| Formula::new(condition, false)).collect());
            for branch in splitter.split(formula) {
                let variables = variables.iter().copied().chain(branch.variables).collect();
                into.push(LiftedEffect { variables, body: branch.body, atom: atom.clone(), add });
            }
        }
    }
}
