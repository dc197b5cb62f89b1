//! The `:init` section of a problem.

use super::context::{Context, arity};
use super::effect::{TOTAL_COST, cost};
use super::forms::{Form, Items};
use super::refused::{self, expected, missing};
use super::symbols::Symbols;
use super::tree::{Cost, GroundAtoms, Value};
use crate::error::{Diagnostic, Place, quoted, unknown};
use crate::ids::{ObjectId, TypeId};

/// The initial state being read. Large problems have millions of atoms: names are looked up once for each distinct
/// word, and type checks once for each predicate, position and object type.
pub(super) struct Init<'c, 'a> {
    context: &'c mut Context<'a>,
    symbols: &'c Symbols,
    /// Object of a symbol; `u32::MAX` before the first use.
    objects: Vec<u32>,
    /// Whether any action's cost reads the function.
    read: Vec<bool>,
    atoms: GroundAtoms,
    values: Vec<Value>,
    arguments: Vec<ObjectId>,
}

impl<'c, 'a> Init<'c, 'a> {
    pub(super) fn new(context: &'c mut Context<'a>, symbols: &'c Symbols) -> Self {
        let mut read = vec![false; context.domain.functions.len()];
        for cost in context.domain.actions.iter().flat_map(|action| &action.costs) {
            if let Cost::Function { function, .. } = cost {
                read[function.index()] = true;
            }
        }
        let objects = vec![u32::MAX; symbols.len()];
        Self {
            context,
            symbols,
            objects,
            read,
            atoms: GroundAtoms::default(),
            values: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// Bytes held, values of functions aside.
    pub(super) fn bytes(&self) -> usize {
        4 * self.objects.capacity() + self.atoms.bytes()
    }

    /// An atom, `(= (FUNCTION …) NUMBER)`, or `(not ATOM)`, which has no effect.
    pub(super) fn element(&mut self, form: Form<'_>) -> Result<(), Diagnostic> {
        let Some((head, items)) = form.headed() else {
            return Err(expected("an atom '(PREDICATE …)'", form));
        };
        let place = form.place();
        if let Some(predicate) = self.context.domain.find_predicate(head) {
            let declared = self.context.domain.predicate(predicate);
            if head == "at" && items.clone().nth(1).is_some_and(|second| second.items().is_some()) {
                return Err(refused::timed(place));
            }
            if declared.derived.is_some() {
                return Err(Diagnostic::new(
                    place,
                    format!("{} is derived and cannot be initial", quoted(head)),
                )
                .help("list the atoms that its axioms read"));
            }
            self.arguments(items)?;
            if self.arguments.len() != declared.parameters.len() {
                return Err(arity(
                    head,
                    &declared.parameters,
                    self.arguments.len(),
                    place,
                    self.context.domain,
                ));
            }
            for index in 0..self.arguments.len() {
                let types = &declared.parameters[index].types;
                self.check(head, self.arguments[index], types, place)?;
            }
            self.atoms.push(predicate, self.arguments.iter().copied());
            return Ok(());
        }
        match head {
            "=" => self.value(items, place),
            "not" => self.absent(self.context.single(head, items, place)?),
            "at" => Err(refused::timed(place)),
            "and" => items.into_iter().try_for_each(|item| self.element(item)),
            _ if self.context.domain.find_function(head).is_some() => Err(refused::numeric(place)),
            _ => {
                let known = self.context.domain.predicates.iter().map(|p| &*p.name);
                Err(unknown(place, "predicate", head, known, "declare it in ':predicates' of the domain"))
            }
        }
    }

    /// Atoms that are not listed are false, so `(not …)` is only checked.
    fn absent(&mut self, form: Form<'_>) -> Result<(), Diagnostic> {
        let before = self.atoms.len();
        self.element(form)?;
        if self.atoms.len() == before + 1 {
            self.atoms.pop();
        }
        Ok(())
    }

    fn arguments(&mut self, items: Items<'_>) -> Result<(), Diagnostic> {
        self.arguments.clear();
        for item in items {
            let Some(symbol) = item.symbol() else { return Err(expected("an object", item)) };
            let slot = &mut self.objects[symbol.0 as usize];
            if *slot == u32::MAX {
                let name = self.symbols.name(symbol);
                if name.starts_with('?') {
                    return Err(Diagnostic::new(
                        item.place(),
                        format!("the variable {} in the initial state", quoted(name)),
                    )
                    .help("name an object"));
                }
                *slot = self.context.object(name, item.place())?.0;
            }
            self.arguments.push(ObjectId(*slot));
        }
        Ok(())
    }

    fn check(&self, head: &str, object: ObjectId, wanted: &[TypeId], place: Place) -> Result<(), Diagnostic> {
        let types = &self.context.domain.types;
        let object = &self.context.objects[object.index()];
        if object.types.iter().any(|&own| wanted.iter().any(|&t| types.is_subtype(own, t))) {
            return Ok(());
        }
        let message = format!(
            "the object {} of type {} is an argument of '{head}' where type {} is declared",
            quoted(&object.name),
            types.written(&object.types),
            types.written(wanted)
        );
        Err(Diagnostic::new(place, message)
            .help(format!("use objects of type {}, or change the declaration", types.written(wanted))))
    }

    /// `(= (FUNCTION …) NUMBER)`. Values that no cost reads are checked and dropped.
    fn value(&mut self, mut items: Items<'_>, place: Place) -> Result<(), Diagnostic> {
        let (Some(left), Some(right), None) = (items.next(), items.next(), items.next()) else {
            return Err(
                missing("a function and a number", place, "=").help("write '(= (FUNCTION …) NUMBER)'")
            );
        };
        let head = left.headed().map(|(head, _)| head).or(left.word());
        let Some(head) = head else { return Err(expected("'(FUNCTION …)'", left)) };
        let Some(function) = self.context.domain.find_function(head) else {
            let known = self.context.domain.functions.iter().map(|f| &*f.name);
            return Err(unknown(
                left.place(),
                "function",
                head,
                known,
                "declare it in ':functions' of the domain",
            ));
        };
        match left.headed() {
            Some((_, arguments)) => self.arguments(arguments)?,
            None => self.arguments.clear(),
        }
        let parameters = &self.context.domain.functions[function.index()].parameters;
        if self.arguments.len() != parameters.len() {
            return Err(arity(head, parameters, self.arguments.len(), left.place(), self.context.domain));
        }
        for (index, parameter) in parameters.iter().enumerate() {
            self.check(head, self.arguments[index], &parameter.types, left.place())?;
        }
        let Some(word) = right.word() else { return Err(expected("a number", right)) };
        if !self.read[function.index()] {
            let number: f64 = word.parse().map_err(|_| expected("a number", right))?;
            if head == TOTAL_COST && number != 0.0 {
                self.context
                    .warnings
                    .push(Diagnostic::new(place, "costs are counted from 0").help("the value is ignored"));
            }
            return Ok(());
        }
        let value = i64::from(cost(word, right.place())?);
        self.values.push(Value { function, arguments: self.arguments.as_slice().into(), value, place });
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(GroundAtoms, Vec<Value>), Diagnostic> {
        let sorted = self.atoms.sorted();
        if sorted.len() < self.atoms.len() {
            let count = self.atoms.len() - sorted.len();
            let plural = if count == 1 { "atom is" } else { "atoms are" };
            self.context
                .warnings
                .push(Diagnostic::new(Place::START, format!("{count} initial {plural} repeated")));
        }
        self.values.sort_by(|a, b| (a.function, &a.arguments).cmp(&(b.function, &b.arguments)));
        let same = |a: &Value, b: &Value| (a.function, &a.arguments) == (b.function, &b.arguments);
        if let Some(pair) = self.values.windows(2).find(|w| same(&w[0], &w[1]) && w[0].value != w[1].value) {
            let name = quoted(&self.context.domain.functions[pair[0].function.index()].name);
            return Err(Diagnostic::new(
                pair[1].place,
                format!("{name} has two values for the same arguments"),
            )
            .help("remove one of them"));
        }
        self.values.dedup_by(|a, b| same(a, b));
        Ok((sorted, self.values))
    }
}
