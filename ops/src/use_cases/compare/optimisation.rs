//! Rules and algorithms side by side over the same instances.

use super::Request;
use crate::ToSchema;
use crate::analysis::statistics::{Interval, mean_interval};
use crate::request::context::{Access, Context};
use crate::request::error::{Error, Result};
use crate::request::instances::{Named, Source};
use crate::request::method::Method;
use crate::system::origin::Origin;
use crate::use_cases::optimise::method::{self, Choice, Wanted, set_each};
use crate::use_cases::optimise::summary::Summary;
use crate::use_cases::optimise::{OptimisationResult, Report};
use crate::use_cases::solve::optimisation::{SEED, Settings, refuse_nodes, solve};
use serde::Serialize;
use std::sync::Arc;
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;
use unstuck_core::instance::optimisation::OptimisationInstance;
use unstuck_core::local_search::CONSTRUCT;

/// All reports: a row for each instance, in it one for each pair; `None` where a pair could not be run.
pub struct Comparison {
    /// What costs are counted in.
    pub metric: String,
    /// The pairs of an algorithm and a rule.
    pub pairs: Vec<Choice>,
    /// The instances.
    pub rows: Vec<(String, Vec<Option<Report>>)>,
    /// What is wrong with instances.
    pub errors: Vec<Error>,
}

/// A comparison as plain data: the results of the solves, and a summary of each pair.
#[derive(Debug, Clone, Serialize)]
pub struct CompareResult {
    /// The results, instance by instance.
    pub results: Vec<OptimisationResult>,
    /// The pairs.
    pub summary: Vec<PairSummary>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// One pair over the instances that every pair solved.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = OptimisationPair)]
pub struct PairSummary {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The rule's text.
    pub heuristic: String,
    /// The rule as the request names it.
    pub name: String,
    /// The figures.
    #[serde(flatten)]
    pub summary: Summary,
    /// Instances on which no pair has a lower cost.
    pub wins: usize,
    /// Mean difference of the cost to that of the first pair, instance by instance.
    pub difference: Option<Difference>,
}

/// A mean difference with its 95 % bootstrap interval.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = CostDifference)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Runs every pair on every instance.
///
/// # Errors
///
/// What cannot be run is refused before anything is.
pub fn run(request: &Request, context: &Context<'_>, named: Named) -> Result<Comparison> {
    let errors: Vec<Error> = named.errors.into_iter().map(Error::input).collect();
    let Some(first) = named.sources.first() else {
        return Ok(Comparison { metric: String::new(), pairs: Vec::new(), rows: Vec::new(), errors });
    };
    let domain = first.domain.clone();
    refuse_nodes(&request.limits, &*domain, context)?;
    let settings = Settings {
        reading: request.reading.clone(),
        seed: request.seed.unwrap_or(SEED),
        limits: request.limits,
        from: None,
    };
    let problem = first.optimisation(&settings.reading)?;
    let pairs = pairs(request, &*domain, &*problem, context)?;
    let solves = named.sources.len() * pairs.len();
    if let Access::Names { most, .. } = context.access
        && solves as u64 > most
    {
        let message = format!("a table has from 1 to {most} solves, and this would have {solves}");
        return Err(Error::input(message).field("methods"));
    }
    let tasks: Vec<(&Source, &Choice)> =
        named.sources.iter().flat_map(|source| pairs.iter().map(move |pair| (source, pair))).collect();
    let mut comparison =
        Comparison { metric: problem.metric().to_string(), pairs: pairs.clone(), rows: Vec::new(), errors };
    context.workers(request.threads, "comparing").each(
        &tasks,
        |(source, choice), activity| {
            let report = solve(source, &settings, |_| Ok((*choice).clone()), activity);
            (source.name.clone(), report)
        },
        |(name, report)| {
            comparison.add(name, report);
            Ok(())
        },
    )?;
    // Rows without a result are no rows; a cancelled row has too few.
    comparison.rows.retain(|(_, cells)| cells.iter().any(Option::is_some));
    let count = comparison.pairs.len();
    comparison.rows.iter_mut().for_each(|(_, cells)| cells.resize_with(count, || None));
    Ok(comparison)
}

/// The pairs: the methods that are listed, or every algorithm with every rule. By default constructions by all named rules
/// that the instances have the features of.
fn pairs(
    request: &Request,
    domain: &dyn Domain,
    problem: &dyn OptimisationInstance,
    context: &Context<'_>,
) -> Result<Vec<Choice>> {
    if !request.methods.is_empty() {
        let pair = |method: &Method| {
            Wanted::new(method, domain, context)?.or_algorithm(&CONSTRUCT).choose(domain, problem, context)
        };
        return request.methods.iter().map(pair).collect();
    }
    let algorithms = match &request.algorithms[..] {
        [] => vec![&CONSTRUCT],
        names => names.iter().map(|name| method::algorithm(name)).collect::<Result<_>>()?,
    };
    let read = |text: &str| method::rule(domain, text, context, "heuristics").map(Arc::new);
    let rules = match &request.heuristics[..] {
        [] => {
            let all = domain.rules().iter().map(|rule| read(rule.name)).collect::<Result<Vec<_>>>()?;
            all.into_iter().filter(|rule| rule.exists_for(problem)).collect()
        }
        texts => texts.iter().map(|text| read(text)).collect::<Result<Vec<_>>>()?,
    };
    let algorithms = set_each(&algorithms, &request.parameters)?;
    let pair = |parameters, rule: &Arc<_>| Choice { parameters, rule: Arc::clone(rule) };
    Ok(algorithms
        .into_iter()
        .flat_map(|parameters| rules.iter().map(move |rule| pair(parameters.clone(), rule)))
        .collect())
}

impl Comparison {
    /// Adds a result to the last row, or begins one.
    fn add(&mut self, name: String, report: Result<Report>) {
        if self.rows.last().is_none_or(|(last, cells)| *last != name || cells.len() == self.pairs.len()) {
            self.rows.push((name, Vec::new()));
        }
        if let Err(error) = &report
            && self.errors.last().is_none_or(|last| last.message != error.message)
        {
            // An instance that cannot be read fails for every pair alike.
            self.errors.push(error.clone());
        }
        if let Some((_, cells)) = self.rows.last_mut() {
            cells.push(report.ok());
        }
    }

    /// The reports, instance by instance.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.rows.iter().flat_map(|(_, cells)| cells.iter().flatten())
    }

    /// The instances for which every pair has a feasible solution: only over them are figures comparable.
    pub fn solved_by_all(&self) -> Vec<Vec<&Report>> {
        let rows = self.rows.iter().map(|(_, cells)| cells.iter().flatten().collect::<Vec<_>>());
        let feasible = |report: &&Report| report.is_feasible();
        rows.filter(|row| row.len() == self.pairs.len() && row.iter().all(feasible)).collect()
    }

    /// A summary of each pair.
    pub fn summary(&self) -> Vec<PairSummary> {
        let rows = self.solved_by_all();
        let cost = |report: &Report| report.solved.cost.soft;
        let summary = |(pair, choice): (usize, &Choice)| {
            let reports: Vec<&Report> = rows.iter().map(|row| row[pair]).collect();
            let wins = |row: &&Vec<&Report>| row.iter().all(|other| cost(row[pair]) <= cost(other));
            let differences: Vec<f64> =
                rows.iter().map(|row| (cost(row[pair]) - cost(row[0])) as f64).collect();
            PairSummary {
                algorithm: choice.algorithm().name,
                heuristic: choice.rule.text(),
                name: choice.rule.name.clone(),
                summary: Summary::of(&reports),
                wins: rows.iter().filter(wins).count(),
                difference: (pair > 0 && !rows.is_empty()).then(|| Difference::of(&differences)),
            }
        };
        self.pairs.iter().enumerate().map(summary).collect()
    }

    /// As plain data.
    ///
    /// # Errors
    ///
    /// As of [`Report::result`].
    pub fn result(&self) -> Result<CompareResult, ParseError> {
        Ok(CompareResult {
            results: self.reports().map(Report::result).collect::<Result<_, _>>()?,
            summary: self.summary(),
            unstuck: Origin::here(),
        })
    }
}

impl Difference {
    fn of(differences: &[f64]) -> Self {
        let Interval { low, high } = mean_interval(differences, 0.95, 1);
        Self { mean: differences.iter().sum::<f64>() / differences.len() as f64, low, high }
    }
}
