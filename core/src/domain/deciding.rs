//! One decision of a domain as a domain by itself, so that rules for it evolve like those for constructions: `tsp-accept` is the
//! acceptance of local search on tours.
//!
//! Its formulas are over the features of that decision. Everything else is done by the rules of a plain `solve`, which the other
//! formulas of a fixed text may replace.

use crate::domain::{Domain, DomainInfo, DomainRef, GenerateError, Method, Request, Settings};
use crate::error::ParseError;
use crate::feature::{FeatureTable, Text};
use crate::instance::Instance;
use crate::instance::optimisation::{
    Constructed, ExplainedStep, KeptRule, OptimisationInstance, Shown, SolveError, SolveRequest, Solved,
};
use crate::language::{Checked, Decisions};
use crate::local_search::{AlgorithmInfo, Observer};
use crate::optimisation::Cost;
use crate::optimisation::decision::CHOOSE;
use crate::puzzle::Picture;
use crate::search;
use crate::view::Board;
use std::any::Any;
use std::sync::Arc;

/// Values of the features of decisions are assumed to be about this large.
const RANGE: (f64, f64) = (0.0, 10.0);

/// The domain of a decision.
struct Deciding {
    domain: DomainRef,
    info: DomainInfo,
    others: Others,
}

/// The rules of the other decisions.
#[derive(Clone)]
struct Others {
    /// The table of formulas as they are written: the decision is the only one.
    table: Arc<FeatureTable>,
    /// The same table by the name of the decision.
    own: Arc<FeatureTable>,
    fixed: Decisions,
}

/// The domain of a decision of a domain; `None` if the domain does not have it, or has it alone.
pub fn deciding(domain: &DomainRef, decision: &str) -> Option<DomainRef> {
    let of = domain.info();
    let table = domain.decisions().iter().find(|table| table.decision() == Some(decision))?;
    if decision == CHOOSE {
        return None;
    }
    let name: Text = format!("{}-{decision}", of.name).into();
    let shown = FeatureTable::of_decision(name.clone(), CHOOSE, table.features().iter().cloned());
    let text = of.solver.heuristic.as_deref().unwrap_or_default();
    let named = domain.rules().iter().find(|rule| rule.name == text);
    let fixed = Decisions::read(named.map_or(text, |rule| rule.text), domain.decisions()).ok()?;
    let info = DomainInfo {
        kind: of.kind,
        settings: of.settings,
        order: of.order,
        solver: Method { algorithm: of.solver.algorithm.clone(), heuristic: None },
        generators: of.generators,
        features: shown.clone(),
        ..DomainInfo::new(name, format!("{}: the decision {decision}", of.about), of.metrics.clone(), [])
    };
    let others = Others { table: shown, own: table.clone(), fixed };
    Some(Arc::new(Deciding { domain: domain.clone(), info, others }))
}

impl Domain for Deciding {
    fn info(&self) -> &DomainInfo {
        &self.info
    }
    fn reference(&self) -> Option<Text> {
        Some(Text::Borrowed("0"))
    }
    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError> {
        let instance = self.domain.instance(text, metric, settings)?;
        let other = || ParseError::new("decisions are those of optimisation problems");
        let inner = instance.into_optimisation().ok_or_else(other)?;
        Ok(Box::new(Decided { inner, others: self.others.clone() }))
    }
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        self.domain.split(text)
    }
    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn search::Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        self.domain.generate(request, observer, each)
    }
}

/// An instance whose rules make one decision.
struct Decided {
    inner: Box<dyn OptimisationInstance>,
    others: Others,
}

impl Decided {
    /// A rule for the decision with those of the others.
    fn rules(&self, given: &Decisions) -> Decisions {
        let Others { own, fixed, .. } = &self.others;
        let decision = own.decision().unwrap_or_default();
        let rule = given.get(CHOOSE).map(|one| Arc::new(Checked::new(one.formula.clone(), own)));
        let rest = fixed.iter().filter(|(name, _)| *name != decision).map(|(_, one)| one.clone());
        Decisions::new(rest.chain(rule).collect())
    }
}

impl Instance for Decided {
    fn table(&self) -> &Arc<FeatureTable> {
        &self.others.table
    }
    fn text(&self) -> String {
        self.inner.text()
    }
    fn metric(&self) -> Text {
        self.inner.metric()
    }
    fn size(&self) -> usize {
        self.inner.size()
    }
    fn picture(&self) -> Picture {
        self.inner.picture()
    }
    fn view(&self) -> Board {
        Instance::view(&*self.inner)
    }
    fn as_any(&self) -> &dyn Any {
        self.inner.as_any()
    }
    fn as_optimisation(&self) -> Option<&dyn OptimisationInstance> {
        Some(self)
    }
    fn into_optimisation(self: Box<Self>) -> Option<Box<dyn OptimisationInstance>> {
        Some(self)
    }
    fn ranges(&self) -> Vec<Option<(f64, f64)>> {
        vec![Some(RANGE); self.others.own.features().len()]
    }
    fn has(&self, feature: &str) -> bool {
        self.others.own.index(feature).is_some()
    }
    fn with_table(&self, _table: &Arc<FeatureTable>) -> Option<Box<dyn Instance>> {
        None
    }
    fn values(&self) -> Vec<Option<f64>> {
        vec![None; self.others.own.features().len()]
    }
    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String> {
        self.inner.check_laws(seed, steps)
    }
}

impl OptimisationInstance for Decided {
    fn tables(&self) -> &[Arc<FeatureTable>] {
        std::slice::from_ref(&self.others.table)
    }
    fn lower_bound(&self) -> Option<Cost> {
        self.inner.lower_bound()
    }
    fn best_known(&self) -> Option<Cost> {
        self.inner.best_known()
    }
    fn refusal(&self, algorithm: &AlgorithmInfo) -> Option<&'static str> {
        self.inner.refusal(algorithm)
    }
    fn solve(&self, request: &SolveRequest, observer: &mut dyn Observer) -> Result<Solved, SolveError> {
        self.inner.solve(&SolveRequest { rules: self.rules(&request.rules), ..request.clone() }, observer)
    }
    fn construct(&self, rules: &Decisions, _kept: &mut KeptRule) -> Result<Constructed, SolveError> {
        self.inner.construct(&self.rules(rules), &mut KeptRule::default())
    }
    fn explain(&self, rules: &Decisions, step: usize) -> Result<ExplainedStep, SolveError> {
        self.inner.explain(&self.rules(rules), step)
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        self.inner.validate(text)
    }
    fn show(&self, text: &str) -> Result<Shown, ParseError> {
        self.inner.show(text)
    }
    fn board(&self, text: &str) -> Result<Board, ParseError> {
        self.inner.board(text)
    }
}
