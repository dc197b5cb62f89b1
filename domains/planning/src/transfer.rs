//! Champions in the words of other domains.
//!
//! Names are spelled in many ways, and types are written as types or as predicates. A rule is applied through a
//! *renaming*: of predicates with their arguments in another order if need be, of actions, and of types, under which the
//! actions of the rule's domain are those of the other domain. If there is none for all predicates, one for those that
//! the rule reads is enough where the domains are called alike. A domain of the same name is no exception: its predicates may
//! have their arguments in another order. The rule is taken as it stands if the renaming changes nothing that it reads.
//!
//! Costs of actions are not compared, see [`usage`].
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

/// A champion with the domain that it was evolved for.
pub struct Evolved {
    benchmark: &'static Benchmark,
    champion: &'static Champion,
    tree: Domain,
    usage: Usage,
    checked: Checked,
    /// Its lifted features, by their indices.
    terms: Vec<(u16, Term)>,
    /// Predicates that it reads, and those of the actions that it names.
    reads: Vec<PredicateId>,
}

impl Evolved {
    /// A champion, read with the features of the benchmark that it was evolved for.
    pub fn new(
        benchmark: &'static Benchmark,
        champion: &'static Champion,
        table: &Arc<FeatureTable>,
    ) -> Option<Self> {
        let tree = parse_domain(benchmark.domain).ok()?.value;
        let usage = Usage::of(&tree);
        let checked = Checked::read(champion.text, table).ok()?;
        let term = |&index: &u16| Some((index, parse(checked.table.name(index), &tree).ok()?));
        let terms: Vec<(u16, Term)> = checked.formula.features().iter().filter_map(term).collect();
        let mut reads: Vec<PredicateId> = terms.iter().flat_map(|(_, term)| predicates_of(term)).collect();
        for schema in terms.iter().filter_map(|(_, term)| schemas_of(term)) {
            reads.extend(usage.actions[schema.index()].iter().filter_map(|literal| literal.predicate));
        }
        reads.sort_unstable();
        reads.dedup();
        Some(Self { benchmark, champion, tree, usage, checked, terms, reads })
    }

    /// The rule in the words of a domain, by a renaming.
    fn written(&self, to: &Domain, by: &Mapping<'_>) -> Result<Transferred, String> {
        let mut infos: Vec<FeatureInfo> = self.checked.table.features().to_vec();
        let mut is_same = self.tree.name == to.name;
        for (index, term) in &self.terms {
            let name = renamed(term, by)?.text(to);
            let own = &mut infos[usize::from(*index)].name;
            is_same &= *own == name;
            *own = name.into();
        }
        let domain = format!("{PREFIX}{}", to.name);
        let table = FeatureTable::new(domain.clone(), [], infos);
        let text = print(&self.checked.formula.with_header(&domain, "cost"), &table);
        let changes: Vec<String> = self.reads.iter().filter_map(|&id| by.change(id)).collect();
        let how = match changes.is_empty() {
            true => String::new(),
            false => format!(" by renaming {}", changes.join(", ")),
        };
        let note = format!("champion:{} of {PREFIX}{}{how}", self.champion.name, self.tree.name);
        Ok(Transferred { text: format!("{text}\n"), note, is_same })
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
pub fn champion(domain: &Domain, name: Option<&str>, evolved: &[Evolved]) -> Result<Transferred, ParseError> {
    let own = Usage::of(domain);
    let meant = |known: &&Evolved| {
        name.is_none_or(|name| {
            known.champion.name == name || known.benchmark.name == name || *known.tree.name == *name
        })
    };
    let all: Vec<&str> = evolved.iter().map(|known| known.benchmark.name).collect();
    let mut known: Vec<&Evolved> = evolved.iter().filter(meant).collect();
    // That of a domain of the same name comes first, then those of domains that are called alike.
    known.sort_by_key(|known| (known.tree.name != domain.name, !alike(&known.tree.name, &domain.name)));
    let mut why = None;
    for whole in [true, false] {
        for known in &known {
            let is_near =
                alike(&known.tree.name, &domain.name) || name.is_some_and(|name| name != known.champion.name);
            // What reads little fits by chance.
            if !whole && !is_near {
                continue;
            }
            let some = (!whole).then_some(&known.reads[..]);
            let found = find((&known.tree, &known.usage), (domain, &own), some);
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
