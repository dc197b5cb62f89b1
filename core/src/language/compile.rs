//! From [`Formula`] to [`Program`], in one pass over the postfix nodes.
//!
//! Going forward, each node's values are already in slots. Where a value can make others superfluous (the
//! condition of an `if`, the first half of an `and`), a jump is put behind it: a first pass, backward, marks those
//! places. A feature is fetched where it is first named, and again only after a part that may have been skipped.
//!
//! ```
//! use unstuck_core::language::{compile, parse};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let program = compile(&parse("if(manhattan > 2, misplaced, manhattan + 1)", &words).unwrap());
//! let mut asked = Vec::new();
//! let value = program.run(&mut program.slots(), |feature| {
//!     asked.push(words.name(feature));
//!     1.0
//! });
//! assert_eq!((value, asked), (2.0, vec!["manhattan"]));
//! ```

use super::formula::{Body, Formula, Rule};
use super::meaning::clamp_finite;
use super::node::{Node, Op};
use super::program::{Code, Instruction, Program};
use super::tree::{Tree, subtree};

/// Compiles a heuristic.
pub fn compile(formula: &Formula) -> Program {
    let mut compiler = Compiler::default();
    let answer = match &formula.body {
        Body::Value(tree) => compiler.tree(tree),
        Body::Policy(policy) => compiler.policy(&policy.rules, &policy.otherwise),
    };
    compiler.finish(answer)
}

/// A place for a value while the number of features and constants is not yet known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Feature(u32),
    Constant(u32),
    Result(u32),
}

/// What has to be done when a subtree is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Nothing,
    Condition,
    Chosen,
    FirstOfAnd,
    FirstOfOr,
}

/// A part that may be skipped.
struct Part {
    /// The jump over it, to be told its target.
    jump: usize,
    /// How many features were surely fetched before it.
    fetched: usize,
    /// Where the result of an `if` goes.
    result: Place,
}

struct Step {
    code: Code,
    to: Place,
    values: [Place; 3],
    target: Option<u32>,
}

#[derive(Default)]
struct Compiler {
    steps: Vec<Step>,
    features: Vec<u16>,
    constants: Vec<f64>,
    /// Features that hold their value wherever the next instruction is reached from.
    fetched: Vec<u32>,
    free: Vec<u32>,
    results: u32,
    marks: Vec<Mark>,
    values: Vec<Place>,
    parts: Vec<Part>,
}

const NONE: Place = Place::Constant(0);

impl Compiler {
    fn emit(&mut self, code: Code, to: Place, values: [Place; 3]) -> usize {
        self.steps.push(Step { code, to, values, target: None });
        self.steps.len() - 1
    }

    fn land(&mut self, jump: usize) {
        self.steps[jump].target = Some(self.steps.len() as u32);
    }

    fn fresh(&mut self) -> Place {
        Place::Result(self.free.pop().unwrap_or_else(|| {
            self.results += 1;
            self.results - 1
        }))
    }

    fn release(&mut self, place: Place) {
        if let Place::Result(index) = place {
            self.free.push(index);
        }
    }

    fn constant(&mut self, value: f64) -> Place {
        self.constants.push(value);
        Place::Constant(self.constants.len() as u32 - 1)
    }

    fn feature(&mut self, index: u16, code: Code) -> Place {
        let known = self.features.iter().position(|&feature| feature == index);
        let slot = known.unwrap_or_else(|| {
            self.features.push(index);
            self.features.len() - 1
        }) as u32;
        let place = Place::Feature(slot);
        if !self.fetched.contains(&slot) {
            self.fetched.push(slot);
            self.emit(code, place, [NONE; 3]);
        }
        place
    }

    /// Rules as nested ifs; the places of all conditions and values stay occupied until the end, where a run over
    /// columns selects among them. A run by node leaves before.
    fn policy(&mut self, rules: &[Rule], otherwise: &Tree) -> Place {
        let answer = self.fresh();
        let mut exits = Vec::with_capacity(rules.len() + 1);
        let mut choices = Vec::with_capacity(rules.len());
        for rule in rules {
            let condition = self.tree(&rule.condition);
            let skip = self.emit(Code::SkipUnless, answer, [condition, NONE, NONE]);
            let fetched = self.fetched.len();
            let value = self.tree(&rule.value);
            exits.push(self.emit(Code::Goto, answer, [value, NONE, NONE]));
            self.fetched.truncate(fetched);
            self.land(skip);
            choices.push((condition, value));
        }
        let mut value = self.tree(otherwise);
        exits.push(self.emit(Code::Goto, answer, [value, NONE, NONE]));
        for &(condition, chosen) in choices.iter().rev() {
            let to = self.fresh();
            self.emit(Code::Op(Op::If), to, [condition, chosen, value]);
            self.release(value);
            value = to;
        }
        if let (Some(step), false) = (self.steps.last_mut(), choices.is_empty()) {
            step.to = answer;
        }
        for exit in exits {
            self.land(exit);
        }
        if choices.is_empty() { value } else { answer }
    }

    /// Computes a tree; its value stays in the place that is returned.
    fn tree(&mut self, tree: &Tree) -> Place {
        let nodes = tree.nodes();
        self.mark(nodes);
        for (place, &node) in nodes.iter().enumerate() {
            let value = match node {
                Node::Number(value) => self.constant(clamp_finite(value)),
                Node::Truth(value) => self.constant(f64::from(u8::from(value))),
                Node::Feature(index) => self.feature(index, Code::Fetch),
                Node::Flag(index) => self.feature(index, Code::FetchFlag),
                Node::Apply(Op::If, _) => self.choice(),
                Node::Apply(op @ (Op::And | Op::Or), _) => {
                    let first = subtree(nodes, place - 1).start - 1;
                    self.junction(op, self.marks[first] != Mark::Nothing)
                }
                Node::Apply(op @ (Op::Min | Op::Max), arity) => self.extreme(op, arity.into()),
                Node::Apply(op, arity) => self.operation(op, arity.into()),
            };
            self.values.push(value);
            self.complete(self.marks[place], value);
        }
        // A tree is well formed: one value is left.
        self.values.pop().unwrap_or(NONE)
    }

    /// Marks the ends of subtrees that decide whether others are needed.
    fn mark(&mut self, nodes: &[Node]) {
        self.marks.clear();
        self.marks.resize(nodes.len(), Mark::Nothing);
        for (place, node) in nodes.iter().enumerate() {
            let Node::Apply(op @ (Op::If | Op::And | Op::Or), _) = *node else { continue };
            let last = subtree(nodes, place - 1);
            let before = last.start - 1;
            match op {
                Op::If => {
                    self.marks[before] = Mark::Chosen;
                    self.marks[subtree(nodes, before).start - 1] = Mark::Condition;
                }
                // Computing a comparison costs less than a jump that may be mispredicted; features do not.
                _ if !nodes[last].iter().any(|node| matches!(node, Node::Feature(_) | Node::Flag(_))) => {}
                Op::And => self.marks[before] = Mark::FirstOfAnd,
                _ => self.marks[before] = Mark::FirstOfOr,
            }
        }
    }

    fn complete(&mut self, mark: Mark, value: Place) {
        match mark {
            Mark::Nothing => {}
            Mark::Condition => {
                let result = self.fresh();
                let jump = self.emit(Code::SkipUnless, result, [value, NONE, NONE]);
                self.parts.push(Part { jump, fetched: self.fetched.len(), result });
            }
            Mark::Chosen => {
                if let Some(part) = self.parts.pop() {
                    let jump = self.emit(Code::Goto, part.result, [value, NONE, NONE]);
                    self.land(part.jump);
                    self.fetched.truncate(part.fetched);
                    self.parts.push(Part { jump, ..part });
                }
            }
            Mark::FirstOfAnd | Mark::FirstOfOr => {
                let code = if mark == Mark::FirstOfAnd { Code::SkipUnless } else { Code::SkipIf };
                let jump = self.emit(code, value, [value, NONE, NONE]);
                self.parts.push(Part { jump, fetched: self.fetched.len(), result: NONE });
            }
        }
    }

    fn choice(&mut self) -> Place {
        let values = self.take(3);
        // `complete` opened the part when it saw the condition.
        let Some(part) = self.parts.pop() else { return NONE };
        self.emit(Code::Op(Op::If), part.result, [values[0], values[1], values[2]]);
        self.land(part.jump);
        self.fetched.truncate(part.fetched);
        values.iter().for_each(|&value| self.release(value));
        part.result
    }

    fn junction(&mut self, op: Op, second_is_skipped: bool) -> Place {
        let [first, second, _] = self.take(2);
        if second_is_skipped && let Some(part) = self.parts.pop() {
            self.land(part.jump);
            self.fetched.truncate(part.fetched);
        }
        let to = self.fresh();
        self.emit(Code::Op(op), to, [first, second, NONE]);
        self.release(second);
        self.release(first);
        to
    }

    fn extreme(&mut self, op: Op, count: usize) -> Place {
        let values = self.values.split_off(self.values.len() - count);
        let mut best = values[0];
        for &value in &values[1..] {
            let to = self.fresh();
            self.emit(Code::Op(op), to, [best, value, NONE]);
            self.release(value);
            self.release(best);
            best = to;
        }
        best
    }

    fn operation(&mut self, op: Op, count: usize) -> Place {
        let [a, b, _] = self.take(count);
        let to = self.fresh();
        self.emit(Code::Op(op), to, [a, b, NONE]);
        self.release(b);
        self.release(a);
        to
    }

    /// The last values, in order.
    fn take(&mut self, count: usize) -> [Place; 3] {
        let mut taken = [NONE; 3];
        let below = self.values.len() - count;
        taken[..count].copy_from_slice(&self.values[below..]);
        self.values.truncate(below);
        taken
    }

    /// Takes out the fetching of features that are needed in any case, and tells how many they are: those before
    /// anything may be passed over. They stand in the first slots, since slots are given in the order of appearance.
    fn certain(&mut self) -> usize {
        let branch = |step: &Step| matches!(step.code, Code::SkipUnless | Code::SkipIf | Code::FetchFlag);
        let straight = self.steps.iter().position(branch).unwrap_or(self.steps.len());
        let mut place = 0;
        self.steps.retain(|step| {
            place += 1;
            place > straight || step.code != Code::Fetch
        });
        let certain = place - self.steps.len();
        for target in self.steps.iter_mut().filter_map(|step| step.target.as_mut()) {
            *target -= certain as u32;
        }
        certain
    }

    fn finish(mut self, answer: Place) -> Program {
        let certain = self.certain();
        if self.constants.is_empty() {
            // Unused operands point at the first constant.
            self.constants.push(0.0);
        }
        let (features, constants) = (self.features.len() as u32, self.constants.len() as u32);
        let slot = |place: Place| match place {
            Place::Feature(index) => index,
            Place::Constant(index) => features + index,
            Place::Result(index) => features + constants + index,
        };
        let instruction = |step: Step| Instruction {
            code: step.code,
            limited: true,
            to: slot(step.to),
            a: slot(step.values[0]),
            b: slot(step.values[1]),
            c: step.target.unwrap_or_else(|| slot(step.values[2])),
        };
        Program {
            code: self.steps.into_iter().map(instruction).collect(),
            features: self.features,
            certain,
            constants: self.constants,
            results: self.results as usize,
            answer: slot(answer),
        }
    }
}
