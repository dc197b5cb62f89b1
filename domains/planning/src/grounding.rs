//! Grounding on first use, under the limits of the job that needs the task; ground tasks are kept for the next one.

use crate::ground_task::GroundTask;
use crate::source::{Source, parse_error};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::{Arc, Mutex, PoisonError};
use unstuck_core::instance::SpaceError;
use unstuck_core::search::{Limit, Limits, Observer, Stats};
use unstuck_pddl::ground::{self, GroundError, Grounded, Stage};

/// Most bytes of ground tasks that are kept while no job uses them, but for the one that was asked for last.
const MAX_KEPT: usize = 512 << 20;

/// What grounding a problem led to.
#[derive(Debug, Clone)]
struct Known {
    /// Nothing if the goal cannot be reached.
    task: Option<Arc<GroundTask>>,
    /// Most bytes held while grounding. A job with less memory must not profit from one with more.
    peak: u64,
    /// When it was asked for last.
    used: u64,
    /// What it counts for among the tasks that are kept.
    bytes: usize,
}

/// Ground tasks by the canonical text of domain and problem.
#[derive(Default)]
struct Kept {
    tasks: HashMap<Arc<str>, Known, FxBuildHasher>,
    bytes: usize,
    now: u64,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// The ground task of a source: the one that is kept, or made now under these limits. The observer sees the stages
/// `normalise`, `reach`, `invariants`, `encode`, `prune` and `successors`.
///
/// # Errors
///
/// A limit came first; or the goal is out of reach in the delete relaxation; or the texts contradict each other.
pub fn ground(
    source: &Source,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Arc<GroundTask>, SpaceError> {
    let known = match look_up(source.key()) {
        Some(known) => known,
        None => {
            let known = make(source, limits, observer)?;
            keep(source.key().clone(), known.clone());
            known
        }
    };
    if limits.memory.is_some_and(|most| known.peak > most) {
        let stats = Stats { peak_bytes: known.peak, ..Stats::default() };
        return Err(SpaceError::Limit(Limit::Memory, stats));
    }
    known.task.ok_or(SpaceError::Unsolvable)
}

fn look_up(key: &str) -> Option<Known> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    kept.now += 1;
    let known = kept.tasks.get_mut(key)?;
    known.used = kept.now;
    Some(known.clone())
}

/// Keeps a task, in place of those that were not used for longest.
fn keep(key: Arc<str>, known: Known) {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.get_or_insert_default().insert(key, known, MAX_KEPT);
}

impl Kept {
    /// Adds a task and removes those that were not used for longest until the others have at most so many bytes, or only
    /// this one is left: who asked for it asks again soon.
    fn insert(&mut self, key: Arc<str>, known: Known, most: usize) {
        let bytes = known.task.as_ref().map_or(0, |task| task.bytes()) + key.len();
        if let Some(old) = self.tasks.remove(&key) {
            self.bytes -= old.bytes;
        }
        while self.bytes + bytes > most {
            let oldest = self.tasks.iter().min_by_key(|(_, known)| known.used).map(|(key, _)| key.clone());
            let Some(old) = oldest.and_then(|key| self.tasks.remove(&key)) else { break };
            self.bytes -= old.bytes;
        }
        self.bytes += bytes;
        self.tasks.insert(key, Known { used: self.now, bytes, ..known });
    }
}

/// The relaxation of a ground task, and the table of LM-cut if it is needed, under the limits of a job; its size counts for the task from now on. The observer sees
/// the stage `relax`.
///
/// # Errors
///
/// There is too little memory.
pub fn relax(
    source: &Source,
    ground: &GroundTask,
    lm_cut: bool,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<(), SpaceError> {
    let before = ground.bytes();
    let new = !ground.is_relaxed();
    if new {
        observer.stage("relax", &Stats::default());
    }
    ground.relaxation();
    if lm_cut {
        ground.lm_cut();
    }
    let bytes = ground.bytes() as u64;
    if limits.memory.is_some_and(|most| bytes > most) {
        return Err(SpaceError::Limit(Limit::Memory, Stats { peak_bytes: bytes, ..Stats::default() }));
    }
    if ground.bytes() > before
        && let Some(known) = look_up(source.key())
    {
        keep(source.key().clone(), known);
    }
    Ok(())
}

fn make(source: &Source, limits: Limits, observer: &mut dyn Observer) -> Result<Known, SpaceError> {
    let mut watch = Watch { observer, memory: limits.memory, peak: 0, limit: None };
    let grounded = match ground::ground(&source.domain, &source.problem, &mut watch) {
        Ok(grounded) => grounded,
        Err(GroundError::Invalid(error)) => return Err(SpaceError::Instance(Box::new(parse_error(&error)))),
        Err(GroundError::TooLarge) => return Err(watch.stopped(Limit::Memory)),
        Err(GroundError::Stopped) => return Err(watch.stopped(Limit::Cancelled)),
    };
    let task = match grounded {
        Grounded::Unreachable => None,
        Grounded::Task(task) => {
            watch.begin("successors");
            let made = GroundTask::new(*task, &mut |bytes| watch.go_on(bytes));
            Some(Arc::new(made.ok_or_else(|| watch.stopped(Limit::Memory))?))
        }
    };
    if let Some(task) = &task {
        watch.peak = watch.peak.max(task.bytes() as u64);
    }
    Ok(Known { task, peak: watch.peak, used: 0, bytes: 0 })
}

/// Passes the stages of grounding to the observer of the job, and its limits to grounding.
struct Watch<'a> {
    observer: &'a mut dyn Observer,
    memory: Option<u64>,
    peak: u64,
    limit: Option<Limit>,
}

impl Watch<'_> {
    fn stats(&self) -> Stats {
        Stats { peak_bytes: self.peak, ..Stats::default() }
    }

    fn begin(&mut self, stage: &str) {
        self.observer.stage(stage, &self.stats());
    }

    fn go_on(&mut self, bytes: usize) -> bool {
        self.peak = self.peak.max(bytes as u64);
        self.limit = match self.memory {
            Some(most) if bytes as u64 > most => Some(Limit::Memory),
            _ => self.observer.poll(&self.stats()),
        };
        self.limit.is_none()
    }

    /// The error after a stop: by the limit that was reached, or by another reason.
    fn stopped(&self, otherwise: Limit) -> SpaceError {
        SpaceError::Limit(self.limit.unwrap_or(otherwise), self.stats())
    }
}

impl ground::Observer for Watch<'_> {
    fn stage(&mut self, stage: Stage) {
        self.begin(stage.name());
    }

    fn poll(&mut self, bytes: usize) -> bool {
        self.go_on(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_asked_for_last_is_kept_whatever_its_size() {
        let mut kept = Kept::default();
        for (key, room) in [("a", 10), ("bb", 10), ("ccc", 4), ("a task as large as the room and more", 4)] {
            kept.now += 1;
            let known = Known { task: None, peak: 0, used: 0, bytes: 0 };
            kept.insert(key.into(), known.clone(), room);
            kept.insert(key.into(), known, room);
            assert!(kept.tasks.contains_key(key));
            assert_eq!(kept.bytes, kept.tasks.keys().map(|key| key.len()).sum::<usize>());
            assert_eq!(kept.tasks.len(), if key == "bb" { 2 } else { 1 }, "{key}");
        }
    }
}
