//! What rules see of a choice: the operation, its job, its machine, and the machine that comes next.

use crate::partial::Machine;
use crate::problem::JobShop;
use crate::shop::{Job, Operation};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, number};
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured};

/// Name of the domain.
pub const DOMAIN: &str = "job-shop";

type Row<const ONLINE: bool> = ChoiceFeature<JobShop<ONLINE>>;
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

impl<const ONLINE: bool> JobShop<ONLINE> {
    fn horizon(&self) -> f64 {
        self.shop().horizon().into()
    }

    /// The range of differences between due dates and times.
    fn around_due(&self) -> Option<(f64, f64)> {
        let latest = self.shop().jobs().iter().map(|job| job.due).max().unwrap_or(0);
        self.shop().has_due_dates().then(|| (-2.0 * self.horizon(), latest.into()))
    }

    /// Features of a choice, in the order of the table.
    pub const FEATURES: &'static [ChoiceFeature<Self>] = &[
        Row::<ONLINE>::new(
            number("time", "processing time of the operation"),
            |problem, _| Some((0.0, problem.most_time)),
            |view, _| operation(view).time.into(),
        ),
        Row::<ONLINE>::new(
            number("next_time", "processing time of the job's next operation; 0 if there is none"),
            |problem, _| Some((0.0, problem.most_time)),
            |view, _| next(view).map_or(0.0, |next| next.time.into()),
        ),
        Row::<ONLINE>::new(
            number("work", "work remaining: the times of the operation and of all behind it in the job"),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| view.partial.work[view.choice.job as usize].into(),
        ),
        Row::<ONLINE>::new(
            number("tail", "work remaining behind the operation"),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| f64::from(view.partial.work[view.choice.job as usize] - operation(view).time),
        ),
        Row::<ONLINE>::new(
            number("job_work", "the times of all operations of the job"),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| {
                let route = &job(view).route;
                route.iter().map(|&(_, time)| f64::from(time)).sum()
            },
        ),
        Row::<ONLINE>::new(
            number("operations_left", "operations of the job that are not started"),
            |problem, _| Some((0.0, problem.shop().operations().len() as f64)),
            |view, _| {
                let end = view.problem.shop().route(view.choice.job).end;
                f64::from(end - view.partial.next[view.choice.job as usize])
            },
        ),
        Row::<ONLINE>::new(
            number("start", "when the operation can start"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| view.choice.start.into(),
        ),
        Row::<ONLINE>::new(
            number("wait", "how much later it can start than the first that can start on its machine"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| f64::from(view.choice.start - view.partial.now),
        ),
        Row::<ONLINE>::new(
            number("idle", "how long the machine is idle before the operation starts"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| f64::from(view.choice.start - machine(view).free),
        ),
        Row::<ONLINE>::new(
            number("ready", "when the job arrives at the machine"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| view.partial.ready[view.choice.job as usize].into(),
        ),
        Row::<ONLINE>::new(
            number("waited", "how long the job waits at the machine before it can start"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| f64::from(view.choice.start - view.partial.ready[view.choice.job as usize]),
        ),
        Row::<ONLINE>::new(
            number("age", "how long ago the job was released when it can start"),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| f64::from(view.choice.start - job(view).release),
        ),
        Row::<ONLINE>::new(
            number("setup", "set-up time before the operation"),
            |problem, _| Some((0.0, problem.most_setup)),
            |view, _| {
                let shop = view.problem.shop();
                shop.setup(view.partial.machine, machine(view).last, view.choice.job).into()
            },
        ),
        Row::<ONLINE>::new(
            number("weight", "weight of the job"),
            |problem, _| {
                Some((0.0, problem.shop().jobs().iter().map(|job| job.weight.into()).fold(0.0, f64::max)))
            },
            |view, _| job(view).weight.into(),
        ),
        Row::<ONLINE>::new(
            number("due", "due date of the job; where all jobs have one"),
            |problem, _| problem.around_due(),
            |view, _| job(view).due.into(),
        ),
        Row::<ONLINE>::new(
            number(
                "slack",
                "time from the start to the due date, without the work remaining; where all jobs have due dates",
            ),
            |problem, _| problem.around_due(),
            |view, _| {
                let work = view.partial.work[view.choice.job as usize];
                f64::from(job(view).due) - f64::from(view.choice.start) - f64::from(work)
            },
        ),
        Row::<ONLINE>::new(
            number("queue", "jobs whose next operation is on the machine").per_step(),
            |problem, _| Some((0.0, problem.shop().jobs().len() as f64)),
            |view, _| machine(view).queue.len() as f64,
        ),
        Row::<ONLINE>::new(
            number("queue_work", "the times of these operations").per_step(),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| machine(view).queue_work as f64,
        ),
        Row::<ONLINE>::new(
            number("machine_work", "the times of all operations of the machine that are not started")
                .per_step(),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| machine(view).work as f64,
        ),
        Row::<ONLINE>::new(
            number("next_queue", "jobs whose next operation is on the machine that the job needs next"),
            |problem, _| Some((0.0, problem.shop().jobs().len() as f64)),
            |view, _| of_next(view, |machine| machine.queue.len() as f64),
        ),
        Row::<ONLINE>::new(
            number("next_queue_work", "the times of these operations: the work in the next queue"),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| of_next(view, |machine| machine.queue_work as f64),
        ),
        Row::<ONLINE>::new(
            number(
                "next_machine_work",
                "the times of all operations of the next machine that are not started",
            ),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| of_next(view, |machine| machine.work as f64),
        ),
        Row::<ONLINE>::new(
            number("next_free", "when the next machine is free, counted from the end of the operation"),
            |problem, _| Some((-problem.horizon(), problem.horizon())),
            |view, _| {
                let end = view.choice.start + operation(view).time;
                of_next(view, |machine| f64::from(machine.free) - f64::from(end))
            },
        ),
        Row::<ONLINE>::new(
            number("now", "when an operation can start on the machine").per_step(),
            |problem, _| Some((0.0, problem.horizon())),
            |view, _| view.partial.now.into(),
        ),
        Row::<ONLINE>::new(
            number(
                "work_left",
                "the times of all operations that are not started, of all jobs that are known",
            )
            .per_step(),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| view.partial.left as f64,
        ),
        Row::<ONLINE>::new(
            number(
                "most_machine_work",
                "the times of all operations that are not started, of the machine with the most",
            )
            .per_step(),
            |problem, _| Some((0.0, problem.most_work)),
            |view, _| view.partial.machines.iter().map(|machine| machine.work).max().unwrap_or(0) as f64,
        ),
        Row::<ONLINE>::new(
            number("jobs", "number of jobs; where all are known").per_instance(),
            |problem, _| if ONLINE { None } else { Some((0.0, problem.shop().jobs().len() as f64)) },
            |view, _| view.problem.shop().jobs().len() as f64,
        ),
        Row::<ONLINE>::new(
            number("machines", "number of machines").per_instance(),
            |problem, _| Some((0.0, problem.shop().machines().into())),
            |view, _| view.problem.shop().machines().into(),
        ),
        Row::<ONLINE>::new(
            number("mean_time", "mean processing time of all operations").per_instance(),
            |problem, _| Some((0.0, problem.most_time)),
            |view, _| view.problem.mean_time,
        ),
    ];
}

impl<const ONLINE: bool> Featured for JobShop<ONLINE> {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        Self::FEATURES
    }
}
