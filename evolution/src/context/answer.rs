//! From tasks to answers.
//!
//! [`EvaluationContext::answer`] starts no threads: an [`Executor`] has them, with stacks of some dozen megabytes, since
//! deepening searches recurse once per move and evolved heuristics may lead them thousands of moves deep.

use super::cache::Measured;
use super::{EvaluationContext, PreparedInstance};
use crate::dataset::FitMatrix;
use crate::measure::Run;
use crate::role::Role;
use crate::task::{Answer, Cap, Task, Work};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use unstuck_core::executor::Executor;
use unstuck_core::instance::{SearchError, SearchRequest, Status};
use unstuck_core::language::{Checked, Formula, HeuristicRef, columns::Workspace, simplify};
use unstuck_core::search::{Limit, Limits, Observer, Stats};

/// Makes the observer of one search: it enforces the time limit and reports cancellation.
pub type Watch<'a> = dyn Fn(&Limits) -> Box<dyn Observer> + Sync + 'a;

/// Observes nothing.
pub fn unwatched(_limits: &Limits) -> Box<dyn Observer> {
    Box::new(())
}

/// Why a task could not be answered.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Failure {
    /// It was cancelled.
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
        error: Box<SearchError>,
    },
    /// The answers of an external evaluator are of another kind or number than the tasks.
    #[error("the answers do not fit the tasks they were given for; are all machines of the same version?")]
    Misfit,
}

impl EvaluationContext {
    /// Answers tasks, in their order. When an observer cancels a search, the rest is not measured.
    ///
    /// # Errors
    ///
    /// A search could not be run, or was cancelled.
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
                    // An error matters more than the cancellation that follows it.
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

    /// Answers tasks, in their order, through an external evaluator. `measure` receives only what is not cached, split into
    /// tasks of one instance each and numbered from 0, and returns their answers in the same order.
    ///
    /// # Errors
    ///
    /// That of `measure`, or answers that do not fit the tasks.
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

    /// The tasks, and what of them has to be measured.
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

    /// A task with what is cached of its answer.
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
            .fill(&task.work, &formula, &places);
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
            Work::Search { role, instances, cap } => {
                // The number of an instance may come from another machine.
                let instance = self.set(*role).get(instances[unit] as usize).ok_or(Failure::Misfit)?;
                self.search(instance, *cap, &job.checked, watch).map(Measured::Run)
            }
            Work::Fit { role, exact } => {
                if watch(&self.parameters.limits).poll(&Stats::default()) == Some(Limit::Cancelled) {
                    return Err(Failure::Stopped);
                }
                let (program, table) = (job.checked.program(), self.fit_matrix(*role));
                let fit = |table: &FitMatrix, line| {
                    table.fit(program, &mut Workspace::<f64>::default(), &table.exact, line)
                };
                Ok(Measured::Fit(match role {
                    Role::Train if *exact => fit(table, None),
                    Role::Train => {
                        let quick =
                            WORKSPACE.with_borrow_mut(|space| table.fit(program, space, &table.quick, None));
                        if table.is_doubtful(&quick) { fit(table, None) } else { quick }
                    }
                    // The line is learned from the training rows, too.
                    Role::Validation | Role::Test => {
                        fit(table, Some(fit(self.fit_matrix(Role::Train), None).scaling))
                    }
                }))
            }
        }
    }

    fn search(
        &self,
        instance: &PreparedInstance,
        cap: Cap,
        heuristic: &Arc<Checked>,
        watch: &Watch<'_>,
    ) -> Result<Run, Failure> {
        let mut request =
            SearchRequest { parameters: self.parameters, heuristic: HeuristicRef::of(heuristic.clone()) };
        if let Some(search) = &heuristic.formula.search {
            search.apply(&mut request.parameters);
        }
        let limits = &mut request.parameters.limits;
        limits.expanded = self.max_expanded(cap, &instance.reference);
        if cap == Cap::Extended {
            limits.effort = limits.effort.map(|most| most.saturating_mul(self.reference_factor));
        }
        let mut observer = watch(limits);
        let solution =
            instance.instance.solve(&request, &mut *observer).map_err(|error| Failure::Search {
                heuristic: heuristic.to_string(),
                instance: instance.name.clone(),
                error: Box::new(error),
            })?;
        if solution.limit == Some(Limit::Cancelled) {
            return Err(Failure::Stopped);
        }
        let length = solution.lengths.iter().find(|(metric, _)| *metric == self.metric);
        Ok(Run {
            solved: solution.status == Status::Solved,
            expanded: solution.stats.expanded,
            length: length.map_or(0, |&(_, length)| length),
            effort: solution.stats.effort,
        })
    }
}

thread_local! {
    /// Buffers for the values of programs, reused from one to the next.
    static WORKSPACE: RefCell<Workspace<f32>> = RefCell::default();
}

/// Tasks that are being answered.
struct Batch {
    jobs: Vec<Pending>,
    /// For each task the first that is the same.
    originals: Vec<usize>,
    /// What is to be measured: the task, and the instance within it.
    units: Vec<(usize, usize)>,
}

/// A task that is being answered.
struct Pending {
    formula: Formula,
    /// Compiled once for all instances.
    checked: Arc<Checked>,
    places: Vec<OnceLock<Measured>>,
}
