//! Any puzzle behind the dynamic boundary.

use super::attempts::{self, RunOne};
use super::{
    Exploration, Instance, SearchError, SearchInstance, SearchRequest, Solution, SpaceError, Status,
    Successor,
};
use crate::audit::{self, AuditRequest, Card};
use crate::conformance;
use crate::executor::Executor;
use crate::feature::{FeatureTable, Text, View};
use crate::heuristic::{Featured, Heuristic, NodeFeatures, WithHeuristic};
use crate::instance::judge::{self, Judgement};
use crate::language::{Checked, HeuristicRef, with_compiled, with_heuristic};
use crate::problem::{Problem, actions, count_actions};
use crate::puzzle::{Picture, Played, Puzzle, Replay, ReplayError};
use crate::random::Stream;
use crate::sample::{self, Row};
use crate::search::{self, End, Limits, Observer, Outcome, Search, SearchParameters, Stats, explore};
use crate::view::{Board, Highlight, Move};
use std::any::Any;
use std::sync::Arc;

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

/// A problem with its start, behind [`Instance`] and [`SearchInstance`].
pub struct Bound<P: Problem> {
    table: Arc<FeatureTable>,
    problem: Arc<P>,
    start: P::State,
    /// The state before the start and the action that led to it, where one action did.
    last: Option<(P::State, P::Action)>,
    /// Cost of the moves that led to the start.
    g: u32,
    own_solver: Option<OwnSolver<P>>,
    classify: Option<Classify<P>>,
}

impl<P: Puzzle + Featured> Bound<P> {
    /// A problem of the domain with this vocabulary.
    pub fn new(table: &Arc<FeatureTable>, problem: P, start: P::State) -> Self {
        debug_assert!(table.names().eq(problem.features().iter().map(|feature| &*feature.info.name)));
        let (table, problem) = (table.clone(), Arc::new(problem));
        Self { table, problem, start, last: None, g: 0, own_solver: None, classify: None }
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

    /// The instance after a move.
    fn after(&self, played: Played<P>) -> Self {
        let Played { problem, state, last, cost } = played;
        let problem = problem.unwrap_or_else(|| self.problem.clone());
        Self { problem, start: state, last, g: self.g + cost, ..self.copy() }
    }

    fn copy(&self) -> Self {
        Self {
            table: self.table.clone(),
            problem: self.problem.clone(),
            start: self.start.clone(),
            last: self.last.clone(),
            ..*self
        }
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

    fn view(&self) -> Board {
        self.problem.view(&self.start)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_search(&self) -> Option<&dyn SearchInstance> {
        Some(self)
    }

    fn into_search(self: Box<Self>) -> Option<Box<dyn SearchInstance>> {
        Some(self)
    }

    fn ranges(&self) -> Vec<Option<(f64, f64)>> {
        self.problem.features().iter().map(|feature| feature.range(&*self.problem)).collect()
    }

    fn has(&self, feature: &str) -> bool {
        let row = self.table.index(feature).and_then(|index| self.problem.features().get(usize::from(index)));
        row.is_some_and(|feature| feature.range(&*self.problem).is_some())
    }

    fn with_table(&self, table: &Arc<FeatureTable>) -> Option<Box<dyn Instance>> {
        let problem = Arc::new(self.problem.with_table(table)?);
        Some(Box::new(Self { table: table.clone(), problem, ..self.copy() }))
    }

    fn values(&self) -> Vec<Option<f64>> {
        sample::values(&*self.problem, &self.start)
    }

    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String> {
        conformance::walk(&*self.problem, &self.start, seed, steps)
    }
}

impl<P: Puzzle + Featured> SearchInstance for Bound<P> {
    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, SpaceError> {
        Ok(sample::draw(&*self.problem, &self.start, (count, seed), limits, observer)?)
    }

    fn wander(&self, moves: usize, seed: u64) -> Option<String> {
        sample::wander(&*self.problem, &self.start, moves, seed)
    }

    fn solve_split(
        &self,
        request: &SearchRequest,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, SearchError> {
        let SearchRequest { parameters, heuristic } = request;
        let algorithm = parameters.algorithm;
        if let Some(reason) = search::refusal(&*self.problem, parameters) {
            return Err(SearchError::NotApplicable { algorithm: algorithm.name, reason });
        }
        // Blind algorithms get no heuristic, whatever the request says.
        let heuristic = if algorithm.heuristic { heuristic } else { &HeuristicRef::Blind };
        if let Some(checked) = heuristic.formula() {
            same_table(checked, &self.table)?;
        }
        observer.stage("preparing", &Stats::default());
        let outcome = attempts::run(parameters, heuristic, observer, &mut RunHere { at: self, executor })?;
        self.report(algorithm.name, outcome)
    }

    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, SpaceError> {
        let mut distance = None;
        let mut hardest: Option<(u32, P::State)> = None;
        let mut start = vec![0; self.problem.packed_len()];
        self.problem.pack(&self.start, &mut start);
        let mut packed = vec![0; self.problem.packed_len()];
        let space = explore::distances(&*self.problem, &self.start, limits, observer, &mut |state, far| {
            self.problem.pack(state, &mut packed);
            if packed == start {
                distance = far;
            }
            if let Some(far) = far.filter(|&far| hardest.as_ref().is_none_or(|(most, _)| far > *most)) {
                hardest = Some((far, state.clone()));
            }
        })?;
        let class = self.classify.and_then(|classify| classify(&*self.problem, &space, distance));
        let distance = distance.map(|far| self.problem.written_length(u64::from(far)) as u32);
        let hardest = hardest.map(|(far, state)| {
            (self.problem.written_length(u64::from(far)) as u32, self.problem.state_text(&state))
        });
        Ok(Exploration { space, distance, hardest, class })
    }

    fn judge(
        &self,
        line: &[String],
        glance: Option<&Checked>,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Judgement, SpaceError> {
        judge::run(&*self.problem, &self.start, line, glance, limits, observer)
    }

    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error> {
        audit::run(&*self.problem, &self.start, request, observer)
    }

    fn at(&self, packed: &[u64]) -> Box<dyn SearchInstance> {
        Box::new(Self { start: self.problem.unpack(packed), last: None, g: 0, ..self.copy() })
    }

    fn action_between(&self, parent: &[u64], child: &[u64]) -> Option<(String, String)> {
        let state = self.problem.unpack(parent);
        let action = search::cheapest_action(&*self.problem, &state, child)?;
        Some((self.problem.action_text(&state, action), self.problem.describe_action(&state, action)))
    }

    fn is_solved(&self) -> bool {
        self.problem.is_goal(&self.start)
    }

    fn g(&self) -> u32 {
        self.g
    }

    fn moves(&self) -> Vec<Move> {
        self.problem.moves(&self.start)
    }

    fn safe_moves(&self) -> Option<Vec<String>> {
        self.problem.safe_moves(&self.start)
    }

    fn highlights(&self, feature: &str) -> Vec<Highlight> {
        self.problem.highlights(&self.start, feature)
    }

    fn path_values(&self) -> Vec<Option<f64>> {
        let problem = &*self.problem;
        let siblings = self.last.as_ref().map_or(0, |(parent, _)| count_actions(problem, parent));
        let parent = self.last.as_ref().map(|(parent, action)| (parent, *action));
        let view = View { problem, state: &self.start, parent, g: self.g, siblings, path: &[] };
        let mut lazy = NodeFeatures::new(problem);
        lazy.next_view();
        let value = |(index, exists): (usize, bool)| exists.then(|| lazy.get(&view, index));
        // What whole paths say is kept by searches alone.
        let exists = problem.features().iter().map(|feature| {
            feature.range(problem).is_some()
                && !feature.info.node().needs.path
                && !feature.info.node().needs.history
        });
        exists.enumerate().map(value).collect()
    }

    fn play(&self, moves: &[String]) -> Result<Box<dyn SearchInstance>, ReplayError> {
        // That the moves solve nothing yet is no fault.
        match self.problem.replay(&self.start, moves, false) {
            Ok(_) | Err(ReplayError::NotSolved { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut here = self.copy();
        for (number, text) in moves.iter().enumerate() {
            let played = here.problem.play(&here.start, text).ok_or_else(|| ReplayError::Step {
                step: number + 1,
                text: text.clone(),
                reason: "there is no such move here".to_owned(),
            })?;
            here = here.after(played);
        }
        Ok(Box::new(here))
    }

    fn successors(&self) -> Vec<Successor> {
        let (problem, state) = (&*self.problem, &self.start);
        let successor = |action: P::Action| Successor {
            text: problem.action_text(state, action),
            words: problem.describe_action(state, action),
            instance: Box::new(self.after(Played::by(problem, state, action))),
        };
        actions(problem, state).into_iter().map(successor).collect()
    }

    fn mutated(&self, random: &mut Stream) -> Option<String> {
        self.problem.mutated(&self.start, random)
    }

    fn reduced(&self) -> Vec<(String, String)> {
        self.problem.reduced(&self.start)
    }

    fn lengths(&self, plan: &[String]) -> Result<Vec<(Text, u64)>, ReplayError> {
        self.problem.replay(&self.start, plan, false).map(|replay| replay.lengths)
    }

    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError> {
        self.problem.replay(&self.start, plan, true)
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

/// Searches of one instance.
struct RunHere<'a, P: Problem> {
    at: &'a Bound<P>,
    executor: &'a dyn Executor,
}

impl<P: Puzzle + Featured> RunOne<P::Action> for RunHere<'_, P> {
    fn run(
        &mut self,
        parameters: &SearchParameters,
        heuristic: &HeuristicRef,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<P::Action>, SearchError> {
        let Bound { problem, start, own_solver, .. } = self.at;
        let own = |observer| (*own_solver)?(problem, start, parameters, heuristic, observer);
        if let Some(outcome) = own(&mut *observer) {
            return Ok(outcome);
        }
        let run = Run {
            problem: &**problem,
            start,
            parameters: *parameters,
            admissible: heuristic.is_admissible(&problem.metric()),
            observer,
            executor: self.executor,
        };
        Ok(match search::is_incremental(parameters.algorithm) {
            true => with_heuristic(&**problem, heuristic, RunIncremental(run))?,
            false => with_compiled(&**problem, heuristic, run)?,
        })
    }
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
