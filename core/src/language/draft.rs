//! A tree while it is being read.

use super::node::Node;

/// A tree under construction: its nodes, and the byte that each one's text begins at.
#[derive(Default)]
pub(super) struct Draft {
    pub nodes: Vec<Node>,
    pub starts: Vec<usize>,
}

impl Draft {
    pub(super) fn push(&mut self, node: Node, start: usize) {
        self.nodes.push(node);
        self.starts.push(start);
    }
}
