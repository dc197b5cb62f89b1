//! Effects and action costs.

use super::context::{Context, Scope};
use super::forms::{Form, Items};
use super::refused::{expected, missing, numeric};
use super::requirements::Feature;
use super::tree::{Condition, ConditionKind, Cost, Effect, Term};
use crate::error::{Diagnostic, Place, quoted, unknown};

/// Largest cost of an operator, so that sums over plans stay far from overflow.
pub(crate) const LARGEST_COST: u32 = 1 << 30;

/// The function that costs are added to.
pub(crate) const TOTAL_COST: &str = "total-cost";

impl Context<'_> {
    /// An effect; costs are collected apart. `inside` names the enclosing `when` or `forall`.
    pub(crate) fn effect(
        &mut self,
        form: Form<'_>,
        scope: &mut Scope,
        costs: &mut Vec<Cost>,
        inside: Option<&str>,
    ) -> Result<Effect, Diagnostic> {
        let place = form.place();
        let Some(items) = form.items() else { return Err(expected("an effect '(…)'", form)) };
        if items.is_empty() {
            return Ok(Effect::And(Vec::new()));
        }
        let Some((head, items)) = form.headed() else {
            return Err(expected("an effect", form)
                .help("an effect begins with 'and', 'not', 'forall', 'when' or a predicate"));
        };
        match head {
            "and" => {
                let parts =
                    items.map(|item| self.effect(item, scope, costs, inside)).collect::<Result<_, _>>()?;
                Ok(Effect::And(parts))
            }
            "not" => {
                let inner = self.single(head, items, place)?;
                Ok(Effect::Delete(self.changed(inner, scope)?))
            }
            "forall" => {
                self.uses.note(Feature::ConditionalEffects, place);
                let [variables, body] = two(head, items, place, "a list of variables and an effect")?;
                let Some(list) = variables.items() else {
                    return Err(expected("a list of variables", variables));
                };
                let range = scope.enter(self.variables(list)?);
                let body = Box::new(self.effect(body, scope, costs, Some("forall"))?);
                scope.leave(&range);
                Ok(Effect::Forall(range, body))
            }
            "when" => {
                self.uses.note(Feature::ConditionalEffects, place);
                let [condition, body] = two(head, items, place, "a condition and an effect")?;
                let condition = self.condition(condition, scope)?;
                Ok(Effect::When(condition, Box::new(self.effect(body, scope, costs, Some("when"))?)))
            }
            "increase" if self.domain.find_predicate(head).is_none() => {
                let [target, amount] = two(head, items, place, "'(total-cost)' and a value")?;
                if !matches!(target.headed(), Some((TOTAL_COST, rest)) if rest.is_empty()) {
                    return Err(numeric(place));
                }
                if let Some(outer) = inside {
                    return Err(Diagnostic::new(
                        place,
                        format!("the cost of an action depends on '{outer}'"),
                    )
                    .help(
                        "costs must be the same in all states: move '(increase …)' to the top of the effect",
                    ));
                }
                self.uses.note(Feature::ActionCosts, place);
                costs.push(self.cost(amount, scope)?);
                Ok(Effect::And(Vec::new()))
            }
            "or" | "imply" | "exists" | "=" => {
                Err(Diagnostic::new(place, format!("'{head}' cannot be an effect"))
                    .help("effects are atoms, '(not ATOM)', 'and', 'forall' and 'when'"))
            }
            _ => Ok(Effect::Add(self.changed(form, scope)?)),
        }
    }

    /// An atom that an effect changes: derived ones cannot be.
    fn changed(&mut self, form: Form<'_>, scope: &Scope) -> Result<super::tree::Atom, Diagnostic> {
        let atom = self.atom(form, scope)?;
        let predicate = self.domain.predicate(atom.predicate);
        if predicate.derived.is_some() {
            let message = format!("an effect changes {}, which axioms define", quoted(&predicate.name));
            return Err(Diagnostic::new(atom.place, message).help("change the atoms that its axioms read"));
        }
        Ok(atom)
    }

    /// What an action costs: a number or a function.
    fn cost(&mut self, form: Form<'_>, scope: &Scope) -> Result<Cost, Diagnostic> {
        if let Some(word) = form.word() {
            return Ok(Cost::Number(cost(word, form.place())?));
        }
        let Some((head, items)) = form.headed() else { return Err(expected("a number or a function", form)) };
        let Some(function) = self.domain.find_function(head).filter(|_| head != TOTAL_COST) else {
            if ["+", "-", "*", "/", TOTAL_COST].contains(&head) {
                return Err(Diagnostic::new(form.place(), "arithmetic in action costs is not supported")
                    .help("write one '(increase (total-cost) …)' for each summand, or store the result in a function"));
            }
            let known = self.domain.functions.iter().map(|f| &*f.name);
            return Err(unknown(form.place(), "function", head, known, "declare it in ':functions'"));
        };
        let arguments = items.map(|item| self.term(item, scope)).collect::<Result<Vec<Term>, _>>()?;
        self.arguments(head, &self.domain.functions[function.index()].parameters, &arguments, form, scope)?;
        Ok(Cost::Function { function, arguments, place: form.place() })
    }
}

/// A non-negative whole number.
pub(crate) fn cost(word: &str, place: Place) -> Result<u32, Diagnostic> {
    let number: f64 = match word.parse() {
        Ok(number) => number,
        Err(_) => {
            return Err(Diagnostic::new(place, format!("expected a number, found {}", quoted(word)))
                .help("write a whole number"));
        }
    };
    let wrong =
        |what: &str, help: &str| Err(Diagnostic::new(place, format!("the cost {word} is {what}")).help(help));
    if !number.is_finite() || number.fract() != 0.0 {
        wrong("not a whole number", "multiply all costs by the same factor")
    } else if number < 0.0 {
        wrong("negative", "costs are 0 or more")
    } else if number > f64::from(LARGEST_COST) {
        wrong("too large", "the largest is 1073741824: divide all costs by the same factor")
    } else {
        Ok(number as u32)
    }
}

fn two<'f>(head: &str, mut items: Items<'f>, place: Place, what: &str) -> Result<[Form<'f>; 2], Diagnostic> {
    match (items.next(), items.next(), items.next()) {
        (Some(first), Some(second), None) => Ok([first, second]),
        (_, _, Some(extra)) => Err(Diagnostic::new(extra.place(), format!("'({head} …)' takes {what}"))
            .help("join several effects with '(and …)'")),
        _ => Err(missing(what, place, head).help(format!("'{head}' takes {what}"))),
    }
}

/// The condition that is always true.
pub(crate) fn always(place: Place) -> Condition {
    Condition { place, kind: ConditionKind::And(Vec::new()) }
}

/// Calls `visit` for every atom that an effect changes.
pub(crate) fn changed_atoms(effect: &Effect, visit: &mut impl FnMut(&super::tree::Atom)) {
    match effect {
        Effect::And(parts) => parts.iter().for_each(|part| changed_atoms(part, visit)),
        Effect::Forall(_, body) | Effect::When(_, body) => changed_atoms(body, visit),
        Effect::Add(atom) | Effect::Delete(atom) => visit(atom),
    }
}
