//! Search problems behind the dynamic boundary: what to run, what comes back, and what else is asked of a state space.

use super::Instance;
use crate::audit::{self, AuditRequest, Card};
use crate::error::ParseError;
use crate::executor::{Executor, Sequential};
use crate::feature::Text;
use crate::instance::judge::Judgement;
use crate::language::{Absent, Checked, HeuristicRef};
use crate::puzzle::{Replay, ReplayError};
use crate::random::Stream;
use crate::sample::Row;
use crate::search::{self, AlgorithmInfo, Limit, Limits, Observer, SearchParameters, Stats, explore};
use crate::suggest::nearest;
use crate::view::{Highlight, Move};
use serde::{Deserialize, Serialize};

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

/// Why it is not known what the steps of a plan are for.
#[derive(Debug, thiserror::Error)]
pub enum PurposeError {
    /// The plan is not valid.
    #[error(transparent)]
    Plan(#[from] ReplayError),
    /// The instance could not be prepared.
    #[error(transparent)]
    Space(#[from] SpaceError),
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// The statistics.
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

/// What a step of a plan is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepPurpose {
    /// The step.
    pub step: String,
    /// What it makes true that a later step or the goal reads.
    pub supports: Vec<Support>,
    /// The step supports nothing, directly or through other steps, and the plan without all such steps is valid.
    pub needless: bool,
}

/// A fact that a step makes true for another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Support {
    /// The fact.
    pub fact: String,
    /// The step that reads it, from 1; none where it is a goal.
    pub step: Option<usize>,
}

/// A successor of an instance's start, as searches see it.
pub struct Successor {
    /// The move in the domain's notation.
    pub text: String,
    /// The move in words.
    pub words: String,
    /// The instance that starts there.
    pub instance: Box<dyn SearchInstance>,
}

/// The size of a ground task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TaskSize {
    /// Ground atoms that can become true.
    pub atoms: usize,
    /// Ground actions.
    pub operators: usize,
    /// Finite-domain variables, derived ones included.
    pub variables: usize,
    /// Width of a packed state in 64-bit words.
    pub words: usize,
}

/// A problem with a start, actions and a goal. Playing a move gives another instance.
pub trait SearchInstance: Instance {
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
    /// A plan as it is printed and written to files; `lengths` are those of its replay.
    fn plan_text(&self, plan: &[String], _lengths: &[(Text, u64)]) -> String {
        plan.join(" ")
    }
    /// The length of a plan in every metric, if the validator accepts it.
    fn lengths(&self, plan: &[String]) -> Result<Vec<(Text, u64)>, ReplayError>;
    /// What the steps of a plan are for, within limits; `None` where the domain does not say.
    fn purposes(
        &self,
        _plan: &[String],
        _limits: Limits,
        _observer: &mut dyn Observer,
    ) -> Option<Result<Vec<StepPurpose>, PurposeError>> {
        None
    }
    /// Replays a plan, with every position.
    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError>;
    /// Whether it is grounded before it is searched, as planning tasks are.
    fn grounds(&self) -> bool {
        false
    }
    /// The size of the ground task, once it was made.
    fn task_size(&self) -> Option<TaskSize> {
        None
    }
    /// Whether states are large, so that those of a plan are sent one by one.
    fn has_large_states(&self) -> bool {
        false
    }
    /// Enumerates the reachable states with exact distances.
    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, SpaceError>;
    /// Judges a game by exact distances over the reachable states; see [`crate::instance::judge::run`].
    fn judge(
        &self,
        line: &[String],
        glance: Option<&Checked>,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Judgement, SpaceError>;
    /// Compares heuristics with exact distances over the reachable states.
    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error>;
    /// Draws rows from the solvable states that can be reached; see [`crate::sample::draw`].
    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, SpaceError>;
    /// The text of a state that many random moves away; see [`crate::sample::wander`].
    fn wander(&self, moves: usize, seed: u64) -> Option<String>;
    /// The instance that starts in a packed state, as a traced search of this instance reports it.
    fn at(&self, packed: &[u64]) -> Box<dyn SearchInstance>;
    /// The cheapest action that leads from one packed state to another, in the domain's notation and in words; `None` if there
    /// is none.
    fn action_between(&self, parent: &[u64], child: &[u64]) -> Option<(String, String)>;
    /// Whether the start is a goal.
    fn is_solved(&self) -> bool;
    /// Cost of the moves that were [played](Self::play) so far.
    fn g(&self) -> u32 {
        0
    }
    /// All legal moves, as a player makes them.
    fn moves(&self) -> Vec<Move>;
    /// Moves that can do no harm; `None` for domains that do not know any.
    fn safe_moves(&self) -> Option<Vec<String>> {
        None
    }
    /// What a feature counts, where that is on the board.
    fn highlights(&self, _feature: &str) -> Vec<Highlight> {
        Vec::new()
    }
    /// The values of all features at the start as a search computes them after the moves that were played; `None` for those
    /// that do not exist for this instance.
    fn path_values(&self) -> Vec<Option<f64>>;
    /// The instance after some moves, which the validator checks.
    fn play(&self, moves: &[String]) -> Result<Box<dyn SearchInstance>, ReplayError>;
    /// Every successor as searches see it.
    fn successors(&self) -> Vec<Successor>;
    /// The text of an instance that differs a little; see [`Puzzle::mutated`](crate::puzzle::Puzzle::mutated).
    fn mutated(&self, _random: &mut Stream) -> Option<String> {
        None
    }
    /// The instance without each of the parts that it can do without; see [`Puzzle::reduced`](crate::puzzle::Puzzle::reduced).
    fn reduced(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}
