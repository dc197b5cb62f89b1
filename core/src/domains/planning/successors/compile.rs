//! The decision tree is built top down, by sorting the operators of a subtree by their next condition.

use super::super::symmetry::{Member, Symmetry};
use super::{Successors, instruction};
use std::cmp::Reverse;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Task;

/// Values from which on a switch is better than a chain of tests.
const SWITCH_FROM: usize = 4;
/// Operators between two polls.
const EVERY: usize = 16_384;

/// Compiles the operators of a task. `poll` is told the bytes held, and ends the work by saying false.
pub fn compile(task: &Task, symmetry: &Symmetry, poll: &mut dyn FnMut(usize) -> bool) -> Option<Successors> {
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
        symmetry,
        ranks: vec![0; variables.fact_count()],
        facts: Vec::with_capacity(variables.fact_count()),
        conditions: Vec::new(),
        ends: vec![0],
        code: Vec::new(),
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
    compiler.subtree(&mut group, 0)?;
    compiler.put(instruction::END, 0)?;
    let mut code = compiler.code;
    code.shrink_to_fit();
    Some(Successors { code })
}

struct Compiler<'a> {
    task: &'a Task,
    symmetry: &'a Symmetry,
    /// For each fact: its number when variables are ordered by how often they are read.
    ranks: Vec<u32>,
    /// The inverse.
    facts: Vec<Fact>,
    /// For each operator its conditions, by rank.
    conditions: Vec<u32>,
    ends: Vec<usize>,
    code: Vec<u32>,
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
        (self.poll)(4 * (self.code.capacity() + self.conditions.capacity()) + 16 * operators).then_some(())
    }

    /// Appends an instruction; fails if the operand is too large.
    fn put(&mut self, instruction: u32, operand: usize) -> Option<()> {
        if operand > instruction::MAX || self.code.len() > instruction::MAX {
            return None;
        }
        self.code.push(instruction | (operand as u32) << instruction::BITS);
        Some(())
    }

    /// Appends room for a target, to be filled by [`land`](Self::land).
    fn target(&mut self) -> usize {
        self.code.push(0);
        self.code.len() - 1
    }

    /// Sets targets to the end of the code.
    fn land(&mut self, targets: &[usize]) {
        let here = self.code.len() as u32;
        targets.iter().for_each(|&target| self.code[target] = here);
    }

    fn conditions(&self, operator: u32) -> &[u32] {
        &self.conditions[self.ends[operator as usize]..self.ends[operator as usize + 1]]
    }

    /// The operators of `group` (in the low halves) share their first `depth` conditions.
    fn subtree(&mut self, group: &mut [u64], depth: usize) -> Option<()> {
        if let [one] = group {
            return self.single(*one as u32, depth);
        }
        for entry in group.iter_mut() {
            let operator = *entry as u32;
            let next = self.conditions(operator).get(depth).map_or(0, |&rank| u64::from(rank) + 1);
            *entry = next << 32 | u64::from(operator);
        }
        group.sort_unstable();
        let (leaves, mut rest) = group.split_at_mut(group.partition_point(|&entry| entry >> 32 == 0));
        self.leaves(leaves)?;
        while let Some(&first) = rest.first() {
            let variable = self.variable(first);
            let length = rest.partition_point(|&entry| self.variable(entry) <= variable);
            let (same, others) = rest.split_at_mut(length);
            self.variable_subtree(same, depth)?;
            rest = others;
        }
        Some(())
    }

    /// The place of an entry's next variable among all, by its first fact.
    fn variable(&self, entry: u64) -> u32 {
        let fact = self.facts[(entry >> 32) as usize - 1];
        let variable = self.task.variables.variable(fact);
        self.ranks[self.task.variables.first(variable).index()]
    }

    /// The operators of `group` have their next condition on the same variable.
    fn variable_subtree(&mut self, group: &mut [u64], depth: usize) -> Option<()> {
        let values = group.chunk_by(|a, b| a >> 32 == b >> 32).count();
        let fact = |compiler: &Self, entry: u64| compiler.facts[(entry >> 32) as usize - 1];
        let first = fact(self, group[0]);
        let variable = self.task.variables.variable(first);
        if values < SWITCH_FROM {
            for same in group.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
                if let [one] = same {
                    self.single(*one as u32, depth)?;
                    continue;
                }
                self.put(instruction::TEST, fact(self, same[0]).index())?;
                let skip = self.target();
                self.guarded(same, depth + 1)?;
                self.land(&[skip]);
            }
            return Some(());
        }
        self.put(instruction::SWITCH, variable.index())?;
        let table = self.code.len();
        let size = self.task.variables.size(variable) as usize;
        self.code.resize(table + size, 0);
        let mut ends: Vec<usize> = Vec::new();
        for same in group.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
            let value = self.task.variables.value(fact(self, same[0])) as usize;
            self.code[table + value] = self.code.len() as u32;
            self.guarded(same, depth + 1)?;
            ends.push(self.code.len());
            self.put(instruction::JUMP, 0)?;
        }
        // The last subtree needs no jump: the next instruction follows it.
        ends.pop();
        self.code.pop();
        let here = self.code.len();
        for end in ends {
            self.code[end] = instruction::JUMP | (here as u32) << instruction::BITS;
        }
        for target in &mut self.code[table..table + size] {
            if *target == 0 {
                *target = here as u32;
            }
        }
        Some(())
    }

    /// A subtree behind guards for the members that all its operators have as the only one of their class.
    fn guarded(&mut self, group: &mut [u64], depth: usize) -> Option<()> {
        if self.symmetry.is_empty() {
            return self.subtree(group, depth);
        }
        let mut common = self.sole(group[0] as u32);
        for &entry in group[1..].iter().rev() {
            if common.is_empty() {
                break;
            }
            let own = self.sole(entry as u32);
            common.retain(|member| own.contains(member));
        }
        let covered = self.covered.len();
        let targets = self.guards(&common)?;
        self.covered.extend(common);
        self.subtree(group, depth)?;
        self.covered.truncate(covered);
        self.land(&targets);
        Some(())
    }

    fn guards(&mut self, members: &[Member]) -> Option<Vec<usize>> {
        let mut targets = Vec::new();
        for &member in members {
            self.put(instruction::GUARD, usize::from(member))?;
            targets.push(self.target());
        }
        Some(targets)
    }

    /// The members among an operator's arguments, without repetition.
    fn members(&self, operator: u32) -> Vec<Member> {
        let arguments = self.task.operators.arguments(OperatorId(operator));
        let mut members: Vec<Member> = arguments.iter().filter_map(|&o| self.symmetry.member(o)).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Those that are the only ones of their class and have no guard yet.
    fn sole(&self, operator: u32) -> Vec<Member> {
        let members = self.members(operator);
        let class = |member: Member| self.symmetry.class(member);
        let sole = |&member: &Member| members.iter().filter(|&&m| class(m) == class(member)).count() == 1;
        members.iter().copied().filter(sole).filter(|member| !self.covered.contains(member)).collect()
    }

    /// Operators without further conditions.
    fn leaves(&mut self, group: &[u64]) -> Option<()> {
        let mut rest = group;
        while let [first, others @ ..] = rest {
            if self.is_guarded(*first as u32) {
                let plain = rest.iter().take_while(|&&entry| self.is_guarded(entry as u32)).count();
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
        self.symmetry.is_empty() || self.members(operator).iter().all(|member| self.covered.contains(member))
    }

    /// One operator with all its conditions from `depth` on.
    fn single(&mut self, operator: u32, depth: usize) -> Option<()> {
        self.tick()?;
        let range = self.ends[operator as usize]..self.ends[operator as usize + 1];
        let mut range = (range.start + depth.min(range.len()))..range.end;
        let mut targets = Vec::new();
        if !self.is_guarded(operator) {
            let sole = self.sole(operator);
            targets = self.guards(&sole)?;
            let known = |member: &Member| sole.contains(member) || self.covered.contains(member);
            if !self.members(operator).iter().all(known) {
                // The look at all arguments takes longest, so it comes last.
                for at in std::mem::replace(&mut range, 0..0) {
                    self.put(instruction::TEST, self.facts[self.conditions[at] as usize].index())?;
                    targets.push(self.target());
                }
                self.put(instruction::CHECK, operator as usize)?;
                targets.push(self.target());
            }
        }
        self.put(instruction::MATCH, range.len())?;
        self.code.push(operator);
        for at in range {
            let fact = self.facts[self.conditions[at] as usize].0;
            self.code.push(fact);
        }
        self.land(&targets);
        Some(())
    }
}
