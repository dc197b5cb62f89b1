//! The lifted features of a domain as rows of feature tables.

use crate::features::{FEATURES, Row};
use crate::heuristics::relaxation::Costs;
use crate::lifted::parse::{HEADS, parse};
use crate::lifted::term::Term;
use crate::problem::PlanningProblem;
use crate::scratch::Scratch;
use std::sync::Arc;
use unstuck_core::error::ParseError;
use unstuck_core::feature::{
    FeatureInfo, FeatureTable, Needs, TermError, Terms, Transferred, View, measure, up_to,
};
use unstuck_core::heuristic::{Featured, NodeCompute, NodeFeature};
use unstuck_pddl::ids::{PredicateId, SchemaId};
use unstuck_pddl::syntax::tree::Domain;

/// How a domain finds a champion of another domain that fits, by its name.
pub type FindChampion = fn(&Domain, Option<&str>) -> Result<Transferred, ParseError>;

/// The terms of a domain.
#[derive(Debug)]
pub struct DomainTerms {
    domain: Arc<Domain>,
    champion: FindChampion,
}

impl Terms for DomainTerms {
    fn heads(&self) -> &'static [&'static str] {
        HEADS
    }

    fn feature(&self, term: &str) -> Result<FeatureInfo, TermError> {
        parse(term, &self.domain).map(|term| info(&term, &self.domain))
    }

    fn champion(&self, name: Option<&str>) -> Option<Result<Transferred, ParseError>> {
        Some((self.champion)(&self.domain, name))
    }
}

/// The features that need no concept: for every predicate that changes its atoms and goals, for every action its part in
/// the relaxed plan and whether it was the last step.
pub fn simple(domain: &Domain) -> Vec<Term> {
    let mut terms = Vec::new();
    for (index, predicate) in domain.predicates.iter().enumerate() {
        if !predicate.is_static() {
            let id = PredicateId::new(index);
            terms.extend([Term::Atoms(id), Term::Unmet(id), Term::Met(id)]);
        }
    }
    for schema in (0..domain.actions.len()).map(SchemaId::new) {
        terms.extend([Term::Relaxed(schema), Term::Last(schema)]);
    }
    // Names that the language could not read back cannot be offered.
    terms.retain(|term| parse(&term.text(domain), domain).as_ref() == Ok(term));
    terms
}

/// What a term is registered as.
pub fn info(term: &Term, domain: &Domain) -> FeatureInfo {
    let bare =
        FeatureInfo { name: term.text(domain).into(), about: term.about(domain).into(), ..measure("", "") };
    match term {
        Term::Relaxed(_) => bare.safe(),
        Term::Last(_) => bare.boolean().needing(Needs::PARENT),
        Term::Any(_) => bare.boolean(),
        _ => bare,
    }
}

/// A feature table with its functions: what every planning domain has, then terms.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// The table.
    pub table: Arc<FeatureTable>,
    /// Its rows.
    pub features: Arc<[Row]>,
    /// The terms; the members of their rows.
    pub terms: Arc<[Term]>,
}

impl Vocabulary {
    /// A table of the features that every planning domain has.
    pub fn common(table: &Arc<FeatureTable>) -> Self {
        Self { table: table.clone(), features: FEATURES.into(), terms: Arc::default() }
    }

    /// The same with the terms of a domain: all can be read, these are listed; champions of other domains are found
    /// by a function.
    #[must_use]
    pub fn lifted(
        &self,
        domain: &Arc<Domain>,
        terms: impl IntoIterator<Item = Term>,
        champion: FindChampion,
    ) -> Self {
        let (features, terms) = with_terms((&self.features, &self.terms), domain, terms);
        let more = features[self.features.len()..].iter().map(|row| row.info.clone());
        let table =
            self.table.with_terms(Arc::new(DomainTerms { domain: domain.clone(), champion })).extended(more);
        Self { table, features, terms }
    }

    /// The same for a table that begins with this one; `None` if it is another table, or the domain does not have what it
    /// names.
    pub fn extended(&self, table: &Arc<FeatureTable>, domain: &Domain) -> Option<Self> {
        if Arc::ptr_eq(table, &self.table) {
            return Some(self.clone());
        }
        let (features, terms) = rows_of(table, (&self.features, &self.terms), domain)?;
        Some(Self { table: table.clone(), features, terms })
    }
}

/// Rows and the terms among them.
type Rows = (Arc<[Row]>, Arc<[Term]>);

/// The rows of a table that begins with these.
fn rows_of(table: &FeatureTable, (features, terms): (&[Row], &[Term]), domain: &Domain) -> Option<Rows> {
    let own = features.len();
    if !features.iter().map(|row| &*row.info.name).eq(table.names().take(own)) {
        return None;
    }
    let more = table.names().skip(own).map(|name| parse(name, domain).ok());
    Some(with_terms((features, terms), domain, more.collect::<Option<Vec<Term>>>()?))
}

/// These rows, then those of further terms.
fn with_terms(
    (features, terms): (&[Row], &[Term]),
    domain: &Domain,
    more: impl IntoIterator<Item = Term>,
) -> Rows {
    let (mut features, mut terms) = (features.to_vec(), terms.to_vec());
    for term in more {
        let compute = NodeCompute::Member(match &term {
            Term::Relaxed(_) => relaxed,
            Term::Last(_) => last,
            _ => value,
        });
        features.push(NodeFeature { info: info(&term, domain), member: terms.len() as u32, range, compute });
        terms.push(term);
    }
    (features.into(), terms.into())
}

impl Featured for PlanningProblem {
    fn features(&self) -> &[Row] {
        &self.features
    }

    #[inline]
    fn take_work(scratch: &mut Scratch) -> u64 {
        scratch.take_work()
    }

    fn guides(&self) -> &'static [&'static str] {
        if self.landmarks { &["hff", "landmarks"] } else { &["hff"] }
    }

    fn with_table(&self, table: &FeatureTable) -> Option<Self> {
        let (features, terms) = rows_of(table, (&self.features, &self.terms), &self.source.domain)?;
        Some(Self { features, terms, ..self.clone() })
    }
}

/// Smallest and largest value of a term.
fn range(problem: &PlanningProblem, member: u32) -> Option<(f64, f64)> {
    let task = &problem.ground.task;
    let goals = |predicate: &PredicateId| task.goal_atoms.iter().filter(|(of, _)| of == predicate).count();
    up_to(match &problem.terms[member as usize] {
        Term::Atoms(predicate) => {
            (task.atoms.of(*predicate).len() + task.statics.of(*predicate).len()) as u32
        }
        Term::Unmet(predicate) | Term::Met(predicate) => goals(predicate) as u32,
        Term::Relaxed(schema) => task.operators.of(*schema).len() as u32,
        Term::Last(_) | Term::Any(_) => 1,
        Term::Count(_) | Term::Far(..) => task.objects.len() as u32,
    })
}

fn value(view: &View<'_, PlanningProblem>, scratch: &mut Scratch, member: u32) -> f64 {
    let term = &view.problem.terms[member as usize];
    scratch.lifted.value(&view.problem.ground, view.state.words(), (member, term))
}

fn relaxed(view: &View<'_, PlanningProblem>, scratch: &mut Scratch, member: u32) -> f64 {
    let Term::Relaxed(schema) = view.problem.terms[member as usize] else { return 0.0 };
    let operators = &view.problem.ground.task.operators;
    let relaxed = scratch.relaxed(&view.problem.ground, view.state, Costs::Unit);
    match relaxed.sum {
        Some(_) => {
            relaxed.plan.operators.iter().filter(|&&one| operators.schema(one) == schema).count() as f64
        }
        None => f64::INFINITY,
    }
}

fn last(view: &View<'_, PlanningProblem>, _scratch: &mut Scratch, member: u32) -> f64 {
    let Term::Last(schema) = view.problem.terms[member as usize] else { return 0.0 };
    let operators = &view.problem.ground.task.operators;
    view.parent.is_some_and(|(_, action)| operators.schema(action.operator()) == schema).into()
}
