//! From the runner's news, and from what other processes store, to events for pages.

mod external_runs;

use super::App;
use super::experiments::{curves, how_far, real};
use external_runs::Abroad;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use unstuck_evolution::engine::Generation;
use unstuck_ops::numbers::grouped;
use unstuck_ops::runner::event::{Event, Stage};
use unstuck_ops::store::record::State;

/// Progress of an experiment is told so often.
const PACE: Duration = Duration::from_millis(500);

/// What was told before.
#[derive(Default)]
struct JsonBody {
    /// Of a run: cell, repetition, and whether it is a control.
    runs: HashMap<i64, (u32, u32, bool)>,
    /// Of a run: the champion's fitness.
    champions: HashMap<i64, f64>,
    progress: HashMap<i64, Instant>,
    trials: HashSet<(i64, u32)>,
}

/// Passes news on until the server ends.
pub fn report(app: &App, news: &Receiver<Event>) {
    let mut told = JsonBody::default();
    let mut abroad = Abroad::default();
    loop {
        abroad.look(app, &mut told);
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
                self.trials(app, experiment);
                send_state(app, experiment, None, state, error);
            }
            Event::Run { experiment, run, state } => {
                self.trials(app, experiment);
                send_state(app, experiment, Some(run), state, None);
            }
            Event::Generation { experiment, run, figures, champion, .. } => {
                if let Some(data) = self.generation(app, experiment, run, &figures, champion) {
                    app.hub.send("generation", experiment, &data, true);
                }
                self.progress(app, experiment, None);
            }
            Event::Progress { experiment, stage, done, total, run, .. } => {
                let text = match stage {
                    Stage::Preparing => format!("solving instances, {done} of {total}"),
                    Stage::Measuring => {
                        let run = run.and_then(|run| self.runs.get(&run));
                        let which = run
                            .map(|(_, repetition, _)| format!("run {}, ", repetition + 1))
                            .unwrap_or_default();
                        format!("{which}{} of {} measured", grouped(done as u64), grouped(total as u64))
                    }
                    Stage::Tuning => format!("tuning the baseline, round {} of {total}", done + 1),
                    Stage::Testing => format!("test, {done} of {total}"),
                };
                self.progress(app, experiment, Some(text));
            }
        }
    }

    fn generation(
        &mut self,
        app: &App,
        experiment: i64,
        run: i64,
        figures: &Generation,
        champion: Option<f64>,
    ) -> Option<Value> {
        if !self.runs.contains_key(&run) {
            for one in app.store.experiment(experiment).ok()?.runs {
                self.runs.insert(one.id, (one.cell, one.repetition, one.control));
            }
        }
        let (cell, repetition, control) = *self.runs.get(&run)?;
        // Only a new champion is worth its text.
        let fresh =
            champion.and_then(real).filter(|fitness| self.champions.insert(run, *fitness) != Some(*fitness));
        let champion = fresh.and_then(|fitness| {
            let text = app.store.run(run).ok()?.text?;
            Some(json!({ "text": text, "validation": fitness }))
        });
        Some(json!({
            "experiment": experiment,
            "run": run,
            "cell": cell,
            "repetition": repetition,
            "control": control,
            "generation": figures.number + 1,
            "evaluations": figures.evaluations,
            "best": real(figures.best),
            "mean": real(figures.mean),
            "worst": real(figures.worst),
            "validation": figures.validation.and_then(real),
            "size": figures.size,
            "depth": figures.depth,
            "distinct": figures.distinct,
            "distinct_results": figures.distinct_results,
            "failed": curves::failed(figures),
            "champion": champion,
        }))
    }

    /// Tells how far an experiment is, now and then.
    fn progress(&mut self, app: &App, experiment: i64, text: Option<String>) {
        let now = Instant::now();
        if self.progress.get(&experiment).is_some_and(|last| now.duration_since(*last) < PACE) {
            return;
        }
        self.progress.insert(experiment, now);
        let Ok(record) = app.store.experiment(experiment) else { return };
        let Ok((progress, eta)) = how_far(app, &record, &app.memory.facts(&record)) else { return };
        let data = json!({ "experiment": experiment, "progress": progress, "eta": eta, "text": text });
        app.hub.send("progress", experiment, &data, false);
    }

    /// Tells of tests that were held since the last look.
    fn trials(&mut self, app: &App, experiment: i64) {
        for cell in app.store.tested(experiment).unwrap_or_default() {
            if self.trials.insert((experiment, cell)) {
                app.hub.send("trial", experiment, &json!({ "experiment": experiment, "cell": cell }), true);
            }
        }
    }
}

fn send_state(app: &App, experiment: i64, run: Option<i64>, state: State, error: Option<String>) {
    let mut data = json!({ "experiment": experiment, "run": run, "state": state });
    if error.is_some() {
        data["error"] = json!(error);
    }
    app.hub.send("state", experiment, &data, true);
}
