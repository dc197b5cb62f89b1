//! What the parsers of conditions and effects share: names, scopes, atoms and their checks.

use super::forms::{Form, Items};
use super::refused::{expected, missing, numeric};
use super::requirements::{Feature, Uses};
use super::tree::{Atom, Domain, Object, Term, Variable};
use super::{refused, typed_list};
use crate::error::{Diagnostic, Place, quoted, unknown};
use crate::ids::{ObjectId, TypeId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Names that are visible, and what the parsers collect.
pub(crate) struct Context<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) objects: &'a [Object],
    pub(crate) by_name: &'a FxHashMap<Box<str>, ObjectId>,
    pub(crate) uses: &'a mut Uses,
    pub(crate) warnings: &'a mut Vec<Diagnostic>,
}

/// The variables of one action, axiom or goal; those in scope form a stack.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    visible: Vec<u32>,
}

impl Scope {
    /// Declares variables and makes them visible until [`Scope::leave`].
    pub(crate) fn enter(&mut self, variables: Vec<Variable>) -> Range<u32> {
        let start = self.variables.len() as u32;
        self.variables.extend(variables);
        let range = start..self.variables.len() as u32;
        self.visible.extend(range.clone());
        range
    }

    /// Hides variables again.
    pub(crate) fn leave(&mut self, range: &Range<u32>) {
        self.visible.truncate(self.visible.len() - range.len());
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.visible.iter().rev().copied().find(|&slot| *self.variables[slot as usize].name == *name)
    }
}

/// The first variable whose name is that of one before it.
fn repeated(variables: &[Variable]) -> Option<Diagnostic> {
    let again = |at: &usize| variables[..*at].iter().any(|other| other.name == variables[*at].name);
    let second = &variables[(0..variables.len()).find(again)?];
    let name = quoted(&format!("?{}", second.name));
    Some(Diagnostic::new(second.place, format!("the variable {name} is declared twice")))
}

impl<'a> Context<'a> {
    /// A typed list of variables. Names may repeat those of an outer scope, not one another.
    pub(crate) fn variables(&mut self, items: Items<'_>) -> Result<Vec<Variable>, Diagnostic> {
        let variables = self.signature(items)?;
        match repeated(&variables) {
            Some(second) => Err(second.help("rename one of them")),
            None => Ok(variables),
        }
    }

    /// The parameters of a predicate or function. Their names are only read by people, so that a name may repeat.
    pub(super) fn parameters(&mut self, items: Items<'_>) -> Result<Vec<Variable>, Diagnostic> {
        let parameters = self.signature(items)?;
        let warning = repeated(&parameters);
        self.warnings.extend(warning.map(|second| second.help("only the number and the types matter here")));
        Ok(parameters)
    }

    fn signature(&mut self, items: Items<'_>) -> Result<Vec<Variable>, Diagnostic> {
        let mut variables: Vec<Variable> = Vec::new();
        for entry in typed_list::entries(items, "a variable")? {
            let Some(name) = entry.name.strip_prefix('?').filter(|name| !name.is_empty()) else {
                return Err(Diagnostic::new(
                    entry.place,
                    format!("expected a variable, found {}", quoted(entry.name)),
                )
                .help(format!(
                    "variables begin with a question mark: {}",
                    quoted(&format!("?{}", entry.name))
                )));
            };
            if entry.types.is_some() {
                self.uses.note(Feature::Typing, entry.place);
            }
            let types = typed_list::resolve(&self.domain.types, entry.types)?;
            variables.push(Variable { name: name.into(), types, place: entry.place });
        }
        Ok(variables)
    }

    /// A variable or an object.
    pub(crate) fn term(&self, form: Form<'_>, scope: &Scope) -> Result<Term, Diagnostic> {
        let Some(word) = form.word() else {
            return Err(match form.headed() {
                Some((head, _)) if self.domain.find_function(head).is_some() => numeric(form.place()),
                _ => expected("a variable or an object", form),
            });
        };
        if let Some(name) = word.strip_prefix('?') {
            return scope.find(name).map(Term::Variable).ok_or_else(|| {
                let visible = scope.visible.iter().map(|&slot| &*scope.variables[slot as usize].name);
                let help = match crate::suggest::nearest(name, visible) {
                    Some(near) => format!("did you mean '?{near}'?"),
                    None => "declare it in ':parameters' or in a quantifier".to_owned(),
                };
                Diagnostic::new(form.place(), format!("the variable {} is not declared here", quoted(word)))
                    .help(help)
            });
        }
        self.object(word, form.place()).map(Term::Object)
    }

    /// The object of a name.
    pub(crate) fn object(&self, name: &str, place: Place) -> Result<ObjectId, Diagnostic> {
        self.by_name.get(name).copied().ok_or_else(|| {
            if name.parse::<f64>().is_ok() {
                return numeric(place);
            }
            let known = self.objects.iter().map(|object| &*object.name);
            let (place_of, variable) = match self.objects.len() == self.domain.constants.len() {
                true => (
                    "declare it in ':constants'",
                    format!(", or write the variable {}", quoted(&format!("?{name}"))),
                ),
                false => ("declare it in ':objects'", String::new()),
            };
            unknown(place, "object", name, known, &format!("{place_of}{variable}"))
        })
    }

    /// An atom `(predicate term …)` whose head is read already.
    pub(crate) fn atom(&mut self, form: Form<'_>, scope: &Scope) -> Result<Atom, Diagnostic> {
        let Some((head, items)) = form.headed() else {
            return Err(expected("an atom '(PREDICATE …)'", form));
        };
        let Some(predicate) = self.domain.find_predicate(head) else {
            if ["and", "or", "not", "imply", "forall", "exists", "when", "="].contains(&head) {
                return Err(expected("an atom '(PREDICATE …)'", form));
            }
            if let Some(refusal) = refused::word(form.place(), head) {
                return Err(refusal);
            }
            if self.domain.find_function(head).is_some() {
                return Err(numeric(form.place()));
            }
            let known = self.domain.predicates.iter().map(|p| &*p.name);
            return Err(unknown(form.place(), "predicate", head, known, "declare it in ':predicates'"));
        };
        let arguments = items.map(|item| self.term(item, scope)).collect::<Result<Vec<Term>, _>>()?;
        let parameters = &self.domain.predicate(predicate).parameters;
        self.arguments(head, parameters, &arguments, form, scope)?;
        Ok(Atom { predicate, arguments, place: form.place() })
    }

    /// Checks the number and the types of arguments.
    pub(crate) fn arguments(
        &mut self,
        name: &str,
        parameters: &[Variable],
        arguments: &[Term],
        form: Form<'_>,
        scope: &Scope,
    ) -> Result<(), Diagnostic> {
        if parameters.len() != arguments.len() {
            return Err(arity(name, parameters, arguments.len(), form.place(), self.domain));
        }
        let places = form.items().into_iter().flatten().skip(1).map(Form::place);
        for ((&argument, parameter), place) in arguments.iter().zip(parameters).zip(places) {
            let types = &self.domain.types;
            let (kind, label, own): (&str, String, &[TypeId]) = match argument {
                Term::Variable(slot) => {
                    let variable = &scope.variables[slot as usize];
                    ("variable", format!("?{}", variable.name), &variable.types)
                }
                Term::Object(id) => {
                    let object = &self.objects[id.index()];
                    if object.types.iter().any(|&t| types.contained(&[t], &parameter.types)) {
                        continue;
                    }
                    ("object", object.name.to_string(), &object.types)
                }
            };
            if types.contained(own, &parameter.types) {
                continue;
            }
            let message = format!(
                "the {kind} {} of type {} is an argument of '{name}' where type {} is declared",
                quoted(&label),
                types.written(own),
                types.written(&parameter.types)
            );
            let diagnostic = Diagnostic::new(place, message);
            if kind == "object" || !types.overlap(own, &parameter.types) {
                let help = format!(
                    "use {kind}s of type {}, or change the declaration",
                    types.written(&parameter.types)
                );
                return Err(diagnostic.help(help));
            }
            self.warnings.push(diagnostic.help("only objects of both types can make this true"));
        }
        Ok(())
    }

    /// The only form in a list such as `(not …)`.
    pub(crate) fn single<'f>(
        &self,
        head: &str,
        mut items: Items<'f>,
        place: Place,
    ) -> Result<Form<'f>, Diagnostic> {
        let Some(only) = items.next() else {
            return Err(missing("its argument", place, head).help(format!("write '({head} (…))'")));
        };
        match items.next() {
            None => Ok(only),
            Some(extra) => Err(Diagnostic::new(extra.place(), format!("'({head} …)' takes one argument"))
                .help("join several with '(and …)'")),
        }
    }
}

/// The wrong number of arguments.
pub(crate) fn arity(
    name: &str,
    parameters: &[Variable],
    found: usize,
    place: Place,
    domain: &Domain,
) -> Diagnostic {
    let signature: String =
        parameters.iter().map(|p| format!(" ?{} - {}", p.name, domain.types.written(&p.types))).collect();
    let plural = if parameters.len() == 1 { "" } else { "s" };
    let message = format!("{} takes {} argument{plural}, found {found}", quoted(name), parameters.len());
    Diagnostic::new(place, message).help(format!("it is declared as '({name}{signature})'"))
}
