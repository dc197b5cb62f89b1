//! Removal of what cannot matter: variables irrelevant to the goal, unused values, constant conditions.

use super::GroundError;
use super::constants::{Constants, Status};
use super::encode::EncodedAxioms;
use super::facts::{Facts, NONE};
use super::meter::Meter;
use crate::ids::Fact;
use crate::task::{Axioms, ConditionalEffect, Operators, Rows};
use std::cell::Cell;

/// For each fact its number in the final task, [`NONE`] if it is gone.
pub(super) struct Renumbering {
    pub(super) facts: Vec<u32>,
}

/// Variables that the goal depends on: those it reads, and those that anything that sets a relevant variable reads.
pub(super) fn relevant(
    facts: &Facts,
    operators: &Operators,
    axioms: &EncodedAxioms,
    goal: &[u32],
    constants: &Constants,
    meter: &mut Meter<'_>,
) -> Result<Vec<bool>, GroundError> {
    let statuses = &constants.statuses;
    let variable = |fact: &Fact| facts.variable[fact.index()] as usize;
    let mut kept = vec![false; facts.groups.len()];
    goal.iter().for_each(|&fact| kept[facts.variable[fact as usize] as usize] = true);
    let mut done = constants.dead.clone();
    let mut axiom_done = vec![false; axioms.heads.len()];
    // Variables without open facts are never read, so they are not waited for.
    let mut open = vec![false; kept.len()];
    facts.variable.iter().zip(statuses).for_each(|(&v, &status)| open[v as usize] |= status == Status::Open);
    let missing = Cell::new(kept.iter().zip(&open).filter(|(kept, open)| !**kept && **open).count());
    let keep = |fact: &Fact, kept: &mut Vec<bool>| {
        if statuses[fact.index()] == Status::Open && !std::mem::replace(&mut kept[variable(fact)], true) {
            missing.set(missing.get() - 1);
        }
    };
    loop {
        let before = missing.get();
        for index in 0..axioms.heads.len() {
            if !axiom_done[index] && kept[facts.variable[axioms.heads[index].1 as usize] as usize] {
                axiom_done[index] = true;
                axioms.bodies.row(index).iter().for_each(|fact| keep(fact, &mut kept));
            }
        }
        for operator in operators.ids() {
            meter.tick(|| 0)?;
            if done[operator.index()] {
                continue;
            }
            let mut sets = operators.effects(operator).iter().any(|fact| kept[variable(fact)]);
            for (condition, fact) in operators.conditional_effects(operator) {
                if kept[variable(&fact)] {
                    sets = true;
                    condition.iter().for_each(|fact| keep(fact, &mut kept));
                }
            }
            if missing.get() == 0 {
                break;
            }
            if sets {
                // An effect that becomes relevant later may have conditions that are not yet.
                done[operator.index()] = operators.conditional_effects(operator).next().is_none();
                operators.precondition(operator).iter().for_each(|fact| keep(fact, &mut kept));
            }
        }
        if missing.get() == before || missing.get() == 0 {
            return Ok(kept);
        }
    }
}

impl Renumbering {
    /// Keeps the facts of relevant variables that hold in some states and not in others.
    pub(super) fn new(facts: &Facts, kept: &[bool], statuses: &[Status]) -> Self {
        let mut next = 0;
        let mut number =
            |(&variable, &status): (&u32, &Status)| match kept[variable as usize] && status == Status::Open {
                true => {
                    next += 1;
                    next - 1
                }
                false => NONE,
            };
        Self { facts: facts.variable.iter().zip(statuses).map(&mut number).collect() }
    }

    /// Renumbers operators in place; drops effects on variables that are gone, operators without any other effect, and
    /// those whose conditions never hold.
    pub(super) fn operators(
        &self,
        operators: &mut Operators,
        statuses: &[Status],
        meter: &mut Meter<'_>,
    ) -> Result<(), GroundError> {
        let conditional = operators.has_conditional_effects();
        let mut into = Operators { arities: operators.arities.clone(), ..Operators::default() };
        into.firsts.push(0);
        into.offsets.push(0);
        let [mut arguments, mut before, mut after] = [0; 3];
        for schema in 0..operators.arities.len() {
            let arity = operators.arities[schema] as usize;
            for number in operators.firsts[schema]..operators.firsts[schema + 1] {
                let number = number as usize;
                meter.tick(|| into.bytes())?;
                let ends = (before, after, into.conditional.items.len());
                let possible = self.shift(&mut operators.preconditions, number, &mut before, statuses);
                self.shift(&mut operators.effects, number, &mut after, statuses);
                if conditional && possible {
                    self.conditional(operators, number, &mut into, statuses);
                }
                if !possible || (after == ends.1 && into.conditional.items.len() == ends.2) {
                    (before, after) = (ends.0, ends.1);
                    continue;
                }
                into.preconditions.starts.push(before as u32);
                into.effects.starts.push(after as u32);
                if conditional {
                    into.conditional.end_row();
                }
                let from = operators.offsets[schema] + (number - operators.firsts[schema] as usize) * arity;
                operators.arguments.copy_within(from..from + arity, arguments);
                arguments += arity;
                if let Some(&cost) = operators.costs.get(number) {
                    into.costs.push(cost);
                }
            }
            into.firsts.push(into.effects.starts.len() as u32 - 1);
            into.offsets.push(arguments);
        }
        into.arguments = std::mem::take(&mut operators.arguments);
        into.arguments.truncate(arguments);
        into.preconditions.items = std::mem::take(&mut operators.preconditions.items);
        into.preconditions.items.truncate(before);
        into.effects.items = std::mem::take(&mut operators.effects.items);
        into.effects.items.truncate(after);
        into.shrink();
        *operators = into;
        Ok(())
    }

    /// Moves a row to the front of the array, renumbered; false if it asks for something that never holds.
    fn shift(&self, rows: &mut Rows<Fact>, number: usize, to: &mut usize, statuses: &[Status]) -> bool {
        for from in rows.starts[number] as usize..rows.starts[number + 1] as usize {
            let fact = rows.items[from].index();
            match statuses[fact] {
                Status::Never => return false,
                Status::Open if self.facts[fact] != NONE => {
                    rows.items[*to] = Fact(self.facts[fact]);
                    *to += 1;
                }
                _ => {}
            }
        }
        true
    }

    /// Copies the conditional effects of an operator.
    fn conditional(&self, operators: &Operators, number: usize, into: &mut Operators, statuses: &[Status]) {
        for effect in operators.conditional.row(number) {
            let condition = operators.conditions.row(effect.condition as usize);
            let target = self.facts[effect.effect.index()];
            if target == NONE || condition.iter().any(|fact| statuses[fact.index()] == Status::Never) {
                continue;
            }
            let condition_row = into.conditions.len() as u32;
            into.conditional.items.push(ConditionalEffect { condition: condition_row, effect: Fact(target) });
            into.conditions.push(self.open(condition, statuses));
        }
    }

    /// The facts of a condition that are not always true, renumbered.
    fn open<'a>(&'a self, condition: &'a [Fact], statuses: &'a [Status]) -> impl Iterator<Item = Fact> + 'a {
        let open = condition.iter().filter(|fact| statuses[fact.index()] == Status::Open);
        open.map(|fact| Fact(self.facts[fact.index()]))
    }

    /// The axioms of relevant derived atoms, sorted by layer.
    pub(super) fn axioms(&self, encoded: &EncodedAxioms, statuses: &[Status]) -> Axioms {
        let is_kept = |&index: &usize| {
            let head = encoded.heads[index].1 as usize;
            let never = |fact: &Fact| statuses[fact.index()] == Status::Never;
            self.facts[head] != NONE
                && statuses[head] == Status::Open
                && !encoded.bodies.row(index).iter().any(never)
        };
        let mut order: Vec<usize> = (0..encoded.heads.len()).filter(is_kept).collect();
        order.sort_by_key(|&index| encoded.heads[index].0);
        let mut axioms = Axioms::default();
        let mut layer = None;
        for index in order {
            let (own, head) = encoded.heads[index];
            if layer.is_some_and(|layer| layer != own) {
                axioms.layers.push(axioms.heads.len() as u32);
            }
            layer = Some(own);
            axioms.heads.push(Fact(self.facts[head as usize]));
            axioms.bodies.push(self.open(encoded.bodies.row(index), statuses));
        }
        if !axioms.heads.is_empty() {
            axioms.layers.push(axioms.heads.len() as u32);
        }
        axioms
    }
}
