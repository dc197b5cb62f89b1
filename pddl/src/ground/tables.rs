//! The relations of a task: static atoms, initial atoms, and everything reached.

use super::GroundError;
use super::bits::Bits;
use super::meter::Meter;
use super::relation::Relation;
use super::rules::{Body, Head, LiftedAtom, Program, Rule};
use crate::syntax::tree::{Problem, Term};

/// Cells that the dense lookups of all relations may take together.
const CELLS: usize = 1 << 25;

/// Cells of one dense lookup.
const CELLS_EACH: usize = 1 << 23;

/// Relations for all predicates, with static and initial atoms. Static atoms are visible to joins, the others wait to
/// be revealed.
pub(super) fn load(
    program: &Program,
    problem: &Problem,
    meter: &mut Meter<'_>,
) -> Result<Vec<Relation>, GroundError> {
    let columns = columns(program, problem);
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|&predicate| Relation::cells(&columns[predicate]));
    let mut dense = vec![false; columns.len()];
    let mut left = CELLS;
    for predicate in order {
        let cells = Relation::cells(&columns[predicate]);
        if cells > left.min(CELLS_EACH) {
            break;
        }
        left -= cells;
        dense[predicate] = true;
    }
    let mut relations: Vec<Relation> = columns
        .into_iter()
        .zip(dense)
        .map(|(columns, dense)| Relation::new(columns, program.objects, dense))
        .collect();
    let mut arguments = Vec::new();
    for (predicate, objects) in problem.init.iter() {
        meter.tick(|| relations.iter().map(Relation::bytes).sum())?;
        arguments.clear();
        arguments.extend(objects.iter().map(|object| object.0));
        relations[predicate.index()].insert(&arguments);
        if program.predicates[predicate.index()].is_static() {
            relations[predicate.index()].reveal();
        }
    }
    meter.bytes = relations.iter().map(Relation::bytes).sum();
    Ok(relations)
}

/// For each predicate and position the objects that initial atoms, added atoms and derived atoms can have there.
fn columns(program: &Program, problem: &Problem) -> Vec<Vec<Bits>> {
    let mut columns: Vec<Vec<Bits>> =
        program.predicates.iter().map(|p| vec![Bits::empty(program.objects); p.arity]).collect();
    for (predicate, objects) in problem.init.iter() {
        for (column, object) in columns[predicate.index()].iter_mut().zip(objects) {
            column.insert(object.0);
        }
    }
    let mut cover = |atom: &LiftedAtom, domains: &[Bits]| {
        for (column, &term) in columns[atom.predicate.index()].iter_mut().zip(&atom.arguments) {
            match term {
                Term::Variable(slot) => column.unite(&domains[slot as usize]),
                Term::Object(object) => column.insert(object.0),
            }
        }
    };
    for rule in &program.rules {
        if let Head::Axiom(atom) = &rule.head {
            cover(atom, &rule.domains);
        }
        rule.effects.iter().filter(|effect| effect.add).for_each(|effect| cover(&effect.atom, &rule.domains));
    }
    columns
}

/// Narrows the domains of a rule to the objects that its static conditions allow; drops rules and effects that this
/// leaves without any.
pub(super) fn narrow(program: &mut Program, relations: &[Relation]) {
    let Program { predicates, rules, goal, goal_domains, .. } = program;
    let is_static = |atom: &LiftedAtom| predicates[atom.predicate.index()].is_static();
    let narrow = |body: &Body, slots: &dyn Fn(u32) -> bool, domains: &mut [Bits]| {
        for atom in body.positive.iter().filter(|atom| is_static(atom)) {
            for (position, &term) in atom.arguments.iter().enumerate() {
                if let Term::Variable(slot) = term
                    && slots(slot)
                {
                    domains[slot as usize].intersect(&relations[atom.predicate.index()].columns[position]);
                }
            }
        }
    };
    // The condition of an effect, or the guard of a universal condition, must only narrow its own variables.
    let universals = |body: &Body, domains: &mut [Bits]| {
        for universal in &body.universal {
            narrow(&universal.guard, &|slot| universal.variables.contains(&slot), domains);
        }
    };
    rules.retain_mut(|rule| {
        let Rule { body, domains, effects, bound, .. } = rule;
        narrow(body, &|slot| (slot as usize) < *bound, domains);
        universals(body, domains);
        for effect in &*effects {
            narrow(&effect.body, &|slot| effect.variables.contains(&slot), domains);
            universals(&effect.body, domains);
        }
        effects.retain(|effect| effect.variables.iter().all(|&slot| !domains[slot as usize].is_empty()));
        domains[..*bound].iter().all(|domain| !domain.is_empty())
    });
    universals(goal, goal_domains);
}
