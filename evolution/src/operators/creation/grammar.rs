//! What can be where in the trees of a space, and how large it is at least.
//!
//! Numbers are always at hand, so a real value needs one node. A condition needs one node where the space has flags,
//! else a comparison of two leaves. A space without either has no conditions but `true` and `false`; those are made
//! only then, and [`can_make`] decides it beforehand.

use crate::genome::{Space, draw_constant};
use crate::operators::chance::{coin, one_of};
use crate::operators::shape::Extent;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Op};
use unstuck_core::random::{RngExt, Stream};

/// The share of constants among real leaves; the others are features, all alike. A leaf after a constant is always a
/// feature, so that two constants hardly ever meet.
pub const CONSTANTS: f64 = 0.3;

/// How often `min` and `max` take one value more than they have.
const ONE_MORE: f64 = 0.15;

/// Whether trees of a kind can be made that depend on a feature, within a depth and the space's number of nodes.
///
/// ```
/// # use unstuck_core::{feature::Kind, language::Op};
/// # use unstuck_evolution::genome::*;
/// # use unstuck_evolution::operators::creation::can_make;
/// let mut space = Space {
///     form: Form::Tree,
///     names: vec!["distance".into()],
///     estimates: Vec::new(),
///     signed: false,
///     reals: vec![Terminal { index: 0, range: (0.0, 9.0) }],
///     flags: Vec::new(),
///     functions: vec![Op::Add, Op::LessEqual],
///     constants: (0.0, 1.0),
///     scale: Scale::Fixed,
///     bounds: Bounds::Clamp,
///     limits: Limits { nodes: 50, depth: 8 },
///     search: None,
///     attempts: None,
///     branches: Vec::new(),
/// };
/// assert!(can_make(&space, Kind::Real, 1) && can_make(&space, Kind::Bool, 2));
/// assert!(!can_make(&space, Kind::Bool, 1));
/// space.functions.pop();
/// assert!(!can_make(&space, Kind::Bool, 8));
/// ```
pub fn can_make(space: &Space, kind: Kind, depth: usize) -> bool {
    match kind {
        Kind::Real => depth >= 1 && space.limits.nodes >= 1 && !space.reals.is_empty(),
        Kind::Bool if !space.flags.is_empty() => depth >= 1 && space.limits.nodes >= 1,
        Kind::Bool => {
            depth >= COMPARISON.depth
                && space.limits.nodes >= COMPARISON.nodes
                && !space.reals.is_empty()
                && compares(space)
        }
    }
}

const LEAF: Extent = Extent { nodes: 1, depth: 1 };
const COMPARISON: Extent = Extent { nodes: 3, depth: 2 };

fn compares(space: &Space) -> bool {
    space.functions_of(Kind::Bool).any(comparison)
}

fn comparison(op: Op) -> bool {
    op.info().gives == Kind::Bool && op.takes(0) == Kind::Real
}

/// A function and the least that it needs, itself included.
#[derive(Clone, Copy)]
struct Choice {
    op: Op,
    min: Extent,
}

/// A space as operators that create trees see it.
pub struct Grammar<'a> {
    space: &'a Space,
    reals: Vec<Choice>,
    conditions: Vec<Choice>,
    condition: Extent,
}

impl<'a> Grammar<'a> {
    /// The grammar of a space.
    pub fn new(space: &'a Space) -> Self {
        let limits = space.limits;
        let fits = limits.nodes >= COMPARISON.nodes && limits.depth >= COMPARISON.depth;
        let condition = if space.flags.is_empty() && fits && compares(space) { COMPARISON } else { LEAF };
        let mut grammar = Self { space, reals: Vec::new(), conditions: Vec::new(), condition };
        for &op in &space.functions {
            let min = grammar.min_of(op, op.info().takes.len());
            match op.info().gives {
                Kind::Real => grammar.reals.push(Choice { op, min }),
                Kind::Bool => grammar.conditions.push(Choice { op, min }),
            }
        }
        grammar
    }

    /// The space.
    pub fn space(&self) -> &'a Space {
        self.space
    }

    /// The smallest tree of a kind.
    pub fn min(&self, kind: Kind) -> Extent {
        match kind {
            Kind::Real => LEAF,
            Kind::Bool => self.condition,
        }
    }

    /// The smallest tree below a function that takes this many values.
    pub fn min_of(&self, op: Op, arity: usize) -> Extent {
        let mut min = LEAF;
        for position in 0..arity {
            let value = self.min(op.takes(position));
            min.nodes += value.nodes;
            min.depth = min.depth.max(value.depth + 1);
        }
        min
    }

    /// A function that gives a kind, and how many values it takes, within a size; all functions alike.
    pub fn draw_function(&self, kind: Kind, max: Extent, random: &mut Stream) -> Option<(Op, usize)> {
        let choices = match kind {
            Kind::Real => &self.reals,
            Kind::Bool => &self.conditions,
        };
        let fitting =
            choices.iter().filter(|choice| choice.min.nodes <= max.nodes && choice.min.depth <= max.depth);
        let Choice { op, min } = *one_of(fitting, random)?;
        let (mut arity, mut nodes) = (op.info().takes.len(), min.nodes);
        while op.accepts(arity + 1) && nodes < max.nodes && coin(ONE_MORE, random) {
            arity += 1;
            nodes += 1;
        }
        Some((op, arity))
    }

    /// Adds the smallest tree of a kind.
    pub fn finish(&self, kind: Kind, nodes: &mut Vec<Node>, random: &mut Stream) {
        if kind == Kind::Bool && self.condition == COMPARISON {
            let op = one_of(self.conditions.iter().filter(|choice| comparison(choice.op)), random);
            if let Some(choice) = op {
                nodes.push(self.leaf(Kind::Real, false, random));
                let constant = matches!(nodes.last(), Some(Node::Number(_)));
                nodes.push(self.leaf(Kind::Real, constant, random));
                nodes.push(choice.op.node());
                return;
            }
        }
        let constant = matches!(nodes.last(), Some(Node::Number(_)));
        nodes.push(self.leaf(kind, constant, random));
    }

    fn leaf(&self, kind: Kind, after_constant: bool, random: &mut Stream) -> Node {
        let constant = kind == Kind::Real && !after_constant && coin(CONSTANTS, random);
        draw_leaf(self.space, kind, constant, random)
    }
}

/// A leaf of a kind: a constant if so wanted or nothing else is there, else a feature.
pub fn draw_leaf(space: &Space, kind: Kind, constant: bool, random: &mut Stream) -> Node {
    match kind {
        Kind::Real => match one_of(space.reals.iter(), random) {
            Some(terminal) if !constant => Node::Feature(terminal.index),
            _ => Node::Number(draw_constant(space, random)),
        },
        Kind::Bool => match one_of(space.flags.iter(), random) {
            Some(terminal) if !constant => Node::Flag(terminal.index),
            _ => Node::Truth(random.random()),
        },
    }
}
