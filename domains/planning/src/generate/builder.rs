//! Text of a problem and its plan, written line by line.

use super::Generated;
use std::fmt::{Arguments, Write};

/// A problem in the making.
#[derive(Default)]
pub(super) struct Builder {
    objects: String,
    init: String,
    goal: String,
    plan: Vec<String>,
}

impl Builder {
    /// Declares `count` objects of a type: the prefix followed by the numbers from 1.
    pub(super) fn objects(&mut self, prefix: &str, count: usize, kind: &str) {
        self.named((1..=count).map(|number| format!("{prefix}{number}")), kind);
    }

    /// Declares objects of a type.
    pub(super) fn named(&mut self, names: impl IntoIterator<Item = String>, kind: &str) {
        let mut names = names.into_iter().peekable();
        if names.peek().is_none() {
            return;
        }
        self.objects.push_str("\n   ");
        names.for_each(|name| self.objects.extend([" ", &name]));
        self.objects.extend([" - ", kind]);
    }

    /// Adds an initial atom, given without parentheses.
    pub(super) fn init(&mut self, atom: Arguments<'_>) {
        line(&mut self.init, atom);
    }

    /// Adds an atom to the goal.
    pub(super) fn goal(&mut self, atom: Arguments<'_>) {
        line(&mut self.goal, atom);
    }

    /// Adds a step to the plan.
    pub(super) fn step(&mut self, step: Arguments<'_>) {
        self.plan.push(format!("({step})"));
    }

    /// The task, whose problem is named after the domain and the size.
    pub(super) fn finish(self, domain: &str, size: usize) -> Generated {
        let Self { objects, init, goal, plan } = self;
        let head = format!("(define (problem {domain}-{size})\n  (:domain {domain})");
        let problem = format!("{head}\n  (:objects{objects})\n  (:init{init})\n  (:goal (and{goal})))\n");
        Generated { problem, plan }
    }
}

fn line(text: &mut String, atom: Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n    ({atom})");
}
