//! Champions in the words of other domains.
//!
//! Names are spelled in many ways, and types are written as types or as predicates. A rule is applied through a
//! *renaming*: of predicates with their arguments in another order if need be, of actions, and of types, under which the
//! actions of the rule's domain are those of the other domain. If there is none for all predicates, one for those that
//! the rule reads is enough where the domains are called alike.
//!
//! | module | idea |
//! |---|---|
//! | [`usage`] | how actions use predicates |
//! | [`matching`] | the search for a renaming |
//! | [`rename`] | terms in the words of another domain |

mod matching;
mod rename;
mod usage;

use crate::definition::PREFIX;
use crate::generate::Benchmark;
use crate::lifted::parse::parse;
use crate::lifted::term::Term;
use matching::{Mapping, find};
use rename::{predicates_of, renamed, schemas_of};
use std::sync::Arc;
use unstuck_core::domain::Champion;
use unstuck_core::error::ParseError;
use unstuck_core::feature::{FeatureInfo, FeatureTable, Transferred};
use unstuck_core::language::{Checked, print};
use unstuck_pddl::ids::PredicateId;
use unstuck_pddl::syntax::parse_domain;
use unstuck_pddl::syntax::tree::Domain;
use usage::Usage;

/// A champion, and the benchmark whose features it reads.
pub struct Evolved<'t> {
    /// The benchmark that it was evolved for.
    pub benchmark: &'static Benchmark,
    /// The champion.
    pub champion: &'static Champion,
    /// The features of the benchmark's domain.
    pub table: &'t Arc<FeatureTable>,
}

/// A champion with the domain that it was evolved for.
struct Known {
    benchmark: &'static Benchmark,
    champion: &'static Champion,
    tree: Domain,
    checked: Checked,
    /// Its lifted features, by their indices.
    terms: Vec<(u16, Term)>,
}

impl Known {
    fn new(Evolved { benchmark, champion, table }: Evolved<'_>) -> Option<Self> {
        let tree = parse_domain(benchmark.domain).ok()?.value;
        let checked = Checked::read(champion.text, table).ok()?;
        let term = |&index: &u16| Some((index, parse(checked.table.name(index), &tree).ok()?));
        let terms = checked.formula.features().iter().filter_map(term).collect();
        Some(Self { benchmark, champion, tree, checked, terms })
    }

    /// Predicates that the rule reads, and those of the actions that it names.
    fn reads(&self, usage: &Usage) -> Vec<PredicateId> {
        let terms = || self.terms.iter().map(|(_, term)| term);
        let mut read: Vec<PredicateId> = terms().flat_map(predicates_of).collect();
        for schema in terms().filter_map(schemas_of) {
            read.extend(usage.actions[schema.index()].iter().map(|literal| literal.predicate));
        }
        read.sort_unstable();
        read.dedup();
        read
    }

    /// The rule in the words of a domain, by a renaming.
    fn written(&self, to: &Domain, by: &Mapping<'_>) -> Result<Transferred, String> {
        let mut infos: Vec<FeatureInfo> = self.checked.table.features().to_vec();
        for (index, term) in &self.terms {
            let name = renamed(term, by)?.text(to);
            infos[usize::from(*index)].name = name.into();
        }
        let domain = format!("{PREFIX}{}", to.name);
        let table = FeatureTable::new(domain.clone(), [], infos);
        let text = print(&self.checked.formula.with_header(&domain, "cost"), &table);
        let changes: Vec<String> = self.reads(by.usages().0).iter().filter_map(|&id| by.change(id)).collect();
        let how = match changes.is_empty() {
            true => String::new(),
            false => format!(" by renaming {}", changes.join(", ")),
        };
        let note = format!("champion:{} of {PREFIX}{}{how}", self.champion.name, self.tree.name);
        Ok(Transferred { text: format!("{text}\n"), note })
    }
}

/// Whether two domains may be called alike: one name begins with the other, whatever is not a letter left out.
fn alike(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(|sign| sign.is_alphabetic()).flat_map(char::to_lowercase).collect()
    };
    let (a, b) = (letters(a), letters(b));
    a.len().min(b.len()) >= 3 && (a.starts_with(&b) || b.starts_with(&a))
}

/// The one of the evolved champions that fits a domain, in its words; `name` is that of a champion, or of the domain that one
/// was evolved for.
///
/// # Errors
///
/// None fits; the message says what is missing.
pub fn champion<'t>(
    domain: &Domain,
    name: Option<&str>,
    evolved: impl Iterator<Item = Evolved<'t>>,
) -> Result<Transferred, ParseError> {
    let own = Usage::of(domain);
    let meant = |known: &Known| {
        name.is_none_or(|name| {
            known.champion.name == name || known.benchmark.name == name || *known.tree.name == *name
        })
    };
    let evolved: Vec<Known> = evolved.filter_map(Known::new).collect();
    let all: Vec<&str> = evolved.iter().map(|known| known.benchmark.name).collect();
    let mut known: Vec<Known> = evolved.into_iter().filter(meant).collect();
    // Those of domains that are called alike come first.
    known.sort_by_key(|known| !alike(&known.tree.name, &domain.name));
    let usages: Vec<Usage> = known.iter().map(|known| Usage::of(&known.tree)).collect();
    let mut why = None;
    for whole in [true, false] {
        for (known, usage) in known.iter().zip(&usages) {
            let is_near =
                alike(&known.tree.name, &domain.name) || name.is_some_and(|name| name != known.champion.name);
            // What reads little fits by chance.
            if !whole && !is_near {
                continue;
            }
            let read = known.reads(usage);
            let found = match whole {
                true => find((&known.tree, usage), (domain, &own), None),
                false => find((&known.tree, usage), (domain, &own), Some(&read)),
            };
            match found.and_then(|mapping| known.written(domain, &mapping)) {
                Ok(transferred) => return Ok(transferred),
                Err(missing) if is_near && !whole => {
                    let of = format!("champion:{} of {PREFIX}{}", known.champion.name, known.tree.name);
                    why.get_or_insert(format!("{of} does not fit: {missing}"));
                }
                Err(_) => {}
            }
        }
    }
    let names: Vec<&str> = known.iter().map(|known| known.benchmark.name).collect();
    Err(match why {
        Some(why) => ParseError::new(format!("no champion fits {PREFIX}{}", domain.name)).help(why),
        None if names.is_empty() => {
            let wrong = format!("no champion is called '{}'", name.unwrap_or_default());
            ParseError::new(wrong).help(format!("there is one of {}", all.join(", ")))
        }
        None => ParseError::new(format!("no champion fits {PREFIX}{}", domain.name)).help(format!(
            "its actions are not those of {} under other names; name the file of a rule as @FILE",
            names.join(", ")
        )),
    })
}
