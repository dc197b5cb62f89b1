//! The definition of a made domain: the canonical text of the PDDL domain, and the lifted features that were chosen for
//! it, one a line.
//!
//! ```text
//! (define (domain blocksworld) …)
//! (features
//! count(and(clear, not(holding)))
//! )
//! ```

use crate::lifted::parse::parse;
use crate::lifted::term::Term;
use crate::task::text::forms;
use unstuck_core::error::Place;
use unstuck_pddl::error::{Diagnostic, Place as At, Source};
use unstuck_pddl::syntax::tree::Domain;
use unstuck_pddl::syntax::{Parsed, parse_domain, print_domain};

/// What names of made domains begin with.
pub(super) const PREFIX: &str = "pddl-";

/// How the list of features begins.
const FEATURES: &str = "(features";

/// A domain with the lifted features that its definition chooses.
pub struct Definition {
    /// The domain.
    pub domain: Domain,
    /// The features, in the order of the text.
    pub chosen: Vec<Term>,
}

impl Definition {
    /// Reads a definition, or the text of a domain.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Parsed<Self>, Diagnostic> {
        // Texts of domains are long; most have no list.
        let list = text.rfind(FEATURES).and_then(|_| forms(text).pop());
        let list = list.filter(|form| form.start > 0 && text[form.clone()].starts_with(FEATURES));
        let Some(list) = list else {
            return parse_domain(text).map(|Parsed { value: domain, warnings }| Parsed {
                value: Self { domain, chosen: Vec::new() },
                warnings,
            });
        };
        let Parsed { value: domain, warnings } = parse_domain(&text[..list.start])?;
        let mut chosen = Vec::new();
        let mut at = list.start + FEATURES.len();
        for line in text[at..list.end - 1].split_inclusive('\n') {
            let indent = line.len() - line.trim_start().len();
            let name = line.trim();
            if !name.is_empty() {
                let term = parse(name, &domain).map_err(|wrong| {
                    let Place { line, column } = Place::of_byte(text, at + indent + wrong.at);
                    let place = At { line: line as u32, column: column as u32 };
                    Diagnostic { file: Source::Domain, place, message: wrong.message, help: wrong.help }
                })?;
                if !chosen.contains(&term) {
                    chosen.push(term);
                }
            }
            at += line.len();
        }
        Ok(Parsed { value: Self { domain, chosen }, warnings })
    }

    /// The canonical text.
    pub fn text(&self) -> String {
        let domain = print_domain(&self.domain);
        if self.chosen.is_empty() {
            return domain;
        }
        let names: String = self.chosen.iter().map(|term| term.text(&self.domain) + "\n").collect();
        format!("{}\n{FEATURES}\n{names})\n", domain.trim_end())
    }
}
