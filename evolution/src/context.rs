//! What heuristics are measured on: instances in their roles, with what is known about each; rows; and the search.
//!
//! [`EvaluationContext::answer`] turns tasks into answers. It starts no threads: an [`Executor`] lends them, with stacks of some dozen
//! megabytes, since deepening searches recurse once per move and evolved heuristics may lead them thousands of moves deep.

mod cache;
mod parcel;
mod prepare;

pub use parcel::ParcelError;
pub use prepare::{Finding, PreparationConfig, Prepared, UNSOLVED};

use crate::dataset::Table;
use crate::task::{Answer, Cap, GENEROUS, Role, Run, Task, Work};
use cache::Cache;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::executor::Executor;
use unstuck_core::feature::FeatureTable;
use unstuck_core::instance::{Instance, SearchError, SearchRequest, Status};
use unstuck_core::language::{Checked, Formula, HeuristicRef, columns::Workspace, print_line, simplify};
use unstuck_core::search::{Limit, Limits, Observer, SearchParameters, Stats};

/// What an instance is measured against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceResult {
    /// Nodes that the reference search expanded; its limit, if it did not solve the instance.
    pub expanded: u64,
    /// Whether the reference search solved it.
    pub solved: bool,
    /// The length of a cheapest plan, or of the best known one.
    pub length: u64,
    /// Whether no shorter plan exists.
    pub optimal: bool,
}

/// An instance with its name and what is known about it.
pub struct PreparedInstance {
    /// What people call it.
    pub name: String,
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// What it is measured against.
    pub reference: ReferenceResult,
}

/// Everything outside of the evolving heuristics.
pub struct EvaluationContext {
    /// The domain.
    pub domain: DomainRef,
    /// Its vocabulary.
    pub table: Arc<FeatureTable>,
    /// The metric that lengths are counted in.
    pub metric: String,
    /// The settings that the instances were read with.
    pub settings: Settings,
    /// The features with a large table that count here; others may exist for other experiments.
    pub large: Vec<&'static str>,
    /// The search that heuristics are measured by.
    pub parameters: SearchParameters,
    /// The instances of each role, in the order of [`Role::ALL`].
    pub sets: [Vec<PreparedInstance>; 3],
    /// The rows of each role; empty ones where nothing is fitted.
    pub tables: [Table; 3],
    cache: Mutex<Cache>,
}

/// Makes the watcher of one search: it keeps the limit of time, and ends the search when somebody asks.
pub type Watch<'a> = dyn Fn(&Limits) -> Box<dyn Observer> + Sync + 'a;

/// Watches nothing.
pub fn unwatched(_limits: &Limits) -> Box<dyn Observer> {
    Box::new(())
}

/// Why a task could not be answered.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Failure {
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
    /// The search could not be run.
    #[error("'{heuristic}' on {instance}: {error}")]
    Search {
        /// The heuristic.
        heuristic: String,
        /// The instance.
        instance: String,
        /// Why.
        error: SearchError,
    },
    /// Somebody else's answers are of another kind or number than the tasks.
    #[error("the answers do not fit the tasks they were given for; are all machines of the same version?")]
    Misfit,
}

impl EvaluationContext {
    /// A world of prepared instances and rows.
    pub fn new(
        domain: DomainRef,
        metric: &str,
        parameters: SearchParameters,
        sets: [Vec<PreparedInstance>; 3],
        tables: [Table; 3],
    ) -> Self {
        let (settings, large) = Default::default();
        let table = domain.features().clone();
        Self {
            domain,
            table,
            metric: metric.into(),
            settings,
            large,
            parameters,
            sets,
            tables,
            cache: Mutex::default(),
        }
    }

    /// The instances of a role.
    pub fn set(&self, role: Role) -> &[PreparedInstance] {
        &self.sets[role as usize]
    }

    /// The rows of a role.
    pub fn table(&self, role: Role) -> &Table {
        &self.tables[role as usize]
    }

    /// Answers tasks, in their order. When a watcher ends a search, the rest is left undone.
    pub fn answer(
        &self,
        tasks: &[Task],
        executor: &dyn Executor,
        watch: &Watch<'_>,
    ) -> Result<Vec<Answer>, Failure> {
        let Batch { jobs, originals, units } = &self.open(tasks);
        let failed = AtomicBool::new(false);
        let failure = Mutex::new(None);
        executor.run(units.len(), &|number| {
            let (task, unit) = units[number];
            if failed.load(Ordering::Relaxed) {
                return;
            }
            match self.measure(&tasks[task], &jobs[task], unit, watch) {
                Ok(measured) => {
                    let _ = jobs[task].places[unit].set(measured);
                }
                Err(found) => {
                    failed.store(true, Ordering::Relaxed);
                    // A defect is worth more than the news that somebody asked to stop.
                    let mut slot = failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    if slot.is_none() || found != Failure::Stopped {
                        *slot = Some(found);
                    }
                }
            }
        });
        if let Some(failure) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            return Err(failure);
        }
        Ok(self.close(tasks, jobs, originals))
    }

    /// Answers tasks, in their order, by somebody else's hands. `measure` is given what is not known yet, cut into tasks
    /// of one instance each and numbered from 0, and returns their answers in the same order.
    pub fn answer_by<E: From<Failure>>(
        &self,
        tasks: &[Task],
        measure: impl FnOnce(&[Task]) -> Result<Vec<Answer>, E>,
    ) -> Result<Vec<Answer>, E> {
        let Batch { jobs, originals, units } = &self.open(tasks);
        let piece = |(number, &(task, unit)): (usize, &(usize, usize))| {
            let Task { heuristic, work, .. } = &tasks[task];
            let work = match work {
                Work::Search { role, instances, cap } => {
                    Work::Search { role: *role, instances: vec![instances[unit]], cap: *cap }
                }
                fit @ Work::Fit { .. } => fit.clone(),
            };
            Task { id: number as u64, heuristic: heuristic.clone(), work }
        };
        let pieces: Vec<Task> = units.iter().enumerate().map(piece).collect();
        let answers = if pieces.is_empty() { Vec::new() } else { measure(&pieces)? };
        if answers.len() != pieces.len() {
            return Err(Failure::Misfit.into());
        }
        for ((piece, answer), &(task, unit)) in pieces.iter().zip(answers).zip(units) {
            let measured = match (&piece.work, answer) {
                (Work::Search { .. }, Answer::Runs(runs)) if runs.len() == 1 => Measured::Run(runs[0]),
                (Work::Fit { .. }, Answer::Fit(fit)) => Measured::Fit(fit),
                _ => return Err(Failure::Misfit.into()),
            };
            let _ = jobs[task].places[unit].set(measured);
        }
        Ok(self.close(tasks, jobs, originals))
    }

    /// What there is to do for tasks.
    fn open(&self, tasks: &[Task]) -> Batch {
        let jobs: Vec<Pending> = tasks.iter().map(|task| self.pend(task)).collect();
        // Copies of a task wait for the first.
        let mut first: FxHashMap<(&Formula, &Work), usize> = FxHashMap::default();
        let originals: Vec<usize> = tasks
            .iter()
            .zip(&jobs)
            .enumerate()
            .map(|(number, (task, job))| *first.entry((&job.formula, &task.work)).or_insert(number))
            .collect();
        // Searches of one task may run at the same time, so that the last task of a batch keeps all threads busy.
        let mut units: Vec<(usize, usize)> = Vec::new();
        for (task, job) in jobs.iter().enumerate().filter(|&(number, _)| originals[number] == number) {
            let open = job.places.iter().enumerate().filter(|(_, place)| place.get().is_none());
            units.extend(open.map(|(unit, _)| (task, unit)));
        }
        Batch { jobs, originals, units }
    }

    /// Puts the answers together once everything is measured.
    fn close(&self, tasks: &[Task], jobs: &[Pending], originals: &[usize]) -> Vec<Answer> {
        let mut cache = self.cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let answer = |(&original, task): (&usize, &Task)| {
            let job = &jobs[original];
            cache.keep(&task.work, &job.formula, &job.places)
        };
        originals.iter().zip(tasks).map(answer).collect()
    }

    /// What is left to do for a task.
    fn pend(&self, task: &Task) -> Pending {
        let (units, formula) = match &task.work {
            Work::Search { instances, .. } => (instances.len(), simplify(&task.heuristic)),
            Work::Fit { .. } => (1, task.heuristic.clone()),
        };
        let checked = Arc::new(Checked::new(formula.clone(), &self.table));
        let places: Vec<OnceLock<Measured>> = (0..units).map(|_| OnceLock::new()).collect();
        self.cache
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
            .recall(&task.work, &formula, &places);
        Pending { formula, checked, places }
    }

    fn measure(
        &self,
        task: &Task,
        job: &Pending,
        unit: usize,
        watch: &Watch<'_>,
    ) -> Result<Measured, Failure> {
        match &task.work {
            Work::Search { role, instances, cap } => self
                .search(&self.set(*role)[instances[unit] as usize], *cap, &job.checked, watch)
                .map(Measured::Run),
            Work::Fit { role, exact } => {
                if watch(&self.parameters.limits).poll(&Stats::default()) == Some(Limit::Cancelled) {
                    return Err(Failure::Stopped);
                }
                let (program, table) = (job.checked.program(), self.table(*role));
                let fit = |table: &Table, line| {
                    table.fit(program, &mut Workspace::<f64>::default(), &table.exact, line)
                };
                Ok(Measured::Fit(match role {
                    Role::Train if *exact => fit(table, None),
                    Role::Train => {
                        let quick =
                            WORKSPACE.with_borrow_mut(|space| table.fit(program, space, &table.quick, None));
                        if table.is_doubtful(&quick) { fit(table, None) } else { quick }
                    }
                    // The line is learned, too: from the training rows.
                    Role::Validation | Role::Test => {
                        fit(table, Some(fit(self.table(Role::Train), None).scaling))
                    }
                }))
            }
        }
    }

    fn search(
        &self,
        known: &PreparedInstance,
        cap: Cap,
        heuristic: &Arc<Checked>,
        watch: &Watch<'_>,
    ) -> Result<Run, Failure> {
        let mut request =
            SearchRequest { parameters: self.parameters, heuristic: HeuristicRef::of(heuristic.clone()) };
        let limits = &mut request.parameters.limits;
        match cap {
            Cap::Default => {}
            Cap::Reference => limits.expanded = Some(known.reference.expanded),
            Cap::Extended => {
                limits.expanded = limits.expanded.map(|max| GENEROUS.saturating_mul(max));
            }
        }
        let mut observer = watch(limits);
        let solution = known.instance.solve(&request, &mut *observer).map_err(|error| Failure::Search {
            heuristic: heuristic.to_string(),
            instance: known.name.clone(),
            error,
        })?;
        if solution.limit == Some(Limit::Cancelled) {
            return Err(Failure::Stopped);
        }
        let length = solution.lengths.iter().find(|(metric, _)| *metric == self.metric);
        Ok(Run {
            solved: solution.status == Status::Solved,
            expanded: solution.stats.expanded,
            length: length.map_or(0, |&(_, length)| length),
        })
    }

    /// Whether all instances of the roles have a feature.
    pub fn has(&self, feature: &str, roles: &[Role]) -> bool {
        let large = self.domain.tables().iter().any(|table| table.name == feature);
        if large && !self.large.contains(&feature) {
            return false;
        }
        let known = roles.iter().flat_map(|&role| self.set(role));
        known.into_iter().all(|known| known.instance.has(feature))
    }

    /// The feature that fitted heuristics are added to.
    pub fn beyond(&self) -> Option<u16> {
        self.table(Role::Train).fitting().beyond
    }

    /// The text of a heuristic in the words of the domain, on one line.
    pub fn text(&self, formula: &Formula) -> String {
        print_line(formula, &self.table)
    }
}

thread_local! {
    /// Room for the values of programs, kept from one to the next.
    static WORKSPACE: std::cell::RefCell<Workspace<f32>> = std::cell::RefCell::default();
}

/// Tasks on their way.
struct Batch {
    jobs: Vec<Pending>,
    /// For each task the first that is the same.
    originals: Vec<usize>,
    /// What is to be measured: the task, and the instance within it.
    units: Vec<(usize, usize)>,
}

/// A task on its way.
struct Pending {
    formula: Formula,
    /// Compiled once for all instances.
    checked: Arc<Checked>,
    places: Vec<OnceLock<Measured>>,
}

/// One piece of an answer.
#[derive(Debug, Clone)]
enum Measured {
    Run(Run),
    Fit(crate::task::Fit),
}
