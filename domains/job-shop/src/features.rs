//! What rules see of a choice: the operation, its job, its machine, and the machine that comes next.

use crate::partial::Machine;
use crate::problem::JobShop;
use crate::shop::{Job, MAX_WEIGHT, Operation};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{Bounds, FeatureTable, infos, up_to};
use unstuck_core::features;
use unstuck_core::language::log;
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured};

/// Name of the domain.
pub const DOMAIN: &str = "job-shop";

type View<'v, const ONLINE: bool> = ChoiceView<'v, JobShop<ONLINE>>;

/// The tables of the decisions: `choose` and `accept`.
pub fn tables() -> &'static [Arc<FeatureTable>; 2] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 2]> = LazyLock::new(|| {
        let choose = FeatureTable::of_decision(DOMAIN, CHOOSE, infos(JobShop::<false>::FEATURES));
        [choose, acceptance::table(DOMAIN)]
    });
    &TABLES
}

#[inline(always)]
fn operation<'v, const ONLINE: bool>(view: &View<'v, ONLINE>) -> &'v Operation {
    &view.problem.shop().operations()[view.partial.next[view.choice.job as usize] as usize]
}

/// The operation behind it in its job.
#[inline(always)]
fn next<'v, const ONLINE: bool>(view: &View<'v, ONLINE>) -> Option<&'v Operation> {
    view.problem.shop().operations().get(operation(view).after as usize)
}

#[inline(always)]
fn job<'v, const ONLINE: bool>(view: &View<'v, ONLINE>) -> &'v Job {
    &view.problem.shop().jobs()[view.choice.job as usize]
}

#[inline(always)]
fn machine<'v, const ONLINE: bool>(view: &View<'v, ONLINE>) -> &'v Machine {
    &view.partial.machines[view.partial.machine as usize]
}

/// A number of the machine of the next operation; 0 if this one is the last.
#[inline(always)]
fn of_next<const ONLINE: bool>(view: &View<'_, ONLINE>, value: impl Fn(&Machine) -> f64) -> f64 {
    next(view).map_or(0.0, |next| value(&view.partial.machines[next.machine as usize]))
}

/// Ranges.
impl<const ONLINE: bool> JobShop<ONLINE> {
    fn up_to_time(&self, _: u32) -> Option<Bounds> {
        Some((0.0, self.most_time))
    }
    fn up_to_work(&self, _: u32) -> Option<Bounds> {
        Some((0.0, self.most_work))
    }
    fn up_to_horizon(&self, _: u32) -> Option<Bounds> {
        Some((0.0, self.shop().horizon().into()))
    }
    fn up_to_jobs(&self, _: u32) -> Option<Bounds> {
        Some((0.0, self.shop().jobs().len() as f64))
    }
    fn up_to_operations(&self, _: u32) -> Option<Bounds> {
        Some((0.0, self.shop().operations().len() as f64))
    }
    /// Differences between due dates and times, where all jobs have due dates.
    fn around_due(&self, _: u32) -> Option<Bounds> {
        let latest = self.shop().jobs().iter().map(|job| job.due).max().unwrap_or(0);
        self.shop().has_due_dates().then(|| (-2.0 * f64::from(self.shop().horizon()), latest.into()))
    }

    /// Features of a choice, in the order of the table.
    pub const FEATURES: &'static [ChoiceFeature<Self>] = features! { ChoiceFeature<Self>;
        "time" "processing time of the operation": Self::up_to_time, |view, _| operation(view).time.into();
        "next_time" "processing time of the job's next operation; 0 if there is none":
            Self::up_to_time, |view, _| next(view).map_or(0.0, |next| next.time.into());
        "work" "work remaining: the times of the operation and of all behind it in the job":
            Self::up_to_work, |view, _| view.partial.work[view.choice.job as usize].into();
        "tail" "work remaining behind the operation":
            Self::up_to_work, |view, _| (view.partial.work[view.choice.job as usize] - operation(view).time).into();
        "job_work" "the times of all operations of the job":
            Self::up_to_work, |view, _| job(view).route.iter().map(|&(_, time)| f64::from(time)).sum();
        "operations_left" "operations of the job that are not started":
            Self::up_to_operations, |view, _| {
                let end = view.problem.shop().route(view.choice.job).end;
                (end - view.partial.next[view.choice.job as usize]).into()
            };
        "start" "when the operation can start": Self::up_to_horizon, |view, _| view.choice.start.into();
        "wait" "how much later it can start than the first that can start on its machine":
            Self::up_to_horizon, |view, _| (view.choice.start - view.partial.now).into();
        "idle" "how long the machine is idle before the operation starts":
            Self::up_to_horizon, |view, _| (view.choice.start - machine(view).free).into();
        "ready" "when the job arrives at the machine":
            Self::up_to_horizon, |view, _| view.partial.ready[view.choice.job as usize].into();
        "waited" "how long the job waits at the machine before it can start":
            Self::up_to_horizon, |view, _| (view.choice.start - view.partial.ready[view.choice.job as usize]).into();
        "age" "how long ago the job was released when it can start":
            Self::up_to_horizon, |view, _| (view.choice.start - job(view).release).into();
        "setup" "set-up time before the operation":
            |problem, _| Some((0.0, problem.most_setup)),
            |view, _| view.problem.shop().setup(view.partial.machine, machine(view).last, view.choice.job).into();
        "weight" "weight of the job": |_, _| up_to(MAX_WEIGHT), |view, _| job(view).weight.into();
        "log_weight_time" "logarithm of weight over processing time, of which 0 counts as 0.01: in a sum, what their quotient is in a product":
            |_, _| Some((-30.0, 15.0)),
            |view, _| log(f64::from(job(view).weight).max(0.01) / f64::from(operation(view).time).max(0.01));
        "due" "due date of the job; where all jobs have one": Self::around_due, |view, _| job(view).due.into();
        "slack" "time from the start to the due date, without the work remaining; where all jobs have due dates":
            Self::around_due, |view, _| {
                let work = view.partial.work[view.choice.job as usize];
                f64::from(job(view).due) - f64::from(view.choice.start) - f64::from(work)
            };
        "relative_slack" "slack as a multiple of the work remaining, 0 if it is negative; where all jobs have due dates":
            Self::around_due, |view, _| {
                let work = f64::from(view.partial.work[view.choice.job as usize]);
                let slack = f64::from(job(view).due) - f64::from(view.choice.start) - work;
                slack.max(0.0) / work.max(1.0)
            };
        "relative_wait" "how much later the operation can start, as a multiple of the mean processing time":
            Self::up_to_horizon, |view, _| f64::from(view.choice.start - view.partial.now) / view.problem.mean_time.max(1.0);
        "queue" "jobs whose next operation is on the machine" per_step:
            Self::up_to_jobs, |view, _| machine(view).queue.len() as f64;
        "queue_work" "the times of these operations" per_step:
            Self::up_to_work, |view, _| machine(view).queue_work as f64;
        "machine_work" "the times of all operations of the machine that are not started" per_step:
            Self::up_to_work, |view, _| machine(view).work as f64;
        "next_queue" "jobs whose next operation is on the machine that the job needs next":
            Self::up_to_jobs, |view, _| of_next(view, |machine| machine.queue.len() as f64);
        "next_queue_work" "the times of these operations: the work in the next queue":
            Self::up_to_work, |view, _| of_next(view, |machine| machine.queue_work as f64);
        "log_next_queue" "logarithm of 2 and the work in the next queue as a multiple of the mean processing time":
            |_, _| Some((0.0, 30.0)),
            |view, _| {
                let work = of_next(view, |machine| machine.queue_work as f64);
                log(2.0 + work / view.problem.mean_time.max(1.0))
            };
        "next_machine_work" "the times of all operations of the next machine that are not started":
            Self::up_to_work, |view, _| of_next(view, |machine| machine.work as f64);
        "next_free" "when the next machine is free, counted from the end of the operation":
            |problem, _| problem.up_to_horizon(0).map(|(_, horizon)| (-horizon, horizon)),
            |view, _| {
                let end = view.choice.start + operation(view).time;
                of_next(view, |machine| f64::from(machine.free) - f64::from(end))
            };
        "now" "when an operation can start on the machine" per_step:
            Self::up_to_horizon, |view, _| view.partial.now.into();
        "work_left" "the times of all operations that are not started, of all jobs that are known" per_step:
            Self::up_to_work, |view, _| view.partial.left as f64;
        "most_machine_work" "the times of all operations of a machine that are not started; of the one with the most" per_step:
            Self::up_to_work,
            |view, _| view.partial.machines.iter().map(|machine| machine.work).max().unwrap_or(0) as f64;
        "jobs" "number of jobs; where all are known" per_instance:
            |problem, _| if ONLINE { None } else { problem.up_to_jobs(0) },
            |view, _| view.problem.shop().jobs().len() as f64;
        "machines" "number of machines" per_instance:
            |problem, _| up_to(problem.shop().machines()), |view, _| view.problem.shop().machines().into();
        "mean_time" "mean processing time of all operations" per_instance:
            Self::up_to_time, |view, _| view.problem.mean_time;
    };
}

impl<const ONLINE: bool> Featured for JobShop<ONLINE> {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        Self::FEATURES
    }
}
