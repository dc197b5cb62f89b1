//! Declarations of a domain: types, constants, predicates, functions.

use super::context::Context;
use super::forms::Items;
use super::refused::{self, expected};
use super::requirements::{Feature, Uses};
use super::tree::{Domain, Function, Object, Predicate, Variable};
use super::typed_list;
use super::types::OBJECT;
use crate::error::{Diagnostic, Place, quoted};
use crate::ids::{FunctionId, ObjectId, PredicateId, TypeId};
use rustc_hash::FxHashMap;

/// A domain whose declarations are being read.
pub(super) struct Declarations<'a> {
    pub(super) domain: &'a mut Domain,
    pub(super) uses: &'a mut Uses,
    pub(super) warnings: &'a mut Vec<Diagnostic>,
}

impl Declarations<'_> {
    /// `:types`. A parent need not be declared itself; it is then below `object`.
    pub(super) fn types<'a>(&mut self, sections: impl Iterator<Item = Items<'a>>) -> Result<(), Diagnostic> {
        let mut places: FxHashMap<TypeId, Place> = FxHashMap::default();
        let types = &mut self.domain.types;
        for items in sections {
            let entries = typed_list::entries(items, "the name of a type")?;
            for entry in &entries {
                self.uses.note(Feature::Typing, entry.place);
                let (id, _) = types.declare(entry.name);
                if id != OBJECT && places.insert(id, entry.place).is_some() {
                    let warning =
                        Diagnostic::new(entry.place, format!("the type {} is repeated", quoted(entry.name)));
                    self.warnings.push(warning.help("it is below all its parents"));
                }
            }
            for entry in &entries {
                let (id, _) = types.declare(entry.name);
                let Some(form) = entry.types else { continue };
                for (name, place) in typed_list::type_names(form)? {
                    let (parent, _) = types.declare(name);
                    places.entry(parent).or_insert(place);
                    if id == OBJECT && parent != OBJECT {
                        let message = format!("the type 'object' cannot be below {}", quoted(name));
                        return Err(Diagnostic::new(place, message).help("'object' is above all types"));
                    }
                    types.add_parent(id, parent);
                }
            }
        }
        types.close().map_err(|cyclic| {
            let place = places.get(&cyclic).copied().unwrap_or(Place::START);
            let message = format!("the type {} is below itself", quoted(types.name(cyclic)));
            Diagnostic::new(place, message)
                .help("remove one '- TYPE' of the cycle; 'object' is above all types")
        })
    }

    /// `:constants`.
    pub(super) fn constants(&mut self, items: Items<'_>) -> Result<(), Diagnostic> {
        let Domain { types, constants, names, .. } = &mut *self.domain;
        for object in objects(types, items, self.uses)? {
            match names.constants.get(&object.name) {
                Some(&known) => self.warnings.push(repeat(&mut constants[known.index()], &object)),
                None => {
                    names.constants.insert(object.name.clone(), ObjectId::new(constants.len()));
                    constants.push(object);
                }
            }
        }
        Ok(())
    }

    /// `:predicates`.
    pub(super) fn predicates(&mut self, items: Items<'_>) -> Result<(), Diagnostic> {
        for form in items {
            let Some((name, variables)) = form.headed() else {
                return Err(expected("'(PREDICATE ?x …)'", form));
            };
            if name == "=" {
                self.warnings.push(
                    Diagnostic::new(form.place(), "'=' is built in").help("the declaration is ignored"),
                );
                continue;
            }
            let parameters = self.parameters(variables)?;
            let predicates = &mut self.domain.predicates;
            if let Some(&known) = self.domain.names.predicates.get(name) {
                merge(
                    "predicate",
                    name,
                    &mut predicates[known.index()].parameters,
                    parameters,
                    form.place(),
                    self.warnings,
                )?;
                continue;
            }
            self.domain.names.predicates.insert(name.into(), PredicateId::new(predicates.len()));
            predicates.push(Predicate {
                name: name.into(),
                parameters,
                place: form.place(),
                fluent: false,
                derived: None,
            });
        }
        Ok(())
    }

    /// `:functions`, typed `- number` or not at all.
    pub(super) fn functions(&mut self, mut items: Items<'_>) -> Result<(), Diagnostic> {
        while let Some(form) = items.next() {
            if form.word() == Some("-") {
                match items.next() {
                    Some(kind) if kind.word() == Some("number") => continue,
                    Some(kind) => return Err(refused::object_fluent(kind.place())),
                    None => {
                        return Err(Diagnostic::new(form.place(), "a dash without a type behind it")
                            .help("write '- number'"));
                    }
                }
            }
            let Some((name, variables)) = form.headed() else {
                return Err(expected("'(FUNCTION ?x …)'", form));
            };
            let parameters = self.parameters(variables)?;
            let functions = &mut self.domain.functions;
            if let Some(&known) = self.domain.names.functions.get(name) {
                merge(
                    "function",
                    name,
                    &mut functions[known.index()].parameters,
                    parameters,
                    form.place(),
                    self.warnings,
                )?;
                continue;
            }
            self.domain.names.functions.insert(name.into(), FunctionId::new(functions.len()));
            functions.push(Function { name: name.into(), parameters, place: form.place() });
        }
        Ok(())
    }

    /// Notes that the head of an axiom is a derived predicate; unknown names are reported when the axiom is read.
    pub(super) fn derived(&mut self, mut items: Items<'_>) {
        let head = items.next().and_then(|form| form.headed());
        if let Some(&id) = head.and_then(|(name, _)| self.domain.names.predicates.get(name)) {
            self.domain.predicates[id.index()].derived = Some(0);
        }
    }

    fn parameters(&mut self, items: Items<'_>) -> Result<Vec<Variable>, Diagnostic> {
        let (objects, by_name) = (&[], &FxHashMap::default());
        Context { domain: self.domain, objects, by_name, uses: self.uses, warnings: self.warnings }
            .parameters(items)
    }
}

/// A typed list of objects.
pub(super) fn objects(
    types: &super::types::Types,
    items: Items<'_>,
    uses: &mut Uses,
) -> Result<Vec<Object>, Diagnostic> {
    typed_list::entries(items, "the name of an object")?
        .into_iter()
        .map(|entry| {
            if entry.name.starts_with('?') {
                return Err(Diagnostic::new(
                    entry.place,
                    format!("{} is a variable, not an object", quoted(entry.name)),
                )
                .help("remove the question mark"));
            }
            if entry.types.is_some() {
                uses.note(Feature::Typing, entry.place);
            }
            let types = typed_list::resolve(types, entry.types)?;
            Ok(Object { name: entry.name.into(), types, place: entry.place })
        })
        .collect()
}

/// A repeated object has the types of all declarations.
pub(super) fn repeat(known: &mut Object, again: &Object) -> Diagnostic {
    for &t in &again.types {
        if t != OBJECT && !known.types.contains(&t) {
            known.types.retain(|&own| own != OBJECT);
            known.types.push(t);
            known.types.sort_unstable();
        }
    }
    Diagnostic::new(again.place, format!("the object {} is repeated", quoted(&again.name)))
        .help("it has the types of all its declarations")
}

/// A repeated declaration: the arity must be the same; a parameter may have the types of either.
fn merge(
    what: &str,
    name: &str,
    known: &mut [Variable],
    again: Vec<Variable>,
    place: Place,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    if known.len() != again.len() {
        let message = format!(
            "the {what} {} is declared with {} and with {} parameters",
            quoted(name),
            known.len(),
            again.len()
        );
        return Err(Diagnostic::new(place, message).help("rename one of them"));
    }
    for (known, again) in known.iter_mut().zip(again) {
        known.types.extend(again.types);
        known.types.sort_unstable();
        known.types.dedup();
    }
    warnings.push(
        Diagnostic::new(place, format!("the {what} {} is repeated", quoted(name)))
            .help("its parameters have the types of all its declarations"),
    );
    Ok(())
}
