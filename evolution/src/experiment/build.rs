//! From an experiment and its instances to an evaluation context, and to the configuration of a run.

use super::Experiment;
use super::algorithm::AlgorithmSettings;
use super::attempts::Attempts;
use super::data::Unsolved;
use super::error::BuildError;
use super::fitness::BLIND;
use super::search::OptimiserSettings;
use super::sets::{Named, Sets};
use crate::algorithms::{AlgorithmKind, random_search};
use crate::config::source::Places;
use crate::context::{
    EvaluationContext, Finding, INFEASIBLE, OptimisationPreparation, Optimiser, PreparationConfig,
    SOLVED_BEFORE, UNSOLVABLE, UNSOLVED, Watch, strata,
};
use crate::dataset::{FitMatrix, Fitting};
use crate::engine::{RunConfig, Stop};
use crate::genome::{AttemptSpace, Candidate, SearchSpace, Space};
use crate::operators::selection::epsilon_lexicase;
use crate::role::{PerRole, Role};
use rustc_hash::FxHashSet;
use std::collections::HashMap;
use std::sync::Arc;
use unstuck_core::domain::{Domain, Method};
use unstuck_core::error::ParseError;
use unstuck_core::executor::Executor;
use unstuck_core::feature::FeatureTable;
use unstuck_core::instance::SearchRequest;
use unstuck_core::language::{Attempt, Checked, Formula, HeuristicRef, Tree, parse};
use unstuck_core::sample::Row;
use unstuck_core::search::{self, Limits, SearchParameters};

/// Bounds on the enumeration that rows are drawn from.
const ENUMERATION: Limits = Limits { expanded: Some(1_000_000), memory: Some(1 << 30), ..Limits::NONE };

/// Rows whose losses are kept one by one, for selections that compare cases.
const CASES: usize = 100;

/// Why an instance is left out of a coevolution.
const BEYOND_REFERENCE: &str = "the reference search does not solve it";

/// Every reason for which an instance may be left out.
pub const LEFT_OUT: [&str; 5] = [UNSOLVED, UNSOLVABLE, BEYOND_REFERENCE, SOLVED_BEFORE, INFEASIBLE];

/// An experiment whose instances are solved and measured.
pub struct Ready {
    /// The instances and rows.
    pub context: Arc<EvaluationContext>,
    /// What genomes may consist of.
    pub space: Space,
    /// Instances that are left out, with the reason.
    pub dropped: Vec<(Role, String, &'static str)>,
    initial: Vec<Candidate>,
}

impl Experiment {
    /// Solves all instances by the reference and draws the rows. `done` is called after each instance.
    ///
    /// # Errors
    ///
    /// A role has no usable instance, features are missing, or a search could not be run or was cancelled.
    pub fn prepare(
        &self,
        sets: Sets,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Ready, BuildError> {
        let domain = self.domain();
        let Sets { instances: sets, mut rows, mut findings } = self.separate(sets)?;
        check_strata(&sets)?;
        let chosen = self.existing(&sets, &rows)?;
        let ranges: Vec<_> = sets.train.iter().map(|(_, instance)| instance.ranges()).collect();
        let space = self.space(&chosen, |feature| self.range(feature, &ranges, rows.train.as_deref()));
        if let Some(optimiser) = self.optimiser() {
            return self.prepare_rules(&optimiser, (sets, findings), space, executor, watch, done);
        }
        let parameters = self.search.parameters;
        let mut reference = SearchRequest { parameters, heuristic: self.reference()? };
        if let Some(search) = reference.heuristic.search() {
            search.apply(&mut reference.parameters);
        }
        let limits = &mut reference.parameters.limits;
        limits.expanded = limits.expanded.map(|max| max.saturating_mul(self.search.reference_factor));
        limits.effort = limits.effort.map(|max| max.saturating_mul(self.search.reference_factor));
        let optimal = optimal_request(domain, &self.metric)?;
        let earlier = space.attempts.as_ref().map_or_else(Vec::new, |attempts| self.earlier(attempts));
        let texts = |set: &Named| set.iter().map(|(_, instance)| instance.text()).collect();
        let own: PerRole<FxHashSet<String>> = sets.as_ref().map(|_, set| texts(set));
        let mut drawn: FxHashSet<String> = FxHashSet::default();
        let mut dropped = Vec::new();
        let (sets, tables) = sets
            .try_map(|role, instances| {
                let given = instances.len();
                let given_rows = rows[role].take();
                // The test set is for searches.
                let fit = self.fitness.evaluator.least_squares().filter(|_| role != Role::Test);
                let draws = fit.filter(|_| given_rows.is_none());
                let config = PreparationConfig {
                    reference: &reference,
                    optimal: &optimal,
                    optimal_limit: self.search.optimal_limit(),
                    keep_unsolved: self.data.unsolved == Unsolved::Keep
                        || self.fitness.evaluator.keeps_unsolved(),
                    metric: &self.metric,
                    rows: (draws.map_or(0, |fit| fit.states), self.seed),
                    enumeration: ENUMERATION,
                    earlier: if role == Role::Train { &earlier } else { &[] },
                    // Rows are drawn from the spaces of solved instances, so those are solved again.
                    findings: if draws.is_some() {
                        HashMap::new()
                    } else {
                        std::mem::take(&mut findings[role])
                    },
                };
                let mut prepared = config.prepare(instances, executor, watch, done)?;
                if role == Role::Train && self.fitness.evaluator.curriculum().is_some() {
                    prepared.instances.sort_by_cached_key(|one| (one.instance.size(), one.name.clone()));
                }
                dropped.extend(prepared.dropped.drain(..).map(|(name, why)| (role, name, why)));
                if role == Role::Train && self.algorithm.kind.info().own_instances().is_some() {
                    // Groups of instances must not gain by instances that even the reference cannot solve.
                    prepared.instances.retain(|one| {
                        if !one.reference.solved {
                            dropped.push((role, one.name.clone(), BEYOND_REFERENCE));
                        }
                        one.reference.solved
                    });
                }
                if prepared.instances.is_empty() && (given > 0 || role != Role::Test) {
                    let easy = dropped.iter().any(|(of, _, why)| *of == role && *why == SOLVED_BEFORE);
                    let why = match given {
                        0 => "there was none",
                        _ if easy => "the attempts before solve them; lower genome.attempts.expanded, or take harder ones",
                        _ => "none could be solved; raise limits.expanded",
                    };
                    return Err(BuildError::Empty { role, why });
                }
                let rows = match given_rows {
                    Some(named) => named.into_iter().map(|(_, row)| row).collect(),
                    // A state that is drawn may have been drawn for another role, too, or be an instance there.
                    None => {
                        let others = || Role::ALL.into_iter().filter(|other| *other != role);
                        let mut rows = prepared.rows;
                        rows.retain(|row| {
                            !drawn.contains(&row.text)
                                && !others().any(|other| own[other].contains(&row.text))
                        });
                        rows
                    }
                };
                drawn.extend(rows.iter().map(|row| row.text.clone()));
                if fit.is_some() && rows.is_empty() {
                    return Err(BuildError::NoRows(role));
                }
                let rows: &[Row] = if fit.is_some() { &rows } else { &[] };
                Ok((prepared.instances, FitMatrix::new(rows, space.names.len(), self.fitting())))
            })?
            .unzip();
        let initial = self.first_candidates(domain.features(), &space)?;
        let mut context =
            EvaluationContext::new(self.domain.0.clone(), &self.metric, parameters, sets, tables);
        context.settings = self.settings.clone();
        context.large = self.tables();
        context.reference_factor = self.search.reference_factor;
        Ok(Ready { context: Arc::new(context), space, dropped, initial })
    }

    /// How rules are measured, where the domain is one of optimisation problems.
    pub fn optimiser(&self) -> Option<Optimiser> {
        let OptimiserSettings { parameters, rules } = self.search.optimiser.clone()?;
        let evaluator = &self.fitness.evaluator;
        Some(Optimiser { parameters, rules, target: evaluator.target(), averaged: evaluator.averages() })
    }

    /// [`prepare`](Self::prepare) for optimisation problems: the reference rule runs on all instances.
    fn prepare_rules(
        &self,
        optimiser: &Optimiser,
        (sets, mut findings): (PerRole<Named>, PerRole<HashMap<String, Finding>>),
        space: Space,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Ready, BuildError> {
        let (domain, limits) = (self.domain(), self.search.parameters.limits);
        let reference = match self.fitness.reference.as_str() {
            BLIND => Checked::new(Formula::value(Tree::number(0.0)), domain.features()),
            text => Checked::read(text, domain.features())?,
        };
        let reference = &Arc::new(reference);
        let mut dropped = Vec::new();
        let sets = sets.try_map(|role, instances| {
            let given = instances.len();
            let findings = std::mem::take(&mut findings[role]);
            let config = OptimisationPreparation { optimiser, limits, reference, findings };
            let prepared = config.prepare(domain, instances, executor, watch, done)?;
            dropped.extend(prepared.dropped.into_iter().map(|(name, why)| (role, name, why)));
            if prepared.instances.is_empty() && (given > 0 || role != Role::Test) {
                let why = if given == 0 { "there was none" } else { INFEASIBLE };
                return Err(BuildError::Empty { role, why });
            }
            Ok(prepared.instances)
        })?;
        let initial = self.first_candidates(domain.features(), &space)?;
        let rows = PerRole::from_fn(|_| FitMatrix::new(&[], space.names.len(), self.fitting()));
        let (parameters, of) = (self.search.parameters, self.domain.0.clone());
        let context = EvaluationContext::new(of, &self.metric, parameters, sets, rows);
        let mut context = context.optimising(Some(optimiser.clone()))?;
        context.settings = self.settings.clone();
        context.reference_factor = self.search.reference_factor;
        Ok(Ready { context: Arc::new(context), space, dropped, initial })
    }

    /// The configuration of one repetition, from 0. Its seed is that of the experiment plus its number.
    pub fn run_config(&self, ready: &Ready, repetition: u32) -> RunConfig {
        RunConfig {
            seed: self.seed.wrapping_add(repetition.into()),
            space: ready.space.clone(),
            tools: self.operators.toolbox(),
            context: Arc::clone(&ready.context),
            evaluator: self.fitness.evaluator.clone(),
            algorithm: self.algorithm.start(),
            initial: ready.initial.clone(),
            parsimony: self.operators.parsimony,
            validate_every: self.champion.validate_every,
            validate_top: self.champion.top,
            survivors: self.algorithm.survivors(self.champion.top),
            stop: self.stop.rules,
            plan: None,
        }
    }

    /// Whether a function of the caller's has to plan its generations: `plan` of the configuration.
    pub fn needs_plan(&self) -> bool {
        matches!(self.algorithm.kind, AlgorithmKind::Own(_))
    }

    /// The configuration of a repetition's control: random search with the same seed, and as many measurements as the
    /// repetition took. None where the experiment has no control.
    pub fn control(&self, ready: &Ready, repetition: u32, evaluations: u64) -> Option<RunConfig> {
        if !self.has_control() {
            return None;
        }
        let algorithm = AlgorithmSettings {
            kind: AlgorithmKind::RandomSearch(random_search::Settings::default()),
            population: self.algorithm.population,
            elites: self.algorithm.elites.max(1),
            racing: self.algorithm.racing,
        };
        let stop = Stop { evaluations: Some(evaluations), ..Stop::default() };
        let survivors = algorithm.survivors(self.champion.top);
        let mut config =
            RunConfig { algorithm: algorithm.start(), survivors, stop, ..self.run_config(ready, repetition) };
        if let Some(searches) = self.algorithm.kind.info().own_instances() {
            // As many searches for each measurement as there.
            config.evaluator.set_sample(searches);
        }
        Some(config)
    }

    /// Whether every repetition has a control; an experiment that is itself a random search has none.
    pub fn has_control(&self) -> bool {
        self.champion.control && !self.algorithm.kind.info().is_random_search()
    }

    /// The searches that every candidate begins with: the attempts before it, with the fewest expansions.
    fn earlier(&self, attempts: &AttemptSpace) -> Vec<SearchRequest> {
        let request = |attempt: Attempt| {
            let mut parameters = self.search.parameters;
            if let Some(search) = &attempt.search {
                search.apply(&mut parameters);
            }
            parameters.limits.expanded = Some(attempt.expanded);
            let checked = Checked::new(Formula::of(attempt.body), self.domain().features());
            SearchRequest { parameters, heuristic: HeuristicRef::of(Arc::new(checked)) }
        };
        attempts.shortest().into_iter().map(request).collect()
    }

    fn reference(&self) -> Result<HeuristicRef, ParseError> {
        let text = &self.fitness.reference;
        if text == BLIND {
            Ok(HeuristicRef::Blind)
        } else {
            HeuristicRef::read(text, self.domain().features())
        }
    }

    /// The space of candidates over some features with their ranges.
    pub(super) fn space(&self, chosen: &[u16], range: impl Fn(u16) -> (f64, f64)) -> Space {
        let genes = &self.genome.search;
        let search = (!genes.is_empty()).then(|| SearchSpace::new(genes.clone(), &self.search.parameters));
        let earlier = |attempts: &Attempts| {
            // What cannot be read was refused before.
            let read = |text: &String| parse(text, self.domain().features()).ok();
            let earlier = attempts.heuristics.iter().filter_map(read).collect();
            AttemptSpace::new(earlier, attempts.expanded, search.as_ref().map(SearchSpace::own))
        };
        let attempts = self.genome.attempts.as_ref().map(earlier);
        Space { search, attempts, ..self.genome.space(self.domain(), chosen, range) }
    }

    /// How many more heuristics the first population can be given.
    pub fn room(&self) -> usize {
        self.algorithm.initial_capacity().saturating_sub(self.initial.len())
    }

    /// Whether a heuristic can be in the first population.
    pub fn admits(&self, text: &str) -> bool {
        let Ok(chosen) = self.genome.chosen(self.domain(), &Places::default()) else { return false };
        let space = self.space(&chosen, |_| (0.0, 1.0));
        parse(text, self.domain().features()).is_ok_and(|formula| Candidate::read(&formula, &space).is_ok())
    }

    fn fitting(&self) -> Fitting {
        let Some(fit) = self.fitness.evaluator.least_squares() else { return Fitting::default() };
        let table = self.domain().features();
        let lexicase = self.operators.selection.name == epsilon_lexicase::OPERATOR.name;
        Fitting {
            loss: fit.loss,
            scaled: fit.scaling,
            beyond: fit.beyond.as_ref().and_then(|name| table.index(name)),
            cases: if lexicase { CASES } else { 0 },
        }
    }

    fn first_candidates(&self, table: &FeatureTable, space: &Space) -> Result<Vec<Candidate>, BuildError> {
        let candidate = |text: &String| {
            Candidate::read(&parse(text, table)?, space)
                .map_err(|misfit| BuildError::Initial { heuristic: text.clone(), misfit })
        };
        self.initial.iter().map(candidate).collect()
    }
}

/// Of several PDDL domains, each has as many instances of a role as the others, and none is in two roles.
fn check_strata(sets: &PerRole<Named>) -> Result<(), BuildError> {
    let mut seen: Vec<(String, Role)> = Vec::new();
    for role in Role::ALL {
        let by_domain = strata(sets[role].iter().map(|(_, instance)| &**instance)).into_iter();
        let counts: Vec<_> = by_domain.map(|(domain, numbers)| (domain.to_owned(), numbers.len())).collect();
        if let Some((two, one)) =
            counts.iter().find_map(|two| Some((two, counts.iter().find(|one| one.1 > two.1)?)))
        {
            return Err(BuildError::UnevenDomains { role, one: one.clone(), two: two.clone() });
        }
        for (domain, _) in counts.into_iter().filter(|(domain, _)| !domain.is_empty()) {
            if let Some((domain, other)) = seen.iter().find(|(known, _)| *known == domain) {
                return Err(BuildError::DomainInTwoRoles { domain: domain.clone(), roles: (*other, role) });
            }
            seen.push((domain, role));
        }
    }
    Ok(())
}

/// The request that finds a cheapest plan in a metric.
pub fn optimal_request(domain: &dyn Domain, metric: &str) -> Result<SearchRequest, ParseError> {
    let Method { algorithm, heuristic } = domain.optimal_solver(metric);
    let info = search::algorithm(&algorithm).ok_or_else(|| {
        ParseError::new(format!("{} names an unknown algorithm '{algorithm}'", domain.info().name))
    })?;
    let heuristic = heuristic.map(|text| HeuristicRef::read(&text, domain.features())).transpose()?;
    Ok(SearchRequest { parameters: SearchParameters::new(info), heuristic: heuristic.unwrap_or_default() })
}
