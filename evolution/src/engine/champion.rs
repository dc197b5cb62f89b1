//! The best on validation.

use super::Plan;
use crate::fitness::Score;
use crate::genome::Genome;
use serde::{Deserialize, Serialize};
use unstuck_core::language::{Body, Formula, Node, Op, Policy, Rule, Tree, simplify};

/// A genome that was validated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// The genome.
    pub genome: Genome,
    /// The heuristic, simplified; one that was fitted is scaled by its line.
    pub heuristic: Formula,
    /// Its size in nodes, as it was bred.
    pub size: usize,
    /// What it is worth on the validation set.
    pub validation: Score,
    /// When it was found.
    pub generation: u32,
}

impl Champion {
    pub(super) fn new(genome: Genome, validation: Score, generation: u32, plan: &Plan) -> Self {
        let formula = genome.formula(&plan.space);
        let scaled = match validation.scaling {
            Some(line) => scale(&formula, line, plan.world.beyond()),
            None => formula,
        };
        Self { size: genome.size(&plan.space), heuristic: simplify(&scaled), genome, validation, generation }
    }

    /// Whether it should replace another: better, or nearly as good and smaller.
    pub fn beats(&self, other: &Self, parsimony: bool) -> bool {
        let (a, b) = (self.validation.fitness, other.validation.fitness);
        let near = parsimony && (a - b).abs() <= 0.001 * a.abs().max(b.abs());
        if near { self.size < other.size } else { a < b }
    }
}

/// feature + a + b·H.
fn scale(formula: &Formula, (a, b): (f64, f64), beyond: Option<u16>) -> Formula {
    let value = |tree: &Tree| {
        let mut nodes = Vec::new();
        nodes.extend([Node::Number(a), Node::Number(b)]);
        nodes.extend_from_slice(tree.nodes());
        nodes.extend([Op::Mul.node(), Op::Add.node()]);
        if let Some(index) = beyond {
            nodes.insert(0, Node::Feature(index));
            nodes.push(Op::Add.node());
        }
        // Nested too deeply to be scaled: as it is.
        Tree::new(nodes).unwrap_or_else(|_| tree.clone())
    };
    let body = match &formula.body {
        Body::Value(tree) => Body::Value(value(tree)),
        Body::Policy(policy) => {
            let rule = |rule: &Rule| Rule { condition: rule.condition.clone(), value: value(&rule.value) };
            Body::Policy(Policy {
                rules: policy.rules.iter().map(rule).collect(),
                otherwise: value(&policy.otherwise),
            })
        }
    };
    Formula { header: formula.header.clone(), body }
}
