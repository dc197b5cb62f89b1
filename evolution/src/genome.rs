//! What evolves: weighted sums, typed trees, trees with functions, and policies; and their space.
//!
//! A [`Genome`] is the form that operators work on; its [`formula`](Genome::formula) is the heuristic it represents,
//! which searches, texts and exports share with hand-made heuristics. Any other heuristic becomes a
//! genome by [`Genome::read`], unless it does not fit into the [`Space`].

mod attempts;
mod candidate;
mod defined;
mod depth;
mod policy;
mod search;
mod space;
mod tree;
mod weights;

pub use attempts::AttemptSpace;
pub use candidate::Candidate;
pub use defined::{Defined, Definitions, Spelling};
pub(crate) use defined::{applied, expanded};
pub use policy::{Policy, Rule, Value};
pub use search::{GeneValues, SearchGene, SearchSpace};
pub use space::{Bounds, Form, Limits, Scale, Space, Terminal, Values};
pub use tree::{constant_range, draw_compared_constants, draw_compared_constants_in, draw_constant};
pub use weights::Weights;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Body, Formula, Tree};
use unstuck_core::random::{checksum, extend_checksum};

/// A heuristic in the form that operators work on. It can be written by the places of its features, for fingerprints,
/// but not read back: genomes are stored by names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Genome {
    /// A weighted sum.
    Weights(Weights),
    /// One expression.
    Tree(Tree),
    /// Rules.
    Policy(Policy),
    /// One expression, and the functions that it calls.
    Defined(Defined),
}

/// Why a heuristic is not a genome of a space.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Misfit {
    /// A policy where a single value is wanted.
    #[error("it is a policy, and {0} evolve here")]
    Policy(&'static str),
    /// Something else than a sum of weighted features.
    #[error("it is not a sum of weighted features: {0}")]
    NotLinear(String),
    /// A weight outside the bounds.
    #[error("the weight of '{name}' is {weight}, and weights from {min} to {max} evolve here")]
    Weight {
        /// The feature.
        name: String,
        /// Its weight.
        weight: f64,
        /// The smallest that can be held.
        min: f64,
        /// The largest that can be held.
        max: f64,
    },
    /// A feature that the space does not have.
    #[error("the feature '{0}' is not among those that evolve here")]
    Feature(String),
    /// An operation that the space does not have.
    #[error("the function '{0}' is not among those that evolve here")]
    Function(&'static str),
    /// Too large or too deep.
    #[error("an expression of {nodes} nodes and depth {depth} is beyond the limits of {} nodes and depth {}",
        .limits.nodes, .limits.depth)]
    Large {
        /// Its nodes.
        nodes: usize,
        /// Its depth.
        depth: usize,
        /// What is allowed.
        limits: Limits,
    },
    /// A tree with more or fewer functions than the space has.
    #[error("it has {found} trees, and {wanted} belong together here: the value and its functions")]
    Branches {
        /// Its trees.
        found: usize,
        /// Those of the space.
        wanted: usize,
    },
    /// More rules than allowed.
    #[error("it has {found} rules, and {max} are allowed")]
    Rules {
        /// Its rules.
        found: usize,
        /// What is allowed.
        max: usize,
    },
    /// Made for another search.
    #[error("{0}")]
    Search(String),
}

/// The checksum of serialised bytes, which are not kept: every child needs one.
struct Checksum(u64);

impl Flavor for Checksum {
    type Output = u64;

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0 = extend_checksum(self.0, bytes);
        Ok(())
    }

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}

impl Genome {
    /// The heuristic it represents.
    pub fn formula(&self, space: &Space) -> Formula {
        match self {
            Self::Weights(weights) => Formula::value(weights.tree(space)),
            Self::Tree(tree) => Formula::value(tree.clone()),
            Self::Policy(policy) => policy.formula(space),
            Self::Defined(defined) => Formula::value(defined.inlined(space)),
        }
    }

    /// A number that identifies it, by which the ancestors of an individual are found.
    pub fn fingerprint(&self) -> u64 {
        // Plain data and no memory to run out of: nothing can fail.
        postcard::serialize_with_flavor(self, Checksum(checksum(&[]))).unwrap_or_default()
    }

    /// The genome that represents a heuristic.
    pub fn read(formula: &Formula, space: &Space) -> Result<Self, Misfit> {
        let value = |what| match &formula.body {
            Body::Value(tree) => Ok(tree),
            Body::Policy(_) => Err(Misfit::Policy(what)),
        };
        match space.form {
            Form::Weights => Weights::read(value("weights")?, space).map(Self::Weights),
            Form::Tree => {
                let tree = value("trees")?;
                space.admit(tree, Kind::Real)?;
                Ok(match space.branches.is_empty() {
                    true => Self::Tree(tree.clone()),
                    false => Self::Defined(Defined::plain(tree.clone(), space)),
                })
            }
            Form::Policy { .. } => Policy::read(&formula.body, space).map(Self::Policy),
        }
    }

    /// Whether it is within the space: kinds, bounds, sizes, names.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        match self {
            Self::Weights(weights) => weights.check(space),
            Self::Tree(tree) => space.admit(tree, Kind::Real),
            Self::Policy(policy) => policy.check(space),
            Self::Defined(defined) => defined.check(space),
        }
    }

    /// Its size: the nodes of its heuristic.
    pub fn size(&self, space: &Space) -> usize {
        match self {
            Self::Tree(tree) => tree.size(),
            Self::Defined(defined) => defined.size(),
            _ => self.formula(space).size(),
        }
    }
}
