//! A ground task as a [`Problem`].

mod hooks;

use crate::ground_task::GroundTask;
use crate::heuristics::relaxation::Costs;
use crate::lifted::term::Term;
use crate::scratch::Scratch;
use crate::source::Source;
use crate::task::effort;
use crate::task::state::{Saved, State};
use crate::task::symmetry::Blocks;
pub use hooks::Hooks;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;
use unstuck_core::effort::NodePrices;
use unstuck_core::heuristic::NodeFeature;
use unstuck_core::problem::{Problem, Visit, WithHooks, hash_words};
use unstuck_pddl::ids::{Fact, OperatorId};

/// What plans are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// `total-cost`, or steps where the problem has no metric.
    Cost,
    /// Steps.
    Length,
}

impl Metric {
    /// Name in every text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cost => "cost",
            Self::Length => "length",
        }
    }
}

/// A ground task in one metric, with or without the symmetric successors.
#[derive(Debug, Clone)]
pub struct PlanningProblem {
    /// The task.
    pub ground: Arc<GroundTask>,
    /// What it was made from.
    pub source: Arc<Source>,
    /// What costs are counted in.
    pub metric: Metric,
    /// Of operators that differ only by interchangeable objects, only the first is generated.
    pub symmetry: bool,
    /// What nodes are measured by, in the order of the feature table.
    pub features: Arc<[NodeFeature<Self>]>,
    /// The lifted ones among them.
    pub terms: Arc<[Term]>,
    /// Searches keep with their nodes which landmarks the paths to them have accepted.
    pub landmarks: bool,
}

/// A ground operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(NonZeroU32);

impl Action {
    /// The action of an operator.
    #[inline]
    pub fn new(operator: OperatorId) -> Self {
        // Operators are numbered below 2^29.
        Self(NonZeroU32::MIN.saturating_add(operator.0))
    }

    /// The operator.
    #[inline]
    pub fn operator(self) -> OperatorId {
        OperatorId(self.0.get() - 1)
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.operator().0)
    }
}

/// Widest packed state that is hashed in one chain.
const CHAIN: usize = 4;

/// A hash of wide states: four chains that do not wait for each other.
fn hash_wide(words: &[u64]) -> u64 {
    let mut lanes = [1_u64, 2, 3, 4];
    let chunks = words.chunks_exact(CHAIN);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &word) in lanes.iter_mut().zip(chunk) {
            *lane = (*lane ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            *lane ^= *lane >> 32;
        }
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, &word)| *lane ^= word.rotate_left(17));
    hash_words(&lanes)
}

#[inline]
fn hash_packed(words: &[u64]) -> u64 {
    match words {
        [word] => hash_words(&[*word]),
        _ if words.len() <= CHAIN => hash_words(words),
        _ => hash_wide(words),
    }
}

impl PlanningProblem {
    /// Hands the applicable operators of a state to `each`, without those that `blocks` make superfluous.
    #[inline]
    fn visit_operators(
        &self,
        state: &State,
        blocks: &Blocks,
        each: impl FnMut(OperatorId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let GroundTask { task, layout, symmetry, successors, .. } = &*self.ground;
        successors.visit(state.words(), (task, layout), (symmetry, blocks), each)
    }

    /// What is interchangeable in a state, if that is looked for.
    #[inline]
    fn blocks(&self, state: &State) -> Option<Blocks> {
        let looks = self.symmetry && !self.ground.symmetry.is_empty();
        looks.then(|| self.ground.symmetry.blocks(state.words()))
    }

    /// The costs of the instance's metric, and the same word for both where they do not differ.
    pub(super) fn distinct(&self, costs: Costs) -> Costs {
        let same = self.metric == Metric::Length || self.ground.unit_cost();
        if same { Costs::Unit } else { costs }
    }

    /// How many operators are applicable, symmetric ones included.
    pub fn applicable(&self, state: &State) -> u32 {
        let mut count = 0;
        let _ = self.visit_operators(state, Blocks::DISTINCT, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

impl Problem for PlanningProblem {
    type State = State;
    type Action = Action;
    type Undo = Saved;
    type Scratch = Scratch;

    const PACKED_LEN: usize = 0;
    const PACKS_EXACTLY: bool = true;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    #[inline]
    fn packed_len(&self) -> usize {
        self.ground.layout.packed()
    }

    fn node_prices(&self) -> NodePrices {
        let GroundTask { task, layout, symmetry, successors, .. } = &*self.ground;
        let initial = self.ground.initial();
        let found = self.blocks(&initial);
        let blocks = found.as_ref().unwrap_or(Blocks::DISTINCT);
        effort::nodes(layout.packed(), successors.steps(initial.words(), (task, layout), (symmetry, blocks)))
    }

    #[inline]
    fn pack(&self, state: &State, out: &mut [u64]) {
        out.iter_mut().zip(state.words()).for_each(|(out, &word)| *out = word);
    }

    fn unpack(&self, words: &[u64]) -> State {
        let mut state = State::new(self.ground.layout.words());
        self.unpack_into(words, &mut state);
        state
    }

    #[inline]
    fn unpack_into(&self, words: &[u64], state: &mut State) {
        state.words_mut().iter_mut().zip(words).for_each(|(word, &packed)| *word = packed);
        self.ground.derivation.run(&self.ground.layout, state);
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        hash_packed(&state.words()[..self.packed_len()])
    }

    #[inline]
    fn visit<V: Visit<Self>>(
        &self,
        state: &State,
        _last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let found = self.blocks(state);
        let blocks = found.as_ref().unwrap_or(Blocks::DISTINCT);
        self.visit_operators(state, blocks, |operator| visitor.action(self, state, Action::new(operator)))
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) -> Saved {
        self.ground.apply(state, action.operator())
    }

    fn undo(&self, state: &mut State, _action: Action, saved: Saved) {
        let layout = &self.ground.layout;
        let logged = state.restore(&saved, |fact, words| {
            layout.slot(Fact(fact)).write(words);
        });
        if logged {
            self.ground.derivation.run(layout, state);
        }
    }

    #[inline]
    fn cost(&self, action: Action) -> u32 {
        match self.metric {
            Metric::Cost => self.ground.task.operators.cost(action.operator()),
            Metric::Length => 1,
        }
    }

    fn unit_cost(&self) -> bool {
        self.metric == Metric::Length || self.ground.unit_cost()
    }

    fn min_cost(&self) -> u32 {
        match self.metric {
            Metric::Cost => self.ground.min_cost(),
            Metric::Length => 1,
        }
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        self.ground.is_goal(state)
    }

    fn with_hooks<W: WithHooks<Self>>(with: W) -> W::Output {
        with.call::<Hooks>()
    }
}
