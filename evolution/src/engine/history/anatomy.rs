//! What the heuristics of a generation are made of, counted in one pass over their nodes.

use crate::engine::RunConfig;
use crate::genome::Genome;
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault};
use unstuck_core::language::{Node, OPS, Tree};

/// The heuristics seen so far.
pub struct Anatomy {
    /// A number for each different heuristic.
    pub structures: FxHashSet<u64>,
    /// The sum of their depths.
    pub depths: usize,
    features: Vec<Count>,
    functions: Vec<Count>,
    /// How many heuristics were seen.
    seen: u32,
    /// Room for the depths of values that wait for their operation.
    waiting: Vec<u32>,
}

/// In how many heuristics something occurs, and the last of them, so that none counts twice.
#[derive(Clone, Copy, Default)]
struct Count {
    heuristics: u32,
    last: u32,
}

impl Count {
    fn of(&mut self, heuristic: u32) {
        self.heuristics += u32::from(self.last != heuristic);
        self.last = heuristic;
    }
}

impl Anatomy {
    /// Nothing yet; there are so many features.
    pub fn new(features: usize) -> Self {
        Self {
            structures: FxHashSet::default(),
            depths: 0,
            features: vec![Count::default(); features],
            functions: vec![Count::default(); OPS.len()],
            seen: 0,
            waiting: Vec::new(),
        }
    }

    /// Counts a heuristic.
    pub fn add(&mut self, genome: &Genome, config: &RunConfig) {
        self.seen += 1;
        let hasher = BuildHasherDefault::<FxHasher>::default();
        let (structure, depth) = match genome {
            Genome::Tree(tree) => (hasher.hash_one(tree), self.walk(tree)),
            Genome::Weights(_) | Genome::Policy(_) | Genome::Defined(_) => {
                let formula = genome.formula(&config.space);
                let depth = formula.trees().into_iter().map(|tree| self.walk(tree)).max();
                (hasher.hash_one(&formula), depth.unwrap_or(0))
            }
        };
        self.structures.insert(structure);
        self.depths += depth as usize;
    }

    /// Counts the nodes of an expression; its depth.
    fn walk(&mut self, tree: &Tree) -> u32 {
        self.waiting.clear();
        for node in tree.nodes() {
            match *node {
                Node::Feature(index) | Node::Flag(index) => {
                    if let Some(count) = self.features.get_mut(usize::from(index)) {
                        count.of(self.seen);
                    }
                }
                Node::Apply(op, _) => self.functions[op as usize].of(self.seen),
                Node::Number(_) | Node::Truth(_) => {}
            }
            let below = self.waiting.len() - node.arity();
            let deepest = self.waiting[below..].iter().copied().max().unwrap_or(0);
            self.waiting.truncate(below);
            self.waiting.push(deepest + 1);
        }
        self.waiting.pop().unwrap_or(0)
    }

    /// Heuristics by feature, without those that none reads.
    pub fn feature_counts(&self, config: &RunConfig) -> BTreeMap<String, u32> {
        named(&self.features, |index| config.space.name(index as u16))
    }

    /// Heuristics by operation, without those that none uses.
    pub fn function_counts(&self) -> BTreeMap<String, u32> {
        named(&self.functions, |index| OPS[index].op.function_name().to_owned())
    }
}

fn named(counts: &[Count], name: impl Fn(usize) -> String) -> BTreeMap<String, u32> {
    let used = counts.iter().enumerate().filter(|(_, count)| count.heuristics > 0);
    used.map(|(index, count)| (name(index), count.heuristics)).collect()
}
