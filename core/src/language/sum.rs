//! Weighted sums of features: a loop over terms instead of instructions.
//!
//! Sums are what people write first and what evolved weights belong to. A tree is a [`Sum`] if every addition and
//! subtraction in it has a single term on one of its sides, and every product has a constant on one: then one value and
//! one term at a time are enough. Each step computes what the operations of the tree compute, in their order, so that the
//! value is the same to the last bit:
//!
//! - addition commutes, and a − b is a + (−1·b);
//! - factors of 1 and −1 are exact, and −0, with which the loop begins, is the neutral element of addition.

use super::formula::{Body, Formula};
use super::meaning::clamp_finite;
use super::node::{Node, Op};

/// A weighted sum over the slots of a program.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sum {
    steps: Vec<Step>,
    /// What the whole is multiplied by.
    scale: f64,
}

/// Multiplies the sum so far and adds a term.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    scale: f64,
    weight: f64,
    slot: u32,
}

impl Sum {
    /// The sum that a formula is, if it is one. `features` are those in the first slots; the constants follow, in the
    /// order of the text.
    pub(super) fn of(formula: &Formula, features: &[u16]) -> Option<Self> {
        let Body::Value(tree) = &formula.body else { return None };
        let slot_of = |index| features.iter().position(|&feature| feature == index);
        let mut constants = features.len()..;
        // Every subtree with its value, if it is a constant.
        let mut sums: Vec<(Self, Option<f64>)> = Vec::new();
        for &node in tree.nodes() {
            let sum = match node {
                Node::Number(value) => (Self::term(constants.next()?), Some(clamp_finite(value))),
                Node::Feature(index) => (Self::term(slot_of(index)?), None),
                Node::Apply(Op::Neg, _) => (sums.pop()?.0.times(-1.0)?, None),
                Node::Apply(op @ (Op::Add | Op::Sub | Op::Mul), _) => {
                    let ((second, factor), (first, first_factor)) = (sums.pop()?, sums.pop()?);
                    let sum = match (op, first_factor, factor) {
                        (Op::Add, ..) => first.plus(second)?,
                        (Op::Sub, ..) => first.plus(second.times(-1.0)?)?,
                        (_, Some(factor), _) => second.times(factor)?,
                        (_, _, Some(factor)) => first.times(factor)?,
                        _ => return None,
                    };
                    (sum, None)
                }
                _ => return None,
            };
            sums.push(sum);
        }
        Some(sums.pop()?.0)
    }

    fn term(slot: usize) -> Self {
        Self { steps: vec![Step { scale: 1.0, weight: 1.0, slot: slot as u32 }], scale: 1.0 }
    }

    /// The only term, if nothing is done to it.
    fn single(&self) -> Option<Step> {
        if let (&[term], 1.0) = (&*self.steps, self.scale) { Some(term) } else { None }
    }

    fn times(mut self, factor: f64) -> Option<Self> {
        let place = if self.single().is_some() { &mut self.steps[0].weight } else { &mut self.scale };
        // Two factors would be rounded one after the other.
        let exact = *place == 1.0 || factor == -1.0;
        *place *= factor;
        exact.then_some(self)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let (mut sum, term) = match (self.single(), other.single()) {
            (_, Some(term)) => (self, term),
            (Some(term), _) => (other, term),
            _ => return None,
        };
        sum.steps.push(Step { scale: sum.scale, ..term });
        Some(Self { scale: 1.0, ..sum })
    }

    /// The value, given the slots.
    #[inline]
    pub(super) fn value(&self, slots: &[f64]) -> f64 {
        let mut sum = -0.0;
        for &Step { scale, weight, slot } in &self.steps {
            sum = clamp_finite(clamp_finite(scale * sum) + clamp_finite(weight * slots[slot as usize]));
        }
        clamp_finite(self.scale * sum)
    }
}

#[cfg(test)]
mod tests {
    use crate::language::{compile, parse};
    use crate::registry;

    #[test]
    fn sums_are_recognised_by_form() {
        let words = registry::domain("tiles").unwrap().features().clone();
        let is_sum = |text: &str| compile(&parse(text, &words).unwrap()).sum.is_some();
        for text in [
            "7",
            "1.5*manhattan",
            "-manhattan",
            "linear_conflict + corner_tiles - manhattan",
            "corner_tiles + (linear_conflict - (manhattan - 1.5))",
            "2*(0.5*misplaced + manhattan*3 - 1) + g",
            "manhattan + manhattan",
        ] {
            assert!(is_sum(text), "{text}");
        }
        for text in [
            "manhattan*misplaced",
            "manhattan/2",
            "2*(3*manhattan) + 2*(3*misplaced)",
            "(manhattan + 1) - (misplaced + 1)",
            "max(manhattan, 3)",
            "policy; otherwise: manhattan",
        ] {
            assert!(!is_sum(text), "{text}");
        }
    }
}
