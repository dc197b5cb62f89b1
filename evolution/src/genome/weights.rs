//! H = s·Σ wᵢ·hᵢ: one weight in [0, 1] per estimate, and a scale.
//!
//! All genes lie in [0, 1], so that every operator of real vectors has the same bounds. The last one, where the scale
//! evolves, means s = 8^(2x − 1), from ⅛ to 8.

use super::Misfit;
use super::space::{Scale, Space};
use serde::{Deserialize, Serialize};
use unstuck_core::language::{Node, Op, Tree};

/// A weighted sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// One per estimate of the space, then the scale if it evolves.
    pub genes: Vec<f64>,
    /// The step of self-adaptive mutation.
    pub step: f64,
}

/// The step of a fresh genome.
pub const FIRST_STEP: f64 = 0.1;

impl Weights {
    /// Those genes, held within their bounds.
    pub fn new(genes: Vec<f64>, space: &Space) -> Self {
        debug_assert_eq!(genes.len(), space.genes());
        Self { genes: genes.into_iter().map(|gene| space.bounds.apply(gene)).collect(), step: FIRST_STEP }
    }

    /// The factor before the sum.
    pub fn scale(&self, space: &Space) -> f64 {
        match space.scale {
            Scale::Fixed => 1.0,
            Scale::Evolved => libm::exp2(6.0 * self.genes[space.estimates.len()] - 3.0),
        }
    }

    /// The sum as an expression; features of weight 0 are left out.
    pub fn tree(&self, space: &Space) -> Tree {
        let mut nodes: Vec<Node> = Vec::with_capacity(4 * self.genes.len());
        let weights = self.genes.iter().map(|&gene| space.weight(gene));
        for (terminal, weight) in space.estimates.iter().zip(weights).filter(|(_, weight)| *weight != 0.0) {
            let first = nodes.is_empty();
            nodes.extend([Node::Number(weight), Node::Feature(terminal.index), Op::Mul.node()]);
            if !first {
                nodes.push(Op::Add.node());
            }
        }
        if nodes.is_empty() {
            return Tree::number(0.0);
        }
        if space.scale == Scale::Evolved {
            nodes.insert(0, Node::Number(self.scale(space)));
            nodes.push(Op::Mul.node());
        }
        Tree::from_well_formed(nodes)
    }

    /// The weights that a sum of weighted features represents.
    pub fn read(tree: &Tree, space: &Space) -> Result<Self, Misfit> {
        let (constant, weights) = linear(tree)?;
        if constant != 0.0 {
            return Err(Misfit::NotLinear(format!("it adds the constant {constant}")));
        }
        let mut genes = vec![0.0; space.estimates.len()];
        for (index, weight) in weights {
            let place = space.estimates.iter().position(|terminal| terminal.index == index);
            genes[place.ok_or_else(|| Misfit::Feature(space.name(index)))?] += weight;
        }
        let fixed = space.scale == Scale::Fixed;
        let max = if fixed { 1.0 } else { 8.0 };
        let min = if space.signed { -max } else { 0.0 };
        let mut pairs = genes.iter().zip(&space.estimates);
        if let Some((&weight, terminal)) = pairs.find(|(weight, _)| !(min..=max).contains(*weight)) {
            return Err(Misfit::Weight { name: space.name(terminal.index), weight, min, max });
        }
        let scale = if fixed { 1.0 } else { genes.iter().map(|weight| weight.abs()).fold(1.0, f64::max) };
        for gene in &mut genes {
            *gene = space.gene(*gene / scale);
        }
        if space.scale == Scale::Evolved {
            genes.push((libm::log2(scale) + 3.0) / 6.0);
        }
        Ok(Self::new(genes, space))
    }

    /// Whether it is within the space.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        if self.genes.len() != space.genes() {
            return Err(Misfit::NotLinear(format!(
                "{} genes instead of {}",
                self.genes.len(),
                space.genes()
            )));
        }
        match self.genes.iter().position(|gene| !(0.0..=1.0).contains(gene)) {
            Some(place) => Err(Misfit::Weight {
                name: space
                    .estimates
                    .get(place)
                    .map_or("the scale".into(), |terminal| space.name(terminal.index)),
                weight: self.genes[place],
                min: 0.0,
                max: 1.0,
            }),
            None => Ok(()),
        }
    }
}

/// An expression as a constant and a weight for each feature it names, if it is of that form.
fn linear(tree: &Tree) -> Result<(f64, Vec<(u16, f64)>), Misfit> {
    type Sum = (f64, Vec<(u16, f64)>);
    let scaled = |(constant, terms): Sum, factor: f64| {
        (
            constant * factor,
            terms.into_iter().map(|(index, weight)| (index, weight * factor)).collect::<Vec<_>>(),
        )
    };
    let not = |op: Op| Misfit::NotLinear(format!("it uses '{}'", op.info().name));
    let mut sums: Vec<Sum> = Vec::new();
    for &node in tree.nodes() {
        let sum = match node {
            Node::Number(value) => (value, Vec::new()),
            Node::Feature(index) => (0.0, vec![(index, 1.0)]),
            Node::Apply(op, 2) => match (op, sums.pop(), sums.pop()) {
                (Op::Add, Some(right), Some(mut left)) => {
                    left.1.extend(right.1);
                    (left.0 + right.0, left.1)
                }
                (Op::Sub, Some(right), Some(mut left)) => {
                    let (constant, terms) = scaled(right, -1.0);
                    left.1.extend(terms);
                    (left.0 + constant, left.1)
                }
                (Op::Mul, Some((factor, none)), Some(sum)) if none.is_empty() => scaled(sum, factor),
                (Op::Mul, Some(sum), Some((factor, none))) if none.is_empty() => scaled(sum, factor),
                (Op::Div, Some((divisor, none)), Some(sum)) if none.is_empty() && divisor.abs() >= 1e-6 => {
                    scaled(sum, 1.0 / divisor)
                }
                _ => return Err(not(op)),
            },
            Node::Apply(Op::Neg, 1) => scaled(sums.pop().unwrap_or_default(), -1.0),
            Node::Apply(op, _) => return Err(not(op)),
            Node::Truth(_) | Node::Flag(_) => {
                return Err(Misfit::NotLinear("it asks for a condition".into()));
            }
        };
        sums.push(sum);
    }
    Ok(sums.pop().unwrap_or_default())
}
