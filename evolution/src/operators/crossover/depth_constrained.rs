//! Branches are exchanged at similar levels of both parents only.

use crate::operators::chance::one_of;
use crate::operators::shape::Shape;
use crate::operators::{Parameter, TreeCrossover};
use std::ops::RangeInclusive;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "depth_constrained",
    about: "like subtree, but both branches begin between two levels, counted from the root as shares of the depth",
    parameters: &[
        Parameter { name: "from", default: 0.25, range: (0.0, 1.0), about: "the upper level; 0 is the root" },
        Parameter {
            name: "to",
            default: 0.75,
            range: (0.0, 1.0),
            about: "the lower level; 1 is the deepest leaf",
        },
    ],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let (receiver_levels, donor_levels) = (receiver.levels(), donor.levels());
        let band = band(&receiver, first, parameters);
        let place = one_of(
            (0..first.size()).filter(|&place| band.contains(&receiver_levels[place])),
            context.random,
        )?;
        let budget = receiver.budget_at(place, receiver_levels[place], context.space.limits);
        let band = self::band(&donor, second, parameters);
        let fitting = donor.fitting(budget).filter(|&place| band.contains(&donor_levels[place]));
        let branch = donor.branch(one_of(fitting, context.random)?);
        (branch != receiver.branch(place)).then(|| Tree::from_well_formed(receiver.with(place, branch)))
    },
};

/// The levels where branches may begin; at least one.
fn band(shape: &Shape<'_>, tree: &Tree, parameters: &[f64]) -> RangeInclusive<usize> {
    let deepest = (shape.extent(tree.size() - 1).depth - 1) as f64;
    let (upper, lower) = (parameters[0].min(parameters[1]), parameters[0].max(parameters[1]));
    (upper * deepest).floor() as usize..=(lower * deepest).ceil() as usize
}
