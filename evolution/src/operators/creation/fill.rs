//! Trees of a wanted size: open places are filled with functions until all the nodes are given away.

use super::Grammar;
use crate::genome::draw_compared_constants;
use crate::operators::Parameter;
use crate::operators::shape::Extent;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Op, Tree};
use unstuck_core::random::{RngExt, Stream};

/// Which open place is filled next.
#[derive(Clone, Copy)]
pub(super) enum Next {
    /// Any of them.
    Random,
    /// The one that has been open for longest: level by level.
    Oldest,
}

/// The smallest size that is aimed at.
pub(super) const SMALLEST: Parameter =
    Parameter { name: "smallest", default: 1.0, range: (1.0, 10_000.0), about: "the fewest nodes" };

/// The largest one.
pub(super) const LARGEST: Parameter = Parameter {
    name: "largest",
    default: 10_000.0,
    range: (1.0, 10_000.0),
    about: "the most nodes, within the limits of the space",
};

struct Slot {
    kind: Kind,
    level: usize,
    /// The function and the places of its values; none for a leaf.
    function: Option<(Op, std::ops::Range<usize>)>,
}

/// A tree of a size drawn evenly.
pub(super) fn tree(
    grammar: &Grammar<'_>,
    kind: Kind,
    parameters: &[f64],
    next: Next,
    random: &mut Stream,
) -> Tree {
    let fewest = grammar.min(kind).nodes;
    let max = grammar.space().limits.nodes.min(parameters[1] as usize).max(fewest);
    let min = (parameters[0] as usize).clamp(fewest, max);
    let target = random.random_range(min..=max);
    of_size(grammar, kind, target, next, random)
}

/// A tree of that size, or slightly less where no function takes the number of values that would be needed.
pub(super) fn of_size(
    grammar: &Grammar<'_>,
    kind: Kind,
    target: usize,
    next: Next,
    random: &mut Stream,
) -> Tree {
    let depth = grammar.space().limits.deepest();
    let mut slots = Vec::with_capacity(target);
    slots.push(Slot { kind, level: 0, function: None });
    let mut open = vec![0];
    let mut oldest = 0;
    // Nodes that may still be given away: every open place has got what it needs at least.
    let mut spare = target.saturating_sub(grammar.min(kind).nodes);
    while spare > 0 {
        let place = match next {
            Next::Random if !open.is_empty() => open.swap_remove(random.random_range(0..open.len())),
            Next::Oldest if oldest < slots.len() => {
                oldest += 1;
                oldest - 1
            }
            _ => break,
        };
        let Slot { kind, level, .. } = slots[place];
        let own = grammar.min(kind).nodes;
        let max = Extent { nodes: spare + own, depth: depth - level };
        let Some((op, arity)) = grammar.draw_function(kind, max, random) else { continue };
        spare = spare + own - grammar.min_of(op, arity).nodes;
        let values = slots.len()..slots.len() + arity;
        slots.extend((0..arity).map(|position| Slot {
            kind: op.takes(position),
            level: level + 1,
            function: None,
        }));
        open.extend(values.clone());
        slots[place].function = Some((op, values));
    }
    let mut nodes = Vec::with_capacity(target);
    write(grammar, &slots, 0, &mut nodes, random);
    draw_compared_constants(grammar.space(), &mut nodes, random);
    Tree::from_well_formed(nodes)
}

fn write(grammar: &Grammar<'_>, slots: &[Slot], place: usize, nodes: &mut Vec<Node>, random: &mut Stream) {
    match &slots[place].function {
        None => grammar.finish(slots[place].kind, nodes, random),
        Some((op, values)) => {
            for value in values.clone() {
                write(grammar, slots, value, nodes, random);
            }
            nodes.push(Node::Apply(*op, values.len() as u8));
        }
    }
}
