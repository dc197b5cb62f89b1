//! Automatically defined functions (Koza 1994): a tree that calls functions whose bodies evolve with it.
//!
//! A call is written as an operation that the experiment does not use, and an argument as a feature behind those of the
//! domain's table. So every operator of trees works on calls and bodies, each in its own [space](Space::branches).
//! The heuristic has all calls replaced by the bodies: what is searched with and written out is a plain formula.

use super::Misfit;
use super::space::{Limits, Space, Terminal};
use crate::formula_text::{FormulaError, read_tree, write_tree};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_core::feature::{FeatureTable, Kind, measure};
use unstuck_core::language::{Form as Notation, Node, OPS, Op, Tree};
use unstuck_core::random::{RngExt, Stream};

/// Functions that evolve with a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definitions {
    /// How many.
    pub functions: usize,
    /// Arguments of each.
    pub arguments: usize,
    /// Sizes of their bodies.
    pub limits: Limits,
}

/// Names of the arguments; also the maximum of a function.
pub const ARGUMENTS: [&str; 2] = ["argument_1", "argument_2"];
/// Names of the functions; also the maximum of a tree.
pub const FUNCTIONS: [&str; 4] = ["function_1", "function_2", "function_3", "function_4"];

impl Definitions {
    /// The operations by which calls are written: those of that many arguments that are not among the functions.
    pub fn calls(self, functions: &[Op]) -> Vec<Op> {
        let fits = |op: Op| {
            let info = op.info();
            matches!(info.form, Notation::Call)
                && info.gives == Kind::Real
                && info.takes.len() == self.arguments
                && info.takes.iter().all(|kind| *kind == Kind::Real)
                && !op.accepts(self.arguments + 1)
                && !functions.contains(&op)
        };
        OPS.iter().rev().map(|info| info.op).filter(|op| fits(*op)).take(self.functions).collect()
    }
}

impl Space {
    /// The same space for trees with functions.
    pub fn defining(mut self, definitions: Definitions) -> Self {
        let Definitions { functions, arguments, limits } = definitions;
        let own = self.names.len();
        let terminal = |place: usize| Terminal { index: (own + place) as u16, range: self.constants };
        let add = |space: &mut Self, names: &[&str]| {
            space.reals.extend((0..names.len()).map(terminal));
            space.names.extend(names.iter().map(|&name| name.to_owned()));
        };
        let mut main = self.clone();
        if arguments == 0 {
            add(&mut main, &FUNCTIONS[..functions]);
        } else {
            main.functions.extend(definitions.calls(&self.functions));
        }
        let mut body = Self { limits, ..self.clone() };
        add(&mut body, &ARGUMENTS[..arguments]);
        self.branches = std::iter::once(main).chain(std::iter::repeat_n(body, functions)).collect();
        self
    }

    /// What it was made from.
    pub fn definitions(&self) -> Option<Definitions> {
        let [_, bodies @ ..] = &self.branches[..] else { return None };
        let body = bodies.first()?;
        Some(Definitions {
            functions: bodies.len(),
            arguments: body.names.len() - self.names.len(),
            limits: body.limits,
        })
    }

    /// How many arguments each function takes.
    pub(crate) fn arguments(&self) -> usize {
        self.definitions().map_or(0, |definitions| definitions.arguments)
    }

    /// The node by which a tree calls a function.
    pub(crate) fn call(&self, function: usize) -> Node {
        match self.branches[0].functions.get(self.functions.len() + function) {
            Some(op) => op.node(),
            None => self.read_argument(function),
        }
    }

    /// The node by which a body reads an argument.
    pub(crate) fn read_argument(&self, argument: usize) -> Node {
        Node::Feature((self.names.len() + argument) as u16)
    }

    /// The function that a node of a tree calls.
    pub(crate) fn called(&self, node: Node) -> Option<usize> {
        match node {
            Node::Apply(op, _) => {
                let calls = &self.branches.first()?.functions[self.functions.len()..];
                calls.iter().position(|call| *call == op)
            }
            node => self.argument(node),
        }
    }

    /// The argument that a node of a body reads.
    pub(crate) fn argument(&self, node: Node) -> Option<usize> {
        match node {
            Node::Feature(index) => usize::from(index).checked_sub(self.names.len()),
            _ => None,
        }
    }

    /// How each branch is written and read.
    pub fn spellings(&self, table: &FeatureTable) -> Vec<Spelling> {
        let spelling = |(branch, space): (usize, &Self)| {
            let more = space.names.len() - self.names.len();
            let names = if branch == 0 { &FUNCTIONS[..more] } else { &ARGUMENTS[..more] };
            let calls = space.functions[self.functions.len()..].iter().map(|op| op.info().name);
            Spelling {
                table: table.extended(names.iter().map(|&name| measure(name, ""))),
                calls: calls.zip(FUNCTIONS).collect(),
            }
        };
        self.branches.iter().enumerate().map(spelling).collect()
    }
}

/// How a branch is written and read.
pub struct Spelling {
    /// The domain's features, and functions without arguments or the arguments.
    table: Arc<FeatureTable>,
    /// The operations by which calls are written, and the names of the functions.
    calls: Vec<(&'static str, &'static str)>,
}

impl Spelling {
    /// The text of a branch.
    pub fn write(&self, tree: &Tree) -> String {
        respelled(&write_tree(tree, &self.table), self.calls.iter().copied())
    }

    /// The branch of a text.
    ///
    /// # Errors
    ///
    /// It reads something unknown, or is not a formula.
    pub fn read(&self, text: &str) -> Result<Tree, FormulaError> {
        let calls = self.calls.iter().map(|&(call, function)| (function, call));
        read_tree(&respelled(text, calls), Kind::Real, &self.table)
    }
}

/// A tree, and the bodies of the functions that it calls.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Defined {
    /// The tree, then the bodies.
    pub branches: Vec<Tree>,
}

impl Defined {
    /// A tree that calls nothing.
    pub fn plain(tree: Tree, space: &Space) -> Self {
        let bodies = std::iter::repeat_n(Tree::number(1.0), space.branches.len() - 1);
        Self { branches: std::iter::once(tree).chain(bodies).collect() }
    }

    /// The same with another tree in a branch.
    pub fn with(&self, branch: usize, tree: Tree) -> Self {
        let mut branches = self.branches.clone();
        branches[branch] = tree;
        Self { branches }
    }

    /// A branch, in proportion to the sizes.
    pub fn draw_branch(&self, random: &mut Stream) -> usize {
        let mut place = random.random_range(0..self.size());
        let is_there = |tree: &Tree| match place.checked_sub(tree.size()) {
            Some(rest) => {
                place = rest;
                false
            }
            None => true,
        };
        self.branches.iter().position(is_there).unwrap_or(0)
    }

    /// The nodes of all branches.
    pub fn size(&self) -> usize {
        self.branches.iter().map(Tree::size).sum()
    }

    /// The tree with all calls replaced by the bodies.
    pub fn inlined(&self, space: &Space) -> Tree {
        let expand = |function, operands: Vec<_>| expanded(self.body(function).nodes(), &operands, space);
        // A tree leaves one value.
        Tree::from_well_formed(self.folded(space, usize::MAX, expand).unwrap_or_default())
    }

    /// The tree with each call replaced by what is made of the function and its operands; `None` where it is too large for
    /// the space, since calls within calls multiply.
    pub(crate) fn with_calls(
        &self,
        space: &Space,
        make: impl FnMut(usize, Vec<Vec<Node>>) -> Vec<Node>,
    ) -> Option<Tree> {
        self.folded(space, space.branches[0].limits.nodes, make).map(Tree::from_well_formed)
    }

    /// The nodes of the tree with each call replaced, if no branch has more than `most`.
    fn folded(
        &self,
        space: &Space,
        most: usize,
        mut make: impl FnMut(usize, Vec<Vec<Node>>) -> Vec<Node>,
    ) -> Option<Vec<Node>> {
        let mut stack: Vec<Vec<Node>> = Vec::new();
        for &node in self.branches[0].nodes() {
            let values = stack.split_off(stack.len() - node.arity());
            let branch = match space.called(node) {
                Some(function) => make(function, values),
                None => applied(values, node),
            };
            if branch.len() > most {
                return None;
            }
            stack.push(branch);
        }
        stack.pop()
    }

    /// The body of a function.
    pub(crate) fn body(&self, function: usize) -> &Tree {
        &self.branches[1 + function]
    }

    /// How often the tree calls a function.
    pub(crate) fn calls(&self, function: usize, space: &Space) -> usize {
        self.branches[0].nodes().iter().filter(|&&node| space.called(node) == Some(function)).count()
    }

    /// How often the body of a function reads an argument.
    pub(crate) fn reads(&self, function: usize, argument: usize, space: &Space) -> usize {
        self.body(function).nodes().iter().filter(|&&node| space.argument(node) == Some(argument)).count()
    }

    /// The nodes of that tree, counted without making it: calls within calls multiply.
    fn inlined_size(&self, space: &Space) -> usize {
        let mut stack: Vec<usize> = Vec::new();
        for &node in self.branches[0].nodes() {
            let values = stack.split_off(stack.len() - node.arity());
            let size = match space.called(node) {
                Some(function) => {
                    let body = self.branches[1 + function].nodes().iter();
                    body.map(|&inner| space.argument(inner).map_or(1, |place| values[place]))
                        .fold(0, usize::saturating_add)
                }
                None => values.into_iter().fold(1, usize::saturating_add),
            };
            stack.push(size);
        }
        stack.pop().unwrap_or(0)
    }

    /// Whether every branch is within its space, and the heuristic can be written.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        let (found, wanted) = (self.branches.len(), space.branches.len());
        if found != wanted {
            return Err(Misfit::Branches { found, wanted });
        }
        for (tree, space) in self.branches.iter().zip(&space.branches) {
            space.admit(tree, Kind::Real)?;
        }
        let limits = Limits { nodes: Limits::MAX_NODES, depth: Limits::DEEPEST };
        let nodes = self.inlined_size(space);
        let depth = if nodes > limits.nodes { 0 } else { self.inlined(space).depth() };
        if nodes > limits.nodes || depth > limits.depth {
            return Err(Misfit::Large { nodes, depth, limits });
        }
        Ok(())
    }
}

/// A branch of a body with its arguments replaced by the operands of a call.
pub(crate) fn expanded(branch: &[Node], operands: &[Vec<Node>], space: &Space) -> Vec<Node> {
    let mut nodes = Vec::new();
    for &inner in branch {
        match space.argument(inner) {
            Some(place) => nodes.extend_from_slice(&operands[place]),
            None => nodes.push(inner),
        }
    }
    nodes
}

/// A node behind its operands.
pub(crate) fn applied(operands: Vec<Vec<Node>>, node: Node) -> Vec<Node> {
    [operands.concat(), vec![node]].concat()
}

/// A text with some words before a parenthesis replaced.
fn respelled(text: &str, words: impl IntoIterator<Item = (&'static str, &'static str)> + Clone) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        let (before, from) = rest.split_at(start);
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let (word, after) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        let calls = after.starts_with('(');
        let other = words.clone().into_iter().find(|(old, _)| calls && *old == word);
        out.push_str(before);
        out.push_str(other.map_or(word, |(_, new)| new));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests;
