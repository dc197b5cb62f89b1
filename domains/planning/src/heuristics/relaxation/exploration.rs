//! What reaching each fact costs from a state: generalised Dijkstra.

use super::queue::Queue;
use super::{Costs, NONE, Relaxation, Targets};

/// Costs are counted up to here.
const MAX_COST: u32 = 1 << 30;
/// In a cost, which is counted twice: the fact waits in the queue, or it is not reached.
const WAITS: u32 = 1;
/// The cost of a fact that is not reached.
const UNREACHED: u32 = u32::MAX;

/// The costs of all facts from one state, with the rule by which each is reached. Kept between states, so that nothing
/// is allocated.
#[derive(Debug, Default)]
pub struct Exploration {
    /// For each fact: twice its cost, and [`WAITS`].
    costs: Vec<u32>,
    /// For each fact that is reached: its rule, or [`NONE`] if it holds in the state.
    by: Vec<u32>,
    /// For each fact: the first rule that waits for it.
    heads: Vec<u32>,
    /// For each rule that waits: the next one that waits for the same fact.
    next: Vec<u32>,
    queue: Queue,
    /// Facts and rules that the last exploration looked at.
    work: u64,
}

impl Exploration {
    /// hmax: what the dearest goal costs, where a rule costs as much as its dearest condition. `None` if a goal cannot be
    /// reached.
    pub fn max(&mut self, rules: &Relaxation, words: &[u64], costs: Costs) -> Option<u32> {
        self.run::<true>(rules, rules.targets(), words, costs)?;
        rules.goals().iter().map(|&goal| self.cost(goal)).max().or(Some(0))
    }

    /// hadd: what all goals cost together, where a rule costs as much as all its conditions. `None` if a goal cannot be
    /// reached.
    pub fn sum(&mut self, rules: &Relaxation, words: &[u64], costs: Costs) -> Option<u32> {
        self.sum_to(rules, rules.targets(), words, costs)
    }

    /// [`sum`](Self::sum) for other goals than those of the task.
    pub fn sum_to(
        &mut self,
        rules: &Relaxation,
        targets: &Targets,
        words: &[u64],
        costs: Costs,
    ) -> Option<u32> {
        self.run::<false>(rules, targets, words, costs)?;
        Some(targets.facts.iter().fold(0, |sum, &goal| (sum + self.cost(goal)).min(MAX_COST)))
    }

    /// The cost of a fact that was reached no later than the last goal; no less than the true one for others.
    #[inline]
    pub fn cost(&self, fact: u32) -> u32 {
        self.costs[fact as usize] >> 1
    }

    /// Facts and rules that the last exploration looked at.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether a fact was reached so far.
    #[inline]
    pub fn is_reached(&self, fact: u32) -> bool {
        self.costs[fact as usize] != UNREACHED
    }

    /// The rule that reaches a fact, which was reached no later than the last goal; `None` if the fact holds in the state.
    #[inline]
    pub fn rule(&self, fact: u32) -> Option<u32> {
        Some(self.by[fact as usize]).filter(|&rule| rule != NONE)
    }

    fn run<const MAX: bool>(
        &mut self,
        rules: &Relaxation,
        targets: &Targets,
        words: &[u64],
        costs: Costs,
    ) -> Option<()> {
        self.costs.clear();
        self.costs.resize(rules.facts, UNREACHED);
        self.heads.clear();
        self.heads.resize(rules.facts, NONE);
        self.by.resize(rules.facts, NONE);
        self.next.resize(rules.rules(), NONE);
        self.queue.clear();
        let run = Run {
            rules,
            costs: &mut self.costs,
            by: &mut self.by,
            heads: &mut self.heads,
            next: &mut self.next,
            queue: &mut self.queue,
            work: rules.facts as u64 / 4,
        };
        let one = rules.units.is_empty() && (costs == Costs::Unit || rules.is_unit_cost());
        let (reached, work) = match one {
            true => run.explore::<MAX>(targets, words, |_| 1),
            false => run.explore::<MAX>(targets, words, |rule| rules.cost(rule, costs)),
        };
        self.work = work;
        reached.then_some(())
    }
}

/// One exploration. The slices are the vectors of an [`Exploration`]; everything is inlined into one function, where they are
/// locals that stay in registers.
struct Run<'a> {
    rules: &'a Relaxation,
    costs: &'a mut [u32],
    by: &'a mut [u32],
    heads: &'a mut [u32],
    next: &'a mut [u32],
    queue: &'a mut Queue,
    /// Facts and rules that were looked at.
    work: u64,
}

impl Run<'_> {
    /// Takes facts from the queue until all targets are reached; whether they are.
    #[inline]
    fn explore<const MAX: bool>(
        mut self,
        targets: &Targets,
        words: &[u64],
        price: impl Fn(u32) -> u32 + Copy,
    ) -> (bool, u64) {
        let rules = self.rules;
        let mut goals = targets.facts.len();
        if goals == 0 {
            return (true, self.work);
        }
        rules.state_facts(words, |fact| {
            self.costs[fact as usize] = WAITS;
            self.by[fact as usize] = NONE;
            self.queue.push(0, fact);
        });
        for rule in 0..rules.always {
            self.attempt::<MAX>(rule, 0, price);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            // Taken before, or pushed again since with a smaller cost.
            if self.costs[fact as usize] != cost << 1 | WAITS {
                continue;
            }
            self.costs[fact as usize] = cost << 1;
            if targets.has(fact) {
                goals -= 1;
                if goals == 0 {
                    return (true, self.work);
                }
            }
            self.trigger::<MAX>(fact, cost, price);
        }
        (false, self.work)
    }

    #[inline(always)]
    fn trigger<const MAX: bool>(&mut self, fact: u32, cost: u32, price: impl Fn(u32) -> u32 + Copy) {
        let rules = self.rules;
        let [alone, first, end, alone_end] = rules.starts[3 * fact as usize..3 * fact as usize + 4] else {
            return;
        };
        self.work += u64::from(4 + (alone_end - alone) + 3 * (end - first));
        for &[effect, rule] in &rules.alone[alone as usize..alone_end as usize] {
            self.reach(effect, rule, (cost + price(rule)).min(MAX_COST));
        }
        for rule in first..end {
            self.attempt::<MAX>(rule, cost, price);
        }
        let mut rule = self.heads[fact as usize];
        while rule != NONE {
            let next = self.next[rule as usize];
            self.work += 3;
            self.attempt::<MAX>(rule, cost, price);
            rule = next;
        }
    }

    /// Looks at a rule one of whose conditions was reached now, for this cost: fires it if the others are reached, too, else it waits
    /// for one that is not.
    #[inline(always)]
    fn attempt<const MAX: bool>(&mut self, rule: u32, cost: u32, price: impl Fn(u32) -> u32) {
        let (conditions, effects) = self.rules.rule(rule);
        let price = price(rule);
        let least = (cost + price) << 1 | WAITS;
        if effects.iter().all(|&effect| self.costs[effect as usize] <= least) {
            return;
        }
        let mut sum = 0;
        for &fact in conditions {
            let known = self.costs[fact as usize];
            if known & WAITS != 0 {
                return self.wait(rule, fact);
            }
            sum = (sum + (known >> 1)).min(MAX_COST);
        }
        let total = (price + if MAX { cost } else { sum }).min(MAX_COST);
        for &effect in effects {
            self.reach(effect, rule, total);
        }
    }

    #[inline(always)]
    fn wait(&mut self, rule: u32, fact: u32) {
        let head = &mut self.heads[fact as usize];
        self.next[rule as usize] = *head;
        *head = rule;
    }

    #[inline(always)]
    fn reach(&mut self, fact: u32, rule: u32, cost: u32) {
        let known = &mut self.costs[fact as usize];
        let better = cost << 1 | WAITS;
        if better < *known {
            *known = better;
            self.by[fact as usize] = rule;
            self.queue.push(cost, fact);
        }
    }
}
