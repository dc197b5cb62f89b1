//! The final task from its parts.

use super::atoms::Ordered;
use super::facts::{Facts, NONE};
use super::invariants::Candidate;
use super::prune::Renumbering;
use super::rules::Program;
use super::symmetry;
use crate::ids::{AtomId, Fact, ObjectId, PredicateId, VariableId};
use crate::syntax::tree::{ConditionKind, Domain, Problem, Term};
use crate::task::{
    Atoms, Axioms, Meaning, ObjectInfo, Operators, PredicateInfo, PredicateKind, Rows, SchemaInfo, Task,
    Variables,
};

/// What the stages before produced.
pub(super) struct Parts<'a> {
    pub(super) domain: &'a Domain,
    pub(super) problem: &'a Problem,
    pub(super) program: &'a Program,
    pub(super) ordered: Ordered,
    pub(super) facts: &'a Facts,
    pub(super) renumbering: &'a Renumbering,
    pub(super) operators: Operators,
    pub(super) axioms: Axioms,
    pub(super) initial: Vec<u32>,
    pub(super) goal: Vec<u32>,
    pub(super) groups: Rows<AtomId>,
    pub(super) invariants: &'a [Candidate],
}

impl Parts<'_> {
    pub(super) fn task(self) -> Task {
        let Self { domain, problem, program, ordered, facts, renumbering, .. } = self;
        let (atoms, numbers) = kept_atoms(&ordered, facts, renumbering);
        let variables = variables(facts, renumbering, &numbers, atoms.len());
        let fact =
            |fact: &u32| Some(renumbering.facts[*fact as usize]).filter(|&fact| fact != NONE).map(Fact);
        let mut mutexes = Rows::default();
        for group in self.groups.iter() {
            let kept: Vec<AtomId> =
                group.iter().map(|a| numbers[a.index()]).filter(|&a| a != NONE).map(AtomId).collect();
            if kept.len() > 1 {
                mutexes.push(kept);
            }
        }
        let symmetry = symmetry::classes(problem, &atoms, &ordered.statics);
        let predicates = predicates(domain, program);
        let invariants = self.invariants.iter().map(|invariant| written(invariant, &predicates)).collect();
        Task {
            types: domain.types.clone(),
            objects: problem
                .objects
                .iter()
                .enumerate()
                .map(|(index, object)| ObjectInfo {
                    name: object.name.clone(),
                    types: object.types.clone(),
                    constant: index < problem.constants,
                })
                .collect(),
            predicates,
            schemas: domain
                .actions
                .iter()
                .map(|action| SchemaInfo {
                    name: action.name.clone(),
                    parameters: action.variables[..action.parameters]
                        .iter()
                        .map(|v| v.name.clone())
                        .collect(),
                    types: action.variables[..action.parameters].iter().map(|v| v.types.clone()).collect(),
                })
                .collect(),
            atoms,
            statics: ordered.statics,
            variables,
            operators: self.operators,
            axioms: self.axioms,
            initial: self.initial.iter().filter_map(fact).collect(),
            goal: self.goal.iter().filter_map(fact).collect(),
            goal_atoms: goal_atoms(problem),
            metric: problem.metric,
            mutexes,
            invariants,
            symmetry,
        }
    }
}

fn predicates(domain: &Domain, program: &Program) -> Vec<PredicateInfo> {
    let named =
        domain.predicates.iter().zip(&program.predicates).map(|(predicate, signature)| PredicateInfo {
            name: predicate.name.clone(),
            parameters: predicate.parameters.iter().map(|parameter| parameter.types.clone()).collect(),
            kind: signature.kind,
        });
    let introduced = program.predicates.iter().enumerate().skip(domain.predicates.len());
    let introduced = introduced.map(|(index, signature)| PredicateInfo {
        name: format!("condition@{}", index - domain.predicates.len() + 1).into(),
        parameters: vec![vec![crate::syntax::types::OBJECT]; signature.arity],
        kind: PredicateKind::Introduced,
    });
    named.chain(introduced).collect()
}

/// The atoms that some kept fact is about, and for each old atom its new number.
fn kept_atoms(ordered: &Ordered, facts: &Facts, renumbering: &Renumbering) -> (Atoms, Vec<u32>) {
    let old = &ordered.atoms;
    let mut kept = vec![false; old.len()];
    for (fact, meaning) in facts.meanings.iter().enumerate() {
        if let Meaning::True(atom) | Meaning::False(atom) = meaning
            && renumbering.facts[fact] != NONE
        {
            kept[atom.index()] = true;
        }
    }
    let mut atoms = Atoms::new(old.arities.clone());
    let mut numbers = vec![NONE; old.len()];
    for predicate in 0..old.arities.len() {
        for atom in old.ids_of(PredicateId::new(predicate)).filter(|atom| kept[atom.index()]) {
            numbers[atom.index()] = atoms.len() as u32;
            atoms.push(old.objects(atom).iter().copied());
        }
        atoms.next_predicate();
    }
    (atoms, numbers)
}

fn variables(facts: &Facts, renumbering: &Renumbering, numbers: &[u32], atoms: usize) -> Variables {
    let mut variables = Variables {
        firsts: vec![0],
        of_atom: vec![Fact(NONE); atoms],
        negated: vec![NONE; atoms],
        ..Variables::default()
    };
    let new = |atom: AtomId| AtomId(numbers[atom.index()]);
    for variable in 0..facts.groups.len() {
        for fact in facts.firsts[variable]..facts.firsts[variable + 1] {
            let number = renumbering.facts[fact as usize];
            if number == NONE {
                continue;
            }
            let meaning = match facts.meanings[fact as usize] {
                Meaning::True(atom) => {
                    // A mirror comes after the variable of the group, which is the atom's own if it is kept.
                    let own = &mut variables.of_atom[new(atom).index()];
                    if own.0 == NONE {
                        *own = Fact(number);
                    }
                    Meaning::True(new(atom))
                }
                Meaning::False(atom) => {
                    variables.negated[new(atom).index()] = number;
                    Meaning::False(new(atom))
                }
                Meaning::NoneOfThose => Meaning::NoneOfThose,
            };
            variables.meanings.push(meaning);
            variables.of_fact.push(VariableId::new(variables.firsts.len() - 1));
        }
        if variables.meanings.len() as u32 > variables.firsts[variables.firsts.len() - 1] {
            variables.firsts.push(variables.meanings.len() as u32);
        }
        if variable + 1 == facts.fluent {
            variables.fluent = variables.firsts.len() - 1;
        }
    }
    variables
}

/// The goal as atoms, if it is a conjunction of such.
fn goal_atoms(problem: &Problem) -> Vec<(PredicateId, Box<[ObjectId]>)> {
    let parts = match &problem.goal.kind {
        ConditionKind::And(parts) => parts,
        _ => std::slice::from_ref(&problem.goal),
    };
    let atom = |part: &crate::syntax::tree::Condition| match &part.kind {
        ConditionKind::Atom(atom) => {
            let objects = atom.arguments.iter().map(|&term| match term {
                Term::Object(object) => Some(object),
                Term::Variable(_) => None,
            });
            objects.collect::<Option<Box<[ObjectId]>>>().map(|objects| (atom.predicate, objects))
        }
        _ => None,
    };
    parts.iter().filter_map(atom).collect()
}

/// An invariant in words: `at(0, *) + in(0, *)`, where numbers are shared and `*` is counted.
fn written(invariant: &Candidate, predicates: &[PredicateInfo]) -> String {
    let parts: Vec<String> = invariant
        .parts
        .iter()
        .map(|part| {
            let order = part.order.iter().map(|o| o.map_or("*".to_owned(), |number| number.to_string()));
            format!("{}({})", predicates[part.predicate].name, order.collect::<Vec<_>>().join(", "))
        })
        .collect();
    parts.join(" + ")
}
