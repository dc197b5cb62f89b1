//! Makes the rules of a task.

use super::{NONE, Relaxation, Targets};
use crate::task::layout::Layout;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::{Rows, Task};

/// Rules in the order of the task.
#[derive(Default)]
struct Rules {
    conditions: Rows<u32>,
    effects: Rows<u32>,
    operators: Vec<u32>,
}

impl Relaxation {
    /// Makes the rules of a task.
    pub fn new(task: &Task, layout: &Layout) -> Self {
        let (numbers, facts) = relevant(task);
        let mut rules = Rules::default();
        collect(task, &numbers, &mut rules);
        let variables = &task.variables;
        let kept = |variable| variables.facts(variable).any(|fact| numbers[fact.index()] != NONE);
        let sources = variables.ids().filter(|&variable| kept(variable));
        let sources = sources.map(|variable| (layout.field(variable), variables.first(variable).0)).collect();
        let goals = task.goal.iter().map(|fact| numbers[fact.index()]).filter(|&goal| goal != NONE);
        let targets = Targets::new(goals.collect(), facts);
        let mut this = Self { numbers, facts, sources, targets, ..Self::default() };
        this.arrange(&rules);
        this.price(task);
        this
    }

    /// Lays out the rules by the fact that triggers them: the condition that the fewest rules have, which is mostly the
    /// last one to be reached, so that the rule need not wait. Those with no other condition come first.
    fn arrange(&mut self, rules: &Rules) {
        let mut uses = vec![0_u32; self.facts];
        rules.conditions.items().iter().for_each(|&fact| uses[fact as usize] += 1);
        let place = |rule: u32| {
            let conditions = rules.conditions.row(rule as usize);
            let rarest = conditions.iter().copied().min_by_key(|&fact| uses[fact as usize]);
            (rarest.map_or(0, |fact| fact + 1), conditions.len() > 1, rule)
        };
        let mut order: Vec<(u32, bool, u32)> = (0..rules.operators.len() as u32).map(place).collect();
        order.sort_unstable();
        self.starts = vec![0; 3 * self.facts + 1];
        self.offsets.push(0);
        let mut fact = 0;
        for (place, (trigger, others, rule)) in (0..).zip(order) {
            let (conditions, effects) =
                (rules.conditions.row(rule as usize), rules.effects.row(rule as usize));
            self.begin(&mut fact, trigger, place);
            if trigger == 0 {
                self.always += 1;
            } else if !others {
                self.alone.extend(effects.iter().map(|&effect| [effect, place]));
                self.starts[3 * fact as usize - 2] = place + 1;
            }
            self.records.push(conditions.len() as u32);
            let first = trigger.checked_sub(1);
            self.records.extend(first);
            self.records.extend(conditions.iter().filter(|&&fact| Some(fact) != first));
            self.records.extend_from_slice(effects);
            self.offsets.push(self.records.len() as u32);
            self.operators.push(rules.operators[rule as usize]);
        }
        self.begin(&mut fact, self.facts as u32 + 1, rules.operators.len() as u32);
        self.records.shrink_to_fit();
        self.alone.shrink_to_fit();
    }

    /// Ends the rows of the facts before one, whose number is counted from 1, at a rule.
    fn begin(&mut self, fact: &mut u32, next: u32, rule: u32) {
        while *fact < next {
            if *fact > 0 {
                self.starts[3 * *fact as usize - 1] = rule;
            }
            let row = &mut self.starts[3 * *fact as usize..];
            row[0] = self.alone.len() as u32;
            if let Some(first) = row.get_mut(1) {
                *first = rule;
            }
            *fact += 1;
        }
    }

    fn price(&mut self, task: &Task) {
        let has = |&operator: &u32| operator != NONE;
        if !self.operators.iter().all(has) {
            self.units = self.operators.iter().map(|operator| u32::from(has(operator))).collect();
        }
        if !task.operators.unit_cost() {
            let cost = |&operator: &u32| match operator {
                NONE => 0,
                operator => task.operators.cost(OperatorId(operator)),
            };
            self.costs = self.operators.iter().map(cost).collect();
        }
    }
}

/// Whether a fact says that a derived atom is false.
fn is_negative(task: &Task, fact: Fact) -> bool {
    let variables = &task.variables;
    variables.is_derived(variables.variable(fact)) && variables.value(fact) == 1
}

/// New numbers of the facts that a condition or the goal reads, in their order, and how many there are.
fn relevant(task: &Task) -> (Vec<u32>, usize) {
    let mut numbers = vec![NONE; task.variables.fact_count()];
    let mut mark = |facts: &[Fact]| facts.iter().for_each(|fact| numbers[fact.index()] = 0);
    for operator in task.operators.ids() {
        mark(task.operators.precondition(operator));
        task.operators.conditional_effects(operator).for_each(|(condition, _)| mark(condition));
    }
    (0..task.axioms.len()).for_each(|axiom| mark(task.axioms.body(axiom)));
    mark(&task.goal);
    let mut count = 0;
    for fact in (0..numbers.len()).map(Fact::new) {
        if numbers[fact.index()] != NONE {
            let negative = is_negative(task, fact);
            numbers[fact.index()] = if negative { NONE } else { count };
            count += u32::from(!negative);
        }
    }
    (numbers, count as usize)
}

fn collect(task: &Task, numbers: &[u32], rules: &mut Rules) {
    let number = |fact: &Fact| Some(numbers[fact.index()]).filter(|&number| number != NONE);
    let (mut conditions, mut effects): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for operator in task.operators.ids() {
        let before = task.operators.precondition(operator);
        conditions.clear();
        conditions.extend(before.iter().filter_map(number));
        effects.clear();
        effects.extend(task.operators.effects(operator).iter().filter_map(number));
        rules.add(&conditions, &mut effects, operator.0);
        let mut conditional = task.operators.conditional_effects(operator).peekable();
        while let Some((condition, effect)) = conditional.next() {
            effects.clear();
            effects.extend(number(&effect));
            while let Some((_, effect)) = conditional.next_if(|(other, _)| *other == condition) {
                effects.extend(number(&effect));
            }
            // Two values of one variable are never true together.
            let contradicts = |fact: &Fact| {
                let variable = task.variables.variable(*fact);
                before.iter().any(|other| other != fact && task.variables.variable(*other) == variable)
            };
            if condition.iter().any(contradicts) {
                continue;
            }
            conditions.clear();
            conditions.extend(before.iter().chain(condition).filter_map(number));
            conditions.sort_unstable();
            conditions.dedup();
            rules.add(&conditions, &mut effects, operator.0);
        }
    }
    for axiom in 0..task.axioms.len() {
        conditions.clear();
        conditions.extend(task.axioms.body(axiom).iter().filter_map(number));
        effects.clear();
        effects.extend(number(&task.axioms.head(axiom)));
        rules.add(&conditions, &mut effects, NONE);
    }
}

impl Rules {
    /// Adds a rule, unless it reaches nothing that is not among its conditions.
    fn add(&mut self, conditions: &[u32], effects: &mut Vec<u32>, operator: u32) {
        effects.retain(|effect| !conditions.contains(effect));
        effects.sort_unstable();
        effects.dedup();
        if effects.is_empty() {
            return;
        }
        self.conditions.push(conditions.iter().copied());
        self.effects.push(effects.iter().copied());
        self.operators.push(operator);
    }
}
