//! LM-cut (Helmert and Domshlak 2009): an admissible estimate by disjunctive action landmarks.
//!
//! hmax names for every rule a *supporter*, its dearest condition. In the graph of the edges from supporters to effects, the facts
//! from which the goal is reached for nothing are the goal zone, and the rules that lead into it from facts reached outside of it
//! are a cut: every plan uses one of them. The estimate grows by the cheapest of the cut, all of them become cheaper by as much,
//! hmax is brought up to date, and so on until it is 0.
//!
//! How it is made fast:
//! - Every rule is in the list of one fact. While hmax is computed that is a condition which is not reached yet; later it is the
//!   supporter. So each pass touches a rule once, not once per condition, and rules that cannot be reached are not touched.
//! - Facts that cost as much as the goal or more are explored as well, though any choice of supporters gives landmarks: with the
//!   true supporters an evaluation takes longer, and its value is higher.
//! - Among the dearest goals, the supporter is the one that was the cheapest before the first cut: cuts have made the others
//!   cheaper already. Where these are equal, the present supporter stays. An arbitrary choice loses a fifth of the value on
//!   tasks with many goals. Among the dearest conditions of other rules, it is the first in the order of facts: rules that could
//!   have the same supporter have the same one, which makes cuts small. The choice made for goals loses a tenth of the value here
//!   on tasks in which a place to put something and the thing cost the same.
//! - The goal zone is found by lists of rules that have become free; other rules are not looked at.
//! - Cuts are found from the goal zone backwards, by the rules that reach its facts. Facts that are cheaper than the goal are
//!   reached outside of the zone, since what they follow from is no dearer than they are and no fact of the zone is cheaper than
//!   the goal. So the facts and rules outside of the zone, which are most of them, need not be passed through.
//! - Nothing is allocated per state, and marks are stamps, so that they are not cleared.

mod table;

pub use table::LmCutTable;

use crate::heuristics::relaxation::{Costs, NONE, Queue, Relaxation};

/// The cost of a fact that is not reached.
const UNREACHED: u32 = u32::MAX;
/// Costs are counted up to here.
const MAX: u32 = 1 << 30;

/// A rule while a state is evaluated.
#[derive(Debug, Clone, Copy)]
struct Rule {
    /// What is left of its cost.
    cost: u32,
    /// The next rule in the list of the same fact.
    next: u32,
    /// The fact whose list it is in.
    supporter: u32,
    /// What the supporter costs, as far as the effects know of it; [`UNREACHED`] before all conditions are.
    reached: u32,
}

/// A fact while a state is evaluated.
#[derive(Debug, Clone, Copy)]
struct FactNode {
    /// hmax.
    cost: u32,
    /// hmax before the first cut; 0 until then.
    first_cost: u32,
    /// The first rule of its list.
    head: u32,
    /// The stamp of the goal zone it is in; or, by one and two more, that it is reached outside of the zone or not.
    zone: u32,
    /// The first of the rules that became free and reach it, a place in the list of those.
    free: u32,
}

/// Evaluates states. Kept between them.
#[derive(Debug, Default)]
pub struct LmCut {
    /// The rules before a state is evaluated, and by which costs.
    first: Vec<Rule>,
    costs: Option<Costs>,
    rules: Vec<Rule>,
    facts: Vec<FactNode>,
    /// Rules that became free, and the place of the next one with the same effect.
    free: Vec<(u32, u32)>,
    queue: Queue,
    stack: Vec<u32>,
    /// The facts of the goal zone.
    zone: Vec<u32>,
    cut: Vec<u32>,
    /// For each rule: the stamp of the last cut it was in.
    marks: Vec<u32>,
    /// Facts of the state.
    state: Vec<u32>,
    stamp: u32,
}

impl LmCut {
    /// The estimate for a state; `None` if a goal cannot be reached.
    pub fn evaluate(
        &mut self,
        (table, relaxation): (&LmCutTable, &Relaxation),
        words: &[u64],
        costs: Costs,
    ) -> Option<u32> {
        self.reset(table, relaxation, costs);
        self.state.clear();
        self.state.push(table.always());
        relaxation.state_facts(words, |fact| self.state.push(fact));
        for at in 0..self.state.len() {
            let fact = self.state[at];
            self.facts[fact as usize].cost = 0;
            self.queue.push(0, fact);
        }
        let goal = table.goal() as usize;
        self.explore(table);
        self.facts.iter_mut().for_each(|fact| fact.first_cost = fact.cost);
        let mut total = 0_u32;
        loop {
            match self.facts[goal].cost {
                UNREACHED => return None,
                0 => return Some(total),
                _ => total = total.saturating_add(self.cut(table)).min(MAX),
            }
        }
    }

    fn reset(&mut self, table: &LmCutTable, relaxation: &Relaxation, costs: Costs) {
        if self.costs != Some(costs) {
            self.costs = Some(costs);
            let rules = (0_u32..).zip(table.lists());
            self.first = rules
                .map(|(rule, &(supporter, next))| Rule {
                    cost: if rule == table.goal_rule() { 0 } else { relaxation.cost(rule, costs) },
                    next,
                    supporter,
                    reached: UNREACHED,
                })
                .collect();
            self.marks.resize(self.first.len(), 0);
        }
        if self.stamp > u32::MAX / 2 {
            self.stamp = 0;
            self.marks.fill(0);
        }
        self.rules.clone_from(&self.first);
        self.facts.clear();
        let facts = table.heads().iter();
        self.facts.extend(facts.map(|&head| FactNode {
            cost: UNREACHED,
            first_cost: 0,
            head,
            zone: 0,
            free: NONE,
        }));
        self.free.clear();
        self.queue.clear();
        if table.costs_nothing(costs) {
            // Some rules are free from the beginning.
            for rule in 0..self.rules.len() as u32 {
                if self.rules[rule as usize].cost == 0 {
                    self.make_free(table, rule);
                }
            }
        } else {
            self.make_free(table, table.goal_rule());
        }
    }

    /// Computes hmax, or brings it up to date, from what is in the queue.
    fn explore(&mut self, table: &LmCutTable) {
        while let Some((cost, fact)) = self.queue.pop() {
            if cost > self.facts[fact as usize].cost {
                continue;
            }
            // The list is taken apart; rules that stay are put back.
            let mut rule = std::mem::replace(&mut self.facts[fact as usize].head, NONE);
            while rule != NONE {
                let next = self.rules[rule as usize].next;
                self.support(table, rule, fact, cost);
                rule = next;
            }
        }
        self.queue.clear();
    }

    /// Puts a rule of the list of a fact, which has this cost now, into the list of its supporter.
    #[inline]
    fn support(&mut self, table: &LmCutTable, rule: u32, fact: u32, cost: u32) {
        let (mut supporter, mut dearest) = (fact, cost);
        if self.rules[rule as usize].reached > cost {
            let mut first = self.facts[fact as usize].first_cost;
            let is_goal = rule == table.goal_rule();
            for &condition in table.conditions(rule) {
                let known = &self.facts[condition as usize];
                let comes_first = if is_goal { known.first_cost < first } else { condition < supporter };
                if known.cost > dearest || (known.cost == dearest && comes_first) {
                    (supporter, dearest, first) = (condition, known.cost, known.first_cost);
                    if dearest == UNREACHED {
                        break;
                    }
                }
            }
        }
        let head = &mut self.facts[supporter as usize].head;
        let entry = &mut self.rules[rule as usize];
        entry.next = *head;
        entry.supporter = supporter;
        *head = rule;
        if dearest < entry.reached {
            entry.reached = dearest;
            let total = (dearest + entry.cost).min(MAX);
            self.reach(table, rule, total);
        }
    }

    /// The effects of a rule cost no more than this.
    #[inline]
    fn reach(&mut self, table: &LmCutTable, rule: u32, cost: u32) {
        for &effect in table.effects(rule) {
            let known = &mut self.facts[effect as usize].cost;
            if cost < *known {
                *known = cost;
                self.queue.push(cost, effect);
            }
        }
    }

    /// Finds a cut, makes its rules cheaper and brings hmax up to date: what the cut costs.
    fn cut(&mut self, table: &LmCutTable) -> u32 {
        self.stamp += 3;
        self.mark_goal_zone(table.goal());
        self.find_cut(table);
        let cheapest = self.cut.iter().map(|&rule| self.rules[rule as usize].cost).min().unwrap_or(MAX);
        for at in 0..self.cut.len() {
            let rule = self.cut[at];
            let entry = &mut self.rules[rule as usize];
            entry.cost -= cheapest;
            let Rule { cost, reached, .. } = *entry;
            if cost == 0 {
                self.make_free(table, rule);
            }
            if reached != UNREACHED {
                self.reach(table, rule, (reached + cost).min(MAX));
            }
        }
        self.explore(table);
        cheapest
    }

    /// Adds a rule to those that reach its effects for nothing.
    fn make_free(&mut self, table: &LmCutTable, rule: u32) {
        for &effect in table.effects(rule) {
            let first = &mut self.facts[effect as usize].free;
            self.free.push((rule, *first));
            *first = self.free.len() as u32 - 1;
        }
    }

    /// Marks the facts from which the goal is reached for nothing.
    fn mark_goal_zone(&mut self, goal: u32) {
        let stamp = self.stamp;
        self.facts[goal as usize].zone = stamp;
        self.zone.clear();
        self.zone.push(goal);
        let mut at = 0;
        while let Some(&fact) = self.zone.get(at) {
            at += 1;
            let mut free = self.facts[fact as usize].free;
            while free != NONE {
                let (rule, next) = self.free[free as usize];
                let supporter = self.rules[rule as usize].supporter;
                let zone = &mut self.facts[supporter as usize].zone;
                if *zone != stamp {
                    *zone = stamp;
                    self.zone.push(supporter);
                }
                free = next;
            }
        }
    }

    /// The rules that lead into the goal zone from facts that are reached outside of it.
    fn find_cut(&mut self, table: &LmCutTable) {
        let (zone, goal) = (self.stamp, self.facts[table.goal() as usize].cost);
        self.cut.clear();
        for at in 0..self.zone.len() {
            for &rule in table.achievers(self.zone[at]) {
                let supporter = self.rules[rule as usize].supporter;
                let FactNode { cost, zone: within, .. } = self.facts[supporter as usize];
                if within == zone || self.marks[rule as usize] == zone {
                    continue;
                }
                if cost < goal || self.is_reached_outside(table, (zone, goal), supporter) {
                    self.marks[rule as usize] = zone;
                    self.cut.push(rule);
                }
            }
        }
    }

    /// Whether edges lead to a fact from the state without a fact of the goal zone. Those that are cheaper than the goal
    /// are reached so; the others, for which this is asked, mostly by one edge from such a fact.
    fn is_reached_outside(&mut self, table: &LmCutTable, (zone, goal): (u32, u32), fact: u32) -> bool {
        let (reached, not_reached) = (zone + 1, zone + 2);
        match self.facts[fact as usize].zone {
            known if known == reached => return true,
            known if known == not_reached => return false,
            _ => self.facts[fact as usize].zone = not_reached,
        }
        self.stack.clear();
        self.stack.push(fact);
        let mut at = 0;
        while let Some(&next) = self.stack.get(at) {
            at += 1;
            for &rule in table.achievers(next) {
                // Rules of the cut lead nowhere else.
                if table.effects(rule).iter().any(|&effect| self.facts[effect as usize].zone == zone) {
                    continue;
                }
                let supporter = self.rules[rule as usize].supporter;
                let node = &mut self.facts[supporter as usize];
                if node.zone == reached || (node.zone != zone && node.cost < goal) {
                    // What was passed may be reached or not: it is asked for again.
                    for &passed in &self.stack {
                        self.facts[passed as usize].zone = 0;
                    }
                    self.facts[fact as usize].zone = reached;
                    return true;
                }
                if node.zone != zone && node.zone != not_reached {
                    node.zone = not_reached;
                    self.stack.push(supporter);
                }
            }
        }
        false
    }
}
