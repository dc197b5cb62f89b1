//! Counts what a search does, keeps it within its limits and reports it to the observer.

use super::{Limit, Limits, NodeOutcome, NodeValues, Observer, Stats, TracedNode};
use crate::effort::NodePrices;
use crate::problem::Problem;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The statistics of a running search, its limits and its observer.
pub struct Meter<'a> {
    /// The statistics so far.
    pub stats: Stats,
    limits: Limits,
    observer: &'a mut dyn Observer,
    /// The observer follows every node.
    traces: bool,
    /// Value of `stats.expanded` at which to look at the limits again: always, where effort is limited.
    next_check: u64,
    /// Value of `stats.expanded` at which to poll again.
    next_poll: u64,
    /// Value of `stats.evaluated` at which to poll again, where evaluations are polled.
    next_evaluation: u64,
    /// Value of `work` at which to poll again, whatever the counts say.
    next_work: u64,
    /// Most expansions or evaluations until the next poll, by the time that the last ones took.
    pace: u64,
    /// When the observer was polled last.
    polled: Instant,
    /// What expansions, successors and evaluations cost, without the work that heuristics count.
    prices: NodePrices,
    /// What heuristics have cost so far.
    work: u64,
}

/// Most expansions between two polls.
const POLL_EXPANSIONS: u64 = 1_024;
/// Polls are further apart while less than this passes between them, and nearer when more than four times as much does:
/// a heuristic may take a tenth of a second.
const QUICK: Duration = Duration::from_millis(5);
/// About how many successors may be made between two polls: bounds the wait where branching is high.
const POLL_GENERATED: u64 = 8_192;
/// About how much heuristics may do between two polls, a hundredth of a second: after many cheap nodes, by a rule or by
/// width, those of the next turn may be dear.
const POLL_WORK: u64 = 1 << 20;

impl<'a> Meter<'a> {
    /// Starts counting.
    pub fn new(limits: Limits, observer: &'a mut dyn Observer) -> Self {
        let traces = observer.traces();
        let mut meter = Self {
            stats: Stats::default(),
            limits,
            observer,
            traces,
            next_check: 0,
            next_poll: 0,
            next_evaluation: 0,
            next_work: POLL_WORK,
            pace: 1,
            polled: Instant::now(),
            prices: NodePrices::PUZZLE,
            work: 0,
        };
        meter.schedule();
        meter
    }

    /// The same with the [prices](Problem::node_prices) of a problem.
    #[must_use]
    pub fn at(self, prices: NodePrices) -> Self {
        Self { prices, ..self }
    }

    /// The same for a heuristic with a [price](crate::heuristic::Heuristic::price).
    #[must_use]
    pub(crate) fn of_price(self, price: u64) -> Self {
        let prices = NodePrices { evaluated: self.prices.evaluated + price, ..self.prices };
        Self { prices, ..self }
    }

    /// Adds what a heuristic has done.
    #[inline]
    pub fn add_work(&mut self, work: u64) {
        self.work += work;
        if self.work >= self.next_work {
            (self.next_check, self.next_poll, self.next_evaluation) = (0, 0, 0);
        }
    }

    #[inline]
    fn is_effort_spent(&self) -> bool {
        self.limits.effort.is_some_and(|most| self.effort() >= most)
    }

    /// The [effort](crate::effort) so far.
    pub fn effort(&self) -> u64 {
        let Stats { expanded, generated, evaluated, .. } = self.stats;
        let NodePrices { expanded: node, generated: successor, evaluated: call } = self.prices;
        expanded * node + generated * successor + evaluated * call + self.work
    }

    /// The statistics of a search that is over.
    pub fn finished(&self) -> Stats {
        Stats { effort: self.effort(), ..self.stats }
    }

    /// Counts one expansion, or says why it may not happen.
    #[inline]
    pub fn expand(&mut self) -> ControlFlow<Limit> {
        if self.stats.expanded >= self.next_check {
            if self.is_effort_spent() {
                return ControlFlow::Break(Limit::Effort);
            }
            if self.stats.expanded >= self.next_poll {
                self.check()?;
            }
        }
        self.stats.expanded += 1;
        ControlFlow::Continue(())
    }

    #[cold]
    fn check(&mut self) -> ControlFlow<Limit> {
        if self.limits.expanded.is_some_and(|most| self.stats.expanded >= most) {
            return ControlFlow::Break(Limit::Nodes);
        }
        self.poll()?;
        self.schedule();
        ControlFlow::Continue(())
    }

    /// Counts an evaluation, or says why it may not happen: for searches whose heuristics may be slow, and states may have
    /// thousands of successors.
    #[inline]
    pub fn evaluated(&mut self) -> ControlFlow<Limit> {
        if self.is_effort_spent() {
            return ControlFlow::Break(Limit::Effort);
        }
        self.stats.evaluated += 1;
        if self.stats.evaluated >= self.next_evaluation {
            self.poll()?;
            self.next_evaluation = self.stats.evaluated + self.pace;
        }
        ControlFlow::Continue(())
    }

    fn schedule(&mut self) {
        let expanded = self.stats.expanded;
        let per_node = self.stats.generated.checked_div(expanded).unwrap_or(POLL_GENERATED / 64).max(1);
        let interval = (POLL_GENERATED / per_node).clamp(16, POLL_EXPANSIONS).min(self.pace);
        self.next_poll = (expanded + interval).min(self.limits.expanded.unwrap_or(u64::MAX));
        self.next_check = if self.limits.effort.is_some() { 0 } else { self.next_poll };
    }

    /// Asks the observer now.
    pub fn poll(&mut self) -> ControlFlow<Limit> {
        let now = Instant::now();
        let took = now - self.polled;
        self.polled = now;
        self.next_work = self.work + POLL_WORK;
        if took < QUICK {
            self.pace = (2 * self.pace).min(POLL_EXPANSIONS);
        } else if took > 4 * QUICK {
            self.pace = (self.pace / 4).max(1);
        }
        match self.observer.poll(&self.stats) {
            Some(limit) => ControlFlow::Break(limit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Who watches.
    pub fn observer(&mut self) -> &mut dyn Observer {
        self.observer
    }

    /// To be asked before growing to `bytes` in all.
    pub fn allow(&mut self, bytes: u64) -> ControlFlow<Limit> {
        if self.limits.memory.is_some_and(|most| bytes > most) {
            return ControlFlow::Break(Limit::Memory);
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        ControlFlow::Continue(())
    }

    /// Reports a new round to the observer.
    pub fn iteration(&mut self, bound: u32) {
        self.stats.iterations += 1;
        self.observer.iteration(bound, &self.stats);
    }

    /// Reports to the observer that no solution costs less than this.
    pub fn proved(&mut self, bound: u64) {
        self.observer.proved(bound);
    }

    /// Reports a better solution to the observer, with its steps where the search can write them.
    pub fn improved(&mut self, cost: u64, plan: &[String]) {
        self.stats.iterations += 1;
        self.observer.improved(cost, plan, &self.stats);
    }

    /// Reports a new stage to the observer.
    pub fn stage(&mut self, name: &str) {
        self.observer.stage(name, &self.stats);
    }

    /// Whether every expansion and every successor is to be reported: by [`trace_expanded`](Self::trace_expanded) and
    /// [`trace_generated`](Self::trace_generated), as many times as they are counted.
    #[inline]
    pub fn traces(&self) -> bool {
        self.traces
    }

    /// Reports an expansion.
    #[cold]
    #[inline(never)]
    pub fn trace_expanded<P: Problem>(&mut self, problem: &P, state: &P::State, values: NodeValues) {
        let packed = pack(problem, state);
        self.observer.expanded(&TracedNode { state: &packed, values });
        self.traces = self.observer.traces();
    }

    /// Reports a successor.
    #[cold]
    #[inline(never)]
    pub fn trace_generated<P: Problem>(
        &mut self,
        problem: &P,
        parent: &P::State,
        child: &P::State,
        values: NodeValues,
        outcome: NodeOutcome,
    ) {
        let (parent, child) = (pack(problem, parent), pack(problem, child));
        self.observer.generated(&parent, &TracedNode { state: &child, values }, outcome);
    }

    /// Reports a successor that the search did not have to make.
    #[cold]
    #[inline(never)]
    pub(super) fn trace_action<P: Problem>(
        &mut self,
        problem: &P,
        parent: &P::State,
        action: P::Action,
        values: NodeValues,
        outcome: NodeOutcome,
    ) {
        let mut child = parent.clone();
        problem.apply(&mut child, action);
        self.trace_generated(problem, parent, &child, values, outcome);
    }
}

fn pack<P: Problem>(problem: &P, state: &P::State) -> Vec<u64> {
    let mut packed = vec![0; problem.packed_len()];
    problem.pack(state, &mut packed);
    packed
}
