//! The canonical text of domains and problems: what it prints parses back to the same thing.

use super::tree::{
    Action, Atom, Axiom, Condition, ConditionKind, Cost, Domain, Effect, Metric, Object, Problem, Term,
    Variable,
};
use super::types::{OBJECT, Types};
use crate::ids::{ObjectId, TypeId};
use std::fmt::Write;
use std::ops::Range;

/// Writes into a string, which cannot fail.
macro_rules! put {
    ($out:expr, $($arguments:tt)*) => { _ = write!($out, $($arguments)*) };
}

/// The canonical text of a domain: one declaration a line, lower case, no comments. Two files have the same text if
/// they differ only in layout, case, comments and the order of sections.
pub fn print_domain(domain: &Domain) -> String {
    let mut out = format!("(define (domain {})\n", domain.name);
    if !domain.requirements.is_empty() {
        let mut flags: Vec<&str> = domain.requirements.iter().map(|flag| &**flag).collect();
        flags.sort_unstable();
        put!(out, "(:requirements {})\n", flags.join(" "));
    }
    if domain.types.len() > 1 {
        put!(out, "(:types{})\n", types(&domain.types));
    }
    if !domain.constants.is_empty() {
        put!(out, "(:constants{})\n", objects(&domain.types, &domain.constants));
    }
    out.push_str("(:predicates");
    for predicate in &domain.predicates {
        put!(out, " ({}{})", predicate.name, variables(&domain.types, &predicate.parameters));
    }
    out.push_str(")\n");
    if !domain.functions.is_empty() {
        out.push_str("(:functions");
        for function in &domain.functions {
            put!(out, " ({}{}) - number", function.name, variables(&domain.types, &function.parameters));
        }
        out.push_str(")\n");
    }
    for axiom in &domain.axioms {
        out.push_str(&derived(domain, axiom));
        out.push('\n');
    }
    for action in &domain.actions {
        out.push_str(&self::action(domain, action));
        out.push('\n');
    }
    out.push_str(")\n");
    out
}

/// The canonical text of a problem: one line, initial atoms sorted by declaration order, no problem name.
pub fn print_problem(domain: &Domain, problem: &Problem) -> String {
    let mut out = format!("(define (problem task) (:domain {})", problem.domain);
    let own = &problem.objects[problem.constants..];
    // A problem may add types to a constant by repeating it.
    let changed =
        problem.objects.iter().zip(&domain.constants).filter(|(a, b)| a.types != b.types).map(|(a, _)| a);
    let declared: Vec<Object> = changed.chain(own).cloned().collect();
    if !declared.is_empty() {
        put!(out, " (:objects{})", objects(&domain.types, &declared));
    }
    out.push_str(" (:init");
    for (predicate, arguments) in problem.init.iter() {
        put!(out, " ({}", domain.predicate(predicate).name);
        arguments.iter().for_each(|&object| {
            put!(out, " {}", problem.objects[object.index()].name);
        });
        out.push(')');
    }
    for value in &problem.values {
        put!(out, " (= ({}", domain.functions[value.function.index()].name);
        value.arguments.iter().for_each(|&object| {
            put!(out, " {}", problem.objects[object.index()].name);
        });
        put!(out, ") {})", value.value);
    }
    out.push_str(") (:goal ");
    Printer { domain, objects: &problem.objects, variables: &problem.variables, binding: &[] }
        .condition(&problem.goal, &mut out);
    out.push(')');
    if problem.metric == Metric::TotalCost {
        out.push_str(" (:metric minimize (total-cost))");
    }
    out.push(')');
    out
}

/// The canonical text of an action.
pub(crate) fn action(domain: &Domain, action: &Action) -> String {
    let printer = Printer { domain, objects: &domain.constants, variables: &action.variables, binding: &[] };
    let parameters = variables(&domain.types, &action.variables[..action.parameters]);
    let bars = if action.name.contains(' ') { "|" } else { "" };
    let (name, parameters) = (&action.name, parameters.trim_start());
    let mut out = format!("(:action {bars}{name}{bars} :parameters ({parameters}) :precondition ");
    printer.condition(&action.precondition, &mut out);
    out.push_str(" :effect (and");
    printer.effects(&action.effect, &mut out);
    for cost in &action.costs {
        match cost {
            Cost::Number(number) => put!(out, " (increase (total-cost) {number})"),
            Cost::Function { function, arguments, .. } => {
                put!(out, " (increase (total-cost) ({}", domain.functions[function.index()].name);
                printer.terms(arguments, &mut out);
                out.push_str("))");
            }
        }
    }
    out.push_str("))");
    out
}

fn derived(domain: &Domain, axiom: &Axiom) -> String {
    let predicate = domain.predicate(axiom.predicate);
    let printer = Printer { domain, objects: &domain.constants, variables: &axiom.variables, binding: &[] };
    // Types are written even if they are `object`: without any, parsing takes those of the predicate.
    let written = |v: &Variable| match domain.types.len() {
        1 => format!(" ?{}", v.name),
        _ => format!(" ?{} - {}", v.name, domain.types.written(&v.types)),
    };
    let head: String = axiom.variables[..predicate.parameters.len()].iter().map(written).collect();
    let mut out = format!("(:derived ({}{head}) ", predicate.name);
    printer.condition(&axiom.body, &mut out);
    out.push(')');
    out
}

/// Types in order of their ids, which parsing gives them back: the parent of each is written with it.
fn types(types: &Types) -> String {
    let mut out = String::new();
    for id in types.ids().skip(1) {
        put!(out, " {}", types.name(id));
        match types.parents(id) {
            [] => out.push_str(" - object"),
            parents => put!(out, " - {}", types.written(parents)),
        }
    }
    out
}

fn typed<'a>(types: &Types, entries: impl Iterator<Item = (&'a str, &'a [TypeId])>, prefix: &str) -> String {
    let mut out = String::new();
    let mut pending: Option<&[TypeId]> = None;
    let typing = types.len() > 1;
    for (name, own) in entries {
        if let Some(last) = pending.filter(|&last| last != own && typing) {
            put!(out, " - {}", types.written(last));
        }
        put!(out, " {prefix}{name}");
        pending = Some(own);
    }
    if let Some(last) = pending.filter(|&last| typing && last != [OBJECT]) {
        put!(out, " - {}", types.written(last));
    }
    out
}

fn variables(types: &Types, variables: &[Variable]) -> String {
    typed(types, variables.iter().map(|v| (&*v.name, &*v.types)), "?")
}

fn objects(types: &Types, objects: &[Object]) -> String {
    typed(types, objects.iter().map(|o| (&*o.name, &*o.types)), "")
}

/// Prints conditions and effects with the names that they are written with.
pub(crate) struct Printer<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) objects: &'a [Object],
    pub(crate) variables: &'a [Variable],
    /// Objects that are written in place of variables; may be shorter than the variables.
    pub(crate) binding: &'a [Option<ObjectId>],
}

impl Printer<'_> {
    fn term(&self, term: Term) -> String {
        let bound = match term {
            Term::Variable(slot) => self.binding.get(slot as usize).copied().flatten(),
            Term::Object(object) => Some(object),
        };
        match (term, bound) {
            (_, Some(object)) => self.objects[object.index()].name.to_string(),
            (Term::Variable(slot), None) => format!("?{}", self.variables[slot as usize].name),
            (Term::Object(_), None) => String::new(),
        }
    }

    fn terms(&self, terms: &[Term], out: &mut String) {
        terms.iter().for_each(|&term| {
            put!(out, " {}", self.term(term));
        });
    }

    pub(crate) fn atom(&self, atom: &Atom, out: &mut String) {
        put!(out, "({}", self.domain.predicate(atom.predicate).name);
        self.terms(&atom.arguments, out);
        out.push(')');
    }

    fn range(&self, range: &Range<u32>) -> String {
        let bound = &self.variables[range.start as usize..range.end as usize];
        variables(&self.domain.types, bound).trim_start().to_owned()
    }

    pub(crate) fn condition(&self, condition: &Condition, out: &mut String) {
        match &condition.kind {
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                out.push_str(if matches!(condition.kind, ConditionKind::And(_)) { "(and" } else { "(or" });
                for part in parts {
                    out.push(' ');
                    self.condition(part, out);
                }
                out.push(')');
            }
            ConditionKind::Not(inner) => {
                out.push_str("(not ");
                self.condition(inner, out);
                out.push(')');
            }
            ConditionKind::Imply(premise, conclusion) => {
                out.push_str("(imply ");
                self.condition(premise, out);
                out.push(' ');
                self.condition(conclusion, out);
                out.push(')');
            }
            ConditionKind::Forall(range, body) | ConditionKind::Exists(range, body) => {
                let word =
                    if matches!(condition.kind, ConditionKind::Forall(..)) { "forall" } else { "exists" };
                put!(out, "({word} ({}) ", self.range(range));
                self.condition(body, out);
                out.push(')');
            }
            ConditionKind::Atom(atom) => self.atom(atom, out),
            ConditionKind::Equal(left, right) => {
                put!(out, "(= {} {})", self.term(*left), self.term(*right));
            }
        }
    }

    /// Effects, each with a space before it; nested conjunctions are flattened.
    fn effects(&self, effect: &Effect, out: &mut String) {
        match effect {
            Effect::And(parts) => parts.iter().for_each(|part| self.effects(part, out)),
            Effect::Forall(range, body) => {
                put!(out, " (forall ({}) (and", self.range(range));
                self.effects(body, out);
                out.push_str("))");
            }
            Effect::When(condition, body) => {
                out.push_str(" (when ");
                self.condition(condition, out);
                out.push_str(" (and");
                self.effects(body, out);
                out.push_str("))");
            }
            Effect::Add(atom) => {
                out.push(' ');
                self.atom(atom, out);
            }
            Effect::Delete(atom) => {
                out.push_str(" (not ");
                self.atom(atom, out);
                out.push(')');
            }
        }
    }
}
