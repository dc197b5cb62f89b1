//! Classes of interchangeable objects.

use crate::ids::{AtomId, ObjectId, TypeId};
use crate::syntax::tree::{Atom, Condition, ConditionKind, Problem, Term};
use crate::task::{Atoms, Rows, Symmetry};
use rustc_hash::FxHashMap;

/// What distinguishes an object: its types, and tags for unary static atoms, function values and goals.
#[derive(Default, Clone, PartialEq, Eq, Hash)]
struct Signature {
    types: Vec<TypeId>,
    tags: Vec<(u8, u32, i64)>,
}

/// Computes the classes; `atoms` are those of the final task.
pub(super) fn classes(problem: &Problem, atoms: &Atoms, statics: &Atoms) -> Symmetry {
    let count = problem.objects.len();
    let mut signatures: Vec<Option<Signature>> = problem
        .objects
        .iter()
        .enumerate()
        .map(|(index, object)| {
            (index >= problem.constants).then(|| Signature { types: object.types.clone(), tags: Vec::new() })
        })
        .collect();
    let mut note = |kind: u8, number: u32, objects: &[ObjectId], value: i64| match objects {
        [one] => {
            if let Some(signature) = &mut signatures[one.index()] {
                signature.tags.push((kind, number, value));
            }
        }
        several => several.iter().for_each(|object| signatures[object.index()] = None),
    };
    for atom in (0..statics.len()).map(AtomId::new) {
        note(0, statics.predicate(atom).0, statics.objects(atom), 0);
    }
    for value in &problem.values {
        note(1, value.function.0, &value.arguments, value.value);
    }
    goal(&problem.goal, true, &mut |atom, kind| {
        let objects: Vec<ObjectId> = atom.arguments.iter().filter_map(|&term| object(term)).collect();
        note(kind, atom.predicate.0, &objects, 0);
    });
    let mut of_signature: FxHashMap<Signature, Vec<ObjectId>> = FxHashMap::default();
    let mut order: Vec<Signature> = Vec::new();
    for (index, signature) in signatures.into_iter().enumerate() {
        let Some(mut signature) = signature else { continue };
        signature.tags.sort_unstable();
        let class = of_signature.entry(signature.clone()).or_insert_with(|| {
            order.push(signature);
            Vec::new()
        });
        class.push(ObjectId::new(index));
    }
    let mut symmetry =
        Symmetry { class_of: vec![u32::MAX; count], row_of: vec![u32::MAX; count], ..Symmetry::default() };
    for signature in &order {
        let class = &of_signature[signature];
        if class.len() > 1 {
            class.iter().for_each(|object| symmetry.class_of[object.index()] = symmetry.classes.len() as u32);
            symmetry.classes.push(class.iter().copied());
        }
    }
    for (row, object) in symmetry.classes.items().iter().enumerate() {
        symmetry.row_of[object.index()] = row as u32;
    }
    symmetry.atoms = occurrences(atoms, &symmetry.row_of, symmetry.classes.items().len());
    symmetry
}

fn object(term: Term) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(_) => None,
    }
}

/// Atoms of the goal: those of a plain conjunction have kind 2 or 3 by sign; others distinguish the objects that they
/// mention from all others, which a tag with more than one object does.
fn goal(condition: &Condition, plain: bool, note: &mut dyn FnMut(&Atom, u8)) {
    match &condition.kind {
        ConditionKind::And(parts) if plain => parts.iter().for_each(|part| goal(part, true, note)),
        ConditionKind::Atom(atom) if plain => note(atom, 2),
        ConditionKind::Not(inner) => match &inner.kind {
            ConditionKind::Atom(atom) if plain => note(atom, 3),
            _ => goal(inner, false, note),
        },
        ConditionKind::And(parts) | ConditionKind::Or(parts) => {
            parts.iter().for_each(|part| goal(part, false, note));
        }
        ConditionKind::Imply(premise, conclusion) => {
            goal(premise, false, note);
            goal(conclusion, false, note);
        }
        ConditionKind::Forall(_, body) | ConditionKind::Exists(_, body) => goal(body, false, note),
        ConditionKind::Atom(atom) => apart(&atom.arguments, atom, note),
        ConditionKind::Equal(left, right) => {
            let atom = Atom {
                predicate: crate::ids::PredicateId(u32::MAX),
                arguments: vec![*left, *right, *left, *right],
                place: condition.place,
            };
            note(&atom, 4);
        }
    }
}

fn apart(arguments: &[Term], atom: &Atom, note: &mut dyn FnMut(&Atom, u8)) {
    let doubled = arguments.iter().chain(arguments).copied().collect();
    note(&Atom { arguments: doubled, ..atom.clone() }, 4);
}

/// For each object of a class the atoms that mention it.
fn occurrences(atoms: &Atoms, row_of: &[u32], rows: usize) -> Rows<AtomId> {
    let mut lists: Vec<Vec<AtomId>> = vec![Vec::new(); rows];
    for atom in (0..atoms.len()).map(AtomId::new) {
        for object in atoms.objects(atom) {
            if let Some(list) = lists.get_mut(row_of[object.index()] as usize)
                && list.last() != Some(&atom)
            {
                list.push(atom);
            }
        }
    }
    let mut occurrences = Rows::default();
    lists.into_iter().for_each(|list| occurrences.push(list));
    occurrences
}
