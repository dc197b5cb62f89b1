//! One solve, from a named instance to a report, and the report's forms.

use crate::exit::Exit;
use crate::figures;
use crate::instances::{Reading, Source, shortened};
use crate::method;
use crate::origin;
use crate::watch::{Activity, Watch};
use anyhow::Result;
use serde_json::{Map, Value, json};
use unstuck_core::executor::Executor;
use unstuck_core::instance::{Instance, Job, Solution, Status};
use unstuck_core::puzzle::Frame;
use unstuck_core::search::{self, Limit, Parameter};

/// What came of a solve.
pub struct Report {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: &'static str,
    /// What was run.
    pub job: Job,
    /// The instance itself.
    pub puzzle: Box<dyn Instance>,
    /// How it ended.
    pub solution: Solution,
}

/// Reads and solves, with the executor's threads where the search can be split.
pub fn solve(
    source: &Source,
    reading: &Reading,
    job: &Job,
    activity: &Activity,
    executor: &dyn Executor,
) -> Result<Report> {
    search(source, source.read(reading)?, job.clone(), activity, executor)
}

/// The same where nobody named a heuristic: by what the domain prefers and the instance has.
pub fn solve_by_choice(
    source: &Source,
    reading: &Reading,
    job: &Job,
    activity: &Activity,
    executor: &dyn Executor,
) -> Result<Report> {
    let puzzle = source.read(reading)?;
    let mut job = job.clone();
    method::settle(source.domain, &*puzzle, &mut job);
    search(source, puzzle, job, activity, executor)
}

fn search(
    source: &Source,
    puzzle: Box<dyn Instance>,
    job: Job,
    activity: &Activity,
    executor: &dyn Executor,
) -> Result<Report> {
    let mut watch = Watch::new(activity, job.limits);
    let mut solution = puzzle.solve_split(&job, &mut watch, executor)?;
    solution.stats.seconds = watch.seconds();
    Ok(Report { instance: source.name.clone(), domain: source.domain.info().name, job, puzzle, solution })
}

impl Report {
    /// The exit code it calls for.
    pub fn exit(&self) -> Exit {
        Exit::of(&self.solution)
    }

    /// The plan's length in the instance's metric.
    pub fn length(&self) -> Option<u64> {
        let metric = self.puzzle.metric();
        self.solution.lengths.iter().find(|(name, _)| *name == metric).map(|&(_, length)| length)
    }

    /// The object of the contract. Without a plan its length, lengths and plan are null.
    pub fn json(&self) -> Value {
        let Solution { status, limit, optimal, ref plan, ref lengths, ref stats, .. } = self.solution;
        let solved = status == Status::Solved;
        let lengths: Map<String, Value> =
            lengths.iter().map(|&(name, length)| (name.to_owned(), length.into())).collect();
        let mut figures = json!(stats);
        figures["branching_factor"] = json!(solved.then(|| stats.branching_factor()).flatten());
        json!({
            "instance": self.instance,
            "domain": self.domain,
            "status": status,
            "limit": limit,
            "optimal": optimal,
            "metric": self.puzzle.metric(),
            "length": self.length(),
            "lengths": solved.then_some(lengths),
            "plan": solved.then_some(plan),
            "algorithm": self.job.algorithm,
            "heuristic": self.job.heuristic,
            "stats": figures,
            "text": self.puzzle.text(),
            "unstuck": origin::json(),
        })
    }

    /// Every position of the plan, the start first, with the move that led there; null without a plan.
    pub fn positions(&self) -> Result<Value> {
        if self.solution.status != Status::Solved {
            return Ok(Value::Null);
        }
        let plan = &self.solution.plan;
        let frames = self.puzzle.replay(plan)?.frames;
        let moves = [None].into_iter().chain(plan.iter().map(Some));
        let position = |(made, frame): (Option<&String>, &Frame)| json!({ "move": made, "words": made.map(|_| &frame.words), "text": frame.text });
        Ok(moves.zip(&frames).map(position).collect())
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
                    .map(|&(name, length)| figures::counted(length, name))
                    .collect();
                let mut text = figures::counted(self.length().unwrap_or_default(), metric);
                if !others.is_empty() {
                    text += &format!(" ({})", others.join(", "));
                }
                text += if optimal { ", optimal" } else { ", not proved optimal" };
                if let Some(limit) = limit {
                    text += &format!(", stopped by {}", limit_words(limit));
                }
                text
            }
            Status::Unsolvable => "unsolvable: all that can be reached was searched".to_owned(),
            Status::Limit => format!("no solution before {}", limit.map_or("a limit", limit_words)),
            Status::GaveUp => {
                format!("{} gave up; that proves nothing, another algorithm may solve it", self.job.algorithm)
            }
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
            (Status::Limit, _) => "interrupted",
            (Status::GaveUp, _) => "gave up",
        }
    }

    /// The algorithm, with the heuristic if it reads one.
    pub fn method(&self) -> String {
        method(&self.job.algorithm, &self.job.heuristic)
    }

    /// The size of the transposition table, of algorithms that may have one: it decides what they expand.
    pub fn table(&self) -> Option<String> {
        let info = search::algorithm(&self.job.algorithm)?;
        info.parameters.contains(&Parameter::Table).then(|| match self.solution.stats.table_bytes {
            0 => "no table".to_owned(),
            bytes => format!("table {}", figures::bytes(bytes)),
        })
    }

    /// The figures, in a line.
    pub fn figures(&self) -> String {
        let stats = &self.solution.stats;
        let table = self.table().map(|table| format!(" ({table})")).unwrap_or_default();
        format!(
            "{}: {} expanded, {} generated, {}, {}{table}",
            self.method(),
            figures::grouped(stats.expanded),
            figures::grouped(stats.generated),
            figures::seconds(stats.seconds),
            figures::bytes(stats.peak_bytes),
        )
    }
}

/// A pair's name.
pub fn method(algorithm: &str, heuristic: &str) -> String {
    let reads = search::algorithm(algorithm).is_none_or(|info| info.heuristic);
    if reads { format!("{algorithm} {}", shortened(heuristic)) } else { algorithm.to_owned() }
}

/// What ended a search.
pub fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "the node limit (--limit-nodes)",
        Limit::Time => "the time limit (--limit-seconds)",
        Limit::Memory => "the memory limit (--limit-memory)",
        Limit::Cancelled => "the interruption",
    }
}
