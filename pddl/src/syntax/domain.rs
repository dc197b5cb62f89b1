//! The parser of domains.

use super::context::{Context, Scope};
use super::declarations;
use super::effect::{always, changed_atoms};
use super::forms::{Form, Forms, Items};
use super::refused::{self, expected, missing};
use super::requirements::{self, Feature, Uses};
use super::strata;
use super::tree::{Action, Axiom, Domain, Effect};
use super::{Parsed, print};
use crate::error::{Diagnostic, ParseError, Place, quoted};
use crate::ids::SchemaId;
use crate::observer::{Observer, Stage};

/// Reads and checks a domain.
///
/// ```
/// let text = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
/// let domain = unstuck_pddl::syntax::parse_domain(text)?.value;
/// assert_eq!(&*domain.actions[0].name, "press");
/// # Ok::<(), unstuck_pddl::error::Diagnostic>(())
/// ```
pub fn parse_domain(text: &str) -> Result<Parsed<Domain>, Diagnostic> {
    domain(&Forms::read(text, &mut |_| Ok(()))?)
}

/// Reads and checks a domain as [`parse_domain`] does, within limits.
pub fn parse_domain_within(text: &str, observer: &mut dyn Observer) -> Result<Parsed<Domain>, ParseError> {
    observer.stage(Stage::Parse);
    let forms = Forms::read(text, &mut |bytes| match observer.poll(bytes) {
        true => Ok(()),
        false => Err(ParseError::Stopped),
    })?;
    Ok(domain(&forms)?)
}

fn domain(forms: &Forms) -> Result<Parsed<Domain>, Diagnostic> {
    let (name, sections) = definition(forms.root(), "domain")?;
    let mut domain = Domain { name: name.into(), ..Domain::default() };
    let mut warnings = Vec::from_iter(forms.warning());
    let mut uses = Uses::default();
    let sections = split(sections, SECTIONS)?;
    let find = |wanted: &'static str| sections.iter().filter(move |s| s.0 == wanted);

    for &(_, place, ref items) in find(":requirements") {
        flags(items.clone(), place, &mut domain.requirements, &mut warnings)?;
    }
    let mut declarations =
        declarations::Declarations { domain: &mut domain, uses: &mut uses, warnings: &mut warnings };
    declarations.types(find(":types").map(|s| s.2.clone()))?;
    for section in find(":constants") {
        declarations.constants(section.2.clone())?;
    }
    for section in find(":predicates") {
        declarations.predicates(section.2.clone())?;
    }
    for section in find(":functions") {
        declarations.functions(section.2.clone())?;
    }
    for section in find(":derived") {
        declarations.derived(section.2.clone());
    }

    let mut actions: Vec<Action> = Vec::new();
    let mut axioms = Vec::new();
    let mut context = Context {
        domain: &domain,
        objects: &domain.constants,
        by_name: &domain.names.constants,
        uses: &mut uses,
        warnings: &mut warnings,
    };
    for &(_, place, ref items) in find(":action") {
        actions.push(action(&mut context, items.clone(), place)?);
    }
    for &(_, place, ref items) in find(":derived") {
        axioms.push(axiom(&mut context, items.clone(), place)?);
    }
    for action in actions {
        insert(&mut domain, action, &mut warnings)?;
    }
    domain.axioms = axioms;
    for index in 0..domain.actions.len() {
        changed_atoms(&domain.actions[index].effect, &mut |atom| {
            domain.predicates[atom.predicate.index()].fluent = true;
        });
    }
    strata::stratify(&mut domain)?;
    warnings.extend(uses.warnings(&domain, &[]));
    warnings.sort_by_key(|warning| warning.place);
    Ok(Parsed { value: domain, warnings })
}

const SECTIONS: &[&str] =
    &[":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived"];

/// A section: its keyword, its place, and what follows the keyword.
type Section<'a> = (&'a str, Place, Items<'a>);

/// Checks `(define (KIND NAME) …)`; returns the name and the sections behind it.
pub(super) fn definition<'a>(root: Form<'a>, kind: &str) -> Result<(&'a str, Items<'a>), Diagnostic> {
    let start = format!("expected '(define ({kind} NAME) …)'");
    let Some(("define", mut items)) = root.headed() else { return Err(Diagnostic::new(root.place(), start)) };
    let header = items.next().ok_or_else(|| Diagnostic::new(root.place(), start.clone()))?;
    match header.headed() {
        Some((found, mut rest)) if found == kind => {
            let name = match (rest.next(), rest.next()) {
                (Some(name), None) => name.word().ok_or_else(|| expected("a name", name))?,
                _ => return Err(missing("exactly one name", header.place(), kind).help(start)),
            };
            Ok((name, items))
        }
        Some((found @ ("domain" | "problem"), _)) => {
            Err(Diagnostic::new(header.place(), format!("this file defines a {found}"))
                .help(format!("a {kind} is needed here; are the two files swapped?")))
        }
        _ => Err(Diagnostic::new(header.place(), start)),
    }
}

/// Splits a definition into sections whose keywords are known.
pub(super) fn split<'a>(items: Items<'a>, known: &[&str]) -> Result<Vec<Section<'a>>, Diagnostic> {
    items
        .map(|form| {
            let Some((head, rest)) = form.headed() else { return Err(expected("a section '(:…)'", form)) };
            if known.contains(&head) {
                return Ok((head, form.place(), rest));
            }
            Err(refused::word(form.place(), head).unwrap_or_else(|| {
                let list = format!("known: {}", known.join(" "));
                crate::error::unknown(form.place(), "section", head, known.iter().copied(), &list)
            }))
        })
        .collect()
}

/// The flags of `:requirements`.
pub(super) fn flags(
    items: Items<'_>,
    place: Place,
    into: &mut Vec<Box<str>>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    for form in items {
        let Some(flag) = form.word() else { return Err(expected("a requirement ':…'", form)) };
        warnings.extend(requirements::check(flag, form.place()));
        if into.iter().any(|known| **known == *flag) {
            warnings.push(Diagnostic::new(place, format!("the requirement {} is repeated", quoted(flag))));
        } else {
            into.push(flag.into());
        }
    }
    Ok(())
}

/// `NAME :parameters (…) :precondition … :effect …`.
fn action(context: &mut Context<'_>, mut items: Items<'_>, place: Place) -> Result<Action, Diagnostic> {
    let name = match items.next() {
        Some(form) => form.word().ok_or_else(|| expected("the name of the action", form))?,
        None => return Err(missing("its name", place, ":action")),
    };
    let [mut parameters, mut precondition, mut effect] = [None; 3];
    while let Some(key) = items.next() {
        let word = key.word().ok_or_else(|| expected("':parameters', ':precondition' or ':effect'", key))?;
        let slot = match word {
            ":parameters" => &mut parameters,
            ":precondition" => &mut precondition,
            ":effect" => &mut effect,
            _ => {
                let known = [":parameters", ":precondition", ":effect"];
                return Err(refused::word(key.place(), word).unwrap_or_else(|| {
                    crate::error::unknown(
                        key.place(),
                        "keyword",
                        word,
                        known,
                        &format!("known: {}", known.join(" ")),
                    )
                }));
            }
        };
        let Some(value) = items.next() else {
            return Err(
                Diagnostic::new(key.place(), format!("nothing follows '{word}'")).help("write '()' for none")
            );
        };
        if slot.replace(value).is_some() {
            return Err(Diagnostic::new(key.place(), format!("'{word}' is given twice"))
                .help("join both with '(and …)'"));
        }
    }
    let mut scope = Scope::default();
    if let Some(form) = parameters {
        let Some(list) = form.items() else { return Err(expected("a list of parameters", form)) };
        let variables = context.variables(list)?;
        scope.enter(variables);
    }
    let parameters = scope.variables.len();
    let precondition = match precondition {
        Some(form) => context.condition(form, &mut scope)?,
        None => always(place),
    };
    let mut costs = Vec::new();
    let effect = match effect {
        Some(form) => context.effect(form, &mut scope, &mut costs, None)?,
        None => Effect::And(Vec::new()),
    };
    Ok(Action {
        name: name.into(),
        parameters,
        variables: scope.variables,
        precondition,
        effect,
        costs,
        place,
    })
}

/// Adds an action; one that is repeated word by word is dropped with a warning.
fn insert(domain: &mut Domain, action: Action, warnings: &mut Vec<Diagnostic>) -> Result<(), Diagnostic> {
    if let Some(known) = domain.find_action(&action.name) {
        let known = &domain.actions[known.index()];
        if print::action(domain, known) != print::action(domain, &action) {
            let message =
                format!("the action {} is already defined at {}", quoted(&action.name), known.place);
            return Err(Diagnostic::new(action.place, message).help("rename one of them"));
        }
        warnings
            .push(Diagnostic::new(action.place, format!("the action {} is repeated", quoted(&action.name))));
        return Ok(());
    }
    domain.names.actions.insert(action.name.clone(), SchemaId::new(domain.actions.len()));
    domain.actions.push(action);
    Ok(())
}

/// `(HEAD ?x …) BODY`. Variables of the head without a type have the one of the predicate's declaration.
fn axiom(context: &mut Context<'_>, mut items: Items<'_>, place: Place) -> Result<Axiom, Diagnostic> {
    context.uses.note(Feature::DerivedPredicates, place);
    let (Some(head), Some(body), None) = (items.next(), items.next(), items.next()) else {
        return Err(missing("a head and one body", place, ":derived")
            .help("write '(:derived (PREDICATE ?x …) CONDITION)'"));
    };
    let Some((name, variables)) = head.headed() else { return Err(expected("'(PREDICATE ?x …)'", head)) };
    let domain = context.domain;
    let Some(predicate) = domain.find_predicate(name) else {
        let known = domain.predicates.iter().map(|p| &*p.name);
        return Err(crate::error::unknown(
            head.place(),
            "predicate",
            name,
            known,
            "declare it in ':predicates'",
        ));
    };
    let untyped = variables.clone().all(|form| form.word() != Some("-"));
    let mut variables = context.variables(variables)?;
    let parameters = &domain.predicate(predicate).parameters;
    if variables.len() != parameters.len() {
        return Err(super::context::arity(name, parameters, variables.len(), head.place(), domain));
    }
    if untyped {
        variables.iter_mut().zip(parameters).for_each(|(v, p)| v.types.clone_from(&p.types));
    }
    let mut scope = Scope::default();
    scope.enter(variables);
    let body = context.condition(body, &mut scope)?;
    Ok(Axiom { predicate, variables: scope.variables, body, place })
}
