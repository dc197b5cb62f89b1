//! Solves instances: each by one thread, and every solution is checked by independent code before it is shown.

use super::Request;
use crate::request::context::{Access, Context};
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::{Named, Reading, Source, shortened};
use crate::request::limits::Limits;
use crate::system::watch::{Activity, Deadline};
use crate::use_cases::optimise::Report;
use crate::use_cases::optimise::method::{Choice, Wanted};
use crate::use_cases::validate::solution::solution_of;
use crate::wording::field;
use cpu_time::ThreadTime;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use unstuck_core::domain::Domain;
use unstuck_core::instance::optimisation::{OptimisationInstance, SolveError, SolveRequest};
use unstuck_core::language::CHOOSE;
use unstuck_core::local_search::{self, Improvement, Observer, Stats};
use unstuck_core::optimisation::Cost;
use unstuck_core::search::{self, Limit};

/// Seconds that an anytime algorithm gets where no limit is set.
pub const SECONDS: f64 = 1.0;

/// The setting by which a domain proves that no solution costs less; `--optimal` sets it.
const PROOF: &str = "prove";

/// Default of the seed.
pub const SEED: u64 = 1;

/// What is the same for all solves of a request.
pub struct Settings {
    /// How instances are read.
    pub reading: Reading,
    /// Names the random streams.
    pub seed: u64,
    /// Limits of each solve.
    pub limits: Limits,
    /// The text of a solution to start from.
    pub from: Option<String>,
}

/// Instances with what is run on them.
pub struct Batch {
    tasks: Vec<(Source, Arc<Wanted>)>,
    settings: Settings,
    threads: usize,
    /// Lines of files that name nothing, with what is wrong.
    pub errors: Vec<Error>,
}

impl Batch {
    /// Chooses methods for instances of optimisation domains.
    ///
    /// # Errors
    ///
    /// What cannot be run is refused before anything is.
    pub fn new(request: &Request, context: &Context<'_>, named: Named) -> Result<Self> {
        let mut tasks: Vec<(Source, Arc<Wanted>)> = Vec::with_capacity(named.sources.len());
        for source in named.sources {
            let last = tasks.last().filter(|(other, _)| Arc::ptr_eq(&other.domain, &source.domain));
            let wanted = match last {
                Some((_, wanted)) => wanted.clone(),
                None => {
                    refuse(request, &*source.domain)?;
                    refuse_nodes(&request.limits, &*source.domain, context)?;
                    Arc::new(Wanted::new(&request.method, &*source.domain, context)?)
                }
            };
            tasks.push((source, wanted));
        }
        if request.from.is_some() && tasks.len() != 1 {
            let message =
                format!("a solution to start from is of one instance, but {} are named", tasks.len());
            return Err(Error::input(message).field("from"));
        }
        let mut reading = request.reading.clone();
        if request.optimal {
            reading.settings.insert(PROOF.to_owned(), String::new());
        }
        let settings = Settings {
            reading,
            seed: request.seed.unwrap_or(SEED),
            limits: request.limits,
            from: request.from.clone(),
        };
        let errors = named.errors.into_iter().map(Error::input).collect();
        Ok(Self { tasks, settings, threads: request.threads, errors })
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Solves all, and hands over the reports in their order.
    ///
    /// # Errors
    ///
    /// Those of `each`; what is wrong with an instance is handed over.
    pub fn run(
        &self,
        context: &Context<'_>,
        mut each: impl FnMut(Result<Report>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let work =
            |task: &(Source, Arc<Wanted>), activity: &Activity| self.solve(task, activity, context.access);
        context.workers(self.threads, "solving").each(&self.tasks, work, &mut each)
    }

    /// Solves the only instance, on this thread.
    ///
    /// # Errors
    ///
    /// There are several, or the instance cannot be solved.
    pub fn run_here(&self, context: &Context<'_>) -> Result<Report> {
        let [task] = &self.tasks[..] else {
            let message = format!("{} instances are named; this takes one", self.len());
            return Err(Error::input(message).field("instance"));
        };
        self.solve(task, context.activity, context.access)
    }

    fn solve(
        &self,
        (source, wanted): &(Source, Arc<Wanted>),
        activity: &Activity,
        access: Access,
    ) -> Result<Report> {
        let choose = |problem: &dyn OptimisationInstance| {
            let context = Context { access, ..Context::silent(activity) };
            wanted.choose(&*source.domain, problem, &context)
        };
        solve(source, &self.settings, choose, activity)
    }
}

/// Refuses what has no meaning for solutions with a cost.
fn refuse(request: &Request, domain: &dyn Domain) -> Result<()> {
    let name = &domain.info().name;
    if request.optimal && !domain.info().settings.iter().any(|setting| setting.name == PROOF) {
        let message =
            format!("{} needs a method that proves solutions optimal; {name} has none", field("optimal"));
        let help = "a solution is proved optimal where its cost equals the lower bound";
        return Err(Error::input(message).field("optimal").help(help));
    }
    if request.shortest {
        let message =
            format!("{} is about plans of searches; {name} is an optimisation domain", field("shortest"));
        let help = format!(
            "anytime algorithms such as iterated improve their solution until {}",
            field("limit_seconds")
        );
        return Err(Error::input(message).field("shortest").help(help));
    }
    Ok(())
}

/// Refuses a limit of nodes. Servers set all limits.
pub(crate) fn refuse_nodes(limits: &Limits, domain: &dyn Domain, context: &Context<'_>) -> Result<()> {
    if limits.nodes.is_none() || matches!(context.access, Access::Names { .. }) {
        return Ok(());
    }
    let message = format!(
        "{} is about searches; {} is an optimisation domain",
        field("limit_nodes"),
        domain.info().name
    );
    Err(Error::input(message).field("limits").help(format!(
        "use {} or {}",
        field("limit_seconds"),
        field("limit_effort")
    )))
}

/// Reads and solves an instance with the method that `choose` has for it, and checks the solution. The clock starts before
/// the instance is read.
///
/// # Errors
///
/// The instance cannot be read, the method does not fit it, or the solution is not valid.
pub fn solve(
    source: &Source,
    settings: &Settings,
    choose: impl FnOnce(&dyn OptimisationInstance) -> Result<Choice>,
    activity: &Activity,
) -> Result<Report> {
    // The system may not count it.
    let (started, cpu) = (Instant::now(), ThreadTime::try_now().ok());
    let problem = source.optimisation(&settings.reading)?;
    let choice = choose(&*problem)?;
    let limits = limits(&settings.limits, &choice);
    let from = settings.from.as_deref().map(|text| solution_of(text, &source.name)).transpose();
    let request = SolveRequest {
        rules: choice.rule.decisions.clone(),
        parameters: choice.parameters.clone(),
        seed: settings.seed,
        limits,
        from: from.map_err(|error| error.field("from"))?,
    };
    // Reading and choosing count.
    let seconds = limits.seconds.map(|seconds| (seconds - started.elapsed().as_secs_f64()).max(0.0));
    let deadline = Deadline::new(&search::Limits { seconds, ..search::Limits::NONE });
    let mut watch = Watch { activity, problem: &*problem, started, deadline, drawn: started, changed: false };
    let solved = problem.solve(&request, &mut watch).map_err(|error| refused(error, source))?;
    match problem.validate(&solved.text) {
        Ok(cost) if cost == solved.cost => {}
        checked => {
            let found = checked.map_or_else(|violation| violation, |cost| format!("it costs {cost}"));
            let (name, cost) = (choice.algorithm().name, solved.cost);
            let message = format!("the validator refuses a solution of {name} with cost {cost}: {found}");
            return Err(Error::new(Kind::Defect, message).about(shortened(&source.name)));
        }
    }
    Ok(Report {
        instance: source.name.clone(),
        domain: source.domain.info().name.clone(),
        problem,
        choice,
        seed: settings.seed,
        solved,
        seconds: started.elapsed().as_secs_f64(),
        cpu_seconds: cpu.and_then(|began| Some(began.try_elapsed().ok()?.as_secs_f64())),
    })
}

/// The limits of a solve: anytime algorithms end after a second, unless a limit is asked for.
fn limits(asked: &Limits, choice: &Choice) -> local_search::Limits {
    let unlimited = asked.effort.is_none() && (asked.seconds.is_none() || asked.of_server);
    let seconds = match asked.seconds {
        most if unlimited && choice.algorithm().anytime => {
            Some(most.map_or(SECONDS, |most| most.min(SECONDS)))
        }
        seconds => seconds,
    };
    local_search::Limits { effort: asked.effort, seconds }
}

/// Why a solve did not start.
pub(crate) fn refused(error: SolveError, source: &Source) -> Error {
    let error = match error {
        SolveError::Absent(name) if name == CHOOSE => {
            Error::input(format!("the rule has no formula for the decision '{CHOOSE}'")).field("heuristic")
        }
        SolveError::Absent(name) => {
            Error::input(format!("the rule reads '{name}', which this instance does not have"))
                .field("heuristic")
        }
        SolveError::Refused(..) => Error::input(error.to_string()).field("algorithm"),
        SolveError::From(error) => Error::from(error).field("from"),
    };
    error.about(shortened(&source.name))
}

/// Time between two pictures of a solution that improves.
const FRAME: Duration = Duration::from_millis(25);

/// The time until the next picture, in times of making the last one: pictures take a twentieth of a solve at most.
const REST: u32 = 19;

/// Keeps the time limit, obeys Ctrl-C, and shows the best cost and solution.
struct Watch<'a> {
    activity: &'a Activity,
    problem: &'a dyn OptimisationInstance,
    started: Instant,
    deadline: Deadline,
    /// The next picture is not before this.
    drawn: Instant,
    /// The solution has improved since the last picture.
    changed: bool,
}

impl Observer for Watch<'_> {
    fn poll(&mut self, _stats: &Stats, _best: Option<Cost>) -> Option<Limit> {
        if self.activity.is_over() { Some(Limit::Cancelled) } else { self.deadline.reached() }
    }

    fn improved(&mut self, improvement: &mut Improvement) {
        improvement.seconds = self.started.elapsed().as_secs_f64();
        let cost = u64::try_from(improvement.cost.soft).unwrap_or(0);
        self.activity.best.store(cost, Ordering::Relaxed);
        self.changed = true;
    }

    fn is_looking(&mut self) -> bool {
        self.changed && self.activity.boards.get().is_some() && Instant::now() >= self.drawn
    }

    fn look(&mut self, text: &str) {
        let Some(sink) = self.activity.boards.get() else { return };
        let began = Instant::now();
        if let Ok(board) = self.problem.board(text) {
            sink(board);
        }
        self.changed = false;
        self.drawn = began + (began.elapsed() * (REST + 1)).max(FRAME);
    }
}
