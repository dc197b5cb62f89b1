//! A genome in a stored state. Use as `#[serde(with = "stored::genome")]`.

use super::{Scope, keep_error, open_scope};
use crate::formula_text::{FormulaError, read_tree, write_tree};
use crate::genome::{Defined, Genome, Misfit, Policy, Rule, Scale, Value, Weights};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use unstuck_core::error::ParseError;
use unstuck_core::feature::Kind;

/// A genome by the names of features; trees are texts.
#[derive(Serialize, Deserialize)]
enum Written {
    Weights(NamedWeights),
    Tree(String),
    Policy { rules: Vec<WrittenRule>, otherwise: WrittenValue },
    Defined(Vec<String>),
}

#[derive(Serialize, Deserialize)]
struct WrittenRule {
    condition: String,
    value: WrittenValue,
}

#[derive(Serialize, Deserialize)]
enum WrittenValue {
    Weights(NamedWeights),
    Tree(String),
}

#[derive(Serialize, Deserialize)]
struct NamedWeights {
    weights: BTreeMap<String, f64>,
    scale: Option<f64>,
    step: f64,
}

/// Writes a genome in the terms of the open scope.
///
/// # Errors
///
/// No scope is open.
pub fn serialize<S: Serializer>(genome: &Genome, serializer: S) -> Result<S::Ok, S::Error> {
    let scope = open_scope().ok_or_else(|| S::Error::custom(NO_SCOPE))?;
    scope.write(genome).serialize(serializer)
}

/// Reads a genome in the terms of the open scope.
///
/// # Errors
///
/// No scope is open, or the genome does not fit it; the scope then keeps why.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Genome, D::Error> {
    let scope = open_scope().ok_or_else(|| D::Error::custom(NO_SCOPE))?;
    scope.read(Written::deserialize(deserializer)?).map_err(|error| {
        let message = D::Error::custom(&error);
        keep_error(error);
        message
    })
}

const NO_SCOPE: &str = "genomes are stored by names, and none are known here";

impl Scope {
    fn write(&self, genome: &Genome) -> Written {
        match genome {
            Genome::Weights(weights) => Written::Weights(self.write_weights(weights)),
            Genome::Tree(tree) => Written::Tree(write_tree(tree, &self.table)),
            Genome::Defined(defined) => {
                let branches = defined.branches.iter().zip(&self.branches);
                Written::Defined(branches.map(|(tree, spelling)| spelling.write(tree)).collect())
            }
            Genome::Policy(policy) => Written::Policy {
                rules: policy.rules.iter().map(|rule| self.write_rule(rule)).collect(),
                otherwise: self.write_value(&policy.otherwise),
            },
        }
    }

    fn write_rule(&self, rule: &Rule) -> WrittenRule {
        let condition = write_tree(&rule.condition, &self.table);
        WrittenRule { condition, value: self.write_value(&rule.value) }
    }

    fn write_value(&self, value: &Value) -> WrittenValue {
        match value {
            Value::Weights(weights) => WrittenValue::Weights(self.write_weights(weights)),
            Value::Tree(tree) => WrittenValue::Tree(write_tree(tree, &self.table)),
        }
    }

    fn write_weights(&self, weights: &Weights) -> NamedWeights {
        let names = self.space.estimates.iter().map(|terminal| self.space.name(terminal.index));
        NamedWeights {
            weights: names.zip(weights.genes.iter().copied()).collect(),
            scale: weights.genes.get(self.space.estimates.len()).copied(),
            step: weights.step,
        }
    }

    fn read(&self, written: Written) -> Result<Genome, FormulaError> {
        Ok(match written {
            Written::Weights(named) => Genome::Weights(self.read_weights(&named)?),
            Written::Tree(text) => Genome::Tree(read_tree(&text, Kind::Real, &self.table)?),
            Written::Defined(texts) => {
                let (found, wanted) = (texts.len(), self.branches.len());
                if found == 0 || found != wanted {
                    let misfit = Misfit::Branches { found, wanted };
                    return Err(FormulaError::Unreadable(ParseError::new(misfit.to_string())));
                }
                let branches = texts.iter().zip(&self.branches).map(|(text, spelling)| spelling.read(text));
                Genome::Defined(Defined { branches: branches.collect::<Result<_, _>>()? })
            }
            Written::Policy { rules, otherwise } => Genome::Policy(Policy {
                rules: rules.into_iter().map(|rule| self.read_rule(rule)).collect::<Result<_, _>>()?,
                otherwise: self.read_value(otherwise)?,
            }),
        })
    }

    fn read_rule(&self, rule: WrittenRule) -> Result<Rule, FormulaError> {
        let condition = read_tree(&rule.condition, Kind::Bool, &self.table)?;
        Ok(Rule { condition, value: self.read_value(rule.value)? })
    }

    fn read_value(&self, value: WrittenValue) -> Result<Value, FormulaError> {
        match value {
            WrittenValue::Weights(named) => self.read_weights(&named).map(Value::Weights),
            WrittenValue::Tree(text) => read_tree(&text, Kind::Real, &self.table).map(Value::Tree),
        }
    }

    /// Weights in the order of the space.
    fn read_weights(&self, named: &NamedWeights) -> Result<Weights, FormulaError> {
        let lacking = |feature: String| FormulaError::Missing { feature, domain: self.table.domain().into() };
        let names = || self.space.estimates.iter().map(|terminal| self.space.name(terminal.index));
        // A weight without a feature is one of a feature that is gone.
        if let Some(gone) = named.weights.keys().find(|weighted| !names().any(|name| name == **weighted)) {
            return Err(lacking(gone.clone()));
        }
        let gene = |name: String| named.weights.get(&name).copied().ok_or_else(|| lacking(name));
        let mut genes = names().map(gene).collect::<Result<Vec<f64>, FormulaError>>()?;
        if self.space.scale == Scale::Evolved {
            genes.push(named.scale.ok_or_else(|| lacking("scale".into()))?);
        }
        Ok(Weights { genes, step: named.step })
    }
}

#[cfg(test)]
mod tests;
