//! What features keep between nodes: the relaxation's results for the last states that were looked at.

use crate::ground_task::GroundTask;
use crate::heuristics::lm_cut::LmCut;
use crate::heuristics::novelty::Novelty;
use crate::heuristics::relaxation::{Costs, Exploration, NONE, Reach, RelaxedPlan};
use crate::lifted::evaluate::Evaluator;
use crate::lookahead::Lookahead;
use crate::task::effort;
use crate::task::state::State;
use unstuck_pddl::ids::OperatorId;

/// Buffers of one thread. A state and its parent are remembered, so that several features on one node, or on its
/// siblings, cost one exploration.
#[derive(Debug, Default)]
pub struct Scratch {
    exploration: Exploration,
    /// Two states for each way to count costs.
    slots: [[Relaxed; 2]; 3],
    /// For each of them: the slot that was used last.
    last: [usize; 3],
    /// The slot whose exploration is the last one.
    explored: Option<(usize, usize)>,
    reach: Reach,
    lookahead: Lookahead,
    lm_cut: LmCut,
    novelty: Novelty,
    /// Values of lifted features.
    pub lifted: Evaluator,
    /// What was done, by the price list of effort.
    work: u64,
    /// Facts of a state and of its parent, by variable.
    facts: Vec<u32>,
    before: Vec<u32>,
}

/// What the relaxation says about a state.
#[derive(Debug, Default)]
pub struct Relaxed {
    words: Vec<u64>,
    /// hadd; `None` if a goal cannot be reached, or not enough is left of what goals use up.
    pub sum: Option<u32>,
    /// Cost of the relaxed plan.
    pub cost: u32,
    /// The relaxed plan; of no meaning if a goal cannot be reached.
    pub plan: RelaxedPlan,
}

impl Scratch {
    /// hadd and the relaxed plan of a state, by costs that differ from each other.
    pub fn relaxed(&mut self, ground: &GroundTask, state: &State, costs: Costs) -> &Relaxed {
        let words = &state.words()[..ground.layout.words()];
        let kind = costs as usize;
        let (slots, last) = (&mut self.slots[kind], &mut self.last[kind]);
        let at = match slots.iter().position(|slot| slot.words == words) {
            Some(known) => known,
            None => {
                let slot = &mut slots[1 - *last];
                slot.words.clear();
                slot.words.extend_from_slice(words);
                self.explored = Some((kind, 1 - *last));
                let (relaxation, consumables) = (ground.relaxation(), ground.consumables());
                slot.sum = self.exploration.sum(relaxation, words, costs);
                self.work += effort::relaxed(self.exploration.work());
                if slot.sum.is_some() && !consumables.is_empty() {
                    let explored = (relaxation, &self.exploration);
                    let suffice = consumables.suffice(explored, words, &mut self.reach);
                    slot.sum = slot.sum.filter(|_| suffice);
                }
                if slot.sum.is_some() {
                    let (targets, explored) = (relaxation.targets(), (state, &self.exploration));
                    slot.cost = ground.relaxed_plan(&mut slot.plan, targets, explored, costs);
                    self.work += effort::RELAXED_PLAN;
                }
                1 - *last
            }
        };
        *last = at;
        &slots[at]
    }

    /// What was done since the last call, by the price list of effort.
    #[inline]
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work) + effort::OBJECT * self.lifted.take_work()
    }

    /// hadd and the relaxed plan of a state that was looked at last.
    pub fn known(&self, ground: &GroundTask, state: &State) -> Option<&Relaxed> {
        let words = &state.words()[..ground.layout.words()];
        self.slots.iter().flatten().find(|slot| slot.words == words && slot.sum.is_some())
    }

    /// Facts of the relaxed plan of the initial state that do not hold in a state.
    pub fn relaxed_left(&mut self, ground: &GroundTask, state: &State) -> u32 {
        let first = ground.first_relaxed();
        ground.relaxation().decode(state.words(), &mut self.facts);
        let reached = self.facts.iter().filter(|fact| first.binary_search(fact).is_ok()).count();
        (first.len() - reached) as u32
    }

    /// The [novelty](Novelty) of a state among those evaluated before with as many goals and facts of the first relaxed plan
    /// left.
    pub fn novelty(&mut self, ground: &GroundTask, state: &State, parent: Option<&State>, goals: u32) -> u32 {
        let relaxation = ground.relaxation();
        let left = self.relaxed_left(ground, state);
        self.before.clear();
        if let Some(parent) = parent {
            relaxation.decode(parent.words(), &mut self.before);
        }
        let before = self.before.iter().copied().chain(std::iter::repeat(NONE));
        let pairs = self.facts.iter().copied().zip(before);
        let changed: Vec<u32> =
            pairs.filter(|&(fact, old)| fact != NONE && fact != old).map(|(fact, _)| fact).collect();
        self.facts.retain(|&fact| fact != NONE);
        let key = u64::from(goals) << 32 | u64::from(left);
        self.work += effort::NOVELTY * (self.facts.len() * changed.len()) as u64;
        self.novelty.of(key, relaxation.facts(), &self.facts, &changed)
    }

    /// Carries out the relaxed plan that was made last, if it is one of this state: the operators.
    pub fn lookahead(&mut self, ground: &GroundTask, state: &State) -> &[OperatorId] {
        let words = &state.words()[..ground.layout.words()];
        let is_last = |&(kind, at): &(usize, usize)| {
            let slot = &self.slots[kind][at];
            slot.words == words && slot.sum.is_some()
        };
        match self.explored.filter(is_last) {
            Some(_) => self.lookahead.run(ground, state, &self.exploration),
            None => &[],
        }
    }

    /// LM-cut of a state; `None` if a goal cannot be reached. hmax where there are axioms or conditional effects.
    pub fn lm_cut(&mut self, ground: &GroundTask, state: &State, costs: Costs) -> Option<u32> {
        match ground.lm_cut() {
            Some(table) => {
                let relaxation = ground.relaxation();
                // Every cut looks at a part of the rules again.
                self.work += effort::relaxed(8 * (relaxation.facts() + relaxation.rules()) as u64);
                self.lm_cut.evaluate((table, relaxation), state.words(), costs)
            }
            None => self.max(ground, state, costs),
        }
    }

    /// hmax of a state; `None` if a goal cannot be reached.
    pub fn max(&mut self, ground: &GroundTask, state: &State, costs: Costs) -> Option<u32> {
        self.explored = None;
        let value = self.exploration.max(ground.relaxation(), state.words(), costs);
        self.work += effort::relaxed(self.exploration.work());
        value
    }
}
