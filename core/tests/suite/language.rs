//! The heuristic language: texts, values, and every way to compute them.

mod errors;
mod exports;
mod paths;
mod random;
mod texts;

use unstuck_core::language::{Formula, Vocabulary, parse};
use unstuck_core::registry;

fn words() -> Vocabulary {
    Vocabulary::of_domain(registry::domain("rush-hour").unwrap())
}

fn read(text: &str) -> Formula {
    parse(text, &words()).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}
