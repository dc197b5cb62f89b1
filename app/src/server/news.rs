//! From the runner's news, and from what other processes store, to events for pages.

mod external_runs;

use super::App;
use super::experiments::how_far;
use super::phase::Phase;
use crate::report::curves::{failed, real};
use external_runs::ExternalRuns;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use unstuck_evolution::engine::Generation;
use unstuck_ops::ToSchema;
use unstuck_ops::runner::event::Event;
use unstuck_ops::store::record::State;

/// Progress of an experiment is sent so often.
const PACE: Duration = Duration::from_millis(500);

/// An experiment or a run changes its state.
#[derive(Serialize, ToSchema)]
pub struct EventState {
    experiment: i64,
    run: Option<i64>,
    #[schema(value_type = super::experiments::views::StateName)]
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<String>,
}

/// A generation of a run is complete.
#[derive(Serialize, ToSchema)]
pub struct EventGeneration {
    experiment: i64,
    run: i64,
    configuration: u32,
    repetition: u32,
    control: bool,
    /// From 1.
    generation: u32,
    evaluations: u64,
    best: Option<f64>,
    mean: Option<f64>,
    worst: Option<f64>,
    validation: Option<f64>,
    size: Option<f64>,
    depth: Option<f64>,
    distinct: u64,
    distinct_results: u64,
    failed: Option<f64>,
    /// Only when it is new.
    champion: Option<NewChampion>,
}

/// A new champion.
#[derive(Serialize, ToSchema)]
pub struct NewChampion {
    text: String,
    validation: f64,
}

/// How far an experiment is. At most two a second for an experiment; has no id and is not repeated after a reconnect.
#[derive(Serialize, ToSchema)]
pub struct EventProgress {
    experiment: i64,
    progress: f64,
    eta: Option<f64>,
    phase: Option<Phase>,
}

/// The test of a configuration is complete.
#[derive(Serialize, ToSchema)]
pub struct EventTest {
    experiment: i64,
    configuration: u32,
}

/// An experiment is created, deleted or restored.
#[derive(Serialize, ToSchema)]
pub struct EventExperiment {
    experiment: i64,
    what: &'static str,
}

/// What was sent before.
#[derive(Default)]
struct JsonBody {
    /// Of a run: configuration, repetition, and whether it is a control.
    runs: HashMap<i64, (u32, u32, bool)>,
    /// Of a run: the champion's fitness.
    champions: HashMap<i64, f64>,
    progress: HashMap<i64, Instant>,
    tests: HashSet<(i64, u32)>,
}

/// Passes news on until the server ends.
pub fn report(app: &App, news: &Receiver<Event>) {
    let mut told = JsonBody::default();
    let mut external_runs = ExternalRuns::default();
    loop {
        external_runs.poll(app, &mut told);
        match news.recv_timeout(Duration::from_millis(200)) {
            Ok(event) => told.pass(app, event),
            Err(RecvTimeoutError::Timeout) if *app.ending.borrow() => return,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl JsonBody {
    fn pass(&mut self, app: &App, event: Event) {
        match event {
            Event::State { experiment, state } => send_state(app, experiment, None, state, None),
            Event::Ended { experiment, state, error, .. } => {
                app.summaries.set_phase(experiment, None);
                self.tests(app, experiment);
                send_state(app, experiment, None, state, error);
            }
            Event::Run { experiment, run, state } => {
                self.tests(app, experiment);
                send_state(app, experiment, Some(run), state, None);
                if let (State::Running, Some(which)) = (state, self.run(app, experiment, run)) {
                    let complete = app.store.run(run).map_or(0, |run| run.generation);
                    self.phase(app, experiment, Phase::run(which, &format!("generation {}", complete + 1)));
                }
            }
            Event::Generation { experiment, run, statistics, champion, .. } => {
                if let Some(data) = self.generation(app, experiment, run, &statistics, champion) {
                    app.events.send("generation", experiment, &data, true);
                }
                let run = self.run(app, experiment, run);
                let place = format!("generation {}", statistics.number + 1);
                self.phase(app, experiment, Phase::run(run.unwrap_or_default(), &place));
            }
            Event::Progress { experiment, stage, done, total, run, .. } => {
                let run = run.and_then(|run| self.run(app, experiment, run));
                self.phase(app, experiment, Phase::of(stage, done, total, run));
            }
        }
    }

    fn generation(
        &mut self,
        app: &App,
        experiment: i64,
        run: i64,
        statistics: &Generation,
        champion: Option<f64>,
    ) -> Option<Value> {
        self.run(app, experiment, run)?;
        let (configuration, repetition, control) = *self.runs.get(&run)?;
        // Only a new champion is worth its text.
        let fresh =
            champion.and_then(real).filter(|fitness| self.champions.insert(run, *fitness) != Some(*fitness));
        let champion = fresh.and_then(|fitness| {
            let text = app.store.run(run).ok()?.text?;
            Some(NewChampion { text, validation: fitness })
        });
        Some(json!(EventGeneration {
            experiment,
            run,
            configuration,
            repetition,
            control,
            generation: statistics.number + 1,
            evaluations: statistics.evaluations,
            best: real(statistics.best),
            mean: real(statistics.mean),
            worst: real(statistics.worst),
            validation: statistics.validation.and_then(real),
            size: real(statistics.size),
            depth: real(statistics.depth),
            distinct: statistics.distinct as u64,
            distinct_results: statistics.distinct_results as u64,
            failed: failed(statistics),
            champion,
        }))
    }

    /// Repetition of a run, and whether it is a control.
    fn run(&mut self, app: &App, experiment: i64, run: i64) -> Option<(u32, bool)> {
        if !self.runs.contains_key(&run) {
            for one in app.store.experiment(experiment).ok()?.runs {
                self.runs.insert(one.id, (one.configuration, one.repetition, one.control));
            }
        }
        self.runs.get(&run).map(|(_, repetition, control)| (*repetition, *control))
    }

    /// Remembers what is being done, and tells it: at once if it is something else than before.
    fn phase(&mut self, app: &App, experiment: i64, phase: Phase) {
        let before = app.summaries.set_phase(experiment, Some(phase.clone()));
        if before.is_none_or(|before| before.name != phase.name) {
            self.progress.remove(&experiment);
        }
        self.progress(app, experiment, Some(phase));
    }

    /// Tells how far an experiment is, now and then.
    fn progress(&mut self, app: &App, experiment: i64, phase: Option<Phase>) {
        let now = Instant::now();
        if self.progress.get(&experiment).is_some_and(|last| now.duration_since(*last) < PACE) {
            return;
        }
        self.progress.insert(experiment, now);
        let Ok(record) = app.store.experiment(experiment) else { return };
        let Ok((progress, eta)) = how_far(app, &record, &app.summaries.summary_of(&record)) else { return };
        let data = EventProgress { experiment, progress, eta, phase };
        app.events.send("progress", experiment, &json!(data), false);
    }

    /// Tells of tests that were held since the last look.
    fn tests(&mut self, app: &App, experiment: i64) {
        for configuration in app.store.tested(experiment).unwrap_or_default() {
            if self.tests.insert((experiment, configuration)) {
                app.events.send("test", experiment, &json!(EventTest { experiment, configuration }), true);
            }
        }
    }
}

fn send_state(app: &App, experiment: i64, run: Option<i64>, state: State, error: Option<String>) {
    app.events.send("state", experiment, &json!(EventState { experiment, run, state, error }), true);
}
