//! One search on many threads, with the plan and the statistics of one thread.
//!
//! In every round the top of the tree is walked down to a fixed depth, as one thread would. The nodes there are the
//! roots of subtrees, searched as tasks, each for itself. Of the solutions found, the one in the first subtree
//! counts, which is the one that a single thread would have found; subtrees behind it are given up. The
//! statistics are those of the top up to that subtree's root, of all subtrees before it, and of its own search: again what a single
//! thread would have counted.

use super::{Engine, Node, Parent};
use crate::executor::Executor;
use crate::heuristic::Heuristic;
use crate::problem::{Problem, Visit};
use crate::search::structures::spare_states::SpareStates;
use crate::search::{Limit, Limits, Meter, Observer, Stats};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where subtrees begin: some thousands of them where two or three moves are possible.
const DEPTH: u32 = 12;

/// Those who search subtrees.
pub(super) struct ParallelDeepening<'e, H> {
    executor: &'e dyn Executor,
    /// The first to fork from, and those that no task is using.
    heuristics: Mutex<(H, Vec<H>)>,
}

/// A subtree to search.
struct Root<P: Problem, M> {
    state: P::State,
    incremental: M,
    /// The actions that lead here.
    path: Vec<P::Action>,
    /// Expanded and generated in the top of the tree when it was reached.
    before: (u64, u64),
}

/// What became of a subtree.
struct Searched<P: Problem> {
    stats: Stats,
    min_excess: i64,
    /// The plan below the root, from its end.
    reversed_plan: Option<Vec<P::Action>>,
}

/// What the tasks of a round have in common.
struct Round<'o> {
    /// The observer, and the statistics it is reported.
    observer: Mutex<(&'o mut dyn Observer, Stats)>,
    stop: Mutex<Option<Limit>>,
    /// The first subtree known to hold a solution.
    first_found: AtomicUsize,
}

impl<'e, H: Send> ParallelDeepening<'e, H> {
    /// A parallel search with copies of a heuristic.
    pub(super) fn new(heuristic: H, executor: &'e dyn Executor) -> Self {
        Self { executor, heuristics: Mutex::new((heuristic, Vec::new())) }
    }

    /// Searches the children of the start within the engine's bound, as `problem.visit_node` would.
    pub(super) fn round<P: Problem>(
        &mut self,
        engine: &mut Engine<'_, P, H>,
        problem: &P,
        start: &P::State,
        incremental: H::Incremental,
    ) -> ControlFlow<()>
    where
        H: Heuristic<P>,
    {
        let mut roots = Vec::new();
        let mut path = Vec::new();
        let top = Top { engine, g: 0, incremental, path: &mut path, roots: &mut roots };
        let flow = problem.visit(start, None, &mut { top });
        if engine.stopped.is_some() {
            return ControlFlow::Break(());
        }
        // A goal within the top comes after the subtrees found before it.
        let goal_on_top = flow.is_break().then_some(path);
        let before: Vec<(u64, u64)> = roots.iter().map(|root| root.before).collect();
        let paths: Vec<Vec<P::Action>> = roots.iter().map(|root| root.path.clone()).collect();
        let bound = engine.bound;
        let roots: Vec<_> = roots.into_iter().map(|root| Mutex::new(Some(root))).collect();
        let results: Vec<Mutex<Option<Searched<P>>>> = roots.iter().map(|_| Mutex::new(None)).collect();
        let stats = engine.meter.stats;
        let round = Round {
            observer: Mutex::new((engine.meter.observer(), stats)),
            stop: Mutex::new(None),
            first_found: AtomicUsize::new(usize::MAX),
        };
        self.executor.run(roots.len(), &|number| {
            if round.is_over(number) {
                return;
            }
            let Some(root) = lock(&roots[number]).take() else { return };
            let Some(heuristic) = self.heuristic(problem) else { return };
            let mut watcher = Watcher { round: &round, number, reported: Stats::default() };
            let mut engine = Engine {
                heuristic,
                meter: Meter::new(Limits::default(), &mut watcher),
                bound,
                min_excess: i64::MAX,
                min_room: i64::MAX,
                reversed_plan: Vec::new(),
                spares: SpareStates::new(),
                stopped: None,
            };
            let last = root.path.last().copied();
            let node = Node { room: bound - i64::from(DEPTH), incremental: root.incremental };
            let flow = problem.visit_node(&root.state, last, &mut engine, node);
            let found = flow.is_break() && engine.stopped.is_none();
            if found {
                round.first_found.fetch_min(number, Ordering::Relaxed);
            }
            let Engine { heuristic, meter, min_excess, reversed_plan, stopped, .. } = engine;
            if stopped.is_none() {
                let reversed_plan = found.then_some(reversed_plan);
                *lock(&results[number]) = Some(Searched { stats: meter.stats, min_excess, reversed_plan });
            }
            lock(&self.heuristics).1.push(heuristic);
        });
        let Round { observer, stop, first_found } = round;
        let reported = observer.into_inner().unwrap_or_else(PoisonError::into_inner).1;
        if let Some(limit) = stop.into_inner().unwrap_or_else(PoisonError::into_inner) {
            engine.meter.stats = reported;
            return engine.stop(limit);
        }
        let first_found = first_found.into_inner();
        if let Some(&(expanded, generated)) = before.get(first_found) {
            (engine.meter.stats.expanded, engine.meter.stats.generated) = (expanded, generated);
        }
        for (number, result) in results.into_iter().enumerate().take(first_found.saturating_add(1)) {
            // Every subtree up to the first with a solution has been searched to its end.
            let Some(searched) = result.into_inner().unwrap_or_else(PoisonError::into_inner) else {
                continue;
            };
            let stats = &mut engine.meter.stats;
            stats.expanded += searched.stats.expanded;
            stats.generated += searched.stats.generated;
            stats.depth = stats.depth.max(searched.stats.depth);
            engine.min_excess = engine.min_excess.min(searched.min_excess);
            if let Some(mut plan) = searched.reversed_plan {
                plan.extend(paths[number].iter().rev());
                engine.reversed_plan = plan;
                return ControlFlow::Break(());
            }
        }
        match goal_on_top {
            Some(mut path) => {
                path.reverse();
                engine.reversed_plan = path;
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn heuristic<P: Problem>(&self, problem: &P) -> Option<H>
    where
        H: Heuristic<P>,
    {
        let mut heuristics = lock(&self.heuristics);
        heuristics.1.pop().or_else(|| heuristics.0.fork(problem))
    }
}

/// A task that panics takes the search with it; a poisoned lock tells nothing new.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Round<'_> {
    /// Nothing that this subtree could bring would count.
    fn is_over(&self, number: usize) -> bool {
        self.first_found.load(Ordering::Relaxed) < number || lock(&self.stop).is_some()
    }
}

/// The observer of one task.
struct Watcher<'r, 'o> {
    round: &'r Round<'o>,
    number: usize,
    reported: Stats,
}

impl Observer for Watcher<'_, '_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        if self.round.is_over(self.number) {
            return Some(Limit::Cancelled);
        }
        // The thread that holds the lock is polling already.
        let mut observer = self.round.observer.try_lock().ok()?;
        let (observer, reported) = &mut *observer;
        reported.expanded += stats.expanded - self.reported.expanded;
        reported.generated += stats.generated - self.reported.generated;
        reported.depth = reported.depth.max(stats.depth);
        self.reported = *stats;
        let limit = observer.poll(reported)?;
        *lock(&self.round.stop) = Some(limit);
        Some(limit)
    }
}

/// A node of the top of the tree.
struct Top<'t, 'a, P: Problem, H: Heuristic<P>> {
    engine: &'t mut Engine<'a, P, H>,
    g: u32,
    incremental: H::Incremental,
    /// The actions that lead to the node; on to the goal, once it is found.
    path: &'t mut Vec<P::Action>,
    roots: &'t mut Vec<Root<P, H::Incremental>>,
}

impl<P: Problem, H: Heuristic<P>> Visit<P> for Top<'_, '_, P, H> {
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        let room = self.engine.bound - i64::from(self.g + 1);
        self.generate(problem, state, action, room, self.incremental)
    }
}

impl<'a, P: Problem, H: Heuristic<P>> Parent<'a, P, H> for Top<'_, 'a, P, H> {
    fn engine(&mut self) -> &mut Engine<'a, P, H> {
        self.engine
    }

    fn enter(
        &mut self,
        problem: &P,
        child: P::State,
        action: P::Action,
        _room: i64,
        incremental: H::Incremental,
    ) -> ControlFlow<()> {
        let Self { engine, path, roots, .. } = self;
        let g = self.g + 1;
        path.push(action);
        if problem.is_goal(&child) {
            return ControlFlow::Break(());
        }
        let stats = &mut engine.meter.stats;
        stats.depth = stats.depth.max(g);
        if let ControlFlow::Break(limit) = engine.meter.expand() {
            return engine.stop(limit);
        }
        if g == DEPTH {
            let before = (engine.meter.stats.expanded, engine.meter.stats.generated);
            roots.push(Root { state: child, incremental, path: path.clone(), before });
        } else {
            problem.visit(&child, Some(action), &mut Top { engine, g, incremental, path, roots })?;
        }
        path.pop();
        ControlFlow::Continue(())
    }
}
