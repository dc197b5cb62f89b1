//! Watches one search: keeps its time limit, obeys Ctrl-C, and counts for the progress bar.

use crate::system::cancel;
use cpu_time::ProcessTime;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use unstuck_core::feature::Text;
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_core::view::Board;

/// A plan that an anytime search has found and the validator accepts.
pub struct Improvement<'a> {
    /// Its steps.
    pub plan: &'a [String],
    /// Its length in the instance's metric.
    pub length: u64,
    /// Its length in every metric.
    pub lengths: &'a [(Text, u64)],
    /// The plan as files hold it.
    pub text: String,
    /// Seconds since the search started.
    pub seconds: f64,
}

/// Receives plans.
pub type PlanSink = Box<dyn Fn(&Improvement<'_>) + Send + Sync>;

/// Receives the boards of solutions that improve, a few times a second.
pub type BoardSink = Box<dyn Fn(Board) + Send + Sync>;

/// What all searches of a command have done so far, for the display.
#[derive(Default)]
pub struct Activity {
    /// Nodes expanded, by all.
    pub expanded: AtomicU64,
    /// The bound of the deepening round that began last; 0 before any.
    pub bound: AtomicU64,
    /// The cost of the best solution of an anytime search; 0 before any.
    pub best: AtomicU64,
    /// Called with every plan that an anytime search finds.
    pub plans: OnceLock<PlanSink>,
    /// Called with the best solution of an optimisation problem while it improves.
    pub boards: OnceLock<BoardSink>,
    /// The results are no longer read.
    pub abandoned: AtomicBool,
    /// When the whole work is to end.
    deadline: OnceLock<Instant>,
    /// Most CPU seconds of the process.
    cpu_seconds: OnceLock<f64>,
}

impl Activity {
    /// Whether work should end soon.
    pub fn is_over(&self) -> bool {
        cancel::requested()
            || self.abandoned.load(Ordering::Relaxed)
            || self.deadline.get().is_some_and(|deadline| Instant::now() >= *deadline)
    }

    /// Sets how many CPU seconds the process may use; the first time counts.
    pub fn limit_cpu(&self, seconds: f64) {
        let _ = self.cpu_seconds.set(seconds);
    }

    /// Whether CPU time is limited.
    pub fn limits_cpu(&self) -> bool {
        self.cpu_seconds.get().is_some()
    }

    /// Whether the CPU time is over; never where the system does not count it.
    fn is_cpu_spent(&self) -> bool {
        self.cpu_seconds.get().is_some_and(|&most| {
            ProcessTime::try_now().is_ok_and(|now| now.as_duration().as_secs_f64() >= most)
        })
    }

    /// Sets when the whole work is to end; the first time counts.
    pub fn end_at(&self, deadline: Instant) {
        let _ = self.deadline.set(deadline);
    }
}

/// When the time of a search is over.
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Self {
        let limit = limits.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// The limit, once it is reached.
    pub fn reached(&self) -> Option<Limit> {
        self.0.filter(|deadline| Instant::now() >= *deadline).map(|_| Limit::Time)
    }
}

/// The observer of one search.
pub struct Watch<'a> {
    activity: &'a Activity,
    started: Instant,
    deadline: Deadline,
    counted: u64,
    /// No solution costs less.
    bound: u64,
    /// It ended the search because the CPU time of the process was over.
    is_cpu_spent: bool,
    /// Stages of the work, with the seconds at which they began.
    stages: Vec<(String, f64)>,
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub fn new(activity: &'a Activity, limits: Limits) -> Self {
        Self {
            activity,
            started: Instant::now(),
            deadline: Deadline::new(&limits),
            counted: 0,
            bound: 0,
            is_cpu_spent: false,
            stages: Vec::new(),
        }
    }

    /// What a cheapest solution costs at least, as far as the search has proved.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Whether a limit of time that ended the search was that of the CPU time.
    pub fn is_cpu_spent(&self) -> bool {
        self.is_cpu_spent
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The stages of the work so far, each with the seconds it took.
    pub fn stages(&self) -> Vec<(String, f64)> {
        let ends = self.stages.iter().skip(1).map(|(_, began)| *began).chain([self.seconds()]);
        self.stages.iter().zip(ends).map(|((name, began), end)| (name.clone(), end - began)).collect()
    }
}

impl Observer for Watch<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        // A command may run several searches under one watch, each counting from 0 again.
        let new = stats.expanded.checked_sub(self.counted).unwrap_or(stats.expanded);
        self.counted = stats.expanded;
        self.activity.expanded.fetch_add(new, Ordering::Relaxed);
        if self.activity.is_over() {
            return Some(Limit::Cancelled);
        }
        let reached = self.deadline.reached();
        self.is_cpu_spent = reached.is_none() && self.activity.is_cpu_spent();
        if self.is_cpu_spent { Some(Limit::Time) } else { reached }
    }

    fn iteration(&mut self, bound: u32, _stats: &Stats) {
        self.activity.bound.store(bound.into(), Ordering::Relaxed);
    }

    fn proved(&mut self, bound: u64) {
        self.bound = self.bound.max(bound);
    }

    fn stage(&mut self, name: &str, _stats: &Stats) {
        self.stages.push((name.to_owned(), self.seconds()));
    }

    fn improved(&mut self, cost: u64, _plan: &[String], _stats: &Stats) {
        self.activity.best.store(cost, Ordering::Relaxed);
    }
}
