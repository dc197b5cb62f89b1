//! Requirement flags. They only cause warnings: what a file uses decides, not what it announces.

use super::tree::Domain;
use crate::error::{Diagnostic, Place, quoted};

/// A feature of the language that has a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feature {
    Typing,
    Negation,
    Disjunction,
    Equality,
    Existential,
    Universal,
    ConditionalEffects,
    DerivedPredicates,
    ActionCosts,
}

/// Each feature, its own flag, and flags that include it.
const FLAGS: [(Feature, &str, &[&str]); 9] = [
    (Feature::Typing, ":typing", &[":adl", ":ucpop"]),
    (Feature::Negation, ":negative-preconditions", &[":adl", ":ucpop"]),
    (Feature::Disjunction, ":disjunctive-preconditions", &[":adl", ":ucpop"]),
    (Feature::Equality, ":equality", &[":adl", ":ucpop"]),
    (Feature::Existential, ":existential-preconditions", &[":quantified-preconditions", ":adl", ":ucpop"]),
    (Feature::Universal, ":universal-preconditions", &[":quantified-preconditions", ":adl", ":ucpop"]),
    (Feature::ConditionalEffects, ":conditional-effects", &[":adl", ":ucpop"]),
    (Feature::DerivedPredicates, ":derived-predicates", &[":domain-axioms", ":ucpop"]),
    (Feature::ActionCosts, ":action-costs", &[":fluents", ":numeric-fluents"]),
];

/// Flags that announce something refused, or nothing: harmless as long as the file does not use it.
const OTHERS: &[&str] = &[
    ":strips",
    ":adl",
    ":ucpop",
    ":quantified-preconditions",
    ":domain-axioms",
    ":fluents",
    ":numeric-fluents",
    ":object-fluents",
    ":durative-actions",
    ":duration-inequalities",
    ":continuous-effects",
    ":timed-initial-literals",
    ":preferences",
    ":constraints",
    ":goal-utilities",
    ":safety-constraints",
    ":dag-expansions",
    ":subgoal-through-axioms",
    ":action-expansions",
    ":foreach-expansions",
    ":open-world",
    ":true-negation",
    ":expression-evaluation",
];

/// First uses of features.
#[derive(Debug, Default)]
pub(crate) struct Uses([Option<Place>; FLAGS.len()]);

impl Uses {
    /// Notes that a feature is used.
    pub(crate) fn note(&mut self, feature: Feature, place: Place) {
        self.0[feature as usize].get_or_insert(place);
    }

    /// Warnings for features that are used without their flag.
    pub(crate) fn warnings(&self, domain: &Domain, further: &[Box<str>]) -> Vec<Diagnostic> {
        let declared = |flag: &str| domain.requirements.iter().chain(further).any(|r| **r == *flag);
        FLAGS
            .iter()
            .zip(&self.0)
            .filter(|((_, flag, wider), _)| !declared(flag) && !wider.iter().any(|flag| declared(flag)))
            .filter_map(|((_, flag, _), place)| {
                let message = format!("this needs the requirement '{flag}', which is not declared");
                place.map(|place| Diagnostic::new(place, message).help("add it to ':requirements'"))
            })
            .collect()
    }
}

/// A warning for a flag that PDDL does not have.
pub(crate) fn check(flag: &str, place: Place) -> Option<Diagnostic> {
    let known = || FLAGS.iter().map(|row| row.1).chain(OTHERS.iter().copied());
    if known().any(|name| name == flag) {
        return None;
    }
    let warning = Diagnostic::new(place, format!("unknown requirement {}", quoted(flag)));
    Some(match crate::suggest::nearest(flag, known()) {
        Some(near) => warning.help(format!("did you mean '{near}'?")),
        None => warning.help("it is ignored"),
    })
}
