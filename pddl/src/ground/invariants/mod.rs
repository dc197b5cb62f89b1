//! Lifted invariant synthesis.
//!
//! After M. Helmert, "Concise finite-domain representations for PDDL planning tasks", Artificial Intelligence 173
//! (2009), section 5. A candidate is a set of predicates with a shared tuple of parameters, in each of which at most
//! one further argument is counted. It is an invariant if no action can increase the number of true atoms of any of
//! its instances: no action adds two of them (it is not *too heavy*), and each added one is paid for by a deleted one
//! (it is *balanced*). A candidate that is not balanced is refined by predicates that the action deletes.

mod balance;
mod candidate;
mod heavy;
mod unify;

pub(super) use candidate::Candidate;

use super::GroundError;
use super::meter::Meter;
use super::rules::{LiftedEffect, Program, Rule};
use crate::task::PredicateKind;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Most candidates that are tested.
const CANDIDATES: usize = 10_000;

/// Most tests of an effect, which bounds the time whatever the domain.
const EFFORT: usize = 5_000_000;

/// Why a candidate is not an invariant.
enum Verdict<'r> {
    Invariant,
    Refuted,
    /// An added atom that nothing pays for.
    Unbalanced(&'r Rule, &'r LiftedEffect),
}

/// The invariants of the rules that are reachable, in order of discovery.
pub(super) fn synthesise(
    program: &Program,
    counts: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Candidate>, GroundError> {
    let rules: Vec<&Rule> = program
        .rules
        .iter()
        .zip(counts)
        .filter(|(rule, count)| **count > 0 && !rule.effects.is_empty())
        .map(|r| r.0)
        .collect();
    let mut adding: Vec<Vec<usize>> = vec![Vec::new(); program.predicates.len()];
    for (index, rule) in rules.iter().enumerate() {
        for effect in rule.effects.iter().filter(|effect| effect.add) {
            let list = &mut adding[effect.atom.predicate.index()];
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
    }
    let mut queue: VecDeque<Candidate> = VecDeque::new();
    for (predicate, signature) in program.predicates.iter().enumerate() {
        if signature.kind == PredicateKind::Fluent {
            queue.extend(Candidate::initial(predicate, signature.arity));
        }
    }
    let mut seen: FxHashSet<Candidate> = queue.iter().cloned().collect();
    let mut invariants = Vec::new();
    let mut effort = EFFORT;
    while let Some(candidate) = queue.pop_front() {
        meter.poll(0)?;
        match candidate.test(&rules, &adding, &mut effort) {
            Verdict::Invariant => invariants.push(candidate),
            Verdict::Refuted => {}
            Verdict::Unbalanced(rule, effect) => {
                for refined in candidate.refinements(rule, effect, program) {
                    if seen.len() < CANDIDATES && !seen.contains(&refined) {
                        seen.insert(refined.clone());
                        queue.push_back(refined);
                    }
                }
            }
        }
        if effort == 0 {
            break;
        }
    }
    Ok(invariants)
}

impl Candidate {
    fn test<'r>(&self, rules: &[&'r Rule], adding: &[Vec<usize>], effort: &mut usize) -> Verdict<'r> {
        let mut relevant: Vec<usize> = self.predicates().flat_map(|p| adding[p].iter().copied()).collect();
        relevant.sort_unstable();
        relevant.dedup();
        for &index in &relevant {
            let rule = rules[index];
            *effort = effort.saturating_sub(rule.effects.len() * rule.effects.len());
            if *effort == 0 || self.is_too_heavy(rule) {
                return Verdict::Refuted;
            }
        }
        for index in relevant {
            if let Some(effect) = self.unbalanced(rules[index]) {
                return Verdict::Unbalanced(rules[index], effect);
            }
        }
        Verdict::Invariant
    }
}
