//! The search for a renaming: predicates are given counterparts one after the other; after each, the actions of both domains
//! must be equal in what they do with those that have one, with the same equalities, and one constant of the other domain must
//! stand for each constant. Predicates that are used differently are no candidates.
//! Equal spelling comes first, then the order of declaration, so that the result is the same every time.

use super::usage::{Literal, Usage, is_sort};
use std::cell::OnceCell;
use unstuck_pddl::ids::{ObjectId, PredicateId, SchemaId, TypeId};
use unstuck_pddl::syntax::tree::{Domain, Term};

/// Steps of the search, after which it gives up.
const STEPS: u32 = 50_000;

/// Most arguments that are tried in every order.
const ORDERED: usize = 5;

/// A predicate's counterpart, and for each of its arguments that of the counterpart.
type Image = (PredicateId, Vec<u8>);

/// Of an action of one domain: that of the other, and the counterparts of its variables.
type Counterpart = (usize, Vec<Option<u32>>);

/// What the variables of an action and the constants of its domain stand for.
#[derive(Clone)]
struct Bindings {
    /// By variable.
    variables: Vec<Option<u32>>,
    /// By constant.
    constants: Vec<Option<ObjectId>>,
}

impl Bindings {
    /// Lets one term stand for another; whether that agrees with what is bound.
    fn bind(&mut self, own: Term, theirs: Term) -> bool {
        match (own, theirs) {
            (Term::Object(own), Term::Object(theirs)) => bind(&mut self.constants, own.index(), theirs),
            (Term::Variable(own), Term::Variable(theirs)) => bind(&mut self.variables, own as usize, theirs),
            _ => false,
        }
    }
}

/// Binds in one-to-one.
fn bind<T: Copy + PartialEq>(bound: &mut [Option<T>], own: usize, theirs: T) -> bool {
    match bound[own] {
        Some(known) => known == theirs,
        None if bound.contains(&Some(theirs)) => false,
        None => {
            bound[own] = Some(theirs);
            true
        }
    }
}

/// What an object is known to be: a type, or a predicate that sorts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A type.
    Type(TypeId),
    /// A predicate.
    Predicate(PredicateId),
}

/// A renaming of one domain to another.
#[derive(Debug)]
pub struct Mapping<'a> {
    from: (&'a Domain, &'a Usage),
    to: (&'a Domain, &'a Usage),
    /// By predicate.
    images: Vec<Option<Image>>,
    /// By action and axiom; nothing where none of its predicates has a counterpart.
    actions: OnceCell<Vec<Option<Counterpart>>>,
    steps: u32,
}

/// Finds a renaming of all predicates, or of some; the error says what is missing.
pub fn find<'a>(
    from: (&'a Domain, &'a Usage),
    to: (&'a Domain, &'a Usage),
    some: Option<&[PredicateId]>,
) -> Result<Mapping<'a>, String> {
    let used = |(domain, usage): (&Domain, &Usage)| -> Vec<PredicateId> {
        let ids = (0..domain.predicates.len()).map(PredicateId::new);
        ids.filter(|&id| !usage.colours[id.index()].is_empty()).collect()
    };
    let wanted: Vec<PredicateId> = match some {
        Some(some) => some.iter().copied().filter(|&id| !is_sort(from.0, id)).collect(),
        None if used(from).len() != used(to).len() || from.1.actions.len() != to.1.actions.len() => {
            return Err("it has other predicates or actions".to_owned());
        }
        None => used(from),
    };
    let mut order = Vec::new();
    for id in wanted {
        let candidates = candidates(from, to, id);
        if candidates.is_empty() {
            let name = &from.0.predicate(id).name;
            return Err(format!("no predicate is used as {name} is in {}", from.0.name));
        }
        order.push((id, candidates));
    }
    // Where there is no choice, none is made; the others stay in the order of declaration.
    order.sort_by_key(|(_, candidates)| candidates.len() > 1);
    let images = vec![None; from.0.predicates.len()];
    let mut mapping = Mapping { from, to, images, actions: OnceCell::new(), steps: 0 };
    match mapping.assign(&order) {
        true => Ok(mapping),
        false => Err(format!("its actions do not use its predicates as those of {} do", from.0.name)),
    }
}

/// The predicates that are used as one is, those of its name first.
fn candidates(from: (&Domain, &Usage), to: (&Domain, &Usage), id: PredicateId) -> Vec<PredicateId> {
    let (own, colour) = (from.0.predicate(id), &from.1.colours[id.index()]);
    let fits = |other: &PredicateId| {
        let predicate = to.0.predicate(*other);
        predicate.parameters.len() == own.parameters.len()
            && (predicate.fluent, predicate.derived.is_some()) == (own.fluent, own.derived.is_some())
            && !is_sort(to.0, *other)
            && to.1.colours[other.index()] == *colour
    };
    let letters = |name: &str| -> String { name.chars().filter(|sign| sign.is_alphanumeric()).collect() };
    let mut found: Vec<PredicateId> = (0..to.0.predicates.len()).map(PredicateId::new).filter(fits).collect();
    found.sort_by_key(|&other| {
        let name = &to.0.predicate(other).name;
        (*name != own.name, letters(name) != letters(&own.name))
    });
    found
}

impl<'a> Mapping<'a> {
    /// Gives predicates their counterparts; whether there is a way.
    fn assign(&mut self, order: &[(PredicateId, Vec<PredicateId>)]) -> bool {
        let Some(((id, candidates), rest)) = order.split_first() else { return true };
        let arity = self.from.0.predicate(*id).parameters.len();
        for &other in candidates {
            let taken = self.images.iter().flatten().any(|(taken, _)| *taken == other);
            if taken {
                continue;
            }
            let mut places: Vec<u8> = (0..arity as u8).collect();
            loop {
                self.steps += 1;
                if self.steps > STEPS {
                    return false;
                }
                self.images[id.index()] = Some((other, places.clone()));
                if self.counterparts().is_some() && self.assign(rest) {
                    return true;
                }
                if arity > ORDERED || !next_order(&mut places) {
                    break;
                }
            }
            self.images[id.index()] = None;
        }
        false
    }

    /// The counterparts of actions: those that do the same with the predicates that have counterparts.
    fn counterparts(&self) -> Option<Vec<Option<Counterpart>>> {
        let images: Vec<PredicateId> = self.images.iter().flatten().map(|(image, _)| *image).collect();
        let own = |id: PredicateId| self.images[id.index()].is_some();
        let theirs = |id: PredicateId| images.contains(&id);
        let mut left: Vec<Option<Vec<&Literal>>> =
            self.to.1.actions.iter().map(|action| about(action, theirs)).collect();
        let mut constants = vec![None; self.from.0.constants.len()];
        let mut found = Vec::new();
        for (index, action) in self.from.1.actions.iter().enumerate() {
            let Some(literals) = about(action, own) else {
                found.push(None);
                continue;
            };
            let name = |domain: &Domain, index: usize| domain.actions.get(index).map(|one| one.name.clone());
            let mut places: Vec<usize> = (0..left.len()).filter(|&place| left[place].is_some()).collect();
            places.sort_by_key(|&place| name(self.to.0, place) != name(self.from.0, index));
            let (place, bindings) = places.into_iter().find_map(|place| {
                let other = left[place].as_ref()?;
                let variables = vec![None; self.from.1.variables[index].len()];
                let mut bindings = Bindings { variables, constants: constants.clone() };
                let is_same = literals.len() == other.len()
                    && self.unify(&literals, &mut vec![false; other.len()], other, &mut bindings);
                is_same.then_some((place, bindings))
            })?;
            left[place] = None;
            constants = bindings.constants;
            found.push(Some((place, bindings.variables)));
        }
        left.iter().all(Option::is_none).then_some(found)
    }

    /// Whether two lists of literals are the same under some renaming of variables and constants.
    fn unify(
        &self,
        literals: &[&Literal],
        used: &mut Vec<bool>,
        others: &[&Literal],
        bindings: &mut Bindings,
    ) -> bool {
        let Some((literal, rest)) = literals.split_first() else { return true };
        let own: [&[u8]; 1];
        let (image, orders): (Option<PredicateId>, &[&[u8]]) = match literal.predicate {
            // An equality holds in both orders.
            None => (None, &[&[0, 1], &[1, 0]]),
            Some(id) => match &self.images[id.index()] {
                Some((image, places)) => {
                    own = [places];
                    (Some(*image), &own)
                }
                None => return false,
            },
        };
        for (index, other) in others.iter().enumerate() {
            if used[index] || other.predicate != image || other.role != literal.role {
                continue;
            }
            for places in orders {
                let before = bindings.clone();
                let mut pairs = literal.arguments.iter().zip(*places);
                used[index] = true;
                if pairs.all(|(&own, &place)| bindings.bind(own, other.arguments[usize::from(place)]))
                    && self.unify(rest, used, others, bindings)
                {
                    return true;
                }
                used[index] = false;
                *bindings = before;
            }
        }
        false
    }

    fn actions(&self) -> &[Option<Counterpart>] {
        self.actions.get_or_init(|| self.counterparts().unwrap_or_default())
    }

    /// The counterpart of a predicate that changes or has several arguments.
    pub fn image(&self, id: PredicateId) -> Option<&Image> {
        self.images[id.index()].as_ref()
    }

    /// The counterpart of an action.
    pub fn schema(&self, id: SchemaId) -> Option<SchemaId> {
        let (place, _) = self.actions().get(id.index())?.as_ref()?;
        Some(SchemaId::new(*place))
    }

    /// The counterpart of a type or a predicate that sorts: what is known of the same variables of the actions.
    pub fn sort(&self, sort: Sort) -> Option<Sort> {
        let (mine, theirs) = (self.known(self.from, true), self.known(self.to, false));
        let same = |(_, variables): &&(Sort, Vec<bool>)| {
            mine.iter().any(|(other, own)| *other == sort && own == variables)
        };
        let found: Vec<Sort> = theirs.iter().filter(same).map(|(sort, _)| *sort).collect();
        let name = |(domain, _): (&Domain, _), sort: Sort| match sort {
            Sort::Type(id) => domain.types.name(id).to_owned(),
            Sort::Predicate(id) => domain.predicate(id).name.to_string(),
        };
        let named = found.iter().find(|&&other| name(self.to, other) == name(self.from, sort));
        // Several that are known of the same variables are told apart by their order.
        let own = &mine.iter().find(|(other, _)| *other == sort)?.1;
        let rank = mine.iter().filter(|(_, other)| other == own).position(|(other, _)| *other == sort)?;
        named.or_else(|| found.get(rank)).or_else(|| found.first()).copied()
    }

    /// The sorts of a domain, `object` and types first, each with the variables of counterparts that it is known of.
    fn known(&self, (domain, usage): (&Domain, &Usage), own: bool) -> Vec<(Sort, Vec<bool>)> {
        let variables = self.actions().iter().enumerate().flat_map(|(action, counterpart)| {
            let pairs = counterpart.iter().flat_map(move |(other, variables)| {
                let pair = move |(variable, theirs): (usize, &Option<u32>)| {
                    theirs.map(|theirs| if own { (action, variable) } else { (*other, theirs as usize) })
                };
                variables.iter().enumerate().filter_map(pair)
            });
            pairs.collect::<Vec<_>>()
        });
        let variables: Vec<(usize, usize)> = variables.collect();
        let types = domain.types.ids().map(Sort::Type);
        let predicates = (0..domain.predicates.len()).map(PredicateId::new);
        let predicates = predicates.filter(|&id| is_sort(domain, id)).map(Sort::Predicate);
        let holds = |sort: Sort, (action, variable): (usize, usize)| match sort {
            Sort::Type(id) => domain.types.contained(&usage.variables[action][variable].types, &[id]),
            Sort::Predicate(id) => usage.sorts[action][variable].contains(&id),
        };
        let known = |sort| (sort, variables.iter().map(|&at| holds(sort, at)).collect());
        types.chain(predicates).map(known).collect()
    }

    /// What a predicate is called, if that is something else, with its arguments if they have another order.
    pub fn change(&self, id: PredicateId) -> Option<String> {
        let own = &self.from.0.predicate(id).name;
        if is_sort(self.from.0, id) {
            return match self.sort(Sort::Predicate(id))? {
                Sort::Predicate(other) => {
                    let name = &self.to.0.predicate(other).name;
                    (name != own).then(|| format!("{own} → {name}"))
                }
                Sort::Type(other) => Some(format!("{own} → type:{}", self.to.0.types.name(other))),
            };
        }
        let (image, places) = self.image(id)?;
        let name = &self.to.0.predicate(*image).name;
        if places.is_sorted() {
            return (name != own).then(|| format!("{own} → {name}"));
        }
        let places: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
        Some(format!("{own} → {name}.{}", places.join(".")))
    }
}

/// The literals of an action that are about some predicates, with its equalities; nothing where none is about them.
fn about(action: &[Literal], is_meant: impl Fn(PredicateId) -> bool) -> Option<Vec<&Literal>> {
    let is_about = |literal: &Literal| literal.predicate.is_some_and(&is_meant);
    let is_needed = |literal: &&Literal| literal.predicate.is_none() || is_about(literal);
    action.iter().any(is_about).then(|| action.iter().filter(is_needed).collect())
}

/// The next order of numbers; false after the last.
fn next_order(numbers: &mut [u8]) -> bool {
    let Some(at) = (1..numbers.len()).rev().find(|&at| numbers[at - 1] < numbers[at]) else { return false };
    let least = (at..numbers.len()).rev().find(|&other| numbers[other] > numbers[at - 1]);
    numbers.swap(at - 1, least.unwrap_or(at));
    numbers[at..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_pddl::syntax::parse_domain;

    /// Whether two domains of a robot between two rooms are the same, by what its actions need and change.
    fn is_found(one: [&str; 2], other: [&str; 2]) -> bool {
        let domain = |[first, second]: [&str; 2]| {
            let text = format!(
                "(define (domain rooms) (:constants left right) (:predicates (at ?x) (near ?x ?y))
                   (:action go :parameters (?x ?y) {first}) (:action come :parameters (?x ?y) {second}))"
            );
            parse_domain(&text).unwrap().value
        };
        let (from, to) = (domain(one), domain(other));
        let (used, theirs) = (Usage::of(&from), Usage::of(&to));
        find((&from, &used), (&to, &theirs), None).is_ok()
    }

    #[test]
    fn a_constant_stands_for_one_constant() {
        let leaves = ":precondition (at left) :effect (near left ?x)";
        let goes = ":precondition (near ?x right) :effect (and (not (at left)) (at right))";
        let [left, right] = ["left", "right"];
        let turned = |text: &str| text.replace(left, "#").replace(right, left).replace('#', right);
        assert!(is_found([leaves, goes], [leaves, goes]));
        assert!(is_found([leaves, goes], [&turned(leaves), &turned(goes)]), "both have the other's part");
        assert!(!is_found([leaves, goes], [&turned(leaves), goes]), "one has two parts");
        assert!(!is_found([leaves, goes], [leaves, &goes.replace(right, left)]), "two have one part");
    }

    #[test]
    fn equalities_count_but_where_they_forbid_arguments() {
        let go = |more: &str| format!(":precondition (and (near ?x ?y) (at ?x) {more}) :effect (at ?y)");
        let come = ":precondition (near ?y ?x) :effect (not (at ?x))";
        let is_same = |one: &str, other: &str| is_found([&go(one), come], [&go(other), come]);
        assert!(is_same("(= ?x left)", "(= left ?x)"));
        assert!(!is_same("(= ?x left)", "(= ?y left)"));
        assert!(!is_same("(= ?x ?y)", ""));
        assert!(is_same("(not (= ?x ?y))", ""));
        let when = |condition: &str| {
            format!(":precondition (near ?y ?x) :effect (when (not (= ?x {condition})) (not (at ?x)))")
        };
        assert!(!is_found([&go(""), &when("?y")], [&go(""), &when("left")]));
    }
}
