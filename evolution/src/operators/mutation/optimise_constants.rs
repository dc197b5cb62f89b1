//! Constants move to where a few rows of the dataset find them best (a pattern search, Hooke and Jeeves 1961).

use super::shake_one;
use crate::genome::constant_range;
use crate::operators::{Parameter, TreeMutation};
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Tree};

/// The first step, as a share of the range that a constant is drawn from.
const FIRST_STEP: f64 = 0.25;

/// A step that helps grows by this factor, one that does not shrinks by its inverse.
const GROWTH: f64 = 2.0;

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "optimise_constants",
    about: "every constant moves, a few steps, to where a few rows of the dataset find it best; like shake_one without a \
            dataset and in conditions",
    parameters: &[Parameter {
        name: "rounds",
        default: 4.0,
        range: (1.0, 100.0),
        about: "how often every constant is moved",
    }],
    weight: 0.0,
    apply: |context, parameters, parent| {
        let Some(probe) = context.probe.filter(|_| parent.kind() == Kind::Real) else {
            return (shake_one::OPERATOR.apply)(context, &[shake_one::SHARE.default], parent);
        };
        let mut nodes = parent.nodes().to_vec();
        let width = |place: usize| {
            let (low, high) = constant_range(context.space, parent.nodes(), place);
            high - low
        };
        let constants = (0..nodes.len()).filter(|&place| matches!(nodes[place], Node::Number(_)));
        let mut steps: Vec<(usize, f64)> =
            constants.map(|place| (place, FIRST_STEP * width(place))).collect();
        if steps.is_empty() {
            return None;
        }
        let mut least = probe.error(parent);
        for _ in 0..parameters[0] as usize {
            for (place, step) in &mut steps {
                let Node::Number(old) = nodes[*place] else { continue };
                let mut better = |value: f64| {
                    nodes[*place] = Node::Number(value);
                    let found = probe.error(&Tree::from_well_formed(nodes.clone()));
                    let is_better = found < least && value.is_finite();
                    if is_better {
                        least = found;
                    }
                    is_better
                };
                if better(old + *step) {
                    *step *= GROWTH;
                } else if better(old - *step) {
                    *step *= -GROWTH;
                } else {
                    nodes[*place] = Node::Number(old);
                    *step /= GROWTH;
                }
            }
        }
        (nodes != parent.nodes()).then(|| Tree::from_well_formed(nodes))
    },
};
