//! One solve, from a named instance to a report, and the report's forms.

use super::improvements::Improvements;
use crate::ToSchema;
use crate::pattern_databases;
use crate::request::error::Kind;
use crate::request::instances::{Reading, Source, shortened};
use crate::request::method::{Choice, after_limit};
use crate::request::numbers;
use crate::system::origin::Origin;
use crate::system::watch::{Activity, Watch};
use crate::wording::{cpu_limit_name, limit_name};
use cpu_time::ThreadTime;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use unstuck_core::executor::Executor;
use unstuck_core::feature::Text;
use unstuck_core::instance::{Instance, SearchInstance, SearchRequest, Solution, Status, TaskSize};
use unstuck_core::language::HeuristicRef;
use unstuck_core::puzzle::Frame;
use unstuck_core::search::{AlgorithmInfo, Limit, Observer, Parameter, Stats};
use unstuck_core::view::Board;

/// Most moves of a plan with their positions: searches that ignore length find plans of millions.
const MAX_POSITIONS: usize = 1_000;

/// What came of a solve.
pub struct Report {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: Text,
    /// The family of its domain.
    pub family: Option<&'static str>,
    /// What was run.
    pub request: SearchRequest,
    /// The instance itself.
    pub puzzle: Box<dyn SearchInstance>,
    /// How it ended.
    pub solution: Solution,
    /// The stages of the work, with the seconds each took.
    pub stages: Vec<(String, f64)>,
    /// Flags of a method that may do better, after a limit.
    pub remedy: Option<String>,
    /// What a cheapest plan costs at least, as far as the search has proved; costs as it counts them.
    pub bound: u64,
    /// What is known where a limit ended the search for a shortest plan.
    pub unproved: Option<Unproved>,
    /// CPU time of reading and searching, where one thread did both and the system counts it.
    pub cpu_seconds: Option<f64>,
    /// A limit of time that ended the search was that of the command's CPU time.
    pub is_cpu_spent: bool,
}

/// What is known of a shortest plan that was not found.
pub struct Unproved {
    /// No plan is shorter.
    pub bound: u64,
    /// A plan that another method found.
    pub best: Option<Box<Report>>,
}

/// The result of a solve, as plain data. Without a plan its length, lengths and plan are null.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Solve)]
pub struct SolveResult {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// How it ended.
    pub status: Status,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Whether the plan is proved to be cheapest.
    pub optimal: bool,
    /// What lengths are counted in.
    pub metric: String,
    /// The plan's length in the metric.
    pub length: Option<u64>,
    /// Where a limit ended a proof: no plan is shorter than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lower_bound: Option<u64>,
    /// Where a limit ended a proof: the length of a plan that another method found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub best_known: Option<u64>,
    /// The plan's length in every metric.
    #[serde(serialize_with = "by_metric")]
    #[schema(value_type = BTreeMap<String, u64>)]
    pub lengths: Option<Vec<(String, u64)>>,
    /// The plan.
    pub plan: Option<Vec<String>>,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic's text.
    pub heuristic: String,
    /// The statistics.
    pub stats: Statistics,
    /// The instance's text.
    pub text: String,
    /// What it was made with.
    pub unstuck: Origin,
    /// The size of a planning task.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<TaskSize>, nullable = false)]
    pub task: Option<Option<TaskSize>>,
    /// The stages of the work on a planning task, with the seconds each took.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stages: Option<Vec<(String, f64)>>,
    /// The start and the position after every move of the plan, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub positions: Option<Vec<PlanPosition>>,
    /// Moves of the whole plan, where `plan` and `positions` are only its beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cut: Option<usize>,
}

/// A position of a plan, with the move that led there.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Step)]
pub struct PlanPosition {
    /// The move, as the plan writes it; none at the start.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// The move in words.
    pub words: Option<String>,
    /// The position as text.
    pub text: String,
    /// The position as screens show it.
    pub board: Board,
}

/// Lengths as a map, in the domain's order of metrics.
fn by_metric<S: Serializer>(lengths: &Option<Vec<(String, u64)>>, serializer: S) -> Result<S::Ok, S::Error> {
    match lengths {
        Some(lengths) => serializer.collect_map(lengths.iter().map(|(name, length)| (name, length))),
        None => serializer.serialize_none(),
    }
}

/// The statistics of a search.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Statistics {
    /// What the search counted.
    #[serde(flatten)]
    pub stats: Stats,
    /// The effective branching factor of a solved instance.
    pub branching_factor: Option<f64>,
    /// CPU time of reading and searching, where one thread did both and the system counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cpu_seconds: Option<f64>,
}

/// Reads and solves, with the executor's threads where the search can be split. Defaults of the domain give way to
/// what the instance supports. The clock starts before the instance is read.
pub fn solve(
    source: &Source,
    reading: &Reading,
    (choice, request): (&Choice, &SearchRequest),
    activity: &Activity,
    executor: &dyn Executor,
) -> anyhow::Result<Report> {
    // The system may not count it.
    let began = ThreadTime::try_now().ok().filter(|_| executor.threads() == 1);
    let mut watch = Watch::new(activity, request.parameters.limits);
    watch.stage("read", &Stats::default());
    let puzzle = source.search(reading, "solve")?;
    let mut request = request.clone();
    choice.adapt(&*source.domain, &*puzzle, &mut request)?;
    let mut observer = Improvements { watch: &mut watch, puzzle: &*puzzle, activity };
    // Tables that a heuristic reads count as the search's own.
    let reads = request.parameters.algorithm.heuristic;
    let tables = if reads { pattern_databases::bytes(&*source.domain, &request.heuristic) } else { 0 };
    let mut charged = request.clone();
    charged.parameters.limits.memory =
        request.parameters.limits.memory.map(|most| most.saturating_sub(tables));
    let mut solution = puzzle.solve_split(&charged, &mut observer, executor)?;
    solution.stats.seconds = watch.seconds();
    solution.stats.peak_bytes += tables;
    let info = source.domain.info();
    let (stages, bound) = (watch.stages(), watch.bound());
    let remedy = match (solution.status, solution.limit) {
        (Status::Limit, Some(Limit::Nodes | Limit::Time | Limit::Memory | Limit::Effort)) => {
            after_limit(&*source.domain, &*puzzle, &request)
        }
        _ => None,
    };
    Ok(Report {
        instance: source.name.clone(),
        domain: info.name.clone(),
        family: info.family,
        request,
        puzzle,
        solution,
        stages,
        remedy,
        bound,
        unproved: None,
        cpu_seconds: began.and_then(|began| Some(began.try_elapsed().ok()?.as_secs_f64())),
        is_cpu_spent: watch.is_cpu_spent(),
    })
}

impl Report {
    /// Takes the plan of another method as proved if it costs no more than every plan does, and advises no search for a plan where
    /// one is known.
    pub(super) fn close_gap(&mut self) {
        let Some(Unproved { bound, best: Some(best) }) = &mut self.unproved else { return };
        if best.solution.cost.is_some_and(|cost| cost <= *bound) {
            let stats = self.solution.stats;
            self.solution = Solution { optimal: true, limit: None, stats, ..best.solution.clone() };
            self.unproved = None;
            self.remedy = None;
        } else if self.request.parameters.algorithm.heuristic
            && !matches!(self.request.heuristic, HeuristicRef::Blind)
        {
            self.remedy = None;
        }
    }

    /// The algorithm's name.
    pub fn algorithm(&self) -> &'static str {
        self.request.parameters.algorithm.name
    }

    /// The heuristic's text.
    pub fn heuristic(&self) -> String {
        self.request.heuristic.to_string()
    }

    /// How the search ended, if it found no plan.
    pub fn kind(&self) -> Option<Kind> {
        match (self.solution.status, self.solution.limit) {
            (_, Some(Limit::Cancelled)) => Some(Kind::Cancelled),
            (Status::Solved, _) => None,
            (Status::Unsolvable, _) => Some(Kind::Unsolvable),
            (Status::Limit, _) => Some(Kind::Limit),
            (Status::GaveUp, _) => Some(Kind::GaveUp),
        }
    }

    /// The plan's length in the instance's metric.
    pub fn length(&self) -> Option<u64> {
        let metric = self.puzzle.metric();
        self.solution.lengths.iter().find(|(name, _)| *name == metric).map(|&(_, length)| length)
    }

    /// As plain data.
    pub fn result(&self) -> SolveResult {
        let Solution { status, limit, optimal, ref plan, ref lengths, stats, .. } = self.solution;
        let solved = status == Status::Solved;
        let branching_factor = stats.branching_factor().filter(|_| solved);
        let task = self.puzzle.grounds().then(|| self.puzzle.task_size());
        let lengths = || lengths.iter().map(|(name, length)| (name.to_string(), *length)).collect();
        SolveResult {
            instance: self.instance.clone(),
            domain: self.domain.to_string(),
            status,
            limit,
            optimal,
            metric: self.puzzle.metric().to_string(),
            length: self.length(),
            lower_bound: self.unproved.as_ref().map(|known| known.bound),
            best_known: self.unproved.as_ref().and_then(|known| known.best.as_ref()?.length()),
            lengths: solved.then(lengths),
            plan: solved.then(|| plan.clone()),
            algorithm: self.algorithm(),
            heuristic: self.heuristic(),
            stats: Statistics { stats, branching_factor, cpu_seconds: self.cpu_seconds },
            text: self.puzzle.text(),
            unstuck: Origin::here(),
            stages: task.is_some().then(|| self.stages.clone()),
            task,
            positions: None,
            cut: None,
        }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        json!(self.result())
    }

    /// The plan as it is printed and written to files.
    pub fn plan_text(&self) -> String {
        self.puzzle.plan_text(&self.solution.plan, &self.solution.lengths)
    }

    /// As plain data with every position of the plan, or the first thousand.
    pub fn with_positions(&self) -> anyhow::Result<SolveResult> {
        let mut result = self.brief();
        result.positions = if result.cut.is_some() { Some(self.beginning()?) } else { self.positions()? };
        Ok(result)
    }

    /// As plain data, with at most the first thousand moves of the plan.
    pub fn brief(&self) -> SolveResult {
        let mut result = self.result();
        result.lengths.get_or_insert_default();
        if let Some(plan) = result.plan.as_mut().filter(|plan| plan.len() > MAX_POSITIONS) {
            result.cut = Some(plan.len());
            plan.truncate(MAX_POSITIONS);
        }
        result
    }

    /// Every position of the plan, the start first. A long plan of a large task has none.
    pub fn positions(&self) -> anyhow::Result<Option<Vec<PlanPosition>>> {
        if self.solution.status != Status::Solved {
            return Ok(None);
        }
        let plan = &self.solution.plan;
        let moves = [None].into_iter().chain(plan.iter().map(Some));
        let position = |(made, frame): (Option<&String>, Frame)| PlanPosition {
            made: made.cloned(),
            words: made.map(|_| frame.words),
            text: frame.text,
            board: frame.view,
        };
        let positions: Vec<PlanPosition> =
            moves.zip(self.puzzle.replay(plan)?.frames).map(position).collect();
        Ok(Some(positions).filter(|positions| !positions.is_empty()))
    }

    /// The first positions of a long plan, made move by move: the others are never written out.
    fn beginning(&self) -> anyhow::Result<Vec<PlanPosition>> {
        let position = |instance: &dyn Instance, made: Option<&String>, words: Option<String>| PlanPosition {
            made: made.cloned(),
            words,
            text: instance.text(),
            board: instance.view(),
        };
        let mut at = self.puzzle.play(&[])?;
        let mut positions = vec![position(&*at, None, None)];
        for made in self.solution.plan.iter().take(MAX_POSITIONS) {
            let next = at.successors().into_iter().find(|next| next.text == *made);
            let (instance, words) = match next {
                Some(next) => (next.instance, Some(next.words)),
                None => (at.play(std::slice::from_ref(made))?, None),
            };
            at = instance;
            positions.push(position(&*at, Some(made), words));
        }
        Ok(positions)
    }

    /// How it ended, in a few words.
    pub fn verdict(&self) -> String {
        let Solution { status, limit, optimal, ref lengths, .. } = self.solution;
        let metric = self.puzzle.metric();
        match status {
            Status::Solved => {
                let others: Vec<String> = lengths
                    .iter()
                    .filter(|(name, _)| *name != metric)
                    .map(|(name, length)| numbers::counted(*length, name))
                    .collect();
                let mut text = numbers::counted(self.length().unwrap_or_default(), &metric);
                if !others.is_empty() {
                    text += &format!(" ({})", others.join(", "));
                }
                text += if optimal { ", optimal" } else { ", not proved optimal" };
                if let Some(limit) = limit {
                    text += &format!(", stopped by {}", self.limit_name(limit));
                }
                text
            }
            Status::Unsolvable => "unsolvable: all that can be reached was searched".to_owned(),
            Status::Limit => {
                let limit = limit.map_or("a limit".to_owned(), |limit| self.limit_name(limit));
                let remedy = self.remedy.as_ref().map_or(String::new(), |flags| format!("; try {flags}"));
                if let Some(Unproved { bound, best }) = &self.unproved {
                    let best = best.as_ref().and_then(|best| best.length());
                    let best =
                        best.map_or(String::new(), |length| format!("the best plan known has {length}, "));
                    return format!(
                        "no proof before {limit}: {best}no plan has fewer than {bound} {metric}{remedy}"
                    );
                }
                format!("no solution before {limit}{remedy}")
            }
            Status::GaveUp => {
                format!("{} gave up; that proves nothing, another algorithm may solve it", self.algorithm())
            }
        }
    }

    /// The limit that ended it.
    fn limit_name(&self, limit: Limit) -> String {
        match limit {
            Limit::Time if self.is_cpu_spent => cpu_limit_name(),
            _ => limit_name(limit),
        }
    }

    /// How it ended, in a word, for a table.
    pub fn word(&self) -> &'static str {
        match (self.solution.status, self.solution.limit) {
            (Status::Solved, _) if self.solution.optimal => "optimal",
            (Status::Solved, _) => "solved",
            (Status::Unsolvable, _) => "unsolvable",
            (Status::Limit, Some(Limit::Nodes)) => "node limit",
            (Status::Limit, Some(Limit::Time)) => "time limit",
            (Status::Limit, Some(Limit::Memory)) => "memory limit",
            (Status::Limit, Some(Limit::Effort)) => "effort limit",
            (Status::Limit, _) => "interrupted",
            (Status::GaveUp, _) => "gave up",
        }
    }

    /// The algorithm, with the heuristic if it reads one.
    pub fn method(&self) -> String {
        method(self.request.parameters.algorithm, &self.request.heuristic)
    }

    /// The size of the transposition table, of algorithms that may have one: it decides what they expand.
    pub fn table(&self) -> Option<String> {
        self.request.parameters.algorithm.parameters.contains(&Parameter::Table).then(|| {
            match self.solution.stats.table_bytes {
                0 => "no table".to_owned(),
                bytes => format!("table {}", numbers::bytes(bytes)),
            }
        })
    }

    /// The statistics, in a line.
    pub fn statistics_line(&self) -> String {
        let stats = &self.solution.stats;
        let table = self.table().map(|table| format!(" ({table})")).unwrap_or_default();
        format!(
            "{}: {} expanded, {} generated, {}, {}{table}",
            self.method(),
            numbers::grouped(stats.expanded),
            numbers::grouped(stats.generated),
            numbers::seconds(stats.seconds),
            numbers::bytes(stats.peak_bytes),
        )
    }
}

/// The algorithm, with the heuristic if it reads one.
pub fn method(algorithm: &AlgorithmInfo, heuristic: &HeuristicRef) -> String {
    let name = algorithm.name;
    if algorithm.heuristic {
        format!("{name} {}", shortened(&heuristic.to_string()))
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::context::Context;
    use crate::request::limits::Limits;
    use crate::use_cases::solve::{Batch, Request};
    use unstuck_core::executor::Sequential;

    #[test]
    fn the_limit_of_time_that_was_reached_is_named() {
        unstuck_domains::install();
        let verdict = |seconds: Option<f64>, cpu_seconds: f64| {
            let activity = Activity::default();
            activity.limit_cpu(cpu_seconds);
            let context = Context::silent(&activity);
            let limits = Limits { seconds, ..Limits::default() };
            let request = Request { instances: vec!["hard6:1".to_owned()], limits, ..Request::default() };
            let batch = Batch::single(&request, &context).unwrap();
            batch.run_here(&context, &Sequential).unwrap().verdict()
        };
        for seconds in [None, Some(1e6)] {
            let verdict = verdict(seconds, 0.0);
            assert!(verdict.starts_with("no solution before the limit of CPU time ("), "{verdict}");
        }
        let verdict = verdict(Some(0.0), 1e6);
        assert!(verdict.starts_with("no solution before the time limit ("), "{verdict}");
    }
}
