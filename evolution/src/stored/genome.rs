//! A genome in a stored state. Use as `#[serde(with = "stored::genome")]`.

use super::{Form, Scope, keep_error, open_scope};
use crate::formula_text::{FormulaError, positional, read_tree, write_tree};
use crate::genome::{Defined, Genome, Misfit, Policy, Rule, Scale, Value, Weights};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use unstuck_core::error::ParseError;
use unstuck_core::feature::Kind;
use unstuck_core::language::Tree;
use unstuck_core::random::checksum;

/// A genome by names. `W` is how weights are written, `T` how trees are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Written<W, T> {
    Weights(W),
    Tree(T),
    Policy(WrittenPolicy<W, T>),
    Defined(Vec<T>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WrittenPolicy<W, T> {
    rules: Vec<WrittenRule<W, T>>,
    otherwise: WrittenValue<W, T>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WrittenRule<W, T> {
    condition: T,
    value: WrittenValue<W, T>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum WrittenValue<W, T> {
    Weights(W),
    Tree(T),
}

/// Weights by the names of their features.
#[derive(Serialize, Deserialize)]
struct Named {
    weights: BTreeMap<String, f64>,
    scale: Option<f64>,
    step: f64,
}

type ByName = Written<Named, String>;

/// A genome of version 0.1: by the places of features.
pub type PositionalGenome = Written<Weights, Tree>;

impl PositionalGenome {
    /// What [`Genome::fingerprint`] gives for the same genome.
    pub fn fingerprint(&self) -> u64 {
        // Plain data into memory: nothing can fail.
        checksum(&postcard::to_stdvec(self).unwrap_or_default())
    }
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
    let read = match &scope.form {
        Form::Named => scope.read(ByName::deserialize(deserializer)?),
        Form::Positional { names, estimates } => {
            scope.rename(PositionalGenome::deserialize(deserializer)?, names, estimates)
        }
    };
    read.map_err(|error| {
        let message = D::Error::custom(&error);
        keep_error(error);
        message
    })
}

const NO_SCOPE: &str = "genomes are stored by names, and none are known here";

impl<W, T> Written<W, T> {
    /// Of a genome, its weights and trees written one by one.
    fn of(
        genome: &Genome,
        weights: impl Fn(&Weights) -> W,
        tree: impl Fn(&Tree) -> T,
        branch: impl Fn(usize, &Tree) -> T,
    ) -> Self {
        let value = |value: &Value| match value {
            Value::Weights(of) => WrittenValue::Weights(weights(of)),
            Value::Tree(of) => WrittenValue::Tree(tree(of)),
        };
        match genome {
            Genome::Weights(of) => Self::Weights(weights(of)),
            Genome::Tree(of) => Self::Tree(tree(of)),
            Genome::Defined(of) => {
                Self::Defined(of.branches.iter().enumerate().map(|(place, of)| branch(place, of)).collect())
            }
            Genome::Policy(policy) => {
                let rule =
                    |rule: &Rule| WrittenRule { condition: tree(&rule.condition), value: value(&rule.value) };
                Self::Policy(WrittenPolicy {
                    rules: policy.rules.iter().map(rule).collect(),
                    otherwise: value(&policy.otherwise),
                })
            }
        }
    }

    /// The genome, its weights and trees read one by one.
    fn genome(
        self,
        weights: impl Fn(W) -> Result<Weights, FormulaError>,
        tree: impl Fn(T, Kind) -> Result<Tree, FormulaError>,
        branch: impl Fn(usize, T) -> Result<Tree, FormulaError>,
    ) -> Result<Genome, FormulaError> {
        let value = |value: WrittenValue<W, T>| match value {
            WrittenValue::Weights(of) => weights(of).map(Value::Weights),
            WrittenValue::Tree(of) => tree(of, Kind::Real).map(Value::Tree),
        };
        Ok(match self {
            Self::Weights(of) => Genome::Weights(weights(of)?),
            Self::Tree(of) => Genome::Tree(tree(of, Kind::Real)?),
            Self::Defined(of) => {
                let branches = of.into_iter().enumerate().map(|(place, of)| branch(place, of));
                Genome::Defined(Defined { branches: branches.collect::<Result<_, FormulaError>>()? })
            }
            Self::Policy(policy) => {
                let rule = |rule: WrittenRule<W, T>| {
                    Ok(Rule { condition: tree(rule.condition, Kind::Bool)?, value: value(rule.value)? })
                };
                Genome::Policy(Policy {
                    rules: policy.rules.into_iter().map(rule).collect::<Result<_, FormulaError>>()?,
                    otherwise: value(policy.otherwise)?,
                })
            }
        })
    }
}

impl Scope {
    fn write(&self, genome: &Genome) -> ByName {
        let weights = |of: &Weights| {
            let names = self.space.estimates.iter().map(|terminal| self.space.name(terminal.index));
            Named {
                weights: names.zip(of.genes.iter().copied()).collect(),
                scale: of.genes.get(self.space.estimates.len()).copied(),
                step: of.step,
            }
        };
        Written::of(
            genome,
            weights,
            |tree| write_tree(tree, &self.table),
            |branch, tree| self.branches[branch].write(tree),
        )
    }

    fn read(&self, written: ByName) -> Result<Genome, FormulaError> {
        let tree = |text: String, kind| read_tree(&text, kind, &self.table);
        if let Written::Defined(branches) = &written
            && (branches.is_empty() || branches.len() != self.branches.len())
        {
            let misfit = Misfit::Branches { found: branches.len(), wanted: self.branches.len() };
            return Err(FormulaError::Unreadable(ParseError::new(misfit.to_string())));
        }
        let branch = |branch: usize, text: String| self.branches[branch].read(&text);
        written.genome(|named| self.weights(&named), tree, branch)
    }

    /// The genome of version 0.1 in the terms of today's table.
    fn rename(
        &self,
        old: PositionalGenome,
        names: &[String],
        estimates: &[String],
    ) -> Result<Genome, FormulaError> {
        let weights = |Weights { genes, step }: Weights| {
            let scale = genes.get(estimates.len()).copied();
            self.weights(&Named { weights: estimates.iter().cloned().zip(genes).collect(), scale, step })
        };
        let tree = |tree: Tree| positional::rename_tree(&tree, names, &self.table);
        old.genome(weights, |of, _| tree(of), |_, of| tree(of))
    }

    /// Weights in the order of the space.
    fn weights(&self, named: &Named) -> Result<Weights, FormulaError> {
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
mod tests {
    use super::*;
    use crate::genome::{Bounds, Definitions, Form as GenomeForm, Limits, Space, Terminal};
    use unstuck_core::feature::{FeatureTable, measure};

    #[derive(Serialize, Deserialize)]
    struct Stored(#[serde(with = "super")] Genome);

    fn scope(functions: usize) -> Scope {
        let limits = Limits { nodes: 9, depth: 4 };
        let space = Space {
            form: GenomeForm::Tree,
            names: vec!["a".into()],
            estimates: Vec::new(),
            reals: vec![Terminal { index: 0, range: (0.0, 9.0) }],
            flags: Vec::new(),
            functions: Vec::new(),
            constants: (0.0, 1.0),
            scale: Scale::Fixed,
            bounds: Bounds::Clamp,
            limits,
            search: None,
            attempts: None,
            branches: Vec::new(),
        };
        let space = match functions {
            0 => space,
            functions => space.defining(Definitions { functions, arguments: 1, limits }),
        };
        let table = FeatureTable::new("test".to_owned(), vec!["moves".into()], vec![measure("a", "")]);
        Scope::new(table, space, Form::Named)
    }

    #[test]
    fn trees_with_other_functions_are_refused() {
        let genome = |branches| Genome::Defined(Defined { branches: vec![Tree::number(1.0); branches] });
        let bytes = |functions: usize| {
            let write = || postcard::to_stdvec(&Stored(genome(functions + 1)));
            scope(functions).within(write).0.expect("in a scope")
        };
        let read = |functions: usize, bytes: &[u8]| {
            scope(functions).within(|| postcard::from_bytes::<Stored>(bytes).map(|stored| stored.0))
        };
        assert_eq!(read(2, &bytes(2)), (Ok(genome(3)), None));
        for (functions, stored) in [(1, 2), (2, 1), (0, 2)] {
            let error = read(functions, &bytes(stored)).1.expect("refused").to_string();
            assert!(error.starts_with(&format!("cannot be read: it has {} trees", stored + 1)), "{error}");
        }
    }
}
