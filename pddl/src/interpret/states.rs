//! Successors and counts of states.

use super::{GroundAction, Interpreter, State};
use std::collections::BTreeSet;

impl Interpreter<'_> {
    /// All applicable actions with the states they lead to.
    pub fn successors(&self, state: &State) -> Vec<(GroundAction, State)> {
        let world = self.world(state);
        let actions = self.applicable(&world);
        actions
            .into_iter()
            .map(|action| {
                let next = self.apply(state, &world, &action);
                (action, next)
            })
            .collect()
    }

    /// How many states have each distance from the initial one, up to a depth.
    pub fn states_per_depth(&self, deepest: usize) -> Vec<usize> {
        let mut seen: BTreeSet<State> = BTreeSet::new();
        let mut layer = vec![self.initial()];
        seen.extend(layer.iter().cloned());
        let mut counts = Vec::new();
        while !layer.is_empty() && counts.len() <= deepest {
            counts.push(layer.len());
            let successors = layer.iter().flat_map(|state| self.successors(state));
            layer = successors.map(|(_, next)| next).filter(|next| seen.insert(next.clone())).collect();
        }
        counts
    }
}
