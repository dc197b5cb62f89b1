//! The values of derived variables.
//!
//! Every axiom counts the conditions of its body that are still open. Facts that hold are taken from a queue and
//! counted down; an axiom without open conditions makes its head true, which joins the queue. When the queue is empty,
//! everything that a layer can derive has been derived, so what is still false in it is false, and that may be a
//! condition of later layers. Linear in the size of the axioms.

use crate::task::layout::{Field, Layout};
use crate::task::state::{Parts, State};
use unstuck_pddl::ids::{Fact, VariableId};
use unstuck_pddl::task::Task;

/// The axioms of a task, prepared.
#[derive(Debug, Default)]
pub struct Derivation {
    /// For each axiom: how many conditions its body has.
    open: Vec<u32>,
    heads: Vec<Fact>,
    /// For each fact: the end of its row in `axioms`, one more entry at the front.
    ends: Vec<u32>,
    axioms: Vec<u32>,
    /// Variables that operators set and bodies read, each with its first fact.
    sources: Vec<(Field, u32)>,
    /// Axioms without conditions.
    always: Vec<u32>,
    /// For each layer: facts of its variables that say "false" and that bodies read.
    negated: Vec<Vec<Fact>>,
    /// Words of derived variables, all of them false.
    falsities: Vec<(usize, u64)>,
}

impl Derivation {
    /// Prepares the axioms of a task.
    pub fn new(task: &Task, layout: &Layout) -> Self {
        let (axioms, variables) = (&task.axioms, &task.variables);
        let derived = || variables.ids().skip(variables.fluent());
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); variables.fact_count()];
        for axiom in 0..axioms.len() {
            axioms.body(axiom).iter().for_each(|fact| rows[fact.index()].push(axiom as u32));
        }
        let read =
            |variable: VariableId| variables.facts(variable).any(|fact| !rows[fact.index()].is_empty());
        let sources = variables.ids().take(variables.fluent()).filter(|&variable| read(variable));
        let sources = sources.map(|v| (layout.field(v), variables.first(v).0)).collect();
        let mut layer_of = vec![0; variables.len()];
        for (number, layer) in axioms.layers().enumerate() {
            layer.for_each(|axiom| layer_of[variables.variable(axioms.head(axiom)).index()] = number);
        }
        let mut negated = vec![Vec::new(); axioms.layers().count().max(1)];
        let mut falsities = vec![0; layout.words()];
        for variable in derived() {
            let falsity = Fact(variables.first(variable).0 + 1);
            let (word, _, bits) = layout.slot(falsity).bits();
            falsities[word] |= bits;
            if !rows[falsity.index()].is_empty() {
                negated[layer_of[variable.index()]].push(falsity);
            }
        }
        let mut ends = vec![0];
        let mut flat = Vec::new();
        for row in &rows {
            flat.extend_from_slice(row);
            ends.push(flat.len() as u32);
        }
        Self {
            open: (0..axioms.len()).map(|axiom| axioms.body(axiom).len() as u32).collect(),
            heads: (0..axioms.len()).map(|axiom| axioms.head(axiom)).collect(),
            ends,
            axioms: flat,
            sources,
            always: (0..axioms.len() as u32).filter(|&a| axioms.body(a as usize).is_empty()).collect(),
            negated,
            falsities: falsities.into_iter().enumerate().skip(layout.packed()).collect(),
        }
    }

    /// Computes the derived variables of a state from the others.
    #[inline]
    pub fn run(&self, layout: &Layout, state: &mut State) {
        if !self.falsities.is_empty() {
            self.evaluate(layout, state, &mut |_| ());
        }
    }

    /// The true derived atoms of a state in an order in which they can be derived, each with the axiom that makes it true from
    /// facts before it.
    pub fn causes(&self, layout: &Layout, state: &State) -> Vec<(Fact, usize)> {
        let mut causes = Vec::new();
        if !self.falsities.is_empty() {
            let fired = &mut |axiom: u32| causes.push((self.heads[axiom as usize], axiom as usize));
            self.evaluate(layout, &mut state.clone(), fired);
        }
        causes
    }

    /// Computes the derived variables; `fired` receives the axioms that make atoms true, in this order.
    fn evaluate(&self, layout: &Layout, state: &mut State, fired: &mut impl FnMut(u32)) {
        let Parts { words, scratch, .. } = state.parts();
        for &(word, bits) in &self.falsities {
            words[word] = bits;
        }
        scratch.clear();
        scratch.extend_from_slice(&self.open);
        for &axiom in &self.always {
            self.fire(layout, axiom, (words, scratch), fired);
        }
        for &(field, first) in &self.sources {
            let fact = first + field.value(words);
            scratch.push(fact);
        }
        // The queue follows the counters in the same list.
        let mut next = self.open.len();
        for layer in &self.negated {
            self.close(layout, (words, scratch), &mut next, fired);
            for &falsity in layer {
                if layout.slot(falsity).holds(words) {
                    scratch.push(falsity.0);
                }
            }
        }
        self.close(layout, (words, scratch), &mut next, fired);
    }

    /// Takes facts from the queue until it is empty.
    fn close(
        &self,
        layout: &Layout,
        (words, scratch): (&mut [u64], &mut Vec<u32>),
        next: &mut usize,
        fired: &mut impl FnMut(u32),
    ) {
        while *next < scratch.len() {
            let fact = scratch[*next] as usize;
            *next += 1;
            for at in self.ends[fact]..self.ends[fact + 1] {
                let axiom = self.axioms[at as usize];
                scratch[axiom as usize] -= 1;
                if scratch[axiom as usize] == 0 {
                    self.fire(layout, axiom, (words, scratch), fired);
                }
            }
        }
    }

    fn fire(
        &self,
        layout: &Layout,
        axiom: u32,
        (words, queue): (&mut [u64], &mut Vec<u32>),
        fired: &mut impl FnMut(u32),
    ) {
        let head = self.heads[axiom as usize];
        let slot = layout.slot(head);
        if !slot.holds(words) {
            slot.write(words);
            queue.push(head.0);
            fired(axiom);
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.open.capacity() + self.heads.capacity() + self.ends.capacity() + self.axioms.capacity())
            + 16 * (self.sources.capacity() + self.falsities.capacity())
    }
}
