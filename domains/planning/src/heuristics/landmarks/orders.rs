//! Reasonable orders: a landmark that would have to be given up to reach another one, and both are needed together later,
//! should be reached after it.

use super::{Given, Landmark};
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Meaning;

/// Most pairs of landmarks that are looked at, and most landmarks that are visited to keep orders free of cycles.
const PAIRS: usize = 2_000_000;
const VISITS: usize = 20_000_000;

/// Adds reasonable orders to landmarks; only for tasks without axioms and conditional effects.
pub(super) fn add_reasonable(given: Given<'_>, all: &mut [Landmark]) {
    let groups = Groups::new(given, all);
    let mut graph = Graph { visits: 0, seen: vec![0; all.len()], stamp: 0, stack: Vec::new() };
    let goals: Vec<u32> = (0..all.len() as u32).filter(|&number| all[number as usize].goal).collect();
    let mut pairs = 0;
    for late in 0..all.len() as u32 {
        if all[late as usize].facts.len() != 1 {
            continue;
        }
        let candidates =
            if all[late as usize].goal { goals.clone() } else { graph.needed_together(all, late) };
        for early in candidates {
            pairs += 1;
            if pairs > PAIRS || graph.visits > VISITS {
                return;
            }
            let single = early != late && all[early as usize].facts.len() == 1;
            if single
                && groups.interferes(early, all[late as usize].facts[0])
                && !graph.leads(all, late, early)
            {
                all[late as usize].after.push(early);
            }
        }
    }
}

/// Facts that are true when or just before a landmark is reached, by the groups of which at most one fact is true.
struct Groups {
    /// For each fact: the mutex groups that it is in, besides its variable.
    of_fact: Vec<Vec<u32>>,
    variables: Vec<u32>,
    /// For each landmark: groups and facts, sorted.
    with: Vec<Vec<(u32, Fact)>>,
}

impl Groups {
    fn new(given: Given<'_>, all: &[Landmark]) -> Self {
        let task = given.task;
        let facts = task.variables.fact_count();
        let mut of_fact = vec![Vec::new(); facts];
        for (number, group) in (task.variables.len() as u32..).zip(task.mutexes.iter()) {
            group.iter().for_each(|&atom| of_fact[task.variables.fact(atom).index()].push(number));
        }
        let variable = |fact| task.variables.variable(Fact::new(fact)).0;
        let mut this = Self { of_fact, variables: (0..facts).map(variable).collect(), with: Vec::new() };
        this.with = all.iter().map(|landmark| this.around(given, all, landmark)).collect();
        this
    }

    fn of(&self, fact: Fact) -> impl Iterator<Item = u32> + '_ {
        std::iter::once(self.variables[fact.index()]).chain(self.of_fact[fact.index()].iter().copied())
    }

    /// The landmark's fact, what all operators that reach it make true as well, and what holds before it.
    fn around(&self, given: Given<'_>, all: &[Landmark], landmark: &Landmark) -> Vec<(u32, Fact)> {
        let [own] = landmark.facts[..] else { return Vec::new() };
        let Given { task, relaxation, achievers, .. } = given;
        let operators = &task.operators;
        let rules = relaxation.number(own).map_or(&[][..], |number| achievers.of(number));
        let mut achievers = rules.iter().filter_map(|&rule| relaxation.operator(rule));
        let first: Option<OperatorId> = achievers.next();
        let mut facts: Vec<Fact> = first.map_or(Vec::new(), |first| operators.effects(first).to_vec());
        for operator in achievers {
            facts.retain(|fact| operators.effects(operator).contains(fact));
        }
        // That an atom is false excludes nothing.
        facts.retain(|&fact| matches!(task.variables.meaning(fact), Meaning::True(_)));
        let before = landmark.needs.iter().map(|&number| &all[number as usize]);
        facts.extend(before.filter(|before| before.facts.len() == 1).map(|before| before.facts[0]));
        facts.push(own);
        let mut with: Vec<(u32, Fact)> =
            facts.iter().flat_map(|&fact| self.of(fact).map(move |group| (group, fact))).collect();
        with.sort_unstable();
        with.dedup();
        with
    }

    /// Whether reaching a landmark makes another fact false that was true before.
    fn interferes(&self, landmark: u32, fact: Fact) -> bool {
        let with = &self.with[landmark as usize];
        self.of(fact).any(|group| {
            let from = with.partition_point(|&(other, _)| other < group);
            with[from..].iter().take_while(|&&(other, _)| other == group).any(|&(_, other)| other != fact)
        })
    }
}

/// Walks through orders.
struct Graph {
    visits: usize,
    seen: Vec<u32>,
    stamp: u32,
    stack: Vec<u32>,
}

impl Graph {
    /// Landmarks that must have been reached, besides this one, before one that this is needed for.
    fn needed_together(&mut self, all: &[Landmark], landmark: u32) -> Vec<u32> {
        let mut found = Vec::new();
        self.begin();
        for &later in &all[landmark as usize].needed_by {
            self.stack.extend(all[later as usize].needs.iter().filter(|&&other| other != landmark));
            while let Some(at) = self.stack.pop() {
                if self.visit(at) {
                    found.push(at);
                    self.stack.extend_from_slice(&all[at as usize].needs);
                }
            }
        }
        found
    }

    /// Whether orders lead from one landmark, as the earlier one, to another.
    fn leads(&mut self, all: &[Landmark], early: u32, late: u32) -> bool {
        self.begin();
        self.stack.push(late);
        while let Some(at) = self.stack.pop() {
            if at == early {
                self.stack.clear();
                return true;
            }
            if self.visit(at) {
                self.stack.extend_from_slice(&all[at as usize].needs);
                self.stack.extend_from_slice(&all[at as usize].after);
            }
        }
        false
    }

    fn begin(&mut self) {
        self.stamp += 1;
    }

    fn visit(&mut self, at: u32) -> bool {
        self.visits += 1;
        std::mem::replace(&mut self.seen[at as usize], self.stamp) != self.stamp
    }
}
