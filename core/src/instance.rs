//! One instance behind the dynamic boundary: everything the outside asks of a problem, by plain data.
//!
//! [`Bound`] puts any [`Puzzle`] behind [`Instance`]; the call crosses the boundary once per search, and what
//! runs behind it is monomorphised.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::instance::Status;
//! use unstuck_core::registry;
//! # let (rush_hour, set) = registry::set("jam").unwrap();
//! # let board = domain::read(&*rush_hour, &(set.text)("40").unwrap(), None, &Settings::new()).unwrap();
//!
//! let mut request = board.request("ida", "blockers_deep")?;
//! request.parameters.limits.expanded = Some(100);
//! assert_eq!(board.solve(&request, &mut ())?.status, Status::Limit);
//! request.parameters.limits.expanded = None;
//! let found = board.solve(&request, &mut ())?;
//! assert_eq!((found.cost, found.optimal), (Some(51), true));
//! assert_eq!(found.lengths, [("slides".into(), 51), ("steps".into(), 82)]);
//! # Ok::<(), unstuck_core::instance::SearchError>(())
//! ```

use crate::audit::{self, AuditRequest, Card};
use crate::conformance;
use crate::error::ParseError;
use crate::executor::{Executor, Sequential};
use crate::feature::{FeatureTable, Text};
use crate::heuristic::{Featured, Heuristic, WithHeuristic};
use crate::language::{Absent, Checked, HeuristicRef, with_compiled, with_heuristic};
use crate::problem::Problem;
use crate::puzzle::{Picture, Puzzle, Replay, ReplayError};
use crate::sample::{self, Row};
use crate::search::{
    self, AlgorithmInfo, End, Limit, Limits, Observer, Outcome, Search, SearchParameters, Stats, explore,
};
use crate::suggest::nearest;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::sync::Arc;

/// What to run, parsed: an algorithm with its parameters, and a heuristic.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// Algorithm, parameters and limits.
    pub parameters: SearchParameters,
    /// What guides it; blind algorithms ignore it.
    pub heuristic: HeuristicRef,
}

impl SearchRequest {
    /// A request with default parameters and no heuristic.
    pub fn blind(algorithm: &'static AlgorithmInfo, limits: Limits) -> Self {
        let parameters = SearchParameters { limits, ..SearchParameters::new(algorithm) };
        Self { parameters, heuristic: HeuristicRef::Blind }
    }
}

/// Why a search cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No algorithm of that name.
    #[error("unknown algorithm '{name}'{}", did_you_mean(.nearest))]
    UnknownAlgorithm {
        /// As asked for.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// A text that is no heuristic.
    #[error("the heuristic cannot be read: {0}")]
    Heuristic(#[from] ParseError),
    /// A heuristic that was read for another domain.
    #[error("the heuristic is for {given}, not for {domain}")]
    OtherDomain {
        /// The heuristic's domain.
        given: String,
        /// The instance's domain.
        domain: String,
    },
    /// The domain has it, this instance does not.
    #[error(transparent)]
    Absent(#[from] Absent),
    /// The algorithm cannot be used here.
    #[error("{algorithm} cannot be used here: {reason}")]
    NotApplicable {
        /// The algorithm.
        algorithm: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// Something in the instance's text that shows only when it is prepared.
    #[error("the instance cannot be used: {0}")]
    Instance(Box<ParseError>),
    /// A plan came back that the independent validator refuses: a defect of ours.
    #[error("the validator refuses the plan that {algorithm} found ({reason}); please report this")]
    InvalidPlan {
        /// The algorithm.
        algorithm: &'static str,
        /// What the validator said.
        reason: String,
    },
}

/// Why an instance could not be prepared, or its states could not be enumerated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SpaceError {
    /// A limit came first.
    #[error("a limit came first ({0:?} after {states} states)", states = .1.stored.max(.1.expanded))]
    Limit(Limit, Stats),
    /// There is no plan: preparing the instance proved it, so its states were not enumerated.
    #[error("the goal cannot be reached, even if actions only added to what is true")]
    Unsolvable,
    /// Something in the instance's text that shows only when it is prepared.
    #[error(transparent)]
    Instance(Box<ParseError>),
}

impl From<(Limit, Stats)> for SpaceError {
    fn from((limit, stats): (Limit, Stats)) -> Self {
        Self::Limit(limit, stats)
    }
}

impl From<SpaceError> for audit::Error {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Limit(limit, stats) => Self::TooLarge(limit, stats.stored.max(stats.expanded)),
            SpaceError::Unsolvable => Self::Unsolvable,
            SpaceError::Instance(error) => Self::Instance(error),
        }
    }
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
}

/// How a search ended.
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

/// The result of a search.
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
    pub lengths: Vec<(Text, u64)>,
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

/// One instance of any domain.
pub trait Instance: Send + Sync {
    /// The vocabulary of the instance's domain.
    fn table(&self) -> &Arc<FeatureTable>;
    /// The instance's text.
    fn text(&self) -> String;
    /// The metric that costs are counted in.
    fn metric(&self) -> Text;
    /// A drawing of the start.
    fn picture(&self) -> Picture;
    /// A plan as it is printed and written to files; `lengths` are those of its replay.
    fn plan_text(&self, plan: &[String], _lengths: &[(Text, u64)]) -> String {
        plan.join(" ")
    }
    /// The instance itself, for callers that know its type.
    fn as_any(&self) -> &dyn Any;
    /// Smallest and largest value of every feature of the table; `None` for those that do not exist for this instance.
    fn ranges(&self) -> Vec<Option<(f64, f64)>>;
    /// Whether a feature exists for this instance.
    fn has(&self, feature: &str) -> bool;
    /// The values of all features at the start; `None` for those that exist only along a path, are expensive, or do not
    /// exist here.
    fn values(&self) -> Vec<Option<f64>>;
    /// Makes what the other calls need and keeps it for them: ground tasks, say. Calls with limits and an observer do so by
    /// themselves; the others do it without limits.
    fn prepare(&self, _limits: Limits, _observer: &mut dyn Observer) -> Result<(), SpaceError> {
        Ok(())
    }
    /// Draws rows from the solvable states that can be reached; see [`sample::draw`].
    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, SpaceError>;
    /// The text of a state so many random moves away; see [`sample::wander`].
    fn wander(&self, moves: usize, seed: u64) -> Option<String>;
    /// A request for this instance, by the name of an algorithm and the text of a heuristic.
    fn request(&self, algorithm: &str, heuristic: &str) -> Result<SearchRequest, SearchError> {
        let info = search::algorithm(algorithm).ok_or_else(|| SearchError::UnknownAlgorithm {
            name: algorithm.into(),
            nearest: nearest(algorithm, search::ALGORITHMS.iter().map(|info| info.name)),
        })?;
        let heuristic = HeuristicRef::read(heuristic, self.table())?;
        Ok(SearchRequest { parameters: SearchParameters::new(info), heuristic })
    }
    /// Runs a search. A plan that comes back has been replayed by the validator.
    fn solve(&self, request: &SearchRequest, observer: &mut dyn Observer) -> Result<Solution, SearchError> {
        self.solve_split(request, observer, &Sequential)
    }
    /// Runs a search, split over threads if it can be. Plan and statistics are the same for any number of threads.
    fn solve_split(
        &self,
        request: &SearchRequest,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, SearchError>;
    /// Enumerates the reachable states with exact distances.
    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, SpaceError>;
    /// Compares heuristics with exact distances over the reachable states.
    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error>;
    /// The text of a packed state, as a traced search of this instance reports it.
    fn state_text(&self, packed: &[u64]) -> String;
    /// The text of the cheapest action that leads from one packed state to another; `None` if there is none.
    fn action_text(&self, parent: &[u64], child: &[u64]) -> Option<String>;
    /// Replays a plan, with every position.
    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError>;
    /// Checks the laws of [`Problem`] on a random walk; see [`crate::conformance`].
    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String>;
}

/// The domain's own way to run an algorithm, where it has a better one than the general: told the parameters, and the
/// heuristic if one was named.
pub type OwnSolver<P> = fn(
    &P,
    &<P as Problem>::State,
    &SearchParameters,
    &HeuristicRef,
    &mut dyn Observer,
) -> Option<Outcome<<P as Problem>::Action>>;

/// Names the kind of an instance from its whole space and its distance.
pub type Classify<P> = fn(&P, &explore::Space, Option<u32>) -> Option<&'static str>;

/// A problem with its start: the one implementation of [`Instance`].
pub struct Bound<P: Problem> {
    table: Arc<FeatureTable>,
    problem: P,
    start: P::State,
    own_solver: Option<OwnSolver<P>>,
    classify: Option<Classify<P>>,
}

impl<P: Puzzle + Featured> Bound<P> {
    /// A problem of the domain with this vocabulary.
    pub fn new(table: &Arc<FeatureTable>, problem: P, start: P::State) -> Self {
        debug_assert!(table.names().eq(problem.features().iter().map(|feature| &*feature.info.name)));
        Self { table: table.clone(), problem, start, own_solver: None, classify: None }
    }

    /// With the domain's own way to run some algorithms.
    #[must_use]
    pub fn with_solver(self, solver: OwnSolver<P>) -> Self {
        Self { own_solver: Some(solver), ..self }
    }

    /// With the domain's names for kinds of instances.
    #[must_use]
    pub fn with_classes(self, classify: Classify<P>) -> Self {
        Self { classify: Some(classify), ..self }
    }
}

impl<P: Puzzle + Featured> Instance for Bound<P> {
    fn table(&self) -> &Arc<FeatureTable> {
        &self.table
    }

    fn text(&self) -> String {
        self.problem.state_text(&self.start)
    }

    fn metric(&self) -> Text {
        self.problem.metric()
    }

    fn picture(&self) -> Picture {
        self.problem.picture(&self.start)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn ranges(&self) -> Vec<Option<(f64, f64)>> {
        self.problem.features().iter().map(|feature| feature.range(&self.problem)).collect()
    }

    fn has(&self, feature: &str) -> bool {
        let row = self.table.index(feature).and_then(|index| self.problem.features().get(usize::from(index)));
        row.is_some_and(|feature| feature.range(&self.problem).is_some())
    }

    fn values(&self) -> Vec<Option<f64>> {
        sample::values(&self.problem, &self.start)
    }

    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, SpaceError> {
        Ok(sample::draw(&self.problem, &self.start, (count, seed), limits, observer)?)
    }

    fn wander(&self, moves: usize, seed: u64) -> Option<String> {
        sample::wander(&self.problem, &self.start, moves, seed)
    }

    fn solve_split(
        &self,
        request: &SearchRequest,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, SearchError> {
        let SearchRequest { parameters, heuristic } = request;
        let algorithm = parameters.algorithm;
        if let Some(reason) = search::refusal(&self.problem, parameters) {
            return Err(SearchError::NotApplicable { algorithm: algorithm.name, reason });
        }
        // Blind algorithms get no heuristic, whatever the request says.
        let heuristic = if algorithm.heuristic { heuristic } else { &HeuristicRef::Blind };
        if let Some(checked) = heuristic.formula() {
            same_table(checked, &self.table)?;
        }
        observer.stage("preparing", &Stats::default());
        let own = |observer| self.own_solver?(&self.problem, &self.start, parameters, heuristic, observer);
        if let Some(outcome) = own(&mut *observer) {
            return self.report(algorithm.name, outcome);
        }
        let run = Run {
            problem: &self.problem,
            start: &self.start,
            parameters: *parameters,
            admissible: heuristic.is_admissible(&self.problem.metric()),
            observer,
            executor,
        };
        let outcome = if search::is_incremental(algorithm) {
            with_heuristic(&self.problem, heuristic, RunIncremental(run))?
        } else {
            with_compiled(&self.problem, heuristic, run)?
        };
        self.report(algorithm.name, outcome)
    }

    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, SpaceError> {
        let mut distance = None;
        let mut hardest: Option<(u32, P::State)> = None;
        let mut start = vec![0; self.problem.packed_len()];
        self.problem.pack(&self.start, &mut start);
        let mut packed = vec![0; self.problem.packed_len()];
        let space = explore::distances(&self.problem, &self.start, limits, observer, &mut |state, far| {
            self.problem.pack(state, &mut packed);
            if packed == start {
                distance = far;
            }
            if let Some(far) = far.filter(|&far| hardest.as_ref().is_none_or(|(most, _)| far > *most)) {
                hardest = Some((far, state.clone()));
            }
        })?;
        let class = self.classify.and_then(|classify| classify(&self.problem, &space, distance));
        let distance = distance.map(|far| self.problem.written_length(u64::from(far)) as u32);
        let hardest = hardest.map(|(far, state)| {
            (self.problem.written_length(u64::from(far)) as u32, self.problem.state_text(&state))
        });
        Ok(Exploration { space, distance, hardest, class })
    }

    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error> {
        audit::run(&self.problem, &self.start, request, observer)
    }

    fn state_text(&self, packed: &[u64]) -> String {
        self.problem.state_text(&self.problem.unpack(packed))
    }

    fn action_text(&self, parent: &[u64], child: &[u64]) -> Option<String> {
        let state = self.problem.unpack(parent);
        let action = search::cheapest_action(&self.problem, &state, child)?;
        Some(self.problem.action_text(&state, action))
    }

    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError> {
        self.problem.replay(&self.start, plan, true)
    }

    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String> {
        conformance::walk(&self.problem, &self.start, seed, steps)
    }
}

impl<P: Puzzle> Bound<P> {
    /// Has the plan replayed and puts the outcome into plain words.
    fn report(&self, algorithm: &'static str, outcome: Outcome<P::Action>) -> Result<Solution, SearchError> {
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
        let text = self.problem.plan_text(&self.start, &plan);
        let invalid = |reason: String| SearchError::InvalidPlan { algorithm, reason };
        let replay = self.problem.replay(&self.start, &text, false).map_err(|e| invalid(e.to_string()))?;
        let (written, expected) = (replay.length(&self.problem.metric()), self.problem.written_length(cost));
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

/// Refuses a formula that was read for another domain: its features are numbered otherwise.
fn same_table(checked: &Checked, table: &Arc<FeatureTable>) -> Result<(), SearchError> {
    if Arc::ptr_eq(&checked.table, table) || checked.table.names().eq(table.names()) {
        return Ok(());
    }
    let (given, domain) = (checked.table.domain().to_owned(), table.domain().to_owned());
    Err(SearchError::OtherDomain { given, domain })
}

struct Run<'a, P: Problem> {
    problem: &'a P,
    start: &'a P::State,
    parameters: SearchParameters,
    admissible: bool,
    observer: &'a mut dyn Observer,
    executor: &'a dyn Executor,
}

impl<'a, P: Problem> Run<'a, P> {
    fn with<H>(self, heuristic: H) -> Search<'a, P, H> {
        let Self { problem, start, parameters, admissible, observer, executor } = self;
        observer.stage("searching", &Stats::default());
        Search { problem, start, heuristic, parameters, admissible, observer, executor }
    }
}

impl<P: Problem> WithHeuristic<P, Outcome<P::Action>> for Run<'_, P> {
    fn call<H: Heuristic<P>>(self, heuristic: H) -> Outcome<P::Action> {
        search::run(self.with(heuristic))
    }
}

/// One of the algorithms for which heuristics of the domain's own are worth their code.
struct RunIncremental<'a, P: Problem>(Run<'a, P>);

impl<P: Problem> WithHeuristic<P, Outcome<P::Action>> for RunIncremental<'_, P> {
    fn call<H: Heuristic<P>>(self, heuristic: H) -> Outcome<P::Action> {
        search::run_incremental(self.0.with(heuristic))
    }
}
