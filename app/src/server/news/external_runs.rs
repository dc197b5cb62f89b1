//! Experiments that other processes run on the same store, such as `unstuck evolve` in a terminal: the store is looked
//! at once a second, as long as a client listens.

use super::{JsonBody, send_state};
use crate::server::App;
use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};
use unstuck_ops::store;
use unstuck_ops::store::record::{ExperimentRecord, State};

/// So often.
const PACE: Duration = Duration::from_secs(1);
/// The store's times are whole seconds, and a commit may come a little later than its time.
const OVERLAP: i64 = 2;

/// What was seen of others' experiments.
pub struct ExternalRuns {
    looked: Instant,
    since: i64,
    known: HashMap<i64, Seen>,
}

/// Where an experiment stood, and each of its runs with the generations it had.
#[derive(PartialEq)]
struct Seen {
    state: State,
    runs: Vec<(i64, State, u32)>,
}

impl Seen {
    fn of(record: &ExperimentRecord) -> Self {
        let runs = record.runs.iter().map(|run| (run.id, run.state, run.generation));
        Self { state: record.state, runs: runs.collect() }
    }

    fn generations(&self, run: i64) -> u32 {
        self.runs.iter().find(|(id, ..)| *id == run).map_or(0, |(.., generation)| *generation)
    }
}

impl Default for ExternalRuns {
    fn default() -> Self {
        Self { looked: Instant::now(), since: store::now(), known: HashMap::new() }
    }
}

impl ExternalRuns {
    /// Looks whether it is time to, and tells what has changed.
    pub fn poll(&mut self, app: &App, told: &mut JsonBody) {
        if self.looked.elapsed() < PACE || !app.events.has_listeners() {
            return;
        }
        self.looked = Instant::now();
        let now = store::now();
        // A store that is busy is looked at the next time.
        let Ok(touched) = app.store.touched(self.since - OVERLAP) else { return };
        self.since = now;
        // A killed process stores nothing more.
        let running = self.known.iter().filter(|(_, seen)| seen.state == State::Running);
        let ids: BTreeSet<i64> = touched.into_iter().chain(running.map(|(id, _)| *id)).collect();
        for id in ids {
            let here = app.runner().has(id);
            match app.store.experiment(id) {
                Ok(record) if !here => self.compare(app, told, &record),
                _ => drop(self.known.remove(&id)),
            }
        }
    }

    fn compare(&mut self, app: &App, told: &mut JsonBody, record: &ExperimentRecord) {
        let (id, now) = (record.id, Seen::of(record));
        // What is seen for the first time, pages load as it is.
        let Some(before) = self.known.get(&id) else {
            send_state(app, id, None, record.state, record.error.clone());
            self.known.insert(id, now);
            return;
        };
        if *before == now {
            return;
        }
        for run in record.runs.iter().filter(|run| run.generation > before.generations(run.id)) {
            let first = before.generations(run.id);
            let champion = run.champion.as_ref().map(|champion| champion.validation.fitness);
            let history = app.store.history(run.id).unwrap_or_default();
            for statistics in history.iter().filter(|one| one.number >= first) {
                if let Some(data) = told.generation(app, id, run.id, statistics, champion) {
                    app.events.send("generation", id, &data, true);
                }
            }
        }
        told.progress(app, id, None);
        told.tests(app, id);
        let states = |seen: &Seen| seen.runs.iter().map(|(_, state, _)| *state).collect::<Vec<_>>();
        if before.state != now.state || states(before) != states(&now) {
            send_state(app, id, None, record.state, record.error.clone());
        }
        self.known.insert(id, now);
    }
}
