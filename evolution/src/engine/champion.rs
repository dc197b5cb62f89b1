//! The best heuristic on validation, and how it is stored.

use super::RunConfig;
use crate::fitness::Score;
use crate::formula_text::{self, FormulaError};
use crate::genome::Candidate;
use serde::{Deserialize, Serialize};
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{Body, Formula, Node, Op, Policy, Rule, Tree, simplify};

/// A heuristic that was validated.
#[derive(Debug, Clone, PartialEq)]
pub struct Champion {
    /// The fingerprint of its genome, by which its ancestors are found.
    pub id: u64,
    /// The heuristic, simplified; one that was fitted is scaled by its line. It names its search where search parameters
    /// evolve.
    pub heuristic: Formula,
    /// Its size in nodes, as it evolved.
    pub size: usize,
    /// Its score on the validation set.
    pub validation: Score,
    /// The generation that it was found in, from 0.
    pub generation: u32,
}

impl Champion {
    pub(super) fn new(candidate: &Candidate, validation: Score, generation: u32, config: &RunConfig) -> Self {
        let formula = candidate.formula(&config.space);
        let scaled = match validation.scaling {
            Some(line) => scale(&formula, line, config.context.beyond()).unwrap_or(formula),
            None => formula,
        };
        Self {
            id: candidate.fingerprint(),
            size: candidate.size(&config.space),
            heuristic: simplify(&scaled),
            validation,
            generation,
        }
    }

    /// The champion as it is stored, its heuristic in the terms of a table.
    pub fn record(&self, table: &FeatureTable) -> ChampionRecord {
        ChampionRecord {
            id: self.id,
            heuristic: formula_text::write(&self.heuristic, table),
            size: self.size,
            validation: self.validation.clone(),
            generation: self.generation,
        }
    }

    /// Whether it should replace another: better, or smaller where both are nearly as good as the best ever found.
    pub fn beats(&self, other: &Self, best: f64, parsimony: bool) -> bool {
        let (a, b) = (self.validation.fitness, other.validation.fitness);
        let near = |fitness: f64| (fitness - best).abs() <= 0.001 * fitness.abs().max(best.abs());
        if parsimony && near(a) && near(b) { (self.size, a) < (other.size, b) } else { a < b }
    }
}

/// A champion as it is stored: the heuristic is a text, which is read when it is needed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChampionRecord {
    /// The fingerprint of its genome.
    pub id: u64,
    /// The heuristic as text.
    pub heuristic: String,
    /// Its size in nodes, as it evolved.
    pub size: usize,
    /// Its score on the validation set.
    pub validation: Score,
    /// The generation that it was found in, from 0.
    pub generation: u32,
}

impl ChampionRecord {
    /// The champion.
    ///
    /// # Errors
    ///
    /// The table does not have a feature that the heuristic reads.
    pub fn champion(&self, table: &FeatureTable) -> Result<Champion, FormulaError> {
        Ok(Champion {
            id: self.id,
            heuristic: formula_text::read(&self.heuristic, table)?,
            size: self.size,
            validation: self.validation.clone(),
            generation: self.generation,
        })
    }
}

/// feature + a + b·H; none if that is nested too deeply to be written.
fn scale(formula: &Formula, (a, b): (f64, f64), beyond: Option<u16>) -> Option<Formula> {
    let value = |tree: &Tree| {
        let mut nodes = Vec::new();
        nodes.extend([Node::Number(a), Node::Number(b)]);
        nodes.extend_from_slice(tree.nodes());
        nodes.extend([Op::Mul.node(), Op::Add.node()]);
        if let Some(index) = beyond {
            nodes.insert(0, Node::Feature(index));
            nodes.push(Op::Add.node());
        }
        Tree::new(nodes).ok()
    };
    let body = match &formula.body {
        Body::Value(tree) => Body::Value(value(tree)?),
        Body::Policy(policy) => {
            let rule = |rule: &Rule| {
                value(&rule.value).map(|value| Rule { condition: rule.condition.clone(), value })
            };
            Body::Policy(Policy {
                rules: policy.rules.iter().map(rule).collect::<Option<_>>()?,
                otherwise: value(&policy.otherwise)?,
            })
        }
    };
    Some(formula.with_body(body))
}

#[cfg(test)]
mod tests;
