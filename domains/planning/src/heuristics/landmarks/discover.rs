//! Finds landmarks by going back from the goals.

use super::{Given, Landmark, MAX, WIDEST};
use crate::heuristics::relaxation::{NONE, Reach};
use std::collections::BTreeMap;
use unstuck_pddl::ids::{Fact, PredicateId};
use unstuck_pddl::task::Meaning;

/// Most rules that are looked at; a fraction of a second.
const EFFORT: u64 = 20_000_000;

/// The landmarks of a task with their greedy-necessary orders.
pub(super) fn discover(given: Given<'_>) -> Vec<Landmark> {
    let mut search = Backchaining::new(given);
    for &goal in given.relaxation.goals() {
        if let Some(number) = search.single(goal) {
            search.found[number as usize].goal = true;
        }
    }
    let (mut at, mut effort) = (0, 0);
    while at < search.found.len() && effort < EFFORT {
        effort += search.expand(at as u32);
        at += 1;
    }
    search.finish()
}

/// The state of the search for landmarks.
struct Backchaining<'a> {
    given: Given<'a>,
    /// For each fact of the relaxation: that of the task.
    names: Vec<Fact>,
    initially: Vec<bool>,
    found: Vec<Landmark>,
    /// The facts of each landmark, by their numbers in the relaxation.
    facts: Vec<Vec<u32>>,
    /// For each fact: the landmark that it is alone, and one that it is among others.
    alone: Vec<u32>,
    among: Vec<u32>,
    reach: Reach,
    /// For each fact: how many of the present rules have it as a condition. All are 0 between two landmarks.
    shared: Vec<u32>,
}

impl<'a> Backchaining<'a> {
    fn new(given: Given<'a>) -> Self {
        let relaxation = given.relaxation;
        let count = relaxation.facts();
        let mut names = vec![Fact(0); count];
        for fact in (0..given.task.variables.fact_count()).map(Fact::new) {
            if let Some(number) = relaxation.number(fact) {
                names[number as usize] = fact;
            }
        }
        let mut initially = vec![false; count];
        relaxation.state_facts(given.initial, |fact| initially[fact as usize] = true);
        Self {
            given,
            names,
            initially,
            found: Vec::new(),
            facts: Vec::new(),
            alone: vec![NONE; count],
            among: vec![NONE; count],
            reach: Reach::default(),
            shared: vec![0; count],
        }
    }

    /// The landmark of a fact; `None` if there are too many.
    fn single(&mut self, fact: u32) -> Option<u32> {
        if self.alone[fact as usize] == NONE {
            self.alone[fact as usize] = self.add(vec![fact])?;
            // It says more than one of several facts.
            let weaker = std::mem::replace(&mut self.among[fact as usize], NONE);
            if weaker != NONE {
                self.drop(weaker);
            }
        }
        Some(self.alone[fact as usize])
    }

    /// The landmark of several facts; `None` if some are landmarks of their own, or there are too many.
    fn several(&mut self, facts: &[u32]) -> Option<u32> {
        let known = self.among[facts[0] as usize];
        if known != NONE && self.facts[known as usize] == facts {
            return Some(known);
        }
        let taken = |&fact: &u32| self.alone[fact as usize] != NONE || self.among[fact as usize] != NONE;
        if facts.iter().any(taken) {
            return None;
        }
        let number = self.add(facts.to_vec())?;
        facts.iter().for_each(|&fact| self.among[fact as usize] = number);
        Some(number)
    }

    fn add(&mut self, facts: Vec<u32>) -> Option<u32> {
        if self.found.len() >= MAX {
            return None;
        }
        let facts_of_task = facts.iter().map(|&fact| self.names[fact as usize]).collect();
        self.found.push(Landmark { facts: facts_of_task, ..Landmark::default() });
        self.facts.push(facts);
        Some(self.found.len() as u32 - 1)
    }

    /// Forgets a landmark; its number stays, without facts.
    fn drop(&mut self, number: u32) {
        for fact in std::mem::take(&mut self.facts[number as usize]) {
            self.among[fact as usize] = NONE;
        }
        self.found[number as usize] = Landmark::default();
    }

    /// Adds what must hold before a landmark: the effort.
    fn expand(&mut self, number: u32) -> u64 {
        let facts = self.facts[number as usize].clone();
        if facts.is_empty() || facts.iter().any(|&fact| self.initially[fact as usize]) {
            return 0;
        }
        let Given { relaxation, achievers, initial, .. } = self.given;
        let mut effort = self.reach.run(relaxation, initial, &facts);
        let rules = facts.iter().flat_map(|&fact| achievers.of(fact)).copied();
        let is_first = |&rule: &u32| relaxation.rule(rule).0.iter().all(|&fact| self.reach.has(fact));
        let mut first: Vec<u32> = rules.filter(is_first).collect();
        first.sort_unstable();
        first.dedup();
        let Some((&one, _)) = first.split_first() else { return effort };
        for &rule in &first {
            let conditions = relaxation.rule(rule).0;
            conditions.iter().for_each(|&fact| self.shared[fact as usize] += 1);
            effort += 2 * conditions.len() as u64;
        }
        let everywhere = first.len() as u32;
        for &fact in relaxation.rule(one).0 {
            if self.shared[fact as usize] == everywhere
                && let Some(before) = self.single(fact)
            {
                self.order(before, number);
            }
        }
        for facts in self.disjunctions(&first) {
            if let Some(before) = self.several(&facts) {
                self.order(before, number);
            }
        }
        for &rule in &first {
            relaxation.rule(rule).0.iter().for_each(|&fact| self.shared[fact as usize] = 0);
        }
        effort
    }

    /// Facts of one predicate, each of them false initially, of which each of the rules has one as a condition; conditions that all
    /// rules have are left out.
    fn disjunctions(&self, rules: &[u32]) -> Vec<Vec<u32>> {
        let relaxation = self.given.relaxation;
        let mut sets: BTreeMap<PredicateId, (usize, Vec<u32>)> = BTreeMap::new();
        for (place, &rule) in rules.iter().enumerate() {
            for &fact in relaxation.rule(rule).0 {
                let Some(predicate) = self.predicate(fact) else { continue };
                if self.shared[fact as usize] == rules.len() as u32 || self.initially[fact as usize] {
                    continue;
                }
                if place == 0 {
                    sets.entry(predicate).or_default();
                }
                let Some((covered, facts)) = sets.get_mut(&predicate) else { continue };
                *covered = place + usize::from(*covered >= place);
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            sets.retain(|_, (covered, facts)| *covered == place + 1 && facts.len() <= WIDEST);
            if sets.is_empty() {
                break;
            }
        }
        let sorted = |(_, mut facts): (usize, Vec<u32>)| {
            facts.sort_unstable();
            facts
        };
        sets.into_values().map(sorted).filter(|facts| facts.len() > 1).collect()
    }

    fn predicate(&self, fact: u32) -> Option<PredicateId> {
        let task = self.given.task;
        match task.variables.meaning(self.names[fact as usize]) {
            Meaning::True(atom) => Some(task.atoms.predicate(atom)),
            _ => None,
        }
    }

    /// One landmark holds before another one is reached for the first time.
    fn order(&mut self, before: u32, after: u32) {
        let needs = &mut self.found[after as usize].needs;
        if before != after && !needs.contains(&before) {
            needs.push(before);
        }
    }

    /// The landmarks, without those that were dropped.
    fn finish(self) -> Vec<Landmark> {
        let mut numbers = vec![NONE; self.found.len()];
        let kept = self.found.iter().enumerate().filter(|(_, landmark)| !landmark.facts.is_empty());
        for (new, (old, _)) in (0..).zip(kept) {
            numbers[old] = new;
        }
        let mut all: Vec<Landmark> =
            self.found.into_iter().filter(|landmark| !landmark.facts.is_empty()).collect();
        for number in 0..all.len() {
            let needs = std::mem::take(&mut all[number].needs).into_iter();
            let needs: Vec<u32> = needs.map(|old| numbers[old as usize]).filter(|&new| new != NONE).collect();
            needs.iter().for_each(|&before| all[before as usize].needed_by.push(number as u32));
            all[number].needs = needs;
        }
        all
    }
}
