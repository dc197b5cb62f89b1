//! Planning tasks on screens: atoms by predicate, and the goals that are reached.

use crate::atoms::goal_atoms;
use serde::Serialize;
use unstuck_core::view::Board;
use unstuck_pddl::ids::{ObjectId, PredicateId};
use unstuck_pddl::syntax::tree::{Condition, ConditionKind, Domain, Object, Problem};

/// A state of a planning task: its true atoms by predicate, and the goal with what of it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtomsBoard {
    /// Name of the PDDL domain.
    pub domain: String,
    /// The objects, each with its type.
    pub objects: Vec<ObjectView>,
    /// The predicates with true atoms, in the order of the domain.
    pub predicates: Vec<PredicateView>,
    /// The ground atoms of the goal, as far as it is a conjunction; `complete` says whether it is.
    pub goals: Vec<GoalView>,
    /// Whether the goal is exactly the conjunction of `goals`.
    pub complete: bool,
    /// How many atoms are true: those left out of `predicates` included.
    pub atoms: usize,
}

/// An object of a planning task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ObjectView {
    /// Its name.
    pub name: String,
    /// Its type, `object` where it has none.
    #[serde(rename = "type")]
    pub kind: String,
}

/// The true atoms of a predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PredicateView {
    /// Name of the predicate.
    pub name: String,
    /// No action changes it.
    #[serde(rename = "static")]
    pub is_static: bool,
    /// The atoms.
    pub atoms: Vec<AtomView>,
}

/// A true atom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtomView {
    /// Its objects.
    pub objects: Vec<String>,
    /// The goal asks for it.
    pub goal: bool,
}

/// An atom that the goal asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GoalView {
    /// Name of the predicate.
    pub predicate: String,
    /// Its objects.
    pub objects: Vec<String>,
    /// It is true in the state.
    pub reached: bool,
}

/// Most moves that are listed.
pub(super) const MAX_MOVES: usize = 1_000;
/// Most atoms, and objects, that are listed: first those that actions change.
const MAX_ATOMS: usize = 5_000;

/// A state of a task, for screens.
pub(super) fn board<'a>(
    domain: &Domain,
    problem: &Problem,
    atoms: impl Iterator<Item = (PredicateId, &'a [ObjectId])>,
) -> Board {
    let mut goals = Vec::new();
    goal_atoms(&problem.goal, &mut goals);
    goals.sort_unstable();
    let mut reached = vec![false; goals.len()];
    let names = |objects: &[ObjectId]| {
        objects.iter().map(|object| problem.objects[object.index()].name.to_string()).collect::<Vec<_>>()
    };
    let mut predicates: Vec<PredicateView> = Vec::new();
    let mut last = None;
    let mut count = 0;
    for (predicate, objects) in atoms {
        count += 1;
        let found =
            goals.binary_search_by(|(other, arguments)| (*other, &arguments[..]).cmp(&(predicate, objects)));
        if let Ok(place) = found {
            reached[place] = true;
        }
        if last.replace(predicate) != Some(predicate) {
            let info = domain.predicate(predicate);
            let (name, is_static) = (info.name.to_string(), info.is_static());
            predicates.push(PredicateView { name, is_static, atoms: Vec::new() });
        }
        if let Some(row) = predicates.last_mut() {
            row.atoms.push(AtomView { objects: names(objects), goal: found.is_ok() });
        }
    }
    predicates.sort_by_key(|predicate| predicate.is_static);
    let mut left = MAX_ATOMS;
    for predicate in &mut predicates {
        predicate.atoms.truncate(left);
        left -= predicate.atoms.len();
    }
    predicates.retain(|predicate| !predicate.atoms.is_empty());
    let goal = |((predicate, objects), reached): (&(PredicateId, Vec<ObjectId>), bool)| GoalView {
        predicate: domain.predicate(*predicate).name.to_string(),
        objects: names(objects),
        reached,
    };
    let object = |object: &Object| ObjectView {
        name: object.name.to_string(),
        kind: object.types.first().map_or("object", |&kind| domain.types.name(kind)).to_owned(),
    };
    Board::new(
        "atoms",
        AtomsBoard {
            domain: domain.name.to_string(),
            objects: problem.objects.iter().take(MAX_ATOMS).map(object).collect(),
            predicates,
            goals: goals.iter().zip(reached).map(goal).collect(),
            complete: is_conjunction(&problem.goal),
            atoms: count,
        },
    )
}

/// Whether a condition is a conjunction of atoms.
fn is_conjunction(condition: &Condition) -> bool {
    match &condition.kind {
        ConditionKind::And(parts) => parts.iter().all(is_conjunction),
        ConditionKind::Atom(_) => true,
        _ => false,
    }
}
