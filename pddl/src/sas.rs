//! Export in the output format of Fast Downward's translator, version 3, and import of it.
//!
//! The format is described in the documentation of Fast Downward ("Translator output format"). Fast Downward writes
//! conditional effects one after the other and evaluates their conditions in the state before, as
//! [`Task::successor`] does, so the order of effects carries over.

mod read;

pub use read::{is_sas, read_sas};

use crate::ids::{Fact, OperatorId, VariableId};
use crate::syntax::tree::Metric;
use crate::task::{Meaning, Task};
use std::io::{self, Write};

/// Writes a task.
pub fn write_sas(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "begin_version\n3\nend_version")?;
    writeln!(out, "begin_metric\n{}\nend_metric", u8::from(task.metric == Metric::TotalCost))?;
    writeln!(out, "{}", task.variables.len())?;
    let layers = layers(task);
    for variable in task.variables.ids() {
        self::variable(task, variable, layers[variable.index()], out)?;
    }
    mutexes(task, out)?;
    writeln!(out, "begin_state")?;
    for &fact in &task.initial {
        writeln!(out, "{}", task.variables.value(fact))?;
    }
    // The value of a derived variable is its default: false.
    for _ in task.variables.fluent()..task.variables.len() {
        writeln!(out, "1")?;
    }
    writeln!(out, "end_state\nbegin_goal\n{}", task.goal.len())?;
    facts(task, &task.goal, out)?;
    writeln!(out, "end_goal\n{}", task.operators.len())?;
    for operator in task.operators.ids() {
        self::operator(task, operator, out)?;
    }
    writeln!(out, "{}", task.axioms.len())?;
    for axiom in 0..task.axioms.len() {
        let body = task.axioms.body(axiom);
        writeln!(out, "begin_rule\n{}", body.len())?;
        facts(task, body, out)?;
        let head = task.axioms.head(axiom);
        writeln!(out, "{} 1 0\nend_rule", task.variables.variable(head).0)?;
    }
    Ok(())
}

fn variable(task: &Task, variable: VariableId, layer: i64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "begin_variable\nvar{}\n{layer}\n{}", variable.0, task.variables.size(variable))?;
    for fact in task.variables.facts(variable) {
        match task.variables.meaning(fact) {
            Meaning::True(atom) => writeln!(out, "Atom {}", atom_name(task, atom))?,
            Meaning::False(atom) => writeln!(out, "NegatedAtom {}", atom_name(task, atom))?,
            Meaning::NoneOfThose => writeln!(out, "<none of those>")?,
        }
    }
    writeln!(out, "end_variable")
}

/// The axiom layer of each variable: that of the axioms that set it, -1 if operators do.
fn layers(task: &Task) -> Vec<i64> {
    let mut layers: Vec<i64> =
        task.variables.ids().map(|v| i64::from(task.variables.is_derived(v)) - 1).collect();
    for (layer, axioms) in task.axioms.layers().enumerate() {
        for axiom in axioms {
            layers[task.variables.variable(task.axioms.head(axiom)).index()] = layer as i64;
        }
    }
    layers
}

/// `on(a, b)`.
fn atom_name(task: &Task, atom: crate::ids::AtomId) -> String {
    let objects: Vec<&str> =
        task.atoms.objects(atom).iter().map(|o| &*task.objects[o.index()].name).collect();
    format!("{}({})", task.predicates[task.atoms.predicate(atom).index()].name, objects.join(", "))
}

fn facts(task: &Task, facts: &[Fact], out: &mut dyn Write) -> io::Result<()> {
    facts.iter().try_for_each(|&fact| {
        writeln!(out, "{} {}", task.variables.variable(fact).0, task.variables.value(fact))
    })
}

/// Groups that are not just the values of one variable.
fn mutexes(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    let variable = |atom: &crate::ids::AtomId| task.variables.variable(task.variables.fact(*atom));
    let groups: Vec<&[crate::ids::AtomId]> = task
        .mutexes
        .iter()
        .filter(|group| group.iter().any(|atom| variable(atom) != variable(&group[0])))
        .collect();
    writeln!(out, "{}", groups.len())?;
    for group in groups {
        writeln!(out, "begin_mutex_group\n{}", group.len())?;
        let list: Vec<Fact> = group.iter().map(|&atom| task.variables.fact(atom)).collect();
        facts(task, &list, out)?;
        writeln!(out, "end_mutex_group")?;
    }
    Ok(())
}

fn operator(task: &Task, operator: OperatorId, out: &mut dyn Write) -> io::Result<()> {
    let operators = &task.operators;
    writeln!(out, "begin_operator\n{}", task.operator_name(operator))?;
    let before = operators.precondition(operator);
    let value_before = |fact: Fact| {
        let variable = task.variables.variable(fact);
        before.iter().find(|&&other| task.variables.variable(other) == variable)
    };
    let conditional: Vec<(&[Fact], Fact)> = operators.conditional_effects(operator).collect();
    let changed: Vec<VariableId> = operators
        .effects(operator)
        .iter()
        .chain(conditional.iter().map(|effect| &effect.1))
        .map(|&fact| task.variables.variable(fact))
        .collect();
    let prevail: Vec<Fact> =
        before.iter().copied().filter(|&fact| !changed.contains(&task.variables.variable(fact))).collect();
    writeln!(out, "{}", prevail.len())?;
    facts(task, &prevail, out)?;
    writeln!(out, "{}", changed.len())?;
    let unconditional = operators.effects(operator).iter().map(|&fact| (&[][..], fact));
    for (condition, fact) in unconditional.chain(conditional) {
        write!(out, "{}", condition.len())?;
        for &fact in condition {
            write!(out, " {} {}", task.variables.variable(fact).0, task.variables.value(fact))?;
        }
        let before =
            value_before(fact).map_or("-1".to_owned(), |&fact| task.variables.value(fact).to_string());
        writeln!(out, " {} {before} {}", task.variables.variable(fact).0, task.variables.value(fact))?;
    }
    let cost = if task.metric == Metric::TotalCost { operators.cost(operator) } else { 1 };
    writeln!(out, "{cost}\nend_operator")
}
