//! A planning problem behind the dynamic boundary.
//!
//! The instance keeps the parsed texts. A job that searches grounds them first, or takes the ground task that an earlier
//! job made, and then runs as any other problem does.

use crate::features;
use crate::ground_task::GroundTask;
use crate::grounding::{ground, relax};
use crate::problem::{Metric, PlanningProblem};
use crate::purposes::purposes;
use crate::solvers::{RELAXED, run_own};
use crate::source::Source;
use crate::task::state::State;
use crate::vocabulary::Vocabulary;
use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use unstuck_core::audit::{self, AuditRequest, Card};
use unstuck_core::executor::Executor;
use unstuck_core::feature::{FeatureInfo, FeatureTable, Text};
use unstuck_core::instance::judge::Judgement;
use unstuck_core::instance::{
    Bound, Exploration, Instance, PurposeError, SearchError, SearchInstance, SearchRequest, Solution,
    SpaceError, Status, StepPurpose, Successor, TaskSize,
};
use unstuck_core::language::{Checked, HeuristicRef};
use unstuck_core::puzzle::{Picture, Replay, ReplayError};
use unstuck_core::sample::Row;
use unstuck_core::search::{ALTERNATE, Limit, Limits, Observer, Stats};
use unstuck_core::view::{Board, Move};
use unstuck_pddl::ids::OperatorId;
use unstuck_pddl::syntax::tree;

/// A planning problem.
pub struct PlanningInstance {
    vocabulary: Vocabulary,
    source: Arc<Source>,
    metric: Metric,
    symmetry: bool,
    size: OnceLock<TaskSize>,
}

impl PlanningInstance {
    /// An instance of any domain as a planning problem, if it is one.
    pub fn of(instance: &dyn Instance) -> Option<&Self> {
        instance.as_any().downcast_ref()
    }

    /// A problem of the domain with this vocabulary; `symmetry` is for searches.
    pub fn new(vocabulary: Vocabulary, source: Source, metric: Metric, symmetry: bool) -> Self {
        Self { vocabulary, source: Arc::new(source), metric, symmetry, size: OnceLock::new() }
    }

    /// The ground task: the one that is kept, or made now.
    ///
    /// # Errors
    ///
    /// A limit came first; or the goal cannot be reached; or the texts contradict each other.
    pub fn ground(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Arc<GroundTask>, SpaceError> {
        let ground = ground(&self.source, limits, observer)?;
        self.size.get_or_init(|| ground.size());
        Ok(ground)
    }

    /// The ground task as a problem, symmetric operators included.
    ///
    /// # Errors
    ///
    /// As of [`ground`](Self::ground).
    pub fn problem(
        &self,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<PlanningProblem, SpaceError> {
        let ground = self.ground(limits, observer)?;
        let (source, metric) = (self.source.clone(), self.metric);
        let Vocabulary { features, terms, .. } = self.vocabulary.clone();
        Ok(PlanningProblem { ground, source, metric, symmetry: false, landmarks: false, features, terms })
    }

    fn copy(&self) -> Self {
        let (vocabulary, source) = (self.vocabulary.clone(), self.source.clone());
        Self { vocabulary, source, size: self.size.clone(), ..*self }
    }

    /// The same with the features of a table that extends its own; `None` if it does not.
    fn speaking(&self, table: &Arc<FeatureTable>) -> Option<Self> {
        let vocabulary = self.vocabulary.extended(table, &self.source.domain)?;
        Some(Self { vocabulary, ..self.copy() })
    }

    fn bound(
        &self,
        (symmetry, landmarks): (bool, bool),
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Bound<PlanningProblem>, Limits), SpaceError> {
        let problem = PlanningProblem { symmetry, landmarks, ..self.problem(limits, observer)? };
        let (bytes, start) = (problem.ground.bytes() as u64, problem.ground.initial());
        // What the task takes is not left for nodes.
        let limits = Limits { memory: limits.memory.map(|most| most.saturating_sub(bytes)), ..limits };
        Ok((Bound::new(&self.vocabulary.table, problem, start).with_solver(run_own), limits))
    }

    /// Choices along a plan, at most so many and evenly spaced, with the task: the successor on the plan, the state itself, and
    /// at most `others` of its other successors.
    pub(super) fn choices_of(
        &self,
        plan: &[String],
        most: usize,
        others: usize,
    ) -> Result<(Arc<GroundTask>, Vec<Vec<State>>), String> {
        let ground = self.ground(Limits::NONE, &mut ()).map_err(|error| error.to_string())?;
        let after = |state: &State, operator: OperatorId| {
            let mut next = state.clone();
            ground.apply(&mut next, operator);
            next
        };
        let steps = most.min(plan.len());
        let mut chosen = (0..steps).map(|index| index * plan.len() / steps).peekable();
        let mut state = ground.initial();
        let mut choices = Vec::new();
        for (number, step) in plan.iter().enumerate() {
            let operator = self
                .source
                .parse_plan(step)
                .ok()
                .and_then(|read| ground.applicable_as(&state, &read.first()?.action))
                .ok_or_else(|| format!("there is no step {step}"))?;
            let next = after(&state, operator);
            if chosen.next_if_eq(&number).is_some() {
                let mut applicable = ground.applicable(&state);
                applicable.retain(|&other| other != operator);
                let stride = applicable.len().div_ceil(others).max(1);
                let mut choice = vec![next.clone(), state.clone()];
                choice.extend(applicable.into_iter().step_by(stride).map(|other| after(&state, other)));
                choices.push(choice);
            }
            state = next;
        }
        Ok((ground, choices))
    }

    /// Makes the relaxation of the ground task, so that what it takes is not left for nodes.
    fn relax(&self, lm_cut: bool, limits: Limits, observer: &mut dyn Observer) -> Result<(), SpaceError> {
        let ground = self.ground(limits, observer)?;
        relax(&self.source, &ground, lm_cut, limits, observer)
    }

    /// For calls that have no limits: all states, symmetric ones included.
    fn whole(&self) -> Result<Bound<PlanningProblem>, SpaceError> {
        self.bound((false, false), Limits::NONE, &mut ()).map(|(bound, _)| bound)
    }
}

impl Instance for PlanningInstance {
    fn table(&self) -> &Arc<FeatureTable> {
        &self.vocabulary.table
    }

    fn text(&self) -> String {
        self.source.text()
    }

    fn metric(&self) -> Text {
        Cow::Borrowed(self.metric.name())
    }

    fn group(&self) -> Option<&str> {
        self.source.with_domain.then_some(&*self.source.domain.name)
    }

    /// Ground operators, once there are any.
    fn size(&self) -> usize {
        self.task_size().map_or_else(|| self.text().len(), |size| size.operators)
    }

    fn picture(&self) -> Picture {
        self.source.picture()
    }

    fn view(&self) -> Board {
        self.source.view()
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
        self.whole()
            .map_or_else(|_| vec![None; self.vocabulary.table.features().len()], |bound| bound.ranges())
    }

    /// Every problem has all features of its domain; no need to ground.
    fn has(&self, feature: &str) -> bool {
        let table = &self.vocabulary.table;
        table.index(feature).is_some() || table.terms().is_some_and(|terms| terms.feature(feature).is_ok())
    }

    fn with_table(&self, table: &Arc<FeatureTable>) -> Option<Box<dyn Instance>> {
        Some(Box::new(self.speaking(table)?))
    }

    fn values(&self) -> Vec<Option<f64>> {
        self.whole()
            .map_or_else(|_| vec![None; self.vocabulary.table.features().len()], |bound| bound.values())
    }

    fn prepare(&self, limits: Limits, observer: &mut dyn Observer) -> Result<(), SpaceError> {
        self.ground(limits, observer).map(|_| ())
    }

    fn check_laws(&self, seed: u64, steps: usize) -> Result<(), String> {
        let bound = |settings| self.bound(settings, Limits::NONE, &mut ()).map_err(|error| error.to_string());
        bound((false, true))?.0.check_laws(seed, steps)?;
        bound((true, false))?.0.check_laws(seed, steps)
    }
}

impl SearchInstance for PlanningInstance {
    fn grounds(&self) -> bool {
        true
    }

    fn task_size(&self) -> Option<TaskSize> {
        self.size.get().copied()
    }

    fn has_large_states(&self) -> bool {
        true
    }

    /// The form of Fast Downward's plan files: a step a line, and the cost at the end.
    fn plan_text(&self, plan: &[String], lengths: &[(Text, u64)]) -> String {
        let kind = match self.source.problem.metric {
            tree::Metric::Steps => "unit cost",
            tree::Metric::TotalCost => "general cost",
        };
        let cost = lengths.iter().find(|(name, _)| name == Metric::Cost.name()).map_or(0, |(_, cost)| *cost);
        plan.iter().map(|step| format!("{step}\n")).collect::<String>() + &format!("; cost = {cost} ({kind})")
    }

    fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Row>, SpaceError> {
        let (bound, limits) = self.bound((false, false), limits, observer)?;
        bound.draw_rows(count, seed, limits, observer)
    }

    fn wander(&self, moves: usize, seed: u64) -> Option<String> {
        self.whole().ok()?.wander(moves, seed)
    }

    fn solve_split(
        &self,
        request: &SearchRequest,
        observer: &mut dyn Observer,
        executor: &dyn Executor,
    ) -> Result<Solution, SearchError> {
        // The lifted features of a heuristic need not be listed by its domain.
        if let Some(checked) = request.heuristic.formula()
            && !Arc::ptr_eq(&checked.table, &self.vocabulary.table)
            && let Some(other) = self.speaking(&checked.table)
            && other.vocabulary.terms.len() > self.vocabulary.terms.len()
        {
            return other.solve_split(request, observer, executor);
        }
        let mut request = request.clone();
        let limits = request.parameters.limits;
        let relaxed = match reads_relaxation(&request) {
            true => self.relax(request.heuristic.features().contains(&"lmcut"), limits, observer),
            false => Ok(()),
        };
        let settings = (self.symmetry, reads_landmarks(&request));
        match relaxed.and_then(|()| self.bound(settings, limits, observer)) {
            Ok((bound, limits)) => {
                request.parameters.limits = limits;
                bound.solve_split(&request, observer, executor)
            }
            Err(SpaceError::Unsolvable) => Ok(without_plan(Status::Unsolvable, None, Stats::default())),
            Err(SpaceError::Limit(limit, stats)) => Ok(without_plan(Status::Limit, Some(limit), stats)),
            Err(SpaceError::Instance(error)) => Err(SearchError::Instance(error)),
        }
    }

    fn explore(&self, limits: Limits, observer: &mut dyn Observer) -> Result<Exploration, SpaceError> {
        let (bound, limits) = self.bound((false, false), limits, observer)?;
        bound.explore(limits, observer)
    }

    fn judge(
        &self,
        line: &[String],
        glance: Option<&Checked>,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Result<Judgement, SpaceError> {
        let (bound, limits) = self.bound((false, false), limits, observer)?;
        bound.judge(line, glance, limits, observer)
    }

    fn audit(
        &self,
        request: &AuditRequest<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Card>, audit::Error> {
        let heuristics = in_one_table(request.heuristics, &self.vocabulary.table)?;
        let checked = heuristics.iter().find_map(HeuristicRef::formula);
        let other = checked.and_then(|checked| self.speaking(&checked.table));
        let (bound, limits) =
            other.as_ref().unwrap_or(self).bound((false, false), request.limits, observer)?;
        bound.audit(&AuditRequest { heuristics: &heuristics, limits, ..*request }, observer)
    }

    /// Packed states come from a search, which has grounded the task.
    fn at(&self, packed: &[u64]) -> Box<dyn SearchInstance> {
        match self.whole() {
            Ok(bound) => bound.at(packed),
            Err(_) => Box::new(self.copy()),
        }
    }

    fn action_between(&self, parent: &[u64], child: &[u64]) -> Option<(String, String)> {
        self.whole().ok()?.action_between(parent, child)
    }

    fn is_solved(&self) -> bool {
        self.whole().is_ok_and(|bound| bound.is_solved())
    }

    fn moves(&self) -> Vec<Move> {
        self.whole().map_or_else(|_| Vec::new(), |bound| bound.moves())
    }

    fn path_values(&self) -> Vec<Option<f64>> {
        self.whole()
            .map_or_else(|_| vec![None; self.vocabulary.table.features().len()], |bound| bound.path_values())
    }

    fn play(&self, moves: &[String]) -> Result<Box<dyn SearchInstance>, ReplayError> {
        if moves.is_empty() {
            return Ok(Box::new(self.copy()));
        }
        let refused = |error: SpaceError| ReplayError::Step {
            step: 1,
            text: moves[0].clone(),
            reason: error.to_string(),
        };
        self.whole().map_err(refused)?.play(moves)
    }

    fn successors(&self) -> Vec<Successor> {
        self.whole().map_or_else(|_| Vec::new(), |bound| bound.successors())
    }

    fn lengths(&self, plan: &[String]) -> Result<Vec<(Text, u64)>, ReplayError> {
        self.source.replay(plan, false).map(|replay| replay.lengths)
    }

    fn purposes(
        &self,
        plan: &[String],
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Option<Result<Vec<StepPurpose>, PurposeError>> {
        // A plan that is not valid needs no ground task to be refused.
        let valid = self.source.replay(plan, false).map_err(PurposeError::from);
        let ground = valid.and_then(|_| Ok(self.ground(limits, observer)?));
        Some(ground.map(|ground| purposes(&self.source, &ground, plan)))
    }

    fn replay(&self, plan: &[String]) -> Result<Replay, ReplayError> {
        self.source.replay(plan, true)
    }
}

/// Heuristics whose tables extend a table, each by its own lifted features: the same in one table with all of them.
fn in_one_table(
    heuristics: &[HeuristicRef],
    table: &Arc<FeatureTable>,
) -> Result<Vec<HeuristicRef>, audit::Error> {
    let own = table.features().len();
    let more = heuristics.iter().filter_map(HeuristicRef::formula);
    let mut more: Vec<FeatureInfo> =
        more.flat_map(|checked| checked.table.features().iter().skip(own)).cloned().collect();
    if more.is_empty() {
        return Ok(heuristics.to_vec());
    }
    more.sort_by(|a, b| a.name.cmp(&b.name));
    more.dedup_by(|a, b| a.name == b.name);
    let table = table.extended(more);
    let again = |heuristic: &HeuristicRef| HeuristicRef::read(&heuristic.to_string(), &table);
    heuristics
        .iter()
        .map(again)
        .collect::<Result<_, _>>()
        .map_err(|error| audit::Error::Instance(Box::new(error)))
}

/// Whether a search evaluates the relaxation of the task.
fn reads_relaxation(request: &SearchRequest) -> bool {
    let SearchRequest { parameters, heuristic } = request;
    let always = RELAXED.contains(&parameters.algorithm.name);
    let reads = |name: &&str| features::reads_relaxation(name);
    parameters.algorithm.heuristic && (always || heuristic.features().iter().any(reads))
}

/// Whether the nodes of a search keep the landmarks that their paths have accepted.
fn reads_landmarks(request: &SearchRequest) -> bool {
    let SearchRequest { parameters, heuristic } = request;
    let named = |name: &&str| ["landmarks", "landmark_reached"].contains(name);
    parameters.algorithm.name == ALTERNATE.name || heuristic.features().iter().any(named)
}

/// The result of a job that ended while it was prepared.
fn without_plan(status: Status, limit: Option<Limit>, stats: Stats) -> Solution {
    Solution { status, limit, optimal: false, cost: None, plan: Vec::new(), lengths: Vec::new(), stats }
}
