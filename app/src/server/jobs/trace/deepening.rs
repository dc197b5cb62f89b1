//! Deepening step by step: depth first within a bound, and once more from the start with the next one. It keeps the path
//! alone, so nodes of an earlier round are made anew; states on the path are not entered again.

use super::{Diary, Node};
use crate::server::desk::Desk;
use crate::server::jobs::Job;
use serde_json::json;

/// What a state is worth to a search: h, and the f that is held against the bound.
pub type Worth<'a> = &'a dyn Fn(&dyn Desk) -> (f64, f64);

impl Diary {
    /// Searches from a position, for so many expansions over all rounds at most.
    pub fn deepen(job: &Job, start: &dyn Desk, worth: Worth<'_>, most: usize) -> Self {
        let mut diary = Self { nodes: Vec::new(), steps: Vec::new(), goal: None, over: false };
        let mut bound = worth(start).1;
        for round in 0.. {
            match diary.round(job, start, worth, (round, bound, most)) {
                Some(next) => bound = next,
                None => break,
            }
        }
        diary
    }

    /// One round; the bound of the next, if there is to be one.
    fn round(
        &mut self,
        job: &Job,
        start: &dyn Desk,
        worth: Worth<'_>,
        (round, bound, most): (usize, f64, usize),
    ) -> Option<f64> {
        let root = self.add(None, None, start.again(), worth, round);
        let (mut stack, mut next) = (vec![root], f64::INFINITY);
        while let Some(id) = stack.pop() {
            if self.steps.len() >= most || job.is_cancelled() {
                return None;
            }
            let step = self.steps.len() + 1;
            self.nodes[id].expanded = Some(step);
            let mut generated = Vec::new();
            if self.nodes[id].desk.is_solved() {
                self.goal = Some(id);
            } else {
                for (made, words, desk) in self.nodes[id].desk.successors() {
                    let child = self.add(Some(id), Some((made, words)), desk, worth, round);
                    self.nodes[child].same = self.above(child);
                    generated.push(child);
                }
            }
            let entered = |child: &&usize| self.nodes[**child].same.is_none();
            // The first successor is looked at first.
            for &child in generated.iter().rev().filter(entered) {
                match self.nodes[child].f {
                    f if f > bound => next = next.min(f),
                    _ => stack.push(child),
                }
            }
            self.steps.push(json!({
                "expanded": id, "generated": generated, "open": stack.len(), "closed": step, "bound": bound,
            }));
            job.progress(step, Some(most), "nodes");
            if self.goal.is_some() {
                return None;
            }
        }
        self.over = next.is_infinite();
        (!self.over).then_some(next)
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        made: Option<(String, String)>,
        desk: Box<dyn Desk>,
        worth: Worth<'_>,
        round: usize,
    ) -> usize {
        let ((h, f), born) = (worth(&*desk), self.steps.len() + usize::from(parent.is_some()));
        let (text, g) = (desk.text(), desk.g());
        self.nodes.push(Node { parent, made, text, desk, g, h, f, born, expanded: None, same: None, round });
        self.nodes.len() - 1
    }

    /// The node above another on its path that is the same state.
    fn above(&self, id: usize) -> Option<usize> {
        let path = std::iter::successors(self.nodes[id].parent, |id| self.nodes[*id].parent);
        path.into_iter().find(|above| self.nodes[*above].text == self.nodes[id].text)
    }
}
