//! From tasks to answers.
//!
//! [`EvaluationContext::answer`] starts no threads: an [`Executor`] has them, with stacks of some dozen megabytes,
//! since deepening searches recurse once per move and evolved heuristics may lead them thousands of moves deep.

use super::cache::{Measured, fingerprint};
use super::{EvaluationContext, PreparedInstance};
use crate::measure::Run;
use crate::role::Role;
use crate::task::{Answer, Cap, Fit, Task, Work};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use unstuck_core::error::ParseError;
use unstuck_core::executor::Executor;
use unstuck_core::instance::optimisation::{KeptRule, SolveError};
use unstuck_core::instance::{SearchError, SearchRequest, Status};
use unstuck_core::language::{Body, Checked, Formula, HeuristicRef, simplify};
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
    /// A rule could not be run on an optimisation problem.
    #[error("'{rule}' on {instance}: {error}")]
    Rule {
        /// The rule.
        rule: String,
        /// The instance.
        instance: String,
        /// Why.
        error: Box<SolveError>,
    },
    /// The formulas of decisions that do not evolve cannot be read.
    #[error(transparent)]
    Text(Box<ParseError>),
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
        let portions = self.portions(tasks, units, executor.threads());
        self.measured.fetch_add(units.len() as u64, Ordering::Relaxed);
        let failed = AtomicBool::new(false);
        let failure = Mutex::new(None);
        executor.run(portions.len(), &|number| {
            if failed.load(Ordering::Relaxed) {
                return;
            }
            match self.measure(tasks, jobs, portions[number], watch) {
                Ok(()) => {}
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

    /// Answers tasks, in their order, through an external evaluator. `measure` receives only what is not cached,
    /// split into tasks of one instance each and numbered from 0, and returns their answers in the same order.
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
    fn open<'t>(&self, tasks: &'t [Task]) -> Batch<'t> {
        let jobs: Vec<Pending<'_>> = tasks.iter().map(|task| self.pend(task)).collect();
        // Copies of a task wait for the first.
        let mut first: FxHashMap<(u64, &Work), usize> = FxHashMap::default();
        let original = |(number, (task, job)): (usize, (&'t Task, &Pending<'_>))| {
            let first = *first.entry((job.fingerprint, &task.work)).or_insert(number);
            // Fingerprints of different heuristics may be the same.
            if first != number && jobs[first].formula == job.formula { first } else { number }
        };
        let originals: Vec<usize> = tasks.iter().zip(&jobs).enumerate().map(original).collect();
        // Searches of one task may run at the same time, so that the last task of a batch keeps all threads busy.
        let mut units: Vec<(usize, usize)> = Vec::new();
        for (task, job) in jobs.iter().enumerate().filter(|&(number, _)| originals[number] == number) {
            let open = job.places.iter().enumerate().filter(|(_, place)| place.get().is_none());
            units.extend(open.map(|(unit, _)| (task, unit)));
        }
        Batch { jobs, originals, units }
    }

    /// Puts the answers together once everything is measured.
    fn close(&self, tasks: &[Task], jobs: &[Pending<'_>], originals: &[usize]) -> Vec<Answer> {
        let mut cache = self.cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let answer = |(&original, task): (&usize, &Task)| {
            let job = &jobs[original];
            cache.keep(&task.work, (job.fingerprint, &job.formula), &job.places)
        };
        originals.iter().zip(tasks).map(answer).collect()
    }

    /// A task with what is cached of its answer.
    fn pend<'t>(&self, task: &'t Task) -> Pending<'t> {
        let (units, formula) = match &task.work {
            Work::Search { instances, .. } => (instances.len(), Cow::Owned(simplify(&task.heuristic))),
            Work::Fit { .. } => (1, Cow::Borrowed(&task.heuristic)),
        };
        let fingerprint = fingerprint(&formula);
        let places: Vec<OnceLock<Measured>> = (0..units).map(|_| OnceLock::new()).collect();
        self.cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).fill(
            &task.work,
            (fingerprint, &formula),
            &places,
        );
        Pending { formula, fingerprint, checked: OnceLock::new(), places }
    }

    /// Measures a portion: one search, several quick fits, or one rule on several instances.
    fn measure(
        &self,
        tasks: &[Task],
        jobs: &[Pending<'_>],
        portion: &[(usize, usize)],
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let Some(&(first, _)) = portion.first() else { return Ok(()) };
        let job = &jobs[first];
        let (role, exact) = match &tasks[first].work {
            Work::Search { role, instances, cap } => {
                let checked =
                    job.checked.get_or_init(|| Arc::new(Checked::new((*job.formula).clone(), &self.table)));
                // The number of an instance may come from another machine.
                let instance =
                    |unit: usize| self.set(*role).get(instances[unit] as usize).ok_or(Failure::Misfit);
                let mut kept = KeptRule::default();
                for &(_, unit) in portion {
                    let run = match &self.optimiser {
                        Some(by) => self.optimise(by, instance(unit)?, checked, &mut kept, watch)?,
                        None => self.search(instance(unit)?, *cap, checked, watch)?,
                    };
                    let _ = job.places[unit].set(Measured::Run(run));
                }
                return Ok(());
            }
            Work::Fit { role, exact } => (*role, *exact),
        };
        if watch(&self.parameters.limits).poll(&Stats::default()) == Some(Limit::Cancelled) {
            return Err(Failure::Stopped);
        }
        let bodies: Vec<&Body> = portion.iter().map(|&(task, _)| &jobs[task].formula.body).collect();
        for (fit, &(task, unit)) in self.fits(role, exact, &bodies).into_iter().zip(portion) {
            let _ = jobs[task].places[unit].set(Measured::Fit(fit));
        }
        Ok(())
    }

    /// The fits of formulas.
    fn fits(&self, role: Role, exact: bool, bodies: &[&Body]) -> Vec<Fit> {
        let (table, train) = (self.fit_matrix(role), self.fit_matrix(Role::Train));
        match role {
            Role::Train if exact => table.fit_all::<f64>(bodies, None),
            Role::Train => {
                let mut fits = table.fit_all::<f32>(bodies, None);
                for (fit, body) in fits.iter_mut().zip(bodies).filter(|(fit, _)| table.is_doubtful(fit)) {
                    *fit = table.fit::<f64>(body, None);
                }
                fits
            }
            // The line is learned from the training rows, too.
            Role::Validation | Role::Test => {
                let line = |body| train.fit::<f64>(body, None).scaling;
                bodies.iter().map(|body| table.fit::<f64>(body, Some(line(body)))).collect()
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
        let problem = instance.instance.as_search().ok_or(Failure::Misfit)?;
        let solution = problem.solve(&request, &mut *observer).map_err(|error| Failure::Search {
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

/// Fits that are measured together at most; between them a run can be stopped.
const TOGETHER: usize = 1_000;

/// Instances that a rule is tried on in one go: what is kept of the rule serves all of them.
const INSTANCES: usize = 8;

impl EvaluationContext {
    /// What is measured at a time: fits of the same rows together, since formulas of a generation have much in common,
    /// but a share for each thread; a rule on several instances of an optimisation domain; searches one by one. Results do
    /// not depend on it.
    fn portions<'u>(
        &self,
        tasks: &[Task],
        units: &'u [(usize, usize)],
        threads: usize,
    ) -> Vec<&'u [(usize, usize)]> {
        let constructs = self.optimiser.is_some();
        let share =
            units.len().div_ceil(threads.max(1)).clamp(1, if constructs { INSTANCES } else { TOGETHER });
        let is_fit = |task: usize| matches!(tasks[task].work, Work::Fit { .. });
        let alike = units
            .chunk_by(|&(a, _), &(b, _)| is_fit(a) && tasks[a].work == tasks[b].work || constructs && a == b);
        alike.flat_map(|some| some.chunks(share)).collect()
    }
}

/// Tasks that are being answered.
struct Batch<'t> {
    jobs: Vec<Pending<'t>>,
    /// For each task the first that is the same.
    originals: Vec<usize>,
    /// What is to be measured: the task, and the instance within it.
    units: Vec<(usize, usize)>,
}

/// A task that is being answered.
struct Pending<'t> {
    formula: Cow<'t, Formula>,
    fingerprint: u64,
    /// Compiled once for all instances.
    checked: OnceLock<Arc<Checked>>,
    places: Vec<OnceLock<Measured>>,
}
