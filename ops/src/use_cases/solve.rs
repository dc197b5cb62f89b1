//! Solves instances: the moves, and what it took to find them. Optimisation domains are handed over to [`optimisation`].

mod improvements;
pub mod optimisation;
mod report;

pub use report::{PlanPosition, Report, SolveResult, Statistics, Unproved, method, solve};

use crate::pattern_databases;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::{self, Named, Reading, Source};
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::request::method::{self as methods, Choice, Method};
use crate::request::one_or_many;
use crate::system::watch::Activity;
use crate::system::workers::Here;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use unstuck_core::domain::{self, Domain};
use unstuck_core::executor::{Executor, Sequential};
use unstuck_core::instance::{SearchInstance, SearchRequest, Solution, Status};
use unstuck_core::search;

/// Seconds that the algorithm `shortest` gets where no limit is set.
const SHORTEST: f64 = 1.0;

/// Seconds for a first plan where the proof of a shortest one ended at a limit.
const FIRST_PLAN: f64 = 2.0;

/// What to solve, and how.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
#[schema(as = SolveRequest)]
pub struct Request {
    /// The instances, by name or text.
    #[serde(rename = "instance", deserialize_with = "one_or_many")]
    #[schema(value_type = String)]
    pub instances: Vec<String>,
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
    /// Proves a shortest solution, by the algorithm and heuristic that the domain finds best for it.
    #[serde(default)]
    pub optimal: bool,
    /// Spends the time limit on ever shorter solutions.
    #[serde(default)]
    pub shortest: bool,
    /// Names the random streams; 1 if none. Of optimisation domains.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The text of a solution to start from, which the result is never worse than. Of optimisation domains.
    #[serde(default)]
    pub from: Option<String>,
    /// Algorithm, heuristic and parameters.
    #[serde(flatten)]
    pub method: Method,
}

/// An instance, and what a method runs on it. Defaults of the domain give way to what the instance supports.
pub fn prepare(
    source: &Source,
    reading: &Reading,
    method: &Method,
    limits: search::Limits,
    context: &Context<'_>,
) -> Result<(Box<dyn SearchInstance>, SearchRequest)> {
    let choice = method.choose(&*source.domain, context)?;
    method.check(&choice)?;
    let mut request = method.parameters.request(&choice, limits);
    let began = Instant::now();
    let making = context.making(1, limits);
    pattern_databases::prepare(&*source.domain, &[&request.heuristic], making)?;
    request.parameters.limits = less(limits, began.elapsed());
    let instance = source.search(reading, "solve")?;
    choice.adapt(&*source.domain, &*instance, &mut request)?;
    let tables = pattern_databases::bytes(&*source.domain, &request.heuristic);
    let memory = &mut request.parameters.limits.memory;
    *memory = memory.map(|most| most.saturating_sub(tables));
    Ok((instance, request))
}

/// What is left of the limits of a search when the time that its tables took is over.
fn less(limits: search::Limits, spent: Duration) -> search::Limits {
    let seconds = limits.seconds.map(|seconds| (seconds - spent.as_secs_f64()).max(0.0));
    search::Limits { seconds, ..limits }
}

/// What to run, shared by the instances of a domain.
type Task = Arc<(Choice, SearchRequest)>;

/// Instances with what is run on them. What cannot be run is refused before anything is.
pub struct Batch {
    tasks: Vec<(Source, Task)>,
    reading: Reading,
    threads: usize,
    /// A shortest plan is to be proved.
    optimal: bool,
    /// Lines of files that name nothing, with what is wrong.
    pub errors: Vec<Error>,
}

/// What a request solves, by the kind of its domains.
pub enum Solves {
    /// Plans are searched for.
    Searches(Batch),
    /// Solutions are made and improved.
    Optimisations(optimisation::Batch),
}

impl Solves {
    /// Resolves names and chooses methods.
    ///
    /// # Errors
    ///
    /// What cannot be run is refused before anything is.
    pub fn new(request: &Request, context: &Context<'_>) -> Result<Self> {
        let reading = &request.reading;
        let domain = context.optional_domain(request.domain.as_deref())?;
        let named = context.resolve(&request.instances, domain.as_ref(), reading, "instance")?;
        Self::of(request, context, named)
    }

    /// The same for a request that names one instance.
    ///
    /// # Errors
    ///
    /// There is another number of instances, or what cannot be run.
    pub fn single(request: &Request, context: &Context<'_>) -> Result<Self> {
        Self::of(request, context, request.only(context)?)
    }

    fn of(request: &Request, context: &Context<'_>, named: Named) -> Result<Self> {
        Ok(match instances::kind_of(&named.sources)? {
            domain::Kind::Search => Self::Searches(Batch::of(request, context, named)?),
            domain::Kind::Optimisation => {
                Self::Optimisations(optimisation::Batch::new(request, context, named)?)
            }
        })
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Searches(batch) => batch.len(),
            Self::Optimisations(batch) => batch.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Batch {
    /// Searches for a request that names one instance.
    pub fn single(request: &Request, context: &Context<'_>) -> Result<Self> {
        Self::of(request, context, request.only(context)?)
    }

    fn of(request: &Request, context: &Context<'_>, named: Named) -> Result<Self> {
        let mut tasks: Vec<(Source, Task)> = Vec::with_capacity(named.sources.len());
        let searches = named.sources.len();
        let errors = named.errors.into_iter().map(Error::input).collect();
        for source in named.sources {
            let last = tasks.last().filter(|(other, _)| Arc::ptr_eq(&other.domain, &source.domain));
            let task = match last {
                Some((_, task)) => task.clone(),
                None => {
                    only_search(&*source.domain, "solve")?;
                    request.refuse_optimisation()?;
                    let choice = request.choice(&*source.domain, context)?;
                    let mut limits = request.limits.of_each(request.threads, searches);
                    if request.shortest && !context.activity.limits_cpu() {
                        limits.seconds.get_or_insert(SHORTEST);
                    }
                    let search = request.method.parameters.request(&choice, limits);
                    Arc::new((choice, search))
                }
            };
            tasks.push((source, task));
        }
        let (reading, threads, optimal) = (request.reading.clone(), request.threads, request.optimal);
        Ok(Self { tasks, reading, threads, optimal, errors })
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Whether the searches recurse deeply or read a large table.
    pub fn is_heavy(&self) -> bool {
        self.tasks.iter().any(|(source, task)| {
            crate::system::workers::is_deep(task.0.algorithm)
                || !pattern_databases::needed(&*source.domain, &[&task.1.heuristic]).is_empty()
        })
    }

    /// Makes the pattern databases that are missing, and returns how much less time the only search has; several
    /// share the tables, and each has its whole time.
    fn prepare(&self, context: &Context<'_>) -> Result<Duration> {
        let began = Instant::now();
        let mut prepared = None;
        for (source, task) in &self.tasks {
            if prepared.replace(Arc::as_ptr(task)) != Some(Arc::as_ptr(task)) {
                let limits = task.1.parameters.limits;
                let making = context.making(self.threads, limits);
                pattern_databases::prepare(&*source.domain, &[&task.1.heuristic], making)?;
            }
        }
        Ok(if self.len() == 1 { began.elapsed() } else { Duration::ZERO })
    }

    /// Solves an instance, so much of whose time is over.
    fn solve(
        &self,
        (source, task): &(Source, Task),
        spent: Duration,
        activity: &Activity,
        executor: &dyn Executor,
    ) -> Result<Report> {
        let mut search = task.1.clone();
        let mut limits = less(search.parameters.limits, spent);
        // A tenth of the time of a proof is kept for a plan without one.
        let rest = limits.seconds.map_or(FIRST_PLAN, |seconds| (seconds / 10.0).min(FIRST_PLAN));
        if self.optimal {
            limits = less(limits, Duration::from_secs_f64(rest));
        }
        search.parameters.limits = limits;
        let mut report = solve(source, &self.reading, (&task.0, &search), activity, executor)?;
        let Solution { status, limit, .. } = report.solution;
        if self.optimal && status == Status::Limit && limit != Some(search::Limit::Cancelled) {
            let memory = Some(limits.memory.unwrap_or(1 << 30));
            let limits = search::Limits { seconds: Some(rest), memory, ..Default::default() };
            report.unproved = self.unproved(source, &report, limits, activity);
            report.close_gap();
        }
        Ok(report)
    }

    /// What is known of a shortest plan: what the search has proved or the largest admissible estimate of the start, and a plan by the method of
    /// the domain that finds one quickly, if it has one that proves nothing.
    fn unproved(
        &self,
        source: &Source,
        report: &Report,
        limits: search::Limits,
        activity: &Activity,
    ) -> Option<Unproved> {
        let (domain, metric) = (&*source.domain, report.puzzle.metric());
        let values = report.puzzle.values();
        let estimates = methods::admissible(domain, &metric)
            .filter_map(|info| values[usize::from(domain.features().index(&info.name)?)]);
        // Values such as 3.0000000001 are 3.
        let estimate = (estimates.fold(0.0, f64::max) - 1e-9).ceil().max(0.0) as u64;
        let bound = report.bound.max(estimate);
        let choice = methods::method(domain, &domain.solver(&*report.puzzle)).ok()?;
        let quick = methods::Parameters::default().request(&choice, limits);
        let best = (choice.algorithm.optimal == search::Optimal::Never)
            .then(|| solve(source, &self.reading, (&choice, &quick), activity, &Sequential).ok())
            .flatten()
            .filter(|best| best.solution.status == Status::Solved);
        Some(Unproved { bound, best: best.map(Box::new) })
    }

    /// Solves all, and hands over the reports in their order.
    pub fn run(
        &self,
        context: &Context<'_>,
        mut each: impl FnMut(Result<Report>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let spent = self.prepare(context)?;
        // Several instances keep the threads busy by themselves.
        let executor: &(dyn Executor + Sync) = if self.len() == 1 { &Here } else { &Sequential };
        let work = |task: &_, activity: &_| self.solve(task, spent, activity, executor);
        context.workers(self.threads, "solving").each(&self.tasks, work, &mut each)
    }

    /// Solves the only instance, on this thread.
    pub fn run_here(&self, context: &Context<'_>, executor: &dyn Executor) -> Result<Report> {
        let [task] = &self.tasks[..] else {
            let message = format!("{} instances are named; this takes one", self.len());
            return Err(Error::input(message).field("instance"));
        };
        let spent = self.prepare(context)?;
        self.solve(task, spent, context.activity, executor)
    }

    /// The domain of the first instance, and how instances are read.
    pub fn origin(&self) -> Option<(&domain::DomainRef, &Reading)> {
        self.tasks.first().map(|(source, _)| (&source.domain, &self.reading))
    }
}

impl Request {
    /// The only instance.
    fn only(&self, context: &Context<'_>) -> Result<Named> {
        let domain = context.optional_domain(self.domain.as_deref())?;
        let source = context.single(&self.instances, domain.as_ref(), &self.reading)?;
        Ok(Named { sources: vec![source], errors: Vec::new() })
    }

    /// Refuses what has no meaning for searches.
    fn refuse_optimisation(&self) -> Result<()> {
        let given = [("seed", self.seed.is_some()), ("from", self.from.is_some())];
        match given.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((name, _)) => {
                Err(Error::input(format!("--{name} is for optimisation domains, not for searches"))
                    .field(name))
            }
        }
    }

    /// The algorithm and heuristic for a domain.
    fn choice(&self, domain: &dyn Domain, context: &Context<'_>) -> Result<Choice> {
        let choice = if self.optimal {
            let metric = domain.info().metric(self.reading.metric.as_deref());
            methods::method(domain, &domain.optimal_solver(metric))?
        } else if self.shortest {
            let algorithm = Some("shortest".to_owned());
            Method { algorithm, ..self.method.clone() }.choose(domain, context)?
        } else {
            self.method.choose(domain, context)?
        };
        self.method.check(&choice)?;
        Ok(choice)
    }
}
