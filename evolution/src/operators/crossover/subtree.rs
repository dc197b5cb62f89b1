//! A branch of one parent in the place of a branch of the other (Koza 1992).

use crate::operators::chance::one_of;
use crate::operators::shape::{Shape, draw_place};
use crate::operators::{Context, Parameter, Probe, TreeCrossover};
use unstuck_core::language::{Node, Tree};
use unstuck_core::random::Stream;

/// How often a function is chosen rather than a leaf.
pub(super) const FUNCTIONS: Parameter = Parameter {
    name: "functions",
    default: 0.9,
    range: (0.0, 1.0),
    about: "how often a function rather than a leaf is the root of the branch that goes",
};

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "subtree",
    about: "a branch of the first parent gives way to a branch of the second that fits there",
    parameters: &[FUNCTIONS],
    weight: 1.0,
    apply: |context, parameters, first, second| swap(context, parameters[0], first, second),
};

/// Puts a random branch of the second tree, of all that fit, into the first.
pub(super) fn swap(context: &mut Context<'_>, functions: f64, first: &Tree, second: &Tree) -> Option<Tree> {
    let place = draw_place(first.nodes(), functions, context.random);
    let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
    let budget = receiver.budget(place, context.space.limits);
    let branch = donor.branch(one_of(donor.fitting(budget), context.random)?);
    (branch != receiver.branch(place)).then(|| Tree::from_well_formed(receiver.with(place, branch)))
}

/// The child that a few rows find best, the first of equal ones. What cannot be measured is worse than anything.
pub(super) fn best_of(mut children: Vec<Tree>, probe: &dyn Probe) -> Option<Tree> {
    let mut best: Option<(f64, usize)> = None;
    for (place, found) in probe.errors(&children).into_iter().enumerate() {
        let error = if found.is_nan() { f64::INFINITY } else { found };
        if best.is_none_or(|(min, _)| error < min) {
            best = Some((error, place));
        }
    }
    best.map(|(_, place)| children.swap_remove(place))
}

/// Puts a branch of the second tree that is chosen, of all that fit, into the first: by what it and the branch that
/// goes compute. Without rows to try them on, [`swap`].
pub(super) fn swap_by_values<'t>(
    context: &mut Context<'_>,
    functions: f64,
    first: &'t Tree,
    second: &'t Tree,
    choose: impl FnOnce(&dyn Probe, &'t [Node], &[&'t [Node]], &mut Stream) -> Option<&'t [Node]>,
) -> Option<Tree> {
    let Some(probe) = context.probe else {
        return swap(context, functions, first, second);
    };
    let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
    let place = draw_place(first.nodes(), functions, context.random);
    let budget = receiver.budget(place, context.space.limits);
    let fitting: Vec<&[Node]> = donor.fitting(budget).map(|given| donor.branch(given)).collect();
    let branch = choose(probe, receiver.branch(place), &fitting, context.random)?;
    Some(Tree::from_well_formed(receiver.with(place, branch)))
}
