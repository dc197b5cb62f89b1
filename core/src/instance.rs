//! One instance behind the dynamic boundary: everything the outside asks of a puzzle, by plain data.
//!
//! [`Bound`] puts any [`Puzzle`] behind [`Instance`]; the call crosses the boundary once per job, and what
//! runs behind it is monomorphised.
//!
//! ```
//! use unstuck_core::instance::{Job, Status};
//! use unstuck_core::registry::{self, Settings};
//! # let (family, set) = registry::set("jam").unwrap();
//! # let board = registry::read(family, &(set.text)("40").unwrap(), None, &Settings::new()).unwrap();
//!
//! let mut job = Job::new("ida", "blockers_deep");
//! job.limits.expanded = Some(100);
//! assert_eq!(board.solve(&job, &mut ())?.status, Status::Limit);
//! job.limits.expanded = None;
//! let found = board.solve(&job, &mut ())?;
//! assert_eq!((found.cost, found.optimal), (Some(51), true));
//! assert_eq!(found.lengths, [("slides", 51), ("steps", 82)]);
//! # Ok::<(), unstuck_core::instance::JobError>(())
//! ```

use crate::audit::{self, AuditRequest, Card};
use crate::conformance;
use crate::domain::{Domain, Heuristic, WithHeuristic};
use crate::error::ParseError;
use crate::executor::{Executor, Sequential};
use crate::language::Choice;
use crate::puzzle::{Picture, Puzzle, Replay, ReplayError};
use crate::sample::{self, Row};
use crate::search::{
    self, End, HORIZON, Limit, Limits, Observer, Options, Search, Stats, WEIGHT, WIDTH, explore,
};
use crate::suggest::nearest;
use serde::{Deserialize, Serialize};

/// What to run: plain data that can be stored or sent elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Name of the algorithm.
    pub algorithm: String,
    /// Name of a feature, or a text of the heuristic language.
    pub heuristic: String,
    /// Factor on h for the weighted algorithms.
    pub weight: f64,
    /// Beam width.
    pub width: usize,
    /// Plies per stage of staged deepening.
    pub horizon: u32,
    /// Bytes of the transposition table; `None` leaves it to the domain.
    pub table: Option<u64>,
    /// Deepening searches visit children by ascending h.
    pub order_by_h: bool,
    /// Bounds.
    pub limits: Limits,
}

impl Job {
    /// A job with the usual parameters and no limits.
    pub fn new(algorithm: &str, heuristic: &str) -> Self {
        Self {
            algorithm: algorithm.into(),
            heuristic: heuristic.into(),
            weight: WEIGHT,
            width: WIDTH,
            horizon: HORIZON,
            table: None,
            order_by_h: false,
            limits: Limits::default(),
        }
    }
}

/// Why a job cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// No algorithm of that name.
    #[error("there is no algorithm '{name}'{}", did_you_mean(.nearest))]
    UnknownAlgorithm {
        /// As asked for.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// No heuristic of that name.
    #[error("{domain} has no heuristic '{name}'{}", did_you_mean(.nearest))]
    UnknownHeuristic {
        /// As asked for.
        name: String,
        /// The domain.
        domain: &'static str,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// A text that is no heuristic.
    #[error("the heuristic cannot be read: {0}")]
    Heuristic(#[from] ParseError),
    /// The domain has it, this instance does not.
    #[error("the heuristic '{name}' does not exist for this instance")]
    HeuristicAbsent {
        /// As asked for.
        name: String,
    },
    /// The algorithm cannot be used here.
    #[error("{algorithm} cannot be used here: {reason}")]
    NotApplicable {
        /// The algorithm.
        algorithm: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A plan came back that the independent validator refuses: a defect of ours.
    #[error("the validator refuses the plan that {algorithm} found ({reason}); please report this")]
    InvalidPlan {
        /// The algorithm.
        algorithm: &'static str,
        /// What the validator said.
        reason: String,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a plan.
    Solved,
    /// There is none.
    Unsolvable,
    /// A limit came first.
    Limit,
    /// The algorithm ended without a plan and without proof.
    GaveUp,
}

/// The result of a job.
#[derive(Debug, Clone)]
pub struct Solution {
    /// How it ended.
    pub status: Status,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Whether the plan is known to be the cheapest.
    pub optimal: bool,
    /// The plan's cost in the instance's metric, as searched.
    pub cost: Option<u64>,
    /// The plan in the domain's notation.
    pub plan: Vec<String>,
    /// The plan's length in every metric, as counted by the validator.
    pub lengths: Vec<(&'static str, u64)>,
    /// The figures.
    pub stats: Stats,
}

/// What a full enumeration found.
#[derive(Debug, Clone)]
pub struct Exploration {
    /// The counts; their distances are costs as searched.
    pub space: explore::Space,
    /// Length of the shortest solution, as plans are written.
    pub distance: Option<u32>,
    /// The state farthest from any goal, as text, and the length of its shortest solution, as plans are written; the
    /// first in the domain's order among equals.
    pub hardest: Option<(u32, String)>,
    /// A name for the kind of instance.
    pub class: Option<&'static str>,
}

/// One instance of any puzzle.
pub trait Instance: Send + Sync {
    /// The instance's text.
    fn text(&self) -> String;
    /// The metric that costs are counted in.
    fn metric(&self) -> &'static str;
    /// A drawing of the start.
    fn picture(&self) -> Picture;
    /// The features that exist for this instance, with their ranges.
    fn ranges(&self) -> Vec<(&'static str, (f64, f64))>;
    /// The values of all features at the start; `None` for those that exist only along a path, or not here.
    fn values(&self) -> Vec<Option<f64>>;
    /// Draws rows from the solvable states that can be reached; see [`sample::draw`].
    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, (Limit, Stats)>;
    /// The text of a state so many random moves away; see [`sample::wander`].
    fn wander(&self, moves: usize, seed: u64) -> Option<String>;
    /// Runs a job. A plan that comes back has been replayed by the validator.
    fn solve(&self, job: &Job, observer: &mut dyn Observer) -> Result<Solution, JobError> {
        self.solve_split(job, observer, &Sequential)
    }
    /// Runs a job, split over threads if the search can be. Plan and figures are the same for any number of threads.
    fn solve_split(
        &self,
        job: &Job,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, JobError>;
    /// Enumerates the reachable states with exact distances.
    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, (Limit, Stats)>;
    /// Compares heuristics with exact distances over the reachable states.
    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error>;
    /// Replays a plan, with every position.
    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError>;
    /// Checks the laws of [`Domain`] on a random walk; see [`crate::conformance`].
    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String>;
}

/// A domain value with its start: the one implementation of [`Instance`].
pub struct Bound<D: Puzzle> {
    /// The family's name, for messages.
    pub family: &'static str,
    /// The instance.
    pub domain: D,
    /// Its start.
    pub start: D::State,
}

impl<D: Puzzle> Instance for Bound<D> {
    fn text(&self) -> String {
        self.domain.state_text(&self.start)
    }

    fn metric(&self) -> &'static str {
        self.domain.metric()
    }

    fn picture(&self) -> Picture {
        self.domain.picture(&self.start)
    }

    fn ranges(&self) -> Vec<(&'static str, (f64, f64))> {
        let features = self.domain.features().iter();
        features.filter_map(|f| (f.range)(&self.domain).map(|range| (f.info.name, range))).collect()
    }

    fn values(&self) -> Vec<Option<f64>> {
        sample::values(&self.domain, &self.start)
    }

    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, (Limit, Stats)> {
        sample::draw(&self.domain, &self.start, (count, seed), limits, observer)
    }

    fn wander(&self, moves: usize, seed: u64) -> Option<String> {
        sample::wander(&self.domain, &self.start, moves, seed)
    }

    fn solve_split(
        &self,
        job: &Job,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, JobError> {
        let algorithm = search::algorithm(&job.algorithm).ok_or_else(|| JobError::UnknownAlgorithm {
            name: job.algorithm.clone(),
            nearest: nearest(&job.algorithm, search::ALGORITHMS.iter().map(|info| info.name)),
        })?;
        if algorithm.name == search::bidirectional::INFO.name
            && !search::bidirectional::is_possible(&self.domain)
        {
            return Err(JobError::NotApplicable {
                algorithm: algorithm.name,
                reason: "the domain cannot list its goals, or its moves cannot be taken back at the same cost",
            });
        }
        // Blind algorithms get no heuristic, whatever the job says.
        let heuristic = if algorithm.heuristic { job.heuristic.as_str() } else { "zero" };
        let choice = Choice::read(self.family, &self.domain, heuristic)?;
        let admissible = choice.is_admissible(&self.domain, self.domain.metric());
        let options = Options {
            algorithm,
            weight: job.weight,
            width: job.width,
            horizon: job.horizon,
            table: job.table,
            order_by_h: job.order_by_h,
            admissible,
            limits: job.limits,
        };
        if let Some(outcome) = self.domain.run_own(&self.start, &options, observer) {
            return self.report(algorithm.name, outcome);
        }
        let run = Run { domain: &self.domain, start: &self.start, options, observer, executor };
        let outcome = if search::is_incremental(algorithm) {
            choice.run(&self.domain, RunIncremental(run))?
        } else {
            choice.run_afresh(&self.domain, run)?
        };
        self.report(algorithm.name, outcome)
    }

    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, (Limit, Stats)> {
        let mut distance = None;
        let mut hardest: Option<(u32, D::State)> = None;
        let mut start = vec![0; self.domain.words()];
        self.domain.pack(&self.start, &mut start);
        let mut packed = vec![0; self.domain.words()];
        let space = explore::distances(&self.domain, &self.start, limits, observer, &mut |state, far| {
            self.domain.pack(state, &mut packed);
            if packed == start {
                distance = far;
            }
            if let Some(far) = far.filter(|&far| hardest.as_ref().is_none_or(|(most, _)| far > *most)) {
                hardest = Some((far, state.clone()));
            }
        })?;
        let class = self.domain.class(&space, distance);
        let distance = distance.map(|far| self.domain.written_length(u64::from(far)) as u32);
        let hardest = hardest.map(|(far, state)| {
            (self.domain.written_length(u64::from(far)) as u32, self.domain.state_text(&state))
        });
        Ok(Exploration { space, distance, hardest, class })
    }

    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error> {
        audit::run(self.family, &self.domain, &self.start, request, observer)
    }

    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError> {
        self.domain.replay(&self.start, plan, true)
    }

    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String> {
        conformance::walk(&self.domain, &self.start, seed, steps)
    }
}

impl<D: Puzzle> Bound<D> {
    /// Has the plan replayed and puts the outcome into plain words.
    fn report(
        &self,
        algorithm: &'static str,
        outcome: search::Outcome<D::Action>,
    ) -> Result<Solution, JobError> {
        let (limit, stats) = (outcome.limit, outcome.stats);
        let without = |status| Solution {
            status,
            limit,
            optimal: false,
            cost: None,
            plan: Vec::new(),
            lengths: Vec::new(),
            stats,
        };
        let (plan, cost, optimal) = match outcome.end {
            End::Solved { plan, cost, optimal } => (plan, cost, optimal),
            End::Unsolvable => return Ok(without(Status::Unsolvable)),
            End::Limit => return Ok(without(Status::Limit)),
            End::GaveUp => return Ok(without(Status::GaveUp)),
        };
        let text = self.domain.plan_text(&self.start, &plan);
        let invalid = |reason: String| JobError::InvalidPlan { algorithm, reason };
        let replay = self.domain.replay(&self.start, &text, false).map_err(|e| invalid(e.to_string()))?;
        let (written, expected) = (replay.length(self.domain.metric()), self.domain.written_length(cost));
        if written != Some(expected) {
            return Err(invalid(format!("its length is {written:?}, not {expected}")));
        }
        Ok(Solution {
            status: Status::Solved,
            limit,
            optimal,
            cost: Some(cost),
            plan: text,
            lengths: replay.lengths,
            stats,
        })
    }
}

struct Run<'a, D: Domain> {
    domain: &'a D,
    start: &'a D::State,
    options: Options,
    observer: &'a mut dyn Observer,
    executor: &'a dyn Executor,
}

impl<'a, D: Domain> Run<'a, D> {
    fn with<H>(self, heuristic: H) -> Search<'a, D, H> {
        let Self { domain, start, options, observer, executor } = self;
        Search { domain, start, heuristic, options, observer, executor }
    }
}

impl<D: Domain> WithHeuristic<D, search::Outcome<D::Action>> for Run<'_, D> {
    fn call<H: Heuristic<D>>(self, heuristic: H) -> search::Outcome<D::Action> {
        search::run(self.with(heuristic))
    }
}

/// One of the algorithms for which heuristics of the domain's own are worth their code.
struct RunIncremental<'a, D: Domain>(Run<'a, D>);

impl<D: Domain> WithHeuristic<D, search::Outcome<D::Action>> for RunIncremental<'_, D> {
    fn call<H: Heuristic<D>>(self, heuristic: H) -> search::Outcome<D::Action> {
        search::run_incremental(self.0.with(heuristic))
    }
}
