//! Algorithms and heuristics side by side over the same instances.

mod domain_summary;
pub mod optimisation;

pub use domain_summary::{DomainPair, DomainSummary, quality};

use crate::pattern_databases;
use crate::request::Fields;
use crate::request::context::{Access, Context};
use crate::request::error::{Error, Result};
use crate::request::instances::{self, Named, Reading, Source};
use crate::request::limits::Limits;
use crate::request::method::{self, Choice, Method, Parameters};
use crate::system::origin::Origin;
use crate::use_cases::solve::{self, Report, SolveResult};
use crate::wording;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use unstuck_core::domain::{self, Domain, DomainRef};
use unstuck_core::executor::Sequential;
use unstuck_core::instance::Status;
use unstuck_core::language::HeuristicRef;

/// What to compare: every algorithm with every heuristic, or the methods that are listed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
#[schema(as = TableRequest)]
pub struct Request {
    /// The instances, all of one domain; planning tasks may be of several.
    pub instances: Vec<String>,
    /// Algorithms; if none, A*, or in planning quick for heuristics that are not admissible.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Heuristics; all that are declared admissible in the metric if none.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// Parameters of the algorithms.
    #[serde(skip)]
    pub parameters: Parameters,
    /// Methods, in place of algorithms and heuristics.
    #[serde(default)]
    pub methods: Vec<Method>,
    /// The domain of texts that do not name one.
    #[serde(default)]
    pub domain: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
    /// Number of threads; 0 for one per core.
    #[serde(default)]
    pub threads: usize,
    /// Names the random streams; 1 if none. Of optimisation domains.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A comparison, by the kind of the domain.
pub enum Compared {
    /// Of searches.
    Searches(Comparison),
    /// Of rules and algorithms for an optimisation domain.
    Optimisations(optimisation::Comparison),
}

/// All reports: a row for each instance, in it one for each pair; `None` where a pair could not be run.
pub struct Comparison {
    /// The pairs of an algorithm and a heuristic.
    pub pairs: Vec<Choice>,
    /// The heuristic of each pair as the request names it: `champion`, a file, a text.
    pub names: Vec<String>,
    /// The instances.
    pub rows: Vec<(String, Vec<Option<Report>>)>,
    /// What is wrong with instances.
    pub errors: Vec<Error>,
}

/// A figure's name and where a report has it.
pub type Figure = (&'static str, fn(&Report) -> f64);

/// CPU time; time where the system does not count it.
pub fn cpu_seconds(report: &Report) -> f64 {
    report.cpu_seconds.unwrap_or(report.solution.stats.seconds)
}

/// The statistics of a search that have a mean.
pub const STATISTICS: [Figure; 12] = [
    ("generated", |r| r.solution.stats.generated as f64),
    ("expanded", |r| r.solution.stats.expanded as f64),
    ("evaluated", |r| r.solution.stats.evaluated as f64),
    ("stored", |r| r.solution.stats.stored as f64),
    ("reopened", |r| r.solution.stats.reopened as f64),
    ("max_open", |r| r.solution.stats.max_open as f64),
    ("iterations", |r| f64::from(r.solution.stats.iterations)),
    ("branching_factor", |r| r.solution.stats.branching_factor().unwrap_or(0.0)),
    ("seconds", |r| r.solution.stats.seconds),
    ("cpu_seconds", cpu_seconds),
    ("peak_bytes", |r| r.solution.stats.peak_bytes as f64),
    ("table_bytes", |r| r.solution.stats.table_bytes as f64),
];

/// A comparison as plain data: the results of the solves, and a summary of each pair.
#[derive(Debug, Clone, Serialize)]
pub struct CompareResult {
    /// The results, instance by instance.
    pub results: Vec<SolveResult>,
    /// The pairs.
    pub summary: Vec<PairSummary>,
    /// Coverage and quality by domain, of planning tasks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<DomainSummary>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// One pair over all instances.
#[derive(Debug, Clone, Serialize)]
pub struct PairSummary {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic's text.
    pub heuristic: String,
    /// The heuristic as the request names it.
    pub name: String,
    /// Instances it was run on.
    pub instances: usize,
    /// Those that it solved.
    pub solved: usize,
    /// Those that every pair solved.
    pub solved_by_all: usize,
    /// Means over those, by the name of the figure.
    pub mean: serde_json::Map<String, serde_json::Value>,
    /// Nodes expanded on those, as a share of the first pair's.
    pub share_of_first: Option<f64>,
    /// The mean over those of the nodes expanded per node of the first pair.
    pub mean_ratio: Option<f64>,
}

/// Runs every pair on every instance.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Compared> {
    let domain = context.optional_domain(request.domain.as_deref())?;
    let named = context.resolve(&request.instances, domain.as_ref(), &request.reading, "instances")?;
    let domains = distinct(&named.sources);
    one_domain(&named.sources, &domains)?;
    Ok(match instances::kind_of(&named.sources)? {
        domain::Kind::Search => Compared::Searches(searches(request, context, named, &domains)?),
        domain::Kind::Optimisation => Compared::Optimisations(optimisation::run(request, context, named)?),
    })
}

/// Refuses instances of several domains that are not of one family.
fn one_domain(sources: &[Source], domains: &[DomainRef]) -> Result<()> {
    let (Some(first), Some(domain)) = (sources.first(), domains.first()) else { return Ok(()) };
    let family = domain.info().family;
    let are_alike = family.is_some() && domains.iter().all(|other| other.info().family == family);
    if let Some(other) = sources.iter().find(|s| s.domain.info().name != domain.info().name)
        && !are_alike
    {
        let (a, b) = (&domain.info().name, &other.domain.info().name);
        let message =
            format!("{} is {a} and {} is {b}; compare one domain at a time", first.name, other.name);
        return Err(Error::input(message).field("instances"));
    }
    Ok(())
}

fn searches(
    request: &Request,
    context: &Context<'_>,
    mut named: Named,
    domains: &[DomainRef],
) -> Result<Comparison> {
    let reading = &request.reading;
    let mut errors: Vec<Error> = named.errors.into_iter().map(Error::input).collect();
    let Some(domain) = domains.first() else {
        return Ok(Comparison { pairs: Vec::new(), names: Vec::new(), rows: Vec::new(), errors });
    };
    if request.seed.is_some() {
        return Err(Error::input(format!(
            "{} is for optimisation domains, not for searches",
            wording::field("seed")
        ))
        .field("seed"));
    }
    let place = |source: &Source| domains.iter().position(|domain| Arc::ptr_eq(domain, &source.domain));
    named.sources.sort_by_key(place);
    let of_domains: Vec<_> =
        domains.iter().map(|domain| request.pairs(&**domain, context)).collect::<Result<_>>()?;
    let pairs = of_domains[0].clone();
    let searches = named.sources.len() * pairs.len();
    if let Access::Names { most, .. } = context.access
        && searches as u64 > most
    {
        let message = format!("a table has from 1 to {most} searches, and this would have {searches}");
        return Err(Error::input(message).field("methods"));
    }
    let heuristics: Vec<&HeuristicRef> = pairs.iter().map(|(choice, _)| &choice.heuristic).collect();
    let limits = request.limits.of_each(request.threads, searches);
    let making = context.making(request.threads, limits);
    pattern_databases::prepare(&**domain, &heuristics, making)?;
    let requests: Vec<Vec<_>> = of_domains
        .iter()
        .map(|pairs| {
            pairs.iter().map(|(choice, parameters)| (choice, parameters.request(choice, limits))).collect()
        })
        .collect();
    let own = |source| &requests[place(source).unwrap_or(0)];
    let tasks: Vec<_> =
        named.sources.iter().flat_map(|source| own(source).iter().map(move |task| (source, task))).collect();
    let mut rows: Vec<(String, Vec<Option<Report>>)> = Vec::new();
    let mut last_error = String::new();
    context.workers(request.threads, "comparing").each(
        &tasks,
        |(source, (choice, search)), activity| {
            let report = solve::solve(source, reading, (choice, search), activity, &Sequential);
            (source.name.clone(), report.map_err(Error::from))
        },
        |(name, report)| {
            if rows.last().is_none_or(|(last, cells)| *last != name || cells.len() == pairs.len()) {
                rows.push((name, Vec::new()));
            }
            if let Err(error) = &report
                && error.message != last_error
            {
                // A board that cannot be read fails for every pair alike.
                last_error.clone_from(&error.message);
                errors.push(error.clone());
            }
            if let Some((_, cells)) = rows.last_mut() {
                cells.push(report.ok());
            }
            Ok(())
        },
    )?;
    // Rows without a result are no rows; a cancelled row has too few.
    rows.retain(|(_, cells)| cells.iter().any(Option::is_some));
    rows.iter_mut().for_each(|(_, cells)| cells.resize_with(pairs.len(), || None));
    let names = pairs.iter().map(|(choice, _)| request.name(&**domain, &choice.heuristic)).collect();
    Ok(Comparison { pairs: pairs.into_iter().map(|(choice, _)| choice).collect(), names, rows, errors })
}

/// The domains of the instances, in the order in which they are named.
fn distinct(sources: &[Source]) -> Vec<DomainRef> {
    let mut domains: Vec<DomainRef> = Vec::new();
    for source in sources {
        if !domains.iter().any(|domain| Arc::ptr_eq(domain, &source.domain)) {
            domains.push(source.domain.clone());
        }
    }
    domains
}

impl Request {
    /// What the request calls a heuristic; its text where the request does not name it.
    fn name(&self, domain: &dyn Domain, heuristic: &HeuristicRef) -> String {
        let methods = self.methods.iter().filter_map(|method| method.heuristic.as_ref());
        method::name_of(domain, &heuristic.to_string(), self.heuristics.iter().chain(methods))
    }

    /// The pairs, each with the parameters that it is run with.
    fn pairs(&self, domain: &dyn Domain, context: &Context<'_>) -> Result<Vec<(Choice, Parameters)>> {
        if !self.methods.is_empty() {
            let pair = |method: &Method| {
                let choice = method.choose(domain, context)?;
                method.check(&choice)?;
                Ok((choice, method.parameters.clone()))
            };
            return self.methods.iter().map(pair).collect();
        }
        let pairs = self.all_pairs(domain, context)?;
        Ok(pairs.into_iter().map(|choice| (choice, self.parameters.clone())).collect())
    }

    /// Every algorithm with every heuristic; blind algorithms once.
    fn all_pairs(&self, domain: &dyn Domain, context: &Context<'_>) -> Result<Vec<Choice>> {
        let given = self.algorithms.iter().map(|name| method::algorithm(name));
        let given: anyhow::Result<Vec<_>> = given.collect();
        let mut algorithms = given.map_err(|error| Error::from(error).or_field("algorithms"))?;
        let given = self.heuristics.iter();
        let given = given.map(|text| method::given_heuristic(domain, text, context, "heuristics"));
        let mut heuristics = given.collect::<Result<Vec<_>>>()?;
        if algorithms.is_empty() && !heuristics.is_empty() {
            // Each by the search that it was made for, or the domain's.
            let pair = |heuristic| Choice::named(method::own_algorithm(domain, &heuristic), heuristic);
            let pairs: Vec<Choice> = heuristics.into_iter().map(pair).collect();
            self.parameters.check(&pairs.iter().map(|pair| pair.algorithm).collect::<Vec<_>>())?;
            return Ok(pairs);
        }
        if algorithms.is_empty() {
            algorithms.push(method::algorithm("astar")?);
        }
        self.parameters.check(&algorithms)?;
        method::refuse_if_blind(&algorithms, heuristics.iter().find(|heuristic| !heuristic.is_blind()))?;
        if heuristics.is_empty() && algorithms.len() > 1 {
            // Several algorithms are compared by one heuristic unless more are asked for.
            heuristics.push(method::choose(domain, Some("astar"), None)?.heuristic);
        } else if heuristics.is_empty() {
            heuristics.push(HeuristicRef::Blind);
            for info in method::admissible(domain, domain.info().metric(self.reading.metric.as_deref())) {
                let heuristic = method::heuristic(domain, &info.name)?;
                if !heuristic.is_blind() {
                    heuristics.push(heuristic);
                }
            }
        }
        let mut pairs: Vec<Choice> = Vec::new();
        let mut seen = BTreeSet::new();
        for algorithm in algorithms {
            let blind = [HeuristicRef::Blind];
            for heuristic in if algorithm.heuristic { &heuristics[..] } else { &blind } {
                if seen.insert((algorithm.name, heuristic.to_string())) {
                    pairs.push(Choice::named(algorithm, heuristic.clone()));
                }
            }
        }
        Ok(pairs)
    }
}

impl Comparison {
    /// The reports, instance by instance.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.rows.iter().flat_map(|(_, cells)| cells.iter().flatten())
    }

    /// The instances that every pair solved: only over them are sums and means comparable.
    pub fn solved_by_all(&self) -> Vec<Vec<&Report>> {
        let rows = self.rows.iter().map(|(_, cells)| cells.iter().flatten().collect::<Vec<_>>());
        let solved = |report: &&Report| report.solution.status == Status::Solved;
        rows.filter(|row| row.len() == self.pairs.len() && row.iter().all(solved)).collect()
    }

    /// As plain data.
    pub fn result(&self) -> CompareResult {
        let solved = self.solved_by_all();
        let summary = |(pair, choice): (usize, &Choice)| {
            let all: Vec<&Report> = self.rows.iter().filter_map(|(_, cells)| cells[pair].as_ref()).collect();
            let common: Vec<&Report> = solved.iter().map(|row| row[pair]).collect();
            let average = |figure: fn(&Report) -> f64| {
                let mean = (!common.is_empty()).then(|| mean(&common, figure));
                serde_json::Value::from(mean)
            };
            let length: Figure = ("length", |report| report.length().unwrap_or(0) as f64);
            let statistics = STATISTICS.iter().chain([&length]);
            PairSummary {
                algorithm: choice.algorithm.name,
                heuristic: choice.heuristic.to_string(),
                name: self.names[pair].clone(),
                instances: all.len(),
                solved: all.iter().filter(|report| report.solution.status == Status::Solved).count(),
                solved_by_all: common.len(),
                mean: statistics.map(|&(name, figure)| (name.to_owned(), average(figure))).collect(),
                share_of_first: share_of_first(&solved, pair, expanded),
                mean_ratio: mean_ratio(&solved, pair, expanded),
            }
        };
        CompareResult {
            results: self.reports().map(Report::result).collect(),
            summary: self.pairs.iter().enumerate().map(summary).collect(),
            domains: self.domains(),
            unstuck: Origin::here(),
        }
    }
}

/// The mean over reports, of which there must be one.
pub fn mean(reports: &[&Report], figure: impl Fn(&Report) -> f64) -> f64 {
    reports.iter().map(|report| figure(report)).sum::<f64>() / reports.len() as f64
}

fn expanded(report: &Report) -> f64 {
    report.solution.stats.expanded as f64
}

/// A figure's total as a share of the first pair's, over rows of reports; `None` if it has none.
pub fn share_of_first(rows: &[Vec<&Report>], pair: usize, figure: fn(&Report) -> f64) -> Option<f64> {
    let total = |pair: usize| rows.iter().map(|row| figure(row[pair])).sum::<f64>();
    (total(0) > 0.0).then(|| total(pair) / total(0))
}

/// The mean over rows of a figure's ratio to the first pair's; rows where that is 0 have none.
pub fn mean_ratio(rows: &[Vec<&Report>], pair: usize, figure: fn(&Report) -> f64) -> Option<f64> {
    let ratios = rows.iter().filter(|row| figure(row[0]) > 0.0).map(|row| figure(row[pair]) / figure(row[0]));
    let ratios: Vec<f64> = ratios.collect();
    (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / ratios.len() as f64)
}
