//! Random formulas and random feature values.

use super::words;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Attempt, Body, Formula, Header, Node, OPS, Op, Policy, Rule, Tree};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::search::{ALGORITHMS, AlgorithmInfo, ParameterKind, Tuning};

pub struct Source {
    pub random: Stream,
    /// Operations to use.
    pub ops: Vec<Op>,
}

impl Source {
    pub fn new(seed: u64) -> Self {
        let ops = OPS.iter().map(|info| info.op).collect();
        Self { random: stream(seed, "language tests", &[]), ops }
    }

    /// An expression or a policy, with or without a header and a search.
    pub fn formula(&mut self) -> Formula {
        let header = self.random.random_bool(0.3).then(|| Header {
            version: 1,
            domain: words().domain().to_owned(),
            metric: self.random.random_bool(0.5).then(|| "steps".to_owned()),
        });
        let body = self.body();
        let informed: Vec<_> = ALGORITHMS.iter().filter(|info| info.heuristic).collect();
        let info = informed[self.random.random_range(0..informed.len())];
        let search = self.random.random_bool(0.3).then(|| self.search(info));
        let attempts = if self.random.random_bool(0.2) { self.random.random_range(1..4) } else { 0 };
        let attempts = (0..attempts).map(|_| Attempt {
            expanded: self.random.random_range(1..1_000_000),
            search: search
                .as_ref()
                .map(|_| self.search(info))
                .filter(|named| named.values().next().is_some()),
            body: self.body(),
        });
        let attempts = attempts.collect();
        Formula { header, search, attempts, body }
    }

    fn body(&mut self) -> Body {
        if self.random.random_bool(0.5) {
            return Body::Value(self.tree(Kind::Real));
        }
        let count = self.random.random_range(0..4);
        let rules = (0..count)
            .map(|_| Rule { condition: self.tree(Kind::Bool), value: self.tree(Kind::Real) })
            .collect();
        Body::Policy(Policy { rules, otherwise: self.tree(Kind::Real) })
    }

    /// An algorithm with some of its parameters.
    fn search(&mut self, info: &'static AlgorithmInfo) -> Tuning {
        let mut search = Tuning::new(info);
        for parameter in info.parameters {
            if self.random.random_bool(0.5) {
                let value = match parameter.info().kind {
                    ParameterKind::Number { min, max } => self.random.random_range(min..max).to_string(),
                    ParameterKind::Count { min, max } => self.random.random_range(min..max).to_string(),
                    ParameterKind::Bytes => "64MiB".to_owned(),
                    ParameterKind::Choice { words } => {
                        words[self.random.random_range(0..words.len())].to_owned()
                    }
                };
                search.set(*parameter, &value).unwrap();
            }
        }
        search
    }

    pub fn tree(&mut self, kind: Kind) -> Tree {
        let mut nodes = Vec::new();
        let depth = self.random.random_range(0..6);
        self.grow(kind, depth, &mut nodes);
        Tree::new(nodes).unwrap()
    }

    fn grow(&mut self, kind: Kind, depth: u32, nodes: &mut Vec<Node>) {
        if depth == 0 || self.random.random_bool(0.15) {
            let leaf = self.leaf(kind);
            nodes.push(leaf);
            return;
        }
        let fitting: Vec<Op> = self.ops.iter().copied().filter(|op| op.info().gives == kind).collect();
        let op = fitting[self.random.random_range(0..fitting.len())];
        let arity = match op {
            Op::Min | Op::Max => self.random.random_range(2..=8),
            _ => op.info().takes.len(),
        };
        // Equal values give the simplifier something to do.
        let start = nodes.len();
        for position in 0..arity {
            if position == 1 && op.takes(0) == op.takes(1) && self.random.random_bool(0.1) {
                nodes.extend_from_within(start..);
            } else {
                self.grow(op.takes(position), depth - 1, nodes);
            }
        }
        nodes.push(Node::Apply(op, arity as u8));
    }

    fn leaf(&mut self, kind: Kind) -> Node {
        let words = words();
        let of_kind: Vec<u16> = (0..words.features().len() as u16)
            .filter(|&i| words.features()[usize::from(i)].kind == kind)
            .collect();
        let index = of_kind[self.random.random_range(0..of_kind.len())];
        match kind {
            Kind::Real if self.random.random_bool(0.4) => Node::Number(self.number()),
            Kind::Real => Node::Feature(index),
            Kind::Bool if self.random.random_bool(0.2) => Node::Truth(self.random.random()),
            Kind::Bool => Node::Flag(index),
        }
    }

    fn number(&mut self) -> f64 {
        let few = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 1e-7, -1e9, 1e9, 1e300, 20.0, 0.1];
        match self.random.random_range(0..3) {
            0 => few[self.random.random_range(0..few.len())],
            1 => f64::from(self.random.random_range(-20..20)),
            _ => self.random.random_range(-10.0..10.0),
        }
    }

    /// A value for every feature: mostly small integers, now and then something odd.
    pub fn features(&mut self) -> Vec<f64> {
        let odd = [f64::NAN, f64::INFINITY, -1e300, 1e9, 4e9, -0.0, 1e-7, 0.5, -3.25];
        let kinds: Vec<Kind> = words().features().iter().map(|info| info.kind).collect();
        let value = |kind: Kind| match kind {
            Kind::Bool => f64::from(self.random.random_range(0..2)),
            Kind::Real if self.random.random_bool(0.1) => odd[self.random.random_range(0..odd.len())],
            Kind::Real => f64::from(self.random.random_range(0..30)),
        };
        kinds.into_iter().map(value).collect()
    }
}
