//! What a search is: options, limits, statistics, outcome; and the table of algorithms.
//!
//! ## Statistics
//! `expanded` counts nodes whose successors were generated, `generated` the successors made (duplicates
//! included), `stored` the distinct states kept, `evaluated` the heuristic calls. The effective branching
//! factor is the positive root b of b + b² + … + b^d = generated, d the solution's depth.
//!
//! A domain may leave out successors that cannot be of use (see [`Problem::visit`] and
//! [`Problem::visit_in_layers`]); what is left out is not generated. Best-first and depth-first searches are given all but
//! those that the parent reaches as well, breadth-first ones the fewest: compare `generated` only within these kinds. A
//! successor counts as generated whether it is made or only found to be known by its number.
//!
//! ## Order
//! Best-first searches order by f rounded to 1/256; ties go to the larger g, then to the node pushed
//! last. Deepening searches visit children in the domain's order (or by h, when asked) and compare
//! integer bounds: g + ceil(h − 1e-6), or g + floor(w·h) when weighted.
//!
//! ## Limits
//! A search never reads a clock. Its [`Observer`] is polled at least every 1,024 expansions and may end it; node and
//! memory limits are checked by the search itself. Memory is what the search allocates for nodes, queues
//! and tables, checked before it grows.
//!
//! ```
//! use unstuck_core::search::{Limit, Observer, Stats};
//!
//! /// Has seen enough after so many nodes.
//! struct Patience(u64);
//! impl Observer for Patience {
//!     fn poll(&mut self, stats: &Stats) -> Option<Limit> {
//!         (stats.expanded >= self.0).then_some(Limit::Cancelled)
//!     }
//! }
//! # use unstuck_core::domain::{self, Settings};
//! # use unstuck_tiles::TilesDomain;
//! # let board = domain::read_search(&TilesDomain, "8 6 7 2 5 4 3 0 1", None, &Settings::new()).unwrap();
//! let found = board.solve(&board.request("astar", "zero")?, &mut Patience(2_000))?;
//! assert_eq!(found.limit, Some(Limit::Cancelled));
//! # Ok::<(), unstuck_core::instance::SearchError>(())
//! ```

mod algorithms;
mod engines;
pub mod explore;
mod meter;
mod observer;
mod outcome;
mod parameters;
mod structures;
mod tuning;
mod values;

use crate::executor::Executor;
use crate::heuristic::{Heuristic, Zero};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};

pub(crate) use algorithms::{
    alternate, astar, awastar, beam, bfs, bibfs, dfs, ehc, greedy, hsd, ida, iddfs, lazy, quick, restarts,
    shortest, ucs, wastar, wida,
};
// The algorithms that others name; all are in `ALGORITHMS`.
pub use algorithms::{
    alternate::INFO as ALTERNATE, astar::INFO as ASTAR, beam::INFO as BEAM, bfs::INFO as BFS,
    dfs::INFO as DFS, ehc::INFO as EHC, greedy::INFO as GREEDY, hsd::INFO as HSD, ida::INFO as IDA,
    iddfs::INFO as IDDFS, quick::INFO as QUICK, restarts::INFO as RESTARTS, shortest::INFO as SHORTEST,
    wastar::INFO as WASTAR,
};
pub use meter::Meter;
pub(crate) use observer::Onward;
pub use observer::{NodeOutcome, NodeValues, Observer, TracedNode};
pub use parameters::{
    ChildOrder, GROWTH, HORIZON, MAX_HORIZON, PARAMETERS, Parameter, ParameterInfo, ParameterKind,
    ParameterValue, SearchParameters, WEIGHT, WIDTH,
};
pub(crate) use structures::nodes::cheapest_action;
pub use tuning::Tuning;
pub use values::{NamedValue, ParameterValues};

/// What algorithms of a domain's own are made of: engines that can be paused, nodes, and outcomes.
pub mod parts {
    pub use super::algorithms::dfs::run as run_dfs;
    pub use super::engines::deferred::{Deferred, Pause};
    pub use super::outcome::{ended, plan_cost, solved, stopped};
    pub use super::structures::nodes::{NO_PARENT, Nodes};
    pub use super::structures::visited::{Hashed, Visited, make};
}

/// Every algorithm, each in a module of its own with `INFO` and `run`.
macro_rules! algorithms {
    ($($module:ident)*) => {
        /// All algorithms, in the order they are shown.
        pub static ALGORITHMS: &[&AlgorithmInfo] = &[$(&$module::INFO),*];
    };
    (blind: $($module:ident)*) => {
        /// Runs one of the algorithms that read no heuristic: compiled once for each problem.
        fn run_blind<P: Problem>(search: Search<'_, P, Zero>) -> Outcome<P::Action> {
            let name = search.parameters.algorithm.name;
            $(if name == $module::INFO.name {
                return $module::run(search);
            })*
            unreachable!("no blind algorithm: {name}")
        }
    };
    (informed: $($module:ident)*) => {
        /// Runs the algorithm named in the parameters; it must be one for which there is no [`refusal`].
        pub fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
            if !search.parameters.algorithm.heuristic {
                return run_blind(search.blind());
            }
            let name = search.parameters.algorithm.name;
            $(if name == $module::INFO.name {
                return $module::run(search);
            })*
            unreachable!("an AlgorithmInfo that is not in ALGORITHMS: {name}")
        }
    };
    (incremental: $($module:ident)*) => {
        /// Whether the algorithm is one for which heuristics that are updated from node to node pay.
        pub fn is_incremental(algorithm: &AlgorithmInfo) -> bool {
            [$($module::INFO.name),*].contains(&algorithm.name)
        }

        /// Runs the algorithm named in the parameters, one of those that [`is_incremental`]. Fewer algorithms, that
        /// is less code for each heuristic of a domain's own.
        pub fn run_incremental<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
            let name = search.parameters.algorithm.name;
            $(if name == $module::INFO.name {
                return $module::run(search);
            })*
            unreachable!("no incremental algorithm: {name}")
        }
    };
}

algorithms! {
    bfs dfs iddfs ucs greedy lazy alternate astar wastar ida wida hsd beam ehc awastar restarts bibfs quick shortest
}
algorithms! {
    blind: bfs dfs iddfs ucs bibfs
}
algorithms! {
    informed: greedy lazy alternate astar wastar ida wida hsd beam ehc awastar restarts quick shortest
}
algorithms! {
    incremental: greedy astar wastar ida wida awastar
}

/// Why an algorithm cannot be used on an instance with these parameters; `None` if it can.
pub fn refusal<P: Problem>(problem: &P, parameters: &SearchParameters) -> Option<&'static str> {
    let algorithm = parameters.algorithm;
    if algorithm.name == bibfs::INFO.name && !bibfs::is_possible(problem) {
        return Some("the domain cannot list its goals, or its moves cannot be taken back at the same cost");
    }
    let deepening = algorithm.parameters.contains(&Parameter::Table);
    if deepening && problem.min_cost() == 0 && parameters.table_bytes::<P>() == 0 {
        return Some("an action can cost nothing, and without a table the search would go in circles");
    }
    None
}

/// The algorithm of that name.
pub fn algorithm(name: &str) -> Option<&'static AlgorithmInfo> {
    ALGORITHMS.iter().copied().find(|info| info.name == name)
}

/// When an algorithm's solutions are the cheapest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Optimal {
    /// Always.
    Always,
    /// Where every action costs 1.
    UnitCost,
    /// With an admissible heuristic.
    Admissible,
    /// When it runs to its end instead of a limit.
    AtEnd,
    /// No promise.
    Never,
}

/// An algorithm's registration and manual page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AlgorithmInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// When solutions are optimal.
    pub optimal: Optimal,
    /// Finds a solution whenever there is one (given time and memory).
    pub complete: bool,
    /// What grows with the search.
    pub memory: &'static str,
    /// Reads a heuristic.
    pub heuristic: bool,
    /// Parameters it reads.
    pub parameters: &'static [Parameter],
}

/// Bounds on one search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Most nodes to expand.
    pub expanded: Option<u64>,
    /// Wall time; kept by the caller's [`Observer`], since the core reads no clock.
    pub seconds: Option<f64>,
    /// Most bytes to allocate for nodes, queues and tables.
    pub memory: Option<u64>,
    /// Most [effort](crate::effort): like time, but the same on every machine.
    pub effort: Option<u64>,
}

impl Limits {
    /// No bounds.
    pub const NONE: Self = Self { expanded: None, seconds: None, memory: None, effort: None };
}

/// What ended a search early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// [`Limits::expanded`].
    Nodes,
    /// [`Limits::seconds`].
    Time,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::effort`].
    Effort,
    /// The caller cancelled it.
    Cancelled,
}

/// The statistics of a search.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Stats {
    /// Nodes whose successors were generated.
    pub expanded: u64,
    /// Successors made, duplicates included.
    pub generated: u64,
    /// Distinct states kept.
    pub stored: u64,
    /// Heuristic calls.
    pub evaluated: u64,
    /// Expanded nodes that were reached again by a cheaper path.
    pub reopened: u64,
    /// Most nodes that waited at once; 0 for deepening searches, which keep none waiting.
    pub max_open: u64,
    /// Number of actions of the solution; without one, that of the deepest node expanded, or its cost where a search
    /// keeps costs only.
    pub depth: u32,
    /// Rounds of deepening, attempts, or improving solutions of an anytime search.
    pub iterations: u32,
    /// Most bytes allocated for nodes, queues, tables and values that a heuristic keeps.
    pub peak_bytes: u64,
    /// Bytes the transposition table was allowed (0: none).
    pub table_bytes: u64,
    /// What it did, by the price list of effort; preparing the instance is free.
    pub effort: u64,
    /// Wall time, filled in by the caller.
    pub seconds: f64,
}

impl Stats {
    /// The effective branching factor, when there is a depth to speak of.
    ///
    /// ```
    /// use unstuck_core::search::Stats;
    /// let stats = Stats { generated: 2 + 4 + 8, depth: 3, ..Stats::default() };
    /// assert!((stats.branching_factor().unwrap() - 2.0).abs() < 1e-9);
    /// ```
    pub fn branching_factor(&self) -> Option<f64> {
        effective_branching_factor(self.generated, self.depth)
    }

    /// The statistics of this search and of another one that followed it, as one.
    fn then(self, next: Self) -> Self {
        Self {
            expanded: self.expanded + next.expanded,
            generated: self.generated + next.generated,
            stored: self.stored.max(next.stored),
            evaluated: self.evaluated + next.evaluated,
            reopened: self.reopened + next.reopened,
            max_open: self.max_open.max(next.max_open),
            depth: self.depth.max(next.depth),
            iterations: self.iterations + next.iterations,
            peak_bytes: self.peak_bytes.max(next.peak_bytes),
            table_bytes: self.table_bytes.max(next.table_bytes),
            effort: self.effort + next.effort,
            seconds: self.seconds + next.seconds,
        }
    }
}

/// The positive root b of b + b² + … + b^depth = generated.
pub(crate) fn effective_branching_factor(generated: u64, depth: u32) -> Option<f64> {
    if depth == 0 || generated == 0 {
        return None;
    }
    let total = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, generated as f64);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if total(middle) > generated as f64 { high = middle } else { low = middle }
    }
    Some((low + high) / 2.0)
}

/// One search to run.
pub struct Search<'a, P: Problem, H> {
    /// The instance.
    pub problem: &'a P,
    /// Where to start.
    pub start: &'a P::State,
    /// The estimate.
    pub heuristic: H,
    /// Algorithm, parameters, limits.
    pub parameters: SearchParameters,
    /// The heuristic never overestimates in the instance's metric.
    pub admissible: bool,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
    /// Who lends threads to searches that can be split.
    pub executor: &'a dyn Executor,
}

impl<'a, P: Problem, H> Search<'a, P, H> {
    /// The same search with the blind heuristic.
    fn blind(self) -> Search<'a, P, Zero> {
        let Self { problem, start, parameters, observer, executor, .. } = self;
        Search { problem, start, heuristic: Zero, parameters, admissible: true, observer, executor }
    }

    /// The same search with the heuristic lent to it.
    fn lend(&mut self) -> Search<'_, P, &mut H> {
        Search {
            problem: self.problem,
            start: self.start,
            heuristic: &mut self.heuristic,
            parameters: self.parameters,
            admissible: self.admissible,
            observer: self.observer,
            executor: self.executor,
        }
    }
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End<A> {
    /// With a plan.
    Solved {
        /// The actions from start to goal.
        plan: Vec<A>,
        /// Their cost in the instance's metric.
        cost: u64,
        /// Whether no cheaper plan exists.
        optimal: bool,
    },
    /// The whole space was searched: there is no plan.
    Unsolvable,
    /// A limit came first.
    Limit,
    /// The algorithm is incomplete and ended without a plan.
    GaveUp,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<A> {
    /// How it ended.
    pub end: End<A>,
    /// The limit that ended it, also when an anytime search had a plan by then.
    pub limit: Option<Limit>,
    /// The statistics.
    pub stats: Stats,
}

impl<A> Outcome<A> {
    /// Adds the statistics of earlier failed attempts.
    pub fn after(mut self, tried: Stats) -> Self {
        let depth = self.stats.depth;
        self.stats = tried.then(self.stats);
        if matches!(self.end, End::Solved { .. }) {
            self.stats.depth = depth;
        }
        self
    }
}
