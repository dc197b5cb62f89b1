//! Conditions: preconditions, goals, bodies of axioms, conditions of effects.

use super::context::{Context, Scope};
use super::forms::{Form, Items};
use super::refused::{self, expected, missing, numeric};
use super::requirements::Feature;
use super::tree::{Condition, ConditionKind};
use crate::error::Diagnostic;

impl Context<'_> {
    /// A condition; `()` is true.
    pub(crate) fn condition(&mut self, form: Form<'_>, scope: &mut Scope) -> Result<Condition, Diagnostic> {
        let place = form.place();
        let Some(items) = form.items() else { return Err(expected("a condition '(…)'", form)) };
        if items.is_empty() {
            return Ok(Condition { place, kind: ConditionKind::And(Vec::new()) });
        }
        let Some((head, items)) = form.headed() else {
            return Err(expected("a condition", form)
                .help("a condition begins with 'and', 'or', 'not' or a predicate"));
        };
        let kind = match head {
            "and" => {
                let mut parts = Vec::new();
                for item in items {
                    match self.condition(item, scope)? {
                        Condition { kind: ConditionKind::And(inner), .. } => parts.extend(inner),
                        other => parts.push(other),
                    }
                }
                ConditionKind::And(parts)
            }
            "or" => {
                self.uses.note(Feature::Disjunction, place);
                ConditionKind::Or(items.map(|item| self.condition(item, scope)).collect::<Result<_, _>>()?)
            }
            "not" => {
                let inner = self.condition(self.single(head, items, place)?, scope)?;
                let equality = matches!(inner.kind, ConditionKind::Equal(..));
                self.uses.note(if equality { Feature::Equality } else { Feature::Negation }, place);
                ConditionKind::Not(Box::new(inner))
            }
            "imply" => {
                self.uses.note(Feature::Disjunction, place);
                let [premise, conclusion] = pair(head, items, form)?;
                ConditionKind::Imply(
                    Box::new(self.condition(premise, scope)?),
                    Box::new(self.condition(conclusion, scope)?),
                )
            }
            "forall" | "exists" => {
                let universal = head == "forall";
                self.uses.note(if universal { Feature::Universal } else { Feature::Existential }, place);
                let [variables, body] = pair(head, items, form)?;
                let Some(list) = variables.items() else {
                    return Err(expected("a list of variables", variables));
                };
                let range = scope.enter(self.variables(list)?);
                let body = Box::new(self.condition(body, scope)?);
                scope.leave(&range);
                if universal {
                    ConditionKind::Forall(range, body)
                } else {
                    ConditionKind::Exists(range, body)
                }
            }
            "=" => {
                let [left, right] = pair(head, items, form)?;
                for side in [left, right] {
                    if side.items().is_some() || side.word().is_some_and(|word| self.is_number(word)) {
                        return Err(numeric(side.place()));
                    }
                }
                self.uses.note(Feature::Equality, place);
                ConditionKind::Equal(self.term(left, scope)?, self.term(right, scope)?)
            }
            "when" => {
                return Err(Diagnostic::new(place, "'when' is part of effects, not of conditions")
                    .help("write '(imply CONDITION CONDITION)'"));
            }
            _ => match refused::word(place, head).filter(|_| self.domain.find_predicate(head).is_none()) {
                Some(refusal) => return Err(refusal),
                None => ConditionKind::Atom(self.atom(form, scope)?),
            },
        };
        Ok(Condition { place, kind })
    }

    /// Whether a word is a number and not the name of an object.
    fn is_number(&self, word: &str) -> bool {
        !self.by_name.contains_key(word) && word.parse::<f64>().is_ok()
    }
}

/// Exactly two forms.
fn pair<'f>(head: &str, mut items: Items<'f>, form: Form<'f>) -> Result<[Form<'f>; 2], Diagnostic> {
    let what = match head {
        "forall" | "exists" => "a list of variables and a condition",
        _ => "two arguments",
    };
    let (Some(first), Some(second)) = (items.next(), items.next()) else {
        return Err(missing(what, form.place(), head).help(format!("'{head}' takes {what}")));
    };
    match items.next() {
        None => Ok([first, second]),
        Some(extra) => Err(Diagnostic::new(extra.place(), format!("'({head} …)' takes {what}"))
            .help("join several conditions with '(and …)'")),
    }
}
