//! Applicable operators by a decision tree, flattened into one array of instructions.
//!
//! The tree asks for the values of variables, those that most operators depend on first, as Fast Downward's successor
//! generator does (Helmert 2006). It is laid out as a program: a node is a row of instructions, of which a test jumps to
//! a subtree if its fact holds, and a switch to the subtree of the current value. The last instruction of a subtree jumps
//! back behind the one that led there. So there is no stack, and the tests of a node, most of which fail, are neighbours
//! in memory and bring what they need with them; subtrees lie elsewhere.
//!
//! **Order.** Variables are ordered by how many operators have a condition on them, most first, equal ones by number. Of
//! the operators that share all conditions so far, those without further ones come first, by number; then the others by
//! their next condition. Operators are numbered by schema and arguments, in order of declaration: names have no
//! influence.

mod compile;

pub use compile::compile;

use crate::task::layout::{Field, Layout};
use crate::task::symmetry::{Blocks, Symmetry};
use std::ops::ControlFlow;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Task;

/// The decision tree of a task.
#[derive(Debug, Default)]
pub struct Successors {
    code: Vec<u32>,
}

/// Instructions: the lowest bits of a number say which, the others are its operand.
mod instruction {
    /// The end.
    pub const END: u32 = 0;
    /// Operand: the word of a field. Next: the rest of the field, a value, and where to go on if the field has it.
    pub const TEST: u32 = 1;
    /// Operand: the word of a field. Next: the rest of the field, and the place of a table that says for each value where
    /// to go on.
    pub const SWITCH: u32 = 2;
    /// Operand: a number n. Next: an operator, and n facts that must hold.
    pub const MATCH: u32 = 3;
    /// Operand: a number n. Next: n operators.
    pub const APPLY: u32 = 4;
    /// Operand: where to go on.
    pub const JUMP: u32 = 5;
    /// Operand: a member of a class. Next: where to go on if an earlier one is interchangeable with it.
    pub const GUARD: u32 = 6;
    /// As a match; moreover, no swap may make the arguments of the operator smaller.
    pub const CHECK: u32 = 7;

    /// Bits of the instruction.
    pub const BITS: u32 = 3;
    /// The bits themselves.
    pub const MASK: u32 = (1 << BITS) - 1;
    /// Largest operand.
    pub const MAX: usize = (u32::MAX >> BITS) as usize;
}

impl Successors {
    /// Calls `each` for the applicable operators of a state, without those that `blocks` make superfluous.
    #[inline]
    pub fn visit(
        &self,
        words: &[u64],
        (task, layout): (&Task, &Layout),
        (symmetry, blocks): (&Symmetry, &Blocks),
        each: impl FnMut(OperatorId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(words, (task, layout), (symmetry, blocks), each, || ())
    }

    /// Instructions that are carried out to find the applicable operators of a state, as [`visit`](Self::visit) does.
    pub fn steps(&self, words: &[u64], of: (&Task, &Layout), symmetry: (&Symmetry, &Blocks)) -> u64 {
        let mut steps = 0;
        let _ = self.walk(words, of, symmetry, |_| ControlFlow::Continue(()), || steps += 1);
        steps
    }

    #[inline]
    fn walk(
        &self,
        words: &[u64],
        (task, layout): (&Task, &Layout),
        (symmetry, blocks): (&Symmetry, &Blocks),
        mut each: impl FnMut(OperatorId) -> ControlFlow<()>,
        mut step: impl FnMut(),
    ) -> ControlFlow<()> {
        let code = &*self.code;
        let mut at = 0;
        loop {
            step();
            let operand = code[at] >> instruction::BITS;
            match code[at] & instruction::MASK {
                instruction::TEST => {
                    let [_, field, value, target] = code[at..at + 4] else { break };
                    let holds = Field::coded(operand, field).value(words) == value;
                    at = if holds { target as usize } else { at + 4 };
                }
                instruction::SWITCH => {
                    let value = Field::coded(operand, code[at + 1]).value(words);
                    at = code[(code[at + 2] + value) as usize] as usize;
                }
                kind @ (instruction::MATCH | instruction::CHECK) => {
                    let end = at + 2 + operand as usize;
                    let (operator, facts) = (OperatorId(code[at + 1]), &code[at + 2..end]);
                    if facts.iter().all(|&fact| layout.slot(Fact(fact)).holds(words))
                        && (kind == instruction::MATCH
                            || symmetry.is_canonical(task.operators.arguments(operator), blocks))
                    {
                        each(operator)?;
                    }
                    at = end;
                }
                instruction::APPLY => {
                    let end = at + 1 + operand as usize;
                    for &operator in &code[at + 1..end] {
                        each(OperatorId(operator))?;
                    }
                    at = end;
                }
                instruction::JUMP => at = operand as usize,
                instruction::GUARD => {
                    let later = blocks.is_later(operand as u16);
                    at = if later { code[at + 1] as usize } else { at + 2 };
                }
                _ => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.code.capacity()
    }
}
