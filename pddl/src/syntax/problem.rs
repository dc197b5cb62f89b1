//! The parser of problems.

use super::Parsed;
use super::context::{Context, Scope};
use super::declarations::{objects, repeat};
use super::domain::{definition, flags, split};
use super::effect::TOTAL_COST;
use super::forms::{Form, Forms, Items, POLL};
use super::init::Init;
use super::refused::{expected, missing};
use super::requirements::Uses;
use super::tree::{Condition, ConditionKind, Domain, Metric, Object, Problem};
use crate::error::{Diagnostic, ParseError, Place, Source, quoted};
use crate::ids::ObjectId;
use crate::observer::{Observer, Stage};

const SECTIONS: &[&str] = &[":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length"];

/// Reads and checks a problem of a domain.
///
/// ```
/// use unstuck_pddl::syntax::{parse_domain, parse_problem};
/// let domain = parse_domain("(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))")?.value;
/// let problem = parse_problem("(define (problem p) (:domain lamp) (:init) (:goal (lit)))", &domain)?.value;
/// assert!(problem.init.is_empty());
/// # Ok::<(), unstuck_pddl::error::Diagnostic>(())
/// ```
pub fn parse_problem(text: &str, domain: &Domain) -> Result<Parsed<Problem>, Diagnostic> {
    problem(text, domain, &mut |_| Ok(())).map_err(|error: Diagnostic| error.about(Source::Problem))
}

/// Reads and checks a problem as [`parse_problem`] does, within limits.
pub fn parse_problem_within(
    text: &str,
    domain: &Domain,
    observer: &mut dyn Observer,
) -> Result<Parsed<Problem>, ParseError> {
    observer.stage(Stage::Parse);
    let mut poll = |bytes| match observer.poll(bytes) {
        true => Ok(()),
        false => Err(ParseError::Stopped),
    };
    problem(text, domain, &mut poll).map_err(|error| error.about(Source::Problem))
}

fn problem<E: From<Diagnostic>>(
    text: &str,
    domain: &Domain,
    poll: &mut dyn FnMut(usize) -> Result<(), E>,
) -> Result<Parsed<Problem>, E> {
    let forms = Forms::read(text, poll)?;
    let root = forms.root();
    let (name, sections) = definition(root, "problem")?;
    let sections = split(sections, SECTIONS)?;
    let find = |wanted: &'static str| sections.iter().filter(move |s| s.0 == wanted);
    let mut warnings = Vec::from_iter(forms.warning());
    let mut uses = Uses::default();
    let mut requirements = Vec::new();
    for &(_, place, ref items) in find(":requirements") {
        flags(items.clone(), place, &mut requirements, &mut warnings)?;
    }
    if let Some(section) = find(":length").next() {
        warnings.push(Diagnostic::new(section.1, "':length' is ignored"));
    }
    let named = domain_name(find(":domain").next(), domain, root.place(), &mut warnings)?;

    let mut all: Vec<Object> = domain.constants.clone();
    let mut by_name = domain.names.constants.clone();
    for section in find(":objects") {
        for object in objects(&domain.types, section.2.clone(), &mut uses)? {
            match by_name.get(&object.name) {
                Some(&known) => warnings.push(repeat(&mut all[known.index()], &object)),
                None => {
                    by_name.insert(object.name.clone(), ObjectId::new(all.len()));
                    all.push(object);
                }
            }
        }
    }
    let mut context =
        Context { domain, objects: &all, by_name: &by_name, uses: &mut uses, warnings: &mut warnings };
    let mut init = Init::new(&mut context, &forms.symbols);
    for section in find(":init") {
        for (number, form) in section.2.clone().enumerate() {
            if number.is_multiple_of(POLL) {
                poll(forms.bytes() + init.bytes())?;
            }
            init.element(form)?;
        }
    }
    let (atoms, values) = init.finish()?;

    let mut goals = find(":goal");
    let Some(goal) = goals.next() else {
        return Err(Diagnostic::new(root.place(), "the problem has no goal").help("add '(:goal …)'").into());
    };
    if let Some(second) = goals.next() {
        return Err(Diagnostic::new(second.1, "the goal is given twice")
            .help("join both with '(and …)'")
            .into());
    }
    let mut scope = Scope::default();
    let goal = context.condition(context.single(":goal", goal.2.clone(), goal.1)?, &mut scope)?;
    let metric = match find(":metric").next() {
        Some(section) => metric(section.2.clone(), section.1)?,
        None => Metric::Steps,
    };
    warnings.extend(uses.warnings(domain, &requirements));
    warnings.sort_by_key(|warning| warning.place);
    warnings.iter_mut().for_each(|warning| warning.file = Source::Problem);
    let value = Problem {
        name: name.into(),
        domain: named,
        constants: domain.constants.len(),
        objects: all,
        init: atoms,
        values,
        variables: scope.variables,
        goal: ordered(goal),
        metric,
        by_name,
    };
    Ok(Parsed { value, warnings })
}

/// The domain that the problem names; another name is only a warning.
fn domain_name(
    section: Option<&(&str, Place, Items<'_>)>,
    domain: &Domain,
    root: Place,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Box<str>, Diagnostic> {
    let Some((_, place, items)) = section else {
        warnings.push(
            Diagnostic::new(root, "the problem names no domain")
                .help(format!("add '(:domain {})'", domain.name)),
        );
        return Ok(domain.name.clone());
    };
    let name = items
        .clone()
        .next()
        .and_then(Form::word)
        .ok_or_else(|| missing("the name of a domain", *place, ":domain"))?;
    if *name != *domain.name {
        let message = format!(
            "the problem is for the domain {}, the domain file defines {}",
            quoted(name),
            quoted(&domain.name)
        );
        warnings.push(Diagnostic::new(*place, message));
    }
    Ok(name.into())
}

/// `minimize (total-cost)`.
fn metric(mut items: Items<'_>, place: Place) -> Result<Metric, Diagnostic> {
    let help = "supported: '(:metric minimize (total-cost))', or no metric to minimise the number of steps";
    let (Some(direction), Some(value), None) = (items.next(), items.next(), items.next()) else {
        return Err(missing("a direction and a function", place, ":metric").help(help));
    };
    match direction.word() {
        Some("minimize") => {}
        Some("maximize") => {
            return Err(Diagnostic::new(direction.place(), "'maximize' is not supported").help(help));
        }
        _ => return Err(expected("'minimize'", direction).help(help)),
    }
    let is_total_cost = value.word() == Some(TOTAL_COST)
        || matches!(value.headed(), Some((TOTAL_COST, rest)) if rest.is_empty());
    match is_total_cost {
        true => Ok(Metric::TotalCost),
        false => {
            Err(Diagnostic::new(value.place(), format!("the metric {} is not supported", value.shown()))
                .help(help))
        }
    }
}

/// A goal of literals is sorted, so that the order in the file decides nothing.
fn ordered(goal: Condition) -> Condition {
    let Condition { place, kind } = goal;
    let mut parts = match kind {
        ConditionKind::And(parts) => parts,
        other => vec![Condition { place, kind: other }],
    };
    let key = |part: &Condition| match &part.kind {
        ConditionKind::Atom(atom) => Some((false, atom.predicate, atom.arguments.clone())),
        ConditionKind::Not(inner) => match &inner.kind {
            ConditionKind::Atom(atom) => Some((true, atom.predicate, atom.arguments.clone())),
            _ => None,
        },
        _ => None,
    };
    if parts.iter().all(|part| key(part).is_some()) {
        parts.sort_by_cached_key(key);
        parts.dedup_by(|a, b| key(a) == key(b));
    }
    Condition { place, kind: ConditionKind::And(parts) }
}
