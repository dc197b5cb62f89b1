//! From an experiment and its instances to a context, and to the plan of an engine.

use super::fitness::BLIND;
use super::sets::{Named, Rows, Sets, apart};
use super::source::Places;
use super::{AlgorithmKind, AlgorithmSettings, Experiment};
use crate::context::{self, EvaluationContext, Failure, PreparedInstance, UNSOLVED, Watch};
use crate::dataset::{Fitting, Table};
use crate::engine;
use crate::genome::{Genome, Misfit, Space};
use crate::operators::selection::epsilon_lexicase;
use crate::task::{GENEROUS, Role};
use rustc_hash::FxHashSet;
use std::collections::HashMap;
use std::sync::Arc;
use unstuck_core::domain::{Domain, Method};
use unstuck_core::error::ParseError;
use unstuck_core::executor::Executor;
use unstuck_core::feature::{FeatureTable, Text};
use unstuck_core::instance::{Instance, SearchRequest};
use unstuck_core::language::{Checked, HeuristicRef, parse};
use unstuck_core::sample::Row;
use unstuck_core::search::{self, Limits, SearchParameters};

/// Bounds on the enumeration that rows are drawn from.
const ENUMERATION: Limits = Limits { expanded: Some(1_000_000), seconds: None, memory: Some(1 << 30) };

/// Rows that tell their losses one by one, for selections that look at cases.
const CASES: usize = 100;

/// Why an instance is left out of a coevolution.
const BEYOND_REFERENCE: &str = "the reference search does not solve it";

/// Every reason for which an instance may be left out.
pub const LEFT_OUT: [&str; 2] = [UNSOLVED, BEYOND_REFERENCE];

/// An experiment whose instances are solved and measured.
pub struct Ready {
    /// The instances and rows.
    pub context: Arc<EvaluationContext>,
    /// What genomes may consist of.
    pub space: Space,
    /// Instances that are left out, with the reason.
    pub dropped: Vec<(Role, String, &'static str)>,
    initial: Vec<Genome>,
}

/// Why an experiment cannot be run with its instances.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// An instance has two roles.
    #[error("{}", apart(.one, .two))]
    Overlap {
        /// What it is called in a role.
        one: (String, Role),
        /// What it is called in another.
        two: (String, Role),
    },
    /// A role without instances.
    #[error("no instance of {} is left: {why}", .role.name())]
    Empty {
        /// The role.
        role: Role,
        /// What happened to them.
        why: &'static str,
    },
    /// A feature that some instance does not have.
    #[error("the feature '{feature}' does not exist for {instance}")]
    Absent {
        /// The feature.
        feature: String,
        /// The instance.
        instance: String,
    },
    /// No feature is left.
    #[error("none of the features exists for all instances")]
    NoFeatures,
    /// No row to fit.
    #[error("{} has no row to fit: no cheapest plan is known; raise limits.expanded or take easier instances", .0.name())]
    NoRows(Role),
    /// A heuristic that cannot be in the first population.
    #[error("'{heuristic}' cannot be in the first population: {misfit}")]
    Initial {
        /// The heuristic.
        heuristic: String,
        /// Why not.
        misfit: Misfit,
    },
    /// A heuristic that cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A search that could not be run, or was stopped.
    #[error(transparent)]
    Search(#[from] Failure),
}

impl Experiment {
    /// Solves all instances by the reference and draws the rows. `done` is called after each instance.
    pub fn prepare(
        &self,
        sets: Sets,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Ready, BuildError> {
        let domain = self.domain();
        let Sets { instances: sets, rows, findings } = self.separate(sets)?;
        let chosen = self.existing(&sets, &rows)?;
        let train = sets[Role::Train as usize].iter();
        let ranges: Vec<_> = train.map(|(_, instance)| instance.ranges()).collect();
        let space = self.genome.space(domain, &chosen, |feature| {
            self.range(feature, &ranges, rows[Role::Train as usize].as_deref())
        });
        let table = domain.features();
        let parameters = self.search.parameters;
        let mut reference = SearchRequest { parameters, heuristic: self.reference()? };
        let limits = &mut reference.parameters.limits;
        limits.expanded = limits.expanded.map(|max| max.saturating_mul(GENEROUS));
        let optimal = optimal_request(domain, &self.metric)?;
        let mut dropped = Vec::new();
        let mut known: [Vec<PreparedInstance>; 3] = Default::default();
        let mut tables = Vec::new();
        let texts = |set: &Named| set.iter().map(|(_, instance)| instance.text()).collect();
        let own: [FxHashSet<String>; 3] = std::array::from_fn(|role| texts(&sets[role]));
        let mut drawn: FxHashSet<String> = FxHashSet::default();
        for (((role, instances), given_rows), findings) in
            Role::ALL.into_iter().zip(sets).zip(rows).zip(findings)
        {
            let given = instances.len();
            // The test set is for searches.
            let fit = self.fitness.judge.least_squares().filter(|_| role != Role::Test);
            let plan = context::PreparationConfig {
                reference: &reference,
                optimal: &optimal,
                optimal_limit: self.search.optimal_limit(),
                metric: &self.metric,
                rows: (fit.filter(|_| given_rows.is_none()).map_or(0, |fit| fit.states), self.seed),
                enumeration: ENUMERATION,
                // Rows are drawn from the spaces of solved instances, so those are solved again.
                findings: if fit.is_some() && given_rows.is_none() { HashMap::new() } else { findings },
            };
            let mut prepared = plan.prepare(instances, executor, watch, done)?;
            dropped.extend(prepared.dropped.drain(..).map(|(name, why)| (role, name, why)));
            if role == Role::Train && matches!(self.algorithm.kind, AlgorithmKind::Coevolution(_)) {
                // Nobody may gain by instances that even the reference cannot solve.
                prepared.known.retain(|known| {
                    if !known.reference.solved {
                        dropped.push((role, known.name.clone(), BEYOND_REFERENCE));
                    }
                    known.reference.solved
                });
            }
            if prepared.known.is_empty() && (given > 0 || role != Role::Test) {
                let why =
                    if given == 0 { "there was none" } else { "none could be solved; raise limits.expanded" };
                return Err(BuildError::Empty { role, why });
            }
            let rows = match given_rows {
                Some(named) => named.into_iter().map(|(_, row)| row).collect(),
                // States that are drawn may have been drawn for another role, too, or stand there as an instance.
                None => {
                    let others = || own.iter().enumerate().filter(|(other, _)| *other != role as usize);
                    let mut rows = prepared.rows;
                    rows.retain(|row| {
                        !drawn.contains(&row.text) && !others().any(|(_, texts)| texts.contains(&row.text))
                    });
                    rows
                }
            };
            drawn.extend(rows.iter().map(|row| row.text.clone()));
            if fit.is_some() && rows.is_empty() {
                return Err(BuildError::NoRows(role));
            }
            let rows: &[Row] = if fit.is_some() { &rows } else { &[] };
            tables.push(Table::new(rows, space.names.len(), self.fitting()));
            known[role as usize] = prepared.known;
        }
        let tables: [Table; 3] = tables.try_into().unwrap_or_else(|_| unreachable!("there are three roles"));
        let initial = self.first_genomes(table, &space)?;
        let mut context =
            EvaluationContext::new(self.domain.0.clone(), &self.metric, parameters, known, tables);
        context.settings = self.settings.clone();
        context.large = self.tables();
        Ok(Ready { context: Arc::new(context), space, dropped, initial })
    }

    /// The plan of one repetition, from 0. Its seed is that of the experiment plus its number.
    pub fn run_config(&self, ready: &Ready, repetition: u32) -> engine::RunConfig {
        engine::RunConfig {
            seed: self.seed.wrapping_add(repetition.into()),
            space: ready.space.clone(),
            tools: self.operators.toolbox(),
            context: Arc::clone(&ready.context),
            evaluator: self.fitness.judge.evaluator(),
            algorithm: self.algorithm.make(),
            initial: ready.initial.clone(),
            parsimony: self.operators.parsimony,
            validate_every: self.champion.validate_every,
            validate_top: self.champion.top,
            stop: self.stop.rules,
        }
    }

    /// The plan of a repetition's control: random search with the same seed, and as many measurements as the repetition
    /// took. None where nobody wants it, or where the experiment itself is a random search.
    pub fn control(&self, ready: &Ready, repetition: u32, evaluations: u64) -> Option<engine::RunConfig> {
        if !self.has_control() {
            return None;
        }
        let algorithm = AlgorithmSettings {
            kind: AlgorithmKind::RandomSearch,
            population: self.algorithm.population,
            elites: self.algorithm.elites.max(1),
        };
        let stop = engine::Stop { evaluations: Some(evaluations), ..engine::Stop::default() };
        let mut plan =
            engine::RunConfig { algorithm: algorithm.make(), stop, ..self.run_config(ready, repetition) };
        if let AlgorithmKind::Coevolution(settings) = &self.algorithm.kind {
            // As many searches for each measurement as there.
            plan.evaluator = plan.evaluator.sampling(settings.per_host * settings.size);
        }
        Some(plan)
    }

    /// Whether every repetition has a control.
    pub fn has_control(&self) -> bool {
        self.champion.control && self.algorithm.kind != AlgorithmKind::RandomSearch
    }

    /// The features that the experiment reads; some have a large table.
    pub fn named_features(&self) -> Vec<Text> {
        let table = self.domain().features();
        let chosen = self.genome.chosen(self.domain(), &Places::default()).unwrap_or_default();
        let beyond = self.fitness.judge.least_squares().and_then(|fit| fit.beyond.as_deref());
        let beyond = beyond.and_then(|name| table.index(name));
        let infos = chosen.into_iter().chain(beyond).map(|index| &table.features()[usize::from(index)]);
        infos.map(|info| info.name.clone()).collect()
    }

    /// The names of the large tables that the experiment reads.
    pub fn tables(&self) -> Vec<&'static str> {
        let domain = self.domain();
        let mut named = self.named_features();
        for text in self.initial.iter().chain([&self.fitness.reference]) {
            let read = Checked::read(text, domain.features()).ok();
            named.extend(read.iter().flat_map(Checked::infos).map(|info| info.name.clone()));
        }
        let named = |name: &str| named.iter().any(|known| known == name);
        domain.tables().iter().map(|table| table.name).filter(|name| named(name)).collect()
    }

    /// Whether heuristics may read the cost of the path: what they are compared with may then read it as well.
    pub fn reads_g(&self) -> bool {
        let features = self.domain().features().features();
        let chosen = self.genome.chosen(self.domain(), &Places::default()).unwrap_or_default();
        chosen.into_iter().any(|index| features[usize::from(index)].needs.g)
    }

    fn reference(&self) -> Result<HeuristicRef, ParseError> {
        let text = &self.fitness.reference;
        if text == BLIND {
            Ok(HeuristicRef::Blind)
        } else {
            HeuristicRef::read(text, self.domain().features())
        }
    }

    /// The chosen features that all instances have; one that was named must be there.
    fn existing(&self, sets: &[Named; 3], rows: &[Option<Rows>; 3]) -> Result<Vec<u16>, BuildError> {
        let table = self.domain().features();
        let mut chosen = self.genome.chosen(self.domain(), &Places::default())?;
        let mut keep = |name: &String, has: &dyn Fn(u16) -> bool| {
            let named = |&&index: &&u16| self.genome.features.iter().any(|entry| entry == table.name(index));
            if let Some(&index) = chosen.iter().filter(|index| !has(**index)).find(named) {
                let feature = table.name(index).to_owned();
                return Err(BuildError::Absent { feature, instance: name.clone() });
            }
            chosen.retain(|&index| has(index));
            Ok(())
        };
        for (name, instance) in sets.iter().flatten() {
            let ranges = instance.ranges();
            keep(name, &|index| ranges[usize::from(index)].is_some())?;
        }
        for (name, row) in rows.iter().flatten().flatten() {
            keep(name, &|index| row.values[usize::from(index)].is_some())?;
        }
        let beyond = self.fitness.judge.least_squares().and_then(|fit| fit.beyond.as_deref());
        if let Some(feature) = beyond {
            let lacks = |(_, instance): &&(String, Box<dyn Instance>)| !instance.has(feature);
            let index = self.fitting().beyond.map(usize::from);
            let without = |(_, row): &&(String, Row)| index.is_some_and(|index| row.values[index].is_none());
            let row = || rows.iter().flatten().flatten().find(without).map(|(name, _)| name);
            if let Some(name) = sets.iter().flatten().find(lacks).map(|(name, _)| name).or_else(row) {
                return Err(BuildError::Absent { feature: feature.into(), instance: name.clone() });
            }
        }
        if chosen.is_empty() { Err(BuildError::NoFeatures) } else { Ok(chosen) }
    }

    /// Smallest and largest value of a feature over instances; where there is no end, that of the constants.
    fn range(
        &self,
        feature: u16,
        ranges: &[Vec<Option<(f64, f64)>>],
        rows: Option<&[(String, Row)]>,
    ) -> (f64, f64) {
        let feature = usize::from(feature);
        let own = ranges.iter().filter_map(|ranges| ranges[feature]);
        let values = rows.unwrap_or_default().iter().filter_map(|(_, row)| row.values[feature]);
        let own = own.chain(values.map(|value| (value, value)));
        let (low, high) = own.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (from, to)| {
            (low.min(from), high.max(to))
        });
        let (min, max) = self.genome.constants;
        let low = if low.is_finite() { low } else { min };
        let high = if high.is_finite() { high } else { max };
        (low, high.max(low))
    }

    fn fitting(&self) -> Fitting {
        let Some(fit) = self.fitness.judge.least_squares() else { return Fitting::default() };
        let table = self.domain().features();
        let lexicase = self.operators.selection.name == epsilon_lexicase::OPERATOR.name;
        Fitting {
            loss: fit.loss,
            scaled: fit.scaling,
            beyond: fit.beyond.as_ref().and_then(|name| table.index(name)),
            cases: if lexicase { CASES } else { 0 },
        }
    }

    fn first_genomes(&self, table: &FeatureTable, space: &Space) -> Result<Vec<Genome>, BuildError> {
        let genome = |text: &String| {
            Genome::read(&parse(text, table)?, space)
                .map_err(|misfit| BuildError::Initial { heuristic: text.clone(), misfit })
        };
        self.initial.iter().map(genome).collect()
    }
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
