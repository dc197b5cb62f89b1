//! Atoms for people: states by predicate, and conditions that do not hold.

use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_pddl::error::Source as File;
use unstuck_pddl::ids::{ObjectId, PredicateId};
use unstuck_pddl::syntax::tree::{Condition, ConditionKind, Domain, Problem, Term};
use unstuck_pddl::validate::Unsatisfied;

/// A state as rows of atoms, one row for each predicate that actions change. Atoms that the goal asks for stand out.
pub(super) fn draw<'a>(
    domain: &Domain,
    problem: &Problem,
    atoms: impl Iterator<Item = (PredicateId, &'a [ObjectId])>,
) -> Picture {
    let mut goals = Vec::new();
    goal_atoms(&problem.goal, &mut goals);
    goals.sort_unstable();
    let mut rows: Vec<(PredicateId, Vec<Piece>)> = Vec::new();
    for (predicate, objects) in atoms.filter(|atom| !domain.predicate(atom.0).is_static()) {
        if rows.last().is_none_or(|row| row.0 != predicate) {
            let name = Piece { text: format!("{}:", domain.predicate(predicate).name), tint: Tint::Faint };
            rows.push((predicate, vec![name]));
        }
        let names: Vec<&str> = objects.iter().map(|object| &*problem.objects[object.index()].name).collect();
        let wanted = goals
            .binary_search_by(|(other, arguments)| (*other, &arguments[..]).cmp(&(predicate, objects)))
            .is_ok();
        let text = if names.is_empty() { " yes".to_owned() } else { format!(" ({})", names.join(" ")) };
        if let Some((_, row)) = rows.last_mut() {
            row.push(Piece { text, tint: if wanted { Tint::Strong } else { Tint::Plain } });
        }
    }
    Picture { rows: rows.into_iter().map(|(_, row)| row).collect() }
}

/// The positive ground atoms of a conjunctive goal.
pub(super) fn goal_atoms(condition: &Condition, goals: &mut Vec<(PredicateId, Vec<ObjectId>)>) {
    match &condition.kind {
        ConditionKind::And(parts) => parts.iter().for_each(|part| goal_atoms(part, goals)),
        ConditionKind::Atom(atom) => {
            let object = |term: &Term| match *term {
                Term::Object(object) => Some(object),
                Term::Variable(_) => None,
            };
            if let Some(objects) = atom.arguments.iter().map(object).collect() {
                goals.push((atom.predicate, objects));
            }
        }
        _ => {}
    }
}

/// Conditions that do not hold: each as it is and as it is written, with its place.
pub(super) fn unsatisfied(found: &[Unsatisfied]) -> String {
    let one = |condition: &Unsatisfied| {
        let Unsatisfied { ground, lifted, place, file } = condition;
        let file = match file {
            File::Domain => "domain",
            File::Problem => "problem",
            File::Plan => "plan",
        };
        let written = if ground == lifted { String::new() } else { format!("{lifted}, ") };
        format!("{ground} does not hold ({written}{file} line {})", place.line)
    };
    found.iter().map(one).collect::<Vec<_>>().join("; ")
}
