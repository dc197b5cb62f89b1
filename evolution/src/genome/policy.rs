//! Ordered rules `if condition: value`, and a value otherwise.

use super::Misfit;
use super::space::{Form, Space, Values};
use super::weights::Weights;
use serde::Serialize;
use unstuck_core::feature::Kind;
use unstuck_core::language::{self, Body, Formula, Tree};

/// A policy whose parts evolve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Policy {
    /// The rules, the first one first.
    pub rules: Vec<Rule>,
    /// The value where no rule holds.
    pub otherwise: Value,
}

/// `if condition: value`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// When it holds.
    pub condition: Tree,
    /// The value then.
    pub value: Value,
}

/// What a rule gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Value {
    /// A weighted sum.
    Weights(Weights),
    /// An expression.
    Tree(Tree),
}

impl Value {
    fn tree(&self, space: &Space) -> Tree {
        match self {
            Self::Weights(weights) => weights.tree(space),
            Self::Tree(tree) => tree.clone(),
        }
    }

    fn read(tree: &Tree, space: &Space) -> Result<Self, Misfit> {
        if weighted(space) {
            return Weights::read(tree, space).map(Self::Weights);
        }
        space.admit(tree, Kind::Real).map(|()| Self::Tree(tree.clone()))
    }

    fn check(&self, space: &Space) -> Result<(), Misfit> {
        match self {
            Self::Weights(weights) => weights.check(space),
            Self::Tree(tree) => space.admit(tree, Kind::Real),
        }
    }
}

fn weighted(space: &Space) -> bool {
    matches!(space.form, Form::Policy { values: Values::Weights, .. })
}

impl Policy {
    /// The heuristic it represents.
    pub fn formula(&self, space: &Space) -> Formula {
        let rule =
            |rule: &Rule| language::Rule { condition: rule.condition.clone(), value: rule.value.tree(space) };
        Formula::policy(language::Policy {
            rules: self.rules.iter().map(rule).collect(),
            otherwise: self.otherwise.tree(space),
        })
    }

    /// The policy that a heuristic represents; a single value is a policy without rules.
    pub fn read(body: &Body, space: &Space) -> Result<Self, Misfit> {
        let policy = match body {
            Body::Value(tree) => Self { rules: Vec::new(), otherwise: Value::read(tree, space)? },
            Body::Policy(policy) => {
                let rule = |rule: &language::Rule| {
                    space.admit(&rule.condition, Kind::Bool)?;
                    Ok(Rule { condition: rule.condition.clone(), value: Value::read(&rule.value, space)? })
                };
                Self {
                    rules: policy.rules.iter().map(rule).collect::<Result<_, Misfit>>()?,
                    otherwise: Value::read(&policy.otherwise, space)?,
                }
            }
        };
        policy.check(space).map(|()| policy)
    }

    /// Whether it is within the space.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        let max = match space.form {
            Form::Policy { rules, .. } => rules,
            _ => 0,
        };
        if self.rules.len() > max {
            return Err(Misfit::Rules { found: self.rules.len(), max });
        }
        for rule in &self.rules {
            space.admit(&rule.condition, Kind::Bool)?;
            rule.value.check(space)?;
        }
        self.otherwise.check(space)
    }

    /// The value of a rule, or the one otherwise at the place behind the last.
    pub fn value(&self, place: usize) -> &Value {
        self.rules.get(place).map_or(&self.otherwise, |rule| &rule.value)
    }

    /// The same, to be changed.
    pub fn value_mut(&mut self, place: usize) -> &mut Value {
        match self.rules.get_mut(place) {
            Some(rule) => &mut rule.value,
            None => &mut self.otherwise,
        }
    }
}
