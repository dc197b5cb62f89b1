//! The decision tree is built top down, by sorting the operators of a subtree by their next condition.

use super::{Successors, instruction};
use crate::task::layout::Layout;
use crate::task::symmetry::{Member, Symmetry};
use std::cmp::Reverse;
use std::ops::Range;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Task;

/// Values from which on a switch is better than a chain of tests.
const SWITCH_FROM: usize = 4;
/// Operators between two polls.
const EVERY: usize = 16_384;

/// Compiles the operators of a task. `poll` receives the bytes held, and ends the work by returning false.
pub fn compile(
    task: &Task,
    layout: &Layout,
    symmetry: &Symmetry,
    poll: &mut dyn FnMut(usize) -> bool,
) -> Option<Successors> {
    let variables = &task.variables;
    let mut counts = vec![0_u32; variables.len()];
    for operator in task.operators.ids() {
        for &fact in task.operators.precondition(operator) {
            counts[variables.variable(fact).index()] += 1;
        }
    }
    let mut order: Vec<_> = variables.ids().collect();
    order.sort_by_key(|variable| Reverse(counts[variable.index()]));
    let mut compiler = Compiler {
        task,
        layout,
        symmetry,
        ranks: vec![0; variables.fact_count()],
        facts: Vec::with_capacity(variables.fact_count()),
        conditions: Vec::new(),
        ends: vec![0],
        code: Vec::new(),
        tables: Vec::new(),
        switches: Vec::new(),
        covered: Vec::new(),
        left: EVERY,
        poll,
    };
    for variable in order {
        for fact in variables.facts(variable) {
            compiler.ranks[fact.index()] = compiler.facts.len() as u32;
            compiler.facts.push(fact);
        }
    }
    for operator in task.operators.ids() {
        let start = compiler.conditions.len();
        let ranks = task.operators.precondition(operator).iter().map(|fact| compiler.ranks[fact.index()]);
        compiler.conditions.extend(ranks);
        compiler.conditions[start..].sort_unstable();
        compiler.ends.push(compiler.conditions.len());
        compiler.tick()?;
    }
    let mut group: Vec<u64> = task.operators.ids().map(|operator| operator.0.into()).collect();
    compiler.subtree(&mut group, 0, None)?;
    let Compiler { mut code, tables, switches, .. } = compiler;
    let end = code.len();
    if end + tables.len() > instruction::MAX {
        return None;
    }
    switches.into_iter().for_each(|(instruction, table)| code[instruction] = (end + table) as u32);
    code.extend(tables);
    code.shrink_to_fit();
    Some(Successors { code })
}

/// A subtree that is still to be written.
struct Pending {
    /// Its operators, as a part of the node's.
    group: Range<usize>,
    /// Where its place has to be filled in.
    target: Target,
    /// Where to go on behind it.
    back: usize,
}

/// A number that says where a subtree is.
enum Target {
    /// In the code.
    Code(usize),
    /// In the table of a switch.
    Table(usize),
}

struct Compiler<'a> {
    task: &'a Task,
    layout: &'a Layout,
    symmetry: &'a Symmetry,
    /// For each fact: its number when variables are ordered by how often they are read.
    ranks: Vec<u32>,
    /// The inverse.
    facts: Vec<Fact>,
    /// For each operator its conditions, by rank.
    conditions: Vec<u32>,
    ends: Vec<usize>,
    code: Vec<u32>,
    /// The tables of all switches.
    tables: Vec<u32>,
    /// Where a switch has the place of its table, and the place within `tables`.
    switches: Vec<(usize, usize)>,
    /// Members with a guard above the current subtree.
    covered: Vec<Member>,
    left: usize,
    poll: &'a mut dyn FnMut(usize) -> bool,
}

impl Compiler<'_> {
    fn tick(&mut self) -> Option<()> {
        self.left -= 1;
        if self.left > 0 {
            return Some(());
        }
        self.left = EVERY;
        let operators = self.task.operators.len();
        let words = self.code.capacity() + self.tables.capacity() + self.conditions.capacity();
        (self.poll)(4 * words + 16 * operators).then_some(())
    }

    /// Appends an instruction; fails if the operand is too large.
    fn put(&mut self, instruction: u32, operand: usize) -> Option<()> {
        if operand > instruction::MAX || self.code.len() > instruction::MAX {
            return None;
        }
        self.code.push(instruction | (operand as u32) << instruction::BITS);
        Some(())
    }

    fn conditions(&self, operator: u32) -> &[u32] {
        &self.conditions[self.ends[operator as usize]..self.ends[operator as usize + 1]]
    }

    /// A node: the operators of `group` (in the low halves) share their first `depth` conditions. It goes on at `back`, or
    /// ends everything.
    fn subtree(&mut self, group: &mut [u64], depth: usize, back: Option<usize>) -> Option<()> {
        for entry in group.iter_mut() {
            let operator = *entry as u32;
            let next = self.conditions(operator).get(depth).map_or(0, |&rank| u64::from(rank) + 1);
            *entry = next << 32 | u64::from(operator);
        }
        group.sort_unstable();
        let mut pending = Vec::new();
        let leaves = group.partition_point(|&entry| entry >> 32 == 0);
        self.leaves(&group[..leaves])?;
        let mut start = leaves;
        while start < group.len() {
            let variable = self.variable(group[start]);
            let length = group[start..].partition_point(|&entry| self.variable(entry) <= variable);
            self.branch(group, start..start + length, depth, &mut pending)?;
            start += length;
        }
        match back {
            Some(back) => self.put(instruction::JUMP, back)?,
            None => self.put(instruction::END, 0)?,
        }
        for Pending { group: range, target, back } in pending {
            let here = self.code.len() as u32;
            match target {
                Target::Code(place) => self.code[place] = here,
                Target::Table(place) => self.tables[place] = here,
            }
            self.guarded(&mut group[range], depth + 1, back)?;
        }
        Some(())
    }

    /// The place of an entry's next variable among all, by its first fact.
    fn variable(&self, entry: u64) -> u32 {
        let variable = self.task.variables.variable(self.fact(entry));
        self.ranks[self.task.variables.first(variable).index()]
    }

    /// The next fact of an entry.
    fn fact(&self, entry: u64) -> Fact {
        self.facts[(entry >> 32) as usize - 1]
    }

    /// The operators in a range of a group have their next condition on the same variable.
    fn branch(
        &mut self,
        group: &[u64],
        range: Range<usize>,
        depth: usize,
        pending: &mut Vec<Pending>,
    ) -> Option<()> {
        let variables = &self.task.variables;
        let variable = variables.variable(self.fact(group[range.start]));
        let (word, field) = self.layout.field(variable).code();
        let same = |a: &u64, b: &u64| a >> 32 == b >> 32;
        let values = group[range.clone()].chunk_by(same).count();
        if values < SWITCH_FROM {
            let mut start = range.start;
            for chunk in group[range].chunk_by(same) {
                let end = start + chunk.len();
                if let [one] = chunk {
                    self.single(*one as u32, depth)?;
                } else {
                    self.put(instruction::TEST, word as usize)?;
                    let value = variables.value(self.fact(chunk[0]));
                    self.code.extend([field, value, 0]);
                    let back = self.code.len();
                    pending.push(Pending { group: start..end, target: Target::Code(back - 1), back });
                }
                start = end;
            }
            return Some(());
        }
        self.put(instruction::SWITCH, word as usize)?;
        // Tables are collected and follow the code: between the instructions they would tear the node apart.
        let size = variables.size(variable) as usize;
        self.code.extend([field, 0]);
        let instruction = self.code.len() - 1;
        let back = self.code.len();
        let table = self.tables.len();
        self.tables.resize(table + size, back as u32);
        self.switches.push((instruction, table));
        let mut start = range.start;
        for chunk in group[range].chunk_by(same) {
            let end = start + chunk.len();
            let value = variables.value(self.fact(chunk[0])) as usize;
            pending.push(Pending { group: start..end, target: Target::Table(table + value), back });
            start = end;
        }
        Some(())
    }

    /// A subtree behind guards for the members that all its operators have as the only one of their class.
    fn guarded(&mut self, group: &mut [u64], depth: usize, back: usize) -> Option<()> {
        if self.symmetry.is_empty() {
            return self.subtree(group, depth, Some(back));
        }
        let mut common = self.sole(group[0] as u32);
        for &entry in group[1..].iter().rev() {
            if common.is_empty() {
                break;
            }
            common.retain(|&member| self.is_sole(entry as u32, member));
        }
        for target in self.guards(&common)? {
            self.code[target] = back as u32;
        }
        let covered = self.covered.len();
        self.covered.extend(common);
        self.subtree(group, depth, Some(back))?;
        self.covered.truncate(covered);
        Some(())
    }

    fn guards(&mut self, members: &[Member]) -> Option<Vec<usize>> {
        let mut targets = Vec::new();
        for &member in members {
            self.put(instruction::GUARD, usize::from(member))?;
            targets.push(self.code.len());
            self.code.push(0);
        }
        Some(targets)
    }

    /// The members among an operator's arguments.
    fn members(&self, operator: u32) -> impl Iterator<Item = Member> + '_ {
        let arguments = self.task.operators.arguments(OperatorId(operator));
        arguments.iter().filter_map(|&object| self.symmetry.member(object))
    }

    /// Whether a member is the only one of its class among an operator's arguments.
    fn is_sole(&self, operator: u32, member: Member) -> bool {
        let class = self.symmetry.class(member);
        let mut found = false;
        self.members(operator).all(|own| {
            found |= own == member;
            own == member || self.symmetry.class(own) != class
        }) && found
    }

    /// Those that are the only ones of their class and have no guard yet.
    fn sole(&self, operator: u32) -> Vec<Member> {
        let is_new = |member: &Member| !self.covered.contains(member) && self.is_sole(operator, *member);
        let mut members: Vec<Member> = self.members(operator).filter(is_new).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Operators without further conditions.
    fn leaves(&mut self, group: &[u64]) -> Option<()> {
        let mut rest = group;
        while let [first, others @ ..] = rest {
            let plain = rest.iter().take_while(|&&entry| self.is_guarded(entry as u32)).count();
            if plain > 0 {
                self.put(instruction::APPLY, plain)?;
                self.code.extend(rest[..plain].iter().map(|&entry| entry as u32));
                rest = &rest[plain..];
            } else {
                self.single(*first as u32, usize::MAX)?;
                rest = others;
            }
            self.tick()?;
        }
        Some(())
    }

    /// Whether an operator needs no look at its arguments.
    fn is_guarded(&self, operator: u32) -> bool {
        self.symmetry.is_empty() || self.members(operator).all(|member| self.covered.contains(&member))
    }

    /// One operator with all its conditions from `depth` on.
    fn single(&mut self, operator: u32, depth: usize) -> Option<()> {
        self.tick()?;
        let (mut targets, mut kind) = (Vec::new(), instruction::MATCH);
        if !self.is_guarded(operator) {
            let sole = self.sole(operator);
            targets = self.guards(&sole)?;
            let known = |member: Member| sole.contains(&member) || self.covered.contains(&member);
            if !self.members(operator).all(known) {
                kind = instruction::CHECK;
            }
        }
        let range = self.ends[operator as usize]..self.ends[operator as usize + 1];
        let range = range.start + depth.min(range.len())..range.end;
        self.put(kind, range.len())?;
        self.code.push(operator);
        for at in range {
            let fact = self.facts[self.conditions[at] as usize].0;
            self.code.push(fact);
        }
        let here = self.code.len() as u32;
        targets.into_iter().for_each(|target| self.code[target] = here);
        Some(())
    }
}
