//! Applicable operators by a decision tree, flattened into one array of instructions.
//!
//! The tree asks for the values of variables, those that most operators depend on first, as Fast Downward's successor
//! generator does (Helmert 2006). It is laid out as a program that only jumps forward: a failed test skips the subtree
//! that depends on it, a switch jumps to the subtree of the current value, and every subtree ends where the next one
//! begins. So there is no stack, and subtrees that belong together are neighbours in memory.
//!
//! **Order.** Variables are ordered by how many operators have a condition on them, most first, equal ones by number. Of
//! the operators that share all conditions so far, those without further ones come first, by number; then the others by
//! their next condition. Operators are numbered by schema and arguments, in order of declaration: names have no
//! influence.

mod compile;

pub use compile::compile;

use super::layout::Layout;
use super::symmetry::{Blocks, Symmetry};
use std::ops::ControlFlow;
use unstuck_pddl::ids::{Fact, OperatorId, VariableId};
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
    /// Operand: a fact. Next: where to go on if it does not hold.
    pub const TEST: u32 = 1;
    /// Operand: a variable. Next: where to go on for each of its values.
    pub const SWITCH: u32 = 2;
    /// Operand: a number n. Next: an operator, and n facts that must hold.
    pub const MATCH: u32 = 3;
    /// Operand: a number n. Next: n operators.
    pub const APPLY: u32 = 4;
    /// Operand: where to go on.
    pub const JUMP: u32 = 5;
    /// Operand: a member of a class. Next: where to go on if an earlier one is interchangeable with it.
    pub const GUARD: u32 = 6;
    /// Operand: an operator, to be checked for swaps that make its arguments smaller. Next: where to go on if there is one.
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
        mut each: impl FnMut(OperatorId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let code = &*self.code;
        let mut at = 0;
        loop {
            let operand = code[at] >> instruction::BITS;
            match code[at] & instruction::MASK {
                instruction::TEST => {
                    let holds = layout.slot(Fact(operand)).holds(words);
                    at = if holds { at + 2 } else { code[at + 1] as usize };
                }
                instruction::SWITCH => {
                    let value = layout.field(VariableId(operand)).value(words);
                    at = code[at + 1 + value as usize] as usize;
                }
                instruction::MATCH => {
                    let end = at + 2 + operand as usize;
                    let facts = &code[at + 2..end];
                    if facts.iter().all(|&fact| layout.slot(Fact(fact)).holds(words)) {
                        each(OperatorId(code[at + 1]))?;
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
                instruction::CHECK => {
                    let arguments = task.operators.arguments(OperatorId(operand));
                    let kept = symmetry.is_canonical(arguments, blocks);
                    at = if kept { at + 2 } else { code[at + 1] as usize };
                }
                _ => return ControlFlow::Continue(()),
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * self.code.capacity()
    }
}
