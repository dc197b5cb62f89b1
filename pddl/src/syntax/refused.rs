//! Constructs of PDDL that are recognised and refused, each with its remedy.

use super::forms::Form;
use crate::error::{Diagnostic, Place, quoted};

const NUMERIC: (&str, &str) = (
    "numeric fluents",
    "only '(increase (total-cost) …)' by a number or by a function of the initial state is supported",
);
const DURATIVE: (&str, &str) = ("durative actions", "write ':action' with ':precondition' and ':effect'");
const PREFERENCES: (&str, &str) = ("preferences", "state the condition as a hard goal or remove it");
const CONSTRAINTS: (&str, &str) = ("trajectory constraints", "remove them or encode them with predicates");
const OBJECT_FLUENTS: (&str, &str) =
    ("object fluents", "replace the function by a predicate with one more parameter");
const TIMED: (&str, &str) = ("timed initial literals", "list only atoms that hold initially");
const NONDETERMINISM: (&str, &str) =
    ("non-deterministic effects", "only deterministic effects are supported");
const PROCESSES: (&str, &str) = ("processes and events", "only actions change states");
const HIERARCHY: (&str, &str) = ("task networks", "state what to reach in ':goal'");

/// Word at the head of a list, and what it announces.
const WORDS: &[(&str, (&str, &str))] = &[
    ("<", NUMERIC),
    ("<=", NUMERIC),
    (">", NUMERIC),
    (">=", NUMERIC),
    ("assign", NUMERIC),
    ("increase", NUMERIC),
    ("decrease", NUMERIC),
    ("scale-up", NUMERIC),
    ("scale-down", NUMERIC),
    ("preference", PREFERENCES),
    ("always", CONSTRAINTS),
    ("sometime", CONSTRAINTS),
    ("within", CONSTRAINTS),
    ("at-most-once", CONSTRAINTS),
    ("sometime-after", CONSTRAINTS),
    ("sometime-before", CONSTRAINTS),
    ("always-within", CONSTRAINTS),
    ("hold-during", CONSTRAINTS),
    ("hold-after", CONSTRAINTS),
    ("oneof", NONDETERMINISM),
    ("probabilistic", NONDETERMINISM),
    (":durative-action", DURATIVE),
    (":duration", DURATIVE),
    (":condition", DURATIVE),
    (":constraints", CONSTRAINTS),
    (":process", PROCESSES),
    (":event", PROCESSES),
    (":htn", HIERARCHY),
    (":task", HIERARCHY),
    (":method", HIERARCHY),
];

fn refusal(place: Place, (what, remedy): (&str, &str)) -> Diagnostic {
    Diagnostic::new(place, format!("{what} are not supported")).help(remedy)
}

/// The refusal of a word, if it is one of those.
pub(crate) fn word(place: Place, word: &str) -> Option<Diagnostic> {
    WORDS.iter().find(|row| row.0 == word).map(|row| refusal(place, row.1))
}

/// A number, or the value of a function, where only atoms may be.
pub(crate) fn numeric(place: Place) -> Diagnostic {
    refusal(place, NUMERIC)
}

/// A function whose values are objects.
pub(crate) fn object_fluent(place: Place) -> Diagnostic {
    refusal(place, OBJECT_FLUENTS)
}

/// An atom with a time in the initial state.
pub(crate) fn timed(place: Place) -> Diagnostic {
    refusal(place, TIMED)
}

/// Something else than what the grammar has here.
pub(crate) fn expected(what: &str, found: Form<'_>) -> Diagnostic {
    Diagnostic::new(found.place(), format!("expected {what}, found {}", found.shown()))
}

/// A list that ended too early.
pub(crate) fn missing(what: &str, place: Place, head: &str) -> Diagnostic {
    Diagnostic::new(place, format!("{} lacks {what}", quoted(&format!("({head} …)"))))
}
